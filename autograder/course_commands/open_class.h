// A class as its commands find it: its settings, what has been handed in, and what is odd about that.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/settings.h"
#include "autograder/commands/context.h"
#include "autograder/report/machine.h"

namespace warplab {

struct OpenClass {
  // Throws CourseError where class.json cannot be read.
  OpenClass(const Context& context, const std::filesystem::path& folder);

  const Machine here;
  const std::string machine;  // its kind, as in keys
  const ClassSettings settings;
  HandedIn handed_in;
};

// A line each to stderr. Returns whether one of them hinders.
bool tell_remarks(const std::vector<Remark>& remarks);

// Writes what `--json` asks for, if it was given. Throws FileError.
void write_json(const std::optional<std::filesystem::path>& file, const nlohmann::json& content);

}  // namespace warplab
