"""Values as Discord's JSON. Both judges hold what is written here against the descriptions."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from tests.loopback.discord.permissions import BITS, in_channel, in_guild
from tests.loopback.discord.values import (
    DM,
    VOICE,
    Act,
    Attachment,
    Channel,
    Event,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
)

HIDDEN = 1 << 17
IN_DM = 442_368
"""What an interaction says of the bot's rights in its own DM: pictures, embeds, mentions, emojis, and no others.

https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

if TYPE_CHECKING:
    from tests.loopback.discord.world import World


def stamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def user(one: User) -> Json:
    plain = {"id": str(one.id), "username": one.username, "global_name": one.name, "avatar": None}
    bot = {"bot": True} if one.is_bot else {}
    return plain | bot | {"discriminator": "0", "public_flags": 0, "flags": 0, "primary_guild": None}


def member(one: Member, with_user: bool = True) -> Json:
    until = stamp(one.timed_out_until) if one.timed_out_until else None
    times = {"joined_at": stamp(one.joined), "premium_since": None, "communication_disabled_until": until}
    looks = {"avatar": None, "banner": None, "nick": None, "flags": 0, "pending": False}
    return (
        {"roles": [str(role) for role in one.roles]}
        | times
        | looks
        | ({"user": user(one.user), "mute": False, "deaf": False} if with_user else {})
    )


def role(one: Role, position: int) -> Json:
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    looks = {"color": 0, "colors": colours, "hoist": False, "icon": None, "unicode_emoji": None, "flags": 0}
    rights = {"permissions": str(one.permissions), "managed": one.managed, "mentionable": False}
    return {"id": str(one.id), "name": one.name, "position": position} | looks | rights


def channel(one: Channel) -> Json:
    """A text channel, a thread or a DM."""
    base: Json = {"id": str(one.id), "type": one.type, "flags": 0, "last_message_id": _last(one)}
    if one.peer is not None:
        return base | {"recipients": [user(one.peer)]}
    assert one.guild is not None
    base |= {"guild_id": str(one.guild.id), "name": one.name, "rate_limit_per_user": 0}
    if one.parent is not None:
        return base | _thread(one)
    overwrites = [
        {"id": str(who), "type": 0 if who in one.guild.roles else 1, "allow": str(yes), "deny": str(no)}
        for who, (yes, no) in one.overwrites.items()
    ]
    place = {"position": list(one.guild.channels).index(one.id) if one.id in one.guild.channels else 0}
    of_voice = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if one.type == VOICE else {}
    return (
        base
        | place
        | of_voice
        | {"parent_id": None, "topic": one.topic or None, "nsfw": False}
        | {"permission_overwrites": overwrites}
    )


def channel_told(world: "World", one: Channel) -> Json:
    """A channel as the gateway tells of it: of one that the bot may not view, since November 2026, what kind it is.

    Interactions tell all of it, as before.
    https://docs.discord.com/developers/resources/channel#channel-object-obfuscated-channels
    """
    if one.guild is None or one.is_thread or in_channel(one, world.bot) & BITS["view_channel"]:
        return channel(one)
    nobody_views = {"id": str(one.guild.id), "type": 0, "allow": "0", "deny": str(BITS["view_channel"])}
    nothing = {"topic": None, "last_message_id": None, "permission_overwrites": [nobody_views]}
    return channel(one) | nothing | {"name": "___hidden___", "flags": HIDDEN}


def _last(one: Channel) -> str | None:
    return str(max(one.messages)) if one.messages else None


def _thread(one: Channel) -> Json:
    assert one.parent is not None
    assert one.owner is not None
    archive = {"archived": one.archived, "locked": one.locked, "archive_timestamp": stamp(one.archived_at)}
    many = len(one.messages)
    return {
        "parent_id": str(one.parent.id),
        "owner_id": str(one.owner.id),
        "thread_metadata": archive | {"auto_archive_duration": one.archive_after, "create_timestamp": stamp(one.began)},
        "message_count": many,
        "total_message_sent": many,
        "member_count": len(one.joined),
    }


def whole_guild(world: "World", guild: Guild) -> Json:
    """A guild as the gateway tells of it to a bot that has just come in or logged in."""
    seen = [one for one in guild.channels.values() if in_channel(one, world.bot) & 1 << 10]
    me = guild.members[world.bot.id]
    return guild_core(guild) | {
        "joined_at": stamp(me.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member(me)],
        "channels": [channel_told(world, one) for one in guild.channels.values() if not one.is_thread],
        "threads": [channel(one) for one in seen if one.is_thread and not one.archived],
        "guild_scheduled_events": [event(one) for one in guild.events.values()],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "soundboard_sounds": [],
    }


def features(guild: Guild) -> list[str]:
    """What a guild has beside the usual."""
    return ["COMMUNITY"] if guild.is_community else []


def guild_core(guild: Guild) -> Json:
    nothing = (
        "icon description splash discovery_splash banner application_id afk_channel_id system_channel_id "
        "rules_channel_id public_updates_channel_id safety_alerts_channel_id vanity_url_code incidents_data hub_type"
    ).split()
    zero = (
        "verification_level default_message_notifications explicit_content_filter mfa_level premium_tier "
        "nsfw_level system_channel_flags"
    ).split()
    return {
        **dict.fromkeys(nothing),
        **dict.fromkeys(zero, 0),
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "system_channel_id": str(guild.system) if guild.system else None,
        "afk_timeout": 300,
        "features": features(guild),
        "emojis": [],
        "stickers": [],
        "preferred_locale": guild.locale,
        "premium_progress_bar_enabled": False,
        "roles": [role(one, at) for at, one in enumerate(guild.roles.values())],
    }


