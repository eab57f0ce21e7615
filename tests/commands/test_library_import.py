"""``library import``: files, folders and archives, thousands at once, and each game once."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records import decoded_file
from gipf_meta.records.encodings import decode
from gipf_meta.records.models import Decision, PlayedTurn, Record, Seat
from gipf_meta.records.text_formats import without_names
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.records.specimens import SOUND, TALE

OTHER = TALE.replace("Anna", "Cleo")
CUT = TALE.replace("Gc5,g1", "Wd4,g1").replace("Anna", "Dora")


@pytest.fixture(autouse=True)
def _reads_tales(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed_plugins().readers, SOUND.name, SOUND)


@pytest.fixture(autouse=True)
def _one_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipf_meta.commands.library_import.load_plugins", installed_plugins)
    monkeypatch.setattr("gipf_meta.commands.given_games.load_plugins", installed_plugins)
    monkeypatch.setattr("gipf_meta.commands.replay.load_plugins", installed_plugins)


def objects(told: str) -> list[dict[str, object]]:
    """The objects of lines of JSON."""
    return [json.loads(line) for line in told.splitlines()]


def zipped(members: dict[str, str | bytes]) -> bytes:
    """A zip archive of *members*."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def test_a_file_with_a_game_is_told_on_a_line(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TALE)
    assert gipf_meta("library", "import", "a.txt").out == "a.txt is match 1.\n"
    record = Library().record(1)
    assert [seat.name for seat in record.people] == ["Anna", "Bert"]
    assert record.turns[0].comment == "good!"
    assert gipf_meta("library", "verify").out == "Match 1: sound\n"


