"""The layout of words to click below a board: their keys, rows and pages, and shortened names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

DIGITS: Final = "123456789"
LETTERS: Final = "xybfgjklt"
"""The keys of words where some are numbers, which are typed. These letters, and their capitals,
have no meaning on a board."""
MORE_LETTERS: Final = "ioprcvz"
"""More letters without a meaning on a board; some of their capitals have one."""
MOST: Final = len(DIGITS)
"""The number of words on a page."""
LEAST, LEAST_READ = 5, 10
"""The fewest letters of a name that are shown, and the fewest that make it readable."""
ROWS: Final = 2
"""The rows of a page of a palette: those of its words below a board on a low screen."""


def are_numbers(names: Sequence[str]) -> bool:
    """Whether all *names* are numbers, which are typed."""
    return bool(names) and all(name.isdecimal() for name in names)


def keys_of(names: Sequence[str], is_counted: bool) -> list[str]:
    """A key for each of *names*, the same on each page; letters if a word is a number, or if any
    *is_counted*."""
    numbered = any(part.isdigit() for name in names for part in name.split())
    keys = LETTERS if numbered or is_counted else DIGITS
    return [keys[at % MOST] for at in range(len(names))]


def keys_of_palette(names: Sequence[str]) -> list[str]:
    """A distinct key for each of *names*, the same on every page; ``""`` for each if all are
    numbers, which are typed, and where keys run out."""
    if are_numbers(names):
        return [""] * len(names)
    letters = LETTERS + MORE_LETTERS
    keys = letters if any(name.isdecimal() for name in names) else DIGITS + letters
    return [keys[at : at + 1] for at in range(len(names))]


def pages_of(count: int) -> list[range]:
    """The pages of so many words, as ranges of their indices: as many on each as there are keys."""
    return [range(at, min(at + MOST, count)) for at in range(0, count, MOST)]


def pages_of_palette(widths: Sequence[int], columns: int, turning: int) -> list[range]:
    """The pages of words of these *widths*, as many on each as fit on ``ROWS`` rows of so many
    *columns*, beside *turning* columns for the page control if there are several pages."""
    every = range(len(widths))
    if not columns or len(lines_of(widths, columns)) <= ROWS:
        return [every]
    pages, first = [], 0
    for at in every[1:]:
        if len(lines_of([*widths[first : at + 1], turning], columns)) > ROWS:
            pages.append(range(first, at))
            first = at
    return [*pages, range(first, len(widths))]


def lines_of(widths: Sequence[int], columns: int) -> list[list[int]]:
    """The indices of words of these *widths*, line by line; no word is broken at the end of a
    line."""
    lines: list[list[int]] = [[]]
    used = 0
    for at, width in enumerate(widths):
        if used and 0 < columns < used + 1 + width:
            lines.append([])
            used = 0
        lines[-1].append(at)
        used += width + (1 if used else 0)
    return lines


def count_lines(widths: Sequence[int], columns: int) -> int:
    """The lines that words of these *widths* need; more for one that is longer than a line."""
    broken = sum((width - 1) // columns for width in widths) if columns else 0
    return len(lines_of(widths, columns)) + broken


def cut(name: str, most: int) -> str:
    """*name* with at most *most* letters."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def ways_to_cut(names: Sequence[str], rows: int, most: int) -> Iterator[tuple[int, int]]:
    """The most letters of each of *names*, and the rows that they may take then; best first."""
    longest, apart = max([LEAST, *map(len, names)]), len(set(names))
    read = min(longest, LEAST_READ)
    while read < longest and len({cut(name, read) for name in names}) < apart:
        read += 1
    for room in range(rows, max(rows, most) + 1):
        yield from ((letters, room) for letters in range(longest, read - 1, -1))
    yield from ((letters, most) for letters in range(read - 1, LEAST - 1, -1))
