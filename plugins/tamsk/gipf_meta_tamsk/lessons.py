"""TAMSK page by page: its three levels."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_, Lesson, Page

LAST_SPACE: Final = (
    "T1 R 2/3 R:c3,b4,c5 B:e3,e5,f2 rings:a11,a21,a31,a41,b11,b22,b32,b42,b51,c11,c22,c33,c43,c52,"
    "c61,d11,d22,d33,d43,d53,d62,d71,e11,e22,e31,e43,e51,e61,f11,f21,f32,f42,f51,g11,g21,g31,g41"
    " timer:- skip:0/0 open:- t:0"
)
NEARLY_EMPTY: Final = (
    "T2 R 26/26 R:c3~1500,c4~30000,b2~94000 B:d3~120000,b3~52000,c2~67000"
    " rings:b21,b41,c31,c41,d21,d31,d51,d61,e41,f21,f31,f41 timer:- skip:0/0 open:- t:160000"
)


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "first",
            N_("Level 1: glasses and rings"),
            N_("Move a glass, leave a ring, claim a forgotten one, get rid of more rings."),
            (
                Page(
                    N_(
                        "Welcome to TAMSK. You are Red, with three hourglasses and 32 rings to get"
                        " rid of. Move a glass one step onto a vacant space: a ring drops over it,"
                        " unless you say no."
                    ),
                    asked=("a1-b2",),
                    answer=("d1-d2",),
                ),
                Page(
                    N_(
                        "Every space takes a limited pile: one ring at the rim, then two, three,"
                        " and four in the centre. The ring stays when the glass goes on. Move on"
                        " towards the middle, where piles are high."
                    ),
                    asked=("b2-c3",),
                    answer=("d2-e2/",),
                ),
                Page(
                    N_(
                        "Look: Black has moved[ to e2] and forgotten the ring. Before you move you"
                        " may claim that, and drop one of your own there. Claim it."
                    ),
                    asked=("claim",),
                ),
                Page(
                    N_(
                        "That was one ring extra. Now make your normal move as well, into the"
                        " centre."
                    ),
                    asked=("c3-d4",),
                    answer=("e2-e1/",),
                ),
                Page(
                    N_(
                        "Black has moved to the rim. Look closely, and find what you may do before"
                        " your own move."
                    ),
                    asked=("claim",),
                    find=True,
                    mistakes=(
                        (
                            "d4-d3",
                            N_(
                                "You have missed a chance: Black forgot the ring again. Claim it"
                                " first."
                            ),
                        ),
                        (
                            "d4-c3",
                            N_(
                                "You have missed a chance: Black forgot the ring again. Claim it"
                                " first."
                            ),
                        ),
                        (
                            "d4-d5",
                            N_(
                                "You have missed a chance: Black forgot the ring again. Claim it"
                                " first."
                            ),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "You must move if you can. If you cannot, you are passed over until you can"
                        " again. So leave yourself room, and fill the spaces around the other"
                        " side's glasses."
                    )
                ),
                Page(
                    N_(
                        "A space whose pile is complete is closed. The end of another game: nearly"
                        " everything is full. Find the move to a space that still has room."
                    ),
                    asked=("c3-d4",),
                    position=LAST_SPACE,
                    find=True,
                    mistakes=(
                        (
                            "c3-d3",
                            N_(
                                "That space is full, and whoever puts a glass on a full one loses"
                                " at once."
                            ),
                        ),
                        (
                            "b4-c4",
                            N_(
                                "That space is full, and whoever puts a glass on a full one loses"
                                " at once."
                            ),
                        ),
                        (
                            "c3-d4/",
                            N_(
                                "The right space, but you kept your ring. Drop it: fewer rings win."
                            ),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "Now nobody can move, and whoever has fewer rings left wins: Red has one,"
                        " Black three. Equal rings would be a draw at this level. Next lesson: the"
                        " sand."
                    )
                ),
            ),
            ("level=1",),
            theme="isolation",
        ),
        Lesson(
            "sand",
            N_("Level 2: the sand runs"),
            N_("Turn a glass as you move it, save it in time, let one die."),
            (
                Page(
                    N_(
                        "At level 2 each glass holds three minutes of sand. It is turned when it is"
                        " moved, and only then. Here time passes only when a page says so, so read"
                        " in peace."
                    )
                ),
                Page(
                    N_(
                        "First bring all three glasses into play: while you have one that never"
                        " moved, you must move such a one. This one begins to run with three"
                        " minutes."
                    ),
                    asked=("a1-b2",),
                    answer=("d1-d2",),
                ),
                Page(
                    N_(
                        "Ten seconds have passed, and your glass[ on b2] shows 2:50. Sand runs in"
                        " everybody's turn. Now the second glass."
                    ),
                    asked=("d7-d6",),
                    answer=("a4-b4",),
                    ms=10_000,
                ),
                Page(
                    N_("And the third. From then on you choose freely."),
                    asked=("g1-f2",),
                    answer=("g4-f4",),
                    ms=10_000,
                ),
                Page(
                    N_(
                        "Two minutes into the game. Your first glass[, on b2,] has one minute left"
                        " above, so two minutes have run down. Turning brings these above: move it."
                    ),
                    asked=("b2-c3",),
                    answer=("d2-d3",),
                    ms=100_000,
                ),
                Page(
                    N_(
                        "It now has two minutes. The less sand is left, the more you get. A glass"
                        " that you move again after ten seconds is left with ten. Wait, but not too"
                        " long."
                    )
                ),
                Page(
                    N_(
                        "Another game. One of your glasses is nearly empty. Find the move that"
                        " saves it."
                    ),
                    asked=("c3-d4",),
                    position=NEARLY_EMPTY,
                    find=True,
                    mistakes=(
                        (
                            "c4-d4",
                            N_("That glass has half a minute. Another has a second and a half."),
                        ),
                        ("c3-d4/", N_("That saves it, but you forgot your ring. Drop it, too.")),
                    ),
                ),
                Page(
                    N_(
                        "Saved: it got nearly three minutes. Half a minute later another glass of"
                        " yours[, on c4,] has run out. It is dead: it never moves again, and nobody"
                        " can enter its space."
                    ),
                    ms=30_000,
                ),
                Page(
                    N_(
                        "Dead glasses cannot move, so every game ends. Fewer rings left wins; if"
                        " they are equal, the owner of the glass that runs out last. Next lesson:"
                        " the glass of 15 seconds."
                    )
                ),
            ),
            ("level=2",),
            theme="glass_race",
        ),
        Lesson(
            "timer",
            N_("Level 3: the 15-second glass"),
            N_("Hurry your opponent, and see what happens to those who are too slow."),
            (
                Page(
                    N_(
                        "Level 3 is the standard game: level 2, and a glass of 15 seconds that"
                        " belongs to nobody. While it is your opponent's turn you may turn it, if"
                        " it is empty. First make your own move."
                    ),
                    asked=("a1-b2",),
                ),
                Page(
                    N_(
                        "It is Black's turn now, and the 15-second glass is empty. Once you turn"
                        " it, Black must move before it has run out: turn it."
                    ),
                    asked=("flip",),
                ),
                Page(
                    N_("Five seconds later Black has seen enough. Go on, and Black moves."),
                    answer=("d1-d2",),
                    ms=5_000,
                ),
                Page(
                    N_(
                        "In time, so nothing happens. But the glass runs on: ten seconds are left,"
                        " and before it is empty Black cannot turn it against you."
                    )
                ),
                Page(
                    N_(
                        "Suppose you think too long. After ten seconds it is empty, and Black turns"
                        " it when you go on."
                    ),
                    answer=("flip",),
                    ms=10_000,
                ),
                Page(
                    N_(
                        "Fifteen seconds more, and you have not moved. You lose this turn, and your"
                        " next one: Black makes two moves in a row. Go on to see the first."
                    ),
                    answer=("a4-b4",),
                    ms=15_000,
                ),
                Page(
                    N_(
                        "Your turn was skipped, and Black is to move again. Find what you can do"
                        " against that."
                    ),
                    asked=("flip",),
                    answer=("g4-f4",),
                    find=True,
                    mistakes=(
                        (
                            "g4-f4",
                            N_(
                                "That is Black's move. Before it you can hurry Black: turn the"
                                " 15-second glass."
                            ),
                        ),
                    ),
                ),
                Page(
                    N_(
                        "You may turn the empty glass against each move of the other side. Now it"
                        " is your turn at last. You may also decline to move, which costs the same:"
                        " this turn and the next."
                    )
                ),
                Page(N_("That is all of TAMSK. In a real game the sand runs while you think!")),
            ),
            theme="glass_race",
        ),
    )
