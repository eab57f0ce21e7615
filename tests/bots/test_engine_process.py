"""An engine is a process that may do anything: it is ended, and one sentence says what it did."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from gipf_meta.bots.engine_lines import BeginAt, ChooseGame, HasDecided, Hello, ListLegal, Think
from gipf_meta.bots.engine_process import (
    EngineFailed,
    EngineProcess,
    EngineRefused,
    how_it_ended,
)
from tests.bots.engines import SAMPLE_COMMAND, LeapingClock, write_engine
from tests.tables import table

GAME = ChooseGame("tictactoe", 2)


def test_it_answers_in_order() -> None:
    engine = EngineProcess(SAMPLE_COMMAND)
    assert engine.ask(Hello()).all("plays") == ("tictactoe",)
    answer = engine.ask(GAME, HasDecided(0, "b2"), HasDecided(1, "a1"), ListLegal())
    assert len(answer.all("legal")) == 7
    assert engine.ask(Think()).all("best")[0] in answer.all("legal")
    engine.close()
    assert not engine.is_alive


def test_an_engine_goes_on_after_a_refused_question() -> None:
    engine = EngineProcess(SAMPLE_COMMAND)
    engine.ask(Hello(), GAME)
    with pytest.raises(EngineRefused) as error:
        engine.ask(HasDecided(1, "b2"))
    assert str(error.value).startswith("To 'play 1 b2' it answers: b2 cannot be taken by 1")
    assert len(engine.ask(ListLegal()).all("legal")) == 9
    engine.close()
    travelled = pickle.loads(pickle.dumps(error.value))  # a bot may think in another process
    assert travelled.sentence == error.value.sentence


def test_it_starts_where_many_files_are_open() -> None:
    """As in a host with many sockets: what the system numbers high, some functions do not know."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1400:
        pytest.skip("so many files may not be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1400), hard))
    opened = [os.open(os.devnull, os.O_RDONLY) for _file in range(1100)]
    try:
        engine = EngineProcess(SAMPLE_COMMAND)
        assert engine.ask(Hello()).all("plays") == ("tictactoe",)
        engine.close()
    finally:
        for file in opened:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "It has ended with status 0."),
        ("sys.exit(3)", "It has ended with status 3."),
        ("hear(); sys.exit(4)", "It has ended with status 4."),
        ("hear(); import os; os.close(1); hear(); hear()", "It has closed its output."),
        ("hear()\ntry: say('x' * 200_000)\nexcept OSError: hear()", "It has closed its output."),
        ("hear(); [say('info') for n in range(30_000)]", "It says more than 20000 lines to"),
        ("hear(); say('error I am ill.')", "To 'hello 1' it answers: I am ill."),
        ("hear(); say('ok', 'ok'); hear()", "It says 'ok', and nothing was asked."),
        ("hear(); say('ok'); import os; os.close(1); hear()", "It has closed its output."),
    ],
)
def test_faults_of_an_engine_are_sentences(body: str, why: str, tmp_path: Path) -> None:
    engine = EngineProcess(write_engine(tmp_path, body))

    def ask_twice() -> None:
        engine.ask(Hello())
        while not engine._output.qsize() and engine.is_alive:  # its next line comes by itself
            pass
        engine.ask(BeginAt())

    with pytest.raises(EngineFailed) as error:
        ask_twice()
    assert str(error.value).startswith(why)
    engine.close()
    assert not engine.is_alive


def test_one_that_hangs_is_ended(tmp_path: Path) -> None:
    engine = EngineProcess(write_engine(tmp_path, "while hear(): pass"), clock=LeapingClock())
    with pytest.raises(EngineFailed, match="It does not answer 'hello 1' in time"):
        engine.ask(Hello())
    assert not engine.is_alive


def test_one_that_is_told_to_stop_answers_soon(tmp_path: Path) -> None:
    body = "hear(); hear(); say('best b2', 'ok')"
    engine = EngineProcess(write_engine(tmp_path, body))
    enough = Event()
    enough.set()
    assert engine.ask(Think(for_ever=True), ms=None, cancelled=enough).all("best") == ("b2",)
    engine.close()


