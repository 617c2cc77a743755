"""What a press means, and what is said back."""

from dataclasses import replace

import pytest

from bot.gateway.inbound import responses
from bot.gateway.inbound.command_line import Show, Step, Tell
from bot.gateway.inbound.presses import request_of_choice, request_of_press
from bot.messages.buttons import Ask, Press, Verb, tick
from bot.messages.hand_controls import UNSEEN, WHERE
from bot.messages.message import Ticks
from bot.requests.answer import Answer, AnswerFile, CautionPage, Ends
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.match_records import Verify
from bot.requests.pages import Record, Why
from bot.requests.requests import Request
from bot.requests.seating import Join
from bot.requests.table_commands import Do
from bot.tables.table import Table
from bot.views.drafts import Draft, format_draft, in_hand, parse_draft
from bot.views.viewer import Viewer
from bot.words.notices import Notice
from engine.actions import DRAW, Discard, Written, parse_action
from engine.cards import parse_card, parse_cards
from engine.hand import pack
from engine.table import Game
from engine.view import view
from tests.gateway.chatting import offered
from tests.notation import position
from tests.tables.playing import ANNA, BRUNO, EVE, START, dealt, lobby

POSITION = "N/play ? 4c {hand}/?11/?11/?11 ?11,?11 5h6h7h8h|-"


def meaning(request: Ask | object, draft: Draft = Draft(), table: Table | None = None, who: str = "") -> Request | Step:  # noqa: B008  a frozen value
    here = table or sitting("9hKdKcKsQd2s")
    press = Press("ROSSO", 7, request)  # type: ignore[arg-type]  # some are what no press means
    return request_of_press(press, here, who or in_turn(here), draft, "d")


def in_turn(table: Table) -> str:
    return table.chair(table.in_turn or "N").person


def sitting(hand: str, rules: str = "febur") -> Table:
    """A table at which North holds these cards and is to play."""
    table = dealt()
    return replace(table, game=Game(position(rules, POSITION.format(hand=hand))))


def ticked(text: str, **rest: object) -> Draft:
    return Draft(ticked=parse_cards(text), **rest)  # type: ignore[arg-type]  # each is a field of `Draft`


def test_a_lay_that_does_not_say_where_asks_where_there_is_a_choice() -> None:
    """What fits in two places, and was ticked faster than that could be shown."""
    two_places = "N/play ? 4c 9hKdKcKs/?11/?11/?11 ?11,?11 5h6h7h8h+9d9c9s|-"
    table = replace(dealt(), game=Game(position("febur", two_places)))
    unseen = Ask(Verb.LAY, UNSEEN)
    assert meaning(unseen, ticked("9h"), table) == Unfold("ROSSO", WHERE)
    assert meaning(Ask(Verb.LAY), ticked("9h"), table) == Do("ROSSO", "play a1:9h", "d", 7)
    chosen_one = replace(ticked("9h"), target=2, stage=table.stage)
    assert meaning(unseen, chosen_one, table) == Do("ROSSO", "play a2:9h", "d", 7)
    assert meaning(unseen, ticked("KdKcKs"), table) == Do("ROSSO", "play m:KdKcKs", "d", 7)
    assert meaning(unseen, ticked(""), table) == Tell(Notice.NOTHING_TICKED)


def test_what_is_ticked_is_played_from_any_hand_of_the_turn() -> None:
    """The buttons name no card; a hand of an earlier turn, or of a later one, does not play."""
    table = sitting("9hKdKcKsQd2s")
    table = replace(table, stage=9, turn=(Written(DRAW, ()), Written(parse_action("m:KdKcKs"), ())))
    stages = {}
    for stage in range(5, 11):
        for request in (Ask(Verb.LAY), Ask(Verb.DROP)):
            intent = request_of_press(Press("ROSSO", stage, request), table, in_turn(table), ticked("9h"), "d")
            assert isinstance(intent, Do)
            stages[stage, request.verb] = intent.stage
    assert stages == {(at, verb): 9 if 7 <= at <= 9 else at for at in range(5, 11) for verb in (Verb.LAY, Verb.DROP)}


