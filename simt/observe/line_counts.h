// What single source lines add to a counter.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace simt::observe {

struct Profile;  // profile.h

struct LineCount {
  std::size_t line = 0;
  double count = 0;
  std::optional<double> ideal{};  // as little as its bytes need; absent where that is not known
  std::string code{};             // the line itself; empty where nobody asked for it
};

// One counter over the lines of one file, in their order.
struct CountedLines {
  std::string name;
  std::vector<LineCount> lines;  // that are counted at all
};

// Of all launches together: what costs time (sectors of global memory, wavefronts in shared memory,
// bank conflicts, ...), by line of `file`, called as the profile calls it.
std::vector<CountedLines> counted_lines(const Profile& profile, const std::string& file);

}  // namespace simt::observe
