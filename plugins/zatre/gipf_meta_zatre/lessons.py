"""A first turn of Zatre, and what may happen later, page by page."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

TWO_RUNS: Final = (
    "____..._...____/_............._/_............._/_............._/.............../..............."
    "/.............../_....4.5......_/.............../.............../.............../"
    "_............._/_............._/_............._/____..._...____ A 3,- 118"
)
TWO_SUMS: Final = (
    "____..._...____/_............._/_............._/_............._/.............../......5........"
    "/......4......../_....4.5......_/.............../.............../.............../"
    "_............._/_............._/_............._/____..._...____ A 3,- 116"
)
FOUR_FITS_NOWHERE: Final = (
    "____..._...____/_............._/_............._/_............._/.............../"
    "........1....../.......65....../_......46....._/.............../.............../"
    ".............../_............._/_............._/_............._/____..._...____ A 4,5 114"
)


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Your first turn"),
            N_("Make 10, 11 and 12, earn a cross, and what to do with a tile that does not fit."),
            (
                Page(
                    N_(
                        "Welcome to Zatre. You lay tiles with numbers from 1 to 6, and want rows"
                        " and columns that come to 10, 11 or 12. You have 3, 5 and 5. The first"
                        " tile goes in the centre: put a 5 there."
                    ),
                    asked=("h8=5",),
                ),
                Page(
                    N_(
                        "Every other tile must touch one that lies there, with an edge. Put the"
                        " other 5 above the first: the column comes to 10."
                    ),
                    asked=("h9=5",),
                ),
                Page(
                    N_(
                        "A tile that fits must be placed, even if it scores nothing. But no row and"
                        " no column may come above 12, so your 3 goes beside the lower 5: the row"
                        " comes to 8."
                    ),
                    asked=("i8=3",),
                    mistakes=(
                        (
                            "g8=3",
                            N_("That fits just as well. Let us go on at the other end."),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Your turn is scored on your sheet: one 10 is 1 point. An 11 is 2 points, a"
                        " 12 is 4. The columns of the sheet are filled from the top, each by"
                        " itself, and the highest score wins."
                    )
                ),
                Page(
                    N_(
                        "Now the next player, with 4 and 5: later everybody draws two tiles for a"
                        " turn. Coloured cells (with a plus, in plain text) are doubling cells,"
                        " only for tiles that make a 10, 11 or 12. The 5 does: 5 and 5."
                    ),
                    asked=("i9=5",),
                ),
                Page(
                    N_(
                        "That earns a cross, and a cross doubles a whole row of the sheet. The 4"
                        " goes at the end of the row: 5, 3 and 4 are 12."
                    ),
                    asked=("j8=4",),
                ),
                Page(
                    N_(
                        "A 10, a 12 and a cross in one turn! Who gets a 10, an 11 and a 12 into one"
                        " row of the sheet earns a bonus: 3 in the first four rows, later up to 6."
                        " The cross doubles that, too."
                    )
                ),
                Page(
                    N_("A tile can join two runs. Find the cell where your 3 makes a 12."),
                    asked=("g8=3",),
                    position=TWO_RUNS,
                    find=True,
                    mistakes=(
                        ("e8=3", N_("3 and 4 are only 7.")),
                        ("i8=3", N_("5 and 3 are only 8.")),
                        ("h9=3", N_("5 and 3 are only 8.")),
                    ),
                ),
                Page(
                    N_(
                        "One tile can count in its row and in its column. Find the cell where your"
                        " 3 makes two 12s."
                    ),
                    asked=("g8=3",),
                    position=TWO_SUMS,
                    find=True,
                    mistakes=(
                        (
                            "g11=3",
                            N_("The column comes to 12, but there is a cell that makes two."),
                        ),
                        ("h9=3", N_("7 in the row and 8 in the column: neither counts.")),
                    ),
                ),
                Page(
                    N_(
                        "What fits nowhere you keep for your next turn, and then you draw no two"
                        " tiles. If it still does not fit you draw a single one. What is left at"
                        " the end counts against you."
                    )
                ),
                Page(
                    N_(
                        "One exception: this 4 fits only on a doubling cell, and makes no 10, 11 or"
                        " 12 there[, on j10]. Then it must go there all the same, without a cross."
                    ),
                    asked=("j10=4",),
                    position=FOUR_FITS_NOWHERE,
                ),
                Page(
                    N_(
                        "The game ends when the bag is empty and nobody can place a tile. For a"
                        ' game of a few minutes choose "Short". In the "Usual" game a line counts'
                        " once a turn."
                    )
                ),
            ),
            ("start=fixed",),
            theme="cross",
        ),
    )
