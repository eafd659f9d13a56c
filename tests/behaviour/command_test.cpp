// The command as a shell sees it: exit codes, messages, files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "autograder/build/builder.h"
#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course/lab.h"
#include "autograder/course_commands/student_kit.h"
#include "autograder/course_commands/timing_tables.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "common/version.h"
#include "common/wrap.h"
#include "tests/another_user.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/small_course.h"
#include "tests/behaviour/traces_of_graders.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const std::string binary = quoted(std::string(checkout::build) + "/bin/warplab");
const std::string solution =
    std::string(checkout::root) + "/solutions/lab1-convolution-c/convolution.c";

class Command : public testing::Test {
 protected:
  Command() { copy_small_course(scratch); }

  CommandRun warplab(const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} {}", quoted(scratch), binary, arguments));
  }
  // A submission to lab 1 that runs until its limits end it, after 10 s.
  fs::path endless() const {
    const fs::path file = scratch / "endless/convolution.c";
    fs::create_directories(file.parent_path());
    write_file(file,
               "#include \"common/convolution.h\"\n"
               "void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF,\n"
               "                 int imgFOffsetH, int imgFOffsetW, float* filter,\n"
               "                 float* imgFloatSrc, float* imgFloatDst) {\n"
               "  for (volatile int i = 0;; i = 1 - i) {}\n"
               "}\n");
    return file;
  }
  // Grades it until the process that grades has something at work, a compiler or the student's
  // code, and kills `victim`: "$run", which supervises, or "$child", which grades.
  CommandRun kill_at_work(const std::string& victim, const std::string& options) {
    return run_command(fmt::format(
        "cd {}; {} grade lab1 --submission {} {} & run=$!; "
        "until child=$(echo $(cat /proc/$run/task/$run/children)) && test -n \"$child\" && "
        "test -n \"$(cat /proc/$child/task/*/children 2>/dev/null)\"; do sleep 0.01; done; "
        "kill -KILL {}; wait $run",
        quoted(scratch), binary, quoted(endless()), options, victim));
  }
  void change_lab(const std::string& lab, const std::function<void(nlohmann::ordered_json&)>& how) {
    const fs::path file = scratch / "labs" / lab / "lab.json";
    auto json = nlohmann::ordered_json::parse(read_file(file));
    how(json);
    write_file(file, json.dump(2));
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(Command, HelpForEverySubcommandFitsInto80Columns) {
  std::vector<Subcommand> subcommands = own_subcommands();
  std::ranges::move(course_subcommands(), std::back_inserter(subcommands));
  for (const Subcommand& subcommand : subcommands) {
    const CommandRun run = warplab(subcommand.name + " --help");
    EXPECT_EQ(run.code, 0) << subcommand.name;
    EXPECT_TRUE(run.output.starts_with(subcommand.help)) << run.output;
    for (const Argument& argument : subcommand.arguments)
      EXPECT_EQ(run.output.find(argument.name) == std::string::npos, argument.is_hidden)
          << argument.name << run.output;
    for (const std::string& line : split_lines(run.output))
      EXPECT_LE(width_of(line), 80u) << subcommand.name << ": " << line;
  }
}

TEST_F(Command, SubcommandsAreListedByTheirPlaces) {
  const std::string help = warplab("--help").output;
  std::vector<std::size_t> at;
  for (const char* name : {"grade", "watch", "hint", "doctor", "sweep", "class", "replay"})
    at.push_back(help.find(std::string("\n  ") + name + " "));
  EXPECT_TRUE(std::ranges::is_sorted(at)) << help;
  EXPECT_NE(at.back(), std::string::npos) << help;
}

// What is excluded, what is out of range, and what is none of the choices.
TEST_F(Command, ArgumentsThatMakeNoSenseAreUsageErrors) {
  for (const char* words :
       {"class collect f --items --similar", "class run f --jobs 0", "grade --sandbox none",
        "hint lab1 --step two", "export csv", "class", "list more"}) {
    const CommandRun run = warplab(words);
    EXPECT_EQ(run.code, 2) << words << run.output;
    EXPECT_NE(run.output.find("--help"), std::string::npos) << run.output;
  }
}

// The process that grades is killed, as it is when memory runs out.
TEST_F(Command, ASignalInTheJudgeLeavesAGraderErrorAndTheReason) {
  const CommandRun run = kill_at_work("$child", "--json crash.json");
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("the grader itself was ended by SIGKILL"), std::string::npos)
      << run.output;
  const auto result = nlohmann::json::parse(read_file(scratch / "crash.json"));
  EXPECT_NE(result["error"].get<std::string>().find("SIGKILL"), std::string::npos);
  ASSERT_EQ(result["labs"].size(), 1u);
  const auto& step = result["labs"][0]["steps"][0];
  EXPECT_EQ(step["verdict"], "GRADER_ERROR");
  EXPECT_TRUE(step["score"].is_null());
  EXPECT_TRUE(
      fs::exists(scratch / "build/grades/submissions/lab1-convolution-c/grader-error.json"));
  EXPECT_FALSE(fs::exists(scratch / "build/grades/submissions/lab1-convolution-c/result.json"));
}

TEST_F(Command, ResultsGoWhereTheyAreToldAndNowhereElse) {
  const CommandRun run =
      warplab(fmt::format("grade lab1 --submission {} --results kept", quoted(solution)));
  EXPECT_LE(run.code, 1) << run.output;
  EXPECT_TRUE(fs::exists(scratch / "kept/lab1-convolution-c/result.json")) << run.output;
  EXPECT_TRUE(fs::exists(scratch / "kept/lab1-convolution-c/step1-result.png"));
  EXPECT_FALSE(fs::exists(scratch / "build/grades"));
}

TEST_F(Command, APageIsWrittenUnlessNoneIsWanted) {
  write_file(scratch / "convolution.c", "#error not yet\n");
  const auto grade = [this](const std::string& options) {
    const CommandRun run =
        warplab("grade lab1 --submission convolution.c --results kept " + options);
    EXPECT_EQ(run.code, 1) << run.output;
    EXPECT_TRUE(fs::exists(scratch / "kept/lab1-convolution-c/result.json")) << run.output;
    return run.output;
  };
  const fs::path page = scratch / "kept/lab1-convolution-c/page.html";
  const std::string without = grade("--no-page");
  EXPECT_FALSE(fs::exists(page));
  EXPECT_EQ(without.find("page"), std::string::npos) << without;
  const std::string with = grade("");
  EXPECT_TRUE(fs::exists(page));
  EXPECT_NE(with.find("page: kept/lab1-convolution-c/page.html"), std::string::npos) << with;
}

TEST_F(Command, UnknownSubcommandIsAUsageError) { EXPECT_EQ(warplab("gread").code, 2); }

TEST_F(Command, EndsQuietlyWhereNobodyReadsOn) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const CommandRun run = run_command(
      fmt::format("cd {} && {} list >&{}; echo \"code $?\"", quoted(scratch), binary, ends[1]));
  close(ends[1]);
  EXPECT_EQ(run.output, "code 141\n");
}

TEST_F(Command, ListAddsUpAllPointsOfAStep) {
  ASSERT_EQ(warplab("list --json list.json").code, 0);
  for (const auto& lab : nlohmann::json::parse(read_file(scratch / "list.json"))) {
    double sum = 0;
    for (const auto& step : lab["steps"]) sum += step["max_score"].get<double>();
    EXPECT_EQ(sum, lab["max_score"].get<double>()) << lab["lab"];
  }
}

TEST_F(Command, DoctorLooksAtThisMachine) {
  const CommandRun run = warplab("doctor --json doctor.json");
  bool is_missing = false;
  const auto rows = nlohmann::json::parse(read_file(scratch / "doctor.json"));
  for (const auto& row : rows) {
    const std::string name = row["name"], state = row["state"];
    EXPECT_NE(run.output.find(name), std::string::npos) << run.output;
    is_missing |= state == "MISSING";
    // These tests do not run without them.
    if (name == "sandbox" || name == "seccomp" || name == "gcc" || name == "races") {
      EXPECT_EQ(state, "ok") << row;
    }
  }
  EXPECT_EQ(rows.size(), 12u);
  EXPECT_EQ(run.code, is_missing ? 1 : 0) << run.output;
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

TEST_F(Command, WhatIsNoStepIsRefusedInOurWords) {
  for (const char* words : {"grade lab3 --step=x", "hint lab3 --step=1x", "sweep lab9 --step=-1"}) {
    const CommandRun run = warplab(words);
    EXPECT_EQ(run.code, 2) << words;
    EXPECT_NE(run.output.find("a step is named by its number, as in STEP=1"), std::string::npos)
        << run.output;
  }
}

TEST_F(Command, ANumberThatNoLabHasIsNoReasonToGuess) {
  for (const char* lab : {"labx", "lab15"}) {
    const CommandRun run = warplab(fmt::format("grade {}", lab));
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.output.find("did you mean"), std::string::npos) << run.output;
  }
}

