#include "autograder/course_commands/archive.h"

#include <fmt/format.h>

#include "autograder/sandbox/process.h"

namespace fs = std::filesystem;

namespace warplab {

void write_archive(const std::vector<std::string>& words, const fs::path& archive) {
  if (archive.has_parent_path()) fs::create_directories(archive.parent_path());
  Process packer(words, {});
  const auto status = packer.wait(120);
  if (!status || status->code != 0)
    throw GraderError(
        fmt::format("{} cannot write {}: is the disk full?", words.front(), archive.string()));
}

}  // namespace warplab
