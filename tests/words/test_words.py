"""What happened, what may not be done and why, in words: of the table's people, never of the notation."""

import re
from pathlib import Path

import pytest

import bot
from bot.tables.table import CONSENTS
from bot.tables.who import Declined
from bot.words import table_words
from bot.words.command_words import words_for_choice
from bot.words.declined import declined_words
from bot.words.languages import LANGUAGES, say
from bot.words.notices import FACTS, Notice, notice
from bot.words.refusals import caution, citation, refusal, to_do
from bot.words.table_words import between_cells
from bot.words.turns import turn
from engine.actions import Action, Add, Discard, Lay, PickUp, Written, parse_action, parse_written
from engine.cards import parse_cards
from engine.cautions import Caution, Risk
from engine.code import code_for
from engine.hand import unpack
from engine.melds import Meld
from engine.play import advance
from engine.position import parse_position
from engine.refusal import Reason, Refused
from engine.rules import load_rules
from tests.chance import TABLES, chance, position

NOTATION = re.compile(r"\b(?:[A2-9TJQK][hdcs]|Jk)\b|\?\?")


def written(text: str) -> list[Written]:
    return [parse_written(part) for part in text.split()]


def laid(cards: str) -> Meld:
    meld = code_for(load_rules("fitab"), 4).book.lay(parse_cards(cards))
    assert isinstance(meld, Meld)
    return meld


# --- turns ------------------------------------------------------------------------------------------------------------

TURNS = {
    "d m:7h7c7s x:4c": (
        "Anna draws, lays 7♥ 7♣ 7♠ and discards 4♣",
        "Anna pesca, cala 7♥ 7♣ 7♠ e scarta 4♣",
    ),
    "p=4hTd a1:4h a1:5h* x:Kd": (
        "Anna picks up 4♥ 10♦, adds 4♥ 5♥ to meld 1, makes a burraco and discards K♦",
        "Anna raccoglie 4♥ 10♦, lega 4♥ 5♥ al gioco 1, fa burraco e scarta K♦",
    ),
    "p=4hTd5h6h7h": ("Anna picks up the pile (5 cards)", "Anna raccoglie il monte (5 carte)"),
    "p a2:Jk^! x:2s#": (
        (
            "Anna picks up the pile, adds Joker (matta at the high end) to meld 2, takes the pozzetto at once,"
            " discards 2♠ and closes"
        ),
        "Anna raccoglie il monte, lega Jolly (matta in alto) al gioco 2, va a pozzetto in diretta, scarta 2♠ e chiude",
    ),
    "d a2:2s_ a2:5h x:Kd": (
        "Anna draws, adds 2♠ 5♥ (matta at the low end) to meld 2 and discards K♦",
        "Anna pesca, lega 2♠ 5♥ (matta in basso) al gioco 2 e scarta K♦",
    ),
    "a2:Th! a2:Jh": (
        "Anna adds 10♥ to meld 2, takes the pozzetto at once and adds J♥ to meld 2",
        "Anna lega 10♥ al gioco 2, va a pozzetto in diretta e lega J♥ al gioco 2",
    ),
    "d x:4c!": ("Anna draws, discards 4♣ and takes the pozzetto", "Anna pesca, scarta 4♣ e va a pozzetto"),
    "t d x:Kd": ("Anna runs out of time, draws and discards K♦", "Anna esaurisce il tempo, pesca e scarta K♦"),
    "n": ("Anna takes no card", "Anna non prende carte"),
    "": ("", ""),
}


@pytest.mark.parametrize("notation", TURNS)
def test_a_turn_is_told(notation: str) -> None:
    assert tuple(turn(language, "Anna", written(notation)) for language in ("en", "it")) == TURNS[notation]


def test_the_card_drawn_is_never_told() -> None:
    for language in LANGUAGES:
        assert turn(language, "Anna", written("d=9h x:4c")) == turn(language, "Anna", written("d x:4c"))


