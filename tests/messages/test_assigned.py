"""What people are shown of a tournament's table: which it is, the arbiter's button, nothing locked, nothing sealed."""

import json
from dataclasses import replace
from typing import Final

import pytest

from bot.durations import MINUTE
from bot.host.door import letters
from bot.host.ports import Letter
from bot.messages.buttons import Ask, Press, Verb, decode, encode
from bot.messages.message import Message, Row
from bot.messages.presenter import HAND, KINDS, MOVIOLA, RESULT, TABLE, present
from bot.messages.watcher_message import watcher_message
from bot.tables.commands import BY_PEOPLE
from bot.tables.lock import refusal
from bot.tables.table import OVER, PAUSE, Table
from bot.tables.who import Who
from bot.views.controls import suggestions
from bot.views.table_page import table_page
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import LANGUAGES, say
from tests.gateway.chatting import offered, verb_of
from tests.tables.assigning import (
    OTHER,
    PEOPLE,
    THREE_DEALS,
    TOURNAMENT,
    dealt,
    one_turn,
    opened,
    to_the_end_of_the_deal,
)
from tests.tables.playing import CLOCK, EVE, SEED, START, after

CALL: Final = Press("0", 0, Ask(Verb.SAY, f"tournament.call.{TOURNAMENT}"))
EVERYBODY: Final = ("", *[who.id for who in PEOPLE.values()], EVE.id)


def stages(*, sealed: bool = False) -> dict[str, Table]:
    """The table at every moment at which people see another one."""
    playing = dealt(sealed=sealed)
    between = to_the_end_of_the_deal(one_turn(playing))
    return {
        "before the go": after(opened(sealed=sealed), (CLOCK, f"seal {SEED}")),
        "playing": playing,
        "a person is silent": after(playing, (CLOCK, "offer"), at=START + 5 * MINUTE),
        "stopped": after(playing, (CLOCK, "halt")),
        "between": between,
        "stopped between": after(between, (CLOCK, "halt")),
        "over": after(between, (CLOCK, f"seal {OTHER}"), (CLOCK, "timeout")),
        "closed": after(between, (CLOCK, f"stop {OTHER}")),
    }


def messages(table: Table, person: str, language: str = "en") -> dict[str, Message]:
    found = {kind: present(kind, table, Viewer(person, language, START)) for kind in KINDS}
    return {kind: message for kind, message in found.items() if message is not None}


def is_locked(table: Table, button: Press) -> bool:
    verb = button.request.verb.value if isinstance(button.request, Ask) else "play"
    return verb in BY_PEOPLE and refusal(table, Who("p1"), verb) is not None


@pytest.mark.parametrize("stage", stages())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_button_offers_what_is_locked(stage: str, language: str) -> None:
    table = stages()[stage]
    for person in EVERYBODY:
        for message in messages(table, person, language).values():
            assert [one.label for one in offered(message) if is_locked(table, one.press)] == []


def test_the_arbiter_can_be_called_from_table_and_hand_until_play_is_stopped() -> None:
    assert decode(encode(CALL)) == CALL
    for stage, kinds in {"playing": (TABLE, HAND), "between": (RESULT, HAND), "over": (RESULT, HAND)}.items():
        table = stages()[stage]
        for kind in kinds:
            message = messages(table, "p1" if kind == HAND else "")[kind]
            assert CALL in [one.press for one in offered(message)], f"{kind} of a table that is {stage}"
    for stage in ("stopped", "stopped between", "closed"):
        for person in EVERYBODY:
            for message in messages(stages()[stage], person).values():
                assert CALL not in [one.press for one in offered(message)]
    outside = messages(stages()["playing"], EVE.id)[TABLE]
    assert CALL not in [one.press for one in offered(outside)], "only who plays there calls"


