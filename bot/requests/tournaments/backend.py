"""What carries out a request at a tournament: the tournaments of a bot, and who people are."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bot.host.past_tables import PastTables
from bot.messages.tournament_message import CORRECT, DESK
from bot.requests.answer import Answer, TournamentPage
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.friends import Friends
from bot.requests.request_context import RequestContext
from bot.requests.tournaments import accounts
from bot.requests.tournaments.asks import CANCEL, RESTORE, TournamentAsk
from bot.requests.tournaments.boards import KeptBoards, KeptPages
from bot.requests.tournaments.dealt_tables import DealtTables
from bot.requests.tournaments.letters import TournamentLetters
from bot.requests.tournaments.looks import desk_answer, own_sheet_lines, reverse_button, waits_words
from bot.requests.tournaments.news import private_letters
from bot.tables.who import Declined
from bot.tournaments.calls import LINES
from bot.tournaments.cancelling import closes_tables
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.corrections import correctable
from bot.tournaments.tournaments import Tournaments
from bot.words.languages import Language, say
from bot.words.names import clean_name, known_as
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_rulings import ruling_line
from bot.words.tournament_sign_up import added_words, entered_words
from renderers.papers import Paper
from renderers.pdf import pdf

NAMING: Final = ("player", "in")
"""Keys of commands that name somebody, beside the `players` who enter."""
Printer: TypeAlias = Callable[[Paper], Awaitable[bytes]]


async def print_here(paper: Paper) -> bytes:
    """A paper as a PDF, printed while everything else waits."""
    return pdf(paper)


class TournamentBackend:
    """The tournaments of one bot. `chance`: so many bytes from the operating system. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels, friends: Friends, chance: Callable[[int], bytes]) -> None:
        self.backend = backend
        self.channels = channels
        self._friends = friends
        self.letters = TournamentLetters(backend, channels)
        self.printer: Printer = print_here
        self.page_address = ""  # where browsers find the pages, a slash at the end; "" where there are none
        self.tournaments = Tournaments(
            backend.store,
            backend.bot,
            backend.door.clock,
            chance,
            self.letters.hear,
            self.letters.hear_refused,
            private_letters,
            self._arrange,
        )
        tournaments = self.tournaments
        self.tables = DealtTables(backend, tournaments.find, tournaments.submit, tournaments.note_table)
        self.letters.ask_for_standings(self.tables.standings)

        self.past_tables = PastTables(backend.store, backend.door)
        self.boards = KeptBoards(self.clock, self.reader)
        self.pages = KeptPages(self.clock, self.reader)
        self.tournaments.subjects.listen_for_rewriting(self.boards.forget)
        self.tournaments.subjects.listen_for_rewriting(self.pages.forget)
        self.tournaments.subjects.listen_for_rewriting(self.letters.forget)

    @property
    def clock(self) -> Callable[[], int]:
        """Milliseconds."""
        return self.backend.door.clock

    async def reader(self, one: ClubTournament, language: Language) -> TournamentReader:
        """Who reads of it in a language."""
        return await self.letters.reader(one, language)

    async def _arrange(self, id_: str) -> bool:
        """What is to be done at the tables of a tournament that is dealt in the chat."""
        return await self.tables.arrange(id_)

    async def do(self, asking: TournamentAsk, verb: str, keys: Mapping[str, Any]) -> Answer:
        """Give a command, once for each delivery, and say what came of it."""
        if asking.one.announcement.is_dealt:
            with_tables = await self._with_tables(asking, verb, keys)
            if isinstance(with_tables, Declined):
                return asking.declined(with_tables)
            keys = with_tables
        delivery = asking.request.delivery or secrets.token_hex(8)
        action = f"{asking.player}:{verb}:{delivery}"
        async with self.backend.seating:  # nobody is forgotten meanwhile
            if refusal := await self._forgotten(asking, keys):
                return refusal
            found = await self.tournaments.submit(asking.id, asking.who, action, command(verb, **keys))
        if found is None:
            return Answer(False, asking.reader.words("none"))
        if isinstance(found, Declined):
            return asking.declined(found)
        reader = await self.reader(found, asking.reader.language)
        tables = await self.letters.standings(asking.id, found)
        after = replace(asking, one=found, reader=reader, tables=tables)
        return what_came(after, verb, keys)

    async def nobody(self, context: RequestContext) -> Answer | None:
        """What is said to who asks and was forgotten meanwhile. Nobody else is as long as `seating` is held."""
        language = context.language
        is_known = (await self.backend.people.now(context)).id
        return None if is_known else Answer(False, say(language, "erase.nobody"), page=TournamentPage())

    async def _forgotten(self, asking: TournamentAsk, keys: Mapping[str, Any]) -> Answer | None:
        """What is said where who asks, or somebody whom the command names, is nobody any more."""
        if refusal := await self.nobody(asking.context):
            return refusal
        for player in [*keys.get("players", ()), *[keys[key] for key in NAMING if key in keys]]:
            if not (await self.backend.people.person(player)).id:
                return _unknown(asking, say(asking.reader.language, "player.deleted"))
        return None

    async def _with_tables(
        self, asking: TournamentAsk, verb: str, keys: Mapping[str, Any]
    ) -> Mapping[str, Any] | Declined:
        """The keys with what tables of the chat know of it; or why it cannot be done there."""
        unreached = await self.tables.unreached(_newcomers(asking, verb, keys))
        if unreached:
            return Declined("tournament-unreached", (("name", known_as(asking.reader.language, unreached)),))
        if keys.get("type") == "replacement" and await self._knows_cards(asking, keys):
            return Declined("tournament-knows-cards")
        if verb == "annul":
            standing = (await self.letters.standings(asking.id, asking.one)).get(keys["table"])
            if standing is not None and standing.in_play != keys["deal"]:
                return _not_in_play(keys["table"], keys["deal"])
            return {**keys, "anew": standing.anew if standing is not None else 0}
        if verb == "rule" and keys.get("type") == "withdrawal":
            return {**keys, **await self._points_now(asking, keys["entry"])}
        return keys

    async def _knows_cards(self, asking: TournamentAsk, keys: Mapping[str, Any]) -> bool:
        person, entry, out = [str(keys.get(name, "")) for name in ("in", "entry", "out")]
        return await self.tables.knows_cards(asking.id, asking.one, person, entry, out)

    async def _points_now(self, asking: TournamentAsk, entry: str) -> Mapping[str, Any]:
        """Who leaves in the middle of a match, or is sent away: what each line has scored there by now.

        Those who are left have the better of that and of what the code awards (febur art. 25, fitab art. 36).
        """
        pairing = asking.one.current.of(entry) if asking.one.current is not None else None
        is_open = pairing is not None and pairing.decision is None and len(pairing.lines) == LINES
        points = await self.tables.points_now(asking.id, asking.one, pairing.table) if pairing and is_open else ()
        return {"mp": list(points)} if points else {}

    async def people_named(self, asking: TournamentAsk) -> list[str] | Answer:
        """Those who were named beside the command, as the tournament knows them; or that somebody is not known here."""
        found = []
        for friend in asking.context.friends:
            is_there = not friend.is_bot and (not friend.account or await asking.context.is_here(friend.account))
            person = await self._friends.person_named(asking.context, friend) if is_there else None
            if person is None:
                return _unknown(asking, clean_name(friend.name or friend.username, "?"))
            ids = await self.backend.ids(person.id)
            found.append(accounts.known_as(asking.one, ids, person.id))
        return found


