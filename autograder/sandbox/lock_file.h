// A lock that lasts as long as a process does, whatever ends it.
#pragma once

#include <filesystem>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// Opens and locks a lock file of ours, with these flags of open(2) besides; an empty Descriptor if
// somebody else holds it, or has just removed it. A child that inherits it holds it as well.
Descriptor try_lock(const std::filesystem::path& path, int flags);

// Whether somebody holds it.
bool is_locked(const std::filesystem::path& path);

}  // namespace warplab
