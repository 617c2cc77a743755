"""One step: who asks for what is decided by a number and by how the tables stand, and by nothing else.

So a run is a list of numbers; without some of them it is a shorter run.
"""

from random import Random
from typing import Final

from bot.requests.answer import Confirm, EraseWord, Invitation, LinkCode
from bot.requests.board_answers import History, Leaderboard, Stats
from bot.requests.channels import SetChannel
from bot.requests.corrections import Correct
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Open, Play, Watch
from bot.requests.own_data import Erase, Export
from bot.requests.pages import Record, Tables
from bot.requests.people import Introduce, who
from bot.requests.plans import ChangePlan, MakePlan
from bot.requests.request_context import Friend, RequestContext
from bot.requests.requests import Request
from bot.requests.seating import Find, Join, NextTable, Replace
from bot.requests.table_commands import Do
from bot.tables.table import CLOSED, CONSENTS, LOBBY, OVER, PLAYING, Table
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.chance import TABLES, chance
from tests.restless.club import ACCOUNTS, CHANNELS, NAMES, Club, Company

MOST_LIVE: Final = 4
CALLED: Final = (
    "Anna",
    "Zoë",
    'the "king"',
    "a; b",
    "N",
    "[x]",
    "* undo",
    "computer",
    "1. N d",
    "'",
    "李",
    "-",
    "Ugo ",
)
HOUSE: Final = ("", "", "hands=1", "hands=2", "undo=on", "turn_seconds=60", "clock=match match_minutes=5")
SETTINGS: Final = (
    *("pace=0", "pause=0", "players=2", "players=4", "rules=febur", "rules=fibur", "clock=turn", "clock=days days=2"),
    *(
        "clock=none",
        "ping=0 stand_in=0",
        "ping=60 stand_in=90",
        "zone=Europe/London",
        "quiet=off",
        "hands=1",
        "nonsense",
    ),
)
RECKLESS: Final = (
    *("leave", "leave", "return", "return", "join", "ready", "agree", "agree", "agree", "refuse", "pause", "resume"),
    *(
        "resume",
        "back",
        "standin",
        "rematch",
        "computer",
        "remove",
        "call",
        "play d",
        "play p",
        "play t",
        "nonsense",
        "",
    ),
)
RARE: Final = ("resign", "end", "end", "start")
BY_THE_HOST: Final = (
    "ping",
    "remind",
    "offer",
    "offer",
    "standin",
    "call",
    "timeout",
    "warn",
    "expire",
    "seal",
    "deal",
)
CALLS: Final = 0x5EED  # apart from the chance of what else a step does
TIMES: Final = (1, 50, 50, 3000, 3000, 70_000, 400_000, 3_700_000)


async def step(club: Club, number: int) -> None:
    """Do what this number stands for."""
    rng = chance(number)
    club.now[0] += rng.choice(TIMES)
    club.door.number = number
    if rng.random() < 0.4:
        await _the_host_goes_on(club, rng.randint(1, 8))
    await ask(club, rng)
    await _calls(club, chance(number ^ CALLS))


async def _calls(club: Club, rng: Random) -> None:
    """Now and then friends are invited, and the host says whom the table waits for, due or not."""
    dice = rng.random()
    if dice < 0.06:
        await _opens_for_friends(club, rng)
    elif dice < 0.18 and (live := [one for one in await club.tables() if one[1].phase != CLOSED]):
        table_id, table = rng.choice(live)
        if table.phase == LOBBY and rng.random() < 0.6:
            await _invites(club, rng, table_id, table)
        command = rng.choice(["mention turn", "mention request", "mention invited", f"busy {club.now[0]}", "idle"])
        await club.submits(table_id, _delivery(rng), command)


