"""What is written and what a card says can be read: its contrast with what lies behind it, in every theme."""

import pytest

from renderers.layout.sheet import SUIT_TONES, Label, Tone
from renderers.paint import sheet_of
from renderers.scenes import THEMES, Look
from renderers.theme import THEMES as DRAWN
from renderers.theme import Colour
from tests.renderers.test_words_whole import scenes

LEAST = {theme: 7.0 if theme == "high-contrast" else 4.5 for theme in THEMES}  # WCAG 2: AAA and AA of text
PAIRS = {
    (item.tone, item.ground)
    for scene in scenes("en")
    for item in sheet_of(scene, Look()).items
    if isinstance(item, Label)
}


def luminance(colour: Colour) -> float:
    """The relative luminance of WCAG 2."""
    parts = [part / 255 for part in colour]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_everything_written_is_readable(theme: str) -> None:
    colours = DRAWN[theme].colours
    pairs = PAIRS | {(tone, Tone.PAPER) for tone in (*SUIT_TONES, Tone.JOKER)}
    found = {(tone.value, ground.value): contrast(colours[tone], colours[ground]) for tone, ground in pairs}
    assert len(found) > 15
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < LEAST[theme]} == {}
