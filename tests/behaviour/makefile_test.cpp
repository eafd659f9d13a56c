// The front door: what comes from outside reaches the command as it was typed, and is run by
// nobody; and no more is installed and built than what was asked for needs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>

#include "common/files.h"
#include "common/wrap.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// A checkout with nothing but the Makefile and a command that says what it is given. Nothing is
// built (`make -o build`), and nothing comes from outside but what a test gives: these tests may be
// run by make.
class FrontDoor : public testing::Test {
 protected:
  FrontDoor() {
    fs::create_directories(folder_ / "build/bin");
    fs::copy_file(fs::path(checkout::root) / "Makefile", folder_ / "Makefile");
    write_command("build/bin/warplab", "printf '<%s>' \"$@\"");
    write_command("build/bin/warplab-cpu", "printf '<%s>' \"$@\"");
  }

  CommandRun run_make(const std::string& before, const std::string& after) {
    return run_command(
        fmt::format("cd {} && env --ignore-environment PATH=\"$PATH\" {} make -s -o build {}",
                    quoted(folder_), before, after));
  }
  std::string make(const std::string& before, const std::string& after) {
    const CommandRun run = run_make(before, after);
    EXPECT_EQ(run.code, 0) << run.output;
    EXPECT_FALSE(fs::exists(folder_ / "pwned")) << before << after;
    return run.output;
  }

  void write_command(const fs::path& file, const std::string& text) {
    fs::create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, "#!/bin/sh\n" + text + "\n");
    fs::permissions(folder_ / file, fs::perms::owner_all);
  }

  const fs::path folder_ = own_folder(fs::path(checkout::build) / "test-grades") / "front door";
};

constexpr const char* hostile[] = {"$(shell touch pwned)",
                                   "$$(touch pwned)",
                                   "${shell touch pwned}",
                                   "`touch pwned`",
                                   "$(touch pwned)",
                                   "'; touch pwned; '",
                                   "\"; touch pwned; \"",
                                   "$(eval $(shell touch pwned))",
                                   "a\n\ttouch pwned",
                                   "it's Ann's",
                                   "two words",
                                   "$HOME",
                                   "-x --solutions",
                                   "#1 100% \\ back",
                                   "*"};

TEST_F(FrontDoor, PassesWordsOnAsTheyWereTyped) {
  for (const std::string name : {"SUBMISSION", "STEP", "DEVICE", "JSON"}) {
    std::string option = name;
    for (char& c : option) c = static_cast<char>(std::tolower(c));
    for (const std::string value : hostile) {
      const std::string expected = fmt::format("<grade><lab1><--{}={}>", option, value);
      EXPECT_EQ(make("", "grade-lab1 " + quoted(name + "=" + value)), expected);
      EXPECT_EQ(make(name + "=" + quoted(value), "grade-lab1"), expected);
      EXPECT_EQ(make(name + "=" + quoted(value), "-e grade-lab1"), expected);
    }
  }
}

TEST_F(FrontDoor, PassesTheOptionsOfASweepOn) {
  for (const std::string value : hostile)
    EXPECT_EQ(make("", fmt::format("sweep-lab9 {} {}", quoted("SIZE=" + value),
                                   quoted("DEVICE_MEMORY=" + value))),
              fmt::format("<sweep><lab9><--size={0}><--device-memory={0}>", value));
}

// A checkout with solutions, whose command says of `class init` that the class is there.
class FrontDoorToAClass : public FrontDoor {
 protected:
  FrontDoorToAClass() {
    fs::create_directories(folder_ / "solutions");
    fs::create_directories(folder_ / "autograder");
    fs::copy_file(fs::path(checkout::root) / "autograder/grade_class.sh",
                  folder_ / "autograder/grade_class.sh");
    write_command("build/bin/warplab", saying + "\nexit 0");
  }
  // The options of `class init` for FROM.
  std::string init_of(const std::string& from, const std::string& more = "CLASS=here") {
    const std::string said = make("", "class " + quoted("FROM=" + from) + " " + more);
    const std::string end = "<class><run>";
    EXPECT_NE(said.find(end), std::string::npos) << said;
    return said.substr(0, said.find(end));
  }
  CommandRun run_class(const std::string& words) { return run_make("", "class " + words); }

  // Says its words, all but where what was taken in is to be noted, and notes it.
  const std::string saying =
      "for word; do case $word in --json=/*) echo {} >\"${word#--json=}\";; "
      "*) printf '<%s>' \"$word\";; esac; done";
};

TEST_F(FrontDoorToAClass, GradesAClassIntoAFolderOfItsName) {
  for (const std::string value : hostile)
    EXPECT_EQ(make("", "class " + quoted("SUBMISSIONS=" + value) + " JSON=x.json"),
              fmt::format("<class><init><{0}><--submissions={1}><class><run><{0}>"
                          "<class><collect><{0}><--json=x.json>",
                          "build/class/" + value, value));
  EXPECT_EQ(make("", "class SUBMISSIONS=../a/b/ CLASS=here"),
            "<class><init><here><--submissions=../a/b/><class><run><here><class><collect><here>");
  EXPECT_EQ(make("", "class SUBMISSIONS=../a/b/").find("<class><init><build/class/b>"), 0u);
}

