"""A club's tournaments as people ask for them in a chat, shown in their channel, and told to whom it concerns.

The request stands here beside what carries it out. Judged is everything by `bot.tournaments`; here stands only which
tournament is found, and how an answer is said.
"""

import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.boards.privacy import is_erased
from bot.host.delivery_errors import Undeliverable
from bot.host.ports import OutboxRow, Person
from bot.host.subjects import Subjects
from bot.messages.message import Message
from bot.messages.tournament_message import (
    CALL,
    CLOSE,
    DESK,
    DISPUTE,
    FINISH,
    GO,
    HERE,
    MINE,
    OUT,
    PAIR,
    SEEK,
    SIGN,
    SIGN_UP,
    YES,
    announcement_message,
    command_text,
    round_message,
    standings_message,
)
from bot.messages.tournament_sheet import standings_csv
from bot.planner.when import UnclearTime
from bot.requests.answer import Answer, AnswerFile, TournamentPage
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.friends import Friends
from bot.requests.linking import new_code
from bot.requests.news import News
from bot.requests.people import who as who_of
from bot.requests.request_context import RequestContext
from bot.requests.tournament_news import private_words
from bot.requests.tournament_words import (
    announcement_keys,
    changed_form,
    guest_names,
    new_announcement,
    ruling_keys,
    sheet_keys,
)
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import CHECK_IN, DAY, ENDED, OPEN, RUNNING, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.evening import LONGEST_REASON, sheet_mark
from bot.tournaments.evening_file import document_text, unique_names
from bot.tournaments.kind import ANNOUNCEMENT, ROUND, STANDINGS
from bot.tournaments.rights import is_arbiter, only_arbiter
from bot.tournaments.tournaments import Tournaments
from bot.views.table_view import Json
from bot.views.tournament_board import board
from bot.views.tournament_desk import desk
from bot.words.command_words import meanings
from bot.words.languages import Language, say
from bot.words.names import clean_name, known_as
from bot.words.plans import doubt_words
from bot.words.tournaments import (
    TournamentReader,
    announcement_lines,
    declined_line,
    own_table_words,
    round_lines,
    sheet_words,
    standings_lines,
)
from engine.tournament.announcement import PLAYERS
from renderers.scenes import Look

LOG: Final = logging.getLogger(__name__)
NEW: Final = "new"
FILE: Final = "file"
LINK: Final = "link"
ID: Final = re.compile(r"tour[0-9a-f]{16}")
SECRET_BYTES: Final = 24  # of the link of a tournament's page
STAYS: Final = 14 * DAY  # a page, after the end of its tournament
CSV: Final = "csv"
STANDING: Final = "standings"
TABLES: Final = "tables"
PLAIN: Final[Mapping[str, str]] = {
    OUT: "leave",
    SEEK: "seek",
    HERE: "here",
    CALL: "call",
    SIGN: "sign",
    DISPUTE: "dispute",
    "shut": "shut",
    "checkin": "checkin",
    "start": "start",
    GO: "go",
    CLOSE: "close",
    PAIR: "pair",
    FINISH: "finish",
}
"""What is said in a word, and the command of the tournament that it is."""
ACTIONS: Final = (
    *(SIGN_UP, SEEK, OUT, HERE, MINE, "sheet", SIGN, DISPUTE, CALL, TABLES, STANDING, FILE),
    *(NEW, "change", "add", DESK, "shut", "start", GO, CLOSE, PAIR, FINISH, "cancel", "arbiter", "rule"),
)
"""Those that are offered to be chosen; the others are buttons."""
OF_A_ROUND: Final = (GO, CLOSE, PAIR)
"""What buttons of the desk mean of one round alone, however late they are pressed."""
DIRECTING: Final = frozenset(
    (
        *(NEW, "change", "add", "shut", "checkin", "start", GO, CLOSE, PAIR, FINISH, "cancel", "arbiter", "answer"),
        *("rule", "sheet", OUT, HERE, DESK, LINK, ""),
    )
)
"""What an admin of the place may do as an arbiter: the platform is asked for these alone."""

