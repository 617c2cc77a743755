"""The rows of docs/rules.md about rulings: doubtful passages of the law of irregularities, and how they are read."""

from typing import Final, NamedTuple


class RulingDoubt(NamedTuple):
    """A doubt and its answer. `number` is what rows of `engine.rulings` name it by."""

    number: int
    where: str
    doubt: str
    answer: str


READINGS: Final = (
    RulingDoubt(
        2,
        "febur 21, example 4",
        "The second card is to be discarded in the next hand, where there is none.",
        "In the next lap.",
    ),
    RulingDoubt(
        3,
        "febur 15",
        "No new set of the frozen rank in the same match.",
        "In this hand only.",
    ),
    RulingDoubt(
        4,
        "febur 10, 11, 14, 21",
        "May the last penalised card be the closing discard?",
        "No: the offender closes from the turn after the one in which it was discarded, everywhere.",
    ),
    RulingDoubt(
        5,
        "febur 10",
        "Play stops though the mistake was healed: may the discard close, or take the pozzetto?",
        "It may not close; it may take the pozzetto.",
    ),
    RulingDoubt(
        6,
        "febur 10",
        "May a wrong meld still be healed after other plays?",
        "A meld that was laid may, an addition may not; the later plays are frozen for a lap.",
    ),
    RulingDoubt(
        7,
        "febur 10, example I",
        "Added cards that are a valid meld by themselves are frozen there, elsewhere they would be penalised.",
        "That example is a case of its own: laid apart, frozen for the hand, not penalised.",
    ),
    RulingDoubt(
        8,
        "febur 10, example A",
        "How can a nine ever be added to that run?",
        "A matta at its end is free: it moves once the wrong card is gone.",
    ),
    RulingDoubt(9, "febur 10, example L", "Does play stop although a burraco was made?", "Yes; the burraco is valid."),
    RulingDoubt(
        10,
        "febur 10, fitab 24 and 28",
        "A wrong meld is found after the discard, before the next player has drawn.",
        "Febur freezes it at once, as outside one's turn; fitab has what does not fit discarded in the next turns.",
    ),
    RulingDoubt(
        11,
        "febur 13",
        "What becomes of melds laid without having drawn, found after the discard?",
        "They stay valid: only what is found in the own turn is frozen.",
    ),
    RulingDoubt(
        12,
        "febur 13, fitab 29",
        "Do melds frozen for a lap count negative when somebody closes?",
        "Only where it is printed: febur 13 if the opponents close; fitab 29 and what names it if anybody else does.",
    ),
    RulingDoubt(
        13,
        "febur 13 and 14",
        "Until the next player has begun to play, or has played?",
        "Art. 13: until they have drawn or picked up. Art. 14: until they have laid, added or discarded.",
    ),
    RulingDoubt(
        14,
        "febur 14.3",
        "Who played after the discard makes no play next turn, yet a closing waits until they have played.",
        "Who had closed may play and close at the next turn; otherwise they only draw and discard.",
    ),
    RulingDoubt(
        15,
        "febur 21, fitab 22",
        "The opponents' pozzetto is taken.",
        "Febur: as a closing without a burraco, and the pozzetto is given back. Fitab: play goes on.",
    ),
    RulingDoubt(
        16,
        "febur 23",
        "Showing cards by the innocent side makes a false closing valid.",
        "As it is written.",
    ),
    RulingDoubt(
        17,
        "febur 10, 21",
        "Which is the lowest of cards with equal points?",
        "The lower rank, as the example with 7, 8, 9 shows; then spades, clubs, diamonds, hearts.",
    ),
    RulingDoubt(
        18,
        "fitab 28",
        "Which is the highest of cards with equal points?",
        "As it is written: suit first, hearts to spades, then rank: the 8 of hearts goes before the K of spades.",
    ),
    RulingDoubt(
        19,
        "fitab 24 and 27",
        "A wrong addition is discarded by one article, and may be healed by the other.",
        "It may be healed; what cannot be is discarded.",
    ),
    RulingDoubt(
        20,
        "fitab 25, febur 11",
        "May one play while penalised cards remain?",
        "Febur: yes. Fitab: no, for anything played before the penalised card is discarded is frozen.",
    ),
    RulingDoubt(
        21,
        "fitab 23",
        "Several exposed cards, and when the one is discarded.",
        "After having played: the highest then, the others are penalised.",
    ),
    RulingDoubt(
        22,
        "fitab 29",
        "Nothing is said about who has discarded without having drawn.",
        "They draw one card now, and what they laid is frozen for a lap; once the next player has drawn it is healed.",
    ),
    RulingDoubt(
        23,
        "fitab 22 and 32",
        "A closing by a pozzetto that the partner had taken is valid in one place, penalised in the other.",
        "Valid with a burraco, else as a closing without one.",
    ),
    RulingDoubt(
        24,
        "fitab 32.B",
        "Are the cards taken back penalised?",
        "No: they are in the hand again, and the player may close in the next lap.",
    ),
    RulingDoubt(25, "fitab 32.D", "The closing on the pile is not explained.", "Only the regular closing is one."),
    RulingDoubt(
        26,
        "fitab 16",
        "What a stallo leads to is not written.",
        "The hand ends without the bonus, if the arbiter finds that all four mean to go on so.",
    ),
    RulingDoubt(
        27,
        "fitab, definitions",
        "The phantom card is defined, and no article is about it.",
        "It is an exposed card if the partner could see it.",
    ),
    RulingDoubt(
        32,
        "febur 25",
        "450 Match Points for 13 Victory Points in rounds of any length.",
        "As it is written.",
    ),
    RulingDoubt(
        33,
        "febur 25 and 26",
        "The Match Points of the pair that loses by leaving or coming late are not given.",
        "Minus 450, as the tournament law counts it.",
    ),
    RulingDoubt(
        34,
        "febur, fitab 21",
        "Are warnings counted together, and over what span?",
        "Febur: by kind, a pozzetto looked at within the round, the others over the tournament; deal and lateness "
        "together. Fitab: all together.",
    ),
    RulingDoubt(
        35,
        "febur 4",
        "The dealer is warned, the pair pays.",
        "The warning is the player's, what repeated ones cost is the pair's.",
    ),
    RulingDoubt(
        36,
        "fitab 37",
        "Exactly 2, 5 and 10 minutes; 50 points more.",
        "More than 2, from 5 on, more than 10; 150 points in all.",
    ),
    RulingDoubt(
        37,
        "fitab 21 and 22",
        "The Match Points that are equivalent to one Victory Point.",
        "The lowest of the row of 11 to 9.",
    ),
    RulingDoubt(38, "fitab 37", "Teams are not named.", "12 and 8, as the score of their rest."),
    RulingDoubt(
        39,
        "fitab 36",
        "Who decides whether a pair has left for a time or for good?",
        "The arbiter.",
    ),
    RulingDoubt(
        49,
        "three-player 3",
        "Does a wrongly placed card ban anybody, or freeze anything?",
        "No: it is used or discarded, and nothing else follows.",
    ),
    RulingDoubt(
        55,
        "febur 10",
        "The partner may not close: may they go to the pozzetto?",
        "Yes: only the closing of the hand is banned.",
    ),
    RulingDoubt(
        57,
        "febur 14.3 and 16",
        "Who picks up leaves one card of the pile, and then plays.",
        "That card is the discard, and what follows is play after the discard.",
    ),
    RulingDoubt(
        59,
        "fitab 33",
        "The arbiter's score goes to the pair at fault.",
        "It is their own score; the other side is counted as usual.",
    ),
    RulingDoubt(
        60,
        "febur 20",
        "More than two laps of changing the card.",
        "More than twice as many turns as there are players, one after the other, in which the one card of the pile is "
        "changed and nothing is played.",
    ),
    RulingDoubt(
        61,
        "febur 15",
        "A second equal set noticed at once, yet among what follows are a closing and a pozzetto taken by the discard.",
        "At once is then until the count, and until the next player has drawn or picked up.",
    ),
)
"""Numbered as rows name them; the numbers left out are about other things than rulings."""
