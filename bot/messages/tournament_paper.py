"""A tournament on paper: its standings with what the arbiter ruled, and the tables of a round for the notice board.

The same tournament gives the same paper: nothing on it says when it was printed.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from bot.messages.tournament_scenes import charges_words
from bot.tournaments.by_deal import DealRank, deal_ranking
from bot.tournaments.club_tournament import ClubTournament
from bot.words.command_words import words_for_choice
from bot.words.deal_ranking import place_words
from bot.words.languages import list_words, say
from bot.words.refusals import code_name
from bot.words.table_words import figure, signed
from bot.words.tournament_announcement import form_line, venue_line
from bot.words.tournament_names import entry_name, line_name
from bot.words.tournament_reader import TournamentReader, date_words
from bot.words.tournament_round import rests_line, round_title
from bot.words.tournament_rulings import desk
from bot.words.tournament_rulings import ruling_words as desk_words
from bot.words.tournament_scores import points_words
from bot.words.tournament_standings import points_kind, standings_title, victory_points
from engine.tournament.announcement import THREE
from engine.tournament.articles import BORROWED, NO_SHOW, PRINTED_BY, article
from engine.tournament.charges import charges
from engine.tournament.corrections import SWAP
from engine.tournament.report import ReportRow, report
from engine.tournament.scores import EntryScore, round_scores
from engine.tournament.standings import Rank, deciding, standings
from renderers.papers import CellSide, Paper, PaperColumn, PaperTable

ROUNDS: Final = 6  # side by side in one table
_ALONE: Final = "\u2068{}\u2069"  # a name in its own direction; one that no font has is spelt by itself


def standings_paper(one: ClubTournament, reader: TournamentReader) -> Paper | None:
    """The standings after the last closed round, each round's points, and every ruling; None before the first."""
    progress = one.progress
    if progress is None or not progress.closed:
        return None
    reader = _with_names_alone(reader)
    ranks = standings(progress)
    rounds = _rounds(one, ranks, reader)
    tables = [_standings(one, ranks, rounds[:ROUNDS], reader)]
    tables += [_of_rounds(one, ranks, rounds[at : at + ROUNDS], reader) for at in range(ROUNDS, len(rounds), ROUNDS)]
    tables += _by_deal(one, reader)
    rulings = [*[_ruling(one, row, reader) for row in _report(one)], *_beside(one, reader)]
    if rulings:
        heads = ("number", "round", "who", "ruling", "article", "reason")
        columns = tuple(PaperColumn(_head(reader, head), wide=head in ("who", "ruling", "reason")) for head in heads)
        tables.append(PaperTable(columns, tuple(rulings), reader.words("paper-rulings")))
    return Paper(
        title=standings_title(one, reader),
        language=str(reader.language),
        page=_page(reader),
        facts=_facts(one, reader),
        tables=tuple(tables),
        notes=(_order(one, reader), _of_cells(one, reader), *_note_by_deal(one, reader)),
        signature=reader.words("paper-arbiter"),
    )


def round_paper(one: ClubTournament, reader: TournamentReader) -> Paper | None:
    """Who sits where in the round that was paired last, in large letters; None before the first."""
    current = one.current
    if current is None:
        return None
    reader = _with_names_alone(reader)
    lines = max([len(pairing.lines) for pairing in current.pairings], default=2)
    sides = [reader.words(side) for side in ("north-south", "east-west")] if lines == 2 else [""] * lines
    columns = (PaperColumn(_head(reader, "table"), CellSide.RIGHT), *[PaperColumn(side, wide=True) for side in sides])
    rows = [
        (str(pairing.table), *[line_name(one, line, reader) for line in pairing.lines]) for pairing in current.pairings
    ]
    rests = rests_line(one, reader)
    return Paper(
        title=round_title(one, reader),
        language=str(reader.language),
        page=_page(reader),
        facts=_facts(one, reader)[:1],
        tables=(PaperTable(columns, tuple((*row, *[""] * (lines + 1 - len(row))) for row in rows)),),
        notes=(rests,) if rests else (),
        large=True,
    )


def _with_names_alone(reader: TournamentReader) -> TournamentReader:
    return TournamentReader(reader.language, {player: _ALONE.format(name) for player, name in reader.names.items()})


def _page(reader: TournamentReader) -> str:
    return reader.words("paper-page", page="{page}", pages="{pages}")


def _head(reader: TournamentReader, head: str) -> str:
    return say(reader.language, f"tournament.paper-head.{head}")


