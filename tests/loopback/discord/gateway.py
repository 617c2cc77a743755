"""The gateway: WebSocket sessions that get every event in order, and get the missed ones again when they resume."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType, web

from tests.loopback.discord import wire
from tests.loopback.discord.sessions import Line, Session
from tests.loopback.discord.values import Guild, Json, Message
from tests.loopback.serving import Entrance

if TYPE_CHECKING:
    from tests.loopback.discord.world import World

HEARTBEAT, RECONNECT, INVALID, HELLO, ACK = 1, 7, 9, 10, 11
IGNORED: Final = frozenset({3, 4, 8})  # presence, voice, members: taken and not answered
INTENTS: Final = {  # the bit a session must have asked for, by the beginning of the event's name
    "GUILD_MEMBER": 1 << 1,
    "GUILD_SCHEDULED": 1 << 16,
    "GUILD": 1 << 0,
    "CHANNEL": 1 << 0,
    "THREAD": 1 << 0,
}
MESSAGES_OF_GUILDS: Final = 1 << 9
MESSAGES_OF_DMS: Final = 1 << 12
CONTENT: Final = 1 << 15
FOR_GOOD: Final = (1000, 1001)  # whoever closes with one of these ends the session
MOST_GUILDS: Final = 2500
BETWEEN_LOGINS: Final = 5.0  # seconds, where `max_concurrency` is 1


class Gateway:
    """All sessions and their sockets; `frames` is everything that went in ("in") or out ("out")."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.beat = 41.25  # seconds between two heartbeats
        self.acknowledges = True  # whether heartbeats are answered
        self.stalls = False  # whether who connects waits for the first word, as on a way that carries nothing
        self.stalled = 0  # who has waited so
        self.sessions: dict[str, Session] = {}
        self.lines: list[Line] = []
        self.frames: list[tuple[str, Json]] = []
        self.on_frame: Callable[[str, Json], None] = lambda _way, _frame: None
        self.entrance: Entrance | None = None  # where sockets come in, while the server runs
        self.logins = 0
        self.resumed = 0
        self.paces_logins = False  # whether more than one in five seconds is refused, as Discord does
        self.hurried = 0  # how many were
        self.at_once = 1  # how many shards may log in in that time: one of each remainder of their numbers by this
        self.most_guilds = MOST_GUILDS  # that one session may hear of
        self.asked_shards = 0  # how many it asks for; 0: as many as there have to be
        self._logged_in_at: dict[int, float] = {}

    @property
    def ready(self) -> bool:
        """Whether a bot is there and has been told everything so far."""
        alive = [one for one in self.sessions.values() if one.line]
        return bool(alive) and all(one.position == len(one.frames) for one in alive)

    async def settled(self) -> None:
        """Until the clients have taken in all that happened so far: they are asked for a heartbeat behind it."""
        await self.world.until(lambda: self.ready)
        goals = [(one, len(one.frames)) for one in self.sessions.values() if one.line]
        for session, _ in goals:
            if session.line:
                await self._out(session.line, {"op": HEARTBEAT, "d": None, "s": None, "t": None})
        await self.world.until(lambda: all(one.confirmed >= goal for one, goal in goals))

    def tell(self, event: str, data: Json, guild: Guild | None) -> None:
        """An event for the sessions that asked for its kind, where the bot is in the guild.

        What changes about the bot as a member is told to every session, whatever it asked for.
        """
        present = guild is None or self.world.bot.id in guild.members or event == "GUILD_DELETE"
        wanted = next((bit for name, bit in INTENTS.items() if event.startswith(name)), 0)
        own = event == "GUILD_MEMBER_UPDATE" and data["user"]["id"] == str(self.world.bot.id)
        wanted = 0 if own else wanted
        for session in self.sessions.values() if present else ():
            if session.hears(guild) and session.intents & wanted == wanted:
                session.tell(event, data)

    def tell_of(self, event: str, message: Message) -> None:
        """An event of a message; its content only where the bot wrote it, is named in it, or it stands in a DM."""
        guild, where = message.channel.guild, message.channel
        if message.receiver is not None or (guild and self.world.bot.id not in guild.members):
            return
        data: Json = {"id": str(message.id), "channel_id": str(where.id)}
        if event != "MESSAGE_DELETE":
            data = wire.message(self.world, message)
        if guild:
            data["guild_id"] = str(guild.id)
            if event != "MESSAGE_DELETE" and message.author.id in guild.members:
                data["member"] = wire.member(guild.members[message.author.id]) | {"user": None}
                del data["member"]["user"]
        hidden = guild and message.author is not self.world.bot and self.world.bot.id not in message.content.pinged
        for session in self.sessions.values():
            if session.hears(guild) and session.intents & (MESSAGES_OF_GUILDS if guild else MESSAGES_OF_DMS):
                blank = {"content": "", "embeds": [], "attachments": [], "components": []}
                mute = hidden and event != "MESSAGE_DELETE" and not session.intents & CONTENT
                session.tell(event, data | blank if mute else data)

    def interact(self, data: Json, guild: Guild | None) -> None:
        """An interaction, which every bot gets without asking: posted where there is an address, else told of here."""
        if self.world.posting.address:
            self.world.posting.post(data)
            return
        for session in self.sessions.values():
            if session.hears(guild):
                session.tell("INTERACTION_CREATE", data)

    def drop(self) -> None:
        """All sockets break; the sessions live on and may be resumed."""
        for line in list(self.lines):
            line.cut()

    @property
    def address(self) -> str:
        """Where sockets come in, first and again."""
        return f"ws://127.0.0.1:{self.entrance.port}/gateway" if self.entrance else ""

    async def go_away(self) -> None:
        """All sockets break, and new ones are refused until `come_back`; the sessions live on."""
        if self.entrance:
            await self.entrance.shut()
        self.drop()

    async def come_back(self) -> None:
        if self.entrance:
            await self.entrance.open()

    async def reconnect(self) -> None:
        """Asks the clients to come back on a new socket."""
        for line in list(self.lines):
            await self._out(line, {"op": RECONNECT, "d": None, "s": None, "t": None})

    async def invalidate(self, resumable: bool = False) -> None:
        """Tells the clients that their session is over; a resumable one may be taken up again."""
        if not resumable:
            self.sessions.clear()
        for line in list(self.lines):
            await self._out(line, {"op": INVALID, "d": resumable, "s": None, "t": None})

    async def _out(self, line: Line, frame: Json) -> None:
        self.note("out", frame)
        await line.send(frame)

    def note(self, way: str, frame: Json) -> None:
        """Keeps a frame, and lets the judge hear it."""
        self.frames.append((way, frame))
        self.on_frame(way, frame)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One socket from hello to the end."""
        self.stalled += self.stalls
        self.world.changed()
        while self.stalls:  # noqa: ASYNC110  a test says when it is over
            await asyncio.sleep(0.05)
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, heartbeat=None)
        await socket.prepare(request)
        line = Line(socket, request)
        self.lines.append(line)
        writer: asyncio.Task[None] | None = None
        session: Session | None = None
        try:
            await self._out(
                line, {"op": HELLO, "d": {"heartbeat_interval": int(self.beat * 1000)}, "s": None, "t": None}
            )
            async for received in socket:
                if received.type is not WSMsgType.TEXT:
                    break
                frame = json.loads(received.data)
                self.note("in", frame)
                session, code = await self._take(line, session, frame)
                if code:
                    await socket.close(code=code)
                if session and writer is None:
                    writer = asyncio.create_task(self._write(line, session))
        finally:
            self.lines.remove(line)
            if session and session.line is line:
                session.line = None
                if socket.close_code in FOR_GOOD:
                    self.sessions.pop(session.id, None)
            self.world.changed()  # first: where the client has gone this task is cancelled, too
            if writer:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
        return socket

    async def _take(self, line: Line, session: Session | None, frame: Json) -> tuple[Session | None, int]:
        """What a frame of the client leads to: the session from now on, and a closing code or 0."""
        match frame.get("op"):
            case 1:
                if session:
                    session.confirmed = frame["d"] or 0
                if self.acknowledges:
                    await self._out(line, {"op": ACK})
                self.world.changed()
                return session, 0
            case 2:
                return (session, 4005) if session else await self._identified(line, frame["d"])
            case 6:
                return (session, 4005) if session else await self._resumed(line, frame["d"])
            case op if op in IGNORED:
                return session, 0 if session else 4003
            case _:
                return session, 4001

    async def _identified(self, line: Line, payload: Json) -> tuple[Session | None, int]:
        if payload["token"] != self.world.token:
            return None, 4004
        number, of = payload.get("shard") or (0, 1)
        turn = number % self.at_once
        is_hurried = time.monotonic() - self._logged_in_at.get(turn, -BETWEEN_LOGINS) < BETWEEN_LOGINS
        self._logged_in_at[turn] = time.monotonic()
        if self.paces_logins and is_hurried:
            self.hurried += 1
            await self._out(line, {"op": INVALID, "d": False, "s": None, "t": None})
            return None, 0
        if not 0 <= number < of:
            return None, 4010
        self.logins += 1
        session = Session(f"session{self.logins:08d}", payload["intents"], (number, of), line=line)
        mine = [one for one in self.world.guilds.values() if self.world.bot.id in one.members and session.hears(one)]
        if len(mine) > self.most_guilds:
            return None, 4011
        self.sessions[session.id] = session
        ready = {
            "v": 10,
            "user": wire.user(self.world.bot),
            "guilds": [{"id": str(one.id), "unavailable": True} for one in mine],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": str(self.world.bot.id), "flags": 0, "flags_new": "0"},
        }
        session.tell("READY", ready | ({"shard": [number, of]} if "shard" in payload else {}))
        for one in [one for one in mine if session.intents & 1 and not one.is_away]:
            session.tell("GUILD_CREATE", wire.whole_guild(self.world, one))
        return session, 0

    async def _resumed(self, line: Line, payload: Json) -> tuple[Session | None, int]:
        if payload["token"] != self.world.token:
            return None, 4004
        session = self.sessions.get(payload["session_id"])
        if session is None:
            await self._out(line, {"op": INVALID, "d": False, "s": None, "t": None})
            return None, 0
        if not 0 <= payload["seq"] <= len(session.frames):
            return None, 4007
        session.line, session.position = line, payload["seq"]
        session.tell("RESUMED", {"_trace": []})
        self.resumed += 1
        return session, 0

    async def _write(self, line: Line, session: Session) -> None:
        """Sends what the session has been told and the socket has not got, for as long as it is the session's own."""
        while session.line is line:
            session.more.clear()
            while session.position < len(session.frames) and session.line is line:
                frame = session.frames[session.position]
                session.position += 1
                await self._out(line, frame)
            self.world.changed()
            await session.more.wait()

    async def close(self) -> None:
        for line in list(self.lines):
            await line.socket.close(code=WSCloseCode.GOING_AWAY)
