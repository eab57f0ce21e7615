"""Questions about a board: answered from a view alone, then at a table, line by line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gipf_meta import (
    SQUARE_PITCH,
    Choice,
    Edge,
    HexLattice,
    Mark,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
)
from gipf_meta.base.texts import speak
from gipf_meta.narration.answers import QuestionContext, choices_at
from gipf_meta.narration.questions import answer, no_such_place
from gipf_meta.render import speech
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.narration.asked import begun
from tests.plain.test_play_loop import COMBINED, TO_THE_DUEL
from tests.tables import table

FLOWER = HexLattice((2, 3, 2), 1)
"""A place, b2, with six around it: a1 a2, b1 b2 b3, c1 c2."""


def scene(**changes: Any) -> QuestionContext:
    """Three marbles on seven rings, one of them gone, and two captures to choose from."""
    view = View(
        points=tuple(
            Point(name, x, y, "gone" if name == "a1" else "ring")
            for name, (x, y) in FLOWER.xy.items()
        ),
        pieces=(
            Piece("b3", "marble", "white", "W"),
            Piece("b2", "marble", "black", "B"),
            Piece("c1", "marble", "white", "W"),
        ),
        trays=(
            Tray("Pool", (TrayItem("pool:W", "W", 4, "marble", "white"),)),
            Tray("Captured by Ann", (TrayItem("p1:B", "B", 2, "marble", "black"),), 0),
            Tray("Captured by Bob", (), 1),
        ),
        marks=(Mark("b2", "capture"), Mark("c1", "last")),
        choices=(
            Choice("x b3Bb1", ("b3", "b1"), "jump from b3 to b1, capturing the one on b2"),
            Choice("c2", ("c2",), "remove ring c2"),
        ),
        caption="Turn 3, Ann.",
        prompt="You must capture.",
    )
    return QuestionContext(
        replace(view, **changes), ("Player 1", "Player 2"), ("Ann", "Bob"), 0, "Bob: Wc1"
    )


def ask(typed: str, **changes: Any) -> str | None:
    return answer(scene(**changes), typed)


@pytest.mark.parametrize(
    "typed",
    ["what is on b2", "What's on B2?", "b2?", "what stands on b2", "is b2 empty?", "b2 ?"],
)
def test_a_place_is_asked_for_in_many_words(typed: str) -> None:
    assert ask(typed) == "b2: black marble, can be captured."


def test_words_of_which_only_the_first_asks_are_no_question() -> None:
    assert ask("score all that you can") is None
    assert ask("line up now please") is None


@pytest.mark.parametrize(
    "typed",
    ["x b3Bb1", "c2", "b2", "Wd4,d1", "what", "line b2", "score", "hello", "draw", "challenge"],
)
def test_what_may_be_a_move_is_never_a_question(typed: str) -> None:
    """A word that asks is a move all the same where the game writes one so."""
    choices = tuple(Choice(word, (word,), word) for word in ("what", "line b2", "score", "c2"))
    assert ask(typed, choices=choices) is None


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("what is on b2 and c2", "b2: black marble, can be captured.\nc2: empty."),
        ("what is on a1", "a1: gone."),
        ("where is white", "White marble, 2: b3, c1."),
        ("where are the white marbles?", "White marble, 2: b3, c1."),
        (
            "how many black ones are there",
            (
                "1 on the board, 2 beside it.\nBlack marble, 1: b2.\n"
                "Captured by Ann: black marble 2."
            ),
        ),
        ("how many black marbles are on the board", "1.\nBlack marble, 1: b2."),
        ("how many white marbles are in the pool", "4.\nPool: white marble 4."),
        ("how many marbles have I captured", "2.\nCaptured by Ann: black marble 2."),
        ("how many places are empty", "3.\nEmpty, 3: a2, b1, c2."),
        ("how many rings are left", "6.\na2, b1 to b3, c1, c2."),
        ("whose is b2", "b2: black marble, can be captured. It belongs to nobody."),
        (
            "how far is a2 from c1",
            "From a2 to c1 it is 2 steps.\nBetween them on a line: b2 black marble.",
        ),
        ("where is everything", "Black marble, 1: b2.\nWhite marble, 2: b3, c1."),
        ("what is on the board", "Black marble, 1: b2.\nWhite marble, 2: b3, c1."),
        ("where is red", "There is none. On the board: black marble, white marble."),
        ("where are my marbles", "The pieces on this board belong to nobody."),
        ("which places are empty", "Empty, 3: a2, b1, c2."),
        ("what is gone", "Gone, 1: a1."),
        ("what is full", "No place is full."),
        ("what was the last move", "Bob: Wc1.\nMarked as last: c1 white marble."),
        ("what did Bob play", "Bob: Wc1.\nMarked as last: c1 white marble."),
        ("what is in danger", "Nothing is marked as in danger."),
        ("whose turn is it", "Turn 3, Ann.\nYou must capture."),
        ("must I move", "Turn 3, Ann.\nYou must capture."),
        ("what is in the pool", "Pool: white marble 4."),
        ("pool", "Pool: white marble 4."),
        ("what have I got", "Captured by Ann: black marble 2."),
        ("what have the others captured", "Captured by Bob: nothing."),
        ("which glass dies next", "No time is running on the board.\nTurn 3, Ann."),
        ("what can I score", "Nothing scores at once."),
        ("sheet", "There is no score sheet in this game."),
    ],
)
def test_each_question_has_its_answer(typed: str, told: str) -> None:
    assert ask(typed) == told


JUMP = "x b3Bb1: jump from b3 to b1, capturing the one on b2"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("what can I capture", f"To be captured: b2 black marble.\n{JUMP}"),
        ("what can capture b2?", f"1 decision takes b2, black marble, from the board.\n{JUMP}"),
        ("can c2 be captured?", "Nothing can capture c2 now. c2: empty."),
        ("what can I do", f"You must capture.\n{JUMP}\nc2: remove ring c2"),
        ("what can I do with b2", JUMP),
        ("what can I play on b1", JUMP),
        ("what can I do with a2", "Nothing can be played with a2 now. Nothing stands on a2."),
        ("can I play x b3Bb1?", f"Yes: {JUMP}."),
        ("why not x b3Bb1", f"It can be played: {JUMP}."),
        ("can I play x b3Bc3?", "No: x b3Bc3 cannot be played now."),
        ("where can b3 go", "b3 can go to b1 (1)."),
        ("where can c1 go", "c1: white marble. It cannot go anywhere now. You must capture."),
        ("where can a2 go", "Nothing stands on a2."),
        ("where can a1 go", "a1 is gone from the board."),
        ("all where can b3 go", JUMP),
        ("can b3 go to b1?", f"Yes: {JUMP}."),
        ("what can move", "Can be moved, 1: b3 (1)."),
    ],
)
def test_what_can_be_played_is_told_with_its_meaning(typed: str, told: str) -> None:
    assert ask(typed) == told


def test_what_is_captured_without_a_choice_that_names_it_is_told_alone() -> None:
    marked = (Mark("c1", "capture"),)
    assert ask("what can capture c1?", marks=marked) == "c1: white marble, can be captured."
    told = ask("what can I capture", marks=marked)
    assert told == f"To be captured: c1 white marble.\n{JUMP}\nc2: remove ring c2"


def test_many_choices_are_told_by_their_first_word() -> None:
    places = [f"{letter}{number}" for letter in "abcd" for number in range(1, 5)]
    choices = tuple(Choice(f"W{at}", ("pool:W", at), f"place it on {at}") for at in places)
    told = ask("what can I do", choices=(*choices, Choice("-", ("pass",), "pass")))
    assert told is not None
    assert told.endswith(
        "17 decisions are possible: white marble 16, pass. For a list say all what can I do."
    )


@table("""
    typed         | told
    what is on z9 | There is no place z9: letters go from a to c, numbers from 1 to 3.
    c3?           | There is no place c3: column c goes from c1 to c2.
    around b7     | There is no place b7: column b goes from b1 to b3.