TEST_F(Command, APathThatLeadsToNoHandInIsAUsageError) {
  fs::create_directories(scratch / "empty");
  const auto refusal = [&](const std::string& words) {
    const CommandRun run = warplab("grade " + words);
    EXPECT_EQ(run.code, 2) << run.output;
    return run.output;
  };
  EXPECT_NE(refusal("lab1 --submission nowhere/x.c")
                .find("there is no " + (scratch / "nowhere/x.c").string()),
            std::string::npos);
  EXPECT_NE(refusal("lab2 --step 2 --submission empty")
                .find((scratch / "empty").string() + " has no inner_loop.c in it"),
            std::string::npos);
  // A class's results are what they are.
  const CommandRun of_class = warplab("grade lab1 --submission empty --results kept");
  EXPECT_EQ(of_class.code, 1) << of_class.output;
  EXPECT_NE(of_class.output.find("SOURCE_ERROR(missing)"), std::string::npos) << of_class.output;
}

TEST_F(Command, GradesTheStepsThatAreNamed) {
  const auto steps_of = [&](const std::string& words) {
    EXPECT_LE(warplab("grade " + words + " --json steps.json").code, 1);
    std::vector<int> steps;
    const auto result = nlohmann::json::parse(read_file(scratch / "steps.json"));
    for (const auto& step : result["labs"][0]["steps"]) steps.push_back(step["step"].get<int>());
    return steps;
  };
  EXPECT_EQ(steps_of("--step 3 --step 1 lab2"), (std::vector<int>{1, 3}));
  EXPECT_EQ(steps_of("lab2 --step=2"), (std::vector<int>{1, 2, 3})) << "the others as they were";
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

TEST_F(Command, SweepOnADeviceThatDoesNotExist) {
  const CommandRun sweep = warplab("sweep lab9 --device abacus");
  EXPECT_EQ(sweep.code, 2);
  EXPECT_NE(sweep.output.find("DEVICE=abacus: it is auto, simt or cuda"), std::string::npos)
      << sweep.output;
}

TEST_F(Command, LeaderboardShowsTheFastestRuns) {
  EXPECT_NE(warplab("leaderboard lab1").output.find("no correct run yet"), std::string::npos);
  ASSERT_LE(warplab("grade lab1 --submission " + quoted(solution)).code,
            1);  // speed points may be missing
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

TEST_F(Command, ReportIsAPageOfAllLabs) {
  const fs::path page = scratch / "build/grades/course.html";
  const CommandRun before = warplab("report");
  EXPECT_EQ(before.code, 0) << before.output;
  EXPECT_NE(before.output.find("page: build/grades/course.html"), std::string::npos)
      << before.output;
  EXPECT_NE(read_file(page).find("lab14-open"), std::string::npos);
  EXPECT_EQ(read_file(page).find("<time"), std::string::npos);
  fs::copy_file(solution, scratch / "labs/lab1-convolution-c/convolution.c",
                fs::copy_options::overwrite_existing);
  ASSERT_LE(warplab("grade lab1").code, 1);  // speed points may be missing
  ASSERT_EQ(warplab("report").code, 0);
  const std::string text = read_file(page);
  EXPECT_NE(text.find("<a href=\"lab1-convolution-c/page.html\">"), std::string::npos);
  EXPECT_NE(text.find("for step 1</td>"), std::string::npos);
}

TEST_F(Command, ReportOpensTheLastPageOfALab) {
  const CommandRun before = warplab("report lab1");
  EXPECT_EQ(before.code, 2);
  EXPECT_NE(before.output.find("make grade-lab1"), std::string::npos) << before.output;
  const fs::path page = scratch / "build/grades/lab1-convolution-c/page.html";
  fs::create_directories(page.parent_path());
  write_file(page, "");
  const fs::path programs = scratch / "programs";
  fs::create_directory(programs);
  write_file(programs / "xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" >\"$0.opened\"\n");
  fs::permissions(programs / "xdg-open", fs::perms::owner_all);
  const CommandRun opened =
      run_command(fmt::format("cd {} && DISPLAY=:9 PATH={}:\"$PATH\" {}/bin/warplab report lab1 && "
                              "until [ -s {}/xdg-open.opened ]; do :; done; cat {}/xdg-open.opened",
                              quoted(scratch), quoted(programs), quoted(checkout::build),
                              quoted(programs), quoted(programs)));
  EXPECT_EQ(opened.code, 0) << opened.output;
  EXPECT_NE(opened.output.find("page: build/grades/lab1-convolution-c/page.html"),
            std::string::npos)
      << opened.output;
  EXPECT_TRUE(opened.output.ends_with(page.string())) << opened.output;
  const CommandRun without = run_command(
      fmt::format("cd {} && env -u DISPLAY -u WAYLAND_DISPLAY {}/bin/warplab report lab1",
                  quoted(scratch), quoted(checkout::build)));
  EXPECT_EQ(without.code, 0) << without.output;
  EXPECT_NE(without.output.find("no browser can be started here"), std::string::npos);
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

// A lab that cannot be used costs itself, and a line.
TEST_F(Command, BrokenLabStopsOnlyItself) {
  const fs::path file = scratch / "labs" / "lab8-reduction" / "lab.json";
  auto lab = nlohmann::ordered_json::parse(read_file(file));
  lab["problem"] = "reductoin";
  write_file(file, lab.dump(2));
  fs::remove(scratch / "labs" / "lab13-floating-point" / "lab.json");
  const CommandRun other = warplab("grade lab1 --submission " + quoted(solution));
  EXPECT_LE(other.code, 1) << other.output;
  EXPECT_NE(other.output.find("/ 30"), std::string::npos) << other.output;
  EXPECT_NE(other.output.find("lab8-reduction is left out: "), std::string::npos) << other.output;
  const std::string broken = read_file(file);
  const auto line =
      1 + std::count(broken.begin(),
                     broken.begin() + static_cast<std::ptrdiff_t>(broken.find("\"reductoin\"")),
                     '\n');
  EXPECT_NE(other.output.find(
                fmt::format("lab8-reduction/lab.json:{}: problem: there is no problem family "
                            "'reductoin' for the gpu; did you mean reduction?",
                            line)),
            std::string::npos)
      << other.output;
  EXPECT_NE(other.output.find("lab13-floating-point is left out: "), std::string::npos)
      << other.output;
  for (const char* arguments : {"grade lab8", "check-course lab8", "check-course lab13"}) {
    const CommandRun own = warplab(arguments);
    EXPECT_EQ(own.code, 2) << own.output;
    EXPECT_EQ(own.output.find("is left out"), std::string::npos) << own.output;
    EXPECT_NE(own.output.find("/lab.json"), std::string::npos) << own.output;
  }
  EXPECT_EQ(warplab("student-kit").code, 2);
}

TEST_F(Command, CheckCourseTakesOneLab) {
  const fs::path picture = scratch / "build/grades/lab1-convolution-c/step1-difference.png";
  fs::create_directories(picture.parent_path());
  write_file(picture, "a student's own");
  const CommandRun one = warplab("check-course 1 --json checks.json");
  EXPECT_EQ(read_file(picture), "a student's own");
  EXPECT_LE(one.code, 2) << one.output;  // speed points depend on the machine
  std::size_t right = 0;
  for (const auto& check : nlohmann::json::parse(read_file(scratch / "checks.json"))) {
    const std::string name = check["check"];
    EXPECT_TRUE(name.starts_with("lab1-convolution-c: ") || name.find("reference outputs") == 4)
        << name;
    right += check["passed"].get<bool>();
  }
  EXPECT_GE(right, 5u) << one.output;
  for (const char* part :
       {"not checked: what a lab's README.md says above \"How it is graded\"",
        "not checked: files that belong to no lab",
        "not checked: labs that are compared with lab1-convolution-c: lab2-openmp, lab3-sse\n"})
    EXPECT_NE(one.output.find(part), std::string::npos) << one.output;

  const fs::path readme = scratch / "labs" / "lab1-convolution-c" / "README.md";
  std::string text = read_file(readme);
  text.replace(text.find("**10 speed**"), 12, "**12 speed**");
  write_file(readme, text);
  const CommandRun wrong = warplab("check-course lab1");
  EXPECT_EQ(wrong.code, 2) << wrong.output;
  EXPECT_NE(wrong.output.find("labs/lab1-convolution-c/README.md:27: step 1, speed: expected 10 "
                              "points, got 12 points"),
            std::string::npos)
      << wrong.output;
}

// As the compiler has written them, below each other.
TEST_F(Command, CheckCourseShowsTheCompilersLines) {
  const fs::path file = scratch / "solutions/lab1-convolution-c/convolution.c";
  const std::string text = read_file(file);
  write_file(file, text + "int twice(int n) { return nn * 2; }\n");
  const CommandRun run = warplab("check-course lab1");
  EXPECT_EQ(run.code, 2) << run.output;
  const std::string place =
      fmt::format("convolution.c:{}:27: error: ", 1 + std::ranges::count(text, '\n'));
  for (const std::string& line :
       {std::string("\n       step 1: BUILD_ERROR(compile), and the compiler says\n       "),
        "\n       " + place, std::string("\n             | "),
        std::string("labs/lab1-convolution-c/convolution.c:")})
    EXPECT_NE(run.output.find(line), std::string::npos) << line << "\n" << run.output;
}

TEST_F(Command, CheckCourseSaysWhyASolutionIsWrong) {
  fs::copy_file(scratch / "labs/lab1-convolution-c/convolution.c",
                scratch / "solutions/lab1-convolution-c/convolution.c",
                fs::copy_options::overwrite_existing);
  const CommandRun run = warplab("check-course lab1");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("step 1: 0.0 of 30.0 points: WRONG; "), std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find(" checks hold\n"), std::string::npos) << "it goes on: " << run.output;
}

TEST_F(Command, CheckCourseTakesSolutionsThatWereGraded) {
  const fs::path file = scratch / "graded.json";
  EXPECT_LE(warplab("grade lab1 --solutions --json graded.json").code, 1);
  const auto check = [&](const std::function<void(nlohmann::json&)>& change) {
    auto result = nlohmann::json::parse(read_file(file));
    result["grader"]["commit"] = version().commit;
    change(result);
    write_file(scratch / "changed.json", result.dump());
    return warplab("check-course lab1 --graded changed.json").output;
  };
  const auto is_refused = [&](const std::string& why, const auto& change) {
    const std::string output = check(change);
    EXPECT_NE(output.find(why), std::string::npos) << output;
  };
  is_refused("another commit wrote it", [](auto& result) { result["grader"]["commit"] = "0"; });
  if (version().commit.empty()) return;  // then nothing is proof
  is_refused("another machine wrote it", [](auto& result) { result["machine"] = "an abacus"; });
  is_refused("not of the solutions", [](auto& result) { result["submission"] = "labs"; });
  is_refused("not all of it was graded", [](auto& result) { result["labs"][0]["steps"].clear(); });
  is_refused("step 1: 7 of 30", [](auto& result) { result["labs"][0]["steps"][0]["score"] = 7; });
  is_refused("the gates add up to 29",
             [](auto& result) { result["labs"][0]["steps"][0]["gates"][1]["max_points"] = 19; });
}

TEST_F(Command, GpuTimingTablesOfOneLabKeepThoseOfOthers) {
  const auto page_after = [&](const std::string& labs) {
    const CommandRun run = warplab("timing-tables " + labs);
    EXPECT_EQ(run.code, 0) << run.output;
    const auto pages = fs::directory_iterator(scratch / "docs" / "timing-tables");
    return read_file(pages->path());
  };
  for (const char* lab : {"lab4-global-memory", "lab5-shared-int", "lab6-shared-float"})
    change_lab(lab, [](auto& json) { json["timed_size"] = json["profiled_size"] = "128x96"; });
  const std::string first = page_after("lab4 lab6");
  const std::string lab4 = section_of(first, "lab4-global-memory");
  const std::string lab6 = section_of(first, "lab6-shared-float");
  EXPECT_NE(lab4.find("| 1 global-memory | `convolution.cu` |"), std::string::npos) << first;
  EXPECT_NE(lab6.find("| 1 shared-float |"), std::string::npos) << first;

  change_lab("lab6-shared-float", [](auto& json) { json["title"] = "Turned"; });
  const auto table_of = [this](const std::string& lab) {
    const std::string chapter = read_file(scratch / "labs" / lab / "chapter.md");
    const std::size_t begin = chapter.find("<!-- timing-table " + lab);
    return chapter.substr(begin, chapter.find("<!-- end", begin) - begin);
  };
  const std::string table4 = table_of("lab4-global-memory");
  const std::string table5 = table_of("lab5-shared-int");
  EXPECT_NE(table4.find("| 128x96 |"), std::string::npos) << table4;
  const std::string second = page_after("6 lab5");
  EXPECT_EQ(section_of(second, "lab4-global-memory"), lab4);
  EXPECT_NE(second.find("## lab6-shared-float: Turned\n"), std::string::npos) << second;
  EXPECT_LT(second.find("## lab5-"), second.find("## lab6-")) << second;
  EXPECT_EQ(table_of("lab4-global-memory"), table4);
  EXPECT_NE(table_of("lab5-shared-int"), table5);
  const fs::path other = "labs/lab1-convolution-c/chapter.md";
  EXPECT_EQ(read_file(scratch / other), read_file(fs::path(checkout::root) / other));
  EXPECT_EQ(warplab("timing-tables lab99").code, 2);
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
  EXPECT_EQ(json.at("schema"), "warplab/result/v2");
  EXPECT_EQ(json.at("score"), 0);
  EXPECT_EQ(json.at("labs").at(0).at("steps").at(0).at("verdict"), "WRONG");
}

TEST_F(Command, SolutionGetsItsCorrectPointsAndAJsonOfTheDocumentedShape) {
  const CommandRun run =
      warplab("grade lab1 --submission " + quoted(solution) + " --json result.json");
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

TEST_F(Command, LinkToTheSolutionsIsNoSubmission) {
  fs::create_directories(scratch / "class/eve");
  fs::create_directory_symlink(scratch / "solutions/lab1-convolution-c",
                               scratch / "class/eve/lab1-convolution-c");
  fs::create_directory_symlink(scratch / "solutions", scratch / "class/mal");
  for (const char* folder : {"class/eve", "class/mal", "class/eve/lab1-convolution-c/"}) {
    const CommandRun run = warplab(fmt::format("grade lab1 --submission {}", folder));
    EXPECT_EQ(run.code, 1) << folder << run.output;
    EXPECT_NE(run.output.find("SOURCE_ERROR(symlink)"), std::string::npos) << run.output;
  }
}

TEST_F(Command, PathsAreShownWithoutTerminalCodes) {
  const fs::path odd = scratch / "it's\x1b[31m a\xe2\x80\xae path\n30 / 30\a";
  fs::create_directories(odd);
  fs::copy_file(solution, odd / "convolution.c");
  write_file(scratch / "run.sh", "exec " + binary +
                                     " grade \"$@\" --submission \"$(printf "
                                     "'it\\047s\\033[31m a\\342\\200\\256 path\\n30 / 30\\a')\"\n");
  for (const char* arguments : {"lab1", "lab1 --step 7", "lab3"}) {
    const CommandRun run =
        run_command(fmt::format("cd {} && bash run.sh {}", quoted(scratch), arguments));
    for (const char* hidden : {"\x1b", "\a", "\xe2\x80\xae", "\n30 / 30\n"})
      EXPECT_EQ(run.output.find(hidden), std::string::npos) << run.output;
  }
}

TEST_F(Command, CourseErrorsAreShownWithoutTerminalCodes) {
  const fs::path file = scratch / "labs" / "lab1-convolution-c" / "lab.json";
  std::string text = read_file(file);
  text.replace(text.find("\"problem\""), 9,
               "\"\x1b[2J\xc2\x9b"
               "31m\": 1, \"problem\"");
  write_file(file, text);
  const CommandRun run = warplab("list");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.output.find('\x1b'), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("\xc2\x9b"), std::string::npos) << run.output;
}

// What a course by somebody else says of itself, and what its history holds.
TEST_F(Command, TitlesAndNamesAreShownWithoutTerminalCodes) {
  const std::string odd = "odd\x1b[2J\xc2\x9b\xe2\x80\xae\n30 / 30\a";
  change_lab("lab1-convolution-c", [&](nlohmann::ordered_json& lab) {
    lab["title"] = odd;
    lab["steps"][0]["name"] = odd;
  });
  const fs::path hints = scratch / "labs" / "lab1-convolution-c" / "hints.md";
  write_file(hints, "## Hint 1\n\x1b[2J\xe2\x80\xaeodd\a\n");
  for (const std::string& arguments :
       {std::string("list"), "grade lab1 --submission " + quoted(solution),
        std::string("leaderboard lab1"), std::string("hint lab1")}) {
    const CommandRun run = warplab(arguments);
    EXPECT_NE(run.output.find("odd"), std::string::npos) << run.output;
    for (const char* hidden : {"\x1b", "\xc2\x9b", "\xe2\x80\xae", "\a", "\n30 / 30"})
      EXPECT_EQ(run.output.find(hidden), std::string::npos) << run.output;
  }
}

TEST_F(Command, DamagedHistoryIsAnErrorBeforeGrading) {
  fs::create_directories(scratch / "build/grades");
  for (const char* command : {"grade lab1", "list", "leaderboard lab1"}) {
    write_file(scratch / "build/grades/history.sqlite", std::string(5000, 'x'));
    const CommandRun run = warplab(command);
    EXPECT_EQ(run.code, 3) << command << run.output;
    EXPECT_NE(run.output.find("damaged"), std::string::npos) << run.output;
    EXPECT_EQ(run.output.find("builds"), std::string::npos) << "it was graded" << run.output;
  }
}

TEST_F(Command, ResultsThatCannotBeWrittenAreAnErrorBeforeGrading) {
  const CommandRun run = warplab("grade lab1 --json nowhere/result.json");
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("nowhere/result.json"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("builds"), std::string::npos) << "it was graded" << run.output;
}

TEST_F(Command, NoColoursWhereItIsNoTerminal) {
  EXPECT_EQ(warplab("grade lab1").output.find('\x1b'), std::string::npos);
}

TEST_F(Command, TwoGradersDoNotDisturbEachOther) {
  CommandRun runs[2];
  std::thread other([&] { runs[1] = warplab("grade lab1 --submission " + quoted(solution)); });
  runs[0] = warplab("grade lab1 --submission " + quoted(solution));
  other.join();
  for (const CommandRun& run : runs) {
    EXPECT_LE(run.code, 1) << run.output;
    EXPECT_NE(run.output.find("ok"), std::string::npos) << run.output;
  }
}

TEST_F(Command, KilledRunLosesNothingButItself) {
  EXPECT_LE(warplab("grade lab1 --submission " + quoted(solution)).code, 1);
  const fs::path history = scratch / "build" / "grades" / "history.sqlite";
  ASSERT_TRUE(fs::exists(history));
  const CommandRun killed = kill_at_work("$run", "");
  EXPECT_EQ(killed.code, 128 + SIGKILL) << killed.output;
  const CommandRun after = warplab("grade lab1 --submission " + quoted(solution));
  EXPECT_LE(after.code, 1) << after.output;
  EXPECT_NE(after.output.find("best"), std::string::npos) << after.output;
}

// What a killed grader left may be swept meanwhile.
TEST_F(Command, InterruptCleansUp) {
  const std::set<std::string> before = traces_of_graders();
  for (const char* seconds : {"0.05", "0.2", "0.5"})
    for (const char* signal : {"INT", "TERM"}) {
      const CommandRun run = run_command(
          fmt::format("cd {} && timeout --preserve-status -s {} {} {} grade lab1 --submission {}",
                      quoted(scratch), signal, seconds, binary, quoted(endless())));
      EXPECT_GT(run.code, 128) << run.output;
      for (const std::string& trace : traces_of_graders())
        EXPECT_TRUE(before.contains(trace)) << trace << ", " << signal << " after " << seconds;
    }
}

TEST_F(Command, FullDiskKeepsTheOldResult) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to mount a small file system";
  fs::create_directories(scratch / "small");
  constexpr int cannot_mount = 77;
  // In a namespace of its own, whose end is the file system's too.
  const CommandRun run = run_command(fmt::format(
      "cd {} && unshare --mount sh -c {}", quoted(scratch),
      quoted(fmt::format("mount -t tmpfs -o size=64k tmpfs small || exit {}\n"
                         "printf old >small/result.json; head -c 100000 /dev/zero >small/ballast\n"
                         "{} grade lab1 --json small/result.json; code=$?\n"
                         "echo; cat small/result.json; exit $code",
                         cannot_mount, binary))));
  if (run.code == cannot_mount) GTEST_SKIP() << "cannot mount here";
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("small/result.json"), std::string::npos) << run.output;
  EXPECT_TRUE(run.output.ends_with("\nold")) << run.output;
}

