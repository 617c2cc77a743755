"""The rows of a hand on both chats: within their limits, two taps a turn, and nothing that lasts under a second tap."""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, Final

import pytest

from bot.adapters.discord.components import MENU, view_of
from bot.adapters.telegram.keyboards import keyboard
from bot.messages.buttons import Ask, ButtonRequest, Press, Verb, decode
from bot.messages.hand_controls import BEST, MOST_OPEN, SUGGESTIONS, controls
from bot.messages.marks import mark_of
from bot.messages.message import Menu, Message
from bot.views.controls import discards, suggestions
from bot.views.drafts import Draft
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from engine.actions import DRAW, PICK_UP, Add, Discard, Lay
from engine.cards import PACK, Card, format_cards, parse_cards
from engine.table import Game
from tests.notation import position
from tests.tables.playing import ANNA, BRUNO, START, after, dealt

WIDE: Final = 360  # pixels of a narrow telephone's message
SIGN: Final = 8.0  # pixels of a letter on a button there, of a sign of a card too
EDGE: Final = 8  # pixels beside the letters
FIRST: Final = parse_cards("7h7d7c8h9hThJhQd2s5cKs")
MELDS: Final = "3h4h5h6h+9s9d9c"
PILE: Final = "4c8dQs"
HARMLESS: Final = frozenset(  # with nothing ticked, *Discard…* opens a menu
    [
        Verb.TICK,
        Verb.LAY,
        Verb.SUGGEST,
        Verb.SORT,
        Verb.TABLE,
        Verb.CLOSE,
        Verb.CHOOSE,
        Verb.BACK,
        Verb.DROP,
        Verb.PHRASE,
    ]
)

Rows = list[list[tuple[str, ButtonRequest]]]  # of a platform: labels, and what they ask for


@dataclass(frozen=True)
class Case:
    """So many cards, so many of them ticked; with melds on the table, and with a question that waits."""

    cards: int = 11
    ticked: int = 0
    melds: bool = False
    question: bool = False
    menu: str = ""
    language: str = "en"
    phase: str = "play"


def hand(count: int) -> tuple[Card, ...]:
    """Cards that give something to lay where there are enough of them."""
    left = Counter(PACK) - Counter(FIRST) - Counter(parse_cards(MELDS.replace("+", "") + PILE))
    return (*FIRST, *sorted(left.elements()))[:count]


@lru_cache
def seen(case: Case) -> TableView:
    cards = hand(case.cards)
    melds = MELDS if case.melds else "-"
    table = after(dealt(), (BRUNO if dealt().chair("N").person == ANNA.id else ANNA, "propose annul"))
    table = table if case.question else dealt()
    text = f"N/{case.phase} ? {PILE} {format_cards(cards)}/?6/?6/?6 ?11,?11 {melds}|-"
    table = replace(table, game=Game(position("febur", text)))
    draft = Draft(cards, cards[: case.ticked], menu=case.menu, stage=table.stage)
    return TableView(table, Viewer(table.chair("N").person, case.language, START, draft))


def on_telegram(case: Case) -> Rows:
    lines = keyboard(tuple(controls(seen(case))))
    return [[(one["text"], request(one["callback_data"])) for one in line] for line in lines]


def on_discord(case: Case) -> Rows:
    """A menu is one control, which asks for no more than to be opened."""

    async def main() -> list[dict[str, Any]]:
        view = view_of(tuple(controls(seen(case))))
        assert view is not None
        return view.to_components()

    return [[_part(part) for part in row["components"]] for row in asyncio.run(main())]


def _part(part: dict[str, Any]) -> tuple[str, ButtonRequest]:
    if "options" in part:
        assert 1 <= len(part["options"]) <= 25
        return part["placeholder"], Ask(Verb.CHOOSE, MENU)
    return part["label"], request(part["custom_id"])


def request(text: str) -> ButtonRequest:
    press = decode(text)
    assert isinstance(press, Press)
    return press.request


def all_of(rows: Rows) -> list[ButtonRequest]:
    return [one for row in rows for _, one in row]


def lasts(one: ButtonRequest) -> bool:
    """Whether pressing it plays something, or answers what everybody is asked."""
    return not isinstance(one, Ask) or one.verb not in HARMLESS


