"""Records (`.brn`): the text of whole matches. Tags say who plays what, lines what happened; nothing is judged here.

`engine.replay` plays a record and checks what it claims.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.actions import ClockOut, Written, format_written, parse_written
from engine.cards import Malformed, shorten
from engine.table import Annul, End, Resign, Substitute, TableAct, TimeOut, Undo

VERSION: Final = "1"
OF_ONE_DEAL: Final = (
    *("Deal", "Dealer", "Before", "Deck", "Shuffle", "Seed", "Commitment"),
    *("Result", "Termination", "Counts", "Penalty"),
)
_LINES: Final = (
    *(("BRN",), ("Event", "Site", "Date", "Round", "Table", "Deal"), ("Rules", "House", "Hands", "Target", "Teams")),
    *(("N", "E", "S", "W"), ("Dealer", "Before"), ("Shuffle", "Seed", "Commitment"), ("Deck",)),
    ("Result", "Termination", "Counts", "Penalty"),
)
"""The known tags as they are written, line by line; others are kept and written after these."""
TAGS: Final = tuple(tag for line in _LINES for tag in line)
_TAG: Final = re.compile(r'\s*\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_UNCOMMENTED: Final = re.compile(r'(?:[^";]|"(?:[^"\\]|\\.)*"?)*')
_LINE_END: Final = re.compile(r"\r\n?|\n")  # a name may hold what else Unicode ends lines by
_TURN: Final = re.compile(r"([0-9]{1,5})\.\s*([NESW])((?:\s+\S+)*)")


@dataclass(frozen=True, slots=True)
class Turn:
    """One line: what a seat did in its turn (or in the part of it that was played so far)."""

    number: int
    seat: str
    actions: tuple[Written, ...]
    line: int = field(default=0, compare=False)  # where it stood, for error messages


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line: what the table did, between two turns."""

    act: TableAct
    line: int = field(default=0, compare=False)


