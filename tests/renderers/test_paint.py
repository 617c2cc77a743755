"""Pictures: equal scenes give equal bytes, hidden cards leave no trace, what cannot be drawn is refused."""

import statistics
from collections import Counter
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bench import render as bench
from engine.cards import JOKER, UNKNOWN, Card, parse_cards
from engine.deal import Deal
from engine.hand import pack, unpack
from engine.view import view
from renderers.art.cards import card_sprite, rounded
from renderers.canvas import MOST_PIXELS, Canvas, Sprite
from renderers.layout.fan import INDEX, index_strip
from renderers.layout.melds import Measures, lay_meld
from renderers.layout.sheet import Face, Rect, Sheet, Stands, Tone
from renderers.memory import Memory
from renderers.paint import compose, draw, paint, sheet_of
from renderers.palette import MOST, palette
from renderers.scenes import DECKS, THEMES, Look, Scene
from renderers.theme import THEMES as DRAWN_THEMES
from renderers.undrawable import Undrawable
from tests.chance import chance
from tests.renderers.moments import deals, hand_scene, meld, seeds, table_scene, with_hand, with_melds

HAND = hand_scene(view(with_hand(1, 11), "N"), "N", "suit", 1)
TABLE_SCENE = table_scene(with_melds(1, 1, "3h4h5h"))


def pixels(scene: Scene, look: Look) -> Image.Image:
    picture = draw(scene, look)
    image = Image.open(BytesIO(picture.png))
    assert (image.size, image.mode) == ((picture.width, picture.height), "P")
    return image.convert("RGB")


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_opens_in_every_theme_and_deck_and_is_the_same_again(theme: str, deck: str) -> None:
    for scene, row in ((HAND, 66), (TABLE_SCENE, 2)):
        look = Look(theme, deck)
        ground = DRAWN_THEMES[theme].colours[Tone.TABLE]
        assert pixels(scene, look).getpixel((1, row)) == ground
        assert paint(sheet_of(scene, look), look) == draw(scene, look)


def test_themes_and_decks_are_those_of_the_contract_and_share_one_palette_each() -> None:
    assert set(DRAWN_THEMES) == set(THEMES)
    assert [len(palette(theme)) <= MOST for theme in DRAWN_THEMES.values()] == [True] * len(THEMES)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("theme", THEMES)
def test_no_two_cards_look_alike(theme: str, deck: str) -> None:
    for size in ((48, 70), (70, 48)):
        looks = Counter([card_sprite(DRAWN_THEMES[theme], deck, card, size).image.tobytes() for card in range(54)])
        assert max(looks.values()) == 1


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_every_rank_is_as_high_as_the_others(rank: str) -> None:
    across = 100
    sprite = card_sprite(DRAWN_THEMES["felt"], "french", parse_cards(f"{rank}s")[0], (across, 145), bare=True)
    top = round(INDEX.top * across)
    column = sprite.image.crop((4, 0, index_strip(across, 1.0) - 2, top + round(INDEX.cap * across)))
    inked = [
        row for row in range(4, column.height) if len(set(column.crop((0, row, column.width, row + 1)).tobytes())) > 1
    ]
    assert abs(inked[0] - top) <= 1
    assert column.height - 1 - inked[-1] <= 1


def swapped(deal: Deal, viewer: str, seed: int) -> Deal:
    """The deal with all that the viewer cannot see dealt anew: stock, pozzetti and hidden hands."""
    seen = view(deal, viewer).deal
    hidden = [at for at, hand in enumerate(seen.hands) if UNKNOWN in unpack(hand)]
    pool: list[Card] = [*deal.stock, *[card for heap in deal.pozzetti for card in heap]]
    pool += [card for at in hidden for card in unpack(deal.hands[at])]
    rest = iter(chance(seed).sample(pool, len(pool)))
    other = deal.copy()
    other.stock = tuple(next(rest) for _ in deal.stock)
    other.pozzetti = tuple(tuple(next(rest) for _ in heap) for heap in deal.pozzetti)
    other.hands = [
        pack([next(rest) for _ in unpack(hand)]) if at in hidden else hand for at, hand in enumerate(deal.hands)
    ]
    other.drawn = -1
    return other


