"""`burraco render`: a picture of a hand, a table, a score sheet, a moviola, a board or a player's card, as a PNG.

Choices where the contract is silent:

- A position is given as text, or as a file of one line (`-` reads stdin). `--rules` is the code it is played by: if it
  is left out `fibur`, for three players `three-player`.
- A hand is that of `--viewer`, or of the player in turn; a table is shown as everybody sees it, or as `--viewer` does.
- `score` shows the match of a record and its last deal that has ended, `moviola` that deal, or `--deal N`.
- `standings`, `leaderboard` and `board` are one kind of picture, and one shape of JSON (docs/commands.md).
"""

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.chat.messages.moviola import moviola_scene, side_name
from bot.chat.speech import words
from bot.chat.speech.languages import DEFAULT, LANGUAGES, Language, listed, say
from bot.chat.speech.notices import Notice, notice
from bot.chat.speech.refusals import code_name
from bot.chat.speech.scene_words import scene_words
from bot.cli.exports import board_of, parse_export, player_of
from bot.cli.options import add_command
from bot.cli.output import OK, BreaksRule, Commands, Unusable, plain
from bot.cli.reading import STDIN, at, read_file, rules_named
from bot.cli.records import at_record, refusal_words, shown
from engine.cards import shorten
from engine.deal import ANNULLO, Deal
from engine.hand import unpack
from engine.position import parse_position
from engine.replay import Replay, ReplayedDeal, replay
from engine.score import score
from engine.sorting import by_suit
from engine.view import TABLE, view
from renderers.paint import Picture, draw
from renderers.scenes import DECKS, THEMES, BoardScene, HandScene, Look, Scene, ScoreScene, TableScene
from renderers.undrawable import MissingAsset, Undrawable

POSITIONS: Final = ("hand", "table")
RECORDS: Final = ("score", "moviola")
BOARDS: Final = ("standings", "leaderboard", "board")
KINDS: Final = (*POSITIONS, *RECORDS, *BOARDS, "player")
USUAL_RULES: Final = ("fibur", "three-player")

