"""The page that lists all keys."""

from __future__ import annotations

from gipf_meta.base.texts import N_

KEYS = N_("""\
| key | what it does |
|---|---|
| arrows | the nearest point in that direction |
| q w e / a s d | the directions of a hexagonal board |
| n, N | the next, the previous point that can be clicked |
| Enter, Space, click | choose it |
| 1 to 9, or the letters shown | choose one of the words below the board; a capital counts down |
| Escape | one step back |
| : | type a move in the game's notation |
| m | a menu of what the following keys do |
| H | a hint: what to play, and why |
| A | the best lines of the position, and the chances |
| u, U | take back, play again |
| R, D, P | resign, offer a draw, pause the clock |
| V, S | look at the match again, save it or a picture |
| F1 | the rules of the game |
| l | its lessons, in the list of the games and beside the rules |
| PageUp, PageDown | what stands beside the board |
| ctrl+l | leave; the match is kept, and waits in the list |
| ctrl+p | all commands, themes and glyphs |
| ctrl+z | back to the shell; no time passes |
| ctrl+q | quit |

While a match is looked at again:

| key | what it does |
|---|---|
| left, right | a decision back, on |
| up, down | a turn back, on, over its duel |
| Home, End | the beginning, the end |
| i, o | into the next duel, out of the duel |
| Space, [, ] | play by itself, or stop; slower, faster |
| a | the best lines of each position, and the chances; or no more |
| r | a review: what each turn was worth; stops it; sums it up |
| n, N | the next, the previous turn that the review has marked |
| b | play on from here, in a match of its own |
| m | a menu |

Every match is kept after every decision.
""")
"""All keys, as Markdown."""

LAUNCHER_PAGE = N_("""\
The upper list has the games, the middle one the matches that wait for you, the lower one the pages.
Beside them stands what the line with the cursor means.

| key | what it does |
|---|---|
| arrows | the next line, also from one list into the other |
| Enter | choose the line: set up a match, play on, open a page; so does a click |
| 1, a, h … | choose the line with that key beside it |
| l | the lessons of the game with the cursor |
| F1 | its rules |
| ctrl+p | all commands, themes and glyphs |
| ctrl+q | quit |

To play: choose a game, choose against whom, and press Play. A first game is told step by step in
the lessons. Every match is kept after every decision; one that is not over waits in the middle
list. In a match ? lists its keys.
""")
"""What the launcher is, as Markdown."""
