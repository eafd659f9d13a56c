// lab.json: what is read, how mistakes in it are reported, and finding labs by name.
#include "autograder/course/lab.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/suggest.h"
#include "autograder/judge/timing.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const std::string valid = R"({
  "title": "5x5 convolution in C",
  "problem": "convolution",
  "device": "cpu",
  "threads": 2,
  "compiler_flags": ["-O2", "-fopenmp"],
  "sizes": ["1x1", "33x17"],
  "timed_size": "4992x3744",
  "steps": [
    {"number": 1, "name": "c", "file": "convolution.c", "entry": "conv_filter",
     "teaches": "loops",
     "points": {"correct": 20, "speed": 10.5},
     "speed": {"baseline": "lab1-convolution-c/1", "zero_at": 0.3, "full_at": 0.8}},
    {"number": 2, "name": "again", "file": "again.cpp", "entry": "conv_filter",
     "teaches": "patience",
     "points": {"correct": 5},
     "timed_size": "1248x936"}
  ]
})";

const fs::path file = "labs/lab1-convolution-c/lab.json";

// `valid` with its first `from` replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = valid;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// What parse_lab says about `text`, or "" if it takes it.
std::string complaint(const std::string& text) {
  try {
    parse_lab(text, file);
    return "";
  } catch (const CourseError& error) {
    return error.what();
  }
}

void expect_complaint(const std::string& from, const std::string& to, const std::string& start,
                      const std::string& part) {
  const std::string message = complaint(with(from, to));
  const std::string prefix = "labs/lab1-convolution-c/lab.json:" + start;
  EXPECT_EQ(message.substr(0, prefix.size()), prefix) << to;
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

constexpr const char* gpu_lab = R"({
  "title": "b", "problem": "convolution", "device": "gpu", "sizes": ["1x1"],
  "timed_size": "40x30", "profiled_size": "20x10",
  "steps": [{"number": 1, "name": "s", "file": "s.cu", "entry": "f", "teaches": "t",
    "points": {"correct": 3, "checkers": 2},
    "hardware": [{"counter": "load-bytes", "at_most": 6, "points": 4},
                 {"counter": "read-banks", "at_least": 1, "points": 0.5}]}]
})";

std::string gpu_complaint(const std::string& from, const std::string& to) {
  std::string text = gpu_lab;
  text.replace(text.find(from), from.size(), to);
  try {
    parse_lab(text, "labs/lab4-x/lab.json");
  } catch (const CourseError& error) {
    return error.what();
  }
  return "";
}

TEST(Lab, ReadsWhatAGpuLabHasBesides) {
  const Lab lab = parse_lab(gpu_lab, "labs/lab4-x/lab.json");
  ASSERT_EQ(lab.steps.size(), 1u);
  const Step& step = lab.steps[0];
  EXPECT_EQ(step.profiled_size.width, 20);
  EXPECT_EQ(step.points_for(GateKind::checkers), 2);
  ASSERT_EQ(step.hardware.size(), 2u);
  EXPECT_EQ(step.hardware[0].counter, "load-bytes");
  EXPECT_EQ(step.hardware[0].at_least, 0);
  EXPECT_EQ(step.hardware[0].at_most, 6);
  EXPECT_EQ(step.hardware[1].at_least, 1);
  EXPECT_TRUE(std::isinf(step.hardware[1].at_most));
  EXPECT_TRUE(lab.planned_sizes.empty());
  EXPECT_EQ(lab.max_score(), 9.5);
}

// A lab of a GPU with a step for the CPU ahead.
TEST(Lab, StepsAreForTheDeviceThatTheirFilesAreFor) {
  const std::string step = R"({"number": 1, "name": "c", "file": "c.c", "entry": "f",
                               "teaches": "t", "points": {"correct": 1}}, )";
  std::string text = gpu_lab;
  text.replace(text.find("{\"number\": 1"), 12, step + "{\"number\": 2");
  const Lab lab = parse_lab(text, "labs/lab4-x/lab.json");
  ASSERT_EQ(lab.steps.size(), 2u);
  EXPECT_EQ(lab.steps[0].device, Device::cpu);
  EXPECT_EQ(lab.steps[0].profiled_size, Size{});
  EXPECT_EQ(lab.steps[1].device, Device::gpu);
  EXPECT_EQ(parse_lab(valid, file).steps[1].device, Device::cpu);
}

