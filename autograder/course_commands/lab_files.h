// The files that a lab is made of, and what the course's pages say of it.
#pragma once

#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/course/lab.h"

namespace warplab {

// The first line in which a file is not what it should be, for a person: "12: expected "a", got "b"". Requires texts
// that differ.
std::string first_difference(const std::string& expected, const std::string& got);

// What is wrong with a lab's solutions and stubs, one sentence each: a file that is missing, markers that cannot be
// read, a stub that its solution does not generate (with the first line that differs), one without a TODO or with too
// long a head.
std::vector<std::string> stub_mistakes(const Context& context, const Lab& lab);

// What is missing of a lab's README, chapter and hints, and of what lab.json says for the course's pages, one sentence each.
std::vector<std::string> page_mistakes(const Lab& lab);

}  // namespace warplab
