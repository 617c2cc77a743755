"""From what people want to what they are answered: `Service.do` takes an intent to the one door and explains the reply.

It knows who is who, keeps drafts, and shows each person his own sight of a table. Adapters speak to it alone.
"""

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final, assert_never

from bot.chat import refusals, rules_page
from bot.chat.declined import declined_words
from bot.chat.drafts import Held, format_held, in_hand, parse_held, parse_some
from bot.chat.intents import (
    COMMANDS,
    Answer,
    Arrange,
    Do,
    Find,
    Intent,
    Introduce,
    Invite,
    Open,
    Play,
    Record,
    Rules,
    Sort,
    Watch,
    Why,
)
from bot.chat.languages import DEFAULT, LANGUAGES, Language, say
from bot.chat.names import clean_name
from bot.chat.notices import Notice, notice
from bot.chat.sight import Json, Viewer, display_names, hand_of, sight
from bot.chat.why import why_page
from bot.host.door import Done, Door, NoTable, OldButton, Repeated, Reply
from bot.host.ports import Account, Draft, Person, Store
from bot.host.table import LOBBY, PLAYING, Settings, Table
from bot.host.verdict import Declined, Who
from engine.actions import Add, parse_action
from engine.additions import both_ends
from engine.cards import Malformed
from engine.cautions import cautions
from engine.hand import pack
from engine.record import format_record
from engine.rules import RULE_SETS, load_rules
from engine.shuffle import commitment
from engine.sorting import by_rank, by_suit
from engine.view import view

LABEL_SIGNS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words by chance
LABEL_LENGTH: Final = 4
SLOWEST: Final = 5000  # milliseconds between two actions of computers
LONGEST_DELIVERY: Final = 40
MOST_HELD: Final = 20_000  # drafts in memory

Listener = Callable[[str, str], None]  # a table's id, and whose sight has changed: a person, "" for everybody's


