"""Turns, the end and whole games (`docs/reference/zatre.md` §4, §5, §7; scenarios 28-45 of §12)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from gipf_meta import Over, Turn
from gipf_meta.match.turns import legal_turns
from gipf_meta_zatre import Zatre
from gipf_meta_zatre.sheet import Sheet
from tests.tiers import slow
from tests.zatre.words import (
    NOTHING,
    STUCK,
    drawn,
    drew,
    fallen,
    game,
    held,
    in_bag,
    legal,
    luck,
    on_board,
    on_turn,
    over,
    played,
    position,
    refused,
    whose,
    written,
)

# --- hands ----------------------------------------------------------------------------------

#: in the corner of the inner square; d13 is open, and nothing has room for a 6
CORNER = """
        b c d e
    14  3 4 5 .
    13  5 5 . .
    12  . . . .
"""
#: all four lines are 8: a 4 makes 12, a 5 does not fit
BLOCK = """
       g h i j
    9  . . . .
    8  . 4 4 .
    7  . 4 4 .
    6  . . . .
"""


def test_28_what_fits_is_placed_and_the_rest_is_kept() -> None:
    g = game()
    state = g.from_text(drawn(CORNER, hands="26,11"))
    assert legal(g, state) == {"b12=2", "c12=2", "d13=2"}
    assert all("=2" in text for text in legal_turns(g, state))
    refused(g, state, "2. A +- (26)", "goes on")
    text, state = written(g, state, "2. A +- d13=2 (6)")
    assert text == "2. A +- d13=2 (6) {12x1}"
    assert held(g, state) == "6,11"


def test_28_with_a_kept_tile_nobody_draws_two() -> None:
    g = game()
    state = g.from_text(drawn(CORNER, hands="26,11"))
    state = played(g, state, "2. A +- d13=2 (6)", "3. B +- b12=1 b11=1")
    assert g.status(state) == Turn(0, 4)
    assert legal(g, state) == {"a11=6", "c11=6"}
    refused(g, state, "4. A +12 a11=6 a10=1 a9=2", "draw")
    refused(g, state, "4. A +1 a11=6 a10=1", "draw")
    text, after = written(g, state, "4. A +- c11=6")
    assert text == "4. A +- c11=6"
    assert held(g, after) == "-,-"
    assert sum(luck(g, after).values()) == in_bag(g, state)


def test_29_one_tile_is_drawn_when_the_kept_one_does_not_fit() -> None:
    g = game()
    state = g.from_text(drawn(BLOCK, hands="6,6"))
    assert luck(g, state) == {"+1": 21, "+2": 20, "+3": 20, "+4": 16, "+5": 20, "+6": 18}
    refused(g, state, "2. A +- (6)", "draw")
    refused(g, state, "2. A +33 j8=3 j9=6 (3)", "draw")
    three = drew(g, state, "3")
    assert on_turn(g, three) == 0
    assert {text[-1] for text in legal(g, three)} == {"3"}
    text, after = written(g, state, "2. A +3 j8=3 j9=6")
    assert text == "2. A +3 j8=3 j9=6 {11x1}"
    assert held(g, after) == "-,6"
    refused(g, state, "2. A +3 j8=3 (6)", "goes on")


def test_30_nothing_fits_after_the_single_draw() -> None:
    g = game()
    state = g.from_text(drawn(BLOCK, hands="6,6"))
    lines = ["2. A +6 (66)", "3. B +5 (56)", "4. A +5 (566)", "5. B +3 j8=3 j9=6 k9=5 {11x2}"]
    told: list[str | None] = []
    after = played(g, state, *lines, told=told)
    assert told == lines
    assert held(g, after) == "566,-"
    refused(g, played(g, state, *lines[:2]), "4. A +55 (5566)", "draw")


#: the twelve tiles of `short_game=2` but a 2, which fits on g6, and a 6, which fits nowhere
LAST_TILES = """
       d e f g h i
    9  . . . . . .
    8  . 1 3 5 3 .
    7  . 1 4 2 5 .
    6  . 6 4 . . .
    5  . . . . . .
