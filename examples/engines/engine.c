/* An engine in C for tic-tac-toe, ZÈRTZ and DVONN, which speaks the lines of docs/engines.md.
 *
 *     cc -O2 -o engine examples/engines/engine.c -lm
 *     gipf-meta engine-check ./engine zertz dvonn
 *     gipf-meta play zertz --seats human engine:./engine
 *
 * It knows the rules by itself (docs/reference), each game with its usual options, and searches by
 * Monte Carlo: it plays games at random from here, more often where they were won before. It needs
 * C11 and a POSIX system. To let it play another game write what a `Game` has, and name it in
 * `games`.
 */

#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- what a game is -------------------------------------------------------------------------- */

enum { MOST_MOVES = 512, MOST_CELLS = 49, TEXT = 16 };

typedef int Move; /* a decision; each game has numbers of its own for them */
typedef uint64_t Cells; /* a set of cells: a bit for each */

enum Colour { WHITE, GREY, BLACK, COLOURS };

typedef struct {
    Cells marked[2];
} Tictactoe;

typedef struct {
    Cells rings, marbles[COLOURS];
    int pool[COLOURS], captured[2][COLOURS];
    enum { TO_BEGIN, TO_REMOVE, TO_JUMP_ON } step; /* what is due in the turn */
    int jumper; /* the cell of the marble that must jump on */
    size_t turns; /* how many keys of `past` belong to this game */
} Zertz;

typedef struct {
    int placed; /* of the 49 pieces of the first phase */
    signed char height[MOST_CELLS], owner[MOST_CELLS]; /* 0, 1; NOBODY: empty, or a lone DVONN */
    bool has_dvonn[MOST_CELLS];
} Dvonn;

enum { NOBODY = 2 };

typedef struct {
    int seat; /* who decides */
    bool is_over;
    double result; /* for seat 0, when it is over: 1 won, 0.5 drawn, 0 lost */
    union {
        Tictactoe tictactoe;
        Zertz zertz;
        Dvonn dvonn;
    };
} State;

typedef struct {
    const char *id;
    void (*start)(State *);
    const char *(*read)(State *, char *position); /* why it cannot be read; NULL: it was read */
    int (*moves)(const State *, Move *); /* writes the legal decisions, and says how many */
    void (*apply)(State *, Move);
    void (*write)(const State *, Move, char *text);
} Game;

static void end(State *state, double result) {
    state->is_over = true;
    state->result = result;
}

static void end_won_by(State *state, int seat) { end(state, seat == 0 ? 1 : 0); }

static Cells bit(int cell) { return (Cells)1 << cell; }

