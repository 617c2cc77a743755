"""What each person could ever see, in order: the server writes here at the moment a screen would show it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from tests.loopback.discord.values import Attachment, Content, Json, Message

Kind = Literal["posted", "edited", "deleted", "thinking", "choices", "modal", "failed", "thread", "event"]

BUTTON = 2
STRING_SELECT = 3
TEXT_DISPLAY = 10


def parts(components: tuple[Json, ...] | list[Json]) -> Iterator[Json]:
    """Every component of a tree, rows and containers included, from top to bottom."""
    for one in components:
        yield one
        yield from parts(one.get("components", []))
        yield from parts([one[inner] for inner in ("accessory", "component") if inner in one])


@dataclass(frozen=True)
class Sight:
    """One thing on a screen: `channel` and `message` say where, `notified` whether the device rang for it."""

    kind: Kind
    at: float
    channel: int
    message: int = 0
    sender: str = ""
    text: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    notified: bool = False
    only_mine: bool = False  # an ephemeral answer, a modal, choices
    reply_to: int = 0

    @property
    def buttons(self) -> tuple[str, ...]:
        """The labels of the buttons, row by row."""
        found = [one for one in parts(self.components) if one["type"] == BUTTON]
        return tuple(one.get("label") or one["emoji"]["name"] for one in found)

    @property
    def menus(self) -> tuple[tuple[str, ...], ...]:
        """The labels of the options of each select."""
        found = [one for one in parts(self.components) if one["type"] == STRING_SELECT]
        return tuple(tuple(option["label"] for option in one["options"]) for one in found)

    @property
    def picture(self) -> bytes:
        """The bytes of the first attachment."""
        return self.attachments[0].data if self.attachments else b""

    @property
    def words(self) -> str:
        """Everything that can be read here: text, embeds, labels, descriptions, names of files."""
        found = [self.text, *[str(one) for one in self.embeds], *[str(one) for one in self.components]]
        return "\n".join(found + [f"{one.name} {one.description}" for one in self.attachments])


def sight_of(kind: Kind, message: Message, at: float, notified: bool = False) -> Sight:
    """A message as it stands now, or its disappearance."""
    content = Content() if kind == "deleted" else message.content
    displays = [one["content"] for one in parts(content.components) if one["type"] == TEXT_DISPLAY]
    return Sight(
        kind=kind,
        at=at,
        channel=message.channel.id,
        message=message.id,
        sender=message.author.name,
        text=content.text or "\n".join(displays),
        embeds=content.embeds,
        components=content.components,
        attachments=content.attachments,
        notified=notified,
        only_mine=message.receiver is not None,
        reply_to=message.reply_to.id if message.reply_to else 0,
    )


@dataclass
class Eyes:
    """The record of one person; nothing is ever taken out of it."""

    seen: list[Sight] = field(default_factory=list)

    def read(self, channel: int | None = None, kinds: tuple[Kind, ...] = ()) -> list[Sight]:
        """What was seen, in this channel only and of these kinds only where they are given."""
        return [one for one in self.seen if channel in {None, one.channel} and (not kinds or one.kind in kinds)]
