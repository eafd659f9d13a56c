// Names under which graders see students.
#include "autograder/classroom/pseudonyms.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "autograder/exports/read_class.h"
#include "common/files.h"
#include "tests/own_folder.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
namespace pseudonyms_tests {
namespace {

namespace fs = std::filesystem;

class PseudonymsOfAClass : public testing::Test {
 protected:
  const fs::path folder = own_folder();
  const std::vector<Student> students = {{"ada", "ada@example.org", "Ada", "A", "ada"},
                                         {"=bob", "", "Bob", "B", "bob"}};
};

TEST_F(PseudonymsOfAClass, StayAsTheyAreAndEachHasItsOwn) {
  const Pseudonyms first(folder, students);
  EXPECT_NE(first.of("ada"), first.of("=bob"));
  EXPECT_TRUE(first.of("ada").starts_with("P"));
  const std::string file = read_file(folder / pseudonyms_name);
  EXPECT_NE(file.find(first.of("ada") + ",ada\r\n"), std::string::npos) << file;
  EXPECT_NE(file.find(first.of("=bob") + ",'=bob\r\n"), std::string::npos)
      << file << "which no spreadsheet computes";

  std::vector<Student> more = students;
  for (int i = 0; i < 200; ++i) more.push_back({"s" + std::to_string(i), "", "", "", "s"});
  const Pseudonyms later(folder, more);
  EXPECT_EQ(later.of("ada"), first.of("ada"));
  EXPECT_EQ(later.of("=bob"), first.of("=bob"));
  std::set<std::string> names;
  for (const Student& student : more) names.insert(later.of(student.id));
  EXPECT_EQ(names.size(), more.size());
  const std::string written = read_file(folder / pseudonyms_name);
  EXPECT_TRUE(written.starts_with(file)) << "new ones come after the others";
  const Pseudonyms again(folder, {students[0]});
  EXPECT_EQ(read_file(folder / pseudonyms_name), written) << "who has left keeps theirs";
}

TEST_F(PseudonymsOfAClass, ADamagedFileIsNamedWithItsLine) {
  for (const char* line : {"P1\n", "P1,ada\nP1,bob\n", "P1,ada\nP2,ada\n", "P1,ada,x\n"}) {
    write_file(folder / pseudonyms_name, std::string("pseudonym,id\n") + line);
    try {
      const Pseudonyms damaged(folder, students);
      ADD_FAILURE() << line;
    } catch (const CourseError& error) {
      EXPECT_NE(std::string(error.what()).find("pseudonyms.csv:"), std::string::npos)
          << error.what();
    }
  }
}

TEST_F(PseudonymsOfAClass, AreInPlaceOfIdsInASheet) {
  const Pseudonyms pseudonyms(folder, students);
  Lab lab;
  lab.name = "lab1-x";
  ScoreSheet sheet;
  sheet.students = students;
  sheet.labs = {&lab};
  sheet.scores[{"ada", &lab}].score = 7;
  for (const Student& student : students) sheet.totals[student.id] = {};
  sheet.totals["ada"].points = 7;
  const ScoreSheet shown = pseudonyms.hidden(sheet);
  ASSERT_EQ(shown.students.size(), 2u);
  EXPECT_LT(shown.students[0].id, shown.students[1].id);
  for (const Student& student : shown.students) EXPECT_EQ(student.name + student.email, "");
  ASSERT_NE(shown.find(pseudonyms.of("ada"), lab), nullptr);
  EXPECT_EQ(shown.find(pseudonyms.of("ada"), lab)->score, 7);
  EXPECT_EQ(shown.find("ada", lab), nullptr);
  EXPECT_EQ(shown.total(pseudonyms.of("ada")).points, 7);
  const std::string csv = csv_of(shown);
  EXPECT_EQ(csv.find("ada"), std::string::npos) << csv;
  EXPECT_NE(csv.find(pseudonyms.of("ada") + ",,,A,7,7,"), std::string::npos) << csv;
}

// Formats that find students by their ids have none without them.
TEST_F(PseudonymsOfAClass, AreInPlaceOfIdsInExports) {
  GradeBook book;
  book.students = students;
  book.labs = {"lab2-openmp"};
  for (const Student& student : students) {
    GradedLab graded = graded_lab(usual_steps());
    graded.student = student;
    graded.file = folder / student.id / "lab2-openmp/key/result.json";
    graded.lab.submission = "handed-in/" + student.id;
    book.graded.push_back(graded);
    book.totals[student.id] = {};
  }
  const Pseudonyms pseudonyms(folder, students);
  const GradeBook shown = hidden(book, pseudonyms);
  EXPECT_LT(shown.graded[0].student.id, shown.graded[1].student.id);
  int books = 0;
  for (const Export& format : all_exports()) {
    if (format.needs_ids || (format.name != "csv" && !format.make_book)) continue;
    ++books;
    std::vector<Remark> remarks;
    const std::string file =
        format.make ? format.make(shown.graded) : format.make_book(shown, remarks);
    EXPECT_NE(file.find(pseudonyms.of("ada")), std::string::npos) << format.name << file;
    for (const char* word : {"ada", "Ada", "bob", "Bob"})
      EXPECT_FALSE(has_word(file, word)) << format.name << file;
  }
  EXPECT_GE(books, 2);
}

TEST(PseudonymsInText, AreInPlaceOfFoldersAlone) {
  EXPECT_EQ(
      with_folder("/in/ada/lab5: /in/adam /in/ada.x ada /in/ada. href=\"/in/ada\"", "ada", "P1"),
      "/in/P1/lab5: /in/adam /in/ada.x ada /in/P1. href=\"/in/P1\"");
  EXPECT_EQ(with_folder("/in/a/ada", "a/ada", "P1"), "/in/P1");
  EXPECT_EQ(with_folder("", "ada", "P1"), "");
  EXPECT_TRUE(has_word("by ada.", "ada"));
  EXPECT_TRUE(has_word("ada", "ada"));
  EXPECT_TRUE(has_word("adam, ada", "ada"));
  EXPECT_FALSE(has_word("adam xada ada-b", "ada"));
}

}  // namespace
}  // namespace pseudonyms_tests
}  // namespace warplab
