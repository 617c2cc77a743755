"""A hint and an explanation as sentences: where to look, what to play, how sure that is; in English and in Italian."""

import pytest

from bot.words.advice import difference_words, explanation, hint_lines, nudge, play_words
from engine.actions import PICK_UP, parse_action
from engine.advice import Actions, Advice, OtherPlay
from engine.deal import Deal
from tests.notation import position

SEVENS = "N/play ? KcKs3d 7h7c7s9dKh8c/?11/?11/?11 ?11,?11 4d5d6d|9s9c2h"


def deal() -> Deal:
    return position("fibur", SEVENS)


def actions(*texts: str) -> Actions:
    return tuple([parse_action(text) for text in texts])


@pytest.mark.parametrize(("language", "played", "words"), [
    ("en", "m:7h7c7s", "Look at your sevens."),
    ("it", "m:7h7c7s", "Guarda i tuoi sette."),
    ("it", "m:QhQcQs", "Guarda le tue donne."),
    ("en", "m:5h6h7h", "Look at your hearts."),
    ("it", "m:5h6h7h", "Guarda le tue carte di cuori."),
    ("en", "a1:7d", "Look at your run 4♦-6♦."),
    ("it", "a1:7d", "Guarda la tua sequenza 4♦-6♦."),
    ("en", "x:Kh", "You need lay nothing: think of your discard, and of who comes next."),
    ("en", "d", "Look at the pile: what would you really lay with it, and what does it leave to the next player?"),
    ("en", "p", "Look at the pile: what would you really lay with it, and what does it leave to the next player?"),
])  # fmt: skip
def test_first_it_is_said_where_to_look(language: str, played: str, words: str) -> None:
    assert nudge(language, deal(), actions(played)) == words


def test_where_to_look_says_nothing_of_a_next_player_whom_there_will_not_be() -> None:
    closing = position("fibur", "N/play ? 4s 6s/?11/?11/?11 ?11 !5h6h7h8h9hThJh+KdKhKs|!-")
    assert nudge("en", closing, actions("x:6s")) == "Look at your last card: what would closing bring now?"
    assert nudge("it", closing, actions("x:6s")) == "Guarda la tua ultima carta: che cosa porterebbe chiudere adesso?"
    last = position("fibur", "N/play ?2 4s 6s7d/?21/?22/?49 ?11 !-|!-")
    assert nudge("en", last, actions("x:6s")) == "You need lay nothing: the deal ends with your discard."
    assert nudge("it", last, actions("x:6s")) == "Non serve calare: con il tuo scarto la smazzata finisce."


def test_who_should_take_nothing_is_not_told_to_lay_something() -> None:
    over = position("three-player", "N/draw - 4s 6s7d/?51/?54 - !-|!-|!-")
    assert nudge("en", over, actions("n")) == "Look at the pile: what would you really lay with it?"
    assert nudge("it", over, actions("n")) == "Guarda il monte: che cosa ne caleresti davvero?"


def test_where_the_deal_ends_with_the_discard_it_risks_nothing() -> None:
    last = position("febur", "N/play ?2 KcKs 6sKh/?21/?22/?45 ?11 !-|!KdJkAd")
    other = OtherPlay(actions("x:6s"), 5.0, 0.9, 0.0)
    found = hint_lines("en", last, Advice(actions("x:Kh"), (other,), 96, 0.0))
    assert not any("Risk" in line or "next player" in line for line in found)
    assert len(found) == 2


def test_what_a_play_costs_on_the_table_is_said() -> None:
    closing = position("fibur", "N/play ? 4s 7h2s/?11/?11/?11 ?11 !6h6h6d6d6c6s6s|!-")
    advice = Advice(actions("a1:2s", "x:7h"), is_only=True)
    assert hint_lines("en", closing, advice)[1:3] == (
        "It gains: the closing.",
        "It costs 30 points on the table: a burraco is worth less then.",
    )
    assert hint_lines("it", closing, advice)[2] == "Costa 30 punti in tavola: un burraco poi vale di meno."


