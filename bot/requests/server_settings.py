"""What a server sets for all its channels: a channel takes it over, except where it sets the same otherwise.

The server's row stands beside those of its channels, under the server's name with a slash. A language that somebody has
chosen is kept in `spoken`, for a row's own `language` may only be what the platform said of it.
"""

import json
from collections.abc import Mapping
from typing import Final

from bot.host.ports import Channel, Store
from bot.requests.settings import OWN
from bot.settings_text import read_settings
from bot.tables.table import Settings
from engine.rules import KEYS, RULE_SETS, load_rules

GROUP: Final = "group"  # in a channel's settings: its server
SPOKEN: Final = "spoken"
PRIVATE_CHAT: Final = "private"  # in a channel's settings: it is what one person has with the bot alone
TABLE, TERMS_OF = "table", "terms"


async def in_force(store: Store, bot: str, channel: str) -> Channel:
    """A channel with what holds there: of its server, and of the group that it is a topic of. Raises `StoreError`."""
    row = await store.channel(bot, channel) or Channel(channel, "")
    above = group_of(channel)
    if above:
        return of_topic(row, await in_force(store, bot, above))
    group = server_of(row)
    server = await store.channel(bot, row_of(group)) if group else None
    return row if server is None else with_server_settings(row, server)


def with_server_settings(row: Channel, server: Channel, *, players: bool = False) -> Channel:
    """The channel's own settings over those of its server; as many `players` also at another code of play."""
    own, of_server = read_settings(row.settings), read_settings(server.settings)
    look = {name: own.get(name) or of_server.get(name, "") for name in OWN if own.get(name) or of_server.get(name)}
    settings = {
        **own,
        **look,
        TABLE: merge_changes(part(server, TABLE), part(row, TABLE), players=players),
        TERMS_OF: {**part(server, TERMS_OF), **part(row, TERMS_OF)},
    }
    language = own.get(SPOKEN) or of_server.get(SPOKEN) or row.language
    return Channel(row.id, str(language), json.dumps(settings))


def of_topic(row: Channel, group: Channel) -> Channel:
    """A topic's own settings over those of its group."""
    found = with_server_settings(row, group, players=True)
    return Channel(row.id, row.language or group.language, found.settings)


def group_of(channel: str) -> str:
    """The group of a topic, `telegram:-1001` of `telegram:-1001/45`; "" for a channel that is none."""
    group, _, topic = channel.partition("/")
    return group if topic else ""


def server_of(row: Channel) -> str:
    """The server of a channel, as far as it is known; "" for none."""
    return str(read_settings(row.settings).get(GROUP, ""))


def is_private_chat(row: Channel) -> bool:
    """Whether a channel is known to be somebody's private chat: nobody is called there, and it is theirs alone."""
    return read_settings(row.settings).get(PRIVATE_CHAT) is True


def row_of(group: str) -> str:
    """Under which name a server's own row is kept: no channel ends so."""
    return f"{group}/"


def merge_changes(old: Mapping[str, str], new: Mapping[str, str], *, players: bool = True) -> dict[str, str]:
    """The old changes with the new ones; another code of play forgets what was agreed about the one before.

    The number of `players` stays where the code is for so many. A number of deals takes the place of a target.
    """
    other = new.get("rules", old.get("rules")) != old.get("rules")
    remaining = {key: value for key, value in old.items() if not (other and key in KEYS)}
    so_many = old.get("players", "")
    if players and other and so_many in _players(new.get("rules") or Settings().rules):
        remaining["players"] = so_many
    if new.get("hands") and "target" not in new:
        remaining.pop("target", None)
    return {key: value for key, value in {**remaining, **new}.items() if value}


def _players(rules: str) -> list[str]:
    """For how many people a code of play is; for none where there is no such code."""
    return [str(one) for one in load_rules(rules).players] if rules in RULE_SETS else []


def part(row: Channel, name: str) -> dict[str, str]:
    """The changes of one kind that a row keeps."""
    found = read_settings(row.settings).get(name, {})
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
