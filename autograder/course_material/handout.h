// The handout's sections: where to read up on what caused a mistake.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warplab {

// A place in the handout.
struct HandoutPlace {
  std::size_t line = 0;  // from 1
  std::string title;     // of its section: "Wait for each other"
};

class Handout {
 public:
  // Chapters of labs are headed "## 5. Lab 5: a tile in shared memory", their sections "### ...".
  explicit Handout(const std::string& text);

  // Where to read about a mistake in a step of a lab. `mistake` is a slug such as "shared-race".
  // The place is the first of these in the lab's chapter: a section that has the slug as code,
  // outside the table of mistakes; the section of the step, "### Step 2: ..." or
  // "### Steps 1 and 2: ..."; the row with the slug in the table of mistakes, in "When it is not
  // right"; the chapter itself. Nothing if the handout has no chapter on the lab.
  std::optional<HandoutPlace> about(const std::string& lab, int step,
                                    const std::string& mistake) const;

 private:
  struct Section {
    HandoutPlace heading;
    std::vector<std::string> lines;  // after the heading
  };
  struct Chapter {
    std::string number;             // of the lab
    std::vector<Section> sections;  // the first is the text before the first heading
  };

  std::vector<Chapter> chapters_;
};

}  // namespace warplab