def test_a_meld_that_is_known_is_named() -> None:
    melds = (laid("7h7c7s"), laid("5d6dJk8d"), laid("JkQhKh"))
    turns = [turn("it", "Anna", written(f"a{number}:Jk"), melds) for number in (1, 2, 3, 4)]
    assert turns == [
        "Anna lega Jolly alla combinazione di 7",
        "Anna lega Jolly alla sequenza 5♦-8♦",
        "Anna lega Jolly alla sequenza Q♥-K♥",
        "Anna lega Jolly al gioco 4",
    ]


def test_a_turn_that_goes_on_is_told_as_far_as_it_is() -> None:
    assert turn("en", "Dario", written("p=4c")) == "Dario picks up 4♣"
    assert turn("en", "Carla", []) == ""


# --- refusals and cautions --------------------------------------------------------------------------------------------

REFUSALS = {
    "Non è il tuo turno: gioca Bruno. (codice FITAB, art. 30)": (
        Refused(Reason.NOT_YOUR_TURN, "art. 30", (("turn", "E"),))
    ),
    "Queste carte qui non ci stanno: non puoi legare 8♣ Jolly a 5♥ 6♥ 10♥. (codice FITAB, art. 24)": (
        Refused(Reason.DOES_NOT_FIT, "art. 24", (("cards", "8cJk"), ("meld", "5h6hTh")))
    ),
    "La tua linea non ha questo gioco: il numero 3. (codice FITAB, art. 6)": (
        Refused(Reason.NO_SUCH_MELD, "art. 6", (("meld", "3"),))
    ),
    "Il tuo tempo è scaduto: ti resta solo da scartare K♦. (regola di questo tavolo)": (
        Refused(Reason.CLOCK_ENDED, "house", (("forced", "x:Kd"),))
    ),
    "In una sequenza le carte sono tutte in fila: qui ne manca una. (come FIBUR, Combinazioni e sequenze)": (
        Refused(Reason.GAP, "Combinazioni e sequenze (fibur)")
    ),
}


@pytest.mark.parametrize("sentence", REFUSALS)
def test_a_refusal_is_explained_with_its_article(sentence: str) -> None:
    assert refusal("it", REFUSALS[sentence], "fitab", {"E": "Bruno"}) == sentence


ONLY_CLEAN = "N/play ?54 4c JkKc/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-"
THREE_HEARTS = "N/draw ?58 7h 5h6h/?11/?11/?11 ?11 !3d4d5d|-"
OWN_TWOS = "N/play ?44 4c 2h2dJkJk9s/?11/?11 ?11,?11,?11 5h6h7h|-|-"
TRUE_OF_THE_POSITION = [  # what a refusal says would not be so, had it been written for another position of its kind
    ("international", ONLY_CLEAN, "a1:Jk", "would have none", "non l'avrebbe"),
    ("international", THREE_HEARTS, "p", "and then discard", "e poi scartare"),
    ("three-player", OWN_TWOS, "m:2h2dJkJk", "wherever it stands for another card", "fa le veci di un'altra carta"),
]


@pytest.mark.parametrize(("code", "where", "action", "en", "it"), TRUE_OF_THE_POSITION)
def test_a_refusal_says_what_is_so_in_the_position(code: str, where: str, action: str, en: str, it: str) -> None:
    refused = advance(parse_position(load_rules(code), where), parse_action(action))
    assert isinstance(refused, Refused)
    assert en in refusal("en", refused, code)
    assert it in refusal("it", refused, code)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_refusal_of_the_engine_is_said_in_people_s_words(name: str, players: int) -> None:
    for seed in range(60):
        rng = chance(f"{name} {players} {seed}")
        deal = position(rng, name, players)
        hand = unpack(deal.hands[deal.turn])
        tries: list[Action] = [Discard(rng.randrange(53)), PickUp(), *[Discard(card) for card in hand]]
        for _ in range(15):
            some = tuple(rng.sample(hand, rng.randint(1, len(hand))))
            tries += [Lay(some), Add(rng.randint(1, 4), some, rng.choice(["", "^"]))]
        for action in tries:
            refused = advance(deal, action)
            if isinstance(refused, Refused):
                for language in LANGUAGES:
                    text = refusal(language, refused, name)
                    assert not NOTATION.search(text), (text, refused)
                    assert not set("{}[]…") & set(text), (text, refused)


