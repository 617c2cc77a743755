"""Writes docs/rules.md from the rule files, the engine's source, the transcripts and the readings: `make docs`.

`python -m docs.generate` writes it, and docs/commands.md, and wraps all pages; tests fail while one is out of date.
"""

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from docs import commands
from docs.places import Place, places_of, places_of_reasons
from docs.readings import CHOICES, READINGS, Reading
from docs.rulings import READINGS as DOUBTS
from docs.shown import NOT_SHOWN_KEYS, NOT_SHOWN_REASONS, shown_by
from docs.tables import table
from docs.tournaments import LAW, Article, whole_name
from docs.wrapping import wrap_pages, wrapped
from engine.deal import TERMINATIONS
from engine.refusal import Reason
from engine.rules import KEYS, RULE_SETS, Key, KeyInfo, describe, format_value, load_rules
from engine.rulings.book import Irregularity
from engine.rulings.books import BOOKS
from engine.rulings.effects import Effect
from engine.rulings.moments import span_text

PAGE: Final = Path(__file__).parent / "rules.md"
HEAD: Final = """\
# The rules: from the article to the code and its proof

Written by `make docs`, not by hand, from the rule files in [engine/rulesets](../engine/rulesets), the source of the
[engine](../engine) and the records in [tests/transcripts](../tests/transcripts).

Six codes of play share one engine. What differs between them is a *key*. The tables give its value in each code and,
small, the article that prints it: `↳ fibur` marks a value taken from another code where this one is silent, *house* one
that no code prints. A key with ✎ may be changed by a table. *Where* names the functions that read the key; *shown by*
links games that demonstrate it, which the tests replay.
"""
HOST: Final = "the host"


def rules_page() -> str:
    """The whole page."""
    return wrapped(
        "\n".join([HEAD, *_topics(), *_ends(), *_refusals(), *_tournaments(), *_rulings(), *_readings(), *_choices()])
    )


# --- the keys, topic by topic -----------------------------------------------------------------------------------------


def topics() -> dict[str, list[Key]]:
    """The keys under the headings of the file that lists them."""
    found: dict[str, list[Key]] = {}
    keys: list[Key] = []
    text = files("engine").joinpath("rulesets", "keys.toml").read_text(encoding="utf-8")
    for line in text.splitlines():
        heading, key = re.fullmatch(r"# -{2,} (.+)", line), re.fullmatch(r"\[(\w+)\]", line)
        if heading:
            found[heading[1][0].upper() + heading[1][1:]] = keys = []
        elif key:
            keys.append(KEYS[key[1]])
    return found


def _topics() -> Iterable[str]:
    places, transcripts = places_of(frozenset(KEYS)), shown_by()
    codes = [describe(code) for code in RULE_SETS]
    for title, keys in topics().items():
        rows = [
            [
                f"`{key.name}`" + (" ✎" if key.house else ""),
                key.en,
                *[_value(code[key.name]) for code in codes],
                _where(places.get(key.name, [])) or _elsewhere(key),
                _links(transcripts.get(key.name, [])) or _not_shown(key),
            ]
            for key in keys
        ]
        yield f"## {title}\n"
        yield table(["key", "what", *RULE_SETS, "where", "shown by"], rows)


def _not_shown(key: Key) -> str:
    """Why no transcript shows a key. Ends the program where nobody has said so."""
    if key.name not in NOT_SHOWN_KEYS:
        raise SystemExit(f'{key.name}: no transcript shows it; one that does has the tag [Shows "{key.name}"]')
    return NOT_SHOWN_KEYS[key.name]


def _value(info: KeyInfo) -> str:
    source = f"↳ {info.inherited_from}, " if info.inherited_from else ""
    article = "*house*" if info.article == "house" else source + info.article
    return f"{format_value(info.value)}<br><sub>{article}</sub>"


def _where(places: Sequence[Place]) -> str:
    return "<br>".join([f"[{_function(place)}](../engine/{place.file})" for place in places])


def _function(place: Place) -> str:
    return f"{place.file.removesuffix('.py').replace('/', '.')}.{place.name.removesuffix('.__init__')}"


def _elsewhere(key: Key) -> str:
    needing = [f"`{other.name}`" for other in KEYS.values() if other.needs == key.name]
    return f"settings: {', '.join(needing)} needs it" if needing else HOST


def _links(names: Sequence[str]) -> str:
    return "<br>".join([f"[{name.replace('-', ' ')}](../tests/transcripts/{name}.brn)" for name in names])


# --- ends and refusals ------------------------------------------------------------------------------------------------


ENDS: Final = {
    "chiusura": "a player closes with the last discard",
    "tallone": "the stock is exhausted",
    "stallo": "everybody only swaps the one card of the pile, and where the code asks, all agree",
    "tempo": "the last lap after a time-out is over",
    "abbandono": "a side gives up, or loses by its clock",
    "annullo": "the deal is annulled by consent",
    "arbitro": "the arbiter ends it",
}


def _ends() -> Iterable[str]:
    transcripts = shown_by()
    yield "## How a deal ends\n"
    yield table(
        ["termination", "what", "shown by"], [[f"`{end}`", ENDS[end], _links(transcripts[end])] for end in TERMINATIONS]
    )


