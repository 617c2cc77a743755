"""The handbook says what is so: rules.md is up to date, examples run, links lead somewhere."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.generate import ENDS, PAGE, rules_page, topics
from docs.places import places_of
from docs.readings import READINGS
from docs.shown import NOT_SHOWN_KEYS, NOT_SHOWN_REASONS
from engine.cards import format_cards
from engine.deal import TERMINATIONS
from engine.refusal import Reason
from engine.rules import KEYS
from engine.shuffle import commitment, deck_of

DOCS = PAGE.parent
PAGES = [DOCS / name for name in ("rules.md", "notation.md", "fair-deals.md")]
SEED = bytes(range(32))


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page."""
    return re.findall(
        rf"^```{language}\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_the_page_of_the_rules_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == rules_page(), "`make docs` writes docs/rules.md anew"


def test_the_page_of_the_rules_is_whole() -> None:
    assert [key.name for keys in topics().values() for key in keys] == list(KEYS)
    assert set(ENDS) == set(TERMINATIONS)
    assert set(NOT_SHOWN_KEYS) <= set(KEYS)
    assert set(NOT_SHOWN_REASONS) <= set(Reason)


def test_a_key_that_the_engine_does_not_read_is_none_of_play_or_score() -> None:
    assert set(KEYS) - set(places_of(frozenset(KEYS))) == {"target_allowed", "turn_clock_grace"}


def test_the_tournament_law_is_read_too() -> None:
    places = places_of(frozenset(KEYS))
    files = {key: [place.file for place in places[key]] for key in ("round_minutes", "ranking_points", "award_sixths")}
    assert files["round_minutes"] == ["tournament/times.py"]
    assert "tournament/scores.py" in files["ranking_points"]
    assert "tournament/awards.py" in files["award_sixths"]


def test_the_readings_are_complete_and_held_by_what_there_is() -> None:
    assert [reading.number for reading in READINGS] == list(range(1, 45))
    for reading in READINGS:
        assert set(reading.keys) <= set(KEYS)
        for name in reading.code:
            module, _, function = name.partition(".")
            source = (DOCS.parent / "engine" / f"{module}.py").read_text(encoding="utf-8")
            assert f"def {function.rpartition('.')[2]}(" in source


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_link_of_the_handbook_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target


def test_the_examples_of_the_notation_run() -> None:
    source = "\n".join(blocks("notation.md", "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, "notation.md", "docs/notation.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    output: list[str] = []
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)
    assert len(test.examples) > 30


def test_the_program_for_players_prints_the_deck_of_a_seed() -> None:
    (program,) = blocks("fair-deals.md", "python")
    assert len(program.split("\n")) <= 14  # short enough to be read
    run = subprocess.run([sys.executable, "-I", "-c", program, SEED.hex()], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [commitment(SEED), format_cards(deck_of(SEED))]


@pytest.mark.parametrize("command", blocks("fair-deals.md", "sh"), ids=["sha256sum", "openssl"])
def test_a_command_for_players_prints_the_commitment(command: str) -> None:
    tools = re.findall(r"\| (\w+)", command)
    if not all(shutil.which(tool) for tool in ("sh", *tools)):
        pytest.skip(f"no {' or '.join(tools)} here")
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)  # noqa: S607  as a player's shell finds it
    assert commitment(SEED) in run.stdout.split()
