"""What the platforms themselves say of the tokens: whether they log in, what the bot may do there, how updates come.

A platform that cannot be reached is nothing to fix: this machine may be offline. No answer is quoted that could hold a
token, and no address either, for Telegram's hold it.
"""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from bot.cli.finding import Finding
from bot.config.configuration import Configuration

PATIENCE: Final = 5.0  # seconds for an answer
LISTENS: Final = 2  # seconds in which another program that asks for the same updates comes forward
DISCORD: Final = "https://discord.com/api/v10"
TELEGRAM: Final = "https://api.telegram.org"
AGENT: Final = "DiscordBot (burraco-host, 1)"  # Discord answers none without one of this form
NAMED: Final = 5  # servers that are told by name
NEEDED: Final = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Attach Files": 1 << 15,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
    "Create Events": 1 << 44,
}
"""The permissions that the invitation asks for; the bits are Discord's."""
ADMINISTRATOR: Final = 1 << 3
INVITATION: Final = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands"
    f"&permissions={sum(NEEDED.values())}"
)


GIVEN_BY: Final = {"discord": "the developer portal's page Bot", "telegram": "@BotFather"}
"""Where an owner finds a platform's token."""


class Unreachable(Exception):
    """No answer. The message says why, without the address."""


class Rejected(Exception):
    """The platform does not know the token."""


class SomebodyElseAsks(Exception):
    """Somebody else asks for the same."""


def logins(settings: Configuration, *, hosted: bool) -> Iterator[Finding]:
    """What each platform that has a token says of it. `hosted`: a host of ours is running, and takes the updates."""
    for name, token in settings.tokens.items():
        yield from _check_login(name, LOGIN_CHECKS[name](settings, token, hosted))


def login_of(settings: Configuration, bot: str, platform: str, token: str, *, hosted: bool) -> Iterator[Finding]:
    """The same of a bot that was added; each finding is named after it."""
    into = f"`burraco bots add {platform} --name {bot}`"
    for one in _check_login(platform, LOGIN_CHECKS[platform](settings, token, hosted), into):
        yield replace(one, name=f"{bot} {one.name}")


def _check_login(name: str, findings: Iterator[Finding], into: str = "") -> Iterator[Finding]:
    """`into`: where its token belongs, "" for the setting."""
    try:
        yield from findings
    except Unreachable as error:
        yield Finding(f"{name} login", f"could not be asked: {error}")
    except Rejected:
        mend = f"copy the newest one from {GIVEN_BY[name]} into {into or f'BURRACO_{name.upper()}_TOKEN'}"
        yield Finding(f"{name} login", "the token is not known there", mend)


# --- Discord ----------------------------------------------------------------------------------------------------------


def discord(settings: Configuration, token: str, _hosted: bool) -> Iterator[Finding]:
    """Raises `Unreachable`, `Rejected`."""
    root = settings.discord_api or DISCORD
    headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
    about = _fetch_json(f"{root}/applications/@me", headers)
    yield Finding("discord login", f"logs in as {about['name']}")
    yield from _endpoint(about.get("interactions_endpoint_url") or "", settings.discord_interactions or "")
    servers = _fetch_json(f"{root}/users/@me/guilds", headers)
    if not servers:
        yield Finding("discord servers", f"none yet; invite it: {INVITATION.format(about['id'])}")
        return
    lacking = [found for found in map(_lacking, servers) if found]
    for words in lacking[:NAMED]:
        yield Finding("discord servers", words, "allow it to the bot's role, or invite it again: docs/discord.md")
    fine = len(servers) - len(lacking)
    if fine or len(lacking) > NAMED:
        more = f"; {len(lacking) - NAMED} more lack something" if len(lacking) > NAMED else ""
        yield Finding("discord servers", f"in {fine} of {len(servers)} it has all it needs{more}")