@pytest.mark.parametrize(("ask", "expected"), [
    (DRAW, Do("ROSSO", "play d", "d", 7)),
    (Discard(parse_card("Kd")), Do("ROSSO", "play x:Kd", "d", 7)),
    (Ask(Verb.BACK), Do("ROSSO", "back", "d", 7)),
    (Ask(Verb.START), Do("ROSSO", "start", "d")),
    (Ask(Verb.JOIN, "NS"), Join("ROSSO", seat="NS", delivery="d")),
    (Ask(Verb.RECORD), Record("ROSSO")),
    (Ask(Verb.VERIFY), Verify("ROSSO")),
    (Ask(Verb.HAND), Show(Verb.HAND, label="ROSSO")),
    (Ask(Verb.RULES, "2"), Show(Verb.RULES, 2, "ROSSO")),
    (tick(parse_card("Kd"), 1), Tick("ROSSO", "Kd", 1)),
    (Ask(Verb.TICK, "junk"), Tell(Notice.TOO_OLD)),
    (Ask(Verb.CLEAR), Clear("ROSSO")),
    (Ask(Verb.TARGET, "1"), Aim("ROSSO", 1)),
    (Ask(Verb.SUGGEST), Unfold("ROSSO", "suggest")),
    (Ask(Verb.CLOSE), Unfold("ROSSO", "")),
    (Ask(Verb.SORT, "rank"), Sort("ROSSO", "rank")),
    (Ask(Verb.SURE, "x:Kd"), Do("ROSSO", "play x:Kd", "d", 7, sure=True)),
    (Ask(Verb.SURE, "junk"), Tell(Notice.TOO_OLD)),
    (Ask(Verb.DROP), Unfold("ROSSO", "discard")),
    (Ask(Verb.LAY), Tell(Notice.TOO_OLD)),
    (Ask(Verb.WHY, "x:Kd"), Why("ROSSO", "Kd")),
    (Ask(Verb.MOVE, "1-2"), Arrange("ROSSO", "Qd9hKdKcKs2s", "")),
    (Ask(Verb.MOVE, "1"), Tell(Notice.TOO_OLD)),
])  # fmt: skip
def test_a_press_is_an_intent_or_something_to_show(ask: object, expected: Request | Step) -> None:
    assert meaning(ask) == expected


@pytest.mark.parametrize(("draft", "play"), [
    (ticked("9h"), "play a1:9h"),
    (ticked("KdKcKs"), "play m:KdKcKs"),
    (ticked("2s"), "play a1:2s"),
    (ticked("KdKcKs", target=1), "play m:KdKcKs"),
])  # fmt: skip
def test_ticked_cards_go_where_they_fit(draft: Draft, play: str) -> None:
    assert meaning(Ask(Verb.LAY), draft) == Do("ROSSO", play, "d", 7)


def test_ticked_cards_go_where_their_player_has_chosen_at_this_stage() -> None:
    table = sitting("9hKdKcKsQd2s")
    chosen_here = ticked("KdKcKs", target=1, stage=table.stage)
    assert meaning(Ask(Verb.LAY), chosen_here, table) == Do("ROSSO", "play a1:KdKcKs", "d", 7)


def test_a_matta_goes_to_the_end_that_was_pressed() -> None:
    table = sitting("2s9cKcKsQd3s", "online")
    assert meaning(Ask(Verb.MATTA, "^"), ticked("2s"), table) == Do("ROSSO", "play a1:2s^", "d", 7)


def test_one_ticked_card_is_discarded_at_once() -> None:
    assert meaning(Ask(Verb.DROP), ticked("Kd")) == Do("ROSSO", "play x:Kd", "d", 7)


def test_who_does_not_sit_here_has_no_hand_to_press() -> None:
    assert meaning(Ask(Verb.LAY), who=EVE.id) == Tell(Notice.NOT_SEATED, (("table", "ROSSO"),))


def test_before_the_deal_a_button_of_a_hand_is_too_old() -> None:
    assert meaning(Ask(Verb.LAY), table=lobby(), who=ANNA.id) == Tell(Notice.TOO_OLD)