def _unknown(asking: TournamentAsk, name: str) -> Answer:
    """Somebody who was named is nobody here."""
    return Answer(False, asking.reader.words("unknown-person", name=name), page=TournamentPage())


def _not_in_play(table: int, deal: int) -> Declined:
    """Of a table of the chat only the deal in play can be dealt anew: whatever has ended there has its points."""
    return Declined("tournament-deal-not-in-play", (("deal", str(deal)), ("table", str(table))))


def _newcomers(asking: TournamentAsk, verb: str, keys: Mapping[str, Any]) -> list[str]:
    """Who is to play by this."""
    match verb:
        case "enter":
            return list(keys["players"])
        case "confirm" | "seek":
            return [asking.player]
        case _:
            return [keys["in"]] if "in" in keys else []


def what_came(asking: TournamentAsk, verb: str, keys: Mapping[str, Any]) -> Answer:
    """What it has led to."""
    one, reader, person = asking.one, asking.reader, asking.player
    there = one.sign_up_of(person)
    is_own = _is_own(asking, verb, keys)
    if verb in ("enter", "confirm") and is_own and there is not None:
        return Answer(True, entered_words(one, there, person, reader), page=TournamentPage())
    if verb == "enter" and not is_own:
        return Answer(True, added_words(one, one.sign_ups[-1], reader), page=TournamentPage())
    if verb in ("rule", "annul", "recover", "reverse"):
        return _ruled(asking)
    if verb in ("sheet", "sign") and is_own and correctable(one, person) is not None:
        return Answer(True, reader.words("done"), page=TournamentPage(buttons=[asking.button(CORRECT)]))
    if verb == "sheet" and is_own and (lines := own_sheet_lines(one, person, reader)):
        return Answer(True, "\n".join(lines), page=TournamentPage())
    if verb == CORRECT and any(request.player == person for request in one.requests):
        return Answer(True, waits_words(one, person, reader), page=TournamentPage())
    if verb == CANCEL:
        back = [asking.button(RESTORE)] if one.called_off is not None and not closes_tables(one) else []
        return Answer(True, reader.words("done"), page=TournamentPage(buttons=back))
    if verb == "takeover":
        words = reader.words("directs", name=one.announcement.name)
        return Answer(True, words, page=TournamentPage(buttons=[asking.button(DESK)]))
    if verb in ("start", "pair", "go", "close", "finish", "answer", "pause", "resume", RESTORE):
        return desk_answer(asking)
    return Answer(True, reader.words("done"), page=TournamentPage())


def _is_own(asking: TournamentAsk, verb: str, keys: Mapping[str, Any]) -> bool:
    """Whether it is about their own entry or table: an arbiter who plays enters others, and sheets of other tables."""
    match verb:
        case "enter":
            return asking.player in keys["players"]
        case "sheet":
            pairing = asking.one.pairing_of(asking.player)
            return pairing is not None and pairing.table == keys["table"]
        case _:
            return True


def _ruled(asking: TournamentAsk) -> Answer:
    """What was ruled, by which article, what it costs, and the button that takes it back."""
    one, reader = asking.one, asking.reader
    last = one.rulings[-1] if one.rulings else None
    if last is None or not (last.id == str(len(one.events)) or last.id.startswith("d")):  # `d1` stands in no list
        return Answer(True, reader.words("ruled", number=len(one.events)), page=TournamentPage())
    words = f"{reader.words('ruled', number=last.id)}\n{ruling_line(one, last, reader)}"
    buttons = [asking.button(DESK), *([reverse_button(asking, last.id)] if last.what != "void" else [])]
    return Answer(True, words, page=TournamentPage(one.announcement.name, buttons))
