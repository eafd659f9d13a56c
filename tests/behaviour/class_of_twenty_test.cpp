// The class in tests/class: graded, killed twice and gone on with, scored, and exported in every
// format; files are read back as the programs read them that they are for.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/settings.h"
#include "autograder/classroom/spreadsheet.h"
#include "autograder/exports/export.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/head_lines.h"
#include "tests/checkout.h"
#include "tests/readers/artemis.h"
#include "tests/readers/autolab.h"
#include "tests/readers/canvas.h"
#include "tests/readers/classroom50.h"
#include "tests/readers/coderunner.h"
#include "tests/readers/github.h"
#include "tests/readers/gradescope.h"
#include "tests/readers/junit.h"
#include "tests/readers/moodle.h"
#include "tests/readers/sarif.h"
#include "tests/readers/worksheet.h"
#include "tests/run_command.h"
#include "tests/unit/xml_tree.h"

namespace warplab::class_of_twenty_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string binary = std::string(checkout::build) + "/bin/warplab";

const std::string lab1 = "lab1-convolution-c", lab2 = "lab2-openmp", lab4 = "lab4-global-memory",
                  lab5 = "lab5-shared-int";

// What becomes of a hand-in: the verdict of each step, " | " between those that are possible, and
// points before what being late costs. Points for speed, and for threads at work, are the machine's.
struct Ending {
  std::string student, lab;
  std::vector<std::string> verdicts;
  double least = 0, most = 0;
};

const std::vector<Ending> endings = {
    {"ada", lab1, {"OK"}, 20, 30},
    {"ada", lab4, {"OK"}, 40, 40},
    {"ben", lab1, {"WRONG"}},
    {"chi", lab1, {"WRONG"}},
    {"dee", lab1, {"BUILD_ERROR(compile)"}},
    {"eli", lab1, {"TIME_LIMIT(wall) | TIME_LIMIT(cpu)"}},
    {"fay", lab1, {"NO_RESULT(SIGSEGV)"}},
    {"gus", lab1, {"FILE_LIMIT"}},
    {"hal", lab2, {"UNSAFE(omp-race)", "SOURCE_ERROR(missing)", "SOURCE_ERROR(missing)"}},
    {"ida", lab1, {"BUILD_ERROR(compile)"}},
    {"jon", lab1, {"OK"}, 20, 30},
    {"kim", lab1, {"OK"}, 20, 30},
    {"leo", lab2, {"SOURCE_ERROR(missing)", "OK", "SOURCE_ERROR(missing)"}, 5, 7},
    {"mia", lab1, {"SOURCE_ERROR(symlink)"}},
    {"noë", lab1, {"SOURCE_ERROR(empty)"}},
    {"o'hara", lab1, {"OUTPUT_LIMIT"}},
    {"paz", lab1, {"SOURCE_ERROR(encoding)"}},
    {"quy", lab5, {"WRONG"}},
    {"rob", lab5, {"WRONG"}},
    {"sue", lab4, {"GPU_ERROR(cudaErrorIllegalAddress)"}},
};

// Jon and kim hand in in the second day after the deadline, which kim may.
const char* const settings = R"({
  "submissions": "../in",
  "late": {"percent_per_day": 10, "grace_minutes": 15, "days": 5},
  "labs": {"lab1": {"deadline": "2026-10-12T23:59+02:00"}, "lab2": {}, "lab4": {}, "lab5": {}},
  "extensions": {"kim": {"lab1": "2026-10-19T23:59+02:00"}}
})";
const char* const in_time = "2026-10-12T12:00Z";
const char* const late = "2026-10-14T12:00Z";

// Of the file itself, where it is a link too.
void set_time(const fs::path& file, const char* when) {
  const std::time_t seconds = parse_moment(when).value().time_since_epoch().count();
  const timespec times[2] = {{seconds, 0}, {seconds, 0}};
  EXPECT_EQ(utimensat(AT_FDCWD, file.c_str(), times, AT_SYMLINK_NOFOLLOW), 0) << file;
}

