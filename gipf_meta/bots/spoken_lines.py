"""The lines that bots say to people: at the start of a match, at its end, and when somebody slips.

They are short, never mean, and name no place of a board. A line is chosen by a seed, so a match
that is played again is accompanied by the same lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias
from zlib import crc32

from gipf_meta.base.texts import N_, _

Occasion: TypeAlias = Literal["start", "won", "lost", "drawn", "resigned", "slip"]
"""An occasion for a line, as the bot sees it: it has *won*, or somebody has *resigned* against it;
*slip*: the other one has made a mistake."""

LINES: Final[Mapping[str, Mapping[Occasion, Sequence[str]]]] = {
    "beginner": {
        "start": (
            N_("Hello! I am still learning, so let us both try something."),
            N_("Ready? I like bold moves, even when they fail."),
            N_("Let us play! I shall try the first idea that I like."),
        ),
        "won": (
            N_("I won? I won! Another one?"),
            N_("That worked! I was not sure at all."),
        ),
        "lost": (
            N_("Well played! I saw it one move too late."),
            N_("You won, and I had fun. Once more?"),
        ),
        "drawn": (N_("A draw! We are as good as each other."),),
        "resigned": (N_("Oh, I was just getting curious. Again?"),),
        "slip": (
            N_("Oh! I think that helped me."),
            N_("May I really have that? Thank you!"),
        ),
    },
    "easy": {
        "start": (
            N_("Good to see you. I have cleaned my glasses for this."),
            N_("Let us take our time. I tend to miss things."),
            N_("I shall see your threats. Most of them."),
        ),
        "won": (
            N_("That one I did see. Good game."),
            N_("It came out well for once. Thank you."),
        ),
        "lost": (
            N_("I overlooked something again, did I not? Well done."),
            N_("Nicely done. I looked the other way."),
        ),
        "drawn": (N_("Even. I can live with that."),),
        "resigned": (N_("Already? I had not even noticed that I was ahead."),),
        "slip": (
            N_("Even I saw that one."),
            N_("Have another look at that move: it gave me something."),
        ),
    },
    "medium": {
        "start": (
            N_("Let us play a clean game."),
            N_("I play it safe. Let us see what you find."),
            N_("Good luck. I shall be careful."),
        ),
        "won": (
            N_("Patience was enough today. Good game."),
            N_("Step by step. Thank you for the game."),
        ),
        "lost": (
            N_("You played better. I shall remember how."),
            N_("Fair and square. Well played."),
        ),
        "drawn": (N_("Nobody gave way. A fair result."),),
        "resigned": (N_("A sensible decision. We can begin anew."),),
        "slip": (
            N_("I do not let that pass."),
            N_("That move left me an opening."),
        ),
    },
    "hard": {
        "start": (
            N_("Take a seat. I have a plan already."),
            N_("I look far ahead. Do not hurry."),
            N_("Let us see how deep you look."),
        ),
        "won": (
            N_("As planned, more or less. A good fight."),
            N_("You made me think. That is a compliment."),
        ),
        "lost": (
            N_("I did not see that far. My hat is off to you."),
            N_("Remarkable. I should like a rematch."),
        ),
        "drawn": (N_("A draw. We have both counted well."),),
        "resigned": (N_("Well recognised. Few see it so early."),),
        "slip": (
            N_("I was hoping for that move."),
            N_("That is worth a second look: it cleared the way for me."),
        ),
    },
    "expert": {
        "start": (
            N_("I give nothing away. Show me something."),
            N_("Welcome. I am curious what you have prepared."),
            N_("Take all the time that you need."),
        ),
        "won": (
            N_("A pleasure. Do come back."),
            N_("Thank you. I enjoyed thinking about it."),
        ),
        "lost": (
            N_("Splendid. I have nothing to add."),
            N_("You have earned that. I shall think it over."),
        ),
        "drawn": (N_("Neither of us gave anything away."),),
        "resigned": (N_("Graciously done. Until the next one."),),
        "slip": (
            N_("Thank you. I shall use that."),
            N_("There was something better there."),
        ),
    },
    "greedy": {
        "start": (
            N_("I take what I can get. Fair warning."),
            N_("Well, what have we here? It looks delicious."),
            N_("First come, first served."),
        ),
        "won": (
            N_("All mine! A good meal, thank you."),
            N_("I took everything, and it was enough."),
        ),
        "lost": (
            N_("I had my eyes on the wrong thing. Well played."),
            N_("I ate too fast. You win."),
        ),
        "drawn": (N_("We share? So be it."),),
        "resigned": (N_("You leave it all to me? Thank you."),),
        "slip": (
            N_("For me? With pleasure."),
            N_("I could not resist that one."),
        ),
    },
    "random": {
        "start": (
            N_("I have no plan. It is a good plan."),
            N_("Let us see what happens!"),
            N_("I shall surprise both of us."),
        ),
        "won": (
            N_("Did I do that? How lovely."),
            N_("Luck is a skill, too, they say."),
        ),
        "lost": (
            N_("That was coming, I suppose. Fun all the same."),
            N_("You had a plan. That is almost unfair."),
        ),
        "drawn": (N_("Neither here nor there. I like it."),),
        "resigned": (N_("Just when I was about to have an idea!"),),
        "slip": (
            N_("Was that on purpose? I never know."),
            N_("That may even help me, I think."),
        ),
    },
}
"""The lines of each bot, by its level."""


def level_of(kind: str) -> str:
    """The level of a player of that *kind*, ``greedy`` of ``greedy:500``; ``""``: it is none of our
    bots."""
    level = kind.partition(":")[0]
    return level if level in LINES else ""


def line_of(level: str, occasion: Occasion, seed: int) -> str:
    """The line of the bot of that *level* on an *occasion*, in the reader's language."""
    lines = LINES[level][occasion]
    # CPython's ``hash`` differs between processes
    return _(lines[crc32(f"{seed}/{occasion}".encode()) % len(lines)])


def lines_at_slips(level: str, seed: int) -> list[str]:
    """The lines of the bot of that *level* at the slips of a match, in the reader's language: the
    first, then the second."""
    lines = LINES[level]["slip"]
    first = crc32(f"{seed}/slip".encode()) % len(lines)
    return [_(line) for line in (*lines[first:], *lines[:first])]
