"""The contact sheet of docs/pictures.md, every theme beside the others: `python -m tests.renderers.contact_sheet`."""

from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from renderers.paint import draw
from renderers.scenes import DECKS, THEMES, Look, Scene
from tests.renderers.sheets import PLAYER, board_scene, result_scene, score_scene
from tests.renderers.test_golden_pictures import GAMES, TWENTY, hand, table

FILE: Final = Path(__file__).parent.parent.parent / "docs" / "pictures" / "contact-sheet.png"
ACROSS: Final = 270  # pixels of a picture
GAP: Final = 6
COLOURS: Final = 256
ROUNDS: Final = 3  # in which the colours come nearer to the true ones
TALLEST: Final = 300  # of a score sheet its upper part is shown


def thumbnail(scene: Scene, look: Look) -> Image.Image:
    """The picture, smaller."""
    picture = Image.open(BytesIO(draw(scene, look).png)).convert("RGB")
    tall = picture.height * ACROSS // picture.width
    small = picture.resize((ACROSS, tall), Image.Resampling.LANCZOS)
    return small.crop((0, 0, ACROSS, min(tall, TALLEST)))


def contact_sheet() -> Image.Image:
    """A column for each theme."""
    deals = [game.deal for game in GAMES]
    scenes = (hand(TWENTY), table(), result_scene(deals[1]), score_scene(deals), board_scene(6), PLAYER)
    columns = [
        [thumbnail(scene, Look(theme, DECKS[number % 2])) for scene in scenes] for number, theme in enumerate(THEMES)
    ]
    height = sum(picture.height + GAP for picture in columns[0]) + GAP
    sheet = Image.new("RGB", (len(columns) * (ACROSS + GAP) + GAP, height), "white")
    for number, column in enumerate(columns):
        y = GAP
        for picture in column:
            sheet.paste(picture, (GAP + number * (ACROSS + GAP), y))
            y += picture.height + GAP
    return sheet


if __name__ == "__main__":
    few = contact_sheet().quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS, dither=Image.Dither.NONE)
    few.save(FILE, optimize=True)