async def _opens_for_friends(club: Club, rng: Random) -> None:
    """As a command on a platform does that names people, some of whom are new, erased, or who asks."""
    if sum(table.phase != CLOSED for _, table in await club.tables()) >= MOST_LIVE:
        return
    person, delivery = await _somebody(club, rng), _delivery(rng)
    friends = rng.sample([one for one in ACCOUNTS if one[0] == "discord"], rng.randint(1, 4))
    context = RequestContext("discord", "", CHANNELS[0], delivery, person=await club.service.person(person))
    context.friends = tuple([Friend(account, name) for _, account, name in friends])
    options = f"players={rng.choice([2, 4])} pace=0 pause=0"
    answer = await club.service.carry_out(context, Open(channel=CHANNELS[0], options=options, delivery=delivery))
    club.transcript.append(f"  {person} opens a table for {[one.name for one in context.friends]}: {answer.words}")


async def _invites(club: Club, rng: Random, table_id: str, table: Table) -> None:
    """Somebody who sits there, or does not, would like somebody else to come."""
    seated = [chair.person for chair in table.chairs if chair.person]
    host = rng.choice(seated) if seated and rng.random() < 0.9 else await _somebody(club, rng)
    friend = who(await club.service.person(await _somebody(club, rng)))
    command = f"invite {friend.id} {rng.choice(['loud', 'quiet'])} {friend.name}"
    reply = await club.door.submit(table_id, who(await club.service.person(host)), _delivery(rng), command)
    club.transcript.append(f"  {host}: {command} at {table_id}: {type(reply).__name__}")


async def ask(club: Company, rng: Random) -> None:
    """Somebody does something."""
    live = [(table_id, table) for table_id, table in await club.tables() if table.phase != CLOSED]
    awaited = [(table_id, table) for table_id, table in live if awaits_people(table)]
    if rng.random() < 0.5 and awaited:
        await _onward(club, rng, *rng.choice(awaited))
    else:
        await _restless(club, rng, live)


async def _the_host_goes_on(club: Club, times: int) -> None:
    """What is due is done: computers play, deals are dealt, clocks run out."""
    for _ in range(times):
        if not await club.scheduler.fire():
            return


def awaits_people(table: Table) -> bool:
    """Whether the next step is for people to do."""
    if table.paused or table.phase != PLAYING:
        return True
    return table.chair(table.in_turn).human


# --- what should happen -----------------------------------------------------------------------------------------------


async def _onward(club: Company, rng: Random, table_id: str, table: Table) -> None:
    """The table goes on as it should."""
    if table.paused:
        seated = [chair.person for chair in table.chairs if chair.person]
        await _at(club, rng, rng.choice(seated) if seated else await _somebody(club, rng), table_id, "resume")
    elif table.phase == LOBBY:
        await _gather(club, rng, table_id, table)
    elif table.in_turn and table.chair(table.in_turn).human and table.game is not None:
        action = PLAYERS["greedy"](rng.randrange(1000)).choose(view(table.game.deal, table.in_turn))
        await _at(club, rng, table.chair(table.in_turn).person, table_id, f"play {format_action(action)}")
    elif table.phase == OVER:
        seated = [chair.person for chair in table.chairs if chair.person]
        request = rng.choice(["rematch", "rematch", "leave", "leave", "end"])
        await _at(club, rng, rng.choice(seated) if seated else await _somebody(club, rng), table_id, request)
    else:
        ready = rng.choice(table.people) if table.people else ""
        await club.waits(30_000)
        await _at(club, rng, table.chair(ready).person if ready else table.opener, table_id, "ready")


async def _gather(club: Company, rng: Random, table_id: str, table: Table) -> None:
    if all(chair.is_taken for chair in table.chairs) or rng.random() < 0.3:
        await _at(club, rng, table.opener, table_id, "start")
    else:
        person = await _somebody(club, rng)
        await club.do(person, Join(table.label, rng.choice(["", *CHANNELS]), "", _delivery(rng)))


async def _at(club: Company, rng: Random, person: str, table_id: str, command: str, *, admin: bool = False) -> None:
    await club.do(person, Do(table_id, command, _delivery(rng), sure=rng.random() < 0.9, admin=admin))


# --- what else people do ----------------------------------------------------------------------------------------------


