"""What people may set beside the rules, as data: settings screens, `set` and the defaults of a channel are made of it.

A setting is written as a whole number in its unit, as one of its choices, or as a text with a form of its own. Its
words are `setting.NAME` and `setting.NAME.hint` in the catalogues. The rules are the code's (`engine.rules.KEYS`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.tables.clocks import CLOCKS, DAYS, MATCH, TURN, clock_of, runs
from bot.tables.hours import parse_holidays, parse_quiet, parse_zone
from bot.tables.table import HOUR, MINUTE, SECOND, Settings
from bot.tables.who import Declined
from engine.rules import KEYS, RULE_SETS, Rules, RulesError, load_rules, parse_house

UNITS: Final[Mapping[str, int]] = {"ms": 1, "seconds": SECOND, "minutes": MINUTE, "hours": HOUR}
OFF: Final = "off"
USUAL_DAYS: Final = 3
USUAL_SECONDS: Final = 90  # of a turn, where the code prints no clock


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `field`: where `Settings` keeps it, in milliseconds where `unit` is a time; "" where it follows."""

    name: str
    field: str
    type: str  # "int", "choice", "hours", "zone" or "dates"
    unit: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    clock: str = ""  # means something only with this clock

    @property
    def allowed(self) -> str:
        """The values there are, in figures and signs."""
        forms = {"hours": f"HH:MM-HH:MM, {OFF}", "zone": "Europe/Rome, …", "dates": f"YYYY-MM-DD, MM-DD, {OFF}"}
        return forms.get(self.type) or ", ".join(self.choices) or f"{self.low}–{self.high}"

    @property
    def counts(self) -> str:
        """The unit of its numbers, "" for those that have none: of two it is in the name."""
        return self.unit or {"days": "days", "match_minutes": "minutes"}.get(self.name, "")


SETTINGS: Final[Mapping[str, Setting]] = {
    setting.name: setting
    for setting in (
        Setting("clock", "", "choice", choices=CLOCKS),
        Setting("match_minutes", "match_minutes", "int", low=0, high=240, clock=MATCH),
        Setting("days", "days", "int", low=0, high=14, clock=DAYS),
        Setting("quiet", "quiet", "hours", clock=DAYS),
        Setting("zone", "zone", "zone", clock=DAYS),
        Setting("holidays", "holidays", "dates", clock=DAYS),
        Setting("ping_hours", "ping_days", "int", "hours", low=0, high=72, clock=DAYS),
        Setting("ping", "ping_after", "int", "seconds", low=0, high=3600),
        Setting("stand_in", "stand_in_after", "int", "seconds", low=0, high=3600),
        Setting("pause", "pause", "int", "seconds", low=0, high=600),
        Setting("pace", "pace", "int", "ms", low=0, high=5000),
        Setting("expires", "lobby_expires", "int", "minutes", low=10, high=1440),
    )
}
_FORMS: Final[Mapping[str, Callable[[str], object]]] = {
    "hours": parse_quiet,
    "zone": parse_zone,
    "dates": parse_holidays,
}


class BadSetting(ValueError):
    """A setting that cannot be so: which, and the values it takes ("" where no list of values would help).

    `unit`: that of a range, "" where it has none.
    """

    def __init__(self, name: str, allowed: str, reason: str = "", unit: str = "") -> None:
        super().__init__(f"{name}: {reason or f'takes {allowed}'}")
        self.name = name
        self.allowed = allowed
        self.unit = unit


class TwoClocks(BadSetting):
    """Figures of two clocks, where a table has one."""

    def __init__(self) -> None:
        super().__init__("clock", SETTINGS["clock"].allowed, "a table over days has no other clock")