def test_a_choice_from_one_menu_leaves_the_others_as_they_were() -> None:
    draft = ticked("KdKc9h")
    assert request_of_choice("ROSSO", draft, ["Kd1", "Qd1", "Kc1"], ["Qd1"]) == Arrange("ROSSO", "", "9hQd")
    assert request_of_choice("ROSSO", draft, ["junk"], []) == Tell(Notice.TOO_OLD)
    assert request_of_choice("ROSSO", draft, [], ["9h1", "9h2"]) == Arrange("ROSSO", "", "KdKc9h9h")


def test_a_two_chosen_behind_its_three_lies_below_it() -> None:
    """Menus have the twos at their end, and that says nothing of where one is to lie."""
    assert request_of_choice("ROSSO", ticked("3s4s"), ["2s1", "Jk1"], ["2s1"]) == Arrange("ROSSO", "", "2s3s4s")


def test_an_older_draft_can_still_be_read() -> None:
    old = '{"order": "9hKd", "ticked": "Kd", "deal": "x"}'
    assert parse_draft(old) == Draft(parse_cards("9hKd"), parse_cards("Kd"), "x")
    draft = Draft(parse_cards("9hKd"), parse_cards("Kd"), "x", "rank", 3, "discard", 41, 12)
    assert parse_draft(format_draft(draft)) == draft


def test_a_hand_without_an_order_of_its_own_stays_sorted() -> None:
    hand = pack(parse_cards("Kd9h2s3c"))
    assert in_hand(Draft(by="suit"), hand).order == parse_cards("9hKd3c2s")
    assert in_hand(Draft(by="rank"), hand).order == parse_cards("3c9hKd2s")
    assert in_hand(Draft(parse_cards("Kd9h"), by="rank"), hand).order == parse_cards("Kd9h3c2s")


# --- answers ----------------------------------------------------------------------------------------------------------


def test_a_caution_is_asked_with_a_button_that_means_it() -> None:
    table, request = dealt(), Do("ROSSO", "play x:2h", "d")
    message = responses.answer_message(Answer(False, page=CautionPage("Sure?")), request, "en", table)
    assert message is not None
    yes, no = offered(message)
    assert (yes.press.request, no.press.request) == (Ask(Verb.SURE, "x:2h"), Ask(Verb.CLOSE))


def test_two_ends_are_two_buttons() -> None:
    request = Do("ROSSO", "play a1:2s", "d")
    message = responses.answer_message(Answer(False, page=Ends()), request, "it", dealt())
    assert message is not None
    assert [str(one.press.request.end) for one in offered(message)] == ["_", "^"]  # type: ignore[union-attr]  # the buttons offer an end


def test_what_is_done_is_not_talked_about_and_what_is_not_is_said() -> None:
    request = Do("ROSSO", "ready", "d")
    assert responses.answer_message(Answer(True), request, "en") is None
    message = responses.answer_message(Answer(False, "No."), request, "en")
    assert message is not None
    assert message.lines == ("No.",)


def test_a_record_is_a_file() -> None:
    assert Answer(True, page=AnswerFile("a.brn", "x")).file == ("a.brn", b"x")
    assert Answer(True).file is None


def test_the_rules_are_turned_page_by_page() -> None:
    table, reader = dealt(), Viewer(BRUNO.id, "it", START)
    first = responses.look_message(Show(Verb.RULES), table, reader)
    (further,) = offered(first)
    assert further.press.request == Ask(Verb.RULES, "2")
    second = responses.look_message(Show(Verb.RULES, 2), table, reader)
    assert second.lines != first.lines
    assert responses.look_message(Show(Verb.RULES, 99), table, reader).lines[0]


def test_somebody_without_a_seat_is_told_so_and_sees_the_public_table() -> None:
    table, reader = dealt(), Viewer(EVE.id, "en", START)
    assert "ROSSO" in responses.look_message(Show(Verb.HAND), table, reader).lines[0]
    message = responses.look_message(Show(Verb.TABLE), table, reader)
    assert message.alt
    assert not any(isinstance(control, Ticks) for control in message.controls)
    assert view(table.game.deal, "table").viewer == "table" if table.game else False


def test_a_player_sees_the_table_from_their_own_side() -> None:
    table = dealt()
    mine = responses.look_message(Show(Verb.TABLE), table, Viewer(in_turn(table), "en", START))
    assert getattr(mine.picture, "mine", "") == table.seat_of(in_turn(table))
