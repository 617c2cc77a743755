"""What the command line says when an action is refused, as a sentence and as JSON.

The sentence is English, with its facts in notation. Sentences live in `bot/locales`, with those of the chats;
`words.refusals` says them in people's words.
"""

from collections.abc import Mapping
from typing import Final

from bot.words.languages import say
from engine.refusal import Reason, Refused

SENTENCES: Final[Mapping[Reason, str]] = {reason: f"refusal.{reason}" for reason in Reason}
"""The key of each reason's sentence."""


def sentence(refused: Refused) -> str:
    """The sentence of a refusal, with its facts filled in."""
    return say("en", SENTENCES[refused.reason], **dict(refused.facts))


def refusal_json(refused: Refused) -> Mapping[str, object]:
    """A refusal as each command answers it with `--json`."""
    return {"reason": refused.reason.value, "article": refused.article, "message": sentence(refused)}
