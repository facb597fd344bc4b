// Makes the levels of seeds 0 to N - 1 on two threads, and prints them as CSV with an
// empty line between two: levels SCRIPT N
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "marahel.h"

enum { N_SEEDS_MAX = 1000 };

static char script[(4 << 20) + 1];
static MarahelGenerator *generator;
static MarahelLevel *levels[N_SEEDS_MAX];
static uint64_t n_seeds;

// The levels of every second seed.
static void *generate(void *first) {
    for (uint64_t seed = *(uint64_t *)first; seed < n_seeds; seed += 2) {
        assert(marahel_generate(generator, seed, &levels[seed]) == MARAHEL_OK);
    }
    return NULL;
}

static void print(const MarahelLevel *level) {
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        uint8_t tile = level->tiles[i];
        printf("%d%c", tile == MARAHEL_UNKNOWN ? -1 : tile, (i + 1) % level->width ? ',' : '\n');
    }
}

int main(int n_words, char **words) {
    assert(n_words == 3);
    FILE *file = fopen(words[1], "rb");
    assert(file);
    size_t length = fread(script, 1, sizeof script, file);
    fclose(file);
    n_seeds = strtoull(words[2], NULL, 10);
    assert(n_seeds <= N_SEEDS_MAX);
    assert(marahel_parse(script, length, &generator) == MARAHEL_OK);

    uint64_t even = 0, odd = 1;
    pthread_t thread;
    assert(pthread_create(&thread, NULL, generate, &odd) == 0);
    generate(&even);
    assert(pthread_join(thread, NULL) == 0);
    marahel_free_generator(generator); // levels outlive it

    for (uint64_t seed = 0; seed < n_seeds; seed++) {
        if (seed) putchar('\n');
        print(levels[seed]);
        marahel_free_level(levels[seed]);
    }
    return 0;
}