// It is not the student's program that fails then.
TEST_F(Command, NothingIsGradedWhereTmpRunsNoPrograms) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to mount";
  constexpr int cannot_mount = 77;
  const CommandRun run = run_command(
      fmt::format("cd {} && unshare --mount sh -c {}", quoted(scratch),
                  quoted(fmt::format(
                      "mount --rbind / /mnt && cd /mnt\"$PWD\" || exit {0}\n"  // it may be in /tmp
                      "mount -t tmpfs -o noexec,mode=1777 tmpfs /tmp || exit {0}\n"
                      "/mnt{1} grade lab1 --submission /mnt{2}; code=$?; /mnt{1} doctor\n"
                      "exit $code",
                      cannot_mount, binary, quoted(solution)))));
  if (run.code == cannot_mount) GTEST_SKIP() << "cannot mount here";
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("no program can be run from /tmp"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("next: sudo mount -o remount,exec /tmp\n"), std::string::npos)
      << run.output;
}

TEST_F(Command, HintSaysHowToGetTheNextAndTheFirstAgain) {
  const std::string first = warplab("hint lab8 --step 2").output;
  EXPECT_NE(first.find(", 1 of "), std::string::npos) << first;
  EXPECT_TRUE(first.ends_with("\n\nThe next one: make hint-lab8 STEP=2\n")) << first;
  std::string last = first;
  for (int i = 0; i < 50 && last.find("The next one:") != std::string::npos; ++i)
    last = warplab("hint lab8 --step 2").output;
  EXPECT_TRUE(
      last.ends_with("That was the last one. From the first again: make hint-lab8 STEP=2\n"))
      << last;
  EXPECT_EQ(warplab("hint lab8 --step 2").output, first);
}