def attachment(one: Attachment, url: str, ephemeral: bool) -> Json:
    size = {"width": one.width, "height": one.height} if one.width else {}
    description = {"description": one.description} if one.description else {}
    base = {"id": str(one.id), "filename": one.name, "size": len(one.data), "url": url, "proxy_url": url}
    return base | {"content_type": one.kind} | size | description | ({"ephemeral": True} if ephemeral else {})


def address(world: "World", where: Channel, number: int, name: str) -> str:
    return f"{world.root}/attachments/{where.id}/{number}/{quote(name)}"


def message(world: "World", one: Message, nested: bool = False) -> Json:
    content, where = one.content, one.channel
    out: Json = {
        "id": str(one.id),
        "channel_id": str(where.id),
        "type": one.type,
        "author": user(one.author),
        "content": content.text,
        "embeds": [{"type": "rich"} | embed for embed in content.embeds],
        "components": list(content.components),
        "attachments": [
            attachment(file, address(world, where, file.id, file.name), one.receiver is not None)
            for file in content.attachments
        ],
        "mentions": [user(world.users[who]) for who in sorted(content.pinged) if who in world.users],
        "mention_roles": [],
        "mention_everyone": content.everyone,
        "timestamp": stamp(one.at),
        "edited_timestamp": stamp(one.edited) if one.edited else None,
        "flags": one.flags,
        "pinned": False,
        "tts": False,
    }
    if one.nonce:
        out["nonce"] = one.nonce
    if one.act:
        out |= {"application_id": str(world.bot.id), "webhook_id": str(world.bot.id)}
        out["interaction_metadata"] = _metadata(one.act, one)
    if one.thread and not nested:
        out["thread"] = channel(one.thread)
    if one.reply_to:
        reference = {"type": 0, "channel_id": str(where.id), "message_id": str(one.reply_to.id)}
        out["message_reference"] = reference
        if not nested:
            out["referenced_message"] = message(world, one.reply_to, nested=True)
    return out


def _metadata(act: Act, one: Message) -> Json:
    base: Json = {"id": str(act.id), "type": act.type, "user": user(act.person)}
    base["authorizing_integration_owners"] = owners(act.channel)
    if act.original is not None and act.original is not one:
        base["original_response_message_id"] = str(act.original.id)
    if act.type == 3 and act.message is not None:
        base["interacted_message_id"] = str(act.message.id)
    if act.type == 5:
        trigger = {"id": str(act.id), "type": 2, "user": user(act.person)}
        base["triggering_interaction_metadata"] = trigger | {"authorizing_integration_owners": owners(act.channel)}
    return base


def owners(where: Channel) -> Json:
    """By whom the application is installed: the guild, or 0 for the bot's own DM."""
    return {"0": str(where.guild.id) if where.guild else "0"}


def event(one: Event) -> Json:
    fixed: Json = {"image": None, "entity_id": None, "recurrence_rule": None, "guild_scheduled_event_exceptions": []}
    open_ends = {"description": None, "channel_id": None, "scheduled_end_time": None, "entity_metadata": None}
    who = {"creator_id": str(one.creator.id), "creator": user(one.creator), "user_count": 0, "status": 1}
    values = {name: value for name, value in one.fields.items() if name != "image"}
    return open_ends | fixed | who | values | {"id": str(one.id), "guild_id": str(one.guild.id)}


def interaction(world: "World", act: Act) -> Json:
    """An interaction as the gateway tells of it."""
    where, guild = act.channel, act.channel.guild
    out: Json = {
        "id": str(act.id),
        "application_id": str(world.bot.id),
        "type": act.type,
        "data": act.data,
        "token": act.token,
        "version": 1,
        "channel_id": str(where.id),
        "app_permissions": str(IN_DM if guild is None else _rights_told(world, where)),
        "locale": act.person.locale,
        "entitlements": [],
        "authorizing_integration_owners": owners(where),
        "context": 1 if where.type == DM else 0,
        "attachment_size_limit": world.file_limit,
        "channel": channel(where),
    }
    if guild is None:
        out["user"] = user(act.person)
    else:
        out |= {"guild_id": str(guild.id), "guild_locale": guild.locale}
        out["guild"] = {"id": str(guild.id), "features": features(guild), "locale": guild.locale}
        out["member"] = member(guild.members[act.person.id]) | {"permissions": str(in_channel(where, act.person))}
    if act.message is not None:
        out["message"] = message(world, act.message)
    return out


def _rights_told(world: "World", where: Channel) -> int:
    """What an interaction says that the bot may do; in a private thread that it is not in, what it may in the channel.

    So who asks only for the rights believes that they may write there: discord-jda/JDA#2602, Crownicles#4509,
    FireDiscordBot/bot#102. Where only its commands are they are everybody's, and to attach pictures
    (discord-api-docs#5316).
    """
    guild = where.guild
    if guild is not None and world.bot.id not in guild.members:
        return guild.roles[guild.id].permissions | BITS["attach_files"] | BITS["embed_links"]
    return in_channel(where.parent or where, world.bot)


def resolved(guild: Guild | None, person: User) -> Json:
    """A person whom an option or a context menu points at."""
    out: Json = {"users": {str(person.id): user(person)}}
    if guild and person.id in guild.members:
        rights = {"permissions": str(in_guild(guild, person))}
        out["members"] = {str(person.id): member(guild.members[person.id], with_user=False) | rights}
    return out
