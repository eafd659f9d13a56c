// Causes have one name each, a few words, and a wrong result that is taken for them.
#include "autograder/problems/cause.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// Those that several families know, and those of each family, once.
std::vector<Cause> all_causes() {
  std::vector<Cause> causes(std::begin(common_causes), std::end(common_causes));
  std::set<const Cause*> seen;
  for (const Problem* problem : all_problems())
    if (seen.insert(problem->causes().data()).second)
      causes.insert(causes.end(), problem->causes().begin(), problem->causes().end());
  return causes;
}

// What known mistakes expect in their first lines, and what unit tests quote.
std::set<std::string> tested_names() {
  std::set<std::string> names;
  const auto collect = [&](const std::string& text, const std::regex& pattern) {
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
      names.insert((*at)[1].str());
  };
  const std::regex expected("^// EXPECT: WRONG ([a-z-]+)"), quoted("\"([a-z]+(?:-[a-z]+)*)\"");
  for (const auto& file :
       fs::recursive_directory_iterator(fs::path(checkout::root) / "tests/mistakes"))
    if (file.is_regular_file()) collect(read_file(file.path()), expected);
  for (const auto& file : fs::directory_iterator(fs::path(checkout::root) / "tests/unit"))
    if (file.path().filename() != "cause_test.cpp") collect(read_file(file.path()), quoted);
  return names;
}

TEST(Cause, HasANameOfItsOwnAndAFewWords) {
  std::set<std::string> names;
  for (const Cause& cause : all_causes()) {
    const std::string name = name_of(cause);
    EXPECT_TRUE(names.insert(name).second) << name << " is named twice";
    EXPECT_EQ(name.find('_'), std::string::npos);
    EXPECT_FALSE(cause.words.empty() || cause.words.ends_with('.')) << name;
    EXPECT_LE(cause.words.size(), 80u) << name;
    EXPECT_EQ(words_of_cause(name), cause.words);
  }
  EXPECT_EQ(words_of_cause("filter-flipped"), "the filter is turned by 180 degrees");
  EXPECT_EQ(words_of_cause("shared-race"), "") << "a finding of simt";
  EXPECT_EQ(name_of(cause::nothing_written), nothing_written);
}

TEST(Cause, IsNamedForAWrongResultOfATest) {
  const std::set<std::string> tested = tested_names();
  for (const Cause& cause : all_causes())
    EXPECT_TRUE(tested.contains(name_of(cause)))
        << name_of(cause)
        << ": a file in tests/mistakes, or a unit test, has to make such a result";
}

}  // namespace
}  // namespace warplab