TEST_F(Command, HelpAndHintsFitInto80Columns) {
  for (const char* words : {"--help", "hint lab3 --step 3"}) {
    const CommandRun run = warplab(words);
    EXPECT_EQ(run.code, 0) << words;
    for (const std::string& line : split_lines(run.output))
      EXPECT_LE(width_of(line), 80u) << words << ": " << line;
  }
}

TEST_F(Command, HintsBeginWhereTheStudentStands) {
  const fs::path result = scratch / "build/grades/lab2-openmp/result.json";
  const auto grade = [&](double speed, double threads) {
    Result graded;
    LabResult& lab = graded.labs.emplace_back();
    lab.lab = "lab2-openmp";
    for (const int number : {1, 2, 3}) {
      StepResult& step = lab.steps.emplace_back();
      step.step = number;
      step.gates = {
          {GateKind::correct, "correct", true, {}, {}, 8, 8, "", {}},
          {GateKind::threads, "threads", true, {}, {}, number == 1 ? threads : 2, 2, "", {}},
          {GateKind::speed, "speed", true, {}, {}, number == 1 ? speed : 6, 6, "", {}}};
      if (number == 3) step.gates[0].points = 0;
    }
    add_up(graded);
    fs::create_directories(result.parent_path());
    write_file(result, to_json(graded).dump());
  };
  const auto hint = [this] {
    const std::string shown = warplab("hint lab2").output;
    return shown.substr(0, shown.find('\n'));
  };
  EXPECT_EQ(hint(), "lab2-openmp, step 1, 1 of 10");
  grade(2, 2);
  EXPECT_EQ(hint(), "lab2-openmp, step 1, 4 of 4, for speed");
  EXPECT_EQ(hint(), "lab2-openmp, step 1, 1 of 4") << "they go on";
  grade(6, 0);
  EXPECT_EQ(hint(), "lab2-openmp, step 1, 2 of 4, for checkers") << "none is for threads";
  grade(6, 2);
  EXPECT_EQ(hint(), "lab2-openmp, step 3, 1 of 4") << "the second has all points";
  write_file(result, "{");
  EXPECT_EQ(hint(), "lab2-openmp, step 1, 2 of 10, for checkers");
}

