"""Guilds and channels as a test takes hold of them: who is in, what the bot may do, what disappears."""

import time
from typing import TYPE_CHECKING

from tests.loopback.discord import wire
from tests.loopback.discord.permissions import bits
from tests.loopback.discord.values import (
    CROSSPOSTED,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Member,
    Message,
    Role,
)
from tests.loopback.discord.world import World

if TYPE_CHECKING:
    from tests.loopback.discord.people import Person


class Room:
    """A text channel or a thread."""

    def __init__(self, world: World, channel: Channel) -> None:
        self.world = world
        self.chat = channel
        self.id = channel.id

    @property
    def shown(self) -> list[Message]:
        """What stands there for everybody, oldest first."""
        return self.chat.shown

    @property
    def threads(self) -> list["Room"]:
        """The threads below it, oldest first."""
        return [Room(self.world, one) for one in self.world.channels.values() if one.parent is self.chat]

    def denies(self, *rights: str, whom: "Person | None" = None) -> None:
        """The bot, or this person, may not do this here any more: `denies("send_messages")`."""
        self._overwrite(whom, denied=bits(*rights))

    def allows(self, *rights: str, whom: "Person | None" = None) -> None:
        self._overwrite(whom, allowed=bits(*rights))

    def _overwrite(self, whom: "Person | None", allowed: int = 0, denied: int = 0) -> None:
        target = whom.id if whom else self.world.bot.id
        yes, no = self.chat.overwrites.get(target, (0, 0))
        self.chat.overwrites[target] = (yes & ~denied | allowed, no & ~allowed | denied)
        self.world.update(self.chat)

    def archives(self, locked: bool = False) -> None:
        """The thread falls asleep, or a moderator closes it."""
        self.chat.archived, self.chat.locked, self.chat.archived_at = True, locked, self.world.clock.now()
        self.world.update(self.chat)

    def begins_thread(self, name: str, person: "Person", *others: "Person", private: bool = False) -> "Room":
        """Somebody begins a thread below this channel, a private one with these others alone."""
        now = self.world.clock.now()
        number, guild = self.world.clock.snowflake(), self.chat.guild
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        thread = Channel(number, kind, name, guild, parent=self.chat, owner=person.account)
        thread.archived_at = thread.began = now
        thread.joined |= dict.fromkeys([person.id, *[one.id for one in others]], now)
        self.world.branch(thread)
        return Room(self.world, thread)

    def publishes(self, message: Message) -> None:
        """A moderator, or another bot, publishes a message of a channel for announcements to those that follow it."""
        message.flags |= CROSSPOSTED
        self.world.gateway.tell_of("MESSAGE_UPDATE", message)

    def lets_bot_in(self) -> None:
        """Somebody mentions the bot in a private thread, and so it is in it from then on."""
        self.chat.joined[self.world.bot.id] = self.world.clock.now()
        self.world.gateway.tell("THREAD_CREATE", wire.channel(self.chat), self.chat.guild)

    def locks(self) -> None:
        """A moderator locks the thread, which stays active."""
        self.chat.locked = True
        self.world.update(self.chat)

    def unlocks(self) -> None:
        self.chat.locked = False
        self.world.update(self.chat)

    def vanishes(self) -> None:
        """Somebody deletes the channel or thread."""
        self.world.remove(self.chat)


