"""GIPF page by page: the basic game, GIPF-pieces, TAMSK- and ZÈRTZ-potentials, a challenge."""

from __future__ import annotations

from gipf_meta import N_, Lesson, Page

BASIC = (
    Page(
        N_(
            "Welcome to GIPF. You are White. Push a white piece in from the border: the black piece"
            " in its way moves one step on[, from b2 to b3]."
        ),
        asked=("b1-b2",),
        answer=("b6-b5",),
    ),
    Page(
        N_(
            "Black has pushed back from the other end. Now that line has no gap, and is closed from"
            " both ends[: b2, b3, b4 and b5]. But from the same dot another line leads in. Push"
            " there."
        ),
        asked=("b1-c2",),
    ),
    Page(
        N_(
            "You push once a turn, and whoever cannot push has lost. Rows of four bring pieces back"
            " to your reserve. Here you have three on one line[: b5, c5 and e5]. Push a fourth in:"
            " it closes the gap."
        ),
        asked=("a5-b5",),
        position="w 8,9 T0Z0,T0Z0 W:b5,c5,e5,h5 B:b2,f4,g3,h2",
    ),
    Page(
        N_(
            "Four in a row come off, and everything connected to them on that line. Your four are"
            " back in your reserve. The three black pieces are captured, out of the game[: f4, g3"
            " and h2]."
        )
    ),
    Page(
        N_(
            "Now you. Three white pieces stand in one line with a gap between them[: c4, d4 and"
            " f3]. Find the push that makes four."
        ),
        asked=("e1-e2",),
        position="w 8,8 T0Z0,T0Z0 W:c4,d4,e2,e3,f3,h5 B:b5,c5,d5,e8,h2",
        find=True,
        mistakes=(
            ("h1-g2", N_("The gap in the middle stays, so no four are side by side.")),
            ("a4-b4", N_("Three in a row and a gap: a row needs four side by side.")),
            ("e9-e8", N_("That only pushes the black piece. Come from the other end.")),
        ),
    ),
    Page(
        N_(
            "A row is taken by the owner of its colour, whoever made it. Push in from below, and"
            " watch the black piece[ on e4]: it moves on into a black row."
        ),
        asked=("e1-e2",),
        answer=("xc3,d4,e5,f5",),
        position="w 8,8 T0Z0,T0Z0 W:b5,e2,e3,h5 B:c3,d4,e4,f5,h2",
    ),
    Page(
        N_(
            "Black took the row before moving, and has four pieces more in reserve. You have helped"
            " Black! Look at everything that your push moves."
        )
    ),
    Page(
        N_(
            "One push can make two rows that cross. You take one of them, and that breaks the"
            " other. Find the push, and take the row that also captures a black piece[, on g3]."
        ),
        asked=("e9-e8;xc5,d5,e5,f4,g3", "a1-b2;xc5,d5,e5,f4,g3"),
        position="w 5,9 T0Z0,T0Z0 W:c5,d4,d5,e6,e7,e8,f4 B:b2,c3,g3",
        find=True,
        mistakes=(
            ("a1-b2;xe5,e6,e7,e8", N_("Four come back, too, but no black piece is captured.")),
            ("e9-e8;xe5,e6,e7,e8", N_("Four come back, too, but no black piece is captured.")),
            ("e1-e2", N_("Your piece lands below and moves no other: no row yet.")),
        ),
    ),
    Page(
        N_(
            "You have one piece left in reserve, and so has Black. If you run out first, you lose."
            " Find the push that brings four back."
        ),
        asked=("a5-b5",),
        answer=("f8-f7",),
        position="w 1,1 T0Z0,T0Z0 W:c3,d4,d5,f5,h2 B:b5,c5,e8,g2,g6",
        find=True,
        mistakes=(
            ("a1-b2", N_("Three in a row, then a gap: nothing comes back.")),
            ("i5-h5", N_("The gap in the centre stays open. Something must be pushed into it.")),
            ("g7-f7", N_("Your last piece moves nothing into the gap in the centre.")),
        ),
    ),
    Page(
        N_(
            "Black has pushed in the last piece, and you have four. One more push of yours, and"
            " Black cannot answer: you win. Rows bring pieces back, captures take them away. That"
            " is the basic game."
        )
    ),
)

