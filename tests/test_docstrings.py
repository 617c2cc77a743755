"""A docstring explains what is there: each `name:` in it is a parameter, a field, or stands in the code it is about."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from bot.tables.commands import VERBS
from tests.test_names import sources

FOLDERS = "bot bench docs engine renderers tests".split()
EXPLAINED = re.compile(r"`([A-Za-z_]\w*)`(?=(?:(?: and|,) `\w+`)*:)")
"""`x`: what is said of it, or `x` and `y`: of both."""
COMMAND = re.compile(r"\A`(\w+)`:")
"""A command of a table, with which the docstring of the function that carries it out begins."""

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def words_of(node: ast.AST) -> Iterator[str]:
    """Every name in the code below a node, and every word of its strings that are used."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        match one:
            case ast.Expr(value=ast.Constant()):  # a docstring
                continue
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Constant(value=str(text)):
                yield from re.findall(r"\w+", text)
            case _:
                pass
        waiting += ast.iter_child_nodes(one)


def of_nothing(source: str) -> Iterator[tuple[str, str]]:
    """What is explained and not there: the function or class, and the name."""
    if not EXPLAINED.search(source):  # to parse a file takes a hundred times as long
        return
    for outer in ast.walk(ast.parse(source)):
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, Documented):
                docstring = ast.get_docstring(node) or ""
                explained = {*EXPLAINED.findall(docstring)} - (VERBS.keys() & {*COMMAND.findall(docstring)})
                if explained:
                    there = {*words_of(node), *(words_of(outer) if isinstance(outer, ast.ClassDef) else ())}
                    yield from ((node.name, name) for name in sorted(explained - there))


def test_what_a_docstring_explains_is_there(root: Path) -> None:
    found = []
    for file, source in sources(root, *FOLDERS).items():
        found += [f"{file}: {where} explains {name}" for where, name in of_nothing(source)]
    assert found == []


def test_what_is_not_there_is_found() -> None:
    source = """
def f(a):
    "`a` and `b`: two. `c`: one."
    b = 1
class A:
    "`d`: it. `e`: it, `f`, `g`: them."
    d: int = 0
    def __init__(self, e):
        self.f = "g h"
    def m(self):
        "`e`: of the class. `z`: nothing"
"""
    assert list(of_nothing(source)) == [("f", "c"), ("m", "z")]
    assert list(of_nothing('def f():\n    "`ready`: a command."')) == []
    assert list(of_nothing('def f():\n    "It is `ready`: no command."')) == [("f", "ready")]
