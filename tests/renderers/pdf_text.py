"""The words that stand on the pages of a PDF of ours, read out of its bytes as a viewer would copy them."""

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_MAPPED = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")
_TEXT = re.compile(rb"/(F\d+) [\d.]+ Tf|\(((?:\\.|[^\\)])*)\) ?Tj", re.DOTALL)
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_CONTROL = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}


def pages_of(data: bytes) -> list[str]:
    """Each page: what is written there, a piece a line. Raises `AssertionError` for a letter drawn as a box."""
    objects = {int(number): body for number, body in _OBJECT.findall(data)}
    fonts = {name: _font(objects, int(number)) for name, number in _fonts(objects)}
    contents = [re.search(rb"/Contents (\d+) 0 R", body) for body in objects.values() if b"/Type /Page\n" in body]
    return [_words(_stream(objects[int(found[1])]), fonts) for found in contents if found]


def words_of(data: bytes) -> str:
    """What somebody can read in a file: the pages of a PDF and what it says of itself, or its text."""
    if not data.startswith(b"%PDF-"):
        return data.decode("utf-8", "replace")
    about = [body.decode("utf-8", "replace") for _, body in _OBJECT.findall(data) if b"/CreationDate" in body]
    return "\n".join([*pages_of(data), *about])


def _fonts(objects: dict[int, bytes]) -> list[tuple[bytes, bytes]]:
    """Their names and objects; every page calls a font the same."""
    resources = [body for body in objects.values() if body.startswith(b"<<\n/Font <<")]
    return sorted({found for body in resources for found in re.findall(rb"/(F\d+) (\d+) 0 R", body)})


def _font(objects: dict[int, bytes], number: int) -> dict[int, str]:
    """The letter of each code, of those that have a shape in the font."""
    body = objects[number]
    words = _stream(objects[_reference(body, b"ToUnicode")])
    shapes = _stream(objects[_reference(objects[_reference(body, b"DescendantFonts")], b"CIDToGIDMap")])
    found = {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in _MAPPED.findall(words)}
    return {code: text for code, text in found.items() if shapes[2 * code : 2 * code + 2] != b"\0\0"}


def _reference(body: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb" \[?(\d+) 0 R", body)
    assert found is not None
    return int(found[1])


def _stream(body: bytes) -> bytes:
    head, _, rest = body.partition(b"stream\n")
    content = rest.removesuffix(b"\nendstream")
    return zlib.decompress(content) if b"FlateDecode" in head else content


def _words(content: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    found, font = [], dict[int, str]()
    for one in _TEXT.finditer(content):
        if one[1]:
            font = fonts[one[1]]
            continue
        codes = _ESCAPED.sub(lambda escaped: _CONTROL.get(escaped[1], escaped[1]), one[2])
        numbers = [int.from_bytes(codes[at : at + 2]) for at in range(0, len(codes), 2)]
        assert all(number in font for number in numbers), "a letter without a shape"
        found.append("".join([font[number] for number in numbers]))
    return "\n".join(found)