Announce: TypeAlias = Callable[[str, Message, str, str], Awaitable[str]]
"""As of `bot.requests.plans`."""


@dataclass(frozen=True, slots=True)
class AskTournament:
    """`what` is to be done at a tournament, "" to look at it, with these words.

    `tournament` is its id, "" for the one of the channel, or in private the one where they play.
    """

    what: str = ""
    words: str = ""
    channel: str = ""
    tournament: str = ""
    admin: bool = False
    delivery: str = ""
    at_desk: bool = False  # of the browser, where arbiters alone may ask for anything


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A tournament in a browser: its board for whoever has the `secret` of it, without one the desk of who asks."""

    tournament: str  # its id
    language: Language  # of the board
    secret: str = ""


@dataclass(frozen=True, slots=True)
class TournamentAsk:
    """One request at one tournament, and who reads its answer."""

    context: RequestContext
    request: AskTournament
    id: str
    one: ClubTournament
    reader: TournamentReader
    player: str  # the id of who asks, as the tournament knows them

    @property
    def who(self) -> Who:
        """Without a name: the log of a tournament has none. An admin directs what is in their own place."""
        here, there = [channel.partition("/")[0] for channel in (self.request.channel, self.one.channel)]
        return Who(self.player, admin=self.request.admin and here == there)

    @property
    def words(self) -> list[str]:
        return self.request.words.split()


class ClubTournaments:
    """The tournaments of one bot. `chance`: so many bytes from the operating system. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels, friends: Friends, chance: Callable[[int], bytes]) -> None:
        self._backend = backend
        self._channels = channels
        self._friends = friends
        self._page_address = ""  # where browsers find the pages, "" where there are none
        self.tournaments = Tournaments(
            backend.store, backend.bot, backend.door.clock, chance, self._hear, self._tell_refused
        )

    @property
    def subjects(self) -> Subjects[ClubTournament]:
        return self.tournaments.subjects

    async def run(self) -> None:
        """Until it is cancelled."""
        await self.tournaments.run()

    # --- what people ask ----------------------------------------------------------------------------------------------

    async def answer(self, context: RequestContext, request: AskTournament) -> Answer:
        """What comes of it, in the language of who asks."""
        language = context.language
        if context.private:
            request = replace(request, channel="")
        if request.what == NEW:
            return await self._announce(context, request)
        found = await self._find(context.person.id, request)
        if isinstance(found, Answer):
            return replace(found, words=found.words or say(language, "tournament.none"))
        id_, one = found
        ids = await self._backend.ids(context.person.id)
        player = next((id_ for id_ in ids if id_ in _everybody(one)), context.person.id)
        asking = TournamentAsk(context, request, id_, one, await self._reader(one, language), player)
        if request.at_desk and not is_arbiter(one, asking.who):
            return Answer(False, self._declined(asking, Declined("tournament-arbiter")), page=TournamentPage())
        return await self._carry_out(asking)

    async def _find(self, person: str, request: AskTournament) -> tuple[str, ClubTournament] | Answer:
        """The tournament that is found: the one that runs before others, never one of several."""
        if request.tournament:
            one = await self.tournaments.find(request.tournament)
            return (request.tournament, one) if one is not None else Answer(False)
        found = await self.tournaments.live(request.channel)
        if not request.channel:
            ids = set(await self._backend.ids(person))
            found = [(id_, one) for id_, one in found if ids & _everybody(one)]
        running = [item for item in found if item[1].state == RUNNING]
        candidates = running or found
        if len(candidates) == 1:
            return candidates[0]
        if not candidates:
            return Answer(False)
        buttons = [
            (one.announcement.name, command_text(request.what or TABLES, id_, *request.words.split()))
            for id_, one in candidates
        ]
        language = (await self._backend.people.person(person)).language
        return Answer(False, say(language, "tournament.which"), page=TournamentPage("", buttons))

    async def _carry_out(self, asking: TournamentAsk) -> Answer:
        what = asking.request.what
        match what:
            case "" | "tables" | "standings" | "mine" | "desk":
                return self._look(asking)
            case "file" if asking.request.words.strip().lower() != CSV:
                return await self._file(asking)
            case "file" | "csv":
                return self._csv(asking)
            case "in":
                return await self._sign_up(asking)
            case "yes" | "no":
                return await self._answer_proposal(asking)
            case "change":
                return await self._change(asking)
            case "add":
                return await self._add(asking)
            case "sheet":
                return await self._sheet(asking)
            case "rule":
                return await self._rule(asking)
            case "arbiter":
                return await self._name_arbiter(asking)
            case "link":
                return await self._link(asking)
            case _:
                return await self._other(asking)

    async def _other(self, asking: TournamentAsk) -> Answer:
        """What takes no words but perhaps a number, or is a ruling."""
        what, words, number = asking.request.what, asking.words, _number(asking.words)
        if what == "cancel":
            return await self._do(asking, "cancel", {"reason": clean_name(asking.request.words, "", LONGEST_REASON)})
        if what == "answer":
            return self._usage(asking) if number is None else await self._do(asking, "answer", {"table": number})
        if what in (SIGN, DISPUTE):  # what they have read, by the button below it
            mark = asking.request.words
            return await self._do(asking, PLAIN[what], {"mark": mark}) if mark else self._mine(asking)
        current = asking.one.current
        if what in OF_A_ROUND and number is not None and (current is None or current.number != number):
            return Answer(False, self._declined(asking, Declined("tournament-other-round")), page=TournamentPage())
        if what in (OUT, HERE) and words:
            return self._usage(asking) if number is None else await self._do(asking, PLAIN[what], {"number": number})
        if what == OUT and asking.player in asking.one.seeking:
            return await self._do(asking, "unseek", {})
        return await self._do(asking, PLAIN[what], {})

    async def _do(self, asking: TournamentAsk, verb: str, keys: Mapping[str, Any]) -> Answer:
        """Give a command, once for each delivery, and say what came of it."""
        delivery = asking.request.delivery or secrets.token_hex(8)
        action = f"{asking.player}:{verb}:{delivery}"
        found = await self.tournaments.submit(asking.id, asking.who, action, command(verb, **keys))
        if found is None:
            return Answer(False, asking.reader.words("none"))
        if isinstance(found, Declined):
            return Answer(False, self._declined(asking, found), page=TournamentPage())
        after = replace(asking, one=found, reader=await self._reader(found, asking.reader.language))
        return self._what_came(after, verb)

    def _declined(self, asking: TournamentAsk, declined: Declined) -> str:
        return declined_line(declined, asking.reader)

    def _what_came(self, asking: TournamentAsk, verb: str) -> Answer:
        """What it has led to."""
        one, reader, person = asking.one, asking.reader, asking.player
        there = one.sign_up_of(person)
        if verb in ("enter", "confirm") and there is not None:
            waits = there in one.waiting
            key = "done-asked" if not there.is_whole else "waits" if waits else "is-in"
            words = reader.words(
                key, team=reader.players(there.players), number=there.number, name=one.announcement.name
            )
            return Answer(True, words, page=TournamentPage())
        if verb == "rule":
            return Answer(True, reader.words("ruled", number=len(one.events)), page=TournamentPage())
        if verb in ("start", "pair", "go", "close", "finish", "answer"):
            return self._desk(asking)
        return Answer(True, reader.words("done"), page=TournamentPage())

    def _usage(self, asking: TournamentAsk) -> Answer:
        """How it is written."""
        return Answer(
            False, say(asking.reader.language, f"tournament.usage.{asking.request.what}"), page=TournamentPage()
        )

    # --- looking ------------------------------------------------------------------------------------------------------

    def _look(self, asking: TournamentAsk) -> Answer:
        one, reader, name = asking.one, asking.reader, asking.one.announcement.name
        match asking.request.what:
            case "mine":
                return self._mine(asking)
            case "desk":
                if not is_arbiter(one, asking.who):
                    return Answer(False, self._declined(asking, Declined("tournament-arbiter")), page=TournamentPage())
                return self._desk(asking)
            case "standings":
                lines = standings_lines(one, reader) or [reader.words("no-standings")]
            case "tables":
                lines = round_lines(one, reader) or announcement_lines(one, reader)
            case _:
                lines = announcement_lines(one, reader)
        buttons = self._buttons(asking)
        if asking.request.what == STANDING and one.progress is not None and one.progress.closed:
            buttons.append(self._button(asking, CSV))
        return Answer(True, "\n".join(lines), page=TournamentPage(name, buttons))

    def _buttons(self, asking: TournamentAsk) -> list[tuple[str, str]]:
        """What they can do at this moment."""
        one = asking.one
        whats: list[str] = []
        if one.state == OPEN:
            whats = [SIGN_UP, OUT]
        elif one.state == CHECK_IN:
            whats = [HERE, OUT]
        elif one.state == RUNNING:
            whats = [MINE, TABLES, STANDING]
        if is_arbiter(one, asking.who):
            whats.append(DESK)
        return [self._button(asking, what) for what in whats]

    @staticmethod
    def _button(asking: TournamentAsk, what: str, *words: str) -> tuple[str, str]:
        return say(asking.reader.language, f"tournament.button.{what}"), command_text(what, asking.id, *words)

    def _mine(self, asking: TournamentAsk) -> Answer:
        """Where they sit, what waits for their word, and how they enter their numbers."""
        one, reader, person = asking.one, asking.reader, asking.player
        pairing = one.pairing_of(person)
        lines, buttons = [own_table_words(one, person, reader)], list[tuple[str, str]]()
        if pairing is not None and pairing.decision is None:
            lines.append(reader.words("how-sheet"))
            line = pairing.line_of(one.entry_of(person))
            for sheet in [sheet for sheet in one.sheets_of(pairing.table) if sheet.line != line]:
                lines.append(sheet_words(sheet, reader))
                buttons += [self._button(asking, what, sheet_mark(one, sheet)) for what in (SIGN, DISPUTE)]
            buttons.append(self._button(asking, CALL))
        return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, buttons))

    def _desk(self, asking: TournamentAsk) -> Answer:
        """What the arbiter has to do next."""
        one, reader = asking.one, asking.reader
        lines, whats = announcement_lines(one, reader)[:1], [*([FILE] if one.seed else []), LINK]
        buttons: list[tuple[str, str]] = []
        if one.state == RUNNING and one.current is not None and not one.current.closed:
            waits = [str(pairing.table) for pairing in one.undecided]
            lines.append(reader.words("desk-open", tables=", ".join(waits)))
            for call in one.calls:
                lines.append(
                    reader.words(
                        "arbiter-dispute" if call.dispute else "arbiter-called",
                        table=call.table,
                        name=reader.players([call.player]),
                    )
                )
                buttons.append(
                    (
                        reader.words("button.answer", table=call.table),
                        command_text("answer", asking.id, str(call.table)),
                    )
                )
            whats = [*([] if one.went_at else [GO]), *([] if waits else [CLOSE]), *whats]
        elif one.state == RUNNING:
            whats = [PAIR if one.has_rounds_left else FINISH, *whats]
        elif one.state in (OPEN, CHECK_IN, "shut"):
            whats = ["start", *([] if one.state == CHECK_IN else ["checkin"]), *(["shut"] if one.state == OPEN else [])]
        lines.append(reader.words("how-desk"))
        number = [str(one.current.number)] if one.current is not None else []
        buttons = [
            *[self._button(asking, what, *(number if what in OF_A_ROUND else [])) for what in whats],
            *buttons,
        ]
        return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, buttons))

    async def _file(self, asking: TournamentAsk) -> Answer:
        """The export, which `burraco tournament check` accepts at any moment."""
        if not asking.one.seed:
            return Answer(False, self._declined(asking, Declined("tournament-not-running")), page=TournamentPage())
        text = document_text(asking.one, await self._names(asking.one, ""))
        name = f"tournament-{asking.id[-6:]}.json"
        return Answer(True, asking.reader.words("file"), page=AnswerFile(name, text))

    def _csv(self, asking: TournamentAsk) -> Answer:
        """The standings as a spreadsheet, in the reader's language."""
        text = standings_csv(asking.one, asking.reader)
        if not text:
            return Answer(False, asking.reader.words("no-standings"), page=TournamentPage())
        return Answer(True, asking.reader.words("csv"), page=AnswerFile(f"tournament-{asking.id[-6:]}.csv", text))

    # --- announcing ---------------------------------------------------------------------------------------------------

    async def _announce(self, context: RequestContext, request: AskTournament) -> Answer:
        language = context.language
        reader = TournamentReader(language, {})
        if not request.channel:
            return Answer(False, reader.words("no-channel"), page=TournamentPage())
        if not request.admin:
            return Answer(False, reader.words("admins"), page=TournamentPage())
        settings = await self._channels.settings(request.channel)
        keys = announcement_keys(request.words, settings.zone, self._backend.door.clock())
        if not isinstance(keys, dict):
            return _unread(reader, keys)
        announcement = new_announcement(keys, settings.zone, settings.rules)
        if isinstance(announcement, Declined):
            return Answer(False, declined_line(announcement, reader), page=TournamentPage())
        digest = hashlib.sha256(f"{context.person.id} {request.delivery or secrets.token_hex(8)}".encode())
        id_ = f"tour{digest.hexdigest()[:16]}"
        found = await self.tournaments.announce(id_, request.channel, Who(context.person.id, admin=True), announcement)
        if isinstance(found, Declined):
            return Answer(False, declined_line(found, reader), page=TournamentPage())
        reader = await self._reader(found, language)
        asking = TournamentAsk(context, request, id_, found, reader, context.person.id)
        return Answer(True, asking.reader.words("announced"), page=TournamentPage(buttons=[self._button(asking, DESK)]))

    async def _change(self, asking: TournamentAsk) -> Answer:
        zone = asking.one.announcement.zone
        keys = announcement_keys(asking.request.words, zone, self._backend.door.clock())
        if not isinstance(keys, dict):
            return _unread(asking.reader, keys)
        form = changed_form(keys, asking.one.announcement)
        return await self._do(asking, "announce", form) if keys else self._usage(asking)

    # --- signing up ---------------------------------------------------------------------------------------------------

    async def _sign_up(self, asking: TournamentAsk) -> Answer:
        """Alone, or with those who were named, or with somebody who was chosen of those who look for a partner."""
        person = asking.player
        named = await self._people_named(asking)
        if isinstance(named, Answer):
            return named
        chosen = [player for player in asking.words if player in asking.one.seeking]
        players = list(dict.fromkeys([person, *named, *chosen]))
        if len(players) == 1 and PLAYERS[asking.one.announcement.kind][0] > 1 and asking.one.state == OPEN:
            return self._partners(asking)
        return await self._do(asking, "enter", {"players": players})

    def _partners(self, asking: TournamentAsk) -> Answer:
        """With whom? Who looks for a partner can be chosen, others are named."""
        one, reader = asking.one, asking.reader
        there = one.sign_up_of(asking.player)
        if there is not None:
            facts = (("player", asking.player), ("number", str(there.number)))
            return Answer(False, self._declined(asking, Declined("tournament-entered", facts)), page=TournamentPage())
        is_pair = PLAYERS[one.announcement.kind][0] == 2
        found = [player for player in one.seeking if player != asking.player] if is_pair else []
        buttons = [(reader.players([player]), command_text(SIGN_UP, asking.id, player)) for player in found]
        words = reader.words("with-whom" if is_pair else "with-team")
        return Answer(True, words, page=TournamentPage(buttons=[*buttons, self._button(asking, SEEK)]))

    async def _people_named(self, asking: TournamentAsk) -> list[str] | Answer:
        found = []
        for friend in asking.context.friends:
            is_there = not friend.is_bot and (not friend.account or await asking.context.is_here(friend.account))
            person = await self._friends.person_named(asking.context, friend) if is_there else None
            if person is None:
                name = clean_name(friend.name or friend.username, "?")
                return Answer(False, asking.reader.words("unknown-person", name=name), page=TournamentPage())
            found.append(person.id)
        return found

    async def _answer_proposal(self, asking: TournamentAsk) -> Answer:
        number = _number(asking.words)
        waits = asking.one.proposals_to(asking.player)
        if number is None and len(waits) == 1:
            number = waits[0].number
        verb = "confirm" if asking.request.what == YES else "decline"
        return await self._do(asking, verb, {"number": number or 0})

    async def _add(self, asking: TournamentAsk) -> Answer:
        """An arbiter enters people as they say: those who were named, and guests."""
        named = await self._people_named(asking)
        if isinstance(named, Answer):
            return named
        guests = guest_names(asking.request.words)
        if not named and not guests:
            return self._usage(asking)
        return await self._do(asking, "enter", {"players": named, "guests": guests})

    async def _name_arbiter(self, asking: TournamentAsk) -> Answer:
        named = await self._people_named(asking)
        if isinstance(named, Answer) or len(named) != 1:
            return named if isinstance(named, Answer) else self._usage(asking)
        return await self._do(asking, "arbiter", {"player": named[0]})

    # --- the evening --------------------------------------------------------------------------------------------------

    async def _sheet(self, asking: TournamentAsk) -> Answer:
        """A player's own table; an arbiter names the table first."""
        words = asking.words
        pairing = asking.one.pairing_of(asking.player)
        if words and words[0].isdecimal():
            table = int(words.pop(0)) if len(words[0]) < 4 else 0
        elif pairing is not None:
            table = pairing.table
        else:
            return self._usage(asking)
        keys = sheet_keys(words)
        return self._usage(asking) if keys is None else await self._do(asking, "sheet", {"table": table, **keys})

    async def _rule(self, asking: TournamentAsk) -> Answer:
        """A ruling of the arbiter: `late 3 6`, `penalty 3 1vp`, `correct 2 720-505 335-640 added up wrongly`."""
        what = meanings("ruling").get(next(iter(asking.words), "").lower(), "")
        if what == "replace":
            return await self._replace(asking)
        keys = ruling_keys(what, asking.words[1:], asking.one)
        return self._usage(asking) if keys is None else await self._do(asking, "rule", keys)

    async def _replace(self, asking: TournamentAsk) -> Answer:
        """`replace 3 Anna = Zoe: taken ill`, or with a mention of who comes in."""
        text, _, reason = asking.request.words.partition(" ")[2].partition(":")
        entry, _, names = text.strip().partition(" ")
        outgoing, _, incoming = [part.strip() for part in names.partition("=")]
        roster = asking.one.progress.rosters.get(entry, ()) if asking.one.progress is not None else ()
        players = [one for one in roster if asking.reader.players([one]).casefold() == outgoing.casefold()]
        named = await self._people_named(asking)
        if isinstance(named, Answer):
            return named
        if len(players) != 1 or not reason.strip() or (len(named) != 1 and not clean_name(incoming, "")):
            return self._usage(asking)
        coming = {"in": named[0]} if named else {"guest": clean_name(incoming, "")}
        keys = {
            "type": "replacement",
            "entry": entry,
            "out": players[0],
            **coming,
            "reason": clean_name(reason, "", 200),
        }
        return await self._do(asking, "rule", keys)

    # --- pages of the browser -----------------------------------------------------------------------------------------

    async def _link(self, asking: TournamentAsk) -> Answer:
        """The address of the page for the beamer, the same until it is taken back; and that of one's own desk."""
        word, reader = asking.request.words.strip().lower(), asking.reader
        if refused := only_arbiter(asking.one, asking.who):
            return Answer(False, self._declined(asking, refused), page=TournamentPage())
        if meanings("switch").get(word) == "off":
            answer = await self._do(asking, "unlink", {})
            return replace(answer, words=reader.words("link-off")) if answer.done else answer
        if not self._page_address:
            return Answer(False, reader.words("no-page"), page=TournamentPage())
        if not asking.one.link or meanings("tournament").get(word) == NEW:
            answer = await self._do(asking, "link", {"secret": secrets.token_urlsafe(SECRET_BYTES)})
            if not answer.done:
                return answer
        one = await self.tournaments.find(asking.id) or asking.one
        lines = [reader.words("link", url=f"{self._page_address}beamer.html#{asking.id}.{one.link}")]
        if not asking.request.at_desk:  # there they sit at theirs
            lines.append(await self._desk_link(asking))
        words = ("new", "off")
        buttons = [(reader.words(f"button.link-{word}"), command_text(LINK, asking.id, word)) for word in words]
        return Answer(True, "\n".join(lines), page=TournamentPage(one.announcement.name, buttons))

    async def _desk_link(self, asking: TournamentAsk) -> str:
        """By which a browser becomes theirs; a browser knows no admins, so only who is named has a desk there."""
        if not is_arbiter(asking.one, Who(asking.player)):
            return asking.reader.words("link-named")
        code, _ = await new_code(self._backend, asking.context.person)
        return asking.reader.words("link-desk", url=f"{self._page_address}desk.html#{asking.id}.{code}")

    def note_page_address(self, address: str) -> None:
        """Browsers find the pages here, a slash at the end; links in chats begin with it."""
        self._page_address = address

    async def page(self, context: RequestContext, page: ClubPage) -> Json:
        """The `board` or the `desk`; `nowhere`, and in words why, where there is none for them."""
        nobody = TournamentReader(page.language, {})
        if page.secret:
            found = await self._board(page.tournament, page.secret, page.language)
            return {"type": "board", **found} if found else _nowhere(nobody.words("page-gone"))
        if not context.person.id:
            return _nowhere(declined_line(Declined("tournament-arbiter"), nobody))
        found_desk = await self._desk_page(context, page.tournament)
        return _nowhere(found_desk) if isinstance(found_desk, str) else {"type": "desk", **found_desk}

    async def _board(self, id_: str, secret: str, language: Language) -> Json | None:
        """What the page with this secret shows to anybody; None where the link leads nowhere."""
        one = await self.tournaments.find(id_) if ID.fullmatch(id_) else None
        if one is None or not one.link or not hmac.compare_digest(one.link.encode(), secret.encode()):
            return None
        if one.state in ENDED and one.since + STAYS < self._backend.door.clock():
            return None
        return board(one, await self._reader(one, language))

    async def _desk_page(self, context: RequestContext, id_: str) -> Json | str:
        """The desk in the browser, or why this person has none there."""
        tournament = id_ if ID.fullmatch(id_) else "-"
        answer = await self.answer(context, AskTournament(DESK, tournament=tournament, at_desk=True))
        one = await self.tournaments.find(tournament)
        if one is None or not answer.done or not isinstance(answer.page, TournamentPage):
            return answer.words
        ids = await self._backend.ids(context.person.id)
        player = next((id_ for id_ in ids if one.entry_of(id_)), "")
        return desk(one, player, answer.page.buttons, await self._reader(one, context.language))

    # --- what is shown and told ---------------------------------------------------------------------------------------

    async def deliver(self, announce: Announce, one: ClubTournament, row: OutboxRow) -> str:
        """A message of the tournament in its channel, written anew where it stands.

        Raises `TryLater`, `Undeliverable`.
        """
        reader = await self._reader(one, await self._channels.language(one.channel))
        message = _letter(row.kind, row.subject.id, one, reader, await self._channels.look(one.channel))
        if message is None:
            return row.reference
        once = hashlib.sha256(f"{row.subject.id}\n{row.kind}".encode()).hexdigest()[:24]
        if row.reference:
            try:
                return await announce(one.channel, message, once, row.reference)
            except Undeliverable as error:
                LOG.info("a tournament's message is gone and is written anew", extra={"reason": error.reason})
                once = hashlib.sha256(f"{row.subject.id}\n{row.kind}\n{row.revision}".encode()).hexdigest()[:24]
        return await announce(one.channel, message, once, "")

    async def _hear(self, id_: str, before: ClubTournament | None, after: ClubTournament) -> None:
        """Who is concerned is told, in their language, where they can be reached."""
        readers: dict[Language, TournamentReader] = {}  # a round is told to all at once
        for word in private_words(id_, before, after):
            person = await self._backend.people.person(word.person)
            if person.id and not is_erased(person):
                if person.language not in readers:
                    readers[person.language] = await self._reader(after, person.language)
                words = word.words(readers[person.language])
                self._backend.tell(News(person.id, words, agrees=word.agrees, refuses=word.refuses))

    async def _tell_refused(self, id_: str, one: ClubTournament, declined: Declined) -> None:
        """The arbiters, when a tournament cannot begin at its time."""
        for arbiter in dict.fromkeys((one.organiser, *one.arbiters)):
            person = await self._backend.people.person(arbiter)
            if person.id and not is_erased(person):
                reader = await self._reader(one, person.language)
                words = reader.words("not-started", name=one.announcement.name, why=declined_line(declined, reader))
                self._backend.tell(News(person.id, words, agrees=command_text(DESK, id_)))

    async def _reader(self, one: ClubTournament, language: Language) -> TournamentReader:
        return TournamentReader(language, unique_names(one, await self._names(one, language)))

    async def _names(self, one: ClubTournament, language: Language) -> dict[str, str]:
        """What people are called; in a file, which speaks no language, as it is stored."""
        people: Sequence[Person] = [await self._backend.people.person(person) for person in one.persons()]
        names = [who_of(person).name for person in people]
        called = [known_as(language, name) if language else name for name in names]
        return dict(zip(one.persons(), called, strict=True))


def _everybody(one: ClubTournament) -> set[str]:
    """Everybody who plays there, or rules."""
    return {*one.persons(), one.organiser, *one.arbiters}


def _number(words: Sequence[str]) -> int | None:
    is_number = len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 5
    return int(words[0]) if is_number else None


def _unread(reader: TournamentReader, doubt: Declined | UnclearTime) -> Answer:
    """What was written cannot be read; what was right about it need not be found out again."""
    words = doubt_words(reader.language, doubt) if isinstance(doubt, UnclearTime) else declined_line(doubt, reader)
    return Answer(False, words, page=TournamentPage())


def _letter(kind: str, id_: str, one: ClubTournament, reader: TournamentReader, look: Look) -> Message | None:
    """The message of a letter; None for a round, or standings, that others have followed."""
    if kind == ANNOUNCEMENT:
        return announcement_message(id_, one, reader)
    if one.current is not None and kind == f"{ROUND}{one.current.number}":
        return round_message(id_, one, reader, look)
    if one.progress is not None and kind == f"{STANDINGS}{one.progress.closed}":
        return standings_message(one, reader, look)
    return None


def _nowhere(words: str) -> Json:
    return {"type": "nowhere", "words": words}
