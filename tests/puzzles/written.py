"""Puzzles as files hold them, read and looked at by the file alone, without the host's reader."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
FIELDS: Final = {"number", "options", "position", "turns", "also", "themes", "rating", "deviation"}
LISTS: Final = ("options", "turns", "also", "themes")
RATINGS: Final = range(400, 3001)
DEVIATIONS: Final = range(1, 351)
FEW: Final = 12
"""The number of puzzles below which a theme may have more than its quarter."""


class Written(NamedTuple):
    """A puzzle as the file says it."""

    game: str
    number: int
    position: str
    turns: tuple[str, ...]
    themes: tuple[str, ...]
    options: dict[str, str]
    also: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The puzzle in a report."""
        return f"{self.game}-{self.number}"


class Finding(NamedTuple):
    """A thing that is wrong: which puzzle, of what kind, and a sentence."""

    puzzle: str
    kind: str
    words: str

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.kind}: {self.words}"


def files(root: Path = ROOT) -> dict[str, Path]:
    """The file of each game that has one."""
    found = sorted(root.glob("plugins/*/*/puzzles.json"))
    return {path.parents[1].name: path for path in found}


def read(game: str, path: Path) -> tuple[list[Written], list[Finding]]:
    """The puzzles of *game* in the file at *path* that can be read, and what is wrong with the
    file."""
    text = path.read_text(encoding="utf-8")
    try:
        entries = json.loads(text)
    except ValueError as error:
        return [], [Finding(game, "format", f"no JSON: {error}")]
    if not isinstance(entries, list):
        return [], [Finding(game, "format", "no list")]
    findings = [Finding(game, "format", words) for words in _wrong_lines(text, len(entries))]
    puzzles, last = [], 0
    for at, entry in enumerate(entries, 1):
        wrong = [*_wrong_fields(entry)]
        if wrong:
            findings += [Finding(f"{game}, entry {at}", "format", words) for words in wrong]
            continue
        puzzle = Written(
            game,
            entry["number"],
            entry["position"],
            tuple(entry["turns"]),
            tuple(entry.get("themes", ())),
            dict(each.split("=", 1) for each in entry.get("options", ())),
            tuple(entry.get("also", ())),
        )
        if puzzle.number <= last:
            findings.append(Finding(puzzle.id, "number", f"comes after {last}"))
        last = max(last, puzzle.number)
        puzzles.append(puzzle)
    return puzzles, findings


def _wrong_lines(text: str, count: int) -> Iterator[str]:
    """The ways in which *text* has not one object in each line."""
    lines = text.splitlines()
    inner = [line for line in lines if line.strip() not in ("[", "]")]
    if len(inner) != count:
        yield f"{count} puzzles in {len(inner)} lines"
    if not text.endswith("\n"):
        yield "the last line has no end"


def _wrong_fields(entry: Any) -> Iterator[str]:
    """The ways in which *entry* is not what the fields of a puzzle have to be."""
    if not isinstance(entry, dict):
        yield "no object"
        return
    unknown = entry.keys() - FIELDS
    if unknown:
        yield f"unknown fields {sorted(unknown)}"
    if type(entry.get("number")) is not int or entry["number"] < 1:
        yield f"number {entry.get('number')!r}"
    if not isinstance(entry.get("position"), str) or not entry["position"]:
        yield "no position"
    for name in LISTS:
        value = entry.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            yield f"{name} are no texts"
        elif len(set(value)) < len(value) and name != "turns":
            yield f"{name} say one thing twice"
    if len(entry.get("turns", ())) % 2 == 0:
        yield "the last turn is not the solver's"
    if not all("=" in str(each) for each in entry.get("options", ())):
        yield "options that are not NAME=VALUE"
    for name, those in (("rating", RATINGS), ("deviation", DEVIATIONS)):
        if name not in entry or type(entry[name]) is not int or entry[name] not in those:
            yield f"{name} {entry.get(name)!r}"


def crowded_themes(game: str, puzzles: list[Written]) -> Iterator[Finding]:
    """The first themes that more than a quarter of the *puzzles* have."""
    if len(puzzles) < FEW:
        return
    counts = Counter(puzzle.themes[0] for puzzle in puzzles if puzzle.themes)
    for theme, count in counts.items():
        if count * 4 > len(puzzles):
            yield Finding(game, "theme", f"{theme} is that of {count} of {len(puzzles)}")
