"""A club's evening in the box: tournaments are announced, entered and played, rightly and wrongly, by whoever is there.

What comes next at a tournament is done by whoever may, in most steps; in the others anybody writes anything, or is at
a table in the chat, or the machine or a platform fails.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.requests.tournaments.asks import ACTIONS
from bot.tournaments.club_tournament import BEFORE, CHECK_IN, OPEN, ClubTournament
from bot.tournaments.sheets import sheet_mark
from tests.restless.club import CHANNELS, NAMES, account_on
from tests.simulated import people
from tests.simulated.box import Box
from tests.simulated.chats import SimulatedPlatform

MOST: Final = 2  # tournaments at once
ANNOUNCED: Final = (
    "rounds=2",
    "rounds=2 kind=singles",
    "rounds=danese,danese kind=singles deals=2",
    "rounds=1 places=2 window=1",
    "when=in 10 minutes checkin=4 rounds=1 start=auto scale=25",
    "when=in 2 minutes rounds=2 kind=singles start=auto scale=25",
    "when=tomorrow 21:00 closes=30",
    "rounds=0",
    "when=yesterday",
)
GUESTS: Final = ("Ada", "Bea", "Ciro", "Dino", "Ezio", "Febe", "Gino", "Ida", "Lea", "Mara", "Nino", "Olga")
SUMS: Final = ("=1200-805", "=805-1200", "=900-900", "500-505 300-400 200-15", "12", "=1203-800", "=99999-5")
RULINGS: Final = (
    *("late 1 4", "warn 1 fan", "warn 2 deal", "penalty 1 1vp", "penalty 2 100mp", "withdraw 1", "timeout"),
    *("void 2 not so", "void 9 not so", "score 1 12-8 400-0", "correct 1 =700-505 added up wrongly", "nonsense", ""),
)
PAUSES: Final = (30.0, 300.0, 1_500.0, 6_000.0, 90_000.0)
"""Seconds for which the machine is asleep: nobody waits for a round to the second."""


async def act(box: Box, rng: Random) -> None:
    """One step of a run with tournaments."""
    if rng.random() < 0.25:
        await people.act(box, rng)
        return
    await asyncio.sleep(rng.choice(people.GAPS))
    live = await box.service.tournaments.tournaments.live()
    dice = rng.random()
    if dice < 0.04:
        seconds = rng.choice(PAUSES)
        box.say(f"the machine is asleep for {seconds:.0f} s")
        box.time.seconds += seconds
    elif not live or (len(live) < MOST and dice < 0.1):
        _announces(box, rng)
    elif dice < 0.2:
        _anything(box, rng, [id_ for id_, _ in live])
    else:
        id_, one = rng.choice(live)
        await (_before if one.state in BEFORE else _running)(box, rng, id_, one)


def _announces(box: Box, rng: Random) -> None:
    """An admin, as a rule, in a channel."""
    name = rng.choice(people.ADMINS) if rng.random() < 0.9 else rng.choice(NAMES)
    platform = rng.choice(box.platforms)
    channel = rng.choice([one for one in CHANNELS if one.startswith(platform.name)]).partition(":")[2]
    text = f"/tournament new {rng.choice(('Thursday', 'Friday'))} code=febur {rng.choice(ANNOUNCED)}"
    people.line(box, rng, platform, account_on(platform.name, name), text, channel, private=False)


def _anything(box: Box, rng: Random, ids: Sequence[str]) -> None:
    """Somebody asks for something that is not theirs, in the wrong place or at the wrong moment."""
    platform, what = rng.choice(box.platforms), rng.choice([*ACTIONS, "yes", "no", "checkin", "answer"])
    account = account_on(platform.name, rng.choice(NAMES))
    words = rng.choice(["", "1", "2", rng.choice(SUMS), rng.choice(RULINGS), "Ada & Bea", "places=1", "1-00000000"])
    places = [one.partition(":")[2] for one in CHANNELS if one.startswith(platform.name)]
    place = rng.choice([account, *places])
    id_ = rng.choice([*ids, ""])
    people.line(box, rng, platform, account, f"/tournament {what} {id_} {words}", place, private=place == account)


async def _does(box: Box, rng: Random, player: str, what: str, id_: str, *words: str) -> None:
    """Somebody does this in their private chat, as their buttons would; whoever has none cannot."""
    accounts: list[tuple[SimulatedPlatform, str]] = []
    for platform in box.platforms:
        accounts += [(platform, account) for account in await box.service.accounts(player, platform.name)]
    if accounts:
        platform, account = rng.choice(accounts)
        text = " ".join(["/tournament", what, id_, *words])
        people.line(box, rng, platform, account, text, account, private=True)


async def _before(box: Box, rng: Random, id_: str, one: ClubTournament) -> None:
    """Who was asked answers, others enter, and the arbiter begins when there are enough."""
    arbiter, dice = one.organiser, rng.random()
    unanswered = [(proposal, player) for proposal in one.proposals for player in proposal.players]
    unanswered = [(proposal, player) for proposal, player in unanswered if player not in proposal.agreed]
    platform = rng.choice(box.platforms)
    name = rng.choice(NAMES)
    person = await box.service.register(platform.name, account_on(platform.name, name), "en", name)
    if unanswered and dice < 0.4:
        proposal, player = rng.choice(unanswered)
        await _does(box, rng, player, rng.choice(["yes", "yes", "yes", "no"]), id_, str(proposal.number))
    elif one.state == CHECK_IN and dice < 0.5:
        await _does(box, rng, person, "here", id_)
    elif one.state == OPEN and dice < 0.6:
        alone = one.announcement.kind == "singles"
        seeking = [player for player in one.seeking if player != person]
        words = [rng.choice(seeking)] if seeking and rng.random() < 0.8 else []
        await _does(
            box,
            rng,
            person,
            "in" if words else rng.choice(["in" if alone else "seek", "seek", "in", "out"]),
            id_,
            *words,
        )
    elif dice < 0.8 and len(one.sign_ups) < 5:
        names = rng.sample(GUESTS, len(GUESTS))
        for _ in range(rng.choice([1, 4])):
            guests = [names.pop() for _ in range(1 if one.announcement.kind == "singles" else 2)]
            await _does(box, rng, arbiter, "add", id_, " & ".join(guests))
    elif len(one.sign_ups) > 2:
        await _does(box, rng, arbiter, rng.choice(["start", "start", "start", "checkin", "shut", "change"]), id_)
    elif dice > 0.97:
        await _does(box, rng, arbiter, "cancel", id_, "the lights are out")


async def _running(box: Box, rng: Random, id_: str, one: ClubTournament) -> None:
    """Sheets are entered and signed, the arbiter rules and goes on to what is next."""
    arbiter, dice, current = one.organiser, rng.random(), one.current
    if dice < 0.12:
        await _does(box, rng, arbiter, "rule", id_, rng.choice(RULINGS))
    elif dice < 0.16:
        await _does(box, rng, arbiter, rng.choice(["file", "standings", "desk", "tables"]), id_)
    elif current is None or current.closed:
        await _does(box, rng, arbiter, "pair" if one.has_rounds_left else "finish", id_)
    elif not one.went_at and dice < 0.3:
        await _does(box, rng, arbiter, "go", id_)
    elif one.undecided:
        await _at_a_table(box, rng, id_, one)
    else:
        await _does(box, rng, arbiter, "close", id_)


async def _at_a_table(box: Box, rng: Random, id_: str, one: ClubTournament) -> None:
    """A sheet is entered by a line, signed or disputed by the other; guests' tables are the arbiter's."""
    pairing = rng.choice(one.undecided)
    rosters = one.progress.rosters if one.progress is not None else {}
    lines = [[player for entry in line for player in rosters[entry]] for line in pairing.lines]
    sheets = list(one.sheets_of(pairing.table))
    persons = [[player for player in line if not one.guest(player)] for line in lines]
    dice = rng.random()
    if dice < 0.25 or not any(persons):
        await _does(box, rng, one.organiser, "sheet", id_, str(pairing.table), rng.choice(SUMS))
    elif dice < 0.32:
        await _does(box, rng, rng.choice([player for line in persons for player in line]), "call", id_)
    elif one.calls and dice < 0.4:
        await _does(box, rng, one.organiser, "answer", id_, str(one.calls[0].table))
    elif sheets and (others := [player for at, line in enumerate(persons) if at != sheets[0].line for player in line]):
        what = rng.choice(["sign", "sign", "sign", "dispute"])
        await _does(box, rng, rng.choice(others), what, id_, sheet_mark(one, sheets[0]))
    else:
        await _does(box, rng, rng.choice([p for line in persons for p in line]), "sheet", id_, rng.choice(SUMS))
