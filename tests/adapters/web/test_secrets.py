"""Nobody is sent what they may not know: no view has hidden cards, no byte for a window names another's cards."""

import json
import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.requests.own_link import account_of
from bot.tables.commands import Decided, decide
from bot.tables.table import PLAYING, Table
from bot.tables.who import Who
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from engine.actions import Draw, Written, format_action
from engine.cards import JOKER, TEXTS, UNKNOWN, Card, parse_cards
from engine.deal import Deal
from engine.hand import pack, size, unpack
from engine.players.greedy import Greedy
from engine.record import Turn
from engine.stream import Stream
from engine.view import TABLE, View, view
from tests.adapters.web.hosting import Hosted, Window, run
from tests.adapters.web.test_play import seated
from tests.tables.playing import dealt

# --- a view is blind to what its viewer may not see ------------------------------------------------------------------


def scrambled(deal: Deal, seat: str, stream: Stream) -> Deal:
    """The deal with everything that this viewer does not see dealt anew."""
    seen = view(deal, seat or TABLE).deal
    hidden = [number for number in range(deal.code.players) if unpack(seen.hands[number])[-1:] == (UNKNOWN,)]
    zones = [*[unpack(deal.hands[number]) for number in hidden], deal.stock, *deal.pozzetti]
    cards = [card for zone in zones for card in zone]
    mixed = iter(sorted(cards, key=lambda _: stream.below(1 << 30)))
    new = deal.copy()
    hands = list(deal.hands)
    for number in hidden:
        hands[number] = pack([next(mixed) for _ in range(size(deal.hands[number]))])
    new.hands = hands
    new.stock = tuple(next(mixed) for _ in deal.stock)
    new.pozzetti = tuple(tuple(next(mixed) for _ in pozzetto) for pozzetto in deal.pozzetti)
    if deal.turn in hidden:
        new.drawn, new.forbidden = -1, -1
    return new


def other_draws(written: tuple[Written, ...], card: Card) -> tuple[Written, ...]:
    return tuple(replace(one, revealed=(card,)) if isinstance(one.action, Draw) else one for one in written)


def with_other_secrets(table: Table, seat: str, stream: Stream) -> Table:
    assert table.game is not None
    card = stream.below(JOKER)
    lines = tuple(
        replace(line, actions=other_draws(line.actions, card)) if isinstance(line, Turn) else line
        for line in table.lines
    )
    game = replace(table.game, deal=scrambled(table.game.deal, seat, stream))
    return replace(table, game=game, lines=lines, turn=other_draws(table.turn, card))


def test_a_view_does_not_change_with_the_cards_its_viewer_may_not_see() -> None:
    table, stream, looks = dealt(), Stream(7), 0
    people = {chair.person: seat for seat, chair in zip(table.code.seats, table.chairs, strict=True)}
    while table.phase == PLAYING:
        for person, seat in {**people, "p9": ""}.items():
            viewer = Viewer(person, "en")
            assert table_page(table, "t", viewer) == table_page(with_other_secrets(table, seat, stream), "t", viewer)
            looks += 1
        assert table.game is not None
        action = Greedy(0).choose(view(table.game.deal, table.in_turn))
        person = table.chair(table.in_turn).person
        after = decide(table, Who(person), f"play {format_action(action)}", 1)
        assert isinstance(after, Decided)
        table = after.table
    assert looks > 200


# --- every byte -------------------------------------------------------------------------------------------------------

_NOTATION = re.compile(r"(?<![0-9A-Za-z])(?:[A2-9TJQK][hdcs]|Jk)+(?![0-9A-Za-z])")
_WORDS = re.compile(r"(10|[A2-9JQK])([♥♦♣♠])")
_SYMBOLS = dict(zip("♥♦♣♠", "hdcs", strict=True))


def cards_in(message: str) -> set[Card]:
    """Every card that a message names, in notation or in words."""
    texts = _NOTATION.findall(message)
    found = {parse_cards(text[at : at + 2])[0] for text in texts for at in range(0, len(text), 2)}
    in_words = {f"{'T' if rank == '10' else rank}{_SYMBOLS[suit]}" for rank, suit in _WORDS.findall(message)}
    return found | {parse_cards(text)[0] for text in in_words}