TEST_F(FrontDoorToAClass, TakesInWhatAPlatformHandsOut) {
  EXPECT_EQ(make("", "class FROM='../moodle.zip grades.csv' LAB=lab2"),
            "<class><init><build/class/moodle><--from=../moodle.zip><--from=grades.csv><--lab=lab2>"
            "<class><run><build/class/moodle><class><collect><build/class/moodle>");
  EXPECT_EQ(init_of(R"("lab 2 (1).zip" 'Ann"s.csv' it\'s.csv -x *)"),
            "<class><init><here><--from=lab 2 (1).zip><--from=Ann\"s.csv><--from=it's.csv>"
            "<--from=-x><--from=*>");
  // A file is itself, whatever its name has in it.
  for (const std::string value : hostile) {
    write_file(folder_ / value, "");
    EXPECT_EQ(init_of(value), fmt::format("<class><init><here><--from={}>", value));
    fs::remove(folder_ / value);
    // Where there is none, its words are files, and still nothing is run.
    run_class(quoted("FROM=" + value));
    EXPECT_FALSE(fs::exists(folder_ / "pwned")) << value;
  }
}

TEST_F(FrontDoorToAClass, SaysWhatIsMissingOrTooMuch) {
  for (const auto& [words, sentence] :
       {std::pair{"", "which submissions? make class SUBMISSIONS=folder, or FROM="},
        {"SUBMISSIONS=a FROM=b.zip", "SUBMISSIONS and FROM are two classes: give one of them"},
        {"FROM=\"Ann's.zip\"", "FROM has a quote without its other one"}}) {
    const CommandRun run = run_class(words);
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_NE(run.output.find(sentence), std::string::npos) << run.output;
    EXPECT_EQ(run.output.find("<class>"), std::string::npos) << run.output;
  }
}

TEST_F(FrontDoorToAClass, GradesEverybodyElseWhereSomethingCannotBeUsed) {
  write_command("build/bin/warplab", saying + "\n[ $2 != init ] || exit 2");
  const CommandRun some = run_class("FROM=a.zip CLASS=here");
  EXPECT_EQ(some.code, 2) << some.output;
  EXPECT_NE(some.output.find("<class><collect><here>"), std::string::npos) << some.output;
  write_command("build/bin/warplab", "printf '<%s>' \"$@\"\n[ $2 != init ] || exit 2");
  const CommandRun none = run_class("FROM=a.zip CLASS=here");
  EXPECT_EQ(none.code, 2) << none.output;
  EXPECT_EQ(none.output.find("<class><run>"), std::string::npos) << none.output;
}

TEST_F(FrontDoor, KnowsAFileToWriteByItsView) {
  EXPECT_EQ(make("", "grade-lab1 TEXT=x.txt"), "<grade><lab1>");
  fs::create_directories(folder_ / "autograder/views");
  write_file(folder_ / "autograder/views/write_text.cpp", "");
  EXPECT_EQ(make("", "grade-lab1 TEXT=x.txt JSON=x.json"),
            "<grade><lab1><--json=x.json><--text=x.txt>");
}

TEST_F(FrontDoor, TakesATargetForAName) {
  for (const std::string value : {"1;touch pwned", "$(shell touch pwned)", "`touch pwned`", "1'"})
    for (const std::string command : {"grade", "watch"})
      EXPECT_EQ(make("", quoted(command + "-lab" + value)),
                fmt::format("<{}><lab{}>", command, value));
}

TEST_F(FrontDoor, SaysWhichTargetThereIsNot) {
  for (const std::string target :
       {"quiz", "grade-lab", "a`touch pwned`", "a$(shell touch pwned)"}) {
    const CommandRun run = run_command(
        fmt::format("cd {} && LC_ALL=C make -s -o build {}", quoted(folder_), quoted(target)));
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_NE(run.output.find("make help lists what there is, such as make grade-lab1"),
              std::string::npos)
        << run.output;
    EXPECT_FALSE(fs::exists(folder_ / "pwned"));
  }
}

TEST_F(FrontDoor, SaysNothingThatWasNotSaid) {
  EXPECT_EQ(make("", "grade-lab1"), "<grade><lab1>");
  EXPECT_EQ(make("", "grade"), "<grade>");
  EXPECT_EQ(make("", "hint-lab2 STEP=3"), "<hint><lab2><--step=3>");
  EXPECT_EQ(make("", "watch-lab1"), "<watch><lab1>");
  EXPECT_EQ(make("", "watch-lab2 STEP=3"), "<watch><lab2><--step=3>");
  EXPECT_EQ(make("", "report-lab1"), "<report><lab1>");
  EXPECT_EQ(make("", "list JSON=x.json"), "<list><--json=x.json>");
  EXPECT_EQ(make("", "report"), "<report>");
  EXPECT_EQ(make("", "doctor"), "<doctor>");
  EXPECT_EQ(make("", "grade-lab1 LAB=lab2"), "<grade><lab1>");
}

TEST_F(FrontDoor, FitsInto80Columns) {
  for (const std::string& line : split_lines(make("", "help")))
    EXPECT_LE(width_of(line), 80u) << line;
}

// A student kit has no solutions.
TEST_F(FrontDoor, OffersAStudentOnlyWhatThereIs) {
  const std::string students = make("", "help");
  for (const char* target :
       {"make grade-lab1", "make watch-lab1", "make hint-lab1", "make list", "make report"})
    EXPECT_NE(students.find(target), std::string::npos) << students;
  for (const char* word : {"instructors", "developers", "make test", "grade-solutions"})
    EXPECT_EQ(students.find(word), std::string::npos) << students;
  for (const char* target : {"test", "check-course", "grade-solutions", "stubs", "student-kit"}) {
    const CommandRun run =
        run_command(fmt::format("cd {} && LC_ALL=C make -s -o build {}", quoted(folder_), target));
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_NE(run.output.find(fmt::format("there is no \"{}\" here: make help", target)),
              std::string::npos)
        << run.output;
  }
  fs::create_directory(folder_ / "solutions");
  const std::string all = make("", "help");
  EXPECT_TRUE(all.starts_with(students)) << all;
  for (const char* target : {"make test", "make check-course", "make grade-solutions"})
    EXPECT_NE(all.find(target), std::string::npos) << all;
  for (const std::string target : {"check-course", "timing-tables"}) {
    EXPECT_EQ(make("", target), fmt::format("<{}>", target));
    for (const std::string value : hostile)
      EXPECT_EQ(make("", target + " " + quoted("LAB=" + value)),
                fmt::format("<{}><{}>", target, value));
  }
}

// Clusters set BASH_ENV for their modules; POSIXLY_CORRECT makes bash another shell.
TEST_F(FrontDoor, StartsShellsThatReadNothingFirst) {
  const std::string plain = make("", "grade-lab1 JSON=x.json"), help = make("", "help");
  write_file(folder_ / "first.sh", "touch pwned\necho noise\nshopt -s nullglob\ncd /\n");
  for (const std::string given : {"BASH_ENV=\"$PWD/first.sh\"", "POSIXLY_CORRECT=1"}) {
    EXPECT_EQ(make(given, "grade-lab1 JSON=x.json"), plain) << given;
    EXPECT_EQ(make(given, "help"), help) << given;
  }
}

TEST_F(FrontDoor, TakesTheBuildFolderForAName) {
  fs::rename(folder_ / "build", folder_ / "it's built");
  EXPECT_EQ(make("", quoted("BUILD=it's built") + " list"), "<list>");
}

// A checkout whose ctest is ours.
class FrontDoorToTests : public FrontDoor {
 protected:
  FrontDoorToTests() {
    fs::create_directories(folder_ / "solutions");
    fs::create_directories(folder_ / "tests");
    for (const char* script : {"tests/alone.sh", "tests/run_tests.sh"})
      fs::copy_file(fs::path(checkout::root) / script, folder_ / script);
  }
  // What is said where ctest runs these lines of shell.
  CommandRun make_with_ctest(const std::string& lines, const std::string& goals) {
    return shell_with_ctest(lines, "make -s -o build " + goals);
  }
  CommandRun shell_with_ctest(const std::string& lines, const std::string& line) {
    write_command("bin/ctest", lines);
    return run_command(
        fmt::format("cd {0} && env --ignore-environment PATH={0}/bin:\"$PATH\" sh -c {1}",
                    quoted(folder_), quoted(line)));
  }
};

TEST_F(FrontDoorToTests, ListsTheSlowestOfManyTests) {
  const std::string said = make_with_ctest(R"(
{
  for i in $(seq 1000 4000); do
    echo "<testcase name=\"Suite.ATestWhoseNameIsAsLongAsMost/$i  # GetParam()\" time=\"$i.5\">"
    echo "</testcase>"
  done
  echo '<testcase name="unit.3" time="9000.5">'
  echo '<system-out>[       OK ] A.b/c (4000678 ms)'
  echo '[       OK ] A.d (1 ms)'
  echo '</testcase>'
} >build/in-turn.xml
)",
                                           "test")
                               .output;
  const std::string slowest =
      "slowest, in seconds:\n4000.68 A.b/c\n4000.50 Suite.ATestWhoseNameIsAsLongAsMost/4000\n";
  const std::size_t begin = said.find(slowest);
  ASSERT_NE(begin, std::string::npos) << said;
  EXPECT_EQ(std::count(said.begin() + begin, said.end(), '\n'), 21) << said;
}

