"""The log is the tournament: after each of many random commands its fold is the value in memory, and its file sound."""

import json
from typing import Any

import pytest

from bot.durations import MINUTE
from bot.tables.log import BrokenLog, LogRow
from bot.tables.who import HOST, Who
from bot.tournaments.appeals import judge_of
from bot.tournaments.club_tournament import BEFORE, ENDED, RUNNING, VERSION
from bot.tournaments.commands import ENTRIES, JUDGES, command
from bot.tournaments.corrections import ask_mark, missing_signers, to_sign
from bot.tournaments.kind import TournamentKind
from bot.tournaments.log import fold
from bot.tournaments.round_clock import goes_on
from bot.tournaments.sheets import paper_of
from engine.tournament.jury import waiting
from tests.chance import chance
from tests.tournaments.club import SEED, Club, club

PEOPLE = [f"p{number}" for number in range(14)]
CODES = ("febur", "fitab", "online", "fibur")


class Restless:
    """People and arbiters who do anything at any time."""

    def __init__(self, seed: int) -> None:
        self.chance = chance(seed)
        kind = self.chance.choice(("pairs", "pairs", "singles", "individual", "teams"))
        method = "individual" if kind == "individual" else "danese"
        cards = self.chance.choice(("real", "dealt"))
        self.club: Club = club(
            code="fitab" if kind == "teams" else self.chance.choice(CODES),
            kind=kind,
            rounds=(method,) * 3,
            deals=(3,) * 3,
            places=self.chance.choice((0, 3, 5)),
            first=self.chance.choice(("order", "lot")),
            cards=cards,
            duplicate=cards == "dealt",
        )
        self.taken: list[str] = []

    def sums(self) -> list[int]:
        return [5 * self.chance.randrange(400) for _ in range(2)]

    def entry(self) -> str:
        return str(self.chance.randrange(1, 10))

    def keys(self, verb: str) -> dict[str, Any]:  # noqa: PLR0912  a command a branch
        chance, one = self.chance, self.club.one
        number = chance.randrange(1, one.last_number + 2)
        match verb:
            case "enter":
                if one.announcement.kind == "teams":
                    return {"players": chance.sample(PEOPLE[1:], 4)}
                guests = [f"guest {chance.randrange(99)}"] if chance.randrange(4) == 0 else []
                return {"players": chance.sample(PEOPLE, chance.randrange(1, 3)), "guests": guests}
            case "confirm" | "decline":
                return {"number": number}
            case "leave" | "here":
                return {"number": number} if chance.randrange(2) else {}
            case "announce":
                return {chance.choice(("places", "window")): chance.randrange(9)}
            case "remind":
                return {"kind": chance.choice(("day", "hour"))}
            case "arbiter":
                return {"player": chance.choice(PEOPLE)}
            case "start":
                return {"seed": SEED}
            case "sheet" | "score":
                deals = [self.sums() for _ in range(chance.choice((3, 3, 2)))]
                totals = {"mp": self.sums()} if verb == "sheet" else {"deals": deals}
                return {"table": chance.randrange(1, 4), **totals}
            case "correct":
                earlier = one.current.number - 1 if one.current else 0
                return {"round": earlier, "swap": True} if earlier and chance.randrange(3) else {"mp": self.sums()}
            case "reopen":
                return {"reason": "found out later"}
            case "link":
                return {"secret": chance.choice("ab") * 32}
            case "rule":
                return self.ruling()
            case _:
                return self.keys_at_the_desk(verb)

    def keys_at_the_desk(self, verb: str) -> dict[str, Any]:
        chance, one = self.chance, self.club.one
        match verb:
            case "broadcast":
                return {"table": chance.randrange(1, 4), "minutes": chance.choice((0, 15, 30))}
            case "answer" | "stand":
                return {"table": chance.randrange(1, 4)}
            case "same":
                return {"players": chance.sample(PEOPLE, 2)}
            case "jury":
                return {"player": chance.choice(PEOPLE)}
            case "recover":
                return {"table": chance.randrange(1, 4), "minutes": chance.randrange(1, 9)}
            case "annul":
                return {"table": chance.randrange(1, 4), "deal": chance.randrange(1, 4)}
            case "reverse" | "appeal" | "decide":
                ruling = chance.choice(one.rulings).id if one.rulings else "d1"
                return {"ruling": ruling, "reason": chance.choice(("in error", "")), "upheld": chance.randrange(2) == 0}
            case "deck":
                return {"seed": SEED}
            case "own-deal" | "open":
                there = {"table": chance.randrange(1, 4), "deal": chance.randrange(4)} if verb == "own-deal" else {}
                return {"round": one.current.number if one.current is not None else 1, **there}
            case "lineup":
                roster = self.roster()
                return {"pairs": [roster[:2], roster[2:4]]}
            case _:
                return {}

    def roster(self) -> list[str]:
        """Somebody's team, in any order."""
        one = self.club.one
        rosters = list(one.progress.rosters.values()) if one.progress is not None else []
        roster = list(self.chance.choice(rosters)) if rosters else list(PEOPLE[:4])
        self.chance.shuffle(roster)
        return roster

    def ruling(self) -> dict[str, Any]:
        chance = self.chance
        where = {"round": self.club.one.current.number if self.club.one.current else 1}
        replaces = chance.randrange(1, len(self.club.one.events) + 2)
        return chance.choice(
            [
                {"type": "lateness", **where, "entry": self.entry(), "minutes": chance.randrange(14)},
                {"type": "late-entry", **where, "entry": self.entry(), "minutes": chance.randrange(14)},
                {"type": "warning", **where, "entry": self.entry(), "category": "fan"},
                {"type": "penalty", **where, "entry": self.entry(), "mp": 100},
                {"type": "withdrawal", **where, "entry": self.entry()},
                {"type": "timeout", **where},
                {"type": "score", **where, "table": chance.randrange(1, 4), "vp": [12, 8], "mp": self.sums()},
                {"type": "correction", "replaces": replaces, "mp": self.sums(), "reason": "sum"},
                {"type": "correction", "replaces": replaces, "void": True, "reason": "in error"},
                {
                    "type": "replacement",
                    "entry": self.entry(),
                    "out": chance.choice(PEOPLE),
                    "guest": f"new {chance.randrange(99)}",
                    "reason": "ill",
                },
            ]
        )

    def verb(self) -> str:
        """Any; but what ends something or changes little is rare, or nothing would happen before it."""
        chance, one = self.chance, self.club.one
        if (one.scores or one.requests) and chance.randrange(2):
            return "sign"
        if goes_on(one) and chance.randrange(2):
            return "lastlaps"
        if one.went_at and not one.announcement.is_dealt and chance.randrange(8) == 0:
            return "recover"
        if one.state in BEFORE and len(one.sign_ups) > 3 and chance.randrange(4) == 0:
            return "start"
        if one.state == RUNNING and one.current and one.current.closed and chance.randrange(4) == 0:
            return "finish"
        running = WHILE_DEALT if one.announcement.is_dealt else WHILE_RUNNING
        often = AFTER_THE_END if one.state in ENDED else running if one.state == RUNNING else BEFORE_THE_START
        there = [verb for verb in JUDGES if verb != IN_A_BROWSER]
        rare = [verb for verb in there if verb not in LATE or chance.randrange(9) == 0]
        return chance.choice(often) if chance.randrange(3) else chance.choice(rare)

    def who(self, verb: str) -> Who:
        """Mostly somebody who may."""
        one = self.club.one
        if verb in BY_HOST:
            return Who(HOST)
        if self.chance.randrange(6) == 0:
            return Who(self.chance.choice((*PEOPLE, HOST)))
        if verb == "decide" and (judging := [judge_of(one, each.ruling.id) for each in waiting(one.appeals)]):
            return Who(judging[0].person if judging[0] else "p0")
        if verb in ("sign", "dispute", "correct") and one.requests and (waits := missing_signers(one, one.requests[0])):
            return Who(self.chance.choice(waits))
        if verb == "correct" and one.current:
            number = one.current.number - 1 or 1
            papers = [paper_of(one, number, pairing.table) for pairing in one.current.pairings]
            signers = [player for paper in papers if paper is not None for line in paper.signers for player in line]
            return Who(self.chance.choice(signers or PEOPLE))
        if verb in AT_A_TABLE and one.undecided and one.progress:
            (entry, *_) = self.chance.choice(self.chance.choice(one.undecided).lines)
            return Who(self.chance.choice(one.progress.rosters[entry]))
        if one.announcement.kind == "teams" and verb == "enter":
            return Who("p0")
        return Who(self.chance.choice(PEOPLE)) if verb in BY_PEOPLE else Who("p0")

    def step(self) -> None:
        self.club.at += self.chance.randrange(5 * MINUTE)
        verb = self.verb()
        who = self.who(verb)
        keys = self.keys(verb)
        pairing = self.club.one.pairing_of(who.id)
        if verb == "lineup" and one_team(self.club, who.id):
            roster = list(one_team(self.club, who.id))
            keys["pairs"] = [roster[:2], roster[2:4]]
        if verb == "sheet" and pairing is not None:
            keys["table"] = pairing.table
        request = to_sign(self.club.one, who.id) if verb in ("sign", "dispute") else []
        if request:
            refused = self.club.tries(who, verb, mark=ask_mark(request[0]))
            self.taken += [self.club.rows[-1].entry.partition(" ")[0]] * (refused == "")
            return
        refused = self.club.signs(who.id, verb) if verb in ("sign", "dispute") else self.club.tries(who, verb, **keys)
        if refused == "":
            self.taken.append(self.club.rows[-1].entry.partition(" ")[0])


