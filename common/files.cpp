// Files by the plain POSIX calls: the only ones that can ask for O_EXCL and fsync.
#include "common/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace warplab {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

// What a person can do about a failed write.
std::string remedy(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space on that disk and run again";
    case EFBIG:
      return "raise the limit on file sizes (ulimit -f) and run again";
    case ENOENT:
    case ENOTDIR:
      return "make the folder first, or give another path";
    case EACCES:
    case EPERM:
    case EROFS:
      return "make the folder writable for you, or give another path";
    default:
      return "give another path, or fix the cause and run again";
  }
}

FileError write_error(const fs::path& path, int error) {
  std::error_code ignored;
  const char* state = fs::exists(path, ignored) ? "the old file is unchanged; " : "";
  return FileError(
      fmt::format("cannot write {}: {}; {}{}", path.string(), reason(error), state, remedy(error)));
}

// Whether the file that is open is ours alone, and still there.
bool lock(int fd) {
  struct stat status {};
  return ::flock(fd, LOCK_EX | LOCK_NB) == 0 && ::fstat(fd, &status) == 0 && status.st_nlink > 0;
}

// Whether open_new() gives such a name: ".result.json.4711-0.part".
bool is_temporary(std::string_view name) {
  constexpr std::string_view end = ".part";
  if (!name.starts_with('.') || !name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  const std::string_view number = name.substr(name.rfind('.') + 1);
  return number.find('-') != std::string_view::npos &&
         number.find_first_not_of("0123456789-") == std::string_view::npos;
}

// The temporary files in a folder that nobody has locked are those of processes that were killed.
void remove_abandoned(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (!is_temporary(entry.path().filename().string())) continue;
    const int fd = ::open(entry.path().c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) continue;
    if (lock(fd)) ::unlink(entry.path().c_str());
    ::close(fd);
  }
}

// A temporary file that is removed unless it was renamed into place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target) {
    remove_abandoned(target.has_parent_path() ? target.parent_path() : fs::path("."));
    do open_new();
    while (fd_ < 0);
  }

  ~TemporaryFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!renamed_) ::unlink(path_.c_str());
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t written = ::write(fd_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw write_error(target_, errno);
      content.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(fd_) != 0) throw write_error(target_, errno);
  }

  void rename_into_place() {
    if (::rename(path_.c_str(), target_.c_str()) != 0) throw write_error(target_, errno);
    renamed_ = true;  // before it is closed, which would unlock it
    const int closed = ::close(std::exchange(fd_, -1));
    if (closed != 0) throw write_error(target_, errno);
    sync_folder();
  }

 private:
  // Another process may have taken it for abandoned before it was locked; then there is none.
  void open_new() {
    static std::atomic<unsigned> count = 0;
    path_ = target_;
    path_.replace_filename(
        fmt::format(".{}.{}-{}.part", target_.filename().string(), ::getpid(), count.fetch_add(1)));
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd_ < 0 && errno != EEXIST) throw write_error(target_, errno);
    if (fd_ >= 0 && !lock(fd_)) ::close(std::exchange(fd_, -1));
  }

  // Makes the rename itself survive a power cut. Some file systems cannot; the file is whole
  // anyway.
  void sync_folder() const {
    const fs::path folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    ::fsync(fd);
    ::close(fd);
  }

  fs::path target_;
  fs::path path_;
  int fd_ = -1;
  bool renamed_ = false;
};

void check_is_plain(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw FileError(fmt::format(
        "cannot write {}: it is not a plain file; give the path of a file or a new name",
        path.string()));
  }
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw FileError(fmt::format("cannot read {}: it is a folder", path.string()));
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    throw FileError(fmt::format("cannot read {}: {}", path.string(), reason(errno)));
  }
  return content;
}

void check_can_write(const fs::path& path) {
  check_is_plain(path);
  const TemporaryFile removed_again(path);
}

void write_file(const fs::path& path, std::string_view content) {
  check_is_plain(path);
  TemporaryFile temporary(path);
  temporary.write(content);
  temporary.rename_into_place();
}

}  // namespace warplab
