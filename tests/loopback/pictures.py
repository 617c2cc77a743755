"""The pictures of docs/discord.md and docs/telegram.md: what people see, out of a game played on the loopback servers.

`python -m tests.loopback.pictures` writes them anew, with `discord` or `telegram` behind it those of one. The messages,
their buttons and their pictures are the real ones; the window around them is a plain drawing of our own. Needs Debian's
chromium.
"""

import asyncio
import base64
import io
import re
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from PIL import Image
from playwright.sync_api import sync_playwright

import tests.adapters.discord.scripted as on_discord
import tests.adapters.telegram.scripted as on_telegram
from bot.messages.buttons import Verb
from bot.tables.table import PLAYING
from tests.adapters.discord.hosting import hosted as discord_hosted
from tests.adapters.discord.hosting import server as discord_server
from tests.adapters.telegram.hosting import hosted as telegram_hosted
from tests.adapters.web.conftest import ARGUMENTS, CHROMIUM
from tests.loopback.discord.eyes import STRING_SELECT
from tests.loopback.discord.values import Message as OfDiscord
from tests.loopback.telegram import serve
from tests.loopback.telegram.values import Message as OfTelegram

PICTURES: Final = Path(__file__).parent.parent.parent / "docs" / "pictures"
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario")
WIDTH: Final = 460  # of the window, in pixels
PLAYED: Final = 45  # presses before the table is worth a picture
COLOURS: Final = 128
MAIN: Final = 1  # Discord's number for the button that stands out
STYLE: Final = """
* { box-sizing: border-box; margin: 0; font: 15px/1.45 "DejaVu Sans", sans-serif; }
body { background: #dfe3e8; padding: 14px; width: WIDTHpx; color: #1d2530; }
header { color: #566170; padding: 0 2px 8px; font-size: 13px; }
article { background: #fff; border-radius: 10px; padding: 10px 12px; }
b { font-weight: bold; }
p { white-space: pre-wrap; overflow-wrap: anywhere; margin: 2px 0 8px; }
img { width: 100%; border-radius: 6px; display: block; margin-bottom: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
.row > * { flex: 1 1 auto; text-align: center; font-size: 13px; }
.row > * { border-radius: 6px; background: #e9edf2; padding: 6px 8px; }
.row > .main { background: #2f5f9e; color: #fff; }
.row > .menu { text-align: left; border: 1px solid #c3cad3; background: #fff; color: #566170; }
"""

M = TypeVar("M")


@dataclass(frozen=True)
class Control:
    """A button, or a closed menu, with its label."""

    label: str
    kind: str = ""


@dataclass(frozen=True)
class Window:
    """A message as a window shows it: `where`, its words as HTML, its picture, its controls row by row.

    `caption`: the words stand below the picture.
    """

    where: str
    words: str
    png: bytes
    rows: tuple[tuple[Control, ...], ...]
    caption: bool = False


# --- messages ---------------------------------------------------------------------------------------------------------


def of_discord(where: str, message: OfDiscord) -> Window:
    rows = [tuple(_control(part) for part in row["components"]) for row in message.content.components]
    files = message.content.attachments
    return Window(where, markdown(message.content.text), files[0].data if files else b"", tuple(rows))


def _control(part: dict[str, object]) -> Control:
    if part["type"] == STRING_SELECT:
        return Control(str(part.get("placeholder") or ""), "menu")
    return Control(str(part.get("label") or ""), "main" if part["style"] == MAIN else "")


def markdown(text: str) -> str:
    """Discord's bold and its escapes; links and everything else stay words."""
    bold = re.sub(r"(?<!\\)\*\*(.+?)(?<!\\)\*\*", "\0\\1\1", text, flags=re.DOTALL)
    plain = escape(re.sub(r"\\([^\w\s])", r"\1", bold))
    return plain.replace("\0", "<b>").replace("\1", "</b>")


def of_telegram(where: str, message: OfTelegram) -> Window:
    content = message.content
    units = content.text.encode("utf-16-le")
    pieces, at = [], 0
    for one in sorted([one for one in content.entities if one["type"] == "bold"], key=lambda one: int(one["offset"])):
        start, end = 2 * one["offset"], 2 * (one["offset"] + one["length"])
        pieces += [_text(units[at:start]), f"<b>{_text(units[start:end])}</b>"]
        at = end
    words = "".join([*pieces, _text(units[at:])])
    rows = [tuple(Control(button["text"]) for button in row) for row in content.keyboard]
    return Window(where, words, content.photo.data if content.photo else b"", tuple(rows), caption=True)


def _text(units: bytes) -> str:
    return escape(units.decode("utf-16-le"))


# --- windows ----------------------------------------------------------------------------------------------------------


def page(window: Window) -> str:
    """A window with this message."""
    source = f"data:image/png;base64,{base64.b64encode(window.png).decode()}"
    picture = f'<img src="{source}">' if window.png else ""
    rows = "".join([f'<div class="row">{"".join(map(_drawn, row))}</div>' for row in window.rows])
    style = STYLE.replace("WIDTH", str(WIDTH))
    words = f"<p>{window.words}</p>"
    inside = picture + words if window.caption else words + picture
    message = f"<header>{escape(window.where)}</header><article><b>Burraco</b>{inside}{rows}</article>"
    return f"<!doctype html><meta charset=utf-8><style>{style}</style><body>{message}</body>"


