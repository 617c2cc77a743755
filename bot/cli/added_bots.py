"""Bots that were added to the one of the settings: each has settings of its own, made of those of the program.

So whatever is made of settings (platforms, what `doctor` asks) is made for such a bot in the same way.
"""

import re
from base64 import urlsafe_b64decode
from collections.abc import Collection, Iterator
from typing import Final

from bot.cli.finding import Finding
from bot.cli.logins import GIVEN_BY, login_of
from bot.cli.shard_number import examined_shards
from bot.config.configuration import Configuration, chat_platforms
from bot.config.values import Shards, parse_shards
from bot.host.hosted_bots import HostedBot
from bot.logs import keep_secret
from bot.sealing import NotOpened, opened, sealed

FORMS: Final = {
    "discord": re.compile(r"[\w-]{20,40}\.[\w-]{6,8}\.[\w-]{20,80}", re.ASCII),
    "telegram": re.compile(r"[0-9]{5,12}:[\w-]{30,50}", re.ASCII),
}
"""What a token of each platform looks like."""


_OF_APPLICATION: Final = "discord secret"  # for what it is sealed


def account_in(platform: str, token: str) -> str:
    """The platform's number of the bot, which stands in its token; "" where the token has not the usual form."""
    if not FORMS[platform].fullmatch(token):
        return ""
    if platform == "telegram":
        return token.partition(":")[0]
    part = token.partition(".")[0]
    try:
        number = urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("ascii")
    except ValueError:
        return ""
    return number if number.isdigit() else ""


def sealed_for(settings: Configuration, bot: str, platform: str, token: str) -> str:
    """The token as it is stored."""
    return sealed(token, _secret(settings), f"{bot} {platform}")


def tokens_of(settings: Configuration, bot: HostedBot) -> dict[str, str]:
    """By platform, as they are told to it, and hidden in every line from now on. Raises `NotOpened`."""
    found = {one.platform: opened(one.token, _secret(settings), f"{bot.name} {one.platform}") for one in bot.served}
    for token in found.values():
        keep_secret(token)
    return {platform: token for platform, token in found.items() if platform in chat_platforms()}


def settings_of(settings: Configuration, bot: HostedBot, without: Collection[str] = ()) -> Configuration:
    """The settings as they are for this bot: its tokens take the place of the program's. Raises `NotOpened`.

    `without`: platforms on which it is not served.
    """
    tokens = {platform: token for platform, token in tokens_of(settings, bot).items() if platform not in without}
    secret = _application_secret(settings, bot)
    return settings.of_bot(bot.name, tokens, bot.language, _shards(bot), secret)


def sealed_secret(settings: Configuration, bot: str, secret: str) -> str:
    """The secret of a bot's Discord application, as it is stored."""
    return sealed(secret, _secret(settings), f"{bot} {_OF_APPLICATION}")


def _application_secret(settings: Configuration, bot: HostedBot) -> str:
    """Of its Discord application, "" for none; hidden in every line from now on. Raises `NotOpened`."""
    stored = "".join([one.secret for one in bot.served if one.platform == "discord"])
    found = opened(stored, _secret(settings), f"{bot.name} {_OF_APPLICATION}") if stored else ""
    if found:
        keep_secret(found)
    return found


def _shards(bot: HostedBot) -> Shards | None:
    shards = "".join([one.shards for one in bot.served if one.platform == "discord"])
    return parse_shards(shards) if shards else None


def taken_by_settings(settings: Configuration, bot: HostedBot) -> tuple[str, ...]:
    """The platforms on which this bot is the one of the settings: of two who ask for the same updates neither has all.

    Raises `NotOpened`.
    """
    theirs = tokens_of(settings, bot)
    accounts = {one.platform: one.account for one in bot.served}
    return tuple(
        platform
        for platform, token in settings.tokens.items()
        if platform in theirs and is_same(token, theirs[platform], platform, accounts[platform])
    )


def is_same(token: str, other: str, platform: str, account: str) -> bool:
    """Whether two tokens log in as the same bot, of which the second has this account."""
    return token == other or (bool(account) and account_in(platform, token) == account)


def examined(settings: Configuration, bots: tuple[HostedBot, ...], *, asks: bool, hosted: bool) -> Iterator[Finding]:
    """What `burraco doctor` says of bots that were added; `asks` the platforms, too."""
    for bot in bots:
        if not bot.served:
            continue
        try:
            own, clash = settings_of(settings, bot), taken_by_settings(settings, bot)
        except NotOpened as error:
            words = f"{bot.name} {_and(bot)}"
            yield Finding(
                words, f"the token {error}", f"set the secret, or `burraco bots add` it anew with --name {bot.name}"
            )
            continue
        for platform in clash:
            mend = f"`burraco bots remove {bot.name}`, or take the token out of the settings"
            yield Finding(f"{bot.name} {platform}", "is the bot of the settings, too", mend)
        for platform, token in own.tokens.items():
            yield _form(bot.name, platform, token, own_server=getattr(own, f"{platform}_api", None) is not None)
            if asks:
                yield from login_of(own, bot.name, platform, token, hosted=hosted)
        if own.discord_secret is not None and not own.opens_in_apps:
            words = "the page opens inside Discord only with BURRACO_WEB, and at an address with https://"
            yield Finding(f"{bot.name} discord secret", words, "set BURRACO_PUBLIC to such an address")
        if asks:
            yield from examined_shards(own, bot.name)


def _form(bot: str, platform: str, token: str, *, own_server: bool) -> Finding:
    name = f"{bot} {platform}"
    if FORMS[platform].fullmatch(token):
        return Finding(name, "the token has the right form")
    if own_server:
        return Finding(name, "the token is of another server's form")
    mend = f"copy it anew from {GIVEN_BY[platform]} into `burraco bots add {platform} --name {bot}`"
    return Finding(name, "the token has not the form of one", mend)


def _and(bot: HostedBot) -> str:
    return " and ".join([one.platform for one in bot.served])


def _secret(settings: Configuration) -> str:
    return settings.bots_secret.get_secret_value() if settings.bots_secret else ""
