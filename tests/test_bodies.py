"""A scenario is a function inside its test: one that nobody runs can never fail."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.test_names import sources

FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef


def unused_bodies(source: str) -> Iterator[str]:
    """Every function inside a test that the test does not name."""
    for test in ast.walk(ast.parse(source)):
        if isinstance(test, FUNCTIONS) and test.name.startswith("test_"):
            named = {one.id for one in ast.walk(test) if isinstance(one, ast.Name)}
            bodies = [one.name for one in test.body if isinstance(one, FUNCTIONS)]
            yield from [f"{test.name}: {name}" for name in bodies if name not in named]


def test_each_scenario_is_run_by_its_test(root: Path) -> None:
    assert [f"{file}: {one}" for file, source in sources(root, "tests").items() for one in unused_bodies(source)] == []


def test_a_scenario_that_nobody_runs_is_found() -> None:
    source = "def test_one():\n    async def body(): pass\n\n\ndef test_two():\n    def body(): pass\n    run(body)"
    assert list(unused_bodies(source)) == ["test_one: body"]
