// Submissions that are a step's solution with a few places changed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/behaviour/head_lines.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {

// "\\n" in a head line stands for the end of a line.
inline std::string with_line_ends(std::string text) {
  for (std::size_t at; (at = text.find("\\n")) != std::string::npos;) text.replace(at, 2, "\n");
  return text;
}

// The step's solution with places changed, as the file asks for by `// REPLACE:` and `// BY:`; the
// file itself where it does not.
inline std::filesystem::path source_of(const std::filesystem::path& file, const Course& course,
                                       const Lab& lab, const Step& step) {
  const auto from = head_lines(file, "REPLACE"), to = head_lines(file, "BY");
  if (from.empty()) return file;
  std::string text = read_file(course.solution(lab) / step.file);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::string place = with_line_ends(from[i]);
    const std::size_t at = text.find(place);
    EXPECT_NE(at, std::string::npos) << step.file << " has no " << place;
    EXPECT_EQ(text.find(place, at + 1), std::string::npos) << "more than once: " << place;
    text.replace(at, place.size(), with_line_ends(to.at(i)));
  }
  const std::filesystem::path changed = own_folder() / file.filename();
  write_file(changed, text);
  return changed;
}

// Every source in the folders tests/<kind>/labN/, sorted.
inline std::vector<std::filesystem::path> sources_by_lab(const std::string& kind) {
  std::vector<std::filesystem::path> all;
  for (const auto& lab :
       std::filesystem::directory_iterator(std::filesystem::path(checkout::root) / "tests" / kind))
    if (lab.is_directory())
      for (const auto& source : sources_in(lab.path())) all.push_back(source);
  std::sort(all.begin(), all.end());
  return all;
}

// "lab9_graph" for tests/unusual/lab9/graph.cu.
inline std::string name_by_lab(const testing::TestParamInfo<std::filesystem::path>& info) {
  return info.param.parent_path().filename().string() + "_" + info.param.stem().string();
}

}  // namespace warplab