"""


def last_tiles(*, hands: str, player: str = "A") -> tuple[Zatre, Any]:
    g = game(short_game="2")
    return g, g.from_text(drawn(LAST_TILES, hands=hands, player=player, tiles=12))


def test_31_the_last_tile_of_the_bag() -> None:
    g, state = last_tiles(hands="-,2")
    assert in_bag(g, state) == 1
    assert luck(g, state) == {"+6": 1}
    refused(g, state, "2. A +66 (66)", "draw")
    text, after = written(g, state, "2. A +6 (6)")
    assert text == "2. A +6 (6)"
    assert g.status(after) == Turn(1, 3)


def test_31_without_tiles_a_player_is_skipped() -> None:
    g, state = last_tiles(hands="2,-,6")
    text, after = written(g, state, "2. A +- e9=2")
    assert text == "2. A +- e9=2 {10x1}"
    assert g.status(after) == Turn(2, 3)
    assert g.to_text(after).split(" ")[1:4] == ["C", "-,-,6", "0"]
    refused(g, after, "3. B +-", "C")
    assert over(g, played(g, after, "3. C +- d9=6")) == ((0,), (1, 0, 0))


#: beside the row and the column, which are 7, only doubling cells have room for a 6
CROSSING = """
        f g h i j
    10  . . . . .
     9  . . 1 . .
     8  . 1 5 1 .
     7  . . 1 . .
     6  . . . . .
"""


def test_32_the_exception_to_the_doubling_rule() -> None:
    g = game()
    state = g.from_text(drawn(CROSSING, hands="6,-"))
    assert g.status(state) == Turn(0, 2), "a tile that fits by the exception is not added to (Z17)"
    assert legal(g, state) == {"g7=6!", "g9=6!", "i7=6!", "i9=6!"}
    refused(g, state, "2. A +- (6)", "goes on")
    text, after = written(g, state, "2. A +- g7=6!")
    assert text == "2. A +- g7=6!"
    assert g.sheets(after) == (NOTHING, NOTHING)
    assert on_board(g, after)["g7"] == "6"


def test_33_no_exception_while_another_tile_can_be_placed() -> None:
    g = game()
    state = g.from_text(drawn(CROSSING, hands="56,-"))
    assert legal(g, state) == {"f8=5", "j8=5", "h6=5", "h10=5"}
    refused(g, state, "g7=6!", "doubling")


# --- the end --------------------------------------------------------------------------------


def test_34_over_when_nobody_can_place() -> None:
    g, state = last_tiles(hands="6,2", player="B")
    text, after = written(g, state, "2. B +- g6=2")
    assert text == "2. B +- g6=2 {12x1}"
    assert over(g, after) == ((1,), (-6, 4))
    assert g.to_text(after).split(" ")[1:4] == ["-", "6,-", "0"]
    refused(g, after, "3. A +- (6)", "over")


def test_35_another_can_place() -> None:
    g, state = last_tiles(hands="6,2")
    assert luck(g, state) == {STUCK: 1}
    lines = ["2. A +- (6)", "3. B +- e9=2 {10x1}", "4. A +- d9=6"]
    told: list[str | None] = []
    asked = played(g, state, *lines[:2], told=told)
    assert g.status(asked) == Turn(0, 4)
    assert legal(g, asked) == {"d9=6"}
    after = played(g, asked, lines[2], told=told)
    assert told == lines
    assert over(g, after) == ((1,), (0, 1))


def test_36_partners_write_into_cells_of_their_own() -> None:
    g = game(teams="on")
    state = g.from_text(position("g8=4 h8=4 g6=4 h6=4", hands="4,4,-,-"))
    told: list[str | None] = []
    after = played(g, state, "2. A +- i8=4", "3. B +- i6=4", told=told)
    assert told == ["2. A +- i8=4 {12x1}", "3. B +- i6=4 {12x1}"]
    assert g.sheets(after) == (Sheet(twelves=(4, 4)), NOTHING)


def test_36_partners_draw_before_either_of_them_plays() -> None:
    g = game(teams="on")
    lines = ["1. A +435 h8=4 i8=3 j8=5", "2. B +62 h9=6 h10=2"]
    ((text, between),) = g.play_line(g.start(4), lines[0], lambda: lines[1])
    assert text == f"{lines[0]} {{12x1}}"
    assert g.to_text(between).split(" ")[1:4] == ["B", "-,26,-,-", "116"]
    text, after = written(g, between, lines[1])
    assert text == f"{lines[1]} {{12x1}}"
    assert g.sheets(after) == (Sheet(twelves=(4, 4)), NOTHING)


def test_a_partner_who_cannot_place_has_a_turn_and_a_line() -> None:
    """§7.1: he has drawn, so the turn counts; it is empty."""
    g = game(teams="on")
    state = g.from_text(drawn(CORNER, hands="2,-,1,-"))
    lines = ["2. A +- d13=2 {12x1}", "3. B +66 (66)"]
    told: list[str | None] = []
    after = played(g, state, *lines, told=told)
    assert told == lines
    assert g.to_text(after).split(" ")[1:4] == ["C", "-,66,1,-", "112"]


def test_a_partner_without_tiles_is_skipped() -> None:
    """§7.1: A's partner B has none, and the bag is empty."""
    g = game(short_game="2", teams="on")
    state = g.from_text(drawn(LAST_TILES, hands="2,-,6,-", tiles=12))
    after = played(g, state, "2. A +- e9=2")
    assert g.to_text(after).split(" ")[1:4] == ["C", "-,-,6,-", "0"]
    assert over(g, played(g, after, "3. C +- d9=6")) == ((0, 1), (1, 0))


