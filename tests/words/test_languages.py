"""Every message is there in every whole language, with the same facts; the code says what the catalogues have, and all
of it. An unfinished language has as much as it says of itself, and what it has is right.

A key that the code writes out needs no entry here. A family of keys (`say(language, f"seat.{letter}")`) is named in
`FAMILIES` with its members and the facts they are given, or with what finds them in the code.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from io import BytesIO

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from bot.boards.board import BY, SCOPES
from bot.boards.facts import KINDS as BOARD_KINDS
from bot.boards.periods import PERIODS
from bot.boards.text import COLUMNS
from bot.boards.tournament_board import KINDS as TOURNAMENT_BOARD_KINDS
from bot.gateway.inbound.commands import ARGUMENTS, COMMANDS, FRIENDS, Group
from bot.gateway.inbound.completions import choices
from bot.locales import PAGE, SENTENCES, WHOLE, declaration, folder, languages
from bot.messages.boards_page import _HISTORY, _PARTNERS, HEADS_OF_THREE, OF_THREE
from bot.messages.tournament_board_page import COLUMNS as TOURNAMENT_COLUMNS
from bot.messages.tournament_message import DESK
from bot.messages.tournament_scenes import HEADS
from bot.messages.tournament_sheet import BY_DEAL
from bot.messages.tournament_sheet import COLUMNS as CSV_COLUMNS
from bot.planner.plan import WORDS
from bot.planner.when import DOUBTS
from bot.requests.settings import HANDS, REGISTRY, TERMS
from bot.requests.tournaments import appeals, book, line_ups, looks, ruling_menus
from bot.requests.tournaments.asks import ACTIONS
from bot.requests.tournaments.web_form import SEASON
from bot.tables.clocks import CLOCKS
from bot.tables.setting import CODE, TOPICS
from bot.tables.settings import SETTINGS
from bot.tournaments.club_tournament import BEFORE, ENDED, RUNNING
from bot.tournaments.form import FIELDS as FORM_FIELDS
from bot.tournaments.form import WRITTEN
from bot.words import first_hands, tournament_report, tournament_rulings
from bot.words.command_words import known_commands, meanings, words_for
from bot.words.languages import (
    DEFAULT,
    LANGUAGES,
    fill,
    guess,
    is_translated,
    key_of,
    list_words,
    own_name,
    rule_sentences,
    say,
)
from bot.words.lesson_steps import STEPS
from bot.words.notices import FACTS, YOURS
from bot.words.phrases import PHRASES
from bot.words.rules_page import SECTIONS
from bot.words.rulings import _OWN_YES_NO
from bot.words.scene_words import KEYS
from bot.words.series import COLUMNS as SEASON_COLUMNS
from bot.words.series import HALL as SERIES_HALL
from bot.words.table_words import KINDS, OWN_KINDS
from bot.words.tournament_announcement import HOST_REASONS
from bot.words.typed import Doubt
from engine.cards import RANKS, SUITS
from engine.cautions import Risk
from engine.deal import PHASES, TERMINATIONS
from engine.players import LEVELS
from engine.refusal import Reason
from engine.rules import RULE_SETS
from engine.rulings.book import Irregularity, Loss, Premise, Prevention
from engine.rulings.books import BOOKS
from engine.rulings.effects import Effect
from engine.rulings.moments import span_text
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import WHEN, questions
from engine.tournament.announcement import PLAYERS as TOURNAMENT_KINDS
from engine.tournament.jury import AppealReason
from engine.tournament.line_ups import LineUpReason
from engine.tournament.refusals import EventReason
from renderers.wording import ENGLISH as ENGLISH_WORDS
from tests.conftest import ROOT


def calls_in(tree: ast.AST, function: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) == function:
            yield node


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """The code, read once, by the first test that asks for it."""
    paths = sorted((ROOT / "bot").rglob("*.py"))
    return [(str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


def declined() -> dict[str, str]:
    """Why the host declines a command, with the facts it gives, as its code says it."""
    reasons: dict[str, str] = {}
    for _, tree in sources():
        for call in calls_in(tree, "Declined"):
            if isinstance(call.args[0], ast.Constant):
                facts = [pair.elts[0] for pair in ast.walk(call) if isinstance(pair, ast.Tuple) and len(pair.elts) == 2]
                names = [name.value for name in facts if isinstance(name, ast.Constant)]
                reasons[str(call.args[0].value)] = " ".join(map(str, names))
    return {
        **reasons,
        **{f"appeal-{reason}": "" for reason in AppealReason},
        **{f"lineup-{reason}": "" for reason in LineUpReason},
        **dict.fromkeys([f"event-{reason}" for reason in EventReason], "words"),
    }


GUIDED = [asking for code in RULE_SETS for asking in questions(first_question(code))]


def laid_by(row: Irregularity) -> list[Effect]:
    """Everything that a row may lay on somebody, in any case."""
    return [*row.effects, *[one for case in row.cases for one in case.effects]]


TOURNAMENT_BUTTONS = (
    *ACTIONS[:12],
    "correct",
    *(DESK, "shut", "checkin", "start", "go", "close", "pair", "finish", "yes", "no", "answer"),
    *("csv", "pdf", "pairings", "change"),
    *(
        "direct",
        "broadcast",
        "link",
        "link-new",
        "link-off",
        "offer",
        "appeal",
        "book",
        "judge-yes",
        "judge-no",
        "pause",
        "resume",
        "reopen",
        "restore",
        "swap",
        "arrived",
    ),
)
USAGES = (
    "sheet",
    "correct",
    "rule",
    "add",
    "arbiter",
    "broadcast",
    "answer",
    "change",
    "out",
    "here",
    "appeal",
    "judge",
    "jury",
    "reopen",
    *(f"rule-{one}" for one in meanings("ruling").values()),
    *("rule-penalty-three", "rule-score-three", "sheet-teams"),
)
DESK_FACTS = (
    *(tournament_rulings.FACTS, tournament_report.FACTS, ruling_menus.FACTS, book.FACTS),
    *(looks.FACTS, appeals.FACTS, line_ups.FACTS),
)

PAPER_HEADS = (
    "number round who ruling article reason table name vp mp deals direct won best stage charges ranking".split()
)
RULED = {
    **dict.fromkeys(("ruled.lateness", "ruled.late-entry"), "minutes"),
    **dict.fromkeys([f"ruled.penalty-{one}" for one in ("vp", "ranking", "mp")], "count"),
    **dict.fromkeys(("ruled.correction", "ruled.swap", "ruled.void"), "number"),
    "ruled.warning": "category",
    **dict.fromkeys(("ruled.score", "ruled.score-ranking", "ruled.no-show"), "vp mp"),
    **dict.fromkeys([f"ruled.{one}" for one in ("withdrawal", "away", "expel", "forfeit", "result")], ""),
    "ruled.replacement": "out into",
}


def tournament_words() -> dict[str, str]:
    """What is said of tournaments, with the facts, as the code says it: `reader.words(key, fact=…)`."""
    found = {f"state.{state}": "round rounds reason" for state in (*BEFORE, RUNNING, *ENDED)}
    found |= {f"kind.{kind}": "" for kind in TOURNAMENT_KINDS} | {f"cancelled.{one}": "" for one in HOST_REASONS}
    found |= {f"usage.{one}": "order deals" for one in USAGES} | {f"head.{one}": "" for one in (*HEADS, "ranking")}
    found |= (
        {f"csv.{one}": "" for one in (*CSV_COLUMNS, *BY_DEAL, "ranking", "off-ranking")}
        | {"csv.deal-of": "round deal"}
        | {f"csv.{one}-of": "round" for one in ("vp", "ranking", "mp")}
    )
    found |= {f"charge.{one}": "count" for one in ("vp", "ranking", "mp", "warn")} | {
        f"out.{one}": "" for one in ("expelled", "withdrawn")
    }
    found |= {f"field.{one}": "" for one in (*FORM_FIELDS, *WRITTEN, *SEASON)}
    found |= {f"paper-head.{one}": "" for one in PAPER_HEADS} | RULED
    found |= dict.fromkeys(("north-south", "east-west", "none", "which"), "")
    for _, tree in sources():
        for call in calls_in(tree, "words"):
            keys = [one.value for one in ast.walk(call.args[0]) if isinstance(one, ast.Constant)] if call.args else []
            for key in [one for one in keys if isinstance(one, str) and re.fullmatch("[a-z-]+", one)]:
                facts = [keyword.arg for keyword in call.keywords if keyword.arg]
                found[key] = " ".join([*facts, *found.get(key, "").split()])
    found |= {f"button.{one}": "table" for one in TOURNAMENT_BUTTONS}
    whys = ("called", "correction", "dispute", "missing", "silent", "unplayed")
    found |= {f"arbiter-{why}": "table name" for why in whys}
    return found | dict.fromkeys(
        ("is-in", "is-late", "waits", "moved-up", "is-out", "no-pair", "done-asked"), "team number name"
    )


TOURNAMENT_BOARDS = [one for one in TOURNAMENT_BOARD_KINDS if one and one not in BOARD_KINDS]
BOARD_WORDS = [
    f"{family}.{word}"
    for family, words in (
        ("by", (*BY, *OF_THREE.values())),
        ("scope", (*SCOPES, "host")),
        ("period", PERIODS),
        ("kind", (*BOARD_KINDS, *TOURNAMENT_BOARDS)),
        (
            "head",
            {
                *COLUMNS,
                *_PARTNERS,
                *_HISTORY,
                *HEADS_OF_THREE.values(),
                "best",
                "practice",
                "team",
                *TOURNAMENT_COLUMNS,
            },
        ),
    )
    for word in words
]
DEEDS = (
    "told draw pick-up pick-up-pile pick-up-many decline clock-out lay add add-named discard burraco pozzetto "
    "pozzetto-at-once closes"
).split()
REFUSAL_FACTS = "card cards meld turn forced"
FAMILIES: Mapping[str, Mapping[str, str] | Callable[[], Mapping[str, str]]] = {
    "refusal.": dict.fromkeys(Reason, REFUSAL_FACTS),
    "caution.": dict.fromkeys(Risk, "meld from to"),
    "ruling.": {
        **{f"{row.id}{says}": "" for book in BOOKS.values() for row in book for says in ("", ".says")},
        **{f"{row.id}.{case.key}": "" for book in BOOKS.values() for row in book for case in row.cases},
    },
    "effect.": {one.key: "" for book in BOOKS.values() for row in book for one in laid_by(row)},
    "lost.": {f"{loss}{clause}": "" for loss in Loss for clause in ("", ".if")},
    "none.": dict.fromkeys(("unwritten", "allowed", "registered", "silent"), ""),
    "premise.": dict.fromkeys(Premise, ""),
    "mark.": dict.fromkeys(Prevention, ""),
    "level.": dict.fromkeys(LEVELS, ""),
    "moment.": dict.fromkeys(
        {span_text(row.moments) for book in BOOKS.values() for row in book}
        | {key for asking in GUIDED if asking.fact == WHEN for key in asking.answers},
        "",
    ),
    "ask.": {asking.fact: "" for asking in GUIDED}
    | {
        f"{asking.fact}.{key}": ""
        for asking in GUIDED
        if asking.fact != WHEN
        for key in asking.answers
        if not any(book.has(key) for book in BOOKS.values())
        if key not in ("yes", "no") or asking.fact in _OWN_YES_NO
    },
    "hint-rank.": dict.fromkeys(RANKS, ""),
    "hint-suit.": dict.fromkeys(("hearts", "diamonds", "clubs", "spades"), ""),
    "desk.": {key: facts for each in DESK_FACTS for key, facts in each.items()},
    "declined.": declined,
    "tournament.": tournament_words,
    "series-head.": dict.fromkeys((*SEASON_COLUMNS, *SERIES_HALL, "ranking"), ""),
    "series-button.": dict.fromkeys(("season", "hall", "skip", "change", "pause", "resume", "end", "end-yes"), "date"),
    "unclear.": dict.fromkeys(Doubt, "piece place"),
    "when.": DOUBTS,
    "nth.": dict.fromkeys([f"{nth}{day}" for nth in ("1", "2", "3", "4", "last") for day in ("", "-sunday")], "day"),
    "plan.": dict.fromkeys(WORDS, "time table minutes missed number names away"),
    "notice.": {notice: " ".join(facts) for notice, facts in FACTS.items()},
    "yours.": {
        **{one: " ".join(FACTS[one]) for one in YOURS},
        **dict.fromkeys(DEEDS, "who deeds cards card meld count"),
    },
    "termination.": dict.fromkeys(TERMINATIONS, ""),
    "phase.": dict.fromkeys(PHASES, ""),
    "burraco.": dict.fromkeys(KINDS, ""),
    "seat.": dict.fromkeys("NESW", ""),
    "suit.": dict.fromkeys(SUITS, ""),
    "first.": {
        **{f"{one.name}{ending}": "" for one in first_hands.HANDS for ending in ("", ".right")},
        "other": "",
        "end": "",
    },
    "lesson.": {
        **{one.name: "" for one in STEPS},
        **{f"{one.name}.right": "" for one in STEPS},
        "not-yet": "",
        "end": "",
        "hand": "cards",
        "pile": "cards",
    },
    "phrase.": dict.fromkeys((*PHRASES, "on", "off", "which"), "phrases"),
    "choice.": {
        one: "" for name in ("action", "csv", "order", "place", "proposal", "switch", "theme") for one in choices(name)
    },
    "group.": dict.fromkeys([group for group in Group if group], ""),
    "command.": {command.name: "" for command in COMMANDS},
    "argument.": dict.fromkeys((*ARGUMENTS, FRIENDS[0]), ""),
    "unit.": dict.fromkeys(("ms", "seconds", "minutes", "hours", "days"), "range"),
    "time.": dict.fromkeys(("days", "hours", "minutes", "seconds"), "count"),
    "setting.": dict.fromkeys(
        [one.name for one in REGISTRY if CODE not in one.scopes and one is not HANDS]
        + [f"{name}.hint" for name in (*SETTINGS, *TERMS)]
        + [f"clock.{clock}" for clock in CLOCKS]
        + [f"{name}.{level}" for name in ("level", "partner") for level in LEVELS],
        "",
    ),
    "topic.": dict.fromkeys(TOPICS, ""),
    "rule.": {key.removeprefix("rule."): "" for key, _ in rule_sentences()},
    "scene.": {key.replace("_", "-"): " ".join(re.findall(r"{(\w+)}", ENGLISH_WORDS[key])) for key in KEYS},
    "rank.": dict.fromkeys(BOARD_WORDS, ""),
    "section.": dict.fromkeys(SECTIONS, ""),
    "code.": {f"{code}.{part}": "" for code in RULE_SETS for part in ("name", "offer")}
    | {f"{code}.short": "" for code in ("febur", "fibur", "fitab")}
    | {f"{code}.{kind}": "" for code, kind in OWN_KINDS},
}
ENGLISH = re.compile(
    r"\b(the|you|your|it|is|are|may|must|not|and|or|of|to|with|this|that|has|have|no longer|nothing|first|last|play|"
    r"plays|card|cards|meld|deal|hand|turn|draw|draws|lay|lays|add|discard|pile|stock|joker|side|table|seat|time|more|"
    r"agree|agrees|please|press|computer player|point|points|hearts|clubs|spades|diamonds)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"\{\w+\}|/join|time out|Victory Points|Match Points|FE\.BUR\.IT|My Burraco|Over the top")


def written_in(language: str) -> bytes:
    """The catalogue of a language as it is written, nothing where it has none."""
    file = folder(language).joinpath(SENTENCES)
    return file.read_bytes() if file.is_file() else b""


def catalogue(text: bytes) -> Catalog:
    return read_po(BytesIO(text), abort_invalid=True)


def page_words(language: str) -> dict[str, str]:
    """The browser page's own words."""
    file = folder(language).joinpath(PAGE)
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


