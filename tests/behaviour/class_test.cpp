// A class graded by the command, as an instructor does it: what is kept, what is said, and what kills
// leave.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/pseudonyms.h"
#include "autograder/sandbox/proc_file.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const std::string binary = quoted(std::string(checkout::build) + "/bin/warplab");

class Class : public testing::Test {
 protected:
  Class() {
    copy_small_course(scratch);
    const fs::path lab1 = "lab1-convolution-c/convolution.c";
    hand_in("ada", scratch / "solutions" / lab1);
    hand_in("bob", scratch / "labs" / lab1);
    hand_in("cy", fs::path(checkout::root) / "tests/mistakes/lab1/border_skipped.c");
    EXPECT_EQ(warplab("class init class --submissions in").code, 0);
  }

  CommandRun warplab(const std::string& arguments, const std::string& command = binary) {
    return run_command(fmt::format("cd {} && {} {}", quoted(scratch), command, arguments));
  }
  void hand_in(const std::string& student, const fs::path& file) {
    fs::create_directories(scratch / "in" / student / "lab1");
    fs::copy_file(file, scratch / "in" / student / "lab1/convolution.c",
                  fs::copy_options::overwrite_existing);
  }
  // When each result was written, by its path. What a kill has left in .part is none.
  std::map<fs::path, fs::file_time_type> results() {
    std::map<fs::path, fs::file_time_type> all;
    fs::recursive_directory_iterator entry(scratch / "class");
    for (; entry != fs::end(entry); ++entry)
      if (entry->path().filename() == ".part")
        entry.disable_recursion_pending();
      else if (entry->path().filename() == "result.json")
        all[entry->path()] = entry->last_write_time();
    return all;
  }
  // A student's only result.
  fs::path result_of(const std::string& student) {
    fs::path found;
    for (const auto& [file, time] : results())
      if (file.string().find("/" + student + "/") != std::string::npos) found = file;
    return found;
  }
  nlohmann::json collected() {
    EXPECT_EQ(warplab("class collect class --json scores.json").code, 0);
    return nlohmann::json::parse(read_file(scratch / "scores.json"));
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(Class, IsGradedOnceAndScoresFollowTheSettings) {
  const CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("3 graded of 3 hand-ins"), std::string::npos) << run.output;
  const auto before = results();
  EXPECT_EQ(before.size(), 3u);
  EXPECT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results(), before) << "nothing is graded twice";
  EXPECT_FALSE(fs::exists(scratch / "build/grades")) << "nor kept anywhere else";

  auto scores = collected();
  ASSERT_EQ(scores.size(), 3u);
  const double full = scores[0]["labs"]["lab1-convolution-c"]["score"];
  EXPECT_GT(full, 0);
  EXPECT_EQ(scores[1]["labs"]["lab1-convolution-c"]["score"], 0);
  write_file(scratch / "class/class.json", R"({"submissions": "../in",
    "late": {"percent_per_day": 100}, "labs": {"lab1": {"deadline": "2020-01-01T00:00Z"}},
    "extensions": {"bob": {"lab1": "2100-01-01T00:00Z"}}})");
  scores = collected();
  EXPECT_EQ(scores[0]["labs"]["lab1-convolution-c"]["score"], 0);
  EXPECT_EQ(scores[0]["labs"]["lab1-convolution-c"]["lost"], full);
  EXPECT_EQ(results(), before);
  EXPECT_TRUE(read_file(scratch / "class/scores.csv")
                  .starts_with("id,name,email,section,lab1,total,remarks\r\n"));
}

TEST_F(Class, AdjustmentsCountWithoutGradingAndStudentsReadWhy) {
  EXPECT_EQ(warplab("class run class").code, 0);
  const auto before = results();
  const double full = collected()[0]["total"];
  const fs::path text = result_of("ada").replace_filename("result.txt");
  const std::string table = read_file(text);
  const auto adjust = [&](const std::string& list) {
    write_file(scratch / "class/class.json",
               "{\"submissions\": \"../in\",\n\"adjustments\": [\n" + list + "]}\n");
  };
  adjust(R"({"student": "ada", "lab": "lab1", "points": -1.5, "reason": "no comments"},
            {"student": "bob", "lab": "lab1", "excused": true, "reason": "ill"})");
  const CommandRun collect = warplab("class collect class");
  EXPECT_EQ(collect.code, 0) << collect.output;
  EXPECT_NE(collect.output.find("= adjusted by class.json"), std::string::npos) << collect.output;
  const auto scores = collected();
  EXPECT_EQ(scores[0]["labs"]["lab1-convolution-c"]["score"], full - 1.5);
  EXPECT_EQ(scores[0]["labs"]["lab1-convolution-c"]["graded"], full);
  EXPECT_TRUE(scores[1]["labs"]["lab1-convolution-c"]["score"].is_null());
  EXPECT_EQ(scores[1]["max_total"], 0);
  EXPECT_EQ(results(), before);
  const std::string told = read_file(text);
  EXPECT_TRUE(told.starts_with(table)) << told;
  EXPECT_NE(told.find("\n  1.5 points taken off: no comments\n"), std::string::npos) << told;

  adjust(R"({"student": "adda", "lab": "lab1", "points": 1, "reason": "r"})");
  for (const char* command :
       {"class collect class", "class run class", "class export csv-wide class"}) {
    const CommandRun run = warplab(command);
    EXPECT_EQ(run.code, 2) << command;
    EXPECT_NE(run.output.find("class.json:3: adjustments[0].student: there is no student"),
              std::string::npos)
        << run.output;
  }
  EXPECT_EQ(read_file(text), table) << "it is taken back";
  adjust(R"({"lab": "lab1", "step": 1, "void": "sped", "reason": "r"})");
  const CommandRun unknown = warplab("class collect class");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.output.find("did you mean speed?"), std::string::npos) << unknown.output;
}

