"""Readers for tests: a sound one, and broken ones, each of which breaks a law."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gipf_meta import (
    GameTree,
    PlaceOf,
    Reader,
    SgfReader,
    WrittenGame,
    WrittenResult,
    WrittenTurn,
)

TALE: Final = """Tale of zertz
Anna and Bert on 2008-06-14
1 Wd4,d1 good!
2 Bd7,a4
3 Gc5,g1
Anna gave up
"""
"""A form that nobody uses: a line a turn, with words behind it."""

_TURN: Final = re.compile(r"([0-9]+) (\S+)(?: (.*))?")


def tells(text: str) -> bool:
    """Whether *text* is a tale."""
    return text.startswith("Tale of ")


def told(text: str) -> Iterator[WrittenGame]:
    """The games of a tale. Raises ``ValueError``."""
    for tale in text.split("Tale of ")[1:]:
        game, _end, rest = tale.partition("\n")
        players = re.match(r"(.*) and (.*) on (.*)\n", rest)
        if not players:
            raise ValueError("A tale begins with who played.")
        turns, result, fault = [], None, ""
        for number, line in enumerate(rest.splitlines()[1:], 3):
            if found := _TURN.fullmatch(line):
                place = f"line {number}"
                turns.append(WrittenTurn(found[2], comment=found[3] or "", place=place))
            elif line.endswith(" gave up"):
                seat = int(line.startswith(f"{players[2]} "))
                result = WrittenResult((1 - seat,), "resign")
            else:
                fault = f"Line {number} tells nothing that is known."
                break
        yield WrittenGame(
            game.strip(),
            tuple(turns),
            names=(players[1], players[2]),
            about={"date": players[3]},
            result=result,
            fault=fault,
        )


def tale_of(game: WrittenGame) -> str:
    """*game* as a tale. Raises ``ValueError`` for one with variations."""
    if any(turn.variations for turn in game.turns):
        raise ValueError("A tale has no variations.")
    first, second = game.names
    lines = [f"Tale of {game.game}", f"{first} and {second} on {game.about.get('date', '')}"]
    lines += [f"{n} {turn.text} {turn.comment}".rstrip() for n, turn in enumerate(game.turns, 1)]
    if game.result is not None and game.result.reason == "resign":
        lines.append(f"{game.names[1 - game.result.winners[0]]} gave up")
    return "\n".join(lines) + "\n"


SOUND: Final = Reader("tale", "tales", tells, told, TALE, tale_of, ".tale")


def _failing(text: str) -> Iterator[WrittenGame]:
    for game in told(text):
        if len(game.turns) < 3:
            raise KeyError("turns")
        yield game


_COUNT: Final = [0]


def _otherwise(text: str) -> Iterator[WrittenGame]:
    _COUNT[0] += 1
    for game in told(text):
        yield replace(game, comment=str(_COUNT[0]))


BROKEN: Final = {
    "its_texts_are_known": replace(SOUND, looks_like=lambda text: True),
    "reading_is_repeated": replace(SOUND, read=_otherwise),
    "examples_are_legal": replace(SOUND, example=TALE.replace("Gc5", "Wd4")),
    "what_is_written_is_read_again": replace(SOUND, write=lambda game: TALE.replace("Gc5", "Bc5")),
    "damage_is_a_sentence": replace(SOUND, read=_failing),
}
"""Broken readers by the law that finds each."""

TREE: Final = "(;FF[4]AP[Tale]PB[Anna]PW[Bert];B[Wd4,d1]C[good!];W[Bd7,a4];B[Gc5,g1])\n"
"""The form of SGF that nobody uses."""


def knows(root: Mapping[str, str]) -> bool:
    """Whether a game is of that form."""
    return root.get("AP") == "Tale"


def told_by_tree(tree: GameTree, place_of: PlaceOf) -> WrittenGame:
    """The game of a tree. Raises ``ValueError``."""
    root, *nodes = tree.main_line()
    if not root.values("PB"):
        raise ValueError("It does not say who played.")
    turns = [
        WrittenTurn(value, "BW".index(name), "".join(node.values("C")), place=place_of(node.at))
        for node in nodes
        for name, value in node.properties
        if name in ("B", "W")
    ]
    return WrittenGame("zertz", tuple(turns), names=(root.values("PB")[0], ""))


SOUND_TREE: Final = SgfReader("tale-sgf", "tales in SGF", knows, told_by_tree, TREE)


def _failing_tree(tree: GameTree, place_of: PlaceOf) -> WrittenGame:
    written = told_by_tree(tree, place_of)
    if len(written.turns) < 3:
        raise KeyError("turns")
    return written


def _tree_told_otherwise(tree: GameTree, place_of: PlaceOf) -> WrittenGame:
    _COUNT[0] += 1
    return replace(told_by_tree(tree, place_of), comment=str(_COUNT[0]))


BROKEN_TREE: Final = {
    "its_texts_are_known": replace(SOUND_TREE, knows=lambda root: True),
    "reading_is_repeated": replace(SOUND_TREE, read=_tree_told_otherwise),
    "examples_are_legal": replace(SOUND_TREE, example=TREE.replace("Gc5", "Wd4")),
    "what_is_written_is_read_again": replace(
        SOUND_TREE, write=lambda game: TREE.replace("Gc5", "Bc5")
    ),
    "damage_is_a_sentence": replace(SOUND_TREE, read=_failing_tree),
}
"""Broken readers of SGF by the law that finds each."""
