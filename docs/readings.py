"""How doubtful passages of the codes are read, and which key or function holds each reading.

A reading is settled where the text nearly says it, and otherwise a choice; what a table may change is a house rule.
"""

from typing import Final, NamedTuple


class Reading(NamedTuple):
    """A doubt and its answer; `keys` are keys of the rules, `code` functions of the engine."""

    number: int
    codes: str
    doubt: str
    answer: str
    keys: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


READINGS: Final = (
    Reading(
        1,
        "online",
        "Deal, dealer and play go anticlockwise, but one sentence passes the turn to the left.",
        "Anticlockwise throughout; that sentence is a slip.",
        ("direction",),
    ),
    Reading(
        2,
        "international",
        "Must a player who picks up the pile lay a card, or is it enough to be able to?",
        "They must, on a meld of their side or as a new one, from hand or pile; the pick-up itself is refused where "
        "no such lay lets the turn end.",
        ("pickup",),
        ("legal.pick_up_refused", "legal.must_lay"),
    ),
    Reading(
        3,
        "three-player, fibur, international",
        "Nothing is said about discarding again the single card of the pile.",
        "Forbidden without a twin in hand, as in the other codes; a table may switch it off.",
        ("forbid_single_pile_rediscard",),
    ),
    Reading(
        4,
        "online, three-player",
        "A run with an ace at both ends is not mentioned.",
        "One ace only, below the two or above the king.",
        (),
        ("melds.MeldBook.complete",),
    ),
    Reading(
        5,
        "three-player",
        "Does a natural two use up the one matta of a run?",
        "No: a matta may lie beside it.",
        (),
        ("melds.MeldBook.runs",),
    ),
    Reading(
        6,
        "febur, fitab, fibur, international",
        "Is a two natural in its place where a matta does duty as the three?",
        "Yes when it is laid or added from the hand; a two that moves home from elsewhere needs a real three. A strict "
        "table may ask for the real three always.",
        ("natural_two_needs_real_three",),
        ("additions._place_matta",),
    ),
    Reading(
        7,
        "fibur",
        "Sets are said to be of different suits, and also to allow equal suits.",
        "Equal suits are allowed.",
        ("opening",),
    ),
    Reading(
        8,
        "febur, fitab, fibur, online",
        "Is a burraco semipulito when the matta lies inside, with seven clean cards on one side?",
        "Yes: the closer definition wins. A table may say no.",
        ("semi_inside",),
    ),
    Reading(
        9,
        "fibur",
        "Eight cards with a matta are semipulito: is that said of sets only?",
        "Of sets only. A table may take it to the letter.",
        ("semi_any_8",),
    ),
    Reading(
        10,
        "international",
        "May a set of aces or threes hold a matta?",
        "Yes, one.",
        ("set_ranks",),
        ("melds.MeldBook.sets",),
    ),
    Reading(
        11,
        "three-player",
        "Is a set of twos clean, although twos are pinelle?",
        "Twos are its own cards: clean without a joker, dirty with it; one more two is just one more card of the set.",
        ("set_ranks",),
        ("melds.MeldBook.sets",),
    ),
    Reading(
        12,
        "three-player",
        "May the opening hold a natural two, or be a set of twos?",
        "A natural two yes, for the run is clean; a set of twos no.",
        ("opening",),
        ("play._laying_refused",),
    ),
    Reading(
        13,
        "all with a semipulito",
        "An ace that fits both ends may decide whether seven cards are clean in a row.",
        "Laid or added, it takes the end with the better bonus, then the low one, unless the order written says more; "
        "on the table it never changes ends.",
        (),
        ("melds.better_then_low",),
    ),
    Reading(
        14,
        "all",
        "May a natural two leave its place to serve as a matta?",
        "No: only a matta moves, when it is replaced or free.",
        (),
        ("additions._place_matta",),
    ),
    Reading(
        15,
        "all",
        "Does a matta at the end of a run stand for one card, or is it free?",
        "It stands for one card with three players and online; elsewhere it is free and may later fill a gap. A table "
        "may choose.",
        ("free_wild",),
    ),
    Reading(
        16,
        "online, and two players in every code",
        "When may a pozzetto taken with the discard be looked at, where nothing is said or nobody has a partner?",
        "At its owner's next turn.",
        ("pozzetto_view",),
        ("transitions._hand_over",),
    ),
    Reading(
        17,
        "online",
        "Must the player who closes have taken a pozzetto personally?",
        "No: the side's pozzetto counts.",
        (),
        ("finish.closes",),
    ),
    Reading(
        18,
        "three-player",
        "May a player without the right to close discard a matta as the last card?",
        "Yes, and it never closes: the player goes on with no cards.",
        ("zero_hand", "wild_closing_discard"),
    ),
    Reading(
        19,
        "fitab",
        "“Closing at the pile” is forbidden and not explained.",
        "No rule is needed: the pile is always picked up whole.",
        (),
        ("play._pick_up",),
    ),
    Reading(
        20,
        "three-player",
        "The deal ends when nothing is left to take, but the pile is never empty.",
        "No card of the stock is kept back. With the stock empty a player picks up the pile or declines, which ends "
        "the deal; it ends by itself where they can do neither. Nothing is shuffled again.",
        ("stock_reserve",),
        ("play._decline", "transitions._next_turn"),
    ),
    Reading(
        21,
        "febur, online, fitab, fibur",
        "No bonus at the end of the stock: and for who draws its last card and closes with that very discard?",
        "A closing is a closing: 100 points.",
        ("closing_bonus",),
        ("play._discard",),
    ),
    Reading(
        22,
        "all",
        "How long is a stallo, and must it be meant?",
        "It is a stallo with the first swap after two full laps of swaps; a swap takes a pile of one and lays nothing, "
        "and any draw begins the count anew. In febur, online and with three players it ends the deal; in fitab, fibur "
        "and international everybody who plays is asked then, and again after each further lap, and the deal ends only "
        "if they all agree. Play goes on meanwhile: whoever draws or lays has answered no. Computer players agree. "
        "A table may choose either, or count otherwise.",
        ("stallo", "stallo_laps"),
        ("transitions.is_stallo", "table.asks_about_stallo"),
    ),
    Reading(
        23,
        "fitab, febur",
        "Where does the last lap begin?",
        "In fitab with the partner of the player who must draw, so that two turns come before it; elsewhere "
        "with the player who must draw. Before the first turn, and between two players, it is one full lap.",
        ("last_lap_extra",),
        ("table.last_lap",),
    ),
    Reading(
        24,
        "three-player",
        "What does a pozzetto cost that its player never saw?",
        "100 points once, its cards do not count; whoever could have looked pays for the cards.",
        ("unseen_pozzetto",),
    ),
    Reading(
        25,
        "online",
        "Is a target reached or passed, and what if both sides are level?",
        "Reached is enough, looked at after each deal; level sides play another deal, and in a knock-out whoever made "
        "the last move loses.",
        ("target", "knockout"),
    ),
    Reading(
        26,
        "febur, fitab",
        "The order of cards leaves out the joker.",
        "Joker, two, ace, king, and so on down to the three; then hearts, diamonds, clubs, spades.",
        ("clock_discard",),
        ("legal.forced",),
    ),
    Reading(
        27,
        "fitab",
        "The last row of the Victory Points for three deals overlaps the one before.",
        "It begins at 1515.",
        (),
        ("victory.victory_points",),
    ),
    Reading(
        28,
        "online",
        "Match Points of a match given up are the minimum of a row, but no row gives 0.",
        "The side that stays gets the lower end of its row; the other loses the lower end of the row 20-0. In a match "
        "for whose length no table is printed, what was made and the 350 points are the difference.",
        ("abandonment_vp", "abandonment_penalty"),
        ("award.award_of",),
    ),
    Reading(
        29,
        "fibur",
        "A deal is said to end with the stock, and with a closing.",
        "With either.",
        (),
        ("transitions._hand_over",),
    ),
    Reading(
        30,
        "three-player",
        "Sets are of different suits, and may have two cards of one suit.",
        "Different suits for the opening only.",
        ("opening",),
    ),
    Reading(
        31,
        "three-player",
        "What stays in hand is listed twice among the penalties.",
        "It counts once, twice for a player who has laid nothing, whatever ended the deal.",
        ("unopened_double",),
    ),
    Reading(
        32,
        "three-player",
        "May a player take a second pozzetto?",
        "No: there is one for each.",
        ("pozzetti",),
        ("deal.Deal.pozzetto_left",),
    ),
    Reading(
        33,
        "fitab",
        "A definition bars every two from the reale, an article allows the natural one.",
        "The natural two belongs to it.",
        ("bonus_reale",),
        ("melds.MeldBook.kind",),
    ),
    Reading(
        34,
        "febur",
        "Seven equal cards and a matta: dirty or semipulito?",
        "Six and a matta are dirty, seven or eight and a matta semipulito.",
        ("bonus_semipulito",),
        ("melds.MeldBook.kind",),
    ),
    Reading(
        35,
        "febur",
        "The suits of the printed examples are lost.",
        "No example depends on them.",
    ),
    Reading(
        36,
        "febur, fitab",
        "A matta must lie low, but a semipulito may be followed by one.",
        "How a free matta lies is layout: it counts as lying before or after the cards, whichever is possible; it is "
        "written high only above an ace that lies low.",
        ("free_wild",),
        ("melds.run_spellings",),
    ),
    Reading(
        37,
        "three-player, online",
        "The direction of play, and which pozzetto lies on top.",
        "Clockwise with three players; the pozzetto begun first is taken first.",
        ("direction",),
        ("deal.start",),
    ),
    Reading(
        38,
        "febur, online, fitab, fibur",
        "A run of eight cards or more with a matta inside, and fewer than seven clean cards on either side of it.",
        "Dirty: what makes it semipulito is seven clean cards in a row; eight cards are enough for a set alone. A "
        "table may count any eight.",
        ("semi_any_8", "semi_inside"),
        ("melds.MeldBook.kind",),
    ),
    Reading(
        39,
        "all",
        "What is `Ah2hJk`: is the two natural, and where is the joker?",
        "A run. The two lies in its own place and is natural. Where a matta at the end is free, so is the joker; "
        "online and with three players it is the three of hearts, and only that card may take its place. A strict "
        "table asks for a real three: there the cards are no meld, for they would hold two matte.",
        ("free_wild", "natural_two_needs_real_three"),
        ("melds.MeldBook.complete",),
    ),
    Reading(
        40,
        "online",
        "May 2♦ 3♦ 4♦ be extended by 6♦, with the two doing duty as the five?",
        "No. A meld may be extended if what results would be a meld, and matte give way only to the card they stand "
        "for; but a two in its own place is no matta, and the page moves no other card of a meld. Laid together from "
        "the hand the four cards are a run.",
        (),
        ("additions._extended_runs", "additions._place_matta"),
    ),
    Reading(
        41,
        "online",
        "Sorting by value puts the matte at the left: is that a rule?",
        "No, a key of that site's screen. A hand is sorted by suit or by rank, as its player likes, and in both the "
        "matte lie apart from the other cards, together, at its end.",
        (),
        ("sorting.by_rank",),
    ),
    Reading(
        42,
        "online",
        "Whose clock loses the match, and what of a deal in progress?",
        "That of a turn, or of a player's days; it is lost like a match given up, with the cards counted as they lie. "
        "The clock of the whole match is nobody's own: when it ends the last lap is played. A table may have the turn "
        "played instead, as in the other codes.",
        ("clock_out", "abandonment_penalty"),
        ("table.time_is_over",),
    ),
    Reading(
        43,
        "febur, fitab, fibur, international, three-player",
        "What does a side get that gives up, and what do the others get in a match that is no tournament's?",
        "The side that gives up loses with nothing, whatever the score; the others get the score of a side that rests, "
        "or what they have made if that is more. Of three players the two who stay share the places.",
        ("award_vp", "award_vp_long", "award_mp", "award_sixths"),
        ("award.award_of",),
    ),
    Reading(
        44,
        "fitab",
        "Which cards are counted for the seconds of a turn, and what if a pozzetto is taken in it?",
        "Those in hand as the turn begins, before a card is taken. Whoever takes the pozzetto in diretta has the "
        "seconds of their new cards from then on; with the discard it is the next turn that has them.",
        ("turn_clock",),
        ("rules.Rules.turn_limit",),
    ),
)

CHOICES: Final = (
    "An annulled deal does not count, and the same player deals again.",
    "A time-out in a deal ends the match with that deal; its Victory Points are those of the length agreed.",
    "A deal ended by the arbiter, by consent or by resigning is scored as the table stands.",
    "A stallo that the table agreed to is written `* ended stallo`; play goes on while it is asked about.",
    "A closing ends the deal also within the last lap.",
    "A clock that runs out takes from the stock, never the pile; with three players and an empty stock it declines.",
    "Where a code prints no clock, the card just drawn is discarded, or the highest legal one.",
    "A substitute, the computer too, plays on with the same cards.",
)
