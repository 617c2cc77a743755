"""Text in any script: it fits, it is drawn, and never as boxes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers import fonts
from renderers.fonts import ASSETS, check_assets, fit, has_glyph, width_of
from renderers.undrawable import MissingAsset


@given(st.text(max_size=80), st.integers(8, 60), st.integers(0, 400), st.booleans())
def test_any_text_fits_and_every_sign_of_it_can_be_drawn(text: str, size: int, width: int, bold: bool) -> None:
    line = fit(text, size, width, bold)
    assert width_of(line, size, bold) <= width
    assert [char for char in line if char != " " and not has_glyph(char, bold)] == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", ""),
        ("Zoë Ångström", "Zoë Ångström"),
        ("Мария", "Мария"),
        ("サクラ さん", "サクラ さん"),
        ("देवनागरी", "devanagari"),
        ("कृष्ण ज़ोया", "krsna joya"),
        ("राहुल", "rahul"),
        ("സുരേഷ് കുമാർ", "sures kumar"),
        ("සංගක්කාර", "samgakkara"),
        ("தமிழ் செல்வி", "tamil celvi"),
        ("မြန်မာ", "mranma"),
        ("ខ្មែរ", "khmaer"),
        ("ܫܠܡܐ", "shlm"),
        ("𐌲𐌿𐍄 ᚠᚢᚦᚨᚱᚲ", "gut futhark"),
        ("Anna 🇮🇹", "Anna IT"),
        ("🅰️🅽🄽🄰", "ANNA"),
        ("𠮷", "Kichi"),
        ("ເກມ", "ເກມ"),
        ("สมชาย", "smchay"),
        ("เปรม ไทย จันทร์", "prem thaiy chanth"),
        ("ＡＢＣ", "ＡＢＣ"),
        ("🔥Marco🔥", "Marco"),
        ("🔥", "fire"),
        ("שלום abc", "abc םולש"),
        ("李小龙", "李小龙"),
        ("two\nlines\ttab", "two lines tab"),
        ("\u202eevil\u200b", "evil"),
        ("\u200b\u200b", "—"),
        ("\u3164", "—"),
        ("\x01", "—"),
    ],
)
def test_names_in_any_script_are_drawn_or_spelt(name: str, expected: str) -> None:
    assert fit(name, 24, 400) == expected


def test_a_long_name_ends_in_an_ellipsis() -> None:
    line = fit("Maximilian von und zu Hohenstein", 24, 150)
    assert line.startswith("Maxi")
    assert line.endswith("…")


def test_arabic_letters_are_joined_and_run_to_the_left() -> None:
    assert fit("\u0628\u0628\u0628", 24, 200) == "\ufe90\ufe92\ufe91"  # final, medial, initial from the left


def test_suits_can_be_written() -> None:
    assert [has_glyph(suit, bold) for suit in "♥♦♣♠" for bold in (False, True)] == [True] * 8


def test_a_missing_asset_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    check_assets()
    monkeypatch.setattr(fonts, "LICENCES", ("no-such-file.txt",))
    with pytest.raises(MissingAsset, match=r"no-such-file\.txt is missing"):
        check_assets()


def forget() -> None:
    """What was read and loaded of the fonts."""
    for cached in (fonts._asset, fonts.font, fonts.second_font):
        cached.cache_clear()


def test_a_damaged_font_is_named_before_anything_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ASSETS.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(fonts, "ASSETS", tmp_path)
    for name in (fonts.BOLD, fonts.SECOND):
        whole = (tmp_path / name).read_bytes()
        for torn in (whole[: len(whole) // 2], b"\x00" * 100):
            (tmp_path / name).write_bytes(torn)
            forget()
            with pytest.raises(MissingAsset, match=f"{name} is damaged"):
                check_assets()
        with pytest.raises(MissingAsset, match=f"{name} is damaged"):
            fonts.width_of("W한", 31, bold=True)
        (tmp_path / name).write_bytes(whole)
    monkeypatch.undo()
    forget()
    check_assets()
