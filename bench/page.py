"""The page in a real browser: what its first load weighs, how long it takes, and how it bears a long evening.

It needs a checkout with the packages of the tests and chromium: the browser and the host that it drives are those
of the tests, in a program of its own (`tests/adapters/web/page_figures.py` says what each figure is).
"""

import json
import subprocess
import sys
from typing import Final

_PROGRAM: Final = "tests.adapters.web.page_figures"

Figures = dict[str, float]


def measure() -> Figures:
    """All figures, each with its unit in its name."""
    program = subprocess.run([sys.executable, "-m", _PROGRAM], check=True, capture_output=True, text=True)  # noqa: S603  a program of our own
    figures: Figures = json.loads(program.stdout)
    return figures
