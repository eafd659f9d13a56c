// A class graded by a grader that only pretends to: what is kept, what is tried again, and what
// kills at random moments leave.
#include "autograder/classroom/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"
#include "autograder/judge/scorecard.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// Called as `warplab grade` is: LAB --submission FOLDER --results FOLDER. What is handed in says
// what becomes of it: "fail", "die", "fail once", or a score.
const char* const pretended_grader = R"sh(
lab=$1; submission=$3; results=$5
read -r what < "$submission/convolution.c"
mkdir "$results/$lab"
echo "difference image: $results/$lab/step1-difference.png"
: > "$results/$lab/step1-difference.png"
[ -z "${NAPPING-}" ] || : > "$NAPPING"
sleep "${NAP:-0}"
case $what in
  "fail once") if mkdir "$submission/.tried" 2>/dev/null; then echo "warplab: no memory"; exit 3; fi; what=7 ;;
  "fail") echo "warplab: the disk is full"; exit 3 ;;
  "explain") cp "$ERROR" "$results/$lab/grader-error.json"; exit 3 ;;
  "die") kill -SEGV $$ ;;
  "change") echo "// later" >> "$submission/convolution.c"; what=1 ;;
  "hang") : > "$DONE.hangs"; sleep 100 ;;
  "by another lab.json") by='"lab_json": "another",'; what=1 ;;
esac
printf '{"sandbox": "bubblewrap", "score": %s, "max_score": 30, "seconds": 1.5,
  "labs": [{%s "steps": [{"timeline": null, "showing": null, "diagnosis": {"picture": "%s"}}]}]}' "$what" \
  "${by-}" "$results/$lab/step1-difference.png" > "$results/$lab/result.json"
echo "$submission" >> "$DONE"
exit 1
)sh";

class RunOfAClass : public testing::Test {
 protected:
  RunOfAClass() {
    fs::create_directories(top);
    write_file(folder / "grade", pretended_grader);
    write_file(folder / "class.json", R"({"submissions": "in", "labs": {"lab1": {}}})");
    setenv("DONE", (folder / "done").c_str(), 1);
    unsetenv("NAP");
    unsetenv("NAPPING");
    run.folder = folder;
    run.grade = {"/bin/sh", folder / "grade"};
    run.machine = "a-machine";
    run.cores = {"0"};
  }

  void hand_in(const std::string& student, const std::string& text) {
    fs::create_directories(top / student);
    write_file(top / student / "convolution.c", text + "\n");
  }

  // Runs it to its end; returns how many failed.
  int grade(ClassListener& listener) {
    const ClassSettings settings = read_settings(course, folder);
    return grade_class(find_hand_ins(course, settings, run.machine, "a grader").hand_ins, run,
                       listener);
  }
  int grade() {
    ClassListener nobody;
    return grade(nobody);
  }

  // "ada 12, bob 3": all that is kept.
  std::string kept() {
    std::string text;
    for (const KeptResult& each : read_results(folder))
      text += fmt::format("{}{} {:g}", text.empty() ? "" : ", ", each.student, each.score);
    return text;
  }

  std::vector<std::string> graded() {
    std::vector<std::string> lines;
    std::istringstream text(fs::exists(folder / "done") ? read_file(folder / "done") : "");
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }

  const Course course = load_course(checkout::root);
  const fs::path folder = own_folder();
  const fs::path top = folder / "in";
  ClassRun run;
};

TEST(CoresOfAClass, AreSharedOutAmongJobs) {
  using Shares = std::vector<std::string>;
  EXPECT_EQ(share_out({0, 1, 4, 5}, 1), Shares{"0,1,4,5"});
  EXPECT_EQ(share_out({0, 1, 4, 5}, 2), (Shares{"0,1", "4,5"}));
  EXPECT_EQ(share_out({0, 1, 4, 5}, 3), (Shares{"0", "1", "4,5"}));
  EXPECT_EQ(share_out({0, 1}, 9), (Shares{"0", "1"}));
}