def open_cards(seen: View) -> set[Card]:
    """Every card that a view shows."""
    deal = seen.deal
    zones = [deal.pile, *[unpack(hand) for hand in deal.hands]]
    laid = [meld.cards for side in deal.melds for meld in side]
    stands = [meld.can_only_be for side in deal.melds for meld in side if meld.can_only_be >= 0]
    return {card for zone in (*zones, *laid, stands) for card in zone} - {UNKNOWN}


class AllowedCards:
    """Which cards each seat has had the right to see so far, commit by commit."""

    def __init__(self) -> None:
        self.cards: dict[str, set[Card]] = {}
        self.hands: dict[str, set[Card]] = {}

    def note(self, _table_id: str, table: Table) -> None:
        if table.game is None:
            return
        for seat in table.code.seats:
            seen = view(table.game.deal, seat)
            self.cards.setdefault(seat, set(parse_cards(table.drawn))).update(open_cards(seen))
            own = unpack(seen.deal.hands[table.code.seats.index(seat)])
            self.hands.setdefault(seat, set()).update(card for card in own if card != UNKNOWN)


def leaks(window: Window, seat: str, allowed: AllowedCards) -> list[str]:
    """Cards that were named to a window and that its seat never had the right to see, in a deal that goes on."""
    found = set()
    for message in window.received:
        content = json.loads(message)
        if content["type"] == "view" and content["score"] is None:
            found |= cards_in(re.sub(r'"(id|commitment)":"[0-9a-f]*"', "", message)) - allowed.cards[seat]
    return [TEXTS[card] for card in found]


@pytest.mark.parametrize("turns", [12])
def test_no_byte_for_one_window_names_a_card_of_another_hand(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, turns: int
) -> None:
    caplog.set_level(logging.DEBUG, "bot")  # of other libraries only warnings are ever logged

    async def work(host: Hosted) -> None:
        allowed = AllowedCards()
        host.door.listen(allowed.note)
        async with host.window() as anna, host.window(language="it") as bruno:
            await seated(host, anna, bruno)
            for _ in range(turns):
                await anna.play()
                await bruno.play()
                await anna.want("why", table=anna.table, cards="")
            seats = [window.view["me"]["seat"] for window in (anna, bruno)]
            for window, seat in zip((anna, bruno), seats, strict=True):
                assert leaks(window, seat, allowed) == []
            only_brunos = allowed.hands[seats[1]] - allowed.cards[seats[0]]
            assert only_brunos  # the search would have found something
            for name in [TEXTS[card] for card in only_brunos]:
                assert not any(f'"{name}"' in message for message in anna.received)
            assert_secrets_stay(host, anna, bruno)
            assert_nothing_logged(caplog.text, anna, bruno)

    run(tmp_path, work)


def assert_secrets_stay(host: Hosted, anna: Window, bruno: Window) -> None:
    """No token is sent to anybody else, and the seed to nobody while its deal goes on."""
    assert not any(bruno.token in message for message in anna.received)
    assert not any(anna.token in message for message in bruno.received)
    for message in (*anna.received, *bruno.received):
        assert '"seed"' not in message.lower()
        assert not re.search(r"0{50}", message)  # the test's seeds are small numbers


def assert_nothing_logged(log: str, *windows: Window) -> None:
    for window in windows:
        assert window.token not in log
        assert account_of(window.token) not in log
    ours = "\n".join([line for line in log.splitlines() if "bot." in line])
    assert cards_in(ours) == set()


def test_the_database_does_not_hold_a_token(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("play", pace=0)
            tokens.append(window.token)

    run(tmp_path, work)
    stored = b"".join([file.read_bytes() for file in tmp_path.glob("web.db*")])
    assert tokens[0].encode() not in stored
    assert account_of(tokens[0]).encode() in stored
