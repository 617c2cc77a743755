"""`burraco bots`: bots that a running host serves beside the one of the settings. No token is ever printed.

A token is read from the terminal, unseen, or from standard input, and so stands in no list of processes and in no
history of a shell. Status 1: the platform or another bot is against it; 2: something cannot be used, or be asked.
"""

import argparse
import asyncio
import getpass
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.cli.added_bots import FORMS, account_in, is_same, sealed_for, sealed_secret
from bot.cli.logins import ACCOUNTS, GIVEN_BY, Rejected, Unreachable
from bot.cli.options import add_command, add_json
from bot.cli.output import OK, BreaksRule, Commands, Unusable, plain, print_json
from bot.cli.shard_number import DISCORD
from bot.config.configuration import Configuration, chat_platforms
from bot.config.given import Misconfigured, load
from bot.config.values import parse_shards
from bot.database_address import Database
from bot.host.bot_leases import lease_of
from bot.host.hosted_bots import BOT, NAME, BotTaken, BotToken, HostedBot
from bot.host.parts import division_of
from bot.host.ports import StoreError
from bot.locales import offered_languages
from bot.logs import SHORTEST, keep_secret
from bot.sealing import is_sealed
from bot.store.bot_rows import added_bots
from bot.store.connection import is_there
from bot.store.runners import runners
from bot.store.store import has_host, open_database
from bot.store.writing import WritingStore
from renderers.scenes import THEMES

SOON: Final = "a running host serves it within seconds"
LATER: Final = "no host runs with {database} now; the next one serves it"
NO_ONE: Final = "none"
LONGEST: Final = 1000  # signs of a line that could be a token
MARK: Final = "\ufeff"  # which an editor of Windows puts before a text in UTF-8
_MORE: Final = "The token is read from standard input; at a terminal it is asked for, and not shown."

T = TypeVar("T")


def register(commands: Commands) -> None:
    parser = add_command(commands, "bots", run, "bots beside the one of the settings: add, list, remove")
    chores = parser.add_subparsers(dest="chore", metavar="add | set | list | remove", required=True)
    add = chores.add_parser("add", help="serve one more bot, or change how one is served", epilog=_MORE)
    add.add_argument("platform", choices=chat_platforms(), help="where it is")
    add.add_argument("--name", help="what it is called here, else as the platform calls it")
    _add_manner(add)
    add.add_argument("--offline", action="store_true", help="do not ask the platform who it is")
    add.add_argument(
        "--instead", action="store_true", help="another bot than before goes on with what this name has hosted"
    )
    changed = chores.add_parser("set", help="change how a bot is served that was added; its token stays")
    changed.add_argument("platform", choices=chat_platforms(), help="where it is")
    changed.add_argument("--name", required=True, help="what it is called here")
    _add_manner(changed)
    listed = chores.add_parser("list", help="every bot, and who serves it")
    add_json(listed)
    remove = chores.add_parser("remove", help="delete its token; what it has hosted stays, and waits for it")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--platform", choices=chat_platforms(), help="only there")
    remove.add_argument("--yes", action="store_true", help="do not ask")


def _add_manner(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=offered_languages(), help="spoken where nobody has chosen one")
    parser.add_argument("--look", choices=THEMES, help="the theme of who has chosen none")
    parser.add_argument(
        "--administrator",
        metavar="ACCOUNT",
        action="append",
        help="a person's number there, who may do what an administrator of each place may; once for each, or none",
    )
    parser.add_argument(
        "--secret",
        action="store_true",
        help="on Discord: the next line is the application's client secret, or none; with it the table opens there",
    )
    parser.add_argument(
        "--shards", help="on Discord: into how many hosts divide it, auto for as many as Discord asks for, or none"
    )


def run(options: argparse.Namespace) -> int:
    try:
        settings = load(Configuration)
        {"add": _add, "set": _set, "list": _list, "remove": _remove}[options.chore](settings, options)
    except (Misconfigured, StoreError) as error:
        raise Unusable(*str(error).splitlines()) from None
    return OK


def _now() -> int:
    return time.time_ns() // 1_000_000


