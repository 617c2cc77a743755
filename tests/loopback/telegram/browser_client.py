"""Telegram's client in a browser, as far as it opens apps: a page with the app in its frame, and what they say.

The app is told who opened it by the bot's token, as the real client does; the page keeps what the app posts to it.
"""

import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

from aiohttp import web

from tests.loopback.serving import listening
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Json
from tests.loopback.telegram.world import World

DARK: Final = {"bg_color": "#17212b", "text_color": "#f5f5f5", "button_color": "#5288c1"}
CLIENT: Final = """<!doctype html><title>Telegram</title>
<style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
<iframe></iframe><script>
window.heard = [];
const frame = document.querySelector("iframe");
window.addEventListener("message", (event) => {
  if (event.source === frame.contentWindow) heard.push(JSON.parse(event.data));
});
window.say = (eventType, eventData) => frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), "*");
frame.src = location.hash.slice(1);
</script>"""


def signed(fields: dict[str, str], token: str) -> str:
    """The fields with the signature of this bot, written apart from how the product reads it."""
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    secret = hmac.digest(b"WebAppData", token.encode(), "sha256")
    return urlencode({**fields, "hash": hmac.new(secret, lines.encode(), hashlib.sha256).hexdigest()})


def launch(world: World, person: Person, token: str, button: Json, to: str, version: str = "9.1") -> str:
    """The address that the frame gets for a pressed button; the app's own server is found at `to`."""
    address = button["web_app"]["url"] if "web_app" in button else button["url"]
    parts = urlsplit(address)
    start = parse_qs(parts.query).get("startapp", [""])[0]
    account = person.account
    user = {"id": account.id, "first_name": account.first_name, "language_code": account.language}
    fields = {"user": json.dumps(user), "auth_date": str(int(world.clock.now())), "signature": "c2lnbmVk"}
    data = signed({**fields, **({"start_param": start} if start else {"query_id": "AAE"})}, token)
    place = f"{to}{parts.path}{f'?{parts.query}' if parts.query else ''}" if "web_app" in button else f"{to}/telegram/"
    hash_ = urlencode({"tgWebAppData": data, "tgWebAppVersion": version, "tgWebAppThemeParams": json.dumps(DARK)})
    return f"{place}#{hash_}"


async def _page(_request: web.Request) -> web.Response:
    return web.Response(text=CLIENT, content_type="text/html")


@asynccontextmanager
async def browser_client() -> AsyncIterator[str]:
    """The address of the page; what is to be in its frame comes behind a #."""
    app = web.Application()
    app.router.add_get("/", _page)
    async with listening(app, 0) as address:
        yield f"{address}/"
