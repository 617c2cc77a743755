"""An unfinished third language: in a copy of the program with one more folder, tests are green and people play.

Nothing is patched: the copy is another program, which finds the folder as it finds the others.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FRENCH = Path(__file__).parent / "french"
COPIED = ("bot", "engine", "migrations", "renderers", "tests", "docs/tornei.md", "pyproject.toml")
WASTE = shutil.ignore_patterns("golden")  # what Python has compiled comes along: it is good for the copy, too
OF_LANGUAGES = ("words/test_languages.py", "test_commands.py", "web/test_words.py")
WRONG = (
    ("{name} s’assied", "{nom} s’assied"),
    ("pioche", "pioche [une"),
    ("lobby.closed", "x.y"),
)
HIDDEN = """
from bot.gateway.inbound.commands import BY_WORD, CHOICES
from bot.locales import languages
from bot.words.languages import LANGUAGES, guess
print(languages(), LANGUAGES, CHOICES["language"], guess("fr-FR"), "rejoins" in BY_WORD)
"""


@pytest.fixture(scope="module")
def french(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, with a folder for French."""
    copy = tmp_path_factory.mktemp("unfinished")
    for name in COPIED:
        one = root / name
        if one.is_dir():
            shutil.copytree(one, copy / name, ignore=WASTE)
        else:
            (copy / name).parent.mkdir(exist_ok=True)
            shutil.copy(one, copy / name)
    shutil.rmtree(copy / "bot/locales/fr", ignore_errors=True)
    shutil.copytree(FRENCH, copy / "bot/locales/fr")
    beside = root.parent / "shared"
    if beside.is_dir():  # the platforms' specifications, where the loopback servers look for them
        (copy.parent / "shared").symlink_to(beside)
    return copy


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python over the copy, in a process of its own."""
    command = [sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def run_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Tests of the copy."""
    return run(folder, "-m", "pytest", "-q", "--no-cov", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments)


def of_languages(folder: Path) -> list[str]:
    """The tests of languages, wherever they stand."""
    found = [str(file) for file in sorted((folder / "tests").rglob("test_*.py")) if str(file).endswith(OF_LANGUAGES)]
    assert len(found) == len(OF_LANGUAGES)
    return found


def test_an_unfinished_language_makes_no_test_of_languages_red(french: Path) -> None:
    result = run_tests(french, *of_languages(french))
    assert result.returncode == 0, result.stdout + result.stderr


def test_people_play_in_it(french: Path) -> None:
    result = run_tests(french, str(french / "tests/locales/in_french.py"))
    assert result.returncode == 0, result.stdout + result.stderr


def test_what_is_wrong_in_it_makes_them_red(french: Path, tmp_path: Path) -> None:
    copy = tmp_path / "wrong"
    shutil.copytree(french, copy, ignore=WASTE)
    folder = copy / "bot/locales/fr"
    catalogue = folder / "LC_MESSAGES/burraco.po"
    text = catalogue.read_text("utf-8")
    for right, wrong in WRONG:
        assert right in text
        text = text.replace(right, wrong)
    catalogue.write_text(text, "utf-8")
    (folder / "page.json").write_text('{"home": "Retour {ici}", "nothing": "Rien"}', "utf-8")
    (folder / "language.toml").write_text('name = "Français"\ndone = 60\noffered = true\n', "utf-8")
    result = run_tests(copy, "-vvv", "-k", "fr", *of_languages(copy))
    assert result.returncode == 1, result.stdout + result.stderr
    for fault in ("notice.joined: other facts", "turn.draw: brackets", "x.y: not in the model", "0 % is done"):
        assert fault in result.stdout
    assert set(re.findall(r"^FAILED \S+::(test_\w+)\[fr\]", result.stdout, re.MULTILINE)) == {
        "test_a_catalogue_matches_and_is_whole_if_it_says_so",
        "test_a_language_has_done_what_it_says",
        "test_every_whole_language_has_every_word_and_all_have_the_same_facts",
    }


def test_a_language_that_is_not_offered_is_not_there_for_people(french: Path, tmp_path: Path) -> None:
    copy = tmp_path / "hidden"
    shutil.copytree(french, copy, ignore=WASTE)
    (copy / "bot/locales/fr/language.toml").write_text('name = "Français"\n', "utf-8")
    result = run(copy, "-c", HIDDEN)
    assert result.stdout.strip() == "('en', 'fr', 'it') ('en', 'it') ('it', 'en') en False", result.stderr
