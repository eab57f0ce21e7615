"""The DVONN-, the YINSH- and the PÜNCT-potential, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

DVONN = (
    Page(
        N_(
            "The DVONN-potential jumps on top. As your move it leaves its piece and lies on a basic"
            " piece of your opponent beside it. Say that yours jumps[, on c3]."
        ),
        asked=("Dc3^",),
        position=(
            "w 8,8 T0Z0D0,T0Z0D0 W:b4,c4,Dc3,e4,h5 B:b2,d4,e8 L:T0Z0D1,T0Z0D2 C:T0Z0D0,T0Z0D0"
        ),
    ),
    Page(
        N_(
            "A black piece keeps your row apart[: b4, c4 and e4 are white]. Find the jump that"
            " makes four."
        ),
        asked=("d4",),
        find=True,
        mistakes=(("b2", N_("That piece is yours for a while, too, but in no line of four.")),),
    ),
    Page(
        N_(
            "While it was covered, the spot was yours: four in a row. Of a covered spot a row takes"
            " the cover alone. So your potential has left the game, and the black piece is free"
            " again[, on d4]."
        )
    ),
    Page(
        N_(
            "A DVONN-potential may also jump on another one, loaded or used. Here Black has covered"
            " a piece of yours[, on d4]. Find the jump that makes the spot yours again."
        ),
        asked=("Dc3^d4",),
        position=("w 8,8 T0Z0D0,T0Z0D0 W:Dc3,e2,h5 B:b2,dd4,e8 L:T0Z0D1,T0Z0D1 C:T0Z0D0,T0Z0D0"),
        find=True,
        mistakes=(("Dc3^b2", N_("That covers a plain piece, and yours stays covered.")),),
    ),
    Page(
        N_(
            "Two covers lie on your piece now, and the upper one counts. Stacks are pushed as one"
            " piece. What lies under a cover has no colour and no power until it is free again."
        )
    ),
)

YINSH = (
    Page(
        N_(
            "The YINSH-potential runs. As your move it leaves its piece and goes in a straight line"
            " over vacant spots, as far as you like. Say that yours runs[, on c3]."
        ),
        asked=("Yc3^",),
        position=(
            "w 8,8 T0Z0Y0,T0Z0Y0 W:Yc3,d5,e5,f4,h5 B:b2,e8,g2 L:T0Z0Y1,T0Z0Y2 C:T0Z0Y0,T0Z0Y0"
        ),
    ),
    Page(
        N_("Three white pieces stand in one line[: d5, e5 and f4]. Find the run that makes four."),
        asked=("c5",),
        find=True,
        mistakes=(
            ("c4", N_("The right way, but it stops one step short of your line.")),
            ("c6", N_("The right way, but it runs one step past your line.")),
        ),
    ),
    Page(
        N_(
            "Three pieces have come back to your reserve; the potential was the fourth, and has"
            " left the game. Its piece still stands[ on c3]. A run needs no piece from your"
            " reserve."
        )
    ),
)

PUNCT = (
    Page(
        N_(
            "The PÜNCT-potential jumps on potentials of its own kind, and on GIPF-pieces. One of"
            " those stands beside your loaded piece. Say that yours jumps[, on c3]."
        ),
        asked=("Pc3^",),
        position=(
            "w 9,9 T0Z0P0,T0Z0P0 W:Ge2,Gh5,Pc3 B:Gc4,Gg4,Pd4 L:T0Z0P1,T0Z0P1 C:T0Z0P0,T0Z0P0"
        ),
    ),
    Page(
        N_("Find the jump on Black's GIPF-piece[, on c4]."),
        asked=("c4",),
        find=True,
        mistakes=(("d4", N_("That is a loaded piece. The GIPF-piece is the other one.")),),
    ),
    Page(
        N_(
            "The upper of its two pieces is captured, and the potential lies on the lower one. So"
            " Black has a GIPF-piece less, and would have lost without another one."
        )
    ),
    Page(
        N_(
            "Once a row has taken the potential, the black piece is free again, as a basic piece."
            " The rules of this jump are a ruling, because their source breaks off: the option"
            ' "GIPF-pieces (PÜNCT)" can leave them out.'
        )
    ),
)


def more_lessons() -> tuple[Lesson, ...]:
    """The lessons on the kinds of potentials that came later."""
    return (
        Lesson(
            "dvonn_potential",
            N_("6  The DVONN-potential"),
            N_("A jump on top of a piece."),
            DVONN,
            ("variant=basic", "dvonn_potentials=2"),
            theme="announce",
        ),
        Lesson(
            "yinsh_potential",
            N_("7  The YINSH-potential"),
            N_("A run along a line."),
            YINSH,
            ("variant=basic", "yinsh_potentials=2"),
            theme="announce",
        ),
        Lesson(
            "punct_potential",
            N_("8  The PÜNCT-potential"),
            N_("A jump on a GIPF-piece."),
            PUNCT,
            ("variant=standard", "punct_potentials=2"),
            theme="announce",
        ),
    )
