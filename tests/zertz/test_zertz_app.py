"""ZEN and ZIP, the games and positions of zertz.app, known from their specification."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Final

import pytest

import gipf_meta as gm
from gipf_meta import BadNotation, WrittenGame
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.exporting import export, other_forms
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Result
from gipf_meta.records.text_formats import FoundGame
from gipf_meta.records.writer import to_record
from gipf_meta_zertz.board import SIZES
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import State
from gipf_meta_zertz.zertz_app import ZEN, looks_like, read
from gipf_meta_zertz.zip_layout import board_of, labels_of, names_of
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.found_records import found_in
from tests.records.site_walks import PEOPLE, walked
from tests.records.test_boardspace_writer import variations_of_zertz
from tests.tiers import soak
from tests.zertz.test_laws import played

BOARDS: Final = tuple(SIZES)
START: Final = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo"
"""The board of 37 rings, as the specification writes it."""
HEAD: Final = '[Site "zertz.app"]\n[Player1 "Anna"]\n[Player2 "Bert"]\n\n'
LONG: Final = (
    "1. Wd1-g4 Bc1-b5 2. Wd1xb1+b Gb2-g1 3. Wb1xb3+g Ba1-d7 4. Bc3-a3 Wb3xd3+b 5. Wa4-e6 Wd5-g3"
)
WHOLE: Final = (
    f"{HEAD}1. Gc5-a1 Gd7-g2 2. Gg4-e6 We4-a2 3. Wc6-g1 Gd7xb5xd5xf3+wgw 4. Wd3-f5 Bc6-c1\n"
    "5. Wd5-b2 Wb4-e5 6. Ga3-f2 Ga3×c5×e4+ww 0-1"
)
"""A game that is over: four white marbles are a goal."""


def written(text: str) -> WrittenGame:
    """The one game of *text*."""
    (game,) = read(text)
    return game


def read_again(record: Record) -> FoundGame:
    """*record* as it comes back from ZEN, but for its seed, which ZEN does not tell."""
    text = export(record, installed_plugins().find, ZEN.name, [ZEN])
    found = found_in(text)
    assert (found.reader, found.cut, found.doubt) == (ZEN.name, "", "")
    return FoundGame(found.record.model_copy(update={"seed": record.seed}), found.reader)


# ---- ZIP ---------------------------------------------------------------------------------------


def test_the_usual_start_is_that_of_the_specification() -> None:
    game = Zertz()
    text = f"{START} 6/8/10 0/0/0 0/0/0 1"
    assert game.other_positions(game.start(2)) == {"ZIP": text}
    assert game.from_text(text) == game.from_text(game.to_text(game.start(2)))


def test_holes_are_counted_from_below_and_marbles_are_letters() -> None:
    game = Zertz()
    state = game.from_text(f"{START.replace('/ooooooo/', '/oW2oGo/')} 5/7/10 0/0/0 0/0/0 2")
    board = game.to_text(state).split()[0].split(",")
    assert [ring for ring in board if "d" in ring] == ["d1", "Wd2", "d5", "Gd6", "d7"]


def on_the_plane(layout: str) -> dict[tuple[int, int], str]:
    """The rings and marbles of a *layout*, read another way: at places of a drawing, two a ring."""
    places = {}
    for column, words in enumerate(layout.split("/")):
        flat = re.sub(r"[0-9]+", lambda run: " " * int(run[0]), words)
        for row, mark in enumerate(flat):
            if mark != " ":
                places[column, 2 * row - column] = mark
    return places


def seen_from_the_first(places: dict[tuple[int, int], str]) -> set[tuple[int, int, str]]:
    """*places* from the first one, wherever the drawing lies."""
    x, y = min(places)
    return {(column - x, row - y, mark) for (column, row), mark in places.items()}


def drawn(game: Zertz, state: State) -> dict[tuple[int, int], str]:
    """The rings and marbles of *state* by places of our lattice; 48 rings in a mirror."""
    lattice, places = game.rules.board.lattice, {}
    for ring in game.to_text(state).split()[0].split(","):
        x, y = lattice.xy[ring.lstrip("WGB")]
        mark = ring[0] if ring[0].isupper() else "o"
        places[(-x if game.rings == 48 else x), -y] = mark
    return places


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [0, 1, *soak(*range(2, 84))])
def test_positions_come_back_wherever_they_lie(board: int, seed: int) -> None:
    game = Zertz(board=board)
    states = [state for state, _move in played(game, seed, 150)][:: 1 + seed % 3]
    for state in states:
        zip_text = game.other_positions(state).get("ZIP", "")
        if state.free or state.jumper:
            assert not zip_text
            continue
        again = game.from_text(zip_text)
        assert game.other_positions(again) == {"ZIP": zip_text}
        layout = seen_from_the_first(on_the_plane(zip_text.split()[0]))
        assert layout == seen_from_the_first(drawn(game, state))
        assert len(game.moves(again)) == len(game.moves(state))


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_board_says_which_it_is(board: int) -> None:
    layout = Zertz(board=board).other_positions(Zertz(board=board).start(2))["ZIP"].split()[0]
    assert board_of(layout) == board


def test_a_board_that_is_turned_is_the_same_board() -> None:
    ours = "ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo/4oooo"
    state = Zertz(board=48).from_text(f"{ours} 6/8/10 0/0/0 0/0/0 1")
    assert state.rings == Zertz(board=48).start(2).rings


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("ooooooooooooo", "No board of ZÈRTZ here has the shape of this ZIP position."),
        ("9999ooo/ooo", "No board of ZÈRTZ here has the shape of this ZIP position."),
        ("/" * 200 + "o", "No board of ZÈRTZ here has the shape of this ZIP position."),
        (
            "ooooooooo",
            "The board with 37 rings has not the shape of this ZIP position; one with 61",
        ),
    ],
)
def test_a_shape_that_the_board_has_not_is_refused(layout: str, words: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(words)):
        Zertz().from_text(f"{layout} 6/8/10 0/0/0 0/0/0 1")


def test_a_zip_position_has_five_fields() -> None:
    with pytest.raises(BadNotation, match="five fields; 'remove' is too much"):
        Zertz().from_text(f"{START} 6/8/10 0/0/0 0/0/0 1 remove")


def test_a_match_begins_from_zip_wherever_positions_are_read() -> None:
    text = f"{START.replace('/ooooooo/', '/oooWooo/')} 5/8/10 0/0/0 0/0/0 2"
    match = gm.new_match("zertz", position=text)
    assert match.begun_from == Zertz().to_text(Zertz().from_text(text))


# ---- ZEN ---------------------------------------------------------------------------------------


def test_a_game_is_known_and_played_to_its_end() -> None:
    found = found_in(WHOLE)
    assert (found.reader, found.record.game) == (ZEN.name, "zertz")
    assert (found.cut, found.doubt, len(found.record.turns)) == ("", "", 12)
    assert found.record.result == Result(winners=(1,), reason="goal")


def test_what_the_tags_say_stands_in_the_record() -> None:
    record = found_in(f'[Event "Cup"]\n[Date "2026.07.16"]\n{HEAD}{LONG} 0-1').record
    assert [seat.name for seat in record.people] == ["Anna", "Bert"]
    assert record.about == {"event": "Cup", "date": "2026-07-16", "site": "zertz.app"}
    assert len(record.turns) == 10
    assert record.result == Result(winners=(1,), reason="as the record says", by_rules=False)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("1. Wd1-g4 Bc1-b5 2. Wd1xb1+g", "Line 5: Wd1xb1+g: it wins b."),
        ("1. Wd1-g4 Bc1-b5 2. Gd1xb1+b", "Line 5: Gd1xb1+b: it is W that jumps."),
        ("1. Wd1-g4+w", "Line 5: Wd1-g4+w: it wins nothing."),
        ("1. Wd1-g4 ) Bc1-b5", "Line 5: a bracket is closed that was never opened."),
        ("1. Wd1-g4 (1. Wd1", "Line 5: a variation is never closed."),
        ("1. Wd1-g4 (1. hello)", "Line 5: 'hello' is no turn of ZEN."),
        ("( 1. Wd1-g4) 1. Wd1-g4", "Line 5: a variation before the first turn is left out."),
    ],
)
def test_what_contradicts_the_rules_or_holds_nothing_is_told(words: str, told: str) -> None:
    game = written(HEAD + words)
    assert game.told == (told,)
    assert game.fault == ""


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("1. Wd1-g4 hello", "Line 5: 'hello' is no turn of ZEN."),
        ("1. Wd1-g4 {never closed 2. Wd1", "Line 5: a comment is never closed."),
        ("1. Wd1-z9", "Line 5: Wd1-z9: there is no ring z9 where the game begins."),
    ],
)
def test_what_cannot_be_read_ends_the_game_there(words: str, fault: str) -> None:
    assert written(HEAD + words).fault == fault


def test_a_tag_that_stands_there_twice_is_told() -> None:
    game = written(f'[Event "A"]\n[Event "B"]\n{HEAD}1. Wd1-g4')
    assert game.about["event"] == "B"
    assert game.told == ("Line 2: the tag Event stands there again, and counts.",)


def test_an_illegal_turn_is_told_by_the_rules() -> None:
    found = found_in(f"{HEAD}1. Wd1-g4 Bc1-g4")
    assert found.cut.startswith("Turn 2 (Bc1,g4), line 5: Ring g4 is gone already")


def test_signs_are_read_however_they_are_written() -> None:
    game = written(f"{HEAD}1. Wd1-g4! Bc1-b5 $6 {{[%sign !!] Well.}}")
    assert [(turn.signs, turn.comment) for turn in game.turns] == [("!", ""), ("?!!!", "Well.")]


def test_several_games_may_follow_each_other() -> None:
    one, two = read(f"{HEAD}1. Wd1-g4 *\n\n{HEAD}1. Bd1 0-1\n")
    assert (len(one.turns), one.result) == (1, None)
    assert two.result == gm.WrittenResult((1,), "")


def test_note_sheets_and_other_games_are_no_zen() -> None:
    assert not looks_like("1. Wd4,d1 Bd7,a4 2. Gc5,g1")
    assert not looks_like('[Player1 "A"]\n[Player2 "B"]\n\n1. Wd4 d1\n2. Bd7 a4')
    assert not looks_like("1.Gf1-f2 2.Gb6-c6\n3.x1")
    assert not looks_like('[Game "GIPF"]\n1. Wd1-g4 Bc1-b5')
    assert not ZEN.looks_like("x d4We2")
    assert looks_like(f"\ufeff{HEAD}1. Gd1")
    assert looks_like("1. Wd1-g4 Bc1-b5")
    assert looks_like(f'[ZIP "{START} 6/8/10 0/0/0 0/0/0 1"]\n\n*')


# ---- both ways ---------------------------------------------------------------------------------


def annotated(record: Record, rng: Random) -> Record:
    """*record* with comments and signs at some turns, and what is said about it."""

    def noted(turn: PlayedTurn) -> PlayedTurn:
        comment = rng.choice(["", "", "Bold.", "two\nlines (x", "Far [%csl Gd1]"])
        own = {"comment": comment, "signs": rng.choice(["", "", "!", "?!"])}
        return turn.model_copy(update=own)

    about = {"date": "2008-06-14", "place": "Oostende", "clock": "10m+5s", "event": 'A "B" \\'}
    about |= {"result": "Won by Ada", "board": "wooden", "timecontrol": "sand"}  # taken by tags
    turns = tuple(map(noted, record.turns))
    return record.model_copy(update={"turns": turns, "about": about, "comment": "A game."})


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [0, *soak(*range(1, 500))])
def test_games_are_the_same_when_they_come_back(board: int, seed: int) -> None:
    match = walked(installed_plugins(), "zertz", {} if board == 37 else {"board": board}, seed)
    record = annotated(to_record(match, PEOPLE), Random(seed))
    assert read_again(record).record == record


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [0, *soak(*range(1, 100))])
def test_games_from_a_position_are_the_same_when_they_come_back(board: int, seed: int) -> None:
    game, rng = Zertz(board=board), Random(seed)
    states = [state for state, _move in played(game, seed, 60) if not (state.free or state.jumper)]
    state = rng.choice([each for each in states if each.ending is None])
    find = installed_plugins().find
    match = Match.begin(game, 2, find, position=game.to_text(state))
    for _number in range(30):
        moves = match.top.game.legal_moves(match.top.state, match.top.state.seat)
        if not moves:
            break
        match = match.play_move(match.top.state.seat, rng.choice(moves))
    record = to_record(match, PEOPLE)
    assert read_again(record).record == record


def test_variations_inside_each_other_come_back() -> None:
    record = variations_of_zertz(installed_plugins())
    assert read_again(record).record == record


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ({"variant": "tournament"}, Result(winners=(1,), reason="resign", by_rules=False)),
        (
            {"handicap": "p2=1/0/2", "board": 44},
            Result(winners=(0,), reason="time", by_rules=False),
        ),
        ({"pool": "9/9/9"}, Result(winners=(), reason="draw", by_rules=False)),
    ],
)
def test_options_and_how_a_match_was_left_come_back(
    options: dict[str, object], result: Result
) -> None:
    record = to_record(walked(installed_plugins(), "zertz", options, 2), PEOPLE)
    record = record.model_copy(update={"turns": record.turns[:6], "result": result})
    assert read_again(record).record == record


@pytest.mark.parametrize(
    ("options", "turns", "words"),
    [
        ({"isolation_claim": "optional"}, ["Wd4,d1"], "which full regions are claimed"),
        (
            {"capture_enforcement": "on_demand"},
            ["Wd4,d1", "Bd5,a4", "Gg1,g4", "takeback"],
            "ZEN cannot write the turn takeback.",
        ),
    ],
)
def test_what_zen_cannot_tell_is_refused(
    options: dict[str, object], turns: list[str], words: str
) -> None:
    match = gm.new_match("zertz", **options)
    for turn in turns:
        match = match.play(turn)
    with pytest.raises(RecordError, match=words):
        export(to_record(match._stack), installed_plugins().find, ZEN.name, [ZEN])


def test_comments_with_a_closing_brace_are_refused() -> None:
    record = to_record(gm.new_match("zertz").play("Wd4,d1")._stack)
    record = record.model_copy(update={"comment": "a } brace"})
    with pytest.raises(RecordError, match="can hold no closing brace"):
        export(record, installed_plugins().find, ZEN.name, [ZEN])


def test_other_games_are_no_zen_and_have_other_forms_left_out() -> None:
    find, record = installed_plugins().find, to_record(gm.new_match("gipf")._stack)
    with pytest.raises(RecordError, match="ZEN tells games of ZÈRTZ alone"):
        export(record, find, ZEN.name, [ZEN])
    assert other_forms(record, find, [ZEN]) == {}
    assert [*other_forms(to_record(gm.new_match("zertz")._stack), find, [ZEN])] == [ZEN.name]


def test_the_library_and_the_door_write_zen(gipf_meta: Command, tmp_path: Path) -> None:
    match = gm.new_match("zertz", names=("Ada", "Bob")).play("Wd4,d1")
    match.save(tmp_path / "a.zen")
    zen = (tmp_path / "a.zen").read_text()
    assert zen.endswith(f'[ZIP "{START} 6/8/10 0/0/0 0/0/0 1"]\n\n1. Wd4-d1 *\n')
    assert gm.load(tmp_path / "a.zen").turns == ("Wd4,d1",)
    gipf_meta("library", "import", "a.zen")
    assert gipf_meta("library", "export", "1", "--form", ZEN.name).out == zen
    gipf_meta("library", "export", "1", "b.zen")
    assert (tmp_path / "b.zen").read_text() == zen
    refused = gipf_meta("library", "export", "1", "--form", "nobody")
    assert refused.status == 2
    assert "No reader that writes is called nobody; these do: " in refused.err


# ---- how the site lays its boards --------------------------------------------------------------

ROWS: Final = {
    37: ((4, 5, 6, 7, 6, 5, 4), (0, -1, -2, -3, -3, -3, -3)),
    48: ((4, 5, 6, 7, 8, 7, 6, 5), (0, -1, -2, -3, -4, -4, -4, -4)),
    61: ((5, 6, 7, 8, 9, 8, 7, 6, 5), (0, -1, -2, -3, -4, -4, -4, -4, -4)),
}
"""The boards of zertz.app, row by row from the top: how long each is, and its first column."""


@pytest.mark.parametrize("rings", ROWS)
def test_rings_are_called_as_the_site_calls_them(rings: int) -> None:
    rows = [
        (column + number, row)
        for row, (length, column) in enumerate(zip(*ROWS[rings], strict=True))
        for number in range(length)
    ]
    left, low = min(column for column, _row in rows), max(row for _column, row in rows)
    lowest = {column: max(row for at, row in rows if at == column) for column, _row in rows}
    labels = [f"{chr(97 + column - left)}{lowest[column] + 1 - row}" for column, row in rows]
    places = [(column - left, low - row) for column, row in rows]
    assert [*labels_of(places).values()] == labels
    names = names_of(rings, places)
    assert names is not None
    assert len(set(names.values())) == rings
    same = sum(name == label for name, label in zip(names.values(), labels, strict=True))
    assert same == (rings if rings != 48 else 0)
    assert names[places[labels.index("a1")]] == ("h1" if rings == 48 else "a1")


def test_a_smaller_start_is_called_where_the_site_lays_it_first() -> None:
    places = [(0, 0), (0, 1), (1, 0), (1, 1)]  # the site tries its rows from the top
    labels = labels_of(places)
    assert [labels[place] for place in places] == ["d6", "d7", "e5", "e6"]
