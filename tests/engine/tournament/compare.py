"""The program against the witness: `python -m tests.engine.tournament.compare --tournaments 5000`.

Random tournaments go to `burraco tournament check|pair|standings - --json`, one a line. The answers are held against
the witness's: all of them for a right file, `ok` and `event` for a wrong one (where several reasons apply, any of them
may be given). Ends with status 1 and the first disagreements, which `--keep FOLDER` writes out as files.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tests.engine.tournament.generator import files
from tests.engine.tournament.witness.answers import Answer, all_three

ROOT = Path(__file__).parents[3]
QUESTIONS = ("check", "pair", "standings")
AT_ONCE = 500  # tournaments in one process
PATIENCE = 600  # seconds a process may take for them

Json = dict[str, Any]


def program_answers(question: str, documents: Sequence[Json]) -> list[Json]:
    """The program's answers, in order, from one process."""
    lines = "".join(json.dumps(document) + "\n" for document in documents)
    process = subprocess.run(
        [sys.executable, "-m", "bot", "tournament", question, "-", "--json"],
        input=lines.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=PATIENCE,
        check=False,
    )
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    if len(answers) != len(documents):
        raise RuntimeError(f"{question}: {len(answers)} answers to {len(documents)} lines: {process.stderr.decode()}")
    worst = max((0 if answer.get("ok", True) else 1 if answer["reason"] != "unusable" else 2) for answer in answers)
    if process.returncode != worst:
        raise RuntimeError(f"{question}: status {process.returncode} instead of {worst}: {process.stderr.decode()}")
    return answers


def agree(witness: Answer, program: Json) -> bool:
    """Whether two answers to one question mean the same."""
    status, answer = witness
    if status == 0:
        return json.dumps(answer, sort_keys=True) == json.dumps(program, sort_keys=True)
    return program.get("ok") is False and "event" in program and program["event"] == answer["event"]


def disagreements(documents: Sequence[Json]) -> Iterable[tuple[int, str, Json, Json]]:
    """Place, question, the witness's answer and the program's, wherever the two differ."""
    expected = [all_three(document) for document in documents]
    for question in QUESTIONS:
        for place, program in enumerate(program_answers(question, documents)):
            if not agree(expected[place][question], program):
                yield place, question, expected[place][question][1], program


def short(answer: Json) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    return text if len(text) < 300 else text[:300] + "…"


def first_difference(witness: Json, program: Json) -> str:
    """What differs, as small as it can be told."""
    for key in ("standings", "tables"):
        if key in witness and key in program:
            for one, other in zip(witness[key], program[key], strict=False):
                if one != other:
                    return f"witness {short(one)}\n    program {short(other)}"
    return f"witness {short(witness)}\n    program {short(program)}"


def main() -> int:
    parser = argparse.ArgumentParser(description="The program's tournaments against the witness's.")
    parser.add_argument("--tournaments", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first; the others follow")
    parser.add_argument("--keep", type=Path, help="a folder for the files about which the two differ")
    options = parser.parse_args()
    found = 0
    tournaments = files(options.seed, options.tournaments)
    while part := list(islice(tournaments, AT_ONCE)):
        documents = [document for _, document in part]
        for place, question, witness, program in disagreements(documents):
            found += 1
            seed = part[place][0]
            print(f"seed {seed}, {question}:\n    {first_difference(witness, program)}")
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{seed}.json").write_text(json.dumps(documents[place]), encoding="utf-8")
        print(f"{part[-1][0] + 1 - options.seed} tournaments, {found} disagreements", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
