// The handout's chapters, one in each lab's folder: where to read up on what caused a mistake.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplab {

inline constexpr const char* chapter_file = "chapter.md";  // in the folder of a lab

// A place in a chapter.
struct HandoutPlace {
  std::string file;      // "labs/lab5-shared-int/chapter.md"
  std::size_t line = 0;  // from 1
  std::string title;     // of its section: "Wait for each other"
};

class Handout {
 public:
  // The texts of chapters by lab, "lab5-shared-int". A chapter is headed "# Lab 5: a tile in shared memory", its sections
  // "## ...".
  explicit Handout(const std::map<std::string, std::string>& chapters);

  // Where to read about a mistake in a step of a lab. `mistake` is a slug such as "shared-race".
  // The place is the first of these in the lab's chapter: a section that has the slug as code,
  // outside the table of mistakes; the section of the step, "## Step 2: ..." or
  // "## Steps 1 and 2: ..."; the row with the slug in the table of mistakes, in "When it is not
  // right"; the chapter itself. Nothing if the lab has no chapter.
  std::optional<HandoutPlace> about(const std::string& lab, int step,
                                    const std::string& mistake) const;

 private:
  struct Section {
    HandoutPlace heading;
    std::vector<std::string> lines;  // after the heading
  };
  // The first section is the text before the first heading of one.
  std::map<std::string, std::vector<Section>> chapters_;  // by lab
};

// The chapters in labs/ of a course.
Handout read_handout(const std::filesystem::path& course);

}  // namespace warplab
