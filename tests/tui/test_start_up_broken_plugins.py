"""The interface as users start it, in a terminal and for a browser, with a plugin that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.base.test_signals_in_terminals import SIZE, sound, typed
from tests.plugins.test_containing import INTERRUPTS, install
from tests.tiers import soak
from tests.tui.terminal import terminal


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path of programs, for distributions."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@pytest.mark.parametrize("how", ["apply later", *soak("view later", "status later")])
@pytest.mark.slow
def test_a_game_that_pretends_ctrl_c_costs_a_sentence_and_the_program_goes_on(
    tmp_path: Path, site: Path, how: str
) -> None:
    install(site, INTERRUPTS[how])
    with terminal(SIZE, "play", "odd", home=tmp_path) as there:
        there.until("leave")
        if how == "apply later":
            typed(there, "one", "B:")
        # the sentence has one line or two, and its first words are written with the list
        typed(there, "one", f"in {how.split()[0]}")
        there.until("(KeyboardInterrupt)")
        there.send(b"\x11")
        assert there.ended() == 0
        assert there.is_left
        assert sound(there)


@pytest.mark.slow
def test_a_plugin_that_crashes_is_left_out_of_the_interface(tmp_path: Path, site: Path) -> None:
    install(site, "import os\nos._exit(7)")
    with terminal(SIZE, "--without", "odd", home=tmp_path) as there:
        there.until("GIPF")
        there.send(b"\x11")
        assert there.ended() == 0
        assert sound(there)
