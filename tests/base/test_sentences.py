"""Texts that did not come from our own code are shown and never acted on, wherever they go out."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gipf_meta.base.sentences import describe_error, escape_json, one_line, show_unprintable
from gipf_meta.library.store import Library, library_path
from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.painter import Painter
from gipf_meta.paint.palette import DARK
from gipf_meta.plugins import loading
from gipf_meta.protocol.hookspecs import PROJECT
from gipf_meta.records.record_files import loads
from tests.commands import test_cli
from tests.commands.test_cli import Command, Done
from tests.small_games.hostile_game import HOSTILE, IN_VIEWS, PLACES, SHOWN, Plugin, hostile_view
from tests.tiers import soak, spread

gipf_meta = test_cli.gipf_meta

DUELS = Path(__file__).parents[1] / "records" / "of_before" / "format-1" / "gipf-with-duels.json"
TYPED = "one\nmoves\nboard\nhelp\nrefuse\nrules\ntwo\none\none\none\nquit\n"


def acts(text: str) -> set[str]:
    """The characters of *text* that act on a terminal or that nobody sees, but for line ends."""
    return {letter for letter in text if letter != "\n" and show_unprintable(letter) != letter}


def is_clean(done: Done) -> bool:
    """Whether a command printed nothing that acts, and no traceback."""
    assert not acts(done.out), done.out
    assert not acts(done.err), done.err
    assert done.status in (0, 2)
    assert len(done.err.splitlines()) <= 2 or done.status == 0, done.err
    assert "Traceback" not in done.err
    return True


# ---- the function --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ((*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xAD), "\\x{:02x}"),
        ((0x61C, *range(0x200B, 0x2010), *range(0x2028, 0x202F)), "\\u{:04x}"),
        ((0x2060, *range(0x2066, 0x206A), 0xFEFF, 0xD800, 0xDFFF, 0xFFFF), "\\u{:04x}"),
        ((9,), r"\t"),
        ((10,), r"\n"),
        ((13,), r"\r"),
    ],
)
def test_a_character_that_acts_or_is_not_seen_is_shown(
    numbers: tuple[int, ...], shown: str
) -> None:
    for number in numbers:
        words = f"a{chr(number)}b"
        assert show_unprintable(words) == f"a{shown.format(number)}b"
        exact = escape_json(json.dumps(words, ensure_ascii=False))
        assert json.loads(exact) == words
        assert not acts(exact)


@pytest.mark.parametrize(
    "words",
    [
        *("Žofie & Ōkami", "e\u0301", "Ангел", "שלום", "سلام", "नमस्ते", "囲碁"),
        *("\U0001f44d\U0001f3fd", "\u2764\ufe0f", "\U0001f1e8\U0001f1ff", "a\xa0b", "▸ ●"),
    ],
)
def test_letters_of_all_languages_stay(words: str) -> None:
    assert show_unprintable(words) == one_line(words) == words


def test_an_error_of_foreign_code_is_one_line_that_shows_all() -> None:
    assert describe_error(ValueError(f"a\nb {HOSTILE}")) == f"ValueError: a b {SHOWN}"


# ---- records -------------------------------------------------------------------------------------


class _Field(NamedTuple):
    """A text of a record: its *name*, and how a hostile text is put there."""

    name: str
    poison: Callable[[], str]


def _texts(data: Any, name: str = "", change: Callable[[Any], None] | None = None) -> Iterator[Any]:
    """The name of every text in JSON *data*, with a function that replaces it."""
    if isinstance(data, str):
        yield name, change
    for key, value in data.items() if isinstance(data, dict) else ():

        def set_value(text: str, here: Any = data, key: str = key) -> None:
            here[key] = text

        yield from _texts(value, f"{name}.{key}", set_value)
    for n, value in enumerate(data) if isinstance(data, list) else ():

        def set_item(text: str, here: Any = data, n: int = n) -> None:
            here[n] = text

        yield from _texts(value, f"{name}[]", set_item)


FIELDS = sorted({name for name, _ in _texts(json.loads(DUELS.read_text()))})


@pytest.mark.parametrize(
    "field", [*spread(FIELDS, 8), ".people[].player", ".clock", ".unknown", "game"]
)
@pytest.mark.sample(5)
def test_no_field_of_a_record_reaches_the_terminal_raw(
    gipf_meta: Command, tmp_path: Path, field: str
) -> None:
    data = json.loads(DUELS.read_text())
    places = [change for name, change in _texts(data) if name == field]
    if field == "game":  # of every duel: it is not installed
        places = [change for name, change in _texts(data) if name.endswith("duel.game")]
    for change in places:
        change(HOSTILE)
    if not places:
        data.setdefault("people", [{"name": "A"}, {"name": "B"}])
        data["people"][0] |= {"player": HOSTILE} if "player" in field else {}
        data |= {} if "people" in field else {field[1:]: HOSTILE}
    file = tmp_path / "hostile.json"
    file.write_text(json.dumps(data))
    assert is_clean(gipf_meta("replay", str(file)))
    assert is_clean(gipf_meta("replay", str(file), "--json"))
    assert is_clean(gipf_meta("resume", str(file), "--plain", typed="quit\n"))
    assert is_clean(gipf_meta("render", str(file), "-o", "-"))
    assert is_clean(gipf_meta("library", "import", str(file)))


def test_what_ends_a_line_is_shown_where_a_record_says_who_won(
    gipf_meta: Command, tmp_path: Path
) -> None:
    data = json.loads(DUELS.read_text())
    ended = {"winners": [0], "reason": f"a\n{HOSTILE}", "by_rules": False}
    data |= {"turns": data["turns"][:3], "result": ended}
    file = tmp_path / "hostile.json"
    file.write_text(json.dumps(data))
    assert rf"(a\n{SHOWN}" in gipf_meta("replay", str(file)).out


# ---- the library ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one match."""
    path = tmp_path_factory.mktemp("library") / "library.sqlite"
    with Library(path) as library:
        library.add(loads(DUELS.read_text()))
    return path