GIPF_PIECES = (
    Page(
        N_(
            "A GIPF-piece is two pieces, one on the other. It is pushed as one and counts as one in"
            " a row. In the tournament game the board is empty, and you begin with one: push it in."
        ),
        asked=("Ga1-b2",),
        answer=("Gi5-h5",),
    ),
    Page(
        N_(
            "It cost you two of your eighteen pieces. You may enter more of them, one a turn, until"
            " you enter a single piece. Push in one more GIPF-piece."
        ),
        asked=("Gb1-c2",),
        answer=("i1-h2",),
    ),
    Page(
        N_(
            "Black has entered a single piece, and from now on has only single ones. Do the same:"
            " push in a single piece."
        ),
        asked=("a5-b5",),
    ),
    Page(
        N_(
            "Why have them? You also lose when your last GIPF-piece is gone. Many make you safe and"
            " poor, few make you rich and easy to hurt."
        )
    ),
    Page(
        N_(
            "Whoever takes a row may leave any GIPF-piece in it standing. One of yours will be in"
            " your row, and a black one connected to it[: c5 and h2]. Make four, keep yours, and"
            " take Black's."
        ),
        asked=("a5-b5;xb5,c5,e5,f4,g3,Gh2",),
        position="w 7,8 T0Z0,T0Z0 W:b5,Gc5,e5,Gh5 B:b2,Ge8,Gh2,f4,g3 G:-",
        mistakes=(
            (
                "a5-b5;xb5,c5,Gd5,e5,f4,g3,Gh2",
                N_("Your GIPF-piece would come back as two single pieces. Leave it standing."),
            ),
            (
                "a5-b5;xb5,c5,e5,f4,g3",
                N_("The black GIPF-piece would stay in the game. Take it."),
            ),
        ),
    ),
    Page(
        N_(
            "Three pieces are back in your reserve. Black has lost a GIPF-piece and two more for"
            " good. A row of nothing but GIPF-pieces may stay as it is."
        )
    ),
    Page(
        N_(
            "Black has a single GIPF-piece left[, on f4]. Find the push that makes a row, and take"
            " the GIPF-piece with it."
        ),
        asked=("a5-b5;xb5,c5,d5,e5,Gf4",),
        position="w 7,8 T0Z0,T0Z0 W:b5,c5,e5,Gh5 B:b2,c3,Gf4 G:-",
        find=True,
        mistakes=(
            (
                "a5-b5;xb5,c5,d5,e5",
                N_("Black's last GIPF-piece would stay, and the game would go on. Take it."),
            ),
            ("i1-h2", N_("That is no row yet: the gap between your three stays open.")),
        ),
    ),
    Page(
        N_(
            "Black has no GIPF-piece left: you have won. There are three games: the basic one, the"
            " standard one with three GIPF-pieces each at the start, and the tournament game."
        )
    ),
)

