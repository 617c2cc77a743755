"""How a tournament looks to who asks: its tables, its standings, their own table, the arbiter's desk. Pure."""

from typing import Final

from bot.messages.tournament_message import (
    BROADCAST,
    CALL,
    CLOSE,
    CORRECT,
    DESK,
    DIRECT,
    DISPUTE,
    FINISH,
    GO,
    HERE,
    MINE,
    OUT,
    PAIR,
    PAUSE,
    RESUME,
    SIGN,
    SIGN_UP,
    command_text,
)
from bot.messages.tournament_sheet import standings_csv
from bot.requests.answer import Answer, AnswerFile, TournamentPage
from bot.requests.tournaments.asks import (
    ADMIT,
    CSV,
    FILE,
    LINK,
    OF_A_ROUND,
    PAIRINGS,
    PDF,
    REOPEN,
    RESTORE,
    STANDING,
    TABLES,
    TournamentAsk,
)
from bot.requests.tournaments.numbers import SHEET
from bot.tables.who import Declined
from bot.tournaments.appeals import appealable, judge_of
from bot.tournaments.calls import LINES
from bot.tournaments.cancelling import closes_tables
from bot.tournaments.club_tournament import CANCELLED, CHECK_IN, OPEN, OVER, RUNNING, ArbiterCall, ClubTournament
from bot.tournaments.corrections import ask_mark, correctable, has_sides, missing_signers, to_sign
from bot.tournaments.dealt import score_mark, score_to_sign
from bot.tournaments.evening import is_at_its_end, is_cut_short, may_take_over
from bot.tournaments.line_ups import match_of
from bot.tournaments.rights import is_arbiter
from bot.tournaments.sheets import sheet_mark
from bot.tournaments.signing_up import not_admitted
from bot.words.deal_ranking import deal_ranking_lines
from bot.words.languages import list_words
from bot.words.tournament_announcement import announcement_lines
from bot.words.tournament_names import entry_name
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import call_words, own_table_words, round_lines
from bot.words.tournament_rulings import desk, latest_rulings, under
from bot.words.tournament_scores import (
    correction_words,
    decided_words,
    example_of_deals,
    example_of_sums,
    score_order,
    score_words,
    sheet_words,
    sums_words,
)
from bot.words.tournament_standings import standings_lines
from engine.tournament.announcement import INDIVIDUAL
from engine.tournament.jury import waiting
from engine.tournament.state import Totals

MOST_LATE: Final = 4  # who came late, with a button each
FACTS: Final = {
    **dict.fromkeys(
        ("button.lineup", "button.missing", "button.arrived", "button.book", "button.rule", "button.report"), ""
    ),
    **dict.fromkeys(("button.appeal", "button.judge-yes", "button.judge-no"), "number"),
    "button.came": "table",
    "button.admit": "name",
}
"""The sentences of this file by their key, with their facts."""


def look(asking: TournamentAsk) -> Answer:
    one, reader, name = asking.one, asking.reader, asking.one.announcement.name
    match asking.request.what:
        case "mine":
            return mine(asking)
        case "desk":
            if not is_arbiter(one, asking.who):
                return asking.declined(Declined("tournament-arbiter"))
            return desk_answer(asking)
        case "standings":
            lines = [*standings_lines(one, reader), *deal_ranking_lines(one, reader)] or [reader.words("no-standings")]
        case "tables":
            lines = round_lines(one, reader, asking.tables) or announcement_lines(one, reader)
        case _:
            lines = announcement_lines(one, reader)
    buttons = _buttons(asking)
    if asking.request.what == STANDING and one.progress is not None and one.progress.closed:
        buttons += [asking.button(PDF), asking.button(CSV)]
    return Answer(True, "\n".join(lines), page=TournamentPage(name, buttons))


