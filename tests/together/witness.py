"""All that anybody saw on a loopback Discord, held against what he might know."""

from tests.loopback.discord.eyes import Sight, parts
from tests.loopback.discord.people import Person
from tests.loopback.discord.server import Discord
from tests.watching import Seen, Watch


def seen(person: Person, sight: Sight) -> Seen:
    """What was on his screen: a channel's words are everybody's, answers to him and his private chat are his own."""
    words, data = [sight.text], []
    for part in parts(sight.components):
        words.append(part.get("label") or part.get("placeholder") or "")
        data.append(part.get("custom_id", ""))
        for option in part.get("options", []):
            words += [option["label"], option.get("description") or ""]
            data.append(option["value"])
    words += [one.description or "" for one in sight.attachments]
    own = sight.only_mine or sight.channel == person.dm.id
    return Seen(sight.at, own, "\n".join(words), tuple(data), sight.picture)


def nobody_on_discord_saw_too_much(discord: Discord, watch: Watch, people: dict[int, str]) -> None:
    """`people`: by account who it is for the host, "" for a stranger."""
    for account, person in discord.people.items():
        acts = [one for one in discord.acts.values() if one.person is person.account]
        said = [text for one in acts for text in (str(one.data.get("custom_id", "")), str(one.data.get("values", "")))]
        watch.judge(people.get(account, ""), [seen(person, one) for one in person.sees()], said)