TEST_F(RunOfAClass, AJobHasAllCoresThatAreItsOwn) {
  write_file(folder / "grade",
             std::string("echo \"$6 $7 $OMP_NUM_THREADS\" >>\"$DONE\"\n") + pretended_grader);
  hand_in("ada", "12");
  run.cores = {"0,1"};
  EXPECT_EQ(grade(), 0);
  ASSERT_FALSE(graded().empty());
  EXPECT_EQ(graded().front(), "--cores-before-the-clock 0,1 2");
}

// As the pretended one, but it says that it has come to where it measures, and waits to be told to go on.
const char* const queueing_grader = R"sh(
lab=$1; submission=$3; results=$5
echo "begin $submission" >>"$DONE"
read -r what < "$submission/convolution.c"
[ "$what" = wrong ] && what=0 || {
  echo "queue" >>"$DONE"
  printf m >&4
  dd bs=1 count=1 <&4 >/dev/null 2>&1
  echo "measure $submission" >>"$DONE"
  sleep 0.02
}
mkdir "$results/$lab"
printf '{"sandbox": "bubblewrap", "score": %s, "max_score": 30, "seconds": 1.5,
  "labs": [{"steps": [{"timeline": null, "showing": null, "diagnosis": {"picture": ""}}]}]}' "$what" \
  > "$results/$lab/result.json"
echo "end $submission" >>"$DONE"
)sh";

TEST_F(RunOfAClass, WhatIsMeasuredIsMeasuredAlone) {
  write_file(folder / "grade", queueing_grader);
  for (const char* student : {"ada", "bob", "cy", "dan", "eve"}) hand_in(student, "12");
  hand_in("wrong", "wrong");
  run.cores = {"0"};
  EXPECT_EQ(grade(), 0);
  EXPECT_EQ(kept(), "ada 12, bob 12, cy 12, dan 12, eve 12, wrong 0");
  int begun = 0, queued = 0, measured = 0;
  std::string measuring;
  for (const std::string& line : graded()) {
    const std::string who = line.substr(line.find(' ') + 1);
    if (line.starts_with("begin")) {
      EXPECT_EQ(measuring, "") << "nothing begins meanwhile";
      ++begun;
    } else if (line == "queue") {
      ++queued;
    } else if (line.starts_with("measure")) {
      EXPECT_EQ(measuring, "") << "two at a time";
      EXPECT_TRUE(queued == 4 || queued == 5) << "the queue is complete first: " << queued;
      measuring = who;
      ++measured;
    } else if (who == measuring) {
      measuring = "";
    }
  }
  EXPECT_EQ(begun, 6);
  EXPECT_EQ(measured, 5);
}

// As the pretended one, but it queues if it is asked to, and says so.
const char* const maybe_queueing_grader = R"sh(
lab=$1; results=$5
queues=no; [ "${6-}" = --cores-before-the-clock ] && queues=yes
echo "begin $lab, queues: $queues" >>"$DONE"
[ $queues = no ] || { printf m >&4; dd bs=1 count=1 <&4 >/dev/null 2>&1; }
mkdir "$results/$lab"
printf '{"sandbox": "bubblewrap", "score": 1, "max_score": 30, "seconds": 1.5, "labs": [{"steps": []}]}' \
  > "$results/$lab/result.json"
echo "end $lab" >>"$DONE"
)sh";

TEST_F(RunOfAClass, BesideAGpuLabsForTheCpuQueueAndLabsForItAreGradedAlone) {
  write_file(folder / "class.json",
             R"({"submissions": "in", "labs": {"lab1": {}, "lab4": {}, "lab12": {}}})");
  write_file(folder / "grade", maybe_queueing_grader);
  for (const char* student : {"ada", "bob"}) {
    for (const char* lab : {"lab1", "lab4", "lab12"}) {
      const Lab& handed_in = course.find(lab);
      fs::create_directories(top / student / lab);
      for (const Step& step : handed_in.steps)
        write_file(top / student / lab / step.file, "// " + step.name);
    }
  }
  run.cores = {"0", "1"};
  run.has_gpu = true;
  EXPECT_EQ(grade(), 0);
  const std::vector<std::string> lines = graded();
  ASSERT_EQ(lines.size(), 12u);
  EXPECT_EQ(lines[0], "begin lab1-convolution-c, queues: yes");
  EXPECT_EQ(lines[1], "begin lab1-convolution-c, queues: yes")
      << "both are checked before one is measured";
  for (std::size_t i = 4; i < lines.size(); i += 2) {
    EXPECT_TRUE(lines[i].starts_with("begin") && lines[i].ends_with("queues: no")) << lines[i];
    EXPECT_TRUE(lines[i + 1].starts_with("end")) << lines[i + 1];
  }
}

