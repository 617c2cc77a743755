"""The arbiter's report: what of a tournament stands in it, by which article, and what goes to sports justice."""

from typing import Any

from engine.tournament.articles import article, situation
from engine.tournament.events import TYPES
from engine.tournament.jury import Appeal, AppealDecided, ContestedRuling
from engine.tournament.laws import WARNINGS
from engine.tournament.report import REPORTED, report
from tests.engine.tournament.evening import Evening


def played(code: str) -> list[dict[str, Any]]:
    evening = Evening(code, entries=4, rounds=["danese"] * 2)
    evening.pair()
    evening.add("lateness", round=1, entry="p1", minutes=3)
    evening.add("warning", round=1, entry="p2", category="ethics", note="spoke to the arbiter as nobody should")
    evening.add("warning", round=1, entry="p3", category="deal")
    evening.add("replacement", entry="p3", out="p3.1", reason="ill", **{"in": "Zoe"})
    evening.result(1, 500, 0)
    evening.add("score", round=1, table=2, vp=[12, 8], mp=[100, -100], reason="cards mixed")
    evening.close()
    evening.add("correction", replaces=6, mp=[450, 0], reason="added up wrongly")
    evening.add("penalty", round=1, entry="p2", vp=1, reason="again")
    evening.add("withdrawal", round=1, entry="p2", cause="unjustified", reason="a quarrel")
    evening.add("withdrawal", round=1, entry="p4", reason="fell ill")
    evening.add("finished")
    evening.progress()
    return evening.events


def test_what_was_ruled_stands_in_it_with_its_article() -> None:
    assert [
        (row.kind, row.round, row.article, row.entry, row.table, row.reason) for row in report("febur", played("febur"))
    ] == [
        ("lateness", 1, "febur 26", "p1", None, ""),
        ("warning", 1, "febur 4, 6, 19", "p2", None, "spoke to the arbiter as nobody should"),
        ("warning", 1, "febur 4", "p3", None, ""),
        ("replacement", 1, "febur 25", "p3", None, "ill"),
        ("score", 1, "febur 23, 25", "", 2, "cards mixed"),
        ("correction", 1, "febur 24", "", None, "added up wrongly"),
        ("penalty", 1, "febur 4, 6, 19, 23, 26", "p2", None, "again"),
        ("withdrawal", 1, "febur 25", "p2", None, "a quarrel"),
        ("withdrawal", 1, "febur 25", "p4", None, "fell ill"),
    ]


def test_what_happens_before_the_first_round_is_of_none() -> None:
    evening = Evening("fitab", entries=3, rounds=["danese"])
    evening.add("replacement", entry="p1", out="p1.1", reason="ill", **{"in": "Zoe"})
    evening.add("withdrawal", round=0, entry="p2")
    evening.pair()
    evening.add("replacement", entry="p3", out="p3.1", reason="ill", **{"in": "Yves"})
    evening.progress()
    assert [row.round for row in report("fitab", evening.events)] == [0, 0, 1]


def test_the_facts_are_those_of_the_file() -> None:
    facts = [row.facts for row in report("fitab", played("fitab"))]
    assert facts[0] == {"minutes": 3}
    assert facts[3] == {"out": "p3.1", "in": "Zoe"}
    assert facts[4] == {"vp": [12, 8], "mp": [100, -100]}
    assert facts[5] == {"mp": [450, 0], "replaces": 6}


def test_fitab_sends_on_ethics_and_who_leaves_without_a_reason() -> None:
    sent_on = [(row.kind, row.entry) for row in report("fitab", played("fitab")) if row.justice]
    assert sent_on == [("warning", "p2"), ("withdrawal", "p2")]
    assert [row for row in report("febur", played("febur")) if row.justice] == []
    assert [row for row in report("fibur", played("fibur")) if row.justice] == []


def test_codes_that_are_silent_name_the_code_they_follow() -> None:
    assert [row.article for row in report("fibur", played("fibur"))][:2] == ["fitab 37", "fitab 21"]
    ruling = ContestedRuling("r1", 1, "Rita", frozenset({"Anna"}))
    assert [row.article for row in report("febur", [], (Appeal(ruling, "Anna", 0),))] == ["fitab 38"]


def test_appeals_come_last() -> None:
    ruling = ContestedRuling("r1", 1, "Rita", frozenset({"Anna"}))
    open_one = Appeal(ruling, "Anna", 0)
    decided = Appeal(ruling, "Anna", 0, AppealDecided(1, "Tina", "r1", upheld=True, reason="it was seen"))
    rows = report("fitab", [], (open_one, decided))
    assert [(row.kind, row.article, row.event, row.reason) for row in rows] == [
        ("appeal", "fitab 38", None, ""),
        ("appeal", "fitab 38", None, "it was seen"),
    ]
    assert rows[1].facts == {"ruling": "r1", "by": "Anna", "upheld": True, "judge": "Tina"}


def test_what_is_reported_are_events_of_the_file() -> None:
    assert set(REPORTED) <= set(TYPES)


def test_each_kind_of_warning_has_its_own_article() -> None:
    for code in ("febur", "fitab", "fibur"):
        evening = Evening(code, entries=4, rounds=["danese"])
        evening.pair()
        for category in WARNINGS:
            evening.add("warning", round=1, entry="p1", category=category)
        evening.progress()
        found = [row.article for row in report(code, evening.events)]
        printed = [article(code, f"warning.{category}") for category in WARNINGS]
        assert found == [f"{source} {number}" for number, source in printed]


def test_a_match_lost_by_absence_and_who_is_sent_away_are_called_so() -> None:
    evening = Evening("febur", entries=4, rounds=["danese"])
    evening.pair()
    evening.add("score", round=1, table=1, vp=[13, 7], mp=[450, -450], case="no-show")
    evening.add("withdrawal", round=1, entry="p3", cause="expelled")
    evening.progress()
    rows = report("febur", evening.events)
    assert [(row.situation, row.article) for row in rows] == [("no-show", "febur 26"), ("expel", "febur 25")]


def test_what_is_made_void_has_the_article_by_which_it_was_given() -> None:
    evening = Evening("febur", entries=4, rounds=["danese"])
    evening.pair()
    evening.add("warning", round=1, entry="p1", category="mixing")
    evening.add("correction", replaces=2, void=True, reason="by mistake")
    evening.progress()
    rows = report("febur", evening.events)
    assert [(row.situation, row.article) for row in rows] == [("warning.mixing", "febur 23"), ("void", "febur 23")]


def test_a_match_given_up_online_stands_in_it_by_that_codes_own_heading() -> None:
    evening = Evening("online", entries=4, rounds=["danese"])
    evening.pair()
    evening.add("forfeit", round=1, entry="p2", mp=[300, 100])
    evening.progress()
    (row,) = report("online", evening.events)
    assert (row.kind, row.entry) == ("forfeit", "p2")
    assert row.article == "online Penalità in caso di tempo scaduto o abbandono"


def test_a_sheet_signed_for_who_did_not_sign_is_reported_and_others_are_not() -> None:
    evening = Evening("fitab", entries=4, rounds=["danese"])
    evening.pair()
    evening.add("result", round=1, table=1, mp=[500, 0], officio="sheet")
    evening.add("result", round=1, table=2, mp=[500, 0])
    evening.progress()
    assert [(row.situation, row.table, row.article) for row in report("fitab", evening.events)] == [
        ("sheet", 1, "fitab 20")
    ]


def test_every_situation_of_an_event_has_an_article() -> None:
    for kind in REPORTED:
        event = {"type": kind, "category": "fan"}
        assert article("fitab", situation(event))[0]
