#include "autograder/course_commands/similar_class.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "autograder/build/intake.h"
#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/pseudonyms.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/course_commands/other_files.h"
#include "autograder/course_material/stub.h"
#include "autograder/similar/similar.h"
#include "autograder/similar/similar_views.h"
#include "autograder/similar/tokens.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Empty for a file that students start from nothing in.
std::string stub_of(const Course& course, const Lab& lab, const std::string& file) {
  const fs::path solution = course.solution(lab) / file;
  return make_stub(read_file(solution), solution.string()).value_or("");
}

// What each student has handed in for a step. A file that was read and is not compared is noted.
std::vector<ComparedFile> files_for(const ComparedStep& step, const Lab& lab,
                                    const std::vector<HandIn>& hand_ins, const std::string& stub,
                                    Similarities& found) {
  std::vector<ComparedFile> files;
  for (const HandIn& hand_in : hand_ins) {
    if (hand_in.lab != &lab) continue;
    try {
      const std::string text = read_source(hand_in.folder / step.file, hand_in.folder);
      if (text.size() > largest_compared)
        found.not_compared.push_back(
            {step, hand_in.student, fmt::format("longer than {} KiB", largest_compared >> 10)});
      else
        files.push_back({hand_in.student, hand_in.folder, token_kinds(text, stub)});
    } catch (const IntakeError& error) {
      if (error.detail != "missing")
        found.not_compared.push_back({step, hand_in.student, error.detail});
    }
  }
  return files;
}

// Those to compare a step with. The others that were meant for it are noted, each once.
std::vector<OtherFile> others_for(const ComparedStep& step, const Lab& lab,
                                  std::vector<FoundFile>& all, const std::vector<const Lab*>& labs,
                                  const std::string& stub, Similarities& found) {
  std::vector<OtherFile> others;
  for (FoundFile& file : all) {
    if (!is_for(file, lab, step.file, labs)) continue;
    if (file.why_not.empty())
      others.push_back({file.shown, token_kinds(file.text, stub)});
    else if (!std::exchange(file.is_noted, true))
      found.not_compared.push_back({step, file.shown, file.why_not, true});
  }
  return others;
}

void hide(Similarities& found, const Pseudonyms& pseudonyms) {
  for (SimilarPair& pair : found.pairs) {
    pair.one = pseudonyms.of(pair.one);
    if (!pair.is_with_other) pair.other = pseudonyms.of(pair.other);
  }
  for (NotCompared& each : found.not_compared)
    if (!each.is_other) each.student = pseudonyms.of(each.student);
}

}  // namespace

int class_similar_command(const Context& context, const fs::path& folder,
                          const std::vector<fs::path>& with, bool uses_pseudonyms,
                          const std::optional<fs::path>& json) {
  context.course.expect_solutions();
  const OpenClass open(context, folder);
  const std::vector<const Lab*>& labs = open.settings.labs;
  std::vector<FoundFile> others = find_other_files(context.course, with, open.settings.submissions);
  Similarities found;
  for (const Lab* lab : labs) {
    std::set<std::string> seen;
    for (const Step& each : lab->steps) {
      if (!seen.insert(each.file).second) continue;
      const ComparedStep step{lab->name, each.number, each.name, each.file};
      const std::string stub = stub_of(context.course, *lab, each.file);
      compare(found, step, files_for(step, *lab, open.handed_in.hand_ins, stub, found),
              others_for(step, *lab, others, labs, stub, found));
    }
  }
  put_in_order(found);
  if (uses_pseudonyms) hide(found, Pseudonyms(folder, open.handed_in.students));
  fmt::print("{}", table_of(found));
  write_json(json, to_json(found));
  return 0;
}

}  // namespace warplab
