// Parts of pages that a command writes between markers.
#include "autograder/course_material/written_part.h"

#include <gtest/gtest.h>

#include <string>

#include "autograder/course/lab.h"

namespace warplab::written_part_test {
namespace {

const WrittenPart part = part_of_markdown("README.md", "labs", "new\n");

std::string complaint(const std::string& page) {
  try {
    with_part(page, part);
  } catch (const CourseError& error) {
    return error.what();
  }
  return "";
}

TEST(WrittenPart, TakesThePlaceBetweenItsMarkers) {
  EXPECT_EQ(with_part("<!-- labs -->\nold\nolder\n<!-- end labs -->\nafter\n", part),
            "<!-- labs -->\nnew\n<!-- end labs -->\nafter\n");
  EXPECT_EQ(with_part("before\n<!-- labs -->\n<!-- end labs -->\n", part),
            "before\n<!-- labs -->\nnew\n<!-- end labs -->\n");
}

TEST(WrittenPart, MissingMarkersAreNamed) {
  EXPECT_EQ(complaint("a page\n"), "README.md: the line '<!-- labs -->' is missing");
  EXPECT_EQ(complaint("<!-- end labs -->\n<!-- labs -->\n"),
            "README.md: the line '<!-- end labs -->' is missing after '<!-- labs -->'");
  EXPECT_EQ(complaint("said of `<!-- labs -->`\n"),
            "README.md: the line '<!-- labs -->' is missing")
      << "a marker is a whole line";
}

}  // namespace
}  // namespace warplab::written_part_test
