"""Appeals against rulings: who appeals, who is named to judge, and what the decision does. Pure.

Who judges, and until when somebody may appeal, is the law of `engine.tournament.jury`. An appeal that is right
reverses the ruling at once where it can be reversed; else the arbiter rules anew.
"""

from dataclasses import replace
from typing import Final

from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import ANSWER_WITHIN, ENDED, RUNNING, ClubTournament, DeskRuling
from bot.tournaments.corrections import is_agreed
from bot.tournaments.course import batch_entered
from bot.tournaments.happening import BATCH, Keys, LogEntry
from bot.tournaments.rights import only_arbiter
from bot.tournaments.rulings import LONGEST_REASON, concerned, reversal
from engine.tournament.jury import (
    AppealDecided,
    Appealed,
    AppealJudge,
    AppealRefused,
    Arbiters,
    ContestedRuling,
    after,
    judge,
    waiting,
)

DECIDED: Final = "decided"


def arbiters(one: ClubTournament) -> Arbiters:
    """Each once, whatever accounts they have."""
    named = dict.fromkeys(one.known_as(arbiter) for arbiter in one.staff)
    return Arbiters(tuple(named), one.known_as(one.jury) if one.jury else "")


def name_jury(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Who decides appeals from now on."""
    if one.state in ENDED:
        return Declined("tournament-over")
    return only_arbiter(one, who) or {"player": str(keys["player"])}


def jury_named(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, jury=keys["player"], left=tuple(other for other in one.left if other != keys["player"]))


def contested(one: ClubTournament, ruling: DeskRuling) -> ContestedRuling:
    """The ruling as the law of appeals sees it: the head arbiter answers for what the host did by itself."""
    about = {"round": ruling.round, "table": ruling.table or None, "entry": ruling.entry or None}
    by = one.staff[0] if ruling.by == HOST and one.staff else ruling.by
    return ContestedRuling(ruling.id, ruling.round, one.known_as(by), concerned(one, about))


def appeal(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | Declined:
    """Somebody whom a ruling concerns complains about it."""
    ruling = one.ruling(str(keys["ruling"]))
    if one.state != RUNNING or one.progress is None:
        return Declined("tournament-not-running")
    if ruling is None or ruling.what == "void" or ruling.undone:
        return Declined("tournament-no-ruling", (("number", str(keys["ruling"])[:20]),))
    if is_agreed(ruling.keys):
        return Declined("tournament-agreed")
    act = Appealed(at, who.id, contested(one, ruling), len(one.progress.rounds))
    found = after(one.appeals, act, arbiters(one))
    if isinstance(found, AppealRefused):
        return Declined(f"appeal-{found.reason}")
    return {"ruling": ruling.id, "player": who.id}


def appealable(one: ClubTournament, player: str) -> list[DeskRuling]:
    """The rulings against which somebody may appeal now."""
    if one.progress is None or one.state != RUNNING:
        return []
    rounds, staff = len(one.progress.rounds), arbiters(one)
    in_force = [ruling for ruling in one.rulings if ruling.what != "void" and not ruling.undone]
    in_force = [ruling for ruling in in_force if not is_agreed(ruling.keys)]
    acts = [(ruling, Appealed(0, player, contested(one, ruling), rounds)) for ruling in in_force]
    return [ruling for ruling, act in acts if not isinstance(after(one.appeals, act, staff), AppealRefused)]


def appealed(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    ruling = one.ruling(keys["ruling"])
    if ruling is None or one.progress is None:
        return Declined("tournament-no-ruling", (("number", str(keys["ruling"])),))
    act = Appealed(at, keys["player"], contested(one, ruling), len(one.progress.rounds))
    found = after(one.appeals, act, arbiters(one))
    return Declined(f"appeal-{found.reason}") if isinstance(found, AppealRefused) else replace(one, appeals=found)


def judge_of(one: ClubTournament, ruling: str) -> AppealJudge | None:
    """Who decides the open appeal against this ruling."""
    open_one = next((other for other in waiting(one.appeals) if other.ruling.id == ruling), None)
    return judge(arbiters(one), open_one.ruling) if open_one is not None else None


def decide(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """The judge's word, for good; the ruling is reversed with it where that can be."""
    id_, upheld = str(keys["ruling"]), bool(keys["upheld"])
    reason = " ".join(str(keys.get("reason", "")).split())[:LONGEST_REASON]
    judging = one.known_as(who.id)
    act = AppealDecided(at, judging, id_, upheld, reason)
    found = after(one.appeals, act, arbiters(one))
    if isinstance(found, AppealRefused):
        return Declined(f"appeal-{found.reason}")
    entry = {"ruling": id_, "player": judging, "upheld": upheld, "reason": reason}
    ruling = one.ruling(id_)
    back = reversal(one, who, ruling, reason, at) if upheld and ruling is not None else None
    if back is None or isinstance(back, Declined):
        return (DECIDED, entry)
    return (DECIDED, {**entry, "entries": back[1]["entries"] if back[0] == BATCH else [back]})


def decided(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    act = AppealDecided(at, keys["player"], keys["ruling"], keys["upheld"], keys["reason"])
    open_one = next((other for other in waiting(one.appeals) if other.ruling.id == act.ruling), None)
    if open_one is None:
        return Declined("appeal-not-open")
    appeals = tuple(replace(other, decision=act) if other is open_one else other for other in one.appeals)
    return batch_entered(replace(one, appeals=appeals), {"entries": keys.get("entries", [])}, at)


# --- nobody decides ---------------------------------------------------------------------------------------------------


def next_appeal_reminder(one: ClubTournament) -> int | None:
    """When a judge is reminded: a complaint is decided at once."""
    waits = [other.at + ANSWER_WITHIN for other in waiting(one.appeals) if other.ruling.id not in one.reminded_appeals]
    return min(waits, default=None)


def remind(one: ClubTournament, who: Who, _keys: Keys, at: int) -> Keys | Declined:
    found = [
        other.ruling.id
        for other in waiting(one.appeals)
        if other.ruling.id not in one.reminded_appeals and other.at + ANSWER_WITHIN <= at
    ]
    return {"rulings": found} if who.is_host and found else Declined("tournament-not-now")


def reminded(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, reminded_appeals=(*one.reminded_appeals, *keys["rulings"]))
