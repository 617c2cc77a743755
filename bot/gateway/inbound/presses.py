"""From a pressed button to what it means: a request for the service, or something to show the person who pressed.

The one place that knows, so that no adapter has to. `request_of_press` reads a press, `request_of_choice` a whole
choice from a menu of cards; both are pure, and judge nothing: the service and the door behind it say whether it may be
done.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.gateway.inbound.command_line import Show, Step, Tell
from bot.gateway.inbound.commands import BY_NAME, LOOKS
from bot.messages.buttons import Ask, Press, Verb, by_button, read_tick
from bot.messages.hand_controls import DISCARDS, PAGE, SUGGESTIONS, UNSEEN, WHERE
from bot.messages.phrase_menu import menu_name
from bot.messages.targets import chosen_target, lay_at, targets
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.hints import PLAY, Explain, Hint
from bot.requests.match_records import Verify
from bot.requests.pages import Record, Why
from bot.requests.people import Introduce
from bot.requests.phrases import SayPhrase
from bot.requests.requests import Request
from bot.requests.seating import Join
from bot.requests.table_commands import Do
from bot.tables.commands import BY_PEOPLE
from bot.tables.table import LOBBY, PLAYING, Table
from bot.views.drafts import Draft, at_stage, in_hand
from bot.words.notices import Notice
from engine.actions import Action, Discard, format_action, parse_action
from engine.cards import Card, Malformed, copies, format_cards, parse_card
from engine.deal import TAKE
from engine.hand import EMPTY, Hand
from engine.sorting import home_first, move
from engine.view import View, view

HOLDING: Final = (Tick, Clear, Aim, Unfold, Sort, Arrange)
"""Requests after which a person's hand is to be shown to them again, and nothing to anybody else."""
AT_LEISURE: Final = (Tick, Clear, Aim)
"""Those of them whose outcome the answer to the press tells: the hand itself may follow later."""
IN_TURN: Final = frozenset(
    [Verb.TICK, Verb.CLEAR, Verb.TARGET, Verb.SUGGEST, Verb.PAGE, Verb.LAY, Verb.MATTA, Verb.DROP]
)
"""Buttons of a hand that its owner plays from: they stand there in their turn, once they have drawn."""
_OLD: Final = Tell(Notice.TOO_OLD)


def request_of_press(
    press: Press, table: Table, person: str, draft: Draft, delivery: str = "", again: bool = False
) -> Request | Step:
    """What the person wants who pressed it, at the table that the press names.

    `draft` is how they hold their cards, `delivery` the platform's name of this very press; `again`: they have pressed
    the very same just now.
    """
    request = press.request
    if not isinstance(request, Ask):
        return _play(press, request, delivery)
    verb, argument = request.verb, request.argument
    if verb == Verb.LOOK:
        return Show(verb, int(argument) if argument.isdecimal() and len(argument) < 7 else 0, press.table)
    if verb in LOOKS:
        return Show(verb, int(argument) if argument.isdecimal() and len(argument) < 4 else 1, press.table)
    if verb == Verb.SEAT:
        return _seat(press, table, person, argument, delivery)
    if verb == Verb.JOIN:
        return Join(press.table, seat=argument, delivery=delivery)
    if verb in BY_PEOPLE:
        command = f"{verb} {argument}".strip()
        return Do(press.table, command, delivery, press.stage if BY_NAME[verb].is_bound else -1)
    if (about := _about_deals(press.table, verb)) is not None:
        return about
    if verb == Verb.PHRASE and argument:
        return SayPhrase(press.table, argument)
    if verb == Verb.LANGUAGE:
        return Introduce(language=argument)
    if verb == Verb.TICK and again:
        request, _ = by_button(request)
    return _with_hand(press, request, table, person, draft, delivery)


def _about_deals(label: str, verb: Verb) -> Request | None:
    """What is asked of deals that have ended; None for any other verb."""
    match verb:
        case Verb.RECORD:
            return Record(label)
        case Verb.VERIFY:
            return Verify(label)
        case Verb.EXPLAIN:
            return Explain(label)
        case _:
            return None


def _seat(press: Press, table: Table, person: str, seat: str, delivery: str) -> Request | Step:
    """A seat of the lobby where a person sat when it was drawn: theirs becomes free, a free one is taken."""
    if table.phase != LOBBY or seat not in table.code.seats:
        return _OLD
    chair = table.chair(seat)
    if not chair.person:
        return Join(press.table, seat=seat, delivery=delivery)
    if chair.person == person:
        return Do(press.table, "leave", delivery)
    return Tell(Notice.SITS_THERE, (("name", chair.name),))


def _play(press: Press, action: Action, delivery: str, sure: bool = False) -> Do:
    return Do(press.table, f"play {format_action(action)}", delivery, press.stage, sure)


# --- one's own hand ---------------------------------------------------------------------------------------------------


