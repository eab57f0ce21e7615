"""Games whose symmetries are no group, or do not keep the game as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gipf_meta import Symmetry
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import MirroredNim


@found_by("symmetries_form_a_group", "tuple or list")
class SymmetriesInWords(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        return ("unchanged",)  # type: ignore[return-value]


@found_by("symmetries_form_a_group", "changes nothing")
class MirrorsFirst(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        return tuple(reversed(super().symmetries()))


@found_by("symmetries_form_a_group", "each number below")
class LosesANumber(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        unchanged, exchanged = super().symmetries()
        return unchanged, replace(exchanged, decisions=(1, 1, 2, 3, 4))


@found_by("symmetries_form_a_group", "ids of points")
class MirrorsNowhere(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        unchanged, exchanged = super().symmetries()
        return unchanged, replace(exchanged, places={"a": "c", "c": "a"})


@found_by("symmetries_form_a_group", "name of its own")
class MirrorsTwice(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        return (*super().symmetries(), super().symmetries()[1])


@found_by("symmetries_form_a_group", "answer all of them")
class ForgetsTheWayBack(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        unchanged, exchanged = super().symmetries()
        return unchanged, replace(exchanged, decisions=(1, 0, 3, 4, 2))


@found_by("mirrored_games_are_the_same", "as before")
class MirrorsTheViewAlone(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        unchanged, exchanged = super().symmetries()
        return unchanged, replace(exchanged, decisions=unchanged.decisions)


@found_by("mirrored_games_are_the_same", "as before")
class MirrorsTheNumbersAlone(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        unchanged, exchanged = super().symmetries()
        return unchanged, replace(exchanged, observation=unchanged.observation)


@found_by("mirrored_games_are_the_same", "every point that does not stay")
class MirrorsNoPlace(MirroredNim):
    def symmetries(self) -> Sequence[Symmetry]:
        unchanged, exchanged = super().symmetries()
        return unchanged, replace(exchanged, places={})
