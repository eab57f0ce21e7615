"""Reading and writing turns (docs/reference/zatre.md §10): lines, decisions, rounds, refusals."""

from __future__ import annotations

import pytest

from gipf_meta import BadNotation, IllegalMove, MoveError
from gipf_meta_zatre import Zatre
from gipf_meta_zatre.state import State
from tests.zatre.words import drew, game, held, luck, played, position

G = game()
START = G.start(2)
FIRST = "1. A +135 h8=1 g8=3 f8=5"
SECOND = played(G, START, FIRST)
LOTTERY = game(start="lottery")
TEAMS = game(teams="on")
OPTIONAL = game(leftover_draw="optional")
#: beside the row and the column, which are 7, only doubling cells have room for a 6
CROSSING = "g8=1 h8=5 i8=1 h9=1 h7=1"
#: all four lines are 8: a 5 and a 6 do not fit
BLOCK = "h8=4 i8=4 h7=4 i7=4"


def listed(g: Zatre, state: State, text: str) -> str:
    return g.list_text(state, g.parse_turn(state, text))


def test_drawn_tiles_are_no_scores_in_the_list() -> None:
    """The list had ``A +445 h8=4``, which looks like 445 points."""
    start = game(start="fixed")
    assert listed(start, start.start(2), "A +445 h8=4 h7=5") == "Player 1 drew 4 4 5: h8=4 h7=5"
    assert listed(start, start.start(2), "A +445") == "Player 1 drew 4 4 5"
    hidden = game(start="fixed", hands="hidden")
    assert listed(hidden, hidden.start(2), "A +445 h8=4") == "Player 1 drew ? ? ?: h8=4"
    lottery = game(start="lottery")
    told = listed(lottery, lottery.start(2), "lottery A3 B6; A +45 h8=6")
    assert told == "lots: 3 6; Player 2 drew 4 5: h8=6"
    lot = game(start="random")
    assert listed(lot, lot.start(2), "seat 1; A +445") == "Player 2 starts; Player 2 drew 4 4 5"
    after = start.from_text(position("h8=4", hands="5,-"))
    assert listed(start, after, "A h7=5") == ""


def line(state: State, text: str, g: Zatre = G) -> str | None:
    """*text* in canonical notation, or ``None`` if the line says nothing."""
    ((said, _),) = g.play_line(state, text)
    return said


# --- turn lines -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FIRST, FIRST),
        ("A +135 h8=1 g8=3 f8=5", FIRST),
        ("  1.A  +135   h8=1 g8=3\tf8=5 ", FIRST),
        ("1 . A +135 h8=1 g8=3 f8=5 {whatever 12x9}", FIRST),
        ("1. A +246 h8=6 i8=4 h7=2", "1. A +246 h8=6 i8=4 h7=2 {10x1}"),
        ("1. A +666 h8=6 h9=6 g8=6 ()", "1. A +666 h8=6 h9=6 g8=6 {12x2}"),
        ("1. A +466 h8=6 h9=6 i9=4 {}", "1. A +466 h8=6 h9=6 i9=4 {10x1 12x1 X1}"),
    ],
)
def test_turn_lines(text: str, said: str) -> None:
    assert line(START, text) == said
    assert line(START, said) == said