def _buttons(asking: TournamentAsk) -> list[tuple[str, str]]:
    """What they can do at this moment."""
    one = asking.one
    whats: list[str] = []
    if one.state == OPEN:
        whats = [SIGN_UP, OUT]
    elif one.state == CHECK_IN:
        whats = [HERE, OUT]
    elif one.state == RUNNING:
        whats = [MINE, TABLES, STANDING]
    if is_arbiter(one, asking.who):
        whats.append(DESK)
    return [asking.button(what) for what in whats]


def mine(asking: TournamentAsk) -> Answer:
    """Where they sit, what waits for their word, and how they enter their numbers."""
    one, reader, person = asking.one, asking.reader, asking.player
    pairing = one.pairing_of(person)
    lines, buttons = [own_table_words(one, person, reader)], list[tuple[str, str]]()
    in_chat = not asking.request.in_browser  # which has forms for numbers
    if pairing is not None and pairing.decision is None:
        lines += own_sheet_lines(one, person, reader) or _how(asking, pairing.table)
        buttons += [asking.button(SHEET)] if in_chat and not one.announcement.is_dealt else []
        score = score_to_sign(one, person)
        if score is not None:
            lines.append(score_words(one, score, reader))
            buttons += [asking.button(what, score_mark(one, score)) for what in (SIGN, DISPUTE)]
        line = pairing.line_of(one.entry_of(person))
        for sheet in [sheet for sheet in one.sheets_of(pairing.table) if sheet.line != line]:
            lines.append(sheet_words(one, sheet, reader))
            buttons += [asking.button(what, sheet_mark(one, sheet)) for what in (SIGN, DISPUTE)]
        buttons.append(asking.button(CALL))
    if pairing is not None and isinstance(pairing.decision, Totals) and not one.announcement.is_dealt:
        lines.append(reader.words("own-result", totals=decided_words(pairing.decision, reader)))
    if pairing is not None and correctable(one, person) is not None:
        lines += [reader.words("how-correct", order=score_order(one, reader, pairing.table))] if in_chat else []
        buttons += [asking.button(CORRECT)] if in_chat else []
        if has_sides(one, person):
            buttons.append((reader.words("button.swap"), command_text(CORRECT, asking.id, "swap")))
    for request in to_sign(one, person):
        lines.append(correction_words(one, request, reader))
        buttons += [asking.button(what, ask_mark(request)) for what in (SIGN, DISPUTE)]
    if may_take_over(one, person):
        lines.insert(0, reader.words("no-arbiter-here"))
        buttons.insert(0, asking.button(DIRECT))
    if one.state == RUNNING:
        if match_of(one, person) is not None:
            buttons.append((desk(reader.language, "button.lineup"), command_text("lineup", asking.id)))
        buttons += [*_missing(asking), *appeal_buttons(asking)]
        buttons.append((desk(reader.language, "button.book"), command_text("book", asking.id)))
    return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, buttons))


def own_sheet_lines(one: ClubTournament, player: str, reader: TournamentReader) -> list[str]:
    """What somebody's own line has entered, and for whom that waits; nothing where it has not."""
    pairing = one.pairing_of(player)
    if pairing is None or pairing.decision is not None:
        return []
    line = pairing.line_of(one.entry_of(player))
    own = [sums_words(sheet.totals) for sheet in one.sheets_of(pairing.table) if sheet.line == line]
    is_disputed = any(call.table == pairing.table and call.dispute for call in one.calls)
    return [reader.words("own-disputed" if is_disputed else "own-entered", totals=totals) for totals in own]


def waits_words(one: ClubTournament, player: str, reader: TournamentReader) -> str:
    """Whose signatures are waited for below the score that somebody has asked for; or that the arbiter is called."""
    request = next(each for each in reversed(one.requests) if each.player == player)
    if request.called_at:
        return reader.words("correction-called", round=request.round, table=request.table)
    names = list_words(reader.language, [reader.players([each]) for each in missing_signers(one, request)])
    totals = sums_words(request.totals)
    return reader.words("correction-waits", round=request.round, table=request.table, names=names, totals=totals)


