"""Where words stand in a database: in every column that its schema names, and in every byte of its files."""

import sqlite3
from collections.abc import Collection
from pathlib import Path


def standing(path: Path, words: Collection[str]) -> list[str]:
    """Each place where one of these words stands, in capitals or not: `people.settings: {…}`, or the file's name."""
    found = []
    connection = sqlite3.connect(path)
    tables = [str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
        for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608  names of the schema
            for column, cell in zip(columns, row, strict=True):
                if any(word.casefold() in str(cell).casefold() for word in words):
                    found.append(f"{table}.{column}: {cell}")
    connection.close()
    for file in sorted(path.parent.glob(f"{path.name}*")):
        content = file.read_bytes().lower()
        found += [f"{file.name}: {word}" for word in words if word.lower().encode() in content]
    return found
