"""Lines stand in the order in which they happened, over random tables; who drew for the seats stays told so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from random import Random
from typing import Final

import pytest

from bot.tables.commands import decide_anew
from bot.tables.consent import may_undo, one_sided
from bot.tables.table import PLAYING, UNDO, Table
from bot.tables.who import Declined, Who
from bot.views.display_names import display_names
from bot.views.feed import feed
from bot.views.table_page import table_page
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words import turns
from bot.words.languages import say
from bot.words.notices import Notice, notice
from engine.actions import CLOCK_OUT, DRAW, Action, Discard, Written, format_action, parse_action
from engine.legal import legal
from engine.melds import Meld
from engine.refusal import Refused
from engine.suggest import suggest
from engine.table import act
from engine.view import view
from tests.chance import chance
from tests.tables.playing import (
    ADMIN,
    ANNA,
    BRUNO,
    CARLA,
    CLOCK,
    DARIO,
    EVE,
    SEED,
    START,
    after,
    dealt,
    full,
    person_in_turn,
)

LATECOMERS: Final = ("Elsa", "Fabio", "Gina", "Hugo", "Ines", "Luca")


@dataclass(frozen=True)
class Event:
    """An action of the turn of this number, or a line about what the table did."""

    turn: int
    words: str  # who plays, or the line
    action: Written | None = None


@dataclass
class Diary:
    """What was done at a table, noted as it was done: an account of the deal that looks at no line of the table."""

    events: list[Event] = field(default_factory=list)
    turn: int = 0

    def noted(self, before: Table, table: Table, command: str) -> None:
        verb, *rest = command.split()
        names = display_names(before, "en")
        match verb:
            case "play":
                self.events.append(Event(self.turn, names[before.in_turn], _written(before, rest[0])))
                self.turn += not table.turn
            case "back":
                del self.events[max(place for place, one in enumerate(self.events) if one.action)]
            case "agree":
                self.events = [one for one in self.events if one.turn < self.turn or not one.action]
                self._line(notice("en", Notice.UNDONE))
                self.turn += 1
            case "leave":
                self._line(say("en", "feed.computer", seat=rest[0]))
            case "return":
                self._line(notice("en", Notice.BACK, name=rest[0]))
            case "replace":
                self._line(say("en", "feed.replaced", name=rest[2], other=names[rest[0]]))
            case "timeout":
                self._line(say("en", "feed.time-out"))
            case _:
                raise AssertionError(command)

    def _line(self, words: str) -> None:
        self.events.append(Event(self.turn, words))

    def lines(self, melds: Sequence[Meld]) -> list[str]:
        """A turn in one line, or in parts where the table did something within it; `melds` name those of the last."""
        parts = groupby(self.events, lambda one: (one.turn, one.words, one.action is not None))
        found = [(words, [one.action for one in events if one.action]) for (_, words, _), events in parts]
        lines = [turns.turn("en", who, actions) if actions else who for who, actions in found[:-1]]
        return lines + [turns.turn("en", who, actions, melds) if actions else who for who, actions in found[-1:]]


def _written(table: Table, action: str) -> Written:
    assert table.game is not None
    outcome = act(table.game, table.in_turn, parse_action(action))
    assert not isinstance(outcome, Refused)
    written = outcome[1].written
    return Written(written.action, () if written.action == DRAW else written.revealed, written.marks)


def _what_somebody_does(rng: Random, table: Table) -> tuple[Who, str, str]:
    """Who does what, and what the diary notes of it."""
    seat, kind = rng.choice(table.code.seats), rng.random()
    chair = table.chair(seat)
    if kind < 0.12:
        verb = "return" if chair.computer else "leave"
        return Who(chair.person, chair.name), verb, f"{verb} {chair.name}"
    if kind < 0.17:
        name = rng.choice(LATECOMERS)
        return ADMIN, f"replace {seat} {name.lower()} {name}", f"replace {seat} {name.lower()} {name}"
    if kind < 0.18:
        return ADMIN, "timeout", "timeout"
    if kind < 0.25:
        return person_in_turn(table), "back", "back"
    action = format_action(_plays(rng, table))
    plays = CLOCK if table.chair(table.in_turn).computer or action == "t" else person_in_turn(table)
    return plays, f"play {action}", f"play {action}"


def _plays(rng: Random, table: Table) -> Action:
    assert table.game is not None
    if not table.turn and rng.random() < 0.04:
        return CLOCK_OUT
    deal = table.game.deal
    return rng.choice([one.action for one in suggest(view(deal, deal.seat), limit=4)] + list(legal(deal)))


def _undone(table: Table) -> Table:
    """The table after everybody has agreed to undo the last turn."""
    people = [Who(table.chair(seat).person, table.chair(seat).name) for seat in table.people]
    return after(table, (people[0], "propose undo"), *[(one, "agree") for one in people[1:]])


def _evening(seed: int) -> Iterator[tuple[Table, Diary]]:
    """A random table after each thing that somebody did, with the diary of its deal; until the deal is over."""
    rng, diary = chance(f"feed {seed}"), Diary()
    table = dealt()
    for _ in range(250):
        if may_undo(table) and not one_sided(table, UNDO) and rng.random() < 0.02:
            before, table = table, _undone(table)
            diary.noted(before, table, "agree")
            yield table, diary
        who, command, note = _what_somebody_does(rng, table)
        decided = decide_anew(table, who, command, table.since + 1)
        if isinstance(decided, Declined):
            continue
        diary.noted(table, decided.table, note)
        table = decided.table
        yield table, diary
        if table.phase != PLAYING:
            return


def _melds(table: Table) -> Sequence[Meld]:
    assert table.game is not None
    deal = table.game.deal
    return deal.melds[deal.code.side_of[deal.turn]]


@pytest.mark.parametrize("seed", range(12))
def test_lines_stand_in_the_order_of_what_happened(seed: int) -> None:
    within = 0
    for table, diary in _evening(seed):
        seen = table_page(table, "t1", Viewer())
        lines = [*seen["feed"], *([seen["now"]] if seen["now"] else [])]
        expected = diary.lines(_melds(table) if seen["now"] else ())
        assert lines == expected[-len(lines) :]
        assert len(lines) == min(len(expected), 120 + bool(seen["now"]))
        within += bool(table.turn) and any(not one.action for one in diary.events if one.turn == diary.turn)
    assert within


# --- the cards drawn for the seats ------------------------------------------------------------------------------------


def test_who_drew_for_the_seats_is_told_also_when_somebody_else_sits_there() -> None:
    started = after(full(), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"))
    drawn = table_page(started, "t1", Viewer())["table"]["drawn"]
    assert len(drawn) == 4
    leaver = started.chairs[0]
    replaced = after(started, (ADMIN, f"replace {started.code.seats[0]} elsa Elsa"))
    assert table_page(replaced, "t1", Viewer())["table"]["drawn"] == drawn
    playing = after(replaced, (CLOCK, "deal"), (ADMIN, f"replace {started.code.seats[1]} fabio Fabio"))
    assert table_page(playing, "t1", Viewer())["table"]["drawn"] == drawn
    assert [line.partition(":")[0] for line in drawn] == [chair.name for chair in started.chairs]
    back = after(playing, (ADMIN, f"replace {started.code.seats[0]} {leaver.person} Annamaria"))
    cards = table_page(back, "t1", Viewer())["table"]["drawn"]
    assert cards[0].partition(":")[0] == "Annamaria"  # the same person, under the name of now
    assert cards[1:] == drawn[1:]


def test_a_name_that_is_read_from_the_right_leaves_the_card_beside_it_in_one_piece() -> None:
    started = after(full(), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"))
    named = replace(started, drew=(replace(started.drew[0], person="omar", name="عمر"), *started.drew[1:]))
    drawn = table_page(named, "t1", Viewer())["table"]["drawn"]
    assert drawn[0].startswith("\u2068عمر\u2069: ")


def test_a_rematch_does_not_show_what_was_drawn_for_the_match_before() -> None:
    table = dealt()
    over = after(table, (ANNA, "resign"))
    again = after(over, (ANNA, "rematch"))
    assert table_page(table, "t1", Viewer())["table"]["drawn"]
    assert table_page(again, "t1", Viewer())["table"]["drawn"] == []


def ended_after_a_turn() -> tuple[Table, str, Who]:
    """A deal that was annulled after a turn, the seat of that turn and who played it."""
    table = dealt()
    seat, player = table.in_turn, person_in_turn(table)
    table = after(table, (player, "play d"))
    assert table.game is not None
    card = next(one for one in legal(table.game.deal) if isinstance(one, Discard))
    table = after(table, (player, f"play {format_action(card)}"))
    words = ("propose annul", "agree", "agree", "agree")
    return after(table, *zip((ANNA, BRUNO, CARLA, DARIO), words, strict=True)), seat, player


def feed_of(table: Table, who: Who) -> list[str]:
    return feed(TableView(table, Viewer(who.id, "en", START)))


def test_whoever_takes_a_seat_after_the_deal_has_not_played_it() -> None:
    table, seat, player = ended_after_a_turn()
    assert [line for line in feed_of(table, player) if line.startswith("You draw")]
    replaced = after(table, (ADMIN, f"replace {seat} {EVE.id} {EVE.name}"))
    assert [line for line in feed_of(replaced, EVE) if line.startswith(f"{player.name} draws")]
    assert not [line for line in feed_of(replaced, EVE) if "You draw" in line or f"{EVE.name} draws" in line]


def test_who_comes_back_after_the_deal_has_not_played_what_the_computer_did() -> None:
    table = dealt()
    seat, player = table.in_turn, person_in_turn(table)
    table = after(table, (player, "leave"), (CLOCK, "play d"))
    assert table.game is not None
    card = next(one for one in legal(table.game.deal) if isinstance(one, Discard))
    table = after(table, (CLOCK, f"play {format_action(card)}"), (ADMIN, "end"), (player, "return"))
    assert table.chair(seat).human
    assert [line for line in feed_of(table, player) if line.startswith(f"{player.name} draws")]
    assert not [line for line in feed_of(table, player) if line.startswith("You draw")]
