/* Random two-player games of base Azul in plain C: the yardstick for the engine.
 *
 *     gcc -O3 -march=native -o /tmp/reference bench/reference.c && /tmp/reference [GAMES [REPEATS]]
 *
 * Plays the games of seeds 0..GAMES-1 REPEATS times over and prints one line of JSON; the speed is that of the fastest
 * repeat, in CPU time. With -DCHECK the whole state is checked after every turn (slow).
 *
 * The rules are clauses MC-01 to MC-26 (coloured side, plain factories, 2 players, seat 0 begins). A random game draws
 * uniformly among the legal whole turns (source, colour, destination). Who has won (MC-25) is not looked at.
 *
 * GCC would handle these arrays of five with vector instructions. As they are mostly written one number at a time and
 * then read whole, that makes the program slower, so it is told not to. */
#pragma GCC optimize "no-tree-vectorize"
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 2, COLOURS = 5, TILES_PER_COLOUR = 20, FACTORY_TILES = 4, FLOOR_SPACES = 7, ROUND_LIMIT = 20 };
enum { CENTRE = 0, SOURCES = 6 };                    /* the factories are sources 1 to 5 (MC-03) */
enum { LINES = 5, FLOOR = LINES, DESTINATIONS = 6 }; /* line r, counted from 0, has r + 1 spaces */
enum { FIVE = (1 << 5) - 1 };                        /* a mask of five ones: a full row or column of the box */

typedef struct {
    int score;
    int box[LINES];                  /* per row, a mask of the columns that hold a tile */
    int line_count[LINES], line_colour[LINES];
    int floor[COLOURS];              /* tiles on the floor, without the starting-player tile */
    int floor_count;                 /* occupied floor spaces, with the starting-player tile */
    int open[COLOURS];               /* derived: per colour, a mask of the destinations it may go to (MC-09, MC-10) */
} Player;

typedef struct {
    uint64_t random;
    uint64_t piles;                  /* derived: bit pile(source, colour) is set if that source has that colour */
    int bag[COLOURS], lid[COLOURS], sources[SOURCES][COLOURS];
    int marker_in_centre;            /* is the starting-player tile still there? */
    int starter, current;            /* the seats that begin the next round and move now */
    int rounds, turns, over;
    Player players[PLAYERS];
} Game;

typedef struct { int source, colour, destination; } Turn;

static const int FLOOR_PENALTY[FLOOR_SPACES + 1] = {0, 1, 2, 4, 6, 8, 11, 14}; /* by occupied spaces */
static int run_length[32][5]; /* [mask][i]: length of the run of ones around bit i */

static void fill_run_length(void) {
    for (int mask = 0; mask < 32; mask++)
        for (int i = 0; i < 5; i++) {
            int first = i, last = i;
            while (first > 0 && mask >> (first - 1) & 1) first--;
            while (mask >> (last + 1) & 1) last++;
            run_length[mask][i] = last - first + 1;
        }
}

static inline int pile(int source, int colour) { return source * COLOURS + colour; }
static inline int lowest(uint64_t mask) { return __builtin_ctzll(mask); }
static inline int size(int mask) { return __builtin_popcount((unsigned)mask); }
static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int box_column(int row, int colour) { return (colour + row) % COLOURS; }
static inline int box_has(const Player *player, int row, int colour) {
    return player->box[row] >> box_column(row, colour) & 1;
}

/* splitmix64, scaled to 0..n-1 by a multiplication. */
static inline int random_below(Game *game, int n) {
    uint64_t z = game->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (int)((z >> 32) * (uint64_t)n >> 32);
}

static inline int total(const int *tiles) {
    int sum = 0;
    for (int c = 0; c < COLOURS; c++) sum += tiles[c];
    return sum;
}

/* Draws one of the `left` tiles in the bag: the k-th, counted colour by colour. */
static inline int draw_tile(Game *game, int left) {
    int k = random_below(game, left), colour = 0, sum = 0;
    for (int c = 0; c < COLOURS - 1; c++) {
        sum += game->bag[c];
        colour += k >= sum;
    }
    game->bag[colour]--;
    return colour;
}

/* Fills the factories in order (MC-04, MC-21); they stay short where bag and lid run out (MC-22). */
static void begin_round(Game *game) {
    int left = total(game->bag);
    for (int i = 0; i < (SOURCES - 1) * FACTORY_TILES; i++) {
        if (left == 0) {
            memcpy(game->bag, game->lid, sizeof game->bag);
            memset(game->lid, 0, sizeof game->lid);
            left = total(game->bag);
            if (left == 0) break;
        }
        int factory = 1 + i / FACTORY_TILES, colour = draw_tile(game, left--);
        game->sources[factory][colour]++;
        game->piles |= (uint64_t)1 << pile(factory, colour);
    }
    game->marker_in_centre = 1; /* MC-06 */
    game->current = game->starter;
    game->rounds++;
}

