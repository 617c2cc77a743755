"""All that anybody saw on a loopback Telegram, held against what they might know."""

from bot.requests.service import Service
from tests.loopback.telegram import Telegram
from tests.loopback.telegram.eyes import Sight
from tests.loopback.telegram.people import Person
from tests.renderers.pdf_text import words_of
from tests.watching import Seen, Watch


def seen(person: Person, sight: Sight) -> Seen:
    """What was on their screen: the group's words are everybody's, alerts and their private chat are their own."""
    labels = [button["text"] for row in sight.keyboard for button in row]
    data = [button.get("callback_data", "") for row in sight.keyboard for button in row]
    words = "\n".join([sight.text, *labels, words_of(sight.document)])
    return Seen(sight.at, sight.only_mine or sight.chat == person.id, words, tuple(data), sight.picture)


async def nobody_saw_too_much(telegram: Telegram, watch: Watch, service: Service) -> None:
    """`service` knows who the accounts are."""
    for account, person in telegram.people.items():
        own = [one for one in person.sees() if one.sender == person.account.first_name]
        inputs = [one.text for one in own] + [
            tap.data for tap in telegram.taps.values() if tap.person is person.account
        ]
        sights = [one for one in person.sees() if one not in own]
        id_ = await service.person_of("telegram", str(account)) or watch.people.get(f"telegram:{account}", "")
        watch.judge(id_, [seen(person, one) for one in sights], inputs)
