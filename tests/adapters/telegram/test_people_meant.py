"""Whose card is meant where nobody is named: theirs who wrote the message that is answered."""

from tests.adapters.telegram.hosting import Host, run


def test_who_is_answered_is_meant_whatever_they_are_called() -> None:
    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name) for name in ("Anna", "Bruno"))
        group = host.telegram.group("Sala", anna, bruno)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        bruno.writes("/name Rosso")
        await host.settle()
        line = bruno.writes("chi gioca?", group)
        anna.writes("/stats", group, reply_to=line)
        await host.settle()
        assert group.messages[-1].content.text.startswith("Rosso")

    run(body)


def test_what_stands_in_a_topic_or_below_a_post_answers_nobody() -> None:
    """For a bot it is a reply: to what began the topic, whoever opened that, and to the post of the group's channel."""

    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name) for name in ("Anna", "Bruno"))
        forum = host.telegram.group("Forum", anna, bruno, forum=True)
        sala, news = host.telegram.group("Sala", bruno), host.telegram.channel("News", anna)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        topic = forum.topic("Burraco")  # Anna's
        bruno.writes("/stats", forum, topic.id)
        await host.settle()
        assert forum.messages[-1].content.text.startswith("Bruno")
        post = anna.writes_as(news, "Tonight at nine", sala, forwarded=True)
        bruno.writes("/stats", sala, reply_to=post)
        await host.settle()
        assert sala.messages[-1].content.text.startswith("Bruno")

    run(body)


def test_who_is_mentioned_by_user_name_is_meant_whatever_they_are_called() -> None:
    """Telegram's own list behind the @ writes the user name of who has one."""

    async def body(host: Host) -> None:
        anna, bruno = host.telegram.user("Anna"), host.telegram.user("Bruno", username="Asso_di_cuori")
        group = host.telegram.group("Sala", anna, bruno)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        anna.names("/stats", bruno, to=group)
        await host.settle()
        assert group.messages[-1].content.text.startswith("Bruno")
        anna.writes("/stats @asso_di_picche", group)
        await host.settle()
        assert "Nobody called" in group.messages[-1].content.text

    run(body)


def test_friends_are_known_by_user_name_once_they_have_written_and_keep_the_settings_apart() -> None:
    async def body(host: Host) -> None:
        anna, carla = host.telegram.user("Anna"), host.telegram.user("Carla", username="carla_k")
        bruno, ezio = (
            host.telegram.user("Bruno", username="Bruno_B"),
            host.telegram.user("🎴 Ezio"),
        )  # two units, one sign
        group = host.telegram.group("Sala", anna, bruno, carla, ezio)
        for one in (anna, bruno):
            one.start()
        await host.settle()
        anna.names("/new fibur", ezio, bruno, carla, to=group, rest="deals=2")
        await host.settle()
        texts = [one.content.text for one in group.messages]
        assert any("I do not know carla_k yet" in text for text in texts)
        lobby = next(text for text in reversed(texts) if "Invited:" in text)
        assert "Invited: 🎴 Ezio and Bruno. There are seats for you." in lobby
        assert "2 deals" in lobby
        assert any("Anna invites you to table" in one.content.text for one in bruno.screen())
        carla.start()
        await host.settle()
        anna.names("/new", carla, to=group)
        await host.settle()
        assert any("Anna invites you to table" in one.content.text for one in carla.screen())

    run(body)


def test_friends_who_are_named_in_a_private_chat_are_told_where_that_is_possible() -> None:
    async def body(host: Host) -> None:
        anna, bruno, dora = (host.telegram.user(name) for name in ("Anna", "Bruno", "Dora"))
        for one in (anna, bruno):
            one.start()
            await host.settle()
        anna.names("/new", bruno, dora)
        await host.settle()
        texts = [one.content.text for one in anna.screen()]
        assert any("I cannot write to Dora yet: tell them /join" in text for text in texts)
        assert any("Invited: Bruno and Dora." in text for text in texts)
        assert any("Anna invites you to table" in one.content.text for one in bruno.screen())

    run(body)


def test_a_user_name_that_is_given_up_is_that_of_who_bears_it_now() -> None:
    """Telegram gives a name that was given up to the next who wants it: https://telegram.org/faq#usernames-and-t-me."""

    async def body(host: Host) -> None:
        anna, bruno = host.telegram.user("Anna"), host.telegram.user("Bruno", username="asso_di_cuori")
        carla = host.telegram.user("Carla")
        group = host.telegram.group("Sala", anna, bruno, carla)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        bruno.account.username, carla.account.username = "", "Asso_di_cuori"
        carla.start()
        await host.settle()
        anna.names("/new", carla, to=group)
        await host.settle()
        assert any("Anna invites you to table" in one.content.text for one in carla.screen())
        assert not any("Anna invites you to table" in one.content.text for one in bruno.screen())

    run(body)


def test_who_has_given_up_their_user_name_is_not_meant_by_it() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.telegram.user("Anna"), host.telegram.user("Bruno", username="asso_di_cuori")
        carla = host.telegram.user("Carla")  # who has never written to the bot
        group = host.telegram.group("Sala", anna, bruno, carla)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        bruno.account.username, carla.account.username = "", "asso_di_cuori"
        bruno.writes("/help")
        await host.settle()
        anna.names("/new", carla, to=group)
        await host.settle()
        assert any("I do not know asso_di_cuori yet" in one.content.text for one in group.messages)
        assert not any("Anna invites you to table" in one.content.text for one in bruno.screen())

    run(body)
