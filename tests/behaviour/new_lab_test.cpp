// New labs with a filter of another size: a copy of lab 1's and of lab 4's folders, in which only
// lab.json and the stub's text differ.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "autograder/judge/grader.h"
#include "autograder/problems/problem.h"
#include "common/files.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

class NewLab : public testing::Test {
 protected:
  NewLab() {
    fs::create_directories(root / "build");
    fs::copy(fs::path(checkout::root) / "common", root / "common", fs::copy_options::recursive);
    fs::create_directory_symlink(fs::path(checkout::root) / "build" / "images",
                                 root / "build" / "images");
  }

  // A copy of a lab under another name, with `parameters` in its lab.json.
  void copy_lab(const std::string& lab, const Json& parameters) {
    for (const char* part : {"labs", "solutions"}) {
      fs::create_directories(root / part);
      fs::copy(fs::path(checkout::root) / part / lab, root / part / "lab15-new",
               fs::copy_options::recursive);
    }
    const fs::path file = root / "labs" / "lab15-new" / "lab.json";
    auto json = Json::parse(read_file(file));
    json["parameters"] = parameters;
    json["timed_size"] = "320x240";
    if (json.contains("profiled_size")) json["profiled_size"] = "160x120";
    Json& step = json["steps"][0];
    step.erase("speed");
    step["points"].erase("speed");
    write_file(file, json.dump(2));
  }
  // What step 1's solution gets, with `from` replaced by `to`.
  StepResult grade(const std::string& from = "", const std::string& to = "") const {
    const Course course = load_course(root, complain_about);
    const Lab& lab = course.find("lab15");
    const Step& step = lab.step(1);
    std::string text = read_file(course.solution(lab) / step.file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const fs::path source = root / step.file;
    write_file(source, text);
    return Grader(course, test_options("new-lab")).grade(lab, step, source);
  }
  static void expect_right(const StepResult& result) {
    EXPECT_EQ(verdict_text(result.verdict), "OK") << result.compiler;
    EXPECT_FALSE(result.gates.empty());
    for (const Gate& gate : result.gates)
      if (gate.name == "correct" || gate.name == "checkers") {
        EXPECT_GT(gate.points, 0) << gate.name;
        EXPECT_EQ(gate.points, gate.max_points) << gate.name;
      }
    for (const std::string& line : sentences_of(result.diagnosis)) ADD_FAILURE() << line;
  }
  static void expect_wrong(const StepResult& result, const std::string& pattern) {
    EXPECT_EQ(verdict_text(result.verdict) + " " + result.diagnosis.cause, "WRONG " + pattern);
    const std::regex how_many("\\d+ of \\d+ values");  // 25 by chance
    for (const std::string& line : sentences_of(result.diagnosis))
      EXPECT_EQ(std::regex_replace(line, how_many, "").find(" 25 "), std::string::npos)
          << "of a 5x5 filter: " << line;
  }
  std::string complaint(const std::string& lab, const Json& parameters) {
    fs::remove_all(root / "labs");
    fs::remove_all(root / "solutions");
    copy_lab(lab, parameters);
    const Course course = load_course(root, complain_about);
    return course.broken.empty() ? "" : course.broken.front().error;
  }

  const fs::path root = own_folder(fs::path(checkout::build) / "test-grades");
};

const Json sobel = {{"filter_size", 3}, {"filter", {-1, 0, 1, -2, 0, 2, -1, 0, 1}}};

TEST_F(NewLab, CpuWithAFilterOf3x3) {
  copy_lab("lab1-convolution-c", sobel);
  expect_right(grade());
  expect_wrong(grade("filter[fy * FILTER_SIZE + fx]", "filter[fx * FILTER_SIZE + fy]"),
               "filter-transposed");
  expect_wrong(grade("fx < FILTER_SIZE;", "fx < FILTER_SIZE - 1;"), "window-too-small");
  expect_wrong(grade("if (value < 0) value = 0;", ""), "no-lower-clamp");
}

TEST_F(NewLab, CpuWithABlurOf7x7) {
  copy_lab("lab1-convolution-c",
           {{"filter_size", 7}, {"filter", std::vector<double>(49, 1 / 49.)}});
  expect_right(grade());
  expect_wrong(grade("sum[c] += filter", "sum[c] = filter"), "sum-overwritten");
}

TEST_F(NewLab, CpuWithTheLargestFilter) {
  copy_lab("lab1-convolution-c", {{"filter_size", 15}});
  expect_right(grade());
  expect_wrong(grade("fy * FILTER_SIZE + fx]", "(FILTER_SIZE - 1 - fy) * FILTER_SIZE + fx]"),
               "filter-mirrored");
}

TEST_F(NewLab, GpuWithAFilterOf3x3) {
  copy_lab("lab4-global-memory", sobel);
  expect_right(grade());
  expect_wrong(grade("filter.tap[fy][fx]", "filter.tap[fx][fy]"), "filter-transposed");
  expect_wrong(grade("(imgWidth + block.x - 1) / block.x", "imgWidth / block.x"),
               "tail-blocks-missing");
}

TEST_F(NewLab, GpuWithTheLargestFilter) {
  copy_lab("lab4-global-memory", {{"filter_size", 15}});
  expect_right(grade());
}

// File, line and field, and what would be right.
TEST_F(NewLab, CpuAndGpuParametersAreChecked) {
  const auto expect = [&](const Json& parameters, const std::string& what,
                          const std::string& lab = "lab1-convolution-c") {
    const std::string error = complaint(lab, parameters);
    EXPECT_NE(error.find("labs/lab15-new/lab.json:"), std::string::npos) << error;
    EXPECT_NE(error.find(what), std::string::npos) << error;
  };
  expect({{"filter_size", 4}},
         "parameters.filter_size: expected an odd number from 3 to 15, got 4");
  expect({{"filter_size", 17}}, "got 17");
  expect({{"filter", {1, 2, 3}}}, "parameters.filter: expected 25 coefficients");
  expect({{"filter", 3}}, "parameters.filter: expected a list of numbers, got 3");
  expect({{"filter", Json::array()}}, "parameters.filter: expected at least one number");
  expect({{"filter", {1, "x"}}}, "parameters.filter[1]: expected a number, got \"x\"");
  expect({{"filter_size", {3}}}, "parameters.filter_size: expected a number, got a list");
  expect({{"size", 3}}, "parameters.size: the family convolution has no such parameter");
  Json half = sobel;
  half["filter"][4] = 0.5;
  EXPECT_EQ(complaint("lab1-convolution-c", half), "");
  expect(half, "parameters.filter[4]: expected a whole number from -1000 to 1000, got 0.5",
         "lab4-global-memory");
}

TEST_F(NewLab, CpuBaselineHasTheSameParameters) {
  copy_lab("lab1-convolution-c", sobel);
  fs::copy(fs::path(checkout::root) / "labs" / "lab1-convolution-c",
           root / "labs" / "lab1-convolution-c", fs::copy_options::recursive);
  const fs::path file = root / "labs" / "lab15-new" / "lab.json";
  auto json = Json::parse(read_file(file));
  json["steps"][0]["points"]["speed"] = 5;
  json["steps"][0]["speed"] = {
      {"baseline", "lab1-convolution-c/1"}, {"zero_at", 0.5}, {"full_at", 1.0}};
  write_file(file, json.dump(2));
  const Course course = load_course(root, complain_about);
  ASSERT_EQ(course.broken.size(), 1u);
  EXPECT_NE(course.broken[0].error.find("speed.baseline: lab1-convolution-c/1 has other "
                                        "\"parameters\"; a baseline must have the same"),
            std::string::npos)
      << course.broken[0].error;
}

}  // namespace
}  // namespace warplab
