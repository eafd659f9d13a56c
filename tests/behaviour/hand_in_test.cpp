// What a student hands in, packed by the command.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class HandInCommand : public testing::Test {
 protected:
  HandInCommand() { copy_small_course(scratch); }

  CommandRun hand_in(const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} hand-in {}", quoted(scratch),
                                   quoted(std::string(checkout::build) + "/bin/warplab-cpu"),
                                   arguments));
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
  const fs::path file = scratch / "labs/lab2-openmp/inner_loop.c";
};

TEST_F(HandInCommand, PacksWhatWasEditedAndSaysSo) {
  const CommandRun unedited = hand_in("lab2");
  EXPECT_EQ(unedited.code, 2);
  EXPECT_NE(unedited.output.find("outer_loop.c: you have not edited it"), std::string::npos)
      << unedited.output;
  EXPECT_FALSE(fs::exists(scratch / "build/hand-in"));

  write_file(file, read_file(file) + "// mine\n");
  const CommandRun packed = hand_in("lab2 --json packed.json");
  EXPECT_EQ(packed.code, 0) << packed.output;
  for (const char* line :
       {"build/hand-in/lab2-openmp.zip\n", "  lab2-openmp/inner_loop.c, ",
        "  not in it: outer_loop.c: you have not edited it\n", "not graded yet: make grade-lab2\n"})
    EXPECT_NE(packed.output.find(line), std::string::npos) << packed.output;
  EXPECT_EQ(nlohmann::json::parse(read_file(scratch / "packed.json"))["files"],
            nlohmann::json({"lab2-openmp/inner_loop.c"}));
  const CommandRun unpacked = run_command(
      fmt::format("mkdir {0} && cd {0} && cmake -E tar xf ../build/hand-in/lab2-openmp.zip",
                  quoted(scratch / "out")));
  EXPECT_EQ(unpacked.code, 0) << unpacked.output;
  EXPECT_EQ(read_file(scratch / "out/lab2-openmp/inner_loop.c"), read_file(file));
}

// A Windows editor may have changed what ends the lines, and nothing else.
TEST_F(HandInCommand, AStubIsOneHoweverItsLinesEnd) {
  std::string text;
  for (const char c : read_file(file)) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  write_file(file, text);
  EXPECT_EQ(hand_in("lab2").code, 2);
}

TEST_F(HandInCommand, SaysWhetherThatIsWhatWasGraded) {
  write_file(file, read_file(file) + "// mine\n");
  const fs::path result = scratch / "build/grades/lab2-openmp/result.json";
  fs::create_directories(result.parent_path());
  write_file(result, "{}");
  fs::last_write_time(result, fs::last_write_time(file) - std::chrono::minutes(1));
  const CommandRun changed = hand_in("lab2");
  EXPECT_NE(changed.output.find("inner_loop.c has changed since it was graded: make grade-lab2"),
            std::string::npos)
      << changed.output;
}

TEST_F(HandInCommand, RefusesWhatTheGraderRefuses) {
  fs::remove(file);
  fs::create_symlink("/etc/passwd", file);
  const CommandRun link = hand_in("lab2");
  EXPECT_EQ(link.code, 2);
  EXPECT_NE(link.output.find("inner_loop.c is a symbolic link"), std::string::npos) << link.output;
  EXPECT_FALSE(fs::exists(scratch / "build/hand-in"));
}

}  // namespace
}  // namespace warplab
