// Stubs: the files that students start from, generated from the solutions.
#pragma once

#include <optional>
#include <string>

namespace warplab {

// The stub of `solution`, the text of a solution file; `file` is its name in messages. Each marker
// is alone on its line:
//
//   // SOLUTION FILE     in the first line: there is no stub; returns nothing
//   // BEGIN SOLUTION    what follows is dropped ...
//   // STUB: return 0;   ... but this line becomes "return 0;", with the marker's indentation
//   // END SOLUTION      ... up to here
//
// Throws CourseError with file and line for nested or unclosed blocks, a STUB outside a block, and
// a line that only looks like a marker, which would give the solution away.
std::optional<std::string> make_stub(const std::string& solution, const std::string& file);

// A complaint if the comment at the top of a stub, before the first line of code, has more than 12
// lines: a task fits in these, a description of the solution does not. Empty if it fits.
std::string complain_of_header(const std::string& stub);

}  // namespace warplab
