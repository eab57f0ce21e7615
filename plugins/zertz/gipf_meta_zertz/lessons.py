"""A first game of ZÈRTZ, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

CORNER = (
    "Wa1,a2,a3,a4,b3,b4,b5,c3,c4,c5,c6,d1,d2,d3,Gd4,d5,d6,Gd7,e1,e2,e3,e4,e5,e6,f1,f2,f3,f4,f5,"
    "g1,g2,g3,Bg4 5/6/9 0/0/0 0/0/0 1"
)
ONE_MORE = "b2,b3,Gc3,c4,c5,d3,Wd4,d5,e3,e4,f3 1/4/6 3/1/1 1/2/3 1"


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Your first game"),
            N_("Place and remove, give a marble away, jump, cut off a corner, win."),
            (
                Page(
                    N_(
                        "Welcome to ZÈRTZ. The board is 37 rings, and it shrinks. Beside it lies"
                        " the pool: 6 white, 8 grey and 10 black marbles. They belong to nobody."
                        " Only what you capture is yours."
                    )
                ),
                Page(
                    N_(
                        "You win with 4 white, 5 grey or 6 black marbles that you have captured, or"
                        " with 3 of each colour. On most turns you place a marble, then you take a"
                        " ring away."
                    )
                ),
                Page(
                    N_(
                        "Begin: place a white marble on b2. First choose the white marble, then the"
                        " ring. You can also type Wb2."
                    ),
                    asked=("Wb2",),
                ),
                Page(
                    N_(
                        "Now take a ring away: a1. Only a free ring may go. It is vacant, and it"
                        " can be slid out without moving another."
                    ),
                    asked=("a1",),
                    answer=("Wd5,g1",),
                ),
                Page(
                    N_(
                        "Player 2 has put a white marble on d5 and taken g1. Your turn again: grey"
                        " to e2, then take f1 away. Typed as one turn it is Ge2,f1."
                    ),
                    asked=("Ge2,f1",),
                    answer=("Bg4,d7",),
                ),
                Page(
                    N_(
                        "A marble captures by jumping: over a marble next to it, in a straight"
                        " line, onto the ring right behind, which must be vacant. Any marble may"
                        " jump, and the colours do not matter."
                    )
                ),
                Page(
                    N_(
                        "Whoever can capture must. So give something away! Place black on d3, next"
                        " to the grey marble on e2, and take d1 away."
                    ),
                    asked=("Bd3,d1",),
                ),
                Page(
                    N_(
                        "Be Player 2 for a moment. There is no choice: the grey marble must jump"
                        " over d3. It lands on c3, and the black marble is captured. Choose e2,"
                        " then c3."
                    ),
                    asked=("x e2Bc3",),
                ),
                Page(
                    N_(
                        "Now you see the plan: grey stands beside your white marble on b2. Jump"
                        " over it to d4. The same marble must go on while it can, so jump over d5"
                        " to d6, too."
                    ),
                    asked=("x b2Gd4Wd6",),
                ),
                Page(
                    N_(
                        "One black marble for a grey and a white one. A capture is the whole turn:"
                        " nothing is placed and no ring goes. Making the other one jump is how"
                        " games are won."
                    )
                ),
                Page(
                    N_(
                        "There is a second way to capture. Here only a2 holds the ring a1 to the"
                        " board. Place grey on f3 and take a2 away: a1 is cut off, no ring of that"
                        " part is vacant, so its marble is yours."
                    ),
                    asked=("Gf3,a2",),
                    position=CORNER,
                ),
                Page(
                    N_(
                        "The marble is yours, and the ring has gone with it. A part that still has"
                        " a vacant ring stays in play; whoever fills its last ring takes it all."
                    )
                ),
                Page(
                    N_(
                        "Much later. You own three white marbles, and a grey one can jump over a"
                        " fourth: from c3 over d4 to e4."
                    ),
                    asked=("x c3We4",),
                    position=ONE_MORE,
                ),
                Page(
                    N_(
                        "Four white marbles: you have won. You know all that a game needs. For a"
                        ' quick one choose "Blitz": fewer marbles, and smaller goals.'
                    )
                ),
            ),
        ),
    )
