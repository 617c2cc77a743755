"""All that anybody saw on a loopback Discord, held against what they might know; and nothing stands there twice."""

from collections import Counter

from bot.adapters.discord.bodies import PICTURE
from bot.adapters.discord.components import read
from bot.messages.buttons import NO_TABLE, Press, decode
from bot.requests.service import Service
from tests.loopback.discord import Discord
from tests.loopback.discord.eyes import Sight, parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import DM, Message
from tests.renderers.pdf_text import words_of
from tests.watching import Seen, Watch


def seen(person: Person, sight: Sight) -> Seen:
    """What was on their screen: a channel's words are everybody's, answers and the private chat are their own."""
    words, data = [sight.text], []
    for part in parts(sight.components):
        words.append(part.get("label") or part.get("placeholder") or "")
        data.append(part.get("custom_id", ""))
        for option in part.get("options", []):
            words += [option["label"], option.get("description") or ""]
            data.append(option["value"])
    words += [one.description for one in sight.attachments]
    words += [words_of(one.data) for one in sight.attachments if one.name != PICTURE]
    pictures = [one.data for one in sight.attachments if one.name == PICTURE]
    assert len(pictures) <= 1
    own = sight.only_mine or sight.channel == person.dm.id
    text = "\n".join(words).replace("\\", "")
    return Seen(sight.at, own, text, tuple(data), b"".join(pictures))


async def nobody_saw_too_much(discord: Discord, watch: Watch, service: Service) -> None:
    """`service` knows who the accounts are."""
    for account, person in discord.people.items():
        sights = [seen(person, one) for one in person.sees()]
        id_ = await service.person_of("discord", str(account)) or watch.people.get(f"discord:{account}", "")
        watch.judge(id_, sights)


def nothing_stands_twice(discord: Discord) -> None:
    """No message of the bot stands twice, and no table is live twice in a room."""
    for channel in discord.channels.values():
        mine = [one for one in channel.shown if one.author is discord.bot]
        same = Counter([_content(one) for one in mine])
        assert [one for one, times in same.items() if times > 1] == []
        live = Counter([label for one in mine for label in labels(one)])
        assert [label for label, times in live.items() if times > 1 and channel.type != DM] == []


def labels(message: Message) -> set[str]:
    """The tables that a message has buttons for."""
    pressable = [one["custom_id"] for one in parts(message.content.components) if "custom_id" in one]
    found = [decode(read(one, None).text) for one in pressable]
    return {one.table for one in found if isinstance(one, Press)} - {NO_TABLE}


def _content(message: Message) -> tuple[object, ...]:
    content = message.content
    return (content.text, str(content.components), tuple(one.data for one in content.attachments))
