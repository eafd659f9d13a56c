// Compilations that are kept: found again whole or not at all, under a key that changes with all that
// a compiler reads.
#include "autograder/build/build_store.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class BuildStoreTest : public testing::Test {
 protected:
  std::size_t count_entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  std::string key_of_files() const {
    BuildKey key;
    key.add_files(own_ / "input");
    return key.text();
  }

  const fs::path own_ = own_folder();
  const fs::path folder_ = own_ / "cache/builds";
  const std::string key_ = sha256("key");
  const Compilation compiled_{std::string("ELF\0\xff", 5), "a.c:1: warning: \xe2\x80\x98x\xff"};
};

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(BuildStoreTest, FindsWhatItKept) {
  const BuildStore store(folder_);
  EXPECT_FALSE(store.find(key_));
  store.keep(key_, compiled_);
  const auto found = BuildStore(folder_).find(key_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->code, compiled_.code);
  EXPECT_EQ(found->messages, compiled_.messages);
  EXPECT_FALSE(store.find(sha256("another")));
}

TEST_F(BuildStoreTest, WhatIsDamagedIsRemoved) {
  const BuildStore store(folder_);
  store.keep(key_, compiled_);
  const std::string entry = read_file(folder_ / key_);
  std::vector<std::string> damaged;
  for (std::size_t length = 0; length < entry.size(); ++length)
    damaged.push_back(entry.substr(0, length));
  for (std::size_t at = 0; at < entry.size(); ++at) {
    damaged.push_back(entry);
    damaged.back()[at] ^= 1;
  }
  for (const std::string& each : damaged) {
    write_file(folder_ / key_, each);
    EXPECT_FALSE(store.find(key_));
    EXPECT_EQ(count_entries(), 0u);
  }
}

TEST_F(BuildStoreTest, ALinkIsNoEntry) {
  const BuildStore store(folder_);
  store.keep(key_, compiled_);
  fs::rename(folder_ / key_, own_ / "elsewhere");
  fs::create_symlink(own_ / "elsewhere", folder_ / key_);
  EXPECT_FALSE(store.find(key_));
  EXPECT_TRUE(fs::exists(own_ / "elsewhere"));
  EXPECT_EQ(count_entries(), 0u);
}

TEST_F(BuildStoreTest, SomebodyElsesEntryIsNone) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const BuildStore store(folder_);
  store.keep(key_, compiled_);
  ASSERT_EQ(chown((folder_ / key_).c_str(), 60700, 60700), 0);
  EXPECT_FALSE(store.find(key_));
  EXPECT_EQ(count_entries(), 0u);
}

TEST_F(BuildStoreTest, IsClosedWhereOthersCanWriteOrSee) {
  fs::create_directories(folder_);
  chmod(folder_.c_str(), 0770);
  EXPECT_FALSE(BuildStore(folder_).is_open());
  chmod(folder_.c_str(), 0700);
  EXPECT_TRUE(BuildStore(folder_).is_open());
  fs::create_directory_symlink(folder_, own_ / "link");
  EXPECT_FALSE(BuildStore(own_ / "link").is_open());
  EXPECT_FALSE(BuildStore("/proc/warplab").is_open());
  const BuildStore closed("");
  closed.keep(key_, compiled_);
  EXPECT_FALSE(closed.find(key_));
}

TEST_F(BuildStoreTest, WritersAtOnceLeaveOneWholeEntry) {
  const BuildStore store(folder_);
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 2; ++writer)
    writers.emplace_back([&] {
      for (int i = 0; i < 20; ++i) store.keep(key_, compiled_);
    });
  for (std::thread& writer : writers) writer.join();
  EXPECT_TRUE(store.find(key_));
  EXPECT_EQ(count_entries(), 1u);
}

TEST_F(BuildStoreTest, AWriteThatFailsLeavesNothing) {
  const BuildStore store(folder_);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    store.keep(key_, {std::string(100'000, 'x'), ""});
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(count_entries(), 0u);
}

TEST_F(BuildStoreTest, RemovesWhatWasNotUsedForLongest) {
  const BuildStore store(folder_, 4000);
  const auto now = fs::file_time_type::clock::now();
  for (const char* name : {"a", "b", "c"}) {
    store.keep(name, {std::string(1000, 'x'), ""});
    fs::last_write_time(folder_ / name, now - std::chrono::hours('d' - *name));
  }
  EXPECT_TRUE(store.find("a"));  // which is its latest use
  store.keep("d", {std::string(1000, 'x'), ""});
  EXPECT_TRUE(store.find("a"));
  EXPECT_FALSE(store.find("b"));
  EXPECT_TRUE(store.find("d"));
}

TEST_F(BuildStoreTest, AKeyChangesWithEachFile) {
  fs::create_directories(own_ / "input/common");
  write_file(own_ / "input/a.c", "int x;\n");
  write_file(own_ / "input/common/a.h", "int y;\n");
  const std::string key = key_of_files();
  EXPECT_EQ(key_of_files(), key);
  write_file(own_ / "input/common/a.h", "int z;\n");
  const std::string of_changed = key_of_files();
  EXPECT_NE(of_changed, key);
  fs::rename(own_ / "input/common/a.h", own_ / "input/common/b.h");
  EXPECT_NE(key_of_files(), of_changed);
  write_file(own_ / "input/common/c.h", "");
  EXPECT_NE(key_of_files(), key);
}

TEST(BuildKey, KeepsIngredientsApart) {
  BuildKey one, two;
  one.add("ab");
  one.add("c");
  two.add("a");
  two.add("bc");
  EXPECT_NE(one.text(), two.text());
}

TEST(AsksForTime, SeesTheMacros) {
  EXPECT_TRUE(asks_for_time("const char* t = __TIME__;"));
  EXPECT_TRUE(asks_for_time("__DATE__"));
  EXPECT_TRUE(asks_for_time("__TIMESTAMP__"));
  EXPECT_FALSE(asks_for_time("int time;"));
}

TEST(SystemState, StaysAsItIs) { EXPECT_EQ(system_state(), system_state()); }

}  // namespace
}  // namespace warplab
