"""The start of a game of ZÈRTZ at boardspace.net: its board, marbles given, a position set up.

Before the start the site's players may change everything: ``setboard Zertz`` lays another board,
``rtor 2 0 1`` gives a marble of the pool (2) to player 1, ``rtob 2 0 E 5`` puts one on the board,
``r- H 1`` takes a ring away. Marbles that one player was given are a handicap; everything else is
a position, in which the site's player 0 sits at seat 0, whoever begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, site_place
from gipf_meta_zertz.positions import LETTERS, marble_at, position_text, read_position
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import State, unpack
from gipf_meta_zertz.texts import _

#: what ``SU`` says, and the rings of that board; ``+h`` is set up before the start
BOARDS: Final = {"zertz": 37, "zertz+11": 48, "zertz+24": 61}
SET_UP: Final = "zertz+h"
CUSTOM: Final = "zertz+xx"
NAMES: Final = {37: "Zertz", 48: "Zertz+11", 61: "Zertz+24"}
WITH_SET_UP: Final = "Zertz+H"
POOL: Final = 2
RTOR: Final = "RtoR"


class _SetUp:
    """The changes before the start: the *name* of the board, the rings *taken* away, *marbles*
    on the board, and what each rack has more than at the usual start, colour by colour."""

    def __init__(self, start: SiteStart) -> None:
        self._lay(start.words[0].lower())
        for gesture in start.gestures:
            self._take(gesture)

    def _lay(self, name: str) -> None:
        """Lays a board, on which nothing has been done."""
        self.name = name
        self.taken: list[str] = []
        self.marbles: dict[str, int] = {}
        self.racks = [[0] * len(LETTERS) for _rack in range(POOL + 1)]

    def _take(self, gesture: SiteGesture) -> None:
        """Plays *gesture*. Raises ``BadNotation``, and ``ValueError`` or ``LookupError``."""
        match gesture:
            case ("setboard", name):
                self._lay(name.lower())
            case ("rtor", rack, colour, other):
                self.racks[int(rack)][int(colour)] -= 1
                self.racks[int(other)][int(colour)] += 1
            case ("rtob", rack, colour, *cell):
                self.racks[int(rack)][int(colour)] -= 1
                self.marbles[site_place(cell)] = int(colour)
            case ("btor", column, row, rack, *_words):
                self.racks[int(rack)][self.marbles.pop(site_place((column, row)))] += 1
            case ("btob", column, row, *cell):
                self.marbles[site_place(cell)] = self.marbles.pop(site_place((column, row)))
            case ("r-", *cell):
                self.taken.append(site_place(cell))
            case ("r+", *cell):
                self.taken.remove(site_place(cell))
            case _:
                raise BadNotation(_("Its board was set up by hand in a way that is not known."))

    @property
    def board(self) -> int:
        """The number of rings of the board. Raises ``BadNotation`` for one laid by hand."""
        if self.name not in (*BOARDS, SET_UP):
            raise BadNotation(
                _("Its board was laid by hand; ZÈRTZ is played on other boards here.")
            )
        return BOARDS.get(self.name, 48)

    def favoured(self) -> int | None:
        """The player who was given marbles, if that is all that was done; else ``None``."""
        given = [side for side in range(POOL) if any(self.racks[side])]
        if self.taken or self.marbles or len(given) != 1 or min(self.racks[given[0]]) < 0:
            return None
        return given[0]

    @property
    def is_usual(self) -> bool:
        """Whether the game begins as usual, or with marbles for one player."""
        nothing = not (self.taken or self.marbles or any(map(any, self.racks)))
        return nothing or self.favoured() is not None


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """The options of a game that begins so. Raises ``BadNotation`` for boards made by hand."""
    done = _SetUp(start)
    options: dict[str, Any] = {} if done.board == 37 else {"board": done.board}
    favoured = done.favoured()
    if favoured is not None:
        counts = "/".join(map(str, done.racks[favoured]))
        options["handicap"] = f"p{(favoured ^ start.first) + 1}={counts}"
    return options


def position_of(game: Any, start: SiteStart) -> str:
    """The position where *game* begins; ``""``: its options' start. Raises ``LookupError``."""
    done = _SetUp(start)
    if done.is_usual:
        return ""
    rules: Rules = game.rules
    cells = dict.fromkeys(rules.board.lattice.names(rules.board.lattice.full), "")
    for cell in done.taken:
        del cells[cell]
    cells |= {cell: LETTERS[colour] for cell, colour in done.marbles.items()}
    racks = [
        "/".join(str(number + more) for number, more in zip(unpack(counts), changed, strict=True))
        for counts, changed in zip((0, 0, rules.pool), done.racks, strict=True)
    ]
    board = ",".join(marble + cell for cell, marble in cells.items())
    return " ".join((board, racks[POOL], racks[0], racks[1], str(start.first + 1)))


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """The start of *game* in the site's words. Raises ``BadNotation`` if it lacks the board."""
    name = _name_of(game)
    gifts = [
        (RTOR, str(POOL), str(colour), str(seat))
        for seat, gift in enumerate(game.rules.gifts)
        for colour, count in enumerate(unpack(gift))
        for _number in range(count)
    ]
    if gifts:
        return SiteStart((WITH_SET_UP,), (("SetBoard", name), *gifts))
    return SiteStart((name,))


def set_up(game: Any, position: str) -> SiteStart:
    """The site's start of *game* in a *position*. Raises ``BadNotation`` if it has none."""
    rules: Rules = game.rules
    state = read_position(rules, position)
    done = (("SetBoard", _name_of(game)), *_rings_taken(rules, state), *_marbles_put(rules, state))
    start = SiteStart((WITH_SET_UP,), done, state.seat)
    known = SiteStart(start.words, tuple((verb.lower(), *rest) for verb, *rest in done), state.seat)
    if position_of(game, known) != position_text(rules, state):
        raise BadNotation(
            _("boardspace.net cannot set up this position: it is inside a turn, or its marbles are"
              " not those of a whole set.")
        )  # fmt: skip
    return start


def _rings_taken(rules: Rules, state: State) -> Iterator[SiteGesture]:
    lattice = rules.board.lattice
    for cell in lattice.names(lattice.full & ~state.rings):
        yield "R-", *Boardspace.words(cell)


def _marbles_put(rules: Rules, state: State) -> Iterator[SiteGesture]:
    lattice = rules.board.lattice
    for cell in lattice.names(state.white | state.grey | state.black):
        colour = marble_at(state, lattice.bit_of[cell])
        yield "RtoB", str(POOL), str(colour), *Boardspace.words(cell)
    for seat, captured in enumerate((state.first, state.second)):
        for colour, count in enumerate(unpack(captured)):
            yield from [(RTOR, str(POOL), str(colour), str(seat))] * count


def _name_of(game: Any) -> str:
    """The site's name of *game*'s board. Raises ``BadNotation`` if it has no such board."""
    name = NAMES.get(game.rings)
    if name is None:
        raise BadNotation(
            _("boardspace.net has no board with {rings} rings.").format(rings=game.rings)
        )
    return name
