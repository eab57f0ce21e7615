"""Note sheets of other hands: headers, collections, colours, signs, results, as people write them.

Each kind is a table: one case from life, and its kin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pytest

from gipf_meta.match.note_sheets import note_sheets
from gipf_meta.match.written_games import notation_reader
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.readers import RefusedGame, WrittenGame, WrittenTurn
from gipf_meta.records.models import RecordError
from gipf_meta.records.sheet_writer import to_sheet
from gipf_meta.records.text_formats import FoundGame
from tests.records.conftest import Read
from tests.tables import table

TURNS: Final = ("Wd4,d1", "Bd7,a4")
ZERTZ: Final = '[Game "ZERTZ"]\n'
SET_UP: Final = '[Game "TZAAR"]\n'
"""The header of a game that has an option called setup."""
POSITION: Final = "w - W:Zc3,Ae1,Ti3 B:Ta5,Ab6,Zc4"


Written = Callable[[str], list[WrittenGame | RefusedGame]]


@pytest.fixture(name="written")
def _written() -> Written:
    """The function that reads a text by the reader of our notation, which must recognise it."""

    def written(text: str) -> list[WrittenGame | RefusedGame]:
        reader = notation_reader(installed_plugins().games_to_choose())
        assert reader.looks_like(text)
        return list(reader.read(text))

    return written


def only(games: Sequence[WrittenGame | RefusedGame]) -> WrittenGame:
    """The only game of a text."""
    (game,) = games
    assert isinstance(game, WrittenGame), game
    return game


def texts(game: WrittenGame | RefusedGame) -> tuple[str, ...]:
    """The turns of a game, or why it is refused."""
    if isinstance(game, RefusedGame):
        return (game.why,)
    return tuple(turn.text for turn in game.turns)


# ---- headers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tags",
    [
        f'[SetUp "1"]\n[FEN "{POSITION}"]\n',
        f'[FEN "{POSITION}"]\n[SetUp "1"]\n',
        f'[SetUp "1"]\n[Position "{POSITION}"]\n[PlyCount "1"]\n',
        f'[SetUp "1"] [FEN "{POSITION}"]',
        f'[Event "?"] [setup "random"] [SetUp "1"] [FEN "{POSITION}"]\n[Mode "OTB"]\n',
        f'[SetUp "1"]\n[fen "{POSITION}"]\n[TimeControl "40/7200"]\n[Termination "normal"]\n',
    ],
)
def test_tags_of_chess_are_no_options(written: Written, tags: str) -> None:
    game = only(written(f"{SET_UP}{tags}\n1. c3xc4 1-0"))
    assert (game.position, texts(game), game.told) == (POSITION, ("c3xc4",), ())
    assert game.result is not None
    assert game.result.winners == (0,)


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ('[SetUp "1"]', 'Line 2: [SetUp "1"] does not say where the game begins.'),
        ('[White "A"] [Player1 "B"]', 'Line 2: [White "A"] names a player who is named already.'),
        ('[Foo "a"] [Foo "b"]', 'Line 2: the header [Foo "a"] is said again.'),
        ("[White Anna]", "Line 2: [White Anna] is no header that can be read."),
        ('[Game "2"] ', 'Line 2: [Game "2"] names no game.'),
    ],
)
def test_a_tag_that_nothing_reads_is_told(written: Written, tag: str, told: str) -> None:
    text = f"\n{tag}\nWd4,d1 Bd7,a4"
    game = only(written(text))
    assert texts(game) == TURNS
    assert told in game.told


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ('[White "A"] [Black "B"]\n', ("A", "B")),
        ('[White "A"][Black "B"] 1. Wd4,d1 Bd7,a4', ("A", "B")),
        ('[White "A \\"the\\" A"] [Black "B\\\\"]\n', ('A "the" A', "B\\")),
        ('[White "The "big" A"]\n[Black “B”]\n', ('The "big" A', "B")),
        ('[White "C:\\"] [Black "B"]\n', ("C:\\", "B")),
        ('{A match.} [White "A"]\n# by hand\n[Black "B"]\n', ("A", "B")),
        ('%eol\n[ White  "A" ]  [Black"B"]\n', ("A", "B")),
    ],
)
def test_several_headers_stand_on_a_line(
    written: Written, tags: str, names: tuple[str, str]
) -> None:
    turns = "" if "Wd4" in tags else "\n1. Wd4,d1 Bd7,a4"
    game = only(written(f"{ZERTZ}{tags}{turns}"))
    assert (game.names, texts(game)) == (names, TURNS)


@table("""
    tag                   | name         | value
    [Foo.Bar "x"]         | foo.bar      | x
    [time control "10m"]  | clock        | 10m
    [my-tag "x y"]        | my-tag       | x y
    [2nd "x"]             | 2nd          | x
    [White.Rating "1500"] | white.rating | 1500
    [Opening "x]y"]       | opening      | x]y
    [Result "victory"]    | result       | victory
