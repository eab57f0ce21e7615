"""The lessons of LYNGK: a first game, and claims with the LYNGK-rule."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

START: Final = (
    "w -/- 0,0 Ia1,Bb1,Rb2,Gb3,Kb4,Jc1,Ic2,Bc3,Rc4,Gc5,Kc6,Ic7,Bd1,Rd2,Gd3,Kd4,Id5,Bd6,Re1,Ge2,"
    "Ke3,Je4,Ie5,Be6,Re7,Gf1,Kf2,If3,Bf4,Rf5,Gf6,Kg1,Ig2,Bg3,Rg4,Gg5,Kg6,Jg7,Ih1,Bh2,Rh3,Gh4,Ki1"
)
HEIGHTS: Final = "w -/- 0,0 KIBd3,KGd4,Ie3,GRe4,BIe5,IJKf3,Jf4"
MINE: Final = "w R/- 0,0 KIBd3,KGd4,Ie3,GRe4,BIe5,IJKf3,Jf4"
FIVE: Final = "w IR/- 0,0 Ra1,GBIKb2,Kc6,Ic7"
CLAIM_FIRST: Final = "w -/- 0,0 BIKGa1,Rb2,Kc3,Id2"
CLAIM_WHICH: Final = "w -/- 0,0 RBIKd3,Gd4,Re5,If4"
LAST: Final = "w R/G 0,0 Ra1,Gb2"
WAYS: Final = "w R/- 0,0 Ra1,BRc3,GRe4,Be7,Jg1,Gh1"
WAY_TO_FIVE: Final = "w IR/- 0,0 Ra1,BRc3,GRe4,GBIKe7,Jg1,Gh1"
TWO_COLOURS: Final = "w BR/- 0,0 Ra1,Bb2,Gc3"
AT_ONCE: Final = "w -/- 0,0 Ra1,Rc3,Gc6"
HIGH: Final = "w R/- 0,0 KBRa1,GIRb2,Gc3"
MUST_CLAIM: Final = "w -/R 0,0 GBa1,KIRb2"
OBSTACLE: Final = "w -/- 0,0 Ga1,RBIKGb2,Ic3,Rd2"


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (_first_game(), _claims())


def _first_game() -> Lesson:
    return Lesson(
        "first",
        N_("Your first game"),
        N_("Move, claim a colour, take a stack of five, and see how a game ends."),
        (
            Page(
                N_(
                    "Welcome to LYNGK. At first all these pieces belong to both of you. One moves"
                    " along a line onto the first that it meets, of another colour: put this blue"
                    " piece onto the red one[, b1 onto b2]."
                ),
                asked=("b1-b2",),
                position=START,
            ),
            Page(
                N_(
                    "A stack moves as a whole and has the colour of its top. While nobody has"
                    " claimed that colour, it goes only onto what is not higher. Put the red stack"
                    " onto its neighbour, two onto two[, e4 onto e5]."
                ),
                asked=("e4-e5",),
                position=HEIGHTS,
            ),
            Page(
                N_(
                    "No colour may be twice in a stack, and five pieces are the most; the grey"
                    " jokers go with all. The same board, but now red is yours, and goes onto"
                    " stacks of any height: put two onto three[, e4 onto d3]."
                ),
                asked=("e4-d3",),
                position=MINE,
            ),
            Page(
                N_(
                    "That made a stack of five with your colour on top. It leaves the board, and it"
                    " is what you play for: whoever has taken more of them wins."
                )
            ),
            Page(
                N_(
                    "Red and ivory are yours. Find the move that makes five, with a colour of yours"
                    " on top."
                ),
                asked=("a1-b2",),
                position=FIVE,
                find=True,
                mistakes=(
                    ("b2-a1", N_("That makes five with black on top, and black is not yours.")),
                    ("c7-c6", N_("That stack is only two high. Look for four and one.")),
                ),
            ),
            Page(
                N_(
                    "A colour is claimed before a move, for good, and you may claim two in a game."
                    " Green on red would make five here, but for nobody. So claim green, then move["
                    " a1 onto b2]."
                ),
                asked=("G,a1-b2",),
                position=CLAIM_FIRST,
                mistakes=(
                    (
                        "a1-b2",
                        N_(
                            "Green is nobody's, so the five would stay on the board. Claim green"
                            " first."
                        ),
                    ),
                    (
                        "R,b2-a1",
                        N_("That takes the stack, too, with red on top. Here try it with green."),
                    ),
                ),
            ),
            Page(
                N_(
                    "Again a stack of four and a single piece that fits[: d3 and d4]. Find a claim"
                    " and a move by which you take a stack."
                ),
                asked=("G,d4-d3", "K,d3-d4"),
                position=CLAIM_WHICH,
                find=True,
                mistakes=(
                    (
                        "d3-d4",
                        N_("That makes five, but black is nobody's, so it stays. Claim first."),
                    ),
                    (
                        "G,d3-d4",
                        N_(
                            "You have claimed green, but black is on top. Claim the colour that"
                            " moves."
                        ),
                    ),
                ),
            ),
            Page(
                N_(
                    "The game ends when nobody has a turn left. If both have taken as many stacks,"
                    " the higher ones on the board decide, each for who has claimed its colour. Red"
                    " is yours, green is Black's: make the last stack."
                ),
                asked=("a1-b2",),
                position=LAST,
            ),
            Page(
                N_(
                    "You have a stack of two, Black has none: you have won. Your next lesson is the"
                    " rule that gives the game its name."
                )
            ),
        ),
        theme="stack_of_five",
    )


def _claims() -> Lesson:
    return Lesson(
        "claims",
        N_("Claims and the LYNGK-rule"),
        N_("How far a colour of one's own reaches, and when to claim one."),
        (
            Page(
                N_(
                    "A stack of your colour does not land on another of that colour: it goes on"
                    " from there, in any direction. Red is yours: go on over two red stacks to the"
                    " green piece[, from a1 over c3 and e4 to h1]."
                ),
                asked=("a1-h1",),
                position=WAYS,
            ),
            Page(
                N_(
                    "Such stacks are LYNGK-points. How high they are, and what lies inside, does"
                    " not matter: these two together would be too high, but you pass over to the"
                    " green piece[: from a1 over b2 to c3]."
                ),
                asked=("a1-c3",),
                position=HIGH,
            ),
            Page(
                N_(
                    "But it must be that very colour. Blue is yours as well as red here, and yet"
                    " red does not pass blue: it lands there."
                ),
                asked=("a1-b2",),
                position=TWO_COLOURS,
            ),
            Page(
                N_(
                    "Red and ivory are yours. The way over LYNGK-points is found for you: only the"
                    " start and the end matter. Find the move that makes five."
                ),
                asked=("a1-e7",),
                position=WAY_TO_FIVE,
                find=True,
                mistakes=(
                    ("a1-h1", N_("A long way, but it makes only two. There is a stack of four.")),
                    ("a1-g1", N_("A long way, but it makes only two. There is a stack of four.")),
                ),
            ),
            Page(
                N_(
                    "A claim counts at once. Without one, the red piece in the corner sees nothing"
                    " but red[: a1 and c3]. Claim red, and go on over it to the green piece."
                ),
                asked=("R,a1-c6",),
                position=AT_ONCE,
            ),
            Page(
                N_(
                    "A claim also takes a colour away from your opponent, who may land on it, but"
                    " not move it any more. Whoever claims late has seen more, and chooses from"
                    " less. The fifth colour stays neutral."
                )
            ),
            Page(
                N_(
                    "Whoever can move only after a claim must claim. Red is Black's, and a blue"
                    " stack that nobody has claimed may not go onto a higher one. Find your only"
                    " turn."
                ),
                asked=("B,a1-b2",),
                position=MUST_CLAIM,
                find=True,
            ),
            Page(
                N_(
                    "A neutral stack of five is an obstacle. If somebody claims its colour later,"
                    " it stays and counts for nobody, but it is a LYNGK-point then: claim green,"
                    " and go over it[, from a1 over b2 to c3]."
                ),
                asked=("G,a1-c3",),
                position=OBSTACLE,
            ),
            Page(
                N_(
                    "So count what your colour can reach before you claim it: many free tops,"
                    " stacks of four that wait, and ways over its own kind. On some servers a claim"
                    ' takes obstacles of its colour, too: that is the game "As on servers".'
                )
            ),
        ),
        theme="claim",
    )
