"""Places in servers of a shard, where Discord is divided into two."""

from collections.abc import Sequence
from typing import Final

from tests.adapters.both.on_discord import OnDiscord
from tests.adapters.discord.scripted import ScriptedMatch
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Club
from tests.loopback.discord.server import Discord

SHARDS: Final = 2


class InShard(OnDiscord):
    """A channel of a server that belongs to a shard."""

    def __init__(self, server: Discord, shard: int) -> None:
        super().__init__(server)
        self.shard = shard

    def gather(self, people: Sequence[Person], place: str = "Circolo") -> ScriptedMatch:
        club = club_of(self.server, self.shard, place, *people)
        self.match = ScriptedMatch(self.host, club.channel("tavoli"), list(people))
        return self.match


def club_of(server: Discord, shard: int, place: str, *people: Person) -> Club:
    while True:
        club = server.guild(place, *people)
        if (club.id >> 22) % SHARDS == shard:
            return club