CHILD = """
import os, signal
reads, writes = os.pipe()
def start(*steps):
    if os.fork():
        return
    for step in steps:
        getattr(os, step)()
    os.write(writes, f"{os.getpid()} ".encode())
    while True:
        signal.pause()
START
said = b""
while said.count(b" ") < COUNT:
    said += os.read(reads, 1000)
hear(); say(f"engine {said.decode()}", "ok"); THEN
"""
"""An engine that starts other processes, and tells which."""
STARTED = {
    "in its group": ("start()", 1),
    "in a session of its own": ("start('setsid')", 1),
    "whose parent has ended": ("""
if not os.fork():
    os.setsid(); start(); start('setsid'); os._exit(0)
os.wait()""", 2),
}  # fmt: skip


def engine_with_children(folder: Path, kind: str, then: str) -> str:
    """The command of an engine that starts processes of that *kind*, and does something *then*."""
    start, count = STARTED[kind]
    body = CHILD.replace("START", start).replace("COUNT", str(count)).replace("THEN", then)
    return write_engine(folder, body)


ONLY_THE_GROUP = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere what leaves the group is not found"
)
KINDS = [
    "in its group",
    *(pytest.param(kind, marks=ONLY_THE_GROUP) for kind in [*STARTED][1:]),
]


def await_end(process: str) -> None:
    """Waits until the *process* has ended."""
    status = Path(f"/proc/{process}/status")
    with suppress(OSError):  # it may end while it is looked at
        while status.exists() and "zombie" not in status.read_text():
            pass


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("then", ["hear()", "os._exit(0)", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_processes_that_an_engine_started_end_with_it(kind: str, then: str, tmp_path: Path) -> None:
    engine = EngineProcess(engine_with_children(tmp_path, kind, then))
    children = engine.ask(Hello()).all("engine")[0].split()
    while then != "hear()" and engine.is_alive:
        pass
    if then == "hear()":
        engine.close()
    for child in children:
        await_end(child)
    engine.close()


@pytest.mark.parametrize("kind", KINDS)
def test_it_ends_with_a_program_that_is_killed(kind: str, tmp_path: Path) -> None:
    """As the workers of an arena and the thinking processes of a server are."""
    command = engine_with_children(tmp_path, kind, "[*iter(signal.pause, 0)]")
    program = f"""
import os, signal
from gipf_meta.bots.engine_lines import Hello
from gipf_meta.bots.engine_process import EngineProcess
engine = EngineProcess({command!r})
print(engine._process.pid, *engine.ask(Hello()).all("engine"), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    said = subprocess.run(
        (sys.executable, "-c", program), stdout=subprocess.PIPE, text=True, check=False
    )
    for process in said.stdout.split():
        await_end(process)
    assert len(said.stdout.split()) == 1 + STARTED[kind][1]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of others")
def test_it_gets_no_more_memory_than_it_may_have(tmp_path: Path) -> None:
    body = "hear(); say('ok'); hear(); bytearray(400 << 20); say('ok'); hear()"
    words = write_engine(tmp_path, body)
    engine = EngineProcess(words)
    engine.ask(Hello(), BeginAt())
    engine.close()
    engine = EngineProcess(words, memory_mb=200)
    engine.ask(Hello())
    why = "It has ended with status 1: it has probably wanted more than the 200 MB of memory"
    with pytest.raises(EngineFailed, match=why):
        engine.ask(BeginAt())


@pytest.mark.parametrize(
    ("status", "memory_mb", "words"),
    [
        (3, None, "It has ended with status 3."),
        (0, 200, "It has ended with status 0."),
        (-9, None, "The signal SIGKILL has ended it."),
        (-5, 200, "The signal SIGTRAP has ended it: it has probably wanted more than the 200 MB"),
        (-40, None, "The signal 40 has ended it."),
    ],
)
def test_its_end_is_told_in_words_by_the_name_of_a_signal_and_with_its_limit(
    status: int, memory_mb: int | None, words: str
) -> None:
    assert how_it_ended(status, memory_mb).startswith(words)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTRAP])
def test_a_signal_that_ends_it_is_told(number: signal.Signals, tmp_path: Path) -> None:
    engine = EngineProcess(
        write_engine(tmp_path, f"hear(); import os; os.kill(os.getpid(), {int(number)})")
    )
    with pytest.raises(EngineFailed, match=f"The signal {number.name} has ended it"):
        engine.ask(Hello())


@table("""
    command                | why
    /no/such/engine --fast | cannot be started (No such file or directory).
    '                      | cannot be started (No closing quotation).
""")
def test_one_that_cannot_be_started(command: str, why: str) -> None:
    with pytest.raises(EngineFailed) as error:
        EngineProcess(command)
    assert str(error.value).endswith(why)
