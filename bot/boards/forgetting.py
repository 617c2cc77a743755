"""How a person's names and ids go out of the stored texts of a table: log, records, snapshot. Pure.

So do the names of their private chats, which may be those of their accounts.

At a table whose log names them, every name they were known by there is replaced, wherever it stands as a player's name.
Where a namesake sat at that same table, texts cannot tell the two apart: what is derived of the log is made anew.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.boards.ports import LogRowNaming, Renaming
from bot.tables.who import FORGOTTEN, HOST
from engine.cards import Malformed
from engine.record import DealRecord, Line, TableLine, escape, format_record, parse_record
from engine.table import Substitute

DELETED: Final = FORGOTTEN

_ACTOR: Final = re.compile(r"(\S+?)(!?)(?: (.*))?", re.DOTALL)
_REPLACE: Final = re.compile(r"(replace \S+) (\S+) (.*)", re.DOTALL)
_INVITE: Final = re.compile(r"invite (\S+) (\S+) (.*)", re.DOTALL)
_OPENER: Final = re.compile(r"opener (\S+)")
_ASSIGNED: Final = "open "  # begins the entry that opens a table; a tournament's says who sits there


def renaming(
    table: str, ids: Mapping[str, str], rows: Iterable[LogRowNaming], private_chats: Mapping[str, str]
) -> Renaming:
    """How the texts of a table forget these ids of a person, given the rows of its log that name them.

    `ids`, and `private_chats`, as channels are named: each with the word that replaces it.
    """
    names = names_in(ids, [row for row in rows if row.table == table])
    return Renaming(
        table,
        actor=lambda text: without_actor(text, ids),
        entry=lambda text: without_private_chats(without_entry(text, ids), private_chats),
        record=lambda text: without_names(text, names),
        snapshot=lambda text: without_private_chats(without_seats(text, names), private_chats),
    )


def names_in(ids: Mapping[str, str], rows: Iterable[LogRowNaming]) -> frozenset[str]:
    """Everything that the person is called in these rows."""
    return frozenset(name for row in rows for name in _names(ids, row)) - {""}


def _names(ids: Mapping[str, str], row: LogRowNaming) -> Iterable[str]:
    """What the person is called in a row."""
    actor, entry = _ACTOR.fullmatch(row.actor), _REPLACE.fullmatch(row.entry)
    invited = _INVITE.fullmatch(row.entry)
    if actor and actor[1] in ids:
        yield actor[3] or ""
    if entry and entry[2] in ids:
        yield entry[3]
    if invited and invited[1] in ids:
        yield invited[3]
    for person, name, _ in _chairs(_opening(row.entry)):
        if person in ids:
            yield name


def _opening(text: str) -> dict[str, Any]:
    """What an entry says that opens a tournament's table; empty for any other."""
    try:
        read = json.loads(text.removeprefix(_ASSIGNED)) if text.startswith(_ASSIGNED) else {}
    except ValueError:
        return {}
    return read if isinstance(read, dict) and "assigned" in read else {}


def _chairs(opening: Mapping[str, Any]) -> list[list[str]]:
    """By seat, person, name and computer player."""
    return list(opening["assigned"]["chairs"]) if opening else []


def without_actor(text: str, ids: Mapping[str, str]) -> str:
    found = _ACTOR.fullmatch(text)
    if found is None or found[1] not in ids:
        return text
    return f"{ids[found[1]]}{found[2]}{f' {DELETED}' if found[3] else ''}"


def without_entry(text: str, ids: Mapping[str, str]) -> str:
    """An entry that names the person: who takes a seat, is invited, sits there from the first, or has the table now."""
    if opening := _opening(text):
        chairs = [
            [ids.get(person, person), DELETED if person in ids else name, computer]
            for person, name, computer in _chairs(opening)
        ]
        changed = {**opening, "assigned": {**opening["assigned"], "chairs": chairs}}
        return f"{_ASSIGNED}{json.dumps(changed, separators=(',', ':'), sort_keys=True)}"
    seat, opener = _REPLACE.fullmatch(text), _OPENER.fullmatch(text)
    if seat and seat[2] in ids:
        return f"{seat[1]} {ids[seat[2]]} {DELETED}"
    invited = _INVITE.fullmatch(text)
    if invited and invited[1] in ids:
        return f"invite {ids[invited[1]]} {invited[2]} {DELETED}"
    return f"opener {ids[opener[1]]}" if opener and opener[1] in ids else text


def own_row(row: LogRowNaming, person: str) -> LogRowNaming:
    """A row as somebody may read it who asks for what is stored of them: without the others at the table."""
    is_theirs = row.actor == HOST or row.actor.partition(" ")[0].removesuffix("!") == person
    return replace(row, actor=row.actor if is_theirs else "", entry=_own_entry(row.entry, person))


def _own_entry(text: str, person: str) -> str:
    for pattern in (_REPLACE, _INVITE, _OPENER):  # whom they gave a seat, or invited
        found = pattern.fullmatch(text)
        if found and person not in found.groups():
            return "replace " + found[1].split()[-1] if pattern is _REPLACE else text.partition(" ")[0]
    opening = _opening(text)
    if not opening:
        return text
    chairs = [chair if chair[0] == person else ["", "", ""] for chair in _chairs(opening)]
    assigned = {**opening["assigned"], "chairs": chairs}
    return f"{_ASSIGNED}{json.dumps({**opening, 'assigned': assigned})}"


def without_private_chats(text: str, private_chats: Mapping[str, str]) -> str:
    """An entry that opens a table or has a channel show it, or a summary, with other channels."""
    for was, now in private_chats.items():
        quoted = (json.dumps(was), json.dumps(now))
        text = f"mirror {now}" if text == f"mirror {was}" else text.replace(*quoted)
    return text


def without_names(text: str, names: frozenset[str]) -> str:
    """A record whose players of these names are deleted ones. One that cannot be read loses the quoted names."""
    try:
        deals = parse_record(text)
    except Malformed:
        for name in names:
            text = text.replace(f'"{escape(name)}"', f'"{DELETED}"')
        return text
    return format_record([_without(deal, names) for deal in deals])


def _without(deal: DealRecord, names: frozenset[str]) -> DealRecord:
    tags = {tag: DELETED if tag in deal.seats and value in names else value for tag, value in deal.tags.items()}
    return DealRecord(tags, tuple(_line(line, names) for line in deal.lines), deal.line)


def _line(line: Line, names: frozenset[str]) -> Line:
    if isinstance(line, TableLine) and isinstance(line.act, Substitute) and line.act.name in names:
        return TableLine(Substitute(line.act.seat, DELETED), line.line)
    return line


def without_seats(text: str, names: frozenset[str]) -> str:
    """A table's summary (`bot.host.door.summary`) without these names of its seats."""
    try:
        read = json.loads(text)
    except ValueError:
        return text
    if not isinstance(read, dict) or not isinstance(read.get("names"), Mapping):
        return text
    seats = {seat: DELETED if name in names else name for seat, name in read["names"].items()}
    return json.dumps({**read, "names": seats}, ensure_ascii=False)
