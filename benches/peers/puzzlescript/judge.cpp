// Whether levels of a game of PuzzleScript can be won, by the engine of script-doctor.
//
//   judge GAME.json BREADTH GREEDY SECONDS VALUE ...
//
// A judge for `[outside]` of a problem file: reads levels as lines of JSON with `id` and `map`, and
// answers each with its `id` and the values that are named: `won` (1 or 0), `moves` (of the way
// found, 0 without one), `limit` (1 if the search ended before it knew). GAME.json is of compile.js;
// its `glyphs` say what the characters of maps are.
//
// It searches breadth first over BREADTH states, then greedily by the engine's distance to winning
// over GREEDY more, for at most SECONDS of CPU time, which should not decide. Nothing is drawn, so
// that the same level has the same answer. A level that is won before anybody moves is not won.
#include "engine.h"
#include "json.hpp"
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <queue>
#include <sstream>
#include <unordered_map>

// The engine makes and drops small vectors at each step: half of its time went to malloc. Freed
// memory of up to SMALL bytes waits for the next request of its size; there is one thread.
const size_t SMALL = 256, UNIT = 16;
static void* waiting[SMALL / UNIT + 1];

void* operator new(size_t n) {
    size_t kind = (n + UNIT - 1) / UNIT;
    if (n <= SMALL && waiting[kind]) {
        void* memory = waiting[kind];
        waiting[kind] = *static_cast<void**>(memory);
        return memory;
    }
    void* memory = std::malloc(n <= SMALL ? std::max(kind, size_t(1)) * UNIT : n);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void operator delete(void* memory, size_t n) noexcept {
    if (!memory || n > SMALL || n == 0) return std::free(memory);
    void*& first = waiting[(n + UNIT - 1) / UNIT];
    *static_cast<void**>(memory) = first;
    first = memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }

using json = nlohmann::json;
using Words = std::vector<int32_t>;

struct WordsHash {
    size_t operator()(const Words& words) const noexcept {
        uint64_t hash = 14695981039346656037ull;
        for (int32_t word : words) {
            hash = (hash ^ static_cast<uint32_t>(word)) * 1099511628211ull;
            hash ^= hash >> 31;
        }
        return hash;
    }
};

struct Limits {
    size_t breadth;
    size_t greedy;
    double seconds;
};

struct Answer {
    bool won = false;
    int moves = 0;
    bool limit = false;
};

// How often a game may go on by itself after a move.
const int AGAIN_MAX = 50;

// How much a move costs in the greedy search, so that of equal states the nearer comes first.
const double MOVE_COST = 0.02;

// One search in the states of a level, which the engine must have loaded.
class Search {
public:
    Search(Engine& engine, Limits limits, int n_actions)
        : engine_(engine), limits_(limits), n_actions_(n_actions), begin_(clock()) {}

    Answer run() {
        LevelBackup start = engine_.backupLevel();
        if (engine_.checkWin()) return {};
        scratch_ = start;
        add(start.dat, 0);
        size_t next = 0;
        for (; next < states_.size(); next++) {
            if (next >= limits_.breadth) return greedy(next);
            if (is_late()) return {false, 0, true};
            if (int moves = expand(next)) return {true, moves, false};
        }
        return {};
    }

private:
    struct State {
        Words words;
        int moves;
    };

    // Best first from all states that are known but not expanded.
    Answer greedy(size_t first) {
        using Rated = std::pair<double, size_t>;
        std::priority_queue<Rated, std::vector<Rated>, std::greater<Rated>> queue;
        size_t known = first;
        for (size_t n = 0; n < limits_.greedy; n++) {
            for (; known < states_.size(); known++) queue.push({distance(known), known});
            if (queue.empty()) return {};
            if (is_late()) break;
            size_t state = queue.top().second;
            queue.pop();
            if (int moves = expand(state)) return {true, moves, false};
        }
        return {false, 0, true};
    }

    // Adds the states one move on; the number of moves if one of them wins, else 0.
    int expand(size_t state) {
        int moves = states_[state].moves + 1;
        for (int action = 0; action < n_actions_; action++) {
            go_to(state);
            bool changed = engine_.processInput(action);
            for (int n = 0; engine_.isAgaining() && !engine_.isWinning() && n < AGAIN_MAX; n++) {
                changed = engine_.processInput(-1) || changed;
            }
            if (engine_.isWinning()) return moves;
            if (changed) add(engine_.getObjects(), moves);
            // What a move without effect began, such as a step into a wall, is still there.
            else engine_.loadLevel(0);
        }
        return 0;
    }

    double distance(size_t state) {
        go_to(state);
        return engine_.getScore() + MOVE_COST * states_[state].moves;
    }

    void go_to(size_t state) {
        scratch_.dat = states_[state].words;
        engine_.restoreLevel(scratch_);
    }

    void add(const Words& words, int moves) {
        if (seen_.emplace(words, states_.size()).second) states_.push_back({words, moves});
    }

    bool is_late() const {
        return double(clock() - begin_) / CLOCKS_PER_SEC > limits_.seconds;
    }

    Engine& engine_;
    Limits limits_;
    int n_actions_;
    clock_t begin_;
    LevelBackup scratch_;
    std::vector<State> states_;
    std::unordered_map<Words, size_t, WordsHash> seen_;
};

// The characters of a row in UTF-8.
static std::vector<std::string> signs(const std::string& row) {
    std::vector<std::string> all;
    for (unsigned char byte : row) {
        if (byte >> 6 == 2) all.back() += char(byte);
        else all.push_back(std::string(1, char(byte)));
    }
    return all;
}

// A game with one level in place of its own; null if a character is unknown.
static json with_level(const json& game, const json& map) {
    const json& glyphs = game["glyphs"];
    size_t n_words = game["STRIDE_OBJ"], height = map.size(), width = signs(map[0]).size();
    std::vector<int32_t> objects(width * height * n_words);
    for (size_t y = 0; y < height; y++) {
        auto row = signs(map[y]);
        for (size_t x = 0; x < width; x++) {
            if (!glyphs.contains(row.at(x))) return nullptr;
            const json& words = glyphs[row[x]];
            for (size_t word = 0; word < n_words; word++) {
                objects[(x * height + y) * n_words + word] = words[word];
            }
        }
    }
    json whole = game;
    whole["levels"] = {{{"type", "level"}, {"index", 0}, {"lineNumber", 0}, {"width", width},
                        {"height", height}, {"layerCount", game["layerCount"]}, {"objects", objects}}};
    return whole;
}

int main(int n, char** arguments) {
    if (n < 6) {
        std::cerr << "judge GAME.json BREADTH GREEDY SECONDS VALUE ...\n";
        return 2;
    }
    std::ifstream file(arguments[1]);
    if (!file) {
        std::cerr << arguments[1] << ": cannot be read\n";
        return 1;
    }
    json game = json::parse(file);
    Limits limits{std::stoul(arguments[2]), std::stoul(arguments[3]), std::stod(arguments[4])};
    Engine engine;
    for (std::string line; std::getline(std::cin, line);) {
        json question = json::parse(line);
        Answer answer;
        json whole = with_level(game, question["map"]);
        if (!whole.is_null() && engine.loadFromJSON(whole.dump())) {
            engine.loadLevel(0);
            int n_actions = engine.hasMetadata("noaction") ? 4 : 5;
            answer = Search(engine, limits, n_actions).run();
        }
        json values = {{"won", int(answer.won)}, {"moves", answer.moves}, {"limit", int(answer.limit)}};
        json said = {{"id", question["id"]}};
        for (int value = 5; value < n; value++) said[arguments[value]] = values.at(arguments[value]);
        std::cout << said.dump() << std::endl;
    }
}
