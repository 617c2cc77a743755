"""`burraco doctor`: lists every setting with its value and source, looks at what a host needs, and says what to fix.

Status 0: nothing to fix; 1: something is; 2: a setting cannot be used. `--health` only asks the running host whether
it is well, for whatever watches over it. No secret is printed.
"""

import argparse
import http.client
import json
import os
import shlex
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from errno import ENOSPC
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Final

from bot.cli.added_bots import FORMS, examined
from bot.cli.finding import Finding
from bot.cli.logins import GIVEN_BY, logins
from bot.cli.open_files import WANTED, fewer_than_enough
from bot.cli.options import add_command, add_json
from bot.cli.output import OK, BreaksRule, Commands, Unusable, plain, print_json
from bot.cli.shard_number import examined_shards
from bot.cli.soundness import LISTED, first_fault, soundness, way_out
from bot.config.configuration import FILE, Configuration, variables
from bot.config.given import (
    Misconfigured,
    Problem,
    Source,
    given_variables,
    is_secret,
    lines_named,
    load,
    repeated,
    unknown,
)
from bot.config.values import Address
from bot.database_address import Database, ServerDatabase
from bot.host.hosted_bots import BOT, HostedBot
from bot.host.ports import StoreError
from bot.locales import CARDS, COMMANDS, DEFAULT, PAGE, SENTENCES, TIMES, folder
from bot.logs import redact
from bot.store.bot_rows import added_bots
from bot.store.connection import MAY_WRITE, WAY_OUT, is_no_database, is_there, open_connection, this_sqlite
from bot.store.file_identity import require_not_lost
from bot.store.migrations import START_NEWER, AnotherProgram, shipped_migrations
from bot.store.private import is_open, may_be_replaced, open_to_others, withheld
from bot.store.store import has_host, needs_of
from bot.store.upgrade import needs
from engine.rules import RULE_SETS, RulesError, load_rules
from renderers.fonts import check_assets
from renderers.undrawable import MissingAsset

HEALTH: Final = "/healthz"
MEGABYTE: Final = 1_000_000
LITTLE_ROOM: Final = 100 * MEGABYTE  # for some 400,000 actions: `docs/storage.md`, archives
MAKE_ROOM: Final = "make room: a disk that is full takes no move"
LONGEST: Final = 10_000  # bytes of its answer
WELL: Final = "is well"
SEE_LOG: Final = "its log says why"
PATIENCE: Final = 3.0  # seconds for an answer of the running host
OLDEST: Final = (3, 11)

_MORE: Final = "Settings are environment variables, or the same lines in .env; docs/hosting.md explains them."
_UNSET: Final = {
    "BURRACO_DISCORD_SHARDS": "none",
    "BURRACO_DISCORD_INTERACTIONS": "off",
    "BURRACO_TELEGRAM_WEBHOOK": "off",
    "BURRACO_PUBLIC": "none",
    "BURRACO_TRUSTED": "none",
}


@dataclass(frozen=True, slots=True)
class Variable:
    """A setting as it is shown. `problem` says why it cannot be used."""

    name: str
    value: str
    source: Source
    problem: str = ""


def register(commands: Commands) -> None:
    parser = add_command(commands, "doctor", run, "check configuration and installation, and say what to fix", _MORE)
    parser.add_argument("--health", action="store_true", help="only check that the running host is healthy")
    parser.add_argument("--offline", action="store_true", help="do not ask the platforms about the tokens")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    settings, problems = _load_settings()
    if options.health:
        return _health(settings, problems)
    listed = _variables(dict(problems))
    found = list(_findings(settings))
    if settings is not None and not options.offline and not _misshapen(found):
        found += logins(settings, hosted=_is_hosted(settings.database))
        found += examined_shards(settings, BOT)
    if settings is not None:
        found += examined(
            settings, _added(settings.database), asks=not options.offline, hosted=_is_hosted(settings.database)
        )
    mend = [one for one in found if one.mend]
    if options.json:
        answer = {"variables": [asdict(one) for one in listed], "findings": [asdict(one) for one in found]}
        print_json({"ok": not problems and not mend, **answer})
    else:
        _print(listed, found)
    if problems:
        raise Unusable(
            f"{_count(len(problems), 'setting')} cannot be used: {', '.join([name for name, _ in problems])}"
        )
    if mend:
        raise BreaksRule(f"{_count(len(mend), 'thing')} to fix: {', '.join([one.name for one in mend])}")
    return OK


def _is_hosted(database: Database) -> bool:
    """What keeps it from being seen is told by the looks at the database."""
    try:
        return has_host(database)
    except StoreError:
        return False


def _added(database: Database) -> tuple[HostedBot, ...]:
    """Those that were added; none where the database cannot be read, of which the looks at it tell."""
    try:
        return () if isinstance(database, Path) and not is_there(database) else added_bots(database)
    except StoreError:
        return ()


