#include "autograder/course_commands/other_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "autograder/build/intake.h"
#include "autograder/classroom/litter.h"
#include "autograder/platforms/lab_files.h"
#include "autograder/report/sanitize.h"
#include "autograder/similar/similar.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

enum class Language { none, c, cuda };

Language language_of(const fs::path& file) {
  constexpr std::string_view c[] = {".c", ".cpp", ".cc", ".cxx", ".C"};
  constexpr std::string_view cuda[] = {".cu", ".cuh"};
  const std::string ending = file.extension();
  if (std::ranges::find(cuda, ending) != std::end(cuda)) return Language::cuda;
  return std::ranges::find(c, ending) != std::end(c) ? Language::c : Language::none;
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

FoundFile read_found(const fs::path& path, const fs::path& folder) {
  FoundFile file;
  file.name = path.filename();
  file.shown = (folder.filename() / path.lexically_relative(folder)).string();
  try {
    file.text = read_source(path, folder);
    if (file.text.size() > largest_compared)
      file.why_not = fmt::format("longer than {} KiB", largest_compared >> 10);
  } catch (const IntakeError& error) {
    file.why_not = error.detail;
  }
  return file;
}

bool has_file(const Lab& lab, const std::string& name) {
  return std::ranges::find(lab.steps, name, &Step::file) != lab.steps.end();
}

}  // namespace

std::vector<FoundFile> find_other_files(const Course& course, const std::vector<fs::path>& folders,
                                        const fs::path& except) {
  const fs::path own = fs::weakly_canonical(except);
  std::vector<FoundFile> found;
  for (const fs::path& each : folders) {
    if (!fs::is_directory(each))
      throw CourseError(fmt::format("--with: there is no folder {}", sanitize_line(each.string())));
    const fs::path folder = fs::canonical(each);
    const std::size_t before = found.size();
    for (auto entry = fs::recursive_directory_iterator(
             folder, fs::directory_options::skip_permission_denied);
         entry != fs::recursive_directory_iterator(); ++entry) {
      const bool is_folder = entry->is_directory() && !entry->is_symlink();
      if (is_litter(entry->path().filename()) || lies_in(entry->path(), own)) {
        if (is_folder) entry.disable_recursion_pending();
      } else if (!entry->is_symlink() && entry->is_regular_file() &&
                 language_of(entry->path()) != Language::none) {
        found.push_back(read_found(entry->path(), folder));
        found.back().lab = lab_of_path(course, found.back().shown);
      }
    }
    if (found.size() == before)
      throw CourseError(
          fmt::format("--with: {} has no file in C, C++ or CUDA", sanitize_line(each.string())));
  }
  std::ranges::sort(found, {}, &FoundFile::shown);
  return found;
}

bool is_for(const FoundFile& file, const Lab& lab, const std::string& step_file,
            const std::vector<const Lab*>& labs) {
  if (file.lab != nullptr && file.lab != &lab) return false;
  const bool is_named =
      file.lab != nullptr
          ? has_file(*file.lab, file.name)
          : std::ranges::any_of(labs, [&](const Lab* each) { return has_file(*each, file.name); });
  return is_named ? file.name == step_file : language_of(file.name) == language_of(step_file);
}

}  // namespace warplab