def test_37_equal_scores_share_the_victory() -> None:
    g = game(short_game="2")
    picture = """
            b c d e
        11  1 3 3 .
        10  . . . .
         9  6 4 . .
         8  . . . .
         7  5 5 . .
         6  . . . .
         5  6 4 . .
    """
    state = g.from_text(drawn(picture, hands="2,2,1", tiles=12))
    lines = ["2. A +- d9=2 {12x1}", "3. B +- d7=2 {12x1}", "4. C +- d5=1 {11x1}"]
    told: list[str | None] = []
    after = played(g, state, *lines, told=told)
    assert told == lines
    assert over(g, after) == ((0, 1), (4, 4, 2))
    assert g.to_text(after).split(" ")[1:4] == ["-", "-,-,-", "0"]


# --- whole games by a rule ------------------------------------------------------------------


class Course(NamedTuple):
    """A row of the table of §12."""

    step: int
    players: int
    turns: int
    on_board: int
    held: str
    scores: tuple[int, ...]
    per_tile: tuple[int, ...]
    exceptional: int


COURSES = {
    "38": Course(50, 2, 60, 121, "-,-", (195, 302), (195, 302), 1),
    "39": Course(50, 3, 60, 121, "-,-,-", (157, 150, 188), (157, 150, 188), 1),
    "40": Course(50, 4, 60, 121, "-,-,-,-", (107, 105, 71, 178), (107, 105, 71, 178), 1),
    "41": Course(
        50,
        6,
        60,
        121,
        "-,-,-,-,-,-",
        (55, 82, 57, 93, 64, 100),
        (55, 82, 57, 93, 64, 100),
        1,
    ),
    "42": Course(2, 2, 63, 112, "66666,6666", (125, 154), (125, 166), 2),
    "43": Course(5, 2, 60, 118, "6,66", (222, 166), (240, 176), 2),
    "44": Course(54, 2, 68, 118, "-,244", (279, 199), (279, 205), 1),
    "45": Course(61, 2, 68, 101, "3666666666,3333333336", (73, 143), (74, 151), 0),
}


class Line(NamedTuple):
    """A turn as it comes about: who, what he drew, where he placed."""

    player: str
    drawn: list[str]
    placements: list[str]


class WholeGame(NamedTuple):
    """A game from the start to its end: its lines without comments, and the last state."""

    lines: list[str]
    state: Any


