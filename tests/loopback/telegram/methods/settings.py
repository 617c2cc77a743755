"""What the bot says of itself and how it wants its updates: getMe, commands, menu, names, webhook, files."""

import json
import re
from typing import Any, Final

from tests.loopback.telegram import wire
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.errors import Declined, bad
from tests.loopback.telegram.methods.access import chat_of
from tests.loopback.telegram.updates import Hook
from tests.loopback.telegram.values import Json
from tests.loopback.telegram.world import World

ABOUT: Final = {
    "Name": ("name", 64),
    "Description": ("description", 512),
    "ShortDescription": ("short_description", 120),
}


def get_me(world: World, call: Call) -> Any:
    able = {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": world.main_app,
    }
    return wire.user(world.bot) | able


async def get_updates(world: World, call: Call) -> Any:
    world.updates.restrict(call.json("allowed_updates"))
    limit = max(1, min(100, call.integer("limit", 100)))
    return await world.updates.poll(call.integer("offset"), limit, max(0, min(50, call.integer("timeout"))))


def set_webhook(world: World, call: Call) -> Any:
    url, secret = call.text("url"), call.text("secret_token")
    if url and not re.match(r"https://|http://(127\.0\.0\.1|localhost|\[::1\])[:/]", url):
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", secret):
        raise bad("secret token contains unallowed characters")
    world.updates.restrict(call.json("allowed_updates"))
    if call.flag("drop_pending_updates"):
        world.updates.drop()
    connections = call.integer("max_connections", 40)
    world.updates.set_hook(Hook(url, secret, max(1, min(100, connections))) if url else None)
    return True


def delete_webhook(world: World, call: Call) -> Any:
    if call.flag("drop_pending_updates"):
        world.updates.drop()
    world.updates.set_hook(None)
    return True


def webhook_info(world: World, call: Call) -> Any:
    hook = world.updates.hook
    core: Json = {"url": "", "has_custom_certificate": False, "pending_update_count": len(world.updates.pending)}
    if world.updates.allowed:
        core["allowed_updates"] = world.updates.allowed
    if hook is None:
        return core
    wrong = {"last_error_date": hook.error_at, "last_error_message": hook.error} if hook.error else {}
    return core | {"url": hook.url, "max_connections": hook.connections, "ip_address": "127.0.0.1"} | wrong


def _scope(world: World, call: Call) -> tuple[str, str]:
    scope = call.json("scope") or {"type": "default"}
    if "chat_id" in scope:
        chat = chat_of(world, Call(call.method, call.at, {"chat_id": scope["chat_id"]}))
        scope = scope | {"chat_id": chat.id}
    return json.dumps(scope, sort_keys=True), call.text("language_code")


def set_commands(world: World, call: Call) -> Any:
    commands: list[Json] = call.json("commands") or []
    key = _scope(world, call)
    if len(commands) > 100:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for one in commands:
        if not re.fullmatch(r"/?[a-z0-9_]{1,32}", one.get("command", "")):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(one.get("description", "")) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    world.commands[key] = [one | {"command": one["command"].lstrip("/")} for one in commands]
    return True


def get_commands(world: World, call: Call) -> Any:
    return world.commands.get(_scope(world, call), [])


def delete_commands(world: World, call: Call) -> Any:
    world.commands.pop(_scope(world, call), None)
    return True


def set_about(world: World, call: Call) -> Any:
    """The bot's name or one of its descriptions, for a language or for all."""
    field, most = ABOUT[call.method.removeprefix("setMy")]
    if len(call.text(field)) > most:
        raise bad(f"{field.upper()}_TOO_LONG")
    world.about[field, call.text("language_code")] = call.text(field)
    return True


def get_about(world: World, call: Call) -> Any:
    field, _ = ABOUT[call.method.removeprefix("getMy")]
    fallback = world.about.get((field, ""), world.bot.first_name if field == "name" else "")
    return {field: world.about.get((field, call.text("language_code")), fallback)}


def set_menu(world: World, call: Call) -> Any:
    button = call.json("menu_button") or {"type": "default"}
    if call.integer("chat_id"):
        chat_of(world, call).menu = button
    else:
        world.menu = button
    return True


def get_menu(world: World, call: Call) -> Any:
    return chat_of(world, call).menu if call.integer("chat_id") else world.menu


def get_file(world: World, call: Call) -> Any:
    file_id = call.text("file_id")
    file = world.file(file_id)
    if file is None:
        raise bad("wrong file_id or the file is temporarily unavailable")
    folder = "photos" if file.width else "documents"
    core = {"file_id": file_id, "file_unique_id": file.unique_id, "file_size": len(file.data)}
    return core | {"file_path": f"{folder}/{file.file_id}"}


def download(world: World, path: str) -> bytes:
    """The bytes behind a `file_path`."""
    file = world.file(path.rpartition("/")[2])
    if file is None:
        raise Declined(404)
    return file.data
