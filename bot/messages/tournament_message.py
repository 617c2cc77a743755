"""A tournament's messages: the announcement that stands in its channel, the tables of a round, the standings."""

from collections.abc import Sequence

from bot.messages.buttons import command_press
from bot.messages.message import Button, Message, Row, Style
from bot.messages.tournament_scenes import round_scene, standings_scene
from bot.tournaments.club_tournament import CHECK_IN, OPEN, RUNNING, ClubTournament
from bot.words.deal_ranking import deal_ranking_lines
from bot.words.languages import Language, say
from bot.words.tournament_announcement import announcement_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import NO_STANDINGS, Standings, round_lines, round_title
from bot.words.tournament_rulings import latest_rulings
from bot.words.tournament_standings import standings_lines, standings_title
from engine.tournament.announcement import PLAYERS
from renderers.scenes import Look

SIGN_UP, SEEK, OUT, HERE, MINE, CALL = "in", "seek", "out", "here", "mine", "call"
YES, NO, SIGN, DISPUTE, CORRECT = "yes", "no", "sign", "dispute", "correct"
DESK = "desk"
DIRECT = "direct"  # from now on, where nobody does any more
PDF, CSV = "pdf", "csv"
GO, CLOSE, PAIR, FINISH = "go", "close", "pair", "finish"
PAUSE, RESUME = "pause", "resume"
BROADCAST = "broadcast"  # of a table, with all hands open


def command_text(what: str, id_: str, *words: str) -> str:
    """The command that a button says."""
    return " ".join(["tournament", what, id_, *words])


def button(language: Language, what: str, id_: str, *words: str, style: Style = Style.PLAIN) -> Button:
    return Button(say(language, f"tournament.button.{what}"), command_press(command_text(what, id_, *words)), style)


def row(language: Language, id_: str, whats: Sequence[str]) -> Row:
    """Buttons, the first of which is what most want."""
    styles = [Style.MAIN, *[Style.PLAIN] * len(whats)]
    return Row(tuple(button(language, what, id_, style=style) for what, style in zip(whats, styles, strict=False)))


def announcement_message(id_: str, one: ClubTournament, reader: TournamentReader) -> Message:
    """It stands in the channel as long as the tournament lasts, with what people can do now."""
    whats: tuple[str, ...] = ()
    if one.state == OPEN:
        alone = PLAYERS[one.announcement.kind][0] == 1
        whats = (SIGN_UP, OUT) if alone else (SIGN_UP, SEEK, OUT)
    elif one.state == CHECK_IN:
        whats = (HERE, OUT)
    elif one.state == RUNNING:
        whats = (MINE,)
    controls = (row(reader.language, id_, whats),) if whats else ()
    lines = tuple(announcement_lines(one, reader))
    return Message(reader.language, title=one.announcement.name, lines=lines, controls=controls)


def round_message(
    id_: str,
    one: ClubTournament,
    reader: TournamentReader,
    look: Look = Look(),  # noqa: B008  a frozen value
    tables: Standings = NO_STANDINGS,
) -> Message:
    """The tables of the last round, drawn and in words, with what a player can ask for."""
    is_open = one.state == RUNNING and one.current is not None and not one.current.closed
    controls = (row(reader.language, id_, (MINE, CALL)),) if is_open else ()
    lines = (*round_lines(one, reader, tables), *latest_rulings(one, reader))
    title = round_title(one, reader)
    alt = "\n".join((title, *lines))
    return Message(reader.language, title, lines, round_scene(one, reader, tables), look, alt=alt, controls=controls)


def standings_message(id_: str, one: ClubTournament, reader: TournamentReader, look: Look = Look()) -> Message:  # noqa: B008  a frozen value
    """The standings, drawn and in words; in short without the points. When they are final, as files too."""
    lines = (*standings_lines(one, reader), *deal_ranking_lines(one, reader))
    scene, title = standings_scene(one, reader), standings_title(one, reader)
    alt = "\n".join((title, *lines))
    brief = "\n".join((title, *[f"{place}. {name}" if place else name for place, name, *_ in scene.rows]))
    is_final = one.progress is not None and one.progress.finished
    controls = (row(reader.language, id_, (PDF, CSV)),) if is_final else ()
    return Message(reader.language, title, lines, scene, look, alt=alt, brief=brief, controls=controls)
