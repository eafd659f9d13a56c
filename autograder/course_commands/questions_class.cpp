#include "autograder/course_commands/questions_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <future>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/pseudonyms.h"
#include "autograder/classroom/scores.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/judge/workshop.h"
#include "autograder/questions/question_views.h"
#include "autograder/questions/sheet.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "common/cores.h"
#include "common/files.h"
#include "common/numbers.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The steps whose results are right, by the points of the result that counts.
std::vector<const Step*> right_steps(const Lab& lab, const KeptResult& result) {
  std::vector<const Step*> steps;
  for (const Step& step : lab.steps) {
    const double all = step.points_for(GateKind::correct);
    const auto points =
        result.gates.find({step.number, std::string(traits_of(GateKind::correct).name)});
    if (all > 0 && points != result.gates.end() && points->second >= all) steps.push_back(&step);
  }
  return steps;
}

// A hand-in to ask about, or why there is nothing to ask: `sheet` says so then.
struct AskedStudent {
  std::optional<AskedHandIn> hand_in;
  QuestionSheet sheet;
};

// Of each lab that counts for a student's score.
std::vector<AskedStudent> students_to_ask(const OpenClass& open, const ScoreSheet& scores,
                                          const std::vector<KeptResult>& results) {
  std::vector<AskedStudent> asked;
  for (const Student& student : scores.students)
    for (const Lab* lab : scores.labs) {
      const LabScore* const score = scores.find(student.id, *lab);
      const auto result = std::ranges::find_if(results, [&](const KeptResult& each) {
        return score != nullptr && each.student == student.id && each.lab == lab->name &&
               each.key == score->key;
      });
      if (result == results.end()) continue;
      const std::vector<const Step*> steps = right_steps(*lab, *result);
      if (steps.empty()) continue;
      AskedStudent& added = asked.emplace_back();
      added.sheet = {student.id, lab->name, lab->title, {}, {}, {}};
      const auto hand_in = std::ranges::find_if(open.handed_in.hand_ins, [&](const HandIn& each) {
        return each.student == student.id && each.lab == lab && each.files == result->files;
      });
      if (hand_in == open.handed_in.hand_ins.end())
        added.sheet.missing = {"the files that count are no longer there"};
      else
        added.hand_in.emplace(student.id, *lab, hand_in->folder, steps);
    }
  return asked;
}

GraderOptions options_for(const Context& context) {
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.build_store = build_store_folder();
  options.grades = context.grades;
  options.frontend = context.frontend;
  options.backend = Backend::simt;
  options.simt_threads = 1;  // as many students are asked at a time as there are cores
  return options;
}

// Fills in the sheets. Returns whether the grader failed for one of them.
bool ask_all(const Context& context, std::vector<AskedStudent>& asked) {
  std::atomic<std::size_t> next = 0, done = 0;
  std::atomic<bool> has_failed = false;
  std::mutex mutex;
  Progress progress;
  const auto ask_some = [&] {
    for (std::size_t i = next++; i < asked.size(); i = next++) {
      AskedStudent& each = asked[i];
      if (each.hand_in) try {
          const Workshop workshop(context.course, options_for(context));
          each.sheet = make_questions(workshop, *each.hand_in);
        } catch (const GraderError& error) {
          each.sheet.missing = {fmt::format("the grader failed: {}", error.what())};
          has_failed = true;
        }
      const std::scoped_lock lock(mutex);
      progress.show(fmt::format("questions: {} of {} hand-ins", ++done, asked.size()));
    }
  };
  std::vector<std::future<void>> threads;
  for (int core = 0; core < usable_cores(); ++core)
    threads.push_back(std::async(std::launch::async, ask_some));
  for (std::future<void>& thread : threads) thread.get();
  return has_failed;
}

}  // namespace

int class_questions_command(const Context& context, const fs::path& folder, bool uses_pseudonyms,
                            const std::optional<fs::path>& json) {
  const OpenClass open(context, folder);
  const std::vector<KeptResult> results = read_results(folder);
  const ScoreSheet scores = make_sheet(open.settings, open.handed_in, results);
  std::vector<AskedStudent> asked = students_to_ask(open, scores, results);
  const bool has_failed = ask_all(context, asked);
  std::optional<Pseudonyms> pseudonyms;
  if (uses_pseudonyms) pseudonyms.emplace(folder, scores.students);
  std::vector<QuestionSheet> sheets;
  std::size_t questions = 0;
  for (AskedStudent& each : asked) {
    QuestionSheet& sheet = sheets.emplace_back(std::move(each.sheet));
    if (pseudonyms) sheet.student = pseudonyms->of(sheet.student);
    questions += sheet.questions.size();
    for (const std::string& why : sheet.missing)
      fmt::print("{} {}: {} of {} questions: {}\n", sheet.student, sheet.lab,
                 sheet.questions.size(), questions_of_a_sheet, sanitize_line(why));
  }
  fmt::print("{} for {}\n", counted(questions, "1 question", "{} questions"),
             counted(sheets.size(), "1 hand-in", "{} hand-ins"));
  for (const auto& [name, text] :
       {std::pair(page::questions_page_name, page::questions_page(sheets)),
        std::pair(page::answers_page_name, page::answers_page(sheets))}) {
    write_file(folder / name, text);
    fmt::print("page: {}\n", sanitize_line(shown_path(folder / name)));
  }
  write_json(json, to_json(sheets));
  return has_failed ? 2 : 0;
}

}  // namespace warplab
