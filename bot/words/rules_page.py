"""A code of play on one page of plain words, and in one sentence, made from the data that the engine plays by.

First comes how the game goes (`bot.words.primer`), then what this code has of its own: the sentences of the keys
with their values; what means nothing in a code is left out. A new key of the rules is told in the primer, put into a
section here, or left out by name.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from bot.words import table_words
from bot.words.languages import Language, list_words, say
from bot.words.primer import PRIMER, sentences
from bot.words.refusals import citation
from engine.rules import KEYS, RULE_SETS, Key, Rules, Value, describe, differences
from engine.victory import DRAW, STEP, Table, vp_table

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(PRIMER, ()),
    "particulars": (
        "two_equal_sets",
        "two_equal_runs",
        "free_wild",
        "natural_two_needs_real_three",
        "opening",
        "semi_inside",
        "semi_any_8",
        "forbid_single_pile_rediscard",
        "zero_hand",
        "stallo",
        "stallo_laps",
        "last_lap_extra",
        "unseen_pozzetto",
        "unopened_double",
    ),
    "match": (
        "knockout",
        "teams",
        "ranking_points",
        "abandonment_penalty",
        "abandonment_vp",
        "award_vp",
        "award_vp_long",
        "award_mp",
        "award_sixths",
    ),
    "clock": (
        "clock_scale",
        "turn_clock",
        "turn_clock_grace",
        "turn_seconds",
        "clock_out",
        "clock_discard",
        "round_minutes",
        "round_clock",
    ),
    "comfort": ("undo", "open_pairs"),
}
"""The page: what `primer` tells, then the keys that have a line of their own."""
LEFT_OUT: Final = ("hands_allowed", "target_allowed")  # what a table may choose: the settings tell it
WITH_ANOTHER: Final = {"stallo_laps": "stallo", "award_vp_long": "award_vp", "award_mp": "award_vp"}
"""Keys that are told in the line of another."""
_NOTHING_AT_ZERO: Final = (
    "natural_two_needs_real_three",
    "semi_any_8",
    "unopened_double",
    "knockout",
    "teams",
    "ranking_points",
    "abandonment_penalty",
    "abandonment_vp",
    "award_vp",
    "award_vp_long",
    "award_mp",
    "award_sixths",
    "turn_clock",
    "turn_clock_grace",
    "turn_seconds",
    "round_minutes",
    "open_pairs",
)
_OF_VICTORY_POINTS: Final = ("abandonment_vp", "award_vp")
"""What a match given up is worth by its Victory Points; where none are printed, the points decide."""

_OF_ANY_TABLE: Final = ("last_lap_extra",)
"""What only tables with partners may change, and is told of every code."""

_USUAL: Final[Mapping[str, Value]] = {
    "two_equal_runs": True,
    "opening": "none",
    "clock_out": "plays",
    "round_clock": "shown",
}
"""What is told only where it is otherwise."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in words, where it is written ("" for the cards themselves), and whether this table has changed it."""

    text: str
    source: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class RulesText:
    """A code: its name, its sentence, its rules."""

    title: str
    offer: str
    sections: tuple[Section, ...]


def offers(language: Language) -> dict[str, str]:
    """What each code is like, in one plain sentence."""
    return {code: say(language, f"code.{code}.offer") for code in RULE_SETS}


def rules_page(language: Language, rules: Rules) -> RulesText:
    """The page of a code as this table plays it."""
    sections = [Section(say(language, f"section.{name}"), tuple(_lines(language, rules, name))) for name in SECTIONS]
    return RulesText(
        say(language, f"code.{rules.name}.name"),
        say(language, f"code.{rules.name}.offer"),
        tuple(section for section in sections if section.lines),
    )


def page_text(language: Language, page: RulesText) -> str:
    """The page as plain text, without its articles."""
    parts = [f"{page.title}\n{page.offer}"]
    parts += [
        "\n".join([section.title, *[_text(language, line) for line in section.lines]]) for section in page.sections
    ]
    return "\n\n".join(parts)


def _text(language: Language, line: RuleLine) -> str:
    changed = f" ({say(language, 'rules.changed')})" if line.changed else ""
    return f"• {line.text}{changed}"


def _lines(language: Language, rules: Rules, section: str) -> Iterator[RuleLine]:
    if section in PRIMER:
        yield from _primer(language, rules, section)
    infos, changed = describe(rules.name), differences(rules)
    for name in SECTIONS[section]:
        if name not in WITH_ANOTHER and _matters(rules, KEYS[name]):
            info = infos[name]
            source = citation(language, info.article, rules.name, info.inherited_from)
            keys = {name, *[key for key, other in WITH_ANOTHER.items() if other == name]}
            yield RuleLine(_sentence(language, KEYS[name], rules), source, not keys.isdisjoint(changed))
    if section == "match":
        yield from _victory_points(language, rules)


def _primer(language: Language, rules: Rules, section: str) -> Iterator[RuleLine]:
    infos, changed = describe(rules.name), differences(rules)
    value = partial(_value_of, language, rules)
    for sentence, text in sentences(language, rules, section, value):
        info = infos[sentence.keys[0]] if sentence.keys else None
        source = citation(language, info.article, rules.name, info.inherited_from) if info else ""
        yield RuleLine(text, source, any(key in changed for key in sentence.keys))


def _value_of(language: Language, rules: Rules, key: str) -> str:
    return value_words(language, KEYS[key], getattr(rules, key))


