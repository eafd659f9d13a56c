// The class in tests/class on a real Slurm, which tests/slurm/with_slurm.sh starts for it. The waiting
// command is killed, a task is put back into the queue and Slurm's controller killed: the scores are
// those of this machine alone, nothing is lost, and nothing graded twice.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/sandbox/process.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab::slurm_cluster_test {
namespace {

namespace fs = std::filesystem;

const std::string binary = std::string(checkout::build) + "/bin/warplab";
constexpr std::size_t students = 20;
constexpr double patience_s = 90;  // in which no hand-in is graded

class SlurmCluster : public testing::Test {
 protected:
  SlurmCluster() {
    copy_small_course(scratch);
    fs::copy(fs::path(checkout::root) / "tests/class", scratch / "in",
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    for (const char* name : {"here", "there"}) {
      fs::create_directories(scratch / name);
      write_file(scratch / name / "class.json", R"({"submissions": "../in",
        "labs": {"lab1": {}, "lab2": {}, "lab4": {}, "lab5": {}},
        "slurm": {"options": ["--partition=grade", "--time=10"], "constraint": "here"}})");
    }
  }
  ~SlurmCluster() override {
    if (waiting > 0) {
      kill(waiting, SIGKILL);
      waitpid(waiting, nullptr, 0);
    }
  }

  CommandRun shell(const std::string& line) {
    return run_command(fmt::format("cd {} && {}", quoted(scratch), line));
  }
  CommandRun warplab(const std::string& arguments) {
    return shell(quoted(binary) + " " + arguments);
  }

