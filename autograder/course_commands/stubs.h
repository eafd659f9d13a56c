// warplab stubs: writes what follows from solutions/ and from each lab.json: stubs, and parts of pages.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/course/lab.h"

namespace warplab {

// A stub as it should be, and where it belongs.
struct Stub {
  std::filesystem::path path;  // labs/lab1-convolution-c/convolution.c
  std::string text;
};

// The stubs of a lab, made from its solutions. Throws CourseError for bad markers.
std::vector<Stub> stubs_of(const Context& context, const Lab& lab);

// Writes numbers (numbers.h) and parts of pages (written_parts.h), and every stub that differs. A file that it replaces is kept in build/replaced/, for it may be
// somebody's work.
int stubs_command(const Context& context, const std::optional<std::filesystem::path>& json);

}  // namespace warplab
