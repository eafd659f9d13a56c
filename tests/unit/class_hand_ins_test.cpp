// The class that the benchmarks grade.
#include "tests/bench/class_hand_ins.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab::bench {
namespace {

namespace fs = std::filesystem;

std::string without_comments(const std::string& source) {
  return std::regex_replace(source, std::regex("//[^\n]*"), "");
}

TEST(ClassOfTheBenchmarks, HasNoTwoFilesOfOneProgram) {
  const Course course = load_course(checkout::root);
  std::vector<const Lab*> labs;
  for (const Lab& lab : course.labs) labs.push_back(&lab);
  constexpr int students = 6;
  const std::vector<fs::path> folders = hand_in(course, labs, students, own_folder() / "in");
  EXPECT_EQ(folders.size(), students * labs.size());
  std::map<std::string, fs::path> sources;
  for (const Lab* lab : labs)
    for (const Step& step : lab->steps) {
      const fs::path file = course.solution(*lab) / step.file;
      sources.emplace(without_comments(read_file(file)), file);
    }
  for (const fs::path& folder : folders)
    for (const auto& entry : fs::directory_iterator(folder)) {
      const auto [known, is_new] =
          sources.emplace(without_comments(read_file(entry.path())), entry.path());
      EXPECT_TRUE(is_new) << entry.path() << " is like " << known->second;
    }
}

TEST(ClassOfTheBenchmarks, HandsInStubsSolutionsAndMistakesByTurns) {
  const Course course = load_course(checkout::root);
  const Lab& lab = course.find("lab8");
  const std::vector<fs::path> folders = hand_in(course, {&lab}, 3, own_folder() / "in");
  const auto count_of = [&](std::size_t student, const fs::path& from) {
    int count = 0;
    for (const Step& step : lab.steps)
      count += read_file(folders[student] / step.file).starts_with(read_file(from / step.file));
    return count;
  };
  const int steps = static_cast<int>(lab.steps.size());
  EXPECT_EQ(count_of(0, lab.folder), steps);
  EXPECT_EQ(count_of(1, course.solution(lab)), steps);
  EXPECT_EQ(count_of(2, course.solution(lab)), steps - 1) << "one is wrong";
}

}  // namespace
}  // namespace warplab::bench
