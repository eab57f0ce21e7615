"""What the kit finds: a law that holds, or what was seen and what the author should do."""

from __future__ import annotations

from dataclasses import dataclass


class Broken(Exception):
    """A law does not hold: *what* was seen, and *advice* that names the method to look at."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


class NotAsked(Exception):
    """A law cannot be asked about a game; the text is the reason, one sentence."""


def need(holds: object, what: str, advice: str) -> None:
    """Raises ``Broken`` unless *holds*."""
    if not holds:
        raise Broken(what, advice)


@dataclass(frozen=True)
class Finding:
    """What came of asking one *law*, which *says* what holds.

    If it is not *ok*, *what* was seen and where, and *advice* what to do about it. If it could not
    be *asked*, *what* says why.
    """

    law: str
    says: str
    ok: bool = True
    what: str = ""
    advice: str = ""
    asked: bool = True

    def __str__(self) -> str:
        return f"{self.law}: {f'{self.what} {self.advice}'.strip() or 'holds'}"