@pytest.mark.parametrize("article", ["art. 14", "Il gioco (fibur)", "house", "Regole (del torneo)", "Regola 2"])
def test_an_article_names_the_code_that_prints_it(article: str) -> None:
    cited = citation("en", article, "online")
    assert cited == {
        "house": "a rule of this table",
        "Il gioco (fibur)": "as in FIBUR, Il gioco",
    }.get(article, f"online code, {article}")


CAUTIONS = {
    Risk.LOWERS_BURRACO: (("meld", "7h7d7c7s7h7d7c"), ("from", "pulito"), ("to", "sporco")),
    Risk.LOSES_CLOSING: (("meld", "7h7d7c7s7h7d7c"),),
    Risk.POZZETTO_TOO_LATE: (),
}


def test_a_caution_names_the_meld_by_its_cards_in_good_italian() -> None:
    sixes = Caution(Risk.LOWERS_BURRACO, (("meld", "6h6h6d6d6c6s6s"), ("from", "pulito"), ("to", "semipulito")))
    assert caution("it", sixes).startswith("Con questa matta il gioco 6♥ 6♥ 6♦ 6♦ 6♣ 6♠ 6♠ da burraco pulito diventa ")
    assert caution("en", sixes).startswith("With this matta your meld 6♥ 6♥ 6♦ 6♦ 6♣ 6♠ 6♠ goes from clean burraco to ")
    run = Caution(Risk.LOSES_CLOSING, (("meld", "3h4h5h6h7h8h9h"),))
    assert "il gioco 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ non sarebbe più pulito" in caution("it", run)


@pytest.mark.parametrize("risk", Risk)
def test_a_caution_asks(risk: Risk) -> None:
    for language in LANGUAGES:
        text = caution(language, Caution(risk, CAUTIONS[risk]))
        assert text.endswith("?")
        assert not set("{}[]…") & set(text)
        assert not NOTATION.search(text)
    assert "burraco pulito diventa burraco sporco" in caution(
        "it", Caution(Risk.LOWERS_BURRACO, CAUTIONS[Risk.LOWERS_BURRACO])
    )


@pytest.mark.parametrize(("action", "english", "italian"), [
    ("d", "to draw", "pescare"),
    ("p", "to pick up the pile", "raccogliere il monte"),
    ("n", "to take no card", "non prendere carte"),
    ("t", "to let the time run out", "lasciar scadere il tempo"),
    ("m:7h7cJk", "to lay 7♥ 7♣ Joker", "calare 7♥ 7♣ Jolly"),
    ("a3:Th", "to add 10♥ to meld 3", "legare 10♥ al gioco 3"),
    ("a3:2s^", "to add 2♠ (matta at the high end) to meld 3", "legare 2♠ (matta in alto) al gioco 3"),
    ("a3:2s_", "to add 2♠ (matta at the low end) to meld 3", "legare 2♠ (matta in basso) al gioco 3"),
    ("x:Kd", "to discard K♦", "scartare K♦"),
])  # fmt: skip
def test_what_may_be_done_is_named(action: str, english: str, italian: str) -> None:
    assert (to_do("en", parse_action(action)), to_do("it", parse_action(action))) == (english, italian)


# --- notices and small words ------------------------------------------------------------------------------------------


def test_every_notice_says_which_facts_it_needs() -> None:
    assert set(FACTS) == set(Notice)


def test_every_notice_is_given_somewhere() -> None:
    """By the name of its member, or by the key of its sentence: no notice is made from a text."""
    program = Path(bot.__file__).parent
    own = program / "words" / "notices.py"
    sources = "\n".join(path.read_text("utf-8") for path in program.rglob("*.py") if path != own)
    assert not re.search(r"\bNotice[(\[]", sources)
    by_name = set(re.findall(r"\bNotice\.([A-Z_]+)", sources))
    by_key = set(re.findall(r"[\"']notice\.([a-z-]+)[\"']", sources))
    assert [one.name for one in Notice if one.name not in by_name and one.value not in by_key] == []


