"""Rule sets: what differs between the codes of play, read from `engine/rulesets/*.toml`, and what a table may change.

Each value keeps the article it comes from. A new difference between codes is a new key: a field of `Rules`, an entry in
`keys.toml`, and a line in the file of each code that prints it. Nothing here knows how a key is used.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from engine.cards import RANKS
from engine.refusal import Reason

RULE_SETS: Final = ("febur", "online", "three-player", "fitab", "fibur", "international")
HOUSE: Final = "house"  # stands in place of an article for what no code prints
SECTIONS: Final = {"keys", "articles", "earlier", "victory_points", "victory_points_for"}
OWN_TAGS: Final = ("hands", "target", "teams")  # a record has tags of their own for these

Value: TypeAlias = int | bool | str | tuple[int, ...] | tuple[tuple[int, int], ...]


class RulesError(ValueError):
    """A rule file or a house rule that cannot be used; the message is one line naming file or key and the reason."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A code of play, ready to use. Points are Match Points; a bonus of 0 means that the code has no such burraco."""

    name: str
    # the table and the deal
    players: tuple[int, ...]
    direction: str  # "clockwise" or "anticlockwise"
    hand_size: int
    pozzetti: int
    stock_reserve: int  # cards of the stock that nobody draws
    # melds
    set_ranks: str  # ranks that may form sets, such as "A3456789TJQK"
    max_run: int
    max_set: int
    two_equal_sets: bool
    two_equal_runs: bool
    free_wild: str  # "floating" or "anchored"
    natural_two_needs_real_three: bool
    opening: str  # "none" or "clean"
    # burraco
    bonus_reale: int
    bonus_super: int
    bonus_pulito: int
    bonus_semipulito: int
    bonus_sporco: int
    semi_inside: bool
    semi_any_8: bool
    # taking and discarding
    pickup: str  # "free" or "must_meld"
    forbid_single_pile_rediscard: bool
    pozzetto_view: str  # "partner_discard" or "own_turn"
    # the end of a deal
    zero_hand: str  # "refuse" or "allow"
    close_needs: str  # "any" or "clean"
    wild_closing_discard: bool
    stallo: str  # "auto", "ask" or "off"
    stallo_laps: int
    last_lap_extra: int  # turns between a time-out and its last lap, where there are partners
    # the score of a deal
    closing_bonus: int
    pozzetto_not_taken: int  # taken away
    unseen_pozzetto: str  # "cards" or "flat100"
    unopened_double: bool
    # the match
    hands: int
    hands_allowed: tuple[int, ...]
    target: int  # 0: none
    target_allowed: bool
    knockout: bool
    teams: bool
    ranking_points: tuple[int, ...]
    abandonment_penalty: int
    abandonment_vp: int
    award_vp: int  # of who rests or is left, up to three deals
    award_vp_long: int  # the same from four deals on, to a target, and for teams
    award_mp: int  # 0: the first of their row
    award_sixths: int  # of a ranking point
    # clocks
    turn_clock: tuple[tuple[int, int], ...]  # (fewer cards than this, seconds), rising; () where the code prints none
    turn_clock_grace: int  # seconds
    clock_scale: int  # the code's clock runs with its seconds times this; 0: it does not run
    turn_seconds: int  # the table's own clock in place of the code's; 0: none
    clock_out: str  # "plays" or "loses"
    clock_discard: str  # "highest" or "drawn"
    round_minutes: tuple[tuple[int, int], ...]  # (deals, minutes)
    round_clock: str  # "shown" or "hidden"
    # comfort
    undo: bool
    open_pairs: bool
    # where each refusal is written
    articles: Mapping[Reason, str] = field(hash=False)

    def turn_limit(self, cards: int) -> int:
        """Seconds for a turn that begins with so many cards in hand; 0 for no limit."""
        if self.turn_seconds:
            return self.turn_seconds
        for below, seconds in self.turn_clock:
            if cards < below:
                return seconds * self.clock_scale
        return 0


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a key may take, in plain words."""

    value: str | int
    en: str


@dataclass(frozen=True, slots=True)
class Key:
    """What a key is: type and limits, whether a table may change it, and a plain sentence for a settings screen."""

    name: str
    type: str  # "int", "bool", "choice", "text", "ints" or "pairs"
    house: bool
    en: str
    usual: Value | None = None  # in a code whose file does not name it, for no code prints it; None: each must
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()  # of an int: if any, nothing else is allowed
    needs: str = ""  # another key: where that one is off, 0 or empty this one means nothing
    partners: bool = False  # means nothing where nobody has a partner


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """The value of a key in one code, and where it is written: in `inherited_from`, where the code itself is silent."""

    value: Value
    article: str
    inherited_from: str | None


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule file, read and checked. The Victory Point tables are checked by `engine.victory`."""

    rules: Rules
    keys: Mapping[str, KeyInfo]
    victory_points: Mapping[str, Any]
    victory_points_for: Mapping[str, Any]
    earlier: Mapping[str, Value]  # what house rules were before this file said otherwise