// Those that are no hidden ones. They may come and go meanwhile.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (entry->path().filename().string().front() != '.' && entry->is_directory(error))
      folders.push_back(entry->path());
  return folders;
}

// Graded once for all tests of it.
class ClassOfTwenty : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    fs::remove_all(scratch);
    copy_small_course(scratch);
    fs::copy(fs::path(checkout::root) / "tests/class", scratch / "in",
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    for (const auto& entry : fs::recursive_directory_iterator(scratch / "in"))
      if (!entry.is_directory() || entry.is_symlink()) set_time(entry.path(), in_time);
    for (const char* student : {"jon", "kim"})
      set_time(scratch / "in" / student / "lab1/convolution.c", late);
    fs::create_directories(scratch / "class");
    write_file(scratch / "class/class.json", settings);
    kill_at(2);
    kill_at(9);
    whole_run = warplab("class run class");
    const CommandRun collect = warplab("class collect class --json scores.json");
    EXPECT_EQ(collect.code, 0) << collect.output;
    for (const json& student : json::parse(read_file(scratch / "scores.json")))
      for (const auto& [lab, score] : student["labs"].items())
        scores[{student.at("student").get<std::string>(), lab}] = score;
    roster = read_roster(read_file(scratch / "in/students.csv"), "students.csv", remarks).students;
  }
  static void TearDownTestSuite() { fs::remove_all(scratch); }

  static CommandRun warplab(const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} {}", quoted(scratch), quoted(binary), arguments));
  }

  // When each result was written, by its path.
  static std::map<fs::path, fs::file_time_type> results() {
    std::map<fs::path, fs::file_time_type> all;
    for (const fs::path& student : folders_in(scratch / "class"))
      for (const fs::path& lab : folders_in(student))
        for (const fs::path& key : folders_in(lab))
          all[key / "result.json"] = fs::last_write_time(key / "result.json");
    return all;
  }

  // Grades until so many results are there, and is killed then. All that were there before stay.
  static void kill_at(std::size_t enough) {
    const auto before = results();
    const pid_t run = fork();
    if (run == 0) {
      if (chdir(scratch.c_str()) == 0)
        execl(binary.c_str(), "warplab", "class", "run", "class", nullptr);
      _exit(127);
    }
    int status = 0;
    while (results().size() < enough) {
      ASSERT_EQ(waitpid(run, &status, WNOHANG), 0) << "it ended before it had " << enough;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(run, SIGKILL);
    ASSERT_EQ(waitpid(run, &status, 0), run);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it was done before it was killed";
    keep_times(before);
  }
  static void keep_times(const std::map<fs::path, fs::file_time_type>& before) {
    const auto now = results();
    EXPECT_LT(now.size(), endings.size());
    for (const auto& [file, time] : before) {
      ASSERT_TRUE(now.contains(file)) << file;
      EXPECT_EQ(now.at(file), time) << file;
    }
    killed_with = now;
  }

  // The only result of a hand-in, from the scratch folder.
  static fs::path result_of(const Ending& ending) {
    const auto keys = folders_in(scratch / "class" / ending.student / ending.lab);
    if (keys.size() != 1) throw std::runtime_error(ending.student + " has no single result");
    return fs::relative(keys[0] / "result.json", scratch);
  }
  static json read_result(const Ending& ending) {
    return json::parse(read_file(scratch / result_of(ending)));
  }
  static double score_of(const Ending& ending) {
    return scores.at({ending.student, ending.lab}).at("score");
  }

  // Runs `warplab [class] export` into a file, and returns that.
  static std::string exported(const std::string& arguments) {
    fs::remove(scratch / "exported");
    const CommandRun run = warplab(arguments + " --output exported");
    EXPECT_EQ(run.code, 0) << arguments << "\n" << run.output;
    return fs::exists(scratch / "exported") ? read_file(scratch / "exported") : "";
  }
  // The same of what a grade book shows to students, who are to see their files and not the instructor's folders.
  static std::string exported_grades(const std::string& arguments) {
    const std::string text = exported(arguments);
    EXPECT_EQ(text.find(scratch.string()), std::string::npos) << arguments << "\n" << text;
    for (const Ending& ending : endings)
      EXPECT_EQ(text.find("in/" + ending.student + "/"), std::string::npos) << arguments << "\n"
                                                                            << text;
    return text;
  }
  static std::string exported_result(const std::string& format, const Ending& ending) {
    const std::string arguments = fmt::format("export {} {}", format, quoted(result_of(ending)));
    // Code hosts link findings to files of their checkout.
    const bool links_files = format == "github" || format == "sarif";
    return links_files ? exported(arguments) : exported_grades(arguments);
  }

  static inline const fs::path scratch =
      fs::path(checkout::build) / "test-grades/warplab-ClassOfTwenty";
  static inline CommandRun whole_run;
  static inline std::map<fs::path, fs::file_time_type> killed_with;
  static inline std::map<std::pair<std::string, std::string>, json> scores;  // by student, lab
  static inline std::vector<Student> roster;
  static inline std::vector<Remark> remarks;  // of the roster
};

