// warplab sweep: a program over a range of its parameter, as a table.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

struct SweepCommand {
  std::string lab;
  std::optional<int> step;  // the last one with the parameter if absent
  bool solutions = false;
  std::string device = "auto";
  std::optional<std::string> size;  // what the family chooses if absent
  double device_gib = 0;            // of device memory that the program may use; 0: all there is
  int runs = 12;
  std::optional<std::filesystem::path> json;
};

// Prints kernel time, transfer time, their ratio and the total for each value. Throws CourseError.
int sweep_command(const Context& context, const SweepCommand& request);

}  // namespace warplab
