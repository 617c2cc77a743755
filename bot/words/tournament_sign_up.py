"""Who is in at a tournament, who waits for a place and who seeks a partner, in words."""

from bot.tournaments.club_tournament import CHECK_IN, OPEN, ClubTournament, SignUp
from bot.tournaments.signing_up import not_admitted
from bot.words.languages import list_words
from bot.words.tournament_reader import TournamentReader


def who_is_in(one: ClubTournament, reader: TournamentReader) -> list[str]:
    lines = [reader.words("places", taken=len(one.placed), places=str(one.announcement.places or ""))]
    lines += [_sign_up_line(one, sign_up, reader) for sign_up in one.placed]
    if one.waiting:
        lines.append(reader.words("waiting"))
        lines += [_sign_up_line(one, sign_up, reader) for sign_up in one.waiting]
    if one.seeking and one.state == OPEN:
        lines.append(
            reader.words("seeking", names=list_words(reader.language, [reader.players([p]) for p in one.seeking]))
        )
    return lines


def _sign_up_line(one: ClubTournament, sign_up: SignUp, reader: TournamentReader) -> str:
    here = "✓ " if one.state == CHECK_IN and set(sign_up.here) >= set(sign_up.players) else ""
    return f"{here}{sign_up.number}. {reader.players(sign_up.players)}"


def is_registered_late(one: ClubTournament, player: str) -> bool:
    """Whether the arbiter can still let this person's entry complete a table."""
    entry = one.entry_of(player)
    return entry in [late.id for late in not_admitted(one)]


def entry_state(one: ClubTournament, sign_up: SignUp, player: str) -> str:
    """Whether somebody who is in by this sign-up still `asks` others, is `late`, `waits` for a place, or is `in`."""
    if not sign_up.is_whole:
        return "asks"
    if is_registered_late(one, player):
        return "late"
    return "waits" if sign_up in one.waiting else "in"


def entered_words(one: ClubTournament, sign_up: SignUp, player: str, reader: TournamentReader) -> str:
    """The same, for who has just entered, and for whoever looks again."""
    key = {"asks": "done-asked", "late": "is-late", "waits": "waits", "in": "is-in"}[entry_state(one, sign_up, player)]
    team = reader.players(sign_up.players)
    return reader.words(key, team=team, number=sign_up.number, name=one.announcement.name)


def added_words(one: ClubTournament, sign_up: SignUp, reader: TournamentReader) -> str:
    """The same, for the arbiter who has entered others."""
    team, number, name = reader.players(sign_up.players), sign_up.number, one.announcement.name
    match entry_state(one, sign_up, sign_up.players[0]):
        case "late":
            return reader.words("added-late", team=team, number=number, name=name)
        case "waits":
            return reader.words("added-waits", team=team, number=number, name=name)
        case _:
            return reader.words("added", team=team, number=number, name=name)
