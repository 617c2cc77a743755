"""What a setting is: a row of one list, from which screens, commands, completions, refusals and defaults follow.

The rows stand in `bot.tables.setting_rows`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.durations import DAY, HOUR, MINUTE, SECOND
from bot.tables.hours import parse_holidays, parse_quiet, parse_zone
from bot.tables.who import Declined

CODE: Final = "code"  # a rule that the code of play leaves to a table
TABLE: Final = "table"
CHANNEL: Final = "channel"  # for itself, or for its new tables; a server sets the same for all its channels
PERSON: Final = "person"

TOPICS: Final = ("code", "deals", "clock", "pace", "computers", "language", "look")
"""What people change, in the order of a menu; each has its words `topic.NAME` in the catalogues."""

UNITS: Final[Mapping[str, int]] = {"ms": 1, "seconds": SECOND, "minutes": MINUTE, "hours": HOUR, "days": DAY}
ON: Final = "on"
OFF: Final = "off"
SWITCH: Final = (ON, OFF)


def parse_role(text: str) -> str:
    """The number of a role as Discord writes it where one is mentioned, `<@&123>`; "" for none. Raises `ValueError`."""
    found = re.fullmatch(r"<@&(\d{1,20})>", text)
    if text and found is None:
        raise ValueError("a role is chosen behind @")
    return found[1] if found else ""


_FORMS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "hours": (f"HH:MM-HH:MM, {OFF}", parse_quiet),
    "zone": ("Europe/Rome, …", parse_zone),
    "role": (f"@role, {OFF}", parse_role),
    "dates": (f"YYYY-MM-DD, MM-DD, {OFF}", parse_holidays),
}


class BadSetting(ValueError):
    """A setting that cannot be so, with the values it takes (a range in its `unit`), and how that is `declined`."""

    def __init__(
        self, name: str, allowed: str, reason: str = "", unit: str = "", declined: Declined | None = None
    ) -> None:
        reason = f"{name}: {reason or f'takes {allowed}'}"
        super().__init__(reason)
        self.name = name
        self.allowed = allowed
        facts = (("reason", reason), ("setting", name), ("allowed", allowed), ("unit", unit))
        self.declined = declined or Declined("bad-setting", tuple(one for one in facts if one != ("unit", "")))


class NoSuchSetting(BadSetting):
    """A word by which nothing is set; `known` are those by which something is."""

    def __init__(self, name: str, existing: Iterable[str]) -> None:
        names = ", ".join(existing)
        answer = Declined("no-such-setting", (("name", name), ("known", names)))
        super().__init__(name, names, "nothing is set by it", declined=answer)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `scopes`: what it can be set for.

    `field`: where `Settings` of a table, or `Terms` of a channel, keeps it: a time in milliseconds, a `plain` one in
    its own unit, a switch as a bool. "" for a rule, for the clock, and for what a channel or a person keeps under its
    name. Menus offer it under its `topic`, one of `TOPICS`, with the values `offered`, or all where it has a list of
    them; without a topic it is set by writing alone.
    """

    name: str
    type: str  # "int", "bool", "choice", "hours", "zone", "role" or "dates"
    scopes: tuple[str, ...]
    field: str = ""
    unit: str = ""  # of `UNITS`
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    clock: str = ""  # means something only with this clock
    plain: bool = False
    topic: str = ""
    offered: tuple[str, ...] = ()
    listed: str = ""  # its choices are this list of what is drawn or said, as `bot.requests.settings` has it

    @property
    def values(self) -> tuple[str, ...]:
        """The values to choose from; () where there is no list of them."""
        return SWITCH if self.type == "bool" else self.choices

    @property
    def allowed_values(self) -> str:
        """The values there are, in figures and signs."""
        form, _ = _FORMS.get(self.type, ("", None))
        return form or ", ".join(self.values) or f"{self.low}–{self.high}"

    @property
    def scale(self) -> int:
        """How much of what is kept is one of what is written."""
        return 1 if self.plain else UNITS.get(self.unit, 1)

    def bad_value(self, reason: str = "") -> BadSetting:
        """Why a value cannot be taken."""
        return BadSetting(self.name, self.allowed_values, reason, self.unit)

    def parse(self, text: str, *, logged: bool = False) -> int | str:
        """The value as it is kept. Raises `BadSetting`.

        What was `logged` was allowed when it was written: limits of this program, and the time zones that this machine
        knows, are not asked again.
        """
        if self.values:
            if text not in self.values:
                raise self.bad_value()
            return text == ON if self.type == "bool" and self.field else text
        if self.type == "int":
            number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
            if number < 0 or not (logged or self.low <= number <= self.high):
                raise self.bad_value()
            return number * self.scale
        text = "" if text == OFF and self.type != "zone" else text
        if logged and self.type == "zone":  # `bot.tables.hours` takes another where this one is not known
            return text
        try:
            _FORMS[self.type][1](text)
        except ValueError as error:
            raise self.bad_value(str(error)) from None
        return text

    def format(self, value: int | str) -> str:
        """The value as people write it; what `parse` reads again."""
        if isinstance(value, bool):
            return ON if value else OFF
        return (str(value // self.scale) if isinstance(value, int) else value) or OFF
