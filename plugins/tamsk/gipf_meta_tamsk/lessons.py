"""TAMSK page by page: its three levels."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

LAST_SPACE = (
    "T1 R 2/3 R:c3,b4,c5 B:e3,e5,f2 rings:a11,a21,a31,a41,b11,b22,b32,b42,b51,c11,c22,c33,c43,c52,"
    "c61,d11,d22,d33,d43,d53,d62,d71,e11,e22,e31,e43,e51,e61,f11,f21,f32,f42,f51,g11,g21,g31,g41"
    " timer:- skip:0/0 open:- t:0"
)
NEARLY_EMPTY = (
    "T2 R 26/26 R:c3~1500,d6~30000,f2~94000 B:d3~120000,b4~52000,f4~67000"
    " rings:b21,b41,c31,c41,d21,d31,d61,d51,e41,f21,f31,f41 timer:- skip:0/0 open:- t:160000"
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
                        "Welcome to TAMSK. Red and Black have three hourglasses each, and 32 rings"
                        " each to get rid of. When nobody can move any more, whoever has fewer"
                        " rings left wins. This is level 1: no clock."
                    )
                ),
                Page(
                    N_(
                        "Red begins. Move the glass on a1 to b2, one step onto a vacant space:"
                        " choose a1, then b2. A ring drops over it, unless you say no before b2."
                    ),
                    asked=("a1-b2",),
                    answer=("d1-d2",),
                ),
                Page(
                    N_(
                        "Every space takes a limited pile: one ring at the rim, then two, three,"
                        " and four in the centre. b2 now holds one of its two. A full space is"
                        " closed: whoever puts a glass there loses at once."
                    )
                ),
                Page(
                    N_(
                        "Go on towards the middle, where piles are high: b2 to c3, with a ring. The"
                        " ring on b2 stays behind."
                    ),
                    asked=("b2-c3",),
                    answer=("d2-e2/",),
                ),
                Page(
                    N_(
                        "Look: Black has moved to e2 and forgotten his ring. Before you move you"
                        " may claim it, that is, drop one of your own there. Choose claim."
                    ),
                    asked=("claim",),
                ),
                Page(
                    N_(
                        "That was one ring extra. Now make your normal move as well: c3 to d4, the"
                        " centre, with a ring."
                    ),
                    asked=("c3-d4",),
                ),
                Page(
                    N_(
                        "You must move if you can. If you cannot, you are passed over until you can"
                        " again. So leave yourself room, and fill the spaces around your opponent."
                    )
                ),
                Page(
                    N_(
                        "The end of another game: nearly everything is full. The centre still has"
                        " room for one ring. Take it: c3 to d4."
                    ),
                    asked=("c3-d4",),
                    position=LAST_SPACE,
                ),
                Page(
                    N_(
                        "Now nobody can move. Red has one ring left, Black three: Red wins. Equal"
                        " rings would be a draw at this level. Next lesson: the sand."
                    )
                ),
            ),
            ("level=1",),
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
                        " moved, you must move such a one. Start with a1 to b2. It begins to run"
                        " with 3:00."
                    ),
                    asked=("a1-b2",),
                    answer=("d1-d2",),
                ),
                Page(
                    N_(
                        "Ten seconds have passed, and your glass on b2 shows 2:50. Sand runs in"
                        " everybody's turn. Now d7 to d6."
                    ),
                    asked=("d7-d6",),
                    answer=("a4-b4",),
                    ms=10_000,
                ),
                Page(
                    N_("And the third: g1 to f2. From then on you choose freely."),
                    asked=("g1-f2",),
                    answer=("g4-f4",),
                    ms=10_000,
                ),
                Page(
                    N_(
                        "Two minutes into the game. b2 has one minute left above, so two minutes"
                        " have run down. Turning brings these above: move b2 to c3."
                    ),
                    asked=("b2-c3",),
                    answer=("d2-d3",),
                    ms=100_000,
                ),
                Page(
                    N_(
                        "It now has 2:00. The less sand is left, the more you get. A glass that you"
                        " move again after ten seconds is left with ten. Wait, but not too long."
                    )
                ),
                Page(
                    N_(
                        "Another game: your glass on c3 has a second and a half left. Save it! Move"
                        " it to d4, and nearly three minutes are above."
                    ),
                    asked=("c3-d4",),
                    position=NEARLY_EMPTY,
                ),
                Page(
                    N_(
                        "Half a minute later your glass on d6 has run out. It is dead: it never"
                        " moves again, and nobody can enter its space. Sometimes that is just what"
                        " you want."
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
        ),
        Lesson(
            "timer",
            N_("Level 3: the 15-second glass"),
            N_("Hurry your opponent, and see what happens to those who are too slow."),
            (
                Page(
                    N_(
                        "Level 3 is the standard game: level 2, and a neutral glass of 15 seconds."
                        " While it is your opponent's turn you may turn it, if it is empty. Then he"
                        " must move before it has run out."
                    )
                ),
                Page(N_("Make your first move: a1 to b2, with a ring."), asked=("a1-b2",)),
                Page(
                    N_(
                        "It is Black's turn now, and the 15-second glass is empty. Hurry him:"
                        " turn the 15-second glass."
                    ),
                    asked=("flip",),
                ),
                Page(
                    N_("Five seconds later Black has seen enough. Go on, and he moves."),
                    answer=("d1-d2",),
                    ms=5_000,
                ),
                Page(
                    N_(
                        "In time, so nothing happens to him. But the glass runs on: ten seconds are"
                        " left, and before it is empty Black cannot turn it against you."
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
                        " next one: Black makes two moves in a row. Go on to see his first."
                    ),
                    answer=("a4-b4",),
                    ms=15_000,
                ),
                Page(
                    N_(
                        "Your turn was skipped, and Black is to move again. You may turn the glass"
                        " against each of his moves. Do it now."
                    ),
                    asked=("flip",),
                    answer=("g4-f4",),
                ),
                Page(
                    N_(
                        "At last it is your turn. You may also decline to move; pass costs the"
                        " same: this turn and the next. That is all of TAMSK. In a real game the"
                        " sand runs while you think!"
                    )
                ),
            ),
        ),
    )
