"""A first game of PÜNCT, page by page."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

JUMP: Final = "w T5C2E3M2R2L2 T6C2E3M2R2L2 WTe5:e6,f6;WEe9:e10,e11;BEf10:f11,f12"
CLIMB: Final = "w T5C2E3M2R2L2 T6C2E3M2R2L2 WTn7:n8,o8;WEn11:n12,n13;BEo12:o13,o14"
BRIDGE: Final = "w T5C2E3M2R2L2 T5C2E4M2R2L2 WEe2:c2,d2;WTe5:d4,d5;BTe7:e8,f8"
LAST_STEP: Final = (
    "w T6C1E0M2R2L2 T3C2E3M2R2L2 WEa8:b8,c8;WEd8:e8,f8;WEg8:h8,i8;WEj8:k8,l8;WCn8:m8,o8;"
    "BTd11:d12,e12;BTo9:n9,o10;BEp8:n6,o7;BTq11:p11,q12"
)


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Your first game"),
            N_("Add a piece, move it, climb, build a bridge, join two sides."),
            (
                Page(
                    N_(
                        "Welcome to PÜNCT. You win by joining two opposite sides of the board with"
                        " a chain of your dots. Every turn you add a piece of three dots or move"
                        " one. Add a triangle: its coloured dot first, then the two others."
                    ),
                    asked=("Te5:e6,f6",),
                    answer=("Tm13:m14,n14",),
                ),
                Page(
                    N_(
                        "The coloured dot is the PÜNCT of the piece. It moves in a straight line,"
                        " as far as you like, and the piece may be turned. Move yours up[, to e9],"
                        " and lay the two other dots to its right[, on f9 and f10]."
                    ),
                    asked=("e5-e9:f9,f10",),
                ),
                Page(
                    N_(
                        "There are three pairs of sides, and each is good for both players. The"
                        " marked spaces in the middle are the central hexagon: new pieces may not"
                        " touch it, pieces that move may."
                    )
                ),
                Page(
                    N_(
                        "Pieces climb. The PÜNCT must land on a dot of your own, the others on"
                        " anybody's, and all three spaces must be equally high. Move your triangle"
                        " up, and cover two black dots[: to e10, f10 and f11]."
                    ),
                    asked=("e5-e10:f10,f11",),
                    position=JUMP,
                ),
                Page(
                    N_(
                        "Both pieces below are covered now, and cannot move. Only the dots on top"
                        " count. The table beside the board tells what lies below."
                    )
                ),
                Page(
                    N_(
                        "Another corner of the board[: white dots on n11 to n13, black ones on o12"
                        " to o14]. Find a move by which your triangle covers two black dots again."
                    ),
                    asked=("n7-n12:o12,o13", "n7-n13:o13,o14"),
                    position=CLIMB,
                    find=True,
                    mistakes=(
                        (
                            "T",
                            N_(
                                "That adds a new piece, and new ones never climb. Move the"
                                " triangle."
                            ),
                        ),
                        ("n11", N_("That is the straight piece. Your triangle stands below it.")),
                    ),
                ),
                Page(
                    N_(
                        "A straight or bent piece can be a bridge: its ends lie equally high, and"
                        " its middle hangs over a lower space. Move the straight piece onto your"
                        " dot and the black one[: to e5 and e7, over e6]."
                    ),
                    asked=("e2-e5:e6,e7",),
                    position=BRIDGE,
                ),
                Page(
                    N_(
                        "Your chain runs from the left side nearly to the right one[, from a8 to"
                        " o8], and Black has blocked all but a small gap. Find the piece that fills"
                        " it[: p9, p10 and q10]."
                    ),
                    asked=("Tp9:p10,q10", "Tp10:p9,q10", "Tq10:p9,p10"),
                    position=LAST_STEP,
                    find=True,
                    mistakes=(
                        (
                            "C",
                            N_("A straight piece does not fit into this gap. Look at its shape."),
                        ),
                        ("M", N_("A bent piece does not fit into this gap. Look at its shape.")),
                    ),
                ),
                Page(
                    N_(
                        "Two opposite sides are joined: you have won. If nobody manages that, the"
                        " game ends when a player adds the last piece. Then the dots that are seen"
                        " in the central hexagon decide."
                    )
                ),
            ),
            theme="bridge",
        ),
    )
