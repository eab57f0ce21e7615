"""The score pad for the real board (docs/reference/zatre.md §6): it scores like the game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gipf_meta import BadNotation, IllegalMove, MoveError, Over, Turn
from gipf_meta.base.clock import StillClock
from gipf_meta.match.match import CannotUndo, Match
from gipf_meta.protocol.options import configure
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.table.new_table import resume_table
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta_zatre import ZatrePad
from gipf_meta_zatre.pad import Sheets
from gipf_meta_zatre.sheet import Sheet
from tests.zatre.random_games import record_of
from tests.zatre.test_sheets import SEVEN_TURNS, TWELVE_TURNS, Made
from tests.zatre.words import game, position

PAD = ZatrePad()


def pad(**options: str) -> ZatrePad:
    return configure(ZatrePad, options)


def written(made: Made) -> str:
    """The tens, elevens, twelves and crosses of a turn, as players write them; ``-``: none."""
    tens, elevens, twelves, crosses = made
    words = [f"{n}x{count}" for n, count in ((10, tens), (11, elevens), (12, twelves)) if count]
    return " ".join([*words, f"X{crosses}"] if crosses else words) or "-"


def entered(g: ZatrePad, state: Sheets, *texts: str) -> Sheets:
    """The pad after *texts*, each by whoever is asked."""
    for text in texts:
        now = g.status(state)
        assert isinstance(now, Turn)
        state = g.apply(state, g.parse(state, now.seat, text))
    return state


def over(g: ZatrePad, state: Sheets) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    now = g.status(state)
    assert isinstance(now, Over)
    return now.winners, now.scores


# --- entries --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("-", (0, 0, 0, 0)),
        (" 0 ", (0, 0, 0, 0)),
        ("10x1", (1, 0, 0, 0)),
        ("11x2", (0, 2, 0, 0)),
        (" 12x6 ", (0, 0, 6, 0)),
        ("12x3  10x1 X2", (1, 0, 3, 2)),
        ("X1 10x2 11x2 12x2", (2, 2, 2, 1)),
        ("10x1 X", (1, 0, 0, 1)),
        ("10x1 11x1 12x1 x3", (1, 1, 1, 3)),
    ],
)
def test_what_a_turn_made(text: str, made: Made) -> None:
    state = PAD.start(2)
    entry = PAD.parse(state, 0, text)
    assert entry.made == made
    assert PAD.parse(state, 0, PAD.format(state, entry)) == entry
    assert entry in PAD.legal_moves(state, 0)
    assert PAD.apply(state, entry).sheets == (Sheet().after_turn(*made), Sheet())


def test_two_crosses_can_share_a_sum() -> None:
    """§6.4: with line_once a row with two doubling cells of one turn scores once."""
    g = game()
    state = g.from_text(position("h7=6", hands="-,-"))
    ((text, _),) = g.play_line(state, "2. A +51 g7=5 i7=1")
    assert text == "2. A +51 g7=5 i7=1 {12x1 X2}"
    start = PAD.start(2)
    entry = PAD.parse(start, 0, "12x1 X2")
    assert entry.made == (0, 0, 1, 2)
    assert entry in PAD.legal_moves(start, 0)


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("", BadNotation, "Write what the turn made, such as 10x1 12x3 X2, or -"),
        ("10", BadNotation, "'10' is not understood here: write each of 10x1, 11x2, 12x3 and X1"),
        ("10x0", BadNotation, "'10x0' is not understood"),
        ("10x100", BadNotation, "'10x100' is not understood"),
        ("9x1", BadNotation, "'9x1' is not understood"),
        ("13x1", BadNotation, "'13x1' is not understood"),
        ("10x1,", BadNotation, "'10x1,' is not understood"),
        ("10x1 10x1", BadNotation, "'10x1' is not understood .* once at most"),
        ("10x1 X1 X1", BadNotation, "'X1' is not understood"),
        ("10x1 X0", BadNotation, "'X0' is not understood"),
        ("10x1 -", BadNotation, "'-' is not understood"),
        ("10x1 end", BadNotation, "'end' is not understood"),
        ("١٠x1", BadNotation, "is not understood"),
        ("10x30 12x11", IllegalMove, "No turn completes 41 sums or doubling cells"),
        ("X1", IllegalMove, "A cross is earned with a sum of 10, 11 or 12 only"),
    ],
)
def test_refused_entries(text: str, error: type[MoveError], why: str) -> None:
    with pytest.raises(error, match=why) as refusal:
        PAD.parse(PAD.start(2), 0, text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("-", ()),
        ("6", (6,)),
        ("3 6", (6, 3)),
        ("36", (6, 3)),
        ("66 1 6", (6, 6, 6, 1)),
        ("5" * 20, (5,) * 20),
    ],
)
def test_what_is_left(text: str, left: tuple[int, ...]) -> None:
    state = entered(PAD, PAD.start(2), "end")
    entry = PAD.parse(state, 0, text)
    assert entry.left == left
    assert PAD.parse(state, 0, PAD.format(state, entry)) == entry
    assert (entry in PAD.legal_moves(state, 0)) == (len(left) <= 3)


@pytest.mark.parametrize("text", ["", "0", "7", "6,3", "- 6", "end", "10x1", "1" * 122])
def test_refused_leftovers(text: str) -> None:
    state = entered(PAD, PAD.start(2), "end")
    with pytest.raises(BadNotation, match="Write the tiles that are left, such as 6 3, or -"):
        PAD.parse(state, 0, text)


def test_only_who_is_asked_enters() -> None:
    start = PAD.start(3)
    for state, seat in ((start, 0), (entered(PAD, start, "-"), 1)):
        assert PAD.status(state) == Turn(seat, seat + 1)
        with pytest.raises(IllegalMove, match=f"It is Player {seat + 1}'s turn"):
            PAD.parse(state, seat + 1, "-")
        assert PAD.legal_moves(state, seat + 1) == ()
    end = entered(PAD, start, "END", "-", "6", "-")
    with pytest.raises(IllegalMove, match="The game is over"):
        PAD.parse(end, 0, "-")
    assert all(PAD.legal_moves(end, seat) == () for seat in range(3))


def test_legal_entries_read_as_they_are_written() -> None:
    for state in (PAD.start(2), entered(PAD, PAD.start(2), "end")):
        entries = PAD.legal_moves(state, 0)
        texts = {PAD.format(state, entry) for entry in entries}
        assert len(texts) == len(entries)
        assert all(PAD.parse(state, 0, text) in entries for text in texts)


# --- sheets and the end ---------------------------------------------------------------------


def test_the_worked_sheets() -> None:
    """§11, examples 1 and 2: 67 and 138 points."""
    state = PAD.start(2)
    for turn in range(12):
        seven = SEVEN_TURNS[turn] if turn < 7 else (0, 0, 0, 0)
        state = entered(PAD, state, written(seven), written(TWELVE_TURNS[turn]))
    assert PAD.scores(state) == (74, 144)
    state = entered(PAD, state, "end", "4 3")
    assert PAD.scores(state) == (67, 144)
    state = entered(PAD, state, "6")
    assert over(PAD, state) == ((1,), (67, 138))
    now = PAD.status(state)
    assert isinstance(now, Over)
    assert now.sheets
    assert now.sheets[0] == {
        "X": 4, "10": [2, 1], "11": [2, 4, 2], "12": [4, 12, 4], "rows": [22, 40, 12, 0],
    }  # fmt: skip


def test_players_take_turns_until_the_end() -> None:
    state = PAD.start(3)
    seats = []
    for _ in range(7):
        now = PAD.status(state)
        assert isinstance(now, Turn)
        seats.append((now.seat, now.number))
        state = entered(PAD, state, "10x1")
    assert seats == [(0, 1), (1, 2), (2, 3), (0, 4), (1, 5), (2, 6), (0, 7)]
    assert [len(sheet.tens) for sheet in state.sheets] == [3, 2, 2]
    state = entered(PAD, state, "end")
    for seat in range(3):
        now = PAD.status(state)
        assert isinstance(now, Turn)
        assert now.seat == seat
        state = entered(PAD, state, "-")
    assert over(PAD, state) == ((0,), (3, 2, 2))


def test_equal_scores_share_the_victory() -> None:
    """Z8."""
    state = entered(PAD, PAD.start(3), "12x1", "11x2", "12x2", "end", "-", "-", "4")
    assert over(PAD, state) == ((0, 1, 2), (4, 4, 4))
    state = entered(PAD, PAD.start(2), "end", "6 6", "-")
    assert over(PAD, state) == ((1,), (-12, 0))


def test_partners_share_a_sheet() -> None:
    """§7.1: two turns, two cells; both partners' leftovers are deducted."""
    teams = pad(teams="on")
    state = entered(teams, teams.start(4), "12x1", "12x1", "10x1", "11x1", "12x2")
    assert state.sheets == (Sheet(twelves=(4, 4, 8)), Sheet(tens=(1,), elevens=(2,)))
    view = teams.view(state, None)
    assert [(table.title, table.seat) for table in view.sheets] == [
        ("Player 1 and Player 2", 0),
        ("Player 3 and Player 4", 2),
    ]
    state = entered(teams, state, "end", "5", "6 2", "-", "-")
    assert over(teams, state) == ((0, 1, 2, 3), (3, 3))
    assert "Player 1 and Player 2 3, Player 3 and Player 4 3." in teams.view(state, None).prompt


