"""Records as people write them: what is refused, and what is read as it was meant."""

import pytest

from engine.actions import PICK_UP, Action, Discard, format_action
from engine.cards import Malformed, format_cards
from engine.code import code_for
from engine.deal import start
from engine.legal import legal
from engine.record import DealRecord, TableLine, format_record, parse_record
from engine.refusal import Refused
from engine.replay import FalseRecord, replay
from engine.rules import load_rules
from engine.shuffle import deck_of
from engine.table import Game, Substitute, act

DECK = format_cards(deck_of(bytes(32)))


def record(
    *lines: str, rules: str = "fibur", seats: str = "NESW", deal: str = "1", tags: str = "", dealer: str = ""
) -> str:
    names = " ".join([f'[{seat} ""]' for seat in seats])
    head = f'[BRN "1"]\n[Deal "{deal}"]\n[Rules "{rules}"] {tags}\n{names}\n'
    head += f'[Dealer "{dealer or seats[-1]}"]\n[Deck "{DECK}"]\n\n'
    return head + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("line", "seats", "seat"), [("* resign E", "NS", "E"), ('* seat W "Zoe"', "NS", "W"), ("* resign W", "NES", "W")]
)
def test_a_seat_that_does_not_play_is_named(line: str, seats: str, seat: str) -> None:
    rules = "three-player" if len(seats) == 3 else "fibur"
    with pytest.raises(Malformed, match=f"line 8: nobody sits {seat}"):
        replay(record(line, rules=rules, seats=seats))


@pytest.mark.parametrize(
    ("first", "tags"), [("* ended arbitro", '[Hands "1"]'), ("* resign S", ""), ("* timeout\n* ended arbitro", "")]
)
def test_no_deal_follows_the_end_of_the_match(first: str, tags: str) -> None:
    text = record(first, tags=tags) + "\n" + record("* ended arbitro", tags=tags, deal="2", dealer="N")
    with pytest.raises(FalseRecord, match="the match was over before this deal"):
        replay(text)


def test_deals_are_in_order() -> None:
    with pytest.raises(FalseRecord, match="deal 5 comes after deal 1"):
        replay(record("* ended arbitro") + "\n" + record("* ended arbitro", deal="5", dealer="N"))


def test_an_annulled_deal_may_be_dealt_again_under_its_number() -> None:
    again = replay(record("* annulled") + "\n" + record("* ended arbitro", dealer="W"))
    assert [deal.termination for deal in again.match.deals] == ["annullo", "arbitro"]


@pytest.mark.parametrize("deal", ["0", "00", "-1"])
def test_deals_are_numbered_from_one(deal: str) -> None:
    with pytest.raises(FalseRecord, match=f"^line 2: deal {deal}: deals are numbered from 1$"):
        replay(record("* ended arbitro", deal=deal))


@pytest.mark.parametrize("deal", ["5", "12", "9999"])
@pytest.mark.parametrize("before", ["", '[Before "NS 0 EW 0"]'])
def test_no_deal_has_a_number_beyond_those_of_its_match(deal: str, before: str) -> None:
    text = record("* ended arbitro", deal=deal, tags=f'[Hands "4"] {before}')
    with pytest.raises(FalseRecord, match=f"^line 2: deal {deal} of a match of 4$"):
        replay(text)
    assert replay(text.replace('[Hands "4"]', "")).refusal is None  # nobody says how long the match is
    assert replay(text.replace(f'[Deal "{deal}"]', '[Deal "4"]')).match.is_over is bool(before)


def test_an_annulled_deal_may_have_had_a_number_of_its_own() -> None:
    deals = [record("* annulled", tags='[Hands "2"]'), record("* ended arbitro", deal="2", tags='[Hands "2"]')]
    third = record("* ended arbitro", deal="3", tags='[Hands "2"]', dealer="N")
    assert replay("\n".join([*deals, third])).match.is_over
    late = [record("* annulled", deal="2", tags='[Hands "2"]'), third.replace('[Dealer "N"]', '[Dealer "W"]')]
    with pytest.raises(FalseRecord, match="deal 4 of a match of 2"):
        replay("\n".join([*late, record("* ended arbitro", deal="4", tags='[Hands "2"]', dealer="N")]))


