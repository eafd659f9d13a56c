// The lab.json of a new lab, made from another lab's.
#pragma once

#include <string>

namespace warplab {

// `json` with this title, and without what a lab says of itself that its author has to say: "teaches" and "weeks". Its lines
// stay as they are if each field begins in a line of its own; else all of it is laid out anew. Throws CourseError if it is
// not JSON.
std::string new_declaration(const std::string& json, const std::string& title);

}  // namespace warplab