/* Adds up the bits side by side: of two, of four, of eight, of all. */
static int count(Cells cells) {
    cells -= cells >> 1 & 0x5555555555555555u;
    cells = (cells & 0x3333333333333333u) + (cells >> 2 & 0x3333333333333333u);
    return (int)(((cells + (cells >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

/* The lowest cell of a set that has one: so many lie below it. */
static int lowest(Cells cells) { return count((cells & -cells) - 1); }

/* ---- tic-tac-toe ----------------------------------------------------------------------------- */

static const Cells ROWS[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static void tictactoe_start(State *state) { (void)state; /* nothing is marked */ }

static const char *tictactoe_read(State *state, char *position) {
    (void)state, (void)position;
    return "Tic-tac-toe has no positions on one line.";
}

static int tictactoe_moves(const State *state, Move *moves) {
    Cells marked = state->tictactoe.marked[0] | state->tictactoe.marked[1];
    int number = 0;
    for (int cell = 0; cell < 9; cell++)
        if (!(marked & bit(cell))) moves[number++] = cell;
    return number;
}

static void tictactoe_apply(State *state, Move cell) {
    Cells *marked = state->tictactoe.marked;
    int mover = state->seat;
    marked[mover] |= bit(cell);
    state->seat = 1 - mover;
    if (count(marked[0] | marked[1]) == 9) end(state, 0.5);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if ((marked[mover] & ROWS[i]) == ROWS[i]) end_won_by(state, mover);
}

static void tictactoe_write(const State *state, Move cell, char *text) {
    (void)state;
    sprintf(text, "%c%d", 'a' + cell % 3, 1 + cell / 3);
}

/* ---- boards of cells with six neighbours ----------------------------------------------------- */

enum { DIRECTIONS = 6, NO_CELL = -1 };

typedef struct {
    int cells;
    char name[MOST_CELLS][3];
    int next[MOST_CELLS][DIRECTIONS]; /* the directions go round: d and d + 3 are opposite */
} Board;

static Board zertz_board, dvonn_board;

/* The neighbour's coordinates less those of the cell; both boards count along two such axes. */
static const int ASIDE[DIRECTIONS] = {0, 1, 1, 0, -1, -1}, UP[DIRECTIONS] = {1, 1, 0, -1, -1, 0};

/* Fills a board with the cells that lie at *aside* and *up*. */
static void connect(Board *board, const int *aside, const int *up) {
    for (int cell = 0; cell < board->cells; cell++)
        for (int d = 0; d < DIRECTIONS; d++) {
            board->next[cell][d] = NO_CELL;
            for (int other = 0; other < board->cells; other++)
                if (aside[other] == aside[cell] + ASIDE[d] && up[other] == up[cell] + UP[d])
                    board->next[cell][d] = other;
        }
}

/* The 37 rings: columns a to g of 4 to 7 rings, which bend at column d (zertz.md 1). */
static void make_zertz_board(void) {
    int aside[MOST_CELLS], up[MOST_CELLS];
    for (int column = 0; column < 7; column++)
        for (int ring = 1; ring <= 7 - abs(column - 3); ring++) {
            int cell = zertz_board.cells++;
            aside[cell] = column;
            up[cell] = ring + (column > 3 ? column - 3 : 0);
            sprintf(zertz_board.name[cell], "%c%d", 'a' + column, ring);
        }
    connect(&zertz_board, aside, up);
}

/* The 49 spaces: rows 1 to 5, slanting letters a to k (dvonn.md 1). */
static void make_dvonn_board(void) {
    int aside[MOST_CELLS], up[MOST_CELLS];
    for (int column = 1; column <= 11; column++)
        for (int row = 1; row <= 5; row++)
            if (column - row >= -2 && column - row <= 8) {
                int cell = dvonn_board.cells++;
                aside[cell] = column;
                up[cell] = row;
                sprintf(dvonn_board.name[cell], "%c%d", 'a' + column - 1, row);
            }
    connect(&dvonn_board, aside, up);
}

static int find_cell(const Board *board, const char *name) {
    for (int cell = 0; cell < board->cells; cell++)
        if (!strcmp(board->name[cell], name)) return cell;
    return NO_CELL;
}

/* The cells of *among* that hang together with *cell*. */
static Cells region_of(const Board *board, int cell, Cells among) {
    Cells region = bit(cell), edge = region;
    while (edge) {
        int from = lowest(edge);
        edge &= edge - 1;
        for (int d = 0; d < DIRECTIONS; d++) {
            int to = board->next[from][d];
            if (to != NO_CELL && (bit(to) & among & ~region)) {
                region |= bit(to);
                edge |= bit(to);
            }
        }
    }
    return region;
}

/* ---- ZÈRTZ (docs/reference/zertz.md) --------------------------------------------------------- */

/* Decisions: a colour on a cell, a ring that goes, a jump from a cell in a direction. */
enum { REMOVE = 256, JUMP = 512 };

static const char LETTERS[] = "WGB";
static const int ALL_MARBLES[COLOURS] = {6, 8, 10}, GOALS[COLOURS] = {4, 5, 6};
enum { OF_EACH = 3 };

/* The positions at the ends of all turns so far, as keys, for the third time of one (8). */
static uint64_t *past;
static size_t past_room;

static uint64_t mix(uint64_t key, uint64_t more) {
    key = (key ^ more) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}

static uint64_t zertz_key(const State *state) {
    const Zertz *zertz = &state->zertz;
    uint64_t key = mix((uint64_t)state->seat, zertz->rings);
    for (int colour = 0; colour < COLOURS; colour++) {
        key = mix(key, zertz->marbles[colour]);
        key = mix(key, (uint64_t)zertz->pool[colour]);
        key = mix(key, (uint64_t)(zertz->captured[0][colour] << 8 | zertz->captured[1][colour]));
    }
    return key;
}

/* Notes the position, and says how often it has been there. */
static int zertz_note(State *state) {
    uint64_t key = zertz_key(state);
    size_t turns = state->zertz.turns++;
    int times = 1;
    if (turns >= past_room) {
        past_room = 2 * past_room + 256;
        past = realloc(past, past_room * sizeof *past);
        if (!past) exit(1);
    }
    for (size_t turn = 0; turn < turns; turn++) times += past[turn] == key;
    past[turns] = key;
    return times;
}

static Cells zertz_marbles(const Zertz *zertz) {
    return zertz->marbles[WHITE] | zertz->marbles[GREY] | zertz->marbles[BLACK];
}

static int colour_at(const Zertz *zertz, int cell) {
    int colour = WHITE;
    while (!(zertz->marbles[colour] & bit(cell))) colour++;
    return colour;
}

static bool has_any(const int *marbles) {
    return marbles[WHITE] || marbles[GREY] || marbles[BLACK];
}

/* Where a jump from a cell lands; NO_CELL if it cannot be (5). */
static int landing(const Zertz *zertz, int from, int direction) {
    Cells marbles = zertz_marbles(zertz);
    int over = zertz_board.next[from][direction];
    if (over == NO_CELL || !(marbles & bit(over))) return NO_CELL;
    int to = zertz_board.next[over][direction];
    bool is_vacant = to != NO_CELL && (zertz->rings & ~marbles & bit(to));
    return is_vacant ? to : NO_CELL;
}

static int zertz_jumps(const Zertz *zertz, Cells from, Move *moves) {
    int number = 0;
    for (; from; from &= from - 1)
        for (int d = 0, cell = lowest(from); d < DIRECTIONS; d++)
            if (landing(zertz, cell, d) != NO_CELL) moves[number++] = JUMP + 8 * cell + d;
    return number;
}

/* Vacant rings beside which two places that touch each other have no ring (4). */
static Cells free_rings(const Zertz *zertz) {
    Cells found = 0;
    for (Cells rest = zertz->rings & ~zertz_marbles(zertz); rest; rest &= rest - 1) {
        int cell = lowest(rest), missing = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            int beside = zertz_board.next[cell][d];
            if (beside == NO_CELL || !(zertz->rings & bit(beside))) missing |= 1 << d;
        }
        if (missing & (missing >> 1 | missing << (DIRECTIONS - 1))) found |= bit(cell);
    }
    return found;
}

static int zertz_moves(const State *state, Move *moves) {
    const Zertz *zertz = &state->zertz;
    if (zertz->step == TO_JUMP_ON) return zertz_jumps(zertz, bit(zertz->jumper), moves);
    int number = 0;
    if (zertz->step == TO_REMOVE) {
        for (Cells rest = free_rings(zertz); rest; rest &= rest - 1)
            moves[number++] = REMOVE + lowest(rest);
        return number;
    }
    number = zertz_jumps(zertz, zertz_marbles(zertz), moves);
    if (number) return number; /* who can capture must */
    const int *from = has_any(zertz->pool) ? zertz->pool : zertz->captured[state->seat];
    for (int colour = 0; colour < COLOURS; colour++)
        for (Cells rest = zertz->rings & ~zertz_marbles(zertz); from[colour] && rest;
             rest &= rest - 1)
            moves[number++] = 64 * colour + lowest(rest);
    return number;
}

static bool has_goal(const int *captured) {
    bool has_each = true;
    for (int colour = 0; colour < COLOURS; colour++) {
        if (captured[colour] >= GOALS[colour]) return true;
        has_each = has_each && captured[colour] >= OF_EACH;
    }
    return has_each;
}

/* Whether the game is over when *mover* has had his turn, and the other one is to have his (7). */
static void zertz_judge(State *state, int mover) {
    Zertz *zertz = &state->zertz;
    Move moves[MOST_MOVES];
    bool has_marble = has_any(zertz->pool) || has_any(zertz->captured[1 - mover]);
    if (has_goal(zertz->captured[mover]) || !(zertz->rings & ~zertz_marbles(zertz)) ||
        (!has_marble && !zertz_jumps(zertz, zertz_marbles(zertz), moves)))
        end_won_by(state, mover);
    if (zertz_note(state) == 3 && !state->is_over) end(state, 0.5);
}

static void end_turn(State *state) {
    int mover = state->seat;
    state->zertz.step = TO_BEGIN;
    state->seat = 1 - mover;
    zertz_judge(state, mover);
}

/* Who has placed a marble takes every region without a vacant ring, rings and all (6). */
static void take_full_regions(State *state) {
    Zertz *zertz = &state->zertz;
    Cells marbles = zertz_marbles(zertz);
    for (Cells rest = zertz->rings; rest;) {
        Cells region = region_of(&zertz_board, lowest(rest), zertz->rings);
        rest &= ~region;
        if (region & ~marbles) continue;
        zertz->rings &= ~region;
        for (int colour = 0; colour < COLOURS; colour++) {
            zertz->captured[state->seat][colour] += count(zertz->marbles[colour] & region);
            zertz->marbles[colour] &= ~region;
        }
    }
}

static void zertz_jump(State *state, int from, int direction) {
    Zertz *zertz = &state->zertz;
    int over = zertz_board.next[from][direction], to = zertz_board.next[over][direction];
    int taken = colour_at(zertz, over), jumping = colour_at(zertz, from);
    zertz->marbles[taken] &= ~bit(over);
    zertz->captured[state->seat][taken]++;
    zertz->marbles[jumping] ^= bit(from) | bit(to);
    zertz->step = TO_JUMP_ON;
    zertz->jumper = to;
    Move moves[MOST_MOVES];
    if (!zertz_jumps(zertz, bit(to), moves)) end_turn(state);
}

static void zertz_apply(State *state, Move move) {
    Zertz *zertz = &state->zertz;
    if (move >= JUMP) {
        zertz_jump(state, (move - JUMP) / 8, move % 8);
        return;
    }
    if (move >= REMOVE) {
        zertz->rings &= ~bit(move - REMOVE);
    } else {
        int *from = has_any(zertz->pool) ? zertz->pool : zertz->captured[state->seat];
        from[move / 64]--;
        zertz->marbles[move / 64] |= bit(move % 64);
        if (free_rings(zertz)) {
            zertz->step = TO_REMOVE;
            return;
        }
    }
    take_full_regions(state);
    end_turn(state);
}

static void zertz_write(const State *state, Move move, char *text) {
    const Zertz *zertz = &state->zertz;
    if (move >= JUMP) {
        int from = (move - JUMP) / 8, direction = move % 8;
        int over = zertz_board.next[from][direction], to = landing(zertz, from, direction);
        if (zertz->step != TO_JUMP_ON) text += sprintf(text, "x %s", zertz_board.name[from]);
        sprintf(text, "%c%s", LETTERS[colour_at(zertz, over)], zertz_board.name[to]);
    } else if (move >= REMOVE) {
        sprintf(text, "%s", zertz_board.name[move - REMOVE]);
    } else {
        sprintf(text, "%c%s", LETTERS[move / 64], zertz_board.name[move % 64]);
    }
}

static void zertz_start(State *state) {
    Zertz *zertz = &state->zertz;
    zertz->rings = bit(zertz_board.cells) - 1;
    memcpy(zertz->pool, ALL_MARBLES, sizeof zertz->pool);
    zertz_note(state);
}

/* Reads counts of marbles, as 6/8/10. */
static bool read_counts(const char *text, int *counts) {
    char rest;
    if (!text || strspn(text, "0123456789/") != strlen(text) || strlen(text) > 8) return false;
    return sscanf(text, "%2d/%2d/%2d%c", counts, counts + 1, counts + 2, &rest) == 3;
}

static const char *zertz_read(State *state, char *position) {
    Zertz *zertz = &state->zertz;
    char *fields[6] = {0}, *rest = position;
    for (int number = 0; number < 6; number++) fields[number] = strtok_r(NULL, " ", &rest);
    if (!fields[4] || strtok_r(NULL, " ", &rest)) return "A position has five fields, or six.";
    for (char *item = strtok_r(fields[0], ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        const char *letter = strchr(LETTERS, *item);
        int cell = find_cell(&zertz_board, item + (letter != NULL));
        if (cell == NO_CELL) return "The first field names what is no ring.";
        if (zertz->rings & bit(cell)) return "A ring is named twice.";
        zertz->rings |= bit(cell);
        if (letter) zertz->marbles[letter - LETTERS] |= bit(cell);
    }
    if (!read_counts(fields[1], zertz->pool) || !read_counts(fields[2], zertz->captured[0]) ||
        !read_counts(fields[3], zertz->captured[1]))
        return "Marbles are counted as white/grey/black, such as 6/8/10.";
    if (strcmp(fields[4], "1") && strcmp(fields[4], "2")) return "The side to move is 1 or 2.";
    state->seat = fields[4][0] - '1';
    if (!fields[5]) {
        zertz_judge(state, 1 - state->seat);
    } else if (!strcmp(fields[5], "remove")) {
        zertz->step = TO_REMOVE;
        if (!free_rings(zertz)) return "No ring can be removed.";
    } else if (!strncmp(fields[5], "jump:", 5)) {
        Move moves[MOST_MOVES];
        zertz->step = TO_JUMP_ON;
        zertz->jumper = find_cell(&zertz_board, fields[5] + 5);
        if (zertz->jumper == NO_CELL || !(zertz_marbles(zertz) & bit(zertz->jumper)) ||
            !zertz_moves(state, moves))
            return "That marble cannot jump.";
    } else {
        return "The sixth field is remove or jump:RING.";
    }
    return NULL;
}

/* ---- DVONN (docs/reference/dvonn.md) --------------------------------------------------------- */

/* Decisions: a space that is filled, a stack that moves in a direction, a pass. */
enum { MOVE = 64, PASS = 1024, DVONNS = 3, PIECES = 23 };

/* Where a stack that moves in a direction comes to lie; NO_CELL: off the board (4). */
static int destination(const Dvonn *dvonn, int from, int direction) {
    int to = from;
    for (int left = dvonn->height[from]; left && to != NO_CELL; left--)
        to = dvonn_board.next[to][direction];
    return to;
}

static bool is_surrounded(const Dvonn *dvonn, int cell) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int beside = dvonn_board.next[cell][d];
        if (beside == NO_CELL || !dvonn->height[beside]) return false;
    }
    return true;
}

/* The moves of stacks that a seat has (4). */
static int dvonn_stack_moves(const Dvonn *dvonn, int seat, Move *moves) {
    int number = 0;
    for (int cell = 0; cell < dvonn_board.cells; cell++) {
        if (dvonn->owner[cell] != seat || is_surrounded(dvonn, cell)) continue;
        for (int d = 0; d < DIRECTIONS; d++) {
            int to = destination(dvonn, cell, d);
            if (to != NO_CELL && dvonn->height[to]) moves[number++] = MOVE + 8 * cell + d;
        }
    }
    return number;
}

static int dvonn_moves(const State *state, Move *moves) {
    const Dvonn *dvonn = &state->dvonn;
    int number = 0;
    if (dvonn->placed < dvonn_board.cells) {
        for (int cell = 0; cell < dvonn_board.cells; cell++)
            if (!dvonn->height[cell]) moves[number++] = cell;
        return number;
    }
    number = dvonn_stack_moves(dvonn, state->seat, moves);
    if (number) return number;
    moves[0] = PASS; /* the other one has a move, or the game would be over */
    return 1;
}

/* Ends the game when neither seat has a move: the higher stacks win (5). */
static void dvonn_judge(State *state) {
    const Dvonn *dvonn = &state->dvonn;
    Move moves[MOST_MOVES];
    if (dvonn_stack_moves(dvonn, 0, moves) || dvonn_stack_moves(dvonn, 1, moves)) return;
    int score[3] = {0};
    for (int cell = 0; cell < dvonn_board.cells; cell++)
        score[(int)dvonn->owner[cell]] += dvonn->height[cell];
    end(state, score[0] > score[1] ? 1 : score[0] < score[1] ? 0 : 0.5);
}

/* Takes away what has no contact with a DVONN piece (4). */
static void lose_contact(Dvonn *dvonn) {
    Cells stacks = 0;
    for (int cell = 0; cell < dvonn_board.cells; cell++)
        if (dvonn->height[cell]) stacks |= bit(cell);
    while (stacks) {
        Cells group = region_of(&dvonn_board, lowest(stacks), stacks), rest;
        bool has_contact = false;
        for (rest = group; rest; rest &= rest - 1)
            has_contact = has_contact || dvonn->has_dvonn[lowest(rest)];
        for (rest = has_contact ? 0 : group; rest; rest &= rest - 1) {
            dvonn->height[lowest(rest)] = 0;
            dvonn->owner[lowest(rest)] = NOBODY;
        }
        stacks &= ~group;
    }
}

/* Who places after so many pieces; White moves first when all stand (3). */
static int who_places(int placed) { return placed == MOST_CELLS ? 0 : placed % 2; }

static void dvonn_place(Dvonn *dvonn, int cell, int owner) {
    dvonn->height[cell] = 1;
    dvonn->owner[cell] = (signed char)owner;
    dvonn->has_dvonn[cell] = owner == NOBODY;
}

static void dvonn_apply(State *state, Move move) {
    Dvonn *dvonn = &state->dvonn;
    if (move < MOVE) {
        dvonn_place(dvonn, move, dvonn->placed < DVONNS ? NOBODY : state->seat);
        state->seat = who_places(++dvonn->placed);
        return; /* a full board is never the end (5) */
    }
    if (move != PASS) {
        int from = (move - MOVE) / 8, to = destination(dvonn, from, move % 8);
        dvonn->height[to] = (signed char)(dvonn->height[to] + dvonn->height[from]);
        dvonn->owner[to] = dvonn->owner[from];
        dvonn->has_dvonn[to] = dvonn->has_dvonn[to] || dvonn->has_dvonn[from];
        dvonn->height[from] = 0;
        dvonn->owner[from] = NOBODY;
        dvonn->has_dvonn[from] = false;
        lose_contact(dvonn);
    }
    state->seat = 1 - state->seat;
    dvonn_judge(state);
}

static void dvonn_write(const State *state, Move move, char *text) {
    if (move == PASS) {
        strcpy(text, "-");
    } else if (move < MOVE) {
        strcpy(text, dvonn_board.name[move]);
    } else {
        int from = (move - MOVE) / 8, to = destination(&state->dvonn, from, move % 8);
        sprintf(text, "%s-%s", dvonn_board.name[from], dvonn_board.name[to]);
    }
}

static void dvonn_start(State *state) {
    memset(state->dvonn.owner, NOBODY, sizeof state->dvonn.owner);
}

/* Reads a stack, as BDWh5, and counts its pieces by the letters of "WBD". */
static const char *read_stack(Dvonn *dvonn, const char *item, int *pieces) {
    static const char letters[] = "WBD"; /* in the order of owners */
    size_t height = strspn(item, letters);
    int cell = find_cell(&dvonn_board, item + height);
    if (cell == NO_CELL || !height || height > MOST_CELLS) return "That is no stack on a space.";
    if (dvonn->height[cell]) return "A space is named twice.";
    dvonn->height[cell] = (signed char)height;
    for (size_t piece = 0; piece < height; piece++) {
        int owner = (int)(strchr(letters, item[piece]) - letters);
        pieces[owner]++;
        dvonn->owner[cell] = (signed char)owner;
        dvonn->has_dvonn[cell] = dvonn->has_dvonn[cell] || owner == NOBODY;
    }
    if (height > 1 && dvonn->owner[cell] == NOBODY) return "A DVONN piece lies on top.";
    return NULL;
}

/* Whether so many pieces stand, and are in hand, when so many were placed in turn (3). */
static bool are_placed_in_turn(int placed, const int *stand, const int *hand) {
    int whites = placed > DVONNS ? (placed - DVONNS) / 2 : 0;
    int blacks = placed > DVONNS ? (placed - DVONNS + 1) / 2 : 0;
    int dvonns = placed < DVONNS ? placed : DVONNS;
    return stand[0] == whites && stand[1] == blacks && stand[2] == dvonns &&
           hand[0] == PIECES - whites && hand[1] == PIECES - blacks && hand[2] == DVONNS - dvonns;
}

static const char *dvonn_read(State *state, char *position) {
    Dvonn *dvonn = &state->dvonn;
    int hand[3], stand[3] = {0}, highest = 0;
    char side, *rest;
    int length = 0;
    dvonn_start(state);
    sscanf(position, "%c D%2dW%2dB%2d %n", &side, &hand[2], &hand[0], &hand[1], &length);
    if (!length || !strchr("wb-", side)) return "A position begins so: w D3W23B23.";
    position += length;
    bool is_empty = !strcmp(position, "-");
    for (char *item = strtok_r(position, ",", &rest); item && !is_empty;
         item = strtok_r(NULL, ",", &rest)) {
        const char *why = read_stack(dvonn, item, stand);
        if (why) return why;
    }
    for (int cell = 0; cell < dvonn_board.cells; cell++)
        if (dvonn->height[cell] > highest) highest = dvonn->height[cell];
    state->seat = side == 'b';
    if (hand[0] || hand[1] || hand[2]) {
        dvonn->placed = stand[0] + stand[1] + stand[2];
        if (highest > 1 || !are_placed_in_turn(dvonn->placed, stand, hand) || side == '-' ||
            state->seat != who_places(dvonn->placed))
            return "So it cannot stand while pieces are placed.";
        return NULL;
    }
    if (stand[0] > PIECES || stand[1] > PIECES || stand[2] > DVONNS) return "Too many pieces.";
    dvonn->placed = dvonn_board.cells;
    dvonn_judge(state);
    if (state->is_over != (side == '-')) return "The side is - when nobody can move.";
    return NULL;
}

static const Game games[] = {
    {"tictactoe", tictactoe_start, tictactoe_read, tictactoe_moves, tictactoe_apply,
     tictactoe_write},
    {"zertz", zertz_start, zertz_read, zertz_moves, zertz_apply, zertz_write},
    {"dvonn", dvonn_start, dvonn_read, dvonn_moves, dvonn_apply, dvonn_write},
};
enum { GAMES = sizeof games / sizeof *games };

/* ---- lines in and out ------------------------------------------------------------------------ */

static char *input; /* what was read, and is no line that was answered */
static size_t input_length, input_room;
static bool has_input_ended;

/* Waits for input, up to so many milliseconds (-1: for ever), and reads what is there. */
static void hear(int ms) {
    struct pollfd ends[] = {{STDIN_FILENO, POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    if (has_input_ended) ends[0].fd = -1; /* poll passes it over */
    poll(ends, 2, ms);
    if (ends[1].revents & (POLLERR | POLLNVAL)) exit(0); /* nobody reads what we say */
    if (!ends[0].revents) return;
    if (input_length + 4096 > input_room) {
        input_room = 2 * input_room + 8192;
        input = realloc(input, input_room);
        if (!input) exit(1);
    }
    ssize_t more = read(STDIN_FILENO, input + input_length, 4096);
    if (more <= 0)
        has_input_ended = true;
    else
        input_length += (size_t)more;
}

/* The length of the line that begins at *from*, without its end; -1: it is not there yet. */
static long line_length(size_t from) {
    char *found = from < input_length ? memchr(input + from, '\n', input_length - from) : NULL;
    return found ? found - (input + from) : -1;
}

static void forget_input(size_t from, size_t length) {
    memmove(input + from, input + from + length, input_length - from - length);
    input_length -= length;
}

/* The next line without blanks around it, which the caller frees; NULL: no line follows. */
static char *next_line(void) {
    while (line_length(0) < 0 && !has_input_ended) hear(-1);
    if (!input_length) return NULL;
    long found = line_length(0);
    size_t length = found < 0 ? input_length : (size_t)found, begin = 0, end_of_text = length;
    while (begin < length && isspace((unsigned char)input[begin])) begin++;
    while (end_of_text > begin && isspace((unsigned char)input[end_of_text - 1])) end_of_text--;
    char *line = malloc(end_of_text - begin + 1);
    if (!line) exit(1);
    for (size_t i = begin; i < end_of_text; i++) /* a zero would hide what follows it */
        line[i - begin] = input[i] ? input[i] : '?';
    line[end_of_text - begin] = 0;
    forget_input(0, found < 0 ? length : length + 1);
    return line;
}

static bool is_word_at(size_t from, long length, const char *word) {
    while (length && isspace((unsigned char)input[from + (size_t)length - 1])) length--;
    return (size_t)length == strlen(word) && !memcmp(input + from, word, (size_t)length);
}

/* Whether the host has said stop meanwhile, which then is done with. Quit ends us here. */
static bool is_told_to_stop(bool is_for_ever) {
    hear(0);
    for (size_t from = 0; line_length(from) >= 0; from += (size_t)line_length(from) + 1) {
        long length = line_length(from);
        if (is_word_at(from, length, "quit")) exit(0);
        if (is_word_at(from, length, "stop")) {
            forget_input(from, (size_t)length + 1);
            return true;
        }
    }
    return has_input_ended && is_for_ever;
}

/* ---- the search ------------------------------------------------------------------------------ */

enum {
    MOST_NODES = 2000000, /* some 64 megabytes */
    LONGEST_PLAYOUT = 1000, /* decisions; then it counts as a draw */
    LOOKS_APART = 16, /* simulations between two looks at clock and input */
    USUAL_POSITIONS = 20000, /* without any limit */
    FIRST_INFO = 500, /* positions before the first info; then twice as many each time */
    LONGEST_LINE = 6,
};
static const double EXPLORATION = 0.7;

typedef struct {
    Move move; /* that leads here */
    int mover; /* who takes it */
    int first, children; /* of `nodes`; no children: not looked at so far, or the end */
    int visits;
    double won; /* by the mover, of the visits */
} Node;

typedef struct {
    long ms, positions; /* 0: no such limit */
    bool is_for_ever;
    int lines;
    uint64_t seed;
} Limits;

static Node *nodes;
static int node_count, node_room;
static uint64_t chance;

static int draw(int below) {
    chance += 0x9e3779b97f4a7c15u;
    uint64_t word = mix(mix(chance, 1), 2);
    return (int)((word >> 32) % (uint64_t)below);
}

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Gives a node its children, in any order: so no decision is looked at first by its name. */
static void expand(const Game *game, const State *state, int parent) {
    Move moves[MOST_MOVES];
    int number = game->moves(state, moves);
    if (node_count + number > MOST_NODES) return;
    if (node_count + number > node_room) {
        node_room = 2 * node_room + MOST_MOVES;
        nodes = realloc(nodes, (size_t)node_room * sizeof *nodes);
        if (!nodes) exit(1);
    }
    nodes[parent].first = node_count;
    nodes[parent].children = number;
    for (int left = number; left; left--) {
        int one = draw(left);
        nodes[node_count++] = (Node){.move = moves[one], .mover = state->seat};
        moves[one] = moves[left - 1];
    }
}

/* The child that is most worth a visit: it won often, or was visited rarely (UCT). One that was
 * never visited counts as if it had won half of one visit. */
static int choose_child(int parent) {
    double best = -1, log_visits = log(nodes[parent].visits + 1);
    int chosen = nodes[parent].first;
    for (int child = chosen; child < nodes[parent].first + nodes[parent].children; child++) {
        int visits = nodes[child].visits;
        double share = visits ? nodes[child].won / visits : 0.5;
        double worth = share + EXPLORATION * sqrt(log_visits / (visits ? visits : 1));
        if (worth > best) best = worth, chosen = child;
    }
    return chosen;
}

static double play_at_random(const Game *game, State *state) {
    Move moves[MOST_MOVES];
    for (int step = 0; step < LONGEST_PLAYOUT && !state->is_over; step++)
        game->apply(state, moves[draw(game->moves(state, moves))]);
    return state->is_over ? state->result : 0.5;
}

/* Walks down the tree, adds to it, plays at random to the end, and notes how that ended. */
static void simulate(const Game *game, const State *root) {
    State state = *root;
    int path[LONGEST_PLAYOUT], depth = 0, node = 0;
    path[depth++] = node;
    while (!state.is_over && depth < LONGEST_PLAYOUT) {
        if (!nodes[node].children && (nodes[node].visits || !node)) expand(game, &state, node);
        if (!nodes[node].children) break;
        node = choose_child(node);
        game->apply(&state, nodes[node].move);
        path[depth++] = node;
    }
    double result = play_at_random(game, &state);
    while (depth--) {
        Node *visited = &nodes[path[depth]];
        visited->visits++;
        visited->won += visited->mover == 0 ? result : 1 - result;
    }
}

static int compare_visits(const void *one, const void *other) {
    int more = nodes[*(const int *)other].visits - nodes[*(const int *)one].visits;
    return more ? more : *(const int *)one - *(const int *)other;
}

/* The children of a node, the most visited first: more visits mean more than a better share. */
static int rank_children(int parent, int *ranked) {
    for (int i = 0; i < nodes[parent].children; i++) ranked[i] = nodes[parent].first + i;
    qsort(ranked, (size_t)nodes[parent].children, sizeof *ranked, compare_visits);
    return nodes[parent].children;
}

static void say_line(const Game *game, State state, int node) {
    for (int length = 0; length < LONGEST_LINE; length++) {
        char text[TEXT];
        int ranked[MOST_MOVES];
        game->write(&state, nodes[node].move, text);
        printf("%s%s", length ? "; " : " line ", text);
        game->apply(&state, nodes[node].move);
        if (!nodes[node].children) break;
        rank_children(node, ranked);
        node = ranked[0];
        if (!nodes[node].visits) break;
    }
    putchar('\n');
}

/* Half of one more visit counts as won: after a single one nobody is sure. */
static void say_infos(const Game *game, const State *root, int lines, long positions) {
    int ranked[MOST_MOVES], number = rank_children(0, ranked);
    for (int rank = 0; rank < lines && rank < number; rank++) {
        const Node *node = &nodes[ranked[rank]];
        if (!node->visits) break;
        printf("info rank %d chances %.1f positions %ld", rank + 1,
               100 * (node->won + 0.5) / (node->visits + 1), positions);
        say_line(game, *root, ranked[rank]);
    }
    fflush(stdout);
}

static void think(const Game *game, const State *root, Limits limits) {
    long end_ms = now_ms() + limits.ms, positions = 0, next_info = FIRST_INFO;
    if (!limits.ms && !limits.positions && !limits.is_for_ever) limits.positions = USUAL_POSITIONS;
    chance = limits.seed;
    node_count = 1;
    node_room = node_room ? node_room : MOST_MOVES;
    nodes = realloc(nodes, (size_t)node_room * sizeof *nodes);
    if (!nodes) exit(1);
    nodes[0] = (Node){0};
    while (!limits.positions || positions < limits.positions) {
        simulate(game, root);
        positions++;
        if (positions == next_info) {
            say_infos(game, root, limits.lines, positions);
            next_info *= 2;
        }
        if (positions % LOOKS_APART == 1 &&
            ((limits.ms && now_ms() >= end_ms) || is_told_to_stop(limits.is_for_ever)))
            break;
    }
    say_infos(game, root, limits.lines, positions);
    int ranked[MOST_MOVES];
    char text[TEXT];
    rank_children(0, ranked);
    game->write(root, nodes[ranked[0]].move, text);
    printf("best %s\n", text);
}

/* ---- commands -------------------------------------------------------------------------------- */

static const Game *game; /* NULL: none was named so far */
static State state;

/* Each answer to a command prints what comes before `ok`, and returns why the command is refused;
 * NULL: it is not. */

static const char *introduce(char *rest) {
    if (atoi(rest) < 1) return "I speak version 1.";
    puts("engine Sample in C");
    for (int i = 0; i < GAMES; i++) printf("plays %s\n", games[i].id);
    return NULL;
}

static const char *choose_game(char *rest) {
    char id[TEXT] = "";
    int seats = 0, length = 0;
    sscanf(rest, "%15s %d%n", id, &seats, &length);
    const char *options = rest + length + strspn(rest + length, " ");
    for (int i = 0; i < GAMES; i++)
        if (!strcmp(games[i].id, id)) {
            if (seats != 2) return "I play for two seats.";
            if (*options && strcmp(options, "{}")) return "I know the usual options alone.";
            game = &games[i];
            state = (State){0};
            game->start(&state);
            return NULL;
        }
    return "I do not play that game.";
}

static const char *begin(char *rest) {
    State begun = {0};
    const char *why = NULL;
    if (*rest)
        why = game->read(&begun, rest);
    else
        game->start(&begun);
    if (!why) state = begun;
    return why;
}

static const char *play(char *rest) {
    char *decision = NULL;
    long seat = strtol(rest, &decision, 10);
    Move moves[MOST_MOVES];
    if (state.is_over) return "The game is over.";
    if (decision == rest || *decision != ' ') return "Write it so: play SEAT DECISION.";
    decision += strspn(decision, " ");
    if (seat != state.seat) return "That seat is not on turn.";
    for (int i = 0, number = game->moves(&state, moves); i < number; i++) {
        char text[TEXT];
        game->write(&state, moves[i], text);
        if (strcmp(text, decision)) continue;
        game->apply(&state, moves[i]);
        return NULL;
    }
    return "That is not legal here; legal lists what is.";
}

static const char *list_legal(char *rest) {
    Move moves[MOST_MOVES];
    (void)rest;
    if (state.is_over) return "The game is over.";
    for (int i = 0, number = game->moves(&state, moves); i < number; i++) {
        char text[TEXT];
        game->write(&state, moves[i], text);
        printf("legal %s\n", text);
    }
    return NULL;
}

static const char *decide(char *rest) {
    Limits limits = {.lines = 1, .seed = (uint64_t)now_ms()};
    char *words = NULL;
    for (char *word = strtok_r(rest, " ", &words); word; word = strtok_r(NULL, " ", &words)) {
        if (!strcmp(word, "forever")) {
            limits.is_for_ever = true;
            continue;
        }
        char *value = strtok_r(NULL, " ", &words);
        long number = value ? strtol(value, NULL, 10) : 0;
        if (!strcmp(word, "seed")) {
            limits.seed = 0;
            for (; value && *value; value++) limits.seed = mix(limits.seed, (uint64_t)*value);
        } else if (number < 1) {
            return "After go stand limits, such as ms 500 or positions 1000.";
        } else if (!strcmp(word, "ms")) {
            limits.ms = number;
        } else if (!strcmp(word, "positions")) {
            limits.positions = number;
        } else if (!strcmp(word, "lines")) {
            limits.lines = number < MOST_MOVES ? (int)number : MOST_MOVES;
        } else {
            return "I know these limits: ms, positions, forever, lines, seed.";
        }
    }
    if (state.is_over) return "The game is over.";
    think(game, &state, limits);
    return NULL;
}

static const struct {
    const char *word;
    bool needs_game;
    const char *(*answer)(char *rest);
} COMMANDS[] = {
    {"hello", false, introduce}, {"game", false, choose_game}, {"start", true, begin},
    {"play", true, play},        {"legal", true, list_legal},  {"go", true, decide},
};

static const char *answer(char *line) {
    size_t length = strcspn(line, " ");
    char *rest = line + length + strspn(line + length, " ");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (strlen(COMMANDS[i].word) == length && !strncmp(line, COMMANDS[i].word, length))
            return COMMANDS[i].needs_game && !game ? "Say first which game it is."
                                                   : COMMANDS[i].answer(rest);
    return "I do not know that command.";
}

int main(void) {
    char *line;
    make_zertz_board();
    make_dvonn_board();
    while ((line = next_line())) {
        if (!strcmp(line, "quit")) break;
        if (*line && strcmp(line, "stop")) { /* nothing is thought about: nothing is to be stopped */
            const char *why = answer(line);
            if (why)
                printf("error %s\n", why);
            else
                puts("ok");
            fflush(stdout);
        }
        free(line);
    }
    return 0;
}
