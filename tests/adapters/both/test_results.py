"""The end of a match in a chat: one picture with few words, the commitments and seeds for who presses for them."""

import re

from bot.messages.buttons import Verb
from engine.shuffle import commitment
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

HEX = re.compile(r"[0-9a-f]{64}")


@both
def test_a_result_says_who_won_without_a_seed_and_verify_shows_it(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hands=1")
        anna, _ = here.match.people
        seed = (await here.table()).seed
        promised = commitment(seed)
        answers = await here.says(anna, "verify", here.label, public=True)
        assert HEX.findall(" ".join([one.text for one in answers])) == [promised]
        await here.ends_the_deal()
        await here.settled()
        texts = [here.text(one) for one in here.public()]
        (result,) = [text for text in texts if " wins the match" in text or " wins, " in text]
        assert not HEX.search(result)
        before = len(here.seen(anna))
        pressed = await here.tap(anna, here.offer(anna, Verb.VERIFY, public=True))
        words = "\n".join([pressed.text, *here.seen(anna)[before:]])
        assert {promised, seed.hex()} == set(HEX.findall(words))
        before = len(here.seen(anna))
        sheet = await here.tap(anna, here.offer(anna, Verb.SCORE, public=True))
        assert not HEX.search("\n".join([sheet.text, *here.seen(anna)[before:]]))

    run(on, body)