Line: TypeAlias = Turn | TableLine


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal's block: the tags that hold for it, and its lines; where in the text it and its own tags begin."""

    tags: Mapping[str, str]
    lines: tuple[Line, ...] = ()
    line: int = field(default=0, compare=False)
    tag_lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def line_of(self, *tags: str) -> int:
        """The line of the first of these tags that stands in this block; its first line where none does."""
        return next((self.tag_lines[tag] for tag in tags if tag in self.tag_lines), self.line)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play, as the name tags say."""
        return tuple([seat for seat in "NESW" if seat in self.tags])


def lost_on_time(lines: Sequence[Line]) -> bool:
    """Whether the match was lost in this deal because a clock ran out: whose `t` ends the last turn resigns."""
    last = lines[-1] if lines else None
    turns = [line for line in lines if isinstance(line, Turn) and line.actions]
    if not (isinstance(last, TableLine) and isinstance(last.act, Resign) and turns):
        return False
    return turns[-1].seat == last.act.seat and isinstance(turns[-1].actions[-1].action, ClockOut)


# --- reading ----------------------------------------------------------------------------------------------------------


def lines_of(text: str) -> list[str]:
    """The lines of a record, as they are numbered where something is wrong with one."""
    return _LINE_END.split(text.removeprefix("\ufeff"))


def parse_record(text: str) -> tuple[DealRecord, ...]:
    """The deals of a record. Raises `Malformed`, whose reason names the line."""
    reader = _Reader()
    for number, line in enumerate(lines_of(text), 1):
        try:
            reader.read(line.strip(), number)
        except Malformed as error:
            raise Malformed(error.text, f"line {number}: {error.reason}") from None
    return reader.deals()


class _Reader:
    """Collects blocks line by line; tags after a line of play open the next deal."""

    def __init__(self) -> None:
        self._done: list[DealRecord] = []
        self._tags: dict[str, str] = {}
        self._given: dict[str, int] = {}  # the tags of this block, and their lines
        self._lines: list[Line] = []
        self._line = 1

    def read(self, line: str, number: int) -> None:
        if line.startswith("["):
            self._read_tags(line, number)
            return
        line = _without_comment(line)
        if line:
            if not self._given:
                raise Malformed(line, "a record begins with tags")
            self._lines.append(parse_line(line, number))

    def _read_tags(self, line: str, number: int) -> None:
        if self._lines or not self._given:
            self._finish()
            self._line = number
        at = 0
        while found := _TAG.match(line, at):
            self._give(found[1], unescape(found[2]), line, number)
            at = found.end()
        rest = line[at:].strip()
        if rest and not rest.startswith(";"):
            raise Malformed(rest, 'tags are written [Name "value"]')

    def _give(self, name: str, value: str, line: str, number: int) -> None:
        if name in self._given:
            raise Malformed(line, f"the tag {name} stands twice")
        self._given[name] = number
        self._tags[name] = value

    def _finish(self) -> None:
        if self._given:
            self._done.append(DealRecord(dict(self._tags), tuple(self._lines), self._line, self._given))
        self._tags = {name: value for name, value in self._tags.items() if name not in OF_ONE_DEAL}
        self._given = {}
        self._lines = []

    def deals(self) -> tuple[DealRecord, ...]:
        self._finish()
        if not self._done:
            raise Malformed("", "the record is empty")
        version = self._done[0].tags.get("BRN", VERSION)
        if version != VERSION:
            line = self._done[0].line_of("BRN")
            raise Malformed(version, f"line {line}: only version {VERSION} of the notation is known")
        return tuple(self._done)


def _without_comment(line: str) -> str:
    """A `;` begins a comment, unless it stands in a quoted name."""
    found = _UNCOMMENTED.match(line)
    return found[0].strip() if found else ""


def parse_line(line: str, number: int = 0) -> Line:
    """A turn (`1. N d m:7h7c7s x:4c`) or what the table did (`* timeout`). Raises `Malformed`."""
    if line.startswith("*"):
        return TableLine(_table_act(line), number)
    found = _TURN.fullmatch(line)
    if found is None:
        raise Malformed(line, "a turn is written `1. N d x:4c`, the table's part `* timeout`")
    return Turn(int(found[1]), found[2], tuple([parse_written(text) for text in found[3].split()]), number)


def _table_act(line: str) -> TableAct:
    words = line[1:].split(maxsplit=2)
    match words:
        case ["timeout"]:
            return TimeOut()
        case ["undo"]:
            return Undo()
        case ["annulled"]:
            return Annul()
        case ["resign", ("N" | "E" | "S" | "W") as seat]:
            return Resign(seat)
        case ["ended", ("arbitro" | "stallo") as termination]:
            return End(termination)
        case ["seat", ("N" | "E" | "S" | "W") as seat, name] if re.fullmatch(r'"(?:[^"\\]|\\.)*"', name):
            return Substitute(seat, unescape(name[1:-1]))
    raise Malformed(line, "is nothing that a table does")


def unescape(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def escape(plain: str) -> str:
    r"""A tag's value: `\"` and `\\` are escapes, and a value is one line."""
    return re.sub(r'(["\\])', r"\\\1", " ".join(plain.splitlines()))


# --- writing ----------------------------------------------------------------------------------------------------------


def format_record(deals: Iterable[DealRecord]) -> str:
    """A record's text; tags that hold on from the deal before are not repeated."""
    blocks: list[str] = []
    before: Mapping[str, str] = {}
    for deal in deals:
        held = {name: value for name, value in before.items() if name not in OF_ONE_DEAL}
        blocks.append(_format_deal(deal, held))
        before = deal.tags
    return "\n".join(blocks)


def _format_deal(deal: DealRecord, held: Mapping[str, str]) -> str:
    new = {name: value for name, value in deal.tags.items() if held.get(name) != value}
    if not new:  # a block begins with a tag, be it one that holds anyway
        new = dict(list(deal.tags.items())[:1])
    rows = [" ".join([_tag(name, new[name]) for name in names if name in new]) for names in _LINES]
    rows += [_tag(name, value) for name, value in new.items() if name not in TAGS]
    return "\n".join([*[row for row in rows if row], "", *[format_line(line) for line in deal.lines], ""])


def _tag(name: str, value: str) -> str:
    return f'[{name} "{escape(value)}"]'


def format_line(line: Line) -> str:
    if isinstance(line, Turn):
        return " ".join([f"{line.number}.", line.seat, *[format_written(written) for written in line.actions]])
    return "* " + _format_act(line.act)


def _format_act(act: TableAct) -> str:
    match act:
        case TimeOut():
            return "timeout"
        case Undo():
            return "undo"
        case Annul():
            return "annulled"
        case Resign(seat):
            return f"resign {seat}"
        case End(termination):
            return f"ended {termination}"
        case Substitute(seat, name):
            return f'seat {seat} "{escape(name)}"'


def describe_line(line: Line) -> str:
    return shorten(format_line(line))
