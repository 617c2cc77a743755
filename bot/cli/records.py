"""What `replay` and `verify` share: complaints about a record that name the file and the line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bot.cli.output import BreaksRule, Unusable
from bot.cli.reading import STDIN
from bot.sentences import sentence
from engine.cards import Malformed, shorten
from engine.replay import FalseRecord, Refusal


def file_label(file: str) -> str:
    """The name of a record's file in a complaint."""
    return "stdin" if file == STDIN else file


@contextmanager
def at_record(file: str) -> Iterator[None]:
    """Names file and line: an unreadable record is unusable, a false one breaks a rule."""
    try:
        yield
    except FalseRecord as error:
        raise BreaksRule(f"{file_label(file)}:{error.line}: {error.reason}") from None
    except Malformed as error:
        found = re.match(r"line (\d+): ", error.reason)
        line = f":{found[1]}" if found else ""
        reason = error.reason[found.end() :] if found else error.reason
        text = f"{shorten(error.text)!r}: " if error.text else ""
        raise Unusable(f"{file_label(file)}{line}: {text}{reason}") from None


def refusal_words(file: str, refusal: Refusal) -> str:
    """A refused action of a record, in one line."""
    refused, where = refusal.refused, f"{file_label(file)}:{refusal.line}"
    return (
        f"{where}: deal {refusal.deal}, turn {refusal.turn}, {refusal.seat} {refusal.action}: "
        f"{sentence(refused)} ({refused.article})"
    )