class Club:
    """A guild, which people call a server."""

    def __init__(self, world: World, guild: Guild) -> None:
        self.world = world
        self.guild = guild
        self.id = guild.id

    def channel(self, name: str, kind: int = TEXT) -> Room:
        """A new channel, of text unless its kind says otherwise; a voice channel has a chat."""
        return Room(self.world, self.world.open(self.guild, name, kind))

    def adds_bot(self, since: float = 0.0) -> None:
        self.world.add_bot(self.guild, since)

    def adds_commands(self) -> None:
        """Somebody adds the application by *Add App*, whose link brings its commands alone unless that is changed.

        https://docs.discord.com/developers/change-log (June 27, 2024), discord-api-docs#3085
        """
        self.guild.has_commands = True

    def kicks_bot(self) -> None:
        """The bot hears of it once, and nothing from there afterwards."""
        del self.guild.members[self.world.bot.id]
        self.world.gateway.tell("GUILD_DELETE", {"id": str(self.id)}, self.guild)
        self.world.changed()

    def outage(self) -> None:
        """The guild cannot be reached for a while; `returns` ends that."""
        self.guild.is_away = True
        self.world.gateway.tell("GUILD_DELETE", {"id": str(self.id), "unavailable": True}, self.guild)

    def returns(self) -> None:
        self.guild.is_away = False
        self.world.gateway.tell("GUILD_CREATE", wire.whole_guild(self.world, self.guild), self.guild)

    def joins(self, person: "Person") -> None:
        self.world.enter(self.guild, person.account)

    def leaves(self, person: "Person") -> None:
        self.world.leave(self.guild, person.account)

    def grants(self, person: "Person", *rights: str) -> None:
        """A role with these rights: `grants(anna, "manage_guild")`."""
        self._give(self.guild.members[person.id], *rights)

    def grants_bot(self, *rights: str) -> None:
        self._give(self.guild.members[self.world.bot.id], *rights)

    def has_role(self, name: str, *rights: str, above_all: bool = False) -> int:
        """A new role that nobody wears, the lowest of all unless it is moved up; its number."""
        role = Role(self.world.clock.snowflake(), name, bits(*rights))
        others = list(self.guild.roles.values())
        order = [*others, role] if above_all else [others[0], role, *others[1:]]
        self.guild.roles.clear()
        self.guild.roles.update({one.id: one for one in order})
        content = {"guild_id": str(self.id), "role": wire.role(role, 1)}
        self.world.gateway.tell("GUILD_ROLE_CREATE", content, self.guild)
        if above_all:
            for at, one in enumerate(order):
                moved = {"guild_id": str(self.id), "role": wire.role(one, at)}
                self.world.gateway.tell("GUILD_ROLE_UPDATE", moved, self.guild)
        return role.id

    def renames_role(self, role: int, name: str) -> None:
        """Somebody who may calls a role otherwise."""
        found = self.guild.roles[role]
        found.name = name
        at = list(self.guild.roles).index(role)
        content = {"guild_id": str(self.id), "role": wire.role(found, at)}
        self.world.gateway.tell("GUILD_ROLE_UPDATE", content, self.guild)

    def deletes_role(self, role: int) -> None:
        """Somebody who may deletes a role: nobody wears it any more."""
        del self.guild.roles[role]
        for member in self.guild.members.values():
            member.roles[:] = [one for one in member.roles if one != role]
        content = {"guild_id": str(self.id), "role_id": str(role)}
        self.world.gateway.tell("GUILD_ROLE_DELETE", content, self.guild)

    def wear(self, role: int) -> set[str]:
        """The names of those who wear it."""
        return {one.user.name for one in self.guild.members.values() if role in one.roles}

    def loses_bot(self, *rights: str) -> None:
        """The roles of the bot have these rights no more."""
        for one in self.guild.members[self.world.bot.id].roles:
            self._permit(one, self.guild.roles[one].permissions & ~bits(*rights))

    def times_out_bot(self, seconds: float) -> None:
        """A moderator lets the bot write nothing for so long; 0 ends it."""
        member = self.guild.members[self.world.bot.id]
        member.timed_out_until = time.time() + seconds if seconds else 0.0
        self.world.gateway.tell("GUILD_MEMBER_UPDATE", wire.member(member) | {"guild_id": str(self.id)}, self.guild)

    def gives_bot(self, *rights: str) -> None:
        """The bot's own role has these rights from now on: of channels nothing is told."""
        (own, *_) = self.guild.members[self.world.bot.id].roles
        self._permit(own, self.guild.roles[own].permissions | bits(*rights))

    def takes_from_everybody(self, *rights: str) -> None:
        """The role that everybody has lacks these rights from now on."""
        self._permit(self.guild.id, self.guild.roles[self.guild.id].permissions & ~bits(*rights))

    def _permit(self, number: int, permissions: int) -> None:
        role, at = self.guild.roles[number], list(self.guild.roles).index(number)
        before = self.world.channels_viewed(self.guild)
        role.permissions = permissions
        content = {"guild_id": str(self.id), "role": wire.role(role, at)}
        self.world.gateway.tell("GUILD_ROLE_UPDATE", content, self.guild)
        self.world.tell_of_views(self.guild, before)

    def _give(self, member: Member, *rights: str) -> None:
        before = self.world.channels_viewed(self.guild)
        role = Role(self.world.clock.snowflake(), " ".join(rights), bits(*rights))
        self.guild.roles[role.id] = role
        member.roles.append(role.id)
        new_role = {"guild_id": str(self.id), "role": wire.role(role, len(self.guild.roles))}
        self.world.gateway.tell("GUILD_ROLE_CREATE", new_role, self.guild)
        self.world.gateway.tell("GUILD_MEMBER_UPDATE", wire.member(member) | {"guild_id": str(self.id)}, self.guild)
        self.world.tell_of_views(self.guild, before)
