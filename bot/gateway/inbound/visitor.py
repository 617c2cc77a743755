"""Who opens the page inside an app of a platform, as that platform vouches for them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """An account of a platform, called as it is there.

    `username` is "" where they have none, None where the platform has no such names. `table` is the short name of what
    they came for, "" for none; `channel` is where they are, as tables name it; `desk` is the tournament for whose desk
    they came.
    """

    account: str
    name: str = ""
    locale: str = ""
    username: str | None = None
    table: str = ""
    channel: str = ""
    desk: str = ""


class NotNow(Exception):
    """The platform is not asked for whom it vouches at this moment: whoever comes is to try again."""
