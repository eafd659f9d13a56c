// Tables that platforms have of who has handed in.
#include "autograder/platforms/book.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warplab {
namespace {

// What is said of a grading worksheet in which two students have these times of handing in.
std::string told(const std::string& ada, const std::string& bob) {
  const std::string text =
      "Identifier,Full name,Status,Last modified (submission)\n"
      "Participant 1,Ada,Submitted,\"" +
      ada + "\"\nParticipant 2,Bob,Submitted,\"" + bob + "\"\n";
  std::vector<Remark> remarks;
  EXPECT_EQ(read_book(text, "grades.csv", Zone("UTC"), remarks).rows.size(), 2u);
  return remarks.empty() ? "" : remarks.at(0).text;
}

TEST(BookOfMoodle, SaysHowManyTimesCannotBeRead) {
  const std::string time = "Friday, 14 November 2025, 11:59 PM", zeit = "Freitag, 14. November";
  const std::string advice = " cannot be read: have Moodle show English, and download it again";
  EXPECT_EQ(told(time, "-"), "");
  EXPECT_EQ(told(time, zeit), "grades.csv: 1 time of handing in" + advice);
  EXPECT_EQ(told(zeit, zeit), "grades.csv: 2 times of handing in" + advice);
}

// With a byte order mark, rows that are no student's, and a name that a spreadsheet would take for a formula.
TEST(BookOfCanvas, HasTheStudentsAsItsExportHasThem) {
  const std::string text =
      "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 2 (4711),Final Score\r\n"
      ",,,,,Manual Posting,\r\n    Points Possible,,,,,30.00,(read only)\r\n"
      "\"Lovelace, Ada\",881,s123,ada@b.example,A,3.00,55.1\r\n"
      "\"=\"\"=Bob\"\"\",882,bob,,\"A and \"\"B\"\"\",N/A,\r\n";
  std::vector<Remark> remarks;
  const Book book = read_book(text, "grades.csv", Zone("UTC"), remarks);
  ASSERT_EQ(book.rows.size(), 2u);
  EXPECT_EQ(book.rows[0].number, "881");
  EXPECT_EQ(book.rows[0].id, "ada@b.example");
  EXPECT_EQ(book.rows[0].email, "ada@b.example");
  EXPECT_EQ(book.rows[0].name, "Ada Lovelace");
  EXPECT_EQ(book.rows[0].section, "A");
  EXPECT_EQ(book.rows[1].id, "bob");
  EXPECT_EQ(book.rows[1].name, "=Bob");
  EXPECT_EQ(book.rows[1].section, "A and \"B\"");
  EXPECT_TRUE(remarks.empty());
}

}  // namespace
}  // namespace warplab