TEST(Lab, ChecksThreadsOfOpenMpOnly) {
  const std::string checked = with("\"correct\": 20", "\"correct\": 20, \"checkers\": 2");
  EXPECT_EQ(parse_lab(checked, file).steps[0].points_for(GateKind::checkers), 2);
  EXPECT_EQ(parse_lab(checked, file).max_score(), 37.5);
  std::string text = checked;
  text.erase(text.find(", \"-fopenmp\""), 12);
  EXPECT_NE(complaint(text).find("lab.json:12: steps[0].points.checkers: what is checked are"),
            std::string::npos)
      << complaint(text);
}

TEST(Lab, MayHaveOtherLimitsThanTheGrader) {
  EXPECT_FALSE(parse_lab(valid, file).call_s);
  EXPECT_FALSE(parse_lab(valid, file).memory_bytes);
  const Lab lab = parse_lab(
      with("\"threads\": 2", "\"limits\": {\"seconds\": 30, \"memory_mib\": 3072}"), file);
  EXPECT_EQ(lab.call_s, 30);
  EXPECT_EQ(lab.memory_bytes, std::uint64_t{3} << 30);
}

TEST(Lab, LimitsStayWithinThoseOfTheGrader) {
  const auto expect = [](const std::string& limits, const std::string& field,
                         const std::string& part) {
    expect_complaint("\"threads\": 2", "\"limits\": " + limits, "5: limits" + field + ": ", part);
  };
  expect(R"({"seconds": 61})", ".seconds", "a whole number from 1 to 60, got 61");
  expect(R"({"seconds": 0})", ".seconds", "a whole number from 1 to 60, got 0");
  expect(R"({"memory_mib": 4097})", ".memory_mib", "a whole number from 64 to 4096, got 4097");
  expect(R"({"minutes": 1})", ".minutes", "unknown field; known: seconds, memory_mib");
  expect("{}", "", "\"seconds\", \"memory_mib\" or both");
}

TEST(Lab, HasItsWeeksByTheCourse) {
  const Lab lab = parse_lab(
      with("\"threads\": 2", "\"teaches\": \"loops\", \"weeks\": {\"14\": [7, 8], \"7\": [5]}"),
      file);
  EXPECT_EQ(lab.teaches, "loops");
  ASSERT_EQ(lab.weeks.size(), 2u);
  EXPECT_EQ(lab.weeks.at(14).first, 7);
  EXPECT_EQ(lab.weeks.at(14).last, 8);
  EXPECT_EQ(lab.weeks.at(7).first, 5);
  EXPECT_EQ(lab.weeks.at(7).last, 5);
  const auto expect = [](const std::string& weeks, const std::string& field,
                         const std::string& part) {
    expect_complaint("\"threads\": 2", "\"weeks\": " + weeks, "5: weeks" + field + ": ", part);
  };
  expect("[7]", "", "the weeks by the course's");
  expect(R"({"0": [1]})", ".0", "a number of weeks from 1 to 52 as the name");
  expect(R"({"53": [1]})", ".53", "a number of weeks from 1 to 52 as the name");
  expect(R"({"a term": [1]})", ".a term", "a number of weeks from 1 to 52 as the name");
  expect(R"({"14": []})", ".14", "a week, or the first and the last of several");
  expect(R"({"14": [1, 2, 3]})", ".14", "a week, or the first and the last of several");
  expect(R"({"14": [15]})", ".14[0]", "a whole number from 1 to 14, got 15");
  expect(R"({"14": [8, 7]})", ".14[1]", "a whole number from 8 to 14, got 7");
}

// No machine holds them, and none has to.
TEST(Lab, PlannedSizesMayBeLargerThanOthers) {
  const auto with_sizes = [](const std::string& field, const std::string& size) {
    std::string text = gpu_lab;
    return text.insert(text.find("\"sizes\""), "\"" + field + "\": [\"7x5\", \"" + size + "\"], ");
  };
  const Lab lab = parse_lab(with_sizes("planned_sizes", "31000x70000"), "labs/lab4-x/lab.json");
  EXPECT_EQ(lab.planned_sizes, (std::vector<Size>{{7, 5}, {31000, 70000}}));
  EXPECT_NE(gpu_complaint("\"1x1\"", "\"31000x70000\""), "");
  EXPECT_NE(gpu_complaint("\"sizes\"", "\"planned_sizes\": [\"9x\"], \"sizes\"")
                .find("lab.json:2: planned_sizes[0]"),
            std::string::npos);
  expect_complaint("\"sizes\"", "\"planned_sizes\": [\"1x1\"], \"sizes\"",
                   "7: ", "planned_sizes: only a lab for a gpu has them");
}

