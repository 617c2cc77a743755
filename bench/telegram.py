"""`burraco bench telegram`: tables in groups, hands in private chats, presses answered.

`bench.crowd` says how it is measured. The server enforces Telegram's budgets: 30 messages and edits a second in all
and 20 a minute in a group. An answer to a press counts in none.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from bench.crowd import SEATS, Load, Offer, Room, measure, per_turn
from bench.processes import Json, Server
from bot.messages.buttons import Press, decode

PER_GROUP: Final = 2  # tables
EDITS: Final = ("editMessageMedia", "editMessageCaption", "editMessageText", "editMessageReplyMarkup")
MESSAGES: Final = ("sendPhoto", "sendMessage")
PICTURE: Final = "sendPhoto"


class Site:
    """Telegram under load."""

    name = "telegram"

    async def build(self, server: Server, tables: int) -> list[Room]:
        rooms: list[Room] = []
        for first in range(0, tables, PER_GROUP):
            numbers = range(first, min(tables, first + PER_GROUP))
            some = [
                [(await server("user", name=f"{seat}{one}", opened=True))["user"] for seat in SEATS] for one in numbers
            ]
            group = await server("group", title=f"Group {first}", users=[one for people in some for one in people])
            rooms += [Room(f"telegram:{group['chat']}", tuple(people)) for people in some]
        return rooms

    async def settings(self, server: Server) -> dict[str, str]:
        about = await server("about")
        root = about["base_url"].removesuffix("/bot")
        return {"BURRACO_TELEGRAM_TOKEN": about["token"], "BURRACO_TELEGRAM_API": root}

    async def screen(self, server: Server, person: int) -> list[Offer]:
        found = (await server("screen", user=person))["messages"]
        return [offer for message in found for offer in offers(message["message"], message["keyboard"])]

    async def press(self, server: Server, person: int, offer: Offer) -> Json:
        return await server("forge", user=person, message=offer.message, **offer.fields)

    def messages(self, count: Json) -> int:
        return int(count["methods"].get(PICTURE, 0))

    def figures(self, before: Json, after: Json, turns: int, rooms: Sequence[Room]) -> dict[str, float]:
        groups = {room.channel.partition(":")[2] for room in rooms}
        parts = {name: name.split(" ") for name in after["chats"]}
        edits = [name for name, (_, method) in parts.items() if method in EDITS]
        messages = [name for name, (_, method) in parts.items() if method in MESSAGES]

        def each(names: Sequence[str], of_groups: bool) -> float:
            mine = [name for name in names if (parts[name][0] in groups) is of_groups]
            return per_turn(before["chats"], after["chats"], turns, mine)

        return {
            "group_edits_per_turn": each(edits, True),
            "group_messages_per_turn": each(messages, True),
            "private_edits_per_turn": each(edits, False),
            "private_messages_per_turn": each(messages, False),
            "calls_per_turn": per_turn(before["methods"], after["methods"], turns, list(after["methods"])),
            "refused_calls": sum(after["refused"].values()) - sum(before["refused"].values()),
            "unanswered": after["unanswered"],
        }


def offers(message: int, keyboard: Sequence[Sequence[dict[str, str]]]) -> list[Offer]:
    """What can be pressed on a message."""
    texts = [button.get("callback_data", "") for row in keyboard for button in row]
    presses = [(text, decode(text)) for text in texts]
    return [Offer(press, message, {"data": text}) for text, press in presses if isinstance(press, Press)]


def main(load: Load) -> dict[str, float]:
    """Figures by name, each with its unit. Raises `Unusable`."""
    return asyncio.run(measure(Site(), load))