@pytest.mark.parametrize("deal", ["1", "2", "4"])
def test_a_deal_without_a_number_counts_as_one(deal: str) -> None:
    unnumbered = record("* ended arbitro", dealer="N").replace('[Deal "1"]\n', "")
    before = "\n".join([record("* ended arbitro"), unnumbered])
    with pytest.raises(FalseRecord, match=f"deal {deal} comes after deal 1"):
        replay(before + "\n" + record("* ended arbitro", deal=deal, dealer="E"))
    assert len(replay(before + "\n" + record("* ended arbitro", deal="3", dealer="E")).deals) == 3


@pytest.mark.parametrize("again", ["1", "2", "3"])
def test_two_deals_that_count_never_share_a_number(again: str) -> None:
    deals = [record("* ended arbitro"), record("* ended arbitro", deal="2", dealer="N")]
    with pytest.raises(FalseRecord, match=f"deal {again} comes after deal 2" if again != "3" else "E's turn to deal"):
        replay("\n".join([*deals, record("* ended arbitro", deal=again, dealer="E" if again != "3" else "W")]))


def test_the_last_lap_survives_an_undo() -> None:
    found = replay(record("1. N d x:" + drawn(0), "* timeout", "* undo", rules="febur"))
    game = found.deals[0].game
    assert (game.deal.seat, [game.deal.code.seats[seat] for seat in game.deal.lap]) == ("N", list("NESW"))


@pytest.mark.parametrize("waited", ['* seat N "Zoe"', "* timeout", '* seat N "computer"\n* timeout\n* seat N "Zoe"'])
@pytest.mark.parametrize("end", ["* resign N", "* annulled", "* ended arbitro"])
def test_what_waited_for_the_end_of_a_turn_stands_after_it_where_the_deal_ends_within_it(waited: str, end: str) -> None:
    found = replay(record("1. N d", waited, end, tags='[Hands "1"]'))
    assert found.refusal is None
    assert [deal.game.timed_out for deal in found.deals] == ["timeout" in waited]
    with pytest.raises(FalseRecord, match="turn 1 has not ended"):
        replay(record("1. N d", waited, "1. N x:" + drawn(0)))
    with pytest.raises(FalseRecord, match="stands within a turn"):
        replay(record("1. N d", waited, "* undo"))


def drawn(number: int) -> str:
    """The card that this draw brings, from 0."""
    return format_cards(deck_of(bytes(32))[4 * 11 + 1 + number :][:1])


@pytest.mark.parametrize("name", ["A; B", 'the "one"', "back\\slash", ";", ""])
def test_any_name_is_read_as_it_was_written(name: str) -> None:
    deals = (DealRecord({"BRN": "1", "N": name}, (TableLine(Substitute("E", name)),)),)
    assert parse_record(format_record(deals)) == deals


def test_a_deal_whose_tags_all_hold_on_is_still_a_deal_of_its_own() -> None:
    tags = {"BRN": "1", "Rules": "fibur"}
    deals = (DealRecord(tags, (TableLine(Substitute("E", "x")),)), DealRecord(tags, (TableLine(Substitute("S", "y")),)))
    assert parse_record(format_record(deals)) == deals


@pytest.mark.parametrize("house", ["open_pairs=on", "teams=yes"])
def test_rules_for_partners_mean_nothing_at_a_table_of_two(house: str) -> None:
    with pytest.raises(Malformed, match="nobody has a partner"):
        replay(record("* ended arbitro", seats="NS", tags=f'[House "{house}"]'))


@pytest.mark.parametrize("line", ["١. N d", "1. N d d=", "1. Q d", "* fly", '* seat N "open'])
def test_what_is_no_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(Malformed, match="line 8"):
        replay(record(line))


# --- a stallo in older records ----------------------------------------------------------------------------------------


def swaps(times: int, *lines: str, claim: str = "", rules: str = "fibur", tags: str = "") -> str:
    """A record in which everybody swaps the one card of the pile; `claim` is what its last tags say."""
    game = Game(start(code_for(load_rules(rules), 4), deck_of(bytes(32)), 3))
    turns = []
    for number in range(1, times + 1):
        seat = game.deal.seat
        game = played(game, seat, PICK_UP)
        discard = next(action for action in legal(game.deal) if isinstance(action, Discard))
        game = played(game, seat, discard)
        turns.append(f"{number}. {seat} p {format_action(discard)}")
    return record(claim, *turns, *lines, rules=rules, tags=tags)


def played(game: Game, seat: str, action: Action) -> Game:
    outcome = act(game, seat, action)
    assert not isinstance(outcome, Refused)
    return outcome[0]


