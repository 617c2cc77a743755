"""The pictures of a tournament's messages: what they show of the evening, in both languages, and when they change."""

from pathlib import Path

from bot.messages.tournament_message import round_message, standings_message
from bot.messages.tournament_scenes import round_scene, standings_scene
from bot.words.tournament_reader import TournamentReader
from renderers.paint import draw, key_of
from renderers.scenes import Look, RoundScene, StandingsScene
from tests.golden import Golden
from tests.tournaments.club import ARBITER, Club, club

ENGLISH, ITALIAN = TournamentReader("en", {}), TournamentReader("it", {})


def evening(pairs: int = 5) -> Club:
    one = club(places=0)
    one.pairs(*range(1, pairs + 1))
    one.starts()
    return one


def drawn(one: Club, reader: TournamentReader = ENGLISH) -> RoundScene:
    scene = round_scene(one.one, reader)
    assert scene is not None
    return scene


def standing(one: Club, reader: TournamentReader = ENGLISH) -> StandingsScene:
    return standings_scene(one.one, reader)


def plays_round(one: Club) -> None:
    for number, pairing in enumerate(one.one.undecided):
        one.does(ARBITER, "sheet", table=pairing.table, mp=[1500 + 100 * number, 900])
    one.does(ARBITER, "close")


def test_a_table_is_shown_as_open_entered_called_for_and_decided() -> None:
    one = evening(6)
    first, second, third = [pairing.table for pairing in one.one.undecided]
    assert [(table.mark, table.state) for table in drawn(one).tables] == [("", "")] * 3
    player = one.one.progress.rosters[one.one.pairing(first).lines[0][0]][0]  # type: ignore[union-attr]  # it has begun
    one.does(player, "sheet", table=first, mp=[1500, 900])
    one.does(ARBITER, "sheet", table=second, mp=[1500, 900])
    other = one.one.progress.rosters[one.one.pairing(third).lines[1][0]][0]  # type: ignore[union-attr]  # it has begun
    one.does(other, "call")
    states = {table.number: (table.mark, table.state) for table in drawn(one).tables}
    assert states == {
        str(first): ("entered", "one signature"),
        str(second): ("decided", "1500 – 900"),
        str(third): ("called", "arbiter called"),
    }
    italian = {table.number: table.state for table in drawn(one, ITALIAN).tables}
    assert italian == {str(first): "una firma", str(second): "1500 – 900", str(third): "arbitro chiamato"}


def test_the_round_says_its_clock_and_who_rests() -> None:
    one = evening(5)
    scene = drawn(one)
    assert scene.clock == "Take your places; the arbiter gives the go."
    assert scene.notes == ("No table in this round: p51 – p52",)
    one.does(ARBITER, "go")
    assert drawn(one).clock.startswith("The round ends at ")
    assert drawn(one, ITALIAN).clock.startswith("Il turno finisce alle ")


def test_a_picture_has_another_name_only_where_what_it_shows_has_changed() -> None:
    one = evening(6)
    before = key_of(drawn(one), Look())
    assert key_of(drawn(one), Look()) == before
    one.does(ARBITER, "arbiter", player="p9")
    assert key_of(drawn(one), Look()) == before
    one.does(ARBITER, "sheet", table=one.one.undecided[0].table, mp=[1500, 900])
    assert key_of(drawn(one), Look()) != before


def test_provisional_standings_have_no_podium_and_final_ones_have() -> None:
    one = evening(6)
    plays_round(one)
    assert standing(one).podium == ()
    assert standing(one).title == "Thursday: provisional standings after round 1"
    assert standing(one, ITALIAN).title == "Thursday: classifica provvisoria dopo il turno 1"
    one.does(ARBITER, "pair")
    plays_round(one)
    one.does(ARBITER, "finish")
    scene = standing(one)
    assert scene.title == "Thursday: final standings"
    assert [place for place, _ in scene.podium] == [row[0] for row in scene.rows[:3]]
    assert [" – ".join(players) for _, players in scene.podium] == [row[1] for row in scene.rows[:3]]
    assert len(scene.rows) == 6


