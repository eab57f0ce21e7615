"""A first game of YINSH, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

OPENING = "w 51 0,0 W:Ob5,Od6,Oe3,Og3,Oh7 B:Oa5,Oc6,Oe4,Og2,Og8"
JUMP = "w 44 0,0 W:Ob5,Od6,Of3,Og3,Oj9,d4,e7 B:Oa5,Oc6,Oe2,Og2,Oi10,f6,f7,f8,h5,i7"
FOUR = "w 43 0,0 W:Oa2,Ob5,Oc2,Of5,Oj9,c6,f6,f7,f8,f9 B:Oa5,Oe2,Og2,Oi10,Ok8,d4,h5,i7"
GIFT = "w 42 1,0 W:Oa3,Oc2,Oe4,Oj9,b6,c6,g6 B:Oa5,Oe10,Oi10,Oj5,Ok8,d4,g2,g3,g4,g5,h9"
LAST = "w 40 2,1 W:Ob5,Oc8,Of6,c3,d4,e5,f8,g7,h6 B:Oa5,Oe2,Oi10,Ok8,d6,f9,g9,h4,i6"


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Your first game"),
            N_("Place a ring, move it, turn markers, make a row, remove a ring, win."),
            (
                Page(
                    N_(
                        "Welcome to YINSH. The board has 85 points. You have five white rings, your"
                        " opponent has five black ones. Beside the board lie 51 markers, white on"
                        " one side and black on the other. They belong to both of you."
                    )
                ),
                Page(
                    N_(
                        "First the rings are placed, one by one and in turn, on any vacant points."
                        " Place one: choose e3, or type e3."
                    ),
                    asked=("e3",),
                    answer=("a5",),
                ),
                Page(
                    N_(
                        "All ten rings are on the board. Now they move, and leave markers behind."
                        " Move the ring on h7 to g7: choose the ring, then the point. A white"
                        " marker stays on h7. Typed it is h7-g7."
                    ),
                    asked=("h7-g7",),
                    position=OPENING,
                ),
                Page(
                    N_(
                        "A ring goes in a straight line over vacant points, as far as you like. It"
                        " may also jump over markers that stand side by side, of any colour, to the"
                        " first vacant point behind them. It never jumps over a ring."
                    )
                ),
                Page(
                    N_(
                        "Whatever is jumped is turned over: white becomes black, and black white."
                        " Move the ring on f3 over three black markers to f9."
                    ),
                    asked=("f3-f9",),
                    position=JUMP,
                ),
                Page(
                    N_(
                        "Three black markers are white now, and a fourth white one lies on f3. What"
                        " you want is a row: five white markers side by side in a line. Here are"
                        " four, and your ring on f5 is beside them. Move it to e5, so that its"
                        " marker completes the row."
                    ),
                    asked=("f5-e5",),
                    position=FOUR,
                ),
                Page(
                    N_(
                        "A row! Its five markers go back to the pool: choose the one in the middle,"
                        " f7. Then remove one of your rings, any one, such as the ring on a2."
                        " Typed: xf5-f9;xa2."
                    ),
                    asked=("xf5-f9;xa2",),
                ),
                Page(
                    N_(
                        "The ring that you removed counts: three of them win. But it is missing on"
                        " the board, so the nearer you are to winning, the fewer rings you have."
                    )
                ),
                Page(
                    N_(
                        "A jump can also make a row for your opponent. Move the ring on e4 over g6"
                        " to h7: the marker on g6 becomes black."
                    ),
                    asked=("e4-h7",),
                    answer=("xg2-g6;xa5;k8-k9",),
                    position=GIFT,
                ),
                Page(
                    N_(
                        "Black's row was waiting: before Black moved, Black removed it, and a"
                        " ring. If a move makes rows for both, whoever moves removes first."
                    )
                ),
                Page(
                    N_(
                        "Much later. Two of your rings are off the board. Your ring on f6 stands"
                        " among the white markers from c3 to g7. Move it to f7: its marker closes"
                        " the gap. Remove the row and your third ring."
                    ),
                    asked=tuple(f"f6-f7;xc3-g7;x{ring}" for ring in ("b5", "c8", "f7")),
                    position=LAST,
                ),
                Page(
                    N_(
                        "That is all that a game needs. If the markers are used up first, whoever"
                        ' has removed more rings wins. For a quick game choose "Blitz": there the'
                        " first row wins."
                    )
                ),
            ),
        ),
    )
