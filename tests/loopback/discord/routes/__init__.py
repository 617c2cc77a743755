"""The calls this server knows, by method and path template; every other one is answered with 404 and is a violation."""

from collections.abc import Callable
from typing import Any, Final

from tests.loopback.discord.calls import Call
from tests.loopback.discord.routes import account, channels, commands, events, interactions, messages, roles, webhooks
from tests.loopback.discord.world import World

Route = Callable[[World, Call], Any]

OPEN_TO_ALL: Final = ("/interactions/", "/webhooks/", "/gateway")  # the token in the address is the key, or none
EVERYWHERE: Final = "/applications/{application_id}/commands"
IN_A_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
EVENTS: Final = "/guilds/{guild_id}/scheduled-events"
EVENT: Final = EVENTS + "/{guild_scheduled_event_id}"
HOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES: Final[dict[tuple[str, str], Route]] = {
    ("GET", "/users/@me"): account.me,
    ("GET", "/oauth2/applications/@me"): account.application,
    ("GET", "/applications/@me"): account.application,
    ("PATCH", "/applications/@me"): account.change_application,
    ("GET", "/gateway"): account.gateway,
    ("GET", "/gateway/bot"): account.gateway_bot,
    ("POST", "/users/@me/channels"): account.open_dm,
    ("GET", "/users/@me/guilds"): account.guilds,
    ("DELETE", "/users/@me/guilds/{guild_id}"): account.leave_guild,
    ("GET", "/users/{user_id}"): account.get_user,
    ("GET", "/guilds/{guild_id}"): account.get_guild,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): account.get_member,
    ("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"): roles.give,
    ("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"): roles.take,
    **{(verb, path): commands.ON_ALL[verb] for verb in commands.ON_ALL for path in (EVERYWHERE, IN_A_GUILD)},
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): interactions.callback,
    ("POST", HOOK): webhooks.follow_up,
    ("GET", HOOK + "/messages/@original"): webhooks.get,
    ("PATCH", HOOK + "/messages/@original"): webhooks.edit,
    ("DELETE", HOOK + "/messages/@original"): webhooks.delete,
    ("GET", HOOK + "/messages/{message_id}"): webhooks.get,
    ("PATCH", HOOK + "/messages/{message_id}"): webhooks.edit,
    ("DELETE", HOOK + "/messages/{message_id}"): webhooks.delete,
    ("GET", "/channels/{channel_id}"): channels.get,
    ("PATCH", "/channels/{channel_id}"): channels.edit,
    ("DELETE", "/channels/{channel_id}"): channels.delete,
    ("POST", "/channels/{channel_id}/typing"): channels.typing,
    ("POST", "/channels/{channel_id}/threads"): channels.start_thread,
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): channels.start_thread_at,
    ("PUT", "/channels/{channel_id}/thread-members/@me"): channels.join_thread,
    ("DELETE", "/channels/{channel_id}/thread-members/@me"): channels.leave_thread,
    ("PUT", "/channels/{channel_id}/thread-members/{user_id}"): channels.join_thread,
    ("DELETE", "/channels/{channel_id}/thread-members/{user_id}"): channels.leave_thread,
    ("GET", "/channels/{channel_id}/messages"): messages.history,
    ("POST", "/channels/{channel_id}/messages"): messages.send,
    ("GET", "/channels/{channel_id}/messages/{message_id}"): messages.get,
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): messages.edit,
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): messages.delete,
    ("GET", EVENTS): events.listed,
    ("POST", EVENTS): events.create,
    ("GET", EVENT): events.get,
    ("PATCH", EVENT): events.edit,
    ("DELETE", EVENT): events.delete,
}
