"""Ratings: the Elo of a bot on the scale of the levels, from games that were played or made up."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.cli import run
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.arena.rated_games import AgentFailed
from gipf_meta.workshop.arena.rating import LevelRating, LevelScale, Rating, rating
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import ArenaError, Tournament
from gipf_meta.workshop.arena.standings import Elo, elo, score_at

ZERTZ: Any = load_plugins().find("zertz")
SCALE = LevelScale(ZERTZ(), ("beginner", "easy"))


def rated(games: int, *won: float, scale: LevelScale = SCALE) -> Rating:
    """The rating of a bot that has *won* this share of its pairs against each level, by 2 to 0; it
    has lost the others so."""
    tournament = Tournament(
        game="zertz",
        rules_version=1,
        options={},
        players=2,
        bots=("mine", *scale.against),
        games=games,
        gauntlet=True,
    )
    outcomes = {}
    for number in range(tournament.total):
        pair, level = tournament.round_of(number)
        wins = pair < won[level] * games / 2
        seat = tournament.seats(number).index(0 if wins else level + 1)
        outcomes[number] = GameOutcome(number=number, winners=(seat,), reason="played")
    return rating(tournament, outcomes, scale, "ZÈRTZ")


def test_in_a_gauntlet_the_first_meets_each_other() -> None:
    found = rated(20, 0.8, 0.5)
    assert [(each.level, each.won, each.lost) for each in found.levels] == [
        ("beginner", 16, 4),
        ("easy", 10, 10),
    ]
    assert found.games == 40
    assert found.levels[0].score == 0.8
    assert found.levels[0].low < 0.8 < found.levels[0].high
    assert found.levels[0].elo == elo((2, 0, 0, 0, 8))
    assert found.levels[1].elo.elo == SCALE.strengths["easy"]


def test_against_one_level_the_elo_is_that_of_its_pairs_above_the_level() -> None:
    scale = LevelScale(ZERTZ(), ("easy",))
    found = rated(40, 0.75, scale=scale)
    alone = elo((5, 0, 0, 0, 15))
    assert found.zero == "beginner"
    assert found.elo == pytest.approx(scale.strengths["easy"] + alone.elo, abs=0.1)
    assert found.low == pytest.approx(scale.strengths["easy"] + alone.low, abs=0.1)
    assert found.high == pytest.approx(scale.strengths["easy"] + alone.high, abs=0.1)


def test_against_several_as_many_points_are_expected_as_were_won() -> None:
    found = rated(40, 0.9, 0.5)
    expected = sum(score_at(found.elo - strength) for strength in SCALE.strengths.values())
    assert expected == pytest.approx(0.9 + 0.5, abs=0.001)
    assert found.low < found.elo < found.high
    more = rated(400, 0.9, 0.5)
    assert more.high - more.low < (found.high - found.low) / 2


def test_a_bot_that_never_wins_has_an_upper_bound_alone() -> None:
    found = rated(20, 0, 0)
    assert found.elo == found.low == -math.inf
    assert math.isfinite(found.high)
    assert str(found).splitlines()[-1].startswith("mine: -∞ (-∞ to ")


def test_where_strengths_are_unknown_one_level_is_zero() -> None:
    game = configure(ZERTZ, {"goals": "1/1/1/1"})
    assert LevelScale(game, ()).zero == "easy"
    assert LevelScale(ZERTZ(), ()).against == ("beginner", "easy", "medium")
    with pytest.raises(ArenaError, match=r"^random is not on the scale of ZÈRTZ: name it alone"):
        LevelScale(load_plugins().find("zertz")(), ("beginner", "random"))
    with pytest.raises(ArenaError, match=r"How strong beginner, easy are .* was not measured"):
        LevelScale(game, ("beginner", "easy"))


def shortest(**more: Any) -> Rating:
    """The rating of ``greedy`` from a few games that are soon over."""
    return gm.rate("greedy", "zertz", against="beginner", goals="1/1/1/1", games=4, **more)


def test_levels_that_exclude_each_other_are_said() -> None:
    easy = LevelRating("easy", 6, 0, 94, 0.06, 0.02, 0.10, Elo(-106.0, -242.0, -22.0))
    medium = LevelRating("medium", 11, 0, 89, 0.11, 0.05, 0.17, Elo(127.0, -20.0, 214.0))
    found = Rating("net", "ZÈRTZ", (easy, medium), "beginner", -6.0, -61.0, 43.0)
    assert found.disagreeing == (easy, medium)
    assert "\neasy and medium disagree: name the one alone" in str(found)
    nearer = LevelRating("medium", 11, 0, 89, 0.11, 0.05, 0.17, Elo(127.0, -30.0, 214.0))
    assert Rating("net", "ZÈRTZ", (easy, nearer), "beginner", -6.0, -61.0, 43.0).disagreeing is None


def test_equal_seeds_give_equal_ratings_and_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file, met = tmp_path / "games.jsonl", list[tuple[int, int]]()
    first = shortest(file=file, progress=lambda *numbers: met.append(numbers))
    assert met == [(n, 4) for n in range(5)]
    assert first == shortest(file=file, progress=lambda *numbers: met.append(numbers))
    assert met[5:] == [(4, 4)]
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]))
    assert first == shortest(file=file)
    bot = gm.bot("greedy")
    assert first == gm.rate(bot, "zertz", against="beginner", goals="1/1/1/1", games=4)
    with pytest.raises(ArenaError, match="other arguments"):
        shortest(file=file, seed=2)


def first_legal(observation: Any, mask: Any) -> Any:
    """An agent that takes the first decision."""
    return mask.argmax()


def test_an_agent_is_rated_and_its_fault_is_no_lost_game() -> None:
    pytest.importorskip("numpy")
    found = gm.rate(first_legal, "zertz", against="random", goals="1/1/1/1", games=2)
    assert (found.name, found.zero, found.games) == ("first_legal", "random", 2)

    def fails(observation: Any, mask: Any) -> int:
        raise ValueError("shapes differ")

    with pytest.raises(AgentFailed, match=r"^fails failed in game 0, against random \(") as raised:
        gm.rate(fails, "zertz", against="random", games=2)
    assert raised.value.__cause__ is not None
    assert isinstance(raised.value.__cause__.__cause__, ValueError)


class LikeGreedy:
    """A player of matches that asks a bot."""

    def choose(self, match: gm.Match) -> str:
        self.luck = match.seed
        return gm.bot("greedy").choose(match)


class Mute:
    def choose(self, match: gm.Match) -> None:
        return None


def test_a_player_of_matches_is_rated_without_knowing_what_luck_will_draw() -> None:
    player = LikeGreedy()
    found = gm.rate(player, "zatre", against="random", games=2, short_game=4, seed=5)
    assert (found.name, found.levels[0].won) == ("LikeGreedy", 2)
    assert player.luck not in range(1000)
    with pytest.raises(AgentFailed, match="A decision is a text"):
        gm.rate(Mute(), "zertz", against="random", games=2)  # type: ignore[arg-type]


def test_what_cannot_be_rated_is_said_in_a_sentence() -> None:
    for wrong, why in (
        ({"games": 3}, "cannot be shared fairly"),
        ({"games": 0}, "The number of games"),
        ({"jobs": 0}, "The number of jobs"),
        ({"against": "chess"}, "There is no bot 'chess'"),
        ({"against": ("beginner", "chess")}, "There is no bot 'chess'"),
    ):
        with pytest.raises(gm.GipfMetaError, match=why):
            gm.rate("greedy", "zertz", **wrong)  # type: ignore[arg-type]
    with pytest.raises(gm.OptionError, match=r"takes the name of an installed game.*pip install"):
        gm.rate("greedy", gm.Game)  # type: ignore[arg-type]
    pytest.importorskip("numpy")
    with pytest.raises(gm.OptionError, match="An agent is a function, a class or"):
        gm.rate(7, "zertz")  # type: ignore[arg-type]
    with pytest.raises(ArenaError, match="can be pickled"):
        gm.rate(lambda observation, mask: 0, "zertz", against="easy", jobs=2)


def test_the_command_tells_a_table_or_an_object(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("rate", "zertz", "greedy", "--against", "beginner", "--games", "4")
    words = (*words, "--set", "goals=1/1/1/1", "--jobs", "1")
    assert run(words) == 0
    head, level, last = capsys.readouterr().out.splitlines()
    assert head.split() == ["ZÈRTZ", "won", "drawn", "lost", "score", "Elo", "(95", "%)"]
    assert level.split()[0] == "beginner"
    assert last.startswith("greedy: ")
    assert run((*words, "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["zero"], told["levels"][0]["level"]) == ("beginner", "beginner")


@pytest.mark.slow
def test_several_processes_find_the_same() -> None:
    pytest.importorskip("numpy")
    setting: dict[str, Any] = {"against": "random", "goals": "1/1/1/1", "games": 4}
    alone = gm.rate(first_legal, "zertz", **setting)
    assert gm.rate(first_legal, "zertz", jobs=2, **setting) == alone
