"""The capability ``Numbered``: decisions are numbers, and states bits, for programs that learn.

A program that learns chooses a number, and sees zeros and ones. Sets of numbers, and observations,
are whole numbers themselves, bit *n* for number *n*: rules on masks make them by shifts, and a
thousand of them become an array at once.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from gipf_meta.protocol.capability_kind import CapabilityKind
from gipf_meta.protocol.number_groups import DecisionGroup, PlaneGroup


@runtime_checkable
class Numbered(Protocol, metaclass=CapabilityKind):
    """Games whose decisions have numbers, and whose states can be seen as zeros and ones.

    A number means the same on the board in every state under these options: to place a piece there,
    to move from here in that direction.
    """

    @property
    def decision_count(self) -> int:
        """Numbers are from 0 to one less; not each of them need ever be a decision."""
        ...

    def number_of(self, state: Any, move: Any) -> int:
        """The number of *move*, one of ``turn_moves``. No two of one state share a number."""
        ...

    def decision_of(self, state: Any, number: int) -> Any:
        """The decision with that *number*, which is one of ``legal_numbers``: the inverse.

        Trusts it, as ``apply`` does.
        """
        ...

    def legal_numbers(self, state: Any, seat: int) -> int:
        """The numbers of ``turn_moves`` as bits: bit *n* for number *n*; 0 if there are none."""
        ...

    @property
    def decisions(self) -> tuple[DecisionGroup, ...]:
        """The numbers in groups with names, from the lowest on. Groups share no number; every legal
        one is in a group, where each axis has a label for it."""
        ...

    @property
    def outcome_count(self) -> int:
        """The most outcomes that luck has at a time under these options; 0: luck never draws. They
        are numbered by their places in ``Chance.outcomes``."""
        ...

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Planes, then the places of each: an observation has as many bits as their product."""
        ...

    @property
    def planes(self) -> PlaneGroup:
        """The names of the planes, and their places, of ``observation_shape`` together."""
        ...

    def observe(self, state: Any, seat: int) -> int:
        """*state* as *seat* sees it, without what the game hides from it, as bits: bit *n* is the
        *n*-th entry of an array of ``observation_shape``, the last index running fastest."""
        ...
