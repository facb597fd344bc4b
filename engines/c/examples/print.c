// Prints the level of a seed: print SCRIPT SEED
#include <stdio.h>
#include <stdlib.h>

#include "marahel.h"

static char script[(4 << 20) + 1]; // a larger script is an error

int main(int n_words, char **words) {
    FILE *file = n_words == 3 ? fopen(words[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: print SCRIPT SEED\n");
        return 2;
    }
    size_t length = fread(script, 1, sizeof script, file);
    fclose(file);

    MarahelGenerator *generator;
    MarahelLevel *level;
    if (marahel_parse(script, length, &generator) != MARAHEL_OK
        || marahel_generate(generator, strtoull(words[2], NULL, 10), &level) != MARAHEL_OK) {
        fprintf(stderr, "%s: %s\n", words[1], marahel_message());
        return 1;
    }
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            uint8_t tile = level->tiles[y * level->width + x];
            fputs(marahel_entity(generator, tile)->character, stdout);
        }
        putchar('\n');
    }
    marahel_free_level(level);
    marahel_free_generator(generator);
    return 0;
}
