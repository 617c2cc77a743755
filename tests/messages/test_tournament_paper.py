"""A tournament on paper: what the standings and the tables of a round say when they are printed."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.durations import MINUTE
from bot.messages.tournament_paper import round_paper, ruling_words, standings_paper
from bot.messages.tournament_scenes import standings_scene
from bot.messages.tournament_sheet import standings_csv
from bot.series.season import season_standings
from bot.tournaments.club_tournament import RUNNING
from bot.tournaments.outcome import outcome
from bot.views.tournament_board import board
from bot.words.series import season_cells
from bot.words.table_words import signed
from bot.words.tournament_announcement import form_line
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_rulings import ruling_line
from bot.words.tournament_standings import standings_lines
from engine.tournament.laws import WARNINGS
from engine.tournament.report import REPORTED, ReportRow
from engine.tournament.standings import standings
from renderers.papers import Paper
from renderers.pdf import pdf
from tests.renderers.pdf_text import pages_of
from tests.tournaments.club import ARBITER, BOT, SEED, Club, club

PEOPLE = "Anna Rossi,Bruno Bianchi,Carla Verdi,Dario Fò,Łucja Żak,Святослав,サクラ,Ivo Greco,Ada,Zoe,Lino,Mara".split(
    ","
)


def named(one: Club, language: str) -> TournamentReader:
    players = [player for sign_up in one.one.sign_ups for player in sign_up.players]
    return TournamentReader(language, dict(zip(players, PEOPLE, strict=True)))


def evening(**keys: object) -> Club:
    """Six pairs, two rounds; somebody is late, warned, and penalised."""
    one = club(venue="Circolo Aurora, Milano", **keys)
    one.pairs(*range(1, 7))
    one.starts()
    for number in (1, 2):
        for place, pairing in enumerate(one.one.undecided):
            one.does(ARBITER, "sheet", table=pairing.table, mp=[1500 + 100 * place, 900 + 5 * number])
        one.does(ARBITER, "close")
        if number == 1:
            one.does(ARBITER, "pair")
            one.does(ARBITER, "rule", type="warning", round=2, entry="3", category="fan")
            one.does(ARBITER, "rule", type="penalty", round=2, entry="3", vp=2)
    return one


def printed(paper: Paper | None) -> str:
    assert paper is not None
    return "\n".join(pages_of(pdf(paper)))


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_standings_on_paper_say_all_of_the_evening(language: str) -> None:
    one = evening()
    one.does(ARBITER, "finish")
    reader = named(one, language)
    paper = standings_paper(one.one, reader)
    assert paper is not None
    text = " ".join(printed(paper).split())
    assert one.one.progress is not None
    for rank in standings(one.one.progress):
        roster = one.one.progress.rosters[rank.entry]
        assert f"{reader.names[roster[0]]} – {reader.names[roster[1]]}" in text
    figures = [(row[2], row[3]) for row in paper.tables[0].rows]
    assert figures == [(str(rank.vp), signed(rank.mp)) for rank in standings(one.one.progress)]
    start = datetime.fromtimestamp(one.one.announcement.starts / 1000, UTC)
    form = form_line(one.one.announcement, reader)
    for words in ("Circolo Aurora, Milano", f"{start.year}", f"{start:%H:%M}", form, "FE.BUR.IT"):
        assert " ".join(words.split()) in text
    for words in {
        "en": ("final standings", "The arbiter", "Page 1 of 1", "warning: fan", "penalty of 2 VP", "2 VP 1 w")
    }.get(language, ("classifica finale", "L'arbitro", "Pagina 1 di 1", "ammonizione: ventaglio", "penalità di 2 VP")):
        assert words in text
    heads = [column.head for column in paper.tables[0].columns]
    assert heads[-3:] == (["R1", "R2", "Taken off"] if language == "en" else ["T1", "T2", "Penalità"])


def test_people_read_a_true_minus_and_programs_a_hyphen() -> None:
    one = evening()
    one.does(ARBITER, "finish")
    assert one.one.progress is not None
    last = standings(one.one.progress)[-1]
    assert last.mp < 0
    people, programs = f"−{-last.mp}", f"{last.mp}"
    reader = named(one, "it")
    paper = standings_paper(one.one, reader)
    assert paper is not None
    row = paper.tables[0].rows[-1]
    assert row[3] == people
    assert people in printed(paper)
    assert not any(re.search(r"-\d", cell) for line in paper.tables[0].rows for cell in line)
    assert board(one.one, reader)["standings"]["rows"][-1]["mp"] == people
    assert standings_scene(one.one, reader).rows[-1][3] == people
    assert standings_lines(one.one, reader)[-1].endswith(f"{people} MP")
    assert programs in [line.split(",") for line in standings_csv(one.one, TournamentReader("en", {})).splitlines()][-1]
    ended = outcome(one.one)
    assert ended is not None
    seasoned = season_standings([ended])[-1]
    assert [season_cells(seasoned, {}, language)[3] for language in ("it", "")] == [people, programs]


def test_each_rounds_points_add_up_to_the_total_before_what_was_taken_off() -> None:
    one = evening()
    paper = standings_paper(one.one, named(one, "en"))
    assert paper is not None
    assert one.one.progress is not None
    for row, rank in zip(paper.tables[0].rows, standings(one.one.progress), strict=True):
        rounds = [cell.replace("−", "-").split(" / ") for cell in row[-3:-1]]
        assert sum(int(vp) for vp, _ in rounds) - rank.penalty_vp == rank.vp
        assert sum(int(mp) for _, mp in rounds) - rank.penalty_mp == rank.mp


def test_an_evening_is_the_same_file_however_often_and_late_it_is_printed() -> None:
    one = evening()
    one.does(ARBITER, "finish")
    once = standings_paper(one.one, named(one, "it"))
    one.at += 1_000_000
    assert standings_paper(one.folded(), named(one, "it")) == once
    assert once is not None
    assert pdf.__wrapped__(once) == pdf(once)


def test_the_tables_of_a_round_are_for_the_notice_board() -> None:
    one = club(places=0)
    one.pairs(*range(1, 6))
    one.does(ARBITER, "start", seed="00" * 32)
    assert round_paper(one.one, named_five(one)) is None
    one.does(ARBITER, "pair")
    assert standings_paper(one.one, named_five(one)) is None
    paper = round_paper(one.one, named_five(one))
    assert paper is not None
    assert paper.large
    text = printed(paper)
    assert one.one.current is not None
    assert one.one.state == RUNNING
    assert [row[0] for row in paper.tables[0].rows] == [str(pairing.table) for pairing in one.one.current.pairings]
    assert [column.head for column in paper.tables[0].columns] == ["Table", "N-S", "E-W"]
    assert "rests" in text or "No table in this round" in text


def named_five(one: Club) -> TournamentReader:
    players = [player for sign_up in one.one.sign_ups for player in sign_up.players]
    return TournamentReader("en", dict(zip(players, PEOPLE, strict=False)))


def test_a_score_of_a_round_in_duplicate_is_printed_once_its_deals_are_open() -> None:
    one = club(cards="dealt", duplicate=True)
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(BOT, "deck", seed=SEED)
    one.does(ARBITER, "go")
    for table in (1, 2):
        one.does(BOT, "score", table=table, deals=[[500, 300]] * 3)
    one.at += 6 * MINUTE
    for table in (1, 2):
        one.does(BOT, "stand", table=table)
    one.does(BOT, "close")
    one.does(BOT, "open", round=1)
    one.does(ARBITER, "pair")
    one.does(BOT, "deck", seed="11" * 32)
    one.does(ARBITER, "go")
    one.does(ARBITER, "rule", type="score", round=2, table=1, vp=[17, 3], mp=[905, -905])
    reader = TournamentReader("en", {})
    assert "905" not in printed(standings_paper(one.one, reader))
    assert "points that are not open yet" in printed(standings_paper(one.one, reader))
    opened = replace(one.one, sealed_rounds=())
    assert "905" in printed(standings_paper(opened, reader))


KINDS = sorted(REPORTED)
FACTS = {
    "minutes": 4,
    "category": "fan",
    "vp": [12, 8],
    "mp": [400, 0],
    "replaces": 7,
    "out": "p11",
    "in": "p99",
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_an_arbiter_can_rule_has_words(kind: str) -> None:
    one = evening()
    facts = {**FACTS, "vp": 2} if kind == "penalty" else FACTS
    for language in ("en", "it"):
        words = ruling_words(one.one, ReportRow(3, 1, kind, "febur 1", "3", facts=facts), named(one, language))
        assert words
        assert "{" not in words


def test_who_has_left_for_a_time_is_not_printed_as_withdrawn() -> None:
    one, facts = evening(), {"temporary": True}
    for language, words in (("en", "away for a time"), ("it", "assenza momentanea")):
        row = ReportRow(3, 1, "withdrawal", "fitab 36", "3", facts=facts)
        assert ruling_words(one.one, row, named(one, language)) == words


def test_on_paper_a_ranking_point_of_three_players_is_one_too() -> None:
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2).one
    row = ReportRow(3, 1, "penalty", "fitab 21", "3", facts={"vp": 6})
    assert ruling_words(one, row, TournamentReader("en", {})) == "penalty of 1 in ranking points"


def test_the_paper_names_the_article_that_everybody_has_read() -> None:
    """One ruling of each kind, febur: on paper the number and the article are those of the line below the tables."""
    one = club(rounds=("mitchell",))
    one.pairs(*range(1, 9))
    one.starts()
    one.does(ARBITER, "go")
    for category in WARNINGS:
        one.does(ARBITER, "rule", type="warning", round=1, entry="1", category=category)
    one.does(ARBITER, "reverse", ruling=one.one.rulings[-1].id, reason="by mistake")
    one.does(ARBITER, "rule", type="lateness", round=1, entry="3", minutes=12)
    one.does(ARBITER, "rule", type="withdrawal", round=1, entry="5", cause="expelled")
    one.does(ARBITER, "rule", type="score", round=1, table=4, vp=[12, 8], mp=[155, -155], reason="cards mixed")
    one.does(ARBITER, "annul", table=1, deal=2)
    one.does(ARBITER, "recover", table=1, minutes=4)
    one.does(ARBITER, "sheet", table=1, mp=[1500, 900])
    one.does(ARBITER, "close")
    reader = TournamentReader("en", {})
    paper = standings_paper(one.one, reader)
    assert paper is not None
    rows = {row[0]: row for row in paper.tables[-1].rows}
    assert sorted(rows) == sorted(ruling.id for ruling in one.one.rulings)
    for ruling in one.one.rulings:
        article = rows[ruling.id][4]
        assert article
        assert f"(FE.BUR.IT code, art. {article})" in ruling_line(one.one, ruling, reader)
    words = {row[3] for row in rows.values()}
    assert {
        "match lost by absence: VP 7 – 13, MP −450 – 450",
        "expelled",
        "arbiter's score: VP 12 – 8, MP 155 – −155",
    } <= words
