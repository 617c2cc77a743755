"""In what order sides stand: one's own first, for whoever has none as they are written; words and pictures alike."""

import re

import pytest

from bot.messages.message import Message
from bot.messages.presenter import HAND, MOVIOLA, SCORE, TABLE, present
from bot.tables.table import Table
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from renderers.layout.sheet import Label
from renderers.paint import sheet_of
from renderers.scenes import Look, MoviolaScene
from tests.tables.playing import ANNA, START, after, dealt
from tests.tables.test_match_play import turn

SIDES = ("NS", "EW")


def readers(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    """Who reads, by their id, and the sides as they read them."""
    people = [(chair.person, seat) for chair, seat in zip(table.chairs, table.code.seats, strict=True)]
    return [("", SIDES), *[(person, SIDES if seat in "NS" else SIDES[::-1]) for person, seat in people]]


def message(table: Table, kind: str, person: str) -> Message | None:
    return present(kind, table, Viewer(person, now=START))


def names(table: Table, side: str) -> str:
    return " + ".join([table.chair(seat).name for seat in side])


def sides_in_order(text: str, table: Table) -> list[str]:
    """The sides that a text names by their people, in the order of their first mention."""
    found = re.findall("|".join([re.escape(names(table, side)) for side in SIDES]), text)
    return list(dict.fromkeys(found))


@pytest.fixture(scope="module")
def over() -> Table:
    """A match whose deals have different points on each side."""
    table = dealt()
    for _ in table.chairs:
        table = turn(table)
    return after(table, (ANNA, "resign"))


def test_the_score_begins_with_ones_own_side_on_the_page_and_in_every_message(over: Table) -> None:
    assert over.match is not None
    points = dict(zip(over.match.code.sides, over.match.totals, strict=True))
    scores = dict(zip(over.match.code.sides, over.match.deals[-1].scores, strict=True))
    assert len(set(points.values())) == 2
    for person, order in readers(over):
        page = table_page(over, "t1", Viewer(person))["score"]
        assert [one["side"] for one in page["sides"]] == list(order)
        assert page["totals"] == [points[side] for side in order]
        assert [one["total"] for one in page["deals"][-1]["sides"]] == [scores[side].total for side in order]
        assert [one["name"] for one in page["sides"]] == [names(over, side) for side in order]
        assert page["vp"][order.index(page["winner"])] == max(page["vp"]) > min(page["vp"])
        screen = message(over, SCORE, person)
        assert screen is not None
        for text in ("\n".join(screen.alt.splitlines()[1:]), screen.brief.split("\n", 1)[1]):  # the first is the result
            assert sides_in_order(text, over) == [names(over, side) for side in order]
        if person:
            after_deal = message(over, HAND, person)
            assert after_deal is not None
            assert after_deal.lines[0] == page["result"]
            assert sides_in_order("\n".join(after_deal.lines[1:]), over) == [names(over, side) for side in order]


def test_the_score_on_the_picture_stands_as_in_the_words(over: Table) -> None:
    for person, order in readers(over):
        screen = message(over, SCORE, person)
        assert screen is not None
        assert screen.picture is not None
        labels = [item for item in sheet_of(screen.picture, Look()).items if isinstance(item, Label)]
        heads = [label.text for label in labels if label.text in {names(over, side) for side in SIDES}]
        assert heads == [names(over, side) for side in order]


def test_the_moviola_begins_with_ones_own_hand_and_side(over: Table) -> None:
    for person, order in readers(over):
        screen = message(over, MOVIOLA, person)
        assert screen is not None
        assert screen.picture is not None
        seat = over.seat_of(person) or "N"
        first = "NESW".index(seat)
        wanted = [over.chair(one).name for one in "NESW"[first:] + "NESW"[:first]]
        text = [line for line in screen.alt.splitlines() if any(line.startswith(f"{name}, ") for name in wanted)]
        assert [line.split(",")[0] for line in text] == wanted
        labels = [item.text for item in sheet_of(screen.picture, Look()).items if isinstance(item, Label)]
        assert [label for label in labels if label in wanted] == wanted
        assert isinstance(screen.picture, MoviolaScene)
        assert screen.picture.sides == tuple(SIDES.index(side) for side in order)


def test_the_table_in_words_begins_with_ones_own_side() -> None:
    table = dealt()
    for person, order in readers(table):
        screen = message(table, TABLE, person)
        assert screen is not None
        lines = [line for line in screen.alt.splitlines() if line.startswith(("North-South", "East-West"))]
        assert [line.split(":")[0] for line in lines] == [
            {"NS": "North-South", "EW": "East-West"}[side] for side in order
        ]
