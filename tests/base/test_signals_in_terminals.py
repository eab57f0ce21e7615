"""Events from outside: a closed window, signals, Ctrl-Z, a size that changes without end."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random
from timeit import default_timer

import pytest

from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.records.reader import replay
from tests.kill import decisions
from tests.tiers import slow, soak
from tests.tui.terminal import Terminal, terminal

SIZE = (100, 30)
TAMSK = ("play", "tamsk")
DUEL = (
    *("play", "gipf", "--set", "variant=basic", "--set", "zertz_potentials=2"),
    *("--set", "challenges_enabled=on", "--set", "zertz_duel=tamsk"),
)
TO_THE_DUEL = {
    "Za1-b2": "Black must", "i5-h5": "White must", "Zb2^": "Black may", "challenge": "Begin",
}  # fmt: skip
"""Moves, and what is on the screen after each."""
JOB = 'sh -c \'"$@"; exit $?\' sh "$@"; echo "in the shell"; read line; fg; echo "left: $?"'
"""The program as a job of a shell, started by another program, as ``make play`` does."""

DEAF = 'set +m; trap : HUP; "$@"; echo $? > $XDG_DATA_HOME.status; exit'
"""The program started by another that gets the signal of a closed window and goes on, as make
does. ``DATA.status`` is the program's."""


def typed(there: Terminal, move: str, answer: str) -> None:
    """Types a move, and waits until *answer* is on the screen."""
    there.send(b":")
    there.until("Tab completes")
    there.send(f"{move}\r".encode())
    there.until(answer)


def be_ready(there: Terminal) -> None:
    """Plays as the match was set up, though a gentle start is offered."""
    there.until("As it was set up")
    there.send(b"\r")
    there.until("at 0:01")


def kept(home: Path) -> tuple[list[str], int]:
    """The decisions of the one match in the library, and the age of the game on top, in ms.

    It must be held by nobody.
    """
    with Library(home / "DATA" / "gipf-meta" / "library.sqlite") as library:
        record, keeper = library.go_on(1)
        keeper.close()
    match = replay(record, load_plugins().find)
    made = [line.split() for line in decisions(match)]
    return [move for _depth, seat, _at, *_, move in made if seat != "None"], match.top.time_ms


def sound(there: Terminal) -> bool:
    return b"Traceback" not in there.written


@pytest.mark.parametrize("what", ["SIGTERM", *slow("hang up"), *soak("SIGHUP", "SIGINT")])
@pytest.mark.slow
def test_a_program_that_is_ended_keeps_the_match_with_the_time_until_then(
    tmp_path: Path, what: str
) -> None:
    in_a_duel = what == "SIGTERM"
    with terminal(SIZE, *(DUEL if in_a_duel else TAMSK), home=tmp_path) as there:
        there.until("leave")
        if not in_a_duel:
            be_ready(there)
        else:
            for move, answer in TO_THE_DUEL.items():
                typed(there, move, answer)
            there.send(b"\r")
            there.until("GIPF ▸ TAMSK")
        typed(there, "R:a1-b2/", "2:58")
        if what == "hang up":
            there.hang_up()
        else:
            there.kill(signal.Signals[what])
        status = there.ended()
        passed_ms = 1000 * (default_timer() - there.begun)
        assert status == 0
        assert sound(there)
        assert there.end < 0 or there.is_left
    shown = [*(TO_THE_DUEL if in_a_duel else ()), "R:a1-b2/"]
    made, time_ms = kept(tmp_path)
    assert made == shown
    assert 1_000 < time_ms < passed_ms


@pytest.mark.slow
def test_a_closed_window_ends_the_program_though_no_signal_reaches_it(tmp_path: Path) -> None:
    with terminal(SIZE, *TAMSK, home=tmp_path, script=DEAF) as there:
        there.until("leave")
        be_ready(there)
        typed(there, "R:a1-b2/", "2:58")
        there.hang_up()
        there.ended()
    assert (tmp_path / "DATA.status").read_text() == "0\n"
    made, time_ms = kept(tmp_path)
    assert made == ["R:a1-b2/"]
    assert time_ms > 1_000


@pytest.mark.parametrize(
    ("words", "shown", "status"),
    [
        (("--plain",), "Number or name", 2),
        pytest.param(("serve", "--no-browser"), "ends the server)\r\n", 0, marks=pytest.mark.slow),
        pytest.param(("play", "zertz", "--plain"), "Player 1>", 2, marks=pytest.mark.soak),
        pytest.param(
            ("play", "zertz", "--plain", "--clock", "10m"), "Ready?", 2, marks=pytest.mark.slow
        ),
    ],
)
@pytest.mark.slow
def test_whatever_is_played_in_ends_with_its_window(
    tmp_path: Path, words: tuple[str, ...], shown: str, status: int
) -> None:
    with terminal(SIZE, *words, home=tmp_path, script=DEAF) as there:
        there.until(shown)
        there.hang_up()
        there.ended()
    assert (tmp_path / "DATA.status").read_text() == f"{status}\n"


@pytest.mark.slow
def test_ctrl_z_goes_back_to_the_shell_and_no_time_passes_until_the_program_is_there_again(
    tmp_path: Path,
) -> None:
    with terminal(SIZE, *TAMSK, home=tmp_path, script=JOB) as there:
        there.until("leave")
        be_ready(there)
        typed(there, "R:a1-b2/", "2:58")
        there.send(b"\x1a")
        there.until("in the shell")
        assert there.is_left
        stopped = default_timer()
        assert there.read(2.0) == b""
        away_s = default_timer() - stopped
        there.send(b"\n")
        there.until("TAMSK")
        assert there.modes[1049]
        assert there.modes[1000]
        there.send(b"\x11")
        there.until("left: 0")
        passed_ms = 1000 * (default_timer() - there.begun - away_s)
        assert there.ended() == 0
        assert there.is_left
        assert sound(there)
    made, time_ms = kept(tmp_path)
    assert made == ["R:a1-b2/"]
    assert 1_000 < time_ms < passed_ms


@pytest.mark.slow
def test_keys_while_the_size_changes_without_end_and_those_that_end_other_programs(
    tmp_path: Path,
) -> None:
    rng = Random(1)
    with terminal(SIZE, "play", "zertz", home=tmp_path) as there:
        there.until("Choose a marble")
        there.send(b"\x03")
        there.until("ctrl+q")
        there.send(b"\x1a")
        there.until("no shell")
        typed(there, "Wd4", "Remove a free ring")
        typed(there, "d1", "Choose a marble")
        for n in range(100):
            there.resize(rng.randrange(20, 140), rng.randrange(5, 50))
            there.send(rng.choice([b"n", b"\x1b[C", b"\x1b[A", b"N", b"1", b"e"]))
            there.read(0 if n % 5 else 1.0)
        there.resize(*SIZE)
        there.send(b"?")
        there.until("Keys of a match")
        there.send(b"\x11")
        assert there.ended() == 0
        assert there.is_left
        assert sound(there)
    made, _time = kept(tmp_path)
    assert made == ["Wd4", "d1"]