class Service:
    """One bot's people and tables, for any adapter."""

    def __init__(self, door: Door, store: Store, bot: str) -> None:
        self._door = door
        self._store = store
        self._bot = bot
        self._held: dict[tuple[str, str], Held] = {}
        self._listeners: list[Listener] = []
        door.listen(lambda table_id, _table: self._changed(table_id))

    def listen(self, listener: Listener) -> None:
        """Call this when somebody's sight of a table has changed."""
        self._listeners.append(listener)

    def _changed(self, table_id: str, person: str = "") -> None:
        for listener in self._listeners:
            listener(table_id, person)

    def clock(self) -> int:
        """The host's time in milliseconds."""
        return self._door.clock()

    async def alive(self) -> None:
        """Returns while the store answers. Raises `StoreError`."""
        await self._store.next_due(self._bot)

    # --- who is who ---------------------------------------------------------------------------------------------------

    async def person_of(self, platform: str, account: str) -> str:
        """The id of the person whose account it is, "" for nobody's."""
        person = await self._store.person_of(self._bot, Account(platform, account))
        return person.id if person else ""

    async def register(
        self, platform: str, account: str, language: Language, name: str = "", table: str = "", seat: str = ""
    ) -> str:
        """The id of the account's person, a new one where it is nobody's; `table` is where he is at first.

        The language is "" for somebody who is only expected: `greet` learns it.
        """
        place = json.dumps({"table": table, "seat": seat})
        newcomer = Person(
            f"p{secrets.token_hex(6)}", clean_name(name, ""), _spoken(language) if language else "", place
        )
        return (await self._store.register(self._bot, Account(platform, account), newcomer)).id

    async def greet(self, person_id: str, language: Language) -> None:
        """Somebody has come: his language counts, if we do not know it yet."""
        person = await self._store.person(self._bot, person_id)
        if person is not None and not person.language:
            await self._store.put_person(self._bot, replace(person, language=_spoken(language)))

    async def about(self, person_id: str) -> Json:
        """What a person is told of himself."""
        person = await self._person(person_id)
        place = _place(person)
        return {"name": person.name, "language": person.language, "table": place["table"], "seat": place["seat"]}

    async def _person(self, person_id: str) -> Person:
        found = await self._store.person(self._bot, person_id) if person_id else None
        found = found or Person("", "", DEFAULT)
        return found if found.language else replace(found, language=DEFAULT)

    async def _moved_to(self, person: Person, table_id: str) -> None:
        settings = json.dumps({"table": table_id, "seat": ""})
        await self._store.put_person(self._bot, replace(person, settings=settings))

    # --- looking ------------------------------------------------------------------------------------------------------

    async def sight(self, person_id: str, table_id: str) -> Json | None:
        """What this person may know of the table; None where there is no such table."""
        table = await self._door.table(table_id)
        if table is None:
            return None
        person = await self._person(person_id)
        held = await self._held_by(table, table_id, person_id) if table.seat_of(person_id) else Held()
        return sight(table, table_id, Viewer(person_id, person.language, held))

    async def _held_by(self, table: Table, table_id: str, person_id: str) -> Held:
        """How he holds the cards of this deal."""
        key = (table_id, person_id)
        if key not in self._held:
            if len(self._held) >= MOST_HELD:
                self._held.clear()  # the store has them all
            draft = await self._store.draft(self._bot, table_id, person_id)
            self._held[key] = parse_held(draft.text if draft else "")
        held, mark = self._held[key], commitment(table.seed)
        return held if held.deal == mark else Held(deal=mark)

    async def _hold(self, table: Table, table_id: str, person_id: str, held: Held) -> None:
        self._held[table_id, person_id] = held
        await self._store.put_draft(self._bot, table_id, person_id, Draft(table.stage, format_held(held)))
        self._changed(table_id, person_id)

    # --- wishes -------------------------------------------------------------------------------------------------------

    async def do(self, person_id: str, intent: Intent) -> Answer:
        """Carry out what a registered person wants."""
        person = await self._person(person_id)
        match intent:
            case Play(rules, pace):
                return await self._play(person, rules, pace, watched=False)
            case Watch(rules, pace):
                return await self._play(person, rules, pace, watched=True)
            case Open(rules, pace):
                return await self._open(person, _settings(rules, pace))
            case Introduce(name, language):
                return await self._introduce(person, name, language)
            case Find(label):
                return await self._find(person, label)
            case Rules() if not intent.table:
                return _rules(intent.language if intent.language in LANGUAGES else person.language, intent.name)
            case Do() | Arrange() | Sort() | Why() | Record() | Invite() | Rules():
                table = await self._door.table(intent.table)
                if table is None:
                    return Answer(False, notice(person.language, Notice.NO_TABLE, code=""))
                return await self._at_table(person, table, intent)
            case _:
                assert_never(intent)

    async def _at_table(
        self, person: Person, table: Table, intent: Do | Arrange | Sort | Why | Record | Invite | Rules
    ) -> Answer:
        language = person.language
        match intent:
            case Do():
                return await self._command(person, table, intent)
            case Arrange(table_id, order, ticked):
                return await self._arrange(person, table, table_id, order, ticked)
            case Sort(table_id, by):
                return await self._sort(person, table, table_id, by)
            case Why(_, cards):
                return _why(person, table, cards)
            case Rules():
                return Answer(True, page=_rules_json(rules_page.rules_page(language, table.code.rules)))
            case Record():
                return _record(table)
            case Invite():
                return _invited(person, table)
            case _:
                assert_never(intent)

    async def _introduce(self, person: Person, name: str, language: Language) -> Answer:
        name = clean_name(name, person.name)
        language = language if language in LANGUAGES else person.language
        await self._store.put_person(self._bot, replace(person, name=name, language=language))
        table_id = _place(person)["table"]
        if table_id:
            self._changed(table_id, person.id)
        return Answer(True, table=table_id)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def _play(self, person: Person, rules: str, pace: int, watched: bool) -> Answer:
        """One deal against computers, or of computers alone, dealt at once."""
        answer = await self._open(person, replace(_one_deal(_settings(rules, pace)), watched=watched))
        if answer.done:
            await self._door.submit(answer.table, _who(person), f"{person.id}:start", "start")
        return answer

    async def _open(self, person: Person, settings: Settings) -> Answer:
        for _ in range(20):
            table_id = secrets.token_hex(8)
            label = "".join([secrets.choice(LABEL_SIGNS) for _ in range(LABEL_LENGTH)])
            reply = await self._door.open(table_id, label, "web", _who(person), settings)
            if isinstance(reply, Declined) and reply.key in ("label-taken", "table-exists"):
                continue
            if isinstance(reply, Declined):
                return Answer(False, declined_words(person.language, reply))
            await self._moved_to(person, table_id)
            return Answer(True, table=table_id)
        raise RuntimeError("no short name is free")

    async def _find(self, person: Person, label: str) -> Answer:
        found = await self._store.find(self._bot, label.strip().upper()[:8])
        if found is None:
            return Answer(False, notice(person.language, Notice.NO_TABLE, code=clean_name(label, "?")))
        await self._moved_to(person, found.table)
        return Answer(True, table=found.table)

    async def _command(self, person: Person, table: Table, wish: Do) -> Answer:
        verb = wish.command.split(maxsplit=1)[0] if wish.command.split() else ""
        if verb not in COMMANDS or not wish.delivery or len(wish.delivery) > LONGEST_DELIVERY:
            return Answer(False, declined_words(person.language, Declined("no-such-command")))
        if verb == "play" and not wish.sure:
            asked = _asked(person, table, wish.command)
            if asked is not None:
                return asked
        command = "start" if verb == "start" else wish.command  # chance is the door's
        stage = wish.stage if wish.stage >= 0 else None
        reply = await self._door.submit(wish.table, _who(person), f"{person.id}:{wish.delivery}", command, stage)
        if isinstance(reply, Done) and verb == "play":
            await self._untick(person, reply.table, wish.table)
        if isinstance(reply, Done) and verb == "join":
            await self._moved_to(person, wish.table)
        return _answer(person, table, wish.table, reply)

    # --- one's own hand -----------------------------------------------------------------------------------------------

    async def _untick(self, person: Person, table: Table, table_id: str) -> None:
        held = await self._held_by(table, table_id, person.id)
        if held.ticked:
            await self._hold(table, table_id, person.id, replace(held, ticked=()))

    async def _arrange(self, person: Person, table: Table, table_id: str, order: str, ticked: str) -> Answer:
        seat = table.seat_of(person.id)
        if not seat or table.game is None:
            return Answer(False)
        try:
            held = Held(parse_some(order), parse_some(ticked), commitment(table.seed))
        except Malformed:
            return Answer(False)
        hand = pack(hand_of(view(table.game.deal, seat), seat))
        now = in_hand(held, hand)
        await self._hold(table, table_id, person.id, now if held.order else replace(now, order=()))
        return Answer(True)

    async def _sort(self, person: Person, table: Table, table_id: str, by: str) -> Answer:
        seat = table.seat_of(person.id)
        if not seat or table.game is None:
            return Answer(False)
        cards = hand_of(view(table.game.deal, seat), seat)
        held = await self._held_by(table, table_id, person.id)
        order = by_rank(cards) if by == "rank" else by_suit(cards)
        await self._hold(table, table_id, person.id, replace(held, order=order))
        return Answer(True)


