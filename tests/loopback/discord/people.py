"""A person at a screen: what they do, and through their eyes everything they could ever see."""

from collections.abc import Callable
from typing import Any

from tests.loopback.discord import offers, wire
from tests.loopback.discord.components import LABEL, TEXT_INPUT
from tests.loopback.discord.eyes import BUTTON, STRING_SELECT, Kind, Sight, parts
from tests.loopback.discord.mentions import pinged
from tests.loopback.discord.permissions import may
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.values import Act, Channel, Content, Json, Message, User
from tests.loopback.discord.world import World
from tests.loopback.news import PATIENCE

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5


class Person:
    """Acts happen at once; what the bot makes of them is awaited with `until` or `answer`. No room means the DM."""

    def __init__(self, world: World, account: User) -> None:
        self.world = world
        self.account = account
        self.id = account.id
        self.dm = world.dm(account)

    def closes_dms(self) -> None:
        """The bot's messages to them are refused with 50007 from now on."""
        self.account.dms_open = False

    def deletes_account(self) -> None:
        """They are in no guild any more, and no DM of theirs can be opened."""
        self.account.is_deleted = True
        for guild in [one for one in self.world.guilds.values() if self.id in one.members]:
            self.world.leave(guild, self.account)

    def opens_dms(self) -> None:
        self.account.dms_open = True

    def writes(self, text: str, room: Room | None = None) -> Message:
        """Plain text, in a room or to the bot."""
        where = self._where(room)
        people, everyone = pinged(text, None, where, self.account)
        now = self.world.clock.now()
        content = Content(text, pinged=people, everyone=everyone)
        return self.world.post(Message(self.world.clock.snowflake(), where, self.account, now, content))

    def deletes(self, message: Message) -> None:
        """Their own message, or any as a moderator; an ephemeral one is only put away."""
        self.world.delete(message)

    def types(self, words: str, room: Room | None = None, /, **options: Any) -> Act:
        """A slash command: `types("burraco new", tavoli, code="fitab")`; a person may be an option."""
        where = self._where(room)
        return self._acts(COMMAND, where, offers.typed(self.world, self.account, where, words, options))

    def completes(self, words: str, option: str, text: str, room: Room | None = None, /, **others: Any) -> Act:
        """Types this much of an option; the suggestions come with `choices`."""
        where = self._where(room)
        data = offers.typed(self.world, self.account, where, words, {**others, option: text}, option)
        return self._acts(COMPLETION, where, data)

    async def choices(self, act: Act, seconds: float = PATIENCE) -> list[Json]:
        """What the bot suggests, as names and values."""
        return (await self.answer(act, seconds)).choices

    def applies(self, name: str, person: "Person", room: Room) -> Act:
        """Chooses this entry in the context menu of a person."""
        where = self._where(room)
        found = [one for one in offers.offered(self.world, self.account, where, offers.ON_USER) if one["name"] == name]
        if not found:
            raise LookupError(f"{self.account.name} is not offered {name!r} on people")
        target = {"target_id": str(person.id), "resolved": wire.resolved(where.guild, person.account)}
        return self._acts(COMMAND, where, {"id": found[0]["id"], "name": name, "type": offers.ON_USER} | target)

    def presses(self, label: str, room: Room | None = None, message: Message | None = None) -> Act:
        """A button by its label, or by a part of it, on the newest message that has one; LookupError where none is."""
        found, button = self.find(label, room, message)
        if button.get("disabled") or "custom_id" not in button:
            raise LookupError(f"the button {label!r} cannot be pressed")
        return self.forges(button["custom_id"], found)

    def chooses(self, *labels: str, room: Room | None = None, menu: str = "", message: Message | None = None) -> Act:
        """Options of a select by their labels; `menu` is its placeholder or id where there are several."""
        for one, select in self._all(STRING_SELECT, room, message):
            values = {option["label"]: option["value"] for option in select["options"]}
            named = menu in {"", select["custom_id"], select.get("placeholder")}
            if named and set(labels) <= set(values) and not select.get("disabled"):
                if not select["min_values"] <= len(labels) <= select["max_values"]:
                    raise ValueError(f"from {select['min_values']} to {select['max_values']} may be chosen")
                return self.forges(select["custom_id"], one, [values[label] for label in labels])
        menus = [[option["label"] for option in one["options"]] for _, one in self._all(STRING_SELECT, room, message)]
        raise LookupError(f"{self.account.name} sees no menu with {labels}, only {menus}")

    def forges(self, custom_id: str, message: Message, values: list[str] | None = None) -> Act:
        """Presses what may have gone from the message by now, as a slow screen does."""
        data: Json = {"custom_id": custom_id, "component_type": BUTTON}
        if values is not None:
            data |= {"component_type": STRING_SELECT, "values": values}
        return self._acts(COMPONENT, message.channel, data, message)

    def fills(self, act: Act, /, **values: str) -> Act:
        """Sends the form that this act brought, filled in by labels or ids; what is left out stays as proposed."""
        if not act.modal:
            raise LookupError("no form came")
        answers = [self._filled(one, values) for one in act.modal["components"] if one["type"] != 10]
        if values:
            raise LookupError(f"the form has no {sorted(values)}")
        return self._acts(FORM, act.channel, {"custom_id": act.modal["custom_id"], "components": answers}, act.message)

    def _filled(self, one: Json, values: dict[str, str]) -> Json:
        """One row or label with its answer; `values` loses what was used."""
        inner = one["component"] if one["type"] == LABEL else one["components"][0]
        label = one.get("label") or inner.get("label")
        name = next((name for name in values if name in {label, inner["custom_id"]}), "")
        value = values.pop(name) if name else inner.get("value") or ""
        answer: Json = {"type": inner["type"], "id": inner.get("id") or 2, "custom_id": inner["custom_id"]}
        if inner["type"] == TEXT_INPUT:
            if not (inner.get("min_length") or 0) <= len(value) <= (inner.get("max_length") or 4000):
                raise ValueError(f"{label}: {len(value)} characters")
            if not value and inner.get("required", True):
                raise ValueError(f"{label}: must be filled in")
            answer["value"] = value
        else:
            answer["values"] = [option["value"] for option in inner["options"] if value == option["label"]]
        number = {"type": one["type"], "id": one.get("id") or 1}
        return number | ({"component": answer} if one["type"] == LABEL else {"components": [answer]})

    async def answer(self, act: Act, seconds: float = PATIENCE) -> Act:
        """The act once the bot has answered it, or was too late; TimeoutError when it does neither."""
        await self.world.until(lambda: act.answer or act.refused, seconds)
        return act

    def screen(self, room: Room | None = None) -> list[Message]:
        """What stands before them there, oldest first, their own ephemeral answers among it."""
        where = room.chat if room else self.dm
        if self.account not in self.world.audience(where):
            return []
        return [one for one in where.messages.values() if not one.deleted and one.receiver in {None, self.account}]

    def find(self, label: str, room: Room | None = None, message: Message | None = None) -> tuple[Message, Json]:
        """The newest message with a button of this label, or of a label that holds it; LookupError if none."""
        buttons = self._all(BUTTON, room, message)
        for exact in (True, False):
            for one, button in buttons:
                on_it = button.get("label") or button.get("emoji", {}).get("name", "")
                if label == on_it or (not exact and label in on_it):
                    return one, button
        labels = [one.get("label") for _, one in buttons]
        raise LookupError(f"{self.account.name} sees no button {label!r}, only {labels}")

    def _all(self, kind: int, room: Room | None, message: Message | None) -> list[tuple[Message, Json]]:
        standing = [message] if message else self.screen(room)[::-1]
        return [(one, part) for one in standing for part in parts(one.content.components) if part["type"] == kind]

    def sees(self, room: Room | Channel | None = None, *kinds: Kind) -> list[Sight]:
        """Everything they could ever see, in order; in one channel and of some kinds only, where they are named."""
        return self.world.eyes[self.id].read(room.id if room else None, kinds)

    def notified(self) -> list[Sight]:
        """What made their device ring."""
        return [one for one in self.sees() if one.notified]

    async def until(self, true: Callable[[list[Sight]], object], seconds: float = PATIENCE) -> list[Sight]:
        """Waits until what they have seen satisfies the condition."""

        def now() -> object:
            try:
                return true(self.sees())
            except (IndexError, LookupError):
                return False  # nothing there yet

        await self.world.until(now, seconds)
        return self.sees()

    def commands(self, room: Room | None = None) -> list[str]:
        """What they may type after the slash there, in their own language."""
        return offers.names(self.world, self.account, room.chat if room else self.dm)

    def _where(self, room: Room | None) -> Channel:
        where = room.chat if room else self.dm
        if not may(where, self.account, "view_channel"):
            raise LookupError(f"{self.account.name} is not in {where.name}")
        return where

    def _acts(self, kind: int, where: Channel, data: Json, message: Message | None = None) -> Act:
        """An interaction goes out to the bot."""
        number = self.world.clock.snowflake()
        act = Act(number, kind, self.account, where, data, f"token{number}", self.world.clock.now(), message)
        self.world.acts[act.token] = act
        self.world.gateway.interact(wire.interaction(self.world, act), where.guild)
        return act
