"""Reading what a command is given: files, the lines of stdin, rule sets, numbers. Raises `Unusable`, one line each."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

from bot.cli.output import Failure, Unusable
from engine.cards import Malformed
from engine.code import Code, code_for
from engine.rules import Rules, RulesError, load_rules

STDIN: Final = "-"
LONGEST_LINE: Final = 100_000  # bytes; a position with all that happens after it has a few thousand
LARGEST_FILE: Final = 20_000_000  # bytes; a record of a long match has some ten thousand


def rules_named(name: str) -> Rules:
    """A shipped rule set."""
    try:
        return load_rules(name)
    except RulesError as error:
        raise Unusable(str(error)) from None


def code_named(name: str) -> Code:
    """A shipped rule set for the number of players it is made for; what melds are does not depend on it."""
    rules = rules_named(name)
    return code_for(rules, rules.players[0])


def whole_number(text: str, what: str) -> int:
    """A whole number of at most nine digits, with a sign or without."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise Unusable(f"{text[:40]!r}: {what} is a whole number of at most nine digits")
    return int(text)


def seed_number(text: str) -> int:
    """The seed of a simulation: a whole number, or else hex digits."""
    if re.fullmatch(r"[+-]?[0-9]{1,80}", text):
        return int(text)
    if re.fullmatch(r"(0[xX])?[0-9a-fA-F]{1,64}", text):
        return int(text, 16)
    raise Unusable(f"{text[:40]!r}: a seed is a whole number or at most 64 hex digits")


@contextmanager
def at(where: str) -> Iterator[None]:
    """Names the place in every complaint about what is read there, such as `stdin:3`; "" for an argument."""
    prefix = f"{where}: " if where else ""
    try:
        yield
    except Malformed as error:
        raise Unusable(f"{prefix}{error}") from None
    except Failure as error:
        raise type(error)(f"{prefix}{error}") from None


def stdin_lines() -> Iterator[tuple[str, str]]:
    """Every line of stdin that is not blank, with its place, as soon as it comes."""
    stream = _stdin()
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        place = f"stdin:{number}"
        if len(line) > LONGEST_LINE:
            raise Unusable(f"{place}: a line of more than {LONGEST_LINE} bytes")
        text = _decode(line, place, number).strip("\r\n")
        if text.strip():
            yield place, text


def read_file(name: str) -> str:
    """The text of a file, or of stdin for `-`."""
    try:
        if name == STDIN:
            return _whole(_stdin(), "stdin")
        with open(name, "rb") as file:
            return _whole(file, name)
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise Unusable(f"{name}: {getattr(error, 'strerror', None) or error}") from None


def _stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise Unusable("stdin: is closed")
    return sys.stdin.buffer


def _whole(file: IO[bytes], name: str) -> str:
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Unusable(f"{name}: is larger than {LARGEST_FILE} bytes")
    return _decode(content, name, 0)


def _decode(content: bytes, name: str, line: int) -> str:
    try:
        return content.decode("utf-8-sig" if line <= 1 else "utf-8")
    except UnicodeDecodeError as error:
        where = name if line else f"{name}:{content.count(10, 0, error.start) + 1}"
        raise Unusable(f"{where}: is not UTF-8 text") from None
