// Marahel in C: from a script to levels.
//
// Threads may share a generator and a level, because calls only read them; whoever
// frees one must be the last to use it. A pointer must be null or what its function
// asks for; null is an error unless the function says what it means. Nothing here
// ends the process but a lack of memory.
//
// Later versions add functions, statuses, and members at the end of structures, all
// of which the library makes; what is here stays.
#ifndef MARAHEL_H
#define MARAHEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a call ended.
typedef enum {
    MARAHEL_OK = 0,
    MARAHEL_BAD_ARGUMENT = 1, // an argument is null, or cannot be
    MARAHEL_BAD_SCRIPT = 2,   // the script is not UTF-8, or has mistakes
    MARAHEL_TOO_COSTLY = 3,   // the script wants more work done than a level may cost
    MARAHEL_FAULT = 4,        // the library is at fault; please report the message
} MarahelStatus;

// A script that is ready to make levels.
typedef struct MarahelGenerator MarahelGenerator;

// A level. It does not need its generator any more.
typedef struct {
    uint32_t width;       // number of columns, at least 1
    uint32_t height;      // number of rows, at least 1
    const uint8_t *tiles; // `width * height` tiles, row by row, the top row first
} MarahelLevel;

// What a tile stands for. It lives as long as its generator. Texts are UTF-8.
typedef struct {
    const char *name;      // its name in the script
    const char *character; // its character in levels as text
    uint8_t color[3];      // red, green and blue
} MarahelEntity;

// The tile of a cell that the script wrote nothing to.
#define MARAHEL_UNKNOWN 62

// Reads a script, JSON or JSON5 in UTF-8 of `length` bytes; no zero needs to end it.
// `*generator` is for `marahel_free_generator`, and null after an error.
MarahelStatus marahel_parse(const char *script, size_t length, MarahelGenerator **generator);

// The generator with a dial of its script set to a value; the first one stays as it is.
// This takes about as long as a level. A dial that the script does not have, or that
// does not go as far, is a bad argument.
// `*turned` is for `marahel_free_generator`, and null after an error.
MarahelStatus marahel_with_dial(const MarahelGenerator *generator, const char *name,
                                double value, MarahelGenerator **turned);

// Makes the level of a seed, the same on every machine.
// `*level` is for `marahel_free_level`, and null after an error.
MarahelStatus marahel_generate(const MarahelGenerator *generator, uint64_t seed,
                               MarahelLevel **level);

// The entity of a tile: those of the script are 0, 1, 2 and so on, and null if there
// is none. `MARAHEL_UNKNOWN` has one, too, called `unknown`.
const MarahelEntity *marahel_entity(const MarahelGenerator *generator, uint8_t tile);

// Why the last call of this thread that failed did so, for people to read: one mistake
// per line, with its place. Empty if none failed. Valid until the next such call.
const char *marahel_message(void);

// Frees a generator and its entities. Null is nothing to free.
void marahel_free_generator(MarahelGenerator *generator);

// Frees a level and its tiles. Null is nothing to free.
void marahel_free_level(MarahelLevel *level);

#ifdef __cplusplus
}
#endif

#endif