TEST(Lab, SaysWhatIsWrongWithAGpuLab) {
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
  };
  has(gpu_complaint("load-bytes", "load-byte"), "did you mean load-bytes?");
  has(gpu_complaint("\"at_most\": 6, ", ""), "at_most");
  has(gpu_complaint("\"at_most\": 6", "\"at_most\": 6, \"at_least\": 7"), "not less");
  has(gpu_complaint(", \"checkers\": 2", ""), "checkers");
  has(gpu_complaint("s.cu", "s.cpp"), ".cu");
  has(gpu_complaint("\"file\"", "\"f/le\""), "f/le");
  has(gpu_complaint(", \"profiled_size\": \"20x10\"", ""), "profiled_size");
  has(gpu_complaint("read-banks", "load-bytes"),
      "lab.json:7: steps[0].hardware[1].counter: \"load-bytes\" appears twice, first in "
      "hardware[0]");
  has(gpu_complaint("\"sizes\"", "\"compiler_flags\": [\"-O2\"], \"sizes\""),
      "lab.json:2: compiler_flags: they are for files that end in .c or .cpp");
}

// A folder that goes away with the test.
class TemporaryFolder {
 public:
  void add_lab(const std::string& name, const std::string& text) const {
    fs::create_directories(path_ / "labs" / name);
    std::ofstream(path_ / "labs" / name / "lab.json") << text;
  }

  const fs::path& path() const { return path_; }

 private:
  const fs::path path_ = own_folder();
};

TEST(Lab, ReadsEveryField) {
  const Lab lab = parse_lab(valid, file);
  EXPECT_EQ(lab.name, "lab1-convolution-c");
  EXPECT_EQ(lab.folder, "labs/lab1-convolution-c");
  EXPECT_EQ(lab.title, "5x5 convolution in C");
  EXPECT_EQ(lab.problem, "convolution");
  EXPECT_EQ(lab.device, Device::cpu);
  EXPECT_EQ(lab.threads, 2);
  EXPECT_EQ(lab.compiler_flags, (std::vector<std::string>{"-O2", "-fopenmp"}));
  ASSERT_EQ(lab.sizes.size(), 2u);
  EXPECT_EQ(lab.sizes[1].width, 33);
  EXPECT_EQ(lab.sizes[1].height, 17);
  ASSERT_EQ(lab.steps.size(), 2u);

  const Step& step = lab.step(1);
  EXPECT_EQ(step.name, "c");
  EXPECT_EQ(step.file, "convolution.c");
  EXPECT_EQ(step.entries, std::vector<std::string>{"conv_filter"});
  EXPECT_EQ(step.teaches, "loops");
  EXPECT_EQ(step.points_for(GateKind::correct), 20);
  EXPECT_EQ(step.points_for(GateKind::speed), 10.5);
  EXPECT_EQ(step.timed_size.width, 4992);
  ASSERT_TRUE(step.speed);
  EXPECT_EQ(step.speed->baseline_lab, "lab1-convolution-c");
  EXPECT_EQ(step.speed->baseline_step, 1);
  EXPECT_EQ(step.speed->zero_at, 0.3);
  EXPECT_EQ(step.speed->full_at, 0.8);

  EXPECT_FALSE(lab.step(2).speed);
  EXPECT_EQ(lab.step(2).points_for(GateKind::speed), 0);
  EXPECT_EQ(lab.step(2).timed_size.height, 936);
  EXPECT_EQ(lab.max_score(), 35.5);
}

TEST(Lab, MayBeForOneProcessor) {
  EXPECT_TRUE(parse_lab(valid, file).processor.empty());
  const std::string device = "\"device\": \"cpu\",";
  EXPECT_EQ(parse_lab(with(device, device + " \"processor\": \"x86-64\","), file).processor,
            "x86-64");
  expect_complaint(device, device + " \"processor\": \"sparc\",", "4: processor: ", "\"x86-64\"");
}

TEST(Lab, ParametersAreNumbersOrLists) {
  std::string text = with("  \"steps\"",
                          "  \"parameters\": {\"filter_size\": 3, \"filter\": [1, -2.5]},\n"
                          "  \"steps\"");
  text.replace(text.find("\"points\": {\"correct\": 5}"), 0,
               "\"parameters\": {\"filter_size\": [5], \"filter\": 7}, ");
  const Lab lab = parse_lab(text, file);
  EXPECT_EQ(lab.step(1).parameters, (std::map<std::string, int>{{"filter_size", 3}}));
  EXPECT_EQ(lab.step(1).lists.at("filter"), (std::vector<double>{1, -2.5}));
  EXPECT_EQ(lab.step(2).parameters, (std::map<std::string, int>{{"filter", 7}}))
      << "a step's own replace the lab's";
  EXPECT_EQ(lab.step(2).lists.size(), 1u);
}

