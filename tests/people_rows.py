"""Rows of people as a test wants them: who they are and what is kept with them, whatever would bring that about."""

from bot.host.ports import Account, Person
from bot.store import statements
from bot.store.rows import StoreRows, account_values, person_values


async def put_person(store: object, bot: str, person: Person) -> None:
    """They are stored like this, also where they were nobody before. `store`: by whichever port it is known."""
    assert isinstance(store, StoreRows)
    await store._write(statements.PUT_PERSON, person_values(bot, person))


async def put_account(store: object, bot: str, account: Account, person: str) -> None:
    """The account is a stored person's, whosever it was."""
    assert isinstance(store, StoreRows)
    await store._write(statements.PUT_ACCOUNT, {**account_values(bot, account), "person": person})
