"""What happens to a host in one step: somebody presses, writes, taps or asks; or the machine or a platform fails."""

import asyncio
from random import Random
from typing import Final

from bot.gateway.inbound.commands import COMMANDS
from bot.messages.buttons import Press as Pressed
from bot.messages.buttons import encode
from bot.tables.table import CLOSED, CONSENTS, PLAYING, Table
from engine.actions import Action, format_action
from engine.players import PLAYERS
from engine.view import view
from tests.chance import TABLES
from tests.restless.club import CHANNELS, NAMES, account_on, name_of
from tests.restless.steps import ask, awaits_people
from tests.simulated import disk, messengers
from tests.simulated.box import Box
from tests.simulated.chats import SimulatedPlatform, Update
from tests.simulated.screens import Standing, ticks

GAPS: Final = (0.0, 0.0, 0.02, 0.02, 0.3, 0.3, 1.0, 3.0, 3.0, 12.0, 70.0)  # seconds before somebody does something
ADMINS: Final = ("Anna", "Ivo")
UNTOLD: Final = frozenset(["replay", "moviola", "record", "verify", "csv", "export"])
"""Commands that tell of matches long over, which the watch over everything shown has forgotten."""
CARDS: Final = ("Kd", "3h 8h", "5h 6h 7h", "2c", "Jk", "+1 4s", "99", "")
TIMES: Final = ("", "21:00", "tomorrow 20:30", "mercoledì 21", "in 5 minutes", "fra 2 minuti", "yesterday")
WORDS: Final = ("undo", "N", "S", "E", "W", "febur", "fibur", "it", "en", "1", "2", "rank", "private", "nonsense")
SETTINGS: Final = ("pace=0", "undo=on", "turn_seconds=60", "clock=turn", "hands=1", "players=2", "language=it")
COMMANDS_OF_A_PAGE: Final = (
    *("join", "leave", "return", "ready", "rematch", "start", "pause", "resume", "propose undo", "agree", "play d"),
)


async def act(box: Box, rng: Random) -> None:
    """One step of a run."""
    await asyncio.sleep(rng.choice(GAPS))
    dice = rng.random()
    if dice < 0.42:
        await _onward(box, rng)
    elif dice < 0.64:
        _presses(box, rng)
    elif dice < 0.72:
        _writes(box, rng)
    elif dice < 0.80:
        _at_a_page(box, rng)
    elif dice < 0.90:
        await ask(box, rng)
    elif dice < 0.95:
        _around(box, rng)
    else:
        await _trouble(box, rng)


# --- what should happen -----------------------------------------------------------------------------------------------


async def _onward(box: Box, rng: Random) -> None:
    """A table goes on as it should, by whatever its people have in their hands."""
    tables = [(table_id, table) for table_id, table in await box.tables() if table.phase != CLOSED]
    awaited = [(table_id, table) for table_id, table in tables if awaits_people(table)]
    if not awaited:
        await ask(box, rng)
        return
    table_id, table = rng.choice(awaited)
    seat = table.in_turn if table.phase == PLAYING and not table.paused else ""
    if not seat or table.game is None or not table.chair(seat).human:
        await ask(box, rng)
        return
    action = PLAYERS["greedy"](rng.randrange(1000)).choose(view(table.game.deal, seat))
    await _plays(box, rng, table_id, table, table.chair(seat).person, action)


async def _plays(box: Box, rng: Random, table_id: str, table: Table, person: str, action: Action) -> None:
    """By a button, a line in the private chat, or the page."""
    service, dice = box.service, rng.random()
    accounts = [(one, name) for one in box.platforms for name in await service.accounts(person, one.name)]
    page = next((one for one in box.pages if one.is_open and box.person_before(one) == person), None)
    if page is not None and dice < 0.3:
        box.say(f"{page.name} at the page: play {format_action(action)}")
        command = f"play {format_action(action)}"
        page.wants("do", table=table_id, command=command, stage=table.stage, delivery=_delivery(rng))
        box.commands += 1
    elif accounts:
        platform, account = rng.choice(accounts)
        text = encode(Pressed(table.label, table.stage, action)) if len(format_action(action)) < 50 else ""
        hand = box.screens.last((platform.name, account), "hand")
        if text and hand is not None and text in hand.buttons:
            _press(box, rng, platform, account, hand, text)
        else:
            line(box, rng, platform, account, f"{format_action(action)} {table.label}", account, private=True)
    else:
        await ask(box, rng)