TEST_F(RunOfAClass, WhatIsGradedIsKeptAndNotGradedAgain) {
  hand_in("ada", "12");
  hand_in("bob", "3");
  EXPECT_EQ(grade(), 0);
  EXPECT_EQ(kept(), "ada 12, bob 3");
  EXPECT_EQ(grade(), 0);
  EXPECT_EQ(graded().size(), 2u);
  hand_in("ada", "15");
  EXPECT_EQ(grade(), 0);
  EXPECT_EQ(graded().size(), 3u);
  EXPECT_EQ(read_results(folder).size(), 3u) << "the version before is kept";
}

TEST_F(RunOfAClass, AResultKnowsWhoseItIsAndNamesItsPicturesFromItsFolder) {
  hand_in("ada", "12");
  ASSERT_EQ(grade(), 0);
  const std::vector<KeptResult> results = read_results(folder);
  ASSERT_EQ(results.size(), 1u);
  const fs::path place = folder / "ada/lab1-convolution-c" / results[0].key;
  const auto result = nlohmann::json::parse(read_file(place / "result.json"));
  EXPECT_EQ(result["class"]["student"], "ada");
  EXPECT_EQ(result["class"]["machine"], "a-machine");
  EXPECT_EQ(result["class"]["key"], results[0].key);
  EXPECT_EQ(result["labs"][0]["steps"][0]["diagnosis"]["picture"], "step1-difference.png");
  EXPECT_EQ(read_file(place / "result.txt"), "difference image: step1-difference.png\n");
  EXPECT_TRUE(fs::exists(place / "step1-difference.png"));
  EXPECT_EQ(results[0].seconds, 1.5);
  EXPECT_EQ(results[0].max_score, 30);
}

TEST_F(RunOfAClass, AFailureOfOursIsTriedTwiceMoreAndHasNoScore) {
  hand_in("ada", "fail");
  hand_in("bob", "die");
  hand_in("cy", "fail once");
  hand_in("dan", "9");
  EXPECT_EQ(grade(), 2);
  EXPECT_EQ(kept(), "cy 7, dan 9");
  const std::vector<FailedHandIn> failures = read_failures(folder);
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures[0].student, "ada");
  EXPECT_EQ(failures[0].why, "warplab: the disk is full");
  EXPECT_EQ(failures[1].student, "bob");
  hand_in("bob", "5");
  EXPECT_EQ(grade(), 1) << "the next run tries again";
  EXPECT_EQ(kept(), "bob 5, cy 7, dan 9");
  EXPECT_EQ(read_failures(folder).size(), 1u);
}

TEST_F(RunOfAClass, TheResultOfAFailureSaysWhy) {
  Scorecard card{Step{}};
  card.grader_failed("the sandbox does not start: no user namespaces");
  Result result;
  result.labs = {{"lab1-convolution-c", "A filter", "in/ada", 0, 0, {std::move(card).finish()}}};
  write_file(folder / "error.json", to_json(result).dump());
  setenv("ERROR", (folder / "error.json").c_str(), 1);
  hand_in("ada", "explain");
  EXPECT_EQ(grade(), 1);
  ASSERT_EQ(read_failures(folder).size(), 1u);
  EXPECT_EQ(read_failures(folder)[0].why, "the sandbox does not start: no user namespaces");
}

// Reads what the ledger has of retries whenever something fails.
class Reader : public ClassListener {
 public:
  explicit Reader(fs::path folder) : folder_(std::move(folder)) {}
  void failed(const HandIn&, const std::string&, bool is_last) override {
    for (const FailedHandIn& each : read_retries(folder_))
      seen_.push_back(fmt::format("{} {}: {}", each.student, each.tries, each.why));
    EXPECT_EQ(read_failures(folder_).size(), is_last ? 1u : 0u);
  }
  const std::vector<std::string>& seen() const { return seen_; }

