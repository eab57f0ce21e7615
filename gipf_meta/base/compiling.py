"""``mypyc_attr``, the class decorator that mypyc reads when it compiles; it does nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_attributes: object) -> Callable[[T], T]:
        """A decorator that leaves its class as it is."""
        return lambda kind: kind
