"""Checks of values from callers of the library: each is accepted, or refused in a sentence."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import MOST_DIGITS, whole
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.protocol.options import OptionError


def require_whole(number: object, what: str, least: int, most: int) -> int:
    """*number* as one of Python. Raises ``OptionError`` unless *number*, which the sentence calls
    *what*, is a whole number from *least* to *most*."""
    given = _of_python(number)
    if not isinstance(given, int) or not whole(given, least, most):
        words = _("{what} is a whole number from {least} to {most}, and not {number}.")
        shown = one_line(repr(number), 60)
        raise OptionError(words.format(what=what, least=least, most=most, number=shown))
    return given


def _of_python(number: object) -> object:
    """A whole number of NumPy, or of another package, as one of Python."""
    is_other = isinstance(number, SupportsIndex) and not isinstance(number, int)
    return index(number) if is_other else number  # type: ignore[arg-type]


def require_text(text: object, what: str, error: type[GipfMetaError] = OptionError) -> None:
    """Raises *error* unless *text*, which the sentence calls *what*, is one."""
    if not isinstance(text, str):
        shown = one_line(repr(text), 60)
        raise error(_("{what} is a text, and not {shown}.").format(what=what, shown=shown))


def require_seed(seed: object) -> int:
    """*seed* as a number of Python. Raises ``OptionError`` if it does not fit everywhere it is
    written."""
    given = _of_python(seed)
    if not isinstance(given, int) or not whole(given, 1 - 10**MOST_DIGITS, 10**MOST_DIGITS - 1):
        raise OptionError(_("A seed is a whole number of at most 18 digits."))
    return given