TEST_F(Class, EveryTotalFollowsThePolicy) {
  EXPECT_EQ(warplab("class run class").code, 0);
  write_file(scratch / "class/class.json", R"({"submissions": "../in",
    "labs": {"lab1": {"weight": 10}}, "total": {"pass": 5, "scale": {"good": 5, "none": 0}}})");
  const CommandRun collect = warplab("class collect class");
  EXPECT_EQ(collect.code, 0) << collect.output;
  EXPECT_NE(collect.output.find("total passed  grade\n"), std::string::npos) << collect.output;
  const auto scores = collected();
  EXPECT_EQ(scores[0]["passed"], true);
  EXPECT_EQ(scores[0]["grade"], "good");
  EXPECT_EQ(scores[0]["max_total"], 10);
  EXPECT_EQ(scores[1]["passed"], false);
  EXPECT_EQ(scores[1]["grade"], "none");
  const std::string csv = read_file(scratch / "class/scores.csv");
  EXPECT_TRUE(csv.starts_with("id,name,email,section,lab1,total,passed,grade,remarks\r\n")) << csv;
  EXPECT_NE(csv.find("bob,,,,0,0,no,none,"), std::string::npos) << csv;
  const CommandRun wide = warplab("class export csv-wide class --output wide.csv");
  EXPECT_EQ(wide.code, 0) << wide.output;
  EXPECT_NE(read_file(scratch / "wide.csv").find("bob,,,,0,0,no,none\r\n"), std::string::npos);
  const std::string told = read_file(result_of("bob").replace_filename("result.txt"));
  EXPECT_NE(told.find("Your total is 0 of 10 points: lab1 0. You have not passed yet"),
            std::string::npos)
      << told;
  EXPECT_EQ(SQLite::Database(scratch / "class/class.sqlite", SQLite::OPEN_READONLY)
                .execAndGet("SELECT sum(passed) FROM totals")
                .getInt(),
            1);
}

TEST_F(Class, FeedbackIsAFolderPerStudentOrAZipForMoodle) {
  EXPECT_EQ(warplab("class feedback class --output back").code, 2) << "nothing is graded";
  EXPECT_EQ(warplab("class run class").code, 0);
  write_file(scratch / "class/class.json", R"({"submissions": "../in", "labs": {"lab1": {}},
    "adjustments": [{"student": "ada", "lab": "lab1", "points": -1, "reason": "no comments"}]})");
  const CommandRun folder = warplab("class feedback class --output back");
  EXPECT_EQ(folder.code, 0) << folder.output;
  const fs::path ada = scratch / "back/ada/lab1-convolution-c";
  EXPECT_NE(read_file(ada / "result.txt").find("1 point taken off: no comments"),
            std::string::npos);
  EXPECT_TRUE(fs::exists(ada / "page.html"));
  EXPECT_FALSE(fs::exists(ada / "result.json"));
  EXPECT_TRUE(fs::exists(scratch / "back/cy/lab1-convolution-c/step1-difference.png"));
  EXPECT_EQ(warplab("class feedback class --output back").code, 2) << "it is there already";

  write_file(scratch / "sheet.csv",
             "Identifier,Full name,Username,Grade,Maximum grade,Last modified (grade)\n"
             "Participant 17,Ada L,ada,,30,-\nParticipant 18,Bob,bob,,30,-\n");
  const CommandRun zip =
      warplab("class feedback class --lab lab1 --into sheet.csv --output back.zip");
  EXPECT_EQ(zip.code, 2) << zip.output;
  EXPECT_NE(zip.output.find("cy lab1-convolution-c: left out, as no row is this student's"),
            std::string::npos)
      << zip.output;
  const CommandRun listed = run_command(
      fmt::format("cd {} && cmake -E tar tf back.zip | grep -v '/$' | sort", quoted(scratch)));
  EXPECT_NE(listed.output.find("ada_17_assignfeedback_file_/page.html\n"
                               "ada_17_assignfeedback_file_/result.txt\n"
                               "ada_17_assignfeedback_file_/step1-result.png\n"
                               "bob_18_assignfeedback_file_/page.html\n"),
            std::string::npos)
      << listed.output;
}

TEST_F(Class, ItsDatabaseIsMadeAnewWheneverScoresAreCollected) {
  const fs::path file = scratch / "class/class.sqlite";
  const auto asked = [&](const std::string& question) {
    return SQLite::Database(file, SQLite::OPEN_READONLY).execAndGet(question).getInt();
  };
  collected();
  EXPECT_EQ(asked("SELECT sum(waiting) FROM hand_ins"), 3);
  EXPECT_EQ(asked("SELECT count(*) FROM steps"), 0);
  EXPECT_EQ(warplab("class run class").code, 0);
  collected();
  EXPECT_EQ(asked("SELECT sum(waiting) FROM hand_ins"), 0);
  EXPECT_EQ(asked("SELECT count(*) FROM gates WHERE gate = 'correct' AND state = 'passed'"), 1);
  write_file(file, "this is none");
  collected();
  EXPECT_EQ(asked("SELECT count(*) FROM students"), 3);

  fs::remove(file);
  fs::create_directory(file);
  const CommandRun refused = warplab("class collect class");
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.output.find("cannot write class/class.sqlite: it is not a plain file"),
            std::string::npos)
      << refused.output;
}

