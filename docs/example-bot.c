/* A bot for the arena in plain C: it takes any legal choice, but drops tiles only if it must.
 *
 *     cc -O2 -o example-bot docs/example-bot.c
 *     azulejos match program:./example-bot random
 *
 * The protocol is described in docs/protocol.md. This bot doesn't read positions; it shows how to talk.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 65536
#define NAME_MAX_BYTES 64

static unsigned long long word = 1;

/* A small generator, so that the same seed plays the same game. */
static unsigned below(unsigned n) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return (unsigned)((word >> 32) % n);
}

/* What follows a keyword, or NULL if the line begins with another word. */
static const char *after(const char *line, const char *keyword) {
    size_t length = strlen(keyword);
    return strncmp(line, keyword, length) == 0 ? line + length : NULL;
}

int main(void) {
    static char line[LINE_MAX_BYTES];
    char choice[NAME_MAX_BYTES] = "";
    unsigned seen = 0; /* legal choices of this question that are worth taking */
    const char *rest;

    setvbuf(stdout, NULL, _IOLBF, 0); /* answers must not wait in a buffer */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (after(line, "azulejos 1")) {
            puts("azulejos 1");
        } else if ((rest = after(line, "seed "))) {
            word = strtoull(rest, NULL, 10) | 1;
        } else if ((rest = after(line, "legal "))) {
            int is_drop = strncmp(rest, "floor", 5) == 0;
            /* Each one replaces the earlier ones with the right probability. */
            if (is_drop ? choice[0] == '\0' : below(++seen) == 0)
                snprintf(choice, sizeof choice, "%.*s", NAME_MAX_BYTES - 1, rest);
        } else if (after(line, "choose")) {
            printf("choice %s\n", choice);
            choice[0] = '\0';
            seen = 0;
        } else if (after(line, "over")) {
            return 0;
        }
    }
    return 0;
}
