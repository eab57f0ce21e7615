"""Texts: one catalogue a package, Czech complete, and the same game in every language."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from docs.texts import (
    FOLDERS,
    collect,
    language_of,
    read,
    template_path,
    texts_of,
    translation_paths,
    untranslated,
)
from gipf_meta.base.clock import StillClock
from gipf_meta.base.texts import (
    ENGLISH,
    N_,
    catalogue,
    catalogue_of,
    document,
    known_language,
    language,
    language_names,
    speak,
    spoken,
)
from gipf_meta.cli import run
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Eventful
from gipf_meta.protocol.game import AnyGame, Game
from gipf_meta.protocol.options import OptionError, configure, options_of
from gipf_meta.protocol.view import View
from gipf_meta.records.record_files import dumps
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table
from tests.specimens import bundled_games, find_specimens

INSTALLED = load_plugins()
GAMES: dict[str, dict[str, str]] = {
    **{game: {} for game in (*bundled_games(), "die", "elsewhere")},
    **{game: dict(said.worded) for game, said in find_specimens().items()},
}
Command = Callable[..., str]
COMPLETE = "cs"
"""The language in which every text is there; others come as far as somebody has translated."""
TRANSLATIONS = [(package, path) for package in FOLDERS for path in translation_paths(package)]


@pytest.fixture
def czech() -> None:
    speak("cs")


# ---- the catalogues -----------------------------------------------------------------------------


@pytest.mark.parametrize("package", FOLDERS)
def test_the_template_holds_the_texts_of_the_code(package: str) -> None:
    assert texts_of(read(template_path(package))) == texts_of(collect(package)), "run make texts"


@pytest.mark.parametrize("package", FOLDERS)
def test_every_package_speaks_czech(package: str) -> None:
    assert [path for path in translation_paths(package) if path.parts[-3] == "cs"]


@pytest.mark.parametrize(("package", "path"), TRANSLATIONS)
def test_every_text_is_translated(package: str, path: Path) -> None:
    translation = read(path)
    assert set(texts_of(translation)) == set(texts_of(read(template_path(package)))), (
        "run make texts"
    )
    if language_of(path) == COMPLETE:
        assert list(untranslated(translation)) == []


@pytest.mark.parametrize(("package", "path"), TRANSLATIONS)
def test_a_translation_names_the_same_things(package: str, path: Path) -> None:
    """Compares the fields in braces, and the blanks where a text is joined to another."""
    for message in _messages(read(path)):
        one, *_other = (message.id,) if isinstance(message.id, str) else message.id
        allowed = [_fields(text) for text in (one, *_other)]
        for text in filter(None, _strings(message)):  # what is empty is said in English
            assert _fields(text) in allowed, text
            assert text.startswith(" ") == one.startswith(" "), text
            assert text.endswith(" ") == one.endswith(" "), text


@pytest.mark.parametrize(("package", "path"), TRANSLATIONS)
def test_what_is_installed_is_what_was_translated(package: str, path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        installed = GNUTranslations(file)
    for message in _messages(read(path)):
        if not any(_strings(message)):
            continue
        if isinstance(message.id, str):
            assert installed.gettext(message.id) == message.string
        else:
            told = {installed.ngettext(*message.id, count) for count in range(30)}
            assert told == set(message.string)


def test_the_languages_are_those_that_have_a_folder() -> None:
    codes = {language_of(path) for path in translation_paths("gipf_meta")}
    assert {"en", "cs"} <= set(language_names()) == {"en", *codes}
    assert language_names()["cs"] == "Čeština"


def test_what_a_language_lacks_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "half_told" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "half_told" / "__init__.py").touch()
    half = Catalog(locale="de")
    half.add("yes", "ja")
    half.add("no", "")
    with (folder / "half_told.mo").open("wb") as file:
        write_mo(file, half)
    monkeypatch.syspath_prepend(tmp_path)
    with spoken("de"):
        assert [catalogue("half_told")(text) for text in ("yes", "no")] == ["ja", "no"]


def _messages(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def _fields(text: str) -> set[tuple[str, str | None]]:
    return {(name, how) for _, name, _, how in Formatter().parse(text) if name is not None}


# ---- choosing a language ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANGUAGE": "cs"}, "cs"),
        ({"LANGUAGE": "cs", "LANG": "en_GB.UTF-8"}, "cs"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LC_ALL": "C", "LANG": "cs_CZ.UTF-8"}, "en"),
        ({"LC_MESSAGES": "cs_CZ", "LANG": "de_DE"}, "cs"),
        ({"LANGUAGE": "en:cs"}, "en"),
        ({"LANGUAGE": "eo:cs"}, "eo"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses(
    environment: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    speak()
    assert language() == spoken


def test_a_catalogue_follows_the_language_that_is_spoken() -> None:
    said = catalogue("gipf_meta_zertz")
    assert said("Pool") == "Pool"
    speak("cs_CZ.UTF-8")
    assert said("Pool") == "Zásoba"
    speak("eo")
    assert said("Pool") == "Pool"
    speak("cs")
    assert said("") == ""
    assert said("no text of this package") == "no text of this package"


def test_a_program_speaks_with_each_in_his_language() -> None:
    speak("cs")
    words = catalogue("gipf_meta")
    czech = words("Nothing was taken back.")
    with spoken("en"):
        assert (language(), words("Nothing was taken back.")) == ("en", "Nothing was taken back.")
        with spoken("cs"):
            assert words("Nothing was taken back.") == czech
        with spoken(""):
            assert language() == "cs"
        with ThreadPoolExecutor() as pool:
            assert pool.submit(language).result() == "cs"
        assert language() == "en"
    assert words("Nothing was taken back.") == czech


def test_a_language_that_is_missing_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "eo:cs:de")
    speak()
    assert catalogue("gipf_meta_zertz")("Pool") == "Zásoba"


@pytest.mark.usefixtures("czech")
def test_plurals_have_the_forms_of_the_language() -> None:
    many = catalogue("gipf_meta_zatre").many
    told = [many("{count} tile in the bag.", "{count} tiles in the bag.", n) for n in (1, 2, 5)]
    assert told == [
        "V sáčku je {count} kámen.",
        "V sáčku jsou {count} kameny.",
        "V sáčku je {count} kamenů.",
    ]
    speak(ENGLISH)
    told = [many("{count} tile in the bag.", "{count} tiles in the bag.", n) for n in (1, 2)]
    assert told == ["{count} tile in the bag.", "{count} tiles in the bag."]


@pytest.mark.usefixtures("czech")
def test_a_plugin_without_translations_is_heard_in_english() -> None:
    class Unheard(Game[int, int]):
        """A game whose author knows nothing of translations."""

    for module in ("tests.small_games.wager", "gipf_meta_pig", "no_such_module"):
        Unheard.__module__ = module
        assert catalogue_of(Unheard)(N_("Pool")) == "Pool"


def test_a_page_is_read_in_the_language_if_it_is_there() -> None:
    rules = document("gipf_meta_zertz", "rules.md")
    speak("cs")
    assert document("gipf_meta_zertz", "rules.md") != rules
    speak("eo")
    assert document("gipf_meta_zertz", "rules.md") == rules


PAGES = sorted(page for folder in FOLDERS.values() for page in folder.glob("*.cs.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_translated_page_shows_the_same_pictures(page: Path) -> None:
    english = page.with_name(page.name.replace(".cs.", "."))
    pictures = [re.findall("```.*?```", text.read_text("utf-8"), re.S) for text in (english, page)]
    assert pictures[0]
    assert pictures[0] == pictures[1]


# ---- games --------------------------------------------------------------------------------------


def _table(name: str, seed: int) -> Table:
    game = configure(INSTALLED.find(name), GAMES[name])
    kinds = ["random"] * game.seat_counts[0]
    players = players_of(kinds, game.seat_names)
    return begin_table(game, players, INSTALLED.find, StillClock(), seed=seed)


def _shown(view: View) -> list[str]:
    """The words that a view shows, but for the letters on pieces and in heaps."""
    labels = [choice.label for choice in view.choices]
    titles = [part.title for part in (*view.trays, *view.sheets)]
    return [text for text in (view.caption, view.prompt, *labels, *titles) if text]


def _unspoken(view: View) -> object:
    """The fields of a view that programs read, not people."""
    choices = [(choice.notation, choice.path, choice.gain) for choice in view.choices]
    heaps = [(item.id, item.count) for tray in view.trays for item in tray.items]
    pieces = [(piece.at, piece.kind, piece.role, piece.label) for piece in view.pieces]
    return view.points, view.marks, choices, heaps, pieces


def _in(name: str, session: Session) -> tuple[View, list[str]]:
    """The view of a session in a language, and what happened by its last step."""
    speak(name)
    game: AnyGame = session.game
    happened: list[str] = []
    if session.steps and isinstance(game, Eventful):
        last = session.steps[-1]
        happened = list(game.happenings(last.before, last.move))
    return game.view(session.state, None), happened


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4, "slow")
def test_every_word_of_a_game_is_czech_and_nothing_else_changes(name: str) -> None:
    table = _table(name, seed=3)
    for _ in range(40):
        session = table.match.top
        (english, told), (czech, said) = _in("en", session), _in("cs", session)
        assert _unspoken(czech) == _unspoken(english)
        same = [word for word in (*_shown(english), *told) if word in (*_shown(czech), *said)]
        assert same == []
        if table.over is not None:
            break
        table.play_bot()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3, "slow")
def test_a_match_in_czech_is_the_same_match(name: str) -> None:
    records = []
    for code in ("en", "cs"):
        speak(code)
        table = _table(name, seed=5)
        for _ in range(60):
            if table.over is None:
                table.play_bot()
        records.append(dumps(table.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_introduced_in_czech(name: str) -> None:
    game = INSTALLED.find(name)
    english = [game.tagline, *options_of(game).values(), game().rules_text]
    speak("cs")
    said = catalogue_of(game)
    czech = [said(game.tagline), *options_of(game).values(), game().rules_text]
    assert not set(english) & set(czech)
    assert all(said(seat) != seat for seat in game.seat_names)


@pytest.mark.usefixtures("czech")
def test_options_are_refused_in_czech() -> None:
    told = {
        "board": "má to být 37, 40, 43, 44, 48 nebo 61.",
        "goals": "má to být standard, blitz, nebo 4 čísla oddělená lomítky, třeba 4/5/6/3.",
    }
    for option, why in told.items():
        with pytest.raises(OptionError) as refused:
            configure(INSTALLED.find("zertz"), {option: "x"})
        assert str(refused.value) == f"ZÈRTZ, volba {option}=x: {why}"


# ---- the command --------------------------------------------------------------------------------


@pytest.fixture
def commanded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """Runs the command with *typed* on standard input."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def command(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        run(arguments)
        captured = capsys.readouterr()
        return captured.out + captured.err

    return command


