"""An arbiter's ruling by buttons: what, to whom or where, how much, why, and then whether they mean it.

Every step stands in the button itself, as words behind `rule`: `+w 12 3` is a warning of entry 12 for the category at
place 3, and `!07` behind it confirms it, as long as seven rulings are known about that entry. So nothing is kept
between two presses, an old menu does no harm, and a second tap rules nothing twice.
"""

import hashlib
import json
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.messages.tournament_message import DESK, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.numbers import ask_correction, ask_sheet
from bot.requests.tournaments.words import TablePlace
from bot.tables.who import Declined
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.corrections import SIDES
from bot.tournaments.outcome import SIXTHS
from bot.tournaments.rights import is_arbiter
from bot.tournaments.rulings import SWAP, about, situation, warnings_of
from bot.tournaments.sheets import exchanged
from bot.words.tournament_names import line_name
from bot.words.tournament_rulings import article_words, desk, named_entry, next_cost_words, ruling_line, under
from bot.words.tournament_standings import points_kind
from engine.tournament.announcement import THREE
from engine.tournament.awards import abandoned, late, rest
from engine.tournament.corrections import SUM
from engine.tournament.laws import WARNINGS
from engine.tournament.leaving import leaves_for_a_time
from engine.tournament.state import Abandoned, Pairing, Ruled, Totals
from engine.tournament.windows import is_in_time, moment_of

RULE: Final = "rule"
COUNTED: Final = (RULE, "annul", "recover")
"""What is confirmed for as many rulings as were known about the same."""
MARK: Final = "+"  # before a kind; what people write begins with a word
SURE: Final = "!"
PAGE: Final = "~"
ROUND: Final = "r"
A_PAGE: Final = 16  # choices below one message
DIGITS: Final = string.digits + string.ascii_lowercase
REASONS: Final = ("error", "agreed", "other")
WHY_REPLACED: Final = ("ill", "called-away", "other")
AWARDS: Final = ("NS", "EW", "even")
BACK: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15)  # minutes
MINUTES: Final = (1, 2, 3, 4, 5, 8, 10, 11)

Choices: TypeAlias = Sequence[tuple[str, str]]
"""What can be chosen: the words of each, and what stands for it in a button."""
Offer: TypeAlias = Callable[[TournamentAsk, Sequence[str]], Choices]


# --- what can be chosen -----------------------------------------------------------------------------------------------


