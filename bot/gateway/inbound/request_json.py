"""What a window sends, as requests: JSON objects `{"want": …}` with texts and numbers, and nothing else."""

import re
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, Final, TypeAlias, TypeGuard

from bot.messages.buttons import CODE
from bot.messages.tournament_message import CALL
from bot.requests.board_answers import History, Leaderboard, Partners, Stats
from bot.requests.chat import Mute, Write
from bot.requests.corrections import Correct
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.hints import Explain, Hint
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.match_records import ShowReplay, Verify
from bot.requests.openings import Open, Play, Watch
from bot.requests.own_data import Csv, Erase, Export
from bot.requests.own_link import NewLink
from bot.requests.pages import Record, ShowRules, Tables, Which, Why
from bot.requests.people import Introduce
from bot.requests.phrases import SayPhrase
from bot.requests.plans import ChangePlan, MakePlan, Plans
from bot.requests.pushes import Subscribe, Unsubscribe
from bot.requests.requests import AtTable, Request
from bot.requests.seating import Find, Join, NextTable, Replace
from bot.requests.table_commands import Do
from bot.requests.tournaments.asks import AskTournament
from bot.requests.tournaments.web_form import FillForm

Json: TypeAlias = Mapping[str, Any]

LONGEST: Final = 600  # signs of one text
_SHORT_NAME: Final = re.compile(CODE)


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
    if any("\ud800" <= sign <= "\udfff" for sign in found):
        raise Nonsense(key)
    return found


def number(message: Json, key: str) -> int:
    found = message.get(key, -1)
    if not isinstance(found, int) or not -1 <= found < 1 << 53:
        raise Nonsense(key)
    return found


def _maker(kind: type[Request], names: str = "", **fixed: object) -> Callable[[Json], Request]:
    """Makes requests of this kind, of what a window says for these fields; what it leaves out is as usual."""
    read = [one for one in fields(kind) if one.name in names.split()]
    return lambda m: kind(**{one.name: _value(m, one) for one in read}, **fixed)  # type: ignore[arg-type]  # the values are of the fields' types


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
    "play": _maker(Play, "rules pace delivery"),
    "watch": _maker(Watch, "rules pace delivery"),
    "open": _maker(Open, "rules pace options delivery"),
    "find": _maker(Find, "label"),
    "join": _maker(Join, "label seat delivery"),
    "tables": _maker(Tables),
    "which": _maker(Which),
    "next": _maker(NextTable, "table delivery"),
    "do": _do,
    "replace": _maker(Replace, "table seat delivery"),
    "invite": _maker(Invite, "table seat"),
    "accept": _maker(Accept, "invitation asks"),
    "arrange": _maker(Arrange, "table order ticked"),
    "tick": _maker(Tick, "table card count"),
    "clear": _maker(Clear, "table"),
    "aim": _maker(Aim, "table meld"),
    "unfold": _maker(Unfold, "table menu"),
    "sort": _maker(Sort, "table by"),
    "why": _maker(Why, "table cards"),
    "hint": _maker(Hint, "table delivery stage"),
    "explain": _maker(Explain, "table seat"),
    "rules": _maker(ShowRules, "table name language"),
    "record": _maker(Record, "table"),
    "say": _maker(SayPhrase, "table phrase"),
    "write": _maker(Write, "table words delivery"),
    "mute": _maker(Mute, "table seat muted"),
    "introduce": _maker(Introduce, "name language theme deck phrases"),
    "leaderboard": _maker(Leaderboard, "by kind scope period back practice page place csv of"),
    "stats": _maker(Stats, "of csv", private=True),
    "partners": _maker(Partners),
    "history": _maker(History, "page zone beside"),
    "replay": _maker(ShowReplay, "match"),
    "verify": _maker(Verify, "match"),
    "correct": _maker(Correct, "match totals reason word"),
    "csv": lambda m: Csv(own=not text(m, "place"), private=True, place=text(m, "place")),
    "export": _maker(Export, private=True),
    "erase": _maker(Erase, "word", private=True),
    "plan": _maker(MakePlan, "time options zone delivery"),
    "plans": _maker(Plans, "zone"),
    "changeplan": _maker(ChangePlan, "what number plan starts zone delivery"),
    "tournament": _maker(AskTournament, "what words tournament delivery", at_desk=True),
    "club": _maker(AskTournament, "what words tournament delivery", in_browser=True),
    "form": _maker(FillForm, " ".join([one.name for one in fields(FillForm)])),
    "arbiter": _maker(AskTournament, "tournament delivery", what=CALL),
    "subscribe": _maker(Subscribe, "endpoint key auth"),
    "unsubscribe": _maker(Unsubscribe, "endpoint"),
    "link": _maker(Link),
    "newlink": _maker(NewLink, "token"),
    "uselink": _maker(UseLink, "code"),
}
"""What a window may ask for. It has no channel and no admins: nobody can say from there that they come from a chat."""


def request_of(message: Json) -> Request:
    """The request of a message. Raises `Nonsense`."""
    want = WANTS.get(text(message, "want"))
    if want is None:
        raise Nonsense("want")
    return want(message)


def opens_table(request: Request) -> TypeGuard[Play | Watch | Open | NextTable | MakePlan | FillForm]:
    """Whether it makes a table, or what opens one by itself: a planned match; or a tournament, which makes many."""
    makes = isinstance(request, Play | Watch | Open | NextTable | MakePlan)
    return makes or (isinstance(request, FillForm) and request.ends)


def stays_stored(request: Request) -> bool:
    """Whether each time a row is added that nothing drops, without a card being played: those are only so many."""
    plays = isinstance(request, Do) and request.command.startswith("play")
    renames = isinstance(request, Introduce) and bool(request.name)
    return renames or (isinstance(request, Do | ChangePlan) and not plays)


def may_be_guess(request: Request) -> bool:
    """Whether it leads somewhere by a name or a secret that could be guessed."""
    return isinstance(request, Find | Join | Accept | UseLink) or bool(short_name_in(request))


def short_name_in(request: Request) -> str:
    """The short name of a table at which something is to be done, "" where it is named by its id, or not at all."""
    return request.table if isinstance(request, AtTable) and is_short_name(request.table) else ""


def is_short_name(table: str) -> bool:
    """Whether a table is named so that others could guess it."""
    return bool(_SHORT_NAME.fullmatch(table))


def leads_to_table(request: Request, *, is_done: bool) -> bool:
    """Whether the table of its answer is shown from then on; who cannot sit where an invitation leads may look on."""
    if isinstance(request, Accept):
        return True
    comes = isinstance(request, Do) and request.command.startswith("join")  # whoever fills the next table sits there
    return is_done and (comes or opens_table(request) or isinstance(request, Find | Join | UseLink))


def is_for_anybody(request: Request) -> bool:
    """Whether who asks for it need not be known."""
    return isinstance(request, ShowRules) or (isinstance(request, FillForm) and not request.ends)