 private:
  const fs::path folder_;
  std::vector<std::string> seen_;
};

TEST_F(RunOfAClass, TheLedgerKnowsWhatIsTriedAgain) {
  hand_in("ada", "fail");
  Reader reader(folder);
  EXPECT_EQ(grade(reader), 1);
  EXPECT_EQ(reader.seen(), (std::vector<std::string>{"ada 1: warplab: the disk is full",
                                                     "ada 2: warplab: the disk is full"}));
  EXPECT_TRUE(read_retries(folder).empty()) << "it is given up";
  EXPECT_EQ(read_failures(folder).at(0).tries, 3);
  hand_in("ada", "fail once");
  EXPECT_EQ(grade(), 0);
  EXPECT_EQ(read_results(folder).at(0).tries, 2);
  EXPECT_TRUE(read_failures(folder).empty());
  EXPECT_TRUE(read_retries(folder).empty());
}

TEST_F(RunOfAClass, WhatIsTriedOnceIsLeftToTheNextRunWhichCountsOn) {
  hand_in("ada", "fail");
  hand_in("bob", "fail once");
  run.tries_once = true;
  EXPECT_EQ(grade(), 2);
  EXPECT_EQ(read_retries(folder).size(), 2u);
  EXPECT_TRUE(read_failures(folder).empty());
  EXPECT_EQ(grade(), 1);
  EXPECT_EQ(kept(), "bob 7");
  EXPECT_EQ(read_results(folder).at(0).tries, 2);
  ASSERT_EQ(read_retries(folder).size(), 1u);
  EXPECT_EQ(read_retries(folder)[0].tries, 2);
  EXPECT_EQ(grade(), 1);
  ASSERT_EQ(read_failures(folder).size(), 1u);
  EXPECT_EQ(read_failures(folder)[0].tries, 3);
  hand_in("ada", "9");
  EXPECT_EQ(grade(), 1) << "it is given up";
  const ClassSettings settings = read_settings(course, folder);
  for (const HandIn& each : find_hand_ins(course, settings, run.machine, "a grader").hand_ins)
    forget_failure(folder, each);
  EXPECT_EQ(grade(), 0);
  EXPECT_EQ(kept(), "ada 9, bob 7");
}

// Its time is over once it says that it hangs; the others have an hour.
class Timekeeper : public ClassListener {
 public:
  Timekeeper(ClassRun& run, fs::path hangs) : run_(run), hangs_(std::move(hangs)) {
    run_.longest_s = 3600;
  }
  void going_on(std::size_t, std::size_t, std::size_t) override {
    if (fs::exists(hangs_)) run_.longest_s = 0;
  }
  void failed(const HandIn&, const std::string&, bool) override {
    fs::remove(hangs_);
    run_.longest_s = 3600;
  }

 private:
  ClassRun& run_;
  const fs::path hangs_;
};

TEST_F(RunOfAClass, OneThatHangsCostsItself) {
  hand_in("ada", "hang");
  hand_in("bob", "9");
  run.tries = 1;
  Timekeeper timekeeper(run, folder / "done.hangs");
  EXPECT_EQ(grade(timekeeper), 1);
  EXPECT_EQ(kept(), "bob 9");
  EXPECT_EQ(read_failures(folder).at(0).why, "it did not end within 0 s");
}