def test_then_the_play_what_it_gains_what_it_risks_and_how_sure_that_is() -> None:
    other = OtherPlay(actions("m:7h7c7s", "x:Kh"), 41.2, 7.9, 0.9)
    advice = Advice(actions("m:7h7c7s", "x:9d"), (other,), 96, 0.14)
    assert hint_lines("en", deal(), advice) == (
        "A good choice is to lay 7♥ 7♣ 7♠ and to discard 9♦.",
        "It gains: 15 points on the table.",
        "Risk: 9♦ goes on an opponent's meld.",
        "Then the pile is of use to the next player about 14 times in 100.",
        "How sure: over 96 ways to deal the hidden cards it is 41 points better (± 16) than to discard K♥.",
    )
    assert hint_lines("it", deal(), advice)[-1] == (
        "Quanto è sicuro: in 96 modi di distribuire le carte coperte vale 41 punti in più (± 16) che scartare K♥."
    )


def test_what_is_ahead_by_less_than_half_a_point_counts_as_equal() -> None:
    clear, slight = OtherPlay((), 12.0, 0.1), OtherPlay((), 0.4, 0.1)
    assert (clear.is_equal, slight.is_equal, OtherPlay((), -0.4, 0.1).is_equal) == (False, True, True)


def test_what_nothing_tells_apart_is_said_to_be_equal() -> None:
    others = tuple([OtherPlay(actions(text), 9.0, 8.0, 0.2) for text in ("x:9d", "x:8c", "x:7h")])
    advice = Advice(actions("x:Kh"), others, 96, 0.2)
    found = hint_lines("en", deal(), advice)
    assert found[1] == "Risk: K♥ makes a meld with cards of the pile."
    assert found[-1] == (
        "How sure: just as good is to discard 9♦ or to discard 8♣; 96 ways to deal the hidden cards show no difference."
    )


def test_a_figure_stands_only_where_something_was_compared() -> None:
    for advice, last in (
        (Advice(actions("x:Kh"), is_only=True), "Nothing else is worth considering."),
        (Advice(actions("x:Kh")), "There was no time to look ahead: this is what a club player would do."),
    ):
        lines = hint_lines("en", deal(), advice)
        assert lines[-1] == last
        assert not any(sign.isdigit() for sign in " ".join(lines))


def test_additions_to_one_meld_are_told_as_one() -> None:
    assert play_words("en", actions("a1:7d", "a1:8d", "x:9d")) == "to add 7♦ 8♦ to meld 1 and to discard 9♦"


def test_another_end_for_the_matta_is_another_play() -> None:
    play, other = actions("a1:2s^", "a1:Td", "x:9d"), actions("a1:2s_", "a1:Td", "x:9d")
    assert play_words("en", play) == "to add 2♠ 10♦ (matta at the high end) to meld 1 and to discard 9♦"
    assert difference_words("en", play, other) == "to add 2♠ (matta at the low end) to meld 1"


def test_why_it_did_that() -> None:
    played = actions("m:7h7c7s", "x:9d")
    gains = "Computer East chose to lay 7♥ 7♣ 7♠ and to discard 9♦: that brought 15 points on the table."
    for others, why in (
        (
            (OtherPlay(actions("m:7h7c7s", "x:Kh"), 41.2, 7.9, 0.9),),
            (
                "Had the choice been to discard K♥, the pile would have been of use to the next player about 90 times"
                " in 100, and not 14."
            ),
        ),
        (
            (OtherPlay(actions("m:7h7c7s", "x:8c"), 30.0, 5.0, 0.2),),
            "That was about 30 points better (± 10) than to discard 8♣.",
        ),
        (
            (OtherPlay(actions("m:7h7c7s", "x:8c"), 3.0, 5.0, 0.2),),
            "For all that could be seen, to discard 8♣ would have been just as good.",
        ),
        (
            (OtherPlay(actions("x:8c"), 30.0, 5.0, 0.2),),
            "That was about 30 points better (± 10) than to lay nothing and to discard 8♣.",
        ),
        (
            (OtherPlay(actions("m:7h7c7s", "x:8c"), -30.0, 5.0, 0.2),),
            "On second thoughts to discard 8♣ would have been about 30 points better (± 10).",
        ),
    ):
        assert explanation("en", "Computer East", deal(), Advice(played, others, 96, 0.14)) == f"{gains} {why}"
    only = explanation("en", "Computer East", deal(), Advice(played, is_only=True))
    assert only == f"{gains} Nothing else was worth considering."


