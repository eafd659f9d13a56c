// students.csv: what is read, and rows that cost themselves and no others.
#include "autograder/classroom/roster.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/course/lab.h"

namespace warplab {
namespace {

// Remarks and the ids of who is left, a line each.
std::string said_of(const std::string& text) {
  std::vector<Remark> remarks;
  const std::vector<Student> students = read_roster(text, "students.csv", remarks).students;
  std::string said;
  for (const Remark& remark : remarks) said += remark.text + "\n";
  for (const Student& student : students) said += student.id + "\n";
  return said;
}

TEST(Csv, RowsKnowTheirLines) {
  const auto rows =
      parse_csv("\xef\xbb\xbfid,name\r\nada,\"L, \"\"A\"\"\"\r\n\r\nbob,\"x\ny\"\nc,");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].fields, (std::vector<std::string>{"id", "name"}));
  EXPECT_EQ(rows[1].fields, (std::vector<std::string>{"ada", "L, \"A\""}));
  EXPECT_EQ(rows[2].line, 4);
  EXPECT_EQ(rows[2].fields[1], "x\ny");
  EXPECT_EQ(rows[3].line, 6);
  EXPECT_EQ(rows[3].fields, (std::vector<std::string>{"c", ""}));
}

TEST(Csv, LinesAreReadAsTheyWereWritten) {
  const std::vector<std::string> fields = {"", "a,b", "\"", "line\nfeed", " blank", "", "plain"};
  EXPECT_EQ(csv_line({"", "plain", "a,b"}), ",plain,\"a,b\"\r\n");
  EXPECT_EQ(parse_csv(csv_line(fields)).at(0).fields, fields);
}

TEST(Csv, FieldsKnowTheirPlaces) {
  const std::string text = "\xef\xbb\xbfid; \"a;\n\"\"b\" ;\r\nx;y\r\n\r\nbad \"; z\nlast; ;\"1\"";
  std::vector<std::vector<std::string>> places;
  for (const CsvRow& row : parse_csv(text, ';')) {
    places.emplace_back();
    for (const CsvPlace& place : row.places)
      places.back().push_back(text.substr(place.begin, place.end - place.begin));
    EXPECT_TRUE(row.fields.size() == row.places.size());
  }
  EXPECT_EQ(places, (std::vector<std::vector<std::string>>{
                        {"id", " \"a;\n\"\"b\" ", ""}, {"x", "y"}, {}, {"last", " ", "\"1\""}}));
  EXPECT_EQ(csv_field("a;b", ';'), "\"a;b\"");
  EXPECT_EQ(csv_field("a,b", ';'), "a,b");
}

// As some programs wrote them, long ago.
TEST(Csv, LinesMayEndWithCrAlone) {
  const std::string text = "id,name\rada,A\rbob,B\r";
  const auto rows = parse_csv(text);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[2].fields, (std::vector<std::string>{"bob", "B"}));
  EXPECT_EQ(text.substr(rows[2].places[0].begin, 3), "bob");
}

TEST(Roster, ColumnsInAnyOrderAndOthersIgnored) {
  std::vector<Remark> remarks;
  const auto [students, refused] = read_roster(
      "name,mark,id,path,section,email\n\"Lovelace, "
      "Ada\",x,ada,groups/1,B,ada@b.example\nBob,,bob\n",
      "students.csv", remarks);
  ASSERT_EQ(students.size(), 2u);
  EXPECT_TRUE(remarks.empty());
  EXPECT_TRUE(refused.empty());
  EXPECT_EQ(students[0].id, "ada");
  EXPECT_EQ(students[0].name, "Lovelace, Ada");
  EXPECT_EQ(students[0].email, "ada@b.example");
  EXPECT_EQ(students[0].section, "B");
  EXPECT_EQ(students[0].path, "groups/1");
  EXPECT_EQ(students[1].path, "bob");
}

TEST(Roster, WithoutAnIdThereIsNone) {
  std::vector<Remark> remarks;
  EXPECT_THROW(read_roster("", "students.csv", remarks), CourseError);
  EXPECT_THROW(read_roster("id;name\nada;Ada\n", "students.csv", remarks), CourseError);
  try {
    read_roster("ID,Name\nada,Ada\n", "students.csv", remarks);
    ADD_FAILURE();
  } catch (const CourseError& error) {
    EXPECT_STREQ(
        error.what(),
        "students.csv:1: there is no column \"id\": the first line names the columns, in "
        "UTF-8 and with commas between them, id,email,name,section,path; did you mean ID?");
  }
}

TEST(Roster, OfTwoWithOneIdNoneIsTaken) {
  EXPECT_EQ(
      said_of("id\nada\nbob\nada\n"),
      "students.csv:4: the id \"ada\" is also on line 2: whose is it? None of them is graded\n"
      "bob\n");
}

TEST(Roster, MarksOfTheDirectionOfWritingAreLeftOut) {
  std::vector<Remark> remarks;
  const Roster roster =
      read_roster("id,name\n\u200eada\u200e,\u202bAda\u202c\u200f\n", "c.csv", remarks);
  EXPECT_TRUE(remarks.empty());
  ASSERT_EQ(roster.students.size(), 1u);
  EXPECT_EQ(roster.students[0].id, "ada");
  EXPECT_EQ(roster.students[0].name, "Ada");
}

TEST(Roster, ARowThatCannotBeUsedCostsNoOther) {
  EXPECT_EQ(said_of("id,path\n,x\nada\n"), "students.csv:2: an id is missing\nada\n");
  EXPECT_EQ(said_of("id,path\nbob,../b\nada\n"),
            "students.csv:2: path ../b leads out of the folder of submissions\nada\n");
  EXPECT_EQ(said_of("id,path\nbob,/etc\nada\n"),
            "students.csv:2: path /etc leads out of the folder of submissions\nada\n");
  EXPECT_EQ(
      said_of("id\na/b\nada\n"),
      "students.csv:2: the id \"a/b\" cannot name a folder: no /, and no dot in front\nada\n");
  for (const std::string file : {"class.json", "scores.csv", "class.sqlite", "items.html"})
    EXPECT_EQ(said_of("id\n" + file + "\nada\n"),
              "students.csv:2: the id \"" + file + "\" is the name of a file of the class\nada\n");
  const std::pair<const char*, const char*> odd[] = {
      {"\"b\nob\",x", "\"b ob\" has a line feed or another control character in it: "},
      {"bob,\x1b[31m", "has a line feed or another control character in it: "},
      {"bob,Ren\xe9", "\"Ren\xef\xbf\xbd\" is not UTF-8: "}};
  for (const auto& [bad, words] : odd) {
    const std::string said = said_of(std::string("id,name\n") + bad + "\nada,y\n");
    EXPECT_TRUE(said.starts_with("students.csv:2: \"")) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_NE(said.find("save the file as UTF-8"), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with("\nada\n")) << said;
  }
  for (const char* bad : {"bob,\"x", "bob,x\"y"})
    EXPECT_TRUE(said_of(std::string("id,name\nada,y\n") + bad)
                    .starts_with("students.csv:3: the quotes do not match"))
        << bad;
}

}  // namespace
}  // namespace warplab
