// warplab package: what an instructor uploads, so that a platform grades a lab by itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

struct PackageRequest {
  std::string platform;  // "gradescope" or "autolab"
  std::string lab;
  // "build/packages/gradescope-lab1-convolution-c.zip" for example, if absent.
  std::optional<std::filesystem::path> output;
};

// For Gradescope a zip: autograder/packages/gradescope/, a student kit with the lab's baselines, and
// the lab's name. For Autolab the tar of an assessment: autograder/packages/autolab/, and the
// problems, one per gate with points. Returns 0. Throws CourseError for a lab or a platform that
// there is not, or in a student kit, which has no solutions for Gradescope's; GraderError if a
// baseline does not build or the file cannot be written.
int package_command(const Context& context, const PackageRequest& request);

}  // namespace warplab
