"""Pages to read."""

from __future__ import annotations

from gipf_meta.texts import N_

KEYS = N_("""\
| key | what it does |
|---|---|
| arrows | the nearest point in that direction |
| q w e / a s d | the directions of a hexagonal board |
| n, N | the next, the previous point that can be clicked |
| Enter, Space, click | choose it |
| 1 to 9 | choose one of the words below the board |
| Escape | one step back |
| : | type a move in the game's notation |
| u, U | take back, play again |
| R, D, P | resign, offer a draw, pause the clock |
| F1 | the rules of the game |
| ctrl+l | leave; the match is kept, and waits in the list |
| ctrl+p | all commands, themes and glyphs |
| ctrl+q | quit |

Every match is kept after every decision.
""")
