"""The federations' tournament law: pairings, awards, penalties and standings as pure functions of one stored file.

`reading` makes values of the file, `fold` its events into a state, `pairing` the next round, `standings` the table,
`answers` what the command line says of it. The form of the file is told in `docs/tournament-format.md`.
"""
