"""The words of a note sheet to blame where none are a turn, and those that a turn does not need.

To try fewer and fewer words ends at the fewest, and their fault is seldom that of the whole text:
``x`` alone is another word than the ``x`` of a capture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from gipf_meta.protocol.game import AnyGame, Game, IllegalMove, MoveError

_DIGIT: Final = re.compile(r"[0-9]")


def count_blamed(
    words: Sequence[str], why: Mapping[int, MoveError], is_understood: Callable[[str], bool]
) -> int:
    """The number of *words* to blame; *why* has, for each number of them, the error of that text.

    They are the most that are a turn but against the rules, unless fewer are so for the same
    reason; else as many as look like a turn, up to a word that *is_understood* by itself.
    """
    illegal = [count for count in why if isinstance(why[count], IllegalMove)]
    if illegal and max(illegal) > 1:
        said = _reason(words, why, max(illegal))
        return min(count for count in illegal if _reason(words, why, count) == said)
    count = 1
    while count < len(words) and not _has_digit(words[:count]) and not is_understood(words[count]):
        count += 1
    return count


def spare_words(game: AnyGame, state: Any, turn: str, moves: Sequence[Any]) -> list[str]:
    """The words at the end of a *turn*, which is these *moves* in this *state*, without which it is
    the same: ``x``, with which a capture may begin behind it."""
    words = turn.split(" ")
    count = len(words)
    with suppress(MoveError):
        while count > 1 and list(game.parse_turn(state, " ".join(words[: count - 1]))) == [*moves]:
            count -= 1
    return words[count:]


def count_idle(game: AnyGame, state: Any, words: Sequence[str]) -> int:
    """The number of *words* that play nothing in this *state* and are no fault: a mark that only
    time passes, a line of scores."""
    if type(game).play_line is Game.play_line:
        return 0
    for count in range(len(words), 0, -1):
        with suppress(MoveError):
            line = game.play_line(state, " ".join(words[:count]))
            if all(after == state for _text, after in line):
                return count
    return 0


def _reason(words: Sequence[str], why: Mapping[int, MoveError], count: int) -> str:
    """The reason why the first *count* words are no turn, with ``…`` in place of these words."""
    return str(why[count]).replace(" ".join(words[:count]), "…")


def _has_digit(words: Sequence[str]) -> bool:
    """Whether some of *words* names a place."""
    return any(_DIGIT.search(word) for word in words)