def _load_settings() -> tuple[Configuration | None, tuple[Problem, ...]]:
    try:
        return load(Configuration), ()
    except Misconfigured as error:
        return None, error.problems


def _misshapen(found: list[Finding]) -> bool:
    """Whether a token has not the form of one, so that nobody needs to be asked about it."""
    return any(one.name in FORMS and one.mend for one in found)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# --- settings ---------------------------------------------------------------------------------------------------------


def _variables(problems: dict[str, str]) -> list[Variable]:
    texts = {} if ".env" in problems else given_variables()
    return [_variable(name, texts.get(name), problems.get(name, "")) for name in variables()] + [
        Variable(name, "", ".env", problem) for name, problem in problems.items() if name not in variables()
    ]


def _variable(name: str, text: tuple[str, Source] | None, problem: str) -> Variable:
    if text is None:
        return Variable(name, default_words(name), "default", problem)
    value, source = text
    text_to_print = f"hidden, {len(value.strip())} characters" if is_secret(name) else plain(redact(value))
    return Variable(name, text_to_print, source, problem)


def default_words(name: str) -> str:
    """What a variable is where nobody sets it, as docs/hosting.md says it."""
    default = Configuration.model_fields[variables()[name]].default
    usual = "none" if is_secret(name) else "the platform's"
    return _UNSET.get(name, usual) if default is None else str(default)


# --- what a host needs ------------------------------------------------------------------------------------------------


def _findings(settings: Configuration | None) -> Iterator[Finding]:
    """Every look; those at settings only where all can be used."""
    yield _python()
    yield _program()
    for name in _unknown():
        yield Finding(name, "is not known", "look for the name in the list above, or take the variable out")
    for name, lines in _repeated().items():
        words = f"{name} stands in {lines_named(lines)}, and only the last counts"
        yield Finding(FILE, words, "take the other lines out")
    environment = _environment()
    if environment is not None:
        yield environment
    if settings is None:
        return
    for platform, token in settings.tokens.items():
        yield _token(platform, token, own_server=getattr(settings, f"{platform}_api", None) is not None)
    yield from _of_file(settings.database) if isinstance(settings.database, Path) else _of_server(settings.database)
    yield _web(settings.web)
    if settings.web is not None and (count := fewer_than_enough()):
        words = f"{count} may be open at once, each window is one, and a host takes more windows than that"
        yield Finding(
            "files", words, f"let this user have {WANTED}: `ulimit -Hn`, or LimitNOFILE={WANTED} in a service"
        )
    if settings.web is None and settings.telegram_webhook:
        words = "BURRACO_WEB is off, so nothing listens for what Telegram posts"
        yield Finding("telegram webhook", words, "set BURRACO_WEB to an address, or take BURRACO_TELEGRAM_WEBHOOK out")
    if settings.web is None and settings.discord_interactions:
        words, mend = "BURRACO_WEB is off, so nothing listens for what Discord posts", "BURRACO_DISCORD_INTERACTIONS"
        yield Finding("discord interactions", words, f"set BURRACO_WEB to an address, or take {mend} out")
    if settings.discord_secret is not None and not (settings.discord_token and settings.opens_in_apps):
        words = "the page opens inside Discord only with a token, with BURRACO_WEB, and at an address with https://"
        yield Finding("BURRACO_DISCORD_SECRET", words, "set BURRACO_PUBLIC to such an address, or take the secret out")


def _of_file(path: Path) -> Iterator[Finding]:
    yield _sqlite(path)
    yield _folder(path.absolute().parent)
    try:
        there = is_there(path)
    except StoreError as error:
        words, _, mend = str(error).partition("; ")
        yield Finding("database", words, mend)
        return
    if there:
        yield _database(path)
        if not path.is_dir() and not _is_of_something_else(path):
            yield _private(path)
    else:
        yield Finding("database", f"{path} does not exist yet; `burraco run` creates it")


def _of_server(server: ServerDatabase) -> Iterator[Finding]:
    """The same looks as those of `burraco db check`; what the host's start would upgrade is no fault."""
    try:
        needed = needs_of(server)
        for one in soundness(server) if not needed else ():
            if not one.sound:
                mend = START_NEWER if one.newer else f"bring back a backup; {LISTED}"
                yield Finding("database", f"{server}: {one.name}: {first_fault(one)}", mend)
                return
    except StoreError as error:
        words, _, mend = str(error).partition("; ")
        yield Finding("database", words, mend or "see `burraco db check`")
        return
    state = f"sound, version {len(shipped_migrations())}"
    yield Finding("database", f"{server}: {'is new, or older; `burraco run` upgrades it' if needed else state}")


def _unknown() -> tuple[str, ...]:
    try:
        return unknown()
    except Misconfigured:  # of an unreadable .env, which is told already
        return ()


