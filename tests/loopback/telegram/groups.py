"""A group as its owner handles it: who comes and goes, what the bot may do, topics, becoming a supergroup."""

from dataclasses import replace

from tests.loopback.telegram.methods.rooms import opened_topic
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.texts import with_found
from tests.loopback.telegram.values import Account, Chat, Content, Json, Member, Message, Status, Topic
from tests.loopback.telegram.wire import ADMINISTER, user
from tests.loopback.telegram.world import World


class Group:
    """A group or supergroup; every act is done by its owner, who is its first member."""

    def __init__(self, world: World, chat: Chat, owner: Person) -> None:
        self.world = world
        self.chat = chat
        self.owner = owner
        world.enter(chat, owner.account)
        chat.members[owner.id].status = "creator"

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def messages(self) -> list[Message]:
        """What stands in the group, oldest first."""
        return self.chat.shown

    def adds(self, *people: Person) -> None:
        for person in people:
            self.world.enter(self.chat, person.account)
            self._service({"new_chat_members": [user(person.account)]})

    def removes(self, person: Person) -> None:
        """They see what was said until then, and nothing after."""
        self._service({"left_chat_member": user(person.account)})
        self.chat.members[person.id] = Member(person.account, "left")

    def adds_bot(self) -> None:
        """The bot hears of it by its own standing and by the message everybody sees."""
        self._bot("member")
        self._service({"new_chat_members": [user(self.world.bot)]})

    def removes_bot(self, kick: bool = True) -> None:
        self._bot("kicked" if kick else "left")

    def takes_restricted_bot_out(self) -> None:
        """A bot that may not do everything here is in the group no more; its restrictions stay, and so does its status.

        https://core.telegram.org/bots/api#chatmemberrestricted
        """
        old = replace(self.chat.member(self.world.bot))
        self.world.standing(self.chat, old, replace(old, has_left=True), self.owner.account)

    def takes_restricted_bot_in(self) -> None:
        """It comes again, as restricted as it was."""
        old = replace(self.chat.member(self.world.bot))
        self.world.standing(self.chat, old, replace(old, has_left=False), self.owner.account)

    def restricts_bot(self, *still: str) -> None:
        """The bot may do only what is named here, e.g. "can_send_messages"."""
        self._bot("restricted", frozenset(still))

    def promotes_bot(self, *rights: str) -> None:
        """The bot becomes an administrator, with all rights or with the named ones."""
        self._bot("administrator", frozenset(rights or ADMINISTER))

    def demotes_bot(self) -> None:
        self._bot("member")

    def _bot(self, status: Status, rights: frozenset[str] = frozenset()) -> None:
        self._stands(self.world.bot, status, rights)

    def promotes(self, person: Person, anonymous: bool = False) -> None:
        """They become an administrator; an anonymous one writes as the group."""
        self._stands(person.account, "administrator", frozenset(ADMINISTER))
        self.chat.members[person.id].anonymous = anonymous

    def demotes(self, person: Person) -> None:
        self._stands(person.account, "member", frozenset())

    def _stands(self, account: Account, status: Status, rights: frozenset[str]) -> None:
        old = replace(self.chat.member(account))
        self.world.standing(self.chat, old, Member(account, status, rights), self.owner.account)

    def topic(self, name: str) -> Topic:
        """A new topic of a forum."""
        return opened_topic(self.world, self.chat, name)

    def closes(self, topic: Topic) -> None:
        topic.closed = True
        self._service({"forum_topic_closed": {}}, topic.id)

    def reopens(self, topic: Topic) -> None:
        topic.closed = False
        self._service({"forum_topic_reopened": {}}, topic.id)

    def closes_general(self) -> None:
        """The topic of a forum that has no number."""
        self.chat.general_closed = True
        self._service({"forum_topic_closed": {}})

    def reopens_general(self) -> None:
        self.chat.general_closed = False
        self._service({"forum_topic_reopened": {}})

    def hears_another_bot(self, text: str = "Rain", reply_to: Message | None = None) -> None:
        """A bot that is in the group, too, writes something: what names our bot, or answers it, is told to that.

        So it is where one of the two has switched bot-to-bot communication on:
        https://core.telegram.org/api/bots/bot-to-bot
        """
        other = Account(self.world.number(), "Meteo", "meteo_bot", is_bot=True)
        now = int(self.world.clock.now())
        content = Content(text, with_found(text, []))
        self.world.post(Message(0, self.chat, other, now, content, reply_to=reply_to))

    def hides_members(self) -> None:
        """Only its administrators are told who is in the group."""
        self.chat.hides_members = True

    def deletes(self, message: Message) -> None:
        """An administrator deletes a message; the bot is not told."""
        self.world.delete(message)

    def migrates(self, joined: Chat | None = None) -> int:
        """The group becomes a supergroup, under a new id that is given back; what was said stays in the old one.

        The bot hears of it as of a group that it joins, too (telegram-bot-api#266), or did so before (`joins`).
        """
        old, new = self.chat, joined or self.world.found("supergroup", self.chat.title)
        new.members = dict(old.members)
        self._service({"migrate_to_chat_id": new.id})
        old.migrated_to = new.id
        self.chat = new
        self._service({"migrate_from_chat_id": old.id})
        if joined is None:
            self._joins(new)
        return new.id

    def joins(self) -> Chat:
        """The bot hears that it is in the supergroup that this group is about to become."""
        new = self.world.found("supergroup", self.chat.title)
        new.members = dict(self.chat.members)
        self._joins(new)
        return new

    def _joins(self, new: Chat) -> None:
        standing = new.member(self.world.bot)
        if standing.inside:
            self.world.standing(new, Member(self.world.bot, "left"), standing, self.owner.account)

    def _service(self, what: Json, topic: int = 0) -> None:
        message = Message(0, self.chat, self.owner.account, int(self.world.clock.now()), Content(), topic=topic)
        message.service = what
        self.world.post(message)
