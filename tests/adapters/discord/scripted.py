"""People at their screens: they press and choose what stands there, by lot, and look at what they may see."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.adapters.discord.components import MENU, read
from bot.messages.buttons import NO_TABLE, Ask, Press, Verb, decode
from bot.tables.table import PLAYING
from engine.actions import Discard
from renderers.paint import draw
from renderers.scenes import HandScene
from tests import scripted
from tests.adapters.discord.hosting import Host
from tests.loopback.discord.eyes import BUTTON, STRING_SELECT, parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.server import Discord
from tests.loopback.discord.values import Act, Message
from tests.scripted import CARD, TAKES, true_hand

USUAL, BOLD = 0.7, 0.97  # how often the best plays are asked for; then cards are tried out less


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
        return self.press.request.verb if isinstance(self.press.request, Ask) else None


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
    values = tuple(option["value"] for option in options)
    if f"{MENU}#" not in custom_id:
        press = decode(read(custom_id, values).text)
        assert isinstance(press, Press)
        yield Offer(message, custom_id, press, "", values[:1], values)
        return
    for option in options:
        press = decode(option["value"])
        assert isinstance(press, Press)
        yield Offer(message, custom_id, press, option["label"], (option["value"],))


def is_away(one: Offer) -> bool:
    """Whether choosing it discards a card."""
    return isinstance(one.press.request, Discard)


def about_table(message: Message, label: str = "") -> bool:
    """Whether a message has buttons for a table, this one where it is named."""
    return any(one.press.table != NO_TABLE and label in ("", one.press.table) for one in offers(message))


class ScriptedMatch(scripted.ScriptedMatch[Person]):
    """A channel of people with the bot, and a table of theirs."""

    platform = "discord"
    host: Host

    def __init__(self, host: Host, room: Room, people: list[Person], label: str = "", seed: str = "") -> None:
        super().__init__(host, people, label, seed or "an evening on Discord")
        self.room = room
        self.boldness = USUAL

    @property
    def discord(self) -> Discord:
        return self.host.discord

    # --- acting -------------------------------------------------------------------------------------------------------

    def offered(self, person: Person, where: Room | None = None) -> list[Offer]:
        """Everything of this table that they can press there, the newest last."""
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
        assert found, (what, [str(one.press.request) for one in self.offered(person, where)])
        return await self.tap(person, found[-1])

    async def discards(self, person: Person, where: Room | None = None) -> Act:
        """Choose the first of the cards that stand open to be discarded."""
        return await self.tap(person, next(one for one in self.offered(person, where) if is_away(one)))

    async def types(self, person: Person, words: str, where: Room | None = None, **options: str | Person) -> Act:
        """A slash command, to its end."""
        act = person.types(words, where, **options)
        await person.answer(act)
        await self.host.settle()
        return act

    async def play(self, where: Room | None = None) -> None:
        """One press of the person in turn, out of what their screens offer; `where`: of their hand, if not private."""
        person = await self.person_in_turn()
        mine, public = self.offered(person, where), self.offered(person, self.room)
        stage = (await self.table()).stage
        fresh = [one for one in (*mine, *public) if one.press.stage == stage]
        takes = [one for one in fresh if one.press.request in TAKES]
        sure = [one for one in fresh if one.verb == Verb.SURE]
        actions = [one for one in fresh if one.verb is None]
        by = {name: [one for one in fresh if one.verb == name] for name in Verb}
        if takes or sure or (actions and by[Verb.CLOSE]):
            self.turns += bool(takes)
            await self.tap(person, self.rng.choice(sure or takes or actions))
            return
        drops = [one for one in actions if is_away(one)]
        plays = [one for one in actions if one not in drops]
        by[Verb.SORT] = [one for one in mine if one.verb == Verb.SORT]
        dice = self.rng.random()
        if plays and dice < self.boldness / 2:
            await self.tap(person, self.rng.choice(plays))
        elif by[Verb.SUGGEST] and dice < self.boldness:
            await self.tap(person, by[Verb.SUGGEST][-1])
        elif by[Verb.CHOOSE] and dice < USUAL + 0.1:
            few = [Verb.CHOOSE, Verb.CHOOSE, Verb.LAY, Verb.TARGET, Verb.SORT, Verb.WHY, Verb.BACK]
            some = self.rng.choice([one for name in few for one in by[name][-1:]])
            cards = self.rng.sample(some.names, min(3, len(some.names))) if some.names else None
            await self.tap(person, some, tuple(cards) if cards else None)
        else:
            last = by[Verb.DROP] or by[Verb.CLEAR] or by[Verb.CLOSE]
            await self.tap(person, self.rng.choice(drops) if drops else last[-1])

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

    # --- looking ------------------------------------------------------------------------------------------------------

    def check_place(self) -> None:
        """Nobody reads in the channel which cards somebody holds, and no public button there carries one."""
        for person in self.people:
            for sight in [one for one in person.sees(self.room) if not one.only_mine]:
                for part in parts(sight.components):
                    assert part["type"] != STRING_SELECT
                    press = decode(part.get("custom_id", ""))
                    assert not CARD.search(part.get("label", ""))
                    assert not isinstance(press, Press) or isinstance(press.request, Ask) or press.request in TAKES

    async def check_hands(self) -> None:
        """Each picture in a private chat is that person's own view, drawn again; the menus are their own cards."""
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


def seen_hand(match: ScriptedMatch, person: Person, where: Room | None = None) -> list[str]:
    """The cards that the menus of their newest hand show, in our notation, in order."""
    found = [one for one in match.offered(person, where) if one.verb == Verb.CHOOSE]
    newest = [one for one in found if one.message is found[-1].message]
    return sorted(name[:2] for one in newest for name in one.names)


def chosen(person: Person) -> list[str]:
    """The options that stand chosen in the menus of cards of their newest hand."""
    hand = [one for one in person.screen() if one.receiver is None and about_table(one)][-1]
    menus = [one for one in parts(hand.content.components) if "choose#" in one.get("custom_id", "")]
    return [option["value"] for menu in menus for option in menu["options"] if option.get("default")]
