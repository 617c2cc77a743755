"""Where nobody waits for a thought any more, it ends in its midst: while turns are judged, or played out."""

from multiprocessing import Pipe

import pytest

from bench.positions import PUZZLES
from bot.host.computer_process import ADVICE, NobodyWaits, _choose
from bot.host.computers import question_about
from engine.advice import Advice, advise, plays
from engine.players import turn_of
from engine.position import parse_position
from engine.rules import load_rules
from engine.view import View


def seen() -> View:
    deal = parse_position(load_rules(PUZZLES[0].rules), PUZZLES[0].position)
    return View(deal.seat, deal)


@pytest.mark.parametrize("name", [ADVICE, "expert"])
def test_a_word_of_the_host_ends_a_thought_without_an_answer(name: str) -> None:
    hosts, theirs = Pipe()
    with hosts, theirs:
        hosts.send_bytes(b"")
        actions, _ = _choose(question_about(name, seen(), 1), theirs)
        assert actions == ()
        assert theirs.poll()  # the word itself is left to whoever reads the next question
        theirs.recv_bytes()
        answer, _ = _choose(question_about(name, seen(), 1), theirs)
        assert isinstance(answer, Advice) == (name == ADVICE)
        assert answer != ()


@pytest.mark.parametrize("allowed", [0, 3])
def test_judging_turns_asks_all_along_whether_anybody_waits(allowed: int) -> None:
    looks: list[int] = []

    def late() -> bool:
        looks.append(1)
        if len(looks) > allowed:
            raise NobodyWaits
        return False

    for thinks in (lambda: plays(seen().deal, late), lambda: turn_of("expert", 1, seen(), late)):
        looks.clear()
        with pytest.raises(NobodyWaits):
            thinks()
        assert len(looks) == allowed + 1


def test_what_is_judged_does_not_depend_on_being_asked() -> None:
    assert plays(seen().deal, lambda: True) == plays(seen().deal)
    assert advise(seen()) == advise(seen(), lambda: False)
