"""Golden files catch a change and are kept anew on request."""

from pathlib import Path

import pytest

from tests.golden import Golden


@pytest.mark.parametrize(("kept", "found"), [("àèì\n", "àèì"), (b"\x89PNG", b"\x89PNK")], ids=["text", "picture"])
def test_a_golden_file_catches_a_change(tmp_path: Path, kept: str | bytes, found: str | bytes) -> None:
    Golden(tmp_path, rewrite=True).check("folder/name", kept)
    Golden(tmp_path, rewrite=False).check("folder/name", kept)
    with pytest.raises(AssertionError, match="make golden"):
        Golden(tmp_path, rewrite=False).check("folder/name", found)


def test_a_golden_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is missing"):
        Golden(tmp_path, rewrite=False).check("name", "text")