def _repeated() -> Mapping[str, Sequence[int]]:
    try:
        return repeated()
    except (OSError, UnicodeDecodeError):  # the same
        return {}


def _python() -> Finding:
    running = ".".join(map(str, sys.version_info[:3]))
    oldest = ".".join(map(str, OLDEST))
    return Finding("python", running, "" if sys.version_info >= OLDEST else f"{oldest} or newer is needed")


def _program() -> Finding:
    """Whether everything that is no Python is where it belongs."""
    missing = [name for name, there in _PACKAGED.items() if not _holds(there)]
    if missing:
        return Finding("program", f"{', '.join(missing)} missing", "install the program anew")
    return Finding("program", f"{release()}, all its files")


def release() -> str:
    """What this is, and which version of it."""
    try:
        return f"burraco-host {version('burraco-host')}"
    except PackageNotFoundError:
        return "burraco-host, not installed as a package"


def _rule_sets() -> bool:
    return all(load_rules(name).name == name for name in RULE_SETS)


def _languages() -> bool:
    return all(folder(DEFAULT).joinpath(name).is_file() for name in (SENTENCES, COMMANDS, CARDS, TIMES, PAGE))


def _page() -> bool:
    return any(file.is_file() for file in (files("bot") / "adapters" / "web" / "page").iterdir())


def _fonts() -> bool:
    check_assets()
    return True


_PACKAGED: Final[dict[str, Callable[[], bool]]] = {
    "rule sets": _rule_sets,
    "migrations": lambda: bool(shipped_migrations()),
    "languages": _languages,
    "browser page": _page,
    "fonts": _fonts,
}


def _holds(there: Callable[[], bool]) -> bool:
    try:
        return there()
    except (OSError, ImportError, RulesError, StoreError, MissingAsset):
        return False


def _token(platform: str, text: str, *, own_server: bool) -> Finding:
    if FORMS[platform].fullmatch(text):
        return Finding(platform, "the token has the right form")
    if own_server:
        return Finding(platform, "the token is of another server's form")
    name = f"BURRACO_{platform.upper()}_TOKEN"
    return Finding(platform, "the token has not the form of one", f"copy it anew from {GIVEN_BY[platform]} into {name}")


def _folder(folder: Path) -> Finding:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"burraco")
    except OSError as error:
        elsewhere = "create it, let this user write there, or set BURRACO_DATABASE to a file elsewhere"
        mend = MAKE_ROOM if error.errno == ENOSPC else elsewhere
        return Finding("folder", f"{folder}: {error.strerror or error}", mend)
    free = shutil.disk_usage(folder).free
    if free < LITTLE_ROOM:
        words = f"{folder} can be written, but its disk has room for {free // MEGABYTE} MB more"
        return Finding("folder", words, MAKE_ROOM)
    return Finding("folder", f"{folder} can be written")


def _database(path: Path) -> Finding:
    """The same looks as those of `burraco db check`."""
    if path.is_dir():
        mend = f"set BURRACO_DATABASE to a file such as {path / 'burraco.db'}"
        return Finding("database", f"{path} is a folder", mend)
    try:
        require_not_lost(path)
        with open_connection(path, create=False) as connection:
            needed = needs(connection, path, shipped_migrations())
        for one in soundness(path):
            if not one.sound and not (needed and one.name == "version"):
                return Finding("database", f"{path}: {one.name}: {first_fault(one)}", way_out(one))
    except StoreError as error:
        words, _, mend = str(error).partition("; ")
        if is_no_database(error.__cause__):
            mend = f"name another file in BURRACO_DATABASE; if it is the right one, {WAY_OUT}"
        return Finding("database", words, mend or "see `burraco db check`")
    if needed:
        return Finding("database", f"{path}: is of an older version; `burraco run` or `burraco db upgrade` upgrades it")
    if (file := withheld(path)) is not None:
        return Finding("database", f"{file}: is read-only", MAY_WRITE)
    return Finding("database", f"{path}: sound, version {len(shipped_migrations())}")


def _is_of_something_else(path: Path) -> bool:
    """Whether the file is none of this program's, and who may read it is nothing to it."""
    try:
        with open_connection(path, create=False) as connection:
            needs(connection, path, shipped_migrations())
    except AnotherProgram:
        return True
    except StoreError as error:
        return is_no_database(error.__cause__)
    return False


def _private(path: Path) -> Finding:
    """Whether nobody else on this machine can read who plays and what they hold, nor put another file in its place."""
    folder = path.resolve().parent
    if may_be_replaced(folder):
        return Finding("private", f"{folder} can be changed by others", f"chmod go-w {shlex.quote(str(folder))}")
    found = open_to_others(path)
    if found:
        files = " ".join([shlex.quote(str(file)) for file in found])
        return Finding("private", f"{', '.join(map(str, found))} can be read by others", f"chmod go-rwx {files}")
    return Finding("private", f"{path} is its owner's alone")


