// How much of their tokens texts have in common, in runs.
//
// Runs of shortest_run tokens are a text's fingerprints, as in S. Schleimer, D. S. Wilkerson, A. Aiken, "Winnowing:
// Local Algorithms for Document Fingerprinting", SIGMOD 2003. A class is small: none is winnowed away and none is
// hashed, so every common run of shortest_run tokens or more is found, and nothing else.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warplab {

// A shorter common run of tokens counts nothing.
inline constexpr std::size_t shortest_run = 24;

// How much of one text, in percent rounded down, is in runs that the other has too: of the two texts, the first
// having the lower number, the one with more. Less than 1 is absent.
using CommonShares = std::map<std::pair<std::size_t, std::size_t>, int>;

// Compares each of the texts, as token_kinds() writes them, with each other, but the last `apart` of them with the others
// alone. The time grows with the number of those others times that of all tokens, whatever repeats itself.
CommonShares find_common_runs(const std::vector<std::string>& texts, std::size_t apart = 0);

}  // namespace warplab
