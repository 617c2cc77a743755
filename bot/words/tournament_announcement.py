"""The announcement of a tournament in words: what is played, when and where, how it stands, and who is in."""

from itertools import groupby
from typing import Final

from bot.planner.calendar import wall
from bot.tournaments.club_tournament import BEFORE, GUEST, Announcement, ClubTournament
from bot.words.languages import list_words, say
from bot.words.refusals import code_name
from bot.words.tournament_reader import TournamentReader, clock_words, time_words
from bot.words.tournament_round import no_arbiter_lines, round_number
from bot.words.tournament_sign_up import who_is_in
from engine.tournament.announcement import METHODS

HOST_REASONS: Final = ("too-few", "lapsed")
"""Why a tournament was cancelled by nobody; of somebody who writes such a word it is the reason that they give."""


def announcement_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What is announced, how it stands, and who is in."""
    return [*announced_head(one, reader), *who_is_in(one, reader)]


def announced_head(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What is announced, and how it stands."""
    announced = announced_lines(one.announcement, reader, has_begun=one.state not in BEFORE)
    lines = [_state(one, reader), *no_arbiter_lines(one, reader), *announced]
    return [line for line in (*lines, *_series_lines(one, reader)) if line]


def announced_lines(announcement: Announcement, reader: TournamentReader, *, has_begun: bool = False) -> list[str]:
    """When, where and what is played, how long a round lasts, and for what."""
    when = "" if has_begun and not announcement.starts else _when(announcement, reader)
    lines = [when, venue_line(announcement, reader), form_line(announcement, reader)]
    lines.append(reader.words("qualifiers", count=announcement.qualifiers) if announcement.qualifiers else "")
    lines += _times(announcement, reader)
    lines.append(reader.words("dealt" if announcement.is_dealt else "real"))
    if announcement.duplicate:
        lines.append(reader.words("dealt-alike"))
    if announcement.prizes:
        lines.append(reader.words("prizes", prizes=announcement.prizes))
    return [line for line in lines if line]


def _times(announcement: Announcement, reader: TournamentReader) -> list[str]:
    """How long a round lasts; where rounds have other numbers of deals, those of each, as far as a code prints them."""
    lasts = {deals: announcement.minutes(number) for number, deals in enumerate(announcement.deals, 1)}
    scale = str(announcement.scale) if announcement.scale != 100 else ""
    timed = {deals: minutes for deals, minutes in sorted(lasts.items()) if minutes}
    if len(lasts) == 1:
        return [reader.words("times", minutes=minutes, scale=scale) for minutes in timed.values()]
    return [reader.words("times-of", count=deals, minutes=minutes, scale=scale) for deals, minutes in timed.items()]


def _series_lines(one: ClubTournament, reader: TournamentReader) -> list[str]:
    """What its season counts, and who is invited."""
    announcement = one.announcement
    if not announcement.series:
        return []
    if not announcement.is_final:
        count, best, of = announcement.best, str(announcement.best or ""), str(announcement.of or "")
        return [reader.words("season-counts", count=count, season=announcement.season, best=best, of=of)]
    invited = announcement.invited
    names = [player[1:] if player.startswith(GUEST) else reader.players([player]) for player in invited]
    return [
        reader.words("is-final", season=announcement.season),
        reader.words("invited", names=list_words(reader.language, names)),
    ]


def _state(one: ClubTournament, reader: TournamentReader) -> str:
    if one.reason in HOST_REASONS and one.called_off is None:
        return say(reader.language, f"tournament.cancelled.{one.reason}")
    return say(
        reader.language,
        f"tournament.state.{one.state}",
        round=str(round_number(one) or ""),
        rounds=len(one.announcement.rounds),
        reason=one.reason,
    )


def _when(announcement: Announcement, reader: TournamentReader) -> str:
    if not announcement.starts:
        return reader.words("starts-open")
    language, zone, shuts = reader.language, announcement.zone, announcement.shuts
    is_earlier = shuts < announcement.starts
    is_same_day = wall(shuts, zone).date() == wall(announcement.starts, zone).date()
    return reader.words(
        "starts",
        time=time_words(language, announcement.starts, zone),
        shuts=clock_words(language, shuts, zone) if is_earlier and is_same_day else "",
        day=time_words(language, shuts, zone) if is_earlier and not is_same_day else "",
        minutes=str(announcement.check_in or ""),
    )


def moved_words(announcement: Announcement, reader: TournamentReader) -> str:
    """When and where it is from now on, for who knew it otherwise."""
    head = reader.words("changed", name=announcement.name)
    return "\n".join([line for line in (head, _when(announcement, reader), venue_line(announcement, reader)) if line])


def venue_line(announcement: Announcement, reader: TournamentReader) -> str:
    return reader.words("venue", venue=announcement.venue) if announcement.venue else ""


def form_line(announcement: Announcement, reader: TournamentReader) -> str:
    """Kind, code, rounds and deals; the method where the kind has several."""
    runs = [(method, len(list(many))) for method, many in groupby(announcement.rounds)]
    methods = ", ".join([f"{many} × {method}" if many > 1 else method for method, many in runs])
    deals = "/".join([str(deals) for deals in dict.fromkeys(announcement.deals)])
    return reader.words(
        "form",
        kind=say(reader.language, f"tournament.kind.{announcement.kind}"),
        code=code_name(reader.language, announcement.code),
        count=len(announcement.rounds),
        methods=methods if len(METHODS[announcement.kind]) > 1 else "",
        deals=reader.words("form-deals", count=max(announcement.deals, default=0), deals=deals),
    )