@pytest.mark.parametrize(
    ("extra_rows", "scores"), [("no_bonus", 382), ("bonus_6", 394), ("lost", 368)]
)
def test_rows_beyond_16(extra_rows: str, scores: int) -> None:
    """§11, example 3."""
    g = pad(extra_rows=extra_rows)
    state = g.start(2)
    for turn in range(17):
        told = g.happenings(state, g.parse(state, 0, "10x1 11x1 12x1 X1"))
        assert len(told) == (0 if turn == 16 and extra_rows == "lost" else 1)
        state = entered(g, state, "10x1 11x1 12x1 X1", "-")
    end = entered(g, state, "end", "-", "-")
    assert over(g, end) == ((0,), (scores, 0))
    assert sum(g.status(end).sheets[0]["rows"]) == scores  # type: ignore[union-attr, index]


# --- explanations ---------------------------------------------------------------------------


def told(before: list[str], text: str) -> list[str]:
    """The pad's explanations of the entry *text* after the same player's turns *before*."""
    state = PAD.start(2)
    for turn in before:
        state = entered(PAD, state, turn, "-")
    return [*PAD.happenings(state, PAD.parse(state, 0, text))]


def test_nothing_is_told_of_nothing() -> None:
    state = PAD.start(2)
    assert told([], "-") == []
    assert told([], "end") == []
    assert PAD.happenings(state) == ()
    state = entered(PAD, state, "end")
    assert PAD.happenings(state, PAD.parse(state, 0, "6")) == ()


