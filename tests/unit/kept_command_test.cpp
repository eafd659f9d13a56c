// What a command made is taken from the store only where the same command would make it again.
#include "tests/programs/kept/kept_command.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "autograder/build/build_store.h"
#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const std::string copies = "cat in.cu header/a.h >out.o; echo said; echo warned >&2";

class KeptCommandTest : public testing::Test {
 protected:
  KeptCommandTest() {
    for (const char* checkout : {"one", "two"}) {
      fs::create_directories(own_ / checkout / "header");
      write_file(own_ / checkout / "in.cu", "source");
      write_file(own_ / checkout / "header/a.h", "header");
    }
  }

  Made make(const std::string& checkout, const std::string& script = copies) const {
    const fs::path folder = own_ / checkout;
    KeptCommand command;
    command.words = {"sh", "-c", "cd '" + folder.string() + "' && " + script};
    command.output = folder / "out.o";
    command.reads = {folder / "in.cu", folder / "header"};
    command.folders = {folder.string()};
    return make_or_find(command, BuildStore(own_ / "cache"));
  }
  std::string output(const std::string& checkout) const {
    return read_file(own_ / checkout / "out.o");
  }

  const fs::path own_ = own_folder();
};

TEST_F(KeptCommandTest, IsRunOnce) {
  const Made first = make("one");
  EXPECT_EQ(first.code, 0);
  EXPECT_FALSE(first.is_kept);
  EXPECT_EQ(first.said, "said\nwarned\n");
  fs::remove(own_ / "one/out.o");
  const Made second = make("one");
  EXPECT_EQ(second.code, 0);
  EXPECT_TRUE(second.is_kept);
  EXPECT_EQ(second.said, first.said);
  EXPECT_EQ(output("one"), "sourceheader");
}

TEST_F(KeptCommandTest, IsKnownInAnotherCheckout) {
  make("one");
  EXPECT_TRUE(make("two").is_kept);
  EXPECT_EQ(output("two"), "sourceheader");
}

TEST_F(KeptCommandTest, IsAnotherWithOtherFilesOrWords) {
  make("one");
  EXPECT_FALSE(make("one", copies + " ").is_kept);
  write_file(own_ / "one/header/a.h", "other");
  EXPECT_FALSE(make("one").is_kept);
  write_file(own_ / "one/in.cu", "another");
  EXPECT_FALSE(make("one").is_kept);
  EXPECT_EQ(output("one"), "anotherother");
  EXPECT_TRUE(make("one").is_kept);
}

TEST_F(KeptCommandTest, IsAnotherWhereTheEnvironmentSaysSo) {
  make("one");
  setenv("CPATH", "/tmp/headers", 1);
  const bool is_kept = make("one").is_kept;
  unsetenv("CPATH");
  EXPECT_FALSE(is_kept);
}

TEST_F(KeptCommandTest, IsRunAgainAfterAFailure) {
  for (int i = 0; i < 2; ++i) {
    const Made failed = make("one", copies + "; exit 3");
    EXPECT_EQ(failed.code, 3);
    EXPECT_FALSE(failed.is_kept);
    const Made killed = make("one", copies + "; kill -9 $$");
    EXPECT_EQ(killed.code, 128 + 9);
    EXPECT_FALSE(killed.is_kept);
  }
}

TEST_F(KeptCommandTest, MakesWhatItMakesItself) {
  for (int i = 0; i < 2; ++i) {
    write_file(own_ / "one/out.o", "of an earlier command");
    EXPECT_FALSE(make("one", "true").is_kept);
    EXPECT_FALSE(fs::exists(own_ / "one/out.o"));
  }
}

TEST_F(KeptCommandTest, IsRunAgainWhereTheSourceAsksForTheTime) {
  write_file(own_ / "one/in.cu", "__TIME__");
  make("one");
  EXPECT_FALSE(make("one").is_kept);
}

TEST_F(KeptCommandTest, IsRunEachTimeWithoutAStore) {
  KeptCommand command;
  command.words = {"true"};
  EXPECT_FALSE(make_or_find(command, BuildStore("")).is_kept);
  command.words = {"there-is-no-such-program"};
  EXPECT_EQ(make_or_find(command, BuildStore("")).code, 127);
}

}  // namespace
}  // namespace warplab
