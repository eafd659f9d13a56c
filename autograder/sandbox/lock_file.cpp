#include "autograder/sandbox/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace warplab {

Descriptor try_lock(const std::filesystem::path& path, int flags) {
  Descriptor file(open(path.c_str(), O_RDWR | flags | O_CLOEXEC | O_NOFOLLOW, 0600));
  struct stat status {};
  if (!file || flock(file.get(), LOCK_EX | LOCK_NB) != 0 || fstat(file.get(), &status) != 0 ||
      status.st_nlink == 0)
    return {};
  return file;
}

bool is_locked(const std::filesystem::path& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  return file && flock(file.get(), LOCK_SH | LOCK_NB) != 0;
}

}  // namespace warplab