TAMSK = (
    Page(
        N_(
            "Potentials are extra pieces that you agree on beforehand. Each has one power, for one"
            " use. A TAMSK-potential enters on top of a basic piece: push one in."
        ),
        asked=("Ta1-b2",),
        answer=("Ti1-h2",),
    ),
    Page(
        N_(
            "Enter your potentials before your first plain piece, or they are lost. A loaded piece"
            " is pushed like any other and counts as one in a row. Whoever takes the row may leave"
            " it standing."
        )
    ),
    Page(
        N_(
            "Its power wakes in the centre of the board[, on e5]. Here your loaded piece stands"
            " just below[, on e4]: push it there."
        ),
        asked=("e1-e2",),
        position="w 7,8 T0Z0,T0Z0 W:e2,e3,Te4,h5 B:b5,c5,d5,h2 L:T1Z0,T2Z0 C:T0Z0,T0Z0",
    ),
    Page(
        N_(
            "Use the power at once, or lose it: it is an extra move. Four white pieces stand in a"
            " row already, but rows come off when the turn is over. Use it."
        ),
        asked=("+",),
    ),
    Page(
        N_(
            "Now the potential itself is pushed in, from any dot, and costs nothing from your"
            " reserve. Push it in away from your row, so that the row stays as it is."
        ),
        asked=("g7-g6",),
        mistakes=(
            ("a5-b5", N_("That pushes a black piece into the centre, and your row apart.")),
            ("e1-e2", N_("The potential would join the row, and leave the game with it.")),
            ("d1-e2", N_("The potential would stand in the row, and leave the game with it.")),
        ),
    ),
    Page(
        N_(
            "Two moves in one turn, then the row came off. The potential is spent now. It counts in"
            " your rows, and leaves the game when it is taken."
        )
    ),
    Page(
        N_(
            "What if your opponent pushes it to the centre? Be Black for a moment, and push White's"
            " loaded piece there[, from d4]."
        ),
        asked=("a1-b2",),
        position="b 9,9 T0Z0,T0Z0 W:Td4,e2,h5 B:b2,c3,e8 L:T1Z0,T2Z0 C:T0Z0,T0Z0",
    ),
    Page(
        N_(
            "Now it is White's turn, and the extra move comes before the normal one. Be White"
            " again, and use the power."
        ),
        asked=("+",),
    ),
    Page(N_("Push the potential in: that is the extra move."), asked=("i3-h3",)),
    Page(N_("And now the normal move."), asked=("b6-b5",)),
    Page(
        N_(
            "Now you. Your loaded piece stands one step from the centre[, on d5]. Find the push"
            " that brings it there."
        ),
        asked=("a5-b5",),
        position="w 7,8 T0Z0,T0Z0 W:Td5,b5,f3,h5 B:c5,e8,g2 L:T1Z0,T2Z0 C:T0Z0,T0Z0",
        find=True,
        mistakes=(
            ("b6-b5", N_("Right piece, wrong line: that pushes it down, not to the centre.")),
            ("a4-b5", N_("That pushes up and to the right. Your loaded piece is on another line.")),
            ("d8-d7", N_("There is a gap before your loaded piece, so it does not move.")),
        ),
    ),
    Page(
        N_(
            "It is in the centre, and an extra move is yours. At least three TAMSK-potentials each"
            " make a good game; the options set how many."
        )
    ),
)

ZERTZ = (
    Page(
        N_(
            "The ZÈRTZ-potential jumps: instead of pushing, it leaves its piece and goes straight"
            " over its neighbours, of any colour, onto the first vacant spot behind. Say so first[:"
            " the loaded piece on c3 will jump]."
        ),
        asked=("Zc3^",),
        position="w 8,8 T0Z0,T0Z0 W:Zc3,c4,d5,e5,f4,h5 B:b2,d4,e8 L:T0Z1,T0Z2 C:T0Z0,T0Z0",
    ),
    Page(
        N_(
            "Two ways are open[: over c4 to c5, and over d4 and e5 to f5]. Find the jump that makes"
            " four in a row."
        ),
        asked=("c5",),
        find=True,
        mistakes=(("f5", N_("There it stands beside your line, not in it: no four in a row.")),),
    ),
    Page(
        N_(
            "The row came off: three pieces for your reserve. The potential was the fourth, and has"
            " left the game. Its piece still stands[ on c3], and what was jumped over stays."
        )
    ),
    Page(
        N_(
            "A jump costs nothing from your reserve. White has none left here, and is still in the"
            " game: one piece can jump. Find it."
        ),
        asked=("Zd4^g5",),
        position="w 0,5 T0Z0,T0Z0 W:Zd4,b4,e3,f5 B:d6,e5,g3,h3 L:T0Z1,T0Z2 C:T0Z0,T0Z0",
        find=True,
    ),
    Page(
        N_(
            "Here two of your pieces are loaded[: b2 and h5]. White has three in one line, with a"
            " gap in the centre. Find the jump that makes four."
        ),
        asked=("Zb2^e5;xe3,e4,ze5,e6",),
        position="w 6,8 T0Z0,T0Z0 W:Zb2,e3,e4,e6,Zh5 B:b5,c3,d4,g2,h4 L:T0Z0,T0Z2 C:T0Z0,T0Z0",
        find=True,
        mistakes=(("Zh5^", N_("That piece lands at the border, far from your three.")),),
    ),
    Page(
        N_(
            "Both kinds may be mixed in one game. But your opponent need not put up with any of"
            " this: that is the next lesson."
        )
    ),
)

