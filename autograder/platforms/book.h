// What a platform's own tables know of who has handed in, and when.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/moment.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/zone.h"

namespace warplab {

// A student in such a table. Empty is what it does not have.
struct BookRow {
  std::string
      number;  // as in the names of files: of Moodle's participant, Canvas's user, Gradescope's submission
  std::string id;  // a matriculation number or a login
  std::string email, name, section, group;
  std::optional<Moment> handed_in;
};

struct Book {
  std::string file;  // for messages
  std::vector<BookRow> rows;
};

// A table as CSV: the grading worksheet of a Moodle assignment or Moodle's grade book, that of Canvas, the grades of a
// Gradescope assignment, or any that names a column id, username, email or "email address". Times without a zone are those of
// `zone`. Throws CourseError for a table that is none of these. What is odd in it becomes a remark.
Book read_book(const std::string& text, const std::string& file, const Zone& zone,
               std::vector<Remark>& remarks);

// "Ada Lovelace" for "Lovelace, Ada".
std::string given_name_first(const std::string& name);

}  // namespace warplab
