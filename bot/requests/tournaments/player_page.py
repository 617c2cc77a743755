"""A tournament's page in the browser for who plays there, or would: who may see it, and what they can do on it."""

from collections.abc import Collection

from bot.messages.tournament_message import DESK, HERE, OUT, SEEK, SIGN_UP, command_text
from bot.requests.answer import TournamentPage
from bot.requests.tournaments.asks import CSV, PDF, RESTORE, TournamentAsk
from bot.requests.tournaments.looks import mine
from bot.tournaments.cancelling import closes_tables
from bot.tournaments.club_tournament import BEFORE, CHECK_IN, IN_BROWSER, OPEN, RUNNING, ClubTournament
from bot.tournaments.rights import is_arbiter
from bot.tournaments.signing_up import takes_late
from bot.views.table_view import Json
from bot.views.tournament_desk import button
from bot.views.tournament_page import tournament_page
from engine.tournament.announcement import PLAYERS


def own_place(person: str) -> str:
    """Where somebody announces a tournament in the browser, which has no channels."""
    return f"{IN_BROWSER}{person}"


def may_see(one: ClubTournament, ids: Collection[str]) -> bool:
    """Whoever has the link of a tournament that stands in no chat; else who plays there, or rules."""
    everybody = {*one.persons(), *one.staff, one.jury}
    return not one.in_chat or bool(everybody & set(ids))


def player_page(asking: TournamentAsk, board: Json, label: str) -> Json:
    """What this person is shown beside the `board`, which everybody is. `label`: of their table, where it is dealt."""
    one, player = asking.one, asking.player
    own: list[str] = []
    lines: list[tuple[str, str]] = []
    if one.state == RUNNING and player:
        answer = mine(asking)
        own = answer.words.split("\n")
        lines = list(answer.page.buttons) if isinstance(answer.page, TournamentPage) else []
    buttons = [button(label, line) for label, line in [*_before(asking), *lines, *_after(asking)]]
    return tournament_page(one, player, own, buttons, label, asking.reader, board)


def _before(asking: TournamentAsk) -> list[tuple[str, str]]:
    """In, out, and that they are there; partners are chosen by name, beside these. Once it runs, a substitute."""
    one, player = asking.one, asking.player
    if one.state == RUNNING and not one.entry_of(player) and not is_arbiter(one, asking.who):
        return _late(asking)
    if one.state not in BEFORE:
        return []
    there = one.sign_up_of(player) if player else None
    if there is None and player and player in one.seeking:
        return [asking.button(OUT)]
    if there is None:
        alone = PLAYERS[one.announcement.kind][0] == 1
        return [asking.button(SIGN_UP if alone else SEEK)] if one.state == OPEN else []
    is_missing = one.state == CHECK_IN and player not in there.here
    return [*([asking.button(HERE)] if is_missing else []), asking.button(OUT)]


def _late(asking: TournamentAsk) -> list[tuple[str, str]]:
    """Whoever has no place can register late while the law admits it; else come in as a substitute."""
    one, player = asking.one, asking.player
    if player in one.seeking or (player and one.sign_up_of(player)):
        return [asking.button(OUT)]
    if not takes_late(one):
        return [_offer(asking)]
    return [asking.button(SIGN_UP if PLAYERS[one.announcement.kind][0] == 1 else SEEK)]


def _offer(asking: TournamentAsk) -> tuple[str, str]:
    """Whoever has no place may come in, if the arbiter rules so."""
    return asking.reader.words("button.offer"), command_text(SEEK, asking.id)


def _after(asking: TournamentAsk) -> list[tuple[str, str]]:
    """Files of what is closed; for who directs it the announcement, and their desk."""
    one = asking.one
    files = [PDF, CSV] if one.progress is not None and one.progress.closed else []
    is_staff = bool(asking.player) and is_arbiter(one, asking.who)
    staff = [*(["change"] if one.state in BEFORE else []), DESK] if is_staff else []
    back = [RESTORE] if is_staff and one.called_off is not None and not closes_tables(one) else []
    return [asking.button(what) for what in [*files, *back, *staff]]