TEST_F(Class, WhatItGotWrongIsCountedByGateAndMistake) {
  write_file(scratch / "labs/lab1-convolution-c/chapter.md", "# Lab 1: a filter\n");
  EXPECT_NE(warplab("class collect class --items").output.find("nothing is graded yet"),
            std::string::npos);
  EXPECT_NE(read_file(scratch / "class/items.html").find("Nothing is graded yet"),
            std::string::npos);
  EXPECT_EQ(warplab("class run class").code, 0);
  setenv("TERM_PROGRAM", "vscode", 1);  // an editor that links open
  const CommandRun items = warplab("class collect class --items --json items.json");
  unsetenv("TERM_PROGRAM");
  EXPECT_EQ(items.code, 0) << items.output;
  EXPECT_NE(items.output.find("lab1-convolution-c  "), std::string::npos) << items.output;
  EXPECT_TRUE(items.output.ends_with("page: class/items.html\n")) << items.output;
  const std::string page = read_file(scratch / "class/items.html");
  EXPECT_NE(page.find("1 of 3</td>"), std::string::npos) << "ada alone is right";
  EXPECT_NE(page.find("/labs/lab1-convolution-c/chapter.md:1\">"
                      "labs/lab1-convolution-c/chapter.md:1</a> Lab 1: a filter"),
            std::string::npos)
      << page;
  const auto groups = nlohmann::json::parse(read_file(scratch / "items.json"));
  ASSERT_EQ(groups.size(), 1u) << "nobody is in a section";
  EXPECT_EQ(groups[0]["class"], "class");
  EXPECT_EQ(groups[0]["total"]["students"], 3);
  const auto& labs = groups[0]["labs"];
  ASSERT_EQ(labs.size(), 1u);
  EXPECT_EQ(labs[0]["attempts"]["mean"], 1);
  EXPECT_EQ(labs[0]["students"], 3);
  const auto& step = labs[0]["steps"].at(0);
  for (const auto& gate : step["gates"])
    if (gate["gate"] == "correct") {
      EXPECT_EQ(gate["passed"], 1) << "ada's, which is the solution";
      EXPECT_EQ(gate["failed"], 2);
    }
  ASSERT_EQ(step["mistakes"].size(), 2u) << "bob's and cy's";
  for (const auto& mistake : step["mistakes"]) {
    EXPECT_EQ(mistake["students"], 1);
    EXPECT_EQ(mistake["place"]["line"], 1);
  }
  EXPECT_EQ(step["speeds"].at(0)["students"], 1) << "what is wrong is not timed";
}

// Ada's file with other names, another layout and more parentheses, and one that nobody has copied. Bob's is the stub:
// nothing of it is his own.
TEST_F(Class, HandInsThatAreAlikeAreListedHoweverTheyAreDisguised) {
  std::string renamed = read_file(scratch / "in/ada/lab1/convolution.c");
  const std::pair<const char*, const char*> others[] = {
      {R"(\bpixel\b)", "p"},
      {R"(\bsum\b)", "accu"},
      {R"(\bx\b)", "column"},
      {"\n +", "\n\t"},
      {R"( (=|<|\+|\*) (\d+|[a-z]+)\b(?!\())", " $1 (($2))"}};
  for (const auto& [from, to] : others) renamed = std::regex_replace(renamed, std::regex(from), to);
  const std::string copier = "-o $(touch pwned)";
  hand_in(copier, scratch / "in/ada/lab1/convolution.c");
  write_file(scratch / "in" / copier / "lab1/convolution.c", renamed);
  hand_in("eve", scratch / "in/ada/lab1/convolution.c");
  write_file(scratch / "in/eve/lab1/convolution.c", R"(#include "common/convolution.h"
static float limit(float v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
static float at(const float* image, int width, int row, int column, int channel) {
  return image[(row * width + column) * CHANNELS + channel];
}
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  int i = imgHeight * imgWidth * CHANNELS;
  while (i-- > 0) {
    int channel = i % CHANNELS, column = i / CHANNELS % imgWidth, row = i / CHANNELS / imgWidth;
    float total = 0;
    int k = 0;
    do {
      total += at(imgFloatSrc, imgWidthF, row + k / FILTER_SIZE, column + k % FILTER_SIZE, channel) *
               filter[k];
    } while (++k < FILTER_SIZE * FILTER_SIZE);
    imgFloatDst[i] = limit(total);
  }
}
)");
  write_file(scratch / "in/bob/lab1/convolution.c",
             read_file(scratch / "in/bob/lab1/convolution.c") + std::string(40 << 10, '\n'));
  const CommandRun similar = warplab("class collect class --similar --json similar.json");
  EXPECT_EQ(similar.code, 0) << similar.output;
  EXPECT_NE(similar.output.find("not a verdict"), std::string::npos) << similar.output;
  EXPECT_NE(similar.output.find("not compared: bob lab1/1 "), std::string::npos) << similar.output;
  EXPECT_FALSE(fs::exists(scratch / "pwned"));
  const auto found = nlohmann::json::parse(read_file(scratch / "similar.json"));
  EXPECT_EQ(found["compared"], 6) << "four hand-ins that have something of their own";
  ASSERT_FALSE(found["pairs"].empty()) << similar.output;
  EXPECT_EQ(found["pairs"][0]["students"], nlohmann::json({copier, "ada"})) << similar.output;
  EXPECT_GE(found["pairs"][0]["share"], 95);
  for (const auto& pair : found["pairs"])
    EXPECT_NE(pair["students"][1], "eve") << similar.output << "hers is her own";
  EXPECT_EQ(warplab("class collect class --similar --items").code, 2);

  fs::create_directories(scratch / "public");
  write_file(scratch / "public/blur.cc", read_file(scratch / "in/eve/lab1/convolution.c"));
  const CommandRun with =
      warplab("class collect class --similar --with public --json similar.json");
  EXPECT_EQ(with.code, 0) << with.output;
  EXPECT_NE(with.output.find("public/blur.cc"), std::string::npos) << with.output;
  const auto pairs = nlohmann::json::parse(read_file(scratch / "similar.json"))["pairs"];
  EXPECT_TRUE(std::ranges::any_of(pairs, [](const auto& pair) {
    return pair["students"] == nlohmann::json({"eve"}) && pair["with"] == "public/blur.cc" &&
           pair["share"] == 100;
  })) << with.output;
  EXPECT_EQ(warplab("class collect class --with public").code, 2)
      << "neither with --similar nor with --items";
  EXPECT_EQ(warplab("class collect class --similar --with nowhere").code, 2);
}

