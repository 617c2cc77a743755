"""Each exception from the linter or the type checker says why in its line: `# noqa: S311  a test's dice`."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.test_names import sources

FOLDERS = "bot bench docs engine renderers tests".split()
EXCEPTION = re.compile(r"# ?(?:noqa|type: ?ignore|pragma)\b")
EXPLAINED = re.compile(
    r"# (?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*(?:  | - )|type: ignore\[[a-z,-]+\]  # |pragma: no \w+  )[^\s#]"
)
"""What is excepted by its name, two spaces, and the reason; the type checker wants it to be a comment of its own."""


def unexplained(source: str) -> Iterator[int]:
    """The lines with an exception that gives no reason."""
    if not EXCEPTION.search(source):  # to read a file word by word takes a hundred times as long
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and EXCEPTION.match(token.string) and not EXPLAINED.match(token.string):
            yield token.start[0]


def test_every_exception_says_why(root: Path) -> None:
    found = [f"{file}:{line}" for file, source in sources(root, *FOLDERS).items() for line in unexplained(source)]
    assert found == []


def test_an_exception_without_a_reason_is_seen() -> None:
    bare = ["# noqa", "# noqa: S311", "#noqa: S311  so", "# noqa: S311 so", "# noqa: S311  # so", "# pragma: no cover"]
    bare += ["# type: ignore", "# type: ignore[misc]", "# type: ignore[misc] so", "# type: ignore  # so"]
    assert list(unexplained("\n".join([f"x = 1  {one}" for one in bare]))) == [*range(1, len(bare) + 1)]
    fine = ["# noqa: S311  so", "# noqa: S311, B008  so", "# type: ignore[misc,arg-type]  # so", "# no matter why"]
    assert list(unexplained("\n".join([f"x = 1  {one}" for one in [*fine, "# pragma: no cover  so"]]))) == []
    assert list(unexplained("x = '# noqa'")) == []
