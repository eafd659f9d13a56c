// Debian's similarity-tester, which compares programs by their tokens, whatever names, comments and layout are.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/sandbox/sandbox.h"

namespace warplab {

// A shorter common run of tokens counts nothing: sim's own default.
inline constexpr int shortest_run = 24;

struct SimReport {
  std::vector<int> tokens;  // of each text, without comments and #include
  // How much of the first text, in percent, the second has too. What is less than 1 is absent.
  std::map<std::pair<std::size_t, std::size_t>, int> percent;
};

// The program for files of this name, "sim_c" or "sim_c++".
std::string sim_for(const std::string& file);

// What sim is called for the file of a text: "17.cu". Nothing of a student is in it.
std::string sim_name(std::size_t text, const std::string& file);

// `text` without the lines that `stub` has, whatever their blanks. sim would not leave them out: to it
// "old" files are some more to compare with, and two hand-ins still share what both have of the stub.
std::string without_lines_of(const std::string& stub, const std::string& text);

// What sim printed about so many texts; nothing where it has not read all of them.
std::optional<SimReport> read_sim(const std::string& output, std::size_t texts);

// Throws GraderError that names the package where the programs are missing.
void check_sim();

// Compares each of the texts with each other, in the sandbox. `file` is what they are called where they
// come from. Throws GraderError where the program fails or takes more than 10 minutes.
SimReport run_sim(const Sandbox& sandbox, const std::string& file,
                  const std::vector<std::string>& texts);

}  // namespace warplab
