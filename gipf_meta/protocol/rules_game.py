"""``RulesGame``: methods that a game need not write where its states tell whose turn it is.

Large games keep their rules in an object of their own, made from the options, which may be
compiled; the game asks it. Small ones write ``moves`` and ``apply`` into the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    ParamSpec,
    Protocol,
    TypeVar,
    cast,
)

from gipf_meta.base.texts import document
from gipf_meta.protocol.game import Game, M, Over, S, Status, Turn, turn
from gipf_meta.protocol.options import require_seats
from gipf_meta.protocol.view import View

P = ParamSpec("P")
T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)


class Rules(Protocol[S, M]):
    """The rules that a ``RulesGame`` needs. A game whose rules take other arguments, such as a
    seat, writes the methods that call them."""

    @property
    def start(self) -> Callable[..., S]:
        """``start()``: the state before the first decision."""
        ...

    @property
    def legal_moves(self) -> Callable[..., Sequence[M]]:
        """``legal_moves(state)``: the decisions of the seat on turn; none where no seat decides."""
        ...

    def apply(self, state: S, move: M) -> S:
        """The state after *move*, which is legal."""
        ...


class Ruled(Protocol[R_co]):
    """A game that has a rules object."""

    @property
    def rules(self) -> R_co:
        """The rules that the options choose."""
        ...


def with_rules(
    function: Callable[Concatenate[R_co, P], T],
) -> Callable[Concatenate[Ruled[R_co], P], T]:
    """*function* as a method: it is given the game's rules before the other arguments.

    ``parse = with_rules(read_decision)`` says ``read_decision(self.rules, state, seat, text)``.
    """

    def method(game: Ruled[R_co], /, *args: P.args, **named: P.kwargs) -> T:
        return function(game.rules, *args, **named)

    # a code object of its own, by which ``failing_method`` finds the name of the method
    method.__code__ = method.__code__.replace(co_name=function.__name__)
    method.__doc__ = function.__doc__
    vars(method)["asks_rules"] = function
    return method


def bound_to_rules(method: Callable[..., T]) -> Callable[..., T]:
    """Returns *method*, bound to its game; of one made by ``with_rules``, its function with the
    rules of that game already given, which is called in half the time."""
    function: Callable[..., T] | None = getattr(method, "asks_rules", None)
    return method if function is None else partial(function, cast(Any, method).__self__.rules)


class _RulesPage:
    """The page ``rules.md`` of a game's package, in the player's language; empty without one."""

    def __get__(self, game: object, kind: type) -> str:
        try:
            return document(kind.__module__.partition(".")[0], "rules.md")
        except (OSError, ImportError, TypeError):
            return ""


class RulesGame(Game[S, M], Generic[S, M]):
    """A game in which one seat at a time decides, until it is over.

    A state says the ``number`` of its turn, the ``seat`` whose turn it is unless two alternate,
    and how the game has ended, unless ``ending`` finds that out.
    """

    if not TYPE_CHECKING:  # of the class, so that a text in its place needs no annotation
        rules_text: ClassVar[str] = _RulesPage()

    _asks_rules: ClassVar[bool] = True
    """Whether rules and states say the moves: a class attribute, for every decision asks it."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = cls.moves is not RulesGame.moves or cls.turn_of is not RulesGame.turn_of
        cls._asks_rules = not own
        if "is_open" not in vars(cls):
            cls.is_open = cls.view is RulesGame.view

    @property
    def rules(self) -> Rules[S, M]:
        """The rules that the options choose: a cached property of games that have such an object.

        The others write ``start``, ``moves`` and ``apply``.
        """
        raise NotImplementedError(f"{self.id} has no rules: it needs start, moves and apply")

    def start(self, seats: int) -> S:
        """The state before the first decision. Raises ``OptionError`` for other numbers of seats
        than play this game."""
        require_seats(self, seats)
        return self.rules.start()

    def turn_of(self, state: S) -> Turn:
        """The seat on turn and the turn's number, of *state*; without a ``seat`` two alternate."""
        says: Any = state
        try:
            return turn(says.seat, says.number)
        except AttributeError:
            return turn((says.number - 1) % 2, says.number)

    def ending(self, state: S) -> Over | None:
        """How the game has ended, as *state* says it; ``None`` while it goes on."""
        says: Any = state
        ending: Over | None = says.ending
        return ending

    def status(self, state: S) -> Status[M]:
        """The seat that decides and its turn, or the end."""
        ending = self.ending(state)
        return self.turn_of(state) if ending is None else ending

    def moves(self, state: S) -> Sequence[M]:
        """All decisions of the seat on turn; called only while a seat is on turn."""
        return self.rules.legal_moves(state)

    def legal_moves(self, state: S, seat: int) -> Sequence[M]:
        """The decisions that *seat* may take now; none if another seat decides."""
        says: Any = state
        if self._asks_rules and hasattr(says, "seat"):  # rules have none where no seat decides
            return self.rules.legal_moves(state) if says.seat == seat else ()
        now = self.status(state)
        return self.moves(state) if isinstance(now, Turn) and now.seat == seat else ()

    def apply(self, state: S, move: M) -> S:
        """The state after *move*, which is trusted to be legal."""
        return self.rules.apply(state, move)

    def format(self, state: S, move: M) -> str:
        """The text of one decision: by default *move* itself."""
        return str(move)

    def view(self, state: S, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that decides."""
        now = self.status(state)
        if seat is None and isinstance(now, Turn):
            seat = now.seat
        return self.picture(state, () if seat is None else self.legal_moves(state, seat))

    def picture(self, state: S, moves: Sequence[M]) -> View:
        """The picture of *state* with a choice for each of *moves*."""
        raise NotImplementedError(f"{self.id} has no picture")
