"""Sheets, and the arbiter's rulings, as they are written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.messages.tournament_message import CORRECT
from bot.requests.answer import Answer
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.backend import TournamentBackend
from bot.requests.tournaments.numbers import (
    ask_correction,
    ask_other_numbers,
    ask_sheet,
    ask_whether_sum,
    asked_again,
    of_this_round,
    other_figures,
    scores_announced,
)
from bot.requests.tournaments.reasons import reason_in, with_written
from bot.requests.tournaments.ruling_menus import is_menu, rule_by_menu
from bot.requests.tournaments.words import (
    BEHIND_NUMBERS,
    TablePlace,
    correction_parts,
    joined_scores,
    place_of,
    ruling_keys,
    score_alone,
    sheet_keys,
    sums_in_time,
)
from bot.tables.who import Declined
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.commands import command, decide
from bot.tournaments.corrections import correctable
from bot.tournaments.rights import is_arbiter
from bot.tournaments.rulings import SWAP
from bot.words.command_words import meanings, words_meaning
from bot.words.names import clean_name
from bot.words.tournament_rulings import ruling_line
from engine.tournament.announcement import TEAMS, THREE


async def enter_sheet(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """A player's own table; an arbiter names the table first. Without numbers they are asked for them."""
    words, named = of_this_round(asking.one, asking.words), 0
    if isinstance(words, Declined):
        return asking.declined(words)
    words, pairing = joined_scores(asking.one, words), asking.one.pairing_of(asking.player)
    if words and words[0].isdecimal():
        table = named = int(words.pop(0)) if len(words[0]) < 4 else 0
    elif pairing is not None:
        table = pairing.table
    else:
        return asking.usage()
    question = ask_sheet(asking, named)
    if not words:
        return question
    keys, count = sheet_keys(words), scores_announced(asking.one)
    if keys is not None and not _has_its_tables(asking.one, keys):
        return asked_again(asking, _tables_usage(asking), question, words)
    if keys is not None and score_alone(words) and count > 1:
        refused = _refused(backend, asking, "sheet", {"table": table, **keys})
        alone = ask_whether_sum(asking, question, words, count)
        return asked_again(asking, refused, question, words) if refused else alone
    answer = asking.usage() if keys is None else await backend.do(asking, "sheet", {"table": table, **keys})
    return asked_again(asking, answer, question, words)


def _has_its_tables(one: ClubTournament, keys: Mapping[str, Any]) -> bool:
    """Whether the deals are those of both tables of a team's match, and elsewhere of one; sums are of all anyway."""
    return "mp" in keys or ("deals2" in keys) == (one.announcement.kind == TEAMS)


def _tables_usage(asking: TournamentAsk) -> Answer:
    return asking.usage("teams") if asking.one.announcement.kind == TEAMS else asking.usage()


def _refused(backend: TournamentBackend, asking: TournamentAsk, verb: str, keys: Mapping[str, Any]) -> Answer | None:
    """Why this would not be taken however it is meant, if it would not; nothing is done by it."""
    found = decide(asking.one, asking.who, command(verb, **keys), backend.clock())
    return asking.declined(found) if isinstance(found, Declined) else None


