"""The specimens of each game, which the tests of all games and the pictures of the docs need.

A game lists them in ``SPECIMENS`` of ``tests/GAME/specimens.py``, where ``find_specimens`` finds
them; its mutations stand in ``tests/GAME/mutations.py``. What the program has to know of a game is
said by its plugin. So no list names the games (``tests/test_cost_of_a_game.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from building import sources
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame

HERE = Path(__file__).parent
Found = TypeVar("Found")


@dataclass(frozen=True)
class Picture:
    """A position of *game*: *turns* or decisions of its notation are played, and *luck* is drawn.

    ``@15200`` before one of them is its time in ms, with the letter of who decides. The picture is
    shown *scale* times as wide as it is drawn. Without *sides* it has no trays and score sheets,
    without *hints* no marks on legal moves.
    """

    name: str
    game: str
    title: str
    turns: tuple[str, ...] = ()
    luck: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    scale: float = 0.6
    sides: bool = True
    hints: bool = True


@dataclass(frozen=True)
class Alike:
    """The game with *options* for so many *players*, whose matches are the same on every machine.

    *known* is the hash of short pieces of play (``python -m tests.equal.test_matches`` prints it);
    without one only weak bots play whole matches of it.
    """

    known: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int = 2


@dataclass(frozen=True)
class Specimens:
    """The specimens of one game."""

    scenarios: int
    """The least number of numbered scenarios on its sheet in ``docs/reference``."""
    symmetries: int
    """The ways in which its usual board can be turned and mirrored, that of standing still
    included."""
    pictures: Sequence[Picture] = ()
    """The pictures of ``docs/pictures``; the pages of its rules show them."""
    boards: Mapping[str, str | Picture] = field(default_factory=dict)
    """Boards that tests paint, by name: a picture, or the name of one of the *pictures*. One with
    the name of the game has room for coordinates in a terminal of 80x24, and is recorded as it is
    painted in each size (``tests/paint/golden``)."""
    alike: Sequence[Alike] = (Alike(),)
    """The variants that are played in every Python and compared."""
    playouts: Sequence[str] = ()
    """Options, as ``name=value``, under which a playout is compared with a random game."""
    more_playouts: Sequence[str] = ()
    """Options as in *playouts*, for ``make soak``."""
    transcripts: Sequence[tuple[dict[str, Any], int]] = (({}, 2),)
    """Options and a number of players with which matches are played line by line."""
    worded: Mapping[str, str] = field(default_factory=dict)
    """Options under which most of its texts are met."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """Options under which what happens is told in words."""
    inside: Sequence[Mapping[str, Any]] = ()
    """Options under which much is decided inside a turn: readers of positions are fed with such."""
    clicked: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Sets of options by name, under which a decision is clicked together in any order."""
    set_up: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Pictures and boards that are set up by hand from the empty board: how many clicks or touches
    each takes, and how many words that no click says."""
    wrong_turns: Sequence[tuple[str, str]] = ()
    """Typed turns at the start, and the part of each that is wrong."""
    lists_turns: bool = False
    """Whether whole turns are few enough to be listed after each decision."""
    is_long: bool = False
    """Whether a match at random takes so long that only slow tests play one."""
    soak_share: int = 1
    """In ``make soak`` the engines are compared in one of so many positions."""
    soaks: Sequence[str] = ()
    """Modules of its tests that ``make soak`` runs besides."""


@cache
def find_specimens() -> Mapping[str, Specimens]:
    """The specimens of each game whose plugin is in ``plugins/``, by the name of its folder."""
    return {game: module.SPECIMENS for game, module in find_modules("specimens").items()}


def find_modules(name: str) -> dict[str, Any]:
    """``tests/GAME/NAME.py`` of each game that has one and whose plugin is in ``plugins/``."""
    return {
        game: import_module(f"tests.{game}.{name}")
        for game in sources.plugins()
        if (HERE / game / f"{name}.py").is_file()
    }


def of_all(ask: Callable[[str, Specimens], Sequence[Found]]) -> list[Found]:
    """The results of *ask* for each game, one after the other."""
    return [each for game, said in find_specimens().items() for each in ask(game, said)]


@cache
def bundled_games() -> Mapping[str, type[AnyGame]]:
    """Every game of every plugin in ``plugins/``, by its id; some bring two."""
    found = load_plugins()
    modules = [import_module(module) for module in sources.plugins().values()]
    return {game.id: found.find(game.id) for module in modules for game in module.games()}