def _missing(asking: TournamentAsk) -> list[tuple[str, str]]:
    """At their own table: the other line is not there, or has come."""
    one, language = asking.one, asking.reader.language
    pairing = one.pairing_of(asking.player)
    if pairing is None or pairing.decision is not None or not one.went_at or len(pairing.lines) != LINES:
        return []
    if one.announcement.is_dealt or one.announcement.kind == INDIVIDUAL:  # it sees who is silent; nobody can be late
        return []
    absence = next((other for other in one.absences if other.table == pairing.table), None)
    if absence is None:
        is_entered = any(one.sheets_of(pairing.table))
        return [] if is_entered else [(desk(language, "button.missing"), command_text("missing", asking.id))]
    if absence.line == pairing.line_of(one.entry_of(asking.player)) and not absence.came:
        return [asking.button("arrived")]
    return [] if absence.came else [(desk(language, "button.arrived"), command_text("arrived", asking.id))]


def appeal_buttons(asking: TournamentAsk) -> list[tuple[str, str]]:
    """Against each ruling against which they may appeal now."""
    language = asking.reader.language
    return [
        (desk(language, "button.appeal", number=ruling.id), command_text("appeal", asking.id, ruling.id))
        for ruling in appealable(asking.one, asking.player)
    ]


def sheet_button(asking: TournamentAsk) -> tuple[str, str]:
    """By which an arbiter enters the sheet of a table."""
    return desk(asking.reader.language, "kind.sheet"), command_text("rule", asking.id, "+n")


def reverse_button(asking: TournamentAsk, ruling: str) -> tuple[str, str]:
    """By which what was ruled is taken back."""
    return desk(asking.reader.language, "kind.reverse"), command_text("rule", asking.id, "+u", ruling)


def _how(asking: TournamentAsk, table: int) -> list[str]:
    """How numbers are entered; or, where the host deals, which table it is."""
    one, reader = asking.one, asking.reader
    if not one.announcement.is_dealt:
        order = score_order(one, reader, table)
        how = reader.words("how-sheet", order=order, deals=example_of_deals(one), sums=example_of_sums(one))
        return [] if asking.request.in_browser else [how]  # a browser has a form for it
    standing = asking.tables.get(table)
    return [reader.words("own-dealt", label=standing.label)] if standing is not None else []


def _stops(one: ClubTournament) -> list[str]:
    """That the evening goes on where it stands still, and that it stands still where the host deals it."""
    if one.paused_at:
        return [RESUME]
    return [PAUSE] if one.announcement.is_dealt and one.went_at else []


def desk_answer(asking: TournamentAsk) -> Answer:
    """What the arbiter has to do next."""
    one, reader = asking.one, asking.reader
    lines, whats = announcement_lines(one, reader)[:1], [*_files(one), LINK]
    buttons: list[tuple[str, str]] = []
    if one.state == RUNNING and one.current is not None and not one.current.closed:
        waits = [str(pairing.table) for pairing in one.undecided]
        lines.append(reader.words("desk-open", tables=", ".join(waits)) if waits else reader.words("desk-all"))
        whats = [*_stops(one), *whats]
        whats = [*([] if one.went_at or one.paused_at else [GO]), *([] if waits else [CLOSE]), *whats]
    elif one.state == RUNNING:
        more = [PAIR] if one.has_rounds_left and not is_cut_short(one) else []
        whats = [*([FINISH] if is_at_its_end(one) else []), *more, *whats]
        lines += [reader.words("cut-short", name=one.announcement.name)] if is_cut_short(one) else []
    elif one.state in (OPEN, CHECK_IN, "shut"):
        later = [*([] if one.state == CHECK_IN else ["checkin"]), *(["shut"] if one.state == OPEN else [])]
        whats = ["start", *later, LINK if asking.request.at_desk else "change"]  # a browser has its form beside
    elif one.state == OVER:
        whats = [*whats, REOPEN]
    elif one.called_off is not None and not closes_tables(one):
        whats = [RESTORE, *whats]
    if one.state == RUNNING:
        lines += [_call_line(asking, call) for call in one.calls]
        buttons += [button for call in one.calls for button in _answers(asking, call)]
        lines += [*latest_rulings(one, reader), *_open_appeals(asking)]
        sheet = [sheet_button(asking)] if one.undecided and not asking.request.at_desk else []
        buttons += [*_judged(asking), *sheet, *_at_the_desk(asking)]
        buttons += [asking.button(BROADCAST)] if one.announcement.is_dealt and (one.undecided or one.broadcasts) else []
    if one.state == OVER:
        buttons.append(_report_button(asking))
    elif one.state != CANCELLED:
        lines.append(reader.words("how-desk", deals=example_of_deals(one)))
    number = [str(one.current.number)] if one.current is not None else []
    buttons = [
        *[asking.button(what, *(number if what in OF_A_ROUND else [])) for what in whats],
        *buttons,
    ]
    return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, buttons, desk=asking.own_desk))


