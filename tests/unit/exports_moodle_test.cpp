// The file for Moodle's import of grades, read as Moodle reads it (grade/import/csv and PHP's
// fgetcsv). Whatever aborts an import there fails here.
#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/html_feedback.h"
#include "tests/unit/php_table.h"

namespace warplab {

Export format_moodle();

namespace {

struct MoodleGrade {
  std::optional<double> grade;
  std::string feedback;
};

struct Abort : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An import in which a teacher maps a column to users, one to a grade item and one to its feedback.
class MoodleImport {
 public:
  explicit MoodleImport(std::vector<std::string> users) : users_(std::move(users)) {}

  // By user.
  std::map<std::string, MoodleGrade> read(const std::string& text, std::size_t user_column) {
    const std::vector<std::vector<std::string>> rows = read_php_table(text);
    const std::size_t columns = rows.at(0).size();
    std::map<std::string, MoodleGrade> grades;
    std::optional<std::string> user;  // is not reset from row to row
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::vector<std::string>& row = rows[i];
      if (row.size() != columns) throw Abort("csvweirdcolumns");
      const std::string& name = row.at(user_column);
      if (!name.empty() && name != "0") user = find(name);
      if (!user) throw Abort("usermappingerrorusernotfound");
      grades[*user] = {grade_from(row.at(columns - 2)), row.at(columns - 1)};
    }
    return grades;
  }

 private:
  std::string find(const std::string& name) const {
    for (const std::string& user : users_)
      if (user == name) return user;
    throw Abort("usermappingerror " + name);
  }
  // None where the cell clears what is there.
  static std::optional<double> grade_from(const std::string& cell) {
    if (cell.empty() || cell == "-") return std::nullopt;
    double grade = 0;
    const char* const end = cell.data() + cell.size();
    const auto [rest, error] = std::from_chars(cell.data(), end, grade);
    if (error != std::errc() || rest != end) throw Abort("badgrade " + cell);
    if (grade > 100) throw Abort("gradevaluetoobig");
    return grade;
  }

  std::vector<std::string> users_;
};

// A graded lab with one step, of a student of this id and e-mail address.
GradedLab graded(const std::string& id, const std::string& email, std::optional<double> score,
                 double max_score, const std::string& diagnosis = "") {
  StepResult step;
  step.step = 1;
  step.name = "c";
  step.verdict.kind = diagnosis.empty() ? VerdictKind::ok : VerdictKind::wrong;
  step.score = score.value_or(0);
  step.max_score = max_score;
  if (!diagnosis.empty()) step.diagnosis = {"unclamped", {diagnosis}, ""};
  GradedLab all;
  all.student = {id, email, "", "", id};
  all.lab.lab = "lab8-reduction";
  all.lab.score = score.value_or(0);
  all.lab.max_score = max_score;
  all.lab.steps = {step};
  all.score = score;
  return all;
}

std::string made_of(const std::vector<GradedLab>& all, std::vector<Remark>& remarks) {
  GradeBook book{{}, {"lab8-reduction"}, all};
  for (const GradedLab& each : all) book.students.push_back(each.student);
  return format_moodle().make_book(book, remarks);
}

std::string made_of(const std::vector<GradedLab>& all) {
  std::vector<Remark> remarks;
  const std::string text = made_of(all, remarks);
  EXPECT_TRUE(remarks.empty());
  return text;
}

TEST(ExportsMoodle, GradesAreOfAHundred) {
  const std::string text =
      made_of({graded("ada", "a@b.example", 180, 180), graded("bob", "b@b.example", 14.4, 30)});
  auto grades = MoodleImport({"a@b.example", "b@b.example"}).read(text, 1);
  EXPECT_EQ(grades.at("a@b.example").grade, 100);
  EXPECT_EQ(grades.at("b@b.example").grade, 48);
  grades = MoodleImport({"ada", "bob"}).read(text, 0);
  EXPECT_EQ(grades.at("ada").grade, 100);
}

// Each cell stays the one that it is, and its text shows what was said.
TEST(ExportsMoodle, FeedbackIsHtmlThatEndsWithItsCell) {
  const std::string said = "a.c:1: \"\\\", <b>, '\\n', & and\n=next\\";
  const std::string text =
      made_of({graded("ada", "", 1, 20, said), graded("bob", "", 2, 20, "\\\"")});
  const auto grades = MoodleImport({"ada", "bob"}).read(text, 0);
  EXPECT_EQ(grades.at("ada").feedback,
            "lab8-reduction: 1 of 20 points<br>step 1 c: WRONG, 1/20<br>a.c:1: "
            "&quot;&#92;&quot;, &lt;b&gt;, &#39;&#92;n&#39;, &amp; and<br>=next&#92;");
  EXPECT_EQ(grades.at("bob").grade, 10);
}

TEST(ExportsMoodle, FeedbackSaysWhatBeingLateCosts) {
  GradedLab late = graded("ada", "", 20, 20);
  late.score = 12.5;
  EXPECT_EQ(html_feedback(late),
            "lab8-reduction: 12.5 of 20 points<br>7.5 points are lost because it was handed in "
            "late<br>step 1 c: OK, 20/20");
}

// An empty cell would clear the grade that bob has from an earlier import.
TEST(ExportsMoodle, AGraderErrorHasNoRow) {
  std::vector<Remark> remarks;
  const std::string text =
      made_of({graded("ada", "", 20, 20), graded("bob", "", std::nullopt, 20)}, remarks);
  const auto grades = MoodleImport({"ada", "bob"}).read(text, 0);
  EXPECT_EQ(grades.size(), 1u);
  EXPECT_TRUE(grades.at("ada").grade);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].text.find("bob lab8-reduction: left out"), std::string::npos);
}

