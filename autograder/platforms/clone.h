// When a student committed what a clone of a repository has.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/moment.h"

namespace warplab {

bool is_clone(const std::filesystem::path& folder);

// The time of the last commit, of those that the clone's HEAD leads to, that changed one of `files`, which are named from
// the clone's folder; nothing where there is none, or git cannot tell. Nothing in the clone's own settings is obeyed: they
// may name programs. `scratch` is an empty folder of the caller's.
std::optional<Moment> commit_time(const std::filesystem::path& clone,
                                  const std::vector<std::string>& files,
                                  const std::filesystem::path& scratch);

}  // namespace warplab