def test_the_same_game_is_kept_once_also_later(gipf_meta: Command, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(TALE)
    for _again in range(2):
        told = gipf_meta("library", "import", "a", "b")
        assert told.out == "a is match 1.\nb is match 1.\n"
    (tmp_path / "c").write_text(OTHER)
    assert gipf_meta("library", "import", "c").out == "c is match 2.\n"


def test_a_game_that_is_cut_short_says_where(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(CUT)
    told = gipf_meta("library", "import", "a")
    first, second = told.out.splitlines()
    assert (told.status, first) == (0, "a is match 1.")
    assert second.startswith("Turn 3 (Wd4,g1), line 5: Wd4 cannot be placed")


def test_folders_and_archives_end_with_a_table(gipf_meta: Command, tmp_path: Path) -> None:
    folder = tmp_path / "games" / "deep"
    folder.mkdir(parents=True)
    (folder / "one").write_text(TALE)
    (folder / ".hidden").write_text(OTHER)
    (folder / "cut").write_text(CUT)
    (folder / "prose").write_text("Dear Anna")
    (folder / "packed").write_bytes(gzip.compress(OTHER.encode()))
    (tmp_path / "games" / "z").write_bytes(zipped({"x/again": TALE, "inner": zipped({"y": CUT})}))
    told = gipf_meta("library", "import", "games")
    assert told.status == 2
    assert told.out.splitlines()[:6] == [
        "5 games read",
        "3 legal to the end",
        "2 cut short",
        "2 were in the library already",
        "1 refused",
        "Cut short:",
    ]
    assert "  2 zertz: … cannot be placed: … is occupied" in told.out
    assert "games/deep/cut: Turn 3 (Wd4,g1), line 5" in told.out
    assert "  1 … is no record that is known here.\n      games/deep/prose" in told.out
    assert len(Library().entries()) == 3


def test_many_games_in_a_file_are_counted(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "all").write_text(TALE + OTHER + CUT)
    told = gipf_meta("library", "import", "all")
    assert told.out.startswith("3 games read\n2 legal to the end\n1 cut short\n")
    assert len(Library().entries()) == 3


def test_programs_are_told_each_game_in_json(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "all").write_text(TALE + CUT)
    (tmp_path / "prose").write_text("Dear Anna")
    told = gipf_meta("library", "import", "all", "prose", "--json")
    refusal = {"file": "prose", "refused": "prose is no record that is known here."}
    one, two = (told for told in objects(told.out) if told != refusal)
    assert refusal in objects(told.out)
    assert (one["id"], one["reader"], one["new"], one["cut"]) == (1, "tale", True, None)
    assert str(two["cut"]).startswith("Turn 3")


def test_names_are_left_out_where_that_is_asked(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(TALE.replace("good!", "Anna!"))
    assert gipf_meta("library", "import", "--anonymous", "a").status == 0
    exported = gipf_meta("library", "export", "1").out
    assert "Anna" not in exported
    assert "Player 1!" in exported


def test_names_are_left_out_of_variations_however_deep_they_lie() -> None:
    last = PlayedTurn(number=1, text="a", decisions=(Decision(by=0, move="a"),), comment="Anna!")
    turn = last
    for _level in range(3_000):
        turn = last.model_copy(update={"variations": ((turn, last), (), (last,))})
    people = (Seat(name="Anna"),)
    record = Record(game="zertz", players=(0,), people=people).model_copy(update={"turns": (turn,)})
    [found] = without_names(record, ["White"]).turns
    for _level in range(3_000):
        assert found.comment == found.variations[0][1].comment == "White!"
        assert found.variations[1:] == ((), (last.model_copy(update={"comment": "White!"}),))
        found = found.variations[0][0]
    assert found.comment == "White!"


def test_links_in_folders_are_not_followed(gipf_meta: Command, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "loop").symlink_to(folder)
    told = gipf_meta("library", "import", "games")
    assert told.status == 2
    assert "is a link, which is not followed" in told.out


def test_an_empty_folder_is_said(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert refused(gipf_meta("library", "import", "empty")) == "There is no file in empty."


def test_bombs_are_refused_and_the_others_go_on(
    gipf_meta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoded_file, "LARGEST_FILE", 100_000)
    (tmp_path / "bomb").write_bytes(zipped({"a": "0" * 3_000_000, "b": TALE}))
    (tmp_path / "packed").write_bytes(gzip.compress(b"0" * 3_000_000))
    deep = TALE.encode()
    for depth in range(6):
        deep = zipped({f"level{depth}": deep})
    (tmp_path / "deep").write_bytes(deep)
    (tmp_path / "torn").write_bytes(zipped({"a": TALE})[:-20])
    told = gipf_meta("library", "import", "bomb", "packed", "deep", "torn")
    assert told.status == 2
    assert told.out.startswith("1 games read")
    assert "2 … is no record: it is far too large." in told.out
    assert "its archives are nested too deeply" in told.out
    assert "… cannot be read: it is damaged." in told.out


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        ("Käthe".encode(), "Käthe", ""),
        ("\ufeffKäthe".encode(), "Käthe", ""),
        ("Käthe".encode("utf-16"), "Käthe", "utf-16"),
        ("Käthe “”".encode("cp1252"), "Käthe “”", "Windows-1252"),
        (b"K\x81", "K\x81", "Latin-1"),
    ],
)
def test_encodings_are_found(content: bytes, text: str, encoding: str) -> None:
    assert decode(content)[:2] == (text, encoding)


def test_an_encoding_that_was_guessed_is_said(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(TALE.replace("Anna", "Käthe").encode("latin-1"))
    told = gipf_meta("library", "import", "a")
    assert told.err == "a is no UTF-8; it is read as Windows-1252.\n"
    assert Library().record(1).people[0].name == "Käthe"


def test_replay_and_review_read_the_same(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "all").write_text(TALE + CUT)
    told = gipf_meta("replay", "all")
    assert "date: 2008-06-14" in told.out
    assert "Anna as Player 1: Wd4,d1\n    good!" in told.out
    assert told.err == "all holds more games; --nth says which.\n"
    second = gipf_meta("replay", "all", "--nth", "2")
    assert "Dora as Player 1: Wd4,d1" in second.out
    assert second.status == 2
    assert "Turn 3 (Wd4,g1)" in second.err
    assert refused(gipf_meta("replay", "all", "--nth", "3")) == "all has no game 3."
    assert "Wd4,d1" in gipf_meta("review", "all", "--nodes", "4").out


def test_what_is_written_beside_a_match_stays_when_it_goes_on(
    gipf_meta: Command, tmp_path: Path
) -> None:
    (tmp_path / "a").write_text(TALE.replace("Anna gave up\n", ""))
    gipf_meta("library", "import", "a")
    assert gipf_meta("resume", "1", typed="Wa1,a2\nundo\nquit\n").status == 0
    assert gipf_meta("resume", "1", typed="Wa1,a2\nquit\n").status == 0
    record = Library().record(1)
    assert len(record.turns) == 4
    assert record.turns[0].comment == "good!"
    assert record.about == {"date": "2008-06-14"}
    exported = gipf_meta("library", "export", "1").out
    (tmp_path / "b.json").write_text(exported)
    assert gipf_meta("resume", "b.json", typed="resign\nquit\n").status == 0
    assert '"good!"' in (tmp_path / "b.json").read_text()


@pytest.mark.parametrize(
    "headers",
    [
        ('[Board "37"]', '[Board "48"]', '[Board "61"]'),
        ('[Variant "standard"]', '[Variant "blitz"]'),
        ("", '[Position "{position}"]'),
    ],
)
def test_the_same_turns_by_other_options_or_from_elsewhere_are_another_game(
    gipf_meta: Command, tmp_path: Path, headers: tuple[str, ...]
) -> None:
    position = gm.new_match("zertz").play("Wa1,a4").play("Ba2,a3").position
    texts = [f'[Game "ZERTZ"]\n{header}\n1. Wd4,d1\n' for header in headers]
    text = "\n".join(texts).replace("{position}", str(position))
    (tmp_path / "all.txt").write_text(text)
    told = gipf_meta("library", "import", "all.txt", "--json").out.splitlines()
    assert [json.loads(line)["id"] for line in told] == [*range(1, len(headers) + 1)], told
    again = gipf_meta("library", "import", "all.txt", "--json").out.splitlines()
    assert [json.loads(line)["new"] for line in again] == [False] * len(headers)
