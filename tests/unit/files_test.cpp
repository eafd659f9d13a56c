// Files appear whole or not at all, also on a full disk.
#include "common/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>
#include <vector>

#include "common/copy_folder.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  std::size_t count_files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_ = own_folder();
};

// What write_file says, or "" if it writes.
std::string complaint(const fs::path& path, const std::string& content) {
  try {
    write_file(path, content);
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

// The exit status of `work` in a process of its own.
int run_in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

TEST_F(Files, WritesAndReplaces) {
  const fs::path path = folder_ / "result.json";
  const std::string binary("a\0b\n\xff", 5);
  write_file(path, "first");
  write_file(path, binary);
  EXPECT_EQ(read_file(path), binary);
  EXPECT_EQ(count_files(), 1u);
  write_file(path, "");
  EXPECT_EQ(read_file(path), "");
}

TEST_F(Files, RefusesWhatIsNotAPlainFile) {
  fs::create_directory(folder_ / "folder");
  write_file(folder_ / "target", "kept");
  fs::create_symlink(folder_ / "target", folder_ / "link");
  EXPECT_NE(complaint(folder_ / "folder", "x").find("not a plain file"), std::string::npos);
  EXPECT_NE(complaint(folder_ / "link", "x").find("not a plain file"), std::string::npos);
  EXPECT_NE(complaint("/dev/null", "x").find("not a plain file"), std::string::npos);
  EXPECT_EQ(read_file(folder_ / "target"), "kept");
}

TEST_F(Files, SaysWhatToDoWithoutAFolder) {
  const std::string message = complaint(folder_ / "missing" / "a.json", "x");
  EXPECT_NE(message.find("No such file or directory; make the folder first"), std::string::npos)
      << message;
}

TEST_F(Files, AFailedWriteLeavesTheOldFile) {
  const fs::path path = folder_ / "result.json";
  write_file(path, "old");
  const int status = run_in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return complaint(path, std::string(100'000, 'x')).find("the old file is unchanged") !=
                   std::string::npos
               ? 0
               : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(count_files(), 1u);
}

// Root mounts as it is, others as root of a user namespace.
bool may_mount() {
  const uid_t user = ::getuid();
  const gid_t group = ::getgid();
  if (::unshare(CLONE_NEWNS) != 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
    std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  }
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

TEST_F(Files, AFullDiskIsSaidAndLeavesTheOldFile) {
  constexpr int no_namespaces = 77;
  const int status = run_in_child([&] {
    if (!may_mount() || ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=65536") != 0)
      return no_namespaces;
    const fs::path path = folder_ / "result.json";
    write_file(path, "old");
    const std::string message = complaint(path, std::string(200'000, 'x'));
    const bool said = message.find("No space left on device") != std::string::npos &&
                      message.find("free some space") != std::string::npos;
    return said && read_file(path) == "old" && count_files() == 1 ? 0 : 1;
  });
  if (status == no_namespaces) GTEST_SKIP() << "a file system cannot be mounted here";
  EXPECT_EQ(status, 0);
}

TEST_F(Files, WritersAtOnceNeverMixTheirContent) {
  const fs::path path = folder_ / "result.json";
  const std::string a(50'000, 'a');
  const std::string b(70'000, 'b');
  write_file(path, a);
  std::vector<std::thread> writers;
  for (const std::string& content : {a, b}) {
    writers.emplace_back([&path, content] {
      for (int i = 0; i < 20; ++i) write_file(path, content);
    });
  }
  for (int i = 0; i < 200; ++i) {
    const std::string seen = read_file(path);
    EXPECT_TRUE(seen == a || seen == b);
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(count_files(), 1u);
}

TEST_F(Files, RemovesWhatAKilledWriterLeft) {
  const fs::path path = folder_ / "result.json", left = folder_ / ".result.json.4711-0.part";
  const fs::path of_another = folder_ / ".step7-timeline.svg.4711-0.part";
  const fs::path foreign = folder_ / ".film.part", in_use = folder_ / ".other.json.4711-1.part";
  for (const fs::path& file : {left, of_another, foreign, in_use}) std::ofstream(file) << "half";
  const int writer = ::open(in_use.c_str(), O_WRONLY);
  ASSERT_EQ(::flock(writer, LOCK_EX), 0);
  write_file(path, "whole");
  ::close(writer);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_FALSE(fs::exists(of_another));
  EXPECT_TRUE(fs::exists(foreign));
  EXPECT_TRUE(fs::exists(in_use));
  EXPECT_EQ(read_file(path), "whole");
}

TEST_F(Files, ReadingWhatIsNotThereIsAnError) {
  EXPECT_THROW(read_file(folder_ / "missing"), FileError);
  EXPECT_THROW(read_file(folder_), FileError);
}

TEST(CopyFolder, MakesWhatItsOwnerMayWriteTo) {
  constexpr fs::perms read_only = fs::perms(0555);
  const fs::path folder = own_folder(fs::temp_directory_path()), kit = folder / "kit",
                 copy = folder / "copy";
  fs::create_directories(kit / "lab1/more");
  write_file(kit / "lab1/more/filter.c", "int x;\n");
  for (const char* part : {"lab1/more/filter.c", "lab1/more", "lab1", ""})
    fs::permissions(kit / part, read_only);
  copy_folder(kit, copy);
  EXPECT_EQ(read_file(copy / "lab1/more/filter.c"), "int x;\n");
  for (const char* part : {"lab1/more/filter.c", "lab1/more", "lab1", ""}) {
    const fs::perms mode = fs::status(copy / part).permissions();
    EXPECT_NE(mode & fs::perms::owner_write, fs::perms::none) << part;
    EXPECT_EQ(fs::status(kit / part).permissions(), read_only) << part;
  }
  for (const char* part : {"", "lab1", "lab1/more"})
    fs::permissions(kit / part, fs::perms::owner_write, fs::perm_options::add);
}

}  // namespace
}  // namespace warplab