CHALLENGE = (
    Page(
        N_(
            "Whoever uses a potential says so first. The other side allows it, or challenges; then"
            " another game, a duel, decides whether the power works. Push your loaded piece to the"
            " centre[, from d4]."
        ),
        asked=("a1-b2",),
        position="w 8,8 T0Z0,T0Z0 W:b2,Td4,Zf3,h5 B:c3,d7,e8,f4 L:T0Z0,T1Z1 C:T1Z1,T1Z1",
    ),
    Page(N_("Say that you use the potential."), asked=("+",)),
    Page(
        N_(
            "Now be Black. You have one challenge for each kind, and it is spent once the duel"
            " begins. Challenge the power."
        ),
        asked=("challenge",),
    ),
    Page(
        N_(
            "GIPF waits, and the duel begins. Here a die decides: one roll each, and the higher"
            " wins. Equal rolls are White's, whose power it is. Roll for White."
        ),
        asked=("roll",),
    ),
    Page(N_("A 3. Now roll for Black."), asked=("roll",)),
    Page(
        N_(
            "Black rolled more and has won the duel. GIPF goes on exactly where it stood. The"
            " potential is lost, the extra move too, and the piece below it stays."
        ),
        answer=("i3-h3",),
    ),
    Page(
        N_(
            "White has another potential[, on f3]. Be White, and say that it jumps. Black will"
            " challenge that, too."
        ),
        asked=("Zf3^",),
        answer=("challenge",),
    ),
    Page(
        N_(
            "This duel is a game of ZÈRTZ. To keep it short, the first captured marble wins. White"
            " begins: place a marble in the middle, then take a ring away at the edge."
        ),
        asked=("Wd4,a1",),
        answer=("Gd5,a4",),
    ),
    Page(
        N_(
            "Black has put a grey marble next to yours. A marble captures by jumping over a"
            " neighbour. Find a jump."
        ),
        asked=("x d4Gd6", "x d5Wd3"),
        find=True,
    ),
    Page(
        N_("You have won the duel, and now the power must be used. Find the jump."),
        asked=("f5",),
        find=True,
    ),
    Page(
        N_(
            "That is the whole project: GIPF, with the other games inside. By default TAMSK decides"
            " about TAMSK-potentials, and ZÈRTZ about its own; any game may."
        )
    ),
    Page(N_('Choose "3 + 3 potentials" for a match of your own, and play!')),
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
            theme="row",
        ),
        Lesson(
            "gipf_pieces",
            N_("2  GIPF-pieces"),
            N_("Two pieces in one, what may be left standing, another way to lose."),
            GIPF_PIECES,
            theme="gipf_taken",
        ),
        Lesson(
            "tamsk",
            N_("3  The TAMSK-potential"),
            N_("An extra move from the centre."),
            TAMSK,
            ("variant=basic", "tamsk_potentials=2"),
            theme="extra_move",
        ),
        Lesson(
            "zertz",
            N_("4  The ZÈRTZ-potential"),
            N_("A jump over any pieces."),
            ZERTZ,
            ("variant=basic", "zertz_potentials=2"),
            theme="announce",
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
            theme="allow_or_challenge",
        ),
    )
