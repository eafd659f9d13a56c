// The command as a shell sees it: exit codes, messages, files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "autograder/report/files.h"
#include "tests/behaviour/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const std::string binary = std::string(BUILD_FOLDER) + "/bin/warplab";
const fs::path scratch = fs::path(BUILD_FOLDER) / "test-grades" / "command";
const std::string solution =
    std::string(COURSE_ROOT) + "/solutions/lab1-convolution-c/convolution.c";

// A copy of the course's declarations with a small photograph, so that grading takes half a second;
// the binary finds it because it runs there.
class Command : public testing::Test {
 protected:
  Command() {
    fs::remove_all(scratch);
    fs::create_directories(scratch / "build");
    for (const char* part : {"labs", "common", "solutions", "images"})
      fs::copy(fs::path(COURSE_ROOT) / part, scratch / part, fs::copy_options::recursive);
    fs::create_directory_symlink(fs::path(COURSE_ROOT) / "build" / "images",
                                 scratch / "build" / "images");
    for (const auto& entry : fs::directory_iterator(scratch / "labs")) {
      if (!entry.is_directory()) continue;
      const fs::path file = entry.path() / "lab.json";
      auto lab = nlohmann::ordered_json::parse(read_file(file));
      lab["timed_size"] = "1248x936";
      lab["sizes"] = {"1x1", "17x33"};
      write_file(file, lab.dump(2));
    }
  }

  CommandRun warplab(const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} {}", scratch.string(), binary, arguments));
  }
};

TEST_F(Command, HelpForEverySubcommand) {
  for (const char* name :
       {"grade", "list", "leaderboard", "stubs", "golden", "timing-tables", "check-course", "student-kit"}) {
    const CommandRun run = warplab(std::string(name) + " --help");
    EXPECT_EQ(run.code, 0) << name;
    EXPECT_NE(run.output.find("--json"), std::string::npos) << run.output;
  }
}

TEST_F(Command, UnknownSubcommandIsAUsageError) { EXPECT_EQ(warplab("gread").code, 2); }

TEST_F(Command, ListAddsUpAllPointsOfAStep) {
  ASSERT_EQ(warplab("list --json list.json").code, 0);
  for (const auto& lab : nlohmann::json::parse(read_file(scratch / "list.json"))) {
    double sum = 0;
    for (const auto& step : lab["steps"]) sum += step["max_score"].get<double>();
    EXPECT_EQ(sum, lab["max_score"].get<double>()) << lab["lab"];
  }
}

TEST_F(Command, UnknownLabSuggestsTheNearest) {
  const CommandRun run = warplab("grade lab1-convolutoin-c");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("lab1-convolution-c"), std::string::npos) << run.output;
}

TEST_F(Command, UnknownStepNamesTheStepsThatExist) {
  const CommandRun run = warplab("grade lab3 --step 9");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("3"), std::string::npos) << run.output;
}

TEST_F(Command, GoesOnWithSimtAndSaysWhyNoGpuIsUsed) {
  if (fs::exists("/dev/nvidiactl")) GTEST_SKIP() << "there is a GPU";
  const CommandRun run = warplab("grade lab4 --solutions --device cuda");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("modelled as H200"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("no GPU is used: there is no NVIDIA GPU here"), std::string::npos)
      << run.output;
  const CommandRun unasked = warplab("grade lab4 --solutions");
  EXPECT_EQ(unasked.output.find("no GPU is used"), std::string::npos) << unasked.output;
}

TEST_F(Command, DeviceThatTheLabDoesNotRunOn) {
  const CommandRun run = warplab("grade lab1 --device cuda");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("DEVICE=auto or cpu"), std::string::npos) << run.output;
}

TEST_F(Command, LeaderboardShowsTheFastestRuns) {
  EXPECT_NE(warplab("leaderboard lab1").output.find("no correct run yet"), std::string::npos);
  ASSERT_EQ(warplab("grade lab1 --submission " + solution).code, 0);
  const CommandRun run = warplab("leaderboard lab1 --json board.json");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("   1  "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("convolution.c"), std::string::npos) << run.output;
  const auto board = nlohmann::json::parse(read_file(scratch / "board.json"));
  ASSERT_EQ(board.size(), 1u);
  EXPECT_EQ(board[0]["place"], 1);
  EXPECT_GT(board[0]["median_s"].get<double>(), 0);
  EXPECT_EQ(warplab("leaderboard lab99").code, 2);
}

TEST_F(Command, MalformedLabNamesFileLineAndField) {
  const fs::path file = scratch / "labs" / "lab1-convolution-c" / "lab.json";
  auto lab = nlohmann::ordered_json::parse(read_file(file));
  lab["threads"] = "many";
  write_file(file, lab.dump(2));
  const CommandRun run = warplab("list");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("lab.json:"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("threads"), std::string::npos) << run.output;
}

TEST_F(Command, ZeroSizedImageIsACourseError) {
  const fs::path file = scratch / "labs" / "lab1-convolution-c" / "lab.json";
  auto lab = nlohmann::ordered_json::parse(read_file(file));
  lab["sizes"] = {"0x5"};
  write_file(file, lab.dump(2));
  const CommandRun run = warplab("grade lab1");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("0x5"), std::string::npos) << run.output;
}

