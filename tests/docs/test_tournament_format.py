"""The page about the tournament's file: its example is whole, its rows name what there is."""

import ast
import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from bot.__main__ import main
from docs.tournaments import LAW, whole_name
from engine.tournament.events import TYPES
from engine.tournament.laws import LAWS, grade_of
from engine.tournament.refusals import EventReason
from tests.engine.tournament.evening import Evening

PAGE = "docs/tournament-format.md"


def page(root: Path) -> str:
    return (root / PAGE).read_text("utf-8")


def example(root: Path) -> str:
    (found,) = re.findall(r"^```json\n(.*?)^```$", page(root), re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_example_is_answered_as_the_page_shows(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("thursday.json").write_text(example(root), encoding="utf-8")
    examples = re.findall(r"^\$ burraco (tournament [^\n]*)\n(.*?)(?=^\$ |^```$)", page(root), re.DOTALL | re.MULTILINE)
    assert len(examples) >= 3
    for command, answer in examples:
        assert main(command.split()) == 0
        assert capsys.readouterr().out == answer


def test_the_example_is_canonical_json(root: Path) -> None:
    assert json.loads(example(root))["version"] == 1


def test_every_type_of_event_and_every_reason_is_on_the_page(root: Path) -> None:
    text = page(root)
    assert [kind for kind in TYPES if f"`{kind}`" not in text] == []
    assert [reason.value for reason in EventReason if f"`{reason.value}`" not in text] == []


def cells(root: Path, first: str) -> list[str]:
    """The cells of the row of a table that begins so, without the first."""
    (row,) = [line for line in page(root).splitlines() if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in row.strip("|").split("|")][1:]


@pytest.mark.parametrize(
    ("code", "kind", "deals", "words"),
    [
        *[("febur", "pairs", deals, "13 / 450") for deals in (1, 2, 3, 4)],
        ("febur", "teams", 3, "13 / 450"),
        *[("fitab", "pairs", deals, "1 or 2 deals {}") for deals in (1, 2)],
        *[("fitab", "pairs", deals, f"{deals}: {{}}") for deals in (3, 4, 5)],
        ("fitab", "teams", 3, "teams {}"),
        *[(code, "pairs", 2, "1 or 2 deals {}") for code in ("fibur", "international", "online")],
        *[(code, "pairs", deals, f"{deals}: {{}}") for code in ("fibur", "online") for deals in (3, 4)],
        ("international", "pairs", 5, "5 and teams {}"),
        ("fibur", "teams", 4, "5 and teams {}"),
    ],
)
def test_the_page_says_what_a_rest_is_worth(root: Path, code: str, kind: str, deals: int, words: str) -> None:
    evening = Evening(code, kind, 3, ["danese"], deals)
    evening.play((0, 0))
    ((vp, mp),) = evening.points("p3")
    cell = cells(root, "rest")[{"febur": 0, "fitab": 1}.get(code, 2)]
    assert words.format(f"{vp} / {mp}") in cell


@pytest.mark.parametrize(
    ("row", "minutes"),
    [("up to 2 minutes", (1, 2)), ("3 or 4 minutes", (3, 4)), ("5 to 10 minutes", (5, 10)), ("more", (11,))],
)
def test_the_page_says_what_lateness_costs(root: Path, row: str, minutes: tuple[int, ...]) -> None:
    for code, cell in zip(("febur", "fitab"), cells(root, row), strict=True):
        for late in minutes:
            grade = grade_of(LAWS[code], late)
            taken = [] if grade is None else ["a warning"] * grade.warns
            taken += [] if grade is None or not grade.off else [f"{grade.off} MP off"]
            taken += [] if grade is None or not grade.credit else [f"{grade.credit} MP to the opponents"]
            assert cell == ("the match, and no warning" if grade is None else ", ".join(taken) or "nothing")


def modules_of_the_program(root: Path) -> dict[str, ast.Module]:
    files = [file for package in ("bot", "engine") for file in (root / package).rglob("*.py")]
    return {
        ".".join(file.relative_to(root).with_suffix("").parts): ast.parse(file.read_text("utf-8")) for file in files
    }


class Uses:
    """What modules read, found by going through each of them once."""

    def __init__(self, modules: dict[str, ast.Module]) -> None:
        self._inside = {
            home: [(getattr(node, "name", ""), names_in(node)) for node in modules[home].body] for home in modules
        }
        self._imports: set[tuple[str, str]] = set()  # the module, and what is taken from it
        self._attributes: defaultdict[tuple[str, str], set[str]] = defaultdict(set)  # the modules that read `home.name`
        for module, tree in modules.items():
            for node in ast.walk(tree):
                match node:
                    case ast.ImportFrom(module=str(home)) if home != module:
                        self._imports |= {(home, alias.name) for alias in node.names}
                    case ast.Attribute(value=ast.Name(id=home), attr=name):
                        self._attributes[home, name].add(module)
                    case _:
                        pass

    def of(self, function: str) -> bool:
        """Whether anything but the function itself reads it: in its module, by import, or as its module's attribute."""
        home, _, name = function.rpartition(".")
        inside = any(name in names for node, names in self._inside[home] if node != name)
        read = self._attributes.get((home.rpartition(".")[2], name), set())
        return inside or (home, name) in self._imports or bool(read - {home})


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def test_every_row_of_the_law_names_functions_that_the_program_uses_and_tests_that_there_are(root: Path) -> None:
    modules = modules_of_the_program(root)
    uses = Uses(modules)
    for law in LAW:
        for function in map(whole_name, law.functions):
            home, _, name = function.rpartition(".")
            assert name in {node.name for node in modules[home].body if isinstance(node, ast.FunctionDef)}, function
            assert uses.of(function), f"only tests carry out {function}"
        for test in law.tests:
            assert (root / f"tests/engine/tournament/test_{test}.py").is_file(), test


@pytest.mark.parametrize(
    ("home", "other", "used"),
    [
        ("def law(): return law", "law = 1", False),
        ("def law(): ...\nLAWS = [law]", "", True),
        ("def law(): ...", "from a.home import law", True),
        ("def law(): ...", "from a.elsewhere import law", False),
        ("def law(): ...", "from a import home\nhome.law()", True),
        ("def law(): ...", "self.law()", False),
        ("import home\ndef law(): ...\nhome.law()", "", False),
    ],
)
def test_a_function_that_nothing_uses_is_found(home: str, other: str, used: bool) -> None:
    assert Uses({"a.home": ast.parse(home), "a.other": ast.parse(other)}).of("a.home.law") == used


ARTICLES = {
    "febur": ("2", "3", "4", "5", "6", "19", "22", "23", "24", "25", "26", "27"),
    "fitab": ("2", "3", "5", "15", "18", "19", "20", "21", "22", "33", "36", "37", "38"),
    "three-player": ("10",),
}
"""Those that say something about a tournament."""


def articles_of(text: str) -> set[tuple[str, str]]:
    """Each article of a row with its code: "febur 4 and 19, fitab 37" has three."""
    found, code = set(), ""
    for word in re.findall(r"[a-z-]+|\d+", text):
        if word.isdigit():
            found.add((code, word))
        elif word != "and":
            code = word
    return found


def test_every_article_about_tournaments_has_a_row() -> None:
    found = {one for law in LAW for one in articles_of(law.articles)}
    assert [(code, one) for code, articles in ARTICLES.items() for one in articles if (code, one) not in found] == []
    assert {one for one in found if one[0] in ARTICLES and one[1] not in ARTICLES[one[0]]} == set()


def test_every_file_of_an_article_says_what_it_leaves_out(root: Path) -> None:
    files = sorted((root / "engine/tournament").rglob("*.py"))
    about = {file.name: ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "" for file in files}
    of_articles = {name: " ".join(text.split()) for name, text in about.items() if "art." in text}
    assert len(of_articles) > 20
    assert [name for name, text in of_articles.items() if "Left out: " not in text] == []
