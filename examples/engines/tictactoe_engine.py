"""An engine for tic-tac-toe that never loses: it reads the lines of docs/engines.md, and answers.

    gipf-meta --with examples/tictactoe/gipf_meta_tictactoe.py play tictactoe \
        --seats human 'engine:python3 examples/engines/tictactoe_engine.py'
"""

import sys

CELLS = [f"{column}{row}" for row in "321" for column in "abc"]
ROWS = "a1a2a3 b1b2b3 c1c2c3 a1b1c1 a2b2c2 a3b3c3 a1b2c3 a3b2c1"
LINES = [{line[:2], line[2:4], line[4:]} for line in ROWS.split()]


def has_won(taken):
    """Whether the player who took the last cell has three in a row."""
    return any(line <= set(taken[::-2]) for line in LINES)


def free(taken):
    """The cells that may be taken."""
    return [] if has_won(taken) else [cell for cell in CELLS if cell not in taken]


def worth(taken, known={}):  # noqa: B006
    """The value of a board for the player on turn: 1 won, 0 drawn, -1 lost."""
    key = frozenset(taken[0::2]), frozenset(taken[1::2])
    if key not in known:
        ends = -1 if has_won(taken) else 0
        known[key] = max((-worth([*taken, cell]) for cell in free(taken)), default=ends)
    return known[key]


def answer(line, taken):
    """The lines that answer a command; *taken* are the cells in the order they were taken."""
    word, _, rest = line.partition(" ")
    if word == "hello":
        return ["engine Tic-tac-toe sample", "plays tictactoe", "ok"]
    if word == "game" and rest != "tictactoe 2":
        return ["error I play tictactoe for two."]
    if word == "start" and rest:
        return ["error Tic-tac-toe has no positions on one line."]
    if word in ("game", "start"):
        taken.clear()
        return ["ok"]
    if word == "play":
        seat, _, cell = rest.partition(" ")
        if seat != str(len(taken) % 2) or cell not in free(taken):
            return [f"error {cell} cannot be taken by {seat}; free: {', '.join(free(taken))}."]
        taken.append(cell)
        return ["ok"]
    if word == "legal":
        return [*(f"legal {cell}" for cell in free(taken)), "ok"]
    if word == "go":
        if not free(taken):
            return ["error The game is over."]
        best = max(free(taken), key=lambda cell: -worth([*taken, cell]))
        chances = 50 * (1 - worth([*taken, best]))
        return [f"info rank 1 chances {chances:g} sure line {best}", f"best {best}", "ok"]
    return [f"error I do not know {word!r}."]


def main():
    """Answers each line, until the input ends."""
    taken = []
    for line in sys.stdin:
        line = line.strip()
        if line == "quit":
            break
        if line and line != "stop":  # it decides at once: there is nothing to stop
            print(*answer(line, taken), sep="\n", flush=True)


if __name__ == "__main__":
    main()