def _sqlite(path: Path) -> Finding:
    """Whether this SQLite has a bug that needs two programs with one database, and whether there are two."""
    version, has_bug = this_sqlite()
    words = f"SQLite {version}"
    if not has_bug:
        return Finding("sqlite", words)
    words += ", older than 3.51.3, can damage a database that two programs write at once"
    others = sorted(_holders(path) - {os.getpid()})
    if len(others) > 1:
        numbers = " and ".join(map(str, others))
        mend = "end what is not the host; while it runs, open the database with nothing but this program"
        return Finding("sqlite", f"{words}, and the processes {numbers} have it open", mend)
    return Finding("sqlite", f"{words}; while the host runs, open the database with nothing but this program")


def _holders(path: Path) -> set[int]:
    """The processes that have a file open, as far as this system tells."""
    found = set()
    file = str(path.resolve())
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it is another user's, or has ended meanwhile
            if any(_leads_to(link, file) for link in (process / "fd").iterdir()):
                found.add(int(process.name))
    return found


def _leads_to(link: Path, file: str) -> bool:
    with suppress(OSError):  # it was closed meanwhile
        return str(link.readlink()) == file
    return False


def _environment() -> Finding | None:
    """Whether a token or another secret stands where others can read it."""
    file = Path(FILE)
    try:
        if not file.is_file() or not is_open(file) or not _secrets():
            return None
    except PermissionError:  # of the folder, which is told already
        return None
    return Finding(FILE, f"{file.absolute()} holds a secret and can be read by others", f"chmod go-rwx {FILE}")


def _secrets() -> list[str]:
    """Those that stand in the file."""
    try:
        return [name for name, (_, source) in given_variables().items() if source == FILE and is_secret(name)]
    except Misconfigured:
        return []


def _web(address: Address | None) -> Finding:
    if address is None:
        return Finding("web", "off: no browser table, no health, no metrics")
    try:
        _bind(address)
    except OSError as error:
        if address.port and (state := _state_of_host(address)):
            return Finding("web", f"{address}: a host is running there, and {state}", "" if state == WELL else SEE_LOG)
        mend = "stop the program that listens there, or set BURRACO_WEB to another address"
        return Finding("web", f"{address}: {error.strerror or error}", mend)
    return Finding("web", f"{address} is free")


def _bind(address: Address) -> None:
    """Raises `OSError` where nobody can listen at the address."""
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    for family, kind, protocol, _, place in found:
        with socket.socket(family, kind, protocol) as listener:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(1)


# --- the running host -------------------------------------------------------------------------------------------------


def _health(settings: Configuration | None, problems: tuple[Problem, ...]) -> int:
    if settings is None:
        raise Unusable(
            f"{_count(len(problems), 'setting')} cannot be used: {', '.join([name for name, _ in problems])}"
        )
    if settings.web is None or not settings.web.port:
        raise Unusable("BURRACO_WEB names no port, so nobody can be asked")
    state = _state_of_host(settings.web)
    if state != WELL:
        words = f"the host at {settings.web} {state}" if state else f"no host is well at {settings.web}"
        raise BreaksRule(words)
    print(f"the host at {settings.web} {WELL}")
    return OK


def _state_of_host(address: Address) -> str:
    """What the host that listens there says of itself; "" where none answers."""
    connection = http.client.HTTPConnection(address.own_host, address.port, timeout=PATIENCE)
    try:
        connection.request("GET", HEALTH)
        answer = connection.getresponse()
        if answer.status == http.client.OK:
            return WELL
        return _state_in(json.loads(answer.read(LONGEST)))
    except (OSError, http.client.HTTPException, ValueError):
        return ""
    finally:
        connection.close()


def _state_in(answer: object) -> str:
    """What a host says that is not well; "" where it is none that answers so."""
    failing = answer.get("failing") if isinstance(answer, dict) else None
    if not isinstance(failing, list):
        return ""
    return f"is not well: {', '.join(map(str, failing))}" if failing else "is not well"


# --- words ------------------------------------------------------------------------------------------------------------


def _print(listed: list[Variable], found: list[Finding]) -> None:
    width = max(len(one.name) for one in listed)
    value_width = min(30, max(len(one.value) for one in listed))
    for variable in listed:
        print(f"{variable.name:<{width}}  {variable.value:<{value_width}}  {variable.source}")
        if variable.problem:
            print(f"{'':<{width}}  FIX: {variable.problem}")
    print()
    width = max(len(one.name) for one in found)
    for one in found:
        print(f"{one.name:<{width}}  {plain(redact(one.words))}")
        if one.mend:
            print(f"{'':<{width}}  FIX: {one.mend}")
