"""Output that a full disk does not take, folders that it does not take whole, pipes for files."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.files import NOT_REGULAR
from gipf_meta.cli import run
from gipf_meta.library.settings import Settings, load_settings
from gipf_meta.plugins.scaffold import PLACES, NewPluginError, new_plugin
from gipf_meta.records.game_files import first_file
from gipf_meta.records.models import RecordError
from gipf_meta.records.record_files import load
from gipf_meta.workshop.arena.journal import TournamentJournal as ArenaJournal
from gipf_meta.workshop.training.training_folder import Training, TrainingJournal

FULL = Path("/dev/full")
ANSWERS = (
    ["--help"], ["--version"], ["library", "--help"], ["library", "list", "--help"], ["games"],
    ["games", "--json"], ["plugins"], ["perft", "zertz", "1"], ["legal", "zertz"],
    ["library", "list"], ["library", "stats"], ["render", "--game", "die", "-o", "-"],
    ["play", "die", "--seats", "random", "random", "--plain"],
)  # fmt: skip


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_output_to_a_full_disk_fails(
    words: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with FULL.open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115
        assert run(words) == 2
        monkeypatch.undo()
    assert capsys.readouterr().err.endswith("gipf-meta: No space left on device.\n")


def _fail_at(monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    """Lets the disk be full when the file of that number is written."""
    write, written = Path.write_text, 0

    def write_text(self: Path, *args: Any, **settings: Any) -> int:
        nonlocal written
        written += 1
        if written == which:
            write(self, "half")
            raise OSError(errno.ENOSPC, "No space left on device", str(self))
        return write(self, *args, **settings)

    monkeypatch.setattr(Path, "write_text", write_text)


def test_a_folder_is_made_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "below" / "gipf-meta-mine"
    for which in range(1, len(PLACES) + 1):
        with monkeypatch.context() as patch:
            _fail_at(patch, which)
            with pytest.raises(NewPluginError, match="No space left on device"):
                new_plugin("mine", folder)
        assert not list(tmp_path.iterdir())
    assert all(path.is_file() for path in new_plugin("mine", folder))
    assert [each.name for each in folder.parent.iterdir()] == [folder.name]
    assert folder.stat().st_mode & 0o777 == 0o755


def _training() -> Training:
    return Training(
        game="die", rules_version=1, options=({},), games=1, nodes=1, pairs=1, proof_nodes=1, seed=1
    )


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("which", [1, 2])
def test_a_training_begins_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: int, is_there: bool
) -> None:
    folder, synced, sync = tmp_path / "training", 0, os.fsync
    if is_there:
        folder.mkdir()

    def fail(handle: int) -> None:
        nonlocal synced
        synced += 1
        if synced == which:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(RecordError, match="No space left on device"):
            TrainingJournal(folder, _training(), [1, 2])
    assert folder.exists() == is_there
    assert TrainingJournal(folder, _training(), [1, 2]).worths(0) == [1, 2]


def test_a_line_that_was_cut_off_spoils_none_behind_it(tmp_path: Path) -> None:
    journal = TrainingJournal(tmp_path / "training", _training(), [1])
    path = journal.folder / "journal.jsonl"
    path.write_text('{"number": 1, "posi', "utf-8")
    _drop(journal)
    assert path.read_text("utf-8").count("\n") == 1
    assert len(TrainingJournal(journal.folder, _training(), [1]).generations) == 1


def _drop(journal: TrainingJournal) -> None:
    from gipf_meta.workshop.training.training_folder import Generation

    brought = {"positions": 1, "loss_before": 1.0, "loss": 1.0, "champion": 0, "seconds": 1}
    journal.add(Generation(number=1, pairs=(0, 0, 1, 0, 0), kept=True, **brought))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
class TestPipesForFiles:
    """Pipes to which nobody writes: a program that reads one waits for ever."""

    @pytest.fixture
    def pipe(self, tmp_path: Path) -> Path:
        path = tmp_path / "pipe.json"
        os.mkfifo(path)
        return path

    @pytest.mark.timeout(20)
    def test_no_file_that_is_read_is_waited_for(self, pipe: Path) -> None:
        assert load_settings(pipe) == Settings()
        with pytest.raises(RecordError, match=NOT_REGULAR):
            load(pipe)
        with pytest.raises(RecordError, match=NOT_REGULAR):
            first_file(pipe)
        with pytest.raises(OSError, match=NOT_REGULAR):
            ArenaJournal(pipe, None)  # type: ignore[arg-type]
        training = pipe.parent / "training"
        training.mkdir()
        os.mkfifo(training / "training.json")
        with pytest.raises(OSError, match=NOT_REGULAR):
            TrainingJournal(training, _training(), [1])

    @pytest.mark.timeout(20)
    def test_no_command_waits_for_its_own_files(
        self, pipe: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        home = pipe.parent
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            monkeypatch.setenv(name, str(home))
        (home / "gipf-meta").mkdir()
        os.mkfifo(home / "gipf-meta" / "settings.json")
        os.mkfifo(home / "gipf-meta" / "library.sqlite")
        assert run(["perft", "zertz", "0"]) == 0
        assert run(["library", "list"]) == 2
        assert "Traceback" not in capsys.readouterr().err

    @pytest.mark.timeout(20)
    def test_a_pipe_that_the_shell_has_opened_is_read(self) -> None:
        reading, writing = os.pipe()
        os.write(writing, b"1. Wd4,d1\n")
        os.close(writing)
        assert first_file(f"/dev/fd/{reading}").text == "1. Wd4,d1\n"
        os.close(reading)
