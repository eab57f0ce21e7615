"""A first game of DVONN, page by page."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

STACKS = "w D0W0B0 Db1,Bb2,BWc2,Wd2,Dd3,Bd4,Be3,Be4,Wf3,Df4"
SURROUNDED = "w D0W0B0 Bd2,Wd3,Be2,We3,De4,Bf3,Bf4"
CONTACT = "w D0W0B0 Ba3,Bb3,Wc3,Bd3,We3,Df3"
PASS = "w D0W0B0 WWWb2,Dc3,Bc4,Bd3,Bd4"
LAST = "w D0W0B0 Da1,DWd3,Df3,BBg4"


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
                        "Welcome to DVONN. The board has 49 spaces, and there are 49 pieces: 23"
                        " white, 23 black, and three red ones, the DVONN pieces. Those belong to"
                        " nobody, and all others depend on them."
                    )
                ),
                Page(
                    N_(
                        "First the board is filled, a piece a turn. You are White, and begin with a"
                        " DVONN piece: place it on f3, in the middle."
                    ),
                    asked=("f3",),
                    answer=("c2",),
                ),
                Page(
                    N_(
                        "Black has placed the second one on c2. The third is yours again: i4. Then"
                        " Black begins with a piece of his own."
                    ),
                    asked=("i4",),
                    answer=("d5",),
                ),
                Page(
                    N_(
                        "Now a white piece: a1. On the edge it has fewer than six neighbours, so it"
                        " can move at once when the board is full."
                    ),
                    asked=("a1",),
                ),
                Page(
                    N_(
                        "When the board is full the stacks move. A stack is yours if your colour is"
                        " on top. It moves as a whole, in a straight line, exactly as many spaces"
                        " as it is high, and always onto another stack, of any colour."
                    ),
                    position=STACKS,
                ),
                Page(
                    N_(
                        "Your stack on c2 has two pieces, so it moves two spaces: onto e4, over d3."
                        " Choose c2, then e4, or type c2-e4."
                    ),
                    asked=("c2-e4",),
                    answer=("d4-d3",),
                ),
                Page(
                    N_(
                        "Black has covered the DVONN piece on d3: the D says that it is inside. It"
                        " travels with its stack from now on. Your stack on e4 is three high. Move"
                        " it three spaces, onto b1."
                    ),
                    asked=("e4-b1",),
                ),
                Page(
                    N_(
                        "A stack whose six neighbours are all occupied may not move, as yours on"
                        " e3. Move d3 onto d2, and e3 is free again."
                    ),
                    asked=("d3-d2",),
                    position=SURROUNDED,
                ),
                Page(
                    N_(
                        "What loses contact with all DVONN pieces leaves the game. Here everything"
                        " hangs on your piece on e3. Move it onto f3."
                    ),
                    asked=("e3-f3",),
                    position=CONTACT,
                ),
                Page(
                    N_(
                        "Four pieces are gone, one of them your own. Whoever has no move must pass;"
                        " nobody else may. Your stack on b2 is three high, and three spaces away"
                        " there is nothing: pass."
                    ),
                    asked=("-",),
                    position=PASS,
                ),
                Page(
                    N_(
                        "The end. When nobody can move, each player puts his stacks on top of each"
                        " other, and the higher one wins. Take the DVONN piece on f3."
                    ),
                    asked=("d3-f3",),
                    position=LAST,
                ),
                Page(
                    N_(
                        "Three to two: you have won. The lone DVONN piece on a1 counts for"
                        ' nobody. If you would rather begin with a full board, choose "Quick'
                        ' start".'
                    )
                ),
            ),
        ),
    )