@pytest.mark.parametrize(
    ("before", "text", "words"),
    [
        ([], "10x2", [("Row 1", "2 under 10", "bonus 3", "11 and 12")]),
        ([], "11x1 12x3", [("Row 1", "2 under 11 and 12 under 12", "2 + 12 = 14", "10 has")]),
        (["10x1 11x1"], "12x1", [("Row 1", "4 under 12", "1 + 2 + 4 + bonus 3 = 10")]),
        (["10x1 11x1"], "12x1 X1",
         [("Row 1", "4 under 12 and a cross", "(1 + 2 + 4 + bonus 3) x 2 = 20")]),
        (["10x1"], "10x1", [("Row 2", "1 under 10")]),
        (["10x1"], "12x1", [("Row 1", "4 under 12", "1 + 4 = 5")]),
        (["10x1 X1"], "12x1 X1", [("Row 1", "4 under 12", "(1 + 4) x 2 = 10"),
                                  ("Row 2", "a cross", "doubles what will stand there")]),
        (["10x1"], "10x1 X2", [("Row 1", "a cross", "1 x 2 = 2"),
                               ("Row 2", "1 under 10 and a cross", "1 x 2 = 2")]),
    ],
)  # fmt: skip
def test_an_entry_is_explained(before: list[str], text: str, words: list[tuple[str, ...]]) -> None:
    sentences = told(before, text)
    assert len(sentences) == len(words)
    for sentence, parts in zip(sentences, words, strict=True):
        assert sentence.endswith(".")
        for part in parts:
            assert part in sentence


def test_what_stood_there_before_is_not_told_again() -> None:
    (sentence,) = told(["10x1 X1"], "12x1")
    assert sentence.startswith("Row 1: 4 under 12; ")
    assert "bonus 3 when 11 has an entry" in sentence
    assert "bonus 3 when" not in " ".join(told(["10x1 11x1"], "12x1"))


# --- view -----------------------------------------------------------------------------------


def test_the_view_shows_sheets_and_choices() -> None:
    state = entered(PAD, PAD.start(2), "10x1 11x1 12x1 X1")
    for seat, acts in ((None, True), (1, True), (0, False)):
        view = PAD.view(state, seat)
        assert bool(view.choices) == acts
        assert [table.footer[-1][1] for table in view.sheets] == ["20", "0"]
        assert view.sheets[0].rows == (
            ("1", "x", "1", "2", "4", "3", "20"),
            ("2", "", "", "", "", "(3)", ""),
        )
        assert view.caption == "Turn 2, Player 2."
        assert ("what did your turn make" in view.prompt) == acts
        paths = {choice.path for choice in view.choices}
        assert len(paths) == len(view.choices)
        assert all(choice.label for choice in view.choices)
    over_on_board = entered(PAD, state, "end")
    assert "which tiles do you have left" in PAD.view(over_on_board, None).prompt
    assert PAD.view(over_on_board, 1).prompt == "Player 1 is asked."
    end = PAD.view(entered(PAD, over_on_board, "6", "-"), None)
    assert (end.prompt, end.caption) == ("Player 1 14, Player 2 0.", "The game is over.")
    assert end.choices == ()