async def _restless(club: Company, rng: Random, live: list[tuple[str, Table]]) -> None:
    if not live or (len(live) < MOST_LIVE and rng.random() < 0.1):
        await _open(club, rng)
        return
    table_id, table = rng.choice(live)
    seated = [chair.person for chair in table.chairs if chair.person] + [person for person, _ in table.waiting]
    person = rng.choice(seated) if seated and rng.random() < 0.7 else await _somebody(club, rng)
    dice = rng.random()
    if dice < 0.35:
        await _reckless(club, rng, person, table_id, table)
    elif dice < 0.43:
        await _named(club, rng, person)
    elif dice < 0.55:
        await _seats(club, rng, person, table_id, table)
    elif dice < 0.63:
        await _goes(club, rng, person)
    elif dice < 0.69:
        await _linked(club, rng, person)
    elif dice < 0.75:
        await _corrected(club, rng, person)
    elif dice < 0.80:
        await _planned(club, rng, person)
    elif dice < 0.90:
        await _by_the_host(club, rng, table_id)
    elif dice < 0.97:
        await _looks(club, rng, person, table_id, table)
    else:
        await club.restart()


async def _open(club: Company, rng: Random) -> None:
    person, channel = await _somebody(club, rng), rng.choice(["", *CHANNELS])
    rules, players = rng.choice(TABLES)
    words = f"rules={rules} players={players} pace=0 pause=0 {rng.choice(HOUSE)}".strip()
    request: Request = Open(channel=channel, options=words, delivery=_delivery(rng))
    dice = rng.random()
    if dice < 0.15:
        request = Play(rules, 0, channel, _delivery(rng)) if dice < 0.08 else Watch(rules, 0, channel, _delivery(rng))
    await club.do(person, request, channel)


async def _reckless(club: Company, rng: Random, person: str, table_id: str, table: Table) -> None:
    dice, admin = rng.random(), rng.random() < 0.25
    command = rng.choice(RECKLESS)
    if dice < 0.04:
        command = rng.choice(RARE)
    elif dice < 0.25:
        command = f"propose {rng.choice([*CONSENTS, 'adjourn 2', 'tea'])}"
    elif dice < 0.35:
        command = f"set {rng.choice(SETTINGS)}"
    elif table.proposal is not None and dice < 0.75:
        command = "agree"
    elif table.seat_of(person) and table.chair(table.seat_of(person)).computer:
        command = rng.choice(["return", command])
    if command in ("join", "computer", "remove"):
        command = f"{command} {rng.choice(['', *table.code.seats])}".strip()
    await _at(club, rng, person, table_id, command, admin=admin)


async def _named(club: Company, rng: Random, person: str) -> None:
    name = rng.choice([*CALLED, *NAMES])
    await club.do(person, Introduce(rng.choice(["", name, name]), rng.choice(["", "it", "en"])))


async def _seats(club: Company, rng: Random, person: str, table_id: str, table: Table) -> None:
    """Somebody comes, waits, is invited, or gets another's place."""
    dice, admin = rng.random(), rng.random() < 0.4
    if dice < 0.45:
        newcomer = rng.choice(["", person, await _somebody(club, rng)])
        request = Replace(table_id, rng.choice(table.code.seats), newcomer, _delivery(rng), admin, rng.random() < 0.8)
        await club.do(rng.choice([person, table.opener, table.opener]), request)
    elif dice < 0.75:
        seat = rng.choice(["", "", *table.code.seats, *table.code.sides])
        await club.do(person, Join(table.label, rng.choice(["", *CHANNELS]), seat, _delivery(rng)))
    elif dice < 0.85:
        await club.do(person, NextTable(table_id, _delivery(rng), admin))
    elif dice < 0.93:
        answer = await club.do(person, Invite(table_id, rng.choice(table.code.seats)))
        club.links += [answer.page.invitation] if isinstance(answer.page, Invitation) else []
    elif club.links:
        await club.do(person, Accept(rng.choice(club.links[-4:])))


