"""A host of the benchmark beside another one, until its input ends.

Its first line says with which database; each other one is answered with a line.
"""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from bench.host import Load, hosting
from bot.database_address import ServerDatabase
from bot.host.garbage import keep_collections_short


async def main() -> None:
    first = json.loads(await _line())
    load = Load(server=ServerDatabase(first["address"]), pictures=first["pictures"], parts=first["parts"])
    async with hosting(Path(), load) as host:
        print("ready", flush=True)
        while word := await _line():
            if word == "parts":
                print(host.parts_of(load.divided), flush=True)
            elif word == "begin":
                host.begin_stretch()
                print("begun", flush=True)
            else:
                print(json.dumps(asdict(host.stretch())), flush=True)


async def _line() -> str:
    line = await asyncio.to_thread(sys.stdin.readline)
    return str(line).strip()


if __name__ == "__main__":
    keep_collections_short()
    asyncio.run(main())