# --- presses ----------------------------------------------------------------------------------------------------------


def _presses(box: Box, rng: Random) -> None:
    """Somebody presses what they see, or saw long ago; twice, in a hurry."""
    platform, name = rng.choice(box.platforms), rng.choice(NAMES)
    account = account_on(platform.name, name)
    rooms = [account, account, *[one.partition(":")[2] for one in CHANNELS if one.startswith(platform.name)]]
    room = (platform.name, rng.choice(rooms))
    newest = box.screens.last(room)
    if newest is not None and rng.random() < 0.7:
        if rng.random() < 0.2 and ticks(newest.message):
            _choose(box, rng, platform, account, newest)
        else:
            _press(box, rng, platform, account, newest, rng.choice(newest.buttons))
        return
    ever = box.screens.pressable.get(room, [])[-400:]
    if ever:
        number, text = rng.choice(ever)
        _press(box, rng, platform, account, box.screens.standing[number], text)


def _press(box: Box, rng: Random, platform: SimulatedPlatform, account: str, one: Standing, text: str) -> None:
    place, name = one.room[1], name_of(account)
    what = Update(box.number(), account, name, "press", text, place, one.private, name in ADMINS, one.number)
    _does(box, rng, platform, what)
    dice = rng.random()
    if dice < 0.1:  # a second tap
        _does(box, rng, platform, Update(**{**vars(what), "number": box.number()}))
    elif dice < 0.15 and platform.comes_again:  # the same tap, delivered once more
        same = what.delivery or f"{platform.name[0]}{what.number}"
        _does(box, rng, platform, Update(**{**vars(what), "number": box.number(), "delivery": same}))


def _choose(box: Box, rng: Random, platform: SimulatedPlatform, account: str, one: Standing) -> None:
    menu = rng.choice(ticks(one.message))
    offered = tuple(option.name for option in menu.options)
    names = tuple(rng.sample(offered, rng.randint(0, len(offered))))
    text, name = encode(menu.press), name_of(account)
    what = Update(box.number(), account, name, "choose", text, one.room[1], one.private, name in ADMINS, one.number)
    what.offered, what.names = offered, names
    _does(box, rng, platform, what)


def _does(box: Box, _rng: Random, platform: SimulatedPlatform, what: Update) -> None:
    box.say(f"{platform.name} {what}")
    box.commands += 1
    for place in {what.place, what.account}:
        box.inputs.setdefault((platform.name, place), []).append(what.text)
    platform.does(what)


# --- lines ------------------------------------------------------------------------------------------------------------


def _writes(box: Box, rng: Random) -> None:
    """Somebody writes a command, often in the wrong place or with the wrong words."""
    platform, name = rng.choice(box.platforms), rng.choice(NAMES)
    places = [one.partition(":")[2] for one in CHANNELS if one.startswith(platform.name)]
    private = rng.random() < 0.6
    command = rng.choice([one for one in COMMANDS if one.name not in UNTOLD])
    words = [f"/{rng.choice([command.name, *command.words('it')])}"]
    if rng.random() < 0.7:
        words.append(_argument(box, rng, command.name))
    account = account_on(platform.name, name)
    line(box, rng, platform, account, " ".join(words), account if private else rng.choice(places), private)


def _argument(box: Box, rng: Random, command: str) -> str:
    labels = [state.table.label for state in box.watch.states[-20:]] or ["KQRB"]
    match command:
        case "new" | "play" | "watch":
            return f"{rng.choice(TABLES)[0]} {'pace=0 pause=0' if command == 'new' else ''}"
        case "lay" | "add" | "discard" | "why":
            return rng.choice(CARDS)
        case "plan":
            return f"{rng.choice(TIMES)} rules={rng.choice(TABLES)[0]}"
        case "propose":
            return rng.choice([*CONSENTS, "adjourn 2"])
        case "set" | "settings":
            return rng.choice(SETTINGS)
        case _:
            return rng.choice([*WORDS, rng.choice(labels), rng.choice(labels)])


