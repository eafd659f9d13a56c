// Questions about the solutions: the same again, others of the same kinds for another student, and answers
// that agree with what is known of the solution. And the command for a class.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/workshop.h"
#include "autograder/questions/question.h"
#include "autograder/questions/question_views.h"
#include "autograder/questions/sheet.h"
#include "common/files.h"
#include "tests/behaviour/changed_solution.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/head_lines.h"
#include "tests/behaviour/small_course.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"
#include "tests/tiers.h"

namespace warplab::questions_test {
namespace {

namespace fs = std::filesystem;

// A step for the GPU.
struct AskedSolution {
  const Lab* lab;
  const Step* step;
};

// Whose answer is one of several options that differ, and was counted.
void expect_sound(const QuestionSheet& sheet) {
  for (const Question& question : sheet.questions) {
    const std::set<std::string> different(question.options.begin(), question.options.end());
    EXPECT_GE(question.options.size(), 3u) << question.text;
    EXPECT_EQ(different.size(), question.options.size()) << question.text;
    EXPECT_LT(question.answer, question.options.size()) << question.text;
    EXPECT_FALSE(question.because.empty()) << question.text;
  }
}

QuestionSheet ask(const AskedSolution& solution, const std::string& student) {
  const Workshop workshop(whole_course(), test_options("questions"));
  return make_questions(
      workshop, {student, *solution.lab, whole_course().solution(*solution.lab), {solution.step}});
}

std::vector<std::string> kinds_of(const QuestionSheet& sheet) {
  std::vector<std::string> kinds;
  for (const Question& question : sheet.questions) kinds.push_back(question.kind);
  return kinds;
}

// The question alone, without what it is about.
std::set<std::string> texts_of(const QuestionSheet& sheet) {
  std::set<std::string> texts;
  for (const Question& question : sheet.questions)
    texts.insert(question.text + fmt::format("{}", fmt::join(question.options, "|")));
  return texts;
}

// One of them is quick. Lab 13 is about numbers, and step 1 of lab 9 has no kernel.
Tiers<AskedSolution> solutions() {
  std::vector<AskedSolution> all;
  for (const Lab& lab : whole_course().labs)
    for (const Step& step : lab.steps)
      if (step.device == Device::gpu && lab.problem != "ieee754" &&
          step.entries.front() != "query_machine")
        all.push_back({&lab, &step});
  return one_of_each_kind(all, [](const AskedSolution&) { return "all"; });
}

std::string name_of(const testing::TestParamInfo<AskedSolution>& info) {
  std::string name = info.param.lab->name.substr(0, info.param.lab->name.find('-'));
  return fmt::format("{}_{}", name, info.param.step->number);
}

class GpuQuestions : public testing::TestWithParam<AskedSolution> {};

TEST_P(GpuQuestions, AreOthersForAnotherStudent) {
  const QuestionSheet ada = ask(GetParam(), "ada"), bob = ask(GetParam(), "bob");
  const auto& [lab, step] = GetParam();
  if (read_file(whole_course().solution(*lab) / step->file).find("cp.async") != std::string::npos) {
    EXPECT_TRUE(ada.questions.empty());
    EXPECT_EQ(ada.missing,
              std::vector{step->file + ": it has asynchronous copies to shared memory"});
    return;
  }
  EXPECT_GE(ada.questions.size(), 3u) << fmt::format("{}", fmt::join(ada.missing, "; "));
  EXPECT_EQ(ada.questions.size() < questions_of_a_sheet, !ada.missing.empty());
  EXPECT_EQ(kinds_of(ada), kinds_of(bob));
  EXPECT_NE(texts_of(ada), texts_of(bob));
  EXPECT_EQ(to_json({ada}), to_json({ask(GetParam(), "ada")}))
      << "the same student, the same sheet";
  expect_sound(ada);
  expect_sound(bob);
  EXPECT_EQ(texts_of(ada).size(), ada.questions.size()) << "none twice";
}

INSTANTIATE_TEST_SUITE_P(Quick, GpuQuestions, testing::ValuesIn(solutions().quick), name_of);
INSTANTIATE_TEST_SUITE_P(Rest, GpuQuestions, testing::ValuesIn(solutions().rest), name_of);

// Where the last step's file does not give five, those before it do.
TEST(GpuQuestionsOfAHandIn, AreFive) {
  for (const char* name : {"lab10", "lab12"}) {
    const Lab& lab = whole_course().find(name);
    std::vector<const Step*> steps;
    for (const Step& step : lab.steps) steps.push_back(&step);
    const Workshop workshop(whole_course(), test_options("questions"));
    const QuestionSheet sheet =
        make_questions(workshop, {"ada", lab, whole_course().solution(lab), steps});
    EXPECT_EQ(sheet.questions.size(), questions_of_a_sheet) << name;
    EXPECT_TRUE(sheet.missing.empty()) << name;
  }
}

// Known mistakes whose results are right, but for a gate.
Tiers<fs::path> right_mistakes() {
  std::vector<fs::path> all;
  for (const fs::path& file : sources_by_lab("mistakes"))
    if (file.extension() == ".cu" && file.parent_path().filename() != "lab13" &&
        head_lines(file, "EXPECT").front().starts_with("GATE"))
      all.push_back(file);
  return one_of_each_kind(all, [](const fs::path&) { return "all"; });
}

class GpuQuestionsAboutMistakes : public testing::TestWithParam<fs::path> {};

TEST_P(GpuQuestionsAboutMistakes, AreSound) {
  const Lab& lab = whole_course().find(GetParam().parent_path().filename());
  const auto number = head_lines(GetParam(), "STEP");
  const Step& step = lab.step(number.empty() ? 1 : std::stoi(number.front()));
  const fs::path folder = own_folder();
  fs::copy_file(source_of(GetParam(), whole_course(), lab, step), folder / step.file,
                fs::copy_options::overwrite_existing);
  const Workshop workshop(whole_course(), test_options("questions"));
  const QuestionSheet sheet = make_questions(workshop, {"ada", lab, folder, {&step}});
  expect_sound(sheet);
  EXPECT_EQ(sheet.questions.size() < questions_of_a_sheet, !sheet.missing.empty());
}

INSTANTIATE_TEST_SUITE_P(Quick, GpuQuestionsAboutMistakes,
                         testing::ValuesIn(right_mistakes().quick), name_by_lab);
INSTANTIATE_TEST_SUITE_P(Rest, GpuQuestionsAboutMistakes, testing::ValuesIn(right_mistakes().rest),
                         name_by_lab);

const Question* find(const QuestionSheet& sheet, const std::string& kind) {
  const auto found = std::ranges::find(sheet.questions, kind, &Question::kind);
  return found == sheet.questions.end() ? nullptr : &*found;
}

// By what its source says: a block of 16x16 threads does 16x16 pixels, a thread the three bytes of one.
TEST(GpuQuestionAnswers, OfLab5SayWhichThreadWritesAByte) {
  const Lab& lab = whole_course().find("lab5");
  for (const char* student : {"ada", "bob", "cy"}) {
    const QuestionSheet sheet = ask({&lab, &lab.steps.front()}, student);
    const Question* const question = find(sheet, "writer");
    ASSERT_NE(question, nullptr);
    std::smatch size, element;
    ASSERT_TRUE(std::regex_search(question->text, size, std::regex("the case (\\d+)x(\\d+)")));
    ASSERT_TRUE(std::regex_search(question->text, element, std::regex("imgDst\\[(\\d+)\\]")));
    const int pixel = std::stoi(element[1]) / 3, width = std::stoi(size[1]);
    const int x = pixel % width, y = pixel / width;
    EXPECT_EQ(question->right_option(),
              fmt::format("thread ({}, {}) of block ({}, {})", x % 16, y % 16, x / 16, y / 16))
        << question->text;
  }
}

// Without its barrier the tile is read in one line before it is whole, which is written in another.
TEST(GpuQuestionAnswers, OfLab5SayWhichLinesRaceWithoutTheBarrier) {
  const Lab& lab = whole_course().find("lab5");
  const std::string source = read_file(whole_course().solution(lab) / "convolution.cu");
  const auto line_of = [&](const std::string& text) {
    const std::size_t at = source.find(text);
    return 1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  };
  const QuestionSheet sheet = ask({&lab, &lab.steps.front()}, "ada");
  const Question* const question = find(sheet, "barrier");
  ASSERT_NE(question, nullptr);
  EXPECT_EQ(question->right_option(), fmt::format("lines {} and {}", line_of("tile[row][column] ="),
                                                  line_of("sum += filter.tap")));
}

TEST(GpuQuestionAnswers, AreOfRightFilesAlone) {
  const Lab& lab = whole_course().find("lab4");
  const fs::path folder = own_folder();
  const std::string right = read_file(whole_course().solution(lab) / "convolution.cu");
  const Workshop workshop(whole_course(), test_options("questions"));
  const auto sheet_of = [&](const std::string& text) {
    write_file(folder / "convolution.cu", text);
    return make_questions(workshop, {"ada", lab, folder, {&lab.steps.front()}});
  };
  EXPECT_EQ(sheet_of(right).questions.size(), questions_of_a_sheet);
  const auto without = [&](std::string text, const std::string& part) {
    return text.erase(text.find(part), part.size());
  };
  const QuestionSheet wrong = sheet_of(without(right, "if (x >= width || y >= height) return;"));
  EXPECT_TRUE(wrong.questions.empty());
  ASSERT_EQ(wrong.missing.size(), 1u);
  EXPECT_TRUE(wrong.missing[0].starts_with("convolution.cu: it is not right in the case 40x24"))
      << wrong.missing[0];
  const QuestionSheet broken = sheet_of(without(right, "__global__"));
  ASSERT_EQ(broken.missing.size(), 1u);
  EXPECT_EQ(broken.missing[0], "convolution.cu: it does not compile here");
}

TEST(GpuQuestionsOfAClass, AreTwoPagesAndJson) {
  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
  copy_small_course(scratch);
  for (const char* student : {"ada", "bob"}) {
    fs::create_directories(scratch / "in" / student / "lab5");
    const char* const from = student == std::string("ada") ? "solutions" : "labs";
    fs::copy_file(scratch / from / "lab5-shared-int/convolution.cu",
                  scratch / "in" / student / "lab5/convolution.cu");
  }
  const auto warplab = [&](const std::string& arguments) {
    return run_command(fmt::format("cd {} && {}/bin/warplab {}", quoted(scratch),
                                   quoted(std::string(checkout::build)), arguments));
  };
  ASSERT_EQ(warplab("class init class --submissions in").code, 0);
  const CommandRun before = warplab("class collect class --questions");
  EXPECT_NE(before.output.find("0 questions for 0 hand-ins"), std::string::npos) << before.output;
  ASSERT_EQ(warplab("class run class").code, 0);
  const CommandRun run = warplab("class collect class --questions --json q.json");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("5 questions for 1 hand-in"), std::string::npos)
      << run.output << "bob has handed in the stub";
  const std::string questions = read_file(scratch / "class/questions.html");
  const std::string answers = read_file(scratch / "class/answers.html");
  EXPECT_NE(questions.find("ada: lab5-shared-int"), std::string::npos);
  EXPECT_EQ(questions.find("right</strong>"), std::string::npos);
  EXPECT_NE(answers.find("right</strong>"), std::string::npos);
  const auto json = nlohmann::json::parse(read_file(scratch / "q.json"));
  EXPECT_EQ(json["sheets"][0]["questions"].size(), 5u);
  EXPECT_EQ(warplab("class collect class --questions --items").code, 2);

  EXPECT_EQ(warplab("class collect class --questions --pseudonyms --json q.json").code, 0);
  const auto hidden = nlohmann::json::parse(read_file(scratch / "q.json"));
  EXPECT_NE(hidden["sheets"][0]["student"], "ada");
  EXPECT_EQ(hidden["sheets"][0]["questions"], json["sheets"][0]["questions"]);

  fs::remove(scratch / "in/ada/lab5/convolution.cu");
  fs::copy_file(scratch / "labs/lab5-shared-int/convolution.cu",
                scratch / "in/ada/lab5/convolution.cu");
  const CommandRun gone = warplab("class collect class --questions");
  EXPECT_NE(gone.output.find("ada lab5-shared-int: 0 of 5 questions: the files that count are no "
                             "longer there"),
            std::string::npos)
      << gone.output;
}

}  // namespace
}  // namespace warplab::questions_test