@given(deals, seeds)
@settings(max_examples=25)
def test_pictures_are_blind_to_swapped_hidden_cards(deal: Deal, seed: int) -> None:
    deal = deal.copy()
    deal.drawn = -1  # the card just drawn cannot be swapped away from under its memory
    deal.forbidden = -1
    table = swapped(deal, "table", seed)
    assert paint(sheet_of(table_scene(table), Look()), Look()) == paint(sheet_of(table_scene(deal), Look()), Look())
    seat = deal.code.seats[seed % deal.code.players]
    scenes = [hand_scene(view(truth, seat), seat, "suit", 1) for truth in (deal, swapped(deal, seat, seed))]
    assert paint(sheet_of(scenes[0], Look()), Look()) == paint(sheet_of(scenes[1], Look()), Look())


@pytest.mark.parametrize(
    ("scene", "look", "reason"),
    [
        (replace(HAND, order=HAND.order[1:]), Look(), "other cards"),
        (replace(HAND, order=(JOKER,) * 300), Look(), "300 cards"),
        (replace(HAND, order=(99,)), Look(), "no card"),
        (replace(HAND, seat="Q"), Look(), "no seat"),
        (replace(HAND, by="colour"), Look(), "by 'colour'"),
        (HAND, Look(theme="pink"), "no theme 'pink'"),
        (HAND, Look(deck="tarot"), "no deck 'tarot'"),
        (HAND, Look(width=10), "10 pixels"),
        (HAND, Look(width=100_000), "100000 pixels"),
        (TABLE_SCENE, Look(width=10), "10 pixels"),
        (replace(TABLE_SCENE, mine="Q"), Look(), "no seat"),
        (replace(TABLE_SCENE, dealer="E", totals=(1, 2, 3)), Look(), "3 totals"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(scene: Scene, look: Look, reason: str) -> None:
    with pytest.raises(Undrawable, match=reason):
        draw(scene, look)


def test_the_widest_table_is_drawn() -> None:
    picture = draw(TABLE_SCENE, Look(width=2560))
    assert (picture.width, picture.height) == (2560, 1600)


@pytest.mark.parametrize("cards", [11, 20, 30])
def test_a_usual_hand_is_small_whatever_is_dealt(cards: int) -> None:
    sizes = [len(draw(bench.hand_scene(cards, seed)).png) for seed in bench.seeds()]
    assert statistics.median(sizes) <= {11: 6_900, 20: 10_500, 30: 11_200}[cards]
    assert max(sizes) <= 12_500


def test_a_full_table_is_small() -> None:
    assert len(draw(bench.table_scene()).png) <= 35_000


@pytest.mark.parametrize("corners", range(7))
def test_a_sprite_put_down_in_pieces_is_the_same_as_in_one(corners: int) -> None:
    image = Image.frombytes("L", (20, 13), bytes(range(10, 30)) * 13)
    canvases = [Canvas(30, 20, 3), Canvas(30, 20, 3)]
    for canvas, given_corners in zip(canvases, (corners, 0), strict=True):
        canvas.stamp(Sprite(image, rounded((20, 13), corners), given_corners), 4, 5)
        canvas.stamp(Sprite(image), 9, 7)
    assert canvases[0].rows() == canvases[1].rows()
    assert (canvases[0].rows()[31 * 5 + 5] == 3) is (corners > 1)  # where the ground shines through


def test_a_picture_too_large_is_refused() -> None:
    with pytest.raises(Undrawable, match="too large"):
        compose(Sheet(MOST_PIXELS, 2, (), Tone.TABLE), Look())


@given(st.text(max_size=60))
@settings(max_examples=30)
def test_any_name_can_be_drawn(name: str) -> None:
    names = dict.fromkeys("NESW", name)
    for scene in (replace(HAND, names=names, label=name), replace(TABLE_SCENE, names=names, label=name)):
        assert compose(sheet_of(scene, Look()), Look()).width


def test_the_memory_forgets_the_longest_unused_and_stays_within_its_bytes() -> None:
    memory = Memory[str, bytes](10)
    memory.put("a", b"x" * 4, 4)
    memory.put("b", b"y" * 4, 4)
    assert memory.get("a") == b"x" * 4
    memory.put("c", b"z" * 4, 4)
    assert [memory.get(key) for key in "abc"] == [b"x" * 4, None, b"z" * 4]
    memory.put("a", b"v" * 11, 11)
    memory.put("c", b"w" * 6, 6)
    assert (memory.get("c"), memory.size) == (b"w" * 6, 10)
    memory.clear()
    assert (len(memory), memory.size) == (0, 0)


@pytest.mark.parametrize(("height", "filters"), [(200, {0}), (400, {0, 2}), (1300, {0})])
def test_rows_that_are_as_those_above_come_back_as_they_were_drawn(height: int, filters: set[int]) -> None:
    canvas, plain = Canvas(600, height, 3), Image.new("L", (600, height), 3)
    for rect, colour in ((Rect(10, 10, 50, 150), 7), (Rect(40, 90, 300, 60), 1), (Rect(0, height - 40, 600, 40), 0)):
        canvas.fill(rect, colour)
        plain.paste(colour, (rect.x, rect.y, rect.right, rect.bottom))
    for _ in range(2):
        assert set(canvas.rows()[::601]) == filters
        assert Image.open(BytesIO(canvas.png(palette(DRAWN_THEMES["felt"])))).tobytes() == plain.tobytes()


def test_a_kept_picture_is_not_drawn_again_and_no_other_scene_gets_it() -> None:
    other = replace(HAND, ticked=parse_cards("3h"), label="Another")
    assert draw(HAND) is draw(replace(HAND))
    assert draw(other).png != draw(HAND).png


@given(deals, deals, st.booleans())
@settings(max_examples=40)
def test_a_hand_is_drawn_again_only_where_its_picture_is_another(one: Deal, other: Deal, lasting: bool) -> None:
    """Whatever else differs at the tables: what is kept for a hand is what would be drawn of it."""
    beside = other.copy()
    beside.hands = [one.hands[0], *other.hands[1:]]
    for deal in (one, beside):
        scene = replace(hand_scene(view(deal, "N"), "N", "suit", 1), lasting=lasting)
        assert draw(scene) == paint(sheet_of(scene, Look()), Look())


def test_a_lasting_hand_is_the_picture_that_is_kept_whosever_turn_it_is() -> None:
    deal = with_hand(1, 11).copy()
    deal.turn = 1
    seen = replace(hand_scene(view(deal, "N"), "N", "suit", 1), lasting=True)
    later = deal.copy()
    later.turn, later.pile, later.stock = 2, (*deal.pile, deal.stock[-1]), deal.stock[:-1]
    after = replace(seen, view=view(later, "N"))
    assert draw(after) is draw(seen)
    later.turn = 0
    assert draw(replace(seen, view=view(later, "N"))) is draw(seen)
    assert draw(replace(after, lasting=False)).png != draw(after).png


def test_a_hand_below_its_table_is_kept_for_its_reader_alone() -> None:
    """Two who hold the same cards at the same table, the rest of which they see alike: each has their own picture."""
    deal = with_hand(1, 11).copy()
    deal.hands = [deal.hands[0], deal.hands[1], deal.hands[0], deal.hands[3]]
    north, south = [hand_scene(view(deal, seat), seat, "suit", 1) for seat in "NS"]
    both = [replace(one, table=table_scene(deal, one.seat)) for one in (north, south)]
    assert draw(both[0]) is draw(replace(both[0]))
    assert draw(both[0]) is not draw(both[1])
    assert draw(both[0]).png != draw(north).png
    later = deal.copy()
    later.pile = (*deal.pile, deal.stock[-1])
    after = replace(both[0], view=view(later, "N"), table=table_scene(later, "N"))
    assert draw(after).png != draw(both[0]).png


@pytest.mark.parametrize("theme", THEMES)
def test_the_tag_of_a_crosswise_matta_stays_off_its_pip(theme: str) -> None:
    drawn = DRAWN_THEMES[theme]
    measures = Measures(100, drawn.index)
    tag = next(
        item for item in lay_meld(meld("7h7d7c7s7h7d2s", "online"), 1, "", measures, 0, 0) if isinstance(item, Stands)
    )
    rect = [
        item.rect
        for item in lay_meld(meld("7h7d7c7s7h7d2s", "online"), 1, "", measures, 0, 0)
        if isinstance(item, Face)
    ][-1]
    sprites = [
        card_sprite(drawn, "french", card, (rect.w, rect.h), bare=bare).image
        for card, bare in ((40, False), (40, True))
    ]
    pip = ImageChops.difference(*sprites).getbbox()
    assert pip is not None
    assert pip[0] >= tag.rect.right - rect.x