_MORE: Final = """examples:
  burraco render hand "N/draw ?41 4c 3h4h5hTd2sJk/?11/?11/?11 ?11,?11 -|-" -o hand.png
  burraco render moviola match.brn --language it --theme dark -o moviola.png
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "render", run, "draw a hand, a table, a score sheet, a board", _MORE)
    parser.add_argument("kind", metavar="KIND", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument("source", metavar="SOURCE", help="a position, a record's file or a JSON file; - reads stdin")
    parser.add_argument("-o", dest="output", metavar="FILE", required=True, help="the PNG; - writes it to stdout")
    parser.add_argument("--viewer", metavar="SEAT", default="", help="whose hand, or who looks at the table")
    parser.add_argument("--rules", metavar="RULES", default="", help="the code of a position (fibur or three-player)")
    parser.add_argument("--deal", metavar="N", type=int, default=0, help="which deal of a record, for the moviola")
    parser.add_argument("--theme", choices=THEMES, default=Look().theme, help="colours and sizes")
    parser.add_argument("--deck", choices=DECKS, default=Look().deck, help="the faces of the cards")
    parser.add_argument("--width", metavar="PIXELS", type=int, default=0, help="another width than the usual one")
    parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT, help="of the words on the picture")


def run(options: argparse.Namespace) -> int:
    look = Look(options.theme, options.deck, options.width)
    scene = _scene(options)
    try:
        picture = draw(scene, look)
    except (Undrawable, MissingAsset) as error:
        raise Unusable(f"{_named(options.source)}: {error}") from None
    _write(options.output, picture)
    return OK


def _scene(options: argparse.Namespace) -> Scene:
    if options.kind in POSITIONS:
        return _of_position(options)
    text = read_file(options.source)
    if options.kind in RECORDS:
        return _of_record(options, text)
    where = shown(options.source)
    export = parse_export(text, where)
    if options.kind == "player":
        return player_of(export, options.language, where)
    board: BoardScene = board_of(export, options.language, where)
    return board


def _write(file: str, picture: Picture) -> None:
    if file == STDIN:
        if sys.stdout is None:
            raise Unusable("standard output is closed")
        sys.stdout.buffer.write(picture.png)
        return
    try:
        with open(file, "wb") as output:
            output.write(picture.png)
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise Unusable(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    print(f"{plain(file)}: {picture.width} x {picture.height} pixels")


# --- positions --------------------------------------------------------------------------------------------------------


def _is_text(source: str) -> bool:
    """Whether a source is a position itself: files have no spaces and a slash in the second place."""
    return source[1:2] == "/" and " " in source.strip()


def _named(source: str) -> str:
    """A source in a complaint."""
    return shorten(source) if _is_text(source) else shown(source)


def _of_position(options: argparse.Namespace) -> HandScene | TableScene:
    deal = _position(options)
    language: Language = options.language
    seats = deal.code.seats
    if options.viewer and options.viewer not in seats:
        raise Unusable(f"--viewer {options.viewer}: {' '.join(seats)} sit at this table")
    names = {seat: words.seat(language, seat) for seat in seats}
    seat = options.viewer or (deal.seat if options.kind == "hand" else "")
    seen = view(deal, seat or TABLE)
    if options.kind == "table":
        label = code_name(language, deal.code.rules.name)
        return TableScene(seen, seat, names, label=label, words=scene_words(language))
    order = by_suit(unpack(seen.deal.hands[seats.index(seat)]))
    drawn = (deal.drawn,) if seen.deal.drawn in order and deal.seat == seat else ()
    return HandScene(seen, seat, order, drawn=drawn, names=names, words=scene_words(language))


def _position(options: argparse.Namespace) -> Deal:
    source = options.source
    text, where = (source, "") if _is_text(source) else _first_line(source)
    three = text.split()[3:4] != [] and text.split()[3].count("/") == 2
    rules = rules_named(options.rules or USUAL_RULES[three])
    with at(where):
        return parse_position(rules, text)


def _first_line(file: str) -> tuple[str, str]:
    """The first line that says something, and where it stands."""
    for number, line in enumerate(read_file(file).splitlines(), 1):
        if line.strip():
            return line.strip(), f"{shown(file)}:{number}"
    raise Unusable(f"{shown(file)}: a position is needed, and there is none")


# --- records ----------------------------------------------------------------------------------------------------------


def _of_record(options: argparse.Namespace, text: str) -> Scene:
    file = options.source
    with at_record(file):
        found = replay(text)
    if found.refusal is not None:
        raise BreaksRule(refusal_words(file, found.refusal))
    ended = [deal for deal in found.deals if deal.result is not None]
    if not ended:
        raise Unusable(f"{shown(file)}: no deal of this record has ended")
    if options.kind == "score":
        return score_scene(found, ended, options.language)
    if not 0 <= options.deal <= len(ended):
        raise Unusable(f"--deal {options.deal}: {shown(file)} has {len(ended)} that have ended")
    number = options.deal or len(ended)
    chosen = ended[number - 1]
    title = say(options.language, "moviola.title", table=_title(chosen, options.language), deal=number)
    names = _names(chosen, options.language)
    return moviola_scene(chosen.game, chosen.record, names, title, options.language)


def _names(deal: ReplayedDeal, language: Language) -> Mapping[str, str]:
    tags = deal.record.tags
    return {seat: tags.get(seat) or words.seat(language, seat) for seat in deal.game.deal.code.seats}


def _title(deal: ReplayedDeal, language: Language) -> str:
    tags = deal.record.tags
    return tags.get("Event") or tags.get("Table") or code_name(language, deal.game.deal.code.rules.name)


def score_scene(found: Replay, ended: list[ReplayedDeal], language: Language) -> ScoreScene:
    """The score sheet of a record's deals that have ended."""
    match, last = found.match, ended[-1]
    name = partial(side_name, match.code, names=_names(last, language))
    ranking = match.ranking_points
    return ScoreScene(
        sides=tuple([name(side) for side in range(len(match.code.sides))]),
        deals=tuple([score(deal.game.deal) for deal in ended]),
        totals=match.totals,
        vp=tuple([str(points) for points in match.vp or ()]),
        title=_title(last, language),
        result=_result(found, [name(side) for side in range(len(match.code.sides))], language),
        words=scene_words(language),
        ended=words.termination(language, last.game.deal.termination),
        names=_names(last, language),
        ranking=tuple([f"{share:g}" for share in ranking or ()]),
        uncounted=tuple([at for at, deal in enumerate(ended) if deal.game.deal.termination == ANNULLO]),
    )


def _result(found: Replay, sides: list[str], language: Language) -> str:
    """Who has won, a sentence; "" while the match goes on, or where the record does not say how long it is."""
    match = found.match
    if not match.is_over or not {"Hands", "Target"} & found.deals[0].record.tags.keys():
        return ""
    points = listed(language, [str(total) for total in sorted(match.totals, reverse=True)])
    if match.winner is None:
        return notice(language, Notice.DRAWN, result=points)
    return notice(language, Notice.WON, side=sides[match.winner], result=points)