TEST(Lab, SizesMayBeRowsAndEntriesSeveral) {
  std::string text = with("\"1x1\", \"33x17\"", "\"0\", \"33\", \"1073741824\"");
  text.replace(text.find("\"conv_filter\""), 13, "[\"sum_int\", \"sum_float\"]");
  const Lab lab = parse_lab(text, file);
  ASSERT_EQ(lab.sizes.size(), 3u);
  EXPECT_EQ(lab.sizes[0], (Size{0, 0})) << "a row of nothing";
  EXPECT_EQ(lab.sizes[1], (Size{33, 0}));
  EXPECT_EQ(lab.sizes[2].width, 1 << 30);
  EXPECT_TRUE(lab.sizes[1].is_row());
  EXPECT_EQ(lab.sizes[1].text(), "33");
  EXPECT_FALSE(lab.step(1).timed_size.is_row());
  EXPECT_EQ(lab.step(1).timed_size.text(), "4992x3744");
  EXPECT_EQ(lab.step(1).entries, (std::vector<std::string>{"sum_int", "sum_float"}));
  EXPECT_EQ(lab.step(2).entries, std::vector<std::string>{"conv_filter"});
}

TEST(Lab, DefaultsToOneThreadAndNoFlags) {
  std::string text = with("  \"threads\": 2,\n", "");
  const std::string flags = "  \"compiler_flags\": [\"-O2\", \"-fopenmp\"],\n";
  text.erase(text.find(flags), flags.size());
  const Lab lab = parse_lab(text, file);
  EXPECT_EQ(lab.threads, 1);
  EXPECT_TRUE(lab.compiler_flags.empty());
}

TEST(Lab, PointsAtMalformedJson) {
  expect_complaint("\"problem\":", "\"problem\"", "3:", "malformed JSON");
  expect_complaint("10.5", "1e999", "12:", "malformed JSON");
  expect_complaint("loops", "\xff", "11:", "UTF-8");
  EXPECT_NE(complaint("").find("lab.json:1:1: malformed JSON"), std::string::npos);
  EXPECT_NE(complaint(std::string(10'000, '[')).find("nested deeper"), std::string::npos);
}

TEST(Lab, PointsAtTheField) {
  expect_complaint("\"title\"", "\"titel\"", "2: titel: ", "did you mean title?");
  expect_complaint("  \"problem\": \"convolution\",\n", "", "1: ", "\"problem\" is missing");
  expect_complaint("\"convolution\"", "\"\"", "3: problem: ", "not empty");
  expect_complaint("\"cpu\"", "\"abacus\"", "4: device: ", "got \"abacus\"");
  expect_complaint("\"threads\": 2", "\"threads\": -1", "5: threads: ", "got -1");
  expect_complaint("\"threads\": 2", "\"title\": \"b\"", "5: title: ", "first on line 2");
  expect_complaint("[\"1x1\", \"33x17\"]", "[]", "7: sizes: ", "at least one");
  expect_complaint("33x17", "0x17", "7: sizes[1]: ", "widthxheight");
  expect_complaint("33x17", "33x524289", "7: sizes[1]: ", "524288");
  expect_complaint("33x17", "100000x100000", "7: sizes[1]: ", "got \"100000x100000\"");
  expect_complaint("33x17", "32768x32769", "7: sizes[1]: ", "at most 1073741824 elements");
  expect_complaint("4992x3744", "100000x100000", "8: timed_size: ", "no machine holds it");
  expect_complaint("33x17", "33x-7", "7: sizes[1]: ", "widthxheight");
  expect_complaint("33x17", "33x", "7: sizes[1]: ", "widthxheight");
  expect_complaint("33x17", "-33", "7: sizes[1]: ", "how many numbers");
  expect_complaint("33x17", "1073741825", "7: sizes[1]: ", "from 0 to 1073741824");
  expect_complaint("\"33x17\"", "33", "7: sizes[1]: ", "");
  expect_complaint("\"number\": 2", "\"number\": 3", "14: steps[1].number: ", "expected 2");
  expect_complaint("again.cpp", "../again.cpp", "14: steps[1].file: ", "no folder");
  expect_complaint("again.cpp", "-o.c", "14: steps[1].file: ", "file name");
  expect_complaint("again.cpp", "again.py", "14: steps[1].file: ", ".c, .cpp or .cu");
  expect_complaint("again.cpp", "again.cu", "14: steps[1].file: ", ".c or .cpp");
  expect_complaint("\"cpu\"", "\"gpu\"", "1: ", "profiled_size");
  expect_complaint("\"conv_filter\"", "\"2conv\"", "10: steps[0].entry: ", "function");
  expect_complaint("\"conv_filter\"", "[\"conv_filter\", \"2conv\"]",
                   "10: steps[0].entry[1]: ", "function");
  expect_complaint("\"conv_filter\"", "[]", "10: steps[0].entry: ", "or several");
  expect_complaint("\"correct\": 5", "\"correct\": -5", "16: steps[1].points.correct: ", "got -5");
  expect_complaint("\"full_at\": 0.8", "\"full_at\": 0.3",
                   "13: steps[0].speed.full_at: ", "more than zero_at");
  expect_complaint("\"full_at\": 0.8", "\"full_at\": 0.8, \"by\": \"luck\"",
                   "13: steps[0].speed.by: ", "\"vectors\"");
  expect_complaint("c/1", "c/0", "13: steps[0].speed.baseline: ", "lab/step");
  expect_complaint(", \"speed\": 10.5", "", "13: steps[0].speed: ", "points");
  expect_complaint("\"correct\": 5", "\"correct\": 5, \"speed\": 5",
                   "16: steps[1].points.speed: ", "baseline");
}

TEST(Lab, SurvivesAnyMutation) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  int taken = 0;
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string text = valid;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(20));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), below(30)));
          break;
        case 3:
          text.insert(at, 1, "{}[]\",:0-9e."[below(12)]);
          break;
        case 4:
          text.resize(at + 1);
          break;
      }
    }
    complaint(text).empty() ? ++taken : ++refused;  // anything but CourseError ends the test
  }
  EXPECT_GT(taken, 0);
  EXPECT_GT(refused, 1000);
}

