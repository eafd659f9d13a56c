// The commands that docs/grading-a-class.md shows, in the order of its text and as they stand there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"
#include "tests/zip_writer.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

const char* const guide = "docs/grading-a-class.md";

// By the first line of the command, and why it is not run here. One that the guide no longer shows has
// no place in this list.
const std::map<std::string, std::string> not_run_here = {
    {"build/bin/warplab class run build/class/handed-in --slurm",
     "takes a cluster: SlurmCluster.* grades on one"},
    {"sqlite3 -column build/class/class/class.sqlite \"",
     "of the class of twenty: ClassOfTwenty.ItsDatabaseAnswersAsTheDocumentSays asks the "
     "questions"},
    {"tar -xzf warplab-student-kit.tar.gz -C /",
     "makes /warplab: StudentKit.* unpacks a kit elsewhere"},
    {"cd /warplab && make build && build/bin/warplab doctor",
     "builds all there is in an image of Autolab's"},
};

// What stands in the guide for what each reader has: a key, of which there is one, and a folder.
const std::vector<std::pair<std::string, std::string>> stand_ins = {
    {"9b1c...e2", "*"}, {"FOLDER", "../handed-in/ada/lab1"}};

struct ShownCommand {
  int line = 0;
  std::string text;  // without its comment
};

// Those that a document shows, indented by four blanks, outside of blocks between fences. One goes on where
// a quote is open.
std::vector<ShownCommand> commands_shown_in(const std::string& document) {
  std::vector<ShownCommand> shown;
  std::istringstream lines(document);
  bool is_fenced = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) is_fenced = !is_fenced;
    if (is_fenced || !line.starts_with("    ")) continue;
    ShownCommand command{number, line.substr(4)};
    while (std::ranges::count(command.text, '"') % 2 != 0 && std::getline(lines, line)) {
      ++number;
      command.text += "\n" + line;
    }
    command.text = std::regex_replace(command.text, std::regex(" +# .*$"), "");
    shown.push_back(command);
  }
  return shown;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  if (const std::size_t at = text.find(from); at != std::string::npos)
    text.replace(at, from.size(), to);
  return text;
}

// The commands are given in a course that has all of the checkout, small pictures, and beside it what was
// handed in, as the guide has it.
class GuideToAClass : public testing::Test {
 protected:
  GuideToAClass() {
    copy_small_course(course);
    fs::create_directory_symlink(fs::path(checkout::build) / "bin", course / "build/bin");
    for (const auto& entry : fs::directory_iterator(checkout::root))
      if (const fs::path name = entry.path().filename();
          name != ".git" && !fs::exists(course / name))
        fs::create_symlink(entry.path(), course / name);

    const fs::path lab1 = "lab1-convolution-c/convolution.c";
    hand_in("handed-in/ada/lab1", course / "solutions" / lab1);
    hand_in("handed-in/ada/lab5", course / "labs/lab5-shared-int/convolution.cu");
    hand_in("handed-in/bob/lab1", course / "labs" / lab1);
    write_file(scratch / "handed-in/students.csv",
               "id,name,email,section\nada,Ada Lovelace,ada@u.example,A\nbob,Bob "
               "Hope,bob@u.example,B\n");
    hand_in("2025/handed-in/eve/lab1",
            fs::path(checkout::root) / "tests/mistakes/lab1/border_skipped.c");
    hand_in("public", course / "solutions" / lab1);
    make_files_of_platforms();
  }

  void hand_in(const fs::path& folder, const fs::path& file) {
    fs::create_directories(scratch / folder);
    fs::copy_file(file, scratch / folder / ("convolution" + file.extension().string()));
  }

  void make_files_of_platforms() {
    const std::string worksheet =
        "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\",\"Last modified "
        "(submission)\",\"Last modified (grade)\",\"Feedback comments\"\n"
        "Participant 17,Ada Lovelace,ada@u.example,-,,30,\"Sunday, 25 October 2026, 11:58 "
        "PM\",-,\n";
    const std::string lab2 = read_file(course / "labs/lab2-openmp/inner_loop.c");
    for (const char* name : {"moodle.zip", "lab2.zip"})
      write_zip_file(course / name,
                     {{"Ada Lovelace_17_assignsubmission_file_/inner_loop.c", lab2}});
    for (const char* name : {"grades.csv", "worksheet.csv", "Grades.csv"})
      write_file(course / name, worksheet);
    write_file(
        course / "canvas.csv",
        "Student,ID,SIS Login ID,Section,Lab 1 (7),Lab 5 (8)\n"
        "    Points Possible,,,,30,60\n\"Lovelace, Ada\",1,ada,A,,\n\"Hope, Bob\",2,bob,B,,\n");
  }

  // As typed there, but that `make` builds nothing and is told nothing by a `make` that runs these tests.
  // Complains of whatever it says that is no answer.
  void run(const std::string& text) {
    const std::string make =
        "env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u BUILD -u SUBMISSIONS -u FROM -u LAB -u CLASS "
        "-u JSON make --silent --old-file=build ";
    const std::string line = text.starts_with("make ") ? make + text.substr(5) : text;
    const CommandRun run = run_command(
        fmt::format("cd {} && {} 2>{}", quoted(course), line, quoted(scratch / "errors")));
    EXPECT_EQ(run.code, 0) << run.output << read_file(scratch / "errors");
    EXPECT_EQ(read_file(scratch / "errors"), "");
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
  const fs::path course = scratch / "warplab";
};

TEST_F(GuideToAClass, ShowsCommandsThatRunInTheOrderOfItsText) {
  run("make class SUBMISSIONS=../2025/handed-in CLASS=build/class/2025");  // last year's
  auto left_out = not_run_here;
  auto standing_in = stand_ins;
  for (const auto& [line, text] : commands_shown_in(read_file(course / guide))) {
    SCOPED_TRACE(fmt::format("{}:{}: {}", guide, line, text));
    const std::string first_line = text.substr(0, text.find('\n'));
    if (not_run_here.contains(first_line)) {
      left_out.erase(first_line);
      continue;
    }
    std::string command = text;
    for (const auto& [word, meant] : stand_ins) command = replaced(command, word, meant);
    std::erase_if(standing_in,
                  [&](const auto& each) { return text.find(each.first) != std::string::npos; });
    if (text.starts_with("build/bin/warplab ") || text.starts_with("make class "))
      run(command);
    else
      ADD_FAILURE() << "neither run by this test nor in its list of those that it cannot run";
  }
  for (const auto& [command, why] : left_out)
    ADD_FAILURE() << guide << " does not show this any more: " << command;
  for (const auto& [word, meant] : standing_in)
    ADD_FAILURE() << guide << " has no " << word << " in its commands any more";
}

}  // namespace
}  // namespace warplab
