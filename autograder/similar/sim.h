// Debian's similarity-tester, which compares programs by their tokens, whatever names, comments and layout are.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplab {

// A shorter common run of tokens counts nothing: sim's own default.
inline constexpr int shortest_run = 24;

struct SimReport {
  std::vector<int> tokens;  // of each text, without comments
  // How much of one text, in percent, the other has too: of the two texts, the first having the lower number,
  // the one with more. Less than 1 is absent.
  std::map<std::pair<std::size_t, std::size_t>, int> shares;
};

// `text` without the lines that `stub` has, whatever their blanks. sim would not leave them out: to it
// "old" files are some more to compare with, and two hand-ins still share what both have of the stub.
std::string without_lines_of(const std::string& stub, const std::string& text);

// `text` with a blank for each parenthesis. Those that change nothing would hide a copy, and telling which those are
// takes a parser. Strings and comments lose theirs too, which changes no token.
std::string without_parentheses(std::string text);

// What sim printed about so many texts; nothing where it has not read all of them.
std::optional<SimReport> read_sim(const std::string& output, std::size_t texts);

// Throws GraderError where the program is missing, with its package, or the sandbox does not start.
void check_sim();

// Compares each of the texts, C, C++ or CUDA, with each other, in the sandbox. Throws GraderError where
// the program fails or takes more than 10 minutes.
SimReport run_sim(const std::vector<std::string>& texts);

}  // namespace warplab
