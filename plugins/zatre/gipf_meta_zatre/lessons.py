"""A first turn of Zatre, and what may happen later, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

TWO_RUNS = (
    "____..._...____/_............._/_............._/_............._/.............../..............."
    "/.............../_....4.5......_/.............../.............../.............../"
    "_............._/_............._/_............._/____..._...____ A 3,- 118"
)
FOUR_FITS_NOWHERE = (
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
                        "Welcome to Zatre. You lay tiles with numbers from 1 to 6, and try to make"
                        " rows and columns that come to 10, 11 or 12. These go on your score sheet,"
                        " and the highest score wins."
                    )
                ),
                Page(
                    N_(
                        "Who starts draws three tiles; later everybody draws two for a turn. You"
                        " have 3, 5 and 5. The first tile goes on h8, the centre: choose a 5, then"
                        " h8."
                    ),
                    asked=("h8=5",),
                ),
                Page(
                    N_(
                        "Every other tile must touch one that lies there, with an edge. Put the"
                        " other 5 on h9, above the first: the column comes to 10."
                    ),
                    asked=("h9=5",),
                ),
                Page(
                    N_(
                        "A tile that fits must be placed, even if it scores nothing. No row and no"
                        " column may come above 12, so h7 and h10 are closed to your 3. Put it on"
                        " i8: the row comes to 8."
                    ),
                    asked=("i8=3",),
                ),
                Page(
                    N_(
                        "Your turn is scored: one 10 is 1 point. An 11 is 2 points, a 12 is 4. The"
                        " columns of the sheet are filled from the top, each by itself. Equal sums"
                        " of one turn share a cell."
                    )
                ),
                Page(
                    N_(
                        "Now Player 2, with 4 and 5. Coloured cells (with a plus, in plain text)"
                        " are doubling cells: a tile may go there only if it makes a 10, 11 or 12."
                        " The 5 on i9 does: 5 and 5."
                    ),
                    asked=("i9=5",),
                ),
                Page(
                    N_(
                        "That earns a cross, and a cross doubles a whole row of the sheet. The 4"
                        " goes on j8: 5, 3 and 4 are 12."
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
                    N_("A tile can join two runs. Here a 3 on g8 makes 4, 3 and 5: a 12."),
                    asked=("g8=3",),
                    position=TWO_RUNS,
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
                        "One exception: this 4 fits only on j10, a doubling cell, and makes no 10,"
                        " 11 or 12 there. Then it must go there all the same, without a cross."
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
        ),
    )
