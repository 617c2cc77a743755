"""Who saw what: at the end of a scenario, everything that anybody was shown is held against what they might know.

A `Watch` hears of every state of every table and of every picture that is drawn. Words and buttons may name only cards
that their reader's own view showed at about that time; a picture must be made from such a view, and drawn again from
that view it must be the same, byte for byte. What a group is shown is held against the view of the whole table.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Final

from bot.gateway.outbound.messenger import Drawn
from bot.host.door import Door
from bot.host.ports import Store
from bot.messages.lesson import lesson_message
from bot.messages.message import Message
from bot.messages.presenter import HAND, present
from bot.messages.presenter import TABLE as LETTER
from bot.requests.settings import look_of
from bot.tables.log import fold, states
from bot.tables.table import LOBBY, PLAYING, Table
from bot.views.viewer import Viewer
from bot.words.languages import LANGUAGES
from bot.words.lesson_steps import STEPS
from engine.cards import JOKER, TEXTS, Card
from engine.hand import unpack
from engine.view import ARBITER, TABLE, View, view
from renderers.paint import draw
from renderers.scenes import HandScene, Look, MoviolaScene, Scene, TableScene

WINDOW: Final = 60  # states of each table that a message may still speak of: what happened since its reader's last turn
SIGNS: Final = dict(zip("♥♦♣♠", "hdcs", strict=True))
RANKS: Final = r"10|[A2-9JQK]"
BEHIND: Final = re.compile(rf"({RANKS})([♥♦♣♠])")  # 7♥
BEFORE: Final = re.compile(rf"(?<![0-9AJQK])([♥♦♣♠]):?((?: ?(?:{RANKS})(?![♥♦♣♠\w]))+)")  # ♥K 10 7
NOTED: Final = re.compile(r"(?<![A-Za-z0-9])((?:[A2-9TJQK][hdcs]|Jk)+)(?![A-Za-z0-9])")  # Kd, 7h8hJk
EXAMPLES: Final = re.compile(r"5h 6h 7h|\+3 8h|-Kd|/\S+ (?:3 8h|Kd)")  # in the help: of nobody's hand

OF_LESSON: Final = re.compile(r"(?:\w+\|)?0:0:say:lesson\.\d\.\d(?:#.*)?")  # a button of the lesson

STANDS: Final = re.compile(rf"\((2[♥♦♣♠]|[^\W\d]+) (?:for|al posto di) (?:{RANKS})[♥♦♣♠]\)")  # (2♥ for 10♠)

Paint = Callable[[Scene, Look], Awaitable[Drawn]]


def png(scene: Scene, look: Look) -> bytes:
    """The picture itself."""
    return draw(scene, look).png


def named(text: str) -> set[str]:
    """The cards that a text names, in the engine's notation; jokers, which are all alike, are left out.

    What a matta on the table stands for is no card that lies anywhere.
    """
    text = STANDS.sub(r"(\1)", EXAMPLES.sub("", text))
    found = {_noted(rank, sign) for rank, sign in BEHIND.findall(text)}
    for sign, ranks in BEFORE.findall(text):
        found |= {_noted(rank, sign) for rank in re.findall(RANKS, ranks)}
    for cards in NOTED.findall(text):
        found |= {cards[at : at + 2] for at in range(0, len(cards), 2)}
    return found - {"Jk"}


def buttoned(data: str) -> set[str]:
    """The cards that a button carries, one that is ticked with its number too: `tick:7h1`."""
    return {card for piece in re.split(r"[:|+\s]", data) for card in named(re.sub(r"(?<=[hdcs])\d$", "", piece))}


def _noted(rank: str, sign: str) -> str:
    return ("T" if rank == "10" else rank) + SIGNS[sign]


@cache
def lesson_messages() -> tuple[Message, ...]:
    """All that the lesson shows: hands and tables of nobody."""
    steps = range(1, len(STEPS) + 1)
    return tuple(lesson_message(one, step, option) for one in LANGUAGES for step in steps for option in range(5))


@cache
def lesson_lines() -> frozenset[str]:
    labels = [one.label for message in lesson_messages() for row in message.controls for one in row.buttons]  # type: ignore[union-attr]  # the lesson has buttons only
    lines = [line for message in lesson_messages() for line in (*message.lines, *message.alt.split("\n"))]
    return frozenset((*labels, *lines))


def is_lesson(data: Iterable[str]) -> bool:
    """Whether a message has buttons of the lesson, and of nothing else."""
    found = [one for one in data if one]
    return bool(found) and all(OF_LESSON.fullmatch(one) for one in found)


@dataclass(frozen=True)
class Seen:
    """Something that was on a screen. `own`: nobody but this person saw it. `at`: seconds on the host's clock."""

    at: float
    own: bool
    words: str
    data: tuple[str, ...] = ()
    picture: bytes = b""