def _with_hand(press: Press, request: Ask, table: Table, person: str, draft: Draft, delivery: str) -> Request | Step:
    seat = table.seat_of(person)
    if not seat:
        return Tell(Notice.NOT_SEATED, (("table", table.label),))
    if table.phase == LOBBY and request.verb == Verb.CLOSE:
        return Tell(Notice.STILL_WAITING)
    if table.phase != PLAYING or table.game is None:
        return _OLD
    seen = view(table.game.deal, seat)
    now = in_hand(at_stage(draft, table.stage), _hand(seen, seat))
    if request.verb in IN_TURN and (table.in_turn != seat or seen.deal.phase == TAKE):
        return _OLD
    if request.verb in (Verb.LAY, Verb.MATTA, Verb.DROP):
        press = _of_this_turn(press, table, seat)
    if request.verb in (Verb.LAY, Verb.MATTA):
        return _lay(press, seen, seat, now, request.argument, delivery)
    if request.verb == Verb.DROP:
        return _drop(press, now, delivery)
    if request.verb == Verb.HINT:
        if request.argument != PLAY:
            return Hint(press.table, delivery)
        return Hint(press.table, delivery, press.stage) if press.stage == table.stage else _OLD
    if request.verb == Verb.PHRASE:
        return Unfold(press.table, menu_name(table))
    if request.verb == Verb.SURE:
        return _sure(press, request.argument, delivery)
    return _draft_request(press.table, request, now)


def _of_this_turn(press: Press, table: Table, seat: str) -> Press:
    """A button that plays the ticked cards and names none means the same all through a turn: it need not be new."""
    steps = table.stage - press.stage
    mine = seat == table.in_turn and 0 <= steps <= len(table.turn)
    return replace(press, stage=table.stage) if mine else press


def _draft_request(label: str, request: Ask, draft: Draft) -> Request | Step:
    """How they want to hold their cards, and what they want to know of them."""
    match request.verb:
        case Verb.TICK:
            return _tick(label, request, draft)
        case Verb.CLEAR:
            return Clear(label)
        case Verb.TARGET if request.argument.isdecimal() and len(request.argument) < 4:
            return Aim(label, int(request.argument))
        case Verb.SUGGEST:
            return Unfold(label, SUGGESTIONS)
        case Verb.CLOSE:
            return Unfold(label, "")
        case Verb.PAGE if request.argument.isdecimal() and len(request.argument) < 3:
            return Unfold(label, f"{PAGE}{int(request.argument)}")
        case Verb.SORT:
            return Sort(label, request.argument)
        case Verb.MOVE:
            return _move(label, draft, request.argument)
        case Verb.WHY:
            return Why(label, request.argument.removeprefix("x:") or format_cards(draft.ticked))
        case _:
            return _OLD


def _hand(seen: View, seat: str) -> Hand:
    """The cards that the seat may look at."""
    number = seen.deal.code.seats.index(seat)
    return EMPTY if seen.deal.unseen >> number & 1 else seen.deal.hands[number]


def _tick(label: str, request: Ask, draft: Draft) -> Request | Step:
    """So many of a card; where the button of another one like it was pressed before it was shown, one more or less."""
    plain, button = by_button(request)
    read = read_tick(plain)
    if read is None:
        return _OLD
    card, number = read
    now = draft.ticked.count(card)
    if button > 0:
        number = max(number, now + 1)
    elif button < 0:
        number = max(0, min(number, now - 1))
    return Tick(label, format_cards([card]), number)


def _lay(press: Press, seen: View, seat: str, draft: Draft, end: str, delivery: str) -> Request | Step:
    """The ticked cards where their owner has chosen, or where they fit: in several places only where one was shown."""
    found = targets(seen, seat, draft.ticked)
    target = chosen_target(found, draft.target)
    if target is None:
        return Tell(Notice.NOTHING_TICKED) if end == UNSEEN else _OLD
    if end == UNSEEN and draft.target != target.number and len([one for one in found if one.fits]) > 1:
        return Unfold(press.table, WHERE)
    return _play(press, lay_at(target, draft.ticked, end if end in target.ends else ""), delivery)


def _drop(press: Press, draft: Draft, delivery: str) -> Request | Step:
    """The one card that is ticked; else what there is to choose from."""
    if len(draft.ticked) == 1:
        return _play(press, Discard(draft.ticked[0]), delivery)
    return Unfold(press.table, DISCARDS)


def _sure(press: Press, text: str, delivery: str) -> Request | Step:
    try:
        return _play(press, parse_action(text), delivery, sure=True)
    except Malformed:
        return _OLD


def _move(label: str, draft: Draft, argument: str) -> Request | Step:
    places = argument.split("-")
    if len(places) != 2 or not all(place.isdecimal() and len(place) < 4 for place in places):
        return _OLD
    order = move(draft.order, int(places[0]) - 1, int(places[1]) - 1)
    return Arrange(label, format_cards(order), format_cards(draft.ticked))


# --- several at once --------------------------------------------------------------------------------------------------


def request_of_choice(label: str, draft: Draft, offered: Iterable[str], names: Iterable[str]) -> Request | Step:
    """The choice from one `Ticks` menu: of the options `offered` in it (by name) these `names` were chosen.

    What other menus show stays ticked or not, as it was.
    """
    before, now = _cards(offered), _cards(names)
    if before is None or now is None:
        return _OLD
    ticked = list(draft.ticked)
    for card in before:
        if card in ticked:
            ticked.remove(card)
    return Arrange(label, format_cards(draft.order), format_cards(home_first(_possible([*ticked, *now]))))


def _cards(names: Iterable[str]) -> list[Card] | None:
    """The cards of the options with these names; None for anything else."""
    try:
        return [parse_card(name[:2]) for name in names]
    except Malformed:
        return None


def _possible(cards: Sequence[Card]) -> list[Card]:
    """Never more of a card than there are, whatever a client says."""
    return [card for at, card in enumerate(cards) if cards[:at].count(card) < copies(card)]
