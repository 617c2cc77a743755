"""Every way through the guided question of every code ends with one row of its book, or with no penalty."""

import pytest

from engine.rulings.book import Loss, Premise
from engine.rulings.books import BOOKS, book_of
from engine.rulings.moments import WINDOWS, Moment, windows
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import (
    ALLOWED,
    REGISTERED,
    SETTLED,
    SILENT,
    UNWRITTEN,
    WHEN,
    FoundRuling,
    GuidedQuestion,
    NoPenalty,
    NoSuchAnswer,
    follow,
    paths,
    questions,
)

CODES = pytest.mark.parametrize("code", BOOKS)


def end(code: str, answers: str) -> object:
    """What is at the end of this way: `ROW`, `ROW:case`, `ROW!loss`, or why there is no penalty."""
    found = follow(first_question(code), answers.split())
    if isinstance(found, FoundRuling):
        case = f":{found.case}" if found.case else ""
        return found.row.id + (f"!{found.lost}" if found.lost else case)
    return found.why if isinstance(found, NoPenalty) else found


@CODES
def test_every_way_ends_with_one_row_of_the_book_or_with_no_penalty(code: str) -> None:
    book, ways = book_of(code), list(paths(first_question(code)))
    assert len({way for way, _ in ways}) == len(ways)
    for way, ending in ways:
        if isinstance(ending, FoundRuling):
            assert book.row(ending.row.id) is ending.row
            assert ending.lost is not None or bool(ending.case) == bool(ending.row.cases), way
            assert ending.lost is None or ending.lost in ending.row.lost, way
        else:
            assert ending in (UNWRITTEN, ALLOWED, REGISTERED, SILENT)


@CODES
def test_every_row_and_every_case_is_reached(code: str) -> None:
    reached = {
        (ending.row.id, ending.case)
        for _, ending in paths(first_question(code))
        if isinstance(ending, FoundRuling) and ending.lost is None
    }
    assert reached == {(row.id, case) for row in book_of(code) for case in [one.key for one in row.cases] or [""]}


@CODES
def test_the_answers_to_when_leave_out_no_window_and_name_none_twice(code: str) -> None:
    for asking in questions(first_question(code)):
        if asking.fact == WHEN:
            named = [window for key in asking.answers for window in windows(key)]
            assert sorted(named) in (list(WINDOWS[:6]), list(WINDOWS[1:6])), asking.answers  # W6 is asked first


WINDOWS_OF_A_WRONG_MELD = {"febur": ("W0", "W1-W5"), "fitab": ("W0", "W1", "W2-W5")}
"""The windows that a code tells apart in a wrong meld (febur art. 10; fitab art. 24, 28)."""


@pytest.mark.parametrize("code", WINDOWS_OF_A_WRONG_MELD)
def test_a_wrong_meld_is_asked_for_in_the_windows_that_the_code_knows(code: str) -> None:
    """Febur's other turns are two answers: after a closing it has an article of its own (23)."""
    asking = follow(first_question(code), ["no", "wrong-meld"])
    assert isinstance(asking, GuidedQuestion)
    groups = [set(windows(text)) for text in WINDOWS_OF_A_WRONG_MELD[code]]
    for key in asking.answers:
        assert any(set(windows(key)) <= one for one in groups), key
    assert set.union(*groups) == set(WINDOWS[:6])


AT_THE_CLOSING = {("F-10.P2", "apart"), ("F-15.1", "discard")}
"""What is settled as if noticed at once, although the turn has ended: with a closing, or with the pozzetto."""


@CODES
def test_a_row_is_reached_in_its_own_windows_alone(code: str) -> None:
    """Before a card is discarded one thing, afterwards another: a window that was answered is one of the row's."""
    for way, ending in paths(first_question(code)):
        if not isinstance(ending, FoundRuling) or ending.lost is not None:
            continue
        answered = {window for key in way if key[0] == "W" for window in windows(key)}
        own = set(ending.row.moments) & set(WINDOWS)
        if answered and own and (ending.row.id, ending.case) not in AT_THE_CLOSING:
            assert answered & own, way


@CODES
def test_a_question_has_at_least_two_answers(code: str) -> None:
    for asking in questions(first_question(code)):
        assert len(asking.answers) >= 2, asking.fact


def test_the_general_premise_is_asked_wherever_it_can_cost_the_right() -> None:
    g2 = {Loss.SETTLED, Loss.GONE_ON}
    for code, book in BOOKS.items():
        ways = list(paths(first_question(code)))
        for way, ending in ways:
            if isinstance(ending, FoundRuling) and ending.lost is None:
                assert (way[-1] == "no" and asks_whether_settled(code, way)) == (g2 <= set(ending.row.lost)), way
        assert any(g2 <= set(row.lost) for row in book) == (Premise.G2 in book.premises)