def test_tiles_that_are_kept_may_be_left_out_and_in_any_order() -> None:
    state = G.from_text(position(BLOCK, hands="56,-"))
    for text in ("2. A +6 (566)", "2. A +6 (656)", "2. A +6", "2. A +6 ( )".replace(" )", ")")):
        assert line(state, text) == "2. A +6 (566)"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2.",
        "A",
        "2. A",
        "2. A 24 e8=2 e7=4",
        "2. G +24 e8=2 e7=4",
        "2. b +24 e8=2 e7=4",
        "2. B +27 e8=2 e7=4",
        "2. B + e8=2 e7=4",
        "2. B +24 e8=2 p7=4",
        "2. B +24 e8=2 e7=7",
        "2. B +24 e8=2, e7=4",
        "2. B +24 e8=2 e7=4 (7)",
        "2. B +24 e8=2 e7=4 {a} {b}",
        "2. B +24 e8=2 e7=4 {never ends",
        "2. B +24 (6) e8=2 e7=4",
        "20000. B +24 e8=2 e7=4",
        "٢. B +24 e8=2 e7=4",
    ],
)
def test_what_is_no_turn(text: str) -> None:
    with pytest.raises(
        BadNotation, match=r"is no turn: write 6. B \+46 a6=4 a7=6, with"
    ) as refusal:
        played(G, SECOND, text)
    assert str(refusal.value).endswith(".")


ONE = position("h8=5", hands="-,-", player="B")
OVER = game(short_game="2").from_text(position("h8=1", hands="6,2", player="-", tiles=12))

REFUSED: list[tuple[str, str, str]] = [
    (ONE, "2. A +24 g8=2 f8=4", "it is B's turn, not A's"),
    (ONE, "2. F +24 g8=2 f8=4", "it is B's turn, not F's"),
    (ONE, "3. B +24 g8=2 f8=4", "this is turn 2, not 3"),
    (ONE, "0. B +24 g8=2 f8=4", "this is turn 2, not 0"),
    (ONE, "2. B +2 g8=2", "B draws 2 tiles now"),
    (ONE, "2. B +- (2)", "B draws 2 tiles now"),
    (ONE, "2. B +242 g8=2 f8=4 (2)", "B draws 2 tiles now"),
    (position("h8=5", hands="2,-"), "2. A +1 g8=2 f8=1", "A draws no tiles now"),
    (position(BLOCK, hands="6,-"), "2. A +- (6)", "A draws 1 tile now"),
    (ONE, "2. B +24 g8=3 f8=4", "g8=3: Player 2 holds no 3"),
    (ONE, "2. B +24 g8=2 f8=2", "f8=2: Player 2 holds no 2"),
    (ONE, "2. B +24 h1=2 f8=2", "h1 is no cell of the board"),
    (ONE, "2. B +24 g99=2 f8=2", "g99 is no cell"),
    (ONE, "2. B +24 h8=2 f8=4", "h8=2: h8 is occupied"),
    (ONE, "2. B +24 g9=2 f8=4", "g9=2: g9 touches no tile"),
    (position("h8=5 g8=4", hands="-,-"), "2. A +55 i8=5 h9=5", "i8=5: the row would come to 14, "),
    (position("h8=5 h9=4", hands="-,-"), "2. A +45 h7=4 h6=5", "h7=4: the column would come to 13"),
    (ONE, "2. B +24 h9=2 g9=4", "g9=4: g9 is a doubling cell: a line through it must come to 10"),
    (ONE, "2. B +24 h9=2! f8=4", "h9=2!: this placement is no exception, write it without !"),
    (position(CROSSING, hands="6,-"), "2. A +- g7=6", "g7=6 is an exception .*: write g7=6!"),
    (ONE, "2. B +24 g8=2 (4)", "the turn goes on: a tile can be placed .f8=4, "),
    (ONE, "2. B +24 (24)", "the turn goes on"),
    (ONE, "2. B +24 g8=2 f8=4 (2)", r"B keeps \(\)"),
    (position(BLOCK, hands="6,-"), "2. A +5 (6)", r"A keeps \(56\)"),
]


