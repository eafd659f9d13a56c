// Who got what in a class, as an SQLite database to ask questions of. It is made of the results
// whenever they are collected, and nothing here reads it.
#pragma once

#include <string>

#include "autograder/classroom/scores.h"
#include "autograder/exports/export.h"

namespace warplab {

inline constexpr const char* class_database_name = "class.sqlite";  // in the folder of the class

// The file's bytes: students, their hand-ins with scores as in `sheet`, and of `book`, which is
// read_class() of that sheet, the steps with gates and mistakes. docs/grading-a-class.md has the
// tables. A step without a grade has a row without a score, and neither gates nor mistakes. Throws
// SQLite::Exception where `book` lists a student's step twice.
std::string class_database(const ScoreSheet& sheet, const GradeBook& book);

}  // namespace warplab
