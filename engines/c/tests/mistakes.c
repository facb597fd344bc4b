// Calls everything wrongly, then rightly, and ends well.
#undef NDEBUG
#include <assert.h>
#include <math.h>
#include <string.h>

#include "marahel.h"

static MarahelStatus parse(const char *script, MarahelGenerator **generator) {
    return marahel_parse(script, strlen(script), generator);
}

int main(void) {
    assert(strcmp(marahel_message(), "") == 0);

    MarahelGenerator *generator = (MarahelGenerator *)1;
    assert(parse("{}", NULL) == MARAHEL_BAD_ARGUMENT);
    assert(strcmp(marahel_message(), "`generator` is null") == 0);
    assert(marahel_parse(NULL, 2, &generator) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_parse("{}", SIZE_MAX, &generator) == MARAHEL_BAD_ARGUMENT);
    assert(parse("\xff", &generator) == MARAHEL_BAD_SCRIPT);
    assert(parse("{\"metadata\": 3,\n \"entities\": 4}", &generator) == MARAHEL_BAD_SCRIPT);
    assert(strstr(marahel_message(), "line 2"));
    assert(!generator);

    assert(parse("{metadata: {min: '2x1', max: '2x1'}, entities: ['empty', 'wall'],"
                 " explorers: [{type: 'horz', rules: ['-> self(wall)']}]}",
                 &generator) == MARAHEL_OK);
    assert(strcmp(marahel_entity(generator, 1)->name, "wall") == 0);
    assert(strcmp(marahel_entity(generator, MARAHEL_UNKNOWN)->name, "unknown") == 0);
    assert(!marahel_entity(generator, 2) && !marahel_entity(generator, 255));
    assert(!marahel_entity(NULL, 0));

    MarahelLevel *level = (MarahelLevel *)1;
    assert(marahel_generate(generator, 0, NULL) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_generate(NULL, 0, &level) == MARAHEL_BAD_ARGUMENT);
    assert(!level);
    assert(marahel_generate(generator, UINT64_MAX, &level) == MARAHEL_OK);
    assert(level->width == 2 && level->height == 1 && level->tiles[1] == 1);
    marahel_free_level(level);

    MarahelGenerator *turned = (MarahelGenerator *)1;
    assert(marahel_with_dial(generator, "foes", 3, NULL) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_with_dial(NULL, "foes", 3, &turned) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_with_dial(generator, NULL, 3, &turned) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_with_dial(generator, "foes", 3, &turned) == MARAHEL_BAD_ARGUMENT);
    assert(strstr(marahel_message(), "foes") && !turned);
    marahel_free_generator(generator);

    assert(parse("{metadata: {min: '4x1', max: '4x1'}, entities: ['empty', 'foe'],"
                 " dials: {foes: [1, 4, 2]}, explorers: ["
                 "{type: 'horz', rules: ['foe < foes -> self(foe)', '-> self(empty)']}]}",
                 &generator) == MARAHEL_OK);
    assert(marahel_with_dial(generator, "foes", 5, &turned) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_with_dial(generator, "foes", NAN, &turned) == MARAHEL_BAD_ARGUMENT);
    assert(marahel_with_dial(generator, "foes", 3, &turned) == MARAHEL_OK);
    assert(marahel_generate(turned, 0, &level) == MARAHEL_OK);
    assert(level->tiles[0] + level->tiles[1] + level->tiles[2] + level->tiles[3] == 3);
    marahel_free_level(level);
    marahel_free_generator(turned);
    marahel_free_generator(generator);

    assert(parse("{metadata: {min: 40, max: 40}, entities: ['empty', 'wall'], explorers: ["
                 "{type: 'horz', parameters: {repeats: 1000000}, rules: ['-> self(wall)']}]}",
                 &generator) == MARAHEL_OK);
    assert(marahel_generate(generator, 0, &level) == MARAHEL_TOO_COSTLY);
    assert(strstr(marahel_message(), "explorer 1") && !level);
    marahel_free_generator(generator);

    marahel_free_level(NULL);
    marahel_free_generator(NULL);
    return 0;
}
