"""Values that are made once in each language, and their independence of all else."""

from __future__ import annotations

import pickle
import sys
from itertools import product
from random import Random
from types import FunctionType
from typing import Any

import pytest

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.base.texts import _, spoken
from gipf_meta.base.word_cache import made_once
from gipf_meta.match.match import Match
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import View
from tests.narration.test_news_so_far import GAMES, INSTALLED, at_random


def test_a_value_is_made_once_in_each_language() -> None:
    made: list[int] = []

    @made_once()
    def words(number: int) -> tuple[int, str]:
        made.append(number)
        return number, _("nothing")

    first = words(1)
    with spoken("cs"):
        czech = words(1)
        assert words(1) is czech
    assert words(1) is first
    assert words(2) == (2, first[1])
    assert czech[1] != first[1]
    assert made == [1, 1, 2]


def test_the_values_that_were_used_last_stay() -> None:
    made: list[int] = []

    @made_once(2)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert made == [1, 2, 3, 2]


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.sample(3)
def test_no_reader_sees_what_was_made_for_another_or_of_another_position(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = Match.begin(configure(INSTALLED.find(game), options), 2, INSTALLED.find, 3)
    match, rng, seen = begun.resolve(), Random(6), list[tuple[Match, int, Addressee, str, View]]()
    for _n in range(20):
        for you, language in product((0, 1), ("cs", "en")):
            reader = Addressee(("Ann", "Mia"), you=you, hand="mouse")
            with spoken(language), told_to(reader):
                seen.append((match, you, reader, language, match.top.view(you)))
        if isinstance(match.top.status, Turn):
            match = at_random(match, rng)
    for name, module in [*sys.modules.items()]:
        if name.startswith("gipf_meta_"):  # of a game
            for called, made in [*vars(module).items()]:
                if isinstance(made, FunctionType) and hasattr(made, "__wrapped__"):
                    monkeypatch.setattr(module, called, made.__wrapped__)
    for then, you, reader, language, view in seen:
        with spoken(language), told_to(reader):
            # a copy has no views
            assert view == pickle.loads(pickle.dumps(then)).top.view(you)