TEST_F(ClassOfTwenty, IsGradedOnceThoughItWasKilledTwice) {
  EXPECT_EQ(whole_run.code, 0) << whole_run.output;
  EXPECT_NE(whole_run.output.find("20 graded of 20 hand-ins"), std::string::npos)
      << whole_run.output;
  EXPECT_NE(whole_run.output.find("tom has handed in nothing"), std::string::npos);
  const auto now = results();
  EXPECT_EQ(now.size(), endings.size());
  EXPECT_GE(killed_with.size(), 9u);
  for (const auto& [file, time] : now)
    EXPECT_TRUE(fs::exists(file.parent_path() / "page.html")) << file << " has no page beside it";
  for (const auto& [file, time] : killed_with) {
    ASSERT_TRUE(now.contains(file)) << file;
    EXPECT_EQ(now.at(file), time) << file << " was graded again";
  }
  for (const auto& entry : fs::recursive_directory_iterator(scratch / "class"))
    EXPECT_NE(entry.path().filename().string().front(), '.') << "left behind: " << entry.path();
  EXPECT_EQ(warplab("class run class").code, 0);
  EXPECT_EQ(results(), now);
}

TEST_F(ClassOfTwenty, EverybodyGetsTheirVerdictsAndPoints) {
  EXPECT_EQ(roster.size(), 20u);
  EXPECT_TRUE(remarks.empty());
  EXPECT_EQ(scores.size(), endings.size());
  for (const Ending& ending : endings) {
    const json lab = read_result(ending).at("labs").at(0);
    ASSERT_EQ(lab.at("steps").size(), ending.verdicts.size()) << ending.student;
    for (std::size_t i = 0; i < ending.verdicts.size(); ++i) {
      const std::string verdict = lab["steps"][i].at("verdict");
      const auto expected = alternatives(ending.verdicts[i]);
      EXPECT_NE(std::ranges::find(expected, verdict), expected.end())
          << ending.student << " " << ending.lab << " step " << i + 1 << ": " << verdict << "\n"
          << lab["steps"][i].at("diagnosis").dump(2);
    }
    EXPECT_GE(lab.at("score"), ending.least) << ending.student;
    EXPECT_LE(lab.at("score"), ending.most) << ending.student;
  }
}

TEST_F(ClassOfTwenty, AMistakeIsNamed) {
  const auto chi = std::ranges::find(endings, std::string("chi"), &Ending::student);
  EXPECT_EQ(read_result(*chi)["labs"][0]["steps"][0]["diagnosis"]["cause"], "unclamped");
}