TEST_F(Command, NoUserNamespacesFailsClosed) {
  // Inside a namespace of its own the limit can be set to 0 without touching the machine's.
  const CommandRun run = run_command(fmt::format(
      "cd {} && unshare --user --map-root-user sh -c {}", quoted(scratch),
      quoted("echo 0 > /proc/sys/user/max_user_namespaces; " + binary + " grade lab1")));
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_NE(run.output.find("sandbox"), std::string::npos) << run.output;
}

// Links of a page that lead nowhere.
std::vector<std::string> dead_links(const fs::path& page) {
  std::vector<std::string> dead;
  const std::string text = read_file(page);
  const std::regex link(R"(\]\(([^)#\s]+))");
  for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
    const std::string to = (*at)[1];
    if (!to.starts_with("http") && !fs::exists(page.parent_path() / to))
      dead.push_back(page.filename().string() + ": " + to);
  }
  return dead;
}

// The baselines that steps of `labs` for a device are compared with, as they lie in a kit.
std::set<std::string> baselines_for(const Course& course, const std::vector<const Lab*>& labs,
                                    Device device) {
  std::set<std::string> files;
  for (const Lab* lab : labs)
    for (const Step& step : lab->steps)
      if (step.speed && step.device == device)
        files.insert((device == Device::gpu ? course.baseline_figures(*lab, step)
                                            : course.baseline_object(step.speed->baseline_lab,
                                                                     step.speed->baseline_step))
                         .filename());
  return files;
}

std::set<std::string> names_in(const fs::path& folder, const std::string& extension) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) names.insert(entry.path().filename());
  return names;
}

// Packed once: all baselines for the CPU, and of those for the GPU, each of which simt executes, only lab 8's
// first ones. Each test has a kit of its own.
class StudentKit : public Command {
 protected:
  static void SetUpTestSuite() {
    for (Lab& lab : packed_labs) {
      const bool has_figures = lab.name == "lab8-reduction";
      std::erase_if(lab.steps, [&](const Step& step) {
        return step.device == Device::gpu && !(has_figures && step.number <= 3);
      });
    }
    const Context context{course, fs::path(checkout::build) / "lib",
                          fs::path(checkout::build) / "test-grades/student-kit",
                          test_options("").frontend};
    EXPECT_EQ(pack_student_kit(context, packed(), archive).baselines, 5 + 2);
  }
  static void TearDownTestSuite() { fs::remove(archive); }

  StudentKit() {
    const CommandRun unpacked =
        run_command(fmt::format("tar -xzf {} -C {}", quoted(archive), quoted(scratch)));
    EXPECT_EQ(unpacked.code, 0) << unpacked.output;
  }

  static std::vector<const Lab*> packed() {
    std::vector<const Lab*> labs;
    for (const Lab& lab : packed_labs) labs.push_back(&lab);
    return labs;
  }

  // What is timed, and looked at by checkers, is small, so that it takes a second each.
  static void make_small(const fs::path& lab, const std::string& timed,
                         const std::vector<std::string>& sizes) {
    const fs::path file = lab / "lab.json";
    auto json = nlohmann::ordered_json::parse(read_file(file));
    json["timed_size"] = timed;
    json["sizes"] = sizes;
    write_file(file, json.dump(2));
  }

  const fs::path kit = scratch / "warplab";

  static inline const Course course = load_course(checkout::root);
  // Processes that run a part of the tests each pack a kit of their own.
  static inline const fs::path archive =
      fs::path(checkout::build) / fmt::format("test-grades/student-kit-{}.tar.gz", getpid());

 private:
  static inline std::vector<Lab> packed_labs = course.labs;
};

TEST_F(StudentKit, HoldsBaselinesAndNoSolutions) {
  for (const char* file : {"autograder/main.cpp", "labs/lab1-convolution-c/convolution.c",
                           "LICENSE", ".clangd", "Containerfile", "labs/compile_flags.txt",
                           ".vscode/tasks.json", "simt/frontend/include/cuda_runtime.h"})
    EXPECT_TRUE(fs::exists(kit / file)) << file;
  EXPECT_TRUE(read_file(kit / "COMMIT").starts_with(std::string(version().commit) + "\n"));
  for (const char* part :
       {"solutions", "tests/mistakes", "tests/CMakeLists.txt", "docs/instructor-guide.md",
        "docs/grading-a-class.md", "docs/new-family.md", "CONTRIBUTING.md"})
    EXPECT_FALSE(fs::exists(kit / part)) << part;
  EXPECT_EQ(names_in(kit / "baselines", ".o"), baselines_for(course, packed(), Device::cpu));
  EXPECT_EQ(names_in(kit / "baselines", ".o"),
            baselines_for(course, course.select({}), Device::cpu));
  EXPECT_EQ(names_in(kit / "baselines", ".json"), baselines_for(course, packed(), Device::gpu));
  // Of solutions for the GPU there are figures, and no program that has their PTX in it.
  for (const auto& entry : fs::directory_iterator(kit / "baselines")) {
    const std::string content = read_file(entry.path());
    for (const char* word : {".nv_fatbin", ".visible .entry", "ld.global", "__global__"})
      EXPECT_EQ(content.find(word), std::string::npos) << entry.path() << " shows " << word;
  }
}

// Students have clang; where nvcc is, its users are compared with its code.
TEST_F(StudentKit, HasFiguresOfEachCompilerHere) {
  std::set<std::string> expected = {"clang"};
  if (cuda_compiler_here(test_options("").frontend) == "nvcc") expected.insert("nvcc");
  for (const std::string& file : names_in(kit / "baselines", ".json")) {
    std::set<std::string> compilers;
    const auto figures = nlohmann::json::parse(read_file(kit / "baselines" / file));
    for (const auto& [compiler, of_compiler] : figures.at("compilers").items()) {
      EXPECT_GT(of_compiler.at("seconds"), 0) << file;
      compilers.insert(compiler);
    }
    EXPECT_EQ(compilers, expected) << file;
  }
}

std::set<std::string> words_of(const std::string& text) {
  static const std::regex word("[A-Za-z_]\\w*");
  return {std::sregex_token_iterator(text.begin(), text.end(), word), {}};
}

// Names that the code of a source file uses, those in comments left out.
std::set<std::string> names_of_code(const fs::path& source) {
  return words_of(std::regex_replace(read_file(source), std::regex("//.*"), ""));
}

TEST_F(StudentKit, ShowsNoNamesOfSolutions) {
  int looked_at = 0;
  for (const Lab& lab : course.labs) {
    for (const Step& step : lab.steps) {
      const fs::path object =
          kit / "baselines" / course.baseline_object(lab.name, step.number).filename();
      if (!fs::exists(object)) continue;
      ++looked_at;
      const std::string sections = run_command("readelf -SW " + quoted(object)).output;
      EXPECT_NE(sections.find(".text"), std::string::npos) << sections;
      for (const char* section : {".debug", ".comment", ".line", ".gnu.lto", ".stab"})
        EXPECT_EQ(sections.find(section), std::string::npos) << object << sections;
      // The entry point, what it calls, and constants without a name of the source.
      const std::string symbols = run_command("nm --debug-syms " + quoted(object)).output;
      const std::regex allowed(
          fmt::format(R"([0-9a-f ]{{16}} (T {}|U \w+|[a-z] (\.\S+)?))", step.entries.front()));
      std::istringstream lines(symbols);
      for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(std::regex_match(line, allowed)) << object << ": " << line;
      const std::string content = read_file(object);
      for (const std::string& place : {step.file, std::string(checkout::root)})
        EXPECT_EQ(content.find(place), std::string::npos) << object << " shows " << place;
      const std::set<std::string> shown = words_of(content), called = words_of(symbols);
      int secrets = 0;
      for (const std::string& name : names_of_code(course.solution(lab) / step.file)) {
        if (name.size() < 5 || called.contains(name)) continue;
        EXPECT_FALSE(shown.contains(name)) << object << " shows " << name;
        ++secrets;
      }
      EXPECT_GT(secrets, 5);
    }
  }
  EXPECT_EQ(looked_at, 5);
}