  // Starts the command that waits, which writes into a file.
  void start_waiting() {
    waiting = fork();
    if (waiting != 0) return;
    const int output = open((scratch / "output.txt").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(output, 1);
    dup2(output, 2);
    if (chdir(scratch.c_str()) == 0)
      execl(binary.c_str(), "warplab", "class", "run", "there", "--slurm", nullptr);
    _exit(127);
  }
  int end_of_waiting() {
    int status = 0;
    waitpid(waiting, &status, 0);
    waiting = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string output() { return read_file(scratch / "output.txt"); }

  // When each result was written, by its path.
  std::map<fs::path, fs::file_time_type> results(const char* name) {
    std::map<fs::path, fs::file_time_type> all;
    std::error_code error;
    for (const fs::path& student : fs::directory_iterator(scratch / name))
      for (const fs::path& lab : fs::directory_iterator(student, error))
        for (const fs::path& key : fs::directory_iterator(lab, error))
          if (const fs::path result = key / "result.json";
              !key.filename().string().starts_with('.') && fs::exists(result, error))
            all[result] = fs::last_write_time(result);
    return all;
  }
  // Those that were there stay as they were.
  void expect_kept() {
    const auto now = results("there");
    for (const auto& [file, time] : seen) {
      ASSERT_TRUE(now.contains(file)) << file;
      EXPECT_EQ(now.at(file), time) << file;
    }
    seen = now;
  }

  // What is waited for may come behind the tasks that are before it in the queue, however long they take.
  bool comes(const std::function<bool()>& condition) {
    std::size_t graded = results("there").size();
    for (double begin = now_s(); now_s() - begin < patience_s;) {
      if (condition()) return true;
      if (const std::size_t now = results("there").size(); now != graded) {
        graded = now;
        begin = now_s();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
  }
  // The task of the array that measures while a hand-in of its is being graded: "2_0".
  std::string measuring_task() {
    std::string task;
    EXPECT_TRUE(comes([&] {
      const std::string running = shell("squeue -h -r -t RUNNING -o %i").output;
      task = running.substr(0, running.find('\n'));
      const auto jobs = nlohmann::json::parse(read_file(scratch / "there/slurm/jobs.json"));
      const bool is_measured = std::ranges::any_of(jobs, [&](const auto& job) {
        return job["measured"] && task.starts_with(job["job"].template get<std::string>() + "_");
      });
      return is_measured &&
             shell("find there -name .lock").output.find(".lock") != std::string::npos;
    })) << output();
    return task;
  }

  // As another terminal is told it.
  nlohmann::json status() {
    const CommandRun run = warplab("class status there --json status.json");
    EXPECT_EQ(run.code, 0) << run.output;
    return nlohmann::json::parse(read_file(scratch / "status.json"));
  }

  // Of each gate, by student, lab and step: verdict, points and whether it passed; of a gate that
  // depends on the clock the verdict alone.
  std::vector<std::string> gates(const char* name) {
    EXPECT_EQ(warplab(fmt::format("class export csv {0} --output {0}.csv", name)).code, 0);
    std::vector<std::string> lines;
    for (const CsvRow& row : parse_csv(read_file(scratch / fmt::format("{}.csv", name)))) {
      const std::vector<std::string>& cell = row.fields;
      // A program that never ends runs into whichever limit comes first.
      const std::string verdict = cell[10].substr(0, cell[10].find('('));
      const bool is_timed = cell[4].starts_with("speed") || cell[4].starts_with("threads");
      lines.push_back(fmt::format("{} {} {} {} {} {}", cell[0], cell[1], cell[2], cell[4], verdict,
                                  is_timed ? "" : cell[5] + " " + cell[7]));
    }
    return lines;
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
  std::map<fs::path, fs::file_time_type> seen;
  pid_t waiting = -1;
};

TEST_F(SlurmCluster, GradesAsThisMachineDoesWhateverIsKilled) {
  if (std::getenv("WITH_SLURM") == nullptr) GTEST_SKIP() << "run it by tests/slurm/with_slurm.sh";

  start_waiting();
  ASSERT_TRUE(comes([&] { return results("there").size() >= 2; })) << output();
  kill(waiting, SIGKILL);
  EXPECT_EQ(end_of_waiting(), 128 + SIGKILL);
  expect_kept();
  const std::string jobs = read_file(scratch / "there/slurm/jobs.json");
  start_waiting();

  const std::string task = measuring_task();
  ASSERT_EQ(shell("scontrol requeue " + task).code, 0) << task;
  EXPECT_TRUE(comes([&] {  // it would wait for two minutes
    return shell(fmt::format("squeue -h -j {} -t PENDING -o %i", task)).output.starts_with(task) &&
           shell(fmt::format("scontrol update JobId={} StartTime=now", task)).code == 0;
  })) << task;
  expect_kept();

  // The controller comes back with what it saved in the last five seconds, and would wait for minutes
  // for a task that has ended since. Eli's program takes ten, in which no task ends.
  ASSERT_TRUE(comes([&] {
    return std::ranges::any_of(status()["in_work"], [](const auto& each) {
      return each["student"] == "eli" && each["seconds"] >= 6;
    });
  })) << output();
  EXPECT_EQ(shell("kill -KILL $(cat /var/lib/slurm/slurmctld.pid)").code, 0);
  EXPECT_GE(status()["graded"], 4);
  EXPECT_EQ(shell("slurmctld").code, 0);
  expect_kept();

  EXPECT_EQ(end_of_waiting(), 0) << output();
  expect_kept();
  EXPECT_NE(output().find("20 graded of 20 hand-ins"), std::string::npos) << output();
  EXPECT_EQ(read_file(scratch / "there/slurm/jobs.json"), jobs) << "nothing was submitted again";
  EXPECT_EQ(seen.size(), students) << "a result each";
  EXPECT_NE(read_file(scratch / fmt::format("there/slurm/{}.out", task)).find("JOB REQUEUE"),
            std::string::npos);
  for (const auto& entry : fs::recursive_directory_iterator(scratch / "there"))
    EXPECT_NE(entry.path().filename().string().front(), '.') << "left behind: " << entry.path();

  EXPECT_EQ(warplab("class run here").code, 0);
  EXPECT_EQ(gates("there"), gates("here"));
}

TEST(WithSlurm, IsSkippedWithoutRootUnlessSkipsFail) {
  const fs::path folder = own_folder();
  write_file(folder / "id", "#!/bin/sh\necho 1000\n");
  fs::permissions(folder / "id", fs::perms::owner_all);
  const auto run = [&](const std::string& variable) {
    return run_command(fmt::format("PATH={}:\"$PATH\" {} {}/tests/slurm/with_slurm.sh true",
                                   quoted(folder), variable, quoted(checkout::root)));
  };
  EXPECT_EQ(run("SKIPS_FAIL=").code, 77);
  const CommandRun failed = run("SKIPS_FAIL=1");
  EXPECT_EQ(failed.code, 1);
  EXPECT_EQ(failed.output, "skipped: it takes root, and new namespaces\n");
}

}  // namespace
}  // namespace warplab::slurm_cluster_test
