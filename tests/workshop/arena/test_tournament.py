"""Whole tournaments: the same on any number of processes, killed and resumed, and in a file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.workshop.arena.journal import TournamentJournal
from gipf_meta.workshop.arena.schedule import ArenaError, Sprt, Tournament
from gipf_meta.workshop.arena.standings import Outcomes, standings
from gipf_meta.workshop.arena.tournament import run
from gipf_meta.workshop.arena.workers import Workers, processes
from tests.bots.engines import write_engine
from tests.workshop.arena.test_schedule import tournament

ROOT = Path(__file__).parents[3]
QUICK = tournament("random", "greedy", game="die", games=8)
ZERTZ = tournament("random", "greedy", "beginner", options={"variant": "blitz"}, games=4)
HERE = Workers(lambda: ThreadPoolExecutor(1), 1)
KILLED = """
import os, signal, sys
from pathlib import Path
from gipf_meta.workshop.arena.journal import TournamentJournal
from gipf_meta.workshop.arena.schedule import Tournament
from gipf_meta.workshop.arena.tournament import run
from gipf_meta.workshop.arena.workers import processes
tournament = Tournament.model_validate_json(sys.argv[1])
def finished(outcome):
    if len(journal.outcomes) == 5:
        os.kill(os.getpid(), signal.SIGKILL)
journal = TournamentJournal(Path(sys.argv[2]), tournament)
run(tournament, processes(2), journal, finished)
"""


def kept(path: Path, played: Tournament, workers: Workers = HERE) -> Outcomes:
    """The outcomes of a run that keeps them at *path*."""
    journal = TournamentJournal(path, played)
    try:
        return run(played, workers, journal)
    finally:
        journal.close()


def numbers(path: Path) -> Counter[int]:
    """The numbers of the games in a file, each with its count."""
    return Counter(json.loads(line)["number"] for line in path.read_text().splitlines()[1:])


@pytest.mark.slow
def test_one_process_and_two_come_to_the_same() -> None:
    alone = run(ZERTZ, processes(1))
    assert sorted(alone) == list(range(12))
    assert all(outcome.counts and outcome.at_fault is None for outcome in alone.values())
    assert alone == run(ZERTZ, processes(2))


def test_so_they_do_when_a_sequential_test_stops_them() -> None:
    played = tournament(
        "greedy", "random", options={"variant": "blitz"}, games=200, sprt=Sprt(0, 200)
    )
    ends = [run(played, processes(jobs)) for jobs in (1, 2)]
    assert max(map(len, ends)) < 100
    one, two = (standings(played, outcomes) for outcomes in ends)
    assert one.test is not None
    assert two.test is not None
    assert one.test.accepted == two.test.accepted == 200
    assert one.games == two.games < 100
    assert (one.bots, one.pairs) == (two.bots, two.pairs)


def test_every_finished_game_is_told_and_written_once(tmp_path: Path) -> None:
    told = []
    journal = TournamentJournal(tmp_path / "games.jsonl", QUICK)
    ends = run(QUICK, HERE, journal, lambda outcome: told.append(outcome.number))
    journal.close()
    assert sorted(told) == sorted(ends) == list(range(8))
    assert numbers(tmp_path / "games.jsonl") == Counter(range(8))


def test_a_finished_tournament_is_not_played_again(tmp_path: Path) -> None:
    first = kept(tmp_path / "games.jsonl", QUICK)
    held = (tmp_path / "games.jsonl").read_bytes()

    def unneeded() -> Any:
        raise AssertionError("nothing is left to play")

    again = kept(tmp_path / "games.jsonl", QUICK, Workers(unneeded, 1))
    assert again == first
    assert (tmp_path / "games.jsonl").read_bytes() == held


def cuts(whole: bytes) -> Iterator[int]:
    """Every length around the ends of lines, and some within each."""
    at = 0
    for line in whole.splitlines(keepends=True):
        yield from {at, at + 1, at + len(line) // 2, at + len(line) - 1}
        at += len(line)


def test_a_file_cut_off_anywhere_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ends = kept(path, QUICK)
    whole = path.read_bytes()
    for length in cuts(whole):
        path.write_bytes(whole[:length])
        assert kept(path, QUICK) == ends
        assert path.read_bytes() == whole


FAULTY = """
import os
for line in iter(hear, "quit"):
    if line.startswith("go"):
        {go}
    say("ok")