TEST_F(Class, GradersSeePseudonyms) {
  EXPECT_EQ(warplab("class run class").code, 0);
  const CommandRun table = warplab("class collect class --pseudonyms --json scores.json");
  EXPECT_EQ(table.code, 0) << table.output;
  EXPECT_FALSE(has_word(table.output, "ada")) << table.output;
  EXPECT_FALSE(fs::exists(scratch / "class/scores.csv"));
  const std::string who = read_file(scratch / "class/pseudonyms.csv");
  const std::size_t end = who.find(",ada\r\n");
  ASSERT_NE(end, std::string::npos) << who;
  const std::string name = who.substr(who.rfind('\n', end) + 1, 6);
  EXPECT_NE(table.output.find("\n" + name), std::string::npos) << table.output;

  const CommandRun pages = warplab("class feedback class --output pages --pseudonyms");
  EXPECT_EQ(pages.code, 0) << pages.output;
  const fs::path page = scratch / "pages" / name / "lab1-convolution-c/page.html";
  ASSERT_TRUE(fs::exists(page)) << pages.output;
  EXPECT_FALSE(has_word(read_file(page), "ada"));
  EXPECT_NE(read_file(page).find(name), std::string::npos) << "in the path";
  EXPECT_FALSE(has_word(read_file(page.parent_path() / "result.txt"), "ada"));

  const CommandRun csv = warplab("class export csv-wide class --pseudonyms");
  EXPECT_EQ(csv.code, 0) << csv.output;
  EXPECT_NE(csv.output.find(name), std::string::npos) << csv.output;
  EXPECT_FALSE(has_word(csv.output, "ada")) << csv.output;
  EXPECT_EQ(warplab("class export moodle class --pseudonyms").code, 2) << "which needs ids";
  EXPECT_EQ(read_file(scratch / "class/pseudonyms.csv"), who);
}

TEST_F(Class, WhatCannotBeUsedIsSaidAndTheOthersAreGraded) {
  fs::create_directories(scratch / "in/dan");
  write_file(scratch / "in/eve.zip", "PK");
  const CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(
      run.output.find("in/dan has no lab's folder in it, such as lab1-convolution-c: it is empty"),
      std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find("in/eve.zip is not a folder: unpack it"), std::string::npos)
      << run.output;
  EXPECT_EQ(results().size(), 3u);
  const CommandRun status = warplab("class status class --json status.json");
  EXPECT_EQ(status.code, 0);
  EXPECT_NE(status.output.find("remarks\n  in/"), std::string::npos) << status.output;
  const auto json = nlohmann::json::parse(read_file(scratch / "status.json"));
  EXPECT_EQ(json["graded"], 3);
  EXPECT_EQ(json["slowest"].size(), 3u);
  EXPECT_EQ(json["slowest"][0]["tries"], 1);
  EXPECT_TRUE(json["waiting"].empty());
  EXPECT_TRUE(json["ends"].is_null()) << "nobody grades";
  EXPECT_EQ(json["remarks"].size(), 2u);
}

// All that was seen to go wrong with a folder of submissions, at once: a sentence with its place for
// each, and whoever is not meant is graded.
TEST_F(Class, BadInputIsSaidWithItsPlaceAndTheOthersAreGraded) {
  const fs::path in = scratch / "in", lab = scratch / "labs/lab1-convolution-c/convolution.c";
  for (const char* student : {"dan", "gus", "hal", "ida"}) hand_in(student, lab);
  fs::permissions(in / "hal/lab1/convolution.c", fs::perms::none);
  fs::rename(in / "ida", scratch / "ida");
  fs::create_directory_symlink(scratch / "ida", in / "ida");
  fs::create_directories(in / "jon/lab99");
  write_file(in / "jon/lab99/convolution.c", "int x;\n");
  fs::create_directories(in / "kim");
  fs::create_directories(in / "na\nme");
  write_file(in / "students.csv",
             "id,name,path\nada,Ada,\nbob,Bob,\ncy,Cy,\ndan,Dan,\ndan,Daniel,\n"
             "\"eve\nn\",Even,\nfay,Ren\xe9,\ngus,Gus,../in/gus\nhal,Hal,\nida,Ida,\njon,Jon,\n"
             "kim,Kim,\nleo,Leo,\n");
  const CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 2) << run.output;
  const std::vector<std::string> sentences = {
      "in/students.csv:6: the id \"dan\" is also on line 5",
      "in/students.csv:7: \"eve n\" has a line feed or another control character in it",
      "in/students.csv:9: \"Ren\xef\xbf\xbd\" is not UTF-8: save the file as UTF-8",
      "in/students.csv:10: path ../in/gus leads out of the folder of submissions",
      "in/ida is a symbolic link: put the folder itself in its place",
      "in/jon/lab99: there is no lab \"lab99\"",
      "in/kim has no lab's folder in it",
      "leo has handed in nothing: there is no ",
      "in/na me matches no student in ",
  };
  for (const std::string& sentence : sentences)
    EXPECT_NE(run.output.find(sentence), std::string::npos) << sentence << "\n" << run.output;
  EXPECT_EQ(run.output.find("in/dan matches no student"), std::string::npos) << run.output;
  const bool is_root = geteuid() == 0;  // who reads everything, unless it gives up the right to
  const CommandRun told =
      is_root ? warplab("class status class",
                        "setpriv --bounding-set -dac_override,-dac_read_search " + binary)
              : run;
  EXPECT_NE(told.output.find("in/hal/lab1/convolution.c: Permission denied"), std::string::npos)
      << told.output;
  std::set<std::string> graded;
  for (const auto& [file, time] : results())
    graded.insert(file.lexically_relative(scratch / "class").begin()->string());
  std::set<std::string> expected = {"ada", "bob", "cy"};
  if (is_root) expected.insert("hal");
  EXPECT_EQ(graded, expected);
  EXPECT_EQ(collected().size(), 8u) << "and hal, ida, jon, kim, leo, who have no score";
}

// As a Mac packs a folder, and an instructor unpacks it.
TEST_F(Class, WhatAMacAddsToAZipIsNobody) {
  for (const char* file :
       {"__MACOSX/._ada", "__MACOSX/ada/lab1/._convolution.c", "ada/lab1/._convolution.c",
        ".DS_Store", "ada/.DS_Store", ".git/HEAD", "ada/.vscode/settings.json"}) {
    fs::create_directories((scratch / "in" / file).parent_path());
    write_file(scratch / "in" / file, "x");
  }
  const CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(collected().size(), 3u);
}

