"""Plugins that fail, hang or bring garbage: the program and all other games go on, and it is said.

Each broken plugin is a real distribution on the path: a module and its entry point.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.plugins import containing
from gipf_meta.plugins.containing import contain_interrupts, mark_loading, take_crashed_plugins
from tests.commands import test_cli
from tests.commands.test_cli import Command
from tests.program import Done, variables
from tests.tiers import slow, soak

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
HANG = r"""
import signal
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.05)
while True:
    try:
        pass
    except Exception:
        pass
"""
"""Goes on for ever, and has the alarm of its time limit come at once: a limit that is short enough
to wait for would be too short for sound plugins on a busy machine."""
AT_IMPORT = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "exits": ("raise SystemExit('bye')", "SystemExit: bye"),
    "lacks a module": ("import no_such_module", "No module named 'no_such_module'"),
    "is no Python": ("def (", "SyntaxError"),
    "hangs": (HANG, "Loading it took"),
    "brings garbage": (
        SOUND.replace("return [Odd]", "return ['a game']"),
        "games() returned 'a game', which is no subclass of Game.",
    ),
    "brings no list": (
        SOUND.replace("return [Odd]", "return Odd"),
        "games() returned <class 'odd_plugin.Odd'>, which is no list of games.",
    ),
    "has a long id": (
        SOUND.replace('"odd"', repr("odd" * 11)),
        "is not made of up to 30 lower-case letters, digits and _.",
    ),
    "asks too much": (SOUND.replace("def games()", "def games(x)"), "x"),
    "hangs in the hook": (SOUND.replace("return [Odd]", f"exec({HANG!r})"), "Loading it took"),
    "takes an id": (SOUND.replace('"odd"', '"zertz"'), "Already brought by another plugin: zertz."),
    "raises what has no text": (
        "class Mute(Exception):\n    def __str__(self): raise self\nraise Mute",
        "NOT USED: Mute",
    ),
    "raises a GeneratorExit": ("raise GeneratorExit", "GeneratorExit"),
    "raises a BaseException": ("raise BaseException('oh')", "BaseException: oh"),
    "raises a KeyboardInterrupt": ("raise KeyboardInterrupt", "it raised KeyboardInterrupt"),
    "has a module that interrupts": (
        SOUND + "\ndef __getattr__(name): raise KeyboardInterrupt",
        "it raised KeyboardInterrupt",
    ),
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
    "exits in format": (method("format", "raise SystemExit(0)"), "SystemExit: 0"),
    "exits in legal_moves": (method("legal_moves", "raise SystemExit(0)"), "SystemExit: 0"),
    "raises GeneratorExit in status": (method("status", "raise GeneratorExit"), "GeneratorExit"),
    "raises GeneratorExit in format": (method("format", "raise GeneratorExit"), "GeneratorExit"),
    "raises BaseException in view": (method("view", "raise BaseException('oh')"), "oh"),
    "raises what has no text in view": (
        "class Mute(Exception):\n    def __str__(self): raise self\n"
        + method("view", "raise Mute"),
        "Mute",
    ),
    "refuses without a text": (
        "from gipf_meta import MoveError\n"
        "class Mute(MoveError):\n    def __str__(self): raise self\n"
        + method("legal_moves", "raise Mute"),
        "Mute",
    ),
    "answers garbage in status": (method("status", "return 'me'"), "its status cannot be 'me'"),
    "answers garbage in view": (method("view", "return 'a board'"), "'str' object has no"),
    "answers garbage in legal_moves": (method("legal_moves", "return 7"), "TypeError"),
    "draws 100,000 points": (
        method("view", "return View((Point('p', 0, 0),) * 10**5)"),
        "its board has 100000 points; at most 2500 can be drawn",
    ),
    "draws a point far away": (
        method("view", "return View((Point('p', 10**8, 0),))"),
        "its board reaches farther than 500 steps from its origin",
    ),
    "has a board of gold": (
        method("view", "return View((Point('p', 0, 0),), board='gold')"),
        "its board is of 'gold', which is none of: wood, slate, night, sand",
    ),
    "hangs in status": (method("status", f"exec({HANG!r})"), "took longer than"),
    "hangs in view": (method("view", f"exec({HANG!r})"), "took longer than"),
}
FEW = list(IN_PLAY)[::3]
"""The faults whose duels are tried each time."""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for distributions."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    yield folder
    sys.modules.pop("odd_plugin", None)


def install(folder: Path, code: str) -> None:
    (folder / "odd_plugin.py").write_text(code)
    info = folder / "gipf_meta_odd-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gipf-meta-odd\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gipf_meta]\nodd = odd_plugin\n")


def fault(gipf_meta: Command) -> str:
    """The fault that ``gipf-meta plugins`` shows, after a check that it is the only one."""
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
@pytest.mark.sample(6)
def test_a_plugin_that_cannot_be_loaded_is_a_line_in_a_list(
    gipf_meta: Command, broken: Path, how: str
) -> None:
    code, why = AT_IMPORT[how]
    install(broken, code)
    assert fault(gipf_meta).startswith("NOT USED: ")
    assert why in fault(gipf_meta)
    others_go_on(gipf_meta)


@pytest.mark.parametrize("how", IN_PLAY)
@pytest.mark.sample(6)
def test_a_game_that_cannot_begin_is_named_and_stops_nobody(
    gipf_meta: Command, broken: Path, how: str
) -> None:
    code, why = IN_PLAY[how]
    install(broken, code)
    said = fault(gipf_meta)
    assert "odd CANNOT BE PLAYED: " in said
    if how.startswith("raises in "):
        assert f"Odd, {how.split()[-1]}: " in said
    assert why in said
    assert "gipf-meta check odd says more." in said
    others_go_on(gipf_meta)


def test_a_game_that_pretends_ctrl_c_is_named(gipf_meta: Command, broken: Path) -> None:
    install(broken, method("status", "raise KeyboardInterrupt"))
    assert "it raised KeyboardInterrupt" in fault(gipf_meta)


@pytest.mark.parametrize("how", IN_PLAY)
@pytest.mark.parametrize("seats", [("human", "human"), *slow(("random", "greedy"))])
@pytest.mark.sample(6)
def test_playing_it_ends_in_a_sentence(
    gipf_meta: Command, broken: Path, how: str, seats: tuple[str, ...]
) -> None:
    install(broken, IN_PLAY[how][0])
    done = gipf_meta("play", "odd", "--seats", *seats, typed="one\nmoves\none\nquit\n")
    assert "Traceback" not in done.out + done.err
    if done.status:
        assert len(done.err.splitlines()) == 1
    if how.startswith(("raises in ", "exits in ")):
        named = how.split()[-1]
        assert re.search(rf"Odd failed in {named} |Odd, {named}: ", done.out + done.err)
    others_go_on(gipf_meta)


@pytest.mark.parametrize("how", [*FEW, *slow(*(how for how in IN_PLAY if how not in FEW))])
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
    assert "        gipf-meta check odd --law random_games_end\n" in done.out
    again = gipf_meta("check", "odd", "--law", "random_games_end")
    assert again.status == 2
    assert [line for line in again.out.splitlines() if line not in done.out] == [
        "Odd: 1 law is broken."
    ]


def test_asking_for_a_game_whose_plugin_is_not_used_says_why(
    gipf_meta: Command, broken: Path
) -> None:
    install(broken, "1 / 0")
    for command in ("play", "check"):
        done = gipf_meta(command, "odd")
        said = "gipf-meta: The plugin odd is not used: ZeroDivisionError: division by zero.\n"
        assert (done.status, done.err) == (2, said)


# ---- in a process of its own -------------------------------------------------------------------


def shell(*words: str, folder: Path, typed: str = "") -> Done:
    """Runs the program as users start it, with the distributions of *folder*."""
    done = subprocess.run(
        [sys.executable, "-m", "gipf_meta", *words],
        env=variables(folder.parent, str(folder)),
        capture_output=True,
        text=True,
        input=typed,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


LATER = {
    "status": "return turn(state % 2, state + 1)",
    "apply": "return 1",
    "view": "return View((Point('p', 0, 0),), choices=(Choice('one', ('p',), 'one'),))",
}
INTERRUPT = "raise KeyboardInterrupt"
INTERRUPTS = {name: method(name, INTERRUPT) for name in ("start", "legal_moves", "format")} | {
    f"{name} later": method(name, f"\n        if state: {INTERRUPT}\n        {body}")
    for name, body in LATER.items()
}
"""Games that pretend Ctrl-C, at the beginning or after a decision."""


@pytest.mark.parametrize("how", ["apply later", *soak(*INTERRUPTS)])
@pytest.mark.slow
def test_a_game_that_pretends_ctrl_c_in_play_ends_in_a_sentence(tmp_path: Path, how: str) -> None:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", INTERRUPTS[how])
    done = shell("play", "odd", folder=tmp_path / "site", typed="one\none\none\n")
    assert done.status == 2
    named = how.split()[0]
    assert re.fullmatch(rf".*Odd failed in {named} \(KeyboardInterrupt\).*\n", done.err), done.err


@pytest.mark.slow
def test_ctrl_c_itself_is_still_ctrl_c_in_play(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    press = "\n        if state: signal.raise_signal(signal.SIGINT)\n        return state + 1"
    install(tmp_path / "site", "import signal\n" + method("apply", press))
    done = shell("play", "odd", folder=tmp_path / "site", typed="one\none\none\n")
    assert done.status == 2
    assert done.err.startswith("Interrupted in the middle of the game; ")


@pytest.mark.slow
def test_the_program_of_a_librarys_user_is_stopped_by_any_interrupt(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", INTERRUPTS["apply later"])
    code = "import gipf_meta; gipf_meta.new_match('odd').play('one').play('one')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=variables(tmp_path, str(tmp_path / "site")),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.stderr.endswith("KeyboardInterrupt\n")


CLOSES = "import sys\n" + "".join(f"sys.{name}.close()\n" for name in ("stdin", "stdout", "stderr"))
TAKES = "import sys\nsys.stdin = sys.stdout = sys.stderr = None\n"


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(CLOSES + SOUND, id="closes first"),
        *soak(pytest.param(SOUND + CLOSES, id="closes last")),
        *soak(pytest.param(TAKES + SOUND, id="takes first")),
        pytest.param(SOUND + TAKES, id="takes last"),
    ],
)
@pytest.mark.slow
def test_no_plugin_takes_the_streams_of_the_program(tmp_path: Path, code: str) -> None:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", code)
    done = shell("games", folder=tmp_path / "site")
    assert (done.status, done.err) == (0, "")
    assert "odd" in done.out
    done = shell("play", "nothing", folder=tmp_path / "site")
    assert done.err.startswith("gipf-meta: There is no game 'nothing' here.")


@pytest.mark.slow
def test_a_game_that_takes_the_streams_in_play_is_still_heard_of(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    taking = "def apply(self, state, move):\n        sys.stdin = sys.stdout = sys.stderr = None\n"
    code = SOUND.replace("def apply(self, state, move):", f"{taking}       ")
    install(tmp_path / "site", f"import sys\n{code}")
    done = shell("play", "odd", folder=tmp_path / "site", typed="one\n" * 4)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("A won: done.\n")
    # a sentence on standard errors, too
    done = shell("playthrough", "odd", folder=tmp_path / "site", typed="one\nwhat\n")
    assert done.status == 2
    assert done.err.startswith("gipf-meta: ")


@pytest.mark.slow
def test_a_plugin_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", "import os\nos._exit(7)")
    assert shell("games", folder=tmp_path / "site").status == 7
    done = shell("--without", "odd", "plugins", folder=tmp_path / "site")
    assert (done.status, done.err) == (0, "")
    assert "NOT USED: Left out by --without." in done.out
    done = shell("--without", "odd", "--without=zertz", "games", folder=tmp_path / "site")
    assert done.status == 0
    assert "zertz" not in done.out
    done = shell("--without", "x y", "games", folder=tmp_path / "site")
    assert done.status == 2
    assert done.err.startswith("gipf-meta: There is no plugin 'x y' here. Installed: ")


@pytest.mark.parametrize(
    "crash", ["os._exit(7)", *soak("os.kill(os.getpid(), 11)", "os.kill(os.getpid(), 9)")]
)
@pytest.mark.slow
def test_the_start_after_a_crash_says_which_plugin_was_loading(tmp_path: Path, crash: str) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder, f"import os\n{crash}")
    first = shell("games", folder=folder)
    assert first.status not in (0, 2)
    assert first.err == ""
    said = (
        "gipf-meta: The program ended while the plugin odd was loading;"
        " gipf-meta --without odd starts without it.\n"
    )
    assert shell("games", folder=folder) == Done(first.status, "", said)
    # it is told to whoever starts next, but not to those who have left it out
    assert shell("--without", "odd", "games", folder=folder).err == ""
    assert shell("--without", "odd", "games", folder=folder).err == ""
    (folder / "odd_plugin.py").write_text(SOUND)
    assert shell("games", folder=folder).err == ""
    assert shell("games", folder=folder).err == ""


def test_a_plugin_that_loads_elsewhere_has_not_crashed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(containing, "crash_folder", lambda: tmp_path)
    with mark_loading("odd"):
        assert take_crashed_plugins() == []
        assert len([*tmp_path.iterdir()]) == 1
    assert [*tmp_path.iterdir()] == []
    pid = os.fork()
    if pid == 0:
        with mark_loading("odd"):
            os._exit(7)
    os.waitpid(pid, 0)
    assert take_crashed_plugins() == ["odd"]
    assert take_crashed_plugins() == []


def test_a_plugin_that_has_loaded_in_another_program_just_now_has_not_crashed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(containing, "crash_folder", lambda: tmp_path)
    mark = tmp_path / "12345"
    mark.write_text("odd")

    def lock(_file: object, _how: int) -> None:
        mark.unlink()  # the other program goes on, and gives its lock up

    monkeypatch.setattr("fcntl.flock", lock)
    assert take_crashed_plugins() == []


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"])
def sigint(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Sets the handler of SIGINT: a shell has programs in the background ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, request.param)
    yield request.param
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("sigint", [signal.default_int_handler], indirect=True)
def test_ctrl_c_still_ends_what_loads_a_plugin(sigint: Any) -> None:
    with pytest.raises(KeyboardInterrupt), contain_interrupts():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is sigint


def test_an_interruption_of_its_own_is_the_plugins_fault(sigint: Any) -> None:
    with pytest.raises(RuntimeError, match="it raised KeyboardInterrupt"), contain_interrupts():
        raise KeyboardInterrupt
    assert signal.getsignal(signal.SIGINT) is sigint