TEST_F(FrontDoorToTests, RunsAPartOfThem) {
  const std::string show = "echo \"$*\"";
  EXPECT_EQ(make_with_ctest(show, "test-all").output.find("--tests-information"),
            std::string::npos);
  const std::string part = make_with_ctest(show, "test-all SHARD=3/16").output;
  const std::string asked = " --tests-information 3,,16,0";
  const std::size_t first = part.find(asked);
  ASSERT_NE(first, std::string::npos) << part;
  EXPECT_NE(part.find(asked, first + 1), std::string::npos) << part;
}

TEST_F(FrontDoorToTests, RunsThemInAnyOrder) {
  const std::string show = "echo \"order: $GTEST_SHUFFLE $*\"";
  const std::string usual = make_with_ctest(show, "test-all").output;
  EXPECT_EQ(usual.find("order: 1"), std::string::npos) << usual;
  EXPECT_EQ(usual.find("--schedule-random"), std::string::npos) << usual;
  const std::string shuffled = make_with_ctest(show, "test-all SHUFFLE=1").output;
  EXPECT_NE(shuffled.find("order: 1"), std::string::npos) << shuffled;
  EXPECT_NE(shuffled.find(" --schedule-random"), std::string::npos) << shuffled;
}

TEST_F(FrontDoorToTests, RunsNothingWhereThePartIsNone) {
  for (const std::string part :
       {"0/3", "4/3", "3", "3/", "/3", "1/3/5", "1,3", "-1/3", "1/99999"}) {
    const CommandRun run = make_with_ctest("echo ran", "test SHARD=" + quoted(part));
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_EQ(run.output.find("ran\n"), std::string::npos) << run.output;
  }
  for (const std::string value : hostile) {
    EXPECT_NE(make_with_ctest("echo ran", "test " + quoted("SHARD=" + value)).code, 0) << value;
    EXPECT_FALSE(fs::exists(folder_ / "pwned")) << value;
  }
}