def _answers(asking: TournamentAsk, call: ArbiterCall) -> list[tuple[str, str]]:
    """The arbiter was there; who was missing has come."""
    table = str(call.table)
    found = [(asking.reader.words("button.answer", table=table), command_text("answer", asking.id, table))]
    if call.missing:
        came = desk(asking.reader.language, "button.came", table=table)
        found.append((came, command_text("arrived", asking.id, table)))
    return found


def _open_appeals(asking: TournamentAsk) -> list[str]:
    waits = waiting(asking.one.appeals)
    return [desk(asking.reader.language, "appeal.waits", number=one.ruling.id) for one in waits]


def _judged(asking: TournamentAsk) -> list[tuple[str, str]]:
    """For whoever judges them: an appeal is right, or it is not."""
    one, language = asking.one, asking.reader.language
    found = []
    for appeal in waiting(one.appeals):
        judging = judge_of(one, appeal.ruling.id)
        if judging is not None and judging.person == asking.player:
            for word in ("yes", "no"):
                label = desk(language, f"button.judge-{word}", number=appeal.ruling.id)
                found.append((label, command_text("judge", asking.id, appeal.ruling.id, word)))
    return found


def _at_the_desk(asking: TournamentAsk) -> list[tuple[str, str]]:
    """Who came late and waits to be admitted; rulings by buttons, the book of rulings, the report."""
    language = asking.reader.language
    late = [
        (
            desk(language, "button.admit", name=entry_name(asking.one, entry.id, asking.reader)),
            command_text("rule", asking.id, ADMIT, entry.id),
        )
        for entry in not_admitted(asking.one)[:MOST_LATE]
    ]
    return [
        *late,
        *[(desk(language, under("button", what)), command_text(what, asking.id)) for what in ("rule", "book")],
        _report_button(asking),
    ]


def _report_button(asking: TournamentAsk) -> tuple[str, str]:
    return desk(asking.reader.language, "button.report"), command_text("report", asking.id)


def _call_line(asking: TournamentAsk, call: ArbiterCall) -> str:
    """Who wants the arbiter, and by which name the table is found in the chat."""
    words, standing = call_words(call, asking.reader), asking.tables.get(call.table)
    return f"{words} ({standing.label})" if standing is not None else words


def _files(one: ClubTournament) -> list[str]:
    """What there is to save and to print."""
    is_closed = one.progress is not None and one.progress.closed
    is_open = one.current is not None and not one.current.closed
    return [*([PAIRINGS] if is_open else []), *([PDF, CSV] if is_closed else []), *([FILE] if one.seed else [])]


def csv_file(asking: TournamentAsk) -> Answer:
    """The standings as a spreadsheet, in the reader's language."""
    text = standings_csv(asking.one, asking.reader)
    if not text:
        return Answer(False, asking.reader.words("no-standings"), page=TournamentPage())
    return Answer(True, asking.reader.words("csv"), page=AnswerFile(f"tournament-{asking.id[-6:]}.csv", text))
