"""A whole host in one process on simulated time: people, a disk, messengers and crashes, all of one seed.

`loop` has the time, `disk` the database's faults, `chats` the platforms and what stands on their screens, `browser`
the page's windows, `host` the parts of `burraco run`, `people` what is done to them, `laws` what must hold, and
`runs` plays a run and shortens one that breaks a law. `python -m tests.simulated --help`.
"""
