"""What may be set at a table, as the list of settings has it (`bot.tables.setting_rows`), and how its settings change.

Beside the rules of its code (`engine.rules.KEYS`) a table has settings of this program's own. Screens, `/set` and the
defaults of a channel are made of the rows.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.durations import SECOND
from bot.tables.clocks import DAYS, MATCH, TURN, clock_of, runs
from bot.tables.setting import CHANNEL, CODE, TABLE, BadSetting, NoSuchSetting, Setting
from bot.tables.setting_rows import in_scope
from bot.tables.table import Settings
from bot.tables.who import Declined
from engine.rules import KEYS, RULE_SETS, Rules, RulesError, format_value, load_rules, parse_house

USUAL_DAYS: Final = 3
USUAL_SECONDS: Final = 90  # of a turn, where the code prints no clock

AT_TABLE: Final[Mapping[str, Setting]] = in_scope(TABLE)
OF_CHANNELS: Final[Mapping[str, Setting]] = in_scope(CHANNEL)
GAME: Final = (AT_TABLE["rules"], AT_TABLE["players"])
"""Which code is played, by how many."""
HOUSE_RULES: Final = tuple(one for one in AT_TABLE.values() if CODE in one.scopes)
SETTINGS: Final[Mapping[str, Setting]] = {
    name: one for name, one in AT_TABLE.items() if one not in (*GAME, *HOUSE_RULES)
}
"""Beside the rules."""
NO_TARGET: Final[Mapping[str, str]] = {"target": "0"}
OFTEN: Final = ("rules", "players", "hands", "target", *SETTINGS)
"""What is offered to who has named a setting that there is not."""


def with_settings(settings: Settings, changes: Mapping[str, str], *, logged: bool = False) -> Settings:
    """The settings with changes given as text, each by a name of `AT_TABLE`.

    `clock` brings its usual figures and takes the others away: with it the figures of another clock are left aside.
    Raises `ValueError` with a plain sentence; it is a `BadSetting` where the values that may be taken can be named.
    What was `logged` was allowed when it was written: limits of this program, and the time zones that this machine
    knows, are not asked again.
    """
    unknown = [name for name in changes if name not in AT_TABLE and name not in KEYS]
    if unknown:
        raise _not_of_tables(unknown[0])
    if not logged and ends_target(settings, changes):
        changes = {**changes, **NO_TARGET}
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
    return _require_consistent(changed)


def _not_of_tables(name: str) -> BadSetting:
    """A word that sets nothing at a table; a channel may have such a setting."""
    if name not in OF_CHANNELS:
        return NoSuchSetting(name, OFTEN)
    declined = Declined("setting-of-channel", (("setting", name),))
    return BadSetting(name, "", "is set for a channel, not for a table", declined=declined)


def ends_target(settings: Settings, changes: Mapping[str, str]) -> bool:
    """Whether who writes these changes wants `NO_TARGET`, too: they say over how many deals the match goes.

    As long as there is a target the deals would mean nothing.
    """
    says_deals = "hands" in changes and not {"target", "rules"} & changes.keys()
    return says_deals and settings.load_rules().target > 0


def bad_setting(error: ValueError) -> Declined:
    """How a table, or a channel, declines settings."""
    if isinstance(error, BadSetting):
        return error.declined
    return Declined("bad-setting", (("reason", str(error)), ("setting", ""), ("allowed", "")))


def value_of(settings: Settings, setting: Setting) -> str:
    """A setting of a table as it would be written."""
    if CODE in setting.scopes:
        return format_value(getattr(settings.load_rules(), setting.name))
    return setting.format(getattr(settings, setting.field)) if setting.field else clock_of(settings)


# --- this program's settings ------------------------------------------------------------------------------------------


def _with_one(settings: Settings, setting: Setting, value: str, *, logged: bool) -> Settings:
    changed: dict[str, Any] = {setting.field: setting.parse(value, logged=logged)}
    return replace(settings, **changed)


def _with_clock(settings: Settings, clock: str) -> Settings:
    """The settings with a clock in place of any other, and with its usual figures where it had none."""
    SETTINGS["clock"].parse(clock)
    rules = settings.load_rules()
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


def _require_consistent(settings: Settings) -> Settings:
    if settings.days and (runs(settings.load_rules()) or settings.match_minutes):
        allowed = SETTINGS["clock"].allowed_values
        declined = Declined("two-clocks", (("allowed", allowed),))
        raise BadSetting("clock", allowed, "a table over days has no other clock", declined=declined)
    if settings.stand_in_after and settings.stand_in_after < settings.ping_after:
        first = settings.ping_after // SECOND
        allowed = f"0, {first}–{SETTINGS['stand_in'].high}"
        declined = Declined(
            "stand-in-too-early",
            (("setting", "stand_in"), ("allowed", allowed), ("unit", "seconds"), ("first", str(first))),
        )
        reason = f"comes after the ping: 0, or from {first} seconds on"
        raise BadSetting("stand_in", allowed, reason, "seconds", declined)
    settings.code()
    return settings


# --- the rules --------------------------------------------------------------------------------------------------------


def _with_rules(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """The settings with another code, number of players or house rules; another code drops the house rules."""
    house = dict(changes)
    rules, players = house.pop("rules", settings.rules), house.pop("players", "")
    before = _house(settings) if rules == settings.rules else {}
    if rules not in RULE_SETS:
        raise AT_TABLE["rules"].bad_value()
    try:
        changed = replace(settings, rules=rules, house=_house_text(before | house))
        allowed = changed.load_rules().players
    except RulesError as error:
        raise _of_key(error, rules) from None
    if players and not (players.isascii() and players.isdecimal() and len(players) < 4 and int(players) in allowed):
        raise _wrong_players(", ".join(map(str, allowed)), players)
    usual = settings.players if settings.players in allowed else allowed[0]
    return replace(changed, players=int(players) if players else usual)


def _wrong_players(allowed: str, players: str) -> BadSetting:
    """Another number of players than the code of play is for, with the codes that are for it."""
    codes = " ".join(one for one in RULE_SETS if players in map(str, load_rules(one).players))
    declined = Declined("wrong-players", (("allowed", allowed), ("players", players), ("codes", codes)))
    return BadSetting("players", allowed, declined=declined if codes else None)


def _of_key(error: RulesError, rules: str) -> ValueError:
    """The error with the values that the key takes by these rules, where it is about one."""
    name, _, reason = str(error).partition(": ")
    name = name.partition("=")[0]  # `hands=`, where no value was given
    if name not in KEYS:
        return error
    setting = AT_TABLE.get(name)
    if setting is None or reason.startswith("not in "):
        return BadSetting(name, "", reason, declined=Declined("setting-not-here", (("setting", name),)))
    if name == "hands":
        return BadSetting(name, ", ".join(map(str, load_rules(rules).hands_allowed)), reason)
    return setting.bad_value(reason)


def _house(settings: Settings) -> dict[str, str]:
    return dict(part.split("=", 1) for part in settings.house.split())


def _house_text(house: Mapping[str, str]) -> str:
    text = " ".join(f"{key}={value}" for key, value in house.items())
    parse_house(text)
    return text
