"""A host that is killed loses nothing; `make crash` does this two hundred times."""

import re

from bot.database_address import Database
from tests.crash import campaign, campaign_of_server
from tests.crash_dealt import campaign as dealt_campaign
from tests.crash_tournament import campaign as tournament_campaign
from tests.postgres_server import PostgresServer, running_server


def test_ten_kills_lose_and_double_nothing(database: Database) -> None:
    found = campaign(10, 7, database)
    assert re.fullmatch(r"10 kills: [1-9]\d* tables finished, [1-9]\d* actions acknowledged, 0 lost, 0 doubled", found)


def test_a_host_goes_on_by_itself_whenever_the_server_of_its_database_is_killed(
    postgres_server: PostgresServer,
) -> None:
    with running_server(postgres_server.programs) as own:
        found = campaign_of_server(4, 3, own)
    counted = r"[1-9]\d* tables finished, [1-9]\d* actions acknowledged, 0 lost, 0 doubled"
    assert re.match(rf"4 kills of the server: {counted}; a table moves again after", found)
    assert "cannot be reached (…); start the server, or look at the address" in found


def test_a_tournament_that_is_killed_five_times_loses_and_doubles_nothing() -> None:
    found = tournament_campaign(5, seed=3, pairs=4, rounds=2)
    line = (
        r"5 kills: [12]\d actions acknowledged, 0 lost, 0 doubled, "
        r"16 words about a table, 0 lost, \d+ said twice, the file has the same standings"
    )
    assert re.fullmatch(line, found)


def test_an_evening_of_sixteen_pairs_that_is_killed_three_times_has_the_standings_its_file_has(
    database: Database,
) -> None:
    found = dealt_campaign(3, 2, database, pairs=16, rounds=4, duplicate=True)
    line = (
        r"3 kills, with \d+, \d+, \d+ of 32 scores in: "
        r"32 tables, each score as its table tells it, the file has the same standings"
    )
    assert re.fullmatch(line, found)
