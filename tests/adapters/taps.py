"""How many taps a turn takes at the chats: ten deals from kept seeds, played as a computer player would play them.

`python -m tests.adapters.taps` prints the means. Each action is done in the fewest taps by which a person can do it
with the controls of their hand, as each platform shows them. On Telegram every button is one tap. On Discord a menu
takes two touches, to open it and to choose; where several cards are chosen in one, each of them is a touch, and so is
closing it. What Discord tells the bot of is an interaction: one for a button, and one for a choice.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from typing import Final, TypeAlias

from bot.gateway.inbound.presses import request_of_press
from bot.messages.buttons import Ask, Press, Verb
from bot.messages.hand_controls import controls
from bot.messages.message import Menu, Row, Ticks
from bot.requests.hand_drafts import Aim, Unfold
from bot.requests.table_commands import Do
from bot.tables.table import PLAYING, Table
from bot.views.drafts import Draft
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from engine.actions import Action, Add, Discard, Lay, format_action, parse_action
from engine.cards import Card
from engine.hand import unpack
from engine.players import PLAYERS
from engine.view import View, view
from tests.tables.playing import START, after, dealt, person_in_turn

SEEDS: Final = tuple(sha256(f"taps {number}".encode()).hexdigest() for number in range(10))
TELEGRAM: Final = "telegram"
DISCORD: Final = "discord"
AWAY: Final = "discard"
MOST_ACTIONS: Final = 2000


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What somebody's finger does, and how often the bot hears of it."""

    touches: int = 0
    interactions: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.touches + other.touches, self.interactions + other.interactions)


Touch: TypeAlias = Press | tuple[Card, ...]
"""A button or a choice of a menu, or cards that are ticked: one on Telegram, all that are wanted on Discord."""
ONE: Final = Cost(1, 1)
A_MENU: Final = Cost(2, 1)


def of_cards(chosen: int) -> Cost:
    """To choose so many cards in one menu: it is opened, each of them is touched, it is closed."""
    return Cost(chosen + 2, 1)


# --- one action -------------------------------------------------------------------------------------------------------


def fewest(table: Table, action: Action, platform: str) -> Cost:
    """The fewest taps by which the player in turn does this, from a hand on which nothing is ticked."""
    return quickest(table, action, platform)[0]


def quickest(table: Table, action: Action, platform: str, first: Draft | None = None) -> tuple[Cost, tuple[Touch, ...]]:
    """The same with what is tapped, one after the other; `first`: what is ticked and open by now."""
    cards = unpack(_seen(table).deal.hands[table.code.seats.index(table.in_turn)])
    start = replace(first or Draft(), order=cards, stage=table.stage)
    order = count()
    waiting: list[tuple[Cost, int, tuple[Touch, ...], Draft | None]] = [(Cost(), next(order), (), start)]
    reached: set[tuple[tuple[Card, ...], str, int]] = set()
    while waiting:
        spent, _, touched, draft = heapq.heappop(waiting)
        if draft is None:
            return spent, touched
        if (state := (draft.ticked, draft.menu, draft.target)) in reached:
            continue
        reached.add(state)
        for cost, touch, then in _steps(table, draft, action, platform):
            heapq.heappush(waiting, (spent + cost, next(order), (*touched, touch), then))
    raise AssertionError(f"{format_action(action)} cannot be done by taps")


def _steps(table: Table, draft: Draft, action: Action, platform: str) -> Iterator[tuple[Cost, Touch, Draft | None]]:
    """What each control leads to, None for the action itself; nobody ticks other cards than those they want to play."""
    reader = Viewer(person_in_turn(table).id, "en", START, draft)
    for control in controls(TableView(table, reader)):
        if isinstance(control, Ticks):
            yield from _ticking(draft, action, platform)
            continue
        offered = control.buttons if isinstance(control, Row) else control.options
        cost = A_MENU if isinstance(control, Menu) and platform == DISCORD else ONE
        for one in offered:
            found = _after(one.press, table, draft, action)
            if found is not draft:
                yield cost, one.press, found


