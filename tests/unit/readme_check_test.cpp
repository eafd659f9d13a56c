// Numbers of labs' READMEs that lab.json has changed since.
#include "autograder/course_material/readme_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::readme_check_test {
namespace {

using Mistakes = std::vector<std::string>;

const std::string steps_json = R"({
  "title": "t", "problem": "convolution", "device": "gpu", "threads": 0, "sizes": ["1x1", "321x239"],
  "compiler_flags": ["-O3", "-fopenmp"], "timed_size": "4992x3744", "profiled_size": "2496x1872",
  "steps": [
    {"number": 1, "name": "c", "file": "serial.c", "entry": "f", "teaches": "t",
     "points": {"correct": 7, "speed": 3},
     "threads": {"at_least": 1.2, "points": 2},
     "speed": {"baseline": "lab3-sse/2", "zero_at": 1.0, "full_at": 1.4}},
    {"number": 2, "name": "s", "file": "tile.cu", "entry": "f", "teaches": "t",
     "points": {"correct": 10, "checkers": 5, "speed": 5},
     "hardware": [{"counter": "load-bytes", "at_least": 4.6, "at_most": 4.8, "points": 3},
                  {"counter": "divergence", "at_most": 30, "points": 4},
                  {"counter": "read-banks", "at_most": 0, "points": 8}],
     "speed": {"baseline": "lab7-x/1", "zero_at": 1.0, "full_at": 1.3}}
  ]
})";

const std::string steps_page =
    "# Lab 7: a tile\n"
    "\n"
    "| step | file | what to do |\n"
    "|---|---|---|\n"
    "| 1 | `serial.c` | something |\n"
    "| 2 | `tile.cu` | something |\n"
    "\n"
    "Flags: `-O3 -fopenmp`, and no other.\n"
    "\n"
    "## How it is graded (47 points)\n"
    "| step | correct | checkers | threads | hardware | load-bytes | speed |\n"
    "|---|---|---|---|---|---|---|\n"
    "| 1 | 7 | | 2: at least 1.2 at work | | | 3: over lab 3, full points at 1.4 times, none at "
    "1.0 |\n"
    "| 2 | 10 | 5 | | 4: divergence at most 30 (ours 6); 8 if read-banks is 0 | 3: from 4.6 to 4.8 "
    "| "
    "5: over step 1, full at 1.3x |\n"
    "\n"
    "Counters are those of 2496x1872 pixels; *correct* is pictures from 1x1 to 321x239, then the\n"
    "photograph of 4992x3744.\n"
    "\n"
    "## How to run\n"
    "2 points are here too.\n";

const std::string list_json = R"({
  "title": "t", "problem": "convolution", "device": "gpu", "sizes": ["1x1"],
  "timed_size": "4992x3744", "profiled_size": "2496x1872",
  "steps": [
    {"number": 1, "name": "s", "file": "s.cu", "entry": "f", "teaches": "t",
     "points": {"correct": 20, "checkers": 10, "speed": 6},
     "hardware": [{"counter": "sectors", "at_most": 5, "points": 4},
                  {"counter": "conversions", "at_least": 70, "at_most": 80, "points": 2}],
     "speed": {"baseline": "lab3-sse/2", "zero_at": 1.0, "full_at": 1.2}}
  ]
})";

const std::string list_page =
    "# Lab 4: a list\n"
    "## How it is graded (42 points)\n"
    "- **20 correct** and **10 checkers**, as in lab 3.\n"
    "- **6 hardware**, counted on 2496x1872 pixels: 4 for at most 5 sectors per load request,\n"
    "  2 for 70 to 80 conversions per pixel.\n"
    "- **6 speed**: full points at 1.2 times, none at 1.0.\n";

// What is said of a page, with its first `from` replaced.
Mistakes mistakes_in(const std::string& json, const std::string& lab, std::string page,
                     const std::string& from = "", const std::string& to = "") {
  const std::size_t at = page.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  page.replace(at, from.size(), to);
  return check_readme(parse_lab(json, "labs/" + lab + "/lab.json"), {"README.md", page});
}

Mistakes of_steps(const std::string& from, const std::string& to) {
  return mistakes_in(steps_json, "lab7-x", steps_page, from, to);
}

Mistakes of_list(const std::string& from, const std::string& to) {
  return mistakes_in(list_json, "lab4-y", list_page, from, to);
}

TEST(ReadmeCheck, PagesAreRightAsTheyAre) {
  EXPECT_EQ(of_steps("", ""), Mistakes{});
  EXPECT_EQ(of_list("", ""), Mistakes{});
}