// Nothing is kept of what the disk had no room for, and the next run grades it.
TEST_F(Class, AFullDiskIsToldAndCostsNobodyTheirScore) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to mount a small file system";
  fs::create_directories(scratch / "small");
  constexpr int cannot_mount = 77;
  // In a namespace of its own, whose end is the file system's too.
  const CommandRun run = run_command(fmt::format(
      "cd {} && unshare --mount sh -c {}", quoted(scratch),
      quoted(fmt::format("mount -t tmpfs -o size=16m tmpfs small || exit {0}\n"
                         "{1} class init small --submissions in\n"
                         "head -c 20000000 /dev/zero >small/ballast 2>/dev/null\n"
                         "{1} class run small; echo \"full: code $?\"\n"
                         "find small -name result.json -o -name '*.part' | sed 's/^/left: /'\n"
                         "rm small/ballast\n"
                         "{1} class run small; echo \"empty: code $?\"\n"
                         "find small -name '.*' | sed 's/^/left: /'\n"
                         "cp -r small/ada small/bob small/cy class",
                         cannot_mount, binary))));
  if (run.code == cannot_mount) GTEST_SKIP() << "cannot mount here";
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("full: code 3\n"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("is tried again: the disk of "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("is full: free some space there"), std::string::npos) << run.output;
  // Who ends it is whose last try comes first.
  EXPECT_NE(run.output.find("warplab: cannot write small/"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("empty: code 0\n"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("left: "), std::string::npos) << run.output;
  EXPECT_EQ(results().size(), 3u) << run.output;
}

TEST_F(Class, AFolderThatTheRosterLeavesOutIsAFailure) {
  write_file(scratch / "in/students.csv", "id\nada\ncy\n");
  const CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("in/bob matches no student in "), std::string::npos) << run.output;
  EXPECT_EQ(results().size(), 2u);
}

TEST_F(Class, AnAppealIsAboutTheFilesThatWereHandedIn) {
  ASSERT_EQ(warplab("class run class").code, 0);
  const std::string cys = quoted(result_of("cy"));
  CommandRun run = warplab(fmt::format("replay {} --submission in/cy/lab1", cys));
  EXPECT_EQ(run.code, 0) << run.output;
  for (const char* other : {"in/bob/lab1", "in/cy"}) {
    run = warplab(fmt::format("replay {} --submission {}", cys, other));
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_NE(run.output.find("the hash of the lab's files"), std::string::npos) << run.output;
  }
}

// In one line: the newest result of what is handed in, and the same words and exit codes as `warplab replay`.
TEST_F(Class, AnAppealNeedsTheStudentAndTheLab) {
  hand_in("o'hara", fs::path(checkout::root) / "tests/mistakes/lab1/border_skipped.c");
  ASSERT_EQ(warplab("class run class").code, 0);
  const fs::path cys = result_of("cy");
  CommandRun run = warplab("class replay class cy lab1 --json replay.json");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(run.output,
            warplab(fmt::format("replay {} --submission in/cy/lab1", quoted(cys))).output);
  EXPECT_TRUE(run.output.starts_with("equal: ")) << run.output;
  EXPECT_EQ(nlohmann::json::parse(read_file(scratch / "replay.json"))["equal"], true);
  EXPECT_EQ(warplab("class replay class \"o'hara\" lab1-convolution-c").code, 0);

  auto result = nlohmann::json::parse(read_file(cys));
  result["labs"][0]["steps"][0]["verdict"] = "OK";
  write_file(cys, result.dump());
  run = warplab("class replay class cy 1 --json replay.json");
  EXPECT_EQ(run.code, 1) << run.output;
  EXPECT_NE(run.output.find("step 1   verdict      before  OK"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("now     WRONG"), std::string::npos) << run.output;
  EXPECT_EQ(nlohmann::json::parse(read_file(scratch / "replay.json"))["equal"], false);
}

TEST_F(Class, AnAppealIsAboutTheNewestResultOfWhatIsHandedIn) {
  ASSERT_EQ(warplab("class run class").code, 0);
  const fs::path first = result_of("cy");
  const auto keep_again = [&](const char* key, const char* graded,
                              const std::function<void(nlohmann::json&)>& change) {
    auto result = nlohmann::json::parse(read_file(first));
    result["class"]["graded"] = graded;
    change(result);
    const fs::path folder = first.parent_path().parent_path() / key;
    fs::create_directories(folder);
    write_file(folder / "result.json", result.dump());
  };
  const auto expect_replayed = [&](const char* verdict) {
    const CommandRun run = warplab("class replay class cy lab1");
    EXPECT_EQ(run.code, std::string(verdict) == "WRONG" ? 0 : 1) << run.output;
    if (run.code == 1) {
      EXPECT_NE(run.output.find(std::string("before  ") + verdict), std::string::npos)
          << run.output;
    }
  };
  // Keys are in no order: neither the first nor the last of them is the newest.
  keep_again("0", "2100-01-02T00:00:00Z",
             [](auto& result) { result["labs"][0]["steps"][0]["verdict"] = "OK"; });
  keep_again("z", "2020-01-01T00:00:00Z",
             [](auto& result) { result["labs"][0]["steps"][0]["verdict"] = "NO_RESULT"; });
  expect_replayed("OK");
  keep_again("00", "2100-01-04T00:00:00Z", [](auto& result) { result["class"]["files"] = "x"; });
  keep_again("01", "2100-01-03T00:00:00Z",
             [](auto& result) { result["sandbox"] = "none, not gradable"; });
  expect_replayed("OK");
}

// A limit is changed and changed back: marks are those of the present one, at once.
TEST_F(Class, AChangeOfLabJsonThatIsUndoneLeavesNoMarks) {
  const fs::path file = scratch / "labs/lab1-convolution-c/lab.json";
  const std::string first = read_file(file);
  const auto ada = [&] { return collected()[0]["labs"]["lab1-convolution-c"]; };
  ASSERT_EQ(warplab("class run class").code, 0);
  const auto before = ada();
  EXPECT_EQ(before["outdated"], false);

  auto changed = nlohmann::ordered_json::parse(first);
  changed["steps"][0]["points"]["correct"] = 1;
  write_file(file, changed.dump());
  EXPECT_EQ(ada()["outdated"], true);
  EXPECT_EQ(ada()["waiting"], true);
  CommandRun run = warplab("class replay class ada lab1");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("lab1-convolution-c's lab.json says: expected "), std::string::npos)
      << run.output;
  ASSERT_EQ(warplab("class run class").code, 0);
  EXPECT_LT(ada()["score"], before["score"]);
  EXPECT_EQ(ada()["outdated"], false);

  write_file(file, first);
  EXPECT_EQ(ada(), before);
  const auto graded = results();
  ASSERT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results(), graded);
  run = warplab("class replay class ada lab1");
  EXPECT_EQ(run.code, 0) << run.output;
  for (const auto& [result, time] : graded)
    if (result.string().find("/ada/") != std::string::npos &&
        before["key"] != result.parent_path().filename().string())
      run = warplab(fmt::format("replay {} --submission in/ada/lab1", quoted(result)));
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("lab.json says: expected "), std::string::npos) << run.output;
}

