"""What there is to read beside the table itself: codes of play, records, why not, and lists of tables; as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.host.ports import Person
from bot.messages.fitting import named_all
from bot.requests.answer import Answer, AnswerFile, Choices, OwnChoices, RulesPage, TableChoice, TableList, WhyNot
from bot.requests.table_index import TableSummary
from bot.tables.lock import SEALED
from bot.tables.table import LOBBY, OVER, PLAYING, Table
from bot.tables.who import Declined
from bot.views.display_names import display_name, display_names, told_apart
from bot.views.drafts import parse_some
from bot.views.table_view import Json
from bot.views.why_view import why_page
from bot.words import refusals, rules_page
from bot.words.declined import declined_words
from bot.words.languages import LANGUAGES, Language, list_words, say
from bot.words.table_words import seat as seat_words
from engine.cards import TEXTS, Malformed, parse_cards
from engine.record import format_record
from engine.rules import RULE_SETS, load_rules
from engine.view import view

# --- codes of play ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a channel that are not closed; with "", one's own. The page: `tables`, a list."""

    channel: str = ""


@dataclass(frozen=True, slots=True)
class Which:
    """The table meant by somebody who names none: the answer's `table`, or `choices` where it could be several.

    `watches`: who sits nowhere means a table of the channel.
    """

    channel: str = ""
    watches: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """What may be done with these cards, and what not, and why."""

    table: str
    cards: str = ""

    @property
    def line(self) -> str:
        return " ".join(["why", *[TEXTS[card] for card in parse_cards(self.cards)]])


@dataclass(frozen=True, slots=True)
class ShowRules:
    """The code of play on one page; that of the table, or one by its name."""

    table: str = ""
    name: str = ""
    language: Language = ""
    line: ClassVar = "rules"


@dataclass(frozen=True, slots=True)
class Record:
    """The record of the deals that have ended."""

    table: str
    line: ClassVar = "record"


def offers() -> Json:
    """The codes of play there are to choose from, in every language."""
    return {
        language: [
            {"name": code, "title": refusals.code_name(language, code), "offer": offer}
            for code, offer in rules_page.offers(language).items()
        ]
        for language in LANGUAGES
    }


def rules_named(language: Language, name: str) -> Answer:
    """A code of play by its name."""
    if name not in RULE_SETS:
        return Answer(False, declined_words(language, Declined("not-now")))
    return Answer(True, page=_rules(rules_page.rules_page(language, load_rules(name))))


def rules_of(language: Language, table: Table) -> Answer:
    """The code of play of a table, with its house rules."""
    return Answer(True, page=_rules(rules_page.rules_page(language, table.code.rules)))


def _rules(page: rules_page.RulesText) -> RulesPage:
    sections = [
        {
            "title": section.title,
            "lines": [{"text": line.text, "source": line.source, "changed": line.changed} for line in section.lines],
        }
        for section in page.sections
    ]
    return RulesPage(page.title, page.offer, sections)


# --- of a table -------------------------------------------------------------------------------------------------------


def why(person: Person, table: Table, cards: str) -> Answer:
    """What may be done with cards of one's own hand, and what not."""
    seat = table.seat_of(person.id)
    if not seat or table.phase != PLAYING or table.game is None:
        return Answer(False, declined_words(person.language, Declined("not-now")))
    try:
        chosen = parse_some(cards)
    except Malformed:
        return Answer(False, declined_words(person.language, Declined("not-now")))
    if table.in_turn != seat:  # one sentence, and not the same one for everything that might be done
        late = Declined("not-your-turn", (("turn", table.in_turn),))
        return Answer(False, declined_words(person.language, late, table))
    names = display_names(table, person.language)
    return Answer(True, page=WhyNot(**why_page(view(table.game.deal, seat), seat, chosen, person.language, names)))


def record(language: Language, table: Table) -> Answer:
    """The deals that have ended, after a rematch those of the match before; the one in progress is nobody's to read."""
    records = table.with_score_sheet.open_records
    if not table.with_score_sheet.records:
        return Answer(False, say(language, "answer.nothing-yet"))
    if not records:
        return Answer(False, declined_words(language, SEALED, table))
    words = say(language, "match.record", match=table.label)
    return Answer(True, words, page=AnswerFile(f"burraco-{table.label}.brn", format_record(records)))


# --- lists of tables --------------------------------------------------------------------------------------------------


def tables(person: Person, glances: Sequence[TableSummary]) -> Answer:
    """The tables, a line each: those that wait for this person first, those that are over last."""
    language = person.language
    order = sorted(glances, key=lambda one: (one.phase == OVER, not one.awaits(person.id)))
    rows = [_row(language, person.id, one) for one in order]
    lines = named_all([str(row["words"]) for row in rows], [_state(language, one) for one in order])
    return Answer(True, "\n".join(lines) or say(language, "tables.none"), page=TableList(rows))


def choices(person: Person, glances: Sequence[TableSummary], channel: str) -> Answer:
    """The question, asked in this channel, which of several tables is meant."""
    found = tuple(TableChoice(one.table, one.label, line(person.language, one)) for one in glances)
    page = Choices(found) if all(channel in one.channels for one in glances) else OwnChoices(found)
    return Answer(False, say(person.language, "tables.which"), page=page)


def _row(language: Language, person: str, one: TableSummary) -> Json:
    return {
        "table": one.table,
        "label": one.label,
        "phase": one.phase,
        "words": line(language, one),
        "names": list(_names(language, one).values()),
        "turn": _in_turn(language, one),
        "seat": one.seat_of(person),
        "my_turn": one.awaits(person),
        "free": sum(not chair.is_taken for chair in one.chairs),
        "waiting": len(one.waiting),
        "waits": person in one.waiting,
    }


def line(language: Language, one: TableSummary) -> str:
    """A table in one line: who sits there, and who is to play."""
    by_seat = _names(language, one)
    names = list_words(
        language, [by_seat[seat] for seat, chair in zip(one.seats, one.chairs, strict=True) if chair.person]
    )
    return _state(language, one, names, _in_turn(language, one))


def _state(language: Language, one: TableSummary, names: str = "", turn: str = "") -> str:
    """A table by its short name, and whether it is played at."""
    if one.phase == LOBBY:
        return say(language, "tables.lobby", table=one.label, names=names)
    if one.phase == OVER:
        return say(language, "tables.over", table=one.label, names=names)
    return say(language, "tables.plays", table=one.label, names=names, turn=turn)


def _in_turn(language: Language, one: TableSummary) -> str:
    if not one.turn:
        return ""
    chair = one.chairs[one.seats.index(one.turn)]
    return _names(language, one)[one.turn] if chair.person else seat_words(language, one.turn)


def _names(language: Language, one: TableSummary) -> dict[str, str]:
    chairs = zip(one.seats, one.chairs, strict=True)
    return told_apart({seat: display_name(language, seat, chair) for seat, chair in chairs})