TEST(ReadmeCheck, EveryNumberOfATableCounts) {
  const auto only = [](const std::string& mistake) { return Mistakes{"README.md:" + mistake}; };
  EXPECT_EQ(of_steps("# Lab 7", "# Lab 1"), only("1: title: expected Lab 7, got Lab 1"));
  EXPECT_EQ(of_steps("tile.cu", "tile.c"), only("6: step 2, file: expected tile.cu, got tile.c"));
  EXPECT_EQ(of_steps("-O3 -f", "-O2 -f"),
            only("8: flags: expected -O3 -fopenmp, got -O2 -fopenmp"));
  EXPECT_EQ(of_steps("(47 points)", "(90 points)"), only("10: total points: expected 47, got 90"));
  EXPECT_EQ(of_steps("| 1 | 7 |", "| 1 | 8 |"),
            only("13: step 1, correct: expected 7 points, got 8 points"));
  EXPECT_EQ(of_steps("least 1.2", "least 1.5"),
            only("13: step 1, hardware and threads: expected 2 for threads at work, at least 1.2, "
                 "got 2: at least 1.5 at work"));
  EXPECT_EQ(of_steps("over lab 3", "over lab 2"),
            only("13: step 1, speed, over: expected lab 3, got lab 2"));
  EXPECT_EQ(of_steps("points at 1.4", "points at 1.6"),
            only("13: step 1, speed, full at: expected 1.4, got 1.6"));
  EXPECT_EQ(of_steps("none at 1.0", "none at 0.5"),
            only("13: step 1, speed, none at: expected 1, got 0.5"));
  EXPECT_EQ(of_steps("most 30", "most 20"),
            only("14: step 2, hardware and threads: expected 4 for divergence, at most 30, got 4: "
                 "divergence at most 20"));
  EXPECT_EQ(
      of_steps("to 4.8", "to 4.9"),
      only("14: step 2, hardware and threads: expected 3 for load-bytes, at least 4.6, at most "
           "4.8, got 3: from 4.6 to 4.9"));
  EXPECT_EQ(of_steps("over step 1", "over step 2"),
            only("14: step 2, speed, over: expected step 1, got step 2"));
  EXPECT_EQ(of_steps("1.3x", "1.1x"), only("14: step 2, speed, full at: expected 1.3, got 1.1"));
  EXPECT_EQ(of_steps("2496x1872", "1248x936"),
            only("16: counted on: expected 2496x1872, got 1248x936"));
  EXPECT_EQ(of_steps("321x239", "641x479"),
            only("16: largest case: expected 321x239, got 641x479"));
}

TEST(ReadmeCheck, NothingMayBeMissing) {
  EXPECT_EQ(
      of_steps("| 3: from 4.6 to 4.8 |", "| |"),
      Mistakes{"README.md:14: step 2, hardware and threads: expected 15 points, got 12 points"});
  EXPECT_EQ(of_steps("| 1 | 7 | | 2: at least 1.2 at work | | | 3: over lab 3, full points at 1.4 "
                     "times, none at 1.0 |\n",
                     ""),
            Mistakes{"README.md:10: step 1, points: expected 12, got nothing"});
  EXPECT_EQ(of_list("- **6 speed**: full points at 1.2 times, none at 1.0.\n", ""),
            Mistakes{"README.md:2: step 1, speed: expected 6, got nothing"});
  EXPECT_EQ(of_list("## How it is graded (42 points)\n", ""),
            (Mistakes{"README.md:1: section: expected \"## How it is graded (... points)\", got "
                      "nothing",
                      "README.md:1: step 1, points: expected 42, got nothing"}));
}

TEST(ReadmeCheck, ASizeThatIsPlannedForIsSaid) {
  std::string json = steps_json;
  json.replace(json.find("\"compiler_flags\""), 0, "\"planned_sizes\": [\"12000x70000\"], ");
  const auto with = [&](const std::string& said) {
    return mistakes_in(json, "lab7-x", steps_page, "Flags:", said + "Flags:");
  };
  EXPECT_EQ(with("Any size up to 12000x70000.\n\n"), Mistakes{});
  for (const std::string other : {"", "Up to 12000x700000.\n\n", "Up to 70000.\n\n"})
    EXPECT_EQ(with(other),
              Mistakes{"README.md:1: a size that is planned for: expected 12000x70000, "
                       "got nothing"})
        << other;
}

TEST(ReadmeCheck, EveryNumberOfAListCounts) {
  EXPECT_EQ(of_list("**20 c", "**30 c"),
            Mistakes{"README.md:3: step 1, correct: expected 20 points, got 30 points"});
  EXPECT_EQ(
      of_list("most 5 s", "most 6 s"),
      Mistakes{"README.md:4: step 1, hardware and threads: expected 4 for sectors, at most 5, "
               "got 4 for at most 6 sectors per load request"});
  EXPECT_EQ(of_list("2 for 70", "2 for 60"),
            Mistakes{"README.md:4: step 1, hardware and threads: expected 2 for conversions, at "
                     "least 70, at most 80, got 2 for 60 to 80 conversions per pixel."});
  EXPECT_EQ(of_list("1.2 times", "1.5 times"),
            Mistakes{"README.md:6: step 1, speed, full at: expected 1.2, got 1.5"});
}

TEST(ReadmeCheck, PagesOfTheCourseAreRight) {
  for (const Lab& lab : load_course(checkout::root).labs)
    EXPECT_EQ(check_readme(lab, {lab.name, read_file(lab.folder / "README.md")}), Mistakes{});
}

}  // namespace
}  // namespace warplab::readme_check_test
