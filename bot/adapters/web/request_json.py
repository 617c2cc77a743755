"""What a window sends, as requests: JSON objects `{"want": …}` with texts and numbers, and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, Final, TypeAlias

from bot.requests import requests

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


def _made(kind: type[requests.Request], names: str = "", **fixed: object) -> Callable[[Json], requests.Request]:
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


def _do(m: Json) -> requests.Do:
    sure = m.get("sure") is True or m.get("command") == "resign"  # the page asks itself
    return requests.Do(text(m, "table"), text(m, "command"), text(m, "delivery"), number(m, "stage"), sure)


WANTS: Final[Mapping[str, Callable[[Json], requests.Request]]] = {
    "play": _made(requests.Play, "rules pace delivery"),
    "watch": _made(requests.Watch, "rules pace delivery"),
    "open": _made(requests.Open, "rules pace options delivery"),
    "find": _made(requests.Find, "label"),
    "join": _made(requests.Join, "label seat delivery"),
    "tables": _made(requests.Tables),
    "which": _made(requests.Which),
    "next": _made(requests.NextTable, "table delivery"),
    "do": _do,
    "replace": _made(requests.Replace, "table seat delivery"),
    "invite": _made(requests.Invite, "table seat"),
    "accept": _made(requests.Accept, "invitation"),
    "arrange": _made(requests.Arrange, "table order ticked"),
    "tick": _made(requests.Tick, "table card count"),
    "clear": _made(requests.Clear, "table"),
    "aim": _made(requests.Aim, "table meld"),
    "unfold": _made(requests.Unfold, "table menu"),
    "sort": _made(requests.Sort, "table by"),
    "why": _made(requests.Why, "table cards"),
    "rules": _made(requests.Rules, "table name language"),
    "record": _made(requests.Record, "table"),
    "introduce": _made(requests.Introduce, "name language theme deck"),
    "leaderboard": _made(requests.Leaderboard, "by kind scope period back practice page place csv"),
    "stats": _made(requests.Stats, "of csv"),
    "partners": _made(requests.Partners),
    "history": _made(requests.History, "page zone"),
    "replay": _made(requests.Replay, "match"),
    "verify": _made(requests.Verify, "match"),
    "correct": _made(requests.Correct, "match totals reason word"),
    "csv": lambda m: requests.Csv(own=not text(m, "place"), private=True, place=text(m, "place")),
    "export": _made(requests.Export, private=True),
    "erase": _made(requests.Erase, "word", private=True),
    "plan": _made(requests.MakePlan, "time options zone delivery"),
    "plans": _made(requests.Plans, "zone"),
    "changeplan": _made(requests.ChangePlan, "what number plan starts zone delivery"),
    "link": _made(requests.Link),
    "uselink": _made(requests.UseLink, "code"),
}
"""What a window may ask for. It has no channel and no admins: nobody can say from there that they come from a chat."""


def wish(message: Json) -> requests.Request:
    """The request of a message. Raises `Nonsense`."""
    want = WANTS.get(text(message, "want"))
    if want is None:
        raise Nonsense("want")
    return want(message)
