"""The gate: each exception of a plugin is its failure; signals to stop the program pass."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from building.compiled import BuildError, check_compiler
from gipf_meta import IllegalMove
from gipf_meta.base import stops
from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import StopRequested
from gipf_meta.base.timelimit import TookTooLong, time_limit
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.failures import GameFailed, failure, origin_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import Player
from tests.small_games.wager import Wager

PLUGIN = """
from typing import Callable, Iterator

def fail(error: Callable[[], BaseException]) -> int:
    raise error()

def nest(error: Callable[[], BaseException]) -> int:
    return fail(error) + 1

def tell(error: Callable[[], BaseException]) -> Iterator[int]:
    yield 1
    fail(error)
"""
GAME = """
from tests.small_games.wager import Wager
from MODULE import rules

class Odd(Wager):
    def apply(self, state, move):
        return rules.nest(move)
"""
FAILURES: dict[str, Callable[[], BaseException]] = {
    "exit": lambda: SystemExit(3),
    "recursion": RecursionError,
    "memory": MemoryError,
    "interrupt of its own": KeyboardInterrupt,
    "generator": GeneratorExit,
    "base": BaseException,
    "bug": lambda: ZeroDivisionError("a bug"),
}
PASSES: dict[str, Callable[[], BaseException]] = {
    "Ctrl-C": stops.CtrlC,
    "stop": StopRequested,
    "refusal": lambda: IllegalMove("Not there."),
}


pytestmark = pytest.mark.usefixtures("ctrl_c_told_apart")


@pytest.fixture(scope="module", params=["pure", pytest.param("compiled", marks=pytest.mark.slow)])
def odd(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module of a plugin's game, whose rules are in another module."""
    folder, name = tmp_path_factory.mktemp(request.param), f"odd_{request.param}"
    package = folder / name
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(PLUGIN)
    (package / "game.py").write_text(GAME.replace("MODULE", name))
    if request.param == "compiled":
        compile_in(folder, f"{name}/rules.py")
    sys.path.insert(0, str(folder))
    module = import_module(f"{name}.game")
    is_compiled = not str(module.rules.__file__).endswith(".py")
    assert is_compiled == (request.param == "compiled")
    yield module
    sys.path.remove(str(folder))


def compile_in(folder: Path, file: str) -> None:
    try:
        check_compiler()
    except BuildError as error:
        pytest.skip(str(error))
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", file],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("error", FAILURES)
def test_whatever_a_game_raises_is_its_failure_with_method_file_and_line(
    odd: Any, error: str
) -> None:
    game = odd.Odd()
    with pytest.raises(GameFailed, match="failed in apply ") as failed, Gate(game):
        game.apply(None, FAILURES[error])
    place = failed.value.place
    assert place is not None
    line = PLUGIN.splitlines().index("    raise error()") + 1
    assert (Path(place.file).name, place.line, place.method) == ("rules.py", line, "apply")


@pytest.mark.parametrize("error", PASSES)
def test_stops_and_refusals_pass_as_they_are(odd: Any, error: str) -> None:
    raised = PASSES[error]()
    with pytest.raises(type(raised)) as passed, Gate(odd.Odd()):
        odd.Odd().apply(None, lambda: raised)
    assert passed.value is raised


def test_values_of_an_iterator_arrive_until_it_fails(odd: Any) -> None:
    told = Gate(odd.Odd()).each(odd.rules.tell(lambda: SystemExit(3)))
    assert next(told) == 1
    with pytest.raises(GameFailed, match="SystemExit: 3"):
        next(told)


def test_an_iterator_of_a_game_may_be_closed_early(odd: Any) -> None:
    told = Gate(odd.Odd()).each(odd.rules.tell(lambda: SystemExit(3)))
    assert next(told) == 1
    told.close()


@pytest.mark.skipif(not hasattr(os, "kill"), reason="the system has no signals")
def test_ctrl_c_arrives_at_once_from_within_a_game() -> None:
    def press_and_hang() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        hang()

    with pytest.raises(stops.CtrlC), Gate(Wager()):
        press_and_hang()


def hang() -> None:
    while True:
        pass


def test_a_time_limit_inside_the_gate_and_around_it_arrives_at_once() -> None:
    with pytest.raises(TookTooLong), Gate(Wager()), time_limit(20, "It"):
        hang()
    with pytest.raises(TookTooLong), time_limit(20, "It"), Gate(Wager()):
        hang()


def test_a_plugin_without_a_game_is_called_by_its_name_and_may_refuse() -> None:
    with pytest.raises(GameFailed, match=r"^odd failed \(SystemExit: 3\)\.$"), Gate("odd"):
        raise SystemExit(3)
    with pytest.raises(ValueError, match="no file of mine"), Gate("odd", ValueError):
        raise ValueError("no file of mine")


def test_a_failure_that_goes_through_a_table_keeps_what_caused_it() -> None:
    class Odd(Wager):
        def apply(self, state: Any, move: Any) -> Any:
            return 1 // 0

    players = [Player("White", None, "human"), Player("Black", None, "human")]
    table = begin_table(Odd(), players, installed_plugins().find, StillClock(), seed=1)
    with pytest.raises(GameFailed) as failed:
        table.play("claim")
    assert isinstance(failed.value.__cause__, ZeroDivisionError)
    assert isinstance(origin_of(failed.value), ZeroDivisionError)


def test_a_failure_behind_two_gates_is_told_once_and_as_ever(odd: Any) -> None:
    game = odd.Odd()
    with pytest.raises(GameFailed) as failed, Gate("White"), Gate(game):
        game.apply(None, FAILURES["bug"])
    assert str(failed.value) == "Wager failed in apply (ZeroDivisionError: a bug)."
    assert "(ZeroDivisionError: a bug)." in failure(failed.value)