""")
def test_unknown_tags_are_kept_by_their_names(
    written: Written, tag: str, name: str, value: str
) -> None:
    game = only(written(f"{ZERTZ}{tag}\nWd4,d1 Bd7,a4"))
    assert (dict(game.about), game.told, texts(game)) == ({name: value}, (), TURNS)


@pytest.mark.parametrize("letter", ['"', "\\", '\\"', "]", '"]', '" ] [x "', "”]"])
def test_what_sheets_escape_is_read_back(read: Read, letter: str) -> None:
    [found] = read(f'{ZERTZ}[Event "x"]\nWd4,d1')
    assert isinstance(found, FoundGame)
    record = found.record.model_copy(update={"about": {"event": f"a {letter} b"}})
    [again] = read(to_sheet(record, installed_plugins().find))
    assert isinstance(again, FoundGame)
    assert again.record == record


def test_the_game_that_is_chosen_is_for_sheets_that_do_not_say_it() -> None:
    games = installed_plugins().games_to_choose()
    chosen = configure(installed_plugins().games["zertz"], {"board": 48})
    text = f'We4,a1\n[Game "GIPF"]\nGf1-f2\n{ZERTZ}[Board "61"] [Variant "ZÈRTZ"]\nWd4,a1'
    found = list(notation_reader(games, chosen).read(text))
    boards = [
        (game.game, game.options.get("board"))
        for game in found
        if not isinstance(game, RefusedGame)
    ]
    assert boards == [("zertz", 48), ("gipf", None), ("zertz", 48)]


# ---- collections -------------------------------------------------------------------------------


class Refused(NamedTuple):
    """The headers of a game that is refused, its turns, and words of the reason."""

    headers: str
    turns: str
    why: str


REFUSED: Final = (
    Refused('[Game "CHESS"]', "1. e4 e5", "CHESS is no game that is installed here."),
    Refused('[Game "ZERTZ"]\n[Board "99"]', "1. Wd4,d1", "option board=99: it should be 37"),
    Refused('[Game "ZERTZ"]\n[Players "3"]', "1. Wd4,d1", "ZÈRTZ is not for 3 players."),
    Refused(f'{SET_UP}[FEN "nowhere"]', "1. c3xc4", "A position has four fields"),
    Refused('[Event "x"]', "1. hello", "no game that is installed has such turns."),
    Refused(f'{SET_UP}[setup "sideways"]', "1. c3xc4", "option setup=sideways"),
)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.headers)
@pytest.mark.parametrize("first", [True, False])
def test_what_refuses_one_game_refuses_it_alone(
    written: Written, case: Refused, first: bool
) -> None:
    whole = [f"{ZERTZ}\n1. Wd4,d1 Bd7,a4\n", '[Game "GIPF"]\n\n1. Gf1-f2 Gb6-c6\n']
    refused = f"{case.headers}\n\n{case.turns}\n"
    at = 0 if first else 1
    games = written("\n".join((*whole[:at], refused, *whole[at:])))
    assert len(games) == 3
    [found] = [game for game in games if isinstance(game, RefusedGame)]
    assert games.index(found) == at
    assert case.why in found.why
    assert [texts(game) for game in games if game is not found] == [TURNS, ("Gf1-f2", "Gb6-c6")]


def test_a_refused_game_alone_is_told_by_its_reason(read: Read) -> None:
    [found] = read('[Game "CHESS"]\n\n1. e4 e5\n')
    assert isinstance(found, RecordError)
    assert "CHESS is no game that is installed here." in str(found)


@pytest.mark.parametrize(
    "text",
    [
        f'{ZERTZ}[White "A"]\n\n{ZERTZ}Wd4,d1',
        f'{ZERTZ}Wd4,d1 [Game "GIPF"] Gf1-f2',
        "1. Wd4,d1 Bd7,a4 *\n\n1. Wd4,d1 *",
        "1. Wd4,d1 1-0 1. Wd4,d1 Bd7,a4",
        f'{ZERTZ}1. Wd4,d1 {{open\n\n[Game "ZERTZ"]\n1. Wd4,d1 {{closed}}',
        f'{ZERTZ}[White "A"]\n\n[White "B"]\nWd4,d1',
    ],
)
def test_where_a_game_ends_another_begins(written: Written, text: str) -> None:
    assert len(written(text)) == 2


# ---- who plays ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"{ZERTZ}\nWhite: Wd4,d1\nBlack: Bd7,a4\n", ("", "")),
        ("White: Anna\nBlack: Bert\nWhite: Wd4,d1\nBlack: Bd7,a4", ("Anna", "Bert")),
        ("  1. Player 1: Wd4,d1\n  2. Player 2: Bd7,a4\n", ("", "")),
        ("White:Wd4,d1 Black : Bd7,a4", ("", "")),
        ('[White "Anna Maria"]\n1. Anna Maria: Wd4,d1 2. Black: Bd7,a4', ("Anna Maria", "")),
        ("1. Anna: Wd4,d1\n2. Bert: Bd7,a4\n", ("Anna", "Bert")),
        ("Player 1: Wd4,d1 {the middle}\nPlayer 2: Bd7,a4 ; a ring", ("", "")),
    ],
)
def test_a_colour_before_a_turn_says_who_plays(
    written: Written, text: str, names: tuple[str, str]
) -> None:
    game = only(written(text))
    assert (texts(game), game.names, game.told) == (TURNS, names, ())
    assert [turn.seat for turn in game.turns] == [0, 1]


def test_a_colour_that_does_not_play_ends_the_game(read: Read) -> None:
    [found] = read(f"{ZERTZ}1. Wd4,d1 2. White: Bd7,a4")
    assert isinstance(found, FoundGame)
    assert found.cut.startswith("Turn 2 (Bd7,a4), line 2:")


@pytest.mark.parametrize("name", ["Opening", "Date", "Variation", "Round", "Site", "Clock"])
def test_names_of_headers_are_no_names_of_players(written: Written, name: str) -> None:
    game = only(written(f"{ZERTZ}{name}: Gc5,g1\nWhite: Wd4,d1\nBlack: Bd7,a4"))
    assert (texts(game), game.names, [*game.about.values()]) == (TURNS, ("", ""), ["Gc5,g1"])


def test_colours_before_what_is_no_turn_are_never_names(read: Read) -> None:
    [found] = read(f"{ZERTZ}White: Wd9,d1\nBlack: Bd7,a4")
    assert isinstance(found, FoundGame)
    assert found.cut.startswith("Turn 1 (Wd9,d1), line 2:")


# ---- results, signs, numbers -------------------------------------------------------------------


@pytest.mark.parametrize(
    "ending",
    ["*", "\n*\n", "2. *", "{Goes on.} *", "…", "* {adjourned}"],
)
def test_a_star_ends_a_game_that_is_not_over(written: Written, ending: str) -> None:
    game = only(written(f'{ZERTZ}[Result "*"]\n\n1. Wd4,d1 Bd7,a4 {ending}'))
    assert (texts(game), game.result, game.fault, game.told) == (TURNS, None, "", ())


@pytest.mark.parametrize(
    ("ending", "winners", "told"),
    [
        ("1-0 thanks!", (0,), "thanks"),
        ("0-1\nWell played, both of you.", (1,), "Well played, both of you."),
        ("½-½ by agreement", (), "by agreement"),
        ("1 - 0", (0,), ""),
        ("draw agreed", (), "agreed"),
        ("Black resigns at once", (0,), "at once"),
    ],
)
def test_what_stands_behind_a_result_is_told(
    written: Written, ending: str, winners: tuple[int, ...], told: str
) -> None:
    game = only(written(f"{ZERTZ}Wd4,d1 Bd7,a4\n{ending}"))
    assert texts(game) == TURNS
    assert game.result is not None
    assert game.result.winners == winners
    assert any(told in each for each in game.told) or not told


@pytest.mark.parametrize(
    "sign",
    ["∓", "±", "+-", "-+", "=", "+=", "=+", "∞", "⩲", "⩱", "+/-", "-/+", "□", "N", "+−", "$18"],
)
def test_evaluations_of_chess_are_signs(written: Written, sign: str) -> None:
    kept = {"+−": "+-", "$18": "+-"}.get(sign, sign)
    game = only(written(f"{ZERTZ}1. Wd4,d1 {sign} Bd7,a4! {sign}\n2. Gc5,g1"))
    assert texts(game) == (*TURNS, "Gc5,g1")
    assert [turn.signs for turn in game.turns] == [kept, f"!{kept}", ""]


@pytest.mark.parametrize(
    "text",
    ["1\tWd4,d1\n2\tBd7,a4", "1 Wd4,d1 Bd7,a4", "1: Wd4,d1\n2: Bd7,a4", "1 Wd4,d1 2 Bd7,a4",
     "1\nWd4,d1\n2\nBd7,a4", " 1  Wd4,d1\n   Bd7,a4"],
)  # fmt: skip
def test_numbers_need_no_dot(written: Written, text: str) -> None:
    assert texts(only(written(text))) == TURNS


# ---- comments and variations -------------------------------------------------------------------


def lines_of(game: WrittenGame) -> list[tuple[WrittenTurn, ...]]:
    """All variations of the main line."""
    return [line for turn in game.turns for line in turn.variations]


@pytest.mark.parametrize(
    "text",
    [
        "1. Wd4,d1 Bd7,a4 ( {why} 1... Gc5,g1 )",
        "1. Wd4,d1 Bd7,a4 ({why} Gc5,g1)",
        "1. Wd4,d1 Bd7,a4 {main} ( ; why\n Gc5,g1)",
        "1. Wd4,d1 Bd7,a4 (\n# why\nGc5,g1) {after}",
        "1. Wd4,d1 Bd7,a4 ( {why} Gc5,g1",
    ],
)
def test_a_comment_before_a_variation_stays_with_it(written: Written, text: str) -> None:
    game = only(written(text))
    [[turn]] = lines_of(game)
    assert (game.comment, turn.text, turn.comment) == ("", "Gc5,g1", "why")


def test_a_comment_before_a_variation_stands_before_that_of_its_turn(read: Read) -> None:
    [found] = read("1. Wd4,d1 Bd7,a4 ( {why} 1... Gc5,g1 {own} )")
    assert isinstance(found, FoundGame)
    [[turn]] = found.record.turns[1].variations
    assert turn.comment == "why\nown"
    [again] = read(to_sheet(found.record, installed_plugins().find))
    assert isinstance(again, FoundGame)
    assert again.record == found.record


@pytest.mark.parametrize(
    "text",
    [
        "1. Wd4,d1 {never closed\nBd7,a4 2. Gc5,g1",
        "1. Wd4,d1 {never closed Bd7,a4\n2. Gc5,g1 {closed} Wa1,a2",
        "{1. Wd4,d1 Bd7,a4",
        "1. Wd4,d1 Bd7,a4 (Gc5,g1 {x) 2. Gc5,g1",
        f"1. Wd4,d1 {{x\n{ZERTZ}\n{{y}} Wd4,d1",
        "1. Wd4,d1 Bd7,a4 (x9 {x) 2. Gc5,g1",
    ],
)
def test_a_comment_that_is_never_closed_is_told_at_its_line(written: Written, text: str) -> None:
    game = written(f"{ZERTZ}{text}")[0]
    assert isinstance(game, WrittenGame)
    line = 2
    assert (
        game.fault == f"Line {line}: the comment that begins here is never closed: }} is missing."
    )


def test_a_brace_in_a_comment_is_no_fault(written: Written) -> None:
    game = only(written(f"{ZERTZ}1. Wd4,d1 {{a {{ brace}} Bd7,a4 {{{{}}"))
    assert (texts(game), game.fault) == (TURNS, "")
    assert [turn.comment for turn in game.turns] == ["a { brace", "{"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Wd4,d1 ) Bd7,a4", "a bracket closes that was never opened"),
        ("Wd4,d1 Bd7,a4 ( Gc5,g1", "the variation that begins here never ends"),
        ("(Wd4,d1 {x}) Wd4,d1 Bd7,a4", "a variation of no turn is passed over: ( Wd4,d1 {x} )"),
        ("! Wd4,d1 Bd7,a4", "the sign ! stands behind no turn"),
        ("Wd4,d1 Bd7,a4 $77", "the sign $77 stands behind no turn, or is not known"),
        ("Wd4,d1 Bd7,a4 (x9 Gc5,g1 {c})", "a variation is left out from x9 Gc5,g1 {c} on:"),
        ("Wd4,d1 Bd7,a4 (Gc5,g1 0-1)", "the result of a variation is not kept: 0-1"),
        ('[Result "1-0"]\nWd4,d1 Bd7,a4\n0-1', "0-1 is not the result that was told before"),
        ("Wd4,d1 Bd7,a4\nWhite:", "no turn stands behind the name of who plays"),
    ],
)
def test_what_is_passed_over_is_told(written: Written, text: str, told: str) -> None:
    game = only(written(f"{ZERTZ}{text}"))
    assert texts(game) == TURNS
    assert any(told in each for each in game.told), game.told


@pytest.mark.parametrize(
    "word", ["(1...Gc5,g1)", "(Gc5,g1)", "(Gc5,g1!)", "(1.Gc5,g1)", "( Gc5,g1)"]
)
def test_a_variation_may_be_one_word(written: Written, word: str) -> None:
    game = only(written(f"{ZERTZ}1. Wd4,d1 Bd7,a4 {word} 2. Gc5,g1"))
    [[turn]] = lines_of(game)
    assert (turn.text, game.told, len(game.turns)) == ("Gc5,g1", (), 3)


# ---- what is blamed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "blamed"),
    [
        ("1. Wd4,d1 Bd7,a4 2. x d4We2", "x d4We2"),
        ("Wd4,d1 Bd7,a4 x d4We2", "x d4We2"),
        ("Wd4,d1 Bd7,a4 x d4We2 Gc5,g1", "x d4We2"),
        ("1. Wd4,d1 Bd7,a4 2. x d4Ze2", "x d4Ze2"),
        ("1. Wd4,d1 Bd7,a4 2. Wd4,a3 Gc5,g1", "Wd4,a3"),
        ("1. Wd4,d1 Bd7,a4 2. x\nd4We2", "x"),
        ("1. Wd4,d1 Bd7,a4 2. Wd9,a3 thanks", "Wd9,a3"),
        ("1. Wd4,d1 Bd7,a4 thanks for all", "thanks for all"),
        ("1. Wd4,d1 Bd7,a4 2. x 3. d4We2", "x"),
    ],
)
def test_the_longest_words_that_look_like_a_turn_are_blamed(
    read: Read, turns: str, blamed: str
) -> None:
    [found] = read(f"{ZERTZ}{turns}")
    assert isinstance(found, FoundGame)
    assert found.cut.startswith(f"Turn 3 ({blamed}), line ")
    assert "region" not in found.cut or blamed == "x"


def test_a_capture_may_stand_behind_a_placement_without_a_number(read: Read) -> None:
    """``x`` alone claims nothing behind a placement; the capture needs it."""
    turns = ("Wd4,d1", "Wd3,a1", "x d4Wd2")
    [found] = read(f"{ZERTZ}{' '.join(turns)}")
    assert isinstance(found, FoundGame)
    assert (found.cut, tuple(turn.text for turn in found.record.turns)) == ("", turns)


def test_lines_are_counted_with_every_end_of_line(written: Written) -> None:
    text = "{a\r\nb\rc\nd}\r\rWd4,d1\n{x\n}\r\nBd7,a4"
    assert [turn.place for turn in only(written(f"{ZERTZ}{text}")).turns] == ["line 7", "line 10"]


def test_spans_of_words_are_where_they_stand() -> None:
    text = "1.Wd4,d1!({x}Ｂｄ７，ａ４) ½-½"
    [sheet] = note_sheets(text)
    spans = [(each.kind, text[each.begin : each.end]) for each in sheet.pieces]
    assert spans[:4] == [
        ("number", "1."),
        ("word", "Wd4,d1!("),
        ("comment", "{x}"),
        ("word", "Ｂｄ７，ａ４"),
    ]