def shards_wanted(settings: Configuration, token: str) -> int:
    """How many shards Discord asks for. Raises `Unreachable`, `Rejected`."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
    found = _fetch_json(f"{settings.discord_api or DISCORD}/gateway/bot", headers)
    try:
        return max(1, int(found["shards"]))
    except (KeyError, TypeError, ValueError):
        raise Unreachable("it answers with something else") from None


def _endpoint(there: str, wanted: str) -> Iterator[Finding]:
    """Where presses go, unless they come through the gateway as they should."""
    if there == wanted:
        if there:
            yield Finding("discord interactions", f"posted to {there}")
        return
    now = f"posted to {there}" if there else "told of through the gateway"
    yield Finding("discord interactions", f"{now}; a host with these settings changes that when it starts")


def _lacking(server: dict[str, Any]) -> str:
    """What it may not do in a server, in words; "" where it has all. Single channels may still forbid or allow more."""
    may = int(server["permissions"])
    names = [name for name, bit in NEEDED.items() if not may & (bit | ADMINISTRATOR)]
    return f"{server['name']}: lacks {', '.join(names)}" if names else ""


# --- Telegram ---------------------------------------------------------------------------------------------------------


def telegram(settings: Configuration, token: str, hosted: bool) -> Iterator[Finding]:
    """Raises `Unreachable`, `Rejected`."""
    root = f"{settings.telegram_api or TELEGRAM}/bot{token}"
    me = _fetch_json(f"{root}/getMe", {})["result"]
    yield Finding("telegram login", f"logs in as @{me['username']}")
    if not me.get("can_join_groups", True):
        yield Finding("telegram groups", "it may not be added to groups", "@BotFather: /setjoingroups, Enable")
    if me.get("can_read_all_group_messages"):
        yield Finding("telegram privacy", "off: groups send it all they say; it needs commands alone (/setprivacy)")
    else:
        yield Finding("telegram privacy", "on, as it should be")
    about = _fetch_json(f"{root}/getWebhookInfo", {})["result"]
    if not hosted and not about["url"] and _is_taken(root):
        mend = "stop the other one, or make a bot of its own for each with @BotFather"
        yield Finding("telegram updates", "another program takes this bot's updates", mend)
    else:
        yield _webhook(about, settings.telegram_webhook)


def _is_taken(root: str) -> bool:
    """Whether somebody else asks for updates; nothing is confirmed by asking, and who was interrupted asks again."""
    try:
        _fetch_json(f"{root}/getUpdates?timeout={LISTENS}&limit=1", {})
    except SomebodyElseAsks:
        return True
    return False


def _webhook(found: dict[str, Any], wanted: str | None) -> Finding:
    """How updates come, and how they shall."""
    waiting = f"{found['pending_update_count']} updates wait"
    name, there = "telegram updates", found["url"]
    if there != (wanted or ""):
        now = f"posted to {urlsplit(there).hostname}" if there else "asked for"
        then = "posted (webhook)" if wanted else "asked for (polling)"
        return Finding(name, f"{now} now; with `burraco run` {then}; {waiting}")
    if not wanted:
        return Finding(name, f"asked for (polling); {waiting}")
    if found.get("last_error_message"):
        mend = "look at what stands between Telegram and BURRACO_WEB: certificate, reverse proxy, path"
        return Finding(name, f"posted (webhook); the last time it failed: {found['last_error_message']}", mend)
    return Finding(name, f"posted (webhook); {waiting}")


def _discord_account(settings: Configuration, token: str) -> tuple[str, str]:
    headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
    me = _fetch_json(f"{settings.discord_api or DISCORD}/users/@me", headers)
    return str(me["id"]), str(me["username"])


def _telegram_account(settings: Configuration, token: str) -> tuple[str, str]:
    me = _fetch_json(f"{settings.telegram_api or TELEGRAM}/bot{token}/getMe", {})["result"]
    return str(me["id"]), f"@{me['username']}"


ACCOUNTS: Final[Mapping[str, Callable[[Configuration, str], tuple[str, str]]]] = {
    "discord": _discord_account,
    "telegram": _telegram_account,
}
"""As whom each platform's token logs in: its own number of the bot, and its name. Raises `Unreachable`, `Rejected`."""

LOGIN_CHECKS: Final[Mapping[str, Callable[[Configuration, str, bool], Iterator[Finding]]]] = {
    "discord": discord,
    "telegram": telegram,
}
"""What each platform says of its token, and whether a host of ours is running."""


# --- asking -----------------------------------------------------------------------------------------------------------


def _fetch_json(url: str, headers: dict[str, str]) -> Any:
    """The JSON of an answer. Raises `Unreachable`, `Rejected`, `SomebodyElseAsks`."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as answer:  # noqa: S310  https, or what the host has set in its place
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (http.client.UNAUTHORIZED, http.client.NOT_FOUND):
            raise Rejected from None
        if error.code == http.client.CONFLICT:
            raise SomebodyElseAsks from None
        raise Unreachable(f"it answers with status {error.code}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Unreachable(getattr(reason, "strerror", None) or type(reason).__name__) from None
