"""How everybody holds their cards: their order and the ticked ones, in memory and in the store."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, assert_never

from bot.bounded import Bounded
from bot.host.ports import Person, Store, StoredDraft
from bot.keyed_lock import KeyedLock
from bot.requests.answer import Answer
from bot.tables.table import CLOSED, Table
from bot.tables.who import Declined
from bot.views.deal_view import hand_of
from bot.views.drafts import BY_RANK, BY_SUIT, Draft, at_stage, format_draft, in_hand, of_deal, parse_draft, parse_some
from bot.words.declined import declined_words
from engine.cards import Card, Malformed, parse_card
from engine.hand import pack
from engine.shuffle import commitment
from engine.sorting import home_first
from engine.view import view

MOST_DRAFTS: Final = 20_000  # drafts in memory
LONGEST_MENU: Final = 20  # signs
MOST_MELDS: Final = 99


@dataclass(frozen=True, slots=True)
class Arrange:
    """How somebody holds their hand: their order of the cards, and those they have ticked; as in `views.drafts`.

    An empty order leaves it as it is.
    """

    table: str
    order: str
    ticked: str


@dataclass(frozen=True, slots=True)
class Tick:
    """So many of this card are ticked from now on; said twice it is the same."""

    table: str
    card: str
    count: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Nothing is ticked any more."""

    table: str


@dataclass(frozen=True, slots=True)
class Aim:
    """The ticked cards are to go on this meld of the side, by its number; 0: they are a new one, -1: not chosen."""

    table: str
    meld: int


@dataclass(frozen=True, slots=True)
class Unfold:
    """A menu of one's own hand is open until the table moves on; "" for none. Which there are is the presenter's."""

    table: str
    menu: str


@dataclass(frozen=True, slots=True)
class Sort:
    """The hand by "suit" or by "rank"."""

    table: str
    by: str

    @property
    def line(self) -> str:
        return f"sort {self.by}"


DraftRequest: TypeAlias = Arrange | Tick | Clear | Aim | Unfold | Sort


class HandDrafts:
    """The drafts of one bot.

    Two functions are called with a table and a person: `changed` when the way they hold their cards has changed,
    `handled` if they have changed it themselves.
    """

    def __init__(
        self, store: Store, bot: str, changed: Callable[[str, str], None], handled: Callable[[str, str], None]
    ) -> None:
        self._store = store
        self._bot = bot
        self._changed = changed
        self._handled = handled
        self._drafts: Bounded[tuple[str, str], Draft] = Bounded(MOST_DRAFTS)  # the store has them all
        self._one_by_one: KeyedLock[tuple[str, str]] = KeyedLock()  # changes of a draft, from whatever chat or window

    async def of(self, table: Table, table_id: str, person: str) -> Draft:
        """How they hold the cards of this deal."""
        key = (table_id, person)
        if key not in self._drafts:
            stored = await self._store.draft(self._bot, table_id, person)
            self._drafts[key] = parse_draft(stored.text if stored else "")
        return of_deal(self._drafts[key], commitment(table.seed))

    async def keep(self, table: Table, table_id: str, person: str, draft: Draft) -> None:
        """They hold their cards like this from now on."""
        await self._store.put_draft(self._bot, table_id, person, StoredDraft(table.stage, format_draft(draft)))
        self._drafts[table_id, person] = draft
        self._changed(table_id, person)

    def note_table(self, table_id: str, table: Table) -> None:
        """With the table goes from memory how its cards were held."""
        if table.phase == CLOSED:
            for person in table.sitters:
                self._drafts.pop((table_id, person), None)

    async def untick(self, table: Table, table_id: str, person: str) -> bool:
        """Untick all cards; whether one of them is still in the hand: a picture may have shown it ticked."""
        async with self._one_by_one[table_id, person]:
            draft = await self.of(table, table_id, person)
            if draft.ticked:
                await self.keep(table, table_id, person, replace(draft, ticked=()))
        cards = own_cards(table, person) if draft.ticked else None
        return cards is not None and bool(in_hand(draft, pack(cards)).ticked)

    async def change(self, table: Table, table_id: str, person: Person, request: DraftRequest) -> Answer:
        """What somebody wants with their own hand; they must have one that they may look at."""
        no = Answer(False, declined_words(person.language, Declined("not-now")), table_id)
        cards = own_cards(table, person.id)
        if cards is None:
            return no
        async with self._one_by_one[table_id, person.id]:
            draft = at_stage(await self.of(table, table_id, person.id), table.stage)
            changed = _change(draft, cards, request)
            if changed is None:
                return no
            await self.keep(table, table_id, person.id, changed)
        self._handled(table_id, person.id)
        return Answer(True, table=table_id)


def own_cards(table: Table, person: str) -> tuple[Card, ...] | None:
    """The cards in somebody's hand as their own view shows them; None where they have none."""
    seat = table.seat_of(person)
    if not seat or table.game is None:
        return None
    return hand_of(view(table.game.deal, seat), seat)


def _change(draft: Draft, cards: tuple[Card, ...], request: DraftRequest) -> Draft | None:
    """How the cards are held after the request; None where it is nonsense."""
    match request:
        case Arrange(_, order, ticked):
            return _arrange(draft, cards, order, ticked)
        case Tick(_, card, number):
            return _tick(draft, cards, card, number)
        case Clear():
            return replace(draft, ticked=(), target=-1)
        case Aim(_, meld):
            return replace(draft, target=meld) if -1 <= meld <= MOST_MELDS else None
        case Unfold(_, menu):
            return replace(draft, menu=menu) if len(menu) <= LONGEST_MENU else None
        case Sort(_, by):
            return replace(draft, order=(), by=BY_RANK if by == BY_RANK else BY_SUIT)
        case _:
            assert_never(request)


def _arrange(draft: Draft, cards: tuple[Card, ...], order: str, ticked: str) -> Draft | None:
    try:
        changed = replace(
            draft, order=parse_some(order) or draft.order, ticked=parse_some(ticked), hand_size=len(cards)
        )
    except Malformed:
        return None
    now = in_hand(changed, pack(cards))
    return now if changed.order else replace(now, order=())


def _tick(draft: Draft, cards: tuple[Card, ...], text: str, number: int) -> Draft | None:
    """So many of a card, not more than the hand has; the others stay as they are."""
    try:
        card = parse_card(text)
    except Malformed:
        return None
    count = min(max(number, 0), cards.count(card))
    others = [one for one in in_hand(draft, pack(cards)).ticked if one != card]
    return replace(draft, ticked=home_first([*others, *[card] * count]), hand_size=len(cards))