def test_who_closes_does_so_for_no_risk_of_the_pile() -> None:
    closing = position("fibur", "N/play ? 4s 6s/?11/?11/?11 ?11 !5h6h7h8h9hThJh+KdKhKs|!-")
    other = OtherPlay(actions("x:4s"), 150.0, 9.0, 0.9)
    found = explanation("en", "Computer East", closing, Advice(actions("x:6s"), (other,), 96, 0.0))
    assert found.endswith("That was about 150 points better (± 18) than to discard 4♠.")


@pytest.mark.parametrize(("play", "other", "words"), [
    ("m:7h7c7s x:9d", "m:7h7c7s x:8c", "to discard 8♣"),
    ("m:7h7c7s x:9d", "m:7h7c7s a1:7d x:9d", "to add 7♦ to meld 1"),
    ("m:7h7c7s m:KcKs2c m:KhKd2h x:9d", "m:7h7c7s m:KcKs2h m:KhKd2c x:9d", "to lay K♣ K♠ 2♥ and to lay K♥ K♦ 2♣"),
    ("m:KcKsKh m:7h7c7s x:9d", "m:KcKsKh x:8c", "to lay K♣ K♠ K♥ and to discard 8♣"),
    ("m:7h7c2s x:9d", "m:7h7c7s x:2s", "to lay 7♥ 7♣ 7♠ and to discard 2♠"),
    ("m:7h7c2s x:9d", "a1:2s x:9d", "to add 2♠ to meld 1 and to discard 9♦"),
    ("m:7h7c7s x:9d", "x:9d", "to lay nothing and to discard 9♦"),
    ("a1:7d x:9d", "a1:7d a1:7d x:8c", "to add 7♦ 7♦ to meld 1 and to discard 8♣"),
    ("a1:7d a1:7d x:9d", "a1:7d x:8c", "to add 7♦ to meld 1 and to discard 8♣"),
])  # fmt: skip
def test_another_play_is_told_as_far_as_it_is_another_and_whole_where_it_lays_less(
    play: str, other: str, words: str
) -> None:
    assert difference_words("en", actions(*play.split()), actions(*other.split())) == words


@pytest.mark.parametrize(
    ("language", "late"),
    [
        ("en", "There was no time to compare it with other plays: ask again in a moment."),
        ("it", "Non c'è stato il tempo di confrontarla con altre giocate: chiedi di nuovo tra un momento."),
    ],
)
def test_what_was_not_compared_is_not_said_to_be_the_only_play(language: str, late: str) -> None:
    assert explanation(language, "Est", deal(), Advice(actions("m:7h7c7s", "x:9d"))).endswith(late)


def test_why_it_did_that_in_italian() -> None:
    taking = position("fibur", "N/draw ? KcKs3d 7h7c/?11/?11/?11 ?11,?11 -|-")
    found = explanation("it", "Computer Est", taking, Advice((PICK_UP,), (OtherPlay(actions("d"), 52, 9),), 96))
    assert found == (
        "Computer Est ha scelto di raccogliere il monte: così otteneva 3 carte del monte."
        " Valeva circa 52 punti in più (± 18) che pescare."
    )
