"""Keeps the log of an evening as this version writes it, with its file: `python -m tests.tournaments.older`.

Later versions fold it to the same file. What is there is never written anew: a new version has files of its own.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bot.tournaments.club_tournament import MINUTE, VERSION
from bot.tournaments.evening_file import document_text
from tests.tournaments.club import ARBITER, BOT, Club, club

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
    one.does(ARBITER, "go")
    one.does(ARBITER, "link", secret="a" * 32)
    one.does(ARBITER, "unlink")
    one.does(ARBITER, "rule", type="lateness", round=1, entry="2", minutes=4)
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
    one.does(BOT, "pair")
    one.does(ARBITER, "rule", type="replacement", entry="3", out="p41", guest="Zoe", reason="taken ill")
    one.does(ARBITER, "rule", type="withdrawal", round=2, entry="7")
    for pairing in one.one.undecided:
        one.does("p50", "rule", type="score", round=2, table=pairing.table, vp=[12, 8], mp=[300, 0])
    one.does(ARBITER, "close")
    one.does(BOT, "finish")
    return one


def main() -> None:
    one = evening()
    rows = [json.dumps(asdict(row), ensure_ascii=False) for row in one.rows]
    with (LOGS / f"version{VERSION}.jsonl").open("x", encoding="utf-8") as log:
        log.write("\n".join([*rows, ""]))
    (LOGS / f"version{VERSION}.json").write_text(document_text(one.one, {}), encoding="utf-8")


if __name__ == "__main__":
    main()
