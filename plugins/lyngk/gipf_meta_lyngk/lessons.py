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
FIVE: Final = "w R/- 0,0 Ra1,GBIKb2,Kc6,Ic7"
CLAIM_FIRST: Final = "w -/- 0,0 BIKGa1,Rb2,Kc3,Id2"
LAST: Final = "w R/G 0,0 Ra1,Gb2"
WAYS: Final = "w R/- 0,0 Ra1,BRc3,GRe4,Be7,Jg1,Gh1"
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
                    "Welcome to LYNGK. On 43 points stand pieces of five colours, and three jokers,"
                    " which are grey here. None is yours, and none is your opponent's: at first all"
                    " belong to both."
                ),
                position=START,
            ),
            Page(
                N_(
                    "A piece moves along a line onto the first one that it meets, of another"
                    " colour. Put the blue piece on b1 onto the red one on b2: choose b1, then b2,"
                    " or type b1-b2."
                ),
                asked=("b1-b2",),
            ),
            Page(
                N_(
                    "Stacks move as a whole and have the colour of their top. What nobody has"
                    " claimed goes only onto what is not higher, no colour may be twice in a stack,"
                    " and five pieces are the most. From e4, where green lies under red, put the"
                    " stack onto e5."
                ),
                asked=("e4-e5",),
                position=HEIGHTS,
            ),
            Page(
                N_(
                    "Now the same board, but red is your colour. What is yours goes onto stacks of"
                    " any height. Put e4 onto d3, where three pieces are."
                ),
                asked=("e4-d3",),
                position=MINE,
            ),
            Page(
                N_(
                    "That made a stack of five with your colour on top. It leaves the board, and it"
                    " is what you play for: whoever has taken more of them wins."
                ),
            ),
            Page(
                N_("Take another one: which move makes five, with red on top?"),
                asked=("a1-b2",),
                position=FIVE,
            ),
            Page(
                N_(
                    "A colour is claimed before a move, for good; you may claim two in a game. Here"
                    " a1 on b2 makes a stack of five, which would be nobody's and stay. So claim"
                    " green and move: choose green beside the board, then a1 and b2, or type"
                    " G,a1-b2."
                ),
                asked=("G,a1-b2",),
                position=CLAIM_FIRST,
            ),
            Page(
                N_(
                    "How does it end? When nobody has a turn left. If both have taken as many"
                    " stacks, the higher ones on the board decide, each for who has claimed its"
                    " colour. White has claimed red, Black green: make the last stack."
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
    )


def _claims() -> Lesson:
    return Lesson(
        "claims",
        N_("Claims and the LYNGK-rule"),
        N_("How far a colour of one's own reaches, and when to claim one."),
        (
            Page(
                N_(
                    "A stack of your colour does not land on another of the same colour: it goes on"
                    " from there, in any direction. These are LYNGK-points. Red is yours: from a1"
                    " go on over c3 and e4 to h1. The way is found for you; choose a1, then h1."
                ),
                asked=("a1-h1",),
                position=WAYS,
            ),
            Page(
                N_(
                    "How high such a stack is, and what lies inside it, does not matter. a1 and b2"
                    " together would be too high, but over b2 you come to c3."
                ),
                asked=("a1-c3",),
                position=HIGH,
            ),
            Page(
                N_(
                    "But it must be that very colour. Blue is yours as well as red, and yet from a1"
                    " red does not pass blue: it lands there. Put a1 onto b2."
                ),
                asked=("a1-b2",),
                position=TWO_COLOURS,
            ),
            Page(
                N_(
                    "A claim counts at once. Without one the red piece on a1 sees nothing but red."
                    " Claim red, and go on over c3 to c6."
                ),
                asked=("R,a1-c6",),
                position=AT_ONCE,
            ),
            Page(
                N_(
                    "A claim also takes a colour away from your opponent: he may not move it any"
                    " more, though he may land on it. Whoever claims late has seen more and chooses"
                    " from less; with two colours claimed by each, the fifth stays neutral."
                )
            ),
            Page(
                N_(
                    "Whoever can move only after a claim must claim. Red is Black's, and a blue"
                    " stack that nobody has claimed may not go onto a higher one. Claim blue and"
                    " make five."
                ),
                asked=("B,a1-b2",),
                position=MUST_CLAIM,
            ),
            Page(
                N_(
                    "A neutral stack of five is an obstacle. If somebody claims its colour later"
                    " it stays and counts for nobody, but it is a LYNGK-point then: claim green,"
                    " and go over b2 to c3. On some servers it would be taken with the claim:"
                    ' that is the game "As on servers".'
                ),
                asked=("G,a1-c3",),
                position=OBSTACLE,
            ),
            Page(
                N_(
                    "So count what your colour can reach before you claim it: many tops that are"
                    " free, stacks of four that wait for it, and ways over its own kind."
                )
            ),
        ),
    )