def test_who_plays_is_told_that_play_is_stopped_and_that_it_is_the_arbiters_to_go_on() -> None:
    table = stages()["stopped"]
    shown_hand, shown_table = messages(table, "p1")[HAND], messages(table, "")[TABLE]
    assert say("en", "hand.halted") in shown_hand.lines
    assert say("en", "table.halted") in shown_table.lines
    page = table_page(table, "t1", Viewer("p1"))
    assert page["table"]["tournament"]["halted"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_says_which_table_of_which_round_it_is(language: str) -> None:
    for stage in ("playing", "stopped", "between"):
        for person in EVERYBODY:
            for kind, message in messages(stages()[stage], person, language).items():
                if kind in (TABLE, HAND):
                    assert message.title.startswith(say(language, "title.assigned", name="Thursday", round=2, number=3))


def test_a_silent_person_is_the_arbiters_business() -> None:
    table = stages()["a person is silent"]
    name = PEOPLE[table.in_turn].name
    message = messages(table, "")[TABLE]
    assert say("en", "table.absent", name=name) in message.lines
    assert Verb.STANDIN not in [verb_of(one) for one in offered(message)]


def test_nobody_is_given_a_hint() -> None:
    table = one_turn(dealt())
    drawn = after(table, (CLOCK, "play d"))
    view = TableView(drawn, Viewer(drawn.chair(drawn.in_turn).person, "en", START))
    assert suggestions(view) == ()
    friends = TableView(replace(drawn, assigned=None), view.viewer)
    assert suggestions(friends) != ()


def test_the_end_of_the_round_is_shown_but_not_by_fitab() -> None:
    ends = START + 35 * MINUTE
    for code, until in (("febur", ends), ("fitab", 0)):
        table = after(dealt(replace(THREE_DEALS, rules=code)), (CLOCK, f"until {ends}"))
        page = table_page(table, "t1", Viewer("p1"))
        assert page["time"]["match_until"] == until
        lines = " ".join(messages(table, "")[TABLE].lines)
        assert ("The round ends at" in lines) == bool(until)
        assert (str(ends) in json.dumps(page, default=str)) == bool(until)


# --- sealed -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", stages(sealed=True))
def test_who_does_not_sit_there_sees_no_card_of_a_sealed_deal(stage: str) -> None:
    """Whatever cards are dealt, they are shown the same: words, buttons, no picture."""
    table, other = stages(sealed=True)[stage], _with_other_cards(stages(sealed=True)[stage])
    for person in ("", EVE.id):
        seen, seen_of_other = messages(table, person), messages(other, person)
        assert [(one.title, one.lines, one.alt, one.brief) for one in seen.values()] == [
            (one.title, one.lines, one.alt, one.brief) for one in seen_of_other.values()
        ]
        assert {one.picture for one in seen.values()} <= {None}
        assert MOVIOLA not in seen
        watched = watcher_message(TableView(table, Viewer(person, "en", START)), 1001)
        assert watched is None or watched.picture is None


def test_nor_do_they_read_what_a_sealed_deal_was_played_for_and_who_sat_there_does() -> None:
    table = stages(sealed=True)["between"]
    assert table.match is not None
    points = [str(side.total) for side in table.match.deals[-1].scores]
    for person in ("", EVE.id):
        words = "\n".join([line for one in messages(table, person).values() for line in (one.title, *one.lines)])
        assert not any(number in words for number in points)
    assert messages(table, "p1")[RESULT].picture is not None
    (score,) = [one for one in offered(messages(table, "")[RESULT]) if verb_of(one) == Verb.SCORE]
    assert score.label == say("en", "button.score")


def test_a_deal_that_is_open_is_shown_to_everybody_while_the_next_one_is_not() -> None:
    table = after(stages(sealed=True)["between"], (CLOCK, "unseal 1"), (CLOCK, f"seal {OTHER}"), (CLOCK, "deal"))
    seen = messages(table, EVE.id)
    assert seen[RESULT].picture is not None
    assert seen[TABLE].picture is None
    assert Letter("#c1", "score") in letters(table, (), replace(table, open_deals=0))
    assert Letter("#c1", "score") not in letters(table, (), table)


def _with_other_cards(table: Table) -> Table:
    """The same table with the deal of another deck on it."""
    other = dealt(sealed=True, seed=OTHER)
    return table if table.game is None else replace(table, game=other.game, happened=one_turn(other).happened)


def test_who_sits_there_sees_their_own_and_replays_nothing_until_it_is_opened() -> None:
    table = stages(sealed=True)["between"]
    assert table.phase == PAUSE
    assert messages(dealt(sealed=True), "p1")[HAND].picture is not None
    for person in EVERYBODY:
        seen = messages(table, person)
        assert MOVIOLA not in seen
        verbs = {verb_of(one) for message in seen.values() for one in offered(message)}
        assert not verbs & {Verb.MOVIOLA, Verb.RECORD, Verb.VERIFY}
    opened_again = after(stages(sealed=True)["over"], (CLOCK, "unseal"))
    assert opened_again.phase == OVER
    assert MOVIOLA in messages(opened_again, EVE.id)
    assert any(isinstance(row, Row) for row in messages(opened_again, "")[RESULT].controls)


def test_a_deal_that_the_arbiter_annuls_was_not_annulled_by_consent() -> None:
    for command in ("annul", f"stop {OTHER}"):
        table = after(one_turn(dealt()), (CLOCK, command))
        words = " ".join([line for one in messages(table, "p1").values() for line in (*one.lines, one.alt)])
        page = json.dumps(table_page(table, "t1", Viewer("p1")))
        assert "The arbiter has annulled the deal" in words
        assert "agree" not in words
        assert "agree" not in page


@pytest.mark.parametrize("sealed", [False, True])
def test_a_table_that_waits_for_the_go_and_is_closed_without_a_deal_says_so(sealed: bool) -> None:
    table = opened(sealed=sealed)
    (waits,) = messages(table, "").values()
    words = say("en", "table.before-go", sides="Anna + Bruno – Carla + Dario")
    assert words in waits.lines
    (closed,) = messages(after(table, (CLOCK, "timeout")), "").values()
    assert words not in closed.lines
    assert closed.controls == ()
    assert closed.anew == waits.anew, "the same message says it"
    assert say("en", "declined.table-closed") in closed.lines
