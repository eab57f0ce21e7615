"""A first game of ZÈRTZ, page by page."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

ONE_JUMP: Final = (
    "a1,a2,Ga3,a4,b1,b2,b3,Bb4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5,d6,d7,e1,e2,e3,e4,e5,e6,f1,f2,"
    "f3,f4,f5,g1,g2,g3,g4 6/7/9 0/0/0 0/0/0 1"
)
TWO_JUMPS: Final = (
    "a1,a2,a3,a4,b1,Gb2,b3,b4,b5,c1,c2,Bc3,c4,c5,Wc6,d1,d2,d3,d4,d5,d6,d7,e1,e2,e3,Ge4,e5,e6,f1,f2,"
    "f3,f4,f5,g1,g2,g3,g4 5/6/9 0/0/0 0/0/0 1"
)
START: Final = (
    "a1,a2,a3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5,d6,d7,e1,e2,e3,e4,e5,e6,f1,f2,f3,"
    "f4,f5,g1,g2,g3,g4 6/8/10 0/0/0 0/0/0 1"
)
CORNER: Final = (
    "Wa1,a2,a3,a4,b3,b4,b5,c3,c4,c5,c6,d1,d2,d3,Gd4,d5,d6,Gd7,e1,e2,e3,e4,e5,e6,f1,f2,f3,f4,f5,"
    "g1,g2,g3,Bg4 5/6/9 0/0/0 0/0/0 1"
)
ONE_MORE: Final = "b2,b3,Gc3,c4,c5,d3,Wd4,d5,e3,e4,f3 1/4/6 3/1/1 1/2/3 1"


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Your first game"),
            N_("Jump, place and remove, give a marble away, cut off a corner, win."),
            (
                Page(
                    N_(
                        "Welcome to ZÈRTZ. A marble captures by jumping over the one next to it,"
                        " onto the vacant ring behind. Jump with the grey one, and the black one is"
                        " yours[: over b4 to c5]."
                    ),
                    asked=("x a3Bc5",),
                    position=ONE_JUMP,
                ),
                Page(
                    N_(
                        "Any marble may jump over any other, whatever their colours, and the same"
                        " marble goes on while it can. Find the capture that takes two."
                    ),
                    asked=("x b2Bd4Gf4",),
                    position=TWO_JUMPS,
                    find=True,
                    mistakes=(
                        (
                            "x c3Ga1",
                            N_(
                                "That takes one marble, and there is no second jump from the"
                                " corner."
                            ),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Now a game from the start. The marbles beside the board belong to nobody;"
                        " only what you capture is yours. Without a capture, a turn has two parts."
                        " First, place a marble: a white one."
                    ),
                    asked=("Wb2",),
                    position=START,
                ),
                Page(
                    N_(
                        "Then take a ring away, so the board shrinks. Only a free ring may go: it"
                        " is vacant, and can be slid out without moving another. Take one at the"
                        " edge."
                    ),
                    asked=("a1",),
                    answer=("Wd5,g1",),
                ),
                Page(
                    N_(
                        "The other side has placed a marble and taken a ring, too. Your turn again:"
                        " place a grey one, then take a ring away."
                    ),
                    asked=("Ge2,f1",),
                    answer=("Bg4,d7",),
                ),
                Page(
                    N_(
                        "Whoever can capture must. So you can make the other side jump: give a"
                        " marble away! Place a black one beside your grey one, and take a ring"
                        " away."
                    ),
                    asked=("Bd3,d1",),
                ),
                Page(
                    N_(
                        "Be your opponent for a moment. There is no choice: the grey marble must"
                        " jump over the black one. Do it, and see where it lands."
                    ),
                    asked=("x e2Bc3",),
                ),
                Page(
                    N_(
                        "It landed beside your white marble: that was the plan. Now find the"
                        " capture that takes two."
                    ),
                    asked=("x b2Gd4Wd6",),
                    find=True,
                ),
                Page(
                    N_(
                        "Two marbles for one. A capture is the whole turn: nothing is placed, and"
                        " no ring goes. Making the other side jump is how games are won."
                    )
                ),
                Page(
                    N_(
                        "You can also capture without a jump. Here a white marble lies in a corner"
                        " that a single ring holds to the board[: a1, held by a2]. First place a"
                        " marble, far from the others."
                    ),
                    asked=("Gf3",),
                    position=CORNER,
                ),
                Page(
                    N_("Now find the ring that holds the corner, and take it away."),
                    asked=("a2",),
                    find=True,
                    mistakes=(
                        ("a3", N_("The corner still hangs on the ring between.")),
                        ("c3", N_("That ring holds nothing. Look beside the white marble.")),
                        (
                            "d1",
                            N_("That is the wrong end of the board. Look beside the white marble."),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "The corner is cut off and has no vacant ring, so its marble is yours. A"
                        " part that still has a vacant ring stays in play; whoever fills its last"
                        " ring takes it all."
                    )
                ),
                Page(
                    N_(
                        "You win with 4 white, 5 grey or 6 black marbles, or with 3 of each colour."
                        " Here you own three white ones. Find the capture that wins."
                    ),
                    asked=("x c3We4",),
                    position=ONE_MORE,
                    find=True,
                    mistakes=(
                        (
                            "x d4Gb2",
                            N_("That captures a grey marble. You need a fourth white one."),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Four white marbles: you have won. You know all that a game needs. For a"
                        ' quick one choose "Blitz": fewer marbles, and smaller goals.'
                    )
                ),
            ),
            theme="sacrifice",
        ),
    )
