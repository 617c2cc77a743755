"""People at their telephones: they press what stands on their screens, by lot, and look at what they may see."""

import io
from dataclasses import replace
from typing import Final

from PIL import Image

from bot.messages.buttons import NO_TABLE, Ask, Press, Verb, decode
from engine.actions import DRAW, PICK_UP, Discard, format_action
from engine.players import Player
from engine.view import view
from renderers.paint import draw
from renderers.scenes import HandScene
from tests import scripted
from tests.adapters.telegram.hosting import Host
from tests.loopback.telegram import Telegram
from tests.loopback.telegram.groups import Group
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message, Tap
from tests.scripted import CARD, TAKES, true_hand

HEAD: Final = 60  # pixels


def presses_on(message: Message) -> list[Press]:
    """What the buttons of a message carry."""
    found = [decode(button.get("callback_data", "")) for row in message.content.keyboard for button in row]
    return [one for one in found if isinstance(one, Press)]


def about_table(message: Message, label: str = "") -> bool:
    """Whether a message has buttons for a table, this one where it is named."""
    return any(press.table != NO_TABLE and label in ("", press.table) for press in presses_on(message))


def verb(press: Press) -> Verb | None:
    return press.request.verb if isinstance(press.request, Ask) else None


def cards_of(png: bytes) -> bytes:
    """The picture of a hand without its head, which also says whose turn it was when it was sent."""
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB").crop((0, HEAD, *image.size)).tobytes()


