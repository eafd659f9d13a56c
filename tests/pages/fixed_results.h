// Graded labs that never change, for tests of their pages: golden pages, which a browser opens as well.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab::page {

struct FixedResult {
  std::string name;  // of its page, "race" for race.html
  LabResult lab;
  std::optional<LabResult> before{};  // the run before
};

// One for each kind of page, with sources and a picture from `folder`, which is tests/pages. Throws
// FileError where one cannot be read.
std::vector<FixedResult> fixed_results(const std::filesystem::path& folder);

// Its page as it is in every checkout and every version.
std::string fixed_page(const FixedResult& result);

}  // namespace warplab::page
