"""A new link of one's own to the browser's page: nobody is known by the older ones any more, whoever has them."""

import pytest

from bot.host.ports import Account
from bot.requests.answer import Readers
from bot.requests.linking import Link, UseLink
from bot.requests.own_link import NewLink, account_of, new_token
from bot.requests.request_context import RequestContext
from tests.people_rows import put_account
from tests.requests.serving import World, run

ADDRESS = "https://club.example/burraco/"


async def somebody(world: World) -> tuple[str, str, RequestContext]:
    """Somebody with an account of a chat and a link to the page; its secret; how they ask in the chat."""
    anna, token = await world.person("Anna"), new_token()
    await put_account(world.store, "b", Account("web", account_of(token)), anna)
    context = RequestContext("discord", "anna", private=True)
    await world.service.enters(context)
    return anna, token, context


def test_a_chat_gives_the_new_link_to_who_asked_alone_and_the_old_one_is_nobodys() -> None:
    async def work(world: World) -> None:
        world.service.note_page_address(ADDRESS)
        news: list[str] = []
        world.service.own_links.listen(news.append)
        anna, old, context = await somebody(world)
        answer = await world.service.carry_out(context, NewLink())
        assert answer.done
        assert answer.readers is Readers.ASKER
        token = answer.json["token"]
        assert answer.words.startswith(f"{ADDRESS}own.html#t={token} ")
        assert "leads nowhere any more" in answer.words
        assert await world.service.person_of("web", account_of(old)) == ""
        assert await world.service.person_of("web", account_of(token)) == anna
        assert await world.service.person_of("discord", "anna") == anna
        assert news == [anna]

    run(work)


def test_who_has_an_older_link_can_do_nothing_by_it_not_even_make_another() -> None:
    async def work(world: World) -> None:
        world.service.note_page_address(ADDRESS)
        anna, old, context = await somebody(world)
        token = (await world.service.carry_out(context, NewLink())).json["token"]
        for request in (NewLink(), NewLink(new_token()), Link()):
            late = RequestContext("web", account_of(old), known_as=anna)  # a window that does not know it yet
            assert not (await world.service.carry_out(late, request)).done
        assert await world.service.accounts(anna, "web") == (account_of(token),)

    run(work)


def test_what_is_no_secret_of_ones_own_is_none() -> None:
    async def work(world: World) -> None:
        world.service.note_page_address(ADDRESS)
        anna, old, context = await somebody(world)
        bruno, theirs = await world.person("Bruno"), new_token()
        await put_account(world.store, "b", Account("web", account_of(theirs)), bruno)
        for token in ("", "easy", "è" * 40, theirs):
            answer = await world.service.carry_out(context, NewLink(token or "short"))
            assert not answer.done
            assert "as before" in answer.words
        assert await world.service.accounts(anna, "web") == (account_of(old),)
        assert await world.service.accounts(bruno, "web") == (account_of(theirs),)

    run(work)


@pytest.mark.parametrize(("locale", "words"), [("en", "no page in the browser"), ("it", "non c'è una pagina")])
def test_where_there_is_no_page_nothing_is_taken_away(locale: str, words: str) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", locale=locale)
        await put_account(world.store, "b", Account("web", account_of("x" * 32)), anna)
        context = RequestContext("discord", "anna")
        await world.service.enters(context)
        answer = await world.service.carry_out(context, NewLink())
        assert not answer.done
        assert words in answer.words
        assert await world.service.accounts(anna, "web") == (account_of("x" * 32),)

    run(work)


def test_the_links_of_accounts_that_were_linked_go_with_each_other() -> None:
    async def work(world: World) -> None:
        world.service.note_page_address(ADDRESS)
        _, old, context = await somebody(world)
        telephone = new_token()
        other = await world.service.register("web", account_of(telephone), "en", "Annina")
        code = (await world.service.carry_out(context, Link())).json["code"]
        await world.done(other, UseLink(code))
        assert (await world.service.carry_out(context, NewLink())).done
        for token in (old, telephone):
            assert await world.service.person_of("web", account_of(token)) == ""

    run(work)
