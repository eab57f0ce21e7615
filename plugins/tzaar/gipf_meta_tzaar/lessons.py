"""The lessons of TZAAR: a first game, and the three kinds, none of which may run out."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

FIRST: Final = "w - W:Ab1,Zc3,Te9 B:Ta3,Tc1,Tc6,Te3,Tf5,Af7,Tg3,Zh1"
HEIGHTS: Final = "w - W:Tc2,Zc3,Ae1,Te2 B:Aa5,Zb6,Tc4,TTc5,Ah6,Zi5"
TWICE: Final = "w - W:Tc2,Zc3,Ae1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5"
INSIDE: Final = "w - W:Ta1,Ae1,Zi5 B:ZTa2,Ze9,Aa5"
COVERED: Final = "w - W:Ta1,Ae1,Zi5 B:Ta2,Za3,Ae9,Tg7,Th6"
NO_CAPTURE: Final = "w - W:TTTc2,TTZc3,AAAe1 B:Ta5,Tb6,Zc4,Ah6,Zi5"
DEFENCE: Final = "w - W:Za1,Tb1,Tb2,Td8,Ag3,Ah6,Ai5 B:Ta2,Zc6,Ae8,Ae9,Zg7,Ti1,TTi2"


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (_first_game(), _three_kinds())


def _first_game() -> Lesson:
    return Lesson(
        "first",
        N_("Your first game"),
        N_("Capture, strengthen, and see how a game ends."),
        (
            Page(
                N_(
                    "Welcome to TZAAR. The board has 60 spaces around a hole, and at the start a"
                    " piece stands on each. You are White and have three kinds: 6 Tzaars with a"
                    " crown, 9 Tzarras with a ring, and 15 Totts with a dot. So has Black."
                )
            ),
            Page(
                N_(
                    "The game begins with a capture, and this first turn is nothing more. A piece"
                    " moves along a line onto an enemy piece, which leaves the game: take d4 with"
                    " the Tott on d5. Choose d5, then d4, or type d5xd4."
                ),
                asked=("d5xd4",),
                answer=("f4xf5;f8-e9",),
            ),
            Page(
                N_(
                    "From now on a turn has two moves. Black has captured f5, then put the piece of"
                    " f8 on top of e9: a stack of two. Your turn, too, must begin with a capture:"
                    " take e6 with d6."
                ),
                asked=("d6xe6",),
            ),
            Page(
                N_(
                    "Then you may capture once more, strengthen a stack of yours, or pass."
                    " Strengthen: put d7 onto d8. The stack is two high, and its kind is that of"
                    " the piece on top, a Tzarra."
                ),
                asked=("d7-d8",),
            ),
            Page(
                N_(
                    "Later there are gaps. A stack goes over vacant spaces to the first stack that"
                    " it meets, never farther, and never over the hole. Your Tzaar on c3 reaches"
                    " four black pieces: take e3, two spaces away."
                ),
                asked=("c3xe3",),
                position=FIRST,
            ),
            Page(
                N_("You may also do nothing more. Pass: press the button, or type a hyphen."),
                asked=("-",),
            ),
            Page(
                N_(
                    "Height decides. You may capture only what is not higher than your stack, and"
                    " the whole stack leaves. Here c5 has two pieces, so a single piece cannot take"
                    " it. Take c4 with c3."
                ),
                asked=("c3xc4",),
                position=HEIGHTS,
            ),
            Page(
                N_("Now make your Tzaar two high: put c4 onto c2."),
                asked=("c4-c2",),
            ),
            Page(
                N_(
                    "How does it end? Whoever takes the last stack of a kind has won. Black has two"
                    " Totts, on c4 and c5. Take c4 first."
                ),
                asked=("c3xc4",),
                position=TWICE,
            ),
            Page(N_("And the same stack goes on: take c5, the last Tott."), asked=("c4xc5",)),
            Page(
                N_(
                    "Black has no Tott left: you have won. The other end: whoever is on turn and"
                    " cannot capture has lost."
                ),
            ),
            Page(
                N_("Here you have three high stacks, and Black single pieces. Take c4 with c3."),
                asked=("c3xc4",),
                position=NO_CAPTURE,
            ),
            Page(
                N_("All that Black's pieces reach is three high. So it is enough to pass."),
                asked=("-",),
            ),
            Page(
                N_(
                    "Black cannot capture: you have won. In a game of your own a lot fills the"
                    " board, or you choose the fixed start, or both place their pieces themselves."
                )
            ),
        ),
        ("setup=fixed",),
    )


def _three_kinds() -> Lesson:
    return Lesson(
        "kinds",
        N_("The three kinds"),
        N_("What counts as a kind, what threatens it, and what one must not cover."),
        (
            Page(
                N_(
                    "All three kinds must stay on the board, and only tops count. On a2 a black"
                    " Tott lies on a Tzaar: that stack is a Tott. So the Tzaar on e9 is Black's"
                    " last one, although there are two. Take it with i5."
                ),
                asked=("i5xe9",),
                position=INSIDE,
            ),
            Page(
                N_(
                    "You have won with the first move of a turn, and no second one follows. Count"
                    " your own kinds as well."
                ),
            ),
            Page(
                N_("Here you have one stack of each kind. Take h6 with i5."),
                asked=("i5xh6",),
                position=COVERED,
            ),
            Page(
                N_(
                    "Now you could strengthen: a1 and e1 lie on one line. But each is your last of"
                    " its kind: whoever covers his last Tott with a Tzarra has no Tott on top, and"
                    " has lost. Pass."
                ),
                asked=("-",),
            ),
            Page(
                N_(
                    "A kind dies by captures, and by your own stacks: what you cover with another"
                    " kind counts no more. So strengthen a Tzaar with Totts below it, of which you"
                    " have most. The sheet beside the board counts the stacks of each kind."
                )
            ),
            Page(
                N_(
                    "And a high stack cannot be taken by lower ones. Your only Tzaar stands on a1"
                    " and is in danger: that is what the mark says. First you must capture: take"
                    " a2 with b2."
                ),
                asked=("b2xa2",),
                position=DEFENCE,
            ),
            Page(
                N_(
                    "Then put the Tzaar from a1 onto b1. It is two high now, with a Tott below, and"
                    " a single piece cannot take it any more."
                ),
                asked=("a1-b1",),
            ),
            Page(
                N_(
                    "That is the idea of the game: take where the other has few of a kind, keep"
                    " enough of each of yours, and be higher than he is before you run out."
                )
            ),
        ),
    )