TEST_F(Class, AnExtensionForNobodyAndALateHandInAreSaid) {
  write_file(scratch / "class/class.json", R"({"submissions": "../in",
    "late": {"percent_per_day": 20, "days": 100000},
    "labs": {"lab1": {"deadline": "2020-01-01T00:00Z"}},
    "extensions": {"adda": {"lab1": "2100-01-01T00:00Z"}, "bob": {"lab5": "2100-01-01T00:00Z"},
                   "cy": {"lab1": "2100-01-01T00:00Z"}}})");
  CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 2) << run.output;
  const CommandRun collected = warplab("class collect class --json scores.json");
  EXPECT_EQ(collected.code, 0) << collected.output;
  for (const std::string& output : {run.output, collected.output}) {
    EXPECT_NE(output.find("an extension for adda, who is not in the class; did you mean ada?"),
              std::string::npos)
        << output;
    EXPECT_NE(output.find("an extension for bob and lab5-shared-int, which does not count"),
              std::string::npos)
        << output;
  }
  EXPECT_NE(collected.output.find(" 0! "), std::string::npos) << collected.output;
  EXPECT_NE(collected.output.find("\n! handed in late: "), std::string::npos) << collected.output;
  const std::string csv = read_file(scratch / "class/scores.csv");
  EXPECT_NE(csv.find(" h late, "), std::string::npos) << csv;
  const auto scores = nlohmann::json::parse(read_file(scratch / "scores.json"));
  EXPECT_GT(scores[0]["labs"]["lab1-convolution-c"]["late_s"], 0);

  write_file(scratch / "class/class.json", R"({"submissions": "../in",
    "labs": {"lab1": {"deadline": "2100-01-01T00:00Z"}},
    "extensions": {"cy": {"lab1": "2100-02-01T00:00Z"}}})");
  run = warplab("class run class");
  EXPECT_EQ(run.code, 0) << run.output;
  run = warplab("class collect class");
  for (const char* word : {"extension", "late"})
    EXPECT_EQ(run.output.find(word), std::string::npos) << run.output;
}

// What a change of lab.json would do is known before it counts, and what was shown is what counts then.
TEST_F(Class, ADryRunSaysWhoWouldGainAndLose) {
  const fs::path file = scratch / "labs/lab1-convolution-c/lab.json";
  ASSERT_EQ(warplab("class run class").code, 0);
  const auto before = collected();
  auto changed = nlohmann::ordered_json::parse(read_file(file));
  changed["steps"][0]["points"]["correct"] = 1;
  write_file(file, changed.dump());
  const std::size_t kept = results().size();
  CommandRun run = warplab("class run class --student ada --student bob --dry-run --json dry.json");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("0 would gain, 1 would lose, 0 would have a first score, 1 stay\n"
                            "none of this counts yet"),
            std::string::npos)
      << run.output;
  const auto dry = nlohmann::json::parse(read_file(scratch / "dry.json"));
  ASSERT_EQ(dry["changes"].size(), 1u);
  EXPECT_EQ(dry["changes"][0]["student"], "ada");
  EXPECT_EQ(dry["changes"][0]["before"], before[0]["labs"]["lab1-convolution-c"]["score"]);
  for (std::size_t student = 0; student < 3; ++student)
    EXPECT_EQ(collected()[student]["labs"]["lab1-convolution-c"]["score"],
              before[student]["labs"]["lab1-convolution-c"]["score"]);

  ASSERT_EQ(warplab("class run class").code, 0);
  const auto after = collected();
  EXPECT_EQ(after[0]["labs"]["lab1-convolution-c"]["score"], dry["changes"][0]["after"]);
  EXPECT_EQ(after[0]["labs"]["lab1-convolution-c"]["outdated"], false);
  const auto in_dry_run = [](const auto& each) {
    return each.first.string().find("/.dry-run/") != std::string::npos;
  };
  const auto all = results();
  EXPECT_EQ(std::ranges::count_if(all, in_dry_run), 0) << "it was taken over";
  EXPECT_EQ(all.size(), kept + 3);
}

TEST_F(Class, IsGradedAgainWhereThatIsAskedFor) {
  ASSERT_EQ(warplab("class run class").code, 0);
  const fs::path first = result_of("cy");
  CommandRun run = warplab("class run class --again --student cy --lab lab1");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("1 graded of 1 hand-in\n"), std::string::npos) << run.output;
  EXPECT_EQ(results().size(), 4u);
  const auto cy = collected()[2]["labs"]["lab1-convolution-c"];
  EXPECT_EQ(cy["key"], first.parent_path().filename().string() + "-2") << "the newest counts";
  EXPECT_EQ(cy["waiting"], false);
  EXPECT_EQ(warplab("class replay class cy lab1").code, 0);
  EXPECT_EQ(nlohmann::json::parse(
                read_file(first.parent_path().parent_path() / cy["key"].get<std::string>() /
                          "result.json"))["class"]["key"],
            cy["key"]);
  EXPECT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results().size(), 4u) << "once";
  run = warplab("class run class --again --student sy");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("no student \"sy\" among the 3 of the class"), std::string::npos)
      << run.output;
  EXPECT_EQ(warplab("class run class --again --slurm").code, 2);
}

