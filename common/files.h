// Reading a file whole, and writing one so that it appears whole or not at all.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warplab {

// Why a file could not be read or written; what() names the file, the reason and the remedy.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The bytes of a file. Throws FileError if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Replaces the file at `path` by `content`, or makes it: a temporary file beside it is written,
// synced and renamed over it, so that a reader sees the old or the new content and never a part.
// Whatever fails (a full disk, a folder that is missing or read-only), the old file stays as it
// was, the temporary one is removed, and FileError is thrown. Refuses to replace what is not a
// plain file, such as /dev/null or a symbolic link.
void write_file(const std::filesystem::path& path, std::string_view content);

// Throws the FileError that write_file() would, where that can be known ahead. Writes nothing.
void check_can_write(const std::filesystem::path& path);

}  // namespace warplab
