"""A code of play on one page of plain words, and in one sentence, made from the data that the engine plays by.

The lines are the sentences of the keys with their values; what means nothing in a code is left out. A new key of the
rules must be put into a section here, or be left out by name.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.chat.speech import words
from bot.chat.speech.languages import Language, listed, say
from bot.chat.speech.refusals import citation
from engine.cards import JOKER, THREE, TWO, value
from engine.melds import card_at
from engine.rules import KEYS, RULE_SETS, Key, Rules, Value, describe, differences
from engine.victory import DRAW, STEP, Table, vp_table

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("players", "direction", "hand_size", "pozzetti", "stock_reserve"),
    "melds": (
        "set_ranks",
        "max_run",
        "max_set",
        "two_equal_sets",
        "two_equal_runs",
        "free_wild",
        "natural_two_needs_real_three",
        "opening",
    ),
    "burraco": (
        "bonus_reale",
        "bonus_super",
        "bonus_pulito",
        "bonus_semipulito",
        "bonus_sporco",
        "semi_inside",
        "semi_any_8",
    ),
    "turn": ("pickup", "forbid_single_pile_rediscard", "pozzetto_view"),
    "end": (
        "zero_hand",
        "close_needs",
        "wild_closing_discard",
        "stallo",
        "stallo_laps",
        "last_lap_extra",
    ),
    "score": ("closing_bonus", "pozzetto_not_taken", "unseen_pozzetto", "unopened_double"),
    "match": (
        "hands",
        "target",
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
        "clock_discard",
        "round_minutes",
    ),
    "comfort": ("undo", "open_pairs"),
}
LEFT_OUT: Final = ("hands_allowed", "target_allowed")  # what a table may choose: the settings tell it
_NOTHING_AT_ZERO: Final = (
    "bonus_reale",
    "bonus_super",
    "bonus_pulito",
    "bonus_semipulito",
    "bonus_sporco",
    "target",
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


@dataclass(frozen=True, slots=True)
class Line:
    """A rule in words, where it is written ("" for the cards themselves), and whether this table has changed it."""

    text: str
    source: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A code: its name, its sentence, its rules."""

    title: str
    offer: str
    sections: tuple[Section, ...]


def offers(language: Language) -> dict[str, str]:
    """What each code is like, in one plain sentence."""
    return {code: say(language, f"code.{code}.offer") for code in RULE_SETS}


def rules_page(language: Language, rules: Rules) -> Page:
    """The page of a code as this table plays it."""
    sections = [Section(say(language, f"section.{name}"), tuple(_lines(language, rules, name))) for name in SECTIONS]
    return Page(
        say(language, f"code.{rules.name}.name"),
        say(language, f"code.{rules.name}.offer"),
        tuple([section for section in sections if section.lines]),
    )


def page_text(language: Language, page: Page, sources: bool = False) -> str:
    """The page as plain text, with its articles if wanted."""
    parts = [f"{page.title}\n{page.offer}"]
    parts += [
        "\n".join([section.title, *[_text(language, line, sources) for line in section.lines]])
        for section in page.sections
    ]
    return "\n\n".join(parts)


def _text(language: Language, line: Line, sources: bool) -> str:
    changed = f" ({say(language, 'rules.changed')})" if line.changed else ""
    source = f" ({line.source})" if sources and line.source else ""
    return f"• {line.text}{changed}{source}"


def _lines(language: Language, rules: Rules, section: str) -> Iterator[Line]:
    infos, changed = describe(rules.name), differences(rules)
    for name in SECTIONS[section]:
        if _matters(rules, KEYS[name]):
            info = infos[name]
            source = citation(language, info.article, info.inherited_from or rules.name)
            yield Line(_sentence(language, KEYS[name], getattr(rules, name)), source, name in changed)
    if section == "score":
        yield Line(_card_values(language))
    if section == "match":
        yield from _victory_points(language, rules)


def _matters(rules: Rules, key: Key) -> bool:
    if (key.partners and 4 not in rules.players) or (key.needs and not getattr(rules, key.needs)):
        return False
    if key.name in ("turn_clock_grace", "clock_discard") and not (rules.turn_clock or rules.turn_seconds):
        return False
    if (key.name == "hands" and rules.target) or (key.name == "stallo_laps" and rules.stallo == "off"):
        return False
    return bool(getattr(rules, key.name)) or key.name not in _NOTHING_AT_ZERO


def _sentence(language: Language, key: Key, chosen: Value) -> str:
    """The key's sentence with its value: after a full stop's place a colon, after a question the answer."""
    sentence = str(getattr(key, language))
    shown = value_words(language, key, chosen)
    if sentence.endswith("."):
        return f"{sentence[:-1]}: {shown}"
    return f"{sentence} {shown}"


# --- values in words --------------------------------------------------------------------------------------------------


def value_words(language: Language, key: Key, chosen: Value) -> str:
    """A value of a key as people say it."""
    for choice in key.choices:
        if choice.value == chosen:
            return str(getattr(choice, language))
    if isinstance(chosen, bool):
        return say(language, "yes") if chosen else say(language, "no")
    special = _SPECIAL.get(key.name)
    if special is not None:
        return special(language, chosen)
    if isinstance(chosen, tuple):
        return listed(language, [str(item) for item in chosen], "or" if key.name == "players" else "and")
    return str(chosen)


def _ranks(_language: Language, chosen: Value) -> str:
    return " ".join([words.rank(letter) for letter in str(chosen)])


def _turn_clock(language: Language, chosen: Value) -> str:
    pairs = _pairs(chosen)
    parts = [say(language, "rules.below", cards=cards, seconds=seconds) for cards, seconds in pairs[:-1]]
    return "; ".join([*parts, say(language, "rules.otherwise", seconds=pairs[-1][1])])


def _round_minutes(language: Language, chosen: Value) -> str:
    return "; ".join(
        [say(language, "rules.minutes", count=deals, minutes=minutes) for deals, minutes in _pairs(chosen)]
    )


def _pairs(chosen: Value) -> list[tuple[int, int]]:
    assert isinstance(chosen, tuple)
    return [pair for pair in chosen if isinstance(pair, tuple)]


_SPECIAL: Final[Mapping[str, Callable[[Language, Value], str]]] = {
    "set_ranks": _ranks,
    "turn_clock": _turn_clock,
    "round_minutes": _round_minutes,
}


def _card_values(language: Language) -> str:
    """What the faces count, the same in all codes."""
    worth = {name: value(card) for name, card in (("joker", JOKER), ("two", TWO), ("ace", 0), ("three", THREE))}
    return say(language, "rules.values", **worth, king=value(card_at(0, 13)))


def _victory_points(language: Language, rules: Rules) -> Iterator[Line]:
    table = vp_table(rules, rules.hands, rules.teams, rules.target or None)
    if table is not None:
        rows = "; ".join(_rows(language, table))
        yield Line(say(language, "rules.vp", rows=rows), citation(language, table.article, table.code))
    elif not rules.ranking_points:
        yield Line(say(language, "rules.no-vp"))


def _rows(language: Language, table: Table) -> Iterator[str]:
    floors = (0, *[top + STEP for top in table.tops])
    for row, (floor, after) in enumerate(pairwise(floors)):
        yield f"{floor}–{after - STEP} {DRAW + row}-{DRAW - row}"
    yield say(language, "rules.vp-last", points=floors[-1], vp=f"{2 * DRAW}-0")