def _drawn(control: Control) -> str:
    sign = " ▾" if control.kind == "menu" else ""
    return f'<span class="{control.kind}">{escape(control.label)}{sign}</span>'


def save(windows: dict[str, Window]) -> None:
    """Each window as a file of docs/pictures, in few colours."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        sheet = browser.new_page(viewport={"width": WIDTH, "height": 200}, device_scale_factor=1.5)
        for name, window in windows.items():
            sheet.set_content(page(window))
            picture = Image.open(io.BytesIO(sheet.screenshot(full_page=True))).convert("RGB")
            few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(PICTURES / f"{name}.png", optimize=True)
        browser.close()


# --- games ------------------------------------------------------------------------------------------------------------


async def discord(folder: Path) -> dict[str, Window]:
    """Four people at a table of a Discord server: the lobby, the table, Anna's hand."""
    async with discord_server() as server, discord_hosted(server, folder / "discord.db") as host:
        people = [server.user(name) for name in NAMES]
        room = server.guild("Circolo", *people).channel("tavoli")
        match = on_discord.ScriptedMatch(host, room, people, seed="a picture")
        await match.open("fibur")
        for person in people[1:3]:
            await match.press(person, Verb.JOIN, room)
        found = {"discord-lobby": of_discord("#tavoli", _last(room.shown, on_discord.about_table))}
        await match.press(people[3], Verb.JOIN, room)
        await match.start()
        await played(match.play, lambda: is_plain(match, people[0]))
        found["discord-table"] = of_discord("#tavoli", _last(room.shown, on_discord.about_table))
        hand = _last(people[0].screen(), on_discord.about_table)
        return {**found, "discord-hand": of_discord("Private message", hand)}


async def telegram(folder: Path) -> dict[str, Window]:
    """Four people at a table of a Telegram group: the lobby, the table, Anna's hand."""
    async with serve() as server, telegram_hosted(server, folder / "telegram.db") as host:
        server.budgets.enforced = False  # nobody waits between two presses here
        people = [server.user(name, language="en") for name in NAMES]
        group = server.group("Circolo", *people)
        match = on_telegram.ScriptedMatch(host, group, people, seed="a picture")
        for person in people[:3]:
            person.start()
        await host.settle()
        await match.open("fibur players=4")
        await match.sit(people[1])
        await match.sit(people[2])
        await match.press(people[3], Verb.JOIN, group)  # they have not opened the private chat yet
        found = {"telegram-lobby": of_telegram("Circolo, a group", _last(group.messages, on_telegram.about_table))}
        people[3].start()
        await host.settle()
        await match.start()
        await played(match.play, lambda: is_plain(match, people[0]))
        found["telegram-table"] = of_telegram("Circolo, a group", _last(group.messages, on_telegram.about_table))
        hand = _last(people[0].screen(), shows_a_hand)
        return {**found, "telegram-hand": of_telegram("Private chat", hand)}


def _last(messages: Iterable[M], true: Callable[[M], bool]) -> M:
    return [one for one in messages if true(one)][-1]


async def played(play: Callable[[], Awaitable[None]], enough: Callable[[], Awaitable[bool]]) -> None:
    """Some presses, and then more of them until it is a good moment."""
    for _ in range(PLAYED):
        await play()
    for _ in range(PLAYED):
        if await enough():
            return
        await play()
    raise SystemExit("no such moment came: try another seed")


def shows_a_hand(message: OfTelegram) -> bool:
    """Whether it is the hand itself, and not the table that somebody has asked for below it."""
    return Verb.SORT in [on_telegram.verb(press) for press in on_telegram.presses_on(message)]


async def is_plain(match: "on_discord.ScriptedMatch | on_telegram.ScriptedMatch", person: object) -> bool:
    """Whether they are to play, and no menu of theirs is open."""
    table = await match.table()
    if table.phase != PLAYING or await match.person_in_turn() is not person:
        return False
    verbs = await verbs_of(match, person)
    return None in verbs and Verb.LAY in verbs


async def verbs_of(match: "on_discord.ScriptedMatch | on_telegram.ScriptedMatch", person: object) -> list[Verb | None]:
    """What their screen offers at the present state of the table."""
    stage = (await match.table()).stage
    if isinstance(match, on_discord.ScriptedMatch):
        return [one.verb for one in match.offered(person) if one.press.stage == stage]  # type: ignore[arg-type]  # a person of the same platform
    offered = match.offered(person)  # type: ignore[arg-type]  # a person of the same platform
    return [on_telegram.verb(one[1]) for one in offered if one[1].stage == stage]


if __name__ == "__main__":
    for game in [one for one in (discord, telegram) if one.__name__ in (sys.argv[1:] or ("discord", "telegram"))]:
        with TemporaryDirectory() as name:
            save(asyncio.run(game(Path(name))))
