// Reads what a student hands in, and nothing else: one regular file of text.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace warplab {

// Why a file is not accepted. `detail` is what the verdict says: missing, unreadable, symlink,
// "not a file", empty, huge, binary, encoding.
struct IntakeError : std::runtime_error {
  IntakeError(std::string detail_, const std::string& message)
      : std::runtime_error(message), detail(std::move(detail_)) {}
  std::string detail;
};

inline constexpr std::size_t largest_source = 256 << 10;  // bytes

// The text of a source file: regular, not a link, 1 byte to 256 KiB, UTF-8 without NUL bytes.
// Throws IntakeError that names the file, what is wrong with it (and at which line) and what to do.
std::string read_source(const std::filesystem::path& path);

}  // namespace warplab