def test_a_match_is_played_in_czech_on_a_pipe(
    commanded: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    told = commanded("play", "zertz", typed="Wd4\nd4\na4\nx\nmoves\nquit\n")
    assert "Hráč 1 klade bílou kuličku na d4 (Wd4).\n" in told
    assert "Odeberte volný kroužek" in told
    assert "Kroužek d4 není prázdný" in told
    assert "Tah 2, Hráč 2." in told
    for english in ("Player", "Turn", "Place", "possible", "Kept", "nothing"):
        assert english not in told, english


def test_what_was_chosen_in_the_settings_counts_more(commanded: Command, tmp_path: Path) -> None:
    settings = tmp_path / "config" / "gipf-meta" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"language": "cs"}), encoding="utf-8")
    assert "Položte kuličku" in commanded("play", "zertz", typed="quit\n")


def test_programs_are_answered_in_english(
    commanded: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = [commanded("games", "--json"), commanded("playthrough", "zertz", typed="Wz9,d1\n")]
    monkeypatch.setenv("LANGUAGE", "cs")
    czech = [commanded("games", "--json"), commanded("playthrough", "zertz", typed="Wz9,d1\n")]
    assert english == czech


@pytest.mark.parametrize(
    ("said", "spoken"),
    [("cs", "cs"), ("cs_CZ", "cs"), ("en", "en"), ("en_GB", "en"), ("xx", "en"), ("../cs", "en")],
)
def test_people_are_spoken_to_in_a_language_that_there_is(said: str, spoken: str) -> None:
    """Else a client could fill the memory by languages that it makes up."""
    assert known_language(said) == spoken