# ---- reading a value


def _whole(value: object, what: str = "a whole number") -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(f"must be {what}, not {value!r}")
    return value


def _int(key: Key, value: object) -> Value:
    number = _whole(value)
    allowed = [choice.value for choice in key.choices]
    if allowed and number not in allowed:
        raise RulesError(f"must be {_or(allowed)}, not {number}")
    if not allowed and not key.low <= number <= key.high:
        raise RulesError(f"must be from {key.low} to {key.high}, not {number}")
    return number


def _bool(key: Key, value: object) -> Value:
    if not isinstance(value, bool):
        raise RulesError(f"must be on or off, not {value!r}")
    return value


def _choice(key: Key, value: object) -> Value:
    allowed = [choice.value for choice in key.choices]
    if not isinstance(value, str) or value not in allowed:
        raise RulesError(f"must be {_or(allowed)}, not {value!r}")
    return value


def _text(key: Key, value: object) -> Value:
    if not isinstance(value, str) or not value:
        raise RulesError(f"must be a text, not {value!r}")
    return value


def _ints(key: Key, value: object) -> Value:
    if not isinstance(value, list):
        raise RulesError(f"must be a list of whole numbers, not {value!r}")
    return tuple([_whole(item, "a list of whole numbers") for item in value])


def _pairs(key: Key, value: object) -> Value:
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise RulesError(f"must be a list of pairs of whole numbers, not {value!r}")
    return tuple([(_whole(pair[0]), _whole(pair[1])) for pair in value])


CHECKS: Final[dict[str, Callable[[Key, object], Value]]] = {
    "int": _int,
    "bool": _bool,
    "choice": _choice,
    "text": _text,
    "ints": _ints,
    "pairs": _pairs,
}


def _or(values: Sequence[str | int]) -> str:
    return " or ".join(str(value) for value in values)


# ---- reading the files


def _packaged(file: str) -> str:
    return files("engine").joinpath("rulesets", file).read_text(encoding="utf-8")


