"""A call that takes any values is given them one by one: no list is made first that nobody keeps."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.test_names import sources

FOLDERS = "bot bench docs".split()
"""Not `engine` and `renderers`, where a benchmark says that the list is quicker."""

TAKERS = set("all any frozenset list max min set sorted sum tuple".split())


def lists_for_nobody(source: str) -> Iterator[int]:
    """The lines where a list is worked out only to be handed over; one that awaits something cannot do without."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.ListComp() as values], keywords=[]) if name in TAKERS:
                if not any(isinstance(part, ast.Await) for part in ast.walk(values)):
                    yield node.lineno
            case _:
                pass


def test_no_list_is_made_for_nobody(root: Path) -> None:
    found = [f"{file}:{line}" for file, source in sources(root, *FOLDERS).items() for line in lists_for_nobody(source)]
    assert found == []


def test_such_a_list_is_seen() -> None:
    assert list(lists_for_nobody("x = tuple([a for a in b])\ny = any([c(d) for d in e])")) == [1, 2]
    assert list(lists_for_nobody("x = tuple(a for a in b)\ny = all([await c for c in d])\nz = f([a for a in b])")) == []