TEST(Lab, NamesItsStepsWhenOneIsUnknown) {
  try {
    parse_lab(valid, file).step(3);
    FAIL();
  } catch (const CourseError& error) {
    EXPECT_STREQ(error.what(), "lab1-convolution-c has no step 3; its steps: 1 (c), 2 (again)");
  }
}

TEST(Course, LoadsLabsByNumberAndFindsThem) {
  const TemporaryFolder folder;
  folder.add_lab("lab10-heat", valid);
  folder.add_lab("lab2-openmp", valid);
  folder.add_lab("lab1-convolution-c", valid);
  fs::create_directories(folder.path() / "labs" / "notes");
  const Course course = load_course(folder.path());
  ASSERT_EQ(course.labs.size(), 3u);
  EXPECT_EQ(course.labs[0].name, "lab1-convolution-c");
  EXPECT_EQ(course.labs[1].name, "lab2-openmp");
  EXPECT_EQ(course.labs[2].name, "lab10-heat");
  EXPECT_EQ(course.labs[1].folder, folder.path() / "labs/lab2-openmp");

  EXPECT_EQ(course.find("lab10").name, "lab10-heat");
  EXPECT_EQ(course.find("2").name, "lab2-openmp");
  EXPECT_EQ(course.find("lab2-openmp").name, "lab2-openmp");
  EXPECT_EQ(course.solution(course.labs[1]), folder.path() / "solutions/lab2-openmp");
  EXPECT_EQ(course.baseline_object("lab2-openmp", 3),
            folder.path() / "baselines/lab2-openmp-step3.o");
  for (const std::string wrong : {"lab2-opnemp", "lab22", "LAB2-OPENMP"}) {
    try {
      course.find(wrong);
      ADD_FAILURE() << wrong;
    } catch (const CourseError& error) {
      EXPECT_NE(std::string(error.what()).find("did you mean lab2"), std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW(course.find(""), CourseError);
  EXPECT_THROW(course.find("99999999999999999999"), CourseError);
}

TEST(Course, SaysWhichLabsAreForAnotherProcessor) {
  const TemporaryFolder folder;
  const std::string device = "\"device\": \"cpu\",";
  folder.add_lab("lab1-convolution-c", valid);
  folder.add_lab("lab3-sse", with(device, device + " \"processor\": \"x86-64\","));
  Course course = load_course(folder.path());
  EXPECT_EQ(course.processor, processor_name);
  const Lab &any = course.find("lab1"), &sse = course.find("lab3");

  course.processor = "x86-64";
  EXPECT_EQ(course.gradable({}), (std::vector{&any, &sse}));
  EXPECT_EQ(course.why_not_here(sse), "");

  course.processor = "aarch64";
  EXPECT_EQ(course.gradable({}), std::vector{&any});
  EXPECT_EQ(course.gradable({"lab1"}), std::vector{&any});
  EXPECT_EQ(course.select({"lab3"}), std::vector{&sse}) << "to be handed in, say";
  try {
    course.gradable({"lab1", "lab3"});
    FAIL();
  } catch (const CourseError& error) {
    EXPECT_STREQ(error.what(), "lab3-sse needs an x86-64 processor, and this one is aarch64");
  }
}

TEST(Course, RefusesAShortNameThatFitsTwo) {
  const TemporaryFolder folder;
  folder.add_lab("lab1-convolution-c", valid);
  folder.add_lab("lab1-other", valid);
  EXPECT_THROW(load_course(folder.path()).find("lab1"), CourseError);
}

// Why the first lab of a course is left out, "" if it is not.
std::string error_of_first(const std::string& from, const std::string& to) {
  const TemporaryFolder folder;
  folder.add_lab("lab1-convolution-c", with(from, to));
  folder.add_lab("lab2-other",
                 with("\"convolution\"", "\"heat\"")
                     .replace(valid.find("lab1-convolution-c") - 7, 18, "lab2-other"));
  const Course course = load_course(folder.path());
  return course.broken.empty() ? "" : course.broken[0].error;
}

TEST(Course, RefusesABaselineThatDoesNotExist) {
  EXPECT_EQ(error_of_first("lab1-convolution-c/1", "lab1-convolution-c/2"), "");
  EXPECT_NE(error_of_first("lab1-convolution-c/1", "lab1-convolutoin-c/1")
                .find("lab.json:13: steps[0].speed.baseline: there is no lab"),
            std::string::npos);
  EXPECT_NE(error_of_first("lab1-convolution-c/1", "lab1-convolution-c/3").find("has no step 3"),
            std::string::npos);
  EXPECT_NE(error_of_first("lab1-convolution-c/1", "lab2-other/1").find("another problem"),
            std::string::npos);
}

// A filter is changed in all labs that are compared with each other.
TEST(Course, NamesTheLabsWhoseParametersChangeTogether) {
  namespace fs = std::filesystem;
  const std::vector<std::string> chain = {"lab4-global-memory", "lab5-shared-int",
                                          "lab6-shared-float", "lab7-bank-padding", "lab14-open"};
  const fs::path root = own_folder();
  fs::copy(fs::path(checkout::root) / "labs", root / "labs", fs::copy_options::recursive);
  const auto change = [&](const std::string& lab) {
    const fs::path file = root / "labs" / lab / "lab.json";
    auto json = nlohmann::ordered_json::parse(read_file(file));
    json["parameters"] = {{"filter_size", 3}};
    write_file(file, json.dump(2));
  };
  change("lab5-shared-int");
  const Course course = load_course(root);
  ASSERT_GE(course.broken.size(), 2u);
  EXPECT_EQ(course.broken[0].name, "lab5-shared-int");
  EXPECT_NE(
      course.broken[0].error.find(
          "lab4-global-memory/1 has other \"parameters\"; a baseline must have the same: change "
          "those of lab5-shared-int and lab4-global-memory, lab6-shared-float, "
          "lab7-bank-padding, lab14-open together"),
      std::string::npos)
      << course.broken[0].error;
  for (const std::string& lab : chain) change(lab);
  const Course changed = load_course(root);
  EXPECT_TRUE(changed.broken.empty()) << changed.broken[0].error;
  EXPECT_EQ(changed.compared_with(changed.find("lab14")),
            (std::vector<std::string>{chain.begin(), chain.end() - 1}));
  EXPECT_EQ(changed.compared_with(changed.find("lab8")), std::vector<std::string>{});
}

// A solution is as fast as itself: a step can ask for a part of its speed and for no more.
TEST(Course, RefusesAStepThatShouldBeFasterThanItself) {
  EXPECT_EQ(error_of_first("\"full_at\": 0.8", "\"full_at\": 0.99"), "");
  const std::string error = error_of_first("\"full_at\": 0.8", "\"full_at\": 1.1");
  EXPECT_NE(error.find("lab.json:13: steps[0].speed.full_at: expected less than 1, as the step is "
                       "its own baseline"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("got 1.1"), std::string::npos) << error;
}

TEST(Course, LeavesOutALabThatIsBroken) {
  const TemporaryFolder folder;
  folder.add_lab("lab1-convolution-c", valid);
  folder.add_lab("lab2-broken", with("\"cpu\"", "\"abacus\""));
  folder.add_lab("lab3-on-it", with("lab1-convolution-c/1", "lab2-broken/1"));
  folder.add_lab("lab4-on-that", with("lab1-convolution-c/1", "lab3-on-it/1"));
  folder.add_lab("lab5-strange", with("5x5 convolution in C", "strange"));
  fs::create_directories(folder.path() / "labs" / "lab6-empty");
  const Course course = load_course(folder.path(), [](const Lab& lab) {
    return lab.title == "strange" ? lab.locate("title", "strange") : "";
  });
  ASSERT_EQ(course.labs.size(), 1u);
  EXPECT_EQ(course.find("lab1").name, "lab1-convolution-c");
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"lab2-broken", "lab.json:4: device: "},
      {"lab3-on-it", "lab.json:13: steps[0].speed.baseline: lab2-broken is broken itself"},
      {"lab4-on-that", "lab.json:13: steps[0].speed.baseline: lab3-on-it is broken itself"},
      {"lab5-strange", "labs/lab5-strange/lab.json:2: title: strange"},
      {"lab6-empty", "labs/lab6-empty/lab.json"}};
  ASSERT_EQ(course.broken.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(course.broken[i].name, expected[i].first);
    EXPECT_NE(course.broken[i].error.find(expected[i].second), std::string::npos)
        << course.broken[i].error;
    EXPECT_THROW(course.find(expected[i].first), CourseError);
  }
  EXPECT_THROW(course.find("lab2"), CourseError);
  EXPECT_THROW(course.expect_whole(), CourseError);
  EXPECT_EQ(course.select({}).size(), 1u);
}

// It would reach terminals, pages and results under this name.
TEST(Course, LeavesOutALabWhoseNameHidesSomething) {
  for (const char* name :
       {"lab2-\x1b[31mred", "lab2-\xe2\x80\xaeother", "lab2-\xff", "lab2-\nlab3"}) {
    const TemporaryFolder folder;
    folder.add_lab("lab1-convolution-c", valid);
    folder.add_lab(name, valid);
    const Course course = load_course(folder.path());
    ASSERT_EQ(course.broken.size(), 1u);
    EXPECT_EQ(course.broken[0].name, name);
    EXPECT_NE(course.broken[0].error.find("lab.json:1: the name of the folder has characters"),
              std::string::npos)
        << course.broken[0].error;
  }
}

TEST(Course, SaysWhereLabsShouldBe) {
  const TemporaryFolder folder;
  EXPECT_THROW(load_course(folder.path()), CourseError);
  EXPECT_THROW(load_course(folder.path() / "missing"), CourseError);
}

TEST(Course, PointsForAModelledTimeNeedMoreThanTheModelsError) {
  constexpr double error = 1.15;  // docs/simt-accuracy.md, "Neighbouring steps"
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Step& step : lab.steps)
      if (step.device == Device::gpu && step.points_for(GateKind::speed) > 0) {
        EXPECT_GE(step.speed->full_at, error) << lab.name << "/" << step.number;
      }
}

// Threads are fast however they come about, and a race between them may leave the result right.
TEST(Course, StepsThatMayBeFastByThreadsAreSearchedForRaces) {
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Step& step : lab.steps)
      if (lab.has_openmp() && step.device == Device::cpu && step.points_for(GateKind::speed) > 0) {
        EXPECT_GT(step.points_for(GateKind::checkers), 0) << lab.name << "/" << step.number;
      }
}

