"""Hands that only their readers see, where those asked for them: what each shows, and whether it is being answered now.

A press on such a hand is answered by changing it, and the same change comes as a letter, too. The letter waits for the
answer, and finds that there is nothing left to do.
"""

import asyncio
from dataclasses import replace
from typing import Final

from bot.adapters.discord.tokens import Press
from bot.bounded import Bounded
from bot.gateway.outbound.delivery import without_ticks
from bot.messages.marks import mark_of
from bot.messages.message import Message
from bot.words.languages import say

MOST: Final = 5000


class EphemeralHands:
    """By person and table (`tokens.hand_key`)."""

    def __init__(self) -> None:
        self._shown_by: Bounded[str, tuple[int, str]] = Bounded(MOST)  # on which press, and a mark of the hand
        self._answers: dict[str, tuple[int, asyncio.Event]] = {}  # how many are under way; set when none is

    def begin(self, key: str) -> None:
        """A press on the hand has come, and will be answered."""
        count, calm = self._answers.get(key, (0, asyncio.Event()))
        self._answers[key] = (count + 1, calm)

    def finish(self, key: str) -> None:
        """It has been answered, or cannot be."""
        count, calm = self._answers.pop(key, (1, asyncio.Event()))
        if count > 1:
            self._answers[key] = (count - 1, calm)
        else:
            calm.set()

    def end(self) -> None:
        """The client that has heard the presses goes: what it has not answered by now is answered no more."""
        for _, calm in self._answers.values():
            calm.set()
        self._answers.clear()

    async def calm(self, key: str) -> None:
        """Until nothing is being answered there."""
        if key in self._answers:
            await self._answers[key][1].wait()

    def shows(self, key: str, press: Press, hand: Message) -> bool:
        """Whether the message behind this press shows the hand like this."""
        return self._shown_by.get(key) == (press.id, _mark(hand))

    def is_hand(self, key: str) -> bool:
        """Whether a hand is shown there, as far as is known."""
        return key in self._shown_by

    def note(self, key: str, press: Press, hand: Message | None) -> None:
        """From now on it shows this hand; None for something else."""
        self._shown_by.pop(key, None)
        if hand is not None:
            self._shown_by[key] = (press.id, _mark(hand))


def following(hand: Message) -> Message:
    """The hand of who sees it nowhere else, while others play: with how long it follows the game.

    Nothing can be changed there when that time is over. So it is said beforehand, each time: what stands there then
    explains itself.
    """
    if hand.step or hand.picture is None:
        return hand
    return replace(hand, lines=(*hand.lines, say(hand.language, "chat.hand-follows")))


def _mark(hand: Message) -> str:
    """Of what an answer and a letter show alike; above a letter stands where the table is."""
    return mark_of(replace(without_ticks(hand), title=""))