# --- small judgements -------------------------------------------------------------------------------------------------


def _who(person: Person) -> Who:
    return Who(person.id, person.name or say(person.language, "player.nameless"))


def _spoken(language: str) -> Language:
    return language if language in LANGUAGES else DEFAULT


def _place(person: Person) -> dict[str, str]:
    try:
        found = json.loads(person.settings)
        return {"table": str(found.get("table", "")), "seat": str(found.get("seat", ""))}
    except (ValueError, AttributeError):
        return {"table": "", "seat": ""}


def _settings(rules: str, pace: int) -> Settings:
    """The settings of a new table; what is not known stays usual."""
    settings = Settings(rules=rules) if rules in RULE_SETS else Settings()
    allowed = load_rules(settings.rules).players
    settings = replace(settings, players=4 if 4 in allowed else allowed[0])
    return replace(settings, pace=min(pace, SLOWEST)) if pace >= 0 else settings


def _one_deal(settings: Settings) -> Settings:
    """The settings for one deal, where the code knows so short a match."""
    short = replace(settings, house="hands=1")
    try:
        return short if not short.code().rules.target else settings
    except ValueError:
        return settings


def _asked(person: Person, table: Table, command: str) -> Answer | None:
    """What is to be confirmed before it is done: a caution, or the end where a matta is to go."""
    seat = table.seat_of(person.id)
    if table.phase != PLAYING or table.game is None or seat != table.in_turn:
        return None
    try:
        action = parse_action(command.removeprefix("play").strip())
    except Malformed:
        return None
    deal = view(table.game.deal, seat).deal
    if isinstance(action, Add) and not action.end and _two_ends(table, seat, action):
        return Answer(False, page={"ends": True})
    warned = cautions(deal, action)
    return Answer(False, ask=" ".join([refusals.caution(person.language, one) for one in warned])) if warned else None