class ScriptedMatch(scripted.ScriptedMatch[Person]):
    """A group of people with the bot, and a table of theirs."""

    platform = "telegram"
    host: Host

    def __init__(self, host: Host, group: Group, people: list[Person], label: str = "", seed: str = "") -> None:
        super().__init__(host, people, label, seed or "an evening on Telegram")
        self.group = group

    @property
    def telegram(self) -> Telegram:
        return self.host.telegram

    # --- acting -------------------------------------------------------------------------------------------------------

    def offered(self, person: Person, where: Group | None = None) -> list[tuple[Message, Press, str]]:
        """Everything of this table that they can press there, with the text of each button."""
        found = []
        for message in person.screen(where):
            for button in [button for row in message.content.keyboard for button in row]:
                press = decode(button.get("callback_data", ""))
                if isinstance(press, Press) and press.table in (self.label, "0"):
                    found.append((message, press, button["callback_data"]))
        return found

    async def tap(self, person: Person, one: tuple[Message, Press, str]) -> Tap:
        """Press it, and wait until everything it has set off is done."""
        self.verbs[str(verb(one[1]) or "act")] += 1
        tap = person.forges(one[2], one[0])
        await person.answer(tap)
        await self.host.settle()
        return tap

    async def press(self, person: Person, what: Verb, where: Group | None = None) -> Tap:
        """Press the newest button with this verb."""
        found = [one for one in self.offered(person, where) if verb(one[1]) == what]
        assert found, (what, [str(one[1].request) for one in self.offered(person, where)])
        return await self.tap(person, found[-1])

    async def play(self) -> None:
        """One press of the person in turn, out of what their screens offer."""
        person = await self.person_in_turn()
        mine, public = self.offered(person), self.offered(person, self.group)
        stage = (await self.table()).stage
        fresh = [one for one in (*mine, *public) if one[1].stage == stage]
        takes = [one for one in fresh if one[1].request in TAKES]
        sure = [one for one in mine if verb(one[1]) == Verb.SURE and one[1].stage == stage]
        actions = [one for one in mine if verb(one[1]) is None and one[1].stage == stage]
        by = {name: [one for one in mine if verb(one[1]) == name] for name in Verb}
        if takes or sure or (actions and by[Verb.CLOSE]):
            self.turns += bool(takes)
            await self.tap(person, self.rng.choice(sure or takes or actions))
            return
        drops = [one for one in actions if isinstance(one[1].request, Discard)]
        plays = [one for one in actions if one not in drops]
        dice = self.rng.random()
        if plays and dice < 0.3:
            await self.tap(person, self.rng.choice(plays))
        elif by[Verb.SUGGEST] and dice < 0.7:
            await self.tap(person, by[Verb.SUGGEST][-1])
        elif by[Verb.TICK] and dice < 0.8:
            few = [Verb.TICK, Verb.TICK, Verb.LAY, Verb.TARGET, Verb.SORT, Verb.WHY, Verb.BACK, Verb.TABLE]
            some = [one for name in few for one in by[name][-1:]]
            await self.tap(person, self.rng.choice(some))
        else:
            last = by[Verb.DROP] or by[Verb.CLEAR] or by[Verb.CLOSE] or mine
            await self.tap(person, self.rng.choice(drops) if drops else last[-1])

    async def write(self, player: Player) -> None:
        """The person in turn writes what this computer player would do, and confirms it where they are asked."""
        person, table = await self.person_in_turn(), await self.table()
        assert table.game is not None
        action = format_action(player.choose(view(table.game.deal, table.in_turn)))
        person.writes(action)
        await self.host.settle()
        if (await self.table()).stage == table.stage:
            person.forges(f"{self.label}:{table.stage}:sure:{action}", person.screen()[-1])
            await self.host.settle()
        self.turns += action in (format_action(DRAW), format_action(PICK_UP))

    # --- beginning ----------------------------------------------------------------------------------------------------

    async def open(self, options: str = "") -> None:
        """The first of them opens a table in the group."""
        self.people[0].writes(f"/new {options}".strip(), self.group)
        await self.host.settle()
        lobby = next(one for one in reversed(self.group.messages) if presses_on(one))
        self.label = presses_on(lobby)[0].table

    async def sit(self, person: Person) -> Tap:
        """They take a place, and open the private chat."""
        tap = await self.press(person, Verb.JOIN, self.group)
        if tap.url:
            person.opens(tap.url)
            await self.host.settle()
        return tap

    async def begin(self, options: str = "") -> None:
        """All sit down and the cards are dealt."""
        for person in self.people:
            if not person.dm.opened:
                person.start()
        await self.host.settle()
        await self.open(options)
        for person in self.people[1:]:
            await self.sit(person)
        await self.start()

    async def start(self) -> None:
        await self.press(self.people[0], Verb.START, self.group)
        await self.dealt()

    # --- looking ------------------------------------------------------------------------------------------------------

    def check_place(self) -> None:
        """Nobody reads in the group which cards somebody holds, and no button there carries one."""
        for sight in self.people[0].sees(self.group):
            for row in sight.keyboard:
                for button in row:
                    press = decode(button.get("callback_data", "x"))
                    assert not CARD.search(button["text"]), button
                    assert not isinstance(press, Press) or isinstance(press.request, Ask) or press.request in TAKES

    async def check_hands(self) -> None:
        """Each picture in a private chat is that person's own view, drawn again; the buttons are their own cards."""
        table = await self.table()
        for person in self.people:
            message = await self.hand_of(person, table)
            if message is None:
                continue
            assert isinstance(message.picture, HandScene)
            drawn = draw(replace(message.picture, ticked=()), message.look).png
            hands = [one for one in person.screen() if Verb.SORT in [verb(press) for press in presses_on(one)]]
            photo = hands[-1].content.photo
            assert photo is not None
            assert cards_of(photo.data) == cards_of(drawn)
            assert set(seen_hand(self, person)) <= set(await true_hand(self, person))


def seen_hand(match: ScriptedMatch, person: Person) -> list[str]:
    """The cards that the toggles of their newest hand show, in our notation, in order."""
    found = [one[1] for one in match.offered(person) if verb(one[1]) == Verb.TICK]
    return sorted(str(one.request.argument)[:2] for one in found if isinstance(one.request, Ask))