def by_the_rule(g: Zatre, players: int, step: int) -> WholeGame:
    """The game of §12: a bag in a fixed order, and always the first tile on the first cell."""
    ascending = "1" + "".join(tile * 20 for tile in "123456")
    bag = iter(ascending[step * place % 121] for place in range(121))
    hands: list[list[str]] = [[] for _ in range(players)]
    lines: dict[int, Line] = {}
    kept: dict[int, str] = {}
    state = g.start(players)
    while not isinstance(now := g.status(state), Over):
        player = whose(g, state)
        line = lines.setdefault(now.number, Line(player, [], []))
        hand = hands["ABCDEF".index(player)]
        if isinstance(now, Turn):
            text = min(legal(g, state), key=lambda text: in_order(text, hand))
            state = g.apply(state, g.parse(state, now.seat, text))
            hand.remove(text.split("=")[1][0])
            line.placements.append(text)
        elif STUCK in luck(g, state):
            state = fallen(g, state, STUCK)
        else:
            tile = next(bag)
            state = drew(g, state, tile)
            hand.append(tile)
            line.drawn.append(tile)
        kept[now.number] = "".join(sorted(hand))
    return WholeGame([noted(number, line, kept[number]) for number, line in lines.items()], state)


def in_order(text: str, hand: list[str]) -> tuple[int, str, int]:
    """First the tile drawn first, then columns, then rows: ``a6=4``, ``i7=3!``."""
    cell, _, tile = text.partition("=")
    return hand.index(tile[0]), cell[0], int(cell[1:])


def noted(number: int, line: Line, kept: str) -> str:
    """A line of a record."""
    items = [f"{number}.", line.player, f"+{''.join(line.drawn) or '-'}", *line.placements]
    return " ".join([*items, f"({kept})"] if kept else items)


@pytest.mark.parametrize("preset", ["standard", *slow("literal")])
@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_a_game_by_the_rule(preset: str, course: Course) -> None:
    g = game(preset=preset)
    lines, state = by_the_rule(g, course.players, course.step)
    scores = course.scores if preset == "standard" else course.per_tile
    assert len(lines) == course.turns
    assert len(on_board(g, state)) == course.on_board
    assert held(g, state) == course.held
    assert over(g, state) == ((scores.index(max(scores)),), scores)
    assert sum(line.count("!") for line in lines) == course.exceptional
    replayed = played(g, g.start(course.players), *lines)
    assert g.to_text(replayed) == g.to_text(state)
    assert g.status(replayed) == g.status(state)
    assert g.sheets(replayed) == g.sheets(state)


START_OF_38 = [
    "1. A +135 h8=1 g8=3 f8=5",
    "2. B +24 e8=2 e7=4 {11x1}",
    "3. A +13 d7=1 c7=3",
    "4. B +62 c6=6 b6=2",
    "5. A +51 b5=5 a5=1",
    "6. B +46 a6=4 a7=6 {11x1 12x1 X1}",
    "7. A +35 b4=3 c4=5 {10x1}",
    "8. B +24 b3=2 d4=4 {12x2 X1}",
]
SHEET_A_OF_38 = Sheet(
    tens=(1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1),
    elevens=(2, 2, 4, 4, 4, 4),
    twelves=(4, 8, 4, 4, 4, 4, 8, 4, 4, 4, 4),
    crosses=8,
)


def test_38_lines_and_sheet() -> None:
    g = game()
    lines, state = by_the_rule(g, 2, 50)
    told: list[str | None] = []
    played(g, g.start(2), *lines, told=told)
    assert told[:8] == START_OF_38
    assert told[59:] == ["60. B +24 m2=2 n10=4 {11x1 12x1}"]
    (exceptional,) = (line for line in lines if "!" in line)
    assert exceptional.startswith("38. ")
    assert "i7=3!" in exceptional
    sheet, _ = g.sheets(state)
    assert sheet == SHEET_A_OF_38
    assert [row.total for row in sheet.rows()][:11] == [20, 28, 24, 24, 26, 26, 20, 12, 5, 5, 5]
    assert sheet.total() == 195


def test_38_the_position_after_the_first_turn() -> None:
    """The examples of §10."""
    g = game()
    rows = "____..._...____/_............._/_............._/_............._/.............../"
    rows += ".............../.............../{}/.............../.............../.............../"
    rows += "_............._/_............._/_............._/____..._...____"
    assert g.to_text(g.start(2)) == f"{rows.format('_............._')} A -,- 121"
    after = played(g, g.start(2), START_OF_38[0])
    assert g.to_text(after) == f"{rows.format('_....531......_')} B -,- 118"
