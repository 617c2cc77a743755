"""How Burraco goes, for somebody who has never played: sentences with the figures of the code in play.

A sentence names the keys of the rules that it tells; those need no line of their own on the page. A new key is told
here, or stands in a section of `bot.words.rules_page`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.words import table_words
from bot.words.languages import Language, say
from engine.cards import JOKER, PACK, RANKS, THREE, TWO, value
from engine.melds import BURRACO, card_at
from engine.rules import Rules

ValueWords: TypeAlias = Callable[[str], str]  # the value of a key as people say it
Say: TypeAlias = Callable[[Language, Rules, ValueWords], str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """`keys`: what it tells; the first one's article is where it is written. It is "" where it means nothing."""

    keys: tuple[str, ...]
    say: Say


def _aim(language: Language, rules: Rules, _value_of: ValueWords) -> str:
    if rules.target:
        return say(language, "primer.aim-target", target=rules.target)
    return say(language, "primer.aim", count=rules.hands)


def _players(language: Language, rules: Rules, _value_of: ValueWords) -> str:
    if 4 not in rules.players:
        return say(language, "primer.alone", players=rules.players[0])
    return say(language, "primer.pairs-or-two") if 2 in rules.players else say(language, "primer.pairs")


def _pickup(language: Language, rules: Rules, _value_of: ValueWords) -> str:
    return say(language, "primer.turn") if rules.pickup == "free" else say(language, "primer.turn-lay")


def _matta(language: Language, rules: Rules, _value_of: ValueWords) -> str:
    """How many a meld may hold, and which two is none: in some codes twos form sets, too."""
    if RANKS[TWO] in rules.set_ranks:
        return say(language, "primer.matta-sets-of-twos")
    return say(language, "primer.matta")


def _pozzetto_view(language: Language, rules: Rules, value_of: ValueWords) -> str:
    """When it may be looked at; two players have no partner after whose discard it could be."""
    by_partner = rules.pozzetto_view == "partner_discard" and 2 in rules.players
    alone = say(language, "rule.pozzetto_view.own_turn") if by_partner else ""
    return say(language, "primer.pozzetto-view", when=value_of("pozzetto_view"), alone=alone)


def _closing(language: Language, rules: Rules, value_of: ValueWords) -> str:
    needed = value_of("close_needs")
    if rules.wild_closing_discard:
        return say(language, "primer.closing-any", burraco=needed)
    return say(language, "primer.closing", burraco=needed)


def _stock(language: Language, rules: Rules, _value_of: ValueWords) -> str:
    """How a deal ends that nobody closes."""
    if rules.stock_reserve:
        return say(language, "primer.stock-end", reserve=rules.stock_reserve)
    return say(language, "primer.stock-end-whole")


def _values(language: Language, _rules: Rules, _value_of: ValueWords) -> str:
    """What the faces count, the same in all codes."""
    worth = {name: value(card) for name, card in (("joker", JOKER), ("two", TWO), ("ace", 0), ("three", THREE))}
    return say(language, "primer.values", **worth, king=value(card_at(0, 13)))


def _kind(name: str) -> Sentence:
    """What such a burraco is and counts, where the code knows it."""

    def kind_words(language: Language, rules: Rules, _value_of: ValueWords) -> str:
        points = getattr(rules, f"bonus_{name}")
        if not points:
            return ""
        kind, what = table_words.kind(language, name), _IS[name](language)
        own = table_words.own_kind(language, rules.name, name)
        if own:
            what = say(language, "primer.own-name", name=own, what=what)
        return say(language, "primer.kind", kind=f"{kind[0].upper()}{kind[1:]}", what=what, points=points)

    return Sentence((f"bonus_{name}",), kind_words)


_IS: Final[Mapping[str, Callable[[Language], str]]] = {
    "sporco": lambda language: say(language, "primer.sporco"),
    "semipulito": lambda language: say(language, "primer.semipulito"),
    "pulito": lambda language: say(language, "primer.pulito"),
    "super": lambda language: say(language, "primer.super"),
    "reale": lambda language: say(language, "primer.reale"),
}

PRIMER: Final[Mapping[str, tuple[Sentence, ...]]] = {
    "aim": (
        Sentence(("players",), _players),
        Sentence(("hands", "target"), _aim),
    ),
    "cards": (
        Sentence((), lambda language, _rules, _value_of: say(language, "primer.pack", cards=len(PACK))),
        Sentence(
            ("hand_size", "pozzetti", "direction"),
            lambda language, rules, value_of: say(
                language,
                "primer.dealt",
                hand=rules.hand_size,
                pozzetti=rules.pozzetti,
                direction=value_of("direction"),
            ),
        ),
    ),
    "turn": (Sentence(("pickup",), _pickup),),
    "melds": (
        Sentence(("max_run",), lambda language, rules, _value_of: say(language, "primer.run", most=rules.max_run)),
        Sentence(
            ("set_ranks", "max_set"),
            lambda language, rules, value_of: say(
                language, "primer.set", most=rules.max_set, ranks=value_of("set_ranks")
            ),
        ),
        Sentence((), _matta),
    ),
    "burraco": (
        Sentence((), lambda language, _rules, _value_of: say(language, "primer.burraco", cards=BURRACO)),
        *[_kind(name) for name in reversed(table_words.KINDS)],
    ),
    "pozzetto": (
        Sentence((), lambda language, _rules, _value_of: say(language, "primer.pozzetto")),
        Sentence(
            ("pozzetto_view",),
            _pozzetto_view,
        ),
    ),
    "end": (
        Sentence(("close_needs", "wild_closing_discard"), _closing),
        Sentence(("stock_reserve",), _stock),
    ),
    "score": (
        Sentence(
            ("closing_bonus", "pozzetto_not_taken"),
            lambda language, rules, _value_of: say(
                language, "primer.score", closing=rules.closing_bonus, penalty=rules.pozzetto_not_taken
            ),
        ),
        Sentence((), _values),
    ),
}
"""By the section of the page."""


def sentences(language: Language, rules: Rules, section: str, value_of: ValueWords) -> Iterator[tuple[Sentence, str]]:
    """What a section says of this code."""
    for sentence in PRIMER[section]:
        text = sentence.say(language, rules, value_of)
        if text:
            yield sentence, text