def _entries(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    progress = asking.one.progress
    out = progress.withdrawn if progress is not None else frozenset()
    return [(named_entry(asking.one, one.id, asking.reader), one.id) for one in asking.one.entries if one.id not in out]


def _admitted(asking: TournamentAsk, chosen: Sequence[str]) -> Choices:
    """Who plays, and can be late."""
    waits = [word for _, word in _not_admitted(asking, chosen)]
    return [(name, word) for name, word in _entries(asking, chosen) if word not in waits]


def _not_admitted(asking: TournamentAsk, chosen: Sequence[str]) -> Choices:
    """Who came late and has no place yet."""
    is_in = [one.id for one in asking.one.progress.entered] if asking.one.progress is not None else []
    return [(name, word) for name, word in _entries(asking, chosen) if word not in is_in]


def _at_open_tables(asking: TournamentAsk, chosen: Sequence[str]) -> Choices:
    """Who plays at this moment, where the code lets them leave for a time."""
    one = asking.one
    playing = {entry for pairing in one.undecided for line in pairing.lines for entry in line}
    leave = one.progress is not None and leaves_for_a_time(one.progress)
    return [(name, word) for name, word in _entries(asking, chosen) if leave and word in playing]


def _tables(asking: TournamentAsk, pairings: Sequence[Pairing]) -> Choices:
    names = [" · ".join([line_name(asking.one, line, asking.reader) for line in one.lines]) for one in pairings]
    return [(f"{one.table}. {name}", str(one.table)) for one, name in zip(pairings, names, strict=True)]


def _open_tables(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    return _tables(asking, asking.one.undecided)


def _open_tables_with_sides(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    """Those that can be awarded to a side: of three players each seat has its points, which are written."""
    return _tables(asking, [one for one in asking.one.undecided if len(one.lines) == SIDES])


def _rounds(cause: str) -> Offer:
    """Those of which a score can still be corrected for this cause, the last one first."""

    def offer(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
        rounds = asking.one.progress.rounds if asking.one.progress is not None else ()
        numbers = [one.number for one in reversed(rounds) if _scored(asking.one, one.number, cause)]
        return [(_word(asking, "report.round", round=number), f"{ROUND}{number}") for number in numbers]

    return offer


def _scored_tables(cause: str) -> Offer:
    return lambda asking, chosen: _tables(asking, _scored(asking.one, _number(chosen), cause))


def _scored(one: ClubTournament, number: int, cause: str) -> list[Pairing]:
    """The tables of a round whose score can be corrected; that of three players, without sides, is never swapped."""
    progress = one.progress
    if progress is None or not is_in_time(one.announcement.code, cause, moment_of(progress, number)):
        return []
    pairings = progress.rounds[number - 1].pairings
    found = [pairing for pairing in pairings if isinstance(pairing.decision, Totals | Ruled)]
    return [pairing for pairing in found if cause != SWAP or len(pairing.lines) == SIDES]


def _number(chosen: Sequence[str]) -> int:
    """The round that was chosen first."""
    return int(chosen[0].removeprefix(ROUND))


def _categories(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    return [(_word(asking, under("category", one)), str(place)) for place, one in enumerate(WARNINGS)]


def _numbers(*numbers: int, unit: str) -> Offer:
    return lambda asking, _chosen: [(_amount(asking, unit, number), str(number)) for number in numbers]


def _awards(asking: TournamentAsk, chosen: Sequence[str]) -> Choices:
    points = {one: " – ".join(map(str, _award(asking.one, int(chosen[0]), one)["vp"])) for one in AWARDS}
    return [(_word(asking, under("award", one), points=points[one]), one) for one in AWARDS]


def _players(asking: TournamentAsk, chosen: Sequence[str]) -> Choices:
    progress = asking.one.progress
    roster = progress.rosters.get(chosen[0], ()) if progress is not None else ()
    return [(asking.reader.players([player]), str(place)) for place, player in enumerate(roster)]


def _incoming(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    """Who is known here and plays in no entry."""
    return [(asking.reader.players([player]), _sign_of(player)) for player in _free(asking.one)]


def _free(one: ClubTournament) -> list[str]:
    waiting = [player for sign_up in (*one.waiting, *one.proposals) for player in sign_up.players]
    every = dict.fromkeys([*waiting, *one.seeking, *one.staff])
    entered = {player for entry in one.entries for player in entry.players if not entry.late}
    playing = {player for player in every if any(one.entry_of(id_) for id_ in one.ids_of(player))}
    return [player for player in every if player not in playing and player not in entered]


def _deals(asking: TournamentAsk, chosen: Sequence[str]) -> Choices:
    """Every deal of the round; of a table of the chat the one in play, if one is."""
    standing = asking.tables.get(int(chosen[0]))
    if standing is not None:
        return [(str(standing.in_play), str(standing.in_play))] if standing.in_play else []
    number = asking.one.current.number if asking.one.current is not None else 1
    return [(str(deal), str(deal)) for deal in range(1, asking.one.announcement.deals[number - 1] + 1)]


def _rulings(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    in_force = [one for one in asking.one.rulings if not one.undone and one.what != "void"]
    return [(ruling_line(asking.one, one, asking.reader), one.id) for one in reversed(in_force)]


def _reasons(*words: str) -> Offer:
    return lambda asking, _chosen: [
        (_word(asking, under("reason", one)), str(place)) for place, one in enumerate(words)
    ]


def _judges(asking: TournamentAsk, _chosen: Sequence[str]) -> Choices:
    return [(asking.reader.players([person]), _sign_of(person)) for person in _people(asking.one)]


def _people(one: ClubTournament) -> list[str]:
    """Everybody who rules or plays, each once."""
    return list(dict.fromkeys([*one.staff, *one.persons()]))


def _sign_of(player: str) -> str:
    """Stands for a person in a button: places in a list change while somebody reads it."""
    return hashlib.sha256(player.encode()).hexdigest()[:4]


def _player_of(players: Sequence[str], sign: str) -> str:
    """The one of these for whom it stands, "" for nobody or more than one."""
    found = [player for player in players if _sign_of(player) == sign]
    return found[0] if len(found) == 1 else ""


# --- what is ruled ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of ruling: what is asked one after the other, the verb of the tournament, and its keys."""

    name: str
    steps: tuple[tuple[str, Offer], ...]
    keys: Callable[[TournamentAsk, Sequence[str]], dict[str, Any] | None]
    verb: str = RULE
    question: Callable[[TournamentAsk, Sequence[str]], Answer] | None = None  # about a table, answered in numbers


def _where(asking: TournamentAsk) -> dict[str, Any]:
    return {"round": asking.one.current.number if asking.one.current is not None else 1}


def _warning(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
    return {"type": "warning", **_where(asking), "entry": chosen[0], "category": WARNINGS[int(chosen[1])]}


def _penalty(unit: str) -> Callable[[TournamentAsk, Sequence[str]], dict[str, Any]]:
    def keys(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
        reason = _word(asking, under("category", WARNINGS[int(chosen[2])]))
        scale = SIXTHS if unit == "vp" and asking.one.announcement.kind == THREE else 1
        return {"type": "penalty", **_where(asking), "entry": chosen[0], unit: int(chosen[1]) * scale, "reason": reason}

    return keys


def _late(kind: str) -> Callable[[TournamentAsk, Sequence[str]], dict[str, Any]]:
    return lambda asking, chosen: {
        "type": kind,
        **_where(asking),
        "entry": chosen[0],
        "minutes": int(chosen[1]),
    }


def _score(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
    table = int(chosen[0])
    return {"type": "score", **_where(asking), "table": table, **_award(asking.one, table, chosen[1])}


def _award(one: ClubTournament, table: int, which: str) -> dict[str, Any]:
    """The points of a rest for the one line and what is left for the other, or an even match."""
    progress, pairing = one.progress, one.pairing(table)
    if progress is None or pairing is None or which == "even":
        return {"vp": [10, 10], "mp": [0, 0]}
    present, absent = rest(progress.tournament, len(progress.rounds)), late(progress.tournament, len(progress.rounds))
    lines = (present, absent) if which == "NS" else (absent, present)
    return {"vp": [vp for vp, _ in lines], "mp": [mp for _, mp in lines]}


def _swap(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any] | None:
    pairing = asking.one.pairing(int(chosen[1]), _number(chosen))
    decision = pairing.decision if pairing is not None else None
    if not isinstance(decision, Totals | Ruled):
        return None
    numbers = exchanged(json.loads(asking.one.events[decision.n - 1]))
    reason = _word(asking, "reason.swapped")
    return {"type": "correction", "replaces": decision.n, "cause": SWAP, **numbers, "reason": reason}


def _replacement(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any] | None:
    progress = asking.one.progress
    roster = progress.rosters.get(chosen[0], ()) if progress is not None else ()
    out, incoming = roster[int(chosen[1])], _player_of(_free(asking.one), chosen[2])
    keys = {"type": "replacement", "entry": chosen[0], "out": out, "in": incoming}
    return {**keys, "reason": _word(asking, under("reason", WHY_REPLACED[int(chosen[3])]))} if incoming else None


def _leaving(cause: str) -> Callable[[TournamentAsk, Sequence[str]], dict[str, Any]]:
    more = {"cause": cause} if cause else {}
    return lambda asking, chosen: {"type": "withdrawal", **_where(asking), "entry": chosen[0], **more}


def _away(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
    return {"type": "withdrawal", **_where(asking), "entry": chosen[0], "temporary": True}


def _annulled(_asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
    return {"table": int(chosen[0]), "deal": int(chosen[1])}


def _given_back(_asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
    return {"table": int(chosen[0]), "minutes": int(chosen[1])}


def _reversed(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any]:
    return {"ruling": chosen[0], "reason": _word(asking, under("reason", REASONS[int(chosen[1])]))}


def _jury(asking: TournamentAsk, chosen: Sequence[str]) -> dict[str, Any] | None:
    person = _player_of(_people(asking.one), chosen[0])
    return {"player": person} if person else None


def _which(asking: TournamentAsk, chosen: Sequence[str]) -> Answer:
    return ask_correction(asking, TablePlace(int(chosen[1]), _number(chosen)))


def _in_numbers(_asking: TournamentAsk, _chosen: Sequence[str]) -> None:
    return None


def _nothing(_asking: TournamentAsk, _chosen: Sequence[str]) -> dict[str, Any]:
    return {}


_ENTRY: Final = ("entry", _entries)
_TABLE: Final = ("table", _open_tables)
_CATEGORY: Final = ("category", _categories)
_MINUTES: Final = ("minutes", _numbers(*MINUTES, unit="minutes"))
KINDS: Final[Mapping[str, Kind]] = {
    "w": Kind("warn", (_ENTRY, _CATEGORY), _warning),
    "m": Kind("mp", (_ENTRY, ("amount", _numbers(50, 100, 200, 300, unit="mp")), _CATEGORY), _penalty("mp")),
    "v": Kind("vp", (_ENTRY, ("amount", _numbers(1, 2, 3, unit="vp")), _CATEGORY), _penalty("vp")),
    "l": Kind("late", (("entry", _admitted), _MINUTES), _late("lateness")),
    "e": Kind("admit", (("entry", _not_admitted), _MINUTES), _late("late-entry")),
    "a": Kind("award", (("table", _open_tables_with_sides), ("award", _awards)), _score),
    "n": Kind("sheet", (_TABLE,), _in_numbers, question=lambda asking, chosen: ask_sheet(asking, int(chosen[0]))),
    "c": Kind("correct", (("round", _rounds(SUM)), ("table", _scored_tables(SUM))), _in_numbers, question=_which),
    "s": Kind("swap", (("round", _rounds(SWAP)), ("table", _scored_tables(SWAP))), _swap),
    "r": Kind(
        "replace",
        (_ENTRY, ("outgoing", _players), ("incoming", _incoming), ("reason", _reasons(*WHY_REPLACED))),
        _replacement,
    ),
    "o": Kind("away", (("entry", _at_open_tables),), _away),
    "q": Kind("withdraw", (_ENTRY,), _leaving("")),
    "x": Kind("expel", (_ENTRY,), _leaving("expelled")),
    "d": Kind("annul", (_TABLE, ("deal", _deals)), _annulled, "annul"),
    "b": Kind("recovery", (_TABLE, ("back", _numbers(*BACK, unit="back"))), _given_back, "recover"),
    "t": Kind("timeout", (), lambda asking, _: {"type": "timeout", **_where(asking)}),
    "p": Kind("pause", (), _nothing, "pause"),
    "g": Kind("resume", (), _nothing, "resume"),
    "j": Kind("jury", (("jury", _judges),), _jury, "jury"),
    "u": Kind("reverse", (("ruling", _rulings), ("reason", _reasons(*REASONS))), _reversed, "reverse"),
}
QUESTIONS: Final = tuple(dict.fromkeys([name for kind in KINDS.values() for name, _ in kind.steps]))
FACTS: Final[Mapping[str, str]] = {
    **{under("kind", name): "" for name in (*[kind.name for kind in KINDS.values()], "ranking")},
    **{under("ask", name): "kind" for name in QUESTIONS},
    **{under("reason", one): "" for one in dict.fromkeys((*REASONS, *WHY_REPLACED, "swapped"))},
    **{under("award", one): "points" for one in AWARDS},
    **dict.fromkeys(("ask.kind", "nobody", "reason.heard"), ""),
    **dict.fromkeys(("button.back", "button.more", "button.sure"), ""),
    "sure": "kind chosen article next",
    **dict.fromkeys(("left", "left.away", "left.expel"), "entry vp mp"),
    "left.form": "vp mp",
    "minutes": "count",
    "back": "count",
}
"""The sentences of this file by their key, with their facts."""


# --- the menu ---------------------------------------------------------------------------------------------------------


def is_menu(asking: TournamentAsk) -> bool:
    """Whether a ruling is chosen, and not written."""
    return not asking.words or asking.words[0].startswith(MARK)


async def rule_by_menu(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """The next choice, the question whether it is meant, or what came of it."""
    if not is_arbiter(asking.one, asking.who):
        return asking.declined(Declined("tournament-arbiter"))
    if not asking.words:
        return _kinds(asking)
    kind = KINDS.get(asking.words[0].removeprefix(MARK))
    if kind is None:
        return _kinds(asking)
    chosen, page, sure = _read(asking.words[1:])
    for place, (_, offer) in enumerate(kind.steps[: len(chosen)]):
        if chosen[place] not in [word for _, word in offer(asking, chosen[:place])]:
            return _choose(asking, kind, chosen[:place], 0)  # it can be chosen no more
    if not chosen and (last := _only_the_last(asking, kind)):
        chosen = [last]
    if len(chosen) < len(kind.steps):
        return _choose(asking, kind, chosen, page)
    if kind.question is not None:
        return kind.question(asking, chosen)
    keys = kind.keys(asking, chosen)
    if keys is None:
        return _kinds(asking)
    if sure is None:
        return _ask(asking, kind, chosen, keys)
    return await backend.do(asking, kind.verb, {**keys, "seen": sure} if kind.verb in COUNTED else keys)


def _only_the_last(asking: TournamentAsk, kind: Kind) -> str:
    """The round that is played, where no earlier one could be meant: nobody is asked which."""
    last = asking.one.current.number if asking.one.current is not None else 0
    name, offer = kind.steps[0] if kind.steps else ("", _entries)
    words = [word for _, word in offer(asking, ())] if name == "round" else []
    return words[0] if words == [f"{ROUND}{last}"] else ""


def _read(words: Sequence[str]) -> tuple[list[str], int, int | None]:
    """What was chosen, the page of the choices, and how many rulings were known to who confirms."""
    chosen = [word for word in words if word[:1] not in (PAGE, SURE)]
    pages = [word[1:] for word in words if word[:1] == PAGE]
    marks = [word[1:] for word in words if word[:1] == SURE]
    page = int(pages[-1]) if pages and pages[-1].isdecimal() else 0
    return chosen, page, int(marks[-1], len(DIGITS)) if marks and marks[-1].isalnum() else None


def _kinds(asking: TournamentAsk) -> Answer:
    one = asking.one
    running = one.current is not None and not one.current.closed and bool(one.went_at)
    hidden = {
        "e": not _not_admitted(asking, ()),
        "o": not _at_open_tables(asking, ()),
        **dict.fromkeys("as", one.announcement.kind == THREE),  # which has no sides
        "p": one.paused_at or not running,
        "g": not one.paused_at,
        "t": not running,
        "b": not running,
        "u": not one.rulings,
        "n": asking.request.at_desk or not one.undecided,  # there each table has its sheet
        "c": asking.request.at_desk,
    }
    buttons = [(_kind_word(asking, kind), _line(asking, kind)) for kind in KINDS.values()]
    offered_kinds = [button for button, sign in zip(buttons, KINDS, strict=True) if not hidden.get(sign)]
    return _page(asking, True, _word(asking, "ask.kind"), [*offered_kinds, asking.button(DESK)])


def _choose(asking: TournamentAsk, kind: Kind, chosen: Sequence[str], page: int) -> Answer:
    """What is asked next, on pages where there is much of it."""
    name, offer = kind.steps[len(chosen)]
    choices = offer(asking, chosen)
    on_page = choices[page * A_PAGE : (page + 1) * A_PAGE]
    buttons = [(label, _line(asking, kind, *chosen, word)) for label, word in on_page]
    if len(choices) > (page + 1) * A_PAGE:
        buttons.append((_word(asking, "button.more"), _line(asking, kind, *chosen, f"{PAGE}{page + 1}")))
    buttons.append((_word(asking, "button.back"), _back(asking, kind, chosen)))
    words = _word(asking, under("ask", name), kind=_kind_word(asking, kind))
    if not choices:
        words = _word(asking, "nobody")
    return _page(asking, bool(choices), words, buttons)


def _ask(asking: TournamentAsk, kind: Kind, chosen: Sequence[str], keys: Mapping[str, Any]) -> Answer:
    """Whether they mean it: what was chosen, the article, and what warnings add up to."""
    one, language = asking.one, asking.reader.language
    picked = [
        next(label for label, word in offer(asking, chosen[:place]) if word == chosen[place])
        for place, (_, offer) in enumerate(kind.steps)
    ]
    coming = ""
    if keys.get("type") == "withdrawal":
        coming = _left_by(asking, keys)
    if keys.get("type") == "warning":
        coming = next_cost_words(one, keys["entry"], keys["category"], warnings_of(one, keys["entry"]), language)
    what = situation(keys) if kind.verb == RULE and keys["type"] != "timeout" else kind.name
    words = _word(
        asking,
        "sure",
        kind=_kind_word(asking, kind),
        chosen=", ".join(picked),
        article=article_words(one, what, language),
        next=coming,
    )
    there = len(about(one, keys)) if kind.verb in COUNTED else 0
    sure = f"{SURE}{DIGITS[there // len(DIGITS) % len(DIGITS)]}{DIGITS[there % len(DIGITS)]}"
    buttons = [
        (_word(asking, "button.sure"), _line(asking, kind, *chosen, sure)),
        (_word(asking, "button.back"), _back(asking, kind, chosen)),
    ]
    return _page(asking, True, words, buttons)


def _left_by(asking: TournamentAsk, keys: Mapping[str, Any]) -> str:
    """What who stays gets, and where points played by then are told; of a table of the chat the host knows them."""
    one, entry = asking.one, keys["entry"]
    playing = next((pairing for pairing in one.undecided if pairing.line_of(entry) is not None), None)
    if one.announcement.is_dealt or playing is None or len(playing.lines) != SIDES or one.progress is None:
        return ""
    left = Abandoned((entry,), None, temporary=bool(keys.get("temporary")))
    points = abandoned(one.progress.tournament, len(one.progress.rounds), playing.lines, left)
    (other,) = [line for line in playing.lines if entry not in line]
    vp, mp = points[other[0]]
    return _word(asking, _left_sentence(asking, keys), entry=entry, vp=vp, mp=mp)


def _left_sentence(asking: TournamentAsk, keys: Mapping[str, Any]) -> str:
    """In a chat with the line that rules the same with points; the browser's desk has a form for them."""
    if asking.request.at_desk or asking.request.in_browser:
        return "left.form"
    return {"away": "left.away", "expel": "left.expel"}.get(situation(keys), "left")


def _back(asking: TournamentAsk, kind: Kind, chosen: Sequence[str]) -> str:
    """The choice before this one."""
    is_first = not chosen or list(chosen) == [_only_the_last(asking, kind)]
    return command_text(RULE, asking.id) if is_first else _line(asking, kind, *chosen[:-1])


def _line(asking: TournamentAsk, kind: Kind, *words: str) -> str:
    """What a button says: the sign of the kind, and what was chosen."""
    sign = next(sign for sign, each in KINDS.items() if each is kind)
    return command_text(RULE, asking.id, f"{MARK}{sign}", *words)


def _kind_word(asking: TournamentAsk, kind: Kind) -> str:
    return _word(asking, under("kind", points_kind(asking.one, kind.name)))


def _amount(asking: TournamentAsk, unit: str, number: int) -> str:
    return _word(asking, points_kind(asking.one, unit), count=number)


def _word(asking: TournamentAsk, key: str, **facts: str | int) -> str:
    return desk(asking.reader.language, key, **facts)


def _page(asking: TournamentAsk, is_done: bool, words: str, buttons: Sequence[tuple[str, str]]) -> Answer:
    return Answer(is_done, words, page=TournamentPage(asking.one.announcement.name, buttons))
