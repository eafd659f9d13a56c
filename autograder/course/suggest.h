// The nearest name to a misspelt one, for "did you mean ...?".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warplab {

// The candidate that `word` becomes by the fewest insertions, deletions, replacements and swaps of
// neighbours, ignoring case and spaces. With more than one edit per three letters it is another name, not a
// misspelling: then a candidate that is a prefix of `word`, or the other way round, with at least
// three letters in common; nothing if there is none. Nothing, too, where several are equally near: that would be a guess.
std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& candidates);

// The same at the end of a message: "; did you mean lab1-convolution-c?", or nothing.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace warplab
