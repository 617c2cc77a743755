"""Where the engine reads a key of the rules and where it gives a refusal, found in its source."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ENGINE: Final = Path(__file__).parent.parent / "engine"


class Place(NamedTuple):
    """A function or method of the engine."""

    file: str  # below `engine`, such as "play.py" or "tournament/times.py"
    name: str  # such as "MeldBook.kind"


Places = dict[str, list[Place]]


def places_of(keys: frozenset[str]) -> Places:
    """Where each key is read: as `rules.key`, through `getattr(rules, "bonus_" + …)`, or where `Code` keeps it."""
    found: Places = defaultdict(list)
    trees = dict(_trees())
    attributes = {name: key for tree in trees.values() for name, key in _attributes(tree, keys)}
    for file, tree in trees.items():
        for place, node in _walk(tree, Place(file, "")):
            for key in _keys_in(place, node, keys, attributes):
                if place not in found[key]:
                    found[key].append(place)
    return found


def places_of_reasons() -> Places:
    """Where each reason, by the name of its member, is given."""
    found: Places = defaultdict(list)
    for file, tree in _trees():
        for place, node in _walk(tree, Place(file, "")):
            if isinstance(node, ast.Attribute) and _base(node) == "Reason" and place not in found[node.attr]:
                found[node.attr].append(place)
    return found


def _trees() -> Iterator[tuple[str, ast.Module]]:
    """The files of the rules and of the tournament law; computer players and simulations only use them."""
    files = [*sorted(ENGINE.glob("*.py")), *sorted((ENGINE / "tournament").rglob("*.py"))]
    for file in files:
        yield file.relative_to(ENGINE).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def _walk(node: ast.AST, place: Place) -> Iterator[tuple[Place, ast.AST]]:
    """Every node within functions, with the outermost function or method that holds it."""
    for child in ast.iter_child_nodes(node):
        inside = place
        if isinstance(child, ast.ClassDef):
            inside = Place(place.file, f"{child.name}.")
        elif isinstance(child, ast.FunctionDef) and (not place.name or place.name.endswith(".")):
            inside = Place(place.file, place.name + child.name)
        if inside.name and not inside.name.endswith("."):
            yield inside, child
        yield from _walk(child, inside)


def _base(node: ast.Attribute) -> str:
    """The last name before the attribute: `rules` in `deal.code.rules.undo`."""
    value = node.value
    return value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""


def _is_rules(place: Place, node: ast.Attribute) -> bool:
    if isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Name) and node.value.func.id == "load_rules"
    return _base(node) == "rules" or (_base(node) == "self" and place.name.startswith("Rules."))


def _keys_in(place: Place, node: ast.AST, keys: frozenset[str], attributes: dict[str, str]) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=name) if name in keys and _is_rules(place, node):
            yield name
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in attributes and _base(node) in ("code", "book", "self"):
            yield attributes[name]
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.BinOp(left=ast.Constant(value=str(start)))]):
            yield from (key for key in keys if key.startswith(start))
        case _:
            pass


def _attributes(tree: ast.AST, keys: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What a class keeps of one key under a name of its own: `self.reserve = rules.stock_reserve`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            read = [part.attr for part in ast.walk(node.value) if isinstance(part, ast.Attribute)]
            used = [key for key in read if key in keys]
            if len(used) == 1 and len(read) == 1 and _base(node.targets[0]) == "self":
                yield node.targets[0].attr, used[0]