// A class that is suspended for longer than a hand-in may take: none is given up for that.
TEST_F(RunOfAClass, StandsStillAndGoesOn) {
  using namespace std::chrono_literals;
  hand_in("ada", "9");
  const fs::path naps = folder / "naps";
  setenv("NAP", "5", 1);
  setenv("NAPPING", naps.c_str(), 1);
  run.longest_s = 4;
  run.tries = 1;
  const pid_t all = fork();
  if (all == 0) {
    setpgid(0, 0);
    _exit(grade());
  }
  setpgid(all, all);
  while (!fs::exists(naps)) std::this_thread::sleep_for(10ms);
  kill(-all, SIGSTOP);
  std::this_thread::sleep_for(4500ms);
  kill(-all, SIGCONT);
  int status = 0;
  waitpid(all, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(kept(), "ada 9");
  EXPECT_TRUE(read_failures(folder).empty());
}

TEST_F(RunOfAClass, FilesThatChangeMeanwhileAreNotGradedAsTheyWere) {
  hand_in("ada", "change");
  EXPECT_EQ(grade(), 1);
  EXPECT_EQ(kept(), "");
  EXPECT_EQ(graded().size(), 1u);
}

TEST_F(RunOfAClass, WhatALabJsonGradedThatChangedMeanwhileIsNotKept) {
  hand_in("ada", "by another lab.json");
  EXPECT_EQ(grade(), 1);
  EXPECT_EQ(kept(), "");
  EXPECT_EQ(read_failures(folder).at(0).why, "lab.json changed while it was graded; run again");
}

// Holds a claim until a run waits for it.
class Holder : public ClassListener {
 public:
  explicit Holder(Claim claim) : claim_(std::move(claim)) {}
  void waits_for(const HandIn& hand_in) override {
    waited_for_.push_back(hand_in.student);
    claim_.reset();
  }
  const std::vector<std::string>& waited_for() const { return waited_for_; }

 private:
  std::optional<Claim> claim_;
  std::vector<std::string> waited_for_;
};

TEST_F(RunOfAClass, OneThatSomebodyElseGradesIsWaitedFor) {
  hand_in("ada", "12");
  hand_in("bob", "3");
  auto claim = Claim::take(folder, "ada", "lab1-convolution-c");
  ASSERT_TRUE(claim);
  EXPECT_FALSE(Claim::take(folder, "ada", "lab1-convolution-c"));
  ASSERT_EQ(read_in_work(folder).size(), 1u);
  EXPECT_TRUE(read_in_work(folder)[0].is_alive);
  Holder other(std::move(*claim));
  claim.reset();
  EXPECT_EQ(grade(other), 0);
  EXPECT_EQ(other.waited_for(), std::vector<std::string>{"ada"});
  EXPECT_EQ(kept(), "ada 12, bob 3");
  EXPECT_TRUE(read_in_work(folder).empty());
}

TEST_F(RunOfAClass, OnlyLabsOfTheCpuAreMeasuredWhereThereIsNoGpu) {
  EXPECT_TRUE(is_measured(course.find("lab1"), false));
  EXPECT_FALSE(is_measured(course.find("lab5"), false));
  EXPECT_TRUE(is_measured(course.find("lab5"), true));
}

// Two runs at once, killed again and again. What was kept stays as it is, each hand-in is kept
// once, and a run that ends leaves neither locks nor parts.
TEST_F(RunOfAClass, KillsLoseNothingAndRepeatNothing) {
  constexpr int students = 12, kills = 25;
  setenv("NAP", "0.02", 1);
  for (int i = 0; i < students; ++i) hand_in(fmt::format("s{}", i), std::to_string(i));
  std::mt19937 random(std::random_device{}());
  std::map<std::string, fs::file_time_type> before;
  for (int i = 0; i < kills; ++i) {
    std::vector<pid_t> runs;
    for (int each = 0; each < 2; ++each)
      if (const pid_t child = fork(); child != 0)
        runs.push_back(child);
      else
        _exit(grade());
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 120));
    for (const pid_t child : runs) kill(child, SIGKILL);
    for (const pid_t child : runs) waitpid(child, nullptr, 0);
    std::map<std::string, fs::file_time_type> now;
    for (const KeptResult& each : read_results(folder))
      now[each.student] =
          fs::last_write_time(folder / each.student / each.lab / each.key / "result.json");
    for (const auto& [student, time] : before) EXPECT_EQ(now[student], time) << student;
    before = std::move(now);
  }
  EXPECT_EQ(grade(), 0);
  const std::vector<KeptResult> results = read_results(folder);
  EXPECT_EQ(results.size(), students);
  for (const KeptResult& each : results) EXPECT_EQ(each.student, fmt::format("s{:g}", each.score));
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(!name.starts_with('.')) << entry.path();
  }
}

}  // namespace
}  // namespace warplab