TEST_F(StudentKit, PagesLeadToWhatIsInIt) {
  int pages = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kit)) {
    if (entry.path().extension() != ".md") continue;
    EXPECT_EQ(dead_links(entry.path()), std::vector<std::string>{});
    ++pages;
  }
  EXPECT_GT(pages, 30);
  const std::string readme = read_file(kit / "README.md");
  EXPECT_NE(readme.find("labs/lab14-open/README.md"), std::string::npos);
  std::vector<std::string> texts = {readme, read_file(kit / "handout.md")};
  for (const auto& lab : fs::directory_iterator(kit / "labs"))
    if (lab.is_directory()) texts.push_back(read_file(lab.path() / "chapter.md"));
  EXPECT_GE(texts.size(), 16u);
  for (const std::string& page : texts) {
    for (const char* absent : {"grade-solutions", "make test", "check-course", "solutions/"})
      EXPECT_EQ(page.find(absent), std::string::npos) << absent;
    const std::regex file(R"(\btests/[\w/.]+)");
    for (std::sregex_iterator at(page.begin(), page.end(), file), end; at != end; ++at)
      EXPECT_TRUE(fs::exists(kit / at->str())) << at->str();
  }
}

TEST_F(StudentKit, BringsEveryLibraryThatAMachineMayLack) {
  const CommandRun ldd = run_command("ldd " + quoted(kit / "programs/bin/warplab"));
  std::set<std::string> beside, elsewhere;
  std::istringstream lines(ldd.output);
  for (std::string line; std::getline(lines, line);) {
    const std::regex library(R"(^\s*(\S+) => (\S+))");
    std::smatch found;
    if (!std::regex_search(line, found, library)) continue;
    const bool is_beside = found.str(2).starts_with((kit / "programs").string());
    (is_beside ? beside : elsewhere).insert(found.str(1).substr(0, found.str(1).find(".so")));
  }
  EXPECT_TRUE(beside.contains("libsqlite3") && beside.contains("libgnutls")) << ldd.output;
  const std::set<std::string> of_every_machine = {"libc", "libm", "libstdc++", "libgcc_s",
                                                  "libgomp"};
  for (const std::string& library : elsewhere)
    EXPECT_TRUE(of_every_machine.contains(library)) << library << "\n" << ldd.output;
  EXPECT_NE(read_file(kit / "programs/libraries/copyright/libsqlite3-0"), "");
  // What runs in a jail, which sees no folder beside it.
  for (const char* program : {"bin/simtcc", "bin/confine", "lib/gpu_simt", "lib/gpu_cuda"}) {
    const CommandRun needs = run_command("readelf -d " + quoted(kit / "programs" / program));
    const std::regex library(R"(\(NEEDED\).*\[([^.\]]+)\.so)");
    int found = 0;
    for (std::sregex_iterator at(needs.output.begin(), needs.output.end(), library), end; at != end;
         ++at, ++found)
      EXPECT_TRUE(of_every_machine.contains(at->str(1)) || at->str(1).starts_with("ld-linux"))
          << program << " needs " << at->str(1);
    EXPECT_GT(found, 0) << program << needs.output;
  }
}

// As a student does it, where there is no CMake.
TEST_F(StudentKit, GradesWithoutABuild) {
  const CommandRun tools =
      run_command("mkdir -p " + quoted(scratch / "tools") + " && ln -s /usr/bin/* " +
                  quoted(scratch / "tools") + " && rm -f " + quoted(scratch / "tools/cmake") + " " +
                  quoted(scratch / "tools/ninja"));
  ASSERT_EQ(tools.code, 0) << tools.output;
  const auto make = [&](const std::string& goal, const std::string& lab) {
    return run_command(fmt::format("cd {} && PATH={} make {} STEP=1 FRONTEND=clang SUBMISSION={}",
                                   quoted(kit), quoted(scratch / "tools"), goal,
                                   quoted(fs::path(checkout::root) / "solutions" / lab)));
  };
  const CommandRun cpu = make("grade-lab1", "lab1-convolution-c");
  EXPECT_LE(cpu.code, 2) << cpu.output;
  EXPECT_NE(cpu.output.find("over lab1/1"), std::string::npos) << cpu.output;
  EXPECT_EQ(cpu.output.find("building"), std::string::npos) << cpu.output;
  const CommandRun gpu = make("grade-lab8", "lab8-reduction");
  EXPECT_EQ(gpu.code, 0) << gpu.output;
  EXPECT_EQ(gpu.output.find("building"), std::string::npos) << gpu.output;
  EXPECT_TRUE(fs::exists(kit / "build/bin/warplab"));
  // For another processor, they would be built.
  write_file(kit / "programs/machine", "riscv64\n");
  const CommandRun other = make("grade-lab1", "lab1-convolution-c");
  EXPECT_NE(other.code, 0) << other.output;
  EXPECT_NE(other.output.find("cmake"), std::string::npos) << other.output;
  EXPECT_FALSE(fs::exists(kit / "build/bin"));
}

// A kit that belongs to root and that everybody may read, as in a room of computers, and somebody who may write nowhere
// but at home.
struct SharedKit {
  explicit SharedKit(const fs::path& archive) {
    fs::permissions(room, fs::perms(0755));
    fs::create_directory(home);
    EXPECT_EQ(shell("tar -xzf " + quoted(archive) + " -C " + quoted(room)).code, 0);
    EXPECT_EQ(shell("chmod -R a-w " + quoted(shared)).code, 0);
    if (is_root) {
      EXPECT_EQ(chown(home.c_str(), another_user, another_user), 0);
    }
  }
  ~SharedKit() { shell("chmod -R u+w " + quoted(room)); }

  static CommandRun shell(const std::string& line) { return run_command(line); }
  // In a folder at home.
  CommandRun as_student(const fs::path& folder, const std::string& line) const {
    const std::string who =
        is_root ? fmt::format("setpriv --reuid={0} --regid={0} --clear-groups ", another_user) : "";
    return shell(fmt::format("cd {} && {}env -u XDG_CACHE_HOME HOME={} sh -c {}",
                             quoted(home / folder), who, quoted(home), quoted(line)));
  }
  std::string state() const {
    return shell("find " + quoted(shared) + " -printf '%p %i %s %T@ %C@\\n' | sort").output;
  }

  const bool is_root = geteuid() == 0;
  const fs::path room = own_folder("/var/tmp"), home = room / "home", shared = room / "warplab";
};

TEST_F(StudentKit, IsSharedByARoomAndNotWrittenTo) {
  const SharedKit kit_of_room(archive);
  const fs::path shared = kit_of_room.shared;
  const auto as_student = [&](const fs::path& folder, const std::string& line) {
    return kit_of_room.as_student(folder, line);
  };
  const std::string untouched = kit_of_room.state();
  const std::string make_folder = quoted(shared / "programs/bin/warplab") + " new 'my labs'";
  const CommandRun made = as_student("", make_folder);
  ASSERT_EQ(made.code, 0) << made.output;
  const fs::path mine = "my labs";
  const auto edit = [&](const std::string& lab, const std::string& file) {
    const std::string text = read_file(fs::path(checkout::root) / "solutions" / lab / file);
    const CommandRun run =
        as_student(mine, fmt::format("cat >labs/{}/{} <<'EOF'\n{}EOF\n", lab, file, text));
    EXPECT_EQ(run.code, 0) << run.output;
  };
  const fs::path labs = kit_of_room.home / mine / "labs";
  make_small(labs / "lab1-convolution-c", "1248x936", {"1x1", "17x33"});
  make_small(labs / "lab8-reduction", "100003", {"1", "1000"});
  edit("lab1-convolution-c", "convolution.c");
  const CommandRun cpu = as_student(mine, "make grade-lab1 STEP=1");
  EXPECT_LE(cpu.code, 2) << cpu.output;
  EXPECT_NE(cpu.output.find("over lab1/1"), std::string::npos) << cpu.output;
  EXPECT_EQ(cpu.output.find("building"), std::string::npos) << cpu.output;
  const CommandRun packed = as_student(mine, "make hand-in LAB=lab1");
  EXPECT_EQ(packed.code, 0) << packed.output;
  edit("lab8-reduction", course.find("lab8").steps.front().file);
  const CommandRun gpu = as_student(mine, "make grade-lab8 STEP=1 FRONTEND=clang");
  EXPECT_EQ(gpu.code, 0) << gpu.output;

  // Who types the same in the kit itself is told where to.
  const CommandRun inside = as_student(shared, "make grade-lab1");
  EXPECT_NE(inside.code, 0) << inside.output;
  EXPECT_NE(inside.output.find("for labs of your own: "), std::string::npos) << inside.output;
  EXPECT_EQ(kit_of_room.state(), untouched);

  const CommandRun again = as_student("", make_folder);
  EXPECT_EQ(again.code, 2) << again.output;
  EXPECT_NE(again.output.find("my labs already exists"), std::string::npos) << again.output;
}

