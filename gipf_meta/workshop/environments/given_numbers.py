"""Numbers of decisions that programs give: whole numbers of Python and of NumPy."""

from __future__ import annotations

from operator import index
from typing import Any

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import IllegalMove


def index_of(number: Any) -> int:
    """*number* as a whole number of Python. Raises ``IllegalMove`` if it is none."""
    try:
        return index(number)
    except TypeError:
        why = _("The number of a decision is a whole number, and not {shown}.")
        raise IllegalMove(why.format(shown=one_line(repr(number), 60))) from None