// The first to run goes on until the other one has said something.
TEST_F(FrontDoorToTests, AreNotRunTwiceAtATimeInOneBuildFolder) {
  const std::string test = "make -s -o build test";
  for (const std::string other : {"test", "test-gpu"}) {
    const std::string both =
        shell_with_ctest(
            "mkdir build/alone || echo two at a time\n"
            "until grep -q -e 'waiting for' -e 'two at a time' said; do sleep 0.01; done\n"
            "rmdir build/alone",
            "{ " + test + " & make -s -o build " + other + "; wait; } >said 2>&1; cat said")
            .output;
    EXPECT_EQ(both.find("two at a time"), std::string::npos) << both;
    EXPECT_NE(both.find("waiting for the tests that run in build\n"), std::string::npos) << both;
  }
}

TEST_F(FrontDoor, SaysLastWhatFailed) {
  const fs::path results = folder_ / "results.xml";
  write_file(results, R"(<testcase name="Right" status="run">
<system-out>x.cpp:1: Failure
</system-out>
</testcase>
<testcase name="Wrong/a&lt;b" status="fail">
<system-out>first
x.cpp:7: Failure
1 &amp; 2
</system-out>
</testcase>
<testcase name="Crash" status="fail">
<system-out></system-out>
</testcase>
<testcase name="unit_tests.0" status="fail">
<system-out>x.cpp:9: Failure
1
2
3
4
5
6
7
8
[  FAILED  ] A.b (1 ms)
x.cpp:10: Failure
[  FAILED  ] A.c, where GetParam() = "/a b/c.cu" (1 ms)
[  FAILED  ] 2 tests, listed below:
</system-out>
</testcase>
<testcase name="gpu.3" status="fail">
<system-out>[ RUN      ] A.d
[       OK ] A.d (1 ms)
[ RUN      ] A.e
it hangs
</system-out>
</testcase>
)");
  const CommandRun run = run_command(
      fmt::format("{}/tests/show_failures.sh {}", quoted(checkout::root), quoted(results)));
  EXPECT_EQ(run.output,
            "\nWrong/a<b\n  x.cpp:7: Failure\n  1 & 2\n\nCrash\n"
            "\nunit_tests.0: A.b\n  x.cpp:9: Failure\n  1\n  2\n  3\n  4\n  5\n  6\n  7\n"
            "\nunit_tests.0: A.c\n  x.cpp:10: Failure\n\ngpu.3: A.e\n  it hangs\n");
}

// What is installed, what is built, and which program runs, for goals of make.
class FrontDoorNeeds : public FrontDoor {
 protected:
  FrontDoorNeeds() {
    for (const auto& [lab, device, flag] : {std::tuple{"lab1-filter", "cpu", "-O3"},
                                            {"lab2-omp", "cpu", "-fopenmp"},
                                            {"lab5-tile", "gpu", "-O3"}}) {
      fs::create_directories(folder_ / "labs" / lab);
      write_file(folder_ / "labs" / lab / "lab.json",
                 fmt::format("{{\n  \"device\": \"{}\",\n  \"compiler_flags\": [\"{}\"]\n}}",
                             device, flag));
    }
    fs::create_directory(folder_ / "solutions");
    write_command("autograder/install_packages.sh", "echo packages: \"$*\"");
    write_command("autograder/build.sh", "echo targets: \"$*\"");
    write_command("build/bin/warplab", "echo all: \"$*\"");
    write_command("build/bin/warplab-cpu", "echo cpu: \"$*\"");
  }
  std::string of(const std::string& goals, const std::string& variable = "") {
    return run_command(fmt::format("cd {} && env --ignore-environment PATH=\"$PATH\" {} make -s {}",
                                   quoted(folder_), variable, goals))
        .output;
  }
};

TEST_F(FrontDoorNeeds, TheSameWhateverShellsReadFirst) {
  write_file(folder_ / "autograder/build.sh",
             "echo targets: \"$*\"\n[ ! -o posix ] || echo posix\n");
  write_file(folder_ / "first.sh", "echo noise\n");
  const std::string plain = of("grade-lab1");
  EXPECT_NE(plain.find("\ntargets: warplab_cpu\ncpu: "), std::string::npos) << plain;
  EXPECT_EQ(of("grade-lab1", "BASH_ENV=\"$PWD/first.sh\""), plain);
  EXPECT_EQ(of("grade-lab1", "POSIXLY_CORRECT=1"), plain);
}

TEST_F(FrontDoorNeeds, OfALabForTheCpuNoSimulatorNoClangAndNoCairo) {
  for (const std::string goal :
       {"grade-lab1", "grade-lab1-filter", "watch-lab1", "list", "report", "report-lab5", "doctor",
        "hint-lab1", "hint-lab2", "hint-lab5", "leaderboard-lab5", "list grade-lab1"}) {
    const std::string said = of(goal);
    EXPECT_NE(said.find("packages: g++ cmake"), std::string::npos) << said;
    for (const char* unneeded : {"clang", "cairo", "libdw", "capstone", "zstd", "gtest"})
      EXPECT_EQ(said.find(unneeded), std::string::npos) << goal << said;
    EXPECT_NE(said.find("\ntargets: warplab_cpu\ncpu: "), std::string::npos) << goal << said;
  }
}