TEST_F(Command, NoFolderOfLabsIsMadeWhereNoKitIs) {
  const CommandRun run = warplab("new mine");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("this program is not one of them"), std::string::npos) << run.output;
  EXPECT_FALSE(fs::exists(scratch / "mine"));
}

// The binary that grades is the course's own: a kit's is built from the same sources.
// It has no solutions to make stubs from, and knows them all the same.
TEST_F(StudentKit, PacksWhatIsHandedIn) {
  const std::string in_kit = fmt::format("cd {} && {} ", quoted(kit), binary);
  const CommandRun unedited = run_command(in_kit + "hand-in lab1");
  EXPECT_EQ(unedited.code, 2);
  EXPECT_NE(unedited.output.find("convolution.c: you have not edited it"), std::string::npos)
      << unedited.output;
  const fs::path file = kit / "labs/lab1-convolution-c/convolution.c";
  write_file(file, read_file(file) + "// mine\n");
  const CommandRun packed = run_command(in_kit + "hand-in lab1");
  EXPECT_EQ(packed.code, 0) << packed.output;
  EXPECT_TRUE(fs::exists(kit / "build/hand-in/lab1-convolution-c.zip"));
}

TEST_F(StudentKit, GradesWithoutSolutions) {
  fs::create_directories(kit / "build");
  fs::create_directory_symlink(fs::path(checkout::root) / "build" / "images",
                               kit / "build" / "images");
  const auto in_kit = [&](const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} {}", quoted(kit), binary, arguments));
  };
  make_small(kit / "labs/lab1-convolution-c", "1248x936", {"1x1", "17x33"});
  make_small(kit / "labs/lab3-sse", "1248x936", {"1x1", "17x33"});
  make_small(kit / "labs/lab8-reduction", "100003", {"1", "1000"});
  const CommandRun own = in_kit("grade lab1 --submission " + quoted(solution));
  EXPECT_LE(own.code, 1) << own.output;
  EXPECT_NE(own.output.find("over lab1/1"), std::string::npos) << own.output;
  // Against an object that calls OpenMP's library.
  const CommandRun threads = in_kit("grade lab3 --step 3 --submission " +
                                    quoted(fs::path(checkout::root) / "solutions/lab3-sse"));
  EXPECT_LE(threads.code, 1) << threads.output;
  EXPECT_NE(threads.output.find("x over lab3/2"), std::string::npos) << threads.output;
  const CommandRun second = in_kit("grade lab8 --step 2 --device simt --submission " +
                                   quoted(fs::path(checkout::root) / "solutions/lab8-reduction"));
  EXPECT_EQ(second.code, 0) << second.output;
  EXPECT_NE(second.output.find("x over lab8/1"), std::string::npos) << second.output;
  const CommandRun gpu = in_kit("grade lab8 --step 2");
  EXPECT_EQ(gpu.code, 1) << gpu.output;
  EXPECT_NE(gpu.output.find("TODO"), std::string::npos) << gpu.output;
  fs::remove(kit / "baselines/lab8-reduction-step3.json");
  const CommandRun without = in_kit("grade lab8 --step 3 --submission " +
                                    quoted(fs::path(checkout::root) / "solutions/lab8-reduction"));
  EXPECT_EQ(without.code, 3) << without.output;
  EXPECT_NE(without.output.find("baselines/lab8-reduction-step3.json is missing"),
            std::string::npos)
      << without.output;
  for (const char* command :
       {"check-course", "stubs", "timing-tables", "student-kit", "grade --solutions"}) {
    const CommandRun none = in_kit(command);
    EXPECT_EQ(none.code, 2) << none.output;
    EXPECT_NE(none.output.find("a student kit has none"), std::string::npos) << none.output;
  }
}

TEST_F(Command, StudentKitRefusesWhatNoLabNames) {
  const std::vector<std::string> strays = {
      "labs/lab5-shared-int/my_solution.cu", "labs/lab5-shared-int/convolution.cu.bak",
      "labs/lab1-convolution-c/.convolution.c.swp", "labs/notes.md",
      // Of which a stub would be made.
      "solutions/lab5-shared-int/second.cu"};
  for (const std::string& stray : strays) write_file(scratch / stray, read_file(solution));
  fs::create_directory(scratch / "solutions/lab5-shared-int/old");
  const CommandRun run = warplab("student-kit --output kit.tar.gz");
  EXPECT_EQ(run.code, 2) << run.output;
  for (const std::string& stray : strays)
    EXPECT_NE(run.output.find("\n  " + stray + " belongs to no "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("solutions/lab5-shared-int/old belongs to no step"), std::string::npos)
      << run.output;
  EXPECT_FALSE(fs::exists(scratch / "kit.tar.gz"));
}

TEST_F(Command, StudentKitRefusesASolutionWithoutMarkers) {
  write_file(scratch / "solutions/lab5-shared-int/convolution.cu", "void whole_solution() {}\n");
  const CommandRun run = warplab("student-kit --output kit.tar.gz");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("solutions/lab5-shared-int/convolution.cu has no markers"),
            std::string::npos)
      << run.output;
}

// No stub takes its place.
TEST_F(Command, StudentKitRefusesAStepsFileThatNoSolutionMakes) {
  write_file(scratch / "solutions/lab5-shared-int/convolution.cu",
             "// SOLUTION FILE\n" + read_file(solution));
  write_file(scratch / "labs/lab5-shared-int/convolution.cu", read_file(solution));
  const CommandRun run = warplab("student-kit --output kit.tar.gz");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(
      run.output.find("labs/lab5-shared-int/convolution.cu is not generated from any solution"),
      std::string::npos)
      << run.output;
}

// A checkout with all that a kit is made of.
class KitOfACheckout : public Command {
 protected:
  KitOfACheckout() {
    for (const char* part : {"handout.md", "README.md", "CMakeLists.txt", "Makefile", "autograder",
                             "simt", "docs", "LICENSE", "LICENSES", "REUSE.toml", ".clangd",
                             ".vscode", "Containerfile", ".dockerignore"})
      fs::copy(fs::path(checkout::root) / part, scratch / part, fs::copy_options::recursive);
    fs::create_directories(scratch / "tests/hardware");
    fs::copy_file(fs::path(checkout::root) / "tests/hardware/coalescing.cu",
                  scratch / "tests/hardware/coalescing.cu");
    write_file(scratch / ".gitignore", "/build/\n*.swp\n");
    const CommandRun made = run_command(
        fmt::format("cd {} && git init -q && git add -A && "
                    "git -c user.name=t -c user.email=t@example.org commit -q -m course",
                    quoted(scratch)));
    EXPECT_EQ(made.code, 0) << made.output;
  }

  // With the baselines of lab 1 alone.
  PackedKit pack() const {
    const Context context{load_course(scratch), fs::path(checkout::build) / "lib",
                          scratch / "build/grades"};
    return pack_student_kit(context, {&context.course.find("lab1")}, scratch / "build/kit.tar.gz");
  }
  std::string packed_file(const std::string& file) const {
    return run_command(
               fmt::format("tar -xzOf {}/build/kit.tar.gz warplab/{}", quoted(scratch), file))
        .output;
  }
};

TEST_F(KitOfACheckout, SaysWhatIsInNoCommit) {
  EXPECT_EQ(pack().uncommitted, std::vector<std::string>{});
  EXPECT_EQ(packed_file("COMMIT"), std::string(version().commit) + "\n");
  write_file(scratch / "labs/lab2-openmp/hints.md", "## Hint 1\n");
  write_file(scratch / "solutions/lab5-shared-int/convolution.cu",
             read_file(scratch / "solutions/lab5-shared-int/convolution.cu") + "\n");
  write_file(scratch / "tests/note.md", "which no kit has\n");
  EXPECT_EQ(pack().uncommitted,
            (std::vector<std::string>{"labs/lab2-openmp/hints.md",
                                      "solutions/lab5-shared-int/convolution.cu"}));
  EXPECT_EQ(packed_file("COMMIT"),
            std::string(version().commit) +
                "\nnot committed: labs/lab2-openmp/hints.md"
                "\nnot committed: solutions/lab5-shared-int/convolution.cu\n");
}

