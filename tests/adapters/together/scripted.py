"""A table with two seats on Telegram and two on Discord: each person acts on their own platform, and looks there."""

from collections.abc import Sequence

from bot.messages.buttons import Verb
from bot.tables.table import PLAYING, Table
from engine.actions import format_action
from engine.players import Player
from engine.view import view
from tests.adapters.discord.scripted import ScriptedMatch as Here
from tests.adapters.discord.scripted import about_table as about_table_here
from tests.adapters.telegram.scripted import ScriptedMatch as There
from tests.adapters.telegram.scripted import about_table as about_table_there
from tests.adapters.together.hosting import Both
from tests.loopback.discord.people import Person as DiscordPerson
from tests.loopback.discord.values import Message as DiscordMessage
from tests.loopback.telegram.people import Person as TelegramPerson
from tests.loopback.telegram.values import Message as TelegramMessage
from tests.scripted import NAMES, wait_for_cards


class Together:
    """Anna and Bruno in a group on Telegram, Carla and Dario in a channel on Discord."""

    def __init__(self, both: Both) -> None:
        self.both = both
        telegram, discord = both.telegram.telegram, both.discord.discord
        there = [telegram.user(name) for name in NAMES[:2]]
        here = [discord.user(name) for name in NAMES[2:]]
        self.there = There(both.telegram, telegram.group("Sala", *there), there)
        self.here = Here(both.discord, discord.guild("Circolo", *here).channel("tavoli"), here)
        self.turns = 0

    @property
    def label(self) -> str:
        return self.there.label

    async def table(self) -> Table:
        return await self.there.table()

    async def begin(self, options: str) -> None:
        """Opened on Telegram; on Discord one joins by the table's name, and so the channel shows it to the other."""
        for person in self.there.people:
            person.start()
        await self.both.settle()
        await self.there.open(options)
        await self.there.sit(self.there.people[1])
        self.here.label = self.label
        carla, dario = self.here.people
        await self.here.types(carla, "burraco join", self.here.room, table=self.label)
        await self.both.settle()
        await self.here.press(dario, Verb.JOIN, self.here.room)
        await self.both.settle()
        await self.there.press(self.there.people[0], Verb.START, self.there.group)
        await self.dealt()

    async def dealt(self) -> None:
        """Until cards lie on the table, however long the table waits for them."""
        await wait_for_cards(self.both.telegram, self.table, self.both.advance)
        await self.both.settle()

    async def in_turn(self) -> TelegramPerson | DiscordPerson:
        """The person in turn, on their platform."""
        table = await self.table()
        return await self.person(table.chair(table.in_turn).person)

    async def person(self, person_id: str) -> TelegramPerson | DiscordPerson:
        accounts = await self.both.telegram.service.accounts(person_id, "telegram")
        everybody: Sequence[TelegramPerson | DiscordPerson] = (
            self.there.people if accounts else self.here.people
        )  # who has accounts on both is looked for on Telegram
        on = "telegram" if accounts else "discord"
        found = accounts or await self.both.telegram.service.accounts(person_id, on)
        return next(one for one in everybody if str(one.id) in found)

    async def turn(self, player: Player) -> None:
        """The person in turn plays it as this computer player would: on Telegram written, on Discord pressed."""
        before = await self.table()
        assert before.game is not None
        number = before.game.turn_number
        for _ in range(40):
            table = await self.table()
            if table.phase != PLAYING or table.game is None or table.game.turn_number != number:
                break
            person = await self.in_turn()
            if isinstance(person, TelegramPerson):
                await self.there.write(player)
            else:
                await self._press(person, player, table)
        self.turns += 1
        await self.both.settle()

    async def _press(self, person: DiscordPerson, player: Player, table: Table) -> None:
        assert table.game is not None
        action = format_action(player.choose(view(table.game.deal, table.in_turn)))
        hand = [one for one in person.screen() if one.receiver is None and about_table_here(one, self.label)][-1]
        await person.answer(person.forges(f"{self.label}:{table.stage}:{action}", hand))
        await self.both.discord.settle()
        if (await self.table()).stage == table.stage:
            await person.answer(person.forges(f"{self.label}:{table.stage}:sure:{action}", hand))
            await self.both.discord.settle()

    # --- looking ------------------------------------------------------------------------------------------------------

    def table_messages(self) -> tuple[TelegramMessage, DiscordMessage]:
        """The message of the table on each platform, as it is now."""
        there = [one for one in self.there.group.messages if about_table_there(one, self.label)]
        here = [one for one in self.here.room.shown if about_table_here(one, self.label)]
        return there[-1], here[-1]

    def check_mirror(self) -> None:
        """Both channels show the same table, each in the shape of its platform."""
        there, here = self.table_messages()
        assert there.content.photo is not None
        pictures = [there.content.photo.data, here.content.attachments[0].data]
        upright, wide = [self.both.watch.painted[png] for png in pictures]
        assert [look.width for look in (upright[0][1], wide[0][1])] == [720, 0]
        assert any(scene == other for scene, _ in upright for other, _ in wide)

    async def check_hands(self) -> None:
        """Each hand stands where its owner is, once, and is their own view."""
        await self.there.check_hands()
        await self.here.check_hands()
