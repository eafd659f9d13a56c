#include "autograder/course/hints.h"

#include <cstddef>
#include <cstdlib>
#include <istream>
#include <sstream>
#include <string_view>

namespace warplab {
namespace {

// Those in "Hint 4 (for speed, checkers)".
std::vector<std::string> gates_in(const std::string& title) {
  constexpr std::string_view mark = "(for ";
  const std::size_t begin = title.find(mark);
  if (begin == std::string::npos) return {};
  std::istringstream names(
      title.substr(begin + mark.size(), title.find(')') - begin - mark.size()));
  std::vector<std::string> gates;
  for (std::string name; std::getline(names >> std::ws, name, ',');) gates.push_back(name);
  return gates;
}

}  // namespace

std::vector<Hint> parse_hints(const std::string& page) {
  std::vector<Hint> hints;
  int step = 0;
  bool inside = false;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) {
      inside = false;
      if (line.starts_with("# Step ")) step = std::atoi(line.c_str() + 7);
    } else if (line.starts_with("## ")) {
      inside = true;
      hints.push_back({step, line.substr(3), gates_in(line), ""});
    } else if (inside && !(hints.back().text.empty() && line.empty())) {
      hints.back().text += line + "\n";
    }
  }
  for (Hint& hint : hints) hint.text.erase(hint.text.find_last_not_of('\n') + 1);
  return hints;
}

}  // namespace warplab
