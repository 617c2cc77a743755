"""What a window sends, as requests: JSON objects `{"want": …}` with texts and numbers, and nothing else."""

from collections.abc import Callable, Mapping
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


def _do(m: Json) -> requests.Do:
    sure = m.get("sure") is True or m.get("command") == "resign"  # the page asks itself
    return requests.Do(text(m, "table"), text(m, "command"), text(m, "delivery"), number(m, "stage"), sure)


WANTS: Final[Mapping[str, Callable[[Json], requests.Request]]] = {
    "play": lambda m: requests.Play(text(m, "rules"), number(m, "pace"), delivery=text(m, "delivery")),
    "watch": lambda m: requests.Watch(text(m, "rules"), number(m, "pace"), delivery=text(m, "delivery")),
    "open": lambda m: requests.Open(
        text(m, "rules"), number(m, "pace"), options=text(m, "options"), delivery=text(m, "delivery")
    ),
    "find": lambda m: requests.Find(text(m, "label")),
    "join": lambda m: requests.Join(text(m, "label"), seat=text(m, "seat"), delivery=text(m, "delivery")),
    "tables": lambda _: requests.Tables(),
    "which": lambda _: requests.Which(),
    "next": lambda m: requests.NextTable(text(m, "table"), text(m, "delivery")),
    "do": _do,
    "replace": lambda m: requests.Replace(text(m, "table"), text(m, "seat"), delivery=text(m, "delivery")),
    "invite": lambda m: requests.Invite(text(m, "table"), text(m, "seat")),
    "accept": lambda m: requests.Accept(text(m, "invitation")),
    "arrange": lambda m: requests.Arrange(text(m, "table"), text(m, "order"), text(m, "ticked")),
    "tick": lambda m: requests.Tick(text(m, "table"), text(m, "card"), number(m, "count")),
    "clear": lambda m: requests.Clear(text(m, "table")),
    "aim": lambda m: requests.Aim(text(m, "table"), number(m, "meld")),
    "unfold": lambda m: requests.Unfold(text(m, "table"), text(m, "menu")),
    "sort": lambda m: requests.Sort(text(m, "table"), text(m, "by")),
    "why": lambda m: requests.Why(text(m, "table"), text(m, "cards")),
    "rules": lambda m: requests.Rules(text(m, "table"), text(m, "name"), text(m, "language")),
    "record": lambda m: requests.Record(text(m, "table")),
    "introduce": lambda m: requests.Introduce(text(m, "name"), text(m, "language"), text(m, "theme"), text(m, "deck")),
    "leaderboard": lambda m: requests.Leaderboard(
        text(m, "by") or "vp",
        text(m, "kind"),
        text(m, "scope") or "channel",
        text(m, "period") or "ever",
        back=max(0, number(m, "back")),
        practice=m.get("practice") is True,
        page=max(1, number(m, "page")),
        place=text(m, "place"),
        csv=m.get("csv") is True,
    ),
    "stats": lambda m: requests.Stats(text(m, "of"), csv=m.get("csv") is True),
    "partners": lambda _: requests.Partners(),
    "history": lambda m: requests.History(max(1, number(m, "page")), zone=text(m, "zone")),
    "replay": lambda m: requests.Replay(text(m, "match")),
    "verify": lambda m: requests.Verify(text(m, "match")),
    "correct": lambda m: requests.Correct(text(m, "match"), text(m, "totals"), text(m, "reason"), text(m, "word")),
    "csv": lambda m: requests.Csv(own=not text(m, "place"), private=True, place=text(m, "place")),
    "export": lambda _: requests.Export(private=True),
    "erase": lambda m: requests.Erase(text(m, "word"), private=True),
    "plan": lambda m: requests.MakePlan(
        text(m, "time"), options=text(m, "options"), zone=text(m, "zone"), delivery=text(m, "delivery")
    ),
    "plans": lambda m: requests.Plans(zone=text(m, "zone")),
    "changeplan": lambda m: requests.ChangePlan(
        text(m, "what"),
        max(0, number(m, "number")),
        plan=text(m, "plan"),
        starts=max(0, number(m, "starts")),
        zone=text(m, "zone"),
        delivery=text(m, "delivery"),
    ),
    "link": lambda _: requests.Link(),
    "uselink": lambda m: requests.UseLink(text(m, "code")),
}
"""What a window may ask for. It has no channel and no admins: nobody can say from there that they come from a chat."""


def wish(message: Json) -> requests.Request:
    """The request of a message. Raises `Nonsense`."""
    want = WANTS.get(text(message, "want"))
    if want is None:
        raise Nonsense("want")
    return want(message)
