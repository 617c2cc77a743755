"""`burraco render`: a picture of a hand, a table, a result, a score sheet, a moviola, a board or a player, as a PNG.

What could be expected one way or another (`docs/scripting.md` tells it to who writes scripts):

- A position is given as text, or as a file of one line (`-` reads stdin). `--rules` is the code it is played by: if it
  is left out `fibur`, for three players `three-player`.
- A hand is that of `--viewer`, or of the player in turn; a table is shown as everybody sees it, or as `--viewer` does.
- `result` and `score` show the match of a record and its last deal that has ended, `moviola` that deal, or `--deal N`.
- `standings`, `leaderboard` and `board` are one kind of picture, and one shape of JSON (docs/scripting.md).
- An option of which a kind has no use says nothing.
"""

import argparse
import sys
from typing import Final

from bot.cli.exports import board_of, parse_export, player_of
from bot.cli.options import add_command
from bot.cli.output import OK, Commands, Parser, Unusable, plain
from bot.cli.reading import STDIN, read_file
from bot.cli.records import file_label
from bot.cli.render_position import hand_of, is_text, table_of
from bot.cli.render_record import moviola_of, result_of, score_of
from bot.store.private import opener
from bot.words.languages import DEFAULT, LANGUAGES
from engine.cards import shorten
from renderers.paint import Picture, draw
from renderers.scenes import DECKS, THEMES, BoardScene, Look, Scene
from renderers.undrawable import MissingAsset, Undrawable

BOARDS: Final = ("standings", "leaderboard", "board")
KINDS: Final = ("hand", "table", "result", "score", "moviola", *BOARDS, "player")

_MORE: Final = """examples:
  burraco render hand "N/draw ?41 4c 3h4h5h9hTdKd2d2sKsQcJk/?11/?11/?11 ?11,?11 -|-" --ticked 3h4h5h -o hand.png
  burraco render table position.txt --name N=Nora --dealer W --totals 905,1210 --deal 2/4 --clock 0:42 -o table.png
  burraco render moviola match.brn --language it --theme dark -o moviola.png
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "render", run, "draw a hand, a table, a result, a board", _MORE)
    parser.add_argument("kind", metavar="KIND", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument("source", metavar="SOURCE", help="a position, a record's file or a JSON file; - reads stdin")
    parser.add_argument("-o", dest="output", metavar="FILE", required=True, help="the PNG; - writes it to stdout")
    parser.add_argument("--viewer", metavar="SEAT", default="", help="whose hand, or who looks at the table")
    parser.add_argument("--theme", choices=THEMES, default=Look().theme, help="colours and sizes")
    parser.add_argument("--deck", choices=DECKS, default=Look().deck, help="the faces of the cards")
    parser.add_argument("--width", metavar="PIXELS", type=int, default=0, help="width, if not the usual one")
    parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT, help="language of the words on the picture")
    parser.add_argument("--deal", metavar="N", default="", help="which deal of the record; on a table, such as 2/4")
    _add_position(parser)


def _add_position(parser: Parser) -> None:
    """What a position does not say, and a picture of it can show."""
    group = parser.add_argument_group("hand and table")
    group.add_argument("--rules", metavar="RULES", default="", help="the code of a position (fibur or three-player)")
    group.add_argument("--name", metavar="SEAT=NAME", action="append", default=[], help="a player's name; once a seat")
    group.add_argument("--label", metavar="TEXT", help="the table's name")
    group = parser.add_argument_group("hand")
    group.add_argument("--by", choices=("suit", "rank", "own"), default="", help="how the hand is held")
    group.add_argument("--order", metavar="CARDS", default="", help="the whole hand, as its owner holds it")
    group.add_argument("--ticked", metavar="CARDS", default="", help="cards that are ticked")
    group.add_argument("--drawn", metavar="CARDS", default="", help="cards just drawn or picked up")
    group.add_argument("--hinted", metavar="CARDS", default="", help="cards of a suggestion")
    group.add_argument("--partner", action="store_true", help="the partner's hand too, as in open pairs")
    group = parser.add_argument_group("table")
    group.add_argument("--dealer", metavar="SEAT", default="", help="who wears the dealer's button")
    group.add_argument("--totals", metavar="A,B", default="", help="Match Points of the sides before this deal")
    group.add_argument("--clock", metavar="TEXT", default="", help="the time left, such as 0:42")


def run(options: argparse.Namespace) -> int:
    for name, text in (("SOURCE", options.source), ("-o FILE", options.output)):
        if not text:
            raise Unusable(f"{name} is empty")
    look = Look(options.theme, options.deck, options.width)
    scene = _scene(options)
    try:
        picture = draw(scene, look)
    except (Undrawable, MissingAsset) as error:
        raise Unusable(f"{_source_label(options.source)}: {error}") from None
    _write(options.output, picture)
    return OK


def _scene(options: argparse.Namespace) -> Scene:
    match options.kind:
        case "hand":
            return hand_of(options)
        case "table":
            return table_of(options)
        case "result":
            return result_of(options.source, options.deal, options.language)
        case "score":
            return score_of(options.source, options.deal, options.language)
        case "moviola":
            return moviola_of(options.source, options.deal, options.language)
        case _:
            return _of_export(options)


def _of_export(options: argparse.Namespace) -> Scene:
    where = file_label(options.source)
    export = parse_export(read_file(options.source), where)
    if options.kind == "player":
        return player_of(export, options.language, where)
    board: BoardScene = board_of(export, options.language, where)
    return board


def _source_label(source: str) -> str:
    """A source in a complaint."""
    return shorten(source) if is_text(source) else file_label(source)


def _write(file: str, picture: Picture) -> None:
    if file == STDIN:
        if sys.stdout is None:
            raise Unusable("standard output is closed")
        sys.stdout.buffer.write(picture.png)
        return
    try:
        with open(file, "wb", opener=opener) as output:  # it may show a hand
            output.write(picture.png)
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise Unusable(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    print(f"{plain(file)}: {picture.width} x {picture.height} pixels")
