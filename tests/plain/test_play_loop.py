"""Line mode: two people through a challenge, its duel, a save in its middle, and back."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from gipf_meta.cli import run
from gipf_meta.records.record_files import load, loads

COMBINED = [
    "--set=variant=tournament",
    "--set=tamsk_potentials=3",
    "--set=zertz_potentials=3",
    "--set=challenges_enabled=on",
]
TO_THE_DUEL = ["Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge"]


class Talk:
    """One session of the command, with its input and output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, typed: list[str]) -> tuple[int, str]:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        status = run(arguments)
        out, err = self.capsys.readouterr()
        return status, out + err


@pytest.fixture
def talk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Talk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Talk(capsys, monkeypatch)


def test_a_combined_match_saved_in_its_duel_and_finished_in_a_new_process(
    talk: Talk, tmp_path: Path
) -> None:
    status, said = talk(
        "play", "gipf", *COMBINED, "--plain", "--seed", "5",
        typed=[*TO_THE_DUEL, "Wd4,d1", "save mid.json", "quit"],
    )  # fmt: skip
    assert status == 0
    assert "A duel decides. ZÈRTZ: Black, White." in said
    status, said = talk("resume", "mid.json", typed=["Bd5,a1", "x d4Bd6", "resign", "d4", "resign"])
    assert status == 0
    assert "A duel decides. ZÈRTZ: Black, White." in said
    assert "Black won the duel in ZÈRTZ: White resigned." in said
    assert "The jump is lost, and with it the ZÈRTZ-potential on b2; the piece below" in said
    assert said.endswith("Black won: White resigned.\n")


def test_a_saved_duel_goes_on_identically(talk: Talk, tmp_path: Path) -> None:
    rest = ["Bd5,a1", "x d4Bd6", "Wc3,g4", "resign", "b2^", "save end.json", "quit"]
    talk("play", "gipf", *COMBINED, "--seed", "5", typed=[*TO_THE_DUEL, "Wd4,d1", *rest])
    straight = (tmp_path / "end.json").read_text()
    talk(
        "play",
        "gipf",
        *COMBINED,
        "--seed",
        "5",
        typed=[*TO_THE_DUEL, "Wd4,d1", "save mid.json", "quit"],
    )
    talk("resume", "mid.json", typed=rest)
    assert (tmp_path / "end.json").read_text() == straight


def test_a_typed_turn_keeps_the_target_hidden(talk: Talk) -> None:
    _, said = talk(
        "play", "gipf", *COMBINED, typed=["Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^d4", "allow"]
    )
    before, _, after = said.partition("Black> allow")
    assert "White announces a jump of the ZÈRTZ-potential on b2 (Zb2^).\n" in before
    assert "to d4" not in before
    assert "White makes the jump to d4.\n" in after


def test_a_duel_is_not_won_by_writing_so(talk: Talk) -> None:
    _, said = talk(
        "play", "gipf", *COMBINED,
        typed=["Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^d4?(zertz:W)"],
    )  # fmt: skip
    assert "A duel is won by playing it, not by writing who won." in said


def test_a_challenge_says_what_is_at_stake_and_a_drawn_duel_why_another_begins(talk: Talk) -> None:
    duel = ["--set=zertz_duel=elsewhere", "--set=duel_first_player=owner"]
    drawn = ["draw", "confirm"]
    _, said = talk(
        "play", "gipf", *COMBINED, *duel,
        typed=[*TO_THE_DUEL, "what is at stake", *drawn, "second", "confirm", "quit"],
    )  # fmt: skip
    told = " ".join(said.split())
    lost = "the jump is lost, and with it the ZÈRTZ-potential on b2; the piece below stays."
    assert "If it is challenged, a duel decides. If White wins the duel, the jump is made." in told
    begun = told.partition("A duel decides. Elsewhere:")[2]
    assert "Black challenges White's jump from b2." in begun
    assert f"If Black wins the duel, {lost}" in begun
    asked = begun.partition("what is at stake")[2]
    assert asked.startswith(" Black challenges your jump from b2. If you win the duel,")
    again = told.partition(
        "The duel in Elsewhere is a draw: so say both. Black begins duel 2 of 3."
    )[2]
    assert "A duel decides. Elsewhere: Black (First), White (Second)." in again
    assert "The jump from b2 is saved." in again
    for noise in ("===", "elsewhere:"):
        assert noise not in said


