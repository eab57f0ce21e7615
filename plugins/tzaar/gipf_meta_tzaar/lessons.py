"""The lessons of TZAAR: a first game, and the three kinds, none of which may run out."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

FIRST: Final = "w - W:Ab1,Zc3,Te9 B:Ta3,Tc1,Tc6,Te3,Tf5,Af7,Tg3,Zh1"
HEIGHTS: Final = "w - W:Tc2,Zc3,Ae1,Te2 B:Aa5,Zb6,Tc4,TTc5,Ah6,Zi5"
TWICE: Final = "w - W:Tc2,Zc3,Ae1,Ti3 B:Aa5,Zb6,Tc4,Tc5,Ah6,Zi5"
INSIDE: Final = "w - W:Ta1,Ta4,Ae1,Zi5 B:ZTa2,Ze9,Aa5,Ac7"
COVERED: Final = "w - W:Ta1,Ae1,Zi5 B:Ta2,Za3,Ae9,Tg7,Th6"
NO_CAPTURE: Final = "w - W:TTTc2,TTZc3,AAAe1 B:Ta5,Tb6,Zc4,Ah5,Zi5"
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
                    "Welcome to TZAAR. You are White, and the game begins with a capture. A piece"
                    " moves along a line onto an enemy piece, which leaves the game: take this"
                    " one[, on d4, with the piece on d5]."
                ),
                asked=("d5xd4",),
                answer=("f4xf5;f8-e9",),
            ),
            Page(
                N_(
                    "From now on a turn has two moves. Black has captured, then put one piece on"
                    " another: a stack of two[, on e9]. Your turn, too, must begin with a capture."
                ),
                asked=("d6xe6",),
            ),
            Page(
                N_(
                    "Then you may capture once more, strengthen a stack of yours, or pass."
                    " Strengthen: put this piece onto its neighbour[, d7 onto d8]."
                ),
                asked=("d7-d8",),
            ),
            Page(
                N_(
                    "The stack is two high, and is what its top piece is. There are three kinds:"
                    " Tzaars with a crown, Tzarras with a ring, and Totts with a dot. The Totts are"
                    " the most, the Tzaars the fewest."
                )
            ),
            Page(
                N_(
                    "Later there are gaps. A stack goes over vacant spaces to the first stack that"
                    " it meets, never farther, and never over the hole in the middle. Find a"
                    " capture over a gap."
                ),
                asked=("c3xc6", "c3xe3", "c3xc1", "c3xa3"),
                position=FIRST,
                find=True,
                mistakes=(
                    ("b1xc1", N_("Those two stand side by side. Your Tzaar has gaps around it.")),
                ),
            ),
            Page(
                N_("After the capture you need not do more: pass."),
                asked=("-",),
            ),
            Page(
                N_(
                    "Height decides: you capture only what is not higher than your stack. Take the"
                    " single piece before your Tzaar; behind it stands a stack of two, which a"
                    " single piece cannot take[: c4 before c5]."
                ),
                asked=("c3xc4",),
                position=HEIGHTS,
            ),
            Page(
                N_("Now be higher: find the move that makes your Tzaar two high."),
                asked=("c4-c2",),
                find=True,
                mistakes=(
                    (
                        "c2-c4",
                        N_("Then a Tott is on top, your only Tzaar is covered, and you have lost."),
                    ),
                    ("e1-e2", N_("That stack is two high, but it is no Tzaar.")),
                ),
            ),
            Page(
                N_(
                    "Whoever takes the last stack of a kind has won. Black has two Totts left[, on"
                    " c4 and c5], and a turn of yours may have two captures. Find the first."
                ),
                asked=("c3xc4",),
                position=TWICE,
                find=True,
                mistakes=(
                    ("i3xi5", N_("That is a Tzaar, and Black has another one. Count the Totts.")),
                ),
            ),
            Page(
                N_("The same stack may capture again. Find the capture that wins."),
                asked=("c4xc5",),
                find=True,
                mistakes=(
                    (
                        "c4xh6",
                        N_("That is a Tzarra, and Black has another one. Take the last Tott."),
                    ),
                    (
                        "i3xi5",
                        N_("That is a Tzaar, and Black has another one. Take the last Tott."),
                    ),
                ),
            ),
            Page(
                N_(
                    "Black has no Tott left: you have won. There is another end: whoever is on turn"
                    " and cannot capture has lost."
                )
            ),
            Page(
                N_(
                    "Here you have three high stacks, and Black has single pieces. First capture,"
                    " as always."
                ),
                asked=("c3xc4",),
                position=NO_CAPTURE,
            ),
            Page(
                N_(
                    "Everything that Black could reach is three high now. Find the end of your turn"
                    " that wins."
                ),
                asked=("-",),
                find=True,
                mistakes=(
                    (
                        "c4-c2",
                        N_(
                            "You have covered your only Totts, and lost. There is nothing left to"
                            " do: pass."
                        ),
                    ),
                    (
                        "c2-c4",
                        N_(
                            "You have covered your only Tzaar, and lost. There is nothing left to"
                            " do: pass."
                        ),
                    ),
                ),
            ),
            Page(
                N_(
                    "Black cannot capture: you have won. In a game of your own a lot fills the"
                    " board, or you choose the fixed start, or both place their pieces themselves."
                )
            ),
        ),
        ("setup=fixed",),
        theme="double_capture",
    )


def _three_kinds() -> Lesson:
    return Lesson(
        "kinds",
        N_("The three kinds"),
        N_("What counts as a kind, what threatens it, and what one must not cover."),
        (
            Page(
                N_(
                    "All three kinds must stay on the board, and only tops count. One black stack"
                    " is a Tott, though a Tzaar lies inside[: a2]. Find the capture that takes"
                    " Black's last Tzaar."
                ),
                asked=("i5xe9",),
                position=INSIDE,
                find=True,
                mistakes=(("a4xa5", N_("That is a Tzarra, and Black has another one.")),),
            ),
            Page(
                N_(
                    "You have won with the first move of your turn, and no second one follows."
                    " Count your own kinds as well."
                )
            ),
            Page(
                N_("Here you have a single stack of each kind. Capture first."),
                asked=("i5xh6",),
                position=COVERED,
            ),
            Page(
                N_(
                    "Now you could put one stack onto another[: a1 and e1]. But each is your last"
                    " of its kind: whoever covers the last Tott with a Tzarra has no Tott on top,"
                    " and has lost. So pass."
                ),
                asked=("-",),
                mistakes=(
                    ("a1-e1", N_("That covers your only Tzarra: you have lost.")),
                    ("e1-a1", N_("That covers your only Tott: you have lost.")),
                ),
            ),
            Page(
                N_(
                    "A kind dies by captures, and by your own stacks: what you cover with another"
                    " kind counts no more. So put Tzaars onto Totts, of which you have most. The"
                    " sheet beside the board counts each kind."
                )
            ),
            Page(
                N_(
                    "A mark says that your only Tzaar[ on a1] is in danger. First take the piece["
                    " on a2] that threatens it."
                ),
                asked=("b2xa2",),
                position=DEFENCE,
            ),
            Page(
                N_(
                    "A high stack cannot be taken by lower ones. Find a move that makes your Tzaar"
                    " two high."
                ),
                asked=("a1-a2", "a1-b1"),
                find=True,
                mistakes=(
                    ("b1-a1", N_("That covers your only Tzaar with a Tott: you have lost.")),
                    ("i5-h6", N_("That stack is two high, but it is no Tzaar.")),
                ),
            ),
            Page(
                N_(
                    "That is the idea of the game: take where the other side has few of a kind,"
                    " keep enough of each of yours, and be the higher one before you run out."
                )
            ),
        ),
        theme="last_of_kind",
    )
