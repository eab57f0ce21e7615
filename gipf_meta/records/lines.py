"""A tree of turns as the list of its lines, and back: for all code that visits a whole tree.

A turn has variations, lines that begin instead of it, and their turns have variations. People make
trees of any depth, so nothing recurses here, and no other code goes through all variations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")
Variations: TypeAlias = tuple[tuple[T, ...], ...]
"""The lines that begin instead of a turn."""


class TreeLine(NamedTuple, Generic[T]):
    """A line of *turns*. It begins instead of the turn with the second number *of* the line with
    the first; ``None``: instead of the turn that has all these lines."""

    of: tuple[int, int] | None
    turns: Sequence[T]


def lines_of(
    variations: Iterable[Sequence[T]], variations_of: Callable[[T], Iterable[Sequence[T]]]
) -> list[TreeLine[T]]:
    """The lines of *variations* and of those inside them, each behind the one it varies."""
    lines = [TreeLine(None, turns) for turns in variations]
    for n, line in enumerate(lines):  # which grows meanwhile
        for at, turn in enumerate(line.turns):
            lines.extend(TreeLine((n, at), turns) for turns in variations_of(turn))
    return lines


def variations_from(
    lines: Sequence[TreeLine[T]], with_variations: Callable[[T, Variations[T]], T]
) -> Variations[T]:
    """The variations of which these are the *lines*; inverse of ``lines_of``.

    *with_variations* is a turn with its variations, called where there are some. Raises
    ``ValueError`` unless each line stands behind the one it varies, in which that turn is.
    """
    beside: defaultdict[tuple[int, int] | None, list[tuple[T, ...]]] = defaultdict(list)
    for n in reversed(range(len(lines))):
        of, turns = lines[n]
        own = {at: beside.pop((n, at)) for at in range(len(turns)) if (n, at) in beside}
        beside[of].append(
            tuple(
                with_variations(turn, tuple(reversed(own[at]))) if at in own else turn
                for at, turn in enumerate(turns)
            )
        )
    first = tuple(reversed(beside.pop(None, [])))
    if beside:
        raise ValueError([*beside])  # turns that these lines vary do not stand before them
    return first


# ---- as JSON data ------------------------------------------------------------------------------

LINES: Final = "lines"
"""The key of the lines of deep variations, listed flat; others stand inside each other."""
FLAT: Final = f'"variations":{{"{LINES}":'
"""The mark of a turn, in the library's JSON text, whose variations are listed flat; no other turn
has it, for in a text of JSON a sign stands before quotes."""


def lines_from_data(variations: Any) -> list[TreeLine[Any]] | None:
    """The lines of the JSON data *variations* of a turn, nested or flat; ``None``: they are
    neither, or vary a turn that does not stand before them."""
    if isinstance(variations, dict):
        return _listed_lines(variations)
    if not _are_nested(variations):
        return None
    lines = lines_of(variations, _nested_in)
    return [TreeLine(of, [_bare(turn) for turn in turns]) for of, turns in lines]


def lines_to_data(lines: Sequence[TreeLine[Any]], *, nested: bool) -> Any:
    """The variations of a turn as JSON data; inverse of ``lines_from_data``."""
    if nested:
        return variations_from(lines, lambda turn, found: {**turn, "variations": found})
    return {
        LINES: [
            {"turns": turns} if of is None else {"of": list(of), "turns": turns}
            for of, turns in lines
        ]
    }


def _listed_lines(variations: dict[str, Any]) -> list[TreeLine[Any]] | None:
    listed = variations.get(LINES)
    if not isinstance(listed, list) or len(variations) > 1:
        return None
    lines: list[TreeLine[Any]] = []
    for each in listed:
        if not isinstance(each, dict) or each.keys() - {"of", "turns"}:
            return None
        turns = each.get("turns")
        if not isinstance(turns, list):
            return None
        match each.get("of"):
            case None:
                lines.append(TreeLine(None, turns))
            case [int(line), int(at)] if 0 <= line < len(lines) and 0 <= at < len(
                lines[line].turns
            ):
                lines.append(TreeLine((line, at), turns))
            case _:
                return None
    return lines


def _are_nested(variations: Any) -> bool:
    return isinstance(variations, list | tuple) and all(
        isinstance(line, list | tuple) for line in variations
    )


def _nested_in(turn: Any) -> Any:
    variations = turn.get("variations", ()) if isinstance(turn, dict) else ()
    return variations if _are_nested(variations) else ()


def _bare(turn: Any) -> Any:
    """*turn* without the variations that ``_nested_in`` has found."""
    if not (isinstance(turn, dict) and _nested_in(turn)):
        return turn
    return {name: value for name, value in turn.items() if name != "variations"}