""")
def test_a_place_that_does_not_exist_is_told_with_those_that_do(typed: str, told: str) -> None:
    assert ask(typed) == told


@pytest.mark.parametrize("typed", ["why?", "what about it", "who is the queen of Spain"])
def test_a_question_nobody_understands_is_not_guessed(typed: str) -> None:
    told = ask(typed)
    assert told is not None
    assert told.startswith("I do not know")
    assert told.endswith("? alone says what can be asked.")


@pytest.mark.parametrize("typed", ["?", "what can I ask"])
def test_a_question_mark_alone_lists_what_can_be_asked(typed: str) -> None:
    told = ask(typed)
    assert told is not None
    assert told.startswith("You can ask: what is on b2, around b2, line b2,")


def test_every_question_the_list_shows_is_understood() -> None:
    told = ask("?")
    assert told is not None
    for question in told.removeprefix("You can ask: ").partition(".\n")[0].split(", "):
        answered = ask(question)
        assert answered not in (None, told), question
        assert not answered.startswith("I do not know"), question


@pytest.mark.parametrize("typed", ["neighbours of b2", "what is next to b2", "what is above b2"])
def test_neighbours_are_told_clockwise_with_their_directions(typed: str) -> None:
    assert ask(typed) == (
        "Around b2, clockwise: up b3 white marble; up right c2 empty; down right c1 white marble;"
        " down b1 empty; down left a1 gone; up left a2 empty."
    )


def test_lines_are_told_from_end_to_end() -> None:
    assert ask("line through b2") == (
        "Up from b1: b1 empty; b2 black marble; b3 white marble.\n"
        "Up right from a1: a1 gone; b2 black marble; c2 empty.\n"
        "Up left from c1: c1 white marble; b2 black marble; a2 empty."
    )


def test_a_line_that_begins_at_the_rim_is_told_from_its_lower_end() -> None:
    told = ask("line b3")
    assert told is not None
    assert told.splitlines()[0] == "Up from b1: b1 empty; b2 black marble; b3 white marble."
    assert all(not line.startswith("Down") for line in told.splitlines())


def test_lines_of_a_board_with_edges_run_along_them() -> None:
    points = tuple(Point(f"a{n}", n, 0) for n in range(1, 6))
    edges = (Edge("a1", "a2"), Edge("a2", "a3"), Edge("a4", "a5"))
    board = speech.SpokenBoard(View(points=points, edges=edges))
    assert list(board.lines("a2")) == ["Right from a1: a1 to a3 empty."]
    assert board.around("a4") == "Around a4, clockwise: right a5 empty."


def test_on_squares_the_neighbours_are_four() -> None:
    points = tuple(Point(f"{'abc'[x]}{3 - y}", x, y, "cell") for x in range(3) for y in range(3))
    board = speech.SpokenBoard(View(points=points, pitch=SQUARE_PITCH, tile="square"))
    assert board.neighbours("b2") == ["b3", "c2", "b1", "a2"]


def test_around_and_line_without_a_place_say_how_to_ask() -> None:
    assert ask("neighbours") == "Of which place? Ask, for example: around b2; line b2."


GLASSES = (
    Piece("a2", "hourglass", "red", "R", sand=0.5, clock="1:30.0"),
    Piece("b1", "hourglass", "black", "B", sand=0.01, clock="0:01.8"),
    Piece("b2", "hourglass", "red", "R", sand=0.0, clock="idle"),
    Piece("c1", "hourglass", "red", "Rx", sand=0.0, clock="dead"),
)


def of_glasses(typed: str, seat: int = 0) -> str | None:
    view = replace(
        scene().view,
        pieces=GLASSES,
        marks=(Mark("b1", "danger"),),
        caption="Turn 5, at 1:00. Red: a2 1:30.0. The small glass: 0:15.0 against Red.",
    )
    return answer(QuestionContext(view, ("Red", "Black"), ("Ann", "Bob"), seat), typed)


def test_glasses_are_told_in_the_order_in_which_they_die() -> None:
    """With them the clock that stands beside the board, which the caption tells."""
    assert of_glasses("which glass dies next?") == (
        "Next is the black hourglass on b1 0:01.8; then red hourglass on a2 1:30.0.\n"
        "Red hourglass, dead, 1: c1.\n"
        "Red hourglass, idle, 1: b2.\n"
        "Turn 5, at 1:00. The small glass: 0:15.0 against Red."
    )


@pytest.mark.parametrize(
    ("typed", "seat", "told"),
    [
        ("where are my glasses", 1, "Black hourglass, 1: b1 0:01.8."),
        ("where are my opponent's glasses", 0, "Black hourglass, 1: b1 0:01.8."),
        ("where is Bob", 0, "Black hourglass, 1: b1 0:01.8."),
        ("which of mine are dead", 0, "Red hourglass, 1: c1 dead."),
        ("what is in danger", 0, "In danger: b1 black hourglass, 0:01.8."),
        ("what was the last move", 0, "Nothing has been played yet."),
    ],
)
def test_pieces_are_known_by_owner_and_condition(typed: str, seat: int, told: str) -> None:
    assert of_glasses(typed, seat) == told


def test_rings_on_a_space_are_told() -> None:
    view = View(points=(Point("a1", 0, 0, "space", 3, 3), Point("a2", 2, 0, "space", 2)))
    assert answer(QuestionContext(view), "what is on a1") == "a1: empty, holds 3 of 3."
    assert answer(QuestionContext(view), "what is on a2") == "a2: empty, holds 0 of 2."
    assert answer(QuestionContext(view), "what is full") == "Full, 1: a1."


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (Piece("a1", "marble", "grey", "G"), "grey marble"),
        (Piece("a1", "tile", "v4", "4"), "tile 4"),
        (Piece("a1", "disc", "p2", "O"), "O"),
        (Piece("a1", "disc", "p1", "K"), "X's disc K"),
        (Piece("a1", "disc", "p3", "3"), "Player 3's disc 3"),
        (Piece("a1", "disc", "p1", "X", stack=3), "X, 3 high"),
        (Piece("a1", "disc", "p1", "WG", stack=2, spoken="white GIPF-piece"), "white GIPF-piece"),
    ],
)
def test_pieces_have_names_one_can_say(one: Piece, told: str) -> None:
    assert speech.piece(one, ("X", "O")) == told


def test_score_sheets_are_told_without_what_is_empty() -> None:
    columns = ("row", "10", "11", "total")
    rows = (("1", "2", "", "4"), ("2", "", "", "0"), ("", "", "", "4"))
    tables = (ScoreSheet("Ann", columns, rows, 0), ScoreSheet("Bob", columns, rows[1:2], 1))
    assert ask("my sheet?", sheets=tables) == "Ann:\nrow 1, 10 2, total 4.\ntotal 4."
    assert ask("score", sheets=tables) == "Ann:\nrow 1, 10 2, total 4.\ntotal 4.\nBob:\nrow 2."


def test_a_score_sheet_tells_its_footer_and_not_what_is_only_printed() -> None:
    rows = (("1", "2", "3", "5"), ("2", "1", "(3)", "1"), ("3", "", "(3)", ""))
    footer = (("tiles left", "-9"), ("grand total", "-3"))
    tables = (ScoreSheet("Ann", ("row", "10", "bonus", "total"), rows, 0, footer),)
    assert ask("my sheet?", sheets=tables).splitlines() == [
        "Ann:", "row 1, 10 2, bonus 3, total 5.", "row 2, 10 1, total 1.",
        "tiles left -9.", "grand total -3.",
    ]  # fmt: skip
    assert ask("score", sheets=tables) == "Ann: tiles left -9, grand total -3."


def test_tiles_are_told_one_by_one_and_hidden_ones_counted() -> None:
    own = Tray("Ann holds", (TrayItem("a:4", "4", 2, "tile", "v4"),), 0)
    hidden = Tray("Bob holds", (TrayItem("b:?", "hidden", 2, "tile", "hidden"),), 1)
    assert ask("trays", trays=(own, hidden)) == "Ann holds: 4 4.\nBob holds: hidden 2."


def test_a_game_without_a_board_says_so() -> None:
    bare = QuestionContext(View(points=(), caption="Roll.", prompt="Roll the die."))
    for typed in ("what is on d4", "neighbours", "d4?"):
        assert answer(bare, typed) == "This game has no board."
    assert answer(bare, "what must I do") == "Roll.\nRoll the die."
    assert no_such_place(bare.view, "d4") == "This game has no board."


def test_places_are_sorted_by_letter_and_number() -> None:
    assert speech.spans(["b2", "a10", "a9", "b1", "a11", "c3"]) == "a9 to a11, b1, b2, c3"


def test_a_piece_written_before_its_place_has_a_part_in_a_choice() -> None:
    choices = (Choice("take Zc2", ("take",), "take Zc2"), Choice("c21", ("x",), "c21"))
    assert choices_at(scene(choices=choices).view, "c2") == [choices[0]]


# ---- at a table ------------------------------------------------------------------------------


def talk(gipf_meta: Command, game: str, *typed: str, options: tuple[str, ...] = ()) -> str:
    done = gipf_meta("play", game, *options, "--plain", typed="\n".join((*typed, "quit", "")))
    assert done.status == 0, done.err
    return done.out


def test_what_is_counted_is_listed_in_short(gipf_meta: Command) -> None:
    """The pad listed 334 entries."""
    said = talk(gipf_meta, "zatre_pad", "moves")
    listed = said.split("> moves", 1)[1]
    assert "10 up to 6 times, 11 up to 6 times, 12 up to 6 times, X up to 3" in listed
    assert len(listed.splitlines()) < 15


def after(said: str, typed: str) -> str:
    """The output between the typed line *typed* and the next prompt."""
    return said.partition(f"> {typed}\n")[2].partition("> ")[0].rpartition("\n")[0]


def test_a_question_changes_nothing_and_the_prompt_is_not_repeated(gipf_meta: Command) -> None:
    said = talk(gipf_meta, "zertz", "Wd4,d1", "what is on d4", "where is white?", "undo", "board")
    assert after(said, "what is on d4") == "d4: white marble."
    assert after(said, "where is white?") == "White marble, 1: d4."
    assert "Taken back." in said


def test_marbles_that_can_be_captured_are_told_with_the_jumps(gipf_meta: Command) -> None:
    said = talk(
        gipf_meta, "zertz", "Wd4,d1", "Bd5,a1", "what can I capture", "what was the last move"
    )
    assert after(said, "what can I capture").splitlines() == [
        "To be captured: d4 white marble; d5 black marble.",
        "x d4Bd6: jump from d4 to d6, capturing the black marble on d5",
        "x d5Wd3: jump from d5 to d3, capturing the white marble on d4",
    ]
    assert after(said, "what was the last move") == (
        "Player 1: Wd4, d1; Player 2: Bd5, a1.\nBlack marble comes to d5. Gone from the board: a1."
    )


def test_glasses_are_asked_for_at_the_time_that_was_told(gipf_meta: Command) -> None:
    said = talk(gipf_meta, "tamsk", "@1000 a1-b2/", "@2000 flip", "@3000 which glass dies next")
    told = after(said, "@3000 which glass dies next")
    assert told.startswith("Next is the red hourglass on b2 2:58.0.\n")
    assert told.endswith("Turn 2, Black, at 0:03.0. 15-second glass: 0:14.0 against Black.")


def test_gipf_pieces_and_potentials_are_called_by_their_names(gipf_meta: Command) -> None:
    typed = ["Ga1-b2", "Gi5-h5", "Ta1-b2", "Zi5-h5", "where is everything", "where are my pieces"]
    said = talk(gipf_meta, "gipf", *typed, "line a1", options=tuple(COMBINED))
    assert after(said, "where is everything").splitlines() == [
        "Black GIPF-piece, 1: g5.",
        "Black ZÈRTZ-loaded piece, 1: h5.",
        "White GIPF-piece, 1: c3.",
        "White TAMSK-loaded piece, 1: b2.",
    ]
    assert after(said, "where are my pieces").splitlines() == [
        "White GIPF-piece, 1: c3.",
        "White TAMSK-loaded piece, 1: b2.",
    ]
    assert after(said, "line a1").startswith("Up right from a1: a1 dot; b2 white TAMSK-loaded")


def test_in_a_duel_the_duel_is_asked_about(gipf_meta: Command) -> None:
    said = talk(
        gipf_meta, "gipf", *TO_THE_DUEL, "Wd4,d1", "what is on d4", "what was the last move",
        options=("--seed=5", *COMBINED),
    )  # fmt: skip
    assert after(said, "what is on d4") == "d4: white marble."
    assert after(said, "what was the last move") == (
        "Black: Wd4, d1.\nWhite marble comes to d4. Gone from the board: d1."
    )


def test_moves_of_a_place(gipf_meta: Command) -> None:
    said = talk(gipf_meta, "zertz", "Wd4,d1", "moves g1", "moves d4", "moves z9", "moves ever")
    assert after(said, "moves g1").splitlines()[:4] == [
        "3 decisions are possible with g1:",
        "  Bg1  place a black marble on g1",
        "  Gg1  place a grey marble on g1",
        "  Wg1  place a white marble on g1",
    ]
    assert after(said, "moves d4").startswith("Nothing can be played with d4 now.")
    assert "There is no place z9: letters go from a to g, numbers from 1 to 7." in said
    assert "There is no place ever:" in said


def test_the_drawing_can_be_left_out(gipf_meta: Command) -> None:
    said = talk(gipf_meta, "zertz", "board off", "Wd4,d1", "board", "board on", "board x")
    assert after(said, "board off").startswith("The board is shown no more: ask about it.")
    assert after(said, "Wd4,d1").splitlines() == [
        "Player 1 places a white marble on d4, then removes ring d1.",
        "Pool: white marble 5.",
    ]
    assert "(W)" in after(said, "board")
    assert "The board is shown at every turn." in said
    assert "Type board, board off or board on." in said


def test_answers_fit_a_small_terminal(gipf_meta: Command) -> None:
    typed = ["h8=4", "h9=6", "which places are empty", "line h8", "?", "what can I do", "sheet"]
    said = talk(gipf_meta, "zatre", *typed, options=("--seed=3",))
    assert "Empty, " in said
    assert max(map(len, said.splitlines())) <= 80


# ---- by verb and relation, in real games ----------------------------------------------------


def test_the_places_where_a_piece_can_go_are_told_once() -> None:
    """In LYNGK with any of the colours claimed before."""
    scene = begun("lyngk")
    at = next(one.at for one in scene.view.pieces if scene.relations.starting_at(one.at))
    first, *others = (answer(scene, f"where can {at} go") or "").split("\n")
    assert first.startswith(f"{at} can go to ")
    assert others == [f"For a list say all where can {at} go."]


@pytest.mark.parametrize(
    "asked", ["what is better {0} or {1}", "should I play {0}", "is {0} good", "is {0} better"]
)
def test_whether_a_move_is_good_is_not_whether_it_is_legal(asked: str) -> None:
    scene = begun("gipf")
    moves = [choice.notation for choice in scene.view.choices]
    told = answer(scene, asked.format(*moves)) or ""
    assert told == "I do not know what is best: say hint."


def test_loads_beside_the_board_are_no_pieces() -> None:
    told = answer(begun("gipf", zertz_potentials=3), "how many pieces do I have") or ""
    assert told.startswith("18.\nWhite: reserve 18, ZÈRTZ supply 3")


def test_only_where_sand_runs_one_can_ask_what_dies_next() -> None:
    assert "what dies next" in (answer(begun("tamsk"), "?") or "")
    assert "what dies next" not in (answer(begun("gipf"), "?") or "")


def test_what_the_board_does_not_show_is_not_guessed() -> None:
    bag = answer(begun("zatre", 3), "how many tiles are in the bag") or ""
    assert "tiles in the bag" in bag
    assert answer(begun("gipf"), "how many pieces have been captured") == (
        "I do not know: the board does not show it."
    )


# ---- in another language -----------------------------------------------------------------------


@pytest.fixture
def czech() -> None:
    speak("cs")


@pytest.mark.usefixtures("czech")
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("co je na b2?", "b2: černá kulička, lze zajmout."),
        ("what is on b2", "b2: černá kulička, lze zajmout."),
        ("kde jsou bílé kuličky", "Bílá kulička, 2: b3, c1."),
        ("kolik je cernych kulicek na desce", "1.\nČerná kulička, 1: b2."),
        ("která pole jsou prázdná", "Prázdné, 3: a2, b1, c2."),
        ("co je plné", "Žádné pole není plné."),
        ("jaký byl poslední tah", "Bob: Wc1.\nOznačeno jako poslední: c1 bílá kulička."),
        ("okolí b1", ("Kolem b1 po směru hodinových ručiček: nahoru b2 černá kulička; nahoru"
                     " doprava c1 bílá kulička; nahoru doleva a1 pryč.")),
        ("kde jsou moje kameny", "Kameny na této desce nepatří nikomu."),
        ("co mám", "Captured by Ann: černá kulička 2."),
        ("co má soupeř", "Captured by Bob: nic."),
        ("kam může b3", "b3 může na b1 (1)."),
        ("vše kam může b3", JUMP),
        ("čím můžu vzít b2", f"b2, černá kulička: z desky bere 1 rozhodnutí.\n{JUMP}"),
        ("co muze vzit b2", f"b2, černá kulička: z desky bere 1 rozhodnutí.\n{JUMP}"),
        ("dá se b2 vzít", f"b2, černá kulička: z desky bere 1 rozhodnutí.\n{JUMP}"),
        ("může b3 na b1", f"Ano: {JUMP}."),
        ("můžu hrát x b3Bb1", f"Ano: {JUMP}."),
        ("proč nejde x b3Bc3", "Ne: x b3Bc3 teď zahrát nelze."),
        ("čí je b2", "b2: černá kulička, lze zajmout. Nepatří nikomu."),
        ("kolik kuliček jsem zajal", "2.\nCaptured by Ann: černá kulička 2."),
        ("kolik je prázdných polí", "3.\nPrázdné, 3: a2, b1, c2."),
        ("jak daleko je a2 od c1",
            "Z a2 na c1 jsou to 2 kroky.\nMezi nimi na přímce: b2 černá kulička."),
        ("proč nemůžu vrátit tah", "Napište zpět: buď se to stane, nebo se dozvíte, proč ne."),
        ("co mám dělat", f"You must capture.\n{JUMP}\nc2: remove ring c2"),
        ("kdo je na řadě", "Turn 3, Ann.\nYou must capture."),
    ],
)  # fmt: skip
def test_questions_are_asked_and_answered_in_czech(typed: str, told: str) -> None:
    """With and without accents; the words of the view are those of its game."""
    assert ask(typed) == told


@pytest.mark.usefixtures("czech")
def test_the_examples_of_the_help_are_questions() -> None:
    told = ask("?")
    assert told is not None
    examples = told.partition(": ")[2].partition(".\n")[0].split(", ")
    assert len(examples) == 19
    for example in examples:
        assert ask(example) not in (None, told), example
