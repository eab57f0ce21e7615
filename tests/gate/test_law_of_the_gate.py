"""Whatever a game does wrong, in whatever method: a sentence names it, and all else goes on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.base import stops
from tests.gate.broken_game import CTRL_C, METHODS, Watch, diagonal, every
from tests.gate.faces import FACES, installed
from tests.tiers import soak

FAST = [(face, method, fault) for n, face in enumerate(FACES) for method, fault in diagonal(n)]
KEY = ("status", "apply", "view")
"""The methods that every face asks."""
ALL = [(face, method, fault) for face in FACES for method, fault in every()]


@pytest.fixture(autouse=True)
def ctrl_c_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in the program: Ctrl-C raises a class of its own."""
    monkeypatch.setattr(stops, "_is_told_apart", True)
    before = signal.signal(signal.SIGINT, stops.raise_ctrl_c)
    yield
    signal.signal(signal.SIGINT, before)


def meet(face: str, method: str, fault: str, folder: Path) -> None:
    watch = Watch(method, fault)
    with installed(watch):
        FACES[face](watch, folder)
    watch.check()


@pytest.mark.parametrize(
    "case", [*FAST, *soak(*(case for case in ALL if case not in FAST))], ids=", ".join
)
def test_whatever_a_game_does_wrong_is_a_sentence_and_all_else_goes_on(
    case: tuple[str, str, str], tmp_path: Path
) -> None:
    meet(*case, tmp_path)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("method", [*KEY, *soak(*(each for each in METHODS if each not in KEY))])
def test_ctrl_c_arrives_at_once_from_within_a_game(face: str, method: str, tmp_path: Path) -> None:
    meet(face, method, CTRL_C, tmp_path)
