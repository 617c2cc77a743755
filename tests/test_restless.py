"""Two thousand commands of eight restless people; `python -m tests.restless` plays as many as one likes."""

from collections.abc import Callable

import pytest

from bot.boards.forgetting import DELETED
from bot.host import decide, lobby
from bot.host.table import Table
from bot.host.verdict import Declined, Who
from tests.restless.folding import Broken
from tests.restless.season import Failure, numbers, played, season, shortened

EACH = 500
SEEDS = range(4, 40)  # with one of which somebody is soon forgotten who has sat down somewhere

Verb = Callable[[Table, Who, list[str], int], Table | Declined]


@pytest.mark.parametrize("seed", range(4))
def test_every_log_folds_to_the_table_in_memory_whatever_eight_people_do(seed: int) -> None:
    assert season(seed, EACH) >= EACH


def with_a_fault(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """Whether it is carried out depends on a name, which is another one when somebody has been forgotten."""
    return Declined("not-now") if who.name == DELETED else lobby.join(table, who, words, at)


def a_run(seed: int) -> Failure | int:
    return played(numbers(seed, 2 * EACH), EACH)


def test_the_law_finds_a_refusal_that_depends_on_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(decide.VERBS, "join", with_a_fault)
    seed, first = next((seed, found) for seed in SEEDS if isinstance(found := a_run(seed), Failure) and found.steps > 9)
    again = a_run(seed)
    assert isinstance(again, Failure)
    assert (first.steps, first.told) == (again.steps, again.told), "a seed says it all"
    left, failure = shortened(numbers(seed, 2 * EACH), first, tries=12)
    assert failure.kind == first.kind
    assert len(left) < first.steps
    with pytest.raises(Broken, match=f"seed {seed} breaks at step {first.steps}"):
        season(seed, EACH, tries=0)
