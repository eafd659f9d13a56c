// warplab new-lab: a lab of one's own, begun from one that there is.
#pragma once

#include <string>

#include "autograder/commands/context.h"

namespace warplab {

struct NewLabRequest {
  std::string name;  // "lab15-blur"
  std::string like;  // the lab that it begins from: "lab4"
};

// Copies labs/ and solutions/ of the one under the other's name: its number and name are changed wherever they are said, the title
// is made of the name, and the chapter is empty. Then writes what follows, as `warplab stubs` does, so that the new lab can be graded
// at once. Throws CourseError for a name that is not of this form or is taken, before it writes anything.
int new_lab_command(const Context& context, const NewLabRequest& request);

}  // namespace warplab