def _facts(one: ClubTournament, reader: TournamentReader) -> tuple[str, ...]:
    """When and where, what was played, by which law."""
    announcement = one.announcement
    day = date_words(reader.language, announcement.starts or one.paired_at or one.created, announcement.zone)
    law = code_name(reader.language, _law(one))
    lines = (day, venue_line(announcement, reader), form_line(announcement, reader), reader.words("paper-law", law=law))
    return tuple(line for line in lines if line)


def _law(one: ClubTournament) -> str:
    code = one.announcement.code
    return code if code in PRINTED_BY else BORROWED


def _of_cells(one: ClubTournament, reader: TournamentReader) -> str:
    return reader.words("paper-cells-three" if one.announcement.kind == THREE else "paper-cells")


def _order(one: ClubTournament, reader: TournamentReader) -> str:
    """What decides between equals."""
    assert one.progress is not None
    names = [points_kind(one, name) for name in deciding(one.progress.tournament)]
    order = [say(reader.language, f"tournament.csv.{name}") for name in names]
    return reader.words("paper-order", order=list_words(reader.language, order))


# --- standings --------------------------------------------------------------------------------------------------------


def _standings(
    one: ClubTournament, ranks: Sequence[Rank], rounds: Sequence[tuple[str, Sequence[str]]], reader: TournamentReader
) -> PaperTable:
    assert one.progress is not None
    ties = [name for name in deciding(one.progress.tournament) if name not in ("vp", "mp")]
    charged = [charges_words(one, rank, reader) for rank in ranks]
    figures = [PaperColumn(_head(reader, points_kind(one, name)), CellSide.RIGHT) for name in ("vp", "mp", *ties)]
    columns = [PaperColumn("#", CellSide.RIGHT), PaperColumn(_head(reader, "name"), wide=True), *figures]
    columns += [PaperColumn(head, CellSide.RIGHT) for head, _ in rounds]
    rows = []
    for at, rank in enumerate(ranks):
        cells = [str(rank.place or "–"), entry_name(one, rank.entry, reader), *_points(one, rank, ties, reader)]
        rows.append((*cells, *[found[at] for _, found in rounds], charged[at]))
    if any(charged):
        return PaperTable((*columns, PaperColumn(_head(reader, "charges"))), tuple(rows))
    return PaperTable(tuple(columns), tuple(row[:-1] for row in rows))


def _points(one: ClubTournament, rank: Rank, ties: Sequence[str], reader: TournamentReader) -> list[str]:
    found = [victory_points(one, rank.vp, reader.language), signed(rank.mp)]
    return [*found, *[figure(getattr(rank, name)) for name in ties]]


def _rounds(one: ClubTournament, ranks: Sequence[Rank], reader: TournamentReader) -> list[tuple[str, Sequence[str]]]:
    """Each closed round: its head, and its points for each entry in the order of the standings."""
    progress = one.progress
    assert progress is not None
    charged = charges(progress)
    found: list[tuple[str, Sequence[str]]] = []
    for each in progress.rounds[: progress.closed]:
        scores = round_scores(progress.tournament, each, charged)
        cells = [_cell(one, scores.get(rank.entry), reader) for rank in ranks]
        found.append((reader.words("paper-round", round=each.number), cells))
    return found


def _cell(one: ClubTournament, score: EntryScore | None, reader: TournamentReader) -> str:
    """A round's Victory Points and Match Points; "" where the entry had no part in it."""
    return "" if score is None else f"{victory_points(one, score.vp, reader.language)} / {signed(score.mp)}"


def _of_rounds(
    one: ClubTournament, ranks: Sequence[Rank], rounds: Sequence[tuple[str, Sequence[str]]], reader: TournamentReader
) -> PaperTable:
    """Rounds that have no room beside the others."""
    columns = (PaperColumn("#", CellSide.RIGHT), PaperColumn(_head(reader, "name"), wide=True))
    rows = [
        (str(rank.place or "–"), entry_name(one, rank.entry, reader), *[found[at] for _, found in rounds])
        for at, rank in enumerate(ranks)
    ]
    return PaperTable((*columns, *[PaperColumn(head, CellSide.RIGHT) for head, _ in rounds]), tuple(rows))


# --- in duplicate -----------------------------------------------------------------------------------------------------


