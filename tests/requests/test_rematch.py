"""After a rematch the result of the match before can still be looked at, until a deal of the new match has ended."""

import pytest

from bot.gateway.inbound.acknowledgements import acknowledgement
from bot.gateway.inbound.command_line import Show
from bot.gateway.inbound.responses import look_message
from bot.messages.buttons import Verb
from bot.messages.presenter import present
from bot.requests.pages import record
from bot.requests.table_commands import Do
from bot.tables.deals import awaits_rematch
from bot.tables.table import PLAYING, Table
from bot.views.viewer import Viewer
from bot.words.languages import Language, say
from bot.words.notices import Notice, notice
from tests.gateway.chatting import offered
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, EVE, START, after, dealt

OVER = after(dealt(), (ANNA, "resign"))
WAITS = after(OVER, (ANNA, "rematch"))
SEALED = after(WAITS, (BRUNO, "rematch"), (CARLA, "rematch"), (DARIO, "rematch"), (CLOCK, f"seal {8:064x}"))
DEALT = after(SEALED, (CLOCK, "deal"))
AGAIN = after(DEALT, (BRUNO, "resign"))


def acknowledged(table: Table, what: Verb, person: str = ANNA.id) -> tuple[str, tuple[str, ...], str]:
    message = look_message(Show(what), table, Viewer(person, "en", START))
    return message.title, message.lines, message.alt


@pytest.mark.parametrize("what", [Verb.SCORE, Verb.MOVIOLA])
@pytest.mark.parametrize("person", [ANNA.id, EVE.id])
def test_score_and_moviola_answer_with_the_match_that_has_ended(what: Verb, person: str) -> None:
    assert awaits_rematch(WAITS)
    assert DEALT.phase == PLAYING
    result = acknowledged(OVER, what, person)
    assert result[2]  # in words, card by card
    assert [acknowledged(table, what, person) for table in (WAITS, SEALED, DEALT)] == [result] * 3
    assert acknowledged(AGAIN, what, person) != result
    assert acknowledged(dealt(), what, person)[1] == ("There is nothing to see yet.",)


def test_nothing_can_be_pressed_under_a_result_of_the_match_before() -> None:
    assert list(offered(look_message(Show(Verb.SCORE), OVER, Viewer(ANNA.id, "en", START))))
    assert not list(offered(look_message(Show(Verb.SCORE), WAITS, Viewer(ANNA.id, "en", START))))


def test_the_record_is_that_of_the_match_before_too() -> None:
    assert [record("en", table).json for table in (WAITS, DEALT)] == [record("en", OVER).json] * 2
    assert record("en", AGAIN).json != record("en", OVER).json


@pytest.mark.parametrize(("language", "words"), [("en", "You have left table ROSSO."), ("it", "ROSSO")])
def test_who_refuses_the_rematch_hears_that_they_have_left_and_of_no_cards(language: Language, words: str) -> None:
    left = after(WAITS, (CLOCK, f"seal {8:064x}"), (BRUNO, "leave"))
    message = acknowledgement(Do("t1", "leave", "l1"), BRUNO.id, "Bruno", language, left)
    assert message is not None
    assert message.lines == (say(language, "done.leave", table="ROSSO"),)
    assert words in message.lines[0]
    assert not any(notice(language, Notice.COMPUTER_PLAYS, name="Bruno") in line for line in at_table(left))


def at_table(table: Table) -> tuple[str, ...]:
    message = present("table", table, Viewer(now=START))
    assert message is not None
    return message.lines


def test_where_nobody_wants_the_rematch_any_more_the_result_stays_to_be_seen() -> None:
    dropped = after(WAITS, (ANNA, "leave"))
    for what in (Verb.SCORE, Verb.MOVIOLA):
        assert acknowledged(dropped, what, BRUNO.id)[2] == acknowledged(OVER, what, BRUNO.id)[2]
    assert at_table(dropped)
    assert not any("new match" in line for line in at_table(dropped))


def test_only_the_last_match_is_kept() -> None:
    third = after(AGAIN, (ANNA, "rematch"))
    assert third.before is not None
    assert third.before.before is None
    assert AGAIN.before is None
