"""Scripts and styles without their comments: what a telephone loads needs none, and they are a fifth of it.

Lines keep their numbers. In a script a comment is a line that begins with `//`, or what follows ` // ` where no
quotation mark comes after it, so that no text is ever cut. The page's scripts have no text over several lines.
"""

import re
from typing import Final

_OF_SCRIPT: Final = re.compile(r"""^[ \t]*//[^\n]*|[ \t]+//[ ][^\n"'`]*$""", re.MULTILINE)
_OF_STYLE: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def without_comments(ending: str, body: bytes) -> bytes:
    """The bytes of a file with this ending, `js` or `css`; any other is as it was."""
    if ending == "js":
        return _OF_SCRIPT.sub("", body.decode()).encode()
    if ending == "css":
        return _OF_STYLE.sub(lambda comment: "\n" * comment[0].count("\n"), body.decode()).encode()
    return body