def _matters(rules: Rules, key: Key) -> bool:
    if key.partners and key.name not in _OF_ANY_TABLE and 4 not in rules.players:
        return False
    if key.needs and not getattr(rules, key.needs):
        return False
    if key.name in ("turn_clock_grace", "clock_discard") and not _forces(rules):
        return False
    if key.name in _OF_VICTORY_POINTS and _table(rules) is None:
        return False
    if key.name == "award_vp" and rules.abandonment_vp:
        return False
    if key.name in differences(rules):
        return True
    if key.name in _USUAL:
        return bool(getattr(rules, key.name) != _USUAL[key.name])
    return bool(getattr(rules, key.name)) or key.name not in _NOTHING_AT_ZERO


def _forces(rules: Rules) -> bool:
    """Whether there is a clock that plays for who runs out of time."""
    return rules.clock_out == "plays" and bool(rules.turn_clock or rules.turn_seconds)


def _sentence(language: Language, key: Key, rules: Rules) -> str:
    """The key's sentence with its value: after a full stop's place a colon, after a question the answer."""
    special = _WHOLE.get(key.name)
    if special is not None:
        return special(language, rules)
    sentence, chosen = say(language, f"rule.{key.name}"), getattr(rules, key.name)
    value = value_words(language, key, chosen)
    if sentence.endswith("."):
        return f"{sentence[:-1]}: {value}"
    return f"{sentence} {value}"


# --- values in words --------------------------------------------------------------------------------------------------


def value_words(language: Language, key: Key, chosen: Value) -> str:
    """A value of a key as people say it."""
    for choice in key.choices:
        if choice.value == chosen:
            return say(language, f"rule.{key.name}.{choice.value}")
    if isinstance(chosen, bool):
        return say(language, "yes") if chosen else say(language, "no")
    special = _SPECIAL.get(key.name)
    if special is not None:
        return special(language, chosen)
    if isinstance(chosen, tuple):
        return list_words(language, [str(item) for item in chosen], "or" if key.name == "players" else "and")
    return str(chosen)


def _ranks(_language: Language, chosen: Value) -> str:
    return " ".join([table_words.rank(letter) for letter in str(chosen)])


def _turn_clock(language: Language, chosen: Value) -> str:
    pairs = _pairs(chosen)
    parts = [say(language, "rules.below", cards=cards, seconds=seconds) for cards, seconds in pairs[:-1]]
    return "; ".join([*parts, say(language, "rules.otherwise", seconds=pairs[-1][1])])


def _round_minutes(language: Language, rules: Rules) -> str:
    lengths = [(deals, minutes) for deals, minutes in rules.round_minutes if deals in rules.hands_allowed]
    parts = [say(language, "rules.minutes", count=deals, minutes=minutes) for deals, minutes in lengths]
    return say(language, "rules.round", minutes=list_words(language, parts))


def _stallo(language: Language, rules: Rules) -> str:
    """What becomes of a stallo, and how long one is; where it is nothing, the laps mean nothing."""
    what = value_words(language, KEYS["stallo"], rules.stallo)
    if rules.stallo == "off":
        return f"{say(language, 'rule.stallo')[:-1]}: {what}"
    return say(language, "rules.stallo", count=rules.stallo_laps, what=what)


def _award_words(language: Language, rules: Rules) -> str:
    """What a side has at least when the other gives the match up."""
    vp, long = rules.award_vp, rules.award_vp_long
    return say(language, "rules.left-vp", vp=vp, long=long if long != vp else "", points=rules.award_mp or "")


def _ranking_left(language: Language, rules: Rules) -> str:
    """Sixths of a point, as people write them."""
    whole, sixths = divmod(rules.award_sixths, len(_SIXTHS))
    return say(language, "rules.left", points=f"{whole or ''}{_SIXTHS[sixths]}" or "0")


def _pairs(chosen: Value) -> list[tuple[int, int]]:
    assert isinstance(chosen, tuple)
    return [pair for pair in chosen if isinstance(pair, tuple)]


_SPECIAL: Final[Mapping[str, Callable[[Language, Value], str]]] = {
    "set_ranks": _ranks,
    "turn_clock": _turn_clock,
}
_SIXTHS: Final = ("", "⅙", "⅓", "½", "⅔", "⅚")
_WHOLE: Final[Mapping[str, Callable[[Language, Rules], str]]] = {
    "stallo": _stallo,
    "round_minutes": _round_minutes,
    "award_vp": _award_words,
    "award_sixths": _ranking_left,
}
"""Keys that no sentence with a value behind it can tell."""


def _victory_points(language: Language, rules: Rules) -> Iterator[RuleLine]:
    table = _table(rules)
    if table is not None:
        rows = "; ".join(_rows(language, table))
        yield RuleLine(say(language, "rules.vp", rows=rows), citation(language, table.article, rules.name, table.code))
    elif not rules.ranking_points:
        yield RuleLine(say(language, "rules.no-vp"))


def _table(rules: Rules) -> Table | None:
    """The Victory Points of a match of this length; None where none are printed for it."""
    return vp_table(rules, rules.hands, rules.teams, rules.target or None)


def _rows(language: Language, table: Table) -> Iterator[str]:
    floors = (0, *[top + STEP for top in table.tops])
    for row, (floor, after) in enumerate(pairwise(floors)):
        yield f"{floor}–{after - STEP} {DRAW + row}-{DRAW - row}"
    yield say(language, "rules.vp-last", points=floors[-1], vp=f"{2 * DRAW}-0")
