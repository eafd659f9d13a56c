// The pages of what is fixed are those in tests/pages, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/pages/fixed_programs.h"
#include "tests/pages/fixed_results.h"

namespace warplab::page {
namespace {

std::string line_around(const std::string& text, std::size_t at) {
  at = std::min(at, text.size());
  const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

std::filesystem::path pages_folder() {
  return std::filesystem::path(checkout::root) / "tests" / "pages";
}

void expect_kept(const std::string& name, const std::string& made) {
  const std::string kept = read_file(pages_folder() / (name + ".html"));
  const std::size_t at = std::ranges::mismatch(made, kept).in1 - made.begin();
  EXPECT_TRUE(made == kept) << "tests/pages/" << name << ".html is another, from byte " << at
                            << " on:\n  kept: " << line_around(kept, at)
                            << "\n  made: " << line_around(made, at)
                            << "\n`make pages` makes all of them anew, and `git diff --word-diff "
                               "tests/pages` shows what "
                               "has changed. Is it what was to change? Then commit them with it.";
  EXPECT_LT(kept.size(), 64u << 10) << name << ": large for a repository";
}

TEST(GoldenPages, AreWhatIsMadeOfTheirResults) {
  for (const FixedResult& result : fixed_results(pages_folder()))
    expect_kept(result.name, fixed_page(result));
}

TEST(GoldenPages, AreWhatIsMadeOfACourse) { expect_kept("course", fixed_course_page()); }

TEST(GoldenPages, AreWhatIsMadeOfAClass) { expect_kept("items", fixed_items_page()); }

TEST(GoldenPages, AreWhatIsMadeOfQuestions) {
  expect_kept("questions", fixed_questions_page());
  expect_kept("answers", fixed_answers_page());
}

TEST(GoldenPages, AreWhatSimtMakesOfItsPrograms) {
  for (const simt::tools::FixedProgram& program : simt::tools::fixed_programs(pages_folder()))
    expect_kept(program.name, fixed_page(program, pages_folder()));
}

}  // namespace
}  // namespace warplab::page