def test_whoever_shares_a_place_stands_on_its_step() -> None:
    one = evening(6)
    for number in range(2):
        for pairing in one.one.undecided:
            one.does(ARBITER, "sheet", table=pairing.table, mp=[1500, 900])
        one.does(ARBITER, "close")
        one.does(ARBITER, "finish" if number else "pair")
    scene = standing(one)
    by_place = [[row[1] for row in scene.rows if row[0] == place] for place in ("1", "3")]
    assert [len(teams) for teams in by_place] == [2, 2]
    assert scene.podium == tuple(
        (place, tuple(" – ".join(teams).split(" – "))) for place, teams in zip(("1", "3"), by_place, strict=True)
    )


def test_what_was_taken_off_has_a_column_only_where_there_is_any() -> None:
    one = evening(6)
    plays_round(one)
    assert standing(one).columns == ("#", "Name", "VP", "MP")
    one.does(ARBITER, "pair")
    entry = one.one.entries[0].id
    one.does(ARBITER, "rule", type="penalty", round=2, entry=entry, vp=2)
    plays_round(one)
    assert standing(one).columns == ("#", "Name", "VP", "MP", "Taken off")
    assert standing(one, ITALIAN).columns == ("#", "Nome", "VP", "MP", "Penalità")
    assert [row[4] for row in standing(one).rows if row[4]] == ["2 VP"]


def test_who_sees_no_picture_reads_all_of_it() -> None:
    one = evening(6)
    plays_round(one)
    message = standings_message("tour1", one.one, ENGLISH, Look("dark"))
    assert message.picture == standing(one)
    assert message.look == Look("dark")
    assert message.alt == "\n".join((message.title, *message.lines))
    assert len(message.brief.split("\n")) == 7
    message = round_message("tour0123456789abcdef", one.one, ENGLISH, Look())
    for table in drawn(one).tables:
        assert f"{table.number}. {' · '.join(table.lines)}" in message.alt


PEOPLE = "Anna Rossi,Bruno Bianchi,Carla Verdi,Dario Fò,Elena Russo,Fabio Conti,Gina Leone,Ivo Greco".split(",")


def club_evening() -> Club:
    """Guests of a club on a Thursday: two rounds of three tables, a penalty, a rest."""
    one = club(code="febur")
    for number in range(7):
        guests = [PEOPLE[number], f"{PEOPLE[-number - 1].split()[0]} {PEOPLE[(number + 2) % 8].split()[1]}"]
        one.does(ARBITER, "enter", guests=guests)
    one.starts()
    plays_round(one)
    one.does(ARBITER, "pair")
    return one


def test_the_page_of_tournaments_shows_what_is_drawn(root: Path, golden: Golden) -> None:
    one = club_evening()
    names = {f"g{number}": name for number, name in enumerate(one.one.guests, 1)}
    english, italian = TournamentReader("en", names), TournamentReader("it", names)
    pictures = Golden(root / "docs" / "pictures", golden.rewrite)
    one.does(ARBITER, "go")
    first, *others = one.one.undecided
    one.does(ARBITER, "sheet", table=first.table, mp=[1865, 1540])
    pictures.check_picture("tournament-round.png", draw(drawn(one, english)).png)
    pictures.check_picture("tournament-round-it.png", draw(drawn(one, italian)).png)
    one.does(ARBITER, "rule", type="penalty", round=2, entry="4", vp=1)
    for pairing in others:
        one.does(ARBITER, "sheet", table=pairing.table, mp=[1205, 1310])
    one.does(ARBITER, "close")
    one.does(ARBITER, "finish")
    pictures.check_picture("tournament-standings.png", draw(standing(one, english)).png)
    pictures.check_picture("tournament-standings-it.png", draw(standing(one, italian)).png)
