"""Which database is meant: a file that SQLite keeps, or a PostgreSQL server's, by its address."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qs, unquote

_ADDRESS: Final = re.compile(r"postgres(ql)?:", re.IGNORECASE)
_PARTS: Final = re.compile(r"(?i:postgres(ql)?)://(?P<hosts>[^/?#]*)(?P<path>[^?#]*)(\?(?P<query>[^#]*))?.*", re.DOTALL)
"""Python's own way knows one host alone: from 3.14 on it refuses several with one in brackets."""
_HOST: Final = re.compile(r"(\[[^\]]*\]|[^:@]*)(:[0-9]*)?")

_UNREADABLE: Final = re.compile(r"#|%(?![0-9a-fA-F]{2})")
"""What no address has: a fragment, and a sign that is written as no two digits."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_QUOTED: Final = re.compile(r"(['\"]).*\1")
_OF_A_SHELL: Final = re.compile(r"(~[^/]*|\$\w+|\$\{\w+\})/")
_LONGEST: Final = 4000  # bytes
_LONGEST_PART: Final = 220  # bytes: the names of the files beside it are longer than its own


@dataclass(slots=True)
class Answered:
    """Which of several hosts of an address answered last, by its place there."""

    host: int = 0


@dataclass(frozen=True, slots=True)
class ServerDatabase:
    """A database of a server by its address, of which a password is never shown."""

    address: str
    answered: Answered = field(default_factory=Answered, compare=False)

    @property
    def password(self) -> str:
        """The one that stands in the address, "" for none."""
        parts = _parts(self.address)
        _, _, password = parts["hosts"].rpartition("@")[0].partition(":")
        return unquote(password) or parse_qs(parts["query"]).get("password", [""])[0]

    def __str__(self) -> str:
        parts = _parts(self.address)
        login, at, hosts = parts["hosts"].rpartition("@")
        return f"postgresql://{login.partition(':')[0]}{at}{hosts}{parts['path']}"

    def __repr__(self) -> str:
        return f"ServerDatabase({str(self)!r})"


Database: TypeAlias = Path | ServerDatabase


def _parts(address: str) -> dict[str, str]:
    """The hosts with who logs in, the path, and the query; each "" where it is missing, all of them for no address."""
    found = _PARTS.fullmatch(address)
    return {name: (found[name] or "") if found is not None else "" for name in ("hosts", "path", "query")}


def _is_told_apart(text: str, parts: dict[str, str]) -> bool:
    """Whether nothing of a password can be taken for a host, a port or a name, which are shown."""
    login, _, hosts = parts["hosts"].rpartition("@")
    is_whole = not _UNREADABLE.search(text)  # else the driver names what it cannot read, and that may be the password
    return is_whole and "@" not in login + parts["path"] and all(_HOST.fullmatch(host) for host in hosts.split(","))


def parse_database(text: str) -> Database:
    """The database of an address, or the file of that name. Raises `ValueError`, which repeats nothing of it.

    Spaces and line ends around it do not count: those of a file that another system wrote would name another file.
    """
    text = text.strip()
    if _ADDRESS.match(text):
        parts = _parts(text)
        if not _is_told_apart(text, parts):
            raise ValueError(
                "is an address such as postgresql://user@host/name; "
                "in a password write %25 for %, %2F for /, %40 for @, %23 for #"
            )
        if not parts["path"].strip("/"):
            raise ValueError("is an address such as postgresql://user@host/name, or the name of a file")
        return ServerDatabase(text)
    if "://" in text:
        raise ValueError("is an address of something else; name a file, which SQLite will keep, or postgresql://…")
    if _QUOTED.fullmatch(text):
        raise ValueError("has quotes around it, which would belong to the name: leave them out")
    if _OF_A_SHELL.match(text):
        raise ValueError("begins with ~ or $, which only a shell reads; write out the folder, as /home/anna/burraco.db")
    if _CONTROL.search(text) or not text or _is_too_long(os.fsencode(text)):
        raise ValueError("is no name of a file")
    return Path(text)


def _is_too_long(name: bytes) -> bool:
    return len(name) > _LONGEST or any(len(part) > _LONGEST_PART for part in name.split(os.fsencode(os.sep)))
