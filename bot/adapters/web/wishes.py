"""What a window sends, as intents: JSON objects `{"want": …}` with texts and numbers, and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.chat.service import intents

Json: TypeAlias = Mapping[str, Any]

LONGEST: Final = 600  # signs of one text


class Nonsense(ValueError):
    """No wish of the page."""


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


def _do(m: Json) -> intents.Do:
    sure = m.get("sure") is True or m.get("command") == "resign"  # the page asks itself
    return intents.Do(text(m, "table"), text(m, "command"), text(m, "delivery"), number(m, "stage"), sure)


WANTS: Final[Mapping[str, Callable[[Json], intents.Intent]]] = {
    "play": lambda m: intents.Play(text(m, "rules"), number(m, "pace"), delivery=text(m, "delivery")),
    "watch": lambda m: intents.Watch(text(m, "rules"), number(m, "pace"), delivery=text(m, "delivery")),
    "open": lambda m: intents.Open(
        text(m, "rules"), number(m, "pace"), options=text(m, "options"), delivery=text(m, "delivery")
    ),
    "find": lambda m: intents.Find(text(m, "label")),
    "join": lambda m: intents.Join(text(m, "label"), seat=text(m, "seat"), delivery=text(m, "delivery")),
    "tables": lambda _: intents.Tables(),
    "which": lambda _: intents.Which(),
    "next": lambda m: intents.NextTable(text(m, "table"), text(m, "delivery")),
    "do": _do,
    "replace": lambda m: intents.Replace(text(m, "table"), text(m, "seat"), delivery=text(m, "delivery")),
    "invite": lambda m: intents.Invite(text(m, "table"), text(m, "seat")),
    "accept": lambda m: intents.Accept(text(m, "invitation")),
    "arrange": lambda m: intents.Arrange(text(m, "table"), text(m, "order"), text(m, "ticked")),
    "tick": lambda m: intents.Tick(text(m, "table"), text(m, "card"), number(m, "count")),
    "clear": lambda m: intents.Clear(text(m, "table")),
    "aim": lambda m: intents.Aim(text(m, "table"), number(m, "meld")),
    "unfold": lambda m: intents.Unfold(text(m, "table"), text(m, "menu")),
    "sort": lambda m: intents.Sort(text(m, "table"), text(m, "by")),
    "why": lambda m: intents.Why(text(m, "table"), text(m, "cards")),
    "rules": lambda m: intents.Rules(text(m, "table"), text(m, "name"), text(m, "language")),
    "record": lambda m: intents.Record(text(m, "table")),
    "introduce": lambda m: intents.Introduce(text(m, "name"), text(m, "language"), text(m, "theme"), text(m, "deck")),
    "leaderboard": lambda m: intents.Leaderboard(
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
    "stats": lambda m: intents.Stats(text(m, "of"), csv=m.get("csv") is True),
    "partners": lambda _: intents.Partners(),
    "history": lambda m: intents.History(max(1, number(m, "page")), zone=text(m, "zone")),
    "replay": lambda m: intents.Replay(text(m, "match")),
    "verify": lambda m: intents.Verify(text(m, "match")),
    "correct": lambda m: intents.Correct(text(m, "match"), text(m, "totals"), text(m, "reason"), text(m, "word")),
    "csv": lambda m: intents.Csv(own=not text(m, "place"), private=True, place=text(m, "place")),
    "export": lambda _: intents.Export(private=True),
    "erase": lambda m: intents.Erase(text(m, "word"), private=True),
    "plan": lambda m: intents.MakePlan(
        text(m, "time"), options=text(m, "options"), zone=text(m, "zone"), delivery=text(m, "delivery")
    ),
    "plans": lambda m: intents.Plans(zone=text(m, "zone")),
    "changeplan": lambda m: intents.ChangePlan(
        text(m, "what"),
        max(0, number(m, "number")),
        plan=text(m, "plan"),
        starts=max(0, number(m, "starts")),
        zone=text(m, "zone"),
        delivery=text(m, "delivery"),
    ),
    "link": lambda _: intents.Link(),
    "uselink": lambda m: intents.UseLink(text(m, "code")),
}
"""What a window may wish. It has no channel and no admins: nobody can say from there that he comes from a chat."""


def wish(message: Json) -> intents.Intent:
    """The intent of a message. Raises `Nonsense`."""
    want = WANTS.get(text(message, "want"))
    if want is None:
        raise Nonsense("want")
    return want(message)
