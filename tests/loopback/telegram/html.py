"""HTML as `parse_mode` takes it: text and entities, or a refusal in Telegram's words. New tags go into TAGS."""

import html as entities_of_html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.telegram.errors import Declined, bad
from tests.loopback.telegram.texts import units
from tests.loopback.telegram.values import Account, Json

TAGS: Final = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
REFERENCES: Final = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#[xX][0-9a-fA-F]+);")  # every other one stays as it is typed
ATTRIBUTE: Final = re.compile(
    r"""\s*(?P<name>[^\s=>]*)\s*(?:=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s>"']+)))?"""
)
PERSON: Final = re.compile(r"tg://user\?id=(\d+)")


@dataclass
class Open:
    tag: str
    attributes: dict[str, str]
    offset: int  # in UTF-16 units of the text so far


@dataclass
class Reader:
    """One pass over the source; `at` is the place in it, `text` and `entities` grow."""

    source: str
    person: Callable[[int], Account | None]
    at: int = 0
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)

    def read(self) -> None:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._end()
            elif self.source[self.at] == "<":
                self._start()
            else:
                self._letter()
        if self.open:
            raise wrong(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')

    def _letter(self) -> None:
        reference = REFERENCES.match(self.source, self.at)
        self.text += entities_of_html.unescape(reference.group()) if reference else self.source[self.at]
        self.at += len(reference.group()) if reference else 1

    def _start(self) -> None:
        where = self._where()
        name = re.compile(r"[^\s>]*").match(self.source, self.at + 1)
        assert name is not None
        tag = name.group().lower()
        self.at = name.end()
        if self.at >= len(self.source):
            raise wrong(f"Unclosed start tag at {where}")
        if tag not in TAGS:
            raise wrong(f'Unsupported start tag "{tag}" at {where}')
        attributes = self._attributes(tag, where)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise wrong(f'Tag "span" must have class "tg-spoiler" at {where}')
        self.open.append(Open(tag, attributes, units(self.text)))

    def _attributes(self, tag: str, where: str) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            rest = self.source[self.at :]
            if not rest.strip():
                raise wrong(f"Unclosed start tag at {where}")
            if rest.lstrip().startswith(">"):
                self.at += rest.index(">") + 1
                return attributes
            match = ATTRIBUTE.match(self.source, self.at)
            if match is None or not match["name"]:
                raise wrong(f'Empty attribute name in the tag "{tag}" at {where}')
            value = next((one for one in (match["a"], match["b"], match["c"]) if one is not None), "")
            attributes[match["name"].lower()] = entities_of_html.unescape(value)
            self.at = match.end()

    def _end(self) -> None:
        where = self._where()
        if not self.open:
            raise wrong(f"Unexpected end tag at {where}")
        end = self.source.find(">", self.at)
        if end < 0:
            raise wrong(f"Unclosed end tag at {where}")
        tag = self.source[self.at + 2 : end].strip().lower()
        top = self.open.pop()
        if tag and tag != top.tag:
            raise wrong(f'Unmatched end tag at {where}, expected "</{top.tag}>", found "</{tag}>"')
        self.at = end + 1
        self._close(top)

    def _close(self, top: Open) -> None:
        length = units(self.text) - top.offset
        more = self._fields(top)
        if length and more is not None:
            self.entities.append({"type": TAGS[top.tag], "offset": top.offset, "length": length, **more})

    def _fields(self, top: Open) -> Json | None:
        """What the entity says beside its place; None when there is none, e.g. a link to nowhere."""
        if top.tag == "a":
            return self._link(top.attributes.get("href", ""))
        if top.tag == "tg-emoji":
            return {"custom_emoji_id": top.attributes.get("emoji-id", "")}
        if top.tag == "blockquote" and "expandable" in top.attributes:
            return {"type": "expandable_blockquote"}
        language = top.attributes.get("class", "")
        if top.tag == "code" and language.startswith("language-") and self.open and self.open[-1].tag == "pre":
            self.open[-1].attributes["language"] = language.removeprefix("language-")
            return None
        return {"language": top.attributes["language"]} if top.tag == "pre" and "language" in top.attributes else {}

    def _link(self, url: str) -> Json | None:
        mention = PERSON.fullmatch(url)
        if mention:
            person = self.person(int(mention[1]))
            about = {"id": person.id, "is_bot": person.is_bot, "first_name": person.first_name} if person else None
            return {"type": "text_mention", "user": about} if about else None
        return {"url": url if "://" in url else f"http://{url}"} if "." in url or "://" in url else None

    def _where(self) -> str:
        return f"byte offset {len(self.source[: self.at].encode())}"


def wrong(why: str) -> Declined:
    return bad(f"can't parse entities: {why}")


def parse_html(source: str, person: Callable[[int], Account | None]) -> tuple[str, list[Json]]:
    """The text without its tags and white space around it, and its entities."""
    reader = Reader(source, person)
    reader.read()
    return trimmed(reader.text, reader.entities)


def trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """The text without white space around it; entities follow, those of nothing but space vanish."""
    stripped = text.strip()
    lost = units(text[: len(text) - len(text.lstrip())])
    end = units(stripped)
    moved = []
    for one in entities:
        first, last = max(0, one["offset"] - lost), min(end, one["offset"] + one["length"] - lost)
        if last > first:
            moved.append(one | {"offset": first, "length": last - first})
    return stripped, sorted(moved, key=lambda one: (one["offset"], -one["length"]))
