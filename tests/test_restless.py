"""Two thousand commands of eight restless people; `python -m tests.restless` plays as many as one likes."""

from collections.abc import Callable

import pytest

from bot.host import decide, lobby
from bot.host.table import Table
from bot.host.verdict import Declined, Who
from tests.restless.folding import Broken
from tests.restless.season import Failure, numbers, played, season, shortened

EACH = 500
BREAKS = 4  # a seed with which somebody is forgotten who was called otherwise

Verb = Callable[[Table, Who, list[str], int], Table | Declined]


@pytest.mark.parametrize("seed", range(4))
def test_every_log_folds_to_the_table_in_memory_whatever_eight_people_do(seed: int) -> None:
    assert season(seed, EACH) >= EACH


def as_it_was(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """A name that changes nothing is refused: so it was once, and a log was broken when two names became one."""
    renamed = lobby.rename(table, who, words, at)
    return Declined("not-now") if renamed == table else renamed


def test_the_law_finds_a_refusal_that_depends_on_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(decide.VERBS, "name", as_it_was)
    steps = numbers(BREAKS, EACH)
    first, again = played(steps), played(steps)
    assert isinstance(first, Failure)
    assert isinstance(again, Failure)
    assert (first.steps, first.told) == (again.steps, again.told), "a seed says it all"
    left, failure = shortened(steps, first)
    assert failure.kind == first.kind
    assert len(left) < first.steps
    with pytest.raises(Broken, match=f"seed {BREAKS} breaks at step {first.steps}"):
        season(BREAKS, EACH, tries=0)
