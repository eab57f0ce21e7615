"""A first game of DVONN, page by page."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

STACKS: Final = "w D0W0B0 Db1,Bb2,BWc2,Wd2,Dd3,Bd4,Be3,Be4,Wf3,Df4"
SURROUNDED: Final = "w D0W0B0 Bd2,Wd3,Be2,We3,De4,Bf3,Bf4,Wg4"
CONTACT: Final = "w D0W0B0 Ba3,Bb3,Wc3,Bd3,We3,Df3"
CHAIN: Final = "w D0W0B0 Bb3,Bc3,Bd3,We3,Df3,Wg3,Bg4"
PASS: Final = "w D0W0B0 WWWb2,Dc3,Bc4,Bd3,Bd4"
LAST: Final = "w D0W0B0 DWWb3,DWd3,DBBBBBf3"


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Your first game"),
            N_("Place, stack, stay in contact, pass when you must, and count."),
            (
                Page(
                    N_(
                        "Welcome to DVONN. First the board is filled, a piece a turn. You are"
                        " White, and begin with a red piece, a DVONN piece: place it in the middle."
                    ),
                    asked=("f3",),
                    answer=("c2",),
                ),
                Page(
                    N_(
                        "There are three DVONN pieces. They belong to nobody, and all others depend"
                        " on them. Black has placed the second; place the third."
                    ),
                    asked=("i4",),
                    answer=("d5",),
                ),
                Page(
                    N_(
                        "Black has begun with the black pieces. Place a white one at the edge:"
                        " there it has fewer than six neighbours, so it can move as soon as the"
                        " board is full."
                    ),
                    asked=("a1",),
                ),
                Page(
                    N_(
                        "When the board is full, the stacks move. One is yours if your colour is on"
                        " top. A single piece moves one space, always onto another stack, of any"
                        " colour: move this one[, from d2 onto e3]."
                    ),
                    asked=("d2-e3",),
                    position=STACKS,
                ),
                Page(
                    N_(
                        "A stack moves as a whole and straight on, exactly as many spaces as it is"
                        " high. The same board: your stack of two moves two spaces[, from c2 onto"
                        " e4]."
                    ),
                    asked=("c2-e4",),
                    answer=("d4-d3",),
                    position=STACKS,
                ),
                Page(
                    N_(
                        "Black has covered a DVONN piece[ on d3], which travels with its stack from"
                        " now on. Your stack is three high now. Find its move."
                    ),
                    asked=("e4-b1",),
                    find=True,
                    mistakes=(
                        ("f3-f4", N_("That is a single piece. Move the stack that is three high.")),
                        ("d2-e3", N_("That is a single piece. Move the stack that is three high.")),
                    ),
                ),
                Page(
                    N_(
                        "A stack with six occupied neighbours may not move, like yours in the"
                        " middle[, e3]. Find a move that sets it free."
                    ),
                    asked=("d3-e3", "d3-e4", "d3-d2"),
                    position=SURROUNDED,
                    find=True,
                    mistakes=(
                        (
                            "g4-f4",
                            N_("All six neighbours are still occupied. One of them must go away."),
                        ),
                        (
                            "g4-f3",
                            N_("All six neighbours are still occupied. One of them must go away."),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "What loses contact with all DVONN pieces leaves the game. Here everything"
                        " hangs on your piece beside the red one[: e3, beside f3]. Move it onto the"
                        " red one."
                    ),
                    asked=("e3-f3",),
                    position=CONTACT,
                ),
                Page(
                    N_(
                        "Four pieces are gone, one of them your own. Better: find the move by which"
                        " three black pieces leave, and none of yours."
                    ),
                    asked=("e3-f3",),
                    position=CHAIN,
                    find=True,
                    mistakes=(
                        ("e3-d3", N_("The black ones leave, but your own piece leaves with them.")),
                        (
                            "g3-f3",
                            N_("You hold the red piece, but the black chain still touches it."),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Whoever has no move must pass, and nobody else may. Your stack is three"
                        " high, and three spaces away there is nothing: pass."
                    ),
                    asked=("-",),
                    position=PASS,
                ),
                Page(
                    N_(
                        "When nobody can move, each side puts its stacks on top of each other, and"
                        " the higher tower wins. Find the last move that wins."
                    ),
                    asked=("d3-f3",),
                    position=LAST,
                    find=True,
                    mistakes=(
                        (
                            "d3-b3",
                            N_(
                                "Then you have five pieces and Black six: lost. Take Black's stack."
                            ),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Eleven pieces to none: you have won. A DVONN piece that lies alone counts"
                        ' for nobody. If you would rather begin with a full board, choose "Quick'
                        ' start".'
                    )
                ),
            ),
            theme="cut_off",
        ),
    )