def _toml(file: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{file}: not TOML: {error}") from None


def _read_keys() -> dict[str, Key]:
    keys = {}
    for name, entry in _toml("keys.toml", _packaged("keys.toml")).items():
        choices = tuple(Choice(**choice) for choice in entry.pop("choices", ()))
        usual = entry.pop("usual", None)
        key = Key(name=name, choices=choices, **entry)
        keys[name] = key if usual is None else replace(key, usual=CHECKS[key.type](key, usual))
    return keys


KEYS: Final[Mapping[str, Key]] = _read_keys()


def _section(
    file: str, name: str, data: Mapping[str, Any], expected: set[str], optional: Set[str] = frozenset()
) -> Mapping[str, Any]:
    """A table of the file that has exactly the expected entries; those that are `optional` may be missing."""
    section = data.get(name, {})
    for entry in section:
        if entry not in expected:
            raise RulesError(f"{file}: {name}: {entry}: unknown")
    for entry in sorted(expected - optional):
        if entry not in section:
            raise RulesError(f"{file}: {name}: {entry}: missing")
    return dict(section)


def _key_info(file: str, code: str, key: Key, entry: object) -> KeyInfo:
    """One line of the file's keys, checked; the usual value where there is none."""
    if entry is None and key.usual is not None:
        return KeyInfo(key.usual, HOUSE, None)
    where = f"{file}: {key.name}"
    if not isinstance(entry, dict) or "value" not in entry:
        raise RulesError(f"{where}: must be {{ value = ..., article = ... }}")
    for part in entry:
        if part not in ("value", "article", "inherited_from"):
            raise RulesError(f"{where}: {part}: unknown")
    article, source = entry.get("article"), entry.get("inherited_from")
    if not isinstance(article, str) or not article:
        raise RulesError(f"{where}: no article")
    if source is not None and (source not in RULE_SETS or source == code):
        raise RulesError(f"{where}: inherited_from names no other code: {source!r}")
    try:
        return KeyInfo(CHECKS[key.type](key, entry["value"]), article, source)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def _articles(file: str, data: Mapping[str, Any]) -> dict[Reason, str]:
    section = _section(file, "articles", data, {reason.value for reason in Reason})
    for reason, article in section.items():
        if not isinstance(article, str) or not article:
            raise RulesError(f"{file}: articles: {reason}: no article")
    return {Reason(reason): article for reason, article in section.items()}


def read_rule_file(name: str, text: str) -> RuleFile:
    """Read and check the TOML text of the code `name`. Raises `RulesError`, which names file, key and reason."""
    file = f"{name}.toml"
    data = _toml(file, text)
    for section in data:
        if section not in SECTIONS:
            raise RulesError(f"{file}: {section}: unknown")
        if not isinstance(data[section], dict):
            raise RulesError(f"{file}: {section}: must be a table")
    entries = _section(file, "keys", data, set(KEYS), {key.name for key in KEYS.values() if key.usual is not None})
    infos = {key.name: _key_info(file, name, key, entries.get(key.name)) for key in KEYS.values()}
    values: dict[str, Any] = {key: info.value for key, info in infos.items()}
    rules = Rules(name=name, articles=_articles(file, data), **values)
    try:
        _check_table(rules)
        _check_hands(rules)
    except RulesError as error:
        raise RulesError(f"{file}: {error}") from None
    earlier = _earlier(file, data.get("earlier", {}))
    return RuleFile(rules, infos, data.get("victory_points", {}), data.get("victory_points_for", {}), earlier)


def _earlier(file: str, section: Mapping[str, Any]) -> dict[str, Value]:
    try:
        return {name: _house_value(name, str(value)) for name, value in section.items()}
    except RulesError as error:
        raise RulesError(f"{file}: earlier: {error}") from None


@cache
def rule_file(name: str) -> RuleFile:
    """The shipped rule file of this name. Raises `RulesError` for a name that is none of `RULE_SETS`."""
    if name not in RULE_SETS:
        raise RulesError(f"no rule set {name!r}; there are {', '.join(RULE_SETS)}")
    return read_rule_file(name, _packaged(f"{name}.toml"))


def load_rules(name: str) -> Rules:
    """A shipped code of play. Raises `RulesError` for an unknown name."""
    return rule_file(name).rules


def earlier_house(name: str) -> dict[str, str]:
    """What a shipped code said at first where it says otherwise now, as house rules; tables of that time keep it."""
    return {key: format_value(value) for key, value in rule_file(name).earlier.items()}


def describe(name: str) -> dict[str, KeyInfo]:
    """Every key of a shipped code with its value and its article."""
    return dict(rule_file(name).keys)


# ---- house rules

LONGEST: Final = 9  # digits of a value; Python itself reads no number of thousands
BOOLS: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def with_house(rules: Rules, changes: Mapping[str, str]) -> Rules:
    """The rules with a table's changes, given as text such as {"undo": "off", "hands": "2"}.

    Ranking points are printed for the length that the code prints, and for no other. Raises `RulesError`, which names
    the key and the reason.
    """
    values: dict[str, Any] = {name: _house_value(name, text) for name, text in changes.items()}
    changed = replace(rules, **values)
    if changed.hands != rules.hands:
        changed = replace(changed, ranking_points=())
    _check_together(changed)
    return changed


def _house_value(name: str, text: str) -> Value:
    key = KEYS.get(name)
    if key is None:
        raise RulesError(f"{name}: no such rule")
    if not key.house:
        raise RulesError(f"{name}: fixed by the code, not a house rule")
    return parse_value(key, text)


def parse_value(key: Key, text: str) -> Value:
    """The value a person wrote for a key: a number, on or off, or one of its choices. Raises `RulesError`."""
    value: object = text
    if key.type == "bool":
        value = BOOLS.get(text.lower(), text)
    elif key.type == "int" and text.isascii() and text.isdigit() and len(text) <= LONGEST:
        value = int(text)
    try:
        return CHECKS[key.type](key, value)
    except RulesError as error:
        raise RulesError(f"{key.name}: {error}") from None


def format_value(value: Value) -> str:
    """A value as a person writes it; what `parse_value` reads back for every house rule."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join(":".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value) or "none"
    return str(value)


def differences(rules: Rules, at_first: bool = False) -> dict[str, Value]:
    """What a table has set other than the shipped code, or than it was `at_first`, in the order of `KEYS`.

    What follows from the match's length is not named.
    """
    shipped = load_rules(rules.name)
    if at_first:
        earlier: dict[str, Any] = dict(rule_file(rules.name).earlier)
        shipped = replace(shipped, **earlier)
    keys = [key for key, one in KEYS.items() if one.house]
    return {key: getattr(rules, key) for key in keys if getattr(rules, key) != getattr(shipped, key)}


def house_text(rules: Rules, at_first: bool = False) -> str:
    """The differences to the shipped code, as `differences`, as a record's House tag has them: `undo=off stallo=ask`.

    Without the number of deals, the target and teams, which have tags of their own.
    """
    changed = differences(rules, at_first)
    return " ".join(f"{key}={format_value(value)}" for key, value in changed.items() if key not in OWN_TAGS)


def parse_house(text: str) -> dict[str, str]:
    """The changes in a House tag, ready for `with_house`. Raises `RulesError` for a part that is not key=value."""
    changes: dict[str, str] = {}
    for part in text.split():
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise RulesError(f"{part}: must be key=value")
        if key in changes:
            raise RulesError(f"{key}: given twice")
        changes[key] = value
    return changes


def _check_together(rules: Rules) -> None:
    """Refuses changes that mean nothing in this code."""
    _check_hands(rules)
    for name in differences(rules):
        key = KEYS[name]
        if key.partners and 4 not in rules.players:
            raise RulesError(f"{name}: not in {rules.name}, where nobody has a partner")
        needed = getattr(rules, key.needs) if key.needs else True
        if not needed:
            raise RulesError(f"{name}: not in {rules.name}, where {key.needs} is {format_value(needed)}")


def _check_table(rules: Rules) -> None:
    """Values of the right type that no table can have."""
    if not rules.players or not set(rules.players) <= {2, 3, 4}:
        raise RulesError(f"players: must be among 2, 3 and 4, not {format_value(rules.players)}")
    if len(set(rules.set_ranks)) < len(rules.set_ranks) or not set(rules.set_ranks) <= set(RANKS):
        raise RulesError(f"set_ranks: must be different ranks of {RANKS}, not {rules.set_ranks!r}")
    if not rules.hands_allowed or min(rules.hands_allowed) < 1:
        raise RulesError(f"hands_allowed: must be from 1 on, not {format_value(rules.hands_allowed)}")
    limits = [below for below, _ in rules.turn_clock]
    if limits != sorted(set(limits)):
        raise RulesError(f"turn_clock: its numbers of cards must rise, not {format_value(rules.turn_clock)}")


def _check_hands(rules: Rules) -> None:
    if rules.hands not in rules.hands_allowed:
        allowed = list(rules.hands_allowed)
        raise RulesError(f"hands: {rules.name} is played over {_or(allowed)} deals, not {rules.hands}")
