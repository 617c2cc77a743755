"""From the fields of a call to the content of a message: words, keyboard, files, each refused in Telegram's words."""

from typing import Any, Final
from urllib.parse import urlparse

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.html import parse_html, trimmed
from tests.loopback.telegram.limits import BUTTONS, CALLBACK, CAPTION, TEXT
from tests.loopback.telegram.texts import units, with_found
from tests.loopback.telegram.values import Content, File, Json
from tests.loopback.telegram.world import World

ACTIONS: Final = frozenset(
    "url callback_data web_app login_url switch_inline_query switch_inline_query_current_chat "
    "switch_inline_query_chosen_chat copy_text callback_game pay disabled".split()
)
Words = tuple[str, tuple[Json, ...]]


def marked(world: World, source: str, mode: str, value: list[Json] | None) -> Words:
    """Text and entities, from HTML or from entities given beside the text."""
    if mode.lower() == "html":
        text, entities = parse_html(source, world.accounts.get)
    elif mode:
        raise bad("can't parse entities: this server reads HTML only")
    else:
        text, entities = trimmed(source, value or [])
    return text, with_found(text, entities)


def text_of(world: World, call: Call) -> Words:
    """The text of a message, which may not be empty."""
    text, entities = marked(world, call.text("text"), call.text("parse_mode"), call.json("entities"))
    if not text:
        raise bad("message text is empty")
    if units(text) > TEXT:
        raise bad("message is too long")
    return text, entities


def caption_of(world: World, fields: Call | Json) -> Words:
    """The caption of a call, or of the media object inside one."""
    value = {name: fields.text(name) for name in ("caption", "parse_mode")} if isinstance(fields, Call) else fields
    entities = fields.json("caption_entities") if isinstance(fields, Call) else fields.get("caption_entities")
    text, marks = marked(world, value.get("caption") or "", value.get("parse_mode") or "", entities)
    if units(text) > CAPTION:
        raise bad("message caption is too long")
    return text, marks


def keyboard_of(markup: Any) -> tuple[tuple[Json, ...], ...]:
    """The inline keyboard; empty rows vanish."""
    if not isinstance(markup, dict):
        return ()
    rows = markup.get("inline_keyboard", [])
    if not isinstance(rows, list):
        raise bad('can\'t parse inline keyboard: field "inline_keyboard" must be of type Array')
    keyboard = tuple(tuple(_button(one) for one in row) for row in rows if row)
    if len([one for row in keyboard for one in row]) > BUTTONS:
        raise bad("reply markup is too long")
    return keyboard


def _button(button: Json) -> Json:
    if not button.get("text"):
        raise bad('can\'t parse inline keyboard button: Field "text" must be of type String')
    if not ACTIONS & button.keys():
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= CALLBACK:
        raise bad("BUTTON_DATA_INVALID")
    if "url" in button and not _address(button["url"]):
        raise bad(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    app = button.get("web_app", {}).get("url", "https://")
    if not app.startswith("https://"):
        raise bad(f"inline keyboard button Web App URL '{app}' is invalid: Only HTTPS links are allowed")
    return button


def _address(url: str) -> bool:
    parts = urlparse(url)
    return parts.scheme in {"http", "https", "tg"} and bool(parts.netloc)


def file_of(world: World, call: Call, name: str, value: object, picture: bool) -> File:
    """The file of a field: uploaded under its name or an `attach://` one, or known by its id."""
    upload = call.files.get(value.removeprefix("attach://") if isinstance(value, str) else name)
    if upload is not None:
        if not upload.data:
            raise bad("file must be non-empty")
        return world.keep(upload.data, upload.name, picture)
    if isinstance(value, str) and value.startswith(("http://", "https://")):
        raise bad("failed to get HTTP URL content")  # nothing here looks beyond this machine
    file = world.file(value) if isinstance(value, str) else None
    if file is None:
        raise bad(world.unknown_file if value else f"there is no {name} in the request")
    if picture != bool(file.width):
        raise bad(
            f"can't use file of type {'Photo' if file.width else 'Document'} as {'Photo' if picture else 'Document'}"
        )
    return file


def message_content(world: World, call: Call) -> Content:
    """The content of a message to be sent, by its method."""
    keyboard = keyboard_of(call.json("reply_markup"))
    if call.method == "sendMessage":
        text, marks = text_of(world, call)
        return Content(text, marks, keyboard=keyboard)
    words, marks = caption_of(world, call)
    kind = "photo" if call.method == "sendPhoto" else "document"
    file = file_of(world, call, kind, call.fields.get(kind), picture=kind == "photo")
    if kind == "photo":
        return Content(words, marks, photo=file, keyboard=keyboard)
    return Content(words, marks, document=file, keyboard=keyboard)


def media_content(world: World, call: Call, may_upload: bool) -> Content:
    """The content an `editMessageMedia` puts in place of the old one."""
    media = call.json("media") or {}
    kind = media.get("type")
    if kind not in {"photo", "document"}:
        raise bad(f'media of type "{kind}" is not known here')
    if call.files and not may_upload:
        raise bad("can't upload a new file here; use a file_id")
    words, marks = caption_of(world, media)
    file = file_of(world, call, "media", media.get("media"), picture=kind == "photo")
    keyboard = keyboard_of(call.json("reply_markup"))
    if kind == "photo":
        return Content(words, marks, photo=file, keyboard=keyboard)
    return Content(words, marks, document=file, keyboard=keyboard)
