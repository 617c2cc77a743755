"""What the club player thinks things are worth is what the same program learns again, on one core or several."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from bench.learn_weights import BOARDS, FILE, described, fingerprint, learned
from engine.code import code_for
from engine.players.club import club_weights, unlearned
from engine.players.weights import LONG, RACE, weights_for
from engine.rules import RULE_SETS, load_rules

ROOT = Path(__file__).parents[2]


def learned_by_a_process(output: Path, *options: str) -> bytes:
    """What a process of its own has learned."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "bench.learn_weights", "--boards", "6", "--output", str(output), *options]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return output.read_bytes()


def test_one_process_and_two_learn_the_same_file(tmp_path: Path) -> None:
    assert learned_by_a_process(tmp_path / "one.json") == learned_by_a_process(tmp_path / "two.json", "--jobs", "2")


def test_the_file_in_use_is_what_the_target_makes_today() -> None:
    """As far as a few boards show; where it is not, `make weights` makes it anew."""
    assert re.search(r"bench\.learn_weights --jobs \$\(JOBS\)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    content = json.loads(FILE.read_text("utf-8"))
    assert content["learned"] == described(BOARDS)
    assert content["fingerprint"] == fingerprint()


def test_every_weight_is_moved_to_where_the_better_pair_had_it() -> None:
    """Whatever is played, the first of two pairs is better by as much more as it has of this weight."""
    first = unlearned(RACE)
    found = learned(200, lambda trials: [9 * (trial.ahead.matta - trial.behind.matta) for trial in trials])
    assert found["matta"] > first.matta + 5
    assert abs(found["draw"] - first.draw) < found["matta"] - first.matta
    assert found.keys() == {*json.loads(FILE.read_text("utf-8"))["weights"]}


def test_what_is_learned_is_for_codes_that_are_a_race() -> None:
    for rules in RULE_SETS:
        for players in load_rules(rules).players:
            code = code_for(load_rules(rules), players)
            usual = weights_for(code)
            assert usual in (RACE, LONG)
            assert (club_weights(code) == unlearned(usual)) == (usual == LONG)