// Speeds are compared with it, whether it is in a commit or not.
TEST_F(Class, AnEditedSolutionGradesAgain) {
  const fs::path file = scratch / "solutions/lab1-convolution-c/convolution.c";
  const std::string first = read_file(file);
  ASSERT_EQ(warplab("class run class").code, 0);
  write_file(file, first + "// faster\n");
  EXPECT_EQ(collected()[0]["labs"]["lab1-convolution-c"]["outdated"], true);
  const CommandRun run = warplab("class replay class cy lab1");
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find("the hash of what it was graded by: expected "), std::string::npos)
      << run.output;
  ASSERT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results().size(), 6u);
  write_file(file, first);
  ASSERT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results().size(), 6u) << "what is taken back is graded";
}

TEST_F(Class, AnAppealThatCannotBeDecidedSaysWhy) {
  const auto expect_refused = [&](const std::string& arguments, const std::string& words) {
    const CommandRun run = warplab("class replay " + arguments);
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_NE(run.output.find(words), std::string::npos) << words << "\n" << run.output;
  };
  for (const char* command : {"replay --help", "class replay --help"})
    EXPECT_NE(warplab(command).output.find("Exit codes: 0 equal, 1 something differs, 2 "),
              std::string::npos);
  EXPECT_NE(warplab("class run --help").output.find("Exit codes: 0 done, 2 "), std::string::npos);
  expect_refused("class cy lab1",
                 "cy's lab1-convolution-c is not graded yet; this grades it: warplab class run "
                 "class --lab lab1");
  ASSERT_EQ(warplab("class run class").code, 0);
  const std::string key = result_of("cy").parent_path().filename();
  expect_refused("in cy lab1", "there is no in/class.json: make it with `warplab class init in");
  expect_refused("class adda lab1",
                 "there is no student \"adda\" among the 3 of class; did you mean ada?\n");
  expect_refused("class cy lab99", "there is no lab \"lab99\"");
  expect_refused("class cy lab5",
                 "cy has handed in nothing for lab5-shared-int, only lab1-convolution-c\n");
  hand_in("cy", scratch / "solutions/lab1-convolution-c/convolution.c");
  expect_refused("class cy lab1",
                 "cy's files for lab1-convolution-c have changed since they were graded with the "
                 "key " +
                     key +
                     "; put those back into in/cy/lab1, or grade what is there now: "
                     "warplab class run class --lab lab1");
  fs::remove_all(scratch / "in/cy/lab1");
  expect_refused("class cy lab1",
                 "cy's files for lab1-convolution-c are not there any more: put "
                 "back those graded with the key " +
                     key + "; this says what cannot be used: warplab class status class");
  write_file(scratch / "class/class.json", R"({"submissions": "../in", "labs": {"lab5": {}}})");
  expect_refused("class ada lab1",
                 "lab1-convolution-c does not count: \"labs\" in class/class.json has only "
                 "lab5-shared-int");
}

TEST_F(Class, ShardsShareTheStudents) {
  EXPECT_EQ(warplab("class run class --shard 0/2").code, 0);
  EXPECT_EQ(results().size(), 2u);
  EXPECT_NE(warplab("class status class").output.find("  lab1-convolution-c, one at a time"),
            std::string::npos)
      << "the other half waits";
  EXPECT_EQ(warplab("class run class --shard 1/2").code, 0);
  EXPECT_EQ(results().size(), 3u);
  for (const char* bad : {"2/2", "1", "-1/2", "0/0", "0/2x"})
    EXPECT_EQ(warplab(std::string("class run class --shard=") + bad).code, 2) << bad;
}

TEST_F(Class, OfOtherSubmissionsIsAnother) {
  fs::create_directories(scratch / "other");
  EXPECT_EQ(warplab("class init class --submissions in").code, 0);
  EXPECT_EQ(warplab("class init class --submissions other").code, 2);
  EXPECT_EQ(warplab("class run nowhere").code, 2);
}

TEST_F(Class, IsExported) {
  EXPECT_EQ(warplab("class run class").code, 0);
  const CommandRun wide = warplab("class export csv-wide class");
  EXPECT_EQ(wide.code, 0);
  EXPECT_TRUE(
      wide.output.starts_with("student,name,email,section,lab1-convolution-c,total\r\nada,"))
      << wide.output;
  EXPECT_EQ(warplab("class export csv-wide class --bom").output, "\xef\xbb\xbf" + wide.output);
  EXPECT_TRUE(warplab("class export csv class --bom").output.starts_with("\xef\xbb\xbfstudent,"));
  EXPECT_EQ(warplab("class export moodle class --lab 1 --output moodle.csv").code, 0);
  EXPECT_TRUE(read_file(scratch / "moodle.csv").starts_with("id,lab1-convolution-c,"));
  write_file(scratch / "book.csv",
             "Student,ID,SIS Login ID,Section,Lab 1 (7)\n    Points Possible,,,,10\nA,1,ada,X,\n");
  const CommandRun canvas = warplab("class export canvas class --into book.csv");
  EXPECT_EQ(canvas.code, 2) << "bob and cy are not in the book";
  EXPECT_NE(canvas.output.find("\nA,1,ada,X,"), std::string::npos) << canvas.output;
  EXPECT_EQ(canvas.output.find("X,\n"), std::string::npos) << "the score is filled in";
  EXPECT_NE(canvas.output.find("bob lab1-convolution-c: not filled in"), std::string::npos);
}

