#include "simt/session/session_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace simt::session {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "simt-session-";

// The folder, locked; -1 if it is somebody else's, in use or gone.
int lock(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return -1;
  struct stat status {};
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &status) == 0 &&
      status.st_uid == geteuid() && status.st_nlink > 0)
    return descriptor;
  close(descriptor);
  return -1;
}

void remove_abandoned(const fs::path& among) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(among, ignored)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const int held = lock(entry.path());
    if (held < 0) continue;
    std::error_code kept;
    fs::remove_all(entry.path(), kept);
    close(held);
  }
}

}  // namespace

SessionFolder::SessionFolder() {
  const fs::path among = fs::canonical(fs::temp_directory_path());
  remove_abandoned(among);
  // Another tool may take it for abandoned before it is locked.
  while (lock_ < 0) {
    std::string name = among / (std::string(prefix) + "XXXXXX");
    if (mkdtemp(name.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(),
                              "cannot make a folder in " + among.string());
    path_ = name;
    lock_ = lock(path_);
  }
}

SessionFolder::~SessionFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

}  // namespace simt::session
