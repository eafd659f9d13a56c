// warplab class feedback: what students get back, as files.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "autograder/classroom/ledger.h"
#include "autograder/classroom/marks.h"
#include "autograder/classroom/pseudonyms.h"
#include "autograder/classroom/roster.h"
#include "autograder/classroom/scores.h"
#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course/lab.h"
#include "autograder/course_commands/archive.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/exports/filled_table.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"
#include "simt/page/html.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

struct FeedbackRequest {
  std::filesystem::path folder;   // of the class
  std::filesystem::path output;   // a folder that is not there yet, or with `into` a zip
  std::vector<std::string> labs;  // only these; none: all that count
  // Moodle's grading worksheet of an assignment, which knows participants by numbers.
  std::optional<std::filesystem::path> into;
  bool uses_pseudonyms = false;  // for graders, not for students
};

// Where a student's files go below the output.
using Places = std::map<std::string, fs::path>;

// "Participant 17" in Moodle's worksheet is 17 in the names of feedback files.
Places places_for_moodle(const fs::path& worksheet, const std::vector<Student>& students) {
  const FilledTable table(read_file(worksheet), worksheet.string(), {"Identifier"});
  const auto rows = find_rows(table,
                              {{"Email address", &Student::email},
                               {"ID number", &Student::id},
                               {"Username", &Student::id},
                               {"Full name", &Student::name}},
                              students);
  Places places;
  for (const auto& [id, row] : rows) {
    const std::string identifier = table.cell(row, *table.column("Identifier"));
    const std::string number = identifier.substr(identifier.find_last_of(' ') + 1);
    if (!parse_count(number))
      throw CourseError(fmt::format("{}: expected an identifier as in \"Participant 17\", got {}",
                                    table.place(row), sanitize_line(identifier)));
    std::string name = id;  // which Moodle does not read, up to a _
    std::ranges::replace(name, '_', '-');
    places[id] = fmt::format("{}_{}_assignfeedback_file_", name, number);
  }
  return places;
}

bool is_for_students(const fs::path& file) {
  return file.filename() == "page.html" || file.filename() == "result.txt" ||
         file.extension() == ".png";
}

void copy_result(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from))
    if (entry.is_regular_file() && is_for_students(entry.path()))
      fs::copy_file(entry.path(), to / entry.path().filename());
}

// A folder as an editor's link has it.
std::string in_link(const std::string& folder) {
  const std::string link = simt::page::editor_link("/" + folder, 1);
  const std::string before = simt::page::editor_link("/", 1);
  const std::size_t begin = before.size() - std::string(":1").size();
  return link.substr(begin, link.size() - before.size());
}

// Puts the pseudonym into the paths of the texts that copy_result() has copied. Remarks where a text names the student all
// the same, as in a comment of the file.
void hide(const Student& student, const std::string& name, const fs::path& folder,
          std::vector<Remark>& remarks) {
  for (const char* file : {"page.html", "result.txt"}) {
    if (!fs::exists(folder / file)) continue;
    std::string text = read_file(folder / file);
    for (const std::string& own : {student.path.string(), student.id})
      for (const std::string& written : {own, simt::page::escape(own), in_link(own)})
        text = with_folder(text, written, name);
    write_file(folder / file, text);
    for (const std::string& word : {student.id, student.name, student.email})
      if (!word.empty() && has_word(text, word))
        remarks.push_back(
            {fmt::format("{}: still has \"{}\" in it: hide it by hand",
                         sanitize_line((folder / file).string()), sanitize_line(word))});
  }
}

// A folder that is removed with all that is in it.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "warplab-feedback-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw FileError(fmt::format("cannot make {}", name));
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Of each result that counts, the page, the pictures and result.txt, with what the score came to: in
// <output>/<student>/<lab>/, or in a zip that Moodle hands out as feedback files. Returns the exit code: 2 where somebody's
// have no place there, which is said. Throws CourseError, FileError, GraderError.
int class_feedback_command(const Context& context, const FeedbackRequest& request) {
  const OpenClass open(context, request.folder);
  const std::vector<const Lab*> labs = context.course.select(request.labs);
  if (request.into && labs.size() != 1)
    throw CourseError("an assignment in Moodle is one lab: name it, --lab lab5");
  if (fs::exists(request.output))
    throw CourseError(fmt::format("{} already exists: give another name",
                                  sanitize_line(request.output.string())));
  const ScoreSheet sheet = make_sheet(open.settings, open.handed_in, read_results(request.folder));
  write_marks(request.folder, sheet);
  const Places places = request.into ? places_for_moodle(*request.into, sheet.students) : Places{};
  std::optional<Pseudonyms> pseudonyms;
  if (request.uses_pseudonyms) pseudonyms.emplace(request.folder, sheet.students);
  const Scratch scratch;
  const fs::path top = request.into ? scratch.path() : request.output;
  std::vector<Remark> remarks;
  std::size_t copied = 0;
  for (const Student& student : sheet.students)
    for (const Lab* lab : sheet.labs) {
      const LabScore* const score = sheet.find(student.id, *lab);
      if (std::ranges::count(labs, lab) == 0 || score == nullptr || score->key.empty()) continue;
      const auto place = places.find(student.id);
      if (request.into && place == places.end()) {
        remarks.push_back(
            {fmt::format("{} {}: left out, as no row is this student's", student.id, lab->name)});
        continue;
      }
      const std::string& name = pseudonyms ? pseudonyms->of(student.id) : student.id;
      const fs::path to = request.into ? top / place->second : top / name / lab->name;
      copy_result(request.folder / student.id / lab->name / score->key, to);
      if (pseudonyms) hide(student, name, to, remarks);
      ++copied;
    }
  if (copied == 0) throw CourseError("nothing is graded yet: see warplab class status");
  if (request.into) {
    std::vector<std::string> words = {"cmake",       "-E",    "chdir",
                                      top.string(),  "cmake", "-E",
                                      "tar",         "cf",    fs::absolute(request.output).string(),
                                      "--format=zip"};
    for (const auto& entry : fs::directory_iterator(top)) words.push_back(entry.path().filename());
    write_archive(words, request.output);
  }
  fmt::print("{} in {}\n", counted(copied, "1 result", "{} results"),
             sanitize_line(request.output.string()));
  return tell_remarks(remarks) ? 2 : 0;
}

}  // namespace

Subcommand command_class_feedback() {
  const auto request = std::make_shared<FeedbackRequest>();
  return {.name = "class feedback",
          .help = "pack pages, pictures and result.txt for students",
          .place = 60,
          .arguments = {class_argument(request->folder),
                        {.name = "--output",
                         .into = &request->output,
                         .help = "the folder to make, or with --into the zip",
                         .type = "PATH",
                         .is_required = true},
                        class_labs_argument(request->labs),
                        {.name = "--into",
                         .into = &request->into,
                         .help = "Moodle's grading worksheet: a zip of feedback files for it",
                         .type = "FILE",
                         .excludes = {pseudonyms_option}},
                        pseudonyms_argument(request->uses_pseudonyms)},
          .run = [request](const Context& context) {
            return class_feedback_command(context, *request);
          }};
}

}  // namespace warplab
