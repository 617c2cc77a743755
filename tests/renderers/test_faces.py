"""The sheet of faces: every card once whole and once small, each where pages look for it."""

from itertools import combinations

from engine.cards import JOKER, UNKNOWN
from renderers.art.cards import card_sprite
from renderers.layout.faces import CARD, SMALL, lay_out
from renderers.layout.sheet import Face, Rect
from renderers.paint import compose, draw
from renderers.scenes import FacesScene, Look
from renderers.theme import theme_of


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