@pytest.fixture(scope="module")
def catalogues() -> dict[str, Catalog]:
    found = {language: catalogue(written_in(language)) for language in languages()}
    for key, text in rule_sentences():  # their English is in the engine
        assert key not in texts_of(found[DEFAULT])
        found[DEFAULT].add(key, text)
    return found


def texts_of(read: Catalog) -> dict[str, tuple[str, ...]]:
    """Each key with its text, or its texts where it has plural forms."""
    found = {}
    for message in read:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found


def placeholders(template: str) -> tuple[frozenset[str], frozenset[str]]:
    """The facts that a template needs, and those that stand in brackets: it can do without them."""
    optional = "".join(re.findall(r"\[[^\[\]]*\]", template))
    needed = re.sub(r"\[[^\[\]]*\]", "", template)
    return frozenset(re.findall(r"\{(\w+)\}", needed)), frozenset(re.findall(r"\{(\w+)\}", optional))


def facts_of(texts: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The facts that a message needs, and those it can do without; its plural forms may leave out the number."""
    needed, optional = zip(*[placeholders(text) for text in texts], strict=True)
    return frozenset().union(*needed) - {"count"}, frozenset().union(*optional)


# --- the catalogues ---------------------------------------------------------------------------------------------------


def faults(read: Catalog, model: Catalog, whole: bool = True) -> Iterator[str]:
    """What is wrong with a catalogue, compared with the one it should match; `whole` if it should have all of it."""
    texts, wanted = texts_of(read), texts_of(model)
    yield from [f"{key}: not in the model" for key in texts if key not in wanted]
    yield from [f"{key}: obsolete" for key in read.obsolete]
    if whole:
        yield from [f"{key}: missing" for key in wanted if key not in texts]
        yield from [f"{message.id}: fuzzy" for message in read if message.id and message.fuzzy]
    else:
        translated = {key_of(message) for message in read if message.id and is_translated(message)}
        texts = {key: forms for key, forms in texts.items() if key in translated}
    for key, forms in texts.items():
        if not all(form.strip() for form in forms):
            yield f"{key}: not translated"
        elif key in wanted and (len(forms) > 1) != (len(wanted[key]) > 1):
            yield f"{key}: plural forms"
        elif key in wanted and facts_of(forms) != facts_of(wanted[key]):
            yield f"{key}: other facts"
        if any(re.search(r"[{}\[\]]", fill(form, dict.fromkeys(re.findall(r"\w+", form), "x"))) for form in forms):
            yield f"{key}: brackets"
        if any(form != " ".join(form.split()) for form in forms):
            yield f"{key}: spaces"


def share(read: Catalog, model: Catalog, page: Mapping[str, str], model_page: Mapping[str, str]) -> int:
    """How much of a language is done, in whole per cent of the sentences of the chats, the rules and the page."""
    keys = {key_of(message) for message in read if message.id and is_translated(message)} & texts_of(model).keys()
    here = {key for key in model_page if page.get(key, "").strip()}
    return 100 * (len(keys) + len(here)) // (len(texts_of(model)) + len(model_page))


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_matches_and_is_whole_if_it_says_so(language: str, catalogues: dict[str, Catalog]) -> None:
    whole = declaration(language).done == WHOLE
    assert list(faults(catalogues[language], catalogues[DEFAULT], whole)) == []


@pytest.mark.parametrize("language", languages())
def test_a_language_has_done_what_it_says(language: str, catalogues: dict[str, Catalog]) -> None:
    percent = share(catalogues[language], catalogues[DEFAULT], page_words(language), page_words(DEFAULT))
    assert 0 <= declaration(language).done <= percent, f"{percent} % is done: write no more in language.toml"
    assert declaration(language).name.strip()


@pytest.mark.parametrize("language", languages())
def test_a_language_is_one_that_platforms_and_dates_know(language: str) -> None:
    assert re.fullmatch("[a-z]{2}", language)  # Telegram takes no other
    assert Locale.parse(language).language == language


def test_the_share_counts_what_is_translated() -> None:
    model, page = catalogue(MODEL), {"one": "One", "two": "Two"}
    assert share(model, model, page, page) == 100
    assert share(catalogue(MODEL.replace(b'"{count}"', b'""')), model, page, page) == 75  # a form is missing
    assert share(catalogue(b"#, fuzzy\n" + MODEL), model, {"one": "Uno", "two": "", "three": "Tre"}, page) == 50
    assert share(catalogue(b""), model, {}, page) == 0


@pytest.mark.parametrize("language", languages())
def test_no_key_stands_twice(language: str) -> None:
    keys = re.findall(r'^msgid "(.+)"$', written_in(language).decode(), re.MULTILINE)
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", languages())
def test_no_key_has_two_sentences(language: str) -> None:
    """A translator's tools refuse the whole file; what we read it with takes one of them."""
    assert re.findall(r'^msgstr "(.*)"\n(?:".*"\n)*msgstr "', written_in(language).decode(), re.MULTILINE) == []


MODEL = b"""\
msgid "a.b"
msgstr "Has {name}[, {card}]."

msgid "c"
msgid_plural "c"
msgstr[0] "one"
msgstr[1] "{count}"
"""
PLANTED = {
    "a.b: missing": MODEL.replace(b"a.b", b"a.c"),
    "a.c: not in the model": MODEL.replace(b"a.b", b"a.c"),
    "a.b: not translated": MODEL.replace(b"Has {name}[, {card}].", b""),
    "a.b: fuzzy": b"#, fuzzy\n" + MODEL,
    "a.b: other facts": MODEL.replace(b"{name}", b"{nome}"),
    "c: plural forms": MODEL.replace(b'msgid_plural "c"\nmsgstr[0] "one"\nmsgstr[1] "{count}"', b'msgstr "{count}"'),
    "a.b: brackets": MODEL.replace(b"[, {card}]", b"[, {card}"),
    "a.b: spaces": MODEL.replace(b"Has ", b"Has  "),
    "z: obsolete": MODEL + b'\n#~ msgid "z"\n#~ msgstr "z"\n',
}


@pytest.mark.parametrize(("fault", "text"), PLANTED.items())
def test_a_planted_fault_is_found(fault: str, text: bytes) -> None:
    assert list(faults(catalogue(MODEL), catalogue(MODEL))) == []
    assert fault in list(faults(catalogue(text), catalogue(MODEL)))
    is_unfinished = fault.split(": ")[1] in ("missing", "not translated", "fuzzy")
    assert (fault in list(faults(catalogue(text), catalogue(MODEL), whole=False))) is not is_unfinished


def test_no_english_is_left_in_italian(catalogues: dict[str, Catalog]) -> None:
    english, italian = texts_of(catalogues["en"]), texts_of(catalogues["it"])
    plain = {key: re.sub(NAMES, "", " ".join(forms)) for key, forms in italian.items()}
    assert {key: text for key, text in plain.items() if ENGLISH.search(text)} == {}
    same = {key for key in italian if italian[key] == english[key] and re.search("[a-z]", plain[key])}
    assert same == {
        "no",
        "argument.csv",
        "burraco.super",
        "code.febur.super",
        "button.moviola",
        "phrase.bravo",
    }


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_an_italian_sentence_of_its_own(reason: Reason) -> None:
    italian, english = (say(language, f"refusal.{reason}") for language in ("it", "en"))
    assert italian != english
    assert italian[0].isupper()
    assert italian.endswith(".")
    assert not ENGLISH.search(italian)


# --- the code ---------------------------------------------------------------------------------------------------------


def keys_in_code(tree: ast.AST) -> Iterator[tuple[str, set[str] | None]]:
    """Each key that is said as it stands, with the facts it is given; None where these cannot be seen."""
    for call in calls_in(tree, "say"):
        key = call.args[1] if len(call.args) > 1 else None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            names = [keyword.arg for keyword in call.keywords]
            yield key.value, None if None in names else {name for name in names if name}


def families_in(tree: ast.AST) -> Iterator[str]:
    """How each key begins that is put together as it is said."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            begins = str(node.values[0].value)
            if re.fullmatch(r"[a-z-]+\.", begins):
                yield begins


def test_the_code_says_what_there_is_with_the_facts_it_needs(catalogues: dict[str, Catalog]) -> None:
    texts = texts_of(catalogues[DEFAULT])
    wrong = []
    for file, tree in sources():
        for key, given_facts in keys_in_code(tree):
            needed, optional = facts_of(texts.get(key, ("",)))
            if key not in texts:
                wrong.append(f"{file}: {key}: missing")
            elif given_facts is not None and not needed <= given_facts <= needed | optional | {"count"}:
                wrong.append(f"{file}: {key}: is given {sorted(given_facts)}")
            elif given_facts is not None and ("count" in given_facts) != (len(texts[key]) > 1):
                wrong.append(f"{file}: {key}: count and plural forms do not go together")
    assert wrong == []


@pytest.mark.parametrize("begins", FAMILIES)
def test_a_family_is_whole_and_needs_no_other_facts(begins: str, catalogues: dict[str, Catalog]) -> None:
    texts = texts_of(catalogues[DEFAULT])
    named = FAMILIES[begins]
    members = named() if callable(named) else named
    assert {key for key in texts if key.startswith(begins)} == {begins + member for member in members}
    for member, facts in members.items():
        needed, optional = facts_of(texts[begins + member])
        assert needed | optional <= set(facts.split()), member


def test_no_refusal_needs_a_fact() -> None:
    assert [reason for reason in Reason if "…" in say("en", f"refusal.{reason}")] == []


def test_every_family_is_named_and_every_message_is_used(catalogues: dict[str, Catalog]) -> None:
    trees = [tree for _, tree in sources()]
    assert {begins for tree in trees for begins in families_in(tree)} == set(FAMILIES)
    written = {key for tree in trees for key, _ in keys_in_code(tree)}
    unused = [
        key for key in texts_of(catalogues[DEFAULT]) if key not in written and not key.startswith(tuple(FAMILIES))
    ]
    assert unused == []


# --- saying -----------------------------------------------------------------------------------------------------------


def test_a_part_in_brackets_stands_only_with_its_facts() -> None:
    template = "Not yours[: {who} plays][, {a} {b}]."
    assert fill(template, {}) == "Not yours."
    assert fill(template, {"who": "Anna", "a": "x"}) == "Not yours: Anna plays."
    assert fill(template, {"who": "", "a": 0, "b": 1}) == "Not yours, 0 1."


@given(st.text(), st.text())
def test_a_fact_is_never_read_as_a_template(name: str, other: str) -> None:
    said_text = fill("{name}[ and {other}]", {"name": name, "other": other})
    assert name.strip("\u2068\u2069") in said_text or not name
    assert other in said_text


def test_a_fact_with_brackets_and_braces_stays_as_it_is() -> None:
    assert fill("{name}[ and {other}]", {"name": "{other}[x]", "other": "{name}"}) == "{other}[x] and {name}"


def test_a_name_that_is_read_from_the_right_keeps_to_itself() -> None:
    assert fill("{name} 120", {"name": "אבי"}) == "\u2068אבי\u2069 120"
    assert fill("{name} 120", {"name": "Anna"}) == "Anna 120"


@pytest.mark.parametrize(("count", "english", "italian"), [
    (0, "0 points", "0 punti"), (1, "1 point", "1 punto"), (2, "2 points", "2 punti"),
    (1205, "1205 points", "1205 punti"),
])  # fmt: skip
def test_plural_forms_follow_the_count(count: int, english: str, italian: str) -> None:
    assert (say("en", "points", count=count), say("it", "points", count=count)) == (english, italian)


def test_what_is_missing_is_said_by_its_key() -> None:
    assert say("it", "no.such-message", name="x") == "no.such-message"
    assert say("it", "turn.lay") == "cala …"


@pytest.mark.parametrize(("locale", "language"), [
    ("it-IT", "it"), ("it_CH.UTF-8", "it"), ("IT", "it"), ("it", "it"), ("en_GB", "en"), ("en-US", "en"),
    (" it ", "it"), ("qq-QQ", "en"), ("", "en"), (None, "en"), ("italiano", "en"), ("zh-Hant-TW", "en"), ("☃", "en"),
])  # fmt: skip
def test_the_language_is_guessed_from_the_platform_s_locale(locale: str | None, language: str) -> None:
    assert guess(locale) == language


def test_a_channel_s_default_speaks_where_we_know_no_better() -> None:
    assert guess("qq-QQ", "it") == "it"
    assert guess("en-GB", "it") == "en"


def test_a_language_calls_itself_by_its_own_name() -> None:
    assert [own_name(language) for language in ("en", "it")] == ["English", "Italiano"]


def test_lists_are_joined_as_people_do() -> None:
    names = ["Anna", "Bruno", "Carla"]
    assert [list_words("en", names[:count]) for count in range(4)] == [
        "",
        "Anna",
        "Anna and Bruno",
        "Anna, Bruno and Carla",
    ]
    assert list_words("it", names) == "Anna, Bruno e Carla"
    assert list_words("it", names[:2], "or") == "Anna o Bruno"


def test_italian_says_victory_and_match_points_as_the_federations_do(catalogues: dict[str, Catalog]) -> None:
    """Both books print "V.P." and "M.P.", Victory Points and Match Points, nowhere an Italian word for them."""
    texts = [text for found in texts_of(catalogues["it"]).values() for text in found]
    words = [*texts, *page_words("it").values(), (ROOT / "docs/tornei.md").read_text("utf-8")]
    assert [text for text in words if re.search(r"\b(PV|PM|[Pp]unti (vittoria|partita))\b", text)] == []
    assert any("Victory Points" in text for text in texts)


ANYWHERE = ("chat.closed-hand", "chat.hands-channel", "chat.hand-follows", "chat.hand-comes", "chat.hands-offer")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ANYWHERE)
def test_what_is_said_to_one_person_names_no_button_of_a_channel_that_may_speak_another_language(
    key: str, language: str
) -> None:
    names = [say(other, "button.hand") for other in LANGUAGES]
    assert not [name for name in names if name in say(language, key)]


NAMED = re.compile(r"(?<![\w/])/([a-z]+)")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if known_commands(language)])
def test_a_sentence_names_commands_as_its_language_does(language: str, catalogues: dict[str, Catalog]) -> None:
    foreign = {command.name for command in COMMANDS if words_for(language, command.name)}
    foreign -= {word for command in COMMANDS for word in words_for(language, command.name)}
    for key, texts in texts_of(catalogues[language]).items():
        assert not [text for text in texts if foreign & set(NAMED.findall(text))], key


def test_in_italian_a_set_alone_is_a_combinazione_and_a_meld_a_gioco(catalogues: dict[str, Catalog]) -> None:
    english, italian = texts_of(catalogues["en"]), texts_of(catalogues["it"])
    page = {language: json.loads((folder(language) / PAGE).read_text("utf-8")) for language in ("en", "it")}
    for of_english, of_italian in ((english, italian), (page["en"], page["it"])):
        for key, sentence in of_italian.items():
            if "combinazion" in str(sentence).lower():
                assert re.search(r"\bsets?\b", str(of_english[key]).lower()), key


ADDRESSED = re.compile(
    r"\b(?:sei|vieni|sarai) (?:già |stato )?\w+t[oa]\b|\b(?:digli|dille|avvisarlo|non gli ho)\b", re.IGNORECASE
)


def test_italian_says_to_nobody_whether_they_are_a_man_or_a_woman(catalogues: dict[str, Catalog]) -> None:
    sentences = texts_of(catalogues["it"])
    assert not [key for key, texts in sentences.items() for text in texts if ADDRESSED.search(text)]
