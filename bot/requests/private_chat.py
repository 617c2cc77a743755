"""A person's private chat with the bot speaks their language, for as long as they are known."""

from bot.boards.privacy import is_erased
from bot.host.ports import Person
from bot.requests.backend import Backend
from bot.requests.channels import Channels


async def speak_theirs(backend: Backend, channels: Channels, person: Person, channel: str) -> None:
    """The channel is this person's private chat: it speaks their language from now on. Raises `StoreError`."""
    if not person.id or await channels.is_private_chat(channel, person.language):
        return
    async with backend.seating:  # nobody is forgotten meanwhile
        person = await backend.people.person(person.id)
        if person.id and not is_erased(person):  # of who was forgotten nothing is kept any more
            await channels.note_private_chat(channel, person.language)
