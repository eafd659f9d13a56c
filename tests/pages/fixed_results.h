// Graded labs, a course and a class that never change, for tests of their pages: golden pages, which a
// browser opens as well.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/page/page.h"
#include "autograder/report/result.h"

namespace warplab::page {

struct FixedResult {
  std::string name;  // of its page, "race" for race.html
  LabResult lab;
  std::optional<LabResult> before{};  // the run before
  PastTimes times{};                  // of runs before
};

// One for each kind of page, with sources and a picture from `folder`, which is tests/pages. Throws
// FileError where one cannot be read.
std::vector<FixedResult> fixed_results(const std::filesystem::path& folder);

// Its page as it is in every checkout and every version.
std::string fixed_page(const FixedResult& result);

// The page of all labs, as it is in every checkout and every version. Its links lead to other pages that
// are fixed.
std::string fixed_course_page();

// The page of what a class got wrong in one lab, as it is in every checkout and every version.
std::string fixed_items_page();

// The pages of questions about a program, and of their answers, as they are in every checkout and every version.
std::string fixed_questions_page();
std::string fixed_answers_page();

// `page` as it is in every checkout and every version: links into the present folder lead to one that
// never changes, and so is the version of `program`.
std::string in_every_checkout(std::string page, std::string_view program);

}  // namespace warplab::page
