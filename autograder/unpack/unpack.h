// What is in an archive, written as files whose names are numbers: no name out of an archive is ever opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warplab {

// What an archive may hold.
struct ArchiveLimits {
  std::size_t files = 0;                               // with folders and links
  std::uint64_t bytes = 0;                             // of all files, unpacked
  std::uint64_t file_bytes = std::uint64_t{32} << 20;  // of one file; a larger one is left out
};

// Writes the files of an archive into an empty folder, "0", "1", ..., and a table of all of it, "list": for each entry four
// texts, each ended by a zero byte: "file", "link" or "large", the last two of which have no file; the number of its
// file; when it was modified, in seconds since 1970, or nothing; its name, which is UTF-8, relative and without "..".
// Returns what is wrong with the archive, the end of a sentence that begins with its name, or nothing. What was
// written is of no use then.
std::string unpack(const std::string& archive, const std::string& folder,
                   const ArchiveLimits& limits);

}  // namespace warplab