@pytest.mark.parametrize(
    ("table", "column"),
    [
        *(("match", each) for each in ("head", "game", "names", "begun", "changed", "hash")),
        *(("match", each) for each in ("turns", "over")),
        *(("turn", each) for each in ("n", "told", "hash")),
        *(("head", each) for each in ("reason", "name", "game")),
    ],
)
@pytest.mark.sample(5)
def test_no_column_of_the_library_reaches_the_terminal_raw(
    gipf_meta: Command, sound_library: Path, table: str, column: str
) -> None:
    library_path().parent.mkdir(parents=True)
    shutil.copy(sound_library, library_path())
    with closing(sqlite3.connect(library_path())) as db, db:
        if table == "head":
            head = json.loads(db.execute("SELECT head FROM match").fetchone()[0])
            head["result"] = {"winners": [0], "reason": HOSTILE if column == "reason" else "x"}
            head["people"] = [{"name": "A" + HOSTILE[-3:]}, {"name": "B"}]
            head["game"] = HOSTILE if column == "game" else head["game"]
            db.execute("UPDATE match SET over = 1, head = ?", (json.dumps(head),))
        else:
            db.execute(f"UPDATE OR REPLACE {table} SET {column} = ?", (HOSTILE,))
    for words in (
        *(("list",), ("list", "--json"), ("show", "1"), ("show", "1", "--json"), ("stats",)),
        *(("verify",), ("verify", "--json"), ("export", "1")),
    ):
        assert is_clean(gipf_meta("library", *words))
    assert is_clean(gipf_meta("resume", "1", "--plain", typed="quit\n"))


