"""ZÈRTZ as boardspace.net writes it: what was done with the mouse, and what it comes to.

``rtob 2 1 D 4`` puts a grey marble of the pool (2; 0 and 1 are what the players have captured) on
d4, ``r- A 1`` takes ring a1 away, ``btob D 4 D 2`` jumps. Much is done and undone within a turn:
``btor`` takes the marble up again, ``r+`` puts the ring back, ``btob`` moves the marble that was
just put, or goes back. What counts is where everything lies at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, SiteTurn, site_place
from gipf_meta_zertz.notation import decision_text, jump_cells
from gipf_meta_zertz.positions import LETTERS
from gipf_meta_zertz.state import JUMP, REMOVE, State, cell_of, kind_of, unpack
from gipf_meta_zertz.texts import _

#: what ``SU`` says, and the rings of that board; ``+h`` has marbles given before the start
BOARDS: Final = {"zertz": 37, "zertz+11": 48, "zertz+24": 61}
HANDICAP: Final = "zertz+h"
CUSTOM: Final = "zertz+xx"
NAMES: Final = {37: "Zertz", 48: "Zertz+11", 61: "Zertz+24"}
WITH_GIFTS: Final = "Zertz+H"
POOL: Final = "2"
RTOR: Final = "RtoR"
#: the kind behind the six directions of jumps
LAST_JUMP: Final = JUMP + 6


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """The options of a game that begins so. Raises ``BadNotation`` for boards made by hand."""
    name = start.words[0].lower()
    given: dict[str, list[int]] = {"0": [], "1": []}
    for gesture in start.gestures:
        match gesture:
            case ("setboard", other):
                name = other.lower()
                given = {"0": [], "1": []}
            case ("rtor", "2", colour, ("0" | "1") as favoured):
                given[favoured].append(int(colour))
            case ("rtor", *_words):
                pass
            case _:
                raise BadNotation(_("Its board was set up by hand."))
    if name not in (*BOARDS, HANDICAP):
        raise BadNotation(_("Its board was laid by hand; ZÈRTZ is played on other boards here."))
    board = BOARDS.get(name, 48)
    options: dict[str, Any] = {} if board == 37 else {"board": board}
    if all(given.values()):
        raise BadNotation(_("Both players were given marbles before it."))
    for side in filter(given.get, given):
        counts = "/".join(str(given[side].count(colour)) for colour in range(3))
        options["handicap"] = f"p{(int(side) ^ start.first) + 1}={counts}"
    return options


class _Turn:
    """What lies where at the end of a turn, gesture by gesture."""

    def __init__(self) -> None:
        self.marble = self.ring = ""
        self.colour = ""
        self.path: list[str] = []

    def take(self, gesture: SiteGesture) -> None:
        """Goes on by *gesture*. Raises ``BadNotation`` for what is none of ZÈRTZ."""
        match gesture:
            case ("rtob", _rack, colour, *cell):
                self.colour, self.marble = LETTERS[int(colour)], site_place(cell)
            case ("btor", *_words):
                self.marble = ""
            case ("r-", *cell):
                self.ring = site_place(cell)
            case ("r+", *_words):
                self.ring = ""
            case ("btob", column, row, *cell):
                self._move(site_place((column, row)), site_place(cell))
            case ("rtor", *_words) | ("pick", *_words) | ("pickb", *_words):
                pass
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of ZÈRTZ.").format(gesture=" ".join(gesture))
                )

    def _move(self, start: str, target: str) -> None:
        if start == self.marble:
            self.marble = target
        elif self.path[-2:] == [target, start]:
            self.path.pop()  # back again
        elif start != target and len(self.path) > 1:
            self.path.append(target)
        elif start != target:
            self.path = [start, target]

    def text(self) -> str:
        """The turn in the publisher's notation, without what it captures."""
        if len(self.path) > 1:
            return "x " + "".join(self.path)
        if not self.marble:
            return ""  # who stops in the middle of a turn may have taken a ring only
        return ",".join(filter(None, (self.colour + self.marble, self.ring)))


def read_turns(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str]:
    """Each turn in the publisher's notation. Raises ``BadNotation``."""
    for turn in turns:
        played = _Turn()
        for gesture in turn.gestures:
            played.take(gesture)
        yield played.text()


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """How the site begins *game*. Raises ``BadNotation`` for a board that it does not have."""
    name = NAMES.get(game.rings)
    if name is None:
        raise BadNotation(
            _("boardspace.net has no board with {rings} rings.").format(rings=game.rings)
        )
    gifts = [
        (RTOR, POOL, str(colour), str(seat))
        for seat, gift in enumerate(game.rules.gifts)
        for colour, count in enumerate(unpack(gift))
        for _number in range(count)
    ]
    return SiteStart((WITH_GIFTS,), (("SetBoard", name), *gifts)) if gifts else SiteStart((name,))


def write_turn(game: Any, played: Sequence[tuple[State, int]]) -> list[SiteGesture]:
    """The gestures of one turn. Raises ``BadNotation`` for what the site does not have."""
    lattice = game.rules.board.lattice
    gestures: list[SiteGesture] = []
    for state, move in played:
        kind = kind_of(move)
        cell = _words(lattice.name_of[cell_of(move)])
        if kind < REMOVE:
            rack = POOL if state.pool else str(state.seat)
            gestures.append(("RtoB", rack, str(kind), *cell))
        elif kind == REMOVE:
            gestures.append(("R-", *cell))
        elif JUMP <= kind < LAST_JUMP:
            _over, landing = jump_cells(game.rules, move)
            gestures.append(("BtoB", *cell, *_words(lattice.name_of[landing])))
        else:
            raise BadNotation(
                _("boardspace.net has no word for {text}.").format(
                    text=decision_text(game.rules, state, move)
                )
            )
    return gestures


def _words(cell: str) -> SiteGesture:
    """``D 4`` for ``d4``."""
    return cell[0].upper(), cell[1:]


EXAMPLE: Final = (
    (("rtob", "2", "0", "D", "4"), ("r-", "D", "1")),
    (("rtob", "2", "2", "D", "7"), ("r-", "B", "1")),
)
BOARDSPACE: Final = Boardspace(
    "22", (*BOARDS, HANDICAP, CUSTOM), options_of, read_turns, start_of, write_turn, EXAMPLE
)
