"""The sheet of faces: every card once whole and once small, each where pages look for it."""

from itertools import combinations, product
from typing import Final

import pytest
from PIL import Image, ImageChops

from engine.cards import JOKER, UNKNOWN, parse_cards
from renderers.art.cards import card_sprite, in_true_colour
from renderers.layout.faces import CARD, SMALL, lay_out
from renderers.layout.sheet import Face, Mark, Rect
from renderers.paint import compose, draw
from renderers.palette import palette
from renderers.scenes import DECKS, THEMES, FacesScene, Look
from renderers.theme import theme_of

FAR: Final = 70  # of 255 in brightness: steps between the two colours of an edge are smaller
FEW: Final = 12  # pixels


def faces() -> list[Face]:
    return [item for item in lay_out().items if isinstance(item, Face)]


def test_every_card_is_there_whole_and_small_and_none_covers_another() -> None:
    for width in (CARD, SMALL):
        assert sorted(face.card for face in faces() if face.rect.w == width) == list(range(UNKNOWN + 1))
    assert all(lay_out().frame.holds(face.rect) for face in faces())
    assert not any(one.rect.meets(other.rect) for one, other in combinations(faces(), 2))


def test_they_lie_where_the_scene_says() -> None:
    places = {(face.card, face.bare): face.rect for face in faces()}
    assert places[0, False] == Rect(0, 0, 120, 174)
    assert places[51, False] == Rect(12 * 120, 3 * 174, 120, 174)
    assert places[JOKER, False] == Rect(13 * 120, 0, 120, 174)
    assert places[UNKNOWN, False] == Rect(13 * 120, 174, 120, 174)
    assert places[51, True] == Rect(12 * 60, 8 * 87 + 3 * 87, 60, 87)
    assert (lay_out().width, lay_out().height) == (14 * 120, 12 * 87)


def test_a_small_face_has_its_index_as_large_in_every_theme_and_the_others_as_the_theme_says() -> None:
    felt, big = theme_of("felt"), theme_of("big-index")  # the same colours
    small = [card_sprite(theme, "french", 12, (60, 87), bare=True, index=2.0).image for theme in (felt, big)]
    whole = [card_sprite(theme, "french", 12, (120, 174)).image for theme in (felt, big)]
    assert small[0].tobytes() == small[1].tobytes()
    assert whole[0].tobytes() != whole[1].tobytes()


def test_a_look_s_width_changes_nothing() -> None:
    assert draw(FacesScene(), Look(width=720)).png == draw(FacesScene(), Look()).png
    assert compose(lay_out(), Look()).width == 1680


@pytest.mark.parametrize("theme", THEMES)
def test_a_card_put_together_of_parts_is_the_card_as_it_is_drawn_whole(theme: str) -> None:
    drawn, flat = theme_of(theme), [part for colour in palette(theme_of(theme)) for part in colour]
    framed = [((94, 136), mark) for mark in Mark]  # only in a hand, where no card lies crosswise
    for deck, bare, (size, mark) in product(
        DECKS, (False, True), [*framed, ((48, 70), Mark.NONE), ((70, 48), Mark.NONE)]
    ):
        for card in (*parse_cards("2hTd7cQsJhKcAs"), JOKER, UNKNOWN):
            parts = Image.frombytes("P", size, card_sprite(drawn, deck, card, size, mark, bare).image.tobytes())
            parts.putpalette(flat)
            whole = in_true_colour(drawn, deck, card, size, mark, bare)
            apart = ImageChops.difference(parts.convert("RGB"), whole).convert("L")
            far = sum([one >= FAR for one in apart.tobytes()])  # where a joker's star or hat meets a frame
            assert far <= FEW * (card == JOKER), (far, deck, size, mark, bare, card)