def test_a_sheet_is_printed_with_bonus_deductions_and_a_grand_total() -> None:
    """§6.2: bonus 3, 3, 3, 3, 4, … in every row; what the sheet says last is the score (§6.5)."""
    state = PAD.start(2)
    for _ in range(5):
        state = entered(PAD, state, "10x1 12x1", "-")
    sheet = PAD.view(state, None).sheets[0]
    assert [row[5] for row in sheet.rows] == ["(3)"] * 4 + ["(4)"] * 2
    assert sheet.footer == (("tiles left", ""), ("grand total", "25"))
    state = entered(PAD, state, "end", "6 3")
    sheets = PAD.view(state, None).sheets
    assert sheets[0].footer == (("tiles left", "-9"), ("grand total", "16"))
    assert sheets[1].footer == (("tiles left", ""), ("grand total", "0"))
    state = entered(PAD, state, "-")
    assert over(PAD, state)[1] == (16, 0)
    assert PAD.view(state, None).sheets[1].footer == (("tiles left", "0"), ("grand total", "0"))


@pytest.mark.parametrize(("extra_rows", "printed"), [("no_bonus", ""), ("bonus_6", "(6)")])
def test_rows_beyond_16_are_printed_as_the_options_say(extra_rows: str, printed: str) -> None:
    g = pad(extra_rows=extra_rows)
    state = g.start(2)
    for _ in range(17):
        state = entered(g, state, "10x1", "-")
    assert [row[5] for row in g.view(state, None).sheets[0].rows[15:]] == ["(6)", printed]


# --- at the table ---------------------------------------------------------------------------


def find(name: str) -> type[ZatrePad]:
    assert name == ZatrePad.id
    return ZatrePad


def sit(players: int = 2) -> Table:
    people = [Player(f"Player {n + 1}") for n in range(players)]
    return Table(Match.begin(PAD, players, find), people, StillClock())


def test_entries_are_taken_back_one_by_one() -> None:
    table = sit()
    states = []
    for text in ("10x1", "12x2 X1", "end", "6 3"):
        states.append(table.match.top.state)
        table.play(text)
    while states:
        table.undo()
        assert table.match.top.state == states.pop()
    with pytest.raises(CannotUndo):
        table.undo()


def test_only_people_can_decide() -> None:
    """The pad asks people even where a bot sits."""
    people = [Player.of_kind("random", "Robo"), Player("Ann")]
    table = Table(Match.begin(PAD, 2, find), people, StillClock())
    assert not table.bot_is_due
    table.play("12x1")
    assert table.match.top.state.sheets[0].twelves == (4,)


def test_a_saved_pad_goes_on() -> None:
    table = sit(3)
    for text in ("10x1", "x 12x2", "-", "11x2", "end", "6 3 6 1 1"):
        table.play(text)
        resumed = resume_table(loads(dumps(table.record())), find, StillClock())
        assert resumed.match == table.match
        assert resumed.record() == table.record()
    for text in ("-", "1"):
        table.play(text)
        resumed.play(text)
    assert resumed.match == table.match
    assert resumed.over == table.over
    assert (resumed.over and resumed.over.scores) == (1 + 2 * 2 - 17, 16, -1)


# --- like the game --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "players", "seed"),
    [
        ({"preset": "literal"}, 2, 1),
        ({"preset": "standard"}, 2, 2),
        ({"preset": "amigo", "start": "fixed"}, 3, 3),
        ({"teams": "on"}, 4, 4),
        ({"teams": "on", "preset": "amigo"}, 6, 5),
        ({"extra_rows": "lost", "preset": "literal"}, 2, 6),
        ({"extra_rows": "bonus_6", "short_game": "6"}, 5, 7),
    ],
)
def test_the_pad_scores_like_the_game(options: dict[str, str], players: int, seed: int) -> None:
    """Each turn's comment, in a turn of the pad; turns of players who were skipped are empty."""
    g = game(**options)
    same: dict[str, Any] = {n: v for n, v in options.items() if n in ("teams", "extra_rows")}
    on_paper = pad(**same)
    lines, end = record_of(g, players, seed, 0.3)
    state, sheets = g.start(players), on_paper.start(players)
    for place, line in enumerate(lines):
        following = "".join(lines[place + 1 : place + 2])
        ((text, state),) = g.play_line(state, line, lambda following=following: following)
        assert text
        letter, comment = re.fullmatch(r"\d+\. (.)[^{]*(?:\{(.*)\})?", text).groups()  # type: ignore[union-attr]
        while on_paper.status(sheets).seat != "ABCDEF".index(letter):  # type: ignore[union-attr]
            sheets = entered(on_paper, sheets, "-")
        sheets = entered(on_paper, sheets, comment or "-")
        assert sheets.sheets == state.sheets
    hands = [" ".join(map(str, hand)) or "-" for hand in state.hands]
    sheets = entered(on_paper, sheets, "end", *hands)
    assert state.ending == end.ending
    assert over(on_paper, sheets) == over(g, state)  # type: ignore[arg-type]
