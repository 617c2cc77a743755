"""Golden files: what the program wrote once and somebody looked at, kept in tests/golden/."""

from dataclasses import dataclass
from pathlib import Path


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
        kept = file.read_text(encoding="utf-8") if isinstance(found, str) else file.read_bytes()
        assert found == kept, f"not as in {file}: look at both, then `make golden` keeps the new one"