@pytest.mark.parametrize("what", Notice)
def test_a_notice_uses_all_its_facts(what: Notice) -> None:
    facts = {fact: 3 if fact == "count" else f"<{fact}>" for fact in FACTS[what]}
    for language in LANGUAGES:
        text = notice(language, what, **facts)
        chooses = (
            {"count"} if what in (Notice.WON, Notice.GIVEN_UP, Notice.LOST_ON_TIME) else set()
        )  # the form of the verb
        assert all(str(value) in text for fact, value in facts.items() if fact not in chooses)
        assert text[0].isupper() or text[0] == "<"


def test_a_notice_with_other_facts_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="joined needs name, table, not name"):
        notice("en", Notice.JOINED, name="Anna")


def test_a_fact_that_is_empty_takes_the_words_around_it_along() -> None:
    text = notice("it", Notice.ADJOURNED, time="")
    assert text == "Tutti d'accordo: la partita è rinviata. Chiunque sia al tavolo può farla riprendere."


@pytest.mark.parametrize(("seconds", "english", "italian"), [
    (0, "0 seconds", "0 secondi"), (1, "1 second", "1 secondo"), (40, "40 seconds", "40 secondi"),
    (-5, "0 seconds", "0 secondi"),
    (59.7, "1 minute", "1 minuto"), (60, "1 minute", "1 minuto"), (150, "2 minutes 30 seconds", "2 minuti 30 secondi"),
    (3600, "1 hour", "1 ora"), (3605, "1 hour", "1 ora"),
    (86400 * 2 + 3 * 3600 + 59, "2 days 3 hours", "2 giorni 3 ore"),
])  # fmt: skip
def test_a_time_is_told_in_its_two_largest_units(seconds: float, english: str, italian: str) -> None:
    assert (table_words.duration("en", seconds), table_words.duration("it", seconds)) == (english, italian)


def test_cards_seats_and_sides_have_their_words() -> None:
    assert table_words.cards("en", parse_cards("ThJsJk??2d")) == "10♥ J♠ Joker hidden card 2♦"
    assert table_words.cards("it", parse_cards("Jk??")) == "Jolly carta coperta"
    assert (table_words.side("it", "EW"), table_words.side("en", "NS"), table_words.side("it", "S")) == (
        "Est-Ovest",
        "North-South",
        "Sud",
    )
    assert table_words.kind("it", "reale") == "burraco reale"
    assert [table_words.phase("it", phase) for phase in range(3)][2] == "smazzata finita"
    assert table_words.termination("en", "chiusura") == "The deal was closed."
    assert table_words.points("it", 1) == "1 punto"
    assert table_words.meld("en", laid("Ad2d3d")) == "run A♦-3♦"


@pytest.mark.parametrize("language", ["en", "it"])
def test_whoever_proposes_what_cannot_be_reads_what_can(language: str) -> None:
    words = declined_words(language, Declined("no-such-proposal", (("what", "annullare"),)))
    assert [one for one in CONSENTS if words_for_choice(language, "proposal", one) not in words] == []


def test_a_file_for_a_spreadsheet_parts_its_cells_as_that_of_the_language_does() -> None:
    assert {language: between_cells(language) for language in ("en", "it")} == {"en": ",", "it": ";"}


def test_several_tables_are_called_tables() -> None:
    some = ((1, "2"), (2, "2 e 3"))
    assert [say("it", "tournament.called", count=count, tables=tables) for count, tables in some] == [
        "L'arbitro è chiamato al tavolo 2.",
        "L'arbitro è chiamato ai tavoli 2 e 3.",
    ]
    assert [say("it", "tournament.next-results", count=count, tables=tables) for count, tables in some] == [
        "Risultati ancora attesi: 1 (tavolo 2)",
        "Risultati ancora attesi: 2 (tavoli 2 e 3)",
    ]
