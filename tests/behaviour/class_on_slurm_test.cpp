// A class graded by job arrays, by the command. Commands that only pretend to be Slurm's start the
// tasks here at once; slurm_cluster_test.cpp has a real one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "autograder/report/machine.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab::class_on_slurm_test {
namespace {

namespace fs = std::filesystem;

const std::string binary = quoted(std::string(checkout::build) + "/bin/warplab");

// Keeps what it was asked in $FAKE/asked. $FAKE/refuse makes it refuse a job; $FAKE/die ends the next
// job's tasks before they have graded anything, and $FAKE/half when half of the students are graded.
// $FAKE/broken has a line for each job that gets a node without a sandbox.
const char* const sbatch = R"sh(#!/bin/bash
echo "$@" >>"$FAKE/asked"
if [ -e "$FAKE/refuse" ]; then
  echo "sbatch: error: Batch job submission failed: Invalid partition name specified" >&2
  exit 1
fi
for word; do
  case $word in
    --array=0-*) last=${word#--array=0-} ;;
    --chdir=*) cd "${word#--chdir=}" || exit ;;
  esac
done
job=$(wc -l <"$FAKE/asked")
node=()
if [ -s "$FAKE/broken" ]; then
  sed -i 1d "$FAKE/broken"
  node=(unshare --user --map-root-user sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"' node)
fi
if [ -e "$FAKE/die" ]; then
  rm "$FAKE/die"
  word=/dev/null
elif [ -e "$FAKE/half" ]; then
  sed 's|/1"$|/2"|' "$word" >"$FAKE/half.sh"
  rm "$FAKE/half"
  word=$FAKE/half.sh
fi
export SLURM_ARRAY_JOB_ID=$job SLURM_CPUS_ON_NODE=1000
for ((task = 0; task <= last; ++task)); do
  touch "$FAKE/running/$job.$task"
  { SLURM_ARRAY_TASK_ID=$task "${node[@]}" bash "$word"; echo "the task ends"; rm "$FAKE/running/$job.$task"; } \
    >>"slurm/${job}_$task.out" 2>&1 &
done
echo "$job"
)sh";
const char* const squeue = R"sh(#!/bin/bash
for file in "$FAKE"/running/*; do
  [ ! -e "$file" ] || { file=${file##*/}; echo "${file%.*}|RUNNING|None"; }
done
)sh";
const char* const scontrol = "#!/bin/bash\necho 'MaxArraySize            = 2'\n";

class ClassOnSlurm : public testing::Test {
 protected:
  ClassOnSlurm() {
    copy_small_course(scratch);
    fs::create_directories(scratch / "slurms/running");
    for (const auto& [name, text] : std::map<std::string, const char*>{
             {"sbatch", sbatch}, {"squeue", squeue}, {"scontrol", scontrol}}) {
      write_file(scratch / "slurms" / name, text);
      fs::permissions(scratch / "slurms" / name, fs::perms::owner_all);
    }
    for (const char* student : {"ada", "bob", "cy"})
      hand_in(student, "lab1-convolution-c/convolution.c");
    hand_in("bob", "lab4-global-memory/convolution.cu");
    fs::create_directories(scratch / "class");
    write_file(scratch / "class/class.json",
               R"({"submissions": "../in", "slurm": {"options": ["--partition=teaching"],
                   "constraint": "epyc"}})");
  }
  ~ClassOnSlurm() override {
    warplab("-c 'while ls \"$FAKE\"/running | grep -q .; do sleep 0.02; done'", "timeout 60 sh");
  }

  void hand_in(const std::string& student, const fs::path& solution) {
    const fs::path lab = scratch / "in" / student / solution.parent_path();
    fs::create_directories(lab);
    fs::copy_file(scratch / "solutions" / solution, lab / solution.filename());
  }
  // What `warplab` or another command does where Slurm's commands are ours.
  CommandRun warplab(const std::string& arguments, const std::string& command = binary) {
    return run_command(fmt::format("cd {0} && FAKE={0}/slurms PATH={0}/slurms:$PATH {1} {2}",
                                   quoted(scratch), command, arguments));
  }
  std::string asked() {
    const fs::path file = scratch / "slurms/asked";
    return fs::exists(file) ? read_file(file) : "";
  }
  nlohmann::json status() {
    EXPECT_EQ(warplab("class status class --json status.json").code, 0);
    return nlohmann::json::parse(read_file(scratch / "status.json"));
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(ClassOnSlurm, IsGradedByAnArrayPerPhaseAndOnce) {
  if (!read_machine(scratch).gpu.empty())
    GTEST_SKIP() << "every lab is measured here: there is a GPU";
  const CommandRun run = warplab("class run class --slurm");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("4 graded of 4 hand-ins"), std::string::npos) << run.output;
  EXPECT_NE(
      run.output.find("job 1: 1 hand-in, lab4-global-memory, 1 task; its output: class/slurm/"),
      std::string::npos)
      << run.output;
  const std::string both = asked();
  EXPECT_EQ(std::ranges::count(both, '\n'), 2) << both;
  const std::string measured = both.substr(both.find('\n'));
  EXPECT_NE(measured.find("--partition=teaching --exclusive --constraint=epyc"), std::string::npos);
  EXPECT_EQ(status()["graded"], 4);
  int results = 0;
  for (const auto& entry : fs::recursive_directory_iterator(scratch / "class"))
    if (entry.path().filename() == "result.json") {
      ++results;
      const auto about = nlohmann::json::parse(read_file(entry.path()))["class"];
      const bool is_bobs_lab4 = entry.path().string().find("lab4") != std::string::npos;
      EXPECT_EQ(about["job"], is_bobs_lab4 ? "1_0" : "2_0");
    }
  EXPECT_EQ(results, 4);
  EXPECT_EQ(warplab("class run class --slurm").code, 0);
  EXPECT_EQ(asked(), both) << "all of it is graded";
}

