// Hints: a lab's hints.md, one hint at a time.
#pragma once

#include <string>
#include <vector>

namespace warplab {

struct Hint {
  int step = 0;       // 0: of the whole lab
  std::string title;  // "Hint 2 (shared loads)", "Hint 4 (for speed, checkers)"
  std::vector<std::string>
      gates;  // that it is for: "speed", "checkers"; empty for none in particular
  std::string text;
};

// The hints of a page, in order. `# Step 2: ...` starts the hints of a step, `## Hint ...` each
// hint.
std::vector<Hint> parse_hints(const std::string& page);

}  // namespace warplab