def _refusals() -> Iterable[str]:
    places, transcripts = places_of_reasons(), shown_by()
    codes = [load_rules(code) for code in RULE_SETS]
    rows = [
        [
            f"`{reason}`",
            *[
                f"<sub>{'*house*' if code.articles[reason] == 'house' else code.articles[reason]}</sub>"
                for code in codes
            ],
            _where(places.get(reason.name, [])) or "–",
            _links(transcripts.get(reason, [])) or NOT_SHOWN_REASONS[reason],
        ]
        for reason in Reason
    ]
    yield "## Why an action is refused\n"
    yield "The article in each code; a code in brackets is the one that prints it where this one is silent.\n"
    yield table(["reason", *RULE_SETS, "given by", "shown by"], rows)


# --- tournaments ------------------------------------------------------------------------------------------------------


def _tournaments() -> Iterable[str]:
    yield "## Tournament law\n"
    yield "What is computed from a [tournament's file](tournament-format.md), and what is left to people.\n"
    rows = [[law.articles, law.what, _functions(law), law.left_out or "–", _tests_of_law(law)] for law in LAW]
    yield table(["articles", "what", "where", "left out, and why", "shown by"], rows)


def _functions(law: Article) -> str:
    modules = [(name, whole_name(name).rpartition(".")[0]) for name in law.functions]
    links = [(name, f"../{module.replace('.', '/')}.py") for name, module in modules]
    return "<br>".join([f"[{text}]({target})" for text, target in links])


def _tests_of_law(law: Article) -> str:
    files = [f"test_{name}" for name in law.tests]
    return "<br>".join([f"[{file}](../tests/engine/tournament/{file}.py)" for file in files])


# --- rulings ----------------------------------------------------------------------------------------------------------


def _rulings() -> Iterable[str]:
    yield "## Rulings\n"
    yield (
        "What an irregularity at a real table costs: the rows of [the book](rulings.md), in "
        "[engine/rulings](../engine/rulings), held against the federations' pages by "
        "[test_book](../tests/engine/rulings/test_book.py) where a copy of them lies in `../shared`, their examples "
        "worked by "
        "[test_examples](../tests/engine/rulings/test_examples.py). `burraco ruling CODE ROW` says a row in words; the "
        "letters of its effects are those of [effects](../engine/rulings/effects.py), the marks those of "
        "[book](../engine/rulings/book.py). Online, fibur and international print no such law.\n"
    )
    yield table(
        ["row", "article", "noticed", "what follows", "the right is lost", "mark", "doubts"],
        [_ruling(book.code, row) for book in BOOKS.values() for row in book],
    )
    yield "Where the law of irregularities is unclear or contradicts itself.\n"
    rows = [[f"R{read.number}", read.where, read.doubt, read.answer, _rows_read_by(read.number)] for read in DOUBTS]
    yield table(["", "where", "the doubt", "how it is read", "rows"], rows)


def _ruling(code: str, row: Irregularity) -> list[str]:
    effects = [_effects(row.effects_in(case.key), case.key) for case in row.cases] or [_effects(row.effects)]
    doubts = " ".join([f"R{number}" for number in row.readings])
    lost, marks = " ".join(row.lost) or "–", " ".join(row.marks).replace("*", "\\*")
    return [
        f"`{row.id}`",
        f"{code}, {row.article}",
        span_text(row.moments),
        "<br>".join(effects),
        lost,
        marks,
        doubts or "–",
    ]


def _effects(effects: Sequence[Effect], case: str = "") -> str:
    return (f"{case}: " if case else "") + (" ".join([one.key for one in effects]) or "–")


def _rows_read_by(number: int) -> str:
    return " ".join([f"`{row.id}`" for book in BOOKS.values() for row in book if number in row.readings])


# --- readings ---------------------------------------------------------------------------------------------------------


def _readings() -> Iterable[str]:
    yield "## Readings taken\n"
    yield "Where a code is unclear or contradicts itself.\n"
    rows = [[f"A{read.number}", read.codes, read.doubt, read.answer, _tests_of(read)] for read in READINGS]
    yield table(["", "codes", "the doubt", "how it is read", "held by"], rows)


def _tests_of(reading: Reading) -> str:
    keys = [f"`{key}`" + (" ✎" if KEYS[key].house else "") for key in reading.keys]
    code = [f"[{name}](../engine/{name.partition('.')[0]}.py)" for name in reading.code]
    return "<br>".join([*keys, *code]) or "–"


def _choices() -> Iterable[str]:
    yield "## Choices of our own\n"
    yield "What no code settles; those about writing are on the page of the [notation](notation.md).\n"
    yield "\n".join([f"- {choice}" for choice in CHOICES]) + "\n"


def main() -> None:
    PAGE.write_text(rules_page(), encoding="utf-8", newline="\n")
    commands.PAGE.write_text(commands.commands_page(), encoding="utf-8", newline="\n")
    wrap_pages([*PAGE.parent.glob("*.md"), *[PAGE.parents[1] / name for name in ("README.md", "CONTRIBUTING.md")]])


if __name__ == "__main__":
    main()
