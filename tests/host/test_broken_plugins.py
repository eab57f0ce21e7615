"""Plugins that fail, hang or bring garbage: the program and all other games go on, and it is said.

Each broken plugin is a real distribution on the path: a module and its entry point.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.match import match
from gipf_meta.plugins import loading as plugins
from gipf_meta.table import live_match, table
from tests.host import test_cli
from tests.host.test_cli import Command
from tests.tiers import slow

gipf_meta = test_cli.gipf_meta

SOUND = """
from gipf_meta import Game, Over, View, Point, Choice, hookimpl, turn

class Odd(Game):
    id = "odd"
    title = "Odd"
    tagline = "Say one."
    seat_names = ("A", "B")
    def start(self, seats): return 0
    def status(self, state): return turn(state % 2, state + 1) if state < 4 else Over((0,), "done")
    def legal_moves(self, state, seat): return [1] if state < 4 and seat == state % 2 else []
    def apply(self, state, move): return state + move
    def format(self, state, move): return "one"
    def view(self, state, seat=None):
        choices = (Choice("one", ("p",), "one"),) if state < 4 else ()
        return View((Point("p", 0, 0),), choices=choices)

@hookimpl
def games():
    return [Odd]
"""
AT_IMPORT = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "exits": ("raise SystemExit('bye')", "SystemExit: bye"),
    "lacks a module": ("import no_such_module", "No module named 'no_such_module'"),
    "is no Python": ("def (", "SyntaxError"),
    "hangs": (
        "while True:\n    try:\n        pass\n    except Exception:\n        pass",
        "Loading it took",
    ),
    "brings garbage": (
        SOUND.replace("return [Odd]", "return ['a game']"),
        "games() returned 'a game', which is no subclass of Game.",
    ),
    "brings nothing to go through": (SOUND.replace("return [Odd]", "return 7"), "TypeError"),
    "asks too much": (SOUND.replace("def games()", "def games(x)"), "x"),
    "hangs in the hook": (SOUND.replace("return [Odd]", "while True: pass"), "Loading it took"),
    "takes an id": (SOUND.replace('"odd"', '"zertz"'), "Already brought by another plugin: zertz."),
    "is of the future": ("PROTOCOL = '9.0'\n" + SOUND, "It was written for protocol 9.0"),
}


def method(name: str, body: str) -> str:
    """The sound game with another body of a method."""
    lines = SOUND.splitlines()
    n = next(n for n, line in enumerate(lines) if line.startswith(f"    def {name}("))
    lines[n] = f"{lines[n].split('):')[0]}): {body}"
    if name == "view":
        del lines[n + 1 : n + 3]
    return "\n".join(lines)


IN_PLAY = {
    "raises in start": (method("start", "raise KeyError('x')"), "KeyError"),
    "raises in status": (method("status", "1 / 0"), "ZeroDivisionError"),
    "raises in view": (method("view", "1 / 0"), "ZeroDivisionError"),
    "exits in view": (method("view", "raise SystemExit"), "SystemExit"),
    "raises in legal_moves": (method("legal_moves", "1 / 0"), "ZeroDivisionError"),
    "raises in format": (method("format", "1 / 0"), "ZeroDivisionError"),
    "answers garbage in status": (method("status", "return 'me'"), "its status cannot be 'me'"),
    "answers garbage in view": (method("view", "return 'a board'"), "'str' object has no"),
    "answers garbage in legal_moves": (method("legal_moves", "return 7"), "TypeError"),
    "draws 100,000 points": (
        method("view", "return View(tuple(Point(f'p{n}', n, 0) for n in range(10**5)))"),
        "its board has 100000 points; at most 2500 can be drawn",
    ),
    "draws a point far away": (
        method("view", "return View((Point('p', 10**8, 0),))"),
        "its board reaches farther than 500 steps from its origin",
    ),
    "hangs in status": (method("status", "exec('while True: pass')"), "took longer than"),
    "hangs in view": (method("view", "exec('while True: pass')"), "took longer than"),
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for distributions."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(plugins, "LOADING_MS", 300)
    for module in (plugins, match, table):
        monkeypatch.setattr(module, "BEGINNING_MS", 300)
    monkeypatch.setattr(live_match, "ANSWER_MS", 300)
    yield folder
    sys.modules.pop("odd_plugin", None)


def install(folder: Path, code: str) -> None:
    (folder / "odd_plugin.py").write_text(code)
    info = folder / "gipf_meta_odd-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gipf-meta-odd\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gipf_meta]\nodd = odd_plugin\n")


def fault(gipf_meta: Command) -> str:
    """What ``gipf-meta plugins`` says is wrong, and that nothing else is."""
    done = gipf_meta("plugins", "--json")
    assert (done.status, done.err) == (0, "")
    faults = {}
    for line in done.out.splitlines():
        told = json.loads(line)
        faults[told["name"]] = told["fault"] or ""
    assert not any(faults[name] for name in faults if name != "odd")
    plain = gipf_meta("plugins").out
    assert faults["odd"] in plain
    return str(faults["odd"])


def others_go_on(gipf_meta: Command) -> None:
    listed = gipf_meta("games")
    assert listed.status == 0
    assert {"zertz", "gipf", "tamsk", "zatre", "die"} <= {
        line.split()[0] for line in listed.out.splitlines()
    }
    assert gipf_meta("play", "die", "--seats", "random", "random").status == 0


def test_the_sound_game_is_sound(gipf_meta: Command, broken: Path) -> None:
    install(broken, SOUND)
    assert fault(gipf_meta) == ""
    assert gipf_meta("play", "odd", "--seats", "random", "random").status == 0


@pytest.mark.parametrize("how", AT_IMPORT)
def test_a_plugin_that_cannot_be_loaded_is_a_line_in_a_list(
    gipf_meta: Command, broken: Path, how: str
) -> None:
    code, why = AT_IMPORT[how]
    install(broken, code)
    assert fault(gipf_meta).startswith("NOT USED: ")
    assert why in fault(gipf_meta)
    others_go_on(gipf_meta)


@pytest.mark.parametrize("how", IN_PLAY)
def test_a_game_that_cannot_begin_is_named_and_stops_nobody(
    gipf_meta: Command, broken: Path, how: str
) -> None:
    code, why = IN_PLAY[how]
    install(broken, code)
    said = fault(gipf_meta)
    assert "odd CANNOT BE PLAYED: " in said
    assert why in said
    assert "gipf-meta check odd says more." in said
    others_go_on(gipf_meta)


@pytest.mark.parametrize("how", IN_PLAY)
@pytest.mark.parametrize("seats", [("human", "human"), *slow(("random", "greedy"))])
def test_playing_it_ends_in_a_sentence(
    gipf_meta: Command, broken: Path, how: str, seats: tuple[str, ...]
) -> None:
    install(broken, IN_PLAY[how][0])
    done = gipf_meta("play", "odd", "--seats", *seats, typed="one\nmoves\none\nquit\n")
    assert "Traceback" not in done.out + done.err
    if done.status:
        assert len(done.err.splitlines()) == 1
    others_go_on(gipf_meta)


@pytest.mark.parametrize("how", IN_PLAY)
def test_a_duel_in_it_gives_way_to_another(gipf_meta: Command, broken: Path, how: str) -> None:
    install(broken, IN_PLAY[how][0])
    combined = ["--set=variant=basic", "--set=zertz_potentials=2", "--set=challenges_enabled=on"]
    moves = ["Za1-b2", "i5-h5", "Zb2^", "challenge", "one", "die", "roll", "quit"]
    typed = "".join(f"{move}\n" for move in moves)
    done = gipf_meta("play", "gipf", *combined, "--set=zertz_duel=odd", "--seed=1", typed=typed)
    assert "Traceback" not in done.out + done.err
    assert "Which game shall decide instead" in done.out
    assert "A duel decides. Die" in done.out
    assert done.status == 0, done.err


def test_the_kit_gives_advice_on_each(gipf_meta: Command, broken: Path) -> None:
    install(broken, IN_PLAY["raises in status"][0])
    done = gipf_meta("check", "odd")
    assert done.status == 2
    assert "status raised ZeroDivisionError" in done.out


def test_asking_for_a_game_whose_plugin_is_not_used_says_why(
    gipf_meta: Command, broken: Path
) -> None:
    install(broken, "1 / 0")
    for command in ("play", "check"):
        done = gipf_meta(command, "odd")
        said = "gipf-meta: The plugin odd is not used: ZeroDivisionError: division by zero.\n"
        assert (done.status, done.err) == (2, said)