def _by_deal(one: ClubTournament, reader: TournamentReader) -> Iterator[PaperTable]:
    """The ranking by deal, with what each round adds to it, those of which there is no room in a table below."""
    ranking = deal_ranking(one)
    numbers = sorted({number for rank in ranking for number, _ in rank.by_deal})
    first = [PaperColumn("#", CellSide.RIGHT), PaperColumn(_head(reader, "name"), wide=True)]
    sums = [PaperColumn(_head(reader, head), CellSide.RIGHT) for head in ("mp", "deals")]
    for at in range(0, len(numbers) or len(ranking[:1]), ROUNDS):
        abreast = numbers[at : at + ROUNDS]
        rounds = [PaperColumn(reader.words("paper-round", round=number), CellSide.RIGHT) for number in abreast]
        rows = [
            (
                place_words(rank),
                entry_name(one, rank.entry, reader),
                *(() if at else (signed(rank.points), str(len(rank.by_deal)))),
                *[_of_deals(rank, number) for number in abreast],
            )
            for rank in ranking
        ]
        columns = (*first, *(() if at else sums), *rounds)
        yield PaperTable(columns, tuple(rows), "" if at else reader.words("paper-by-deal"))


def _of_deals(rank: DealRank, number: int) -> str:
    """What the deals of a round come to; "" where nothing of it is compared."""
    points = [points for (round_, _), points in rank.by_deal.items() if round_ == number]
    return signed(sum(points)) if points else ""


def _note_by_deal(one: ClubTournament, reader: TournamentReader) -> Iterator[str]:
    if deal_ranking(one):
        yield reader.words("paper-by-deal-note")


# --- what was ruled ---------------------------------------------------------------------------------------------------


def _report(one: ClubTournament) -> Iterator[ReportRow]:
    """Every ruling of the log, also one that was made void later: the row that did so says it."""
    yield from report(one.announcement.code, [json.loads(text) for text in one.events])


def _ruling(one: ClubTournament, row: ReportRow, reader: TournamentReader) -> tuple[str, ...]:
    who = entry_name(one, row.entry, reader) if row.entry else ""
    if not who and row.table is not None:
        who = reader.words("paper-table", table=row.table)
    article = row.article.partition(" ")[2]
    return (str(row.event or ""), str(row.round or ""), who, ruling_words(one, row, reader), article, row.reason)


def _beside(one: ClubTournament, reader: TournamentReader) -> Iterator[tuple[str, ...]]:
    """Rulings that are no events: deals that were annulled, minutes given back, a lateness that was taken back."""
    for ruling in one.rulings:
        if ruling.id[:1] != "d" or (ruling.what == "lateness" and not ruling.undone):
            continue
        of = one.ruling(ruling.undoes)
        number, _ = article(one.announcement.code, (of or ruling).what)
        place = reader.words("paper-table", table=ruling.table) if ruling.table else ""
        reason = str(json.loads(ruling.keys).get("reason", ""))
        yield (ruling.id, str(ruling.round or ""), place, desk_words(one, ruling, reader), number, reason)


def ruling_words(one: ClubTournament, row: ReportRow, reader: TournamentReader) -> str:
    """What was ruled, in a few words."""
    facts, language = row.facts, reader.language
    match row.kind:
        case "lateness" | "late-entry":
            return say(language, f"tournament.ruled.{row.kind}", minutes=facts["minutes"])
        case "warning":
            category = words_for_choice(language, "warning", facts["category"])
            return say(language, "tournament.ruled.warning", category=category)
        case "penalty":
            key = "vp" if "vp" in facts else "mp"
            count = victory_points(one, facts["vp"], language) if key == "vp" else facts["mp"]
            return say(language, f"tournament.ruled.penalty-{points_kind(one, key)}", count=count)
        case "withdrawal" if facts.get("temporary"):
            return say(language, "tournament.ruled.away")
        case "withdrawal" if row.situation == "expel":
            return say(language, "tournament.ruled.expel")
        case "score" if row.round in one.sealed_rounds:  # it may tell what was scored with cards that others still play
            return desk(language, "sealed")
        case "score":
            vp = [victory_points(one, points, language) for points in facts["vp"]]
            is_of_three = one.announcement.kind == THREE
            key = "no-show" if row.situation == NO_SHOW else "score-ranking" if is_of_three else "score"
            return say(language, f"tournament.ruled.{key}", vp=" – ".join(vp), mp=points_words(facts["mp"]))
        case "replacement":
            names = [reader.players([facts[key]]) for key in ("out", "in")]
            return say(language, "tournament.ruled.replacement", out=names[0], into=names[1])
        case "correction":
            key = row.situation if row.situation in ("void", SWAP) else "correction"
            return say(language, f"tournament.ruled.{key}", number=facts["replaces"])
        case _:
            return say(language, f"tournament.ruled.{row.kind}")
