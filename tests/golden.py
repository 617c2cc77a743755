"""Golden files: what the program wrote once and somebody looked at, kept in tests/golden/."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image


@dataclass(frozen=True, slots=True)
class Golden:
    """The golden files of a folder; `rewrite` keeps what is found instead of comparing it."""

    folder: Path
    rewrite: bool

    def check(self, name: str, found: str | bytes) -> None:
        """Compare what was found (text is UTF-8) with the golden file of that name; AssertionError if they differ."""
        file = self.folder / name
        if self.rewrite:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(found.encode() if isinstance(found, str) else found)
        assert file.exists(), f"{file} is missing: `make golden` writes it"
        golden = file.read_text(encoding="utf-8") if isinstance(found, str) else file.read_bytes()
        assert found == golden, f"not as in {file}: look at both, then `make golden` keeps the new one"

    def check_picture(self, name: str, found: bytes) -> None:
        """Compare a picture pixel by pixel: another compression of the same pixels is the same picture."""
        file = self.folder / name
        if self.rewrite and not (file.exists() and pixels(file.read_bytes()) == pixels(found)):
            self.check(name, found)
        assert file.exists(), f"{file} is missing: `make golden` writes it"
        same = pixels(file.read_bytes()) == pixels(found)
        assert same, f"not as in {file}: look at both, then `make golden` keeps the new one"

    def check_alike(self, name: str, found: bytes, differs: Callable[[bytes, bytes], object], at: Path) -> None:
        """Compare within a tolerance: `differs` says what is not alike, if anything. What was found stands `at`."""
        file = self.folder / name
        if self.rewrite and not (file.exists() and differs(file.read_bytes(), found) is None):
            self.check(name, found)
        assert file.exists(), f"{file} is missing: `make golden` writes it"
        where = differs(file.read_bytes(), found)
        assert where is None, f"{at} is not as {file}, see {where}: look at both, then `make golden` keeps the new one"


def pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    """Size and colours of a picture."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    return picture.size, picture.tobytes()