def asks_whether_settled(code: str, way: tuple[str, ...]) -> bool:
    asking = follow(first_question(code), way[:-1])
    return isinstance(asking, GuidedQuestion) and asking.fact == SETTLED


WAYS = """
febur         no deal wrong-deal no                                          F-4.2
febur         no deal wrong-deal yes                                         F-4.3
febur         no deal F-4.1 yes                                              unwritten
febur         no draw F-6.1 W0-W2 no                                         F-6.1
febur         no draw F-6.1 W3-W5                                            F-6.1!next-played
febur         no draw no-draw W0 yes no                                      F-13.1
febur         no draw no-draw W0 no                                          allowed
febur         no draw no-draw W1 yes no                                      F-13.2
febur         no draw no-draw W1 no no                                       F-13.3
febur         no draw no-draw W2-W5                                          F-13.4
febur         no exposed exposed own none no                                 F-10.E1
febur         no exposed exposed own one no                                  F-10.E2
febur         no exposed exposed own several no                              F-10.E3
febur         no exposed exposed own several settled                         F-10.E3!settled
febur         no exposed exposed own several gone-on                         F-10.E3!gone-on
febur         no exposed exposed other no no                                 F-10.E7:not
febur         no exposed phantom own turned-up                               F-10.E5!turned-up
febur         no exposed phantom other yes                                   F-10.E8!fits
febur         no wrong-meld W0 laid no yes no                                F-10.P1:healed
febur         no wrong-meld W0 added-set no no                               F-10.P3
febur         no wrong-meld W0 added-set yes no                              F-10.P4:penalised
febur         no wrong-meld W1-W4 plain                                      F-10.P6
febur         no wrong-meld W1-W4 built-on                                   F-10.P7
febur         no wrong-meld W5 only-burraco no                               F-23.2
febur         no out-of-turn took no W0-W2 no                                F-14.1A
febur         no out-of-turn took yes W0-W2 no                               F-14.1B
febur         no out-of-turn took yes W3-W5                                  F-14.1B!next-played
febur         no out-of-turn F-14.3 W0-W2 closed no                          F-14.3:closed
febur         no out-of-turn diretta-draw yes W0-W2 no                       F-14.5D
febur         no equal-sets equal-sets open no                               F-15.1:neither
febur         no equal-sets equal-sets diretta no                            F-15.1:diretta
febur         no equal-sets equal-sets discard W1 no                         F-15.1:discard
febur         no equal-sets equal-sets discard W2-W4 no                      F-15.2
febur         no equal-sets equal-sets closed no                             F-15.1:closed
febur         no equal-sets equal-sets neither W1-W4 no                      F-15.2
febur         no equal-sets equal-sets neither W5                            F-15.2!closed
febur         no wrong-meld W5 plain                                         F-23.1
febur         no wrong-meld W5 apart no                                      F-10.P2:apart
febur         no equal-sets equal-runs                                       allowed
febur         no pick-up F-16.1 yes W0-W2 neither no                         F-14.3:neither
febur         no pick-up F-16.5 yes                                          allowed
febur         no pick-up F-16.5 no W0-W1 no no                               F-16.5:none
febur         no pick-up F-16.5 no W2-W5                                     F-16.5!next-took
febur         no pozzetto F-17.1 no                                          F-17.1
febur         no pozzetto F-17.1 yes                                         F-17.1!seen
febur         no closing no-burraco no                                       F-21.A
febur         no closing no-discard one no                                   F-21.C1
febur         no closing no-discard several no                               F-21.C2
febur         no closing shown-at-count no F-23.3a                           F-23.3a
febur         yes F-24.2                                                     F-24.2
febur         yes other                                                      registered
febur         no other                                                       unwritten
fitab         no deal T-4.1 no                                               T-4.1
fitab         no deal T-4.2 yes                                              T-4.4
fitab         no draw no-draw W0 opened                                      T-29.2
fitab         no draw no-draw W0 added                                       T-29.3
fitab         no draw no-draw W1                                             T-29.5
fitab         no draw no-draw W2-W5                                          T-29.5!next-took
fitab         no exposed exposed no                                          unwritten
fitab         no exposed exposed yes one                                     T-23.1:one
fitab         no wrong-meld W0 added no                                      T-24.1
fitab         no wrong-meld W0 added yes                                     T-27.1:healed
fitab         no wrong-meld W0 laid no                                       T-24.2
fitab         no wrong-meld W1 laid                                          T-24.3
fitab         no wrong-meld W2-W5 laid                                       T-24.4
fitab         no equal-sets equal-sets W0 no                                 T-31.a
fitab         no equal-sets equal-sets W1 yes                                T-31.W1:b
fitab         no out-of-turn drew no no                                      T-30.2
fitab         no out-of-turn drew no yes                                     T-30.4
fitab         no out-of-turn diretta-picked-up yes                           T-30.3
fitab         no out-of-turn played-only                                     unwritten
febur         no behaviour F-11.1 W0-W1 no                                   F-11.1
febur         no behaviour F-11.1 W2-W5                                      F-11.1!next-took
febur         no behaviour F-6.4 W1-W5                                       F-6.4!discarded
febur         no exposed F-10.E4 several no                                  F-10.E4:several
febur         no exposed phantom own unseen                                  F-10.E6
febur         no exposed exposed partner no                                  F-10.E9
febur         no out-of-turn F-14.2 W0-W2 no                                 F-14.2
febur         no out-of-turn F-14.3 W3-W5                                    F-14.3!next-played
febur         no out-of-turn F-14.3 W0-W2 discard no                         F-14.3:pozzetto
febur         no out-of-turn F-14.4 W0-W2 no                                 F-14.4
febur         no out-of-turn F-14.4 W3-W5                                    F-14.4!next-played
febur         no out-of-turn diretta-draw no W0-W2 no                        F-14.5C
febur         no out-of-turn diretta-draw no W3-W5                           F-14.5C!next-played
febur         no pick-up F-16.5 no W0-W1 yes no                              F-16.5:another
febur         no pick-up F-16.2 W1-W5                                        unwritten
febur         no pozzetto old-pozzetto yes                                   F-18.2
febur         no closing shown-at-count yes                                  F-23.4
febur         no closing shown-at-count no F-23.3b                           F-23.3b
febur         no evening F-26                                                F-26
fitab         no pick-up T-8.2                                               T-8.2
fitab         no pick-up T-8.4 no W0-W1 no                                   T-8.4:none
fitab         no pick-up T-8.4 no W2-W5                                      T-8.4!next-took
fitab         no out-of-turn T-25                                            T-25
fitab         no out-of-turn picked-up no                                    T-30.1
fitab         no out-of-turn picked-up yes                                   T-30.3
fitab         no out-of-turn drew yes                                        T-30.4
fitab         no out-of-turn diretta-drew no                                 T-30.5
fitab         no out-of-turn diretta-drew yes                                T-30.4
fitab         no out-of-turn diretta-picked-up no                            T-30.6
fitab         no equal-sets equal-sets W0 yes                                T-31.b
fitab         no equal-sets equal-sets W1 no                                 T-31.W1:a
fitab         no equal-sets equal-sets W2-W5 no                              T-31.W2:a
fitab         no equal-sets equal-sets W2-W5 yes                             T-31.W2:b
fitab         no wrong-meld W0 run-with-wild                                 T-27.2
fitab         no wrong-meld W0 goes-on                                       T-27.3
fitab         no wrong-meld W1 added                                         T-28.1
fitab         no wrong-meld W2-W5 added                                      T-28.2
fitab         no pozzetto T-22.1 yes                                         T-22.1:seen
fitab         no pozzetto opponents-pozzetto yes                             T-22.4a
fitab         no deal wrong-pack no-meld                                     unwritten
fitab         no exposed phantom no                                          unwritten
fitab         no exposed phantom yes several                                 T-23.1:several
fitab         no pozzetto second-pozzetto diretta opened                     T-22.4b:opened
fitab         no pozzetto second-pozzetto diretta added                      T-22.4b:added
febur         no behaviour other                                             unwritten
fitab         no pozzetto second-pozzetto discard yes                        T-22.4c
fitab         no pozzetto second-pozzetto discard no                         T-32.A
fitab         no closing T-32.B                                              T-32.B
fitab         yes other                                                      registered
three-player  T3-1                                                           T3-1
three-player  other                                                          unwritten
"""


@pytest.mark.parametrize("line", WAYS.strip().splitlines())
def test_a_way_ends_where_the_law_says(line: str) -> None:
    code, *answers, ending = line.split()
    assert end(code, " ".join(answers)) == ending


@pytest.mark.parametrize("code", ["online", "fibur", "international"])
def test_a_code_without_such_a_law_asks_nothing_and_applies_nothing(code: str) -> None:
    assert first_question(code) is SILENT


def test_an_answer_that_there_is_not_says_which_there_are() -> None:
    with pytest.raises(NoSuchAnswer) as refused:
        follow(first_question("three-player"), ["T3-9"])
    assert (refused.value.at, list(refused.value.question.answers)) == (0, ["T3-1", "T3-2", "other"])
    with pytest.raises(NoSuchAnswer) as past:
        follow(first_question("three-player"), ["T3-1", "no"])
    assert (past.value.at, list(past.value.question.answers)) == (1, [])


def test_a_moment_that_is_no_window_is_never_asked_for() -> None:
    moments = {
        key for code in BOOKS for one in questions(first_question(code)) if one.fact == WHEN for key in one.answers
    }
    assert moments & set(Moment) <= {Moment.W0, Moment.W1, Moment.W5}
