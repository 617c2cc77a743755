"""People at their screens: they press and choose what stands there, by lot, and look at what they may see."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.adapters.discord.components import MENU, read
from bot.chat.messages.buttons import NO_TABLE, Ask, Press, Verb, decode
from bot.chat.messages.message import Message as Shown
from bot.chat.messages.presenter import HAND, present
from bot.host.table import PLAYING, Table
from engine.actions import DRAW, PICK_UP
from engine.cards import TEXTS
from engine.hand import unpack
from engine.view import view
from renderers.paint import draw
from renderers.scenes import HandScene
from tests.chance import chance
from tests.discord.hosting import Host
from tests.loopback.discord.eyes import BUTTON, STRING_SELECT, parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.server import Discord
from tests.loopback.discord.values import Act, Message

NAMES: Final = ("Anna", "Bruno", "Carla", "Dario")
TAKES: Final = (DRAW, PICK_UP)
USUAL, BOLD = 0.7, 0.97  # how often the best plays are asked for; then cards are tried out less
CARD: Final = re.compile(r"(?:10|[A2-9JQK])[♥♦♣♠]")


@dataclass(frozen=True)
class Offer:
    """Something to press on a screen; `values` for one choice of a menu, `names` are all cards of a menu of them."""

    message: Message
    custom_id: str
    press: Press
    label: str
    values: tuple[str, ...] | None = None
    names: tuple[str, ...] = ()

    @property
    def verb(self) -> Verb | None:
        return self.press.wish.verb if isinstance(self.press.wish, Ask) else None


def offers(message: Message) -> Iterator[Offer]:
    """Everything that can be pressed on a message."""
    for part in parts(message.content.components):
        custom_id = part.get("custom_id", "")
        if part["type"] == BUTTON:
            press = decode(read(custom_id, None).text)
            if isinstance(press, Press):
                yield Offer(message, custom_id, press, part["label"])
        elif part["type"] == STRING_SELECT:
            yield from _choices(message, custom_id, part["options"])


def _choices(message: Message, custom_id: str, options: list[dict[str, str]]) -> Iterator[Offer]:
    values = tuple([option["value"] for option in options])
    if f"{MENU}#" not in custom_id:
        press = decode(read(custom_id, values).text)
        assert isinstance(press, Press)
        yield Offer(message, custom_id, press, "", values[:1], values)
        return
    for option in options:
        press = decode(option["value"])
        assert isinstance(press, Press)
        yield Offer(message, custom_id, press, option["label"], (option["value"],))


def about_table(message: Message, label: str = "") -> bool:
    """Whether a message has buttons for a table, this one where it is named."""
    return any([one.press.table != NO_TABLE and label in ("", one.press.table) for one in offers(message)])


class Evening:
    """A channel of people with the bot, and a table of theirs."""

    def __init__(self, host: Host, room: Room, people: list[Person], label: str = "", seed: str = "") -> None:
        self.host, self.room, self.people = host, room, people
        self.rng: Random = chance(seed or "an evening on Discord")
        self.label = label
        self.verbs: Counter[str] = Counter()
        self.turns = 0
        self.boldness = USUAL

    @property
    def discord(self) -> Discord:
        return self.host.discord

    async def table(self) -> Table:
        return await self.host.table(self.label)

    async def person_in_turn(self) -> Person:
        table = await self.table()
        return await self.owner(table.chair(table.in_turn).person)

    async def owner(self, person_id: str) -> Person:
        accounts = await self.host.service.accounts(person_id, "discord")
        return next(one for one in self.people if str(one.id) in accounts)

    # --- acting -------------------------------------------------------------------------------------------------------

    def offered(self, person: Person, where: Room | None = None) -> list[Offer]:
        """Everything of this table that he can press there, the newest last."""
        found = [one for message in person.screen(where) for one in offers(message)]
        return [one for one in found if one.press.table in (self.label, NO_TABLE)]

    async def tap(self, person: Person, one: Offer, values: tuple[str, ...] | None = None) -> Act:
        """Press it, and wait until everything it has set off is done."""
        self.verbs[str(one.verb or "act")] += 1
        chosen = values if values is not None else one.values
        act = person.forges(one.custom_id, one.message, list(chosen) if chosen is not None else None)
        await person.answer(act)
        await self.host.settle()
        return act

    async def press(self, person: Person, what: Verb, where: Room | None = None) -> Act:
        """Press the newest button with this verb."""
        found = [one for one in self.offered(person, where) if one.verb == what]
        assert found, (what, [str(one.press.wish) for one in self.offered(person, where)])
        return await self.tap(person, found[-1])

    async def types(self, person: Person, words: str, where: Room | None = None, **options: str) -> Act:
        """A slash command, to its end."""
        act = person.types(words, where, **options)
        await person.answer(act)
        await self.host.settle()
        return act

    async def play(self, where: Room | None = None) -> None:
        """One press of the person in turn, out of what his screens offer; `where` his hand is, if not in private."""
        person = await self.person_in_turn()
        mine, public = self.offered(person, where), self.offered(person, self.room)
        stage = (await self.table()).stage
        fresh = [one for one in (*mine, *public) if one.press.revision == stage]
        takes = [one for one in fresh if one.press.wish in TAKES]
        sure = [one for one in fresh if one.verb == Verb.SURE]
        actions = [one for one in fresh if one.verb is None]
        if takes or sure or actions:
            self.turns += bool(takes)
            await self.tap(person, self.rng.choice(sure or takes or actions))
            return
        by = {name: [one for one in fresh if one.verb == name] for name in Verb}
        by[Verb.SORT] = [one for one in mine if one.verb == Verb.SORT]
        dice = self.rng.random()
        if by[Verb.SUGGEST] and dice < self.boldness:
            await self.tap(person, by[Verb.SUGGEST][-1])
        elif by[Verb.CHOOSE] and dice < USUAL + 0.1:
            few = [Verb.CHOOSE, Verb.CHOOSE, Verb.LAY, Verb.TARGET, Verb.SORT, Verb.WHY, Verb.BACK]
            some = self.rng.choice([one for name in few for one in by[name][-1:]])
            cards = self.rng.sample(some.names, min(3, len(some.names))) if some.names else None
            await self.tap(person, some, tuple(cards) if cards else None)
        else:
            last = (by[Verb.DROP] or by[Verb.CLEAR] or by[Verb.CLOSE])[-1]
            await self.tap(person, last)

    async def deal(self, most: int = 3000) -> None:
        """Play until the deal on the table is over: now the best plays, taken from their menu, then the discard."""
        self.boldness = BOLD
        for _ in range(most):
            if (await self.table()).phase != PLAYING:
                return
            await self.play()
        raise AssertionError("the deal does not end")

    # --- beginning ----------------------------------------------------------------------------------------------------

    async def open(self, code: str = "", settings: str = "") -> None:
        """The first of them opens a table in the channel."""
        options = {name: value for name, value in (("code", code), ("settings", settings)) if value}
        await self.types(self.people[0], "burraco new", self.room, **options)
        lobby = [one for one in self.room.shown if about_table(one)][-1]
        self.label = next(one.press.table for one in offers(lobby))

    async def begin(self, code: str = "", settings: str = "") -> None:
        """All sit down and the cards are dealt."""
        await self.open(code, settings)
        for person in self.people[1:]:
            await self.press(person, Verb.JOIN, self.room)
        await self.start()

    async def start(self) -> None:
        await self.press(self.people[0], Verb.START, self.room)
        await self.dealt()

    async def dealt(self) -> None:
        """Until cards lie on the table, however long the table waits for them."""
        while (await self.table()).phase != PLAYING:
            if not await self.host.clockwork.fire():
                due = await self.host.store.next_due("b")
                assert due is not None
                ahead = due / 1000 - self.discord.clock.now()
                self.discord.clock.advance(max(ahead, 0) + 0.01)
        await self.host.settle()

    # --- looking ------------------------------------------------------------------------------------------------------

    def check_room(self) -> None:
        """Nobody reads in the channel which cards somebody holds, and no public button there carries one."""
        for person in self.people:
            for sight in [one for one in person.sees(self.room) if not one.only_mine]:
                for part in parts(sight.components):
                    assert part["type"] != STRING_SELECT
                    press = decode(part.get("custom_id", ""))
                    assert not CARD.search(part.get("label", ""))
                    assert not isinstance(press, Press) or isinstance(press.wish, Ask) or press.wish in TAKES

    async def check_hands(self) -> None:
        """Each picture in a private chat is that person's own view, drawn again; the menus are his own cards."""
        await self.check_hands_of(self.people)

    async def check_hands_of(self, people: list[Person]) -> None:
        table = await self.table()
        for person in people:
            message = await self.hand_of(person, table)
            if message is None:
                continue
            assert isinstance(message.picture, HandScene)
            drawn = draw(replace(message.picture, ticked=()), message.look).png
            mine = [one for one in person.screen() if one.receiver is None and about_table(one, self.label)]
            hands = [one for one in mine if Verb.SORT in [offer.verb for offer in offers(one)]]
            assert len(hands) == 1
            assert hands[0].content.attachments[0].data == drawn
            assert set(seen_hand(self, person)) <= set(await true_hand(self, person))

    async def hand_of(self, person: Person, table: Table) -> Shown | None:
        """The message that shows somebody his hand, as it must be now; None where there is none."""
        person_id = await self.host.service.person_of("discord", str(person.id))
        reader = await self.host.service.reader(person_id, await self.host.service.table_of(self.label))
        message = present(HAND, table, reader)
        return message if message is not None and isinstance(message.picture, HandScene) else None


def seen_hand(evening: Evening, person: Person, where: Room | None = None) -> list[str]:
    """The cards that the menus of his newest hand show, in our notation, in order."""
    found = [one for one in evening.offered(person, where) if one.verb == Verb.CHOOSE]
    newest = [one for one in found if one.message is found[-1].message]
    return sorted([name[:2] for one in newest for name in one.names])


async def true_hand(evening: Evening, person: Person) -> list[str]:
    """The cards that he holds, by his own view."""
    table = await evening.table()
    person_id = await evening.host.service.person_of("discord", str(person.id))
    seat = table.seat_of(person_id)
    assert table.game is not None
    number = table.code.seats.index(seat)
    return sorted([TEXTS[card] for card in unpack(view(table.game.deal, seat).deal.hands[number])])
