"""``gipf-meta render``, ``check`` and ``new-plugin``, as users type them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gipf_meta.plugins import single_files
from gipf_meta.render import svg as png_module
from tests.commands import test_cli
from tests.commands.test_cli import Command, Done, refused
from tests.plugins.test_containing import SOUND

gipf_meta = test_cli.gipf_meta
POSITION = "4/5/6/7/6/5/4"


# ---- render ------------------------------------------------------------------------------------


def pieces(svg: str) -> list[str]:
    """The positions of pieces in a picture."""
    found = ElementTree.fromstring(svg).iter()
    return sorted(at for each in found if (at := each.get("data-piece")))


def match_file(gipf_meta: Command, *moves: str, game: str = "zertz") -> str:
    typed = "".join(f"{move}\n" for move in (*moves, "save match.json", "quit"))
    assert gipf_meta("play", game, "--seed=1", typed=typed).status == 0
    return "match.json"


def test_a_match_is_drawn_as_it_stands_and_as_it_stood(gipf_meta: Command) -> None:
    record = match_file(gipf_meta, "Wd4,d1", "Bd5,a1", "x d4Bd6")
    expected = {"0": [], "1": ["d4"], "2": ["d4", "d5"], "3": ["d6"]}
    for turn, places in expected.items():
        drawn = gipf_meta("render", record, "--at", turn, "-o", "-")
        assert (drawn.status, pieces(drawn.out)) == (0, places)
    assert gipf_meta("render", record, "-o", "-").out == drawn.out
    sentence = refused(gipf_meta("render", record, "--at", "9", "-o", "-"))
    assert sentence == "The match has the turns 1 to 3; 0 is its start."


def test_a_running_duel_is_what_is_drawn(gipf_meta: Command) -> None:
    combined = ["--set=variant=basic", "--set=zertz_potentials=2", "--set=challenges_enabled=on"]
    typed = "Za1-b2\ni5-h5\nZb2^\nchallenge\nWd4,d1\nsave duel.json\nquit\n"
    assert gipf_meta("play", "gipf", *combined, "--seed=1", typed=typed).status == 0
    assert pieces(gipf_meta("render", "duel.json", "-o", "-").out) == ["d4"]
    assert "b2" in pieces(gipf_meta("render", "duel.json", "--at=2", "-o", "-").out)


def test_a_position_is_drawn_into_a_file(gipf_meta: Command, tmp_path: Path) -> None:
    assert gipf_meta("render", "--game", "gipf", "--set=variant=basic", "-o", "a.svg").status == 0
    text = gipf_meta("playthrough", "zertz", typed="Wd4,d1\n").out.splitlines()[1]
    position = json.loads(text)["position"]
    drawn = gipf_meta("render", "--game=zertz", f"--position={position}", "-o", "b.svg", "--dark")
    assert drawn == Done(0, "", "")
    assert pieces((tmp_path / "a.svg").read_text()) == sorted(["b2", "b5", "e2", "e8", "h2", "h5"])
    assert pieces((tmp_path / "b.svg").read_text()) == ["d4"]


def test_a_picture_can_be_a_png(gipf_meta: Command, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert gipf_meta("render", "--game=die", "--width=300", "-o", "die.PNG").status == 0
    content = (tmp_path / "die.PNG").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20], "big") == 300


def test_without_the_extra_a_png_is_refused_with_the_way_to_it(
    gipf_meta: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert png_module
    sentence = refused(gipf_meta("render", "--game=die", "-o", "die.png"))
    assert "pip install '.[png]'" in sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "The following arguments are required: -o"),
        (["-o", "x.svg"], "Give either a RECORD or --game."),
        (["x.json", "--game=die", "-o", "x.svg"], "Give either a RECORD or --game."),
        (["x.json", "-o", "x.svg"], "x.json cannot be read: No such file or directory."),
        (["--game=chess", "-o", "x.svg"], "There is no game 'chess' here."),
        (["--game=die", "--at=1", "-o", "x.svg"], "--at is for a RECORD."),
        (["--game=die", "-o", "x.jpg"], "x.jpg is no picture: give a name that ends in .svg or"),
        (["--game=die", "-o", "no/x.svg/y.png", "--width=5"], "is no number from 16 to 10000"),
        (["--game=die", "--position=6", "-o", "x.svg"], "Die has no positions on one line."),
        (["--game=zertz", "--position=x", "-o", "x.svg"], "."),
        (["--game=die", "-o", "/dev/null/x.svg"], "/dev/null/x.svg cannot be written"),
    ],
)
def test_what_cannot_be_drawn_gets_a_sentence(
    gipf_meta: Command, arguments: list[str], sentence: str
) -> None:
    assert sentence in refused(gipf_meta("render", *arguments))


# ---- check -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_sound_game_passes_every_law(gipf_meta: Command) -> None:
    told = gipf_meta("check", "die", "--set=sides=4", "--games=2")
    assert (told.status, told.err) == (0, "")
    *laws, end = told.out.splitlines()
    assert end == "Die: every law holds."
    assert {law.split(" ")[0] for law in laws} == {"ok", "--"}
    assert "--      Not asked: time does not act in the game under these options." in laws
    objects = [json.loads(line) for line in gipf_meta("check", "die", "--json").out.splitlines()]
    assert len(objects) == len(laws)
    assert all(found["ok"] for found in objects)
    assert len({found["law"] for found in objects}) == len(laws)


def test_a_long_check_says_what_it_does_on_a_terminal(
    gipf_meta: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = "--law=laws_hold_with_other_options"
    assert gipf_meta("check", "die", law).err == ""  # nobody sits before it
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    said = gipf_meta("check", "die", law).err.split("\r\x1b[K")
    assert said[1:3] == [
        "now: The laws that need few games hold, too, with each option at its other valu",
        "now: Other options, 1 of 3, with sides=2.",
    ]
    assert said[-1] == ""  # nothing of it stays


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess' here."),
        (["die", "--games=0"], "is no number from 1"),
        (["die", "--set=faces=6"], "faces"),
        (["die", "--law=fairness"], "--law: There is no law fairness. The nearest are "),
        (["die", "--law=evaluation"], "The nearest are evaluations_agree_with_results. If none"),
        (["die", "--law=bots_can_pla"], "no law bots_can_pla. Did you mean bots_can_play?"),
    ],
)
def test_what_cannot_be_checked_gets_a_sentence(
    gipf_meta: Command, arguments: list[str], sentence: str
) -> None:
    assert sentence in refused(gipf_meta("check", *arguments))


# ---- new-plugin --------------------------------------------------------------------------------


def test_the_tests_of_a_new_plugin_fail_at_once_when_its_stones_are_gone(
    gipf_meta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert gipf_meta("new-plugin", "stone_age", "--to", "new").status == 0
    tests = (tmp_path / "new/tests/test_stone_age.py").read_text()
    game = tmp_path / "new/gipf_meta_stone_age/game.py"
    monkeypatch.syspath_prepend(tmp_path / "new")
    exec(tests, {"__name__": "as_they_come"})
    game.write_text(game.read_text().replace("stones", "coins"))
    for module in [name for name in sys.modules if name.startswith("gipf_meta_stone_age")]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(pytest.fail.Exception, match="are about the stones"):
        exec(tests, {"__name__": "with_coins"})


def test_a_new_plugin_is_a_whole_distribution(gipf_meta: Command, tmp_path: Path) -> None:
    told = gipf_meta("new-plugin", "nine_men")
    assert told.status == 0
    *files, following = told.out.splitlines()
    assert following.startswith("Next: pip install --editable 'gipf-meta-nine-men[test]' && ")
    assert {str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()} == set(files)
    assert "gipf-meta-nine-men/gipf_meta_nine_men/game.py" in files
    for file in files:
        text = (tmp_path / file).read_text()
        assert "$name" not in text
        assert text.strip()
    game = (tmp_path / "gipf-meta-nine-men/gipf_meta_nine_men/game.py").read_text()
    assert "class NineMen(RulesGame[State, int]):" in game
    assert 'title = "Nine men"' in game


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Zertz"], "'Zertz' is no id for a game"),
        (["9men"], "'9men' is no id for a game"),
        (["class"], "'class' is no id for a game"),
        (["a" * 31], "is no id for a game"),
        (["../x"], "'../x' is no id for a game"),
        (["zertz"], "There is a game zertz already"),
        (["men", "--to=taken"], "taken exists already; give another folder with --to."),
        (["men", "--to=/dev/null/x"], "/dev/null/x cannot be written"),
    ],
)
def test_what_cannot_become_a_plugin_gets_a_sentence_and_writes_nothing(
    gipf_meta: Command, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    (tmp_path / "taken").mkdir()
    assert sentence in refused(gipf_meta("new-plugin", *arguments))
    assert [p.name for p in tmp_path.iterdir() if p.name != "data"] == ["taken"]


@pytest.fixture
def _nothing_stays_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(single_files.FILES, "")
    monkeypatch.setattr("sys.path", [*sys.path])


@pytest.mark.usefixtures("_nothing_stays_brought")
def test_the_columns_of_plugins_are_as_wide_as_their_longest_words(
    gipf_meta: Command, tmp_path: Path
) -> None:
    named = "a_game_with_a_long_name"
    (tmp_path / f"{named}.py").write_text(SOUND)
    rows = gipf_meta(f"--with={named}.py", "plugins").out.splitlines()
    words = [re.search(r" gipf-meta [0-9.]+ +(?=[abr])", row) for row in rows]
    assert words.count(None) == 1, "the file, whose path is too long for its column"
    assert {found.start() for found in words if found} == {len(named)}
    assert len({found.end() for found in words if found}) == 1


def test_on_a_terminal_the_words_of_a_plugin_stay_in_their_column(
    gipf_meta: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "72")
    rows = gipf_meta("plugins").out.splitlines()
    assert max(map(len, rows)) < 72
    assert any(row.startswith(" " * 30) for row in rows)
    monkeypatch.setenv("COLUMNS", "40")
    narrow = gipf_meta("plugins").out.splitlines()
    assert max(map(len, narrow)) < 40
    assert "  brings die, elsewhere" in narrow


@pytest.mark.usefixtures("_nothing_stays_brought")
@pytest.mark.parametrize("columns", [80, 50])
def test_on_a_terminal_a_long_title_of_a_game_is_wrapped(
    gipf_meta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    title = "The long way home " * 9
    code = re.sub('title = "[^"]*"', f'title = "{title.strip()}"', SOUND)
    brought = f"--with=long_title_{columns}.py"
    (tmp_path / brought.partition("=")[2]).write_text(code)
    row = gipf_meta(brought, "games").out
    assert title in row, "one line where no terminal is"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", f"{columns}")
    rows = gipf_meta(brought, "games").out
    assert max(map(len, rows.splitlines())) < columns
    assert " ".join(row.split()) == " ".join(rows.split())