TEST_F(FrontDoorNeeds, OfALabWithOpenMpWhatLooksForRaces) {
  for (const std::string goal :
       {"grade-lab2", "grade-lab2-omp", "watch-lab2", "grade-lab1 grade-lab2"}) {
    const std::string said = of(goal);
    for (const char* needed : {"clang-19", "libclang-rt-19-dev", "libomp-19-dev"})
      EXPECT_NE(said.find(needed), std::string::npos) << goal << said;
    EXPECT_EQ(said.find("cairo"), std::string::npos) << goal << said;
    EXPECT_NE(said.find("\ntargets: warplab_cpu\ncpu: "), std::string::npos) << goal << said;
  }
}

TEST_F(FrontDoorNeeds, OfALabForTheGpuNoTests) {
  const bool has_nvcc = fs::exists("/usr/local/cuda/bin/nvcc") || fs::exists("/usr/bin/nvcc");
  for (const std::string goal : {"grade-lab5", "grade", "watch-lab5", "sweep-lab5",
                                 "grade-solutions", "grade-lab1 grade-lab5"}) {
    const std::string said = of(goal);
    const bool has_openmp = goal == "grade" || goal == "grade-solutions";
    EXPECT_NE(said.find("libcairo2-dev"), std::string::npos) << goal << said;
    EXPECT_EQ(said.find("gtest"), std::string::npos) << goal << said;
    EXPECT_EQ(said.find("libomp-19-dev") != std::string::npos, has_openmp) << goal << said;
    EXPECT_EQ(said.find("clang-19") == std::string::npos, has_nvcc && !has_openmp) << goal << said;
    EXPECT_NE(said.find("\ntargets: all\nall: "), std::string::npos) << goal << said;
  }
}