def line(
    box: Box, rng: Random, platform: SimulatedPlatform, account: str, text: str, place: str, private: bool
) -> None:
    name = name_of(account)
    _does(box, rng, platform, Update(box.number(), account, name, "line", text, place, private, name in ADMINS))


# --- the page ---------------------------------------------------------------------------------------------------------


def _at_a_page(box: Box, rng: Random) -> None:
    """Somebody opens the page, or does something there."""
    page = rng.choice(box.pages)
    box.commands += 1
    if not page.is_open:
        box.say(f"{page.name} opens the page")
        box.opens(page)
        return
    what = rng.choice(["do", "do", "do", "tick", "clear", "sort", "show", "play", "open", "join", "rules", "tables"])
    box.say(f"{page.name} at the page: {what}")
    label = rng.choice([state.table.label for state in box.watch.states[-20:]] or ["KQRB"])
    more: dict[str, object] = {"table": page.table, "delivery": _delivery(rng)}
    match what:
        case "do":
            more |= {"command": rng.choice(COMMANDS_OF_A_PAGE), "stage": rng.choice([-1, page.stage])}
        case "tick":
            more |= {"card": rng.choice(["Kd", "7h", "2c", "Jk"]), "count": rng.randint(0, 2)}
        case "sort":
            more |= {"by": rng.choice(["suit", "rank"])}
        case "play" | "open":
            more |= {"rules": rng.choice(TABLES)[0], "pace": 0}
        case "join":
            more |= {"label": label}
        case "rules":
            more |= {"name": rng.choice(TABLES)[0]}
        case _:
            pass
    page.wants(what, **more)


# --- around them ------------------------------------------------------------------------------------------------------


def _around(box: Box, rng: Random) -> None:
    """Private chats are shut and opened, messages are deleted, groups throw the bot out and let it in, windows go."""
    platform, name = rng.choice(box.platforms), rng.choice(NAMES)
    account = account_on(platform.name, name)
    place = rng.choice([account, *[one.partition(":")[2] for one in CHANNELS if one.startswith(platform.name)]])
    private, dice = place == account, rng.random()
    if dice < 0.3 and place in platform.air.shut:
        box.say(f"{platform.name}: the bot may write to {place} again")
        platform.regains(place, private)
    elif dice < 0.4:
        box.say(f"{platform.name}: the bot may not write to {place}")
        platform.air.shut.add(place)
    elif dice < 0.6:
        found = [one for one in box.screens.standing.values() if one.room == (platform.name, place) and not one.deleted]
        if found:
            box.say(f"{platform.name}: a message in {place} is deleted")
            found[-1].deleted = True
    elif dice < 0.8:
        _does(box, rng, platform, Update(box.number(), account, name, "open", "", account, private=True))
    else:
        page = rng.choice(box.pages)
        if page.socket is not None:
            box.say(f"{page.name} closes the page")
            page.socket.breaks()


async def _trouble(box: Box, rng: Random) -> None:
    """The machine, a platform or the program itself fails."""
    dice, seconds, odds = rng.random(), rng.choice([0.5, 4.0, 30.0]), rng.choice([0.1, 0.5, 1.0])
    if dice < 0.3:
        fault = rng.choice(disk.FAULTS)
        box.say(f"the disk {fault}, for {seconds} s, {odds:.0%}")
        box.disk.breaks(fault, seconds, odds)
    elif dice < 0.6:
        platform, fault = rng.choice(box.platforms), rng.choice(messengers.FAULTS)
        box.say(f"{platform.name} {fault}, for {seconds} s, {odds:.0%}")
        platform.air.breaks(fault, seconds, odds)
    elif dice < 0.85:
        box.time.kill_after = rng.choice([rng.randrange(40), rng.randrange(400), rng.randrange(3000)])
        box.say(f"the process will be lost in {box.time.kill_after} rounds")
    elif dice < 0.93:
        by = rng.choice([-7_200_000, -8_000, 20_000, 900_000, 30_000_000])
        box.say(f"the machine's clock jumps by {by} ms")
        box.jumped += by
    else:
        box.time.kill_after = None
        box.stop_asked = True


def _delivery(rng: Random) -> str:
    return f"w{rng.randrange(1 << 50):x}"
