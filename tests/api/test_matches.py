"""The public API for library users: whole matches of every game, saved, looked at, and refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.plugins.loading import installed_plugins
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager
from tests.specimens import bundled_games, find_specimens
from tests.tiers import slow

GAMES = tuple(sorted((*bundled_games(), "die", "elsewhere")))
LONG = tuple(game for game, said in find_specimens().items() if said.is_long)
"""Games whose matches take long."""
COMBINED: dict[str, Any] = {
    "zertz_potentials": "3/3",
    "tamsk_potentials": 3,
    "challenges_enabled": True,
}
WITH_DUEL = 0
"""A seed by which random players of the combined game come to a duel in ZÈRTZ."""

SNIPPET = """\
import gipf_meta as gm
gm.games()                                   # {'gipf': 'GIPF', …}
m = gm.new_match("zertz", seed=1, board=48)  # options as keywords, also seats=…
m.to_move, m.legal, m.result, m.turns        # seat or None; texts of the decisions now; …
m = m.play("Wd4,d1")                         # a new match; a whole turn or one decision; …
m = m.play(gm.bot("easy").choose(m))         # any level, any game, duels included
m.svg(); m                                   # a picture; shows itself in a notebook, …
m.position; m.undo(); m.save("g.json"); gm.load("g.json")
gm.analyse(m, nodes=500)                     # chances and best lines
"""


def never(match: gm.Match) -> bool:
    return False


def played_at_random(match: gm.Match, until: Callable[[gm.Match], bool] = never) -> gm.Match:
    """The match after random decisions: at its end, or where *until* holds."""
    rng = Random(match.seed)
    while match.result is None and not until(match):
        match = match.play(rng.choice(match.legal))
    return match


def is_deep_in_duel(match: gm.Match) -> bool:
    return match.depth == 1 and len(match.duels[0].turns) > 3


@pytest.fixture(scope="module")
def combined() -> gm.Match:
    """A match of the combined game that random players have played to its end, with a duel."""
    return played_at_random(gm.new_match("gipf", seed=WITH_DUEL, **COMBINED))


@pytest.fixture(scope="module")
def duel() -> gm.Match:
    """The same match some decisions after its duel has begun."""
    match = gm.new_match("gipf", seed=WITH_DUEL, **COMBINED)
    return played_at_random(match, is_deep_in_duel)


def test_the_snippet_of_the_issue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(SNIPPET, names)
    match = names["m"]
    assert match.game.board == 48
    assert match.turns[0] == "Wd4,d1"
    assert match == gm.load("g.json")


def test_all_games_are_there() -> None:
    assert tuple(sorted(gm.games())) == GAMES
    assert gm.games()["zertz"] == "ZÈRTZ"
    assert "How many rings" in gm.options("zertz")["board"]
    assert gm.options(Wager).keys() == {"duel", "duel_options", "goal"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4)
def test_a_random_match_ends_and_is_kept(game: str, tmp_path: Path) -> None:
    match = played_at_random(gm.new_match(game, seed=3))
    assert match.to_move is None
    assert len(match.legal) == 0
    assert match.result is not None
    match.save(tmp_path / "match.json")
    for again in (gm.load(tmp_path / "match.json"), pickle.loads(pickle.dumps(match))):
        assert again == match
        assert hash(again) == hash(match)
        assert (again.turns, again.result) == (match.turns, match.result)


@pytest.mark.parametrize(
    "game",
    [
        *(game for game in GAMES if game not in ("zatre_pad", "tamsk", *LONG)),
        *slow(*LONG),
    ],
)
@pytest.mark.sample(3)
def test_bots_choose_as_they_do_at_a_table(game: str) -> None:
    match = begun = gm.new_match(game, seed=2)
    bot = gm.bot("beginner")
    while match.result is None:
        match = match.play(bot.choose(match))
    out = begun.play_out(bot)
    assert (out.turns, out.result) == (match.turns, match.result)


def test_two_bots_play_the_combined_game_as_they_do_at_a_table() -> None:
    match = begun = gm.new_match("gipf", seed=1, **COMBINED)
    bot = gm.bot("random")
    while match.result is None:
        match = match.play(bot.choose(match))
    assert match.duels
    out = begun.play_out("random", "random")
    assert (out.turns, out.duels, out.result) == (match.turns, match.duels, match.result)


@pytest.mark.parametrize("time_passes", [False, True])
def test_bots_play_tamsk_whether_its_sand_runs_or_not(time_passes: bool) -> None:
    match, bot = gm.new_match("tamsk", seed=1, sand_ms=60_000), gm.bot("greedy")
    while match.result is None:
        match = match.play(bot.choose(match))
        match = match.advance(9_000 if time_passes else 0)
    assert match.turns[1].startswith("@9000 " if time_passes else "@0 ")


def test_who_plays_a_match_out_is_written_down_and_needs_time(tmp_path: Path) -> None:
    match = gm.new_match("tamsk", seed=1, rings=4, names=["Ada", "Bo"]).play_out("greedy", "random")
    assert match.result is not None
    assert match.names == ("Ada", "Bo")
    assert match.time_ms > 10_000
    match.save(tmp_path / "match.json")
    told = (tmp_path / "match.json").read_text(encoding="utf-8")
    assert '"greedy"' in told
    assert '"random"' in told


class TestDecisions:
    def test_they_are_a_sequence_of_texts(self) -> None:
        legal = gm.new_match("zertz", seed=1).legal
        assert len(legal) == 3 * 37
        assert "Wd4" in legal
        assert "Wz9" not in legal
        assert legal[0] == "Wa1"
        assert legal[-1] == list(legal)[-1]
        assert legal[:2] == ("Wa1", "Ga1")
        assert str(legal) == ("<111 decisions: Wa1, Ga1, Ba1, Wd1, Gd1, Bd1, Wc2, Gc2, … 103 more>")

    def test_each_can_be_played_and_nothing_else(self) -> None:
        match = gm.new_match("zertz", seed=1).play("Wd4")
        for text in match.legal:
            assert match.play(text).turns == (f"Wd4,{text}",)
        with pytest.raises(gm.MoveError):
            match.play("d4")

    def test_what_may_be_done_beside_the_turn(self) -> None:
        match = gm.new_match("tamsk", seed=1).play("R:a1-a2")
        assert "B:flip" not in match.legal
        beside = set(match.legal_for(0)) | set(match.legal_for(1))
        assert beside > set(match.legal)
        claim = next(text for text in match.legal_for(1) if text not in match.legal)
        assert match.play(claim, player=1) != match
        with pytest.raises(gm.IllegalMove, match="There is no player 2 in TAMSK"):
            match.legal_for(2)

    def test_whole_turns(self) -> None:
        match = gm.new_match("zertz", seed=1)
        turns = match.legal_turns()
        assert len(turns) == match.perft(1) == 1944
        for text in turns[::400]:
            assert match.play(text).turns == (text,)
        match = gm.new_match("zertz", seed=1).play("Wd4")
        rest = match.legal_turns()
        assert sorted(rest) == sorted(match.legal)

    def test_luck_makes_turns_uncountable(self) -> None:
        match = gm.new_match("die", seed=1)
        with pytest.raises(gm.LuckDue, match="Luck decides next in Die"):
            match.perft(1)
        with pytest.raises(gm.OptionError, match="is a whole number from 0 to 200, and not -1"):
            match.perft(-1)


class TestLuck:
    def test_it_is_drawn_by_the_seed(self) -> None:
        one, same, other = (gm.new_match("zatre", seed=seed) for seed in (5, 5, 6))
        assert one == same
        assert one.turns == same.turns
        assert one != other

    def test_without_a_seed_each_match_has_another(self) -> None:
        assert len({gm.new_match("zatre").seed for _ in range(4)}) > 1

    def test_it_stands_when_something_is_taken_back(self) -> None:
        match = gm.new_match("die", seed=1).play("roll")
        with pytest.raises(gm.CannotUndo, match="What luck has decided stands"):
            match.undo()


class TestDuels:
    def test_it_is_what_is_played_and_the_match_is_what_is_kept(self, duel: gm.Match) -> None:
        assert duel.game.id == "zertz"
        assert duel.result is None
        (told,) = duel.duels
        assert told.game == "zertz"
        assert told.result is None
        assert told.turns[0] == "Gc2,f5"
        assert duel.turns[-1] == "Zd7^"
        assert duel.position is not None
        assert duel.position.count("/") == 6
        assert "ZÈRTZ" in duel.svg()
        assert "White" in repr(duel) or "Black" in repr(duel)
        assert repr(duel).startswith("<Match of GIPF, ZÈRTZ, turns: ")

    def test_who_is_to_move_is_numbered_as_in_the_match(self, duel: gm.Match) -> None:
        (told,) = duel.duels
        assert sorted(told.players) == [0, 1]
        assert duel.to_move in told.players

    def test_its_end_is_in_the_turn_and_in_the_list(self, combined: gm.Match) -> None:
        (told,) = combined.duels
        assert told.result is not None
        side = "WB"[told.result.winners[0]]
        assert sum(f"(zertz:{side})" in turn for turn in combined.turns) == 1

    def test_it_is_kept_while_it_is_played(self, duel: gm.Match, tmp_path: Path) -> None:
        duel.save(tmp_path / "duel.json")
        again = gm.load(tmp_path / "duel.json")
        assert again == duel
        assert again.duels == duel.duels

    def test_resigning_gives_up_only_the_duel(self, duel: gm.Match) -> None:
        loser = duel.to_move
        after = duel.resign()
        assert after.depth == 0
        assert after.duels[0].result is not None
        assert after.duels[0].result.reason == "resign"
        assert loser not in after.duels[0].result.winners
        with pytest.raises(gm.CannotUndo, match="The duel is decided"):
            after.undo()
        assert duel.agree_draw().duels[0].result == gm.Over((), "draw")

    def test_it_can_be_played_in_another_game(self, duel: gm.Match) -> None:
        other = duel.with_duel("die")
        assert other.game.id == "die"
        with pytest.raises(gm.DuelUnavailable, match="no game 'chess' here"):
            duel.with_duel("chess")
        with pytest.raises(gm.IllegalMove, match=r"No duel is being played\."):
            gm.new_match("zertz", seed=1).with_duel("die")

    def test_one_that_cannot_be_played_waits_for_another_game(self, tmp_path: Path) -> None:
        match = gm.new_match(Wager, seed=1, duel="chess").play("claim").play("challenge")
        assert "no game 'chess' here" in match.trouble
        assert match.to_move is None
        assert match.result is None
        assert match.trouble in str(match)
        for ask in (lambda: match.play("one"), lambda: gm.bot("random").choose(match)):
            with pytest.raises(gm.IllegalMove, match="Choose another game for the duel first"):
                ask()
        match.save(tmp_path / "match.json")
        assert gm.load(tmp_path / "match.json", games=[Wager]) == match
        after = match.with_duel("elsewhere").play("first").play("confirm")
        assert (after.depth, after.trouble) == (0, "")

    def test_one_in_a_game_that_is_gone_is_told_as_it_was_kept(self, tmp_path: Path) -> None:
        file = tmp_path / "match.json"
        match = gm.new_match(Wager, seed=1, duel="fuse").play("claim").play("challenge")
        match.save(file)
        match = gm.load(file, games=[Wager, Fuse])
        assert match.duels == (gm.PlayedDuel("fuse", (1, 0), (), None),)
        match = match.resign(0)
        match.save(file)
        again = gm.load(file, games=[Wager])
        told = gm.PlayedDuel("fuse", (1, 0), (), gm.Over((1,), "resign"))
        assert again.duels == match.duels == (told,)

    @pytest.mark.parametrize("duel", ["chess", "zatre_pad"])
    def test_a_game_that_cannot_decide_one_is_refused(self, duel: str) -> None:
        possible = "Possible: .*die, .*elsewhere, .*zertz"
        with pytest.raises(gm.OptionError, match=f"option zertz_duel={duel}: .* {possible}"):
            gm.new_match("gipf", seed=1, zertz_duel=duel)
        asked = gm.new_match("gipf", seed=1).game.model_copy(update={"zertz_duel": duel})
        with pytest.raises(gm.OptionError, match=possible):
            gm.new_match(asked, seed=1)

    def test_a_default_that_is_missing_gives_way_with_a_warning(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        installed = installed_plugins()
        others = {name: game for name, game in installed.games.items() if name != "zertz"}
        monkeypatch.setattr(installed, "games", others)
        with pytest.warns(UserWarning, match="The game zertz is not installed"):
            match = gm.new_match("gipf", seed=1, **COMBINED)
        assert vars(match.game)["zertz_duel"] == "tamsk"
        monkeypatch.undo()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            gm.new_match("gipf", seed=1, **COMBINED)


class TestTime:
    def test_it_passes_only_when_it_is_said(self) -> None:
        match = gm.new_match("tamsk", seed=1).play("R:a1-a2/").advance(15_200)
        assert match.time_ms == 15_200
        assert match.deadline_ms == 180_000 - 15_200
        assert match.play("B:a4-a3/").turns == ("@0 R:a1-a2/", "@15200 B:a4-a3/")
        assert gm.new_match("zertz", seed=1).deadline_ms is None

    def test_whoever_oversteps_it_has_lost(self) -> None:
        match = gm.new_match("zertz", seed=1, clock="1m+2s").advance(20_000)
        assert match.time_left_ms == (40_000, 60_000)
        match = match.play("Wd4,d1")
        assert match.time_left_ms == (42_000, 60_000)
        assert match.deadline_ms == 60_000
        assert match.advance(60_000).result == gm.Over((0,), "time")
        assert gm.new_match("zertz", seed=1).time_left_ms is None

    def test_a_clock_of_duels_needs_one_of_the_match(self) -> None:
        match = gm.new_match("zertz", seed=1, clock="1m", duel_clock="30s")
        assert match.time_left_ms == (60_000, 60_000)
        with pytest.raises(gm.TimeControlError, match="give the clock of the match, too"):
            gm.new_match("zertz", seed=1, duel_clock="30s")

    def test_it_never_goes_backwards(self) -> None:
        with pytest.raises(gm.IllegalMove, match="Time must not go backwards"):
            gm.new_match("zertz", seed=1).advance(-1)


class TestAMatch:
    def test_playing_leaves_it_as_it_was(self) -> None:
        match = gm.new_match("zertz", seed=1)
        after = match.play("Wd4,d1")
        assert match.turns == ()
        assert after.turns == ("Wd4,d1",)
        assert after.undo().turns == ("Wd4",)
        assert after.undo().undo() == match
        assert {match, after, gm.new_match("zertz", seed=1)} == {match, after}

    def test_it_prints_itself(self) -> None:
        match = gm.new_match("zertz", seed=1, names=["Ada", "Bo"]).play("Wd4,d1")
        assert repr(match) == "<Match of ZÈRTZ, turns: 1, Bo to move>"
        assert "(W)" in str(match)
        assert str(match).splitlines()[-1] == "Place a marble from the pool on a vacant ring."
        over = match.resign()
        assert str(over).splitlines()[-1] == "ZÈRTZ: Ada won (resignation)."
        assert repr(over) == "<Match of ZÈRTZ, turns: 1, ZÈRTZ: Ada won (resignation).>"

    def test_it_draws_itself(self) -> None:
        match = gm.new_match("zertz", seed=1).play("Wd4,d1")
        assert match._repr_svg_() == match.svg()
        assert match.svg().startswith("<svg ")
        assert match.svg(dark=True) != match.svg()
        assert "Player 1 won (resignation)" in match.resign().svg()

    def test_a_player_sees_no_hidden_tiles_of_others(self) -> None:
        match = gm.new_match("zatre", seed=1, seats=3, hands="hidden")
        assert match.svg(player=0) != match.svg(player=1)

    def test_as_many_play_as_are_asked_for(self) -> None:
        match = gm.new_match("zatre", seed=1, seats=4, teams=True)
        assert len(match.names) == 4
        match = played_at_random(match)
        assert match.result is not None
        assert len(match.result.winners) in (2, 4)

    def test_a_position(self) -> None:
        begun = gm.new_match("zertz", seed=1).play("Wd4,d1")
        assert begun.position is not None
        match = gm.new_match("zertz", seed=1, position=begun.position)
        assert match.position == begun.position
        assert list(match.legal) == list(begun.legal)
        assert match.to_move == 1
        assert (begun.begun_from, match.begun_from) == ("", begun.position)
        assert gm.new_match("die", seed=1).position is None

    def test_as_many_play_as_the_position_says(self) -> None:
        """Such a match used to end in an IndexError, some decisions later."""
        begun = gm.new_match("zatre", seed=1, seats=3, start="fixed")
        assert begun.position is not None
        for seats in (None, 3):
            match = gm.new_match("zatre", seed=1, seats=seats, position=begun.position)
            assert len(match.names) == 3
            assert played_at_random(match).result is not None
        for seats in (2, 4):
            with pytest.raises(gm.BadNotation, match=f"of 3 players, not of {seats}"):
                gm.new_match("zatre", seats=seats, position=begun.position)

    def test_a_game_of_ones_own(self, tmp_path: Path) -> None:
        for match in (gm.new_match(Wager, seed=1, goal=1), gm.new_match(Wager(goal=1), seed=1)):
            match = match.play("claim+one").play("allow")
            assert match.result == gm.Over((0,), "goal")
            match.save(tmp_path / "match.json")
            assert gm.load(tmp_path / "match.json", games=[Wager]) == match
            assert pickle.loads(pickle.dumps(match)) == match
        with pytest.raises(gm.RecordError, match="no game 'wager' here"):
            gm.load(tmp_path / "match.json")

    def test_resigning_and_a_draw_end_it(self) -> None:
        match = gm.new_match("zertz", seed=1)
        assert match.resign().result == gm.Over((1,), "resign")
        assert match.resign(1).result == gm.Over((0,), "resign")
        assert match.agree_draw().result == gm.Over((), "draw")
        for again in (match.resign().resign, match.resign().agree_draw):
            with pytest.raises(gm.IllegalMove, match="ZÈRTZ is over already"):
                again()


class TestAnalysis:
    def test_it_tells_chances_and_lines(self) -> None:
        match = gm.new_match("zertz", seed=1, pool="2/2/2", goals="1/1/1/1", board=37)
        told = gm.analyse(match, nodes=200)
        assert told.positions == 200
        assert told.lines[0].decisions[0] in match.legal
        assert told.chances == told.lines[0].chances
        assert str(told).count("\n") == 2
        assert told == gm.analyse(match, nodes=200)

    def test_in_a_duel_it_is_the_duel(self, duel: gm.Match) -> None:
        assert gm.analyse(duel, nodes=5).lines[0].decisions[0] in duel.legal

    def test_not_where_nobody_decides(self) -> None:
        with pytest.raises(gm.IllegalMove, match="The game is over here"):
            gm.analyse(gm.new_match("zertz", seed=1).resign())
        with pytest.raises(gm.OptionError, match="is a whole number from 1"):
            gm.analyse(gm.new_match("zertz", seed=1), nodes=0)


class TestBots:
    def test_the_same_match_has_the_same_answer(self) -> None:
        match = gm.new_match("zertz", seed=1)
        assert gm.bot("easy").choose(match) == gm.bot("easy").choose(match)
        assert gm.bot("easy") == gm.Bot("easy")
        answers = {gm.bot("random").choose(gm.new_match("zertz", seed=seed)) for seed in range(9)}
        assert len(answers) > 3

    def test_not_where_nobody_decides(self) -> None:
        with pytest.raises(gm.IllegalMove, match="is over; nothing more can be played"):
            gm.bot("easy").choose(gm.new_match("zertz", seed=1).resign())


def started(**words: Any) -> Callable[[], object]:
    return lambda: gm.new_match("zertz", **words)


@pytest.mark.parametrize(
    ("ask", "error", "sentence"),
    [
        (lambda: gm.new_match("zerz"), gm.UnknownGame, "Did you mean zertz"),
        (lambda: gm.options("zerz"), gm.UnknownGame, "Did you mean zertz"),
        (started(bord=48), gm.OptionError, "ZÈRTZ has no option bord. Did you mean board?"),
        (started(board=5), gm.OptionError, "ZÈRTZ, option board=5: it should be 37, 40"),
        (started(seats=3), gm.OptionError, "ZÈRTZ is for 2 players, not for 3."),
        (started(seed="x"), gm.OptionError, "A seed is a whole number of at most 18 digits."),
        (started(seed=10**18), gm.OptionError, "A seed is a whole number of at most 18 digits."),
        (started(clock="soon"), gm.TimeControlError, "'soon' is no time control"),
        (started(names=["Ada"]), gm.OptionError, "Give 2 different names, one for each seat."),
        (started(names=["Ada", "Ada"]), gm.OptionError, "Give 2 different names"),
        (started(names=["", "Ada"]), gm.OptionError, "A name has 1 to 60 letters"),
        (started(position="e4"), gm.BadNotation, "osition"),
        (lambda: gm.new_match("die", position="6"), gm.BadNotation, "Die has no positions"),
        (lambda: gm.new_match("zatre", seats=3, teams=True), gm.OptionError, "Teams need 4 or 6"),
        (lambda: gm.new_match(Wager(), goal=1), gm.OptionError, "Wager has its options already"),
        (lambda: gm.new_match(None), gm.UnknownGame, "None is no game: give the id of one"),  # type: ignore[arg-type]
        (lambda: gm.new_match(int), gm.PluginError, "which is no subclass of Game"),  # type: ignore[arg-type]
        (lambda: gm.load("nowhere.json"), gm.RecordError, "nowhere.json cannot be read"),
        (lambda: gm.bot("chess"), gm.UnknownBot, "There is no bot 'chess'"),
        (lambda: gm.new_match("zertz").play("d"), gm.BadNotation, "'d'"),
        (lambda: gm.new_match("zertz").play("Wz9"), gm.MoveError, "z9"),
        (lambda: gm.new_match("zertz").play("Wd4", player=1), gm.IllegalMove, ""),
        (lambda: gm.new_match("zertz").play("Wd4", player=2), gm.IllegalMove, "no player 2"),
        (lambda: gm.new_match("zertz").play_out("human"), gm.UnknownBot, "no bot 'human'"),
        (
            lambda: gm.new_match("zertz").play_out("easy", "easy", "easy"),
            gm.OptionError,
            "3 seats are named for 2 players.",
        ),
        (lambda: gm.new_match("zertz").undo(), gm.CannotUndo, "There is nothing to take back."),
        (lambda: gm.new_match("zertz").save("/dev/null"), gm.RecordError, "is no ordinary file"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    ask: Callable[[], object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        ask()
    assert isinstance(caught.value, gm.GipfMetaError)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_the_door_brings_no_interface() -> None:
    look = (
        "import sys, gipf_meta as gm\n"
        "m = gm.new_match('zertz', seed=1).play('Wd4,d1')\n"
        "m.svg(), str(m), gm.bot('random').choose(m), gm.analyse(m, nodes=2)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"textual", "rich", "aiohttp", "resvg_py"}
    assert not {name for name in loaded if name.startswith(("gipf_meta.tui", "gipf_meta.web"))}


def test_what_a_position_forgets_is_told_where_a_match_begins_from_it() -> None:
    begun = gm.new_match("zertz", seed=1)
    again = gm.new_match("zertz", position=begun.position)
    assert begun.forgotten == ""
    assert "how often a position has stood" in again.forgotten
    off = gm.new_match("zertz", position=begun.position, repetition_count=0)
    assert off.forgotten == ""


def test_a_position_is_refused_while_words_given_beforehand_wait_for_an_answer() -> None:
    options: dict[str, Any] = {"zertz_potentials": "1/1", "challenges_enabled": True}
    match = gm.new_match("gipf", seed=1, variant="basic", **options)
    for turn in ("Za1-b2", "e9-e8"):
        match = match.play(turn)
    assert match.play("Zb2^").position is not None
    waiting = match.play("Zb2^d4")
    with pytest.raises(gm.NoPosition, match=r"White has written 'd4' beforehand.*when Black has"):
        waiting.position  # noqa: B018
    allowed = waiting.play("allow")
    assert allowed.position is not None
    duel = waiting.play("challenge")
    assert duel.position is not None
    assert gm.new_match("zertz", position=duel.position).position == duel.position
    lost = duel.resign(0)
    assert lost.to_move == 0  # the words no longer fit
    assert lost.position is not None
