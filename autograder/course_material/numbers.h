// Numbers on pages and in comments that follow from a lab's "parameters": a tile's 20 rows of 60 bytes, where the filter
// has 5x5 coefficients.
//
// solutions/numbers.json lists the phrases that they stand in, with what they are computed by in place of the numbers:
//
//   "{15 + filter_size} rows of {3 * (15 + filter_size)} bytes"
//
// What is in braces is an expression of SQLite's with names of parameters and of "values". A phrase with an "if" holds for
// some parameters only, whatever its numbers are, and is rewritten by hand for others.
#pragma once

#include <string>
#include <vector>

#include "autograder/course/lab.h"

namespace warplab {

inline constexpr const char* numbers_file = "solutions/numbers.json";

// Whether the file lists phrases of the lab's pages.
bool has_numbers(const Course& course, const Lab& lab);

// Labs in the list that the course does not have, with file and line.
std::vector<std::string> check_number_list(const Course& course);

// Those of the lab that are wrong, with file and line, expected and got, and phrases that hold for other parameters or are not on
// their page. Throws CourseError with file, line and field for a mistake in the list.
std::vector<std::string> check_numbers(const Course& course, const Lab& lab);

// Writes the numbers of all labs into their pages. Returns the files that were changed. Phrases that are not on their page are
// left out; check_numbers() tells of them.
std::vector<std::string> write_numbers(const Course& course);

}  // namespace warplab