TEST_F(KitOfACheckout, RefusesWhatGitDoesNotKnow) {
  for (const char* file : {"common/lab5 solved.cu", "docs/.lab5.swp"})
    write_file(scratch / file, read_file(solution));
  try {
    pack();
    ADD_FAILURE() << "is packed";
  } catch (const CourseError& error) {
    const std::string message = error.what();
    for (const char* file : {"common/lab5 solved.cu", "docs/.lab5.swp"})
      EXPECT_NE(message.find(std::string("\n  ") + file + " is unknown to git"), std::string::npos)
          << message;
  }
  fs::remove(scratch / "docs/.lab5.swp");
  run_command(fmt::format("cd {} && git add common", quoted(scratch)));
  EXPECT_EQ(pack().uncommitted, std::vector<std::string>{"common/lab5 solved.cu"});
}

// All baselines, by the command; the others of a kit look at some.
class WholeStudentKit : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    packed = run_command(fmt::format("cd {} && {} student-kit --output {}", quoted(checkout::root),
                                     binary, quoted(archive)));
  }
  static void TearDownTestSuite() { fs::remove(archive); }

  void SetUp() override { ASSERT_EQ(packed.code, 0) << packed.output; }

  static CommandRun in(const fs::path& folder, const std::string& line) {
    return run_command("cd " + quoted(folder) + " && " + line);
  }

  const fs::path folder = own_folder(fs::path(checkout::build) / "test-grades");
  static inline const fs::path archive =
      fs::path(checkout::build) / fmt::format("test-grades/whole-kit-{}.tar.gz", getpid());
  static inline CommandRun packed;
};

TEST_F(WholeStudentKit, HasABaselineOfEachStepThatIsCompared) {
  const CommandRun unpacked = in(folder, "tar -xzf " + quoted(archive));
  ASSERT_EQ(unpacked.code, 0) << unpacked.output;
  const Course course = load_course(checkout::root);
  const std::set<std::string> objects = baselines_for(course, course.select({}), Device::cpu),
                              figures = baselines_for(course, course.select({}), Device::gpu);
  EXPECT_EQ(names_in(folder / "warplab/baselines", ".o"), objects);
  EXPECT_EQ(names_in(folder / "warplab/baselines", ".json"), figures);
  EXPECT_NE(packed.output.find(fmt::format(" {} baselines\n", objects.size() + figures.size())),
            std::string::npos)
      << packed.output;
}

// By dpkg, into a system that has nothing else.
TEST_F(WholeStudentKit, IsADebianPackage) {
  const fs::path build = folder / "build", system = folder / "system";
  const CommandRun configured =
      run_command(fmt::format("cmake -S {} -B {} -G Ninja", quoted(checkout::root), quoted(build)));
  ASSERT_EQ(configured.code, 0) << configured.output;
  const CommandRun without = in(build, "cpack -G DEB");
  EXPECT_NE(without.code, 0);
  EXPECT_NE(without.output.find("is not there: make student-kit"), std::string::npos)
      << without.output;
  fs::copy_file(archive, build / "warplab-student-kit.tar.gz");
  const CommandRun made = in(build, "cpack -G DEB && mv warplab_*.deb ../warplab.deb");
  ASSERT_EQ(made.code, 0) << made.output;

  const std::string needs = in(folder, "dpkg-deb --field warplab.deb Depends").output;
  for (const char* package : {"make", "g++", "bubblewrap", "util-linux", "clang-19",
                              "libclang-rt-19-dev", "libomp-19-dev", "libc6 (>= 2"})
    EXPECT_NE((", " + needs).find(std::string(", ") + package), std::string::npos) << needs;
  EXPECT_EQ(std::ranges::count(needs, ','), 9) << needs;
  const std::string content = in(folder, "dpkg-deb --contents warplab.deb").output;
  EXPECT_NE(content.find("./usr/bin/warplab -> /opt/warplab/programs/bin/warplab\n"),
            std::string::npos);
  for (const std::string& line : split_lines(content))
    EXPECT_TRUE(line.empty() || line.find(" root/root ") != std::string::npos) << line;
  EXPECT_EQ(content.find("/solutions/"), std::string::npos);

  if (geteuid() != 0) GTEST_SKIP() << "dpkg installs for root alone";
  for (const char* part : {"info", "updates", "triggers"})
    fs::create_directories(system / "var/lib/dpkg" / part);
  for (const char* file : {"status", "available"}) write_file(system / "var/lib/dpkg" / file, "");
  const std::string dpkg = "dpkg --root=" + quoted(system) + " ";
  const CommandRun installed = in(folder, dpkg + "--force-depends --install warplab.deb");
  ASSERT_EQ(installed.code, 0) << installed.output;
  const std::string command = quoted(system / "opt/warplab/programs/bin/warplab");
  const CommandRun made_labs = in(folder, command + " new mine && cd mine && " + command + " list");
  EXPECT_EQ(made_labs.code, 0) << made_labs.output;
  EXPECT_NE(made_labs.output.find("lab14-open"), std::string::npos) << made_labs.output;
  const std::string nvcc = quoted(system / "opt/warplab/programs/cuda/bin/nvcc");
  write_file(folder / "x.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  const CommandRun ran = in(folder, "FRONTEND=clang " + nvcc + " x.cu -o x && ./x");
  EXPECT_EQ(ran.code, 0) << ran.output;
  const CommandRun removed = in(folder, dpkg + "--remove warplab");
  EXPECT_EQ(removed.code, 0) << removed.output;
  EXPECT_FALSE(fs::exists(system / "opt/warplab"));
  EXPECT_FALSE(fs::is_symlink(system / "usr/bin/warplab"));
}

// The handout's main for labs in C, with a solution in the place of the stub.
TEST_F(Command, HandoutsMainRunsALabWithoutTheGrader) {
  const std::string handout = read_file(fs::path(checkout::root) / "handout.md");
  const std::size_t section = handout.find("### Run it without the grader");
  ASSERT_NE(section, std::string::npos);
  const std::size_t begin = handout.find("```c\n", section) + 5;
  write_file(scratch / "look.c", handout.substr(begin, handout.find("```", begin) - begin));
  const fs::path stub = scratch / "labs/lab1-convolution-c/convolution.c";
  for (const char* command : {"gcc -g -I. look.c -o look", "./look"})
    EXPECT_NE(handout.find(std::string("\n$ ") + command + "\n", begin), std::string::npos);
  write_file(stub, read_file(solution));
  const CommandRun run = run_command(
      fmt::format("cd {} && gcc -g -Wall -Wextra -Werror -fsanitize=address,undefined -I. look.c "
                  "-o look && ./look",
                  quoted(scratch)));
  EXPECT_EQ(run.output, "   0.0   1.0   2.0\n  10.0  11.0  12.0\n");
  EXPECT_NE(handout.find("$ ./look\n" + run.output, begin), std::string::npos);
}

TEST_F(Command, FrontendOfGpuLabsIsChosen) {
  for (const char* chosen : {"--frontend clang grade lab8 --step 1 --solutions",
                             "grade lab8 --step 1 --solutions --frontend clang"}) {
    const CommandRun run = warplab(chosen);
    EXPECT_NE(run.output.find(" s, clang"), std::string::npos) << run.output;
  }
  const CommandRun by_environment = run_command(fmt::format(
      "cd {} && FRONTEND=clang {} grade lab8 --step 1 --solutions", quoted(scratch), binary));
  EXPECT_NE(by_environment.output.find(" s, clang"), std::string::npos) << by_environment.output;
  EXPECT_EQ(warplab("grade lab8 --frontend gcc").code, 2);
}

TEST_F(Command, SaysItsVersion) {
  const CommandRun run = warplab("--version");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.output, version_text("warplab") + "\n");
}

TEST_F(Command, StubsKeepWhatTheyReplace) {
  const fs::path stub = scratch / "labs" / "lab1-convolution-c" / "convolution.c";
  write_file(stub, "// my night's work\n");
  const CommandRun run = warplab("stubs");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(read_file(stub),
            read_file(fs::path(checkout::root) / "labs" / "lab1-convolution-c" / "convolution.c"));
  EXPECT_NE(run.output.find("is kept as"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace warplab
