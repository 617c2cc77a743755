"""Where a person can be reached, as far as it is kept with them: which private chats are open, where they were last.

Whether they are open is kept, as `PRIVATE`, by platform, whether any chat there may be, and by account, `telegram:123`.
"""

from collections.abc import Mapping
from typing import Final

from bot.boards.privacy import PLACES
from bot.host.ports import Account, Person
from bot.requests.people import PRIVATE
from bot.settings_text import read_settings

PLATFORM: Final = "platform"  # where they were last
ACCOUNT: Final = "account"  # by which account, as `account_key` writes it; "" where only the platform is known
BLOCKED: Final = "blocked"  # in place of false, where they have shut it themselves
SHUT: Final = (False, BLOCKED)


def is_shut(person: Person, platform: str, account: str = "") -> bool:
    """Whether their private chat there is known not to be open; without an account, all of them."""
    return known_state(person, platform, account) in SHUT


def has_blocked(person: Person, platform: str, account: str) -> bool:
    """Whether they are known to have blocked the bot there."""
    return known_state(person, platform, account) == BLOCKED


def preference(person: Person, account: Account) -> tuple[bool, bool, bool]:
    """A key to sort by: chats that are not shut come first, and among them where the person was last."""
    settings = read_settings(person.settings)
    shut = is_shut(person, account.platform, account.account)
    last = account_key(account.platform, account.account)
    return shut, account.platform != settings.get(PLATFORM), last != settings.get(ACCOUNT, "")


def knows_open(person: Person, platform: str, account: str = "") -> bool:
    """Whether their private chat there is known to be open; without an account, any of them."""
    return known_state(person, platform, account) is True


def played_on(person: Person, platform: str) -> bool:
    """Whether it was there that they did something at a table last."""
    return read_settings(person.settings).get(PLATFORM) == platform


def known_state(person: Person, platform: str, account: str) -> bool | str | None:
    """What is known of a private chat: whether it is open, `BLOCKED`, or None for nothing.

    As long as nothing is known of any account there, it is what is known of the platform.
    """
    of_accounts = known_accounts(person, platform)
    if account and of_accounts:
        return of_accounts.get(account_key(platform, account))
    return private_chats(person).get(platform)


def known_accounts(person: Person, platform: str) -> Mapping[str, bool | str]:
    """What is known of their accounts on a platform."""
    return {name: state for name, state in private_chats(person).items() if name.startswith(f"{platform}:")}


def account_key(platform: str, account: str) -> str:
    return f"{platform}:{account}"


def private_chats(person: Person) -> Mapping[str, bool | str]:
    found = read_settings(person.settings).get(PRIVATE)
    return found if isinstance(found, dict) else {}


def own_places(person: Person) -> list[str]:
    """Their private chats, as tables name channels, the one that was noted last at the end."""
    return [str(one) for one in read_settings(person.settings).get(PLACES, [])]


def place_on(person: Person, platform: str) -> str:
    """Their private chat on a platform, as tables name channels; "" where they have none that is open."""
    there = [one for one in own_places(person) if one.partition(":")[0] == platform]
    return next((one for one in reversed(there) if not is_shut(person, platform, one.partition(":")[2])), "")
