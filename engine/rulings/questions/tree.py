"""The guided question as a tree of values: what is asked, what may be answered, and the row at the end of each way.

A question is a fact and its answers by key. The key of an answer is a word, a row's name (then the row's own
sentence says it) or a window of `moments`. A way ends with a row, with a row whose right is lost, or with no penalty:
what the code does not print may not be applied.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.rulings.book import G2, Book, Irregularity, Loss

SETTLED: Final = "settled"
WHEN: Final = "when"


@dataclass(frozen=True, slots=True)
class GuidedQuestion:
    """A question; in `answers` what follows each, in the order in which they are offered."""

    fact: str
    answers: Mapping[str, "Node"]


@dataclass(frozen=True, slots=True)
class FoundRuling:
    """The end of a way: a row, its case, and why the right to it is lost if it is."""

    row: Irregularity
    case: str = ""
    lost: Loss | None = None


@dataclass(frozen=True, slots=True)
class NoPenalty:
    """The end of a way: the code has nothing for it. `why`: `unwritten`, `allowed`, `registered` or `silent`."""

    why: str = "unwritten"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A row by its name, as it is written in the data of a code."""

    row_id: str
    case: str = ""
    lost: Loss | None = None


UNWRITTEN: Final = NoPenalty("unwritten")
ALLOWED: Final = NoPenalty("allowed")
REGISTERED: Final = NoPenalty("registered")
SILENT: Final = NoPenalty("silent")

Ending: TypeAlias = FoundRuling | NoPenalty
Node: TypeAlias = GuidedQuestion | FoundRuling | NoPenalty


@dataclass(frozen=True, slots=True)
class DraftQuestion:
    """A question as it is written in the data of a code: its ends name rows."""

    fact: str
    answers: Mapping[str, "Draft"]


Draft: TypeAlias = DraftQuestion | Leaf | NoPenalty


class NoSuchAnswer(ValueError):
    """An answer that is not among those offered. `at`: its place, from 0."""

    def __init__(self, question: GuidedQuestion, answer: str, at: int) -> None:
        self.question, self.answer, self.at = question, answer, at
        super().__init__(f"{answer}: no answer to {question.fact}; there are {', '.join(question.answers)}")


def ask(fact: str, /, **answers: Draft | str) -> DraftQuestion:
    """A question whose answers are words; a name of a row stands for its end, `_` for a hyphen."""
    return of(fact, {key.replace("_", "-"): answer for key, answer in answers.items()})


def of(fact: str, answers: Mapping[str, Draft | str]) -> DraftQuestion:
    """A question with answers of any keys; a text names a row, `ROW:case` one of its cases."""
    return DraftQuestion(fact, {key: leaf(one) if isinstance(one, str) else one for key, one in answers.items()})


def what(answers: Mapping[str, Draft | str]) -> DraftQuestion:
    """What happened, among what the code knows; anything else costs nothing."""
    return of("what", {**answers, "other": UNWRITTEN})


def rows(*row_ids: str) -> dict[str, Draft | str]:
    """Answers that are rows themselves."""
    return {row_id: row_id for row_id in row_ids}


def leaf(text: str, lost: Loss | None = None) -> Leaf:
    row_id, _, case = text.partition(":")
    return Leaf(row_id, case, lost)


def bound(draft: Draft, book: Book) -> Node:
    """The tree with the rows of a book; where febur's general premise can cost the right, it is asked at the end.

    Raises `KeyError` where the book has no such row, or the row no such case.
    """
    if isinstance(draft, DraftQuestion):
        return GuidedQuestion(draft.fact, {key: bound(one, book) for key, one in draft.answers.items()})
    if isinstance(draft, NoPenalty):
        return draft
    row = book.row(draft.row_id)
    if draft.case:
        row.case(draft.case)  # raises where the row has no such case
    ending = FoundRuling(row, draft.case, draft.lost)
    if draft.lost is not None or not set(G2) <= set(row.lost):
        return ending
    losses = {str(loss): FoundRuling(row, draft.case, loss) for loss in G2}
    return GuidedQuestion(SETTLED, {"no": ending, **losses})


def follow(tree: Node, answers: Sequence[str]) -> Node:
    """Where these answers lead: the next question, or an end. Raises `NoSuchAnswer`; answers past an end are none."""
    node = tree
    for at, answer in enumerate(answers):
        if not isinstance(node, GuidedQuestion):
            raise NoSuchAnswer(GuidedQuestion("end", {}), answer, at)
        if answer not in node.answers:
            raise NoSuchAnswer(node, answer, at)
        node = node.answers[answer]
    return node


def paths(tree: Node, so_far: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Ending]]:
    """Every way through the tree: its answers, and its end."""
    if not isinstance(tree, GuidedQuestion):
        yield so_far, tree
        return
    for key, node in tree.answers.items():
        yield from paths(node, (*so_far, key))


def questions(tree: Node) -> Iterator[GuidedQuestion]:
    """Every question of the tree."""
    if isinstance(tree, GuidedQuestion):
        yield tree
        for node in tree.answers.values():
            yield from questions(node)