def _two_ends(table: Table, seat: str, action: Add) -> bool:
    assert table.game is not None
    deal = view(table.game.deal, seat).deal
    melds = deal.melds[deal.code.side_of[deal.turn]]
    return 1 <= action.meld <= len(melds) and both_ends(deal.code.book, melds[action.meld - 1], action.cards)


def _answer(person: Person, table: Table, table_id: str, reply: Reply) -> Answer:
    language = person.language
    match reply:
        case Done() | Repeated():
            return Answer(True, table=table_id)
        case OldButton():
            return Answer(False, notice(language, Notice.STALE), table_id)
        case Declined():
            return Answer(False, declined_words(language, reply, table), table_id)
        case NoTable():
            return Answer(False, notice(language, Notice.NO_TABLE, code=""))
        case _:
            assert_never(reply)


def _why(person: Person, table: Table, cards: str) -> Answer:
    seat = table.seat_of(person.id)
    if not seat or table.phase != PLAYING or table.game is None:
        return Answer(False, declined_words(person.language, Declined("not-now")))
    try:
        chosen = parse_some(cards)
    except Malformed:
        return Answer(False)
    names = display_names(table, person.language)
    return Answer(True, page=why_page(view(table.game.deal, seat), seat, chosen, person.language, names))


def offers() -> Json:
    """The codes of play there are to choose from, in every language."""
    return {
        language: [
            {"name": code, "title": refusals.code_name(language, code), "offer": offer}
            for code, offer in rules_page.offers(language).items()
        ]
        for language in LANGUAGES
    }


def _rules(language: Language, name: str) -> Answer:
    if name not in RULE_SETS:
        return Answer(False)
    return Answer(True, page=_rules_json(rules_page.rules_page(language, load_rules(name))))


def _rules_json(page: rules_page.Page) -> Json:
    sections = [
        {
            "title": section.title,
            "lines": [{"text": line.text, "source": line.source, "changed": line.changed} for line in section.lines],
        }
        for section in page.sections
    ]
    return {"title": page.title, "offer": page.offer, "sections": sections}


def _record(table: Table) -> Answer:
    """The deals that have ended; the one in progress is nobody's to read."""
    if not table.records:
        return Answer(False)
    return Answer(True, page={"name": f"burraco-{table.label}.brn", "text": format_record(table.records)})


def _invited(person: Person, table: Table) -> Answer:
    """Whether a place may be offered to somebody; the adapter makes the secret."""
    return Answer(bool(table.seat_of(person.id)) and table.phase == LOBBY)