TEST_F(ClassOfTwenty, BeingLateCostsWhoeverHasNoExtension) {
  for (const Ending& ending : endings) {
    const double points = read_result(ending).at("score");
    const double share = ending.student == "jon" ? 0.8 : 1;  // two days have begun
    EXPECT_NEAR(score_of(ending), points * share, 0.051) << ending.student;
  }
}

TEST_F(ClassOfTwenty, EveryFormatIsReadBackHere) {
  const std::set<std::string> here = {"artemis",          "autolab",    "canvas",   "classroom50",
                                      "coderunner",       "csv",        "csv-wide", "github",
                                      "github-summary",   "gradescope", "junit",    "moodle",
                                      "moodle-worksheet", "sarif"};
  std::set<std::string> all;
  for (const Export& format : all_exports()) all.insert(format.name);
  EXPECT_EQ(all, here);
}

TEST_F(ClassOfTwenty, TablesHaveItsPointsAndScores) {
  std::map<std::pair<std::string, std::string>, double> points;
  const std::vector<CsvRow> gates = parse_csv(exported_grades("class export csv class"));
  for (std::size_t i = 1; i < gates.size(); ++i) {
    ASSERT_EQ(gates[i].fields.size(), gates[0].fields.size());
    points[{gates[i].fields[0], gates[i].fields[1]}] += std::stod(gates[i].fields[5]);
  }
  EXPECT_EQ(points.size(), endings.size());
  for (const Ending& ending : endings)
    EXPECT_NEAR(points.at({ending.student, ending.lab}), read_result(ending).at("score"), 1e-6);

  const std::vector<CsvRow> wide = parse_csv(exported_grades("class export csv-wide class"));
  ASSERT_EQ(wide.size(), 21u);
  for (std::size_t i = 0; i < roster.size(); ++i) {
    const CsvRow& row = wide[i + 1];
    EXPECT_EQ(row.fields.at(0), roster[i].id);
    EXPECT_EQ(row.fields.at(1), as_cell(roster[i].name));
    double total = 0;
    for (std::size_t column = 4; column + 1 < row.fields.size(); ++column) {
      const auto score = scores.find({roster[i].id, wide[0].fields[column]});
      EXPECT_EQ(row.fields[column].empty(), score == scores.end()) << roster[i].id;
      if (score == scores.end()) continue;
      EXPECT_NEAR(std::stod(row.fields[column]), score->second.at("score"), 1e-6);
      total += std::stod(row.fields[column]);
    }
    EXPECT_NEAR(std::stod(row.fields.back()), total, 1e-6);
  }
}

// The questions in docs/grading-a-class.md have the answers there, but for blanks between columns.
TEST_F(ClassOfTwenty, ItsDatabaseAnswersAsTheDocumentSays) {
  const std::string document = read_file(fs::path(checkout::root) / "docs/grading-a-class.md");
  const SQLite::Database database(scratch / "class/class.sqlite", SQLite::OPEN_READONLY);
  const auto between = [&](std::size_t& at, const std::string& begin, const std::string& end) {
    const std::size_t from = document.find(begin, at) + begin.size();
    at = document.find(end, from);
    return document.substr(from, at - from);
  };
  int questions = 0;
  const std::string begin = "sqlite3 -column build/class/class/class.sqlite \"";
  for (std::size_t at = 0; document.find(begin, at) != std::string::npos; ++questions) {
    SQLite::Statement question(database, between(at, begin, "\"\n"));
    std::istringstream answer(between(at, "```\n", "```\n"));
    while (question.executeStep())
      for (int column = 0; column < question.getColumnCount(); ++column) {
        std::string word;
        answer >> word;
        EXPECT_EQ(question.getColumn(column).getString(), word) << question.getQuery();
      }
    std::string more;
    EXPECT_FALSE(answer >> more) << more;
  }
  EXPECT_EQ(questions, 2);
}

