"""Layout laws: every card once, nothing outside, no index hidden; on hands and tables of any size and width."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import JOKER, UNKNOWN, parse_cards
from engine.deal import OVER, Deal
from engine.hand import unpack
from engine.view import view
from renderers.fonts import shown
from renderers.fonts import width_of as drawn_width
from renderers.layout import hand, table
from renderers.layout.fan import INDEX, index_depth, index_strip
from renderers.layout.groups import group
from renderers.layout.melds import Measures, card_rects, crosswise, lay_meld, place_of_matta, stands_for, width_of
from renderers.layout.sheet import Badge, Box, Face, Label, Mark, Rect, Sheet, Sign, Stands, Tone
from renderers.scenes import HandScene
from renderers.theme import THEMES
from renderers.undrawable import Undrawable
from tests.renderers.moments import deals, hand_scene, hands, meld, seeds, table_scene, with_hand, with_melds

indices = st.sampled_from(sorted({theme.index for theme in THEMES.values()}))
widths = st.sampled_from([0, 320, 360, 720, 1080, 2400])
table_widths = st.sampled_from([0, 480, 720, 1000, 1280, 2560])


def index_of(face: Face, scale: float) -> Rect:
    """The part of a card that says which card it is."""
    across = min(face.rect.w, face.rect.h)
    return Rect(face.rect.x, face.rect.y, index_strip(across, scale), index_depth(across, scale))


def check_laws(sheet: Sheet, scale: float) -> None:
    for item in sheet.items:
        assert sheet.frame.holds(item.rect), item
        assert item.rect.w >= 0 <= item.rect.h
        assert not isinstance(item, Label) or item.rect.w > 0
    for place, face in enumerate(sheet.items):
        if isinstance(face, Face) and face.card != UNKNOWN:
            over = [item for item in sheet.items[place + 1 :] if isinstance(item, Face | Badge | Stands | Box)]
            assert [item for item in over if item.rect.meets(index_of(face, scale))] == []


def cards_on(sheet: Sheet) -> Counter[int]:
    return Counter([item.card for item in sheet.items if isinstance(item, Face) and item.card != UNKNOWN])


@given(hands, indices, widths)
def test_a_hand_shows_every_card_once_and_every_index(scene: HandScene, scale: float, width: int) -> None:
    sheet = hand.lay_out(scene, scale, width)
    check_laws(sheet, scale)
    assert cards_on(sheet) == Counter(scene.order)


@given(deals, seeds, st.sampled_from(["suit", "rank", "own"]))
def test_the_hand_of_a_deal_is_drawn_with_the_partners_where_pairs_play_open(deal: Deal, seed: int, by: str) -> None:
    seat = deal.code.seats[seed % deal.code.players]
    seen = view(deal, seat)
    sheet = hand.lay_out(hand_scene(seen, seat, by, seed), 1.0)
    check_laws(sheet, 1.0)
    visible = [card for cards in seen.deal.hands for card in unpack(cards) if card != UNKNOWN]
    assert cards_on(sheet) == Counter(visible)


@given(deals, seeds, indices, table_widths)
def test_a_table_shows_every_meld_and_discard_once_and_every_index(
    deal: Deal, seed: int, scale: float, width: int
) -> None:
    mine = ["", *deal.code.seats][seed % (deal.code.players + 1)]
    sheet = table.lay_out(table_scene(deal, mine), scale, width)
    check_laws(sheet, scale)
    melds = [card for side in deal.melds for laid in side for card in laid.cards]
    assert cards_on(sheet) == Counter(melds) + Counter(deal.pile)


def together(deal: Deal, seat: str, by: str, seed: int) -> HandScene:
    """The hand of a seat with the table above it."""
    scene = table_scene(deal, seat)
    return replace(hand_scene(scene.view, seat, by, seed), table=replace(scene, clock=""))


@given(deals, seeds, indices, st.sampled_from(["suit", "rank", "own"]), widths)
def test_a_hand_below_its_table_shows_every_meld_discard_and_card_once_and_every_index(
    deal: Deal, seed: int, scale: float, by: str, width: int
) -> None:
    seat = deal.code.seats[seed % deal.code.players]
    sheet = hand.lay_out(together(deal, seat, by, seed), scale, width)
    check_laws(sheet, scale)
    in_hands = [card for cards in view(deal, seat).deal.hands for card in unpack(cards) if card != UNKNOWN]
    melds = [card for side in deal.melds for laid in side for card in laid.cards]
    assert cards_on(sheet) == Counter(melds) + Counter(deal.pile) + Counter(in_hands)


@pytest.mark.parametrize("cards", [11, 30])
@pytest.mark.parametrize("melds", [6, 12])
@pytest.mark.parametrize("pile", [1, 25])
def test_on_a_telephone_the_table_above_a_hand_is_lower_and_its_cards_are_as_large_as_the_smallest_of_a_table(
    cards: int, melds: int, pile: int
) -> None:
    deal = with_melds(melds, melds, "3h4h5h6h", pile).copy()
    deal.hands = [with_hand(1, cards).hands[0], *deal.hands[1:]]
    scene = together(deal, "N", "suit", 1)
    assert scene.table is not None
    both, alone = hand.lay_out(scene, 1.0, 720), table.lay_out(scene.table, 1.0, 720)
    assert min(item.rect.w for item in both.items if isinstance(item, Face)) >= 68  # a telephone shows it half as large
    assert both.height < alone.height + hand.lay_out(replace(scene, table=None), 1.0, 720).height


def test_no_table_of_another_view_stands_above_a_hand() -> None:
    deal = with_hand(1, 11)
    scene = together(deal, "N", "suit", 1)
    for other in (table_scene(deal, "S"), table_scene(deal), replace(table_scene(deal, "N"), mine="")):
        with pytest.raises(Undrawable, match="another than its own"):
            hand.lay_out(replace(scene, table=other), 1.0)


LONG = "Ah2h3h4h5h6h7h8h9hThJhQhKhJk"


@pytest.mark.parametrize("width", [0, 480, 720])
@pytest.mark.parametrize("pile", [0, 1, 30, 60, 97])
@pytest.mark.parametrize("melds", [(0, 0), (1, 0), (10, 10), (20, 0)])
def test_a_crowded_table_keeps_the_laws(melds: tuple[int, int], pile: int, width: int) -> None:
    deal = with_melds(*melds, LONG, pile)
    sheet = table.lay_out(table_scene(deal), 1.4, width)
    check_laws(sheet, 1.4)
    assert cards_on(sheet).total() == 14 * sum(melds) + pile


@pytest.mark.parametrize("cards", [1, 11, 20, 30, 45, 60])
def test_a_rank_is_eleven_pixels_high_on_a_telephone(cards: int) -> None:
    sheet = hand.lay_out(hand_scene(view(with_hand(1, cards), "N"), "N", "suit", 1), 1.0)
    faces = [item for item in sheet.items if isinstance(item, Face)]
    assert min(0.27 * face.rect.w for face in faces) * 360 / sheet.width >= 11


def hand_of(seed: int, cards: int, by: str) -> HandScene:
    """A hand without marks."""
    scene = hand_scene(view(with_hand(seed, cards), "N"), "N", by, seed)
    return replace(scene, ticked=(), drawn=(), hinted=())


@given(seeds, st.integers(1, 60), st.sampled_from(["suit", "rank", "own"]), indices)
def test_rows_of_a_hand_do_not_cover_each_other(seed: int, cards: int, by: str, scale: float) -> None:
    faces = [item for item in hand.lay_out(hand_of(seed, cards, by), scale).items if isinstance(item, Face)]
    for before, face in pairwise(faces):
        assert face.rect.x > before.rect.x or face.rect.y >= before.rect.bottom


@given(seeds, st.integers(1, 60), indices)
def test_the_groups_of_a_hand_by_suit_stand_apart_and_are_not_torn(seed: int, cards: int, scale: float) -> None:
    scene = hand_of(seed, cards, "suit")
    groups = [card.group for card in group(scene.order, "suit", (), (), ())]
    faces = [item for item in hand.lay_out(scene, scale).items if isinstance(item, Face)]
    for (number, before), (other, face) in pairwise(zip(groups, faces, strict=True)):
        same_row = face.rect.x > before.rect.x
        if number != other and same_row:
            assert face.rect.x - before.rect.right >= 0.09 * face.rect.w
            assert not before.bare
        assert number != other or same_row or groups.count(number) > 15  # only what is longer than a row is cut


def test_a_hand_of_eleven_by_suit_lies_in_one_row_with_every_group_whole() -> None:
    scene = hand_of(1, 11, "suit")
    faces = [item for item in hand.lay_out(scene, 1.0).items if isinstance(item, Face)]
    assert len({face.rect.y for face in faces}) == 1
    assert len([face for face in faces if not face.bare]) == len(
        {card.group for card in group(scene.order, "suit", (), (), ())}
    )


def test_a_card_that_was_just_drawn_and_is_suggested_wears_both_badges() -> None:
    seen = view(with_hand(1, 11), "N")
    cards = unpack(seen.deal.hands[0])
    for scale in (1.0, 1.4):
        scene = HandScene(seen, "N", cards, "own", ticked=cards[:1], drawn=cards[3:4], hinted=cards[3:4])
        sheet = hand.lay_out(scene, scale)
        check_laws(sheet, scale)
        card = [item.rect for item in sheet.items if isinstance(item, Face)][3]
        on_it = [item for item in sheet.items if isinstance(item, Badge) and card.holds(item.rect)]
        assert [item.sign for item in on_it] == [Sign.PLUS, Sign.STAR]
        assert not on_it[0].rect.meets(on_it[1].rect)


def rows_of(sheet: Sheet) -> list[int]:
    """How many cards each row of a hand without ticks has."""
    return list(Counter([item.rect.y for item in sheet.items if isinstance(item, Face)]).values())


@given(seeds, st.integers(1, 60), st.sampled_from(["suit", "rank", "own"]), indices)
def test_a_hand_has_the_same_rows_in_every_width(seed: int, cards: int, by: str, scale: float) -> None:
    usual = rows_of(hand.lay_out(hand_of(seed, cards, by), scale))
    for width in (320, 360, 1280, 2400):
        assert rows_of(hand.lay_out(hand_of(seed, cards, by), scale, width)) == usual


def test_a_hand_of_more_rows_has_no_larger_cards() -> None:
    def width_of_cards(cards: int) -> int:
        sheet = hand.lay_out(hand_of(7, cards, "suit"), 1.0)
        return min(item.rect.w for item in sheet.items if isinstance(item, Face))

    assert width_of_cards(60) <= width_of_cards(45) <= width_of_cards(20)


def test_ticked_cards_are_raised_and_marks_differ() -> None:
    seen = view(with_hand(1, 11), "N")
    cards = unpack(seen.deal.hands[0])
    scene = HandScene(seen, "N", cards, "suit", ticked=cards[:1], drawn=cards[3:4], hinted=cards[5:6])
    faces = [item for item in hand.lay_out(scene, 1.0).items if isinstance(item, Face)]
    assert faces[0].rect.y < faces[1].rect.y == faces[3].rect.y
    assert [faces[at].mark for at in (0, 1, 3, 5)] == [Mark.TICKED, Mark.NONE, Mark.DRAWN, Mark.HINTED]


def groups(by: str, order: str) -> list[int]:
    """How many cards each group of this order has."""
    cards = group(parse_cards(order), by, (), (), ())
    return list(Counter([card.group for card in cards]).values())


@pytest.mark.parametrize(
    ("by", "order", "sizes"),
    [
        ("suit", "Ah2h3hKd2s3sJk", [2, 1, 1, 3]),
        ("suit", "3hKd2h2sJkJk", [1, 1, 4]),
        ("suit", "AsKs2sJk", [2, 2]),
        ("rank", "3h3d5cAh2h2sJk", [2, 1, 1, 3]),
        ("own", "3hKd2hJk5c", [5]),
        ("suit", "", []),
    ],
)
def test_groups_follow_the_order_and_the_matte_stand_apart(by: str, order: str, sizes: Sequence[int]) -> None:
    assert groups(by, order) == sizes


@pytest.mark.parametrize(
    ("cards", "kind", "turned"),
    [
        ("3h4h5h", None, ()),
        ("Ah2h3h4h5h6h7h8h9hThJhQhKh", "reale", (10, 11, 12)),
        ("7h7h7d7d7c7c7s7s", "super", (5, 6, 7)),
        ("3h4h5h6h7h8h9h", "pulito", (5, 6)),
        ("3h4h5h6h7h8h9hJk", "semipulito", (6,)),
        ("3h4hJk6h7h8h9h", "sporco", (6,)),
    ],
)
def test_a_burraco_lies_as_the_codes_prescribe(cards: str, kind: str | None, turned: tuple[int, ...]) -> None:
    laid = meld(cards)
    assert (laid.burraco, crosswise(laid)) == (kind, turned)


def test_the_turned_card_of_a_semipulito_can_be_seen() -> None:
    laid = meld("3h4h5h6h7h8h9hJk")
    measures = Measures(100, 1.0)
    rects = card_rects(laid, measures)
    assert [rect.w > rect.h for rect in rects] == [False] * 6 + [True, False]
    assert rects[7].x - rects[6].x >= 75
    assert max(rect.right for rect in rects) == width_of(laid, measures)


@pytest.mark.parametrize("cards", ["3h4h5h", "3h4h5h6h7h8h9h", "3h4hJk6h7h8h9h", "Ah2h3h4h5h6h7h8h9hThJhQhKh"])
def test_a_meld_is_as_wide_as_its_cards_lie(cards: str) -> None:
    measures = Measures(71, 1.4, spread=1.3)
    assert max(rect.right for rect in card_rects(meld(cards), measures)) == width_of(meld(cards), measures)


@pytest.mark.parametrize(
    ("rules", "cards", "place", "stands"),
    [
        ("febur", "3h4h5h", -1, (-1, False)),
        ("febur", "3hJk5h", 1, (3, False)),
        ("febur", "2d3h4h", 0, (-1, False)),  # free: it may go to either end
        ("febur", "2dJsQsKsAs", 0, (48, False)),  # above the ace is nothing
        ("febur", "Ah2h2s", 2, (2, False)),  # nor below it
        ("febur", "Ah2h3h4h5h6h7h8h9hThJhQhKhJk", 13, (0, False)),
        ("online", "3h4hJk", 2, (4, False)),
        ("febur", "2h3h4h2h6h", 3, (4, False)),  # the other two is at home
        ("febur", "7h7d2s", 2, (6, True)),
    ],
)
def test_the_matta_is_tagged_with_what_it_stands_for(
    rules: str, cards: str, place: int, stands: tuple[int, bool]
) -> None:
    laid = meld(cards, rules)
    assert laid.matta < 0 or laid.cards[place_of_matta(laid)] == laid.matta
    assert place_of_matta(laid) == place
    if laid.matta >= 0:
        assert stands_for(laid) == stands


@given(deals, seeds)
def test_every_rank_of_an_upright_table_is_nine_pixels_high_on_a_telephone(deal: Deal, seed: int) -> None:
    mine = ["", *deal.code.seats][seed % (deal.code.players + 1)]
    sheet = table.lay_out(table_scene(deal, mine), 1.0, 720)
    sizes = [min(item.rect.w, item.rect.h) for item in sheet.items if isinstance(item, Face)]
    assert min(sizes) * INDEX.cap >= 18


def test_twenty_melds_of_four_cards_are_drawn_large() -> None:
    deal = with_melds(10, 10, "3h4h5h6h", 5)
    for width, least in ((1280, 64), (720, 68)):
        sheet = table.lay_out(table_scene(deal), 1.0, width)
        assert min(min(item.rect.w, item.rect.h) for item in sheet.items if isinstance(item, Face)) >= least


def test_the_stock_warns_near_its_end() -> None:
    def labels(stock: int) -> list[str]:
        deal = with_melds(0, 0, LONG)
        deal.stock = (JOKER,) * stock
        return [item.text for item in table.lay_out(table_scene(deal), 1.0).items if isinstance(item, Label)]

    assert not {"8 draws left", "Last draw", "Stock is out"} & set(labels(11))
    assert "8 draws left" in labels(10)
    assert "Last draw" in labels(3)
    assert "Stock is out" in labels(2)


@pytest.mark.parametrize(("mine", "last"), [("", 0), ("N", 0), ("E", 1), ("S", 0), ("W", 1)])
def test_ones_own_side_lies_below(mine: str, last: int) -> None:
    assert table.sides_from_above(with_melds(1, 1, LONG), mine)[-1] == last


def test_the_tag_of_a_crosswise_matta_lies_on_its_own_card_and_off_its_index() -> None:
    for cards in ("7h7d7c7s7h7d2s", "6h7h8h9hThJhJk"):
        laid = meld(cards, "online")
        for scale in (1.0, 1.4):
            measures = Measures(100, scale)
            items = lay_meld(laid, 1, "", measures, 0, 0)
            tag = next(item for item in items if isinstance(item, Stands))
            own = next(item for item in items if isinstance(item, Face) and item.rect.holds(tag.rect))
            assert own.card == laid.matta
            assert not tag.rect.meets(index_of(own, scale))


def names_on(sheet: Sheet) -> list[Label]:
    return [item for item in sheet.items if isinstance(item, Label)]


@pytest.mark.parametrize("width", [360, 720, 1280])
def test_players_of_long_names_are_told_apart(width: int) -> None:
    names = {"N": "Computer North", "E": "Computer East", "S": "Computer South", "W": "Computer West"}
    scene = replace(table_scene(with_melds(1, 1, "3h4h5h")), names=names, dealer="N")
    labels = names_on(table.lay_out(scene, 1.0, width))
    for word in ("North", "East", "South", "West"):
        label = next(label for label in labels if word in label.text)
        assert drawn_width(label.text, label.size, label.bold) <= label.rect.w


@pytest.mark.parametrize("width", [360, 720, 1280])
def test_an_emoji_of_a_name_is_not_spelt_out_beside_the_rest(width: int) -> None:
    family = "👩\u200d👩\u200d👧\u200d👦"
    names = {
        "N": f"{family} Massimiliana",
        "E": f"Alessandro {family}",
        "S": f"{family} {family}",
        "W": "🌟 Anna Maria 🌟",
    }
    scene = replace(table_scene(with_melds(1, 1, "3h4h5h")), names=names, dealer="N")
    seen = " ".join([shown(label.text, label.bold) for label in names_on(table.lay_out(scene, 1.0, width))])
    for name in ("Massimiliana", "Alessandro", "Anna"):
        assert name in seen
    assert "star" not in seen
    assert seen.count("woman") <= 4  # of the name that is nothing else


@pytest.mark.parametrize("width", [1280, 1281, 1999])
def test_no_stripe_is_left_below_the_sides(width: int) -> None:
    for count in range(4):
        sheet = table.lay_out(table_scene(with_melds(count, 1, "3h4h5h")), 1.0, width)
        panels = [
            item for item in sheet.items if isinstance(item, Box) and item.fill is Tone.PANEL and item.radius == 0
        ]
        assert max(panel.rect.bottom for panel in panels) == sheet.height


@pytest.mark.parametrize("pile", [5, 26, 60])
def test_stock_and_pozzetti_stand_beside_their_captions(pile: int) -> None:
    deal = with_melds(1, 1, "3h4h5h", pile)
    deal.stock = (JOKER,) * 40
    sheet = table.lay_out(table_scene(deal), 1.0)
    backs = [item.rect for item in sheet.items if isinstance(item, Face) and item.card == UNKNOWN]
    for caption in ("Stock 40", "Pozzetti 2"):
        place = next(item.rect for item in names_on(sheet) if item.text == caption)
        near = min(backs, key=lambda rect: abs(rect.right - place.x))
        assert abs((near.y + near.bottom) - (place.y + place.bottom)) <= 3


def test_the_warning_of_the_stock_stays_off_its_caption() -> None:
    deal = with_melds(1, 1, "3h4h5h")
    deal.stock = (JOKER,) * 3
    labels = names_on(table.lay_out(table_scene(deal), 1.0))
    caption, warning = [next(item for item in labels if item.text == text) for text in ("Stock 3", "Last draw")]
    assert not caption.rect.meets(warning.rect)


def test_a_picture_that_stays_tells_its_table_and_nothing_of_whose_turn_it_is() -> None:
    scene = replace(hand_of(1, 11, "suit"), label="ABC", lasting=True)
    sheets = []
    for turn in range(4):
        deal = scene.view.deal.copy()
        deal.turn = turn
        sheets.append(hand.lay_out(replace(scene, view=replace(scene.view, deal=deal)), 1.0))
    assert sheets == sheets[:1] * 4
    named = [label for label in names_on(sheets[0]) if label.text == "ABC"]
    assert [label.rect.x for label in named] == [min(label.rect.x for label in names_on(sheets[0]))]


@pytest.mark.parametrize(
    "melds", [(10, 10, "3h4h5h6h7h8h9hThJhQhKh"), (5, 5, "3h4h5h6h7h8h9hThJh"), (6, 6, "3h4h5h6h")]
)
@pytest.mark.parametrize("width", [0, 1000, 2400])
def test_a_big_index_stays_big_on_a_full_table(melds: tuple[int, int, str], width: int) -> None:
    def corner(scale: float) -> float:
        sheet = table.lay_out(table_scene(with_melds(*melds, 0)), scale, width)
        faces = [item.rect for item in sheet.items if isinstance(item, Face) and item.card != UNKNOWN]
        return scale * min(min(rect.w, rect.h) for rect in faces)

    assert corner(1.4) >= 1.3 * corner(1.0)


def test_three_rows_of_larger_cards_are_better_than_two_tight_ones() -> None:
    def card(cards: int) -> int:
        sheet = hand.lay_out(hand_of(7, cards, "suit"), 1.0)
        return next(item.rect.w for item in sheet.items if isinstance(item, Face))

    assert card(30) >= card(45)


@pytest.mark.parametrize("width", [720, 1280])
def test_of_the_pile_only_the_top_card_shows_its_pips(width: int) -> None:
    deal = with_melds(0, 0, LONG, 60)
    faces = [item for item in table.lay_out(table_scene(deal), 1.0, width).items if isinstance(item, Face)]
    pile = [face for face in faces if face.card != UNKNOWN]
    assert len({face.rect.y for face in pile}) > 1
    assert [face.bare for face in pile] == [True] * 59 + [False]


def test_a_deal_that_is_over_promises_nothing() -> None:
    deal = with_hand(1, 11)
    deal.unseen, deal.taken, deal.phase = 15, 3, OVER
    words = [label.text for label in names_on(hand.lay_out(hand_scene(view(deal, "N"), "N", "suit", 1), 1.0))]
    assert "Pozzetto taken" in words
