"""Who looks over everybody's shoulder: what each person has seen is held against what he may know, picture by picture.

Every state of every table is remembered, and every picture with the scene it was drawn from. At the end each picture on
somebody's screen is drawn once more out of that person's own view and compared byte for byte; each card that a text,
a button or a menu names must be one that he could know; nothing stands twice; and the table in memory is what its log
says.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from bot.adapters.discord.bodies import PICTURE
from bot.adapters.discord.components import read
from bot.chat.messages.buttons import NO_TABLE, Press, decode
from bot.chat.messages.presenter import HAND, present
from bot.chat.messages.presenter import TABLE as LETTER
from bot.chat.messages.showing import Reader
from bot.chat.post.messenger import Drawn
from bot.chat.service.service import Service
from bot.host.door import Door
from bot.host.log import fold
from bot.host.table import PLAYING, Table
from bot.store.sqlite import SqliteStore, open_store
from engine.cards import TEXTS
from engine.hand import unpack
from engine.shuffle import commitment
from engine.view import ARBITER, TABLE, View, view
from renderers.paint import draw
from renderers.scenes import HandScene, Look, Scene, TableScene
from tests.loopback.discord import Discord
from tests.loopback.discord.eyes import BUTTON, STRING_SELECT, Sight, parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import DM, Message

NOTED: Final = re.compile(r"[A2-9TJQK][hdcs]")  # in our notation; jokers are not told apart
NAMED: Final = re.compile(r"(10|[A2-9JQK])([♥♦♣♠])")
LISTED: Final = re.compile(
    r"([♥♦♣♠]): ((?:10|[A2-9JQK])(?: (?:10|[A2-9JQK]))*)$", re.MULTILINE
)  # a suit with its ranks
RUN: Final = re.compile(
    r"(?:10|[A2-9JQK])[♥♦♣♠]-(?:10|[A2-9JQK])[♥♦♣♠]"
)  # the name of a meld, which may end in a matta
SIGNS: Final = dict(zip("♥♦♣♠", "hdcs", strict=True))


@dataclass
class State:
    """A table at a moment, and by viewer which cards can be seen there."""

    at: float
    table: Table
    seen: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def deal(self) -> str:
        return commitment(self.table.seed) if self.table.seed else ""

    def cards(self, person: str) -> frozenset[str]:
        """What the person may see, "" for everybody; all of it once the deal is over."""
        game = self.table.game
        if game is None:
            return frozenset(NOTED.findall(self.table.drawn))
        viewer = ARBITER if self.table.phase != PLAYING else self.table.seat_of(person) or TABLE
        if viewer not in self.seen:
            drawn = NOTED.findall(self.table.drawn)  # for the seats, with everybody looking
            held_for = [meld.stands_for for side in game.deal.melds for meld in side if meld.stands_for >= 0]
            seen = [*NOTED.findall(str(view(game.deal, viewer))), *[TEXTS[card] for card in held_for]]
            self.seen[viewer] = frozenset([*seen, *drawn])
        return self.seen[viewer]


class Witness:
    """Sees one Discord."""

    def __init__(self, discord: Discord) -> None:
        self._discord = discord
        self._states: dict[str, list[State]] = {}  # by short name
        self._drawn: dict[bytes, list[tuple[Scene, Look]]] = {}
        self._fine: set[tuple[int, bytes]] = set()  # pictures of people that were compared
        self._looked: Counter[int] = Counter()  # how much of what each has seen was read

    def watch(self, door: Door) -> None:
        """Remember what happens behind this door."""
        door.listen(self._hear)

    def _hear(self, _table_id: str, table: Table) -> None:
        self._note(table, self._discord.clock.now())

    def _note(self, table: Table, at: float) -> None:
        states = self._states.setdefault(table.label, [])
        if not states or states[-1].table != table:
            states.append(State(at, table))

    async def paint(self, scene: Scene, look: Look) -> Drawn:
        """Draws, and remembers what."""
        drawn = Drawn(*draw(scene, look))
        known = self._drawn.setdefault(drawn.png, [])
        if (scene, look) not in known:
            known.append((scene, look))
        return drawn

    async def read(self, database: Path) -> None:
        """A host that was another program has ended: what happened there stands in its log, and is drawn again."""
        store = await open_store(database, 1)
        try:
            for row in await store.live(BOT):
                log = await store.log(BOT, row.table)
                for number, entry in enumerate(log, 1):
                    table = fold(log[:number])
                    self._note(table, entry.at / 1000)
                    await self._draw(table, entry.at)
            service = Service(door := Door(store, BOT, lambda: 0, lambda size: b"\0" * size), store, BOT)
            await self.judge(service, store, door)
        finally:
            await store.close()

    async def _draw(self, table: Table, now: int) -> None:
        """Every picture that this state of a table may have been shown in, to anybody."""
        if table.game is None:
            return
        for person in ["", *[chair.person for chair in table.chairs if chair.person]]:
            shown = present(HAND if person else LETTER, table, Reader(person, "en", now))
            if shown is not None and shown.picture is not None:
                await self.paint(shown.picture, shown.look)

    # --- the verdict --------------------------------------------------------------------------------------------------

    async def judge(self, service: Service, store: SqliteStore, door: Door) -> None:
        """Fails where something was seen, or stands, that should not."""
        for person in self._discord.people.values():
            person_id = await service.person_of("discord", str(person.id))
            seen = person.sees()
            for sight in seen[self._looked[person.id] :]:
                self._pictures(person, person_id, sight)
                self._words(person_id, sight)
            self._looked[person.id] = len(seen)
        self._twice()
        await self._tables(service, store, door)

    # --- pictures -----------------------------------------------------------------------------------------------------

    def _pictures(self, person: Person, person_id: str, sight: Sight) -> None:
        for file in sight.attachments:
            if file.name == PICTURE and (person.id, file.data) not in self._fine:
                drawn = self._drawn.get(file.data, [])
                said = (person.account.name, sight.text, file.description)
                assert any([self._may_see(person_id, *one, file.data) for one in drawn]), said
                self._fine.add((person.id, file.data))

    def _may_see(self, person: str, scene: Scene, look: Look, png: bytes) -> bool:
        """Whether the picture is this person's own view, drawn again."""
        match scene:
            case HandScene():
                own = self._own_view(person, scene.label, scene.view, scene.seat)
                if own is None:
                    return False
                mine = unpack(own.deal.hands[own.deal.code.seats.index(scene.seat)])
                others = {*scene.ticked, *scene.drawn, *scene.hinted} - set(mine)
                again = replace(scene, view=own)
                return sorted(scene.order) == sorted(mine) and not others and draw(again, look).png == png
            case TableScene():
                seen = self._own_view(person, scene.label, scene.view, scene.mine or TABLE)
                return seen is not None and draw(replace(scene, view=seen), look).png == png
            case _:  # of deals and matches that have ended
                return draw(scene, look).png == png

    def _own_view(self, person: str, label: str, shown: View, viewer: str) -> View | None:
        """The same view, made again out of a state of the table at which the person had it."""
        for state in reversed(self._states.get(label, [])):
            game = state.table.game
            if game is not None and (viewer == TABLE or state.table.seat_of(person) == viewer):
                own = view(game.deal, viewer)
                if own == shown:
                    return own
        return None

    # --- words --------------------------------------------------------------------------------------------------------

    def _words(self, person: str, sight: Sight) -> None:
        """Nothing names a card that he could not know; in a channel none that not everybody could."""
        where = self._discord.channels.get(sight.channel)
        alone = sight.only_mine or (where is not None and where.type == DM)
        named = cards_of(sight)
        known = self._known(person if alone else "", sight.at) if named else set()
        assert named <= known, (named - known, sight.text, [file.description for file in sight.attachments])

    def _known(self, person: str, at: float) -> set[str]:
        """Every card that could be seen until then in the deals on the tables."""
        found: set[str] = set()
        for states in self._states.values():
            past = [state for state in states if state.at <= at]
            deals = list(dict.fromkeys([state.deal for state in past]))[-2:]
            found |= {card for state in past if state.deal in deals for card in state.cards(person)}
        return found

    # --- what stands there --------------------------------------------------------------------------------------------

    def _twice(self) -> None:
        """No message of the bot stands twice, and no table is live twice in a room."""
        for channel in self._discord.channels.values():
            mine = [one for one in channel.shown if one.author is self._discord.bot]
            same = Counter([_content(one) for one in mine])
            assert [one for one, times in same.items() if times > 1] == []
            live = Counter([label for one in mine for label in labels(one)])
            assert [label for label, times in live.items() if times > 1 and channel.type != DM] == []

    async def _tables(self, service: Service, store: SqliteStore, door: Door) -> None:
        """Each table is what its log says, read by somebody who was not there."""
        reader = Door(store, door.bot, door.clock, lambda size: b"\0" * size)
        for label in self._states:
            table_id = await service.table_of(label)
            assert await reader.table(table_id) == await door.table(table_id)


