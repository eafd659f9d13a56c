#include "autograder/course/hints.h"

#include <cstdlib>
#include <sstream>

namespace warplab {

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
      hints.push_back({step, line.substr(3), ""});
    } else if (inside && !(hints.back().text.empty() && line.empty())) {
      hints.back().text += line + "\n";
    }
  }
  for (Hint& hint : hints) hint.text.erase(hint.text.find_last_not_of('\n') + 1);
  return hints;
}

}  // namespace warplab
