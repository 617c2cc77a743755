"""`burraco verify`: does a record's seed fit the commitment published before the deal, and the cards that were dealt?

A record of several deals is true when all of them are, each of them stands in `deals` with its own `ok`, and
`commitment` is the first one's. A deal without seed or without commitment cannot be verified (status 2). The cards are
those of the whole record: it is replayed, so a refused action, a false reveal, mark or result is found too. A false
record answers `ok` false with the `reason`, says so on stderr, and has status 1.
"""

import argparse

from bot.cli.options import add_command, add_json
from bot.cli.output import BREAKS_RULE, OK, BreaksRule, Commands, Unusable, complain, print_object
from bot.cli.reading import read_file
from bot.cli.records import at_record, file_label, refusal_words
from engine.record import DealRecord, parse_record
from engine.replay import read_tag, replay_deals
from engine.shuffle import commitment, parse_seed


def register(commands: Commands) -> None:
    parser = add_command(commands, "verify", run, "check a record's seeds against their commitments and its cards")
    parser.add_argument("file", metavar="FILE", help="a record (.brn); - reads stdin")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    file = options.file
    text = read_file(file)
    with at_record(file):
        deals = parse_record(text)
        checked = [_verify_deal(file, deal) for deal in deals]
        fault = _fault(file, deals)
    answer: dict[str, object] = {"ok": fault is None, "commitment": checked[0]["commitment"]}
    if len(deals) > 1:
        answer["deals"] = checked
    if fault is not None:
        answer["reason"] = fault
        complain(f"burraco verify: {fault}")
    print_object(answer, options.json)
    return OK if fault is None else BREAKS_RULE


def _verify_deal(file: str, deal: DealRecord) -> dict[str, object]:
    for tag in ("Seed", "Commitment"):
        if tag not in deal.tags:
            raise Unusable(f"{file_label(file)}:{deal.line}: the tag {tag} is missing: nothing to verify")
    claimed = deal.tags["Commitment"].lower()
    return {"ok": commitment(read_tag(deal, "Seed", parse_seed)) == claimed, "commitment": claimed}


def _fault(file: str, deals: tuple[DealRecord, ...]) -> str | None:
    """What is false in the record, seeds and cards and all that was done with them; None where all is true."""
    try:
        with at_record(file):
            refusal = replay_deals(deals).refusal
    except BreaksRule as error:
        return str(error)
    return None if refusal is None else refusal_words(file, refusal)
