"""GIPF page by page: the basic game, GIPF-pieces, TAMSK- and ZÈRTZ-potentials, a challenge."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

BASIC = (
    Page(
        N_(
            "Welcome to GIPF. White and Black have three pieces each on the board, and twelve in"
            " reserve. Every turn you push one more in. Whoever cannot do so when it is his turn"
            " has lost."
        )
    ),
    Page(
        N_(
            "A piece goes on a dot at the border and is pushed one step onto the board. What stands"
            " in the way moves one step on. Push the black piece: choose b1, then b2."
        ),
        asked=("b1-b2",),
        answer=("b6-b5",),
    ),
    Page(
        N_(
            "Black has pushed back from b6. Now column b has no gap, so it is closed from both"
            " ends. From b1 another line leads to c2: enter there."
        ),
        asked=("b1-c2",),
    ),
    Page(
        N_(
            "Another game. White has three in a line, c5, d5 and e5; f4 and g3 are black. Make it"
            " four: push in from a5 to b5."
        ),
        asked=("a5-b5",),
        position="w 8,9 T0Z0,T0Z0 W:c5,d5,e5,h5 B:b2,f4,g3,h2",
    ),
    Page(
        N_(
            "Four in a row come off, with everything connected to them on that line. Your four went"
            " back to your reserve. f4, g3 and h2 were connected too: captured, out of the game."
        )
    ),
    Page(
        N_(
            "A row is taken by the owner of its colour, whoever made it. Push from e1 to e2, and"
            " the black piece on e4 moves on to e5, into a row."
        ),
        asked=("e1-e2",),
        answer=("xc3,d4,e5,f5",),
        position="w 8,8 T0Z0,T0Z0 W:b5,e2,e3,h5 B:c3,d4,e4,f5,h2",
    ),
    Page(
        N_(
            "Black had to take his row before his move, and has four pieces more in reserve. You"
            " have helped him. Look twice at what you push."
        )
    ),
    Page(
        N_(
            "Two rows that cross: push from a1 to b2 and you get both. You choose which to take;"
            " the other is broken. Take e5, e6, e7, e8: choose e6."
        ),
        asked=("a1-b2;xe5,e6,e7,e8",),
        position="w 5,9 T0Z0,T0Z0 W:c5,d4,d5,e6,e7,e8,f4 B:b2,c3",
    ),
    Page(
        N_(
            "The end: Black has no piece left in reserve. Push any piece in that helps him to no"
            " row: a5 to b5."
        ),
        asked=("a5-b5",),
        position="w 3,0 T0Z0,T0Z0 W:d5,e2,e3,g4 B:c3,d4,e5,f4,g3",
    ),
    Page(
        N_(
            "Black cannot enter a piece: White has won. Rows bring pieces back, captures take them"
            " from the other one. That is the basic game. Next lesson: GIPF-pieces."
        )
    ),
)

GIPF_PIECES = (
    Page(
        N_(
            "A GIPF-piece is two pieces, one on the other. It moves as one and counts as one in a"
            " row. In the standard and the tournament game you also lose when your last GIPF-piece"
            " is gone."
        )
    ),
    Page(
        N_(
            "In the tournament game the board is empty, and you begin with a GIPF-piece: it costs"
            " two of your eighteen. Enter one from a1 to b2."
        ),
        asked=("Ga1-b2",),
        answer=("Gi5-h5",),
    ),
    Page(
        N_(
            "You may enter as many as you like, one a turn, before your first single piece. One"
            " more: from b1 to c2. The button G chooses a GIPF-piece."
        ),
        asked=("Gb1-c2",),
        answer=("i1-h2",),
    ),
    Page(
        N_(
            "Black has entered a single piece. From now on he has only single ones. Do the same"
            " from a5 to b5."
        ),
        asked=("a5-b5",),
    ),
    Page(
        N_(
            "Many GIPF-pieces make you safe and poor, few make you rich and easy to hurt. Now a row"
            " that has GIPF-pieces in it."
        )
    ),
    Page(
        N_(
            "Push from a5 to b5. Your row holds Gd5, and the black Gh2 is connected to it. Whoever"
            " takes a row may leave any GIPF-piece standing. Keep your own, and take the black one."
        ),
        asked=("a5-b5;xb5,c5,e5,f4,g3,Gh2",),
        position="w 7,8 T0Z0,T0Z0 W:c5,Gd5,e5,Gh5 B:b2,Ge8,Gh2,f4,g3 G:-",
    ),
    Page(
        N_(
            "Three pieces went back to your reserve, and Black has lost a GIPF-piece and two more"
            " for good. A row of GIPF-pieces only may stay as it is."
        )
    ),
    Page(
        N_(
            "Here f4 is the last GIPF-piece that Black has. Push from a5 to b5, and take it with"
            " your row."
        ),
        asked=("a5-b5;xb5,c5,d5,e5,Gf4",),
        position="w 7,8 T0Z0,T0Z0 W:c5,d5,e5,Gh5 B:b2,c3,Gf4 G:-",
    ),
    Page(
        N_(
            "White has won. Three games, then: basic, standard with three GIPF-pieces each at the"
            " start, and tournament. Next lesson: potentials."
        )
    ),
)

TAMSK = (
    Page(
        N_(
            "Potentials are extra pieces that you agree on beforehand. Each has one power, for one"
            " use. The TAMSK-potential gives an extra move, when it comes to the centre of the"
            " board, e5."
        )
    ),
    Page(
        N_(
            "It enters on top of a basic piece, and before your first plain one: then what you have"
            " not entered is lost. Enter one: choose T, a1, b2."
        ),
        asked=("Ta1-b2",),
        answer=("Ti1-h2",),
    ),
    Page(
        N_(
            "A loaded piece is pushed like any other and counts as one in a row. Whoever takes the"
            " row may leave it standing, like a GIPF-piece."
        )
    ),
    Page(
        N_("Later. Push from e1 to e2: your loaded piece on e4 moves on to the centre."),
        asked=("e1-e2",),
        position=("w 7,8 T0Z0,T0Z0 W:e2,e3,Te4,h5 B:b5,c5,d5,h2 L:T1Z0,T2Z0 C:T0Z0,T0Z0"),
    ),
    Page(
        N_(
            "It is there, and you must decide at once: use its power, or lose it. Four white"
            " pieces stand in a row, but none is taken yet: the turn is not over. Choose move."
        ),
        asked=("+",),
    ),
    Page(
        N_(
            "The potential itself is now pushed in, from any dot, and costs nothing from your"
            " reserve. Keep away from the row, so that it still stands when the turn is over: from"
            " e9 to e8."
        ),
        asked=("e9-e8",),
    ),
    Page(
        N_(
            "Two moves in one turn, then the row came off. The potential on e8 is spent. It counts"
            " in your rows, and leaves the game when it is taken."
        )
    ),
    Page(
        N_("What if your opponent pushes it to the centre? Be Black, and push from a1 to b2."),
        asked=("a1-b2",),
        position="b 9,9 T0Z0,T0Z0 W:Td4,e2,h5 B:b2,c3,e8 L:T1Z0,T2Z0 C:T0Z0,T0Z0",
    ),
    Page(
        N_(
            "Now it is White's turn, and the extra move comes first. He must decide before"
            " anything else: choose move."
        ),
        asked=("+",),
    ),
    Page(N_("Enter the potential from i3 to h3: that is the extra move."), asked=("i3-h3",)),
    Page(
        N_("And now the normal move: b6 to b5, say."),
        asked=("b6-b5",),
    ),
    Page(
        N_(
            "Two moves again. At least three TAMSK-potentials each make a good game: the options"
            " set how many. Next lesson: the other kind."
        )
    ),
)

ZERTZ = (
    Page(
        N_(
            "The ZÈRTZ-potential jumps. It enters like the other kind, on top of a basic piece,"
            " before your first plain one. It needs no centre: any of your turns will do."
        )
    ),
    Page(
        N_(
            "Instead of pushing a piece in, it leaves its piece and jumps in a straight line over"
            " its neighbours, of any colour, onto the first vacant spot behind. First say so:"
            " choose c3, then jump."
        ),
        asked=("Zc3^",),
        position="w 8,8 T0Z0,T0Z0 W:Zc3,c4,d5,e5,f4,h5 B:b2,d4,e8 L:T0Z1,T0Z2 C:T0Z0,T0Z0",
    ),
    Page(
        N_(
            "Two ways: over c4 to c5, or over d4 and e5 to f5. On c5 it makes four in a row. Jump"
            " there."
        ),
        asked=("c5",),
    ),
    Page(
        N_(
            "The row came off: three pieces for your reserve. The potential was one of the four,"
            " and has left the game. Its piece still stands on c3, and what was jumped over stays."
        )
    ),
    Page(
        N_(
            "A jump costs nothing from your reserve. Here White has none left, and is still in the"
            " game, because he can jump from d4 over e5 and f5."
        ),
        asked=("Zd4^g5",),
        position="w 0,5 T0Z0,T0Z0 W:Zd4,b4,e3,f5 B:d6,e5,g3,h3 L:T0Z1,T0Z2 C:T0Z0,T0Z0",
    ),
    Page(
        N_("Both kinds may be mixed. Next lesson: your opponent need not put up with any of this.")
    ),
)

CHALLENGE = (
    Page(
        N_(
            "Challenges link the games of the project. Whoever uses a potential says so first. The"
            " opponent allows it, or challenges; then another game, a duel, decides whether the"
            " power works."
        )
    ),
    Page(
        N_("White has a loaded piece on d4. Push from a1 to b2, and it comes to the centre."),
        asked=("a1-b2",),
        position="w 8,8 T0Z0,T0Z0 W:b2,Td4,Zf3,h5 B:c3,d7,e8,f4 L:T0Z0,T1Z1 C:T1Z1,T1Z1",
    ),
    Page(N_("Say that you use the potential."), asked=("+",)),
    Page(
        N_(
            "Now be Black. You have one challenge for each kind, and once begun it is spent. Choose"
            " challenge."
        ),
        asked=("challenge",),
    ),
    Page(
        N_(
            "GIPF waits, and a duel begins. Here a die decides: one roll each, the higher wins, and"
            " equal rolls are White's, whose power it is. White rolls."
        ),
        asked=("roll",),
    ),
    Page(N_("A 3. Now Black."), asked=("roll",)),
    Page(
        N_(
            "Black rolled more and has won the duel. GIPF goes on exactly where it stood: the"
            " potential is lost, the extra move too, and the piece below it stays. Black moves"
            " next."
        ),
        answer=("i3-h3",),
    ),
    Page(
        N_(
            "White has another potential. Announce the jump of the piece on f3: choose f3, then"
            " jump. Black will challenge that, too."
        ),
        asked=("Zf3^",),
        answer=("challenge",),
    ),
    Page(
        N_(
            "This duel is a game of ZÈRTZ; to keep it short, the first captured marble wins. White"
            " begins: place a white marble on d4, and take a1 away."
        ),
        asked=("Wd4,a1",),
        answer=("Gd5,a4",),
    ),
    Page(
        N_("Black has put a grey marble next to yours. Jump over it, from d4 to d6."),
        asked=("x d4Gd6",),
    ),
    Page(
        N_("White has won the duel, and the power must be used. Jump over f4 to f5."),
        asked=("f5",),
    ),
    Page(
        N_(
            "That is the whole project: GIPF, with the other games inside. By default TAMSK"
            ' decides about TAMSK-potentials, and ZÈRTZ about its own; any game may. Choose "3 +'
            ' 3 potentials", and play!'
        )
    ),
)


def lessons() -> tuple[Lesson, ...]:
    """The lessons of this plugin."""
    return (
        Lesson(
            "basic",
            N_("1  The basic game"),
            N_("Push, take a row of four, capture, win."),
            BASIC,
            ("variant=basic",),
        ),
        Lesson(
            "gipf_pieces",
            N_("2  GIPF-pieces"),
            N_("Single and double pieces, what may be left standing, another way to lose."),
            GIPF_PIECES,
        ),
        Lesson(
            "tamsk",
            N_("3  The TAMSK-potential"),
            N_("An extra move from the centre."),
            TAMSK,
            ("variant=basic", "tamsk_potentials=2"),
        ),
        Lesson(
            "zertz",
            N_("4  The ZÈRTZ-potential"),
            N_("A jump over any pieces."),
            ZERTZ,
            ("variant=basic", "zertz_potentials=2"),
        ),
        Lesson(
            "challenge",
            N_("5  A challenge and its duel"),
            N_("Your opponent challenges a power, and another game decides."),
            CHALLENGE,
            (
                "variant=basic",
                "tamsk_potentials=1",
                "zertz_potentials=1",
                "challenges_enabled=on",
                "tamsk_duel=die",
                "zertz_duel=zertz",
                "zertz_duel.goals=1/1/1/1",
                "duel_first_player=owner",
            ),
        ),
    )