TEST_F(ClassOnSlurm, ARunThatWasKilledIsGoneOnWith) {
  run_command(
      fmt::format("cd {0}; FAKE={0}/slurms PATH={0}/slurms:$PATH {1} class run class --slurm "
                  "--lab lab1 & while [ ! -e class/slurm/jobs.json ]; do sleep 0.02; done; "
                  "kill -KILL $!",
                  quoted(scratch), binary));
  const CommandRun run = warplab("class run class --slurm --lab lab1");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(std::ranges::count(asked(), '\n'), 1) << "its job was queued";
  EXPECT_EQ(status()["graded"], 3);
}

// As Slurm says of one that has graded all of its share and is being cleared away.
TEST_F(ClassOnSlurm, IsDoneWhileATaskIsStillEnding) {
  ASSERT_EQ(warplab("class run class --slurm --lab lab1").code, 0);
  const fs::path task = scratch / "slurms/running/1.7";
  write_file(task, "");
  const CommandRun run = warplab("class run class --slurm --lab lab1", "timeout 60 " + binary);
  fs::remove(task);
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST_F(ClassOnSlurm, WhatATaskHasLeftIsSubmittedAgain) {
  write_file(scratch / "slurms/half", "");
  const CommandRun run = warplab("class run class --slurm --lab lab1");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("job 2: 1 hand-in"), std::string::npos) << run.output;
  EXPECT_EQ(status()["graded"], 3);
}

TEST_F(ClassOnSlurm, WhatFailsOnANodeIsTriedByTheNextArray) {
  write_file(scratch / "slurms/broken", "the first\n");
  const CommandRun run = warplab("class run class --slurm --lab lab1");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(
      run.output.find(
          "bob lab1-convolution-c: not graded, because the grader failed, and is tried again: "),
      std::string::npos)
      << run.output;
  EXPECT_EQ(std::ranges::count(asked(), '\n'), 2) << "each task has tried each once: " << asked();
  const nlohmann::json now = status();
  EXPECT_EQ(now["graded"], 3);
  ASSERT_EQ(now["graded_later"].size(), 3u) << now;
  for (const auto& each : now["graded_later"]) EXPECT_EQ(each["tries"], 2) << now;
}

TEST_F(ClassOnSlurm, WhatFailsOnThreeNodesIsGivenUpUntilTheNextRun) {
  write_file(scratch / "slurms/broken", "the first\nthe second\nthe third\n");
  CommandRun run = warplab("class run class --slurm --lab lab1");
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_EQ(std::ranges::count(asked(), '\n'), 3) << asked();
  EXPECT_NE(run.output.find(
                "bob lab1-convolution-c: not graded, because the grader failed, and given up: "),
            std::string::npos)
      << run.output;
  EXPECT_EQ(status()["failed"][0]["tries"], 3);
  write_file(scratch / "slurms/broken", "the first\n");
  run = warplab("class run class --slurm --lab lab1");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(std::ranges::count(asked(), '\n'), 5) << asked();
  EXPECT_EQ(status()["graded_later"][0]["tries"], 2) << "which count anew";
}

TEST_F(ClassOnSlurm, AnArrayThatGradesNothingIsToldOf) {
  write_file(scratch / "slurms/die", "");
  const CommandRun run = warplab("class run class --slurm --lab lab4");
  EXPECT_EQ(run.code, 3) << "the first array has graded nothing: " << run.output;
  EXPECT_NE(
      run.output.find(
          "bob lab4-global-memory: not graded, because the grader failed, and given up: its task "
          "ended early, and "),
      std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find("slurm/1_0.out ends with: the task ends"), std::string::npos);
  EXPECT_EQ(warplab("class run class --slurm --lab lab4").code, 0);
  EXPECT_EQ(std::ranges::count(asked(), '\n'), 2);
}

TEST_F(ClassOnSlurm, ARefusalIsInSlurmsWords) {
  write_file(scratch / "slurms/refuse", "");
  CommandRun run = warplab("class run class --slurm");
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("sbatch has taken no job (exit code 1): sbatch: error: Batch job "
                            "submission failed: Invalid partition name specified"),
            std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find("go into \"slurm\" in class/class.json"), std::string::npos);
  run = run_command(
      fmt::format("cd {} && PATH=/nowhere {} class run class --slurm", quoted(scratch), binary));
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("run this where Slurm's commands are"), std::string::npos)
      << run.output;
  EXPECT_EQ(warplab("class run class --slurm --jobs 2").code, 2);
}

}  // namespace
}  // namespace warplab::class_on_slurm_test