@dataclass(frozen=True)
class State:
    """A table after a change."""

    at: float
    table: Table

    @cached_property
    def views(self) -> Mapping[str, View]:
        if self.table.game is None:
            return {}
        return {name: view(self.table.game.deal, name) for name in (TABLE, *self.table.code.seats)}

    @cached_property
    def visible_cards(self) -> Mapping[str, frozenset[str]]:
        public = named(self.table.drawn) if self.table.phase != LOBBY else set()
        if self.table.records and self.table.phase != PLAYING and self.table.game is not None:  # sheets count all hands
            public |= _visible(view(self.table.game.deal, ARBITER))
        viewers = (TABLE, *self.table.code.seats)
        views = self.views
        return {name: frozenset(public | (_visible(views[name]) if name in views else set())) for name in viewers}

    def viewer(self, person: str) -> str:
        return self.table.seat_of(person) or TABLE


def _visible(seen: View) -> set[str]:
    """The cards that a view shows, and those that a matta stands for."""
    deal = seen.deal
    melds = [meld for side in deal.melds for meld in side]
    cards: list[Card] = [*deal.pile, deal.drawn, *[card for hand in deal.hands for card in unpack(hand)]]
    cards += [card for meld in melds for card in (*meld.cards, meld.can_only_be)]
    return {TEXTS[card] for card in cards if 0 <= card < JOKER}


