#include "autograder/commands/context.h"

#include <system_error>

#include "autograder/build/builder.h"
#include "autograder/problems/problem.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

bool is_course(const fs::path& folder) {
  std::error_code none;
  for (const auto& lab : fs::directory_iterator(folder / "labs", none))
    if (fs::exists(lab.path() / "lab.json", none)) return true;
  return false;
}

}  // namespace

fs::path course_above(fs::path folder) {
  for (; !is_course(folder); folder = folder.parent_path())
    if (folder == folder.root_path()) return {};
  return folder;
}

Context find_context() {
  const fs::path build = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  fs::path root = course_above(fs::current_path());
  if (root.empty()) root = course_above(build);
  if (root.empty())
    throw CourseError("there is no course here: run warplab inside a clone that has labs/");
  return {load_course(root, complain_about), build / "lib", root / "build" / "grades",
          Frontend::automatic};
}

std::vector<std::string> words_to_run(const Context& context,
                                      const std::vector<std::string>& command) {
  std::vector<std::string> words = {fs::read_symlink("/proc/self/exe").string()};
  if (context.frontend != Frontend::automatic)
    words.insert(words.end(), {"--frontend", cuda_compiler_here(context.frontend)});
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace warplab