@pytest.mark.parametrize(("pos", "text", "why"), REFUSED)
def test_refused_lines(pos: str, text: str, why: str) -> None:
    state = G.from_text(pos)
    with pytest.raises(MoveError, match=why) as refusal:
        played(G, state, text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("options", "pos", "text", "why"),
    [
        ({"own_contact": "needs_foreign"}, ONE, "2. B +24 h9=2 h10=4",
         "h10 touches only tiles of this turn, which is not enough"),
        ({"doubling_check": "turn"}, position("h8=3 h9=2 h10=1 g10=4", hands="-,-"),
         "2. A +42 f10=4 h7=2", "a doubling cell of this turn must come to 10, 11 or 12 first"),
        ({"short_game": "2"}, position("h8=1 g8=1", hands="-,-", tiles=12),
         "2. A +12 f8=1 e8=2", "no 1 is left in the bag"),
        ({"leftover_draw": "optional"}, position(BLOCK, hands="6,-"), "2. A +66 (666)",
         "A draws 1 tile now"),
    ],
)  # fmt: skip
def test_lines_that_options_refuse(options: dict[str, str], pos: str, text: str, why: str) -> None:
    g = game(**options)
    with pytest.raises(IllegalMove, match=why):
        played(g, g.from_text(pos), text)


def test_in_the_first_turn_contact_is_no_reason() -> None:
    g = game(own_contact="needs_foreign")
    with pytest.raises(IllegalMove, match="g9 is a doubling cell"):
        played(g, g.start(2), "1. A +524 h8=5 h9=2 g9=4")


def test_the_tile_of_the_lottery_comes_first() -> None:
    state = played(LOTTERY, LOTTERY.start(2), '[Lottery "A5 B3"]')
    with pytest.raises(IllegalMove, match=r"the tile of the lottery, 5, comes first in the first"):
        played(LOTTERY, state, "1. A +135 h8=1 g8=3 f8=5")
    assert line(state, "1. A +513 h8=1 g8=3 f8=5", LOTTERY) == "1. A +513 h8=1 g8=3 f8=5"
    with pytest.raises(IllegalMove, match="A draws 2 tiles now"):
        played(LOTTERY, state, "1. A +5 h8=5")


def test_nothing_is_played_after_the_end() -> None:
    for text in ("2. A +- (6)", "gibberish"):
        with pytest.raises(IllegalMove, match="the game is over"):
            played(game(short_game="2"), OVER, text)


# --- rounds of our records ------------------------------------------------------------------


def test_a_round_of_our_records_is_a_line_too() -> None:
    """It has no ``+-`` where nothing was drawn, and tells the turns of both partners."""
    state = G.from_text(position(CROSSING, hands="6,-"))
    assert [*G.play_line(state, " A g7=6! ")] == [("A g7=6!", played(G, state, "2. A +- g7=6!"))]
    begin = TEAMS.start(4)
    both = "A +435 h8=4 i8=3 j8=5; B +62 h9=6 h10=2"
    assert [*TEAMS.play_line(begin, both)] == [(both, played(TEAMS, begin, BEFORE, AFTER))]


@pytest.mark.parametrize("text", ["g8=2", "B g8=2", "+24 g8=2", "B g9=2 f8=4"])
def test_a_round_that_is_not_whole_or_not_legal_is_no_line(text: str) -> None:
    with pytest.raises(BadNotation, match="is no turn"):
        played(G, drew(G, G.from_text(ONE), "24"), text)


# --- partners -------------------------------------------------------------------------------

BEFORE = "1. A +435 h8=4 i8=3 j8=5"
AFTER = "2. B +62 h9=6 h10=2"


def test_partners_with_and_without_the_line_that_follows() -> None:
    """§7.1: what the second partner drew may be told with the first one's turn or with his own."""
    begin = TEAMS.start(4)
    ((_, told),) = TEAMS.play_line(begin, BEFORE, lambda: AFTER)
    ((_, untold),) = TEAMS.play_line(begin, BEFORE)
    assert held(TEAMS, told) == "-,26,-,-"
    assert luck(TEAMS, untold) == {f"+{v}": 20 - (v in (3, 4, 5)) + (v == 1) for v in range(1, 7)}
    assert played(TEAMS, told, AFTER) == played(TEAMS, untold, AFTER)
    for following in ("", "=A 1", "2. C +62 (26)", "gibberish"):
        assert [*TEAMS.play_line(begin, BEFORE, lambda following=following: following)] == [
            (f"{BEFORE} {{12x1}}", untold)
        ]
    with pytest.raises(IllegalMove, match=r"B has drawn \+62, together with the partner"):
        played(TEAMS, told, "2. B +26 h9=6 h10=2")
    with pytest.raises(IllegalMove, match="B draws 2 tiles now"):
        played(TEAMS, begin, BEFORE, "2. B +6 h9=6")
    with pytest.raises(IllegalMove, match="it is B's turn, not C's"):
        played(TEAMS, told, "2. C +62 h9=6 h10=2")


