// Reads what a student hands in, and nothing else: one regular file of text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace warplab {

// Why a file is not accepted. `detail` is what the verdict says: missing, unreadable, symlink,
// "not a file", empty, huge, binary, encoding, character.
struct IntakeError : std::runtime_error {
  IntakeError(std::string detail_, const std::string& message)
      : std::runtime_error(message), detail(std::move(detail_)) {}
  std::string detail;
};

inline constexpr std::size_t largest_source = 256 << 10;  // bytes

// The text of a source file: regular, 1 byte to 256 KiB, UTF-8 without NUL bytes and, unless it is C, without what
// compilers disagree about (find_odd_character()). `folder` is what was handed in, if it is not the file's own
// folder. How one gets there is the caller's affair; but neither it nor anything below it on the way to the file, nor
// the file, may be a link, and the file lies below it. Throws IntakeError that says what is wrong and what to do: of the
// file with its path below `folder`, "lab1/a.c is empty"; of a line as a compiler does, "a.c:3: ...".
std::string read_source(const std::filesystem::path& path,
                        const std::filesystem::path& folder = {});

}  // namespace warplab
