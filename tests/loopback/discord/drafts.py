"""From the body of a call to what a message says: text, components, uploads, mentions; and what is refused of it."""

import io
from typing import Any, Final

from PIL import Image, UnidentifiedImageError

from tests.loopback.discord import components, wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.eyes import TEXT_DISPLAY, parts
from tests.loopback.discord.mentions import pinged
from tests.loopback.discord.values import COMPONENTS_V2, Attachment, Channel, Content, Json
from tests.loopback.discord.world import World

LONGEST: Final = 2000
KINDS: Final = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "txt": "text/plain"}


def drafted(world: World, call: Call, body: Json, where: Channel, flags: int, old: Content | None = None) -> Content:
    """The content that a body asks for; what it leaves open stays as in `old`, which an edit gives."""
    newer = bool(flags & COMPONENTS_V2)
    before = old or Content()
    files = _attachments(world, call, body, before)
    text = (body["content"] or "") if "content" in body else before.text
    embeds = tuple(body["embeds"] or []) if "embeds" in body else before.embeds
    new_components = (body["components"] or []) if "components" in body else None
    _check(text, embeds, new_components, newer)
    all_components = before.components
    if new_components is not None:
        at = {file.id: wire.address(world, where, file.id, file.name) for file in files}
        all_components = components.finished(new_components, files, at)
    if not (text.strip() or embeds or all_components or files):
        raise Declined(50006)
    words = "\n".join([text, *[one["content"] for one in parts(all_components) if one["type"] == TEXT_DISPLAY]])
    people, everyone = pinged(words, body.get("allowed_mentions"), where, world.bot)
    return Content(text, embeds, all_components, files, people, everyone)


def _check(text: str, embeds: tuple[Json, ...], new_components: list[Json] | None, newer: bool) -> None:
    if len(text) > LONGEST:
        raise invalid("content", f"Must be {LONGEST} or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if newer and (text or embeds):
        why = "The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        raise invalid("content", why, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    if sum(_length(one) for one in embeds) > 6000:
        raise invalid("embeds", "Embed size exceeds maximum size of 6000", "MAX_EMBED_SIZE_EXCEEDED")
    if new_components is not None:
        components.check(new_components, newer)


def _length(embed: Json) -> int:
    fields = [one[name] for one in embed.get("fields", []) for name in ("name", "value")]
    inner = [embed.get("footer", {}).get("text", ""), embed.get("author", {}).get("name", "")]
    return sum(len(one) for one in (embed.get("title") or "", embed.get("description") or "", *fields, *inner))


def _attachments(world: World, call: Call, body: Json, before: Content) -> tuple[Attachment, ...]:
    """The files that stay, then the new ones; an uploaded file is named by its number.

    An absent list keeps all that are there, unless a new file comes: since version 10 that one takes their place
    (discord-api-docs#5170).
    """
    listed: list[Json] | None = body.get("attachments")
    if ("attachments" in body or call.files) and listed is None:
        listed = [{"id": number} for number in call.files]
    descriptions = {int(one["id"]): one for one in listed or []}
    remaining = [one for one in before.attachments if listed is None or one.id in descriptions]
    strange = set(descriptions) - set(call.files) - {one.id for one in before.attachments}
    if strange or (listed is not None and set(call.files) - set(descriptions)):
        raise invalid("attachments", "Attachment data does not match the files", "ATTACHMENT_NOT_FOUND")
    new = [_keep(world, one.name, one.data, descriptions.get(number, {})) for number, one in sorted(call.files.items())]
    if len(remaining) + len(new) > 10:
        raise invalid("attachments", "Must be 10 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    return (*remaining, *new)


def _keep(world: World, name: str, data: bytes, descriptions: Json) -> Attachment:
    if len(data) > world.file_limit:
        raise Declined(40005)
    named: str = descriptions.get("filename") or name
    width, height = _measured(data)
    kind = KINDS.get(named.rpartition(".")[2].lower(), "application/octet-stream")
    return Attachment(world.clock.snowflake(), named, data, descriptions.get("description") or "", width, height, kind)


def _measured(data: bytes) -> tuple[int, int]:
    """Width and height of a picture, nothing of anything else."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.size
    except UnidentifiedImageError:
        return 0, 0


def flags_of(body: Any) -> int:
    return int(body.get("flags") or 0)
