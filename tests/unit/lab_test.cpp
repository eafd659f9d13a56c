// lab.json: what is read, how mistakes in it are reported, and finding labs by name.
#include "autograder/course/lab.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "autograder/course/suggest.h"

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
  EXPECT_EQ(step.checkers_points, 2);
  ASSERT_EQ(step.hardware.size(), 2u);
  EXPECT_EQ(step.hardware[0].counter, "load-bytes");
  EXPECT_EQ(step.hardware[0].at_least, 0);
  EXPECT_EQ(step.hardware[0].at_most, 6);
  EXPECT_EQ(step.hardware[1].at_least, 1);
  EXPECT_TRUE(std::isinf(step.hardware[1].at_most));
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
  EXPECT_EQ(lab.steps[0].device, "cpu");
  EXPECT_EQ(lab.steps[0].profiled_size, Size{});
  EXPECT_EQ(lab.steps[1].device, "gpu");
  EXPECT_EQ(parse_lab(valid, file).steps[1].device, "cpu");
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
  has(gpu_complaint(", \"profiled_size\": \"20x10\"", ""), "profiled_size");
}

// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "warplab-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { fs::remove_all(path_); }

  void add_lab(const std::string& name, const std::string& text) const {
    fs::create_directories(path_ / "labs" / name);
    std::ofstream(path_ / "labs" / name / "lab.json") << text;
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(Lab, ReadsEveryField) {
  const Lab lab = parse_lab(valid, file);
  EXPECT_EQ(lab.name, "lab1-convolution-c");
  EXPECT_EQ(lab.folder, "labs/lab1-convolution-c");
  EXPECT_EQ(lab.title, "5x5 convolution in C");
  EXPECT_EQ(lab.problem, "convolution");
  EXPECT_EQ(lab.device, "cpu");
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
  EXPECT_EQ(step.correct_points, 20);
  EXPECT_EQ(step.speed_points, 10.5);
  EXPECT_EQ(step.timed_size.width, 4992);
  ASSERT_TRUE(step.speed);
  EXPECT_EQ(step.speed->baseline_lab, "lab1-convolution-c");
  EXPECT_EQ(step.speed->baseline_step, 1);
  EXPECT_EQ(step.speed->zero_at, 0.3);
  EXPECT_EQ(step.speed->full_at, 0.8);

  EXPECT_FALSE(lab.step(2).speed);
  EXPECT_EQ(lab.step(2).speed_points, 0);
  EXPECT_EQ(lab.step(2).timed_size.height, 936);
  EXPECT_EQ(lab.max_score(), 35.5);
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
  expect_complaint("33x17", "33x131073", "7: sizes[1]: ", "131072");
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

TEST(Course, RefusesAShortNameThatFitsTwo) {
  const TemporaryFolder folder;
  folder.add_lab("lab1-convolution-c", valid);
  folder.add_lab("lab1-other", valid);
  EXPECT_THROW(load_course(folder.path()).find("lab1"), CourseError);
}

TEST(Course, RefusesABaselineThatDoesNotExist) {
  const auto complain = [](const std::string& from, const std::string& to) -> std::string {
    const TemporaryFolder folder;
    folder.add_lab("lab1-convolution-c", with(from, to));
    folder.add_lab("lab2-other",
                   with("\"convolution\"", "\"heat\"")
                       .replace(valid.find("lab1-convolution-c") - 7, 18, "lab2-other"));
    try {
      load_course(folder.path());
      return "";
    } catch (const CourseError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(complain("lab1-convolution-c/1", "lab1-convolution-c/2"), "");
  EXPECT_NE(complain("lab1-convolution-c/1", "lab1-convolutoin-c/1")
                .find("lab.json:13: steps[0].speed.baseline: there is no lab"),
            std::string::npos);
  EXPECT_NE(complain("lab1-convolution-c/1", "lab1-convolution-c/3").find("has no step 3"),
            std::string::npos);
  EXPECT_NE(complain("lab1-convolution-c/1", "lab2-other/1").find("another problem"),
            std::string::npos);
}

TEST(Course, SaysWhereLabsShouldBe) {
  const TemporaryFolder folder;
  EXPECT_THROW(load_course(folder.path()), CourseError);
  EXPECT_THROW(load_course(folder.path() / "missing"), CourseError);
}

TEST(Suggest, FindsTheNearestName) {
  const std::vector<std::string> names = {"conv_filter", "main", "lab1", "lab3-sse"};
  EXPECT_EQ(nearest("conv_fliter", names), "conv_filter");
  EXPECT_EQ(nearest("convFilter", names), "conv_filter");
  EXPECT_EQ(nearest("CONV_FILTER", names), "conv_filter");
  EXPECT_EQ(nearest("conv", names), "conv_filter");
  EXPECT_EQ(nearest("conv_filter_sse", {"conv_filter"}), "conv_filter");
  EXPECT_EQ(nearest("lab2", names), "lab1");
  EXPECT_EQ(nearest("transpose", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
  EXPECT_EQ(nearest("main", {}), std::nullopt);
}

}  // namespace
}  // namespace warplab
