// What is in an archive, or a folder, that somebody handed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/classroom/moment.h"
#include "autograder/sandbox/sandbox.h"
#include "autograder/unpack/unpack.h"

namespace warplab {

// For what a platform hands out of a whole class, and for what one student packed.
inline constexpr ArchiveLimits class_archive{50'000, std::uint64_t{4} << 30};
inline constexpr ArchiveLimits student_archive{10'000, std::uint64_t{256} << 20};

// What is wrong with an archive: a sentence that names it.
struct ArchiveError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class PackedKind { file, link, large };

struct PackedFile {
  std::string name;  // its path: UTF-8, relative, without ".."
  PackedKind kind = PackedKind::file;
  std::optional<Moment> modified;
  std::filesystem::path bytes{};  // where its content is; of a file alone
};

// Whether a file is an archive, by its name: .zip, .tar.gz, .7z and others.
bool is_archive(const std::string& name);
// "ada" for "ada.tar.gz".
std::string without_archive_suffix(const std::string& name);

// Takes archives apart in the sandbox. What it gives lies in the sandbox's folder, as long as that is there.
class Unpacker {
 public:
  // Throws GraderError where the sandbox does not start or the program `unpack` is missing.
  explicit Unpacker(const Sandbox& sandbox);

  // `shown` is the archive's name in messages. Throws ArchiveError for one that is damaged, encrypted or larger than
  // its limits, or that has a name in it that is absolute, leads up or has control characters.
  std::vector<PackedFile> unpack(const std::filesystem::path& archive, const std::string& shown,
                                 const ArchiveLimits& limits);

 private:
  const Sandbox& sandbox_;
  std::size_t number_ = 0;
};

// The files below a folder, in order, without those that programs leave. Links are named and not followed.
std::vector<PackedFile> files_below(const std::filesystem::path& folder);

}  // namespace warplab