TEST_F(ClassOfTwenty, MoodleImportsItsGrades) {
  std::vector<std::string> ids;
  for (const Student& student : roster) ids.push_back(student.id);
  for (const std::string& lab : {lab1, lab2, lab4, lab5}) {
    const auto grades =
        MoodleImport(ids).read(exported_grades("class export moodle class --lab " + lab), 0);
    std::size_t expected = 0;
    for (const Ending& ending : endings) {
      if (ending.lab != lab) continue;
      ++expected;
      const double max_score = scores.at({ending.student, lab}).at("max_score");
      EXPECT_NEAR(grades.at(ending.student).grade.value(), score_of(ending) / max_score * 100,
                  0.006)
          << ending.student;
      EXPECT_TRUE(grades.at(ending.student).feedback.starts_with(lab + ": "));
    }
    EXPECT_EQ(grades.size(), expected);
  }
}

TEST_F(ClassOfTwenty, MoodleTakesItsWorksheet) {
  std::string sheet =
      "\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\","
      "\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n";
  for (std::size_t i = 0; i < roster.size(); ++i)
    sheet += fmt::format("\"Participant {}\",{},{},-,,100.00,-,-,\n", 500 + i,
                         csv_field(roster[i].name), roster[i].email);
  write_file(scratch / "sheet.csv", sheet);
  const auto read = read_sheet(
      exported_grades("class export moodle-worksheet class --lab lab1 --into sheet.csv"), 100);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->size(), roster.size());
  for (std::size_t i = 0; i < roster.size(); ++i) {
    const SheetGrade& grade = read->at(std::to_string(500 + i));
    const auto score = scores.find({roster[i].id, lab1});
    EXPECT_EQ(grade.grade.has_value(), score != scores.end()) << roster[i].id;
    if (score == scores.end() || !grade.grade) continue;
    EXPECT_NEAR(*grade.grade, score->second.at("score").get<double>() / 30 * 100, 0.006);
  }
}

TEST_F(ClassOfTwenty, CanvasTakesItsBook) {
  const std::map<std::string, std::string> assignments = {
      {lab1, "11"}, {lab2, "12"}, {lab4, "14"}, {lab5, "15"}};
  std::string book =
      "Student,ID,SIS Login ID,Section,Lab 1 (11),Lab 2 (12),Lab 4 (14),Lab 5 (15)\n"
      "    Points Possible,,,,30.00,30.00,40.00,60.00\n";
  std::map<std::string, std::string> numbers;
  for (std::size_t i = 0; i < roster.size(); ++i) {
    numbers[std::to_string(800 + i)] = roster[i].id;
    book += fmt::format("{},{},{},{},,,,\n", csv_field(roster[i].name), 800 + i, roster[i].id,
                        roster[i].section);
  }
  write_file(scratch / "book.csv", book);
  const CanvasUpload upload =
      CanvasImport({"11", "12", "14", "15"}, numbers)
          .read(exported_grades("class export canvas class --into book.csv"));
  EXPECT_TRUE(upload.new_assignments.empty());
  EXPECT_TRUE(upload.new_students.empty());
  for (const Student& student : roster)
    for (const auto& [lab, assignment] : assignments) {
      const std::string grade = upload.grades.at({student.id, assignment});
      const auto score = scores.find({student.id, lab});
      EXPECT_EQ(grade.empty(), score == scores.end()) << student.id << " " << lab;
      if (score == scores.end() || grade.empty()) continue;
      EXPECT_NEAR(std::stod(grade), score->second.at("score"), 0.006) << student.id << " " << lab;
    }
}

