"""Rulings at the arbiter's desk in words: what was ruled, by which article, what it costs, and who appeals."""

import json
from collections.abc import Mapping
from typing import Any, Final

from bot.tournaments.club_tournament import ClubTournament, DeskRuling
from bot.tournaments.corrections import is_agreed
from bot.tournaments.outcome import SIXTHS
from bot.tournaments.rulings import cost_of_next, cost_of_warning, points_of
from bot.words.languages import Language, join_parts, say
from bot.words.refusals import citation, numbered
from bot.words.tournament_names import entry_name
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_scores import points_words
from bot.words.tournament_standings import points_kind, victory_points
from engine.tournament.announcement import THREE
from engine.tournament.articles import article
from engine.tournament.laws import WARNINGS, Escalation


def under(*names: str) -> str:
    """A key of several names."""
    return ".".join(names)


LATEST: Final = 5  # rulings below the tables of a round
SITUATIONS: Final = (
    *("warning", "penalty", "lateness", "late-entry", "no-show", "score", "withdrawal", "away", "expel", "forfeit"),
    *("replacement", "correction", "swap", "sheet", "annul", "recovery", "void"),
)
OF_PLAY: Final = ("score", "correction", "swap")  # whose points may tell what was scored with cards
FACTS: Final[Mapping[str, str]] = {
    **{under("situation", one): "" for one in SITUATIONS},
    **{under("category", one): "" for one in WARNINGS},
    "ruled.warning": "name category",
    "ruled.penalty": "name points category",
    "ruled.lateness": "name minutes",
    "ruled.late-entry": "name minutes",
    "ruled.no-show": "table points",
    "ruled.score": "table points",
    "ruled.withdrawal": "name",
    "ruled.away": "name",
    "ruled.expel": "name",
    "ruled.forfeit": "name",
    "ruled.replacement": "name incoming outgoing",
    "ruled.correction": "table round points",
    "ruled.swap": "table round points",
    "ruled.sheet": "table",
    "ruled.annul": "table deal",
    "ruled.recovery": "table minutes",
    "ruled.void": "number ruling",
    "sealed": "",
    "line": "number ruling article more",
    "officio": "",
    "signed": "",
    "undone": "number",
    "waits": "",
    "cost": "off",
    "next": "count off",
    "vp": "count",
    "ranking": "count",
    "ranking-in-part": "count",
    "mp": "count",
    "told": "name line",
    "appeal": "name player line",
    "appeal.upheld": "line reason",
    "appeal.refused": "line reason",
    "appeal.waits": "number",
    "appeal.awaited": "",
    "paused": "",
}
"""The sentences of this file by their key, with their facts."""


def desk(language: Language, key: str, **facts: str | int) -> str:
    return say(language, f"desk.{key}", **facts)


def article_words(one: ClubTournament, situation: str, language: Language) -> str:
    """The article of a situation with its code, "" where no code has one."""
    code = one.announcement.code
    found, source = article(code, situation)
    return citation(language, numbered(found), code, source) if found else ""


# --- one ruling -------------------------------------------------------------------------------------------------------


def ruling_words(one: ClubTournament, ruling: DeskRuling, reader: TournamentReader, *, to_table: bool = False) -> str:
    """What was ruled, without its number and its article; in duplicate without points of deals that are not open.

    `to_table`: who reads it sat there.
    """
    keys, language = json.loads(ruling.keys), reader.language
    name = named_entry(one, ruling.entry, reader) if ruling.entry else ""
    facts: dict[str, str | int] = {"name": name, "table": ruling.table, "minutes": keys.get("minutes", 0)}
    is_sealed = ruling.round in one.sealed_rounds and ruling.what in OF_PLAY and not to_table
    facts["round"] = earlier(one, ruling.round)
    facts["points"] = desk(language, "sealed") if is_sealed else points_words(points_of(keys))
    match ruling.what.partition("."):
        case ["warning", _, category]:
            facts["category"] = desk(language, under("category", category))
        case ["penalty", _, _]:
            facts["points"] = _off(one, keys, language)
            facts["category"] = str(keys.get("reason", ""))
        case ["replacement", _, _]:
            facts |= {"incoming": reader.players([keys["in"]]), "outgoing": reader.players([keys["out"]])}
        case ["annul", _, _]:
            facts["deal"] = keys["deal"]
        case ["void", _, _]:
            of = one.ruling(ruling.undoes)
            facts["number"] = ruling.undoes
            of = of if of is None or of.what != "void" else None
            facts["ruling"] = ruling_words(one, of, reader, to_table=to_table) if of is not None else ""
        case _:
            pass
    situation = ruling.what.partition(".")[0]
    wanted = FACTS[under("ruled", situation)].split()
    return desk(language, under("ruled", situation), **{fact: facts[fact] for fact in wanted})


