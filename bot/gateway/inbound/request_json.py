"""What a window sends, as requests: JSON objects `{"want": …}` with texts and numbers, and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, Final, TypeAlias

from bot.requests.about import Csv, Erase, Export, History, Leaderboard, Partners, Replay, Stats, Verify
from bot.requests.corrections import Correct
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Open, Play, Watch
from bot.requests.pages import Record, Rules, Tables, Which, Why
from bot.requests.people import Introduce
from bot.requests.plans import ChangePlan, MakePlan, Plans
from bot.requests.requests import Request
from bot.requests.seating import Find, Join, NextTable, Replace
from bot.requests.table_commands import Do

Json: TypeAlias = Mapping[str, Any]

LONGEST: Final = 600  # signs of one text


class Nonsense(ValueError):
    """No request of the page."""


def text(message: Json, key: str) -> str:
    found = message.get(key, "")
    if not isinstance(found, str) or len(found) > LONGEST:
        raise Nonsense(key)
    return found


def sound(message: Json, key: str) -> str:
    """A text that can be written down and looked up."""
    found = text(message, key)
    if any(["\ud800" <= sign <= "\udfff" for sign in found]):
        raise Nonsense(key)
    return found


def number(message: Json, key: str) -> int:
    found = message.get(key, -1)
    if not isinstance(found, int) or not -1 <= found < 1 << 53:
        raise Nonsense(key)
    return found


def _made(kind: type[Request], names: str = "", **fixed: object) -> Callable[[Json], Request]:
    """Makes requests of this kind, of what a window says for these fields; what it leaves out is as usual."""
    read = [one for one in fields(kind) if one.name in names.split()]
    return lambda m: kind(**{one.name: _value(m, one) for one in read}, **fixed)  # type: ignore[arg-type]


def _value(m: Json, field: Field[object]) -> str | int:
    if field.type is bool:
        return m.get(field.name) is True
    if field.type is int:
        found = number(m, field.name)
        return max(field.default, found) if isinstance(field.default, int) else found
    return text(m, field.name) or (field.default if isinstance(field.default, str) else "")


def _do(m: Json) -> Do:
    sure = m.get("sure") is True or m.get("command") == "resign"  # the page asks itself
    return Do(text(m, "table"), text(m, "command"), text(m, "delivery"), number(m, "stage"), sure)


WANTS: Final[Mapping[str, Callable[[Json], Request]]] = {
    "play": _made(Play, "rules pace delivery"),
    "watch": _made(Watch, "rules pace delivery"),
    "open": _made(Open, "rules pace options delivery"),
    "find": _made(Find, "label"),
    "join": _made(Join, "label seat delivery"),
    "tables": _made(Tables),
    "which": _made(Which),
    "next": _made(NextTable, "table delivery"),
    "do": _do,
    "replace": _made(Replace, "table seat delivery"),
    "invite": _made(Invite, "table seat"),
    "accept": _made(Accept, "invitation"),
    "arrange": _made(Arrange, "table order ticked"),
    "tick": _made(Tick, "table card count"),
    "clear": _made(Clear, "table"),
    "aim": _made(Aim, "table meld"),
    "unfold": _made(Unfold, "table menu"),
    "sort": _made(Sort, "table by"),
    "why": _made(Why, "table cards"),
    "rules": _made(Rules, "table name language"),
    "record": _made(Record, "table"),
    "introduce": _made(Introduce, "name language theme deck"),
    "leaderboard": _made(Leaderboard, "by kind scope period back practice page place csv"),
    "stats": _made(Stats, "of csv"),
    "partners": _made(Partners),
    "history": _made(History, "page zone"),
    "replay": _made(Replay, "match"),
    "verify": _made(Verify, "match"),
    "correct": _made(Correct, "match totals reason word"),
    "csv": lambda m: Csv(own=not text(m, "place"), private=True, place=text(m, "place")),
    "export": _made(Export, private=True),
    "erase": _made(Erase, "word", private=True),
    "plan": _made(MakePlan, "time options zone delivery"),
    "plans": _made(Plans, "zone"),
    "changeplan": _made(ChangePlan, "what number plan starts zone delivery"),
    "link": _made(Link),
    "uselink": _made(UseLink, "code"),
}
"""What a window may ask for. It has no channel and no admins: nobody can say from there that they come from a chat."""


def wish(message: Json) -> Request:
    """The request of a message. Raises `Nonsense`."""
    want = WANTS.get(text(message, "want"))
    if want is None:
        raise Nonsense("want")
    return want(message)
