// warplab leaderboard: who is fastest, among all that was graded in this checkout.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "autograder/commands/context.h"

namespace warplab {

// Prints the fastest correct run of every submission to each step of a lab, one table for each
// place where times come from; as JSON too if asked. Throws CourseError for a lab that does not
// exist, HistoryError for a damaged history.
int leaderboard_command(const Context& context, const std::string& lab,
                        const std::optional<std::filesystem::path>& json);

}  // namespace warplab
