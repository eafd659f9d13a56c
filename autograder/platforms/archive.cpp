#include "autograder/platforms/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "autograder/classroom/litter.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/descriptor.h"
#include "common/escape.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr const char* suffixes[] = {".zip", ".tar",    ".tar.gz",  ".tgz", ".tar.bz2",
                                    ".7z",  ".tar.xz", ".tar.zst", ".rar"};

std::size_t suffix_of(const std::string& name) {
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const std::string_view suffix : suffixes)
    if (lower.size() > suffix.size() && lower.ends_with(suffix)) return suffix.size();
  return 0;
}

// Another who runs in the jail may have put anything in the place of what `unpack` writes.
bool is_plain_file(const fs::path& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// The list that `unpack` has written: whatever is odd in it ends it.
std::vector<PackedFile> read_list(const fs::path& folder) {
  std::vector<PackedFile> files;
  if (!is_plain_file(folder / "list")) return files;
  const std::string text = read_file(folder / "list");
  std::vector<std::string_view> fields;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) break;
    fields.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  for (std::size_t at = 0; at + 3 < fields.size(); at += 4) {
    PackedFile file{sanitize_line(valid_utf8(fields[at + 3])), PackedKind::file, std::nullopt};
    std::int64_t seconds = 0;
    const std::string_view modified = fields[at + 2];
    if (std::from_chars(modified.data(), modified.data() + modified.size(), seconds).ec ==
        std::errc())
      file.modified = Moment(std::chrono::seconds(seconds));
    const std::string_view number = fields[at + 1];
    const bool is_number =
        !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    if (fields[at] == "large") file.kind = PackedKind::large;
    if (fields[at] == "link") file.kind = PackedKind::link;
    if (file.kind == PackedKind::file) {
      if (!is_number || !is_plain_file(folder / number)) break;
      file.bytes = folder / number;
    }
    files.push_back(std::move(file));
  }
  return files;
}

Limits unpack_limits() {
  Limits limits = compile_limits();
  limits.cpu_s = 120;
  limits.wall_s = 300;
  limits.memory_bytes = std::uint64_t{1} << 30;
  return limits;
}

}  // namespace

bool is_archive(const std::string& name) { return suffix_of(name) > 0; }

std::string without_archive_suffix(const std::string& name) {
  return name.substr(0, name.size() - suffix_of(name));
}

Unpacker::Unpacker(const Sandbox& sandbox) : sandbox_(sandbox) {
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "unpack";
  if (!fs::exists(program))
    throw GraderError(fmt::format("{} is missing: run `make build`", program.string()));
  sandbox_.probe();
}

std::vector<PackedFile> Unpacker::unpack(const fs::path& archive, const std::string& shown,
                                         const ArchiveLimits& limits) {
  const fs::path packed = sandbox_.staging().folder(fmt::format("packed-{}", number_), false);
  const fs::path unpacked = sandbox_.staging().folder(fmt::format("unpacked-{}", number_), true);
  ++number_;
  fs::copy_file(fs::read_symlink("/proc/self/exe").parent_path() / "unpack", packed / "unpack");
  fs::copy_file(archive, packed / "archive");
  Jail jail;
  jail.read_only = packed;
  jail.writable = unpacked;
  jail.limits = unpack_limits();
  const Sandbox::Run run =
      sandbox_.run(jail, {packed / "unpack", packed / "archive", unpacked,
                          std::to_string(limits.files), std::to_string(limits.bytes)});
  fs::remove_all(packed);
  if (run.status.code == 0 && !run.exceeded) return read_list(unpacked);
  fs::remove_all(unpacked);
  std::string why = sanitize_line(run.output);
  if (run.exceeded)
    why = fmt::format("takes too much to unpack: {}", name_of(*run.exceeded));
  else if (run.status.code != 1 || why.empty())
    why = "cannot be unpacked: it is damaged";
  throw ArchiveError(fmt::format("{} {}", shown, why));
}

std::vector<PackedFile> files_below(const fs::path& folder) {
  std::vector<PackedFile> files;
  const auto end = fs::recursive_directory_iterator();
  for (fs::recursive_directory_iterator at(folder); at != end; ++at) {
    const std::string name = at->path().filename();
    struct stat status {};
    if (is_litter(name) || lstat(at->path().c_str(), &status) != 0) {
      at.disable_recursion_pending();
      continue;
    }
    if (S_ISDIR(status.st_mode)) continue;
    const bool is_file = S_ISREG(status.st_mode);
    const bool is_large = static_cast<std::uint64_t>(status.st_size) > ArchiveLimits{}.file_bytes &&
                          !is_archive(name);
    files.push_back({sanitize_line(at->path().lexically_relative(folder).string()),
                     !is_file   ? PackedKind::link
                     : is_large ? PackedKind::large
                                : PackedKind::file,
                     Moment(std::chrono::seconds(status.st_mtime)),
                     is_file && !is_large ? at->path() : fs::path()});
  }
  std::ranges::sort(files, {}, &PackedFile::name);
  return files;
}

}  // namespace warplab
