"""What is set, and where: in the environment, or in the file `.env`.

`load()` gives all of it, or raises `Misconfigured` with every error at once. A variable of the environment wins over
the file; an empty one counts as not set.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from dotenv.parser import Binding, Original, parse_stream
from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource

from bot.config.configuration import ENCODING, FILE, Configuration, DatabaseSettings, variables
from bot.database_address import ServerDatabase, parse_database
from bot.logs import keep_secret

PREFIX: Final = "BURRACO_"

Source: TypeAlias = Literal["default", "environment", ".env"]
Problem: TypeAlias = tuple[str, str]  # the variable, the reason
S = TypeVar("S", bound=DatabaseSettings)


class Misconfigured(Exception):
    """Settings that cannot be used; one line for each, without its value, which may be a secret."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join([f"{name}: {reason}" for name, reason in problems]))
        self.problems = problems


def load(kind: type[S]) -> S:
    """The settings of this process: `load(Configuration)`. Raises `Misconfigured`.

    From now on no secret among them, usable or not, appears in a log line or a complaint.
    """
    for name, (text, _) in given_variables().items():
        if is_secret(name):
            keep_secret(text)
        if name == "BURRACO_DATABASE":
            with suppress(ValueError):
                database = parse_database(text.strip())
                keep_secret(database.password if isinstance(database, ServerDatabase) else "")
    try:
        return kind()
    except ValidationError as error:
        raise Misconfigured(tuple(_problem(dict(found)) for found in error.errors(include_url=False))) from None


def is_secret(name: str) -> bool:
    """Whether what this variable holds is nobody's business."""
    return name.endswith(("_TOKEN", "_SECRET"))


def _problem(found: Mapping[str, Any]) -> Problem:
    name = str(found["loc"][0])
    if found["type"] == "literal_error":
        return name, f"is one of {found['ctx']['expected']}".replace("'", "").replace(" or ", ", ")
    return name, str(found["msg"]).removeprefix("Value error, ")


# --- where each comes from --------------------------------------------------------------------------------------------


def given_variables() -> dict[str, tuple[str, Source]]:
    """The variables that are set, with their texts and where. Raises `Misconfigured` for an unreadable `.env`."""
    found: dict[str, tuple[str, Source]] = {}
    for place, source in _sources().items():
        found |= {name: (str(text), place) for name, text in source().items() if name in variables()}
    return found


def unknown() -> tuple[str, ...]:
    """Variables with the program's prefix that it does not know: misspelt, or of another version."""
    names = {name.upper() for source in _sources().values() for name in source.env_vars}
    return tuple(sorted(name for name in names - variables().keys() if name.startswith(PREFIX)))


def repeated() -> dict[str, tuple[int, ...]]:
    """The program's variables that stand in `.env` more than once, of which the last counts; with their lines."""
    found: dict[str, list[int]] = {}
    for one in _bindings(Path(FILE)):
        name = (one.key or "").upper()
        if name.startswith(PREFIX):
            found.setdefault(name, []).append(_line(one.original))
    return {name: tuple(lines) for name, lines in found.items() if len(lines) > 1}


def _sources() -> dict[Source, EnvSettingsSource]:
    """The later one wins."""
    try:
        _require_readable(Path(FILE))
        return {".env": DotEnvSettingsSource(Configuration), "environment": EnvSettingsSource(Configuration)}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8 text"
        if isinstance(error, PermissionError):
            reason = f"{reason}; start the program in a folder that this user may enter, with a {FILE} they may read"
        raise Misconfigured(((FILE, str(reason)),)) from None


def _require_readable(file: Path) -> None:
    """What reads the settings passes over a line that it cannot read: a token in it would not count.

    Raises `Misconfigured`, with the numbers of such lines and nothing of what stands there.
    """
    if file.is_dir():
        raise Misconfigured(((FILE, "is a folder; remove it, or put the settings into a file of that name"),))
    if file.is_symlink() and not file.exists():
        raise Misconfigured(((FILE, "is a link to a file that is not there"),))
    if not file.exists():
        return
    numbers = [_line(found.original) for found in _bindings(file) if found.error or _sets_nothing(found)]
    if numbers:
        words = f"{lines_named(numbers)} cannot be read; a line is NAME=VALUE, with no quote left open"
        raise Misconfigured(((FILE, words),))


def _bindings(file: Path) -> list[Binding]:
    """What stands in the file, as what reads the settings takes it; nothing where there is none."""
    if not file.is_file():
        return []
    with file.open(encoding=ENCODING) as lines:
        return list(parse_stream(lines))


def lines_named(numbers: Sequence[int]) -> str:
    """These lines of a file in words."""
    *others, last = map(str, numbers)
    return f"lines {', '.join(others)} and {last}" if others else f"line {last}"


def _line(found: Original) -> int:
    """The number of the line, of which the reader counts empty ones before it, too."""
    text = found.string
    return found.line + text[: len(text) - len(text.lstrip())].count("\n")


def _sets_nothing(found: Binding) -> bool:
    """Whether a setting of the program stands there without a value."""
    return found.value is None and (found.key or "").upper().startswith(PREFIX)