TEST_F(Command, StubScoresZeroAndSaysWhatToDo) {
  const CommandRun run = warplab("grade lab1 --json result.json");
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_NE(run.output.find("TODO"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("make hint-lab1"), std::string::npos) << run.output;
  const auto json = nlohmann::json::parse(read_file(scratch / "result.json"));
  EXPECT_EQ(json.at("schema"), "warplab/result/v1");
  EXPECT_EQ(json.at("score"), 0);
  EXPECT_EQ(json.at("labs").at(0).at("steps").at(0).at("verdict"), "WRONG");
}

TEST_F(Command, SolutionGetsItsCorrectPointsAndAJsonOfTheDocumentedShape) {
  const CommandRun run = warplab("grade lab1 --submission " + solution + " --json result.json");
  EXPECT_LE(run.code, 1) << run.output;  // speed points depend on the machine
  const auto json = nlohmann::json::parse(read_file(scratch / "result.json"));
  for (const char* key :
       {"schema", "machine", "submission", "device", "score", "max_score", "labs"})
    EXPECT_TRUE(json.contains(key)) << key;
  const auto& step = json.at("labs").at(0).at("steps").at(0);
  EXPECT_EQ(step.at("verdict"), "OK") << run.output;
  for (const char* key : {"median_s", "ratio", "ratio_low", "ratio_high", "baseline"})
    EXPECT_TRUE(step.at("time").contains(key)) << key;
  for (const auto& gate : step.at("gates"))
    for (const char* key : {"name", "passed", "value", "limit", "points", "max_points", "message"})
      EXPECT_TRUE(gate.contains(key)) << key;
}

TEST_F(Command, NoColoursWhereItIsNoTerminal) {
  EXPECT_EQ(warplab("grade lab1").output.find('\x1b'), std::string::npos);
}

TEST_F(Command, TwoGradersDoNotDisturbEachOther) {
  CommandRun runs[2];
  std::thread other([&] { runs[1] = warplab("grade lab1 --submission " + solution); });
  runs[0] = warplab("grade lab1 --submission " + solution);
  other.join();
  for (const CommandRun& run : runs) {
    EXPECT_LE(run.code, 1) << run.output;
    EXPECT_NE(run.output.find("ok"), std::string::npos) << run.output;
  }
}

TEST_F(Command, KilledRunLosesNothingButItself) {
  EXPECT_LE(warplab("grade lab1 --submission " + solution).code, 1);
  const fs::path history = scratch / "build" / "grades" / "history.sqlite";
  ASSERT_TRUE(fs::exists(history));
  warplab("grade lab1 --submission " + solution + " & sleep 0.4; kill -9 $!; wait $! 2>/dev/null");
  const CommandRun after = warplab("grade lab1 --submission " + solution);
  EXPECT_LE(after.code, 1) << after.output;
  EXPECT_NE(after.output.find("best"), std::string::npos) << after.output;
}

TEST_F(Command, FullDiskKeepsTheOldResult) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to mount a small file system";
  const fs::path small = scratch / "small";
  fs::create_directories(small);
  if (run_command(fmt::format("mount -t tmpfs -o size=64k tmpfs {}", small.string())).code != 0)
    GTEST_SKIP() << "cannot mount here";
  write_file(small / "result.json", "old");
  run_command(fmt::format("head -c 100000 /dev/zero > {}/ballast", small.string()));
  const CommandRun run = warplab("grade lab1 --json small/result.json");
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("small/result.json"), std::string::npos) << run.output;
  EXPECT_EQ(read_file(small / "result.json"), "old");
  run_command(fmt::format("umount {}", small.string()));
}

TEST_F(Command, NoUserNamespacesFailsClosed) {
  // Inside a namespace of its own the limit can be set to 0 without touching the machine's.
  const CommandRun run = run_command(fmt::format(
      "cd {} && unshare --user --map-root-user sh -c 'echo 0 > /proc/sys/user/max_user_namespaces; "
      "{} grade lab1'",
      scratch.string(), binary));
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("sandbox"), std::string::npos) << run.output;
}

TEST_F(Command, StudentKitHoldsBaselinesAndNoSolutions) {
  const CommandRun kit = run_command(fmt::format("cd {} && {} student-kit --output {}/kit.tar.gz",
                                                 COURSE_ROOT, binary, scratch.string()));
  ASSERT_EQ(kit.code, 0) << kit.output;
  const std::string files =
      run_command(fmt::format("tar -tzf {}/kit.tar.gz", scratch.string())).output;
  EXPECT_NE(files.find("warplab/baselines/lab1-convolution-c-step1.o"), std::string::npos);
  EXPECT_NE(files.find("warplab/labs/lab1-convolution-c/convolution.c"), std::string::npos);
  EXPECT_NE(files.find("warplab/autograder/main.cpp"), std::string::npos);
  EXPECT_EQ(files.find("solutions/"), std::string::npos);
  EXPECT_EQ(files.find("mistakes/"), std::string::npos);
}

TEST_F(Command, StubsKeepWhatTheyReplace) {
  const fs::path stub = scratch / "labs" / "lab1-convolution-c" / "convolution.c";
  write_file(stub, "// my night's work\n");
  const CommandRun run = warplab("stubs");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(read_file(stub),
            read_file(fs::path(COURSE_ROOT) / "labs" / "lab1-convolution-c" / "convolution.c"));
  EXPECT_NE(run.output.find("is kept as"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace warplab
