"""The screens about oneself line by line, as they were recorded."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.desk.desk import Desk
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.models import Record, Seat
from tests.desk.people_of_host import DAY_MS, FakeIdentity
from tests.desk.test_open_tables import TablesInMemory
from tests.plain import lines

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


AT_A_HOST = (
    *("3", "1", "1"),  # twelve words
    *(
        "3",
        "1",
        "ann@example.org",
        "1",
        "123456",
    ),
    *("6 take away", "2"),  # the other device
    *("2", "2"),  # the words
    *("let another device in", "1", "bcdf ghjk", "2"),
    *("everything as a file", ""),
    *("come back", "another device", "1", "1", "", ""),
    *("8", "1", "nobody", "", "q"),
)
"""The lines typed on the screens about oneself at a host."""
ALONE = ("1", "Bea", "2", "mine.json", "3", "1", "Bea", "1", "delete",
         "q")  # fmt: skip
"""The lines typed there by somebody who plays alone."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of its own, and a folder to save in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def transcript(name: str) -> str:
    """The transcript of that name."""
    return (TRANSCRIPTS / f"{name}.txt").read_text("utf-8")


def played(
    typed: tuple[str, ...], library: Library | None = None, identity: FakeIdentity | None = None
) -> str:
    """The output when the lines *typed* are typed, from "Who I am" on."""
    terminal = lines.pipe(*typed)
    with closing(lines.open_line(Installed(()), library)) as line:
        line.settings = Settings(name="Ann", name_asked=True)
        desk = line.desk
        assert isinstance(desk, Desk)
        if identity is not None:
            desk.context.identity, desk.context.tables = identity, TablesInMemory()
            desk.context.now = lambda: moment_of(3 * DAY_MS)
        PlainDesk(line, terminal, line.installed).choose("me")
    return lines.said_at(terminal)


def test_a_person_of_a_host_uses_every_screen_about_himself() -> None:
    people = FakeIdentity(purpose="add")
    assert played(AT_A_HOST, identity=people) == transcript("who_i_am_at_a_host")
    assert [name for name, *_about in people.done] == [
        *("make_words", "send_mail", "use_mail", "remove_device", "remove_way", "pairing_of"),
        *("confirm_pairing", "own_data", "begin_pairing", "finish_pairing"),
    ]
    assert Path("gipf-meta-my-data.json").read_text("utf-8") == '{"name": "Ann"}'


def test_who_plays_alone_saves_and_deletes_everything(tmp_path: Path) -> None:
    with Library(tmp_path / "library.sqlite") as library:
        library.add(Record(game="die", players=(0, 1), people=(Seat(name="Ann"),) * 2, options={}))
        said = played(ALONE, library).replace(str(tmp_path), "HOME")
        assert said == transcript("who_i_am_alone")
        assert library.entries() == []
    assert '"name": "Ann"' in Path("mine.json").read_text("utf-8")