def _off(one: ClubTournament, keys: Mapping[str, Any], language: Language) -> str:
    """What a penalty takes; of three players' Victory Points, which the list counts in sixths, perhaps a part."""
    if "mp" in keys:
        return desk(language, "mp", count=keys["mp"])
    scale = SIXTHS if one.announcement.kind == THREE else 1
    if keys["vp"] % scale:
        return desk(language, "ranking-in-part", count=victory_points(one, keys["vp"], language))
    return desk(language, points_kind(one), count=keys["vp"] // scale)


def earlier(one: ClubTournament, number: int) -> str:
    """The number of a round, "" for the last one, which needs none."""
    return "" if one.current is not None and number == one.current.number else str(number)


def named_entry(one: ClubTournament, entry: str, reader: TournamentReader) -> str:
    return f"{entry}. {entry_name(one, entry, reader)}"


def ruling_line(one: ClubTournament, ruling: DeskRuling, reader: TournamentReader, *, to_table: bool = False) -> str:
    """A ruling as everybody reads it: its number, what it is, the article, what it costs, and what became of it."""
    language = reader.language
    of = one.ruling(ruling.undoes) if ruling.what == "void" else None
    more = [
        desk(language, "officio") if ruling.officio else "",
        desk(language, "signed") if is_agreed(ruling.keys) else "",
        _cost(one, ruling, language),
        desk(language, "waits") if ruling.waits and not ruling.undone else "",
        desk(language, "undone", number=ruling.undone) if ruling.undone else "",
    ]
    return desk(
        language,
        "line",
        number=ruling.id,
        ruling=ruling_words(one, ruling, reader, to_table=to_table),
        article=article_words(one, (of or ruling).what, language),
        more=", ".join([part for part in more if part]),
    )


def _cost(one: ClubTournament, ruling: DeskRuling, language: Language) -> str:
    """What a warning costs with those before it, "" where it costs nothing."""
    is_warning = ruling.what.startswith("warning.") and not ruling.undone
    rule = cost_of_warning(one, int(ruling.id)) if is_warning else None
    return desk(language, "cost", off=off_words(rule, language)) if rule is not None else ""


def off_words(rule: Escalation, language: Language) -> str:
    """What is taken off."""
    return desk(language, "vp", count=rule.vp) if rule.vp else desk(language, "mp", count=rule.round_mp)


def next_cost_words(one: ClubTournament, entry: str, category: str, count: int, language: Language) -> str:
    """What one more warning would cost, before it is given."""
    rule = cost_of_next(one, entry, category)
    return desk(language, "next", count=count + 1, off=off_words(rule, language)) if rule is not None else ""


def latest_rulings(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """The last rulings of the open round, the latest last."""
    number = one.current.number if one.current is not None else 0
    there = [ruling for ruling in one.rulings if ruling.round == number]
    return [ruling_line(one, ruling, reader) for ruling in there[-LATEST:]]


# --- private words ----------------------------------------------------------------------------------------------------


def told_words(one: ClubTournament, ruling: DeskRuling, reader: TournamentReader) -> str:
    line = ruling_line(one, ruling, reader, to_table=True)
    return desk(reader.language, "told", name=one.announcement.name, line=line)


def appeal_words(one: ClubTournament, id_: str, player: str, reader: TournamentReader, *, awaited: bool) -> str:
    """To the judge: who appeals against what; once more when nobody has decided it."""
    ruling = one.ruling(id_)
    line = ruling_line(one, ruling, reader) if ruling is not None else id_
    facts = {"name": one.announcement.name, "player": reader.players([player]), "line": line}
    more = [desk(reader.language, "appeal.awaited")] if awaited else []
    return join_parts(" ", [desk(reader.language, "appeal", **facts), *more])


def decision_words(one: ClubTournament, id_: str, reason: str, reader: TournamentReader, *, upheld: bool) -> str:
    """To who has appealed."""
    ruling = one.ruling(id_)
    line = ruling_line(one, ruling, reader, to_table=True) if ruling is not None else id_
    return desk(reader.language, "appeal.upheld" if upheld else "appeal.refused", line=line, reason=reason)
