"""The DVONN-, the YINSH- and the PÜNCT-potential, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

DVONN = (
    Page(
        N_(
            "The DVONN-potential jumps on top. As your move it leaves its piece and lies on a basic"
            " piece of your opponent beside it: choose c3, then jump."
        ),
        asked=("Dc3^",),
        position=(
            "w 8,8 T0Z0D0,T0Z0D0 W:b4,c4,Dc3,e4,h5 B:b2,d4,e8 L:T0Z0D1,T0Z0D2 C:T0Z0D0,T0Z0D0"
        ),
    ),
    Page(
        N_("The black piece on d4 keeps your row apart. Jump there."),
        asked=("d4",),
    ),
    Page(
        N_(
            "While it was covered, d4 was yours: four in a row. Of a covered spot a row takes the"
            " cover alone. So your potential has left the game, and the black piece is free again."
        )
    ),
    Page(
        N_(
            "A DVONN-potential may also jump on another one, loaded or used. Here Black has covered"
            " your piece on d4. Cover it in turn: jump from c3 to d4."
        ),
        asked=("Dc3^d4",),
        position=("w 8,8 T0Z0D0,T0Z0D0 W:Dc3,e2,h5 B:b2,dd4,e8 L:T0Z0D1,T0Z0D1 C:T0Z0D0,T0Z0D0"),
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
            " over vacant spots, as far as you like. Choose c3, then run."
        ),
        asked=("Yc3^",),
        position=(
            "w 8,8 T0Z0Y0,T0Z0Y0 W:Yc3,d5,e5,f4,h5 B:b2,e8,g2 L:T0Z0Y1,T0Z0Y2 C:T0Z0Y0,T0Z0Y0"
        ),
    ),
    Page(N_("On c5 it makes four in a row. Run there."), asked=("c5",)),
    Page(
        N_(
            "Three pieces have come back to your reserve; the potential was the fourth, and has"
            " left the game. Its piece still stands on c3. A run needs no piece from your reserve."
        )
    ),
)

PUNCT = (
    Page(
        N_(
            "The PÜNCT-potential jumps on potentials of its own kind, and on GIPF-pieces. Black has"
            " one on c4, beside your loaded piece: choose c3, then jump."
        ),
        asked=("Pc3^",),
        position=(
            "w 9,9 T0Z0P0,T0Z0P0 W:Ge2,Gh5,Pc3 B:Gc4,Gg4,Pd4 L:T0Z0P1,T0Z0P1 C:T0Z0P0,T0Z0P0"
        ),
    ),
    Page(N_("Jump to c4."), asked=("c4",)),
    Page(
        N_(
            "The upper of its two pieces is captured, and the potential lies on the lower one. So"
            " Black has a GIPF-piece less; without another one he would have lost."
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
        ),
        Lesson(
            "yinsh_potential",
            N_("7  The YINSH-potential"),
            N_("A run along a line."),
            YINSH,
            ("variant=basic", "yinsh_potentials=2"),
        ),
        Lesson(
            "punct_potential",
            N_("8  The PÜNCT-potential"),
            N_("A jump on a GIPF-piece."),
            PUNCT,
            ("variant=standard", "punct_potentials=2"),
        ),
    )
