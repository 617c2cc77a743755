"""A channel that sets everything: each of its settings can be read, within what a message holds on either platform."""

from typing import Any

import pytest

from bot.messages.buttons import Ask, Verb
from bot.requests.settings import OF_CHANNEL
from bot.tables.setting import Setting
from bot.words.setting_words import label, written_name
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

DATES = ",".join(f"2027-{month:02}-{day:02}" for month in range(1, 11) for day in (1, 8, 15, 22))
LONG = {
    "rules": "fibur", "clock": "days", "zone": "America/Argentina/ComodRivadavia", "quiet": "22:30-07:15",
    "holidays": DATES, "hands": "", "target": "", "language": "", "turn_seconds": "", "stallo": "ask",
    "mention": "1000", "below": "50", "stand_in": "3600", "ping": "3000", "ping_hours": "70", "late": "720",
    "champion": "", "arbiter": "",
}  # fmt: skip
"""Values that fit together, "" for what is not set; others have the longest or highest they may have."""


def a_value(one: Setting) -> str:
    """A long one that it may have."""
    longest = max(one.values, key=len) if one.values else str(one.high)
    return LONG.get(one.name, longest)


async def sets_everything(here: Surface, person: Any) -> list[str]:
    """The names of the settings that the channel has then."""
    values = {name: a_value(one) for name, one in OF_CHANNEL.items() if a_value(one)}
    names = [one for one in values if one != "holidays"]
    for names_of_line in (names[:8], ["holidays"], names[8:25], names[25:]):
        line = " ".join(f"{name}={values[name]}" for name in names_of_line)
        answers = await here.says(person, "settings", line, public=True)
        assert answers[-1].text.startswith(("Impostato qui", "Set here")), answers[-1].text
    return [*values]


def is_read(language: str, name: str, text: str) -> bool:
    """Whether a setting is read there, with its value: in words, or as it is written."""
    starts = (f"{label(language, name)}: ", f"{written_name(language, name)}=")
    return any(line.startswith(starts) for line in text.split("\n"))


@pytest.mark.parametrize("language", ["en", "it"])
@both
def test_every_setting_of_a_channel_that_sets_everything_can_be_read(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna", language)
        here.match = here.gather([anna])
        await here.open("fibur", "players=2")
        here.lets_direct(anna)
        names = await sets_everything(here, anna)
        assert len(names) > 45
        await here.says(anna, "settings", public=True)
        await here.settled()
        every = [one for one in here.offered(anna, public=True) if one.press.request == Ask(Verb.SETUP, "all")][-1]
        first = here.text(every.message).replace("\\", "")
        opened = ("rules", "players")  # these stand in its first sentence
        assert [one for one in names if one not in opened and not is_read(language, one, first)] == []
        await here.tap(anna, every)
        await here.settled()
        ends = [one for one in here.offered(anna, public=True) if one.press.request == Ask(Verb.SETUP, "home")]
        text = here.text(ends[-1].message).replace("\\", "")
        assert [one for one in names if not is_read(language, one, text)] == []
        assert [one for one in OF_CHANNEL if written_name(language, one) not in text] == []
        assert "…" not in first + text

    run(on, body)


@both
def test_who_may_set_nothing_reads_all_of_it_too(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno = here.person("Anna", "it"), here.person("Bruno", "it")
        here.match = here.gather([anna, bruno])
        await here.open("fibur", "players=2")
        here.lets_direct(anna)
        names = await sets_everything(here, anna)
        await here.comes(bruno)
        answers = await here.says(bruno, "settings", public=True)
        text = answers[-1].text.replace("\\", "")
        assert [one for one in names if one not in ("rules", "players") and not is_read("it", one, text)] == []
        assert "…" not in text

    run(on, body)