async def correct(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """A player asks for other numbers at their own table, of an earlier round with its number first.

    Without numbers they are asked for them.
    """
    words = joined_scores(asking.one, asking.words)
    where = [words.pop(0)] if words and words[0].isdecimal() and len(words[0]) < 3 else []
    question = ask_other_numbers(asking, where)
    if not words:
        return question if correctable(asking.one, asking.player) is not None or where else asking.usage()
    number = {"round": int(where[0])} if where else {}
    is_swap = len(words) == 1 and words[0].lower() in words_meaning("swap")
    keys = {"swap": True} if is_swap else sheet_keys(words)
    count = scores_announced(asking.one, number.get("round", 0))
    if keys is not None and score_alone(words) and count > 1:
        refused = _refused(backend, asking, CORRECT, {**number, **keys})
        alone = ask_whether_sum(asking, question, words, count)
        return asked_again(asking, refused, question, words) if refused else alone
    answer = asking.usage() if keys is None else await backend.do(asking, CORRECT, {**number, **keys})
    return asked_again(asking, answer, question, words)


async def rule(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """A ruling of the arbiter: `late 3 6`, `penalty 3 1vp`, `correct 2 720-505 335-640 added up wrongly`."""
    if is_menu(asking):
        return await rule_by_menu(backend, asking)
    what = meanings("ruling").get(asking.words[0].lower(), "")
    if what == CORRECT:
        return await _correct_score(backend, asking)
    return with_written(asking, await _rule_as_written(backend, asking, what))


async def _rule_as_written(backend: TournamentBackend, asking: TournamentAsk, what: str) -> Answer:
    match what:
        case "replace":
            return await _replace(backend, asking)
        case "void":
            return await _reverse(backend, asking)
        case "annul":
            return await _annul(backend, asking)
        case "recovery":
            return await _give_back(backend, asking)
        case _:
            keys = ruling_keys(what, asking.words[1:], asking.one)
            is_shared = what in ("score", "penalty") and asking.one.announcement.kind == THREE
            usage = f"{what}-three" if is_shared else what
            return asking.usage(usage) if keys is None else await backend.do(asking, "rule", keys)


async def _correct_score(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`correct 2 720-505 335-640 added up wrongly`, of an earlier round `2r1`.

    Who was asked for it has read what it is to replace.
    """
    one, line = asking.one, asking.words[1:]
    if not is_arbiter(one, asking.who):
        return asking.declined(Declined("tournament-arbiter"))
    place = place_of(one, line[0]) if line else None
    if place is None:
        return with_written(asking, asking.usage(CORRECT))
    keys, count = ruling_keys(CORRECT, line, one), scores_announced(one, place.round)
    if refused := _cannot_be_corrected(one, place, keys):
        return asking.declined(refused)
    question, words = ask_correction(asking, place), line[1:]
    if refused := other_figures(one, place):
        return asked_again(asking, asking.declined(refused), question, words)
    if not words:
        return question
    sheet, reason = correction_parts(one, words, place.round)
    why = reason_in(" ".join(reason))
    if isinstance(why, Declined):
        return asked_again(asking, asking.declined(why), question, words)
    if keys is not None and score_alone(sheet) and count > 1:
        unfit = _refused(backend, asking, "rule", keys)
        alone = ask_whether_sum(asking, question, [*sheet, BEHIND_NUMBERS, *reason], count)
        return asked_again(asking, unfit, question, words) if unfit else alone
    if keys is None:
        return asked_again(asking, asking.usage(CORRECT), question, words)
    return asked_again(asking, await _replaces(backend, asking, {**keys, "reason": why}), question, words)


def _cannot_be_corrected(one: ClubTournament, place: TablePlace, keys: Mapping[str, Any] | None) -> Declined | None:
    """There is no such round, or it is too late for what is not the same points the other way round."""
    if one.current is not None and not 0 < place.round <= one.current.number:
        return Declined("tournament-no-round", (("round", str(place.round)),))
    if sums_in_time(one, place.round) or (keys or {}).get("cause") == SWAP:
        return None
    return Declined(
        "tournament-sums-stand",
        (("round", str(place.round)), ("article", f"{one.announcement.code} correction")),
    )


async def _replaces(backend: TournamentBackend, asking: TournamentAsk, keys: Mapping[str, Any]) -> Answer:
    """The correction is made; who did not know that another has just corrected the same reads it."""
    before = asking.one.ruling(str(keys["replaces"]))
    answer = await backend.do(asking, "rule", keys)
    if not answer.done or before is None or before.by == asking.player:
        return answer
    note = asking.reader.words("instead-of", ruling=ruling_line(asking.one, before, asking.reader))
    return replace(answer, words=f"{answer.words}\n{note}")


async def _reverse(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`void 12 why`: the ruling of this number is taken back."""
    number, reason = [*asking.words[1:2], ""][0], reason_in(" ".join(asking.words[2:]))
    if isinstance(reason, Declined):
        return asking.declined(reason)
    if not number or not reason:
        return asking.usage("void")
    return await backend.do(asking, "reverse", {"ruling": number, "reason": reason})


async def _annul(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`annul 3 2`: of table 3 the second deal."""
    numbers = _two_numbers(asking.words[1:])
    if numbers is None:
        return asking.usage("annul")
    table, deal = numbers
    return await backend.do(asking, "annul", {"table": table, "deal": deal})


async def _give_back(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`recovery 3 4`: table 3 is given four minutes back."""
    numbers = _two_numbers(asking.words[1:])
    if numbers is None:
        return asking.usage("recovery")
    table, minutes = numbers
    return await backend.do(asking, "recover", {"table": table, "minutes": minutes})


def _two_numbers(words: Sequence[str]) -> tuple[int, int] | None:
    """The numbers that stand there, None for anything else."""
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 4 for word in words):
        return None
    return int(words[0]), int(words[1])


async def _replace(backend: TournamentBackend, asking: TournamentAsk) -> Answer:
    """`replace 3 Anna = Zoe: taken ill`, or with a mention of who comes in."""
    text, _, reason = asking.request.words.partition(" ")[2].partition(":")
    entry, _, names = text.strip().partition(" ")
    outgoing, _, incoming = [part.strip() for part in names.partition("=")]
    roster = asking.one.progress.rosters.get(entry, ()) if asking.one.progress is not None else ()
    players = [one for one in roster if asking.reader.players([one]).casefold() == outgoing.casefold()]
    named = await backend.people_named(asking)
    if isinstance(named, Answer):
        return named
    why = reason_in(reason)
    if isinstance(why, Declined):
        return asking.declined(why)
    if len(players) != 1 or not why or (len(named) != 1 and not clean_name(incoming, "")):
        return asking.usage("replace")
    coming = {"in": named[0]} if named else {"guest": clean_name(incoming, "")}
    keys = {"type": "replacement", "entry": entry, "out": players[0], **coming, "reason": why}
    return await backend.do(asking, "rule", keys)
