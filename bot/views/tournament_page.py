"""A tournament as its page in the browser shows it to one person: what the beamer shows, and what is theirs. JSON-able.

Nothing stands in it that only one line has entered, but for who sits at that table.
"""

from collections.abc import Sequence

from bot.tournaments.club_tournament import CHECK_IN, OPEN, ClubTournament, SignUp
from bot.tournaments.signing_up import takes_late
from bot.views.table_view import Json
from bot.views.tournament_desk import sheet_form
from bot.words.tournament_announcement import announced_head
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_sign_up import entered_words, entry_state
from engine.tournament.announcement import PLAYERS


def tournament_page(
    one: ClubTournament,
    player: str,
    own: Sequence[str],
    buttons: Sequence[Json],
    label: str,
    reader: TournamentReader,
    board: Json,
) -> Json:
    """For whoever the tournament knows as `player`, "" for who looks on.

    `board`: what everybody is shown; `own`: lines about their own table; `label`: its short name, where it is dealt;
    `buttons`: what they can do.
    """
    least, most = PLAYERS[one.announcement.kind]
    return {
        **board,
        "lines": announced_head(one, reader),
        "least": least,
        "most": most,
        "me": _own_entry(one, player, reader) if player else {"state": "", "words": ""},
        "asked": [
            _proposal_to_them(one, proposal, reader) for proposal in (one.proposals_to(player) if player else ())
        ],
        "late": takes_late(one),
        "seekers": [_seeker(other, player, reader) for other in one.seekers] if is_open(one) else [],
        "own": list(own),
        "label": label,
        "dealt": one.announcement.is_dealt,
        "buttons": list(buttons),
        "sheet": sheet_form(one) if _writes_sheet(one, player) else None,
    }


def is_open(one: ClubTournament) -> bool:
    """Whether anybody may still register, in time or late."""
    return one.state == OPEN or takes_late(one)


def _own_entry(one: ClubTournament, player: str, reader: TournamentReader) -> Json:
    """Whether they are `in`, `late`, `waits` for a place, `asks` others, is `seeking`, or nothing of it, ""."""
    there = one.sign_up_of(player)
    if there is None:
        return {"state": "seeking" if player in one.seekers else "", "words": "", "here": False}
    state, words = entry_state(one, there, player), entered_words(one, there, player, reader)
    return {"state": state, "words": words, "here": one.state == CHECK_IN and player in there.here}


def _proposal_to_them(one: ClubTournament, proposal: SignUp, reader: TournamentReader) -> Json:
    """Who would like to play with them."""
    names, team = reader.players(proposal.agreed), reader.players(proposal.players)
    words = reader.words("asks", names=names, team=team, name=one.announcement.name)
    return {"number": proposal.number, "words": words}


def _seeker(other: str, player: str, reader: TournamentReader) -> Json:
    return {"id": other, "name": reader.players([other]), "own": other == player}


def _writes_sheet(one: ClubTournament, player: str) -> bool:
    """Whether they enter the numbers of their table themselves."""
    pairing = one.pairing_of(player) if player else None
    return pairing is not None and pairing.decision is None and not one.announcement.is_dealt