class NoSuchSetting(BadSetting):
    """A word by which nothing is set; `allowed` are those by which something is."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ", ".join(("rules", "players", "hands", "target", *SETTINGS)), "nothing is set by it")


class NotHere(BadSetting):
    """A rule that this code of play fixes, or in which it means nothing."""


class WrongPlayers(BadSetting):
    """Another number of players than the code of play is for; `codes` are those for it."""

    def __init__(self, allowed: str, players: str) -> None:
        super().__init__("players", allowed)
        self.players = players
        self.codes = tuple([one for one in RULE_SETS if players in map(str, load_rules(one).players)])


def with_settings(settings: Settings, changes: Mapping[str, str], *, logged: bool = False) -> Settings:
    """The settings with changes given as text: `rules`, `players`, a name of `SETTINGS`, or a house rule of the code.

    `clock` brings its usual figures and takes the others away: with it the figures of another clock are left aside.
    Raises `ValueError` with a plain sentence; it is a `BadSetting` where the values that may be taken can be named.
    What was `logged` was allowed when it was written: limits of this program, and the time zones that this machine
    knows, are not asked again.
    """
    unknown = [name for name in changes if name not in (*SETTINGS, "rules", "players", *KEYS)]
    if unknown:
        raise NoSuchSetting(unknown[0])
    own = {name: value for name, value in changes.items() if name in SETTINGS}
    changed = _with_rules(settings, {name: value for name, value in changes.items() if name not in SETTINGS})
    clock = own.pop("clock", "")
    if clock:
        changed = _with_clock(changed, clock)
    for name, value in own.items():
        if not clock or SETTINGS[name].clock in ("", clock):
            changed = _with_one(changed, SETTINGS[name], value, logged=logged)
    if logged:
        changed.code()
        return changed
    return _checked(changed)


def bad_setting(error: ValueError) -> Declined:
    """How a table, or a channel, declines settings."""
    if isinstance(error, NoSuchSetting):
        return Declined("no-such-setting", (("name", error.name), ("known", error.allowed)))
    if isinstance(error, TwoClocks):
        return Declined("two-clocks", (("allowed", error.allowed),))
    if isinstance(error, WrongPlayers) and error.codes:
        codes = " ".join(error.codes)
        return Declined("wrong-players", (("allowed", error.allowed), ("players", error.players), ("codes", codes)))
    if isinstance(error, NotHere):
        return Declined("setting-not-here", (("setting", error.name),))
    if not isinstance(error, BadSetting):
        return Declined("bad-setting", (("reason", str(error)), ("setting", ""), ("allowed", "")))
    facts = (("reason", str(error)), ("setting", error.name), ("allowed", error.allowed))
    return Declined("bad-setting", (*facts, ("unit", error.unit)) if error.unit else facts)


def value_of(settings: Settings, setting: Setting) -> str:
    """A setting as it would be written."""
    if not setting.field:
        return clock_of(settings)
    value = getattr(settings, setting.field)
    return str(value // UNITS[setting.unit] if setting.unit else value) or OFF


# --- the host's settings ----------------------------------------------------------------------------------------------


def _with_one(settings: Settings, setting: Setting, value: str, *, logged: bool = False) -> Settings:
    if setting.type == "int":
        number = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else -1
        if number < 0 or not (logged or setting.low <= number <= setting.high):
            raise BadSetting(setting.name, setting.allowed, unit=setting.counts)
        return _put(settings, setting.field, number * UNITS.get(setting.unit, 1))
    text = "" if value == OFF and setting.type != "zone" else value
    if logged and setting.type == "zone":  # `bot.tables.hours` takes another where this one is not known
        return _put(settings, setting.field, text)
    try:
        _FORMS[setting.type](text)
    except ValueError as error:
        raise BadSetting(setting.name, setting.allowed, str(error)) from None
    return _put(settings, setting.field, text)


def _put(settings: Settings, field: str, value: int | str) -> Settings:
    changed: dict[str, Any] = {field: value}
    return replace(settings, **changed)


def _with_clock(settings: Settings, clock: str) -> Settings:
    """The settings with a clock in place of any other, and with its usual figures where it had none."""
    if clock not in CLOCKS:
        raise BadSetting("clock", SETTINGS["clock"].allowed)
    rules = settings.loaded()
    house = _house(settings)
    if clock != TURN:
        house = {name: value for name, value in house.items() if name not in ("turn_seconds", "clock_scale")}
    elif not runs(rules):
        house |= {"clock_scale": "1"} if rules.turn_clock else {"turn_seconds": str(USUAL_SECONDS)}
    return replace(
        settings,
        house=_house_text(house),
        match_minutes=(settings.match_minutes or _usual_minutes(rules)) if clock == MATCH else 0,
        days=(settings.days or USUAL_DAYS) if clock == DAYS else 0,
    )


def _usual_minutes(rules: Rules) -> int:
    """The round's minutes by the code; where it prints none, five and ten for each deal (as febur, art. 5)."""
    deals = 4 if rules.target else rules.hands
    return dict(rules.round_minutes).get(deals, 5 + 10 * deals)


def _checked(settings: Settings) -> Settings:
    if settings.days and (runs(settings.loaded()) or settings.match_minutes):
        raise TwoClocks
    if settings.stand_in_after and settings.stand_in_after < settings.ping_after:
        first = settings.ping_after // SECOND
        allowed = f"0, {first}–{SETTINGS['stand_in'].high}"
        raise BadSetting("stand_in", allowed, f"comes after the ping: 0, or from {first} seconds on", "seconds")
    settings.code()
    return settings


# --- the rules --------------------------------------------------------------------------------------------------------


def _with_rules(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """The settings with another code, number of players or house rules; another code drops the house rules."""
    house = dict(changes)
    rules, players = house.pop("rules", settings.rules), house.pop("players", "")
    before = _house(settings) if rules == settings.rules else {}
    if rules not in RULE_SETS:
        raise BadSetting("rules", ", ".join(RULE_SETS))
    try:
        changed = replace(settings, rules=rules, house=_house_text(before | house))
        allowed = changed.loaded().players
    except RulesError as error:
        raise _of_key(error, rules) from None
    if players and not (players.isascii() and players.isdecimal() and len(players) < 4 and int(players) in allowed):
        raise WrongPlayers(", ".join(map(str, allowed)), players)
    usual = settings.players if settings.players in allowed else allowed[0]
    return replace(changed, players=int(players) if players else usual)


def _of_key(error: RulesError, rules: str) -> ValueError:
    """The error with the values that the key takes by these rules, where it is about one."""
    name, _, reason = str(error).partition(": ")
    name = name.partition("=")[0]  # `hands=`, where no value was given
    key = KEYS.get(name)
    if key is None:
        return error
    if not key.house or reason.startswith("not in "):
        return NotHere(name, "", reason)
    if name == "hands":
        return BadSetting(name, ", ".join(map(str, load_rules(rules).hands_allowed)), reason)
    if key.type == "bool":
        return BadSetting(name, "on, off", reason)
    unit = "seconds" if name == "turn_seconds" else ""
    return BadSetting(name, ", ".join([str(one.value) for one in key.choices]) or f"{key.low}–{key.high}", reason, unit)


def _house(settings: Settings) -> dict[str, str]:
    return dict([part.split("=", 1) for part in settings.house.split()])


def _house_text(house: Mapping[str, str]) -> str:
    text = " ".join([f"{key}={value}" for key, value in house.items()])
    parse_house(text)
    return text