async def _goes(club: Company, rng: Random, person: str) -> None:
    """Somebody leaves every table, and is forgotten, if they may be."""
    for one in await club.service.backend.tables.of(person):
        if rng.random() < 0.9:
            await _at(club, rng, person, one.table, "leave")
    if rng.random() < 0.3:
        return
    ids = await club.service.backend.ids(person)
    tables = {table for one in ids for table in club.folding.known_to(one)}
    question = await club.do(person, Erase("", private=True))
    if isinstance(question.page, EraseWord):
        answer = await club.do(person, Erase(question.page.word, private=True))
        if answer.done:
            club.folding.rewritten(tables)
            club.changed_tables |= tables


async def _linked(club: Company, rng: Random, person: str) -> None:
    """Two accounts become one player; often those of one and the same person."""
    other = await club.person(_partner(rng) if rng.random() < 0.2 else rng.randrange(len(ACCOUNTS)))
    if rng.random() < 0.5:
        number = rng.randrange(len(NAMES)) * 2
        person, other = await club.person(number), await club.person(number + 1)
    answer = await club.do(person, Link())
    if isinstance(answer.page, LinkCode):
        await club.do(other, UseLink(answer.page.code))


def _partner(rng: Random) -> int:
    return rng.randrange(len(ACCOUNTS))


async def _corrected(club: Company, rng: Random, person: str) -> None:
    """The result of a match that has ended becomes another one."""
    found = [table for table in club.folding.tables() if await club.store.results("b", table)]
    if not found:
        return
    row = await club.store.load("b", rng.choice(found[-6:]))
    assert row is not None
    totals = rng.choice(["annul", "played", "NS 500 EW 0", "N 100 S 40", "N 5 S 4 E 3", "nonsense"])
    private = not row.channel
    request = Correct(row.label, totals, "a slip", "", row.channel, admin=rng.random() < 0.7, private=private)
    question = await club.do(person, request)
    if isinstance(question.page, Confirm):
        confirmed = Correct(word=question.page.word, channel=row.channel, admin=request.admin, private=private)
        await club.do(person, confirmed)


async def _planned(club: Company, rng: Random, person: str) -> None:
    """A match is planned, called off, or opened because its time has come."""
    channel, dice = rng.choice(["", *CHANNELS]), rng.random()
    if dice < 0.5:
        options = f"rules={rng.choice(TABLES)[0]} pace=0 pause=0"
        await club.do(person, MakePlan(rng.choice(["", "21:00", "mercoledì 21"]), channel, options, "", _delivery(rng)))
    elif dice < 0.7:
        what = rng.choice(["cancel", "skip", "pause", "resume"])
        await club.do(person, ChangePlan(what, rng.randint(0, 2), channel, admin=True, delivery=_delivery(rng)))
    live = [one for one in await club.tables() if one[1].phase != CLOSED]
    if len(live) < MOST_LIVE:
        await club.plans_fire()


async def _by_the_host(club: Company, rng: Random, table_id: str) -> None:
    command = rng.choice([*BY_THE_HOST, "restarted"])
    await club.submits(table_id, _delivery(rng), command)


async def _looks(club: Company, rng: Random, person: str, table_id: str, table: Table) -> None:
    """What changes nothing, or only what is set for a channel."""
    await club.service.table_page(person, table_id)
    channel = rng.choice(CHANNELS)
    possible: list[Request] = [
        *(Leaderboard(channel=channel), Stats(), History(), Export(private=True), Tables(channel), Tables()),
        *(Find(table.label), Record(table_id)),
        SetChannel(channel, rng.choice(["players=2", "pause=0", "tables=3", "hands=1", "rules=fibur"]), admin=True),
    ]
    await club.do(person, rng.choice(possible))


async def _somebody(club: Company, rng: Random) -> str:
    return await club.person(rng.randrange(len(ACCOUNTS)))


def _delivery(rng: Random) -> str:
    return f"d{rng.randrange(1 << 60):x}"
