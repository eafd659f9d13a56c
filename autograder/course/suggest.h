// The nearest name to a misspelt one, for "did you mean ...?".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warplab {

// The candidate that takes the fewest insertions, deletions, replacements and swaps of neighbours
// to turn `word` into it (upper and lower case count as equal), or, if none is close, one that
// begins as `word` does: one of the two is the start of the other, three letters at least. Nothing
// if no candidate is near: more than one edit in three letters is another name, not a misspelling.
// The first one wins where several are equally near.
std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& candidates);

// The same at the end of a message: "; did you mean lab1-convolution-c?", or nothing.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace warplab
