"""What stands on the screens of both platforms, and everything that anybody was shown: it outlives every host."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.gateway.outbound.messenger import Drawn
from bot.messages.buttons import NO_TABLE, Press, decode, encode
from bot.messages.message import Message, Row, Ticks
from tests.simulated.loop import Time
from tests.watching import Seen

NONCE: Final = 300.0  # seconds for which a platform knows what it has sent already

Letter = tuple[str, str, str]  # table, viewer, kind
Room = tuple[str, str]  # platform, place


@dataclass(eq=False)
class Standing:
    """A message in a chat. `letter`: what it was sent for, None for an answer.

    `place_stored`: its host has stored where it is. `retired`: it has lost its controls. `stuck`: the platform has
    refused to take them. `deleted`: it is not there any more.
    """

    number: int
    room: Room
    private: bool
    at: float
    letter: Letter | None
    once: str
    message: Message
    place_stored: bool = False
    retired: bool = False
    stuck: bool = False
    deleted: bool = False

    @property
    def reference(self) -> str:
        return f"{self.room[1]}.{self.number}"

    @property
    def buttons(self) -> tuple[str, ...]:
        """The texts of what can be pressed there, a menu for a choice of several too."""
        return () if self.deleted or self.retired else tuple(buttons(self.message))

    @property
    def live(self) -> set[str]:
        """The tables that can be played from there."""
        found = [decode(text) for text in self.buttons]
        return {one.table for one in found if isinstance(one, Press) and one.table != NO_TABLE}

    @property
    def directs(self) -> bool:
        """Whether it is a tournament's, with something to press."""
        return self.letter is not None and self.letter[0].startswith("tour") and bool(self.buttons)


def buttons(message: Message) -> Iterable[str]:
    """What the controls of a message send, in their order."""
    for control in message.controls:
        if isinstance(control, Row):
            yield from [encode(one.press) for one in control.buttons]
        else:
            yield from [encode(one.press) for one in control.options]


def ticks(message: Message) -> list[Ticks]:
    """The menus where several things are chosen at once."""
    return [one for one in message.controls if isinstance(one, Ticks)]


def words(message: Message, drawn: Drawn | None) -> str:
    """Everything that can be read there."""
    found = [message.title, *message.lines, message.alt if drawn is None else "", message.brief]
    for control in message.controls:
        if isinstance(control, Row):
            found += [one.label for one in control.buttons]
        else:
            found += [control.caption, *[f"{one.label} {one.note}" for one in control.options]]
    return "\n".join([one for one in found if one])


@dataclass
class Screens:
    """`seen`: by platform and account what was shown to that one alone, and by channel what all there were shown."""

    time: Time
    standing: dict[int, Standing] = field(default_factory=dict)
    seen: dict[Room, list[Seen]] = field(default_factory=dict)
    once: dict[tuple[str, str], int] = field(default_factory=dict)
    pressable: dict[Room, list[tuple[int, str]]] = field(default_factory=dict)  # all that ever was, with its message

    def show(self, room: Room, private: bool, text: str, data: Iterable[str] = (), picture: bytes = b"") -> None:
        """Somebody reads it, or everybody in a channel."""
        seen = Seen(self.time.seconds, private, text, tuple(data), picture)
        self.seen.setdefault(room, []).append(seen)

    def sends(self, one: Standing, drawn: Drawn | None) -> Standing:
        """It stands there; where the platform has sent this very thing already, that does."""
        key = (one.room[0], one.once)
        before = self.standing.get(self.once.get(key, -1)) if one.once else None
        if before is not None and self.time.seconds - before.at < NONCE:
            return before
        self.standing[one.number] = one
        self.once[key] = one.number
        self._shows(one, drawn)
        return one

    def edits(self, number: int, message: Message, drawn: Drawn | None) -> bool:
        """Whether it was still there."""
        one = self.standing[number]
        if one.deleted:
            return False
        one.message, one.retired = message, False
        self._shows(one, drawn)
        return True

    def retires(self, number: int, remove: bool, instead: str) -> None:
        one = self.standing[number]
        one.retired, one.deleted = True, one.deleted or remove
        if instead:
            one.message = replace(one.message, lines=(instead,))

    def _shows(self, one: Standing, drawn: Drawn | None) -> None:
        data = tuple(buttons(one.message))
        self.show(one.room, one.private, words(one.message, drawn), data, drawn.png if drawn else b"")
        self.pressable.setdefault(one.room, []).extend([(one.number, text) for text in data])

    def last(self, room: Room, letter_kind: str = "") -> Standing | None:
        """The newest message with something to press there."""
        found = [one for one in self.standing.values() if one.room == room and one.buttons]
        found = [one for one in found if not letter_kind or (one.letter and one.letter[2] == letter_kind)]
        return found[-1] if found else None