"""


def contest(folder: Path) -> Tournament:
    """A tournament of engines that each do something wrong, and of a bot."""
    engines = []
    for go in ("os._exit(5)", "say('best z9')", "say('best Wd4')"):
        place = folder / str(len(engines))
        place.mkdir()
        engines.append(f"engine:{write_engine(place, FAULTY.format(go=go))}")
    return tournament("random", *engines, options={"variant": "blitz"}, games=2)


@pytest.mark.slow
@pytest.mark.parametrize("made", [lambda folder: ZERTZ, contest], ids=["bots", "engines"])
def test_a_tournament_that_was_killed_loses_nothing(
    made: Callable[[Path], Tournament], tmp_path: Path
) -> None:
    path, played = tmp_path / "games.jsonl", made(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, played.model_dump_json(), str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.stderr == ""
    assert sum(numbers(path).values()) == 5
    assert kept(path, played, processes(2)) == run(played, processes(2))
    assert numbers(path) == Counter(range(12))


def test_a_worker_without_the_game_spoils_no_file(tmp_path: Path) -> None:
    """So it is with a game in a file, where the workers of a cluster were not told of it."""
    path, played = tmp_path / "games.jsonl", tournament("random", "greedy", game="chess")
    with pytest.raises(ArenaError, match=r"A worker cannot play .*There is no game 'chess' here"):
        kept(path, played)
    assert numbers(path) == Counter()


@pytest.mark.parametrize(
    ("other", "names"),
    [
        ({"seed": 2}, "seed"),
        ({"games": 10, "opening": 0}, "games, opening"),
        ({"bots": ("greedy", "random")}, "bots"),
        ({"options": {"first": "0"}}, "options"),
    ],
)
def test_other_arguments_are_refused_and_the_file_is_left(
    other: dict[str, Any], names: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    kept(path, QUICK)
    held = path.read_bytes()[:-10]
    path.write_bytes(held)
    with pytest.raises(ArenaError, match=rf"other arguments \({names}\)"):
        TournamentJournal(path, QUICK.model_copy(update=other))
    assert path.read_bytes() == held


def longer(whole: bytes) -> bytes:
    return whole + b'{"number": 99, "reason": "?"}\n'


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda whole: b"my diary", "holds something else"),
        (lambda whole: b"my\ndiary\n", "holds something else"),
        (lambda whole: b"\xff\xfe\n", "holds something else"),
        (lambda whole: b"[1]\n" + whole, "holds something else"),
        (lambda whole: whole + b"nonsense\n", "line 10: this is no game"),
        (longer, "line 10: this is no game"),
    ],
)
def test_what_is_no_such_file_is_refused_and_left(
    spoil: Callable[[bytes], bytes], sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    kept(path, QUICK)
    spoilt = spoil(path.read_bytes())
    path.write_bytes(spoilt)
    with pytest.raises(ArenaError, match=sentence):
        TournamentJournal(path, QUICK)
    assert path.read_bytes() == spoilt


def test_a_game_that_stands_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ends = kept(path, QUICK)
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[-1])
    assert kept(path, QUICK) == ends


def test_a_line_that_never_ends_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    TournamentJournal(path, QUICK).close()
    head = path.read_bytes()
    for content in (b"[" * 2_000_000, head + b" " * 2_000_000, b"9" * 100_000 + b"\n"):
        path.write_bytes(content)
        with pytest.raises(ArenaError):
            TournamentJournal(path, QUICK)
        assert path.read_bytes() == content
