#include "autograder/build/build_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sha2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "autograder/sandbox/descriptor.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr std::size_t digest_digits = SHA256_DIGEST_STRING_LENGTH - 1;

// Ours, and closed to everybody else.
bool is_private(const fs::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

// A jail sees /usr.
bool is_seen_in_jails(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  return error || real.string().starts_with("/usr/");
}

bool is_own_file(const fs::path& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  return file && fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == geteuid();
}

std::string size_and_time(const fs::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return "none";
  return fmt::format("{} {} {}.{}", status.st_mode, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored))
    if (!entry.is_directory(ignored)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string sha256(std::string_view text) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), digits.data());
  return std::string(digits.data(), digest_digits);
}

void BuildKey::add(std::string_view ingredient) { ingredients_ += sha256(ingredient); }

void BuildKey::add_files(const fs::path& folder, const fs::path& except) {
  for (const fs::path& file : files_below(folder)) {
    if (file.parent_path() == except) continue;
    add(file.lexically_relative(folder).string());
    add(read_file(file));
  }
}

std::string system_state() {
  const fs::path packages = "/var/lib/dpkg/status";
  if (!fs::exists(packages)) return {};
  BuildKey state;
  state.add(read_file(packages));
  std::string files;
  for (const fs::path& file : files_below("/usr/local"))
    files += fmt::format("{} {}\n", file.string(), size_and_time(file));
  for (const char* tool : {"gcc", "g++", "as", "clang-19", "clang++-19", "nvcc"}) {
    std::error_code ignored;
    const fs::path real = fs::canonical(fs::path("/usr/bin") / tool, ignored);
    files += fmt::format("{} {}\n", real.string(), size_and_time(real));
  }
  state.add(files);
  return state.text();
}

bool asks_for_time(std::string_view source) {
  for (const char* name : {"__TIME__", "__DATE__", "__TIMESTAMP__"})
    if (source.find(name) != std::string_view::npos) return true;
  return false;
}

BuildStore::BuildStore(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder_.parent_path(), ignored);
  mkdir(folder_.c_str(), 0700);
  if (!is_private(folder_) || is_seen_in_jails(folder_)) folder_.clear();
}

std::optional<Compilation> BuildStore::find(const std::string& key) const {
  if (!is_open()) return std::nullopt;
  const fs::path path = folder_ / key;
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(path, ignored))) return std::nullopt;
  try {
    const std::string entry = is_own_file(path) ? read_file(path) : "";
    const std::string_view content =
        std::string_view(entry).substr(std::min(entry.size(), digest_digits));
    if (entry.starts_with(sha256(content))) {
      const auto read = nlohmann::json::from_cbor(content);
      fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
      return Compilation{read.at("code").get<std::string>(),
                         read.at("messages").get<std::string>()};
    }
  } catch (const std::exception&) {  // as damaged
  }
  fs::remove_all(path, ignored);
  return std::nullopt;
}

void BuildStore::keep(const std::string& key, const Compilation& compilation) const {
  if (!is_open()) return;
  std::string content;
  nlohmann::json::to_cbor({{"code", compilation.code}, {"messages", compilation.messages}},
                          content);
  try {
    write_file(folder_ / key, sha256(content) + content);
    shrink();
  } catch (const FileError&) {
  }
}

// To three quarters, so that not each new entry has to look for an old one.
void BuildStore::shrink() const {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(folder_, error)) {
    if (file.path().filename().string().starts_with('.')) continue;  // that is being written
    std::error_code gone;
    const Entry entry{file.last_write_time(gone), file.file_size(gone), file.path()};
    if (gone) continue;
    total += entry.bytes;
    entries.push_back(entry);
  }
  if (total <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= most_bytes_ / 4 * 3) break;
    if (fs::remove(entry.path, error)) total -= entry.bytes;
  }
}

fs::path build_store_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "warplab/builds";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache/warplab/builds";
  return {};
}

}  // namespace warplab