// Unpacked by what knows no such bits, or checked out on a file system of Windows.
TEST_F(FrontDoorNeeds, NoScriptThatMayBeExecuted) {
  for (const char* script : {"autograder/install_packages.sh", "autograder/build.sh"})
    fs::permissions(folder_ / script, fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_NE(of("grade-lab1").find("\ntargets: warplab_cpu\ncpu: "), std::string::npos);
}

// Git for Windows checks text out with a carriage return before each line's end, where it is not told otherwise.
TEST(WindowsCheckout, HasTheLinesThatShellsAndMakeTake) {
  const fs::path folder = own_folder();
  fs::create_directories(folder / "pushed/autograder");
  for (const char* file :
       {".gitattributes", "Makefile", "autograder/build.sh", "autograder/install_packages.sh"})
    fs::copy_file(fs::path(checkout::root) / file, folder / "pushed" / file);
  const CommandRun run = run_command(fmt::format(
      "cd {} && git init -q pushed && git -C pushed add . && "
      "git -C pushed -c user.name=a -c user.email=b commit -qm c && "
      "git clone -q -c core.autocrlf=true pushed windows && "
      "cd windows && bash -n autograder/build.sh && sh -n autograder/install_packages.sh",
      quoted(folder)));
  ASSERT_EQ(run.code, 0) << run.output;
  for (const char* file : {"Makefile", "autograder/build.sh", "autograder/install_packages.sh"})
    EXPECT_EQ(read_file(folder / "windows" / file).find('\r'), std::string::npos) << file;
}

TEST_F(FrontDoorNeeds, OfABuildWhateverALabNeeds) {
  const std::string said = of("build");
  for (const char* needed : {"g++", "bubblewrap", "libcairo2-dev", "libomp-19-dev"})
    EXPECT_NE(said.find(needed), std::string::npos) << said;
  EXPECT_EQ(said.find("gtest"), std::string::npos) << said;
  EXPECT_NE(said.find("\ntargets: all\n"), std::string::npos) << said;
}

TEST_F(FrontDoorNeeds, OfTestsClangAndGoogleTest) {
  const std::string said = of("test");
  for (const char* needed :
       {"clang-19", "libgtest-dev", "libexpat1-dev", "libcairo2-dev", "clangd-19"})
    EXPECT_NE(said.find(needed), std::string::npos) << said;
  EXPECT_NE(said.find("\ntargets: all tests\n"), std::string::npos) << said;
}

// autograder/build.sh, in a checkout with one program, and a compiler that warns.
class FirstBuild : public testing::Test {
 protected:
  FirstBuild() {
    fs::create_directories(folder_ / "autograder");
    for (const char* script : {"build.sh", "show_progress.sh"})
      fs::copy_file(fs::path(checkout::root) / "autograder" / script,
                    folder_ / "autograder" / script);
    write_file(folder_ / "CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\n"
               "project(one LANGUAGES CXX)\n"
               "file(GLOB SOURCES CONFIGURE_DEPENDS *.cpp)\n"
               "add_executable(one ${SOURCES})\n");
    write_file(folder_ / "one.cpp", "int main() {\n#warning mind the gap\n}\n");
  }

  CommandRun build(const fs::path& folder, const std::string& build_folder = "build",
                   const std::string& variable = "") {
    return run_command(fmt::format(
        "cd {} && env --ignore-environment PATH=\"$PATH\" {} BUILD={} autograder/build.sh one",
        quoted(folder), variable, quoted(build_folder)));
  }
  // With a compiler that somebody has put before the system's, as conda does.
  CommandRun build_with(const fs::path& compiler) {
    return build(folder_, "build", "CXX=" + quoted(compiler));
  }
  fs::path write_compiler(const std::string& text) {
    const fs::path compiler = parent_ / "conda/bin/c++";
    fs::create_directories(compiler.parent_path());
    write_file(compiler, "#!/bin/sh\n" + text + "\n");
    fs::permissions(compiler, fs::perms::owner_all);
    return compiler;
  }

  // What is said of a build without a mistake, besides the compiler's warning.
  void expect_silent_success(const CommandRun& run) {
    EXPECT_EQ(run.code, 0) << run.output;
    for (const char* word : {"ninja", "CMake", "cmake", "Re-", "-- "})
      EXPECT_EQ(run.output.find(word), std::string::npos) << run.output;
  }

  const fs::path parent_ = own_folder(fs::path(checkout::build) / "test-grades") / "first build";
  const fs::path folder_ = parent_ / "a checkout";
};

TEST_F(FirstBuild, SaysHowFarItIsAndWhatTheCompilerSays) {
  const CommandRun first = build(folder_);
  expect_silent_success(first);
  EXPECT_TRUE(first.output.starts_with("building warplab [1/")) << first.output;
  EXPECT_NE(first.output.find("mind the gap"), std::string::npos) << first.output;
  EXPECT_EQ(build(folder_).output, "") << "there is nothing to do";
  write_file(folder_ / "two.cpp", "int two;\n");
  const CommandRun with_a_new_file = build(folder_);
  expect_silent_success(with_a_new_file);
  EXPECT_TRUE(with_a_new_file.output.starts_with("building warplab ")) << with_a_new_file.output;
}

TEST_F(FirstBuild, MistakesAreShownAndFail) {
  write_file(folder_ / "one.cpp", "int main() { return nothing; }\n");
  const CommandRun run = build(folder_);
  EXPECT_NE(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("'nothing' was not declared"), std::string::npos) << run.output;
  write_file(folder_ / "CMakeLists.txt", "project(one)\nfind_package(Juggling REQUIRED)\n");
  fs::remove_all(folder_ / "build");
  const CommandRun unconfigured = build(folder_);
  EXPECT_NE(unconfigured.code, 0) << unconfigured.output;
  EXPECT_NE(unconfigured.output.find("Juggling"), std::string::npos) << unconfigured.output;
}

TEST_F(FirstBuild, AMovedOrCopiedFolderIsBuiltWithoutAWord) {
  ASSERT_EQ(build(folder_).code, 0);
  const fs::path copied = parent_ / "a copy", moved = parent_ / "moved";
  fs::copy(folder_, copied, fs::copy_options::recursive);
  fs::rename(folder_, moved);
  for (const fs::path& folder : {copied, moved}) {
    write_file(folder / "two.cpp", "const char* said = \"" + folder.filename().string() + "\";\n");
    write_file(folder / "one.cpp",
               "#include <cstdio>\nextern const char* said;\nint main() { std::puts(said); }\n");
    expect_silent_success(build(folder));
    EXPECT_EQ(run_command(quoted(folder / "build/one")).output, folder.filename().string() + "\n");
    EXPECT_EQ(build(folder).output, "");
  }
}

TEST_F(FirstBuild, ABuildFolderThatWasRenamedIsBuilt) {
  ASSERT_EQ(build(folder_).code, 0);
  fs::rename(folder_ / "build", folder_ / "built");
  expect_silent_success(build(folder_, "built"));
  EXPECT_EQ(build(folder_, "built").output, "");
}

TEST_F(FirstBuild, ForgetsWhatItCouldNotBeBuiltWith) {
  const CommandRun unusable = build_with(write_compiler("exit 1"));
  EXPECT_NE(unusable.code, 0) << unusable.output;
  EXPECT_NE(unusable.output.find("conda/bin/c++"), std::string::npos) << unusable.output;
  expect_silent_success(build(folder_));
}

TEST_F(FirstBuild, ForgetsACompilerThatIsGone) {
  const fs::path compiler = write_compiler("exec /usr/bin/c++ \"$@\"");
  expect_silent_success(build_with(compiler));
  EXPECT_EQ(build(folder_).output, "") << "what was built with it stays as long as it is there";
  fs::remove_all(parent_ / "conda");
  write_file(folder_ / "one.cpp", "int main() { return 0; }\n");
  expect_silent_success(build(folder_));
  EXPECT_EQ(run_command(quoted(folder_ / "build/one")).code, 0);
}

// Samples are compiled by nvcc where there is one, and a toolkit may be installed between two builds.
TEST_F(FirstBuild, LooksAgainForAnNvccThatHasComeOrGone) {
  write_file(
      folder_ / "CMakeLists.txt",
      read_file(folder_ / "CMakeLists.txt") +
          "find_program(NVCC nvcc NO_CMAKE_SYSTEM_PATH)\nfile(APPEND found.txt \"${NVCC}\\n\")\n");
  const fs::path nvcc = parent_ / "toolkit/nvcc";
  fs::create_directories(nvcc.parent_path());
  const auto build_with_toolkit = [&] {
    return run_command(
        fmt::format("cd {} && env --ignore-environment PATH={}:/usr/bin:/bin BUILD=build "
                    "autograder/build.sh one",
                    quoted(folder_), quoted(nvcc.parent_path())));
  };
  EXPECT_EQ(build_with_toolkit().code, 0);
  for (const bool is_there : {false, true, true, false, false}) {
    if (is_there) write_file(nvcc, "#!/bin/sh\n");
    if (is_there) fs::permissions(nvcc, fs::perms::owner_all);
    if (!is_there) fs::remove(nvcc);
    expect_silent_success(build_with_toolkit());
  }
  EXPECT_EQ(read_file(folder_ / "found.txt"),
            "NVCC-NOTFOUND\n" + nvcc.string() + "\nNVCC-NOTFOUND\n");
}

// Lines of ninja's, a second apart on a clock that each line moves on, as a file gets them and as a
// terminal does.
TEST(Progress, IsOneLineOfATerminalWithTheTimeThatIsLeft) {
  const fs::path clock = own_folder() / "clock.sh";
  write_file(clock,
             "unset EPOCHSECONDS\nEPOCHSECONDS=0\n"
             "read() { EPOCHSECONDS=$((EPOCHSECONDS + 1)); builtin read \"$@\"; }\n");
  const std::string show = std::string(checkout::root) + "/autograder/show_progress.sh";
  const std::string lines =
      "export BASH_ENV=" + quoted(clock) +
      "; (for i in 1 2 3 4 5 6; do echo \"[$i/8] Building\"; done; echo a warning; "
      "echo '[8/8] Linking') | ";
  const CommandRun file = run_command(lines + quoted(show) + " doing it");
  EXPECT_EQ(file.output, "doing it [1/8]\ndoing it [6/8], 3 s left\na warning\ndoing it [8/8]\n");
  const std::string on_terminal =
      "script -qec " + quoted(quoted(show) + " doing it") + " /dev/null";
  const CommandRun terminal = run_command(lines + "TERM=xterm " + on_terminal);
  EXPECT_NE(terminal.output.find("\rdoing it [5/8], 4 s left"), std::string::npos)
      << terminal.output;
  EXPECT_NE(terminal.output.find("\r\x1b[Ka warning"), std::string::npos) << terminal.output;
  EXPECT_TRUE(terminal.output.ends_with("\r\x1b[K")) << terminal.output;
  const CommandRun dumb = run_command(lines + "TERM=dumb " + on_terminal);
  EXPECT_EQ(dumb.output.find("\x1b"), std::string::npos) << dumb.output;
  EXPECT_NE(dumb.output.find("doing it [6/8], 3 s left"), std::string::npos) << dumb.output;
}

// Packages that are missing are installed by name, and counted.
TEST(InstallPackages, CountsWhatItInstallsAndSaysNothingWhereNothingIsMissing) {
  const fs::path folder = fs::path(checkout::build) / "test-grades" / "packages";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto write_command = [&](const char* name, const std::string& text) {
    write_file(folder / name, "#!/bin/sh\n" + text + "\n");
    fs::permissions(folder / name, fs::perms::owner_all);
  };
  write_command("id", "echo 0");
  write_command("dpkg-query", "echo 'installed:cmake not-installed:cairo '; exit 1");
  write_command(
      "apt-get",
      "echo apt-get \"$@\" >>asked\n"
      "echo Get:1 some list\n"
      "test $1 = install || exit 0\n"
      "echo '0 upgraded, 2 newly installed, 0 to remove and 1 not upgraded.'\n"
      "for what in Get:1 Get:2 'Unpacking a' 'Unpacking b' 'Setting up a' 'Setting up b'; "
      "do echo \"$what (1.0) ...\"; done\n"
      "test ! -f fail");
  const auto install = [&](const std::string& packages) {
    return run_command(
        fmt::format("cd {} && PATH=\"$PWD:$PATH\" {}/autograder/install_packages.sh {}",
                    quoted(folder), quoted(checkout::root), packages));
  };
  EXPECT_EQ(install("cmake").output, "");
  const CommandRun run = install("cmake cairo clang");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(run.output,
            "installing: cairo clang\ninstalling packages [1/2]\n"
            "installing packages [2/2]\n");
  EXPECT_EQ(read_file(folder / "asked"),
            "apt-get update\napt-get install -y --no-install-recommends cairo clang "
            "-o DPkg::Lock::Timeout=600\n");
  write_file(folder / "fail", "");
  const CommandRun failed = install("cairo");
  EXPECT_EQ(failed.code, 1) << failed.output;
  EXPECT_NE(failed.output.find("Installing failed."), std::string::npos) << failed.output;
}

TEST(InstallPackages, LooksForProgramsWhereThereIsNoDpkg) {
  const fs::path folder = own_folder(fs::path(checkout::build) / "test-grades");
  const auto write_program = [&](const char* name) {
    write_file(folder / name, "#!/bin/sh\n");
    fs::permissions(folder / name, fs::perms::owner_all);
  };
  write_program("g++");
  const auto install = [&] {
    return run_command(fmt::format(
        "PATH={} /bin/sh {}/autograder/install_packages.sh g++ bubblewrap clang-19 libomp-19-dev",
        quoted(folder), quoted(checkout::root)));
  };
  const CommandRun lacking = install();
  EXPECT_EQ(lacking.code, 1);
  EXPECT_TRUE(lacking.output.starts_with("Some programs are missing: bwrap clang-19\n"))
      << lacking.output;
  write_program("bwrap");
  write_program("clang-19");
  const CommandRun there = install();
  EXPECT_EQ(there.code, 0);
  EXPECT_EQ(there.output, "");
}

// A checkout that CMake configures, with labs of its own.
class Configuring : public testing::Test {
 protected:
  Configuring() {
    for (const char* part :
         {"CMakeLists.txt", "autograder", "common", "docs", "images", "simt", "solutions", "tests"})
      fs::create_symlink(fs::path(checkout::root) / part, folder_ / part);
    fs::copy(fs::path(checkout::root) / "labs", folder_ / "labs", fs::copy_options::recursive);
  }
  std::string configure() const {
    const CommandRun run =
        run_command(fmt::format("cmake -S {0} -B {0}/build -G Ninja", quoted(folder_)));
    EXPECT_EQ(run.code, 0) << run.output;
    return run.output;
  }

  const fs::path folder_ = own_folder(fs::path(checkout::build) / "test-grades");
  static constexpr const char* lab1 = "labs/lab1-convolution-c/lab.json";
  const fs::path lab1_ = folder_ / lab1;
  const std::string whole_ = read_file(fs::path(checkout::root) / lab1);
};

TEST_F(Configuring, AMistakeInOneLabJsonStopsNoTarget) {
  EXPECT_EQ(configure().find("lab.json"), std::string::npos);
  for (const std::string& text : {std::string("{\"device\": \"gpu\" \"steps\": []}"),
                                  std::string("[]"), whole_.substr(0, whole_.size() / 2)})
    for (const char* lab : {"labs/lab1-convolution-c/lab.json", "labs/lab5-shared-int/lab.json"}) {
      write_file(folder_ / lab, text);
      EXPECT_NE(configure().find(std::string("-- ") + lab + ": "), std::string::npos) << text;
    }
}

// Its solutions are part of the program that measures.
TEST_F(Configuring, AMistakeInLab1StopsTheBenchAlone) {
  fs::remove(folder_ / "CMakeLists.txt");
  write_file(folder_ / "CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.25)\n"
             "project(parts LANGUAGES C CXX)\n"
             "add_subdirectory(tests/bench EXCLUDE_FROM_ALL)\n");
  for (const auto& [right, wrong] :
       {std::pair{"{", "["}, {"\"convolution.c\"", "\"filter.c\""}, {"\"steps\"", "\"stages\""}}) {
    std::string text = whole_;
    text.replace(text.find(right), std::string(right).size(), wrong);
    write_file(lab1_, text);
    configure();
    const CommandRun bench =
        run_command(fmt::format("cmake --build {}/build --target bench", quoted(folder_)));
    EXPECT_NE(bench.code, 0) << bench.output;
    EXPECT_NE(bench.output.find("labs/lab1-convolution-c/lab.json: "), std::string::npos)
        << bench.output;
  }
}

// What ninja runs for the program for labs for the CPU, and what that has in it.
TEST(CpuProgram, IsBuiltWithoutASimulatorOrWhatItNeeds) {
  const CommandRun commands =
      run_command(fmt::format("ninja -C {} -t commands warplab_cpu", quoted(checkout::build)));
  EXPECT_NE(commands.output.find("-o bin/warplab-cpu"), std::string::npos) << commands.output;
  for (const char* part :
       {"simt_library", "libsimt", "handlers_", "simtcc", "cairo", "recording.dir", "device_worker",
        "gpu_simt", "_gpu.o", "unit_tests", "gtest"})
    EXPECT_EQ(commands.output.find(part), std::string::npos) << part;
  const std::string program = quoted(std::string(checkout::build) + "/bin/warplab-cpu");
  // Its own, whatever those are linked with.
  const std::string libraries = run_command("objdump -p " + program + " | grep NEEDED").output;
  EXPECT_NE(libraries.find("libseccomp"), std::string::npos) << libraries;
  for (const char* library : {"cairo", "libdw", "capstone", "zstd", "lz4"})
    EXPECT_EQ(libraries.find(library), std::string::npos) << libraries;
  const std::string symbols = run_command("nm -C " + program).output;
  EXPECT_NE(symbols.find("convolution_problem"), std::string::npos);
  for (const char* part : {"simt::exec", "simt::ptx", "heat_problem", "reduction_gpu_problem"})
    EXPECT_EQ(symbols.find(part), std::string::npos) << part;
}

// A fresh clone in which the packages of labs for the CPU were installed, and no others.
TEST(CpuProgram, IsConfiguredWithoutTheLibrariesOfOtherLabs) {
  const fs::path folder = own_folder(fs::path(checkout::build) / "test-grades");
  write_file(folder / "hide.cmake",
             "macro(find_library VARIABLE NAME)\n"
             "  if(\"${NAME}\" MATCHES \"csv|zstd|lz4|capstone\")\n"
             "    if(\"${ARGN}\" MATCHES REQUIRED)\n"
             "      message(FATAL_ERROR \"${NAME} is not here\")\n"
             "    endif()\n"
             "    set(${VARIABLE} ${VARIABLE}-NOTFOUND)\n"
             "  else()\n"
             "    _find_library(${VARIABLE} ${NAME} ${ARGN})\n"
             "  endif()\n"
             "endmacro()\n");
  const CommandRun run = run_command(
      fmt::format("cmake -S {} -B {}/build -G Ninja -DCMAKE_PROJECT_INCLUDE={}/hide.cmake",
                  quoted(checkout::root), quoted(folder), quoted(folder)));
  ASSERT_EQ(run.code, 0) << run.output;
  const std::string targets =
      run_command(fmt::format("ninja -C {}/build -t targets all", quoted(folder))).output;
  EXPECT_NE(targets.find("bin/warplab-cpu:"), std::string::npos);
  EXPECT_EQ(targets.find("bin/warplab:"), std::string::npos);
}

TEST(CpuProgram, SaysWhatIsNotForIt) {
  const std::string program = std::string(checkout::build) + "/bin/warplab-cpu";
  const CommandRun run = run_command(
      fmt::format("cd {} && {} grade lab5 --solutions", quoted(checkout::root), quoted(program)));
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("make grade-lab5"), std::string::npos) << run.output;
  const CommandRun list =
      run_command(fmt::format("cd {} && {} list", quoted(checkout::root), quoted(program)));
  EXPECT_EQ(list.code, 0) << list.output;
  EXPECT_NE(list.output.find("lab14-open"), std::string::npos) << list.output;
}

}  // namespace
}  // namespace warplab