STALLO_CLAIMED = '[Termination "stallo"]'


@pytest.mark.parametrize("rules", ["fitab", "fibur"])
def test_in_an_older_record_a_stallo_ended_the_deal_by_itself(rules: str) -> None:
    older = replay(swaps(9, claim=STALLO_CLAIMED, rules=rules))
    now = replay(swaps(9, "* ended stallo", claim=STALLO_CLAIMED, rules=rules))
    assert [deal.termination for deal in older.match.deals] == ["stallo"]
    assert older.match.totals == now.match.totals
    assert replay(swaps(10, rules=rules)).deals[0].result is None


@pytest.mark.parametrize(
    ("times", "rules", "tags"), [(8, "fibur", ""), (10, "fitab", ""), (9, "fibur", '[House "stallo=ask"]')]
)
def test_a_stallo_that_there_was_not_is_not_believed(times: int, rules: str, tags: str) -> None:
    text = swaps(times, claim=STALLO_CLAIMED, rules=rules, tags=tags)
    if times > 9:
        assert replay(text).refusal is not None  # the deal was over
        return
    with pytest.raises(FalseRecord, match="a result is claimed, but the deal has not ended"):
        replay(text)


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ('[Result "NS 1 EW 0"]', "line 3: Result is "),
        ('[Result "NS"]', "line 3: Result: scores are written"),
        ('[Termination "chiusura"]', "line 3: Termination is arbitro"),
        ('[Seed "00"]', "line 3: "),
        (f'[Seed "{"1" * 64}"]', "line 6: the deck is not"),
        (f'[Seed "{"0" * 64}"]\n[Commitment "00"]', "line 4: the seed does not fit"),
        ('[House "fantasy=yes"]', "line 3: "),
        ('\n[House "fantasy=yes"]', "line 4: fantasy: no such rule"),
        ('[House "undo=off"]\n[Hands "no"]', "line 4: hands: "),
        ('\n[Target "x"]', "line 4: target: "),
        ('\n[Teams "maybe"]', "line 4: teams: "),
        ('[Hands "4"]\n[Teams "yes"]\n[House "teams=on free_wild=no"]', "line 5: free_wild: "),
    ],
)
def test_what_is_wrong_with_a_tag_is_told_with_its_own_line(tags: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^('[^']*': )?{reason}"):
        replay(record("* ended arbitro", tags=tags))


def test_a_tag_of_an_earlier_deal_is_told_with_the_line_of_the_deal_it_holds_for() -> None:
    again = record("* ended arbitro", deal="2", dealer="N").replace('[Rules "fibur"]', "").replace('[BRN "1"]', "")
    text = record("* ended arbitro", tags='[Hands "1"]') + "\n" + again
    with pytest.raises(FalseRecord, match=r"^line 11: the match was over before this deal$"):
        replay(text)


@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\u000b", "\u001e"])
def test_only_an_end_of_line_ends_a_line(sign: str) -> None:
    """Whatever else Unicode ends lines by may stand in somebody's name."""
    name = f"An{sign}na"
    for end in ("\n", "\r\n", "\r"):
        text = record("* ended arbitro").replace('[N ""]', f'[N "{name}"]').replace("\n", end)
        assert replay(text).deals[0].record.tags["N"] == name


# --- the score carried into a deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", ["1", "", "x"])
def test_points_that_nothing_explains_are_not_carried_into_a_first_deal(deal: str) -> None:
    text = record("* ended arbitro", deal=deal, tags='[Before "NS 455 EW 310"]')
    with pytest.raises(FalseRecord, match=r"^line 3: Before is NS 0 EW 0: no deal comes before the first$"):
        replay(text.replace('[Deal ""]\n', "\n"))
    assert replay(text.replace("NS 455 EW 310", "NS 0 EW 0")).match.earlier == 0


def test_a_record_may_begin_in_the_middle_of_a_match() -> None:
    found = replay(record("* ended arbitro", deal="2", tags='[Before "NS 455 EW 310"] [Hands "2"]'))
    assert (found.match.before, found.match.earlier, found.match.is_over) == ((455, 310), 1, True)


# --- a clock that ran out online --------------------------------------------------------------------------------------


def test_online_an_older_record_has_the_turn_played_and_one_of_now_the_match_lost() -> None:
    older = replay(record("1. N t d x:" + drawn(0), "2. W d", rules="online", dealer="E"))
    assert (older.refusal, older.deals[0].game.turn_number) == (None, 2)
    for line in ("1. N t", "1. N d t"):
        lost = replay(record(line, "* resign N", rules="online", dealer="E"))
        assert lost.refusal is None
        assert (lost.match.given_up_by, lost.match.vp) == (0, (0, 14))


# --- what a code takes from whoever gives a match up ------------------------------------------------------------------


def given_up_over(hands: int, tags: str, rules: str = "online") -> str:
    """A match that North gives up after drawing their first card."""
    dealer = "E" if rules == "online" else "W"
    return record("1. N d", "* resign N", tags=f'[Hands "{hands}"] {tags}', rules=rules, dealer=dealer)


def test_the_penalty_of_a_match_given_up_counts_in_one_of_any_length() -> None:
    for hands in (6, 7, 12):
        older, now = (replay(given_up_over(hands, tags)).match for tags in ("", '[Penalty "350"]'))
        assert older.totals == now.totals
        assert older.award is not None
        assert now.award is not None
        behind = now.totals[1] - now.totals[0]
        assert (older.award.margin, older.award.mp) == (max(0, behind), (-max(0, behind), max(0, behind)))
        assert (now.award.margin, now.award.mp) == (behind + 350, (-behind - 350, behind + 350))
        assert (now.winner, now.vp) == (1, None)


def test_where_victory_points_are_printed_it_counts_once_whether_the_record_says_so_or_not() -> None:
    for hands in (1, 2, 3, 4, 5):
        older, now = (replay(given_up_over(hands, tags)).match for tags in ("", '[Penalty "350"]'))
        assert older.award == now.award


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (given_up_over(7, '[Penalty "300"]'), "Penalty is 350"),
        (given_up_over(7, '[Penalty "0350"]'), "Penalty is 350"),
        (given_up_over(7, '[Penalty "350"]', rules="fibur"), "no penalty"),
        (record("* ended arbitro", tags='[Penalty "350"]', rules="online", dealer="E"), "no penalty"),
        (record(tags='[Penalty "350"]', rules="online", dealer="E"), "no penalty"),
    ],
)
def test_a_false_penalty_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FalseRecord, match=reason):
        replay(text)