TEST_F(ClassOfTwenty, JenkinsAndSurefireReadItsSuites) {
  const XmlElement suites = read_xml(exported_grades("class export junit class"));
  expect_valid(suites, jenkins);
  ASSERT_EQ(suites.children.size(), endings.size());
  for (std::size_t i = 0; i < endings.size(); ++i) {
    const XmlElement& suite = suites.children[i];
    EXPECT_EQ(suite.attributes.at("name"), endings[i].student + "/" + endings[i].lab);
    expect_valid(suite, surefire);
    expect_counts(suite);
    EXPECT_NEAR(std::stod(property_of(suite, "score")), score_of(endings[i]), 1e-6);
  }
}

// These platforms grade a submission at a time.
TEST_F(ClassOfTwenty, GradescopeAutolabArtemisAndCodeRunnerTakeEachResult) {
  for (const Ending& ending : endings) {
    const double points = read_result(ending).at("score");
    const json results = json::parse(exported_result("gradescope", ending));
    EXPECT_NEAR(gradescope_total(results).value(), points, 1e-6) << ending.student;

    const double max_score = read_result(ending).at("max_score");
    EXPECT_NEAR(read_by_coderunner(exported_result("coderunner", ending)).fraction,
                points / max_score, 1e-6)
        << ending.student;

    const std::string output = exported_result("autolab", ending);
    std::set<std::string> problems;
    const json named = scores_in(lines_of(output).back());
    for (const auto& [problem, score] : named.items()) problems.insert(problem);
    double sum = 0;
    for (const auto& [problem, score] : saved(output, problems)) sum += score.get<double>();
    EXPECT_NEAR(sum, points, 1e-6) << ending.student;

    const Outcomes outcomes = read_by_artemis(exported_result("artemis", ending));
    EXPECT_FALSE(outcomes.empty());
    const bool all_pass =
        std::ranges::all_of(outcomes, [](const auto& outcome) { return !outcome.second; });
    if (points == 0) {
      EXPECT_FALSE(all_pass) << ending.student;
    }
  }
}

TEST_F(ClassOfTwenty, Classroom50TakesEachResult) {
  for (const char* name : {"COMMIT_URL", "RELEASE_URL", "REVIEW_URL"})
    setenv(name, "https://example.org/x", 1);
  setenv("CLASSROOM", "parallel", 1);
  setenv("ASSIGNMENT", "lab", 1);
  setenv("SUBMISSION_TAG", "submit/2026-11-01T10-00-00Z-a1b2c3d", 1);
  for (const Ending& ending : endings) {
    json result = json::parse(exported_result("classroom50", ending));
    result["owner"] = "alice";
    result["assignment_type"] = "individual";
    result["datetime"] = "2026-11-01T10:00:00Z";
    expect_classroom50(result);
    EXPECT_NEAR(result.at("score").get<double>(),
                10 * read_result(ending).at("score").get<double>(), 1e-6);
  }
}

TEST_F(ClassOfTwenty, GithubObeysOnlyOurAnnotationsAndReadsFindings) {
  for (const Ending& ending : endings) {
    const std::string log = exported_result("github", ending);
    const std::vector<RunnerCommand> all = obeyed(log);
    EXPECT_EQ(std::ranges::count(log, '\n'), std::ssize(all)) << ending.student;
    for (const RunnerCommand& command : all)
      EXPECT_TRUE(command.name == "error" || command.name == "warning") << command.name;
    EXPECT_EQ(std::ranges::any_of(
                  all, [](const RunnerCommand& command) { return command.name == "error"; }),
              std::ranges::any_of(ending.verdicts,
                                  [](const std::string& verdict) { return verdict != "OK"; }))
        << ending.student;
    expect_html_alone(exported_result("github-summary", ending));

    const json sarif = json::parse(exported_result("sarif", ending));
    expect_code_scanning(sarif);
    const bool races = ending.student == "hal" || ending.lab == lab5;
    if (races) {
      EXPECT_FALSE(sarif.at("runs").at(0).at("results").empty()) << ending.student;
    }
  }
}

}  // namespace
}  // namespace warplab::class_of_twenty_test
