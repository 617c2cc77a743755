"""Golden files catch a change and are kept anew on request."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.golden import Golden


@pytest.mark.parametrize(("golden", "found"), [("àèì\n", "àèì"), (b"\x89PNG", b"\x89PNK")], ids=["text", "picture"])
def test_a_golden_file_catches_a_change(tmp_path: Path, golden: str | bytes, found: str | bytes) -> None:
    Golden(tmp_path, rewrite=True).check("folder/name", golden)
    Golden(tmp_path, rewrite=False).check("folder/name", golden)
    with pytest.raises(AssertionError, match="make golden"):
        Golden(tmp_path, rewrite=False).check("folder/name", found)


def test_a_golden_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is missing"):
        Golden(tmp_path, rewrite=False).check("name", "text")


def drawn(colour: str, level: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (8, 8), colour).save(file, format="PNG", compress_level=level)
    return file.getvalue()


def test_a_golden_picture_catches_another_pixel_and_not_another_compression(tmp_path: Path) -> None:
    Golden(tmp_path, rewrite=True).check_picture("p.png", drawn("red", 9))
    assert drawn("red", 9) != drawn("red", 0)
    Golden(tmp_path, rewrite=False).check_picture("p.png", drawn("red", 0))
    Golden(tmp_path, rewrite=True).check_picture("p.png", drawn("red", 0))
    assert (tmp_path / "p.png").read_bytes() == drawn("red", 9)
    with pytest.raises(AssertionError, match="make golden"):
        Golden(tmp_path, rewrite=False).check_picture("p.png", drawn("blue", 9))
    Golden(tmp_path, rewrite=True).check_picture("p.png", drawn("blue", 9))
    Golden(tmp_path, rewrite=False).check_picture("p.png", drawn("blue", 0))
