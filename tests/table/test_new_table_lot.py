"""Lots for the first player: by the seed, partners together, said in a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from gipf_meta.base.names import clean_name
from gipf_meta.cli import run
from gipf_meta.library.settings import Settings, load_settings, save_settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.table.new_table import draw_seats, take_seats

GAMES = load_plugins()


def test_the_same_seed_draws_the_same_and_every_order_is_drawn() -> None:
    game = GAMES.find("zertz")()
    drawn = [draw_seats(game, ["human", "hard"], ["Anna", ""], seed) for seed in range(20)]
    again = [draw_seats(game, ["human", "hard"], ["Anna", ""], seed) for seed in range(20)]
    assert drawn == again
    assert {(seating.kinds, seating.names) for seating in drawn} == {
        (("human", "hard"), ("Anna", "Player 2")),
        (("hard", "human"), ("Player 1", "Anna")),
    }
    for seating in drawn:
        name = "Anna" if seating.kinds[0] == "human" else "Viktor"
        assert seating.sentence == f"The lot has drawn who sits first: {name}."


def test_the_order_of_the_table_and_partners_stay() -> None:
    game = configure(GAMES.find("zatre"), {"teams": "on"})
    names = ["A", "B", "C", "D"]
    state = game.start(4)
    partners = {frozenset(names[ally] for ally in game.allies(state, seat)) for seat in range(4)}
    orders = set()
    for seed in range(40):
        seating = draw_seats(game, ["human"] * 4, names, seed)
        order = "".join(seating.names)
        assert order in "ABCDABC"
        orders.add(order)
        assert partners == {
            frozenset(seating.names[ally] for ally in game.allies(state, seat)) for seat in range(4)
        }
    assert len(orders) > 1


def test_without_a_lot_everybody_sits_where_he_was_named() -> None:
    game = GAMES.find("gipf")()
    assert take_seats(game, ["human", "hard"], ["", ""]).names == ("White", "Black")
    assert take_seats(game, ["human", "hard"], ["Anna", ""]).names == ("Anna", "Black")


def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run(["play", "zertz", "--seats", "human", "human", *arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_the_command_line_draws_the_lot_from_the_seed_and_says_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = set()
    for seed in range(6):
        arguments = ["--names", "Anna", "Ben", "--lot", f"--seed={seed}"]
        first = play(monkeypatch, capsys, *arguments)
        assert play(monkeypatch, capsys, *arguments) == first
        sentence, title = first.splitlines()[:2]
        name = sentence.removesuffix(".").rpartition(" ")[2]
        assert title.startswith(f"ZÈRTZ: {name}, ")
        said.add(name)
    assert said == {"Anna", "Ben"}
    assert "lot" not in play(monkeypatch, capsys, "--names", "Anna", "Ben", "--seed=0")


def test_a_match_from_the_command_line_has_the_user_s_name_unless_names_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_settings(Settings(name="Anna", name_asked=True))
    for kinds in (["human", "human"], ["easy", "HUMAN"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("Wd4,d1\nquit\n"))
        assert run(["play", "zertz", "--seed=1", "--seats", *kinds]) == 0
    with Library() as library:
        names = [[seat.name for seat in library.record(n).people] for n in (1, 2)]
    assert names == [["Anna", "Player 2"], ["Player 1", "Anna"]]
    capsys.readouterr()
    assert "Anna" not in play(monkeypatch, capsys, "--names", "Ben", "Eva")


@pytest.mark.parametrize("name", ["a\nb", "x" * 61, "\x1b[31m"])
def test_of_a_name_that_nobody_can_have_what_can_be_read_is_kept(name: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    save_settings(Settings(name=name, name_asked=True), path)
    assert load_settings(path) == Settings(name=clean_name(name), name_asked=True)
    assert Settings().with_name(name).name == ""
