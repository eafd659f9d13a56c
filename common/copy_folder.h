// Copying a folder that may be read-only.
#pragma once

#include <filesystem>

namespace warplab {

// Copies all that is in `from` to the folder `to`, which it makes. The copy's owner may write to all of it, whatever the
// permissions of the original: std::filesystem::copy() makes folders as read-only as they were, and then cannot fill them.
// Links to files are followed. Throws std::filesystem::filesystem_error where something cannot be read or is there already.
void copy_folder(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace warplab
