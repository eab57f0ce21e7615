"""A first game of PÜNCT, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

JUMP = "w T5C2E3M2R2L2 T6C2E3M2R2L2 WTe5:e6,f6;WEe9:e10,e11;BEf10:f11,f12"
BRIDGE = "w T5C2E3M2R2L2 T5C2E4M2R2L2 WEe2:c2,d2;WTe5:d4,d5;BTe7:e8,f8"
LAST_STEP = (
    "w T6C1E0M2R2L2 T5C2E4M2R2L2 WEa8:b8,c8;WEd8:e8,f8;BTd11:d12,e12;WEg8:h8,i8;WEj8:k8,l8;"
    "WCn8:m8,o8"
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
                        " a chain of your dots. The board has three pairs of sides, and each pair"
                        " is good for both players."
                    )
                ),
                Page(
                    N_(
                        "Add a triangle. Choose T from your reserve, then the space of its PÜNCT,"
                        " e5, then its two other dots, e6 and f6. Typed at once it is Te5:e6,f6."
                    ),
                    asked=("Te5:e6,f6",),
                    answer=("Tm13:m14,n14",),
                ),
                Page(
                    N_(
                        "The coloured dot of a piece is its PÜNCT, marked with the letter of the"
                        " piece. Move yours: the PÜNCT goes in a straight line, as far as you like."
                        " From e5 go up to e9, and lie on f9 and f10."
                    ),
                    asked=("e5-e9:f9,f10",),
                ),
                Page(
                    N_(
                        "The spaces in the middle that are marked are the central hexagon. New"
                        " pieces may not touch it; pieces that move may."
                    ),
                ),
                Page(
                    N_(
                        "Pieces climb. The PÜNCT must land on a dot of your own; the others may"
                        " land on anybody's, and all three spaces must be equally high. Move from"
                        " e5 to e10, and cover the black dots on f10 and f11."
                    ),
                    asked=("e5-e10:f10,f11",),
                    position=JUMP,
                ),
                Page(
                    N_(
                        "Both pieces below are covered now: they cannot move. Only the dots on top"
                        " count. The table beside the board tells what lies below."
                    )
                ),
                Page(
                    N_(
                        "A straight or bent piece can be a bridge: its two ends lie equally high,"
                        " and its middle hangs above a lower space. Move from e2 to e5, with the"
                        " other dots on e6 and e7."
                    ),
                    asked=("e2-e5:e6,e7",),
                    position=BRIDGE,
                ),
                Page(
                    N_(
                        "Your chain runs from a8 to o8, and only two columns are missing. Add a"
                        " triangle: PÜNCT on p9, the others on p10 and q10."
                    ),
                    asked=("Tp9:p10,q10",),
                    position=LAST_STEP,
                ),
                Page(
                    N_(
                        "Two opposite sides are joined: you have won. If nobody manages that, the"
                        " game ends when a player adds his last piece. Then the dots that are seen"
                        " in the central hexagon decide."
                    )
                ),
            ),
        ),
    )
