"""How the bundled games pass the kit that other authors' games pass: in parts, each where it costs
what it proves.

``make test`` asks the laws of three games: one plain, one with duels, one in which time acts;
``make test-slow`` those of the others, each with one set of options. What begins a process, or
plays many random games, is left to ``make test-slow``: the ``test_playout.py`` of each game
compares its short cut game by game. That tier asks with other options, too, in a few sets in which
every value of every option occurs once; ``make soak`` with each value alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import AnyGame
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.testing import GameConformance, checking, report
from gipf_meta.testing.laws.option_values import other_games
from gipf_meta.testing.laws.other_options import ask_with_others
from gipf_meta.testing.trial.case import Case

DECISIONS = 20
"""The decisions under other options in ``make test-slow``, more or less."""
SETS = 4
"""Into how many sets of options the other values are dealt, if the game takes them together."""


def cover(game: AnyGame, sets: int = SETS) -> list[AnyGame]:
    """The *game* under a few sets of options, in one of which each other value of each option is.

    The values of an option, and options that stand beside each other, are dealt to different sets:
    some of them mean something only while another option has the value that it has in *game*.
    """
    chosen = game.model_dump(mode="json")
    dealt = [dict(chosen) for _ in range(sets)]
    for number, other in enumerate(other_games(game)):
        changed = {k: v for k, v in other.model_dump(mode="json").items() if chosen[k] != v}
        for place in range(number, number + len(dealt)):
            now = dealt[place % len(dealt)]
            if all(now[k] == chosen[k] for k in changed) and _are_taken(game, {**now, **changed}):
                now.update(changed)
                break
        else:
            dealt.append({**chosen, **changed})
    return [configure(type(game), options) for options in dealt if options != chosen]


def _are_taken(game: AnyGame, options: dict[str, Any]) -> bool:
    try:
        configure(type(game), options)
    except OptionError:
        return False
    return True


def laws_hold_with_covered_options(case: Case) -> None:
    """The laws that need few games hold, too, where options have their other values together."""
    ask_with_others(case, cover(case.game), DECISIONS)


class Bundled(GameConformance):
    """The kit for a bundled game."""

    @pytest.mark.slow
    def test_every_process_plays_alike(self, examined_game: int, request: Any) -> None:
        super().test_every_process_plays_alike(examined_game, request)

    @pytest.mark.soak  # tests/search/test_playout.py asks it of every game
    def test_playouts_are_random_games(self, examined_game: int, request: Any) -> None:
        super().test_playouts_are_random_games(examined_game, request)

    @pytest.mark.slow
    def test_playouts_end_as_games_end(self, examined_game: int, request: Any) -> None:
        super().test_playouts_end_as_games_end(examined_game, request)

    @pytest.mark.slow
    def test_laws_hold_with_covered_options(self, examined_game: int, request: Any) -> None:
        case = self._case(examined_game, request.config)
        report(checking.ask(laws_hold_with_covered_options, case))

    @pytest.mark.soak
    @pytest.mark.timeout(900)
    def test_laws_hold_with_other_options(self, examined_game: int, request: Any) -> None:
        super().test_laws_hold_with_other_options(examined_game, request)

    test_planes_are_used = None  # tests/workshop/environments/test_plane_names.py
    test_options_have_an_effect = None  # many matter seldom; tests of each game show that they do


@pytest.mark.soak
class OtherOptions(Bundled):
    """The kit for a bundled game with options of which its first class asks only a little."""

    random_games = 3
    test_laws_hold_with_covered_options = test_laws_hold_with_other_options = None
