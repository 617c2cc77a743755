"""`burraco bench discord`: tables in channels of servers, hands in private messages, presses acknowledged.

`bench.crowd` says how it is measured. The server enforces 50 calls a second, and in a channel 5 of a kind in 5 s.
Calls that answer a press (its acknowledgement, and what is changed through it) count in neither; they are told apart.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from bench.crowd import SEATS, Load, Offer, Room, measure, per_turn
from bench.processes import Json, Server
from bot.adapters.discord.components import MENU, read
from bot.messages.buttons import Press, decode

PER_SERVER: Final = 4  # tables of one Discord server, each in a channel of its own
BUTTON: Final = 2
MENU_OF_TEXTS: Final = 3
CARDS: Final = 3  # that are chosen from a menu of them
MESSAGES: Final = "POST /channels/{channel_id}/messages"
CHANNEL: Final = (MESSAGES, "PATCH /channels/{channel_id}/messages/{message_id}")
OF_A_PRESS: Final = ("/interactions/", "/webhooks/")


class Site:
    """Discord under load."""

    name = "discord"

    async def build(self, server: Server, tables: int) -> list[Room]:
        rooms: list[Room] = []
        for first in range(0, tables, PER_SERVER):
            numbers = range(first, min(tables, first + PER_SERVER))
            some = [[(await server("user", name=f"{seat}{one}"))["user"] for seat in SEATS] for one in numbers]
            club = await server("guild", name=f"Club {first}", users=[one for people in some for one in people])
            for number, people in zip(numbers, some, strict=True):
                channel = await server("channel", guild=club["guild"], name=f"table-{number}")
                rooms.append(Room(f"discord:{channel['channel']}", tuple(people)))
        await server("budget", many=50, seconds=1.0)
        for route in CHANNEL:
            await server("budget", route=route, many=5, seconds=5.0)
        return rooms

    async def settings(self, server: Server) -> dict[str, str]:
        about = await server("about")
        return {
            "BURRACO_DISCORD_TOKEN": about["token"],
            "BURRACO_DISCORD_API": about["api"],
            "BURRACO_DISCORD_GATEWAY": about["gateway"],
        }

    async def screen(self, server: Server, person: int) -> list[Offer]:
        found = (await server("screen", user=person))["messages"]
        return [offer for message in found for offer in offers(message["message"], message["components"])]

    async def press(self, server: Server, person: int, offer: Offer) -> Json:
        return await server("forge", user=person, message=offer.message, **offer.fields)

    def messages(self, count: Json) -> int:
        return int(count["routes"].get(MESSAGES, 0))

    def figures(self, before: Json, after: Json, turns: int, rooms: Sequence[Room]) -> dict[str, float]:  # noqa: ARG002  the port is of both platforms
        routes = list(after["routes"])
        answers = [one for one in routes if one.split(" ")[1].startswith(OF_A_PRESS)]
        others = [one for one in routes if one not in answers]
        posted = [one for one in others if one.startswith("POST ")]
        return {
            "calls_per_turn": per_turn(before["routes"], after["routes"], turns, routes),
            "bytes_per_turn": per_turn(before["bytes"], after["bytes"], turns, routes),
            "answering_calls_per_turn": per_turn(before["routes"], after["routes"], turns, answers),
            "other_calls_per_turn": per_turn(before["routes"], after["routes"], turns, others),
            "posts_per_turn": per_turn(before["routes"], after["routes"], turns, posted),
            "refused_calls": sum(after["refused"].values()) - sum(before["refused"].values()),
            "unanswered": after["unanswered"],
        }


def offers(message: int, components: Sequence[dict[str, Any]]) -> list[Offer]:
    """What can be pressed on a message; of a menu of cards, some of them at once."""
    found: list[Offer] = []
    for row in components:
        for part in row.get("components", []):
            name = part.get("custom_id", "")
            if part["type"] == BUTTON:
                found += _offer(message, name, None)
            elif part["type"] == MENU_OF_TEXTS and f"{MENU}#" in name:
                found += [one for option in part["options"] for one in _offer(message, name, [option["value"]])]
            elif part["type"] == MENU_OF_TEXTS:
                found += _offer(message, name, [option["value"] for option in part["options"]][:CARDS])
    return found


def _offer(message: int, name: str, values: list[str] | None) -> list[Offer]:
    press = decode(read(name, values).text)
    if not isinstance(press, Press):
        return []
    return [Offer(press, message, {"custom_id": name, "values": values})]


def main(load: Load) -> dict[str, float]:
    """Figures by name, each with its unit. Raises `Unusable`."""
    return asyncio.run(measure(Site(), load))
