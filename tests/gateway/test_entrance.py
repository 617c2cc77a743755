"""The entrance is small, and is used: what adapters may ask stands in one class, with one for channels beside it."""

import ast
from pathlib import Path

import pytest

from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.presence import Presence

ADAPTERS = Path(__file__).parents[2] / "bot" / "adapters"
MOST = {Inbound: 18, Presence: 10}
"""What somebody who writes an adapter has to read. There were 49 methods on four objects once; a new one takes the
place of an old one, or is an argument of one that means nearly the same."""


def methods(kind: type) -> set[str]:
    return {name for name, found in vars(kind).items() if not name.startswith("_") and callable(found)}


def called() -> set[str]:
    """The names of everything that the adapters use of anything."""
    trees = [ast.parse(file.read_text("utf-8")) for file in ADAPTERS.rglob("*.py")]
    return {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("kind", MOST, ids=lambda kind: kind.__name__)
def test_there_are_no_more_methods_than_can_be_read_at_once(kind: type) -> None:
    assert 0 < len(methods(kind)) <= MOST[kind]


@pytest.mark.parametrize("kind", MOST, ids=lambda kind: kind.__name__)
def test_every_method_is_used_by_an_adapter(kind: type) -> None:
    assert methods(kind) - called() == set()
