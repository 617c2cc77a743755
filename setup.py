"""The wheel is pure Python; with BURRACO_COMPILED set it brings the hot part of the engine compiled from its source.

Compiling needs mypy and a C compiler. The engine's values (cards, actions, rules, refusals) stay Python classes.
"""

import os

from setuptools import setup

COMPILED = "additions code counting deal finish hand legal melds openings play playout shuffle transitions"


def compiled() -> list[object]:
    from mypyc.build import mypycify  # noqa: PLC0415  only for those who compile

    return list(mypycify(["--strict", *[f"engine/{name}.py" for name in COMPILED.split()]]))


setup(ext_modules=compiled() if os.environ.get("BURRACO_COMPILED") else [])
