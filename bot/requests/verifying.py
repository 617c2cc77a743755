"""Whether the decks of a table are those that were promised: commitments and seeds, for who asks to see them."""

from dataclasses import replace

from bot.requests.answer import Answer, Verified
from bot.tables.lock import SEALED
from bot.tables.table import PAUSE, PLAYING, Table
from bot.words.declined import declined_words
from bot.words.languages import Language, say
from engine.cards import Malformed
from engine.record import format_record, parse_record
from engine.replay import replay_deals
from engine.shuffle import commitment, parse_seed


def verify_table(language: Language, table: Table) -> Answer:
    """The check of the deals that have ended, and what is promised of the one to come, or in progress.

    It replays them, which takes a moment.
    """
    records = table.with_score_sheet.open_records
    if not records and table.sealed and table.records:
        return Answer(False, declined_words(language, SEALED, table))
    found = verify(language, table.label, format_record(records)) if records else None
    if not table.seed or table.phase not in (PAUSE, PLAYING):
        return found or Answer(False, say(language, "answer.nothing-yet"))
    promised = say(language, "verify.promised", commitment=commitment(table.seed))
    return replace(found, words=f"{found.words}\n{promised}") if found else Answer(True, promised, page=Verified())


def verify(language: Language, match: str, record: str) -> Answer:
    """What came of the check of a record, and a line for each deal: its commitment and its seed."""
    deals = kept_promises(record)
    if deals is None:
        return Answer(True, say(language, "verify.false", match=match))
    lines = [f"{number}. {promise} ← {seed}" for number, (promise, seed) in enumerate(deals, 1)]
    true = say(language, "verify.true", match=match, count=len(deals))
    return Answer(True, "\n".join([true, *lines]), page=Verified())


def kept_promises(record: str) -> list[tuple[str, str]] | None:
    """Each deal's commitment and seed, where they belong together and all that was played was allowed; else None."""
    try:
        deals = parse_record(record)
        pairs = [(deal.tags["Commitment"].lower(), deal.tags["Seed"]) for deal in deals]
        fits = all(commitment(parse_seed(seed)) == promise for promise, seed in pairs)
        return pairs if fits and replay_deals(deals).refusal is None else None
    except (Malformed, KeyError, ValueError):
        return None