def test_why_a_partners_placement_is_refused() -> None:
    """Also while it is not known what the other has drawn."""
    with pytest.raises(IllegalMove, match="j9=5: j9 touches no tile"):
        played(TEAMS, TEAMS.start(4), "1. A +435 h8=4 i8=3 j9=5")


def test_a_partner_who_may_decline() -> None:
    """§8, leftover_draw=optional: his line says whether he drew."""
    g = game(teams="on", leftover_draw="optional")
    state = g.from_text(position(BLOCK, hands="6,5,-,-"))
    for lines in (("2. A +- (6)", "3. B +5 (55)"), ("2. A +6 (66)", "3. B +- (5)")):
        told: list[str | None] = []
        played(g, state, *lines, told=told)
        assert told == [*lines]
        ((_, between),) = g.play_line(state, lines[0], lambda last=lines[1]: last)
        assert held(g, between) == ("6,55,-,-" if "+5" in lines[1] else "66,5,-,-")
        after = state
        for text in lines:
            ((said, after),) = g.play_line(after, text)
            assert said == text
        assert after == played(g, state, *lines)


# --- decisions ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["g8=2", " G8=2 ", "g8 = 2"])
def test_a_decision_is_read_leniently(text: str) -> None:
    state = drew(G, G.from_text(ONE), "24")
    assert G.format(state, G.parse(state, 1, text)) == "g8=2"


def test_an_exception_needs_no_mark_when_typed() -> None:
    state = G.from_text(position(CROSSING, hands="6,-"))
    assert G.parse(state, 0, "g7=6") == G.parse(state, 0, "g7=6!")
    assert G.format(state, G.parse(state, 0, "g7=6")) == "g7=6!"


HELD = drew(G, G.from_text(ONE), "24")
ASKED = OPTIONAL.from_text(position(BLOCK, hands="6,-"))


@pytest.mark.parametrize(
    ("g", "state", "seat", "text", "error", "why"),
    [
        (G, HELD, 1, "", BadNotation, "'' is no placement: write cell and value, such as a6=4. P"),
        (G, HELD, 1, "+2", BadNotation, r"'\+2' is no placement"),
        (G, HELD, 1, "g8=7", BadNotation, "is no placement"),
        (G, HELD, 1, "h1=2", BadNotation, "h1 is no cell of the board"),
        (G, HELD, 0, "g8=2", IllegalMove, "It is Player 2's turn"),
        (G, HELD, 1, "g8=3", IllegalMove, "Player 2 holds no 3. Possible: g8=2, g8=4, .*, i8=4.$"),
        (G, HELD, 1, "g8=2!", IllegalMove, "no exception, write it without !"),
        (G, HELD, 1, "draw", IllegalMove, "draw is not asked now. Possible: g8=2, "),
        (G, HELD, 1, "decline", IllegalMove, "decline is not asked now"),
        (G, G.from_text(ONE), 1, "g8=2", IllegalMove, "g8=2: tiles are to be drawn first"),
        (G, START, 0, "h8=2", IllegalMove, "tiles are to be drawn first"),
        (LOTTERY, LOTTERY.start(2), 0, "h8=2", IllegalMove, "tiles are to be drawn first"),
        (G, drew(G, START, "123"), 0, "g8=1", IllegalMove, "the first tile goes to h8. Possible: "),
        (OPTIONAL, ASKED, 0, "j8=3", IllegalMove, "say draw or decline. Possible: draw, decline"),
        (game(short_game="2"), OVER, 0, "j8=3", IllegalMove, "The game is over"),
    ],
)  # fmt: skip
def test_refused_decisions(
    g: Zatre, state: State, seat: int, text: str, error: type[MoveError], why: str
) -> None:
    with pytest.raises(error, match=why) as refusal:
        g.parse(state, seat, text)
    assert str(refusal.value).endswith(".")