def labels(message: Message) -> set[str]:
    """The tables that a message has buttons for."""
    found = [decode(read(one["custom_id"], None).text) for one in _pressable(message.content.components)]
    return {one.table for one in found if isinstance(one, Press)} - {NO_TABLE}


def _pressable(components: tuple[dict[str, object], ...]) -> Iterator[dict[str, str]]:
    for one in parts(components):
        if one["type"] in (BUTTON, STRING_SELECT) and "custom_id" in one:
            yield one


def _content(message: Message) -> tuple[object, ...]:
    shown = message.content
    return (shown.text, str(shown.components), tuple([one.data for one in shown.attachments]))


def cards_of(sight: Sight) -> set[str]:
    """Every card that is named: in words, beside a picture, on buttons and in menus, and in what these carry."""
    read_aloud = "\n".join([sight.text, *[file.description for file in sight.attachments]])
    carried = []
    for one in parts(sight.components):
        read_aloud += f"\n{one.get('label', '')}\n{one.get('placeholder', '')}"
        carried.append(_wish(one.get("custom_id", "")))
        for option in one.get("options", []):
            read_aloud += f"\n{option['label']}\n{option.get('description') or ''}"
            carried.append(_wish(option["value"]))
    return {*named_in(read_aloud), *[card for text in carried for card in NOTED.findall(text)]}


def _wish(text: str) -> str:
    """What a button carries, without the table's short name."""
    return text.rsplit(":", 1)[-1] if ":" in text else text


def named_in(text: str) -> Iterator[str]:
    """The cards in words, in our notation."""
    plain = RUN.sub("", text.replace("\\", ""))
    for rank, sign in NAMED.findall(plain):
        yield f"{rank.replace('10', 'T')}{SIGNS[sign]}"
    for sign, ranks in LISTED.findall(plain):
        yield from [f"{rank.replace('10', 'T')}{SIGNS[sign]}" for rank in ranks.split()]


BOT: Final = "burraco"  # how the program calls its only bot
WITNESSES: Final[WeakKeyDictionary[Discord, Witness]] = WeakKeyDictionary()


def witness_of(discord: Discord) -> Witness:
    """The one who has seen this Discord from its beginning."""
    return WITNESSES.setdefault(discord, Witness(discord))
