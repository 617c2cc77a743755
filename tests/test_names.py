"""What names may be: no bare participle in the program and its tests, and no name of a class for two things."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

BARE = set("asked brought done given gone heard held kept known made meant said sent shown spoken told".split())
"""As a name each of these says that something happened, and neither to what nor what the value is."""

KEYS = {
    ("bot/adapters/discord/errors.py", "GONE"): "as in the log",
    ("bot/adapters/telegram/errors.py", "GONE"): "as in the log",
    ("bot/locales/__init__.py", "done"): "as in `language.toml`",
    ("bot/planner/plan.py", "GONE"): "as in the plans that are stored",
    ("bot/planner/plan.py", "told"): "as in the plans that are stored",
    ("bot/requests/answer.py", "asked"): "as the page of the browser reads it",
    ("bot/requests/answer.py", "done"): "as the page of the browser reads it",
    ("bot/requests/server_settings.py", "SPOKEN"): "as in the channels that are stored",
    ("tests/adapters/both/surface.py", "made"): "an `Offer`, as scenarios everywhere make one",
    ("tests/host/test_door.py", "done"): "a command, as tests of every folder give one",
    ("tests/loopback/discord/rooms.py", "shown"): "the messages, as tests of every folder read them",
    ("tests/loopback/discord/values.py", "shown"): "the messages, as tests of every folder read them",
    ("tests/loopback/telegram/values.py", "shown"): "the messages, as tests of every folder read them",
    ("tests/requests/serving.py", "done"): "a request that is done, as tests of every folder make one",
    ("tests/requests/serving.py", "said"): "a command that is done, as tests of every folder give one",
}
"""Names that are also written somewhere where they cannot change, or in very many places."""

PLAIN = "bot bench docs tests".split()
"""Folders without such names."""

TWICE = {
    "Asker": ("bot/adapters/discord/responder.py bot/adapters/telegram/responder.py", "one on each platform"),
    "EphemeralHands": (
        "bot/adapters/discord/ephemeral_hands.py bot/adapters/telegram/ephemeral_hands.py",
        "one on each platform",
    ),
    "ErrorKind": ("bot/adapters/discord/errors.py bot/adapters/telegram/errors.py", "one on each platform"),
    "Hook": ("bot/adapters/telegram/webhook.py bot/adapters/web/server.py", "the port, and what stands behind it"),
    "KnownError": ("bot/adapters/discord/errors.py bot/adapters/telegram/errors.py", "one on each platform"),
    "Load": ("bench/crowd.py bench/host.py", "every benchmark has one, by that name"),
    "Measures": ("renderers/layout/melds.py renderers/layout/rows.py", "lengths in pixels: of melds, of a fan"),
    "Plan": (
        "bot/planner/plan.py engine/players/plan.py",
        "a planned match; the best lay that a computer player has found",
    ),
    "RequestRefused": (
        "bot/adapters/discord/errors.py bot/adapters/telegram/messenger.py",
        "one on each platform",
    ),
    "Site": ("bench/crowd.py bench/discord.py bench/telegram.py", "the port, and what stands behind it"),
    "Table": ("bot/tables/table.py engine/victory.py", "where people play; a printed one of Victory Points"),
    "Updates": ("bot/adapters/discord/events.py bot/adapters/telegram/updates.py", "one on each platform"),
}
"""Names of several classes, the files of each, and why nobody takes one for the other."""


def bound_names(source: str) -> Iterator[str]:
    """Every name of a function, class, parameter, attribute, constant or local, where it is given."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name
            case _:
                pass


def bare_names(source: str) -> list[str]:
    return [name for name in bound_names(source) if name.strip("_").lower() in BARE]


def sources(root: Path, *folders: str) -> Mapping[str, str]:
    files = [file for folder in folders for file in sorted((root / folder).rglob("*.py"))]
    return {file.relative_to(root).as_posix(): file.read_text("utf-8") for file in files}


def test_a_name_says_what_a_thing_is_not_only_what_was_done_with_it(root: Path) -> None:
    found = []
    for file, source in sources(root, *PLAIN).items():
        found += [f"{file}: {name}" for name in bare_names(source) if (file, name) not in KEYS]
    assert found == []


def test_what_is_named_for_others_is_there(root: Path) -> None:
    assert [key for key in KEYS if bare_names((root / key[0]).read_text("utf-8")).count(key[1]) != 1] == []


def test_every_kind_of_name_is_seen() -> None:
    assert bare_names("def said(told, *, shown=1): _sent = 2") == ["said", "told", "shown", "_sent"]
    assert sorted(
        bare_names("class Sent:\n    known: int = 0\n    def f(self): self.done = [made for made in ()]")
    ) == [
        "Sent",
        "done",
        "known",
        "made",
    ]
    assert bare_names("import x as asked\nASKED = lambda given: 1") == ["asked", "ASKED", "given"]
    assert bare_names("match x:\n    case {'a': told, **said}:\n        pass") == ["said", "told"]
    assert bare_names("future.done()\nsay(told=1)\nprint(x.sent)\nis_known = told_apart = 1") == []


def classes(files: Mapping[str, str]) -> dict[str, str]:
    """The files of each name of a class that stands more than once."""
    found = defaultdict[str, list[str]](list)
    for file, source in files.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(file)
    return {name: " ".join(sorted(where)) for name, where in found.items() if len(where) > 1}


def test_no_two_classes_have_one_name_but_for_a_reason(root: Path) -> None:
    found = classes(sources(root, "bot", "bench", "docs", "engine", "renderers"))
    assert found == {name: where for name, (where, _) in TWICE.items()}


def test_a_second_class_of_a_name_is_found() -> None:
    assert classes({"a.py": "class A: pass\nclass B: pass", "b.py": "def f():\n    class A: pass"}) == {
        "A": "a.py b.py"
    }
