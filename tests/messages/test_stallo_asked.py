"""What everybody reads of a stallo that the code does not end by itself, and with what they answer."""

import pytest

from bot.gateway.inbound.acknowledgements import acknowledgement
from bot.messages.buttons import Verb
from bot.messages.presenter import HAND, TABLE, present
from bot.requests.table_commands import Do
from bot.tables.table import Table
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from tests.gateway.chatting import offered, verb_of
from tests.tables.playing import ANNA, BRUNO, CARLA, DARIO, START, after
from tests.tables.test_stallo import answered, at_stallo, drawn

PEOPLE = (ANNA, BRUNO, CARLA, DARIO)
ASKS = {
    "en": "Everyone has only swapped the card of the pile. Shall the deal end in stallo?",
    "it": "Tutti si sono limitati a cambiare la carta del monte. Finiamo la smazzata per stallo?",
}


def words_and_verbs(table: Table, kind: str, language: str, person: str = "") -> tuple[str, list[str]]:
    message = present(kind, table, Viewer(person, language, START))
    assert message is not None
    return "\n".join(message.lines), [verb for verb in [verb_of(one) for one in offered(message)] if verb]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_question_stands_in_the_channel_and_in_every_hand_with_both_answers(language: str) -> None:
    table = at_stallo()
    for kind, people in ((TABLE, ("",)), (HAND, [who.id for who in PEOPLE])):
        for person in people:
            words, verbs = words_and_verbs(table, kind, language, person)
            assert ASKS[language] in words
            assert {Verb.AGREE, Verb.REFUSE} <= set(verbs)
            assert all(who.name in words for who in PEOPLE)  # whose word is missing
    after_one = answered(table, ANNA)
    words, verbs = words_and_verbs(after_one, HAND, language, ANNA.id)
    assert ASKS[language] in words
    assert Verb.AGREE not in verbs
    answer = acknowledgement(Do("ROSSO", "agree", "d1"), ANNA.id, "Anna", language, after_one)
    assert answer is not None
    assert "Bruno" in answer.lines[0]


def test_the_page_is_told_what_is_asked_by_nobody() -> None:
    table = answered(at_stallo(), ANNA)
    proposal = table_page(table, "t1", Viewer(BRUNO.id))["proposal"]
    assert (proposal["what"], proposal["by"], proposal["own"], proposal["mine"]) == ("stallo", "", False, False)
    assert sorted(proposal["missing"]) == ["Bruno", "Carla", "Dario"]
    spectator = table_page(table, "t1", Viewer("p9"))["proposal"]
    assert (spectator["own"], spectator["mine"]) == (False, False)


@pytest.mark.parametrize(
    ("language", "refused", "drew"),
    [
        ("en", "Carla does not agree to a stallo: the deal goes on.", "A card was drawn or laid: no stallo"),
        ("it", "Carla non è d'accordo sullo stallo: la smazzata continua.", "Qualcuno ha pescato o calato: niente"),
    ],
)
def test_why_the_deal_goes_on_is_said(language: str, refused: str, drew: str) -> None:
    words, verbs = words_and_verbs(answered(at_stallo(), CARLA, word="refuse"), TABLE, language)
    assert refused in words
    assert Verb.AGREE not in verbs
    words, verbs = words_and_verbs(drawn(at_stallo()), TABLE, language)
    assert drew in words
    assert Verb.AGREE not in verbs


def test_the_end_that_all_agreed_to_is_said() -> None:
    table = after(at_stallo(), *[(who, "agree") for who in PEOPLE])
    words, _ = words_and_verbs(table, TABLE, "en")
    assert "Stallo: everyone only swapped the single card of the pile, so the deal is over." in words
