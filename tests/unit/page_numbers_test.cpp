// Numbers on pages that follow from a lab's parameters: what is said of wrong ones, and how they are written.
#include "autograder/course_material/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace page_numbers_tests {
namespace {

namespace fs = std::filesystem;

class PageNumbers : public testing::Test {
 protected:
  PageNumbers() {
    lab.name = "lab1-x";
    lab.steps.resize(1);
    course.root = folder;
    fs::create_directories(folder / "solutions");
    course.labs = {lab};
  }
  // The labs' pages as a list.
  void list(const std::string& phrases, const std::string& more = "") {
    write_file(folder / numbers_file,
               "{" + more + "\n\"labs\": {\"lab1-x\": {\"page.md\": [\n" + phrases + "\n]}}}");
  }
  void expect_mistakes(const std::vector<std::string>& expected) {
    EXPECT_EQ(check_numbers(course, course.labs[0]), expected);
  }
  std::string page() const { return read_file(folder / "page.md"); }
  void expect_error(const std::string& part) {
    try {
      check_numbers(course, course.labs[0]);
      ADD_FAILURE() << part;
    } catch (const CourseError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }

  const fs::path folder = own_folder();
  Lab lab;
  Course course;
};

TEST_F(PageNumbers, AreComputedOfParametersAndFoundWhereverLinesEnd) {
  list(R"("{side} rows of {3 * side} bytes")",
       R"("otherwise": {"size": 5}, "values": {"side": "15 + size"},)");
  write_file(folder / "page.md", "Here are\n20 rows\nof 60 bytes, and 19 rows of 60 bytes.\n");
  EXPECT_TRUE(has_numbers(course, course.labs[0]));
  expect_mistakes(
      {"page.md:3: expected \"20 rows of 60 bytes\", got 19 in place of 20: run "
       "`make stubs`"});
  course.labs[0].steps[0].parameters["size"] = 7;
  EXPECT_EQ(check_numbers(course, course.labs[0]).size(), 4u);
  EXPECT_EQ(write_numbers(course), std::vector<std::string>{"page.md"});
  EXPECT_EQ(page(), "Here are\n22 rows\nof 66 bytes, and 22 rows of 66 bytes.\n");
  expect_mistakes({});
  EXPECT_TRUE(write_numbers(course).empty());
}

TEST_F(PageNumbers, AreFoundInCommentsOfSeveralLines) {
  list(R"("{size * size} coefficients", "a kernel for {size} rows")",
       R"("otherwise": {"size": 3},)");
  write_file(
      folder / "page.md",
      "// They are 25\n// coefficients.\n  // STUB: // TODO: a\n  // STUB: // kernel for 5 rows\n");
  write_numbers(course);
  EXPECT_EQ(
      page(),
      "// They are 9\n// coefficients.\n  // STUB: // TODO: a\n  // STUB: // kernel for 3 rows\n");
}

TEST_F(PageNumbers, AreWholeNumbersAndMayHaveDecimals) {
  list(R"("rows of {n}", "{printf('%.1f', n / 2.0)} a pixel")", R"("otherwise": {"n": 5},)");
  write_file(folder / "page.md", "arrows of 5, rows of 5, 2.5 a pixel, 12.25 a pixel");
  expect_mistakes(
      {"page.md:1: expected \"2.5 a pixel\", got 12.25 in place of 2.5: run `make stubs`"});
}

TEST_F(PageNumbers, APhraseThatNoPageHasIsNamedInTheList) {
  list("\"{n} rows\",\n\"{n} columns\"", R"("otherwise": {"n": 5},)");
  write_file(folder / "page.md", "5 rows");
  expect_mistakes(
      {"solutions/numbers.json:4: labs.lab1-x.page.md[1]: page.md does not contain this phrase, "
       "with "
       "whatever numbers: change one of them"});
}

TEST_F(PageNumbers, APhraseThatHoldsForSomeParametersIsRewrittenByHand) {
  list(R"({"text": "five rounds, with\\backslash?", "if": "n = 5"})", R"("otherwise": {"n": 5},)");
  write_file(folder / "page.md", "It takes\nfive\nrounds, with\\backslash?\n");
  expect_mistakes({});
  course.labs[0].steps[0].parameters["n"] = 7;
  EXPECT_TRUE(write_numbers(course).empty());
  expect_mistakes(
      {"page.md:2: \"five rounds, with\\backslash?\" holds only where n = 5: rewrite it"});
  write_file(folder / "page.md", "It takes eight rounds.\n");
  expect_mistakes({});
  course.labs[0].steps[0].parameters["n"] = 5;
  expect_mistakes(
      {"solutions/numbers.json:3: labs.lab1-x.page.md[0].text: page.md does not contain this "
       "phrase: change "
       "one of them"});
}

TEST_F(PageNumbers, MistakesInTheListAreLocated) {
  write_file(folder / "page.md", "5 rows");
  list(R"("{n + } rows")", R"("otherwise": {"n": 5},)");
  expect_error("solutions/numbers.json:3: labs.lab1-x.page.md[0]: n +  cannot be computed");
  list(R"("{m} rows")", R"("otherwise": {"n": 5},)");
  expect_error("no such column: m");
  list(R"("{n rows")");
  expect_error("a } is missing");
  list(R"("five rows")", R"("otherwise": {"n": 5},)");
  expect_error("a phrase with a number in braces");
}

TEST_F(PageNumbers, OfALabOrAPageThatIsNotThereAreNamedAndNothingIsWritten) {
  write_file(folder / numbers_file, R"({"labs": {"lab9-y": {}}})");
  EXPECT_EQ(
      check_number_list(course),
      std::vector<std::string>{"solutions/numbers.json:1: labs.lab9-y: there is no such lab"});
  write_file(folder / numbers_file, R"({"labs": {"lab1-x": {"none.md": ["{n} rows"]}}})");
  EXPECT_TRUE(check_number_list(course).empty());
  expect_mistakes({"solutions/numbers.json:1: labs.lab1-x.none.md: there is no such file"});
  EXPECT_TRUE(write_numbers(course).empty());
}

TEST_F(PageNumbers, NeedNotBeListed) {
  EXPECT_FALSE(has_numbers(course, course.labs[0]));
  expect_mistakes({});
  EXPECT_TRUE(write_numbers(course).empty());
}

TEST(PageNumbersOfTheCourse, AreThoseOfItsParameters) {
  const Course course = load_course(checkout::root);
  for (const Lab& lab : course.labs)
    EXPECT_EQ(check_numbers(course, lab), std::vector<std::string>{}) << lab.name;
}

// What no command can rewrite is named then.
TEST(PageNumbersOfTheCourse, AreWrittenForAnotherFilter) {
  Course course = load_course(checkout::root);
  const fs::path copy = own_folder();
  for (const char* part : {"labs", "solutions", "handout.md", "README.md"})
    fs::copy(course.root / part, copy / part, fs::copy_options::recursive);
  course.root = copy;
  for (Lab& lab : course.labs)
    if (has_numbers(course, lab))
      for (Step& step : lab.steps) step.parameters["filter_size"] = 7;
  EXPECT_GT(write_numbers(course).size(), 10u);
  std::size_t by_hand = 0;
  for (const Lab& lab : course.labs)
    for (const std::string& mistake : check_numbers(course, lab)) {
      EXPECT_TRUE(mistake.ends_with(": rewrite it")) << mistake;
      ++by_hand;
    }
  const std::string list = read_file(copy / numbers_file);
  std::size_t asked = 0;
  for (const char* part : {"\"if\": \"filter_size = 5\"", "\"if\": \"at_once = 4\""})
    for (std::size_t at = 0; (at = list.find(part, at)) != std::string::npos; ++at) ++asked;
  EXPECT_EQ(by_hand, asked) << "none is lost because a number in it was written";
  const std::string page = read_file(copy / "labs/lab5-shared-int/README.md");
  EXPECT_NE(page.find("(16+6) x (16+6) pixels: 22 rows of 66 bytes"), std::string::npos) << page;
}

}  // namespace
}  // namespace page_numbers_tests
}  // namespace warplab