@dataclass
class Watch:
    """Remembers. `window`: what is on a screen may be so many changes of its table late."""

    states: list[State] = field(default_factory=list)
    painted: dict[bytes, list[tuple[Scene, Look]]] = field(default_factory=dict)
    judged: int = 0  # pictures that were drawn again
    read: int = 0  # texts that were searched
    window: int = WINDOW
    draws: Callable[[Scene, Look], bytes] = png
    people: dict[str, str] = field(default_factory=dict)  # whose accounts were, `telegram:7`, that nobody knows now

    def hears(self, door: Door) -> None:
        """From now on every change of this door's tables."""
        door.listen(lambda _, table: self.states.append(State(door.clock() / 1000, table)))

    def paints(self, paint: Paint) -> Paint:
        """The same painter, whose pictures are remembered."""

        async def remembering(scene: Scene, look: Look) -> Drawn:
            drawn = await paint(scene, look)
            self._note(drawn.png, scene, look)
            return drawn

        return remembering

    def _note(self, png: bytes, scene: Scene, look: Look) -> None:
        scenes = self.painted.setdefault(png, [])
        if (scene, look) not in scenes:
            scenes.append((scene, look))

    async def reads(self, store: Store, bot: str, upright: bool, platform: str = "") -> None:
        """What happened before a host in another process is made again from its logs: the states, and their pictures.

        `upright`: as the platform shows tables to who has not chosen. `platform`: only tables that were opened there.
        """
        for row in await store.live(bot):
            log = await store.log(bot, row.subject.id)
            if not fold(log[:1]).channel.startswith(platform):
                continue
            folded = zip(log, states(log), strict=True)
            self.states += [State(entry.at / 1000, table) for entry, table in folded]
        self.states.sort(key=lambda state: state.at)
        for state in self.states:
            for person in ["", *[chair.person for chair in state.table.chairs if chair.person]]:
                reader = Viewer(person, now=int(state.at * 1000), look=look_of("", upright=upright))
                message = present(HAND if person else LETTER, state.table, reader)
                if message is not None and message.picture is not None:
                    self._note(self.draws(message.picture, message.look), message.picture, message.look)

    # --- judging ------------------------------------------------------------------------------------------------------

    def judge(
        self, person: str, sights: Iterable[Seen], inputs: Collection[str] = (), others: Collection[str] = ()
    ) -> None:
        """Holds all that this person saw against what they might know. `inputs`: what they themselves wrote or pressed.

        Without a person it is what all in a channel saw, and `inputs` what was written there.

        `others`: who else they have been, where an account was given to another player.
        """
        people = (person, *others)
        own = {card for text in inputs for card in (*named(text), *buttoned(text))}
        deals, places = self._deals(), self._places()
        lines_read: dict[bool, dict[str, int]] = {True: {}, False: {}}  # each, and since which deal
        pictures: dict[bool, set[bytes]] = {True: set(), False: set()}
        for seen in sights:
            last = bisect_right(self.states, seen.at + 0.001, key=lambda one: one.at)
            recent, deal = self._recent(places, last), deals[last]
            old_lines = {line for line, since in lines_read[seen.own].items() if deal - since <= 1}
            lines = set(seen.words.split("\n")) - old_lines - (lesson_lines() if is_lesson(seen.data) else set())
            cards = {card for text in lines for card in named(text)}.union(*[buttoned(one) for one in seen.data])
            if cards:
                self.read += 1
                viewers = [(one, viewer) for one in recent for viewer in self._as(one, people, seen)]
                might = {card for one, viewer in viewers for card in one.visible_cards.get(viewer, ())}
                secret = cards - might - (own if seen.own or not person else set())
                assert not secret, (person, seen.own, sorted(secret), seen.words, seen.data)
            lines_read[seen.own] |= dict.fromkeys(lines, deal)
            if seen.picture and seen.picture not in pictures[seen.own]:
                self._judge_picture(people, seen, recent)
                pictures[seen.own].add(seen.picture)

    def _deals(self) -> list[int]:
        """How many deals there have been before each state, and after the last."""
        seeds: set[bytes | str] = set()
        counted = [0]
        for state in self.states:
            seeds.add(state.table.seed)
            counted.append(len(seeds))
        return counted

    def _places(self) -> list[list[int]]:
        """Where the states of each table are among all."""
        found: dict[str, list[int]] = {}
        for place, state in enumerate(self.states):
            found.setdefault(state.table.label, []).append(place)
        return list(found.values())

    def _recent(self, places: list[list[int]], last: int) -> list[State]:
        """The latest of each table of the first `last` states, in their order: what one table does hides no other."""
        recent: list[int] = []
        for of_table in places:
            end = bisect_left(of_table, last)
            recent += of_table[max(0, end - self.window) : end]
        return [self.states[place] for place in sorted(recent)]

    @staticmethod
    def _as(state: State, people: Collection[str], seen: Seen) -> set[str]:
        return {state.viewer(person) for person in people} if seen.own else {TABLE}

    def _judge_picture(self, people: Collection[str], seen: Seen, recent: list[State]) -> None:
        scenes = self.painted.get(seen.picture, [])
        assert scenes, "a picture that nobody has drawn"
        assert any(self._is_own(people, seen, scene, look, recent) for scene, look in scenes), (people, seen.own)

    def _is_own(self, people: Collection[str], seen: Seen, scene: Scene, look: Look, recent: list[State]) -> bool:
        """Whether this scene, drawn again from what the reader might see, is what they saw."""
        if not isinstance(scene, HandScene | TableScene):  # of deals that are over; sheets and boards show no hand
            over = not isinstance(scene, MoviolaScene) or all(one.table.records for one in recent[-1:])
            return over and self.draws(scene, look) == seen.picture
        if isinstance(scene, HandScene) and not seen.own:
            return False
        if is_lesson(seen.data) and any(one.picture == scene for one in lesson_messages()):
            return self.draws(scene, look) == seen.picture
        for state in reversed(recent):
            if state.table.label != scene.label:
                continue
            for viewer in {TABLE, *self._as(state, people, seen)}:  # the whole table's view is everybody's
                mine = state.views.get(viewer)
                if mine is not None and mine == scene.view and self._holds(scene, mine):
                    self.judged += 1
                    return self.draws(_from(mine, scene), look) == seen.picture
        return False

    @staticmethod
    def _holds(scene: HandScene | TableScene, mine: View) -> bool:
        """Whether the cards that a scene names beside its view are of the reader's own hand."""
        if isinstance(scene, TableScene):
            return scene.mine in ("", mine.viewer)
        if mine.viewer == TABLE:
            return False
        if scene.table is not None and (scene.table.view != mine or scene.table.mine != mine.viewer):
            return False
        hand = unpack(mine.deal.hands[mine.deal.code.seats.index(mine.viewer)])
        marked = {*scene.ticked, *scene.drawn, *scene.hinted}
        return scene.seat == mine.viewer and sorted(scene.order) == sorted(hand) and marked <= set(hand)


def _from(mine: View, scene: HandScene | TableScene) -> HandScene | TableScene:
    """The scene made of this view, a table above a hand too."""
    if isinstance(scene, HandScene) and scene.table is not None:
        return replace(scene, view=mine, table=replace(scene.table, view=mine))
    return replace(scene, view=mine)