static void new_game(Game *game, uint64_t seed) {
    memset(game, 0, sizeof *game); /* scores of 0, empty boards, seat 0 begins (MC-01, MC-05) */
    game->random = seed;
    for (int c = 0; c < COLOURS; c++) {
        game->bag[c] = TILES_PER_COLOUR;
        for (int seat = 0; seat < PLAYERS; seat++) game->players[seat].open[c] = (1 << DESTINATIONS) - 1;
    }
    begin_round(game);
}

/* Counts the legal turns (MC-07 to MC-10), pile by pile, draws a number below that, and counts again up to it.
 * (mask &= mask - 1 removes the lowest member of a mask.) */
static inline Turn random_turn(Game *game) {
    const int *open = game->players[game->current].open;
    int count = 0;
    for (uint64_t piles = game->piles; piles != 0; piles &= piles - 1) count += size(open[lowest(piles) % COLOURS]);

    int k = random_below(game, count);
    uint64_t piles = game->piles;
    int destinations = open[lowest(piles) % COLOURS];
    while (k >= size(destinations)) {
        k -= size(destinations);
        piles &= piles - 1;
        destinations = open[lowest(piles) % COLOURS];
    }
    while (k-- > 0) destinations &= destinations - 1;
    int chosen = lowest(piles);
    return (Turn){chosen / COLOURS, chosen % COLOURS, lowest((uint64_t)destinations)};
}

/* Takes all tiles of the colour from the source and returns their number. */
static inline int take_tiles(Game *game, Player *player, int source, int colour) {
    int count = game->sources[source][colour];
    game->sources[source][colour] = 0;
    game->piles &= ~((uint64_t)1 << pile(source, colour));
    if (source != CENTRE) { /* the others move to the centre (MC-07) */
        uint64_t others = game->piles >> pile(source, 0) & FIVE;
        game->piles &= ~((uint64_t)FIVE << pile(source, 0));
        game->piles |= others << pile(CENTRE, 0);
        for (int c = 0; c < COLOURS; c++) {
            game->sources[CENTRE][c] += game->sources[source][c];
            game->sources[source][c] = 0;
        }
    } else if (game->marker_in_centre) { /* the first to take here gets the starting-player tile (MC-08, MC-12) */
        game->marker_in_centre = 0;
        game->starter = game->current;
        if (player->floor_count < FLOOR_SPACES) player->floor_count++;
    }
    return count;
}

/* Fills the line as far as possible and returns how many tiles did not fit (MC-11). */
static inline int fill_line(Player *player, int line, int colour, int count) {
    int placed = smaller(count, line + 1 - player->line_count[line]);
    player->line_count[line] += placed;
    player->line_colour[line] = colour;
    int full = player->line_count[line] == line + 1;
    for (int c = 0; c < COLOURS; c++) player->open[c] &= ~(1 << line); /* the line has its colour now (MC-09), */
    if (!full) player->open[colour] |= 1 << line;                      /* which may come again if there is room */
    return count - placed;
}

/* Tiles fall to the floor and, once that is full, into the lid (MC-11, MC-12). */
static inline void drop_tiles(Game *game, Player *player, int colour, int count) {
    int kept = smaller(count, FLOOR_SPACES - player->floor_count);
    player->floor[colour] += kept;
    player->floor_count += kept;
    game->lid[colour] += count - kept;
}

static inline void play_turn(Game *game, Turn turn) {
    Player *player = &game->players[game->current];
    int count = take_tiles(game, player, turn.source, turn.colour);
    if (turn.destination != FLOOR) count = fill_line(player, turn.destination, turn.colour, count);
    drop_tiles(game, player, turn.colour, count);
    game->current = 1 - game->current;
    game->turns++;
}

/* The occupied rows of a column of the box. */
static inline int column_mask(const Player *player, int column) {
    int mask = 0;
    for (int row = 0; row < LINES; row++) mask |= (player->box[row] >> column & 1) << row;
    return mask;
}

/* Moves a tile of a full line to the box and scores it (MC-14). */
static inline void lay_tile(Game *game, Player *player, int line) {
    int colour = player->line_colour[line], column = box_column(line, colour);
    player->box[line] |= 1 << column;
    int across = run_length[player->box[line]][column], down = run_length[column_mask(player, column)][line];
    player->score += across + down - (across == 1 || down == 1); /* a run of one counts only alone (MC-16, MC-17) */
    game->lid[colour] += line;                                   /* the line's other tiles (MC-15) */
    player->line_count[line] = 0;
    for (int c = 0; c < COLOURS; c++) player->open[c] |= !box_has(player, line, c) << line; /* MC-10 */
}

