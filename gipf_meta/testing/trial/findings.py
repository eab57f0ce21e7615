"""The findings of the kit: a law holds, or it is broken and the author gets advice."""

from __future__ import annotations

from dataclasses import dataclass


class Broken(Exception):
    """A law does not hold: *what* the kit saw, and *advice* that names a method to look at."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


class NotAsked(Exception):
    """A law cannot be checked in this game; the text is the reason, one sentence."""


class Advised(Exception):
    """A law holds, but the kit saw *what* is seldom meant; *advice* says what could be done."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice


def need(holds: object, what: str, advice: str) -> None:
    """Raises ``Broken`` unless *holds*."""
    if not holds:
        raise Broken(what, advice)


@dataclass(frozen=True)
class Finding:
    """The result of checking one *law*, which *says* what must hold.

    If it is not *ok*, *what* says what the kit saw and where, and *advice* what the author can do.
    If the law could not be *asked*, *what* says why. A law that holds may come with *what* and
    *advice*, too: the kit saw something that is seldom meant.
    """

    law: str
    says: str
    ok: bool = True
    what: str = ""
    advice: str = ""
    asked: bool = True

    def __str__(self) -> str:
        return f"{self.law}: {f'{self.what} {self.advice}'.strip() or 'holds'}"