def test_no_more_than_eight_are_told() -> None:
    state = G.from_text(position("g8=1 h8=1", hands="123,-"))
    with pytest.raises(IllegalMove, match=r"Possible: (..=[123], ){8}…\.$"):
        G.parse(state, 0, "a5=1")


def test_drawing_may_be_asked() -> None:
    take, decline = (OPTIONAL.parse(ASKED, 0, text) for text in ("Draw", " decline"))
    assert luck(OPTIONAL, OPTIONAL.apply(ASKED, take))["+6"] == 19
    assert luck(OPTIONAL, OPTIONAL.apply(ASKED, decline)) == {"keeps all": 1}


# --- whole rounds in our own records --------------------------------------------------------


@pytest.mark.parametrize(
    ("g", "state", "text", "canonical"),
    [
        (G, START, "A +1 +35 h8=1 g8=3 f8=5", "A +135 h8=1 g8=3 f8=5"),
        (G, HELD, "g8=2 f8=4", "B g8=2 f8=4"),
        (OPTIONAL, ASKED, "A draw +6 keeps all", "A draw +6 keeps all"),
        (OPTIONAL, ASKED, "decline keeps all", "A decline keeps all"),
        (LOTTERY, LOTTERY.start(2), "lottery A5 B5 A2 B6; A +13 h8=6", None),
        (game(start="random"), game(start="random").start(3), "seat 1; A +666 h8=6", None),
        (TEAMS, TEAMS.start(4), "A +435 h8=4 i8=3 j8=5; B +62 h9=6 h10=2", None),
    ],
)
def test_rounds(g: Zatre, state: State, text: str, canonical: str | None) -> None:
    moves = g.parse_turn(state, text)
    assert g.format_turn(state, moves) == (canonical or text)


@pytest.mark.parametrize(
    ("g", "state", "text", "error", "why"),
    [
        (G, HELD, " ", BadNotation, "'' is no turn"),
        (G, HELD, "B", BadNotation, "'B' is no turn"),
        (G, HELD, "g8=2 f8=4 e8=1", IllegalMove, "goes on after its turn is over"),
        (G, HELD, "A g8=2", IllegalMove, "'A g8=2' leaves out what comes first"),
        (G, START, "A h8=1", IllegalMove, r"h8=1 cannot be drawn; possible: \+1, \+2, .*, \+6"),
        (G, START, "A +7", IllegalMove, r"\+7 cannot be drawn"),
        (LOTTERY, LOTTERY.start(2), "A +135", IllegalMove, "leaves out what comes first"),
        (G, HELD, "g8=2 h7=9", BadNotation, "is no placement"),
    ],
)
def test_refused_rounds(
    g: Zatre, state: State, text: str, error: type[MoveError], why: str
) -> None:
    with pytest.raises(error, match=why) as refusal:
        g.parse_turn(state, text)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("text", ["a6\n=4", "a6=\n4", "o8\x1c=6", "h8\n =\t1 !"])
def test_a_refusal_is_one_line_whatever_stands_between_cell_and_value(text: str) -> None:
    state = G.from_text(position(BLOCK, hands="56,-"))
    with pytest.raises(MoveError) as refusal:
        G.parse(drew(G, state, "3"), 0, text)
    assert str(refusal.value).isprintable()
