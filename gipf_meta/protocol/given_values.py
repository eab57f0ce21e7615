"""Values that a program gives at the library's door: each is taken, or refused in a sentence."""

from __future__ import annotations

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import MOST_DIGITS, whole
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.protocol.options import OptionError


def require_whole(number: object, what: str, least: int, most: int) -> None:
    """Raises ``OptionError`` unless *number*, which the sentence calls *what*, is a whole number
    from *least* to *most*."""
    if not whole(number, least, most):
        words = _("{what} is a whole number from {least} to {most}, and not {number}.")
        shown = one_line(repr(number), 60)
        raise OptionError(words.format(what=what, least=least, most=most, number=shown))


def require_text(text: object, what: str, error: type[GipfMetaError] = OptionError) -> None:
    """Raises *error* unless *text*, which the sentence calls *what*, is one."""
    if not isinstance(text, str):
        shown = one_line(repr(text), 60)
        raise error(_("{what} is a text, and not {shown}.").format(what=what, shown=shown))


def require_seed(seed: object) -> int:
    """*seed* itself. Raises ``OptionError`` if it does not fit everywhere it is written."""
    if not whole(seed, 1 - 10**MOST_DIGITS, 10**MOST_DIGITS - 1):
        raise OptionError(_("A seed is a whole number of at most 18 digits."))
    assert isinstance(seed, int)
    return seed