// Whose it is a result of a class knows, and the option says of another.
TEST_F(Class, ASingleResultIsExportedToGradeBooks) {
  ASSERT_EQ(warplab("class run class --lab 1 --shard 0/3").code, 0);
  ASSERT_EQ(results().size(), 1u);
  const fs::path adas = results().begin()->first, alone = scratch / "result.json";
  auto result = nlohmann::json::parse(read_file(adas));
  const double share = result.at("score").get<double>() / result.at("max_score").get<double>();
  write_file(scratch / "book.csv",
             "Student,ID,SIS Login ID,Section,Lab 1 (7)\n    Points Possible,,,,10\nA,1,ada,X,\n");
  const auto expect_grades = [&](const std::string& of) {
    const CommandRun moodle = warplab("export moodle " + of);
    EXPECT_EQ(moodle.code, 0) << moodle.output;
    const std::vector<CsvRow> rows = parse_csv(moodle.output);
    ASSERT_EQ(rows.size(), 2u) << moodle.output;
    EXPECT_EQ(rows[1].fields.at(0), "ada");
    EXPECT_NEAR(std::stod(rows[1].fields.at(1)), 100 * share, 0.006);
    const CommandRun canvas = warplab("export canvas --into book.csv " + of);
    EXPECT_EQ(canvas.code, 0) << canvas.output;
    EXPECT_NEAR(std::stod(parse_csv(canvas.output).at(2).fields.at(4)), 10 * share, 0.006);
  };
  expect_grades(quoted(adas));
  result.erase("class");
  write_file(alone, result.dump());
  expect_grades("result.json --student ada");
  const CommandRun nobodys = warplab("export moodle result.json");
  EXPECT_EQ(nobodys.code, 2);
  EXPECT_NE(nobodys.output.find("result.json does not say whose it is: add --student ID"),
            std::string::npos)
      << nobodys.output;
  result["labs"].push_back(result["labs"][0]);
  write_file(alone, result.dump());
  EXPECT_NE(warplab("export moodle result.json --student ada").output.find("of one lab"),
            std::string::npos);
  result["labs"].erase(1);
  result["labs"][0]["score"] = nullptr;
  write_file(alone, result.dump());
  const CommandRun ungraded = warplab("export moodle result.json --student ada");
  EXPECT_EQ(ungraded.code, 2);
  EXPECT_NE(ungraded.output.find("ada lab1-convolution-c: left out"), std::string::npos)
      << ungraded.output;
}

TEST_F(Class, WhatWasGradedWithoutTheSandboxIsNoGrade) {
  ASSERT_EQ(warplab("class run class").code, 0);
  const fs::path adas = result_of("ada");
  auto result = nlohmann::json::parse(read_file(adas));
  result["sandbox"] = "none, not gradable";
  write_file(adas, result.dump());
  EXPECT_TRUE(collected()[0]["labs"]["lab1-convolution-c"]["score"].is_null());
  const CommandRun wide = warplab("class export csv-wide class --output wide.csv");
  EXPECT_EQ(wide.code, 2) << wide.output;
  EXPECT_NE(wide.output.find("ada lab1-convolution-c: an empty cell, as it was graded without"),
            std::string::npos)
      << wide.output;
  EXPECT_NE(read_file(scratch / "wide.csv").find("\r\nada,,,,,\r\nbob,,,,0,0\r\n"),
            std::string::npos);
  for (const char* format : {"csv", "junit", "gradescope"}) {
    const CommandRun one = warplab(fmt::format("export {} {}", format, quoted(adas)));
    EXPECT_EQ(one.code, 2) << one.output;
    EXPECT_NE(one.output.find("without the sandbox"), std::string::npos) << one.output;
  }
}

TEST_F(Class, AnExportSaysWhatItNeeds) {
  const auto complaint = [&](const std::string& arguments) {
    const CommandRun run = warplab(arguments);
    EXPECT_EQ(run.code, 2) << run.output;
    return run.output;
  };
  EXPECT_NE(complaint("class export xls class").find("there is no format xls"), std::string::npos);
  for (const char* command : {"export --help", "class export --help"})
    EXPECT_NE(warplab(command).output.find("\n  csv-wide          a table with a line per student"),
              std::string::npos);
  EXPECT_NE(complaint("class export canvas class").find("add --into FILE"), std::string::npos);
  EXPECT_NE(complaint("class export csv class --into x").find("leave out --into"),
            std::string::npos);
  EXPECT_NE(complaint("class export csv class --lab lab99").find("lab99"), std::string::npos);
  EXPECT_NE(complaint("class export junit class --bom").find("leave out --bom"), std::string::npos);
  EXPECT_NE(complaint("export canvas result.json").find("add --into FILE"), std::string::npos);
  EXPECT_NE(complaint("export csv result.json --student ada").find("leave out --student"),
            std::string::npos);
}

// The whole tree of processes goes with any of the two that a person could kill. The times spread the
// kills over a run; the outcome does not hang on them, even where one comes after the end.
TEST_F(Class, KillsLoseNothingAndLeaveNothing) {
  std::map<fs::path, fs::file_time_type> before;
  for (int i = 0; i < 6; ++i) {
    run_command(
        fmt::format("cd {}; {} class run class & run=$!; sleep {}; "
                    "inner=$(cat /proc/$run/task/$run/children); kill -KILL {}; wait $run",
                    quoted(scratch), binary, 0.3 * (i + 1), i % 2 == 0 ? "$run" : "$inner"));
    const auto now = results();
    for (const auto& [file, time] : before) {
      ASSERT_TRUE(now.contains(file)) << file;
      EXPECT_EQ(now.at(file), time) << file;
    }
    before = now;
  }
  EXPECT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results().size(), 3u);
  for (const auto& entry : fs::recursive_directory_iterator(scratch / "class"))
    EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path();
  for (const std::string& process : list_proc_folder("/proc"))
    EXPECT_EQ(read_proc_file(process + "/cmdline").find(scratch / "class"), std::string::npos)
        << process;
}

}  // namespace
}  // namespace warplab