// Its row would go to the student above, abort, or merge with its neighbours.
TEST(ExportsMoodle, AnIdThatMoodleDoesNotReadHasNoRow) {
  std::vector<Remark> remarks;
  const std::string text = made_of({graded("ada", "", 20, 20), graded("0", "", 7, 20),
                                    graded("b\\\"", "", 7, 20), graded("=cy", "", 7, 20)},
                                   remarks);
  const auto grades = MoodleImport({"ada", "=cy"}).read(text, 0);
  EXPECT_EQ(grades.at("ada").grade, 100);
  EXPECT_EQ(grades.at("=cy").grade, 35) << "an id stays as it is";
  EXPECT_EQ(remarks.size(), 2u);
}

TEST(ExportsMoodle, AddressesAreThereWhereEverybodyHasOne) {
  const std::string text =
      made_of({graded("ada", "a@b.example", 20, 20), graded("bob", "", 7, 20)});
  EXPECT_EQ(text.find("Email"), std::string::npos);
  EXPECT_EQ(MoodleImport({"ada", "bob"}).read(text, 0).size(), 2u);
}

// What this test's own reader would refuse, so that it is known to.
TEST(ExportsMoodle, TheReaderRefusesWhatMoodleDoes) {
  const auto reads = [](const std::string& text) {
    return MoodleImport({"ada", "bob"}).read(text, 0);
  };
  EXPECT_THROW(reads("id,lab,feedback\r\nada,101,\r\n"), Abort);
  EXPECT_THROW(reads("id,lab,feedback\r\nada,x,\r\n"), Abort);
  EXPECT_THROW(reads("id,lab,feedback\r\neve,1,\r\n"), Abort);
  EXPECT_THROW(reads("id,lab,feedback\r\n,1,\r\n"), Abort);
  EXPECT_THROW(reads("id,lab,feedback\r\nada,1,\"a\\\"\r\nbob,2,\"x, y\"\r\n"), Abort);
  EXPECT_FALSE(reads("id,lab,feedback\r\nada,-,\r\n").at("ada").grade);
  EXPECT_EQ(reads("id,lab,feedback\r\nada,1,\r\n0,2,\r\n").at("ada").grade, 2);
}

}  // namespace
}  // namespace warplab
