"""A first game of YINSH, page by page."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

OPENING: Final = "w 51 0,0 W:Ob5,Od6,Oe3,Og3,Oh7 B:Oa5,Oc6,Oe4,Og2,Og8"
JUMP: Final = "w 44 0,0 W:Ob5,Od6,Of3,Og3,Oj9,d4,e7 B:Oa5,Oc6,Oe2,Og2,Oi10,f6,f7,f8,h5,i7"
FOUR: Final = "w 43 0,0 W:Oa2,Oc2,Od5,Of5,Oj9,c6,f6,f7,f8,f9 B:Oe4,Of4,Og5,Og6,Ok8,d4,h5,i7"
GIFT: Final = "w 42 1,0 W:Oa3,Oc2,Oe4,Oj9,b6,c6,g6 B:Oa5,Oe10,Oi10,Oj5,Ok8,d4,g2,g3,g4,g5,h9"
TURN: Final = "w 43 0,0 W:Oa2,Oc2,Of4,Oi6,Oj9,d6,e6,f5,g6,h6 B:Oa5,Oe2,Oi10,Ok8,Oc8,d3,f6,h8"
LAST: Final = "w 39 2,1 W:Ob5,Oc8,Of5,c3,d4,e5,f8,g7,h6 B:Oa5,Oe2,Oi10,Ok8,f6,d6,f9,g9,h4,i6"


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
                        "Welcome to YINSH. You have five white rings, the other side has five black"
                        " ones. In turn you place them on any vacant points. Place one of yours."
                    ),
                    asked=("e3",),
                    answer=("a5",),
                ),
                Page(
                    N_(
                        "All ten rings are on the board. Now they move, and each leaves a marker"
                        " where it stood. Move this ring by one point[: from h7 to g7]."
                    ),
                    asked=("h7-g7",),
                    position=OPENING,
                ),
                Page(
                    N_(
                        "A ring goes straight on over vacant points, as far as you like. It may"
                        " also jump over markers that stand side by side, of any colour, onto the"
                        " first vacant point behind them. It never jumps over a ring."
                    )
                ),
                Page(
                    N_(
                        "Whatever is jumped is turned over: white becomes black, and black white."
                        " Find the jump that turns three black markers."
                    ),
                    asked=("f3-f9",),
                    position=JUMP,
                    find=True,
                    mistakes=(
                        ("f3-i6", N_("That jumps over a single marker. There is a longer line.")),
                        (
                            "f3-f5",
                            N_("That stops before the markers, and turns none. Go on over them."),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "You want a row: five white markers side by side. Four stand here, and your"
                        " ring beside them[: f6 to f9, and the ring on f5]. When it steps away, its"
                        " marker makes five."
                    ),
                    asked=("f5-e5",),
                    position=FOUR,
                    mistakes=(
                        ("f5-f10", N_("That jumps over your own four, and they all become black!")),
                    ),
                ),
                Page(
                    N_(
                        "A row! Its five markers go back to the pool. Then remove one of your"
                        " rings, any one."
                    ),
                    asked=tuple(f"xf5-f9;x{ring}" for ring in ("a2", "c2", "d5", "e5", "j9")),
                ),
                Page(
                    N_(
                        "The ring that you removed counts: three of them win. But it is missing on"
                        " the board, so the nearer you are to winning, the fewer rings you have."
                    )
                ),
                Page(
                    N_(
                        "A jump can make a row for the other side, too. Jump over the white marker"
                        " beside the four black ones[, from e4 over g6 to h7], and see what"
                        " happens."
                    ),
                    asked=("e4-h7",),
                    answer=("xg2-g6;xa5;k8-k9",),
                    position=GIFT,
                ),
                Page(
                    N_(
                        "It became black, and Black removed the row, and a ring, before moving. If"
                        " a move makes rows for both, whoever moves removes first."
                    )
                ),
                Page(
                    N_(
                        "Here one black marker parts four white ones[: f6, between d6, e6, g6 and"
                        " h6]. Find the jump that makes five, then remove a ring."
                    ),
                    asked=tuple(f"f4-f7;xd6-h6;x{ring}" for ring in ("a2", "c2", "f7", "i6", "j9")),
                    position=TURN,
                    find=True,
                    mistakes=(
                        ("i6-i7", N_("One marker more, but the black one still parts the row.")),
                        ("f4-g4", N_("That turns nothing. The black marker must be jumped over.")),
                    ),
                ),
                Page(
                    N_(
                        "Two of your rings are off the board: one more row wins. Find the jump that"
                        " makes it, and remove your third ring."
                    ),
                    asked=tuple(f"f5-f7;xc3-g7;x{ring}" for ring in ("b5", "c8", "f7")),
                    position=LAST,
                    find=True,
                    mistakes=(
                        (
                            "f5-g6",
                            N_(
                                "That ring is right, but it turns nothing on the way. Jump over the"
                                " black marker."
                            ),
                        ),
                        (
                            "f5-d5",
                            N_(
                                "That ring is right, but it turns nothing on the way. Jump over the"
                                " black marker."
                            ),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Three rings: you have won. If the markers are used up first, whoever has"
                        ' removed more rings wins. For a quick game choose "Blitz": there the first'
                        " row wins."
                    )
                ),
            ),
            theme="row",
        ),
    )
