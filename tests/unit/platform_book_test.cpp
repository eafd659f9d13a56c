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

}  // namespace
}  // namespace warplab