def _ticking(draft: Draft, action: Action, platform: str) -> Iterator[tuple[Cost, Touch, Draft]]:
    wanted = wanted_cards(action)
    if platform == DISCORD and wanted and not draft.ticked:
        yield of_cards(len(wanted)), wanted, replace(draft, ticked=wanted, menu="")
    elif platform == TELEGRAM and len(draft.ticked) < len(wanted):
        next_ones = wanted[len(draft.ticked) :][:1]
        yield ONE, next_ones, replace(draft, ticked=(*draft.ticked, *next_ones))


def _after(press: Press, table: Table, draft: Draft, action: Action) -> Draft | None:
    """How they hold their cards after a press; None where it does the action, the same draft where it leads nowhere."""
    if isinstance(press.request, Ask) and press.request.verb in (Verb.TICK, Verb.SORT, Verb.CLEAR, Verb.WHY):
        return draft
    meaning = request_of_press(press, table, person_in_turn(table).id, draft)
    if isinstance(meaning, Do):
        text = meaning.command.removeprefix("play ")
        return None if text != meaning.command and is_same(parse_action(text), action) else draft
    if isinstance(meaning, Unfold):
        return replace(draft, menu=meaning.menu)
    return replace(draft, target=meaning.meld) if isinstance(meaning, Aim) else draft


def wanted_cards(action: Action) -> tuple[Card, ...]:
    """The cards that somebody ticks for it."""
    if isinstance(action, Lay | Add):
        return tuple(action.cards)
    return (action.card,) if isinstance(action, Discard) else ()


def is_same(one: Action, other: Action) -> bool:
    """The cards of a lay in whichever order, and at whichever end where there is no choice."""
    if isinstance(one, Lay | Add) and type(one) is type(other):
        assert isinstance(other, Lay | Add)
        places = [(action.meld, action.end) if isinstance(action, Add) else (0, "") for action in (one, other)]
        return sorted(one.cards) == sorted(other.cards) and places[0] == places[1]
    return one == other


def kind_of(action: Action) -> str:
    return "lay or add" if isinstance(action, Lay | Add) else AWAY if isinstance(action, Discard) else "draw or pick up"


# --- deals ------------------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What one platform takes, by kind of action; a turn is plain where nothing is laid in it."""

    spent: Counter[str] = field(default_factory=Counter)
    interactions: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)

    def add(self, what: str, cost: Cost) -> None:
        self.spent[what] += cost.touches
        self.interactions[what] += cost.interactions
        self.times[what] += 1

    def line(self, what: str) -> str:
        times = max(1, self.times[what])
        touches, interactions = self.spent[what] / times, self.interactions[what] / times
        return f"{what:18}{self.times[what]:6} times {touches:6.2f} touches {interactions:6.2f} interactions"


def play(seed: str, figures: dict[str, Figures]) -> None:
    """One deal to its end."""
    table, player = dealt(seed=seed), PLAYERS["heuristic"](1)
    turn: dict[str, list[Cost]] = {platform: [] for platform in figures}
    for _ in range(MOST_ACTIONS):
        if table.phase != PLAYING:
            return
        action = player.choose(_seen(table))
        for platform, found in figures.items():
            cost = fewest(table, action, platform)
            found.add(kind_of(action), cost)
            turn[platform].append(cost)
        before = table
        table = after(table, (person_in_turn(table), f"play {format_action(action)}"))
        if table.phase != PLAYING or table.in_turn != before.in_turn:
            for platform, costs in turn.items():
                kind = "a plain turn" if len(costs) == 2 else "a turn with melds"
                for name in ("a turn", kind):
                    figures[platform].add(name, sum(costs, Cost()))
                costs.clear()
    raise AssertionError("the deal does not end")


def _seen(table: Table) -> View:
    assert table.game is not None
    return view(table.game.deal, table.in_turn)


def measured(seeds: Sequence[str] = SEEDS) -> dict[str, Figures]:
    """The figures of both platforms over these deals."""
    figures = {platform: Figures() for platform in (TELEGRAM, DISCORD)}
    for seed in seeds:
        play(seed, figures)
    return figures


if __name__ == "__main__":
    for name, found in measured().items():
        print(name)
        for what in ("a plain turn", "a turn with melds", "a turn", "draw or pick up", "lay or add", AWAY):
            print(f"  {found.line(what)}")
