"""The same program learns the same weights, byte for byte, from the same seed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from bench.learn_value import FILE, described, fingerprint

ROOT = Path(__file__).parents[2]


def learned(output: Path, hash_seed: str) -> bytes:
    """What a process of its own has learned, whose sets and dictionaries are in another order."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "bench.learn_value", "--deals", "2", "--output", str(output)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return output.read_bytes()


def test_two_processes_learn_the_same_file(tmp_path: Path) -> None:
    assert learned(tmp_path / "one.json", "1") == learned(tmp_path / "other.json", "2")


def test_the_file_in_use_is_what_the_target_makes_today() -> None:
    """As far as a few deals show; where it is not, `make value` makes it anew."""
    (deals,) = re.findall(r"bench\.learn_value --deals (\d+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    content = json.loads(FILE.read_text("utf-8"))
    assert content["learned"] == described(int(deals))
    assert content["fingerprint"] == fingerprint()
