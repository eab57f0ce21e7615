"""Chances to win, as people read them: in percent, or as a proven result."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_meta.base.texts import _


@dataclass(frozen=True)
class Chances:
    """Chances in *percent*; *sure* says that they are proven: 0 lost, 50 a draw, 100 won.

    What is not proven is neither 0 nor 100.
    """

    percent: int
    sure: bool = False

    @classmethod
    def of(cls, value: float, sure: bool) -> Chances:
        """The chances where *value* is the worth, from -1 to 1."""
        percent = round(50 * (1 + value))
        return cls(percent if sure else min(max(percent, 1), 99), sure)

    def __str__(self) -> str:
        if not self.sure:
            return _("{n} %").format(n=self.percent)
        words = {100: _("a win"), 0: _("a loss")}
        return words.get(self.percent, _("a draw"))