# --- a match given up in a deal that nobody has played ----------------------------------------------------------------


def given_up(tags: str, *lines: str, rules: str = "fibur") -> str:
    """A match of three deals, given up in its second one."""
    first = record("* ended arbitro", tags='[Hands "3"]', dealer="W", rules=rules)
    return first + record(*lines, tags='[Hands "3"] ' + tags, deal="2", dealer="N", rules=rules)


@pytest.mark.parametrize("lines", [["* resign N"], ["1. E d", "* resign N"]])
def test_such_a_deal_counts_only_in_older_records(lines: list[str]) -> None:
    older, now = (replay(given_up(tags, *lines)).match for tags in ("", '[Counts "no"]'))
    assert [deal.scores for deal in older.deals] == [deal.scores for deal in now.deals]
    first, second = now.deals
    assert (first.counts, second.counts, second.unplayed) == (True, False, True)
    assert now.totals == tuple(side.total for side in first.scores)
    assert older.totals == tuple(a + b.total for a, b in zip(now.totals, second.scores, strict=True))
    assert (older.given_up_by, now.given_up_by, now.is_over) == (0, 0, True)


@pytest.mark.parametrize(
    "lines", [["* ended arbitro"], ["* annulled"], ["1. E d x:" + drawn(0), "2. S d x:" + drawn(1), "* resign N"], []]
)
def test_a_deal_that_was_played_counts_whatever_its_record_says(lines: list[str]) -> None:
    replay(given_up("", *lines))
    with pytest.raises(FalseRecord, match="the deal counts"):
        replay(given_up('[Counts "no"]', *lines))


def test_a_deal_counts_or_not_and_nothing_else() -> None:
    with pytest.raises(Malformed, match="a deal that does not count"):
        replay(given_up('[Counts "half"]', "* resign N"))


def test_what_a_deal_counts_does_not_hold_for_the_next_one() -> None:
    both = parse_record(record("* resign N", tags='[Counts "no"]') + "\n" + record("* ended arbitro", dealer="N"))
    assert [deal.tags.get("Counts") for deal in both] == ["no", None]
    assert '[Counts "no"]' in format_record(both)
