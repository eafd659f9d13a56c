#include "autograder/watch/saved_files.h"

#include "autograder/build/headers.h"
#include "autograder/build/intake.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The text as the grader takes it in, or why it does not.
std::string taken_in(const fs::path& file) {
  try {
    return read_source(file);
  } catch (const IntakeError& error) {
    return error.what();
  }
}

// A folder that is gone has none.
std::vector<fs::path> headers_now(const Course& course) {
  try {
    return headers_of(course.root);
  } catch (const fs::filesystem_error&) {
    return {};
  }
}

// The names of files that are in only one of the two, or that differ.
std::set<std::string> different_files(const SavedFiles& before, const SavedFiles& after) {
  std::set<std::string> names;
  for (const auto& [name, content] : after) {
    const auto found = before.find(name);
    if (found == before.end() || found->second != content) names.insert(name);
  }
  for (const auto& [name, content] : before)
    if (!after.contains(name)) names.insert(name);
  return names;
}

}  // namespace

std::vector<fs::path> folders_of(const Course& course, const Lab& lab) {
  return {lab.folder, course.root / "common"};
}

SavedFiles read_saved(const Course& course, const Lab& lab) {
  SavedFiles files;
  for (const Step& step : lab.steps) files[step.file] = taken_in(lab.folder / step.file);
  for (const fs::path& header : headers_now(course))
    files["common/" + header.filename().string()] = taken_in(header);
  return files;
}

std::set<int> changed_steps(const Lab& lab, const SavedFiles& before, const SavedFiles& after) {
  const std::set<std::string> different = different_files(before, after);
  std::set<std::string> of_steps;
  for (const Step& step : lab.steps) of_steps.insert(step.file);
  bool all = false;
  for (const std::string& name : different) all = all || !of_steps.contains(name);
  std::set<int> steps;
  for (const Step& step : lab.steps)
    if (all || different.contains(step.file)) steps.insert(step.number);
  return steps;
}

}  // namespace warplab