def one_team(club: Club, player: str) -> tuple[str, ...]:
    """Whom somebody plays with."""
    one = club.one
    return one.progress.rosters.get(one.entry_of(player), ()) if one.progress is not None else ()


WHILE_RUNNING = (
    *("go", "sheet", "sign", "dispute", "rule", "close", "pair", "call", "answer", "unanswered", "rule"),
    *(
        "recover",
        "lastlaps",
        "officio",
        "missing",
        "arrived",
        "annul",
        "reverse",
        "appeal",
        "decide",
        "lineup",
        "appeal",
        "correct",
        "correct",
    ),
)
WHILE_DEALT = ("go", "score", "stand", "sign", "dispute", "rule", "close", "pair", "call", "answer", "pause", "resume")
AT_A_TABLE = ("sheet", "sign", "dispute", "call", "missing", "arrived", "appeal", "lineup")
AFTER_THE_END = ("reopen", "restore")
BEFORE_THE_START = ("enter", "enter", "confirm", "here")
BY_HOST = ("unanswered", "officio", "unheard", "score", "stand", "deck", "own-deal", "open", "lastlaps", "same")
BY_FOUR = {"correct-signed"}  # people who agree that much meet too seldom by chance: `older.corrected` has them
IN_A_BROWSER = "takeover"  # alone: in a channel administrators name an arbiter
LATE = ("cancel", "finish", "shut", "checkin", "link", "unlink", "leaves", "same")
BY_PEOPLE = ("enter", "confirm", "decline", "leave", "seek", "unseek", "here")


