"""Results of games as note sheets write them, and the words in them for seats and players.

``records/record_from_game.py`` decides what a record makes of a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from gipf_meta.base.names import plain_letters as _plain
from gipf_meta.base.numbers import read_whole
from gipf_meta.protocol.game import AnyGame, seat_names
from gipf_meta.protocol.readers import WrittenResult

_WON: Final = {
    "1-0": (0,), "0-1": (1,), "1:0": (0,), "0:1": (1,), "1/2-1/2": (), "½-½": (), "1/2": (),
    "½": (), "1/2:1/2": (), "½:½": (), "draw": (), "drawn": (),
}  # fmt: skip
_RESIGNS: Final = ("resign", "resigns", "resigned", "gives up")
_WINS: Final = ("wins", "won", "wins the game")


def is_open_end(said: str) -> bool:
    """Whether *said* is a sign that the game is not over."""
    return said in ("*", "…", "...")


def read_result(
    game: AnyGame, said: str, names: Sequence[str], mover: int | None
) -> WrittenResult | None:
    """The result in *said*, a text in small letters: ``white resigns``, ``1-0``, ``draw``;
    ``None``: none. *names* are those of the players, *mover* is the seat on turn."""
    said, _comma, why = said.partition(", ")
    found = _without_reason(game, said, names, mover)
    return replace(found, reason=why) if found and why else found


def _without_reason(
    game: AnyGame, said: str, names: Sequence[str], mover: int | None
) -> WrittenResult | None:
    seats = len(names)
    said = said.replace(" - ", "-").replace(" : ", ":")
    if said in _WON and (seats == 2 or not _WON[said]):
        return WrittenResult(_WON[said], "" if _WON[said] else "draw")
    for words in _RESIGNS:
        who = said.removesuffix(words).strip() if said.endswith(words) else None
        if who is None and said.startswith(f"{words} "):
            who = said.removeprefix(words).strip()
        if who is not None:
            seat = mover if not who else seat_called(game, who, names)
            if seat is not None:
                return WrittenResult(tuple(n for n in range(seats) if n != seat), "resign")
    for words in _WINS:
        if said.endswith(words):
            called = said.removesuffix(words).strip().split(" and ")
            won = [seat_called(game, each, names) for each in called]
            if None not in won:
                return WrittenResult(tuple(sorted(seat for seat in won if seat is not None)))
    return None


def seat_called(game: AnyGame, who: str, names: Sequence[str]) -> int | None:
    """The seat called *who*: by its name, its number, or its player's name; ``None``: none."""
    if (number := read_whole(who, 0, len(names) - 1)) is not None:
        return number
    plain = _plain(who)
    called = [
        seat
        for seat in range(len(names))
        if plain and plain in (*calls(game, seat), _plain(names[seat]))
    ]
    return called[0] if len(called) == 1 else None


def calls(game: AnyGame | type[AnyGame], seat: int) -> tuple[str, ...]:
    """The names for a *seat* in headers and results, in all languages, as plain letters."""
    return _calls(game if isinstance(game, type) else type(game), seat)


@cache
def _calls(kind: type[AnyGame], seat: int) -> tuple[str, ...]:
    return (
        *map(_plain, seat_names(kind, seat)), f"player{seat + 1}", f"p{seat + 1}",
        *(("white", "black")[seat : seat + 1]),
    )  # fmt: skip