def _with_store(database: Database, body: Callable[[WritingStore], Awaitable[T]]) -> T:
    """What the body gives; a host may be running meanwhile. Raises `StoreError`."""

    async def whole() -> T:
        store = await open_database(database, _now(), hosts=False)
        try:
            return await body(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def _is_missing(database: Database) -> bool:
    return isinstance(database, Path) and not is_there(database)


# --- add --------------------------------------------------------------------------------------------------------------


def _add(settings: Configuration, options: argparse.Namespace) -> None:
    platform = options.platform
    if options.name is not None:
        _require_name(options.name)
    token = _read_token(platform, own_server=getattr(settings, f"{platform}_api", None) is not None)
    account, called = (account_in(platform, token), "") if options.offline else _ask(settings, platform, token)
    name = options.name or _name_of(called)
    if platform in settings.tokens and is_same(settings.tokens[platform], token, platform, account):
        raise BreaksRule(f"this is the bot of BURRACO_{platform.upper()}_TOKEN, and served already")
    secret = _read_secret(settings, name, options)
    fresh = BotToken(
        platform, account, called, sealed_for(settings, name, platform, token), _now(), secret=secret or ""
    )

    async def store_it(store: WritingStore) -> HostedBot | None:
        before = next((one for one in await store.bots() if one.name == name), None)
        _require_no_less_sealed(before, fresh)
        await store.put_bot(_changed(before or HostedBot(name, "", "", (), _now()), fresh, options))
        return before

    try:
        before = _with_store(settings.database, store_it)
    except BotTaken as error:
        raise BreaksRule(f"this bot is served already, as {error}") from None
    was_there = before is not None and any(one.platform == platform for one in before.tokens)
    when = SOON if has_host(settings.database) else LATER.format(database=settings.database)
    print(
        plain(f"{name}: {platform}{f' {called}' if called else ''} {'goes on' if was_there else 'was added'}; {when}")
    )


def _set(settings: Configuration, options: argparse.Namespace) -> None:
    name, platform = options.name, options.platform
    found = () if _is_missing(settings.database) else added_bots(settings.database)
    _require_served(found, name, platform)
    secret = _read_secret(settings, name, options)

    async def store_it(store: WritingStore) -> None:
        bot, token = _require_served(await store.bots(), name, platform)  # it may be removed by now
        fresh = replace(token, changed_at=_now(), secret=token.secret if secret is None else secret)
        _require_no_less_sealed(bot, fresh)
        await store.put_bot(_changed(bot, fresh, options))

    _with_store(settings.database, store_it)
    when = SOON if has_host(settings.database) else LATER.format(database=settings.database)
    print(plain(f"{name}: {platform} was changed; {when}"))


def _require_served(bots: Sequence[HostedBot], name: str, platform: str) -> tuple[HostedBot, BotToken]:
    """Raises `Unusable` where it is not, or no more."""
    for bot in bots:
        for one in bot.served:
            if (bot.name, one.platform) == (name, platform):
                return bot, one
    raise Unusable(f"there is no bot {name} on {platform}: `burraco bots list`")


def _require_no_less_sealed(before: HostedBot | None, fresh: BotToken) -> None:
    """As in a folder without the host's `.env`, where nobody means to. Raises `Unusable`."""
    there = [one.token for one in before.tokens if one.platform == fresh.platform] if before is not None else []
    is_open = not all(is_sealed(one) for one in (fresh.token, fresh.secret) if one)
    if any(map(is_sealed, there)) and is_open:
        raise Unusable(
            "its token is stored sealed, and BURRACO_BOTS_SECRET is not set here: "
            "set it, or remove the bot first to store its token as it is"
        )


def _changed(before: HostedBot, fresh: BotToken, options: argparse.Namespace) -> HostedBot:
    """The bot with this token and what else was given. Raises `BreaksRule` where it is another bot than before."""
    old = next((one for one in before.tokens if one.platform == fresh.platform), None)
    is_other = old is not None and old.account and fresh.account and old.account != fresh.account
    if old is not None and is_other and (old.token or not options.instead):
        was = f"{before.name} is {old.called or old.account} on {fresh.platform}"
        ways = "remove that one first" if old.token else "--instead lets this one go on with what it has hosted"
        raise BreaksRule(f"{was}, which is another bot: choose another name, or {ways}")
    administrators = before.administrators
    if options.administrator is not None:
        others = tuple(one for one in administrators if one.partition(":")[0] != fresh.platform)
        administrators = (*others, *_accounts(fresh.platform, options.administrator))
    there_now = old or fresh
    name = fresh.called or ("" if is_other else there_now.called)
    secret = fresh.secret if options.secret else there_now.secret
    shards = there_now.shards if options.shards is None else _shards(fresh.platform, options.shards)
    return replace(
        before,
        language=options.language or before.language,
        look=options.look or before.look,
        administrators=administrators,
        tokens=(replace(fresh, called=name, shards=shards, secret=secret),),
    )


def _shards(platform: str, text: str) -> str:
    """As it is stored. Raises `Unusable`."""
    if platform != DISCORD:
        raise Unusable(f"--shards: {platform} has none; Discord alone has")
    if text.strip().lower() == NO_ONE:
        return ""
    try:
        return str(parse_shards(text))
    except ValueError as error:
        raise Unusable(f"--shards {text}: {error}, or none") from None


def _accounts(platform: str, accounts: Sequence[str]) -> tuple[str, ...]:
    """Accounts of people, with their platform. Raises `Unusable`."""
    found = [] if list(accounts) == [NO_ONE] else [one.removeprefix(f"{platform}:") for one in accounts]
    for one in found:
        if not (one.isascii() and one.isdigit()):
            raise Unusable(f"--administrator {one}: is a number of {platform}, not a name: names can change hands")
    return tuple(dict.fromkeys([f"{platform}:{one}" for one in found]))


def _read_token(platform: str, *, own_server: bool) -> str:
    """Raises `Unusable`; what was read stands in no message."""
    token = _read_hidden("token: ")
    keep_secret(token)
    if not token:
        raise Unusable("standard input has no token; it is read from there, and never from the command line")
    is_one = len(token) >= SHORTEST and token.isascii() and token.isprintable() and " " not in token
    if not is_one or not (own_server or FORMS[platform].fullmatch(token)):
        raise Unusable(f"what was read has not the form of a token; copy it anew from {GIVEN_BY[platform]}")
    return token


def _read_secret(settings: Configuration, name: str, options: argparse.Namespace) -> str | None:
    """The secret of an application of Discord as it is stored, "" for none; None where nothing is said of it.

    Raises `Unusable`; what was read stands in no message.
    """
    if not options.secret:
        return None
    if options.platform != DISCORD:
        raise Unusable(f"--secret: {options.platform} has none; Discord alone has")
    text = _read_hidden("client secret: ")
    if text == NO_ONE:
        return ""
    keep_secret(text)
    if not (len(text) >= SHORTEST and text.isascii() and text.isprintable() and " " not in text):
        raise Unusable("standard input has no client secret; copy it from the developer portal's page OAuth2")
    return sealed_secret(settings, name, text)


def _read_hidden(prompt: str) -> str:
    """A line of standard input, "" where it has ended; at a terminal it is asked for, and not shown.

    Raises `Unusable`; what was read stands in no message.
    """
    try:
        line = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline(LONGEST)
        return line.removeprefix(MARK).strip()
    except EOFError:
        return ""
    except UnicodeDecodeError:
        raise Unusable("standard input is no text: save it as UTF-8") from None


def _ask(settings: Configuration, platform: str, token: str) -> tuple[str, str]:
    """As whom it logs in. Raises `BreaksRule`, `Unusable`."""
    try:
        return ACCOUNTS[platform](settings, token)
    except Rejected:
        raise BreaksRule(f"the token is not known there; copy the newest one from {GIVEN_BY[platform]}") from None
    except Unreachable as error:
        raise Unusable(f"{platform} could not be asked: {error}; --offline adds it unasked") from None


def _name_of(called: str) -> str:
    """A name for the bot that the platform calls so. Raises `Unusable`."""
    name = "".join([sign for sign in called.lower() if sign.isascii() and (sign.isalnum() or sign == "-")]).strip("-")
    if not NAME.fullmatch(name) or name == BOT:
        raise Unusable("give it a name with --name")
    return name


def _require_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise Unusable(f"--name {name}: is 2 to 32 small letters, figures and -, and begins with a letter")
    if name == BOT:
        raise Unusable(f"--name {name}: is what the bot of the settings is called; choose another name")


# --- list -------------------------------------------------------------------------------------------------------------


def _list(settings: Configuration, options: argparse.Namespace) -> None:
    rows = [*_of_settings(settings), *_added(settings)]
    if options.json:
        print_json({"bots": rows})
        return
    if not rows:
        print("no bot: `burraco bots add telegram`, or a token in the settings")
        return
    columns = ("name", "platform", "called", "language", "look", "added", "runs on")
    lines = [columns, *[tuple(str(row[column.replace(" ", "_")] or "-") for column in columns) for row in rows]]
    widths = [max(len(line[number]) for line in lines) for number in range(len(columns))]
    for row, line in zip([None, *rows], lines, strict=True):
        print(plain("  ".join([word.ljust(width) for word, width in zip(line, widths, strict=True)]).rstrip()))
        if row is not None and row["administrators"]:
            print(plain(f"{'':<{widths[0]}}  administrators: {', '.join(row['administrators'])}"))
        if row is not None and row["page"]:
            print(plain(f"{'':<{widths[0]}}  page: {row['page']}"))
        if row is not None and row["shards"]:
            print(plain(f"{'':<{widths[0]}}  shards: {row['shards']}"))


def _of_settings(settings: Configuration) -> list[dict[str, Any]]:
    """The bot of the settings, a row for each platform."""
    runs_on = _runners(settings.database) if settings.tokens else {}
    return [
        {
            **_row(BOT, platform, "", settings.language, "", (), "settings", _hosts_of(runs_on, platform)),
            "shards": str(settings.discord_shards or "") if platform == DISCORD else "",
            "page": f"{settings.public}/" if settings.web and settings.public else "",
        }
        for platform in settings.tokens
    ]


def _hosts_of(runs_on: dict[str, str], lease: str) -> str:
    """Who has a platform: one host, or those that have shards of it; who has all of a file."""
    holders = {host for one, host in runs_on.items() if division_of(one).whole == lease}
    return ", ".join(sorted(holders)) or runs_on.get("") or ""


def _added(settings: Configuration) -> list[dict[str, Any]]:
    database = settings.database
    if _is_missing(database):
        return []
    bots = added_bots(database)
    runs_on, rows = _runners(database), []
    for bot in bots:
        language = bot.language or settings.language
        for one in bot.tokens:
            runs = _hosts_of(runs_on, lease_of(bot.name, one.platform)) if one.token else "removed"
            added = _day(bot.added_at)
            row = _row(bot.name, one.platform, one.called, language, bot.look, bot.administrators, added, runs)
            page = f"{settings.of_bot(bot.name, {}).public}/" if settings.web and settings.public else ""
            rows.append({**row, "shards": one.shards, "page": page})
    return rows


def _row(
    name: str,
    platform: str,
    called: str,
    language: str,
    look: str,
    administrators: Sequence[str],
    added: str,
    runs_on: str,
) -> dict[str, Any]:
    theirs = [one for one in administrators if one.partition(":")[0] == platform]
    facts = {"name": name, "platform": platform, "called": called, "language": language, "look": look}
    return {**facts, "administrators": theirs, "added": added, "runs_on": runs_on}


def _runners(database: Database) -> dict[str, str]:
    return runners(database, BOT)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


# --- remove -----------------------------------------------------------------------------------------------------------


def _remove(settings: Configuration, options: argparse.Namespace) -> None:
    name, platforms = options.name, (options.platform,) if options.platform else chat_platforms()
    found = () if _is_missing(settings.database) else added_bots(settings.database)
    bot = next((one for one in found if one.name == name), None)
    theirs = [one for one in bot.served if one.platform in platforms] if bot is not None else []
    if not theirs:
        raise Unusable(
            f"there is no bot {name}{f' on {options.platform}' if options.platform else ''}: `burraco bots list`"
        )
    if not options.yes:
        _confirm(name, theirs)
    _with_store(settings.database, lambda store: store.drop_tokens(name, platforms, _now()))
    print(
        plain(f"{name}: its token is deleted here; tables wait until it is added again.")
        + " Whoever has a copy of the token can use it until the platform gives a new one."
    )


def _confirm(name: str, tokens: Sequence[BotToken]) -> None:
    """Raises `Unusable` where nobody says yes."""
    what = " and ".join([f"{one.platform} {one.called}".strip() for one in tokens])
    if not sys.stdin.isatty():
        raise Unusable("nobody is there to be asked: --yes")
    print(plain(f"{name}: {what} will be served no more."), end=" ")
    try:
        is_sure = input("Type the name to remove it: ").strip() == name
    except EOFError:
        is_sure = False
    if not is_sure:
        raise Unusable("nothing was removed")