static inline void pay_floor(Game *game, Player *player) {
    int score = player->score - FLOOR_PENALTY[player->floor_count]; /* MC-18 */
    player->score = score > 0 ? score : 0;                          /* MC-19 */
    for (int c = 0; c < COLOURS; c++) {                             /* MC-20 */
        game->lid[c] += player->floor[c];
        player->floor[c] = 0;
    }
    player->floor_count = 0;
}

static int final_bonus(const Player *player) { /* MC-24 */
    int bonus = 0;
    for (int i = 0; i < 5; i++) {
        int of_colour = 0;
        for (int row = 0; row < LINES; row++) of_colour += box_has(player, row, i);
        bonus += 2 * (player->box[i] == FIVE) + 7 * (column_mask(player, i) == FIVE) + 10 * (of_colour == 5);
    }
    return bonus;
}

/* Phase B, then the next round or the end of the game. */
static void end_round(Game *game) {
    int row_completed = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        Player *player = &game->players[seat];
        for (int line = 0; line < LINES; line++)
            if (player->line_count[line] == line + 1) {
                lay_tile(game, player, line);
                row_completed |= player->box[line] == FIVE;
            }
        pay_floor(game, player);
    }
    int tiles_left = total(game->bag) + total(game->lid);
    game->over = row_completed || tiles_left == 0 || game->rounds == ROUND_LIMIT; /* MC-23, MC-22, MC-26 */
    if (!game->over) begin_round(game);
    else for (int seat = 0; seat < PLAYERS; seat++) game->players[seat].score += final_bonus(&game->players[seat]);
}

static void check(const Game *game) {
#ifdef CHECK /* every tile is somewhere, and what is derived from the state agrees with it */
    for (int c = 0; c < COLOURS; c++) {
        int tiles = game->bag[c] + game->lid[c];
        for (int source = 0; source < SOURCES; source++) {
            tiles += game->sources[source][c];
            assert((int)(game->piles >> pile(source, c) & 1) == (game->sources[source][c] > 0));
        }
        for (const Player *player = game->players; player < game->players + PLAYERS; player++) {
            int open = 1 << FLOOR;
            for (int line = 0; line < LINES; line++) {
                int count = player->line_count[line], own = player->line_colour[line] == c;
                assert(count >= 0 && count <= line + 1);
                tiles += box_has(player, line, c) + own * count;
                if (!box_has(player, line, c) && (count == 0 || (own && count <= line))) open |= 1 << line;
            }
            assert(player->open[c] == open);
            tiles += player->floor[c];
        }
        assert(tiles == TILES_PER_COLOUR);
    }
    for (const Player *player = game->players; player < game->players + PLAYERS; player++) {
        int marker = player->floor_count - total(player->floor);
        assert(marker == 0 || (marker == 1 && !game->marker_in_centre && player == game->players + game->starter));
        assert(player->floor_count <= FLOOR_SPACES && player->score >= 0 && player->score <= 240);
    }
    assert(game->over || game->piles != 0);
#else
    (void)game;
#endif
}

static void play_random_game(Game *game, uint64_t seed) {
    new_game(game, seed);
    check(game);
    while (!game->over) {
        play_turn(game, random_turn(game));
        if (game->piles == 0) end_round(game); /* MC-13 */
        check(game);
    }
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The index-th argument as a whole number, or the default if it is not there. */
static long count_argument(int argc, char **argv, int index, long otherwise) {
    if (argc <= index) return otherwise;
    char *end;
    long value = strtol(argv[index], &end, 10);
    if (argc <= 3 && *argv[index] != '\0' && *end == '\0' && value >= 1 && value <= 1000000000) return value;
    fprintf(stderr, "usage: reference [GAMES [REPEATS]], both whole numbers from 1 to 1000000000\n");
    exit(2);
}

int main(int argc, char **argv) {
    long games = count_argument(argc, argv, 1, 20000), repeats = count_argument(argc, argv, 2, 10);
    double fastest = 0, n = (double)games;
    int64_t turns = 0, rounds = 0, points = 0;
    fill_run_length();
    for (long repeat = 0; repeat < repeats; repeat++) {
        double start = cpu_seconds();
        turns = rounds = points = 0;
        for (long seed = 0; seed < games; seed++) {
            Game game;
            play_random_game(&game, (uint64_t)seed);
            turns += game.turns;
            rounds += game.rounds;
            points += game.players[0].score + game.players[1].score;
        }
        double seconds = cpu_seconds() - start;
        if (repeat == 0 || seconds < fastest) fastest = seconds;
    }
    printf("{\"games\": %ld, \"turns_per_game\": %.4f, \"rounds_per_game\": %.4f, \"mean_score\": %.4f, "
           "\"games_per_second\": %.0f}\n",
           games, (double)turns / n, (double)rounds / n, (double)points / (PLAYERS * n), n / fastest);
    return 0;
}
