"""A host in a box: a hundred seeds, those that once showed a fault, and faults that the laws must find.

`make simulated SEEDS=10000` plays as many as one likes.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.recipients import Recipients
from bot.host.courier import Courier
from bot.host.delivery_errors import TryLater
from bot.host.door import Door
from bot.host.due_loop import Work
from bot.host.ports import Account, Change, Letter, OutboxRow, Person
from bot.requests.tournaments.club_tournaments import ClubTournaments
from bot.requests.tournaments.letters import Announce, Tell, TellAgain, Withdraw
from bot.tables import log
from bot.tables.commands import Decided, decide
from bot.tables.table import Table
from bot.tables.who import Declined, Who
from bot.tournaments import commands
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.evening_file import document_text
from bot.tournaments.happening import Keys
from bot.tournaments.tournaments import Tournaments
from tests.databases import Databases
from tests.postgres_server import PostgresServer
from tests.restless.folding import Broken
from tests.restless.season import Failure
from tests.simulated.kept import PAST_FAULTS, PastFault
from tests.simulated.runs import Played, played, run, shortest

ROOT = Path(__file__).parent.parent
STEPS = 16
EVENING, LONG_EVENING = 30, 60  # steps of a run with tournaments
TOGETHER = 25  # seeds of one test
SOME = range(900, 940)


@pytest.mark.parametrize("first", range(0, 100, TOGETHER))
def test_every_law_holds_whatever_happens(first: int) -> None:
    for seed in range(first, first + TOGETHER):
        run(seed, STEPS)


@pytest.mark.parametrize("first", [0, 10])
def test_every_law_holds_while_tournaments_are_played_too(first: int) -> None:
    for seed in range(first, first + 10):
        run(seed, EVENING, tournaments=True)


def test_every_law_holds_on_a_server_that_may_be_lost_behind_a_commit(postgres_server: PostgresServer) -> None:
    """A few seeds; and the two that showed that nobody was told of what was stored and not heard."""
    databases = Databases(str(postgres_server.folder))
    for seed in range(4):
        run(seed, STEPS, databases=databases)
    for seed, places in ((131, (14, 18, 25, 26, 29, 30)), (142, (0, 2, 3, 5, 9, 10, 11, 12, 14))):
        assert isinstance(played(seed, places, databases=databases), Played)


@pytest.mark.parametrize("fault", PAST_FAULTS, ids=[f"{one.seed}: {one.showed}" for one in PAST_FAULTS])
def test_what_a_run_once_showed_is_gone(fault: PastFault) -> None:
    assert isinstance(played(fault.seed, fault.places), Played)


# --- a seed says it all -----------------------------------------------------------------------------------------------

SCRIPT = """
import hashlib
from tests.simulated.runs import played
lines = [line for seed in range(3) for line in played(seed, range(24)).transcript]
print(len(lines), hashlib.sha256("\\n".join(lines).encode()).hexdigest())
"""


def test_the_same_seed_is_the_same_run_to_the_letter_in_every_process() -> None:
    def output(hashing: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": str(ROOT)}
        found = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        )
        return found.stdout

    lines = [line for seed in range(3) for line in played(seed, range(24)).transcript]
    here = f"{len(lines)} {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()}\n"
    assert output("1") == output("4") == here  # of these sets of platforms have another order
    assert len(lines) > 100


# --- the laws find ----------------------------------------------------------------------------------------------------


def first_failure(steps: int = STEPS, *, tournaments: bool = False) -> tuple[int, Failure]:
    """The first of some seeds that breaks a law."""
    for seed in SOME:
        found = played(seed, range(steps), tournaments=tournaments)
        if isinstance(found, Failure):
            return seed, found
    raise AssertionError("no law finds it")


def test_the_laws_find_a_command_that_means_something_else_in_a_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(table: Table, who: Who, command: str, at: int) -> Decided | Declined:
        return Declined("not-now") if command == "leave" else decide(table, who, command, at)

    monkeypatch.setattr(log, "decide", otherwise)
    seed, failure = first_failure()
    left, short = shortest(seed, failure, STEPS, tries=12)
    assert len(left) < failure.steps
    assert short.kind == failure.kind
    with pytest.raises(Broken, match=rf"seed {seed}: \d+ steps are enough[\s\S]*and again: python -m tests.simulated"):
        run(seed, STEPS, tries=2)


def test_the_laws_find_a_hand_that_is_sent_to_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def anybody(_self: Recipients, _accounts: tuple[Account, ...], _person: Person) -> Account:
        return Account("telegram", "elena")

    monkeypatch.setattr(Recipients, "account", anybody)
    assert "shown what they may not see" in str(first_failure()[1].error)


def test_the_laws_find_a_letter_that_is_never_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    deliver = Delivery.deliver

    async def refused(self: Delivery, table: Table, row: OutboxRow) -> str:
        if row.kind == "score":
            raise TryLater("never")
        return await deliver(self, table, row)

    monkeypatch.setattr(Delivery, "deliver", refused)
    monkeypatch.setattr("bot.host.door.letters", _with_a_score)
    assert "a letter is never sent" in str(first_failure()[1].error)


def _with_a_score(table: Table, *_: object) -> tuple[Letter, ...]:
    return tuple(Letter(chair.person, "score") for chair in table.chairs if chair.person)


def test_the_laws_find_an_old_message_that_keeps_its_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_self: object, *_: object) -> None:
        return None

    monkeypatch.setattr("tests.simulated.messengers.SimulatedMessenger.retire", nothing)
    assert "can be pressed at once" in str(first_failure()[1].error)


def test_the_laws_find_a_table_that_is_behind_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    settle: Callable[..., None] = Door._settle

    def forgetful(self: Door, table_id: str, live: object, table: Table, revision: int, change: Change) -> None:
        if change.action_id.endswith("7"):
            self._live[table_id].action_revisions[change.action_id] = revision
        settle(self, table_id, live, table, revision - change.action_id.endswith("7"), change)

    monkeypatch.setattr(Door, "_settle", forgetful)
    assert "folds to another table than the one in memory" in str(first_failure()[1].error)


def test_the_laws_find_a_courier_that_forgets_what_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_self: Courier, _now: int) -> dict[str, Work]:
        return {}

    monkeypatch.setattr(Courier, "_due", nothing)
    assert "a letter is never sent" in str(first_failure()[1].error)


def test_the_laws_find_a_tournament_that_is_behind_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(one: ClubTournament, _keys: Keys, _at: int) -> ClubTournament:
        return one

    monkeypatch.setattr(commands, "ENTRIES", {**commands.ENTRIES, "seek": otherwise})
    carried: Callable[..., ClubTournament | Declined] = commands.carry_out

    def now(one: ClubTournament, entry: str, at: int) -> ClubTournament | Declined:
        return replace(one, seeking=(*one.seeking, "p0")) if entry.startswith("seek") else carried(one, entry, at)

    monkeypatch.setattr(commands, "carry_out", now)
    assert "folds to another tournament than the one in memory" in str(
        first_failure(EVENING, tournaments=True)[1].error
    )


def test_the_laws_find_a_file_that_does_not_follow_from_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def otherwise(one: ClubTournament, names: dict[str, str]) -> str:
        return document_text(one, names).replace('"round": 1', '"round": 2')

    monkeypatch.setattr("tests.simulated.tournaments.document_text", otherwise)
    assert "its file does not follow from itself" in str(first_failure(LONG_EVENING, tournaments=True)[1].error)


def test_the_laws_find_what_is_due_at_a_tournament_and_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_self: Tournaments, _now: int) -> dict[str, object]:
        return {}

    monkeypatch.setattr(Tournaments, "_due", nothing)
    assert "what is due is not done" in str(first_failure(LONG_EVENING, tournaments=True)[1].error)


def test_the_laws_find_an_announcement_that_stands_twice_with_its_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    deliver = ClubTournaments.deliver

    async def anew(
        self: ClubTournaments,
        announce: Announce,
        withdraw: Withdraw,
        tell: Tell,
        again: TellAgain,
        one: ClubTournament,
        row: OutboxRow,
    ) -> str:
        return await deliver(self, announce, withdraw, tell, again, one, replace(row, reference=""))

    monkeypatch.setattr(ClubTournaments, "deliver", anew)
    assert "can be pressed at once" in str(first_failure(EVENING, tournaments=True)[1].error)
