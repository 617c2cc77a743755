"""Who the bot is, whom and what it knows, how it opens a DM."""

from typing import Any

from tests.loopback.discord import wire
from tests.loopback.discord.calls import Call
from tests.loopback.discord.errors import Declined, invalid
from tests.loopback.discord.permissions import in_guild
from tests.loopback.discord.routes import finding
from tests.loopback.discord.values import Json
from tests.loopback.discord.world import World


def me(world: World, call: Call) -> Json:
    return wire.user(world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True}


def application(world: World, call: Call) -> Json:
    counts = ("guild", "user_install", "user_authorization")
    nothing = ("icon", "type", "role_connections_verification_url", "team")
    return {
        **dict.fromkeys(nothing),
        **{f"approximate_{one}_count": 0 for one in counts},
        "id": str(world.bot.id),
        "name": world.bot.name,
        "description": "",
        "bot": wire.user(world.bot),
        "owner": wire.user(world.maker),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": world.posting.public_key,
        "interactions_endpoint_url": world.posting.address or None,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
    }


def change_application(world: World, call: Call) -> Json:
    """Where interactions are posted; the server has tried the address before (`Posting.try_address`)."""
    address = call.body["interactions_endpoint_url"]
    if address and not world.posting.is_reached:
        refused = invalid("interactions_endpoint_url", "The specified interactions endpoint url could not be verified.")
        refused.whim = True  # no bot can know that beforehand
        raise refused
    world.posting.address = address or ""
    return application(world, call)


def gateway(world: World, call: Call) -> Json:
    return {"url": world.gateway.address}


def gateway_bot(world: World, call: Call) -> Json:
    """Also how many shards, and how many logins are left today."""
    shards = world.gateway.asked_shards or max(1, -(-len(world.guilds) // world.gateway.most_guilds))
    left = {
        "total": 1000,
        "remaining": 1000 - world.gateway.logins,
        "reset_after": 86_400_000,
        "max_concurrency": world.gateway.at_once,
    }
    return gateway(world, call) | {"shards": shards, "session_start_limit": left}


def open_dm(world: World, call: Call) -> Json:
    """The DM of one person; it may be opened even where nothing can be sent to it, but not of a deleted account.

    discord-api-docs#8274, bwmarrin/discordgo#953
    """
    person = finding.user(world, int(call.body["recipient_id"]))
    if person.is_deleted:
        raise Declined(50033)
    return wire.channel(world.dm(person))


def guilds(world: World, call: Call) -> list[Json]:
    """The guilds that it is in, with what it may do there."""
    mine = [one for one in world.guilds.values() if world.bot.id in one.members]
    nothing: Json = {"icon": None, "banner": None, "owner": False, "features": []}
    return [
        {"id": str(one.id), "name": one.name, "permissions": str(in_guild(one, world.bot)), **nothing} for one in mine
    ]


def leave_guild(world: World, call: Call) -> None:
    guild = finding.guild(world, call)
    del guild.members[world.bot.id]
    world.gateway.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)


def get_user(world: World, call: Call) -> Json:
    return wire.user(finding.user(world, call.number("user_id")))


def get_guild(world: World, call: Call) -> Any:
    guild = finding.guild(world, call)
    more = {"home_header": None, "region": "deprecated", "widget_enabled": False, "widget_channel_id": None}
    most = {"max_presences": None, "max_members": 500_000, "max_stage_video_channel_users": 50}
    rest = {"max_video_channel_users": 25, "premium_subscription_count": 0, "nsfw": False}
    return {name: value for name, value in wire.guild_core(guild).items() if name != "hub_type"} | more | most | rest


def get_member(world: World, call: Call) -> Json:
    guild = finding.guild(world, call)
    finding.user(world, call.number("user_id"))
    if call.number("user_id") not in guild.members:
        raise Declined(10007)
    return wire.member(guild.members[call.number("user_id")])
