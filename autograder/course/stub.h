// Stubs: what a student starts from, generated from the solution, which is the only source.
#pragma once

#include <optional>
#include <string>

namespace warplab {

// The stub of `solution`, the text of a solution file; `file` is its name in messages. Markers
// stand on lines of their own:
//
//   // SOLUTION FILE     as the first line: students get no file at all; the result is nothing
//   // BEGIN SOLUTION    what follows is dropped ...
//   // STUB: return 0;   ... but this line becomes "return 0;", indented as the marker is
//   // END SOLUTION      ... up to here
//
// Throws CourseError with file and line for blocks that are nested or not closed, a STUB outside a
// block, and a line that looks like a marker and is not one, since that would hand out a solution.
std::optional<std::string> make_stub(const std::string& solution, const std::string& file);

// Why the comment at the head of a stub, all of it before the first line of code, is too long: what
// a task needs fits in 12 lines, and a comment that describes the solution does not. Empty if it fits.
std::string complain_of_header(const std::string& stub);

}  // namespace warplab