// A solution in a file of docs/timing-tables.
struct MeasuredStep {
  double ms = 0;                // for an element
  std::optional<double> ratio;  // how many times as fast as its baseline it was
};

// By lab and step. A row is "| lab8-reduction/4 | 0.0951 ms | 1412 | 1.78x [1.76, 1.78] | ...", or, below the
// title of the lab, "| 4 first-add | `first_add.cu` | 4194304 | 0.018 ms | ...".
std::map<std::pair<std::string, int>, MeasuredStep> steps_of_table(const fs::path& file) {
  static const std::regex title("## (lab\\d+-\\S+): .*");
  static const std::regex row(
      "\\| (?:(lab\\d+-\\S+)/)?(\\d+)[^|]*\\| (?:[^|]*\\| (\\d+)(?:x(\\d+))? \\| )?([\\d.]+) ms "
      "\\| [\\d.]+ \\| (?:([\\d.]+)x[^|]*|-) \\|.*");
  std::map<std::pair<std::string, int>, MeasuredStep> steps;
  std::ifstream lines(file);
  std::string lab;
  std::smatch part;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, part, title)) {
      lab = part.str(1);
    } else if (std::regex_match(line, part, row)) {
      const auto length = [&](int group) {
        return part[group].matched ? std::stod(part[group]) : 1;
      };
      MeasuredStep& step = steps[{part[1].matched ? part.str(1) : lab, std::stoi(part.str(2))}];
      step.ms = std::stod(part[5]) / (length(3) * length(4));
      if (part[6].matched) step.ratio = std::stod(part[6]);
    }
  }
  return steps;
}

