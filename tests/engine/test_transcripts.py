"""Every transcript replays, says all the engine would say, and together they show every rule and every refusal.

A transcript is a record whose name is the sentence it shows; a new case is a new file and needs no code. It begins with
a comment that says what it shows and by which article. Tags of its own:

- `Shows`: keys of the rules, reasons of refusals and terminations that it demonstrates;
- `Refused`: the reason for which its last action must be refused;
- any of the facts in `tests.compose.facts`, such as `VP`, `Award`, `Winner` or `Position`: what holds at its end;
- `Composed`: the cards it was made from (`tests/compose.py` makes decks and completes drafts).
"""

import re
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from docs.shown import NOT_SHOWN_KEYS, NOT_SHOWN_REASONS, TRANSCRIPTS
from engine.actions import format_action
from engine.cards import format_cards
from engine.deal import TERMINATIONS
from engine.match import Match
from engine.record import DealRecord, Line, Turn, format_line, parse_record
from engine.refusal import Reason
from engine.replay import replay
from engine.rules import KEYS, RULE_SETS
from tests.compose import code_of, complete, completed, compose, dealer_of, facts, head, main

FILES = sorted(TRANSCRIPTS.glob("*.brn"))
each_transcript = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def deals_of(file: Path) -> tuple[DealRecord, ...]:
    return parse_record(read(file))


def words_shown(file: Path) -> list[str]:
    return deals_of(file)[0].tags["Shows"].split()


@cache
def all_shown() -> frozenset[str]:
    return frozenset(word for file in FILES for word in words_shown(file))


def last_action(line: Line) -> str:
    """The last action of a turn, or what the table did, as a refusal names it."""
    return format_action(line.actions[-1].action) if isinstance(line, Turn) else format_line(line)


@each_transcript
def test_a_transcript_replays_and_only_its_last_action_may_be_refused(file: Path) -> None:
    outcome = replay(read(file))  # a false claim raises
    record = deals_of(file)[-1]
    if outcome.refusal is None:
        assert "Refused" not in record.tags
        return
    assert outcome.refusal.refused.reason == record.tags.get("Refused")
    assert outcome.refusal.line == record.lines[-1].line
    assert outcome.refusal.action == last_action(record.lines[-1])


@each_transcript
def test_a_transcript_is_written_as_the_engine_writes_it(file: Path) -> None:
    assert complete(read(file)) == read(file)  # every reveal, every mark, tags in order


@each_transcript
def test_what_a_transcript_claims_of_its_end_is_so(file: Path) -> None:
    whole = completed(deals_of(file))
    found = facts(whole.match, whole.last)
    tags = whole.deals[-1].tags
    assert {name: tags[name] for name in found if name in tags} == {name: found[name] for name in found if name in tags}
    assert not whole.last.game.deal.is_over or whole.last.refused or {"Result", "Termination"} <= set(tags)


@each_transcript
def test_a_transcript_shows_what_it_names(file: Path) -> None:
    whole = completed(deals_of(file))
    ends = {deal.termination for deal in whole.match.deals}
    for word in words_shown(file):
        if word in set(Reason):
            assert whole.deals[-1].tags.get("Refused") == word
        elif word in TERMINATIONS and word not in KEYS:
            assert word in ends
        else:
            assert word in KEYS
    assert whole.deals[-1].tags.get("Refused", "") in {"", *words_shown(file)}


@each_transcript
def test_a_deck_is_composed_of_what_the_transcript_says(file: Path) -> None:
    match = Match(code_of(deals_of(file)[0].tags))
    for record, result in zip_longest(deals_of(file), completed(deals_of(file)).match.deals):
        if "Composed" in record.tags:
            deck = compose(match.code, dealer_of(record.tags, match), record.tags["Composed"])
            assert record.tags["Deck"] == format_cards(deck)
        match = match.with_deal(result) if result else match


@each_transcript
def test_a_transcript_is_a_short_file_named_by_its_sentence(file: Path) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+){2,}", file.stem)
    assert re.fullmatch(r"; \S[^\n]*\(.+\)[^\n]*\n", head(read(file)))  # one comment, with the article
    assert file.stat().st_size < 15_000


def test_every_rule_has_a_transcript() -> None:
    assert set(KEYS) - all_shown() == set(NOT_SHOWN_KEYS)


def test_every_refusal_has_a_transcript() -> None:
    assert set(Reason) - all_shown() == set(NOT_SHOWN_REASONS)


def test_every_end_of_a_deal_has_a_transcript() -> None:
    assert set(TERMINATIONS) <= {deal.tags.get("Termination") for file in FILES for deal in deals_of(file)}


def test_every_code_has_a_transcript() -> None:
    assert {deal.tags["Rules"] for file in FILES for deal in deals_of(file)} == set(RULE_SETS)


DRAFT = """; A comment stays (febur).
[BRN "1"] [Rules "febur"] [Dealer "W"] [Result "?"] [Termination "?"]
[Composed "N=5h6h7h stock=4c"]

1. N d m:7h6h5h x:4c
* ended arbitro
"""


def test_a_draft_is_completed() -> None:
    text = complete(DRAFT)
    assert text.startswith("; A comment stays (febur).\n[BRN")
    assert "\n1. N d=4c m:5h6h7h x:4c\n* ended arbitro\n" in text
    assert replay(text).deals[0].result is not None


def test_a_draft_need_not_say_how_its_deal_ends() -> None:
    assert complete(DRAFT.replace(' [Result "?"] [Termination "?"]', "")) == complete(DRAFT)


def test_a_draft_that_no_deck_fulfils_is_refused_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "draft.brn"
    file.write_text(DRAFT.replace("5h6h7h", "JkJkJkJkJk"), encoding="utf-8")
    with pytest.raises(SystemExit, match=r"draft\.brn: .*two packs hold 4"):
        main([str(file)])
    assert "?" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("cards_of", ["N=JkJkJk E=JkJk", "N=3h4h5h6h7h8h9hThJhQhKhAh", "up=3h4h", "X=3h"])
def test_no_deck_fulfils_impossible_hands(cards_of: str) -> None:
    with pytest.raises(ValueError, match=r"two packs hold|no deck deals this"):
        compose(code_of({"Rules": "febur"}), 3, cards_of)