@pytest.mark.parametrize("seed", range(12))
def test_the_fold_is_the_value_and_the_file_is_sound_after_each_command(seed: int) -> None:
    people = Restless(seed)
    for _ in range(160):
        before = len(people.club.rows)
        people.step()
        if len(people.club.rows) > before:
            assert people.club.folded() == people.club.one
            if people.club.one.seed:
                assert people.club.check() == ""


def test_random_people_reach_every_kind_of_entry() -> None:
    taken: set[str] = set()
    for seed in range(1800):
        people = Restless(seed)
        for _ in range(200):
            people.step()
        taken |= set(people.taken)
        if taken >= set(ENTRIES) - BY_FOUR:
            break
    assert taken | BY_FOUR == set(ENTRIES)


def test_a_refused_command_leaves_no_row() -> None:
    one = club()
    assert one.tries("p1", "close") == "tournament-arbiter"
    assert len(one.rows) == 1


def test_a_log_that_says_nothing_is_broken_and_names_the_row() -> None:
    one = club()
    one.pairs(1)
    for entry in ("nonsense", "confirm {", "confirm {}", 'confirm {"number":9,"player":"p1"}', "event {}"):
        rows = [*one.rows, LogRow(4, "x", "p1", entry, one.at)]
        with pytest.raises(BrokenLog) as raised:
            fold(rows)
        assert raised.value.seq == 4
    with pytest.raises(BrokenLog):
        fold([])
    with pytest.raises(BrokenLog):
        fold(one.rows[1:])


def test_a_log_of_a_newer_program_is_not_read() -> None:
    one = club()
    first = one.rows[0]
    newer = first.entry.replace(f'"version":{VERSION}', f'"version":{VERSION + 1}')
    with pytest.raises(BrokenLog, match="newer"):
        fold([LogRow(1, "a", first.actor, newer, first.at)])


def test_the_log_names_nobody() -> None:
    one = club()
    one.does(Who("p1", "Anna Neri"), "enter", players=["p1", "p2"])
    assert all("Neri" not in row.entry for row in one.rows)


def test_the_row_of_a_tournament_says_how_it_stands() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    outline = TournamentKind().outline(None, one.one, one.at)
    assert (outline.phase, outline.channel) == ("running", "discord:9")
    assert json.loads(outline.snapshot) == {
        "name": "Thursday",
        "starts": one.one.announcement.starts,
        "state": "running",
        "entries": 2,
        "round": 1,
        "final": None,
    }
    assert TournamentKind().fold(one.rows) == one.one
    assert command("leave") == "leave"
