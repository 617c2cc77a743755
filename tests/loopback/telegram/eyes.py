"""What each person could ever see, in order: the server writes here at the moment a screen would show it."""

from dataclasses import dataclass, field
from typing import Literal

from tests.loopback.telegram.values import Content, Json, Message

Kind = Literal["posted", "edited", "deleted", "service", "toast", "alert", "link", "results", "menu"]


@dataclass(frozen=True)
class Sight:
    """One thing on a screen: `chat` and `message` say where, `notified` whether the device rang for it."""

    kind: Kind
    at: float
    chat: int
    message: int = 0
    sender: str = ""
    text: str = ""
    entities: tuple[Json, ...] = ()
    keyboard: tuple[tuple[Json, ...], ...] = ()
    picture: bytes = b""
    document: bytes = b""
    topic: int = 0
    notified: bool = False
    only_mine: bool = False  # an ephemeral message
    url: str = ""

    @property
    def buttons(self) -> tuple[str, ...]:
        """The labels of the keyboard, row by row."""
        return tuple(button["text"] for row in self.keyboard for button in row)

    def marked(self, kind: str) -> tuple[str, ...]:
        """The parts of the text under entities of this kind, e.g. "bold"."""
        raw = self.text.encode("utf-16-le")
        spans = [
            (one["offset"] * 2, (one["offset"] + one["length"]) * 2) for one in self.entities if one["type"] == kind
        ]
        return tuple(raw[first:last].decode("utf-16-le") for first, last in spans)


def sight_of(kind: Kind, message: Message, at: float, notified: bool = False) -> Sight:
    """A message as it stands now, or its disappearance."""
    content = Content() if kind == "deleted" else message.content
    return Sight(
        kind="service" if message.service and kind == "posted" else kind,
        at=at,
        chat=message.chat.id,
        message=message.ephemeral_id or message.id,
        sender=message.sender_chat.title if message.sender_chat else message.sender.first_name,
        text=content.text or ", ".join(message.service),
        entities=content.entities,
        keyboard=content.keyboard,
        picture=content.photo.data if content.photo else b"",
        document=content.document.data if content.document else b"",
        topic=message.topic,
        notified=notified,
        only_mine=message.receiver is not None,
    )


@dataclass
class Eyes:
    """The record of one person; nothing is ever taken out of it."""

    seen: list[Sight] = field(default_factory=list)

    def read(self, chat: int | None = None, kinds: tuple[Kind, ...] = ()) -> list[Sight]:
        """What was seen, in this chat only and of these kinds only where they are given."""
        return [one for one in self.seen if chat in {None, one.chat} and (not kinds or one.kind in kinds)]
