"""Wraps the prose of the pages: `make docs`. Tables, code, headings, pictures and short lines stay as they are."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

WIDTH: Final = 120  # signs of a line
_ASIDE: Final = re.compile(r"\s*(?:$|\||#+ |<|!\[[^\]]*\]\([^)]*\)$)")
"""A blank line, a table, a heading, HTML, a picture alone."""
_LEAD: Final = re.compile(r"\s*(?:[-*] +|\d+\. +)?")  # of a paragraph, or of an item of a list
_PIECE: Final = re.compile(r"(?:`[^`]*`|\S)+")  # a word; code in backquotes is never broken
_NO_BEGIN: Final = re.compile(r"[-+*>]|\||#+|\d+[.)]")  # at the begin of a line it would be an item, a heading, a table


def wrapped(page: str) -> str:
    """The page, its paragraphs that have a longer line filled anew."""
    lines: list[str] = []
    for block, is_prose in _blocks(page.split("\n")):
        lines += _filled(block) if is_prose and any(len(line) > WIDTH for line in block) else block
    return "\n".join(lines)


def _blocks(lines: Iterable[str]) -> Iterator[tuple[list[str], bool]]:
    """The paragraphs, and each other line; whether it is prose."""
    paragraph: list[str] = []
    in_code = False
    for line in lines:
        is_fence = line.lstrip().startswith("```")
        is_aside = is_fence or in_code or _ASIDE.match(line) or (not paragraph and line.startswith("    "))
        in_code ^= is_fence
        if paragraph and (is_aside or re.match(r"\s*(?:[-*]|\d+\.) ", line)):
            yield paragraph, True
            paragraph = []
        if is_aside:
            yield [line], False
        else:
            paragraph.append(line)
    if paragraph:
        yield paragraph, True


def _filled(paragraph: list[str]) -> list[str]:
    first = _LEAD.match(paragraph[0])
    lead = first[0] if first else ""
    pieces = _pieces("\n".join(paragraph)[len(lead) :])
    lines = [lead + pieces[0]]
    for piece in pieces[1:]:
        if len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += f" {piece}"
        else:
            lines.append(" " * len(lead) + piece)
    return lines


def _pieces(text: str) -> list[str]:
    """The words; one that may begin no line stays with the word before."""
    pieces: list[str] = []
    for match in _PIECE.finditer(text):
        piece = re.sub(r"\s+", " ", match[0])
        if pieces and _NO_BEGIN.fullmatch(piece):
            pieces[-1] += f" {piece}"
        else:
            pieces.append(piece)
    return pieces


def wrap_pages(files: Iterable[Path]) -> None:
    """Each where it has to be."""
    for file in files:
        before = file.read_text("utf-8")
        if (after := wrapped(before)) != before:
            file.write_text(after, encoding="utf-8", newline="\n")