# ---- plugins -------------------------------------------------------------------------------------


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs a plugin with a game that is hostile in some places."""
    points = [*entry_points(group=PROJECT)]

    def install(*places: str, name: str = "odd") -> None:
        monkeypatch.setitem(sys.modules, "hostile_odd", Plugin(*places))
        found = [*points, EntryPoint(name, "hostile_odd", PROJECT)]
        monkeypatch.setattr(loading, "installed_points", lambda: found)
        loading.loaded_once.cache_clear()

    return install


PLAYING = [
    ("play", "odd", "--plain", "--seed", "1"),
    ("render", "--game", "odd", "-o", "-"),
]
LEARNING = [("learn",), ("learn", "odd", "first", "--plain")]
REST = [
    *(("games",), ("plugins",), ("play", "odd", "--set", "word=fault"), ("library", "stats")),
    *(("play", "odd", "--set", "no=1"), ("play", "odd", "--seats", "greedy", "human")),
    *(("playthrough", "odd"), ("perft", "odd", "2", "--divide"), ("library", "show", "1")),
]
NEVER_SHOWN = {
    *(
        "Piece.layers",
        "Piece.role",
        "TrayItem.role",
        "Piece.clock",
        "Piece.spoken",
        "Choice.gain",
        "Choice.path",
    ),
    *(
        "TrayItem.id",
        "TrayItem.badge",
        "TrayItem.brief",
        "TrayItem.column",
        "Piece.back",
        "Piece.emblem",
        "TrayItem.emblem",
        "View.announced",
        "ScoreSheet.spoken",
        "View.seen",
        "View.stakes",
        "View.times",
        "Lesson.options",
        "Page.position",
        "Page.answer",
        "Page.find",
        "Page.mistakes",
    ),
    *("Game.title", "Game.tagline", "Game.seat_names", "Game.position"),
    *("Option.description", "Option.value"),
}
"""Fields that these commands do not print, or only as JSON: names of colours, texts of screens,
and fields that make a plugin a line of fault."""


@pytest.mark.parametrize("place", spread(PLACES, 12))
@pytest.mark.sample(4)
def test_no_text_of_a_plugin_reaches_the_terminal_raw(
    gipf_meta: Command, install: Callable[..., None], place: str
) -> None:
    install(place)
    kind = place.split(".")[0]
    commands = LEARNING if kind in ("Lesson", "Page") else PLAYING
    if kind in ("Game", "Option"):
        commands = [*PLAYING, *REST]
    said = [gipf_meta(*words, typed=TYPED) for words in commands]
    assert all(is_clean(done) for done in said)
    assert any(SHOWN in done.out + done.err for done in said) or place in NEVER_SHOWN


def test_what_was_typed_on_a_pipe_is_shown(gipf_meta: Command) -> None:
    done = gipf_meta("play", "die", "--plain", typed=f"{HOSTILE}\n")
    assert is_clean(done)
    assert SHOWN in done.out


def test_the_kit_shows_what_it_finds(gipf_meta: Command, install: Callable[..., None]) -> None:
    install(*(place for place in PLACES if not place.startswith(("Game.", "Option."))))
    done = gipf_meta("check", "odd", "--games", "1")
    assert done.status == 2
    assert is_clean(done)


def test_a_plugin_shows_how_it_failed(gipf_meta: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_point: object) -> None:
        raise RuntimeError(HOSTILE)

    monkeypatch.setattr(EntryPoint, "load", fail)
    monkeypatch.setattr(
        loading, "installed_points", lambda: [EntryPoint("o\x1b[31m", "nothing", PROJECT)]
    )
    done = gipf_meta("plugins")
    assert is_clean(done)
    assert f"RuntimeError: {SHOWN}" in done.out


# ---- words of the command line -------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *((HOSTILE,), (f"--{HOSTILE}",), ("play", HOSTILE), ("play", "zertz", "--set", HOSTILE)),
        *(
            ("play", "zertz", "--set", f"{HOSTILE}=1"),
            ("play", "zertz", "--set", f"x={HOSTILE}"),
        ),
        *(("play", "zertz", "--seats", HOSTILE), ("play", "zertz", "--names", HOSTILE, "B")),
        *(("play", "zertz", "--clock", HOSTILE), ("play", "zertz", "--seed", HOSTILE)),
        *(
            ("replay", HOSTILE),
            ("review", HOSTILE),
            ("resume", HOSTILE),
            ("learn", "gipf", HOSTILE),
        ),
        *(("library", HOSTILE), ("library", "show", HOSTILE), ("library", "import", HOSTILE)),
        *(("library", "list", "--name", HOSTILE), ("render", "--game", "zertz", "-o", HOSTILE)),
        *(("render", "--game", "zertz", "--position", HOSTILE, "-o", "-"), ("check", HOSTILE)),
        *(("new-plugin", HOSTILE), ("new-plugin", "fine", "--to", f"{HOSTILE}/x")),
        *(("playthrough", "zertz", HOSTILE), ("perft", HOSTILE, "1"), ("perft", "zertz", HOSTILE)),
        *(("arena", "zertz", HOSTILE, "random"), ("analyse", "zertz", "--position", HOSTILE)),
    ],
    ids=lambda words: " ".join(words).replace(HOSTILE, "HOSTILE"),
)
def test_no_word_of_the_command_line_reaches_the_terminal_raw(
    gipf_meta: Command, words: tuple[str, ...]
) -> None:
    assert is_clean(gipf_meta(*words, typed=HOSTILE))


# ---- boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", IN_VIEWS)
@pytest.mark.parametrize("technique", ["sextant", *soak("glyphs")])
@pytest.mark.sample(10, "slow")
def test_no_text_of_a_view_reaches_the_cells_of_a_board(place: str, technique: Any) -> None:
    view = hostile_view(place)
    layout = fit_layout(view, 80, 24, technique)
    assert layout is not None
    painting = Painter(DARK).paint(view, layout)
    assert not acts("".join(cell.glyph for row in painting.rows for cell in row))
