"""What goes to a server at a stroke: what it has refused is known, and no answer is taken for another one's."""

from collections.abc import Iterator
from typing import Any, Final

import psycopg
import pytest

from bot.store.postgres_pipeline import Pipeline
from tests.postgres_server import PostgresServer

ADD: Final = "INSERT INTO shelf (place, card) VALUES (:place, :card)"
SLOWLY: Final = "SELECT pg_sleep(:seconds::float8)"
COUNT: Final = "SELECT count(*) FROM shelf WHERE place > :place"


@pytest.fixture
def raw(postgres_server: PostgresServer) -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
    connection = psycopg.connect(postgres_server.new_database().address, autocommit=True)
    connection.execute("CREATE TABLE shelf (place bigint PRIMARY KEY, card text NOT NULL)")
    yield connection
    connection.close()  # whatever is under way


def added(pipeline: Pipeline, *places: int) -> None:
    """Cards for these places in one transaction, sent off."""
    pipeline.begin()
    pipeline.word("BEGIN")
    pipeline.each(ADD, [{"place": place, "card": "7h"} for place in places])
    pipeline.word("COMMIT")
    pipeline.send_off()


def has_succeeded(pipeline: Pipeline) -> bool:
    """In the end."""
    pipeline.wait()
    return pipeline.has_succeeded


def test_a_transaction_is_stored_whole(raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    pipeline = Pipeline(raw)
    added(pipeline, 1, 2)
    assert has_succeeded(pipeline)
    pipeline.end()
    assert raw.execute("SELECT count(*) FROM shelf").fetchone() == (2,)


def test_what_is_refused_has_not_succeeded_and_the_next_is_stored(raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    pipeline = Pipeline(raw)
    added(pipeline, 1, 1)
    assert not has_succeeded(pipeline)
    with pytest.raises(psycopg.errors.UniqueViolation):
        pipeline.end()
    raw.execute("ROLLBACK")  # the server skips a COMMIT behind what it has refused
    added(pipeline, 2)
    assert has_succeeded(pipeline)
    pipeline.end()
    assert raw.execute("SELECT place FROM shelf").fetchall() == [(2,)]


def test_of_several_questions_each_has_its_own_answer(raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    pipeline = Pipeline(raw)
    pipeline.ask([(COUNT, {"place": 0}), ("SELECT 1 / (:zero)::int", {"zero": 0}), (COUNT, {"place": 5})])
    pipeline.wait()
    first, second, third = pipeline.answers()
    assert (first, third) == ([(0,)], [(0,)])
    assert isinstance(second, psycopg.errors.DivisionByZero)


def test_nothing_is_begun_over_what_is_still_under_way(raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    """The answers of the first would be taken for those of the second, which may be refused."""
    pipeline = Pipeline(raw)
    pipeline.ask([(SLOWLY, {"seconds": "0.05"})])
    with pytest.raises(psycopg.OperationalError, match="not at its end"):
        pipeline.begin()
    with pytest.raises(psycopg.OperationalError, match="not at its end"):
        pipeline.ask([(COUNT, {"place": 0})])
    pipeline.wait()
    assert len(pipeline.answers()) == 1
    added(pipeline, 1)
    assert has_succeeded(pipeline)


def test_a_connection_that_was_lost_is_said_to_be(
    raw: "psycopg.Connection[tuple[Any, ...]]", postgres_server: PostgresServer
) -> None:
    pipeline = Pipeline(raw)
    pipeline.ask([(SLOWLY, {"seconds": "30"})])
    postgres_server.ask(f"SELECT pg_terminate_backend({raw.info.backend_pid})")
    with pytest.raises(psycopg.OperationalError):
        assert not has_succeeded(pipeline)


def test_a_text_with_a_nul_is_refused_before_it_is_sent(raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    pipeline = Pipeline(raw)
    pipeline.begin()
    with pytest.raises(psycopg.DataError, match="NUL"):
        pipeline.each(ADD, [{"place": 1, "card": "7\0h"}])
