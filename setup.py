"""The wheel is pure Python; with BURRACO_COMPILED set it brings the hot part of the engine compiled from its source.

Compiling needs mypy and a C compiler. The engine's values (cards, actions, rules, refusals) stay Python classes.
"""

import os

from setuptools import setup

COMPILED = "additions code counting deal finish hand legal melds openings play playout shuffle stream transitions words"
PLAYERS = "discards outlook plan quick rollout turns value worlds worth"


def compiled() -> list[object]:
    from mypyc.build import mypycify  # noqa: PLC0415  only for those who compile

    files = [f"engine/{name}.py" for name in COMPILED.split()]
    files += [f"engine/players/{name}.py" for name in PLAYERS.split()]
    modules = mypycify(["--strict", *files], opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"))
    for module in modules if os.name == "posix" else ():
        module.extra_compile_args.append("-fno-semantic-interposition")  # nobody replaces a function of ours by another
    return list(modules)


setup(ext_modules=compiled() if os.environ.get("BURRACO_COMPILED") else [])
