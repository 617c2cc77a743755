"""Answers to what people did: a pressed button, a question typed after the bot's name."""

import time
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlparse

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.eyes import Sight
from tests.loopback.telegram.limits import ALERT, TEXT
from tests.loopback.telegram.methods.content import keyboard_of, marked
from tests.loopback.telegram.texts import units
from tests.loopback.telegram.values import Json, Tap
from tests.loopback.telegram.world import World

TOO_OLD: Final = "query is too old and response timeout expired or query ID is invalid"


def callback(world: World, call: Call) -> Any:
    """The press is answered: nothing, a line at the top, an alert, or a link that opens the bot."""
    tap = world.taps.get(call.text("callback_query_id"))
    if tap is None or tap.answered or world.clock.now() - tap.at > world.query_life:
        raise bad(TOO_OLD)
    text, url = call.text("text"), call.text("url")
    if units(text) > ALERT:
        raise bad("MESSAGE_TOO_LONG")
    if url and not _opens_bot(world, url):
        raise bad("URL_INVALID")
    tap.answered, tap.text, tap.alert, tap.url = True, text, call.flag("show_alert"), url
    tap.took = time.perf_counter() - tap.pressed
    _show(world, tap)
    return True


def _opens_bot(world: World, url: str) -> bool:
    parts = urlparse(url if "://" in url else f"https://{url}")
    return parts.netloc in {"t.me", "telegram.me"} and parts.path.strip("/").lower() == world.bot.username.lower()


def _show(world: World, tap: Tap) -> None:
    message = tap.message
    place = Sight("toast", world.clock.now(), message.chat.id, message.ephemeral_id or message.id, only_mine=True)
    seen = world.eyes[tap.person.id].seen
    if tap.text:
        seen.append(replace(place, kind="alert" if tap.alert else "toast", text=tap.text))
    if tap.url:
        seen.append(replace(place, kind="link", url=tap.url))
    world.changed()


def inline(world: World, call: Call) -> Any:
    """The results of an inline query, as the person sees them above the keyboard."""
    question = world.inline_queries.get(call.text("inline_query_id"))
    if question is None or question.answered or world.clock.now() - question.at > world.query_life:
        raise bad(TOO_OLD)
    results: list[Json] = call.json("results") or []
    if len(results) > 50:
        raise bad("RESULTS_TOO_MUCH")
    names = [str(one.get("id", "")) for one in results]
    if len(set(names)) < len(names):
        raise bad("RESULT_ID_DUPLICATE")
    if any(not 1 <= len(one.encode()) <= 64 for one in names):
        raise bad("RESULT_ID_INVALID")
    for one in results:
        _checked(world, one)
    question.answered, question.results, question.button = True, results, call.json("button") or {}
    titles = [str(one.get("title") or one.get("caption") or one["id"]) for one in results]
    sight = Sight("results", world.clock.now(), question.chat.id, text="\n".join(titles), only_mine=True)
    world.eyes[question.person.id].seen.append(sight)
    world.changed()
    return True


def _checked(world: World, result: Json) -> None:
    """Refused where the message it would become could not be sent."""
    keyboard_of(result.get("reply_markup"))
    words = result.get("input_message_content")
    if words is not None:
        text, _ = marked(world, words.get("message_text", ""), words.get("parse_mode") or "", words.get("entities"))
        if not text or units(text) > TEXT:
            raise bad("MESSAGE_EMPTY" if not text else "MESSAGE_TOO_LONG")
    elif result.get("type") == "article":
        raise bad("message text is empty")
    if "photo_file_id" in result and world.file(result["photo_file_id"]) is None:
        raise bad(world.unknown_file)