def test_the_same_in_czech(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    _, said = talk(
        "play", "gipf", *COMBINED, "--set=zertz_duel=elsewhere",
        typed=[*TO_THE_DUEL, "draw", "confirm", "resign", "quit"],
    )  # fmt: skip
    told = " ".join(said.split())
    assert "Černý vyzývá k souboji o skok z b2 (Bílý)." in told
    assert "souboj 2 z 3" in told
    for english in ("If ", " wins", " stays", "After a", "A duel", "===", "elsewhere:"):
        assert english not in told


TO_THE_GLASSES = [
    "Ta1-b2", "e9-e8", "a1-b2", "i1-h2", "a1-b2", "c1-c2", "a1-b2", "+", "challenge",
]  # fmt: skip


def test_a_duel_of_hourglasses_goes_on_at_the_same_millisecond_in_a_new_process(
    talk: Talk, tmp_path: Path
) -> None:
    short = ["sand_ms=20000", "rings=1", "zero_rings=stop"]
    status, said = talk(
        "play", "gipf", "--set=variant=basic", "--set=tamsk_potentials=1/0",
        "--set=challenges_enabled=on", *(f"--set=tamsk_duel.{option}" for option in short),
        "--seed=3",
        typed=[*TO_THE_GLASSES, "@4000 a1-b2/", "@5000 flip", "@6007 save duel.json", "quit"],
    )  # fmt: skip
    assert status == 0
    assert ("A duel decides. TAMSK: Red, Black.") in said
    assert "15-second glass: 0:15.0 against Black." in said
    outer = load(tmp_path / "duel.json")
    duel = outer.turns[-1].decisions[-1].duel
    assert duel is not None
    assert (duel.time, duel.turns[-1].text) == (6007, "@5000 R:F")
    lost = "[0:20.0] The 15-second glass is empty: Black loses this turn and the next one."
    _, said = talk("resume", "duel.json", typed=["@6006", "@19999", "quit"])
    assert "Time must not go backwards: it is 6007 ms already." in said
    assert lost not in said
    _, said = talk("resume", "duel.json", typed=["@20000 d1-d2", "quit"])
    assert lost in said
    assert "no glass of Red stands on d1" in said


def test_sand_that_ends_a_duel_leaves_the_rest_of_the_time_to_gipf(
    talk: Talk, tmp_path: Path
) -> None:
    """Black's last glass runs out at 26 s, and the line that says so is typed at a minute."""
    _, said = talk(
        "play", "gipf", "--set=variant=basic", "--set=tamsk_potentials=1/0",
        "--set=challenges_enabled=on", "--set=tamsk_duel.sand_ms=20000",
        "--set=tamsk_duel.start=placement", "--set=tamsk_duel.level=2", "--seed=3",
        typed=[
            *TO_THE_GLASSES, "@@a1", "@1000 @@g4", "@2000 @@b1/", "@3000 @@f5", "@4000 @@a2",
            "@6000 @@g3", "@60000", "save after.json", "quit",
        ],
    )  # fmt: skip
    assert "[0:26.0] Black's glass on g3 has run out and stays there." in said
    assert "won the duel in TAMSK: " in said
    assert "The extra move from e5 is saved." in said
    after = load(tmp_path / "after.json")
    duel = after.turns[-1].decisions[-1].duel
    assert duel is not None
    assert (duel.time, after.time) == (26000, 60000 - 26000)


@pytest.mark.parametrize(
    ("duel", "why"),
    [
        ("zatr", "there is no such game here. Did you mean zatre?"),
        ("zatre_pad", "that game cannot decide a duel."),
        ("chess", "there is no such game here."),
    ],
)
@pytest.mark.parametrize("command", ["play", "arena", "perft"])
def test_a_duel_that_cannot_be_played_is_refused_and_what_is_possible_is_listed(
    talk: Talk, duel: str, why: str, command: str
) -> None:
    bots = {"arena": ["--bots", "random", "random"], "perft": ["1"]}.get(command, [])
    status, said = talk(command, "gipf", *bots, f"--set=tamsk_duel={duel}", typed=[])
    assert status == 2
    assert f"gipf-meta: GIPF, option tamsk_duel={duel}: {why}" in said
    assert " Possible: " in said
    listed = said.rsplit("Possible: ", 1)[1].rstrip(".\n").split(", ")
    assert {"die", "elsewhere", "gipf", "tamsk", "zatre", "zertz"} <= set(listed)
    assert "zatre_pad" not in listed


@pytest.mark.parametrize("duel", ["die", "elsewhere", "zertz", "gipf"])
def test_any_two_seat_game_can_decide_a_challenge(talk: Talk, duel: str) -> None:
    typed = {
        "die": ["roll", "roll"],
        "elsewhere": ["first", "confirm"],
        "zertz": ["resign"],
        "gipf": ["resign"],
    }[duel]
    _, said = talk(
        "play", "gipf", *COMBINED, f"--set=zertz_duel={duel}", typed=[*TO_THE_DUEL, *typed]
    )
    assert " won the duel in " in said
    assert "===" not in said
    assert f"{duel}:" not in said


def test_options_of_a_duel_are_checked_at_set_up(talk: Talk) -> None:
    status, said = talk("play", "gipf", *COMBINED, "--set=zertz_duel.board=38", typed=[])
    assert status == 2
    assert said.splitlines()[-1].startswith("gipf-meta: ZÈRTZ, option board=38: it should be")
    assert "White>" not in said


def test_a_duel_is_played_with_the_options_agreed(talk: Talk, tmp_path: Path) -> None:
    talk(
        "play", "gipf", *COMBINED, "--set=zertz_duel.board=48",
        typed=[*TO_THE_DUEL, "save mid.json", "quit"],
    )  # fmt: skip
    last = load(tmp_path / "mid.json").turns[-1].decisions[-1]
    assert last.duel is not None
    assert last.duel.options["board"] == 48


def test_wrong_input_gets_a_sentence_and_a_new_prompt(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    status, said = talk(
        "play", "zertz",
        typed=["hello", "Wd4,d4", "Wz9,d1", "undo", "save taken/x.json", "", "resign"],
    )  # fmt: skip
    assert status == 0
    assert "'hello' is no move of ZÈRTZ" in said
    assert "There is nothing to take back." in said
    assert "cannot be written" in said
    assert said.endswith("Player 2 won: Player 1 resigned.\n")


def test_the_end_of_the_input_loses_nothing(talk: Talk, tmp_path: Path) -> None:
    status, said = talk("play", "zertz", typed=["Wd4,d1"])
    assert status == 2
    assert "The input ended in the middle of the game; it is kept: gipf-meta resume 1" in said
    _, said = talk("library", "export", "1", typed=[])
    assert loads(said).turns[0].text == "Wd4,d1"


def test_a_broken_off_match_goes_back_into_its_own_file(talk: Talk, tmp_path: Path) -> None:
    talk("play", "zertz", typed=["save mine.json", "quit"])
    talk("resume", "mine.json", typed=["Wd4,d1"])
    assert load(tmp_path / "mine.json").turns[0].text == "Wd4,d1"


def test_commands_show_what_can_be_done(talk: Talk) -> None:
    _, said = talk("play", "zertz", typed=["help", "moves", "board", "rules", "quit"])
    assert "Type a move in the game's notation" in said
    assert "111 decisions are possible now" in said
    assert said.count("Pool: W 6, G 8, B 10") == 2
    assert "Nothing was played." in said


def test_the_rules_are_those_of_the_match_that_is_played(talk: Talk) -> None:
    _, said = talk("play", "zertz", "--set", "variant=blitz", typed=["rules", "quit"])
    assert "own 3 white, 4 grey or 5 black marbles, or 2 of each" in " ".join(said.split())
    assert "4 white, 5 grey" not in said
    assert "What options change" not in said


def test_forced_moves_are_explained(talk: Talk) -> None:
    _, said = talk("play", "zertz", typed=["Wd4,d1", "Bd5,a1", "Wc3,g4"])
    assert "must capture" in said.lower()


def test_draw_needs_the_other_side(talk: Talk) -> None:
    _, said = talk("play", "zertz", typed=["draw", "no", "draw", "yes"])
    assert "Player 2 declines the draw; ZÈRTZ goes on." in said
    assert said.endswith("It is a draw, as agreed.\n")


def test_a_drawn_duel_is_played_again_with_the_other_side_beginning(talk: Talk) -> None:
    _, said = talk(
        "play", "gipf", *COMBINED, "--set=duel_first_player=owner",
        typed=[*TO_THE_DUEL, "draw", "yes"],
    )  # fmt: skip
    assert "ZÈRTZ: White, Black." in said
    assert "ZÈRTZ: Black, White." in said


def test_bots_play_to_the_end(talk: Talk) -> None:
    status, said = talk("play", "zertz", "--seats", "random", "greedy", "--seed", "3", typed=[])
    assert status == 0
    assert "Bruno won: " in said.splitlines()[-1]


def test_every_line_fits_a_small_terminal(talk: Talk) -> None:
    for game, move in (("gipf", "Za1-b2"), ("zertz", "Wd4,d1")):
        typed = ["Ga1-b2", "Gi5-h5", move, "nonsense", "moves", "help", "rules", "quit"]
        _, said = talk("play", game, *(COMBINED if game == "gipf" else ()), typed=typed)
        long = [line for line in said.splitlines() if len(line) > 80 and "resume" not in line]
        assert long == []


@pytest.mark.soak  # tests/commands/test_cli.py shows it with a shorter match
def test_without_plain_a_pipe_still_gets_the_demo(talk: Talk) -> None:
    assert talk(typed=[])[1].startswith("GIPF with potentials and challenges, seed 18: ")


def test_the_ending_of_a_name_says_how_a_match_is_saved(talk: Talk) -> None:
    typed = ["Wd4,d1", "save a.sgf", "save b.txt", "save c.svg", "save d.json", "quit"]
    _, said = talk("play", "zertz", typed=typed)
    assert "Saved in a.sgf.\n" in said
    assert "c.svg: line by line no picture is saved; gipf-meta render makes one." in said
    assert Path("a.sgf").read_text().startswith("(;GM[")
    assert Path("b.txt").read_text().startswith('[Game "zertz"]')
    assert not Path("c.svg").exists()
    assert json.loads(Path("d.json").read_text())["format"]


def test_a_board_whose_input_ends_is_saved_where_it_is_told(talk: Talk) -> None:
    status, said = talk("play", "zertz", "--set-up", "--plain", typed=["e3=W"])
    (file,) = re.findall(r"it is saved: gipf-meta resume (\S+) goes on", said)
    assert status == 2
    assert Path(file).exists()


def test_a_turn_and_its_end_are_told_in_words(talk: Talk) -> None:
    _, said = talk("play", "zertz", "--set=goals=1/5/6/3", typed=["Wd4,d1", "Bd5,a1", "x d4Bd6"])
    assert "Player 1 places a white marble on d4, then removes ring d1 (Wd4,d1).\n" in said
    assert "Player 1 jumps from d4 to d6, capturing the black marble on d5 (x d4Bd6).\n" in said


def test_a_hint_keeps_to_the_width(talk: Talk) -> None:
    _, said = talk("play", "gipf", "--seed", "5", typed=["hint", "quit"])
    assert max(map(len, said.splitlines())) <= 80


def test_the_story_of_a_duel_has_no_noise(talk: Talk) -> None:
    typed = [*TO_THE_DUEL, "resign", "save told.json", "quit"]
    talk("play", "gipf", *COMBINED, "--seed", "5", typed=typed)
    _, said = talk("replay", "told.json", typed=[])
    assert "    GIPF is suspended in this position:\n" in said
    assert "    GIPF goes on where it stopped: White won ZÈRTZ.\n" in said
    assert "===" not in said


def test_begin_leads_to_the_form_for_a_match_from_the_position(talk: Talk) -> None:
    typed = ["Wd4,a1", "begin", "", "play", "Bd5,a2", "quit"]  # no name is given
    status, said = talk("play", "zertz", "--seed", "5", typed=typed)
    assert status == 0
    assert said.count("It began from the position ") == 1
    assert "Kept as match 2" in said