std::vector<fs::path> timing_tables() {
  std::vector<fs::path> tables;
  for (const auto& entry :
       fs::directory_iterator(fs::path(checkout::root) / "docs" / "timing-tables"))
    if (entry.path().extension() == ".md" && entry.path().filename() != "README.md")
      tables.push_back(entry.path());
  return tables;
}

TEST(Course, ThresholdsLeaveRoomBelowWhatSolutionsReach) {
  constexpr double room = 0.12;
  const Course course = load_course(checkout::root);
  int compared = 0;
  for (const fs::path& table : timing_tables()) {
    for (const auto& [name, measured] : steps_of_table(table)) {
      const Step& step = course.find(name.first).step(name.second);
      if (step.points_for(GateKind::speed) == 0 || !measured.ratio) continue;
      EXPECT_LE(step.speed->full_at, (1 - room) * *measured.ratio)
          << name.first << "/" << name.second << " in " << table;
      ++compared;
    }
  }
  EXPECT_GT(compared, 25);
}

// Steps for the GPU are also executed by simt (behaviour/earlier_steps_test.cpp).
TEST(Course, EarlierStepsAreTooSlowForPointsForSpeed) {
  constexpr double most = 0.2;  // of a step's points
  const Course course = load_course(checkout::root);
  int compared = 0, compared_on_cpu = 0;
  for (const fs::path& table : timing_tables()) {
    const auto measured = steps_of_table(table);
    for (const Lab& lab : course.labs) {
      for (const Step& step : lab.steps) {
        if (step.points_for(GateKind::speed) == 0) continue;
        const auto baseline = measured.find({step.speed->baseline_lab, step.speed->baseline_step});
        for (const Step& earlier : lab.steps) {
          const auto handed_in = measured.find({lab.name, earlier.number});
          // With less memory than it was written for, a solution is wrong.
          if (earlier.number >= step.number || earlier.device != step.device ||
              earlier.entries != step.entries || earlier.device_share != step.device_share ||
              baseline == measured.end() || handed_in == measured.end())
            continue;
          EXPECT_LE(speed_points(baseline->second.ms / handed_in->second.ms, step.speed->zero_at,
                                 step.speed->full_at, 1),
                    most)
              << lab.name << "/" << earlier.number << " as step " << step.number << " in " << table;
          ++compared;
          compared_on_cpu += step.device == Device::cpu;
        }
      }
    }
  }
  EXPECT_GT(compared, 35);
  EXPECT_GE(compared_on_cpu, 3);
}

TEST(Suggest, FindsTheNearestName) {
  const std::vector<std::string> names = {"conv_filter", "main", "lab1", "lab3-sse"};
  EXPECT_EQ(nearest("conv_fliter", names), "conv_filter");
  EXPECT_EQ(nearest("convFilter", names), "conv_filter");
  EXPECT_EQ(nearest("CONV_FILTER", names), "conv_filter");
  EXPECT_EQ(nearest("conv", names), "conv_filter");
  EXPECT_EQ(nearest("conv_filter_sse", {"conv_filter"}), "conv_filter");
  EXPECT_EQ(nearest("lab2", names), "lab1");
  EXPECT_EQ(nearest("lab2", {"lab1", "lab1"}), "lab1");
  EXPECT_EQ(nearest("Lab 1", {"lab1", "lab11"}), "lab1");
  for (const char* no_lab : {"labx", "lab15"})
    EXPECT_EQ(nearest(no_lab, {"lab1", "lab5", "lab1-convolution-c"}), std::nullopt) << "a guess";
  EXPECT_EQ(nearest("transpose", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
  EXPECT_EQ(nearest("main", {}), std::nullopt);
}

}  // namespace
}  // namespace warplab
