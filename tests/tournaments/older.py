"""Keeps the log of an evening as this version writes it, with its file: `python -m tests.tournaments.older`.

Later versions fold it to the same file. What is there is never written anew: a new version has files of its own.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bot.durations import DAY, MINUTE
from bot.tournaments.club_tournament import VERSION
from bot.tournaments.corrections import ask_mark
from bot.tournaments.evening_file import document_text
from tests.tournaments.club import ARBITER, BOT, SEED, Club, club

LOGS: Final = Path(__file__).parent / "logs"


def evening() -> Club:
    """Nearly everything that can stand in a log."""
    one = club(places=4, check_in=30, rounds=("mitchell", "danese", "danese"), deals=(3, 3, 3))
    one.does("p1", "seek")
    one.does("p9", "seek")
    one.does("p9", "unseek")
    one.does("p2", "enter", players=["p2", "p1"])
    one.does("p1", "confirm", number=1)
    one.pairs(3, 4, 5, 6)
    one.does("p7", "enter", players=["p7", "p8"])
    one.does("p8", "decline", number=one.one.proposals[-1].number)
    one.does("p61", "leave")
    one.does(ARBITER, "announce", prizes="a ham", rounds=["mitchell", "danese"], deals=[3, 3])
    one.does(BOT, "remind", kind="hour")
    one.does(BOT, "shut")
    one.does(ARBITER, "enter", guests=["Rita Rossi", "Sara Sala"])
    one.does(ARBITER, "arbiter", player="p50")
    one.does(BOT, "checkin")
    for number in (1, 2, 3, 7):
        one.does(ARBITER, "here", number=number)
    one.starts()
    _plays(one)
    return one


def _plays(one: Club) -> None:
    one.does(ARBITER, "go")
    one.does(ARBITER, "link", secret="a" * 32)
    one.does(ARBITER, "unlink")
    one.does(ARBITER, "pause")
    one.does(ARBITER, "resume")
    one.does("p1", "missing")
    one.at += 3 * MINUTE
    one.does("p1", "arrived")
    one.at += MINUTE
    one.does(BOT, "officio")
    one.does(ARBITER, "answer", table=1)
    one.does(ARBITER, "annul", table=2, deal=1)
    one.does("p31", "call")
    one.at += MINUTE
    one.does(BOT, "unanswered")
    one.does(ARBITER, "answer", table=1)
    one.does("p1", "sheet", table=1, deals=[[720, 505], [335, 640], [810, 395]])
    assert one.signs("p32", "dispute") == ""
    assert one.signs("p32") == ""
    one.does(ARBITER, "sheet", table=2, mp=[1000, 1500])
    one.does(ARBITER, "close")
    result = len(one.one.events) - 1
    one.does(ARBITER, "rule", type="correction", replaces=result, mp=[1000, 1505], reason="added up wrongly")
    one.does(ARBITER, "rule", type="warning", round=1, entry="3", category="fan")
    one.does(ARBITER, "rule", type="correction", replaces=len(one.one.events), void=True, reason="in error")
    one.does(ARBITER, "rule", type="penalty", round=1, entry="1", vp=1)
    one.does(ARBITER, "jury", player="p51")
    one.does("p1", "appeal", ruling=str(len(one.one.events)))
    one.at += MINUTE
    one.does(BOT, "unheard")
    one.does("p51", "decide", ruling=str(len(one.one.events)), upheld=True, reason="it was the other pair")
    one.does(BOT, "pair")
    one.does(ARBITER, "rule", type="replacement", entry="3", out="p41", guest="Zoe", reason="taken ill")
    one.does(ARBITER, "rule", type="withdrawal", round=2, entry="7")
    for pairing in one.one.undecided:
        one.does("p50", "rule", type="score", round=2, table=pairing.table, vp=[12, 8], mp=[300, 0])
    one.does(ARBITER, "close")
    one.does(ARBITER, "leaves")
    one.does(BOT, "finish")


def of_three() -> Club:
    """What only three players, who all sign, can do."""
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2, starts=0)
    for player in ("p1", "p2", "p3"):
        one.does(player, "enter", players=[player])
    one.starts()
    one.does("p1", "sheet", table=1, mp=[700, 505, 300])
    assert one.signs("p2") == ""
    assert one.signs("p3") == ""
    return one


def of_teams() -> Club:
    """What only teams can do: sealed line-ups."""
    one = club(kind="teams", starts=0)
    for team in (1, 2):
        one.does(ARBITER, "enter", players=[f"p{team}{seat}" for seat in (1, 2, 3, 4, 5)])
    one.starts()
    one.does("p11", "lineup", pairs=[["p15", "p12"], ["p13", "p14"]])
    one.does("p22", "lineup", pairs=[["p21", "p22"], ["p23", "p25"]])
    return one


def dealt_evening() -> Club:
    """What stands only in the log of an evening that is dealt in the chat."""
    one = club(cards="dealt", rounds=("mitchell",), deals=(3,))
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(ARBITER, "go")
    one.does(BOT, "call", table=1, player="p11", why="silent")
    one.does(ARBITER, "answer", table=1)
    one.does(ARBITER, "pause")
    one.at += MINUTE
    one.does(ARBITER, "resume")
    for table in (1, 2):
        one.does(BOT, "score", table=table, deals=[[720, 505], [335, 640], [810, 395]])
    assert one.signs("p11") == one.signs("p31") == one.signs("p21") == ""
    one.at += 5 * MINUTE
    one.does(BOT, "stand", table=2)
    one.does(BOT, "close")
    one.does(BOT, "finish")
    return one


def with_broadcast() -> Club:
    """A table that is broadcast, with another delay after a while, and then no more."""
    one = club(cards="dealt", rounds=("mitchell",), deals=(2,))
    one.pairs(1, 2, 3, 4)
    one.starts()
    for minutes in (30, 45, 0):
        one.does(ARBITER, "broadcast", table=1, minutes=minutes)
        one.at += MINUTE
    one.does(ARBITER, "broadcast", table=2, minutes=15)
    return one


def duplicate() -> Club:
    """What stands only in the log of an evening in duplicate."""
    one = club(cards="dealt", duplicate=True, rounds=("mitchell",), deals=(3,))
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(BOT, "deck", seed=SEED)
    one.does(ARBITER, "go")
    one.does(ARBITER, "annul", table=1, deal=2)
    one.does(BOT, "own-deal", round=1, table=1, deal=2)
    one.does(BOT, "open", round=1)
    for table in (1, 2):
        one.does(BOT, "score", table=table, deals=[[720, 505], [335, 640], [810, 395 + 5 * table]])
    one.at += 5 * MINUTE
    for table in (1, 2):
        one.does(BOT, "stand", table=table)
    one.does(BOT, "close")
    one.does(BOT, "finish")
    return one


def reopened() -> Club:
    """An evening of a series whose end was taken back, with what has nowhere else a place."""
    one = club(series="seri0123456789abcdef", season=2, best=8, of=12, is_final=True, invited=("p11", "~anna rossi"))
    one.pairs(1)
    one.does(ARBITER, "enter", players=["p21", "p22"])
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1000, 1500])
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    one.does(ARBITER, "sheet", table=1, mp=[1000, 1500])
    one.does(ARBITER, "close")
    one.does(ARBITER, "finish")
    one.does(ARBITER, "reopen", reason="the sides were exchanged")
    one.does(ARBITER, "rule", type="correction", replaces=5, mp=[1500, 1000], reason="the sides were exchanged")
    one.does(BOT, "finish")
    return one


def reopened_later() -> Club:
    """An end that was taken back the day after: the evening ended when it first did."""
    one = club(rounds=("danese",), deals=(3,))
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1000, 1500])
    one.does(ARBITER, "close")
    one.does(ARBITER, "finish")
    one.at += DAY
    one.does(ARBITER, "reopen", reason="the sides were exchanged")
    one.does(BOT, "finish")
    return one


def corrected() -> Club:
    """Corrections that players ask for: both lines sign, the arbiter is called, all four sign."""
    one = club(rounds=("mitchell", "mitchell"))
    one.pairs(1, 2, 3, 4)
    one.starts()
    for table, who, other in ((1, "p11", "p21"), (2, "p31", "p41")):
        one.does(who, "sheet", table=table, mp=[1000, 1500])
        assert one.signs(other) == ""
    one.does("p11", "correct", mp=[1000, 1505])
    one.does("p22", "sign", mark=ask_mark(one.one.requests[0]))
    one.does("p31", "correct", mp=[1000, 1505])
    one.does("p42", "dispute", mark=ask_mark(one.one.requests[0]))
    one.does(ARBITER, "answer", table=2)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    one.does("p11", "correct", round=1, swap=True)
    one.at += MINUTE
    one.does(BOT, "officio")
    for player in ("p12", "p21", "p22"):
        one.does(player, "sign", mark=ask_mark(one.one.requests[0]))
    return one


def given_back() -> Club:
    """A table that was given minutes back plays on after the others."""
    one = club(rounds=("mitchell",), deals=(3,))
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(ARBITER, "go")
    one.does(ARBITER, "recover", table=2, minutes=4)
    one.at += 35 * MINUTE
    one.does(BOT, "rule", type="timeout", round=1)
    one.at += 4 * MINUTE
    one.does(BOT, "lastlaps")
    return one


def with_two_accounts() -> Club:
    """Who directs plays with another account, which is linked while an appeal waits."""
    one = club(rounds=("mitchell",), deals=(3,))
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(ARBITER, "arbiter", player="p50")
    one.does("p50", "rule", type="warning", round=1, entry="1", category="fan")
    one.does("p12", "appeal", ruling=one.one.rulings[-1].id)
    one.does(BOT, "same", players=["p11", "p0"])
    one.does("p50", "decide", ruling=one.one.rulings[-1].id, upheld=False, reason="it was the fan")
    one.does("p11", "rule", type="warning", round=1, entry="3", category="fan")
    one.does("p11", "leaves")
    return one


def called_off() -> Club:
    """A round that was called off while a sheet and a call waited, and was taken up again."""
    one = club(rounds=("mitchell",), deals=(3,))
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(ARBITER, "go")
    one.does("p11", "sheet", table=1, mp=[1000, 1500])
    one.does("p31", "call")
    one.at += MINUTE
    one.does(ARBITER, "cancel", reason="the lights are out")
    one.at += 9 * MINUTE
    one.does(ARBITER, "restore")
    one.does(BOT, "unanswered")
    assert one.tries(BOT, "officio") == "tournament-not-now"
    one.at += 5 * MINUTE
    one.does(BOT, "officio")
    one.does(ARBITER, "cancel", reason="the lights are out again")
    return one


EVENINGS: Final = {
    "": evening,
    "-accounts": with_two_accounts,
    "-broadcast": with_broadcast,
    "-called-off": called_off,
    "-corrected": corrected,
    "-dealt": dealt_evening,
    "-duplicate": duplicate,
    "-given-back": given_back,
    "-reopened": reopened,
    "-reopened-later": reopened_later,
    "-teams": of_teams,
    "-three": of_three,
}
"""What is kept, by what stands behind the version in the names of its files."""


def main() -> None:
    for name, make in EVENINGS.items():
        if (LOGS / f"version{VERSION}{name}.jsonl").exists():
            continue
        one = make()
        rows = [json.dumps(asdict(row), ensure_ascii=False) for row in one.rows]
        with (LOGS / f"version{VERSION}{name}.jsonl").open("x", encoding="utf-8") as log:
            log.write("\n".join([*rows, ""]))
        (LOGS / f"version{VERSION}{name}.json").write_text(document_text(one.one, {}), encoding="utf-8")


if __name__ == "__main__":
    main()
