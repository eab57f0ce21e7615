# mypyc: compile
"""``FrozenState``, a position that is made up of its fields, and ``FrozenParts`` of one."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gipf_meta.base.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class FrozenState:
    """A position that its ``fields`` make up: by them it is equal to another one, hashed and
    pickled. Its attributes are set once, by the constructor, which takes them in the same order.

    ``@dataclass(frozen=True)`` says the same, but what it adds to a compiled class stays
    interpreted. A class may hash less than all.
    """

    __slots__ = ()

    def fields(self) -> tuple[object, ...]:
        """The values that make the position, in the order of the constructor."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FrozenState)
            and type(other) is type(self)
            and self.fields() == other.fields()
        )

    def __hash__(self) -> int:
        return hash(self.fields())

    def __reduce__(self) -> tuple[type[FrozenState], tuple[object, ...]]:
        return type(self), self.fields()


@mypyc_attr(allow_interpreted_subclasses=True)
class FrozenParts:
    """A frozen dataclass that is compiled, pickled by its fields: such a class forgets them else.

    ``@dataclass(frozen=True)`` stands above each class that is one.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[type[FrozenParts], tuple[object, ...]]:
        parts: Any = self
        return type(self), tuple([getattr(self, each.name) for each in fields(parts)])