CASES: Final = [
    Case(cards, ticked, melds, question, language=language)
    for cards, ticked, melds, question, language in product(
        (1, 11, 22, 30, 60), (0, 1, 3), (False, True), (False, True), ("en", "it")
    )
    if ticked <= cards and not (cards == 60 and melds) and (language == "en" or (cards == 22 and melds))
]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_every_hand_fits_both_chats_and_offers_all_there_is(case: Case) -> None:
    view = seen(case)
    telegram, discord = on_telegram(case), on_discord(case)
    assert sum(map(len, telegram)) <= 100
    assert len(discord) <= 5
    assert all(len(row) <= 5 for row in discord)
    away = [card for card in dict.fromkeys(view.draft.order) if card in discards(view)]
    for rows in (telegram, discord):
        verbs = [one.verb for one in all_of(rows) if isinstance(one, Ask)]
        assert (Verb.AGREE in verbs, Verb.REFUSE in verbs) == (case.question, case.question)
        assert Verb.LAY in verbs or Verb.MATTA in verbs
        assert (Verb.SORT in verbs, Verb.TABLE in verbs) == ((not case.question or case.cards <= 25),) * 2
        assert (Verb.CLEAR in verbs) == (case.ticked > 0)
        if not case.ticked:
            plays = [one for one in all_of(rows) if isinstance(one, Lay | Add)]
            assert plays == list(suggestions(view)[:BEST])[: len(plays)]
            assert len(plays) >= min(BEST, len(suggestions(view))) - (len(away) > MOST_OPEN)
            assert (Verb.SUGGEST in verbs) == bool(suggestions(view))
    if not case.ticked and len(away) <= MOST_OPEN:
        assert [one.card for one in all_of(telegram) if isinstance(one, Discard)] == away
        (menu,) = [one for one in controls(view) if isinstance(one, Menu)]
        assert [option.press.request for option in menu.options] == [Discard(card) for card in away]
    elif case.ticked != 1 and away:
        assert Verb.DROP in [one.verb for one in all_of(discord) if isinstance(one, Ask)]
    for row in telegram:
        assert sum(SIGN * len(label) + EDGE for label, _ in row) <= WIDE + 40 or len(row) == 1, row


@pytest.mark.parametrize("case", [one for one in CASES if not one.ticked], ids=repr)
def test_what_takes_the_place_of_draw_does_nothing_that_lasts(case: Case) -> None:
    """Counted from the upper edge of the rows as from the lower one: a second tap falls there."""
    for rows_of in (on_telegram, on_discord):
        before, after_it = rows_of(replace(case, phase="draw")), rows_of(case)
        for row, column, one in [(r, c, one) for r, line in enumerate(before) for c, (_, one) in enumerate(line)]:
            if one not in (DRAW, PICK_UP):
                continue
            for place in (row, row - len(before)):
                line = after_it[place]
                stretched = column * len(line) // len(before[row])  # a line of Telegram is as wide as the message
                at = min(stretched if rows_of is on_telegram else column, len(line) - 1)
                assert not lasts(line[at][1]), (one, line)


@pytest.mark.parametrize("case", [one for one in CASES if one.ticked and not one.question], ids=repr)
def test_ticking_moves_none_of_the_cards_that_are_ticked(case: Case) -> None:
    """A chat grows upwards: what stands below the cards stays, and so do they."""
    before, after_it = on_telegram(replace(case, ticked=0)), on_telegram(case)

    def cards(rows: Rows) -> list[list[str]]:
        cut = [[label.removeprefix("✓") for label, one in row if _ticks(one)] for row in rows]
        return list(reversed(cut))[: -(-min(case.cards, 35) // 7) + (case.cards > 35)]

    assert cards(before) == cards(after_it)
    assert any(cards(before))


def _ticks(one: ButtonRequest) -> bool:
    return isinstance(one, Ask) and one.verb == Verb.TICK


def test_between_the_cards_that_go_away_and_those_to_tick_stands_a_row_that_does_no_harm() -> None:
    rows = on_telegram(Case(22))
    last_away = max(at for at, row in enumerate(rows) for _, one in row if isinstance(one, Discard))
    first_tick = min(at for at, row in enumerate(rows) for _, one in row if _ticks(one))
    between = [one for row in rows[last_away + 1 : first_tick] for _, one in row]
    assert between
    assert not [one for one in between if lasts(one)]


def test_a_menu_opens_below_its_close_which_stands_where_it_was_opened() -> None:
    for rows_of in (on_telegram, on_discord):
        before, opened = rows_of(Case()), rows_of(Case(menu=SUGGESTIONS))
        assert Verb.SUGGEST in [one.verb for _, one in before[0] if isinstance(one, Ask)]
        assert [one for _, one in opened[0]] == [Ask(Verb.CLOSE)]


def test_another_page_of_the_cards_is_another_message() -> None:
    """What has the same mark is not sent again."""
    pages = [Message("en", controls=tuple(controls(seen(Case(60, menu=menu))))) for menu in ("", "page1", "page2")]
    first, same, second = map(mark_of, pages)
    assert first == same != second
    assert "· 2 ·" in [label for row in on_telegram(Case(60, menu="page2")) for label, _ in row]
