"""How a command answers: JSON or words on stdout, an error as one line on stderr, and the exit status.

Status 0: done; 1: the input breaks a rule; 2: unusable input or configuration.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, Final, NoReturn, TextIO, TypeAlias

from bot.logs import redact
from engine.cards import shorten

OK: Final = 0
BREAKS_RULE: Final = 1
UNUSABLE: Final = 2
_LONGEST_WORD: Final = 160  # signs of a complaint's; a path has some more than a hundred
INTERRUPTED: Final = 130  # what a shell expects of a program that was interrupted

JsonObject: TypeAlias = Mapping[str, object]


class Failure(Exception):
    """Why a command stops: one line naming file, line and reason; several where several things are wrong."""

    status: int

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.args))


class Unusable(Failure):
    """Input or configuration that cannot be used."""

    status = UNUSABLE


class BreaksRule(Failure):
    """Input that can be read, but breaks a rule or claims what is not so."""

    status = BREAKS_RULE


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        quoted = re.sub(r"'([^']{60})[^']+'", r"'\1…'", message)
        complain(f"{self.prog}: {quoted} (see {self.prog} --help)")
        raise SystemExit(UNUSABLE)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001  argparse gives it no other name


def print_json(answer: JsonObject) -> None:
    """One object on one line, out at once: a program that waits for it must get it."""
    print(json.dumps(answer), flush=True)


def print_object(answer: JsonObject, one_line: bool) -> None:
    """An object that people and machines read alike: on several lines for people."""
    print(json.dumps(answer, indent=None if one_line else 2), flush=True)


def complain(message: str) -> None:
    """One line on stderr, whatever the message holds."""
    if sys.stderr is not None:
        words = [shorten(word, _LONGEST_WORD) for word in plain(message).split(" ")]  # the reason comes after them
        try:
            print(shorten(" ".join(words), 500), file=sys.stderr, flush=True)
        except OSError:  # nobody takes it: the status says it
            _silence(sys.stderr)


def plain(text: str) -> str:
    """One line without anything that could steer a terminal."""
    return "".join([char if char.isprintable() else "?" for char in " ".join(text.split())])


def run_guarded(prog: str, run: Callable[[], int]) -> int:
    """The exit status of a command; nothing that goes wrong ends in a traceback."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a narrow encoding spoils a sign, not the answer
    try:
        status = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except Failure as error:
        for line in error.lines:
            complain(f"{prog}: {line}")
        return error.status
    except BrokenPipeError:  # whoever read the answer has gone: nothing is wrong, and nobody listens
        _silence(sys.stdout)
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _silence(sys.stdout)
        complain(f"{prog}: the answer cannot be written: {error.strerror or error}")
        return UNUSABLE
    except Exception as error:  # noqa: BLE001  a bug too is one line to whoever called
        complain(f"{prog}: a fault in the program itself, please report it: {redact(repr(error))}")
        return UNUSABLE


def show(line: str) -> bool:
    """Whether a line could be written to stdout; for a program that goes on where nobody reads it."""
    try:
        print(line, flush=True)
    except OSError:
        _silence(sys.stdout)
        return False
    return True


def _silence(stream: TextIO | None) -> None:
    """Send what is still in the buffer nowhere, so that the interpreter has nothing to complain of as it ends."""
    if stream is not None:
        with suppress(OSError, ValueError):  # it is no file, or closed
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
