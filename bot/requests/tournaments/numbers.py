"""Numbers that are asked for: the sheet of a table, or others for it. Where they are wrong they are asked again.

On Discord a press opens a form with a field for each deal, on Telegram the bot asks and they reply; each answer is the
line that could be written as well.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.messages.tournament_message import CORRECT, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.requests.tournaments.reasons import LONGEST_SHOWN
from bot.requests.tournaments.words import SUM, TablePlace, plain_score
from bot.tables.who import HOST, Declined
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.corrections import correctable
from bot.tournaments.rights import is_arbiter
from bot.words.tournament_rulings import earlier
from bot.words.tournament_scores import example_of_deals, example_of_sums, points_words, score_order
from engine.tournament.announcement import TEAMS, THREE
from engine.tournament.state import Ruled, Totals

SHEET: Final = "sheet"
RULE: Final = "rule"
MOST_FIELDS: Final = 5  # of a form
_PLACE: Final = re.compile(r"(\d{0,3})r(\d{1,2})")
"""A table, or their own, and the round that was meant."""


def ask_sheet(asking: TournamentAsk, table: int) -> Answer:
    """The sheet of the `table` that an arbiter has chosen, 0 for their own."""
    one, reader, own = asking.one, asking.reader, asking.one.pairing_of(asking.player)
    line = command_text(SHEET, asking.id, _in_round(one, table))
    order = score_order(one, reader, table or (own.table if own is not None else 0))
    question = reader.words("ask-sheet", order=order, deals=example_of_deals(one), sums=example_of_sums(one))
    return _question(asking, question, SHEET, line)


def ask_other_numbers(asking: TournamentAsk, where: Sequence[str]) -> Answer:
    """What players say is right, of the last round, or of the one whose number stands there."""
    last = asking.one.current
    last_number = last.number if last is not None else 0
    number = int(where[0]) if where else last_number
    line = command_text(CORRECT, asking.id, str(number))
    own = asking.one.pairing_of(asking.player) if number == last_number else None
    order = score_order(asking.one, asking.reader, own.table if own is not None else 0)
    question = asking.reader.words("ask-correct", order=order, deals=example_of_deals(asking.one))
    return _question(asking, question, CORRECT, line, number)


def ask_correction(asking: TournamentAsk, place: TablePlace) -> Answer:
    """What an arbiter says is right instead of what stands there now, and why; the round, if it is an earlier one."""
    one = asking.one
    stands = standing_result(one, place)
    where = f"{place.table}r{place.round}{f'n{stands.n}' if stands is not None else ''}"
    line = command_text(RULE, asking.id, CORRECT, where)
    order, deals = score_order(one, asking.reader, place.table, place.round), example_of_deals(one)
    number = earlier(one, place.round)
    question = asking.reader.words("ask-ruled", table=place.table, round=number, order=order, deals=deals)
    return _question(asking, question, CORRECT, line, place.round, has_reason=True)


def _in_round(one: ClubTournament, table: int) -> str:
    """`3r2`, table 3 of this round: an answer that comes when another one is played is for none of its tables."""
    return f"{table or ''}r{one.current.number if one.current is not None else 1}"


def of_this_round(one: ClubTournament, words: Sequence[str]) -> list[str] | Declined:
    """The words with the table alone before the numbers, if there is one, where they are meant for this round."""
    found = _PLACE.fullmatch(words[0]) if words else None
    if found is None:
        return list(words)
    if one.current is None or int(found[2]) != one.current.number:
        return Declined("tournament-round-over", (("round", found[2]),))
    return [*([found[1]] if found[1] else []), *words[1:]]


def standing_result(one: ClubTournament, place: TablePlace) -> Totals | Ruled | None:
    """The result that a table has now, if it has one with points."""
    pairing = one.pairing(place.table, place.round)
    decision = pairing.decision if pairing is not None else None
    return decision if isinstance(decision, Totals | Ruled) else None


def other_figures(one: ClubTournament, place: TablePlace) -> Declined | None:
    """Numbers instead of a result that does not stand there any more are not taken: somebody else has corrected it."""
    stands = standing_result(one, place)
    if not place.stands or stands is None or stands.n == place.stands:
        return None
    ruling = one.ruling(str(stands.n))
    by = ruling.by if ruling is not None and ruling.by != HOST else ""
    points = "" if place.round in one.sealed_rounds else points_words(stands.mp)
    return Declined("tournament-other-figures", (("table", str(place.table)), ("points", points), ("player", by)))


def scores_announced(one: ClubTournament, number: int = 0) -> int:
    """How many scores a sheet has whose deals were all played: of the last round, or of this one."""
    rounds = one.announcement.deals
    last = one.current.number if one.current is not None else 1
    deals = rounds[number - 1] if 0 < number <= len(rounds) else rounds[last - 1]
    return deals * (2 if one.announcement.kind == TEAMS else 1)


def ask_whether_sum(asking: TournamentAsk, question: Answer, words: Sequence[str], count: int) -> Answer:
    """One score was written where there are several deals: it may be the first of them, or the sum of all.

    `question`: by which the numbers were asked for, or could be; `words`: what was written behind it.
    """
    assert isinstance(question.page, TournamentPage)
    reader, asks, prompt = asking.reader, question.page.asks, question.page.prompt
    lines = [reader.words("one-score", score=words[0], count=count), _wrote(asking, words)]
    line = " ".join([f"{asks} {SUM}{plain_score(words[0])}", *words[1:]])  # with a long reason it fits no button
    yes = (reader.words("the-sum", score=words[0]), line)
    return Answer(False, "\n".join(lines), page=TournamentPage(asking.one.announcement.name, [yes, (prompt, asks)]))


def _question(
    asking: TournamentAsk, question: str, what: str, line: str, number: int = 0, *, has_reason: bool = False
) -> Answer:
    reader, one = asking.reader, asking.one
    deals = scores_announced(one, number)
    label = reader.words("field-three" if one.announcement.kind == THREE else "field-deal")
    fields = ((label, deals), *([(reader.words("field-reason"), 1)] if has_reason else []))
    if one.announcement.kind == TEAMS or sum(count for _, count in fields) > MOST_FIELDS:  # two tables in one line
        fields = ()
    reply = f"{question}\n{reader.words('ask-reply')}"
    page = TournamentPage(one.announcement.name, (), reply, asking.button(what)[0], line, fields)
    return Answer(True, question, page=page)


def asked_again(asking: TournamentAsk, answer: Answer, question: Answer, words: Sequence[str]) -> Answer:
    """An answer that takes no numbers, with what was written, and the question once more where it can be answered."""
    if answer.done or not words or asking.request.at_desk or asking.request.in_browser or not _may_write(asking):
        return answer
    return replace(question, done=False, words=f"{answer.words}\n{_wrote(asking, words)}")


def _wrote(asking: TournamentAsk, words: Sequence[str]) -> str:
    return asking.reader.words("you-wrote", words=" ".join(words)[:LONGEST_SHOWN])


def _may_write(asking: TournamentAsk) -> bool:
    one = asking.one
    pairing = one.pairing_of(asking.player)
    has_sheet = pairing is not None and pairing.decision is None
    return is_arbiter(one, asking.who) or has_sheet or correctable(one, asking.player) is not None
