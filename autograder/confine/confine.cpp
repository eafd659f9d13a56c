// confine: takes rights from itself for good, and becomes another program. It stands in for bubblewrap in a container,
// which lets nobody make namespaces.
//
//   confine [--read PATH]... [--write PATH]... [--filter FD] [--info-fd FD] -- PROGRAM [ARGUMENT]...
//
// What is below a PATH of --read may be read and executed, what is below one of --write may be made, changed and
// removed besides, and nothing else may be opened: Landlock (Linux, Documentation/userspace-api/landlock.rst).
// Descriptor --filter has a seccomp filter as BPF. To --info-fd is written {"child-pid": NUMBER}, as bubblewrap does,
// once all is done but to execute. Both are closed. Exit code 125 where something of it fails; nothing is executed
// then.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                  LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                  LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                  LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                  LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
// Of versions 2 and 3: moving a file to another folder, and cutting one, which headers may not know.
constexpr std::uint64_t moving = std::uint64_t{1} << 13, cutting = std::uint64_t{1} << 14;
// What there is to grant of a file that is no folder.
constexpr std::uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                   LANDLOCK_ACCESS_FS_WRITE_FILE | cutting;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "confine: %s: %s\n", what, std::strerror(errno));
  std::exit(125);
}

void require(bool holds, const char* what) {
  if (!holds) fail(what);
}

struct Place {
  const char* path;
  bool is_writable;
};

void allow(int ruleset, const Place& place, std::uint64_t handled) {
  landlock_path_beneath_attr rule{};
  rule.parent_fd = open(place.path, O_PATH | O_CLOEXEC);
  require(rule.parent_fd >= 0, place.path);
  struct stat status {};
  require(fstat(rule.parent_fd, &status) == 0, place.path);
  rule.allowed_access =
      (place.is_writable ? handled : reading) & (S_ISDIR(status.st_mode) ? handled : of_files);
  require(syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0,
          place.path);
  close(rule.parent_fd);
}

void keep_to(const std::vector<Place>& places) {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  require(version >= 1, "Landlock");
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs =
      reading | writing | (version >= 2 ? moving : 0) | (version >= 3 ? cutting : 0);
  const int ruleset = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0));
  require(ruleset >= 0, "Landlock");
  for (const Place& place : places) allow(ruleset, place, attributes.handled_access_fs);
  require(syscall(SYS_landlock_restrict_self, ruleset, 0) == 0, "Landlock");
  close(ruleset);
}

std::vector<sock_filter> read_filter(int file) {
  std::vector<sock_filter> filter(BPF_MAXINSNS + 1);  // one more than the kernel takes
  const ssize_t bytes = pread(file, filter.data(), filter.size() * sizeof(sock_filter), 0);
  require(bytes > 0, "reading the filter");
  errno = EINVAL;
  require(bytes % sizeof(sock_filter) == 0, "a filter is whole instructions");
  filter.resize(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
  require(filter.size() <= BPF_MAXINSNS, "the filter is too long");
  close(file);
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Place> places;
  std::vector<sock_filter> filter;
  int at = 1, info = -1;
  for (; at + 1 < argc && std::string_view(argv[at]) != "--"; at += 2) {
    const std::string_view option = argv[at];
    if (option == "--filter") {
      filter = read_filter(std::atoi(argv[at + 1]));
    } else if (option == "--info-fd") {
      info = std::atoi(argv[at + 1]);
    } else {
      errno = EINVAL;
      require(option == "--read" || option == "--write", argv[at]);
      places.push_back({argv[at + 1], option == "--write"});
    }
  }
  errno = EINVAL;
  require(at + 1 < argc, "PROGRAM");
  require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no new privileges");
  keep_to(places);
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (!filter.empty())
    require(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0, "seccomp");
  if (info >= 0) {
    require(dprintf(info, "{\"child-pid\": %d}", getpid()) > 0, "writing to --info-fd");
    close(info);
  }
  execvp(argv[at + 1], argv + at + 1);
  fail(argv[at + 1]);
}
