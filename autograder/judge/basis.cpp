#include "autograder/judge/basis.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/course/located_json.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The file's name and content. One that is missing, or that nobody lets be read, is another ingredient than an empty one.
void add_file(BuildKey& key, const fs::path& file) {
  std::error_code none;
  const bool is_there = fs::exists(file, none);
  key.add(file.filename().string());
  key.add(is_there ? "there" : "missing");
  if (is_there) key.add(read_file(file));
}

// What the programs that grade are built from, in order. An editor's copies are none of it.
std::vector<fs::path> sources_in(const fs::path& folder) {
  constexpr std::string_view endings[] = {".cpp", ".h", ".def", ".inc", ".in", ".cmake", ".txt"};
  std::vector<fs::path> sources;
  if (!fs::exists(folder)) return sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() &&
        std::ranges::count(endings, entry.path().extension().string()) > 0)
      sources.push_back(entry.path());
  std::ranges::sort(sources);
  return sources;
}

}  // namespace

std::string short_hash(std::string_view text) {
  constexpr std::size_t digits = 32;
  return sha256(text).substr(0, digits);
}

std::string hash_lab_json(const Lab& lab) {
  return lab.source ? short_hash(lab.source->value.dump()) : "";
}

std::string hash_grader(const fs::path& course_root) {
  BuildKey key;
  for (const char* part : {"autograder", "common", "simt"})
    for (const fs::path& source : sources_in(course_root / part)) {
      key.add(source.lexically_relative(course_root).string());
      key.add(read_file(source));
    }
  return short_hash(key.text());
}

std::string basis_of(const Course& course, const Lab& lab, const std::string& grader,
                     const Version& version) {
  BuildKey key;
  key.add(grader);
  key.add(version.number);
  key.add(version.commit);
  key.add(hash_lab_json(lab));
  for (const Step& step : lab.steps) {
    if (!step.speed) continue;
    const Lab& other = course.find(step.speed->baseline_lab);
    const Step& baseline = other.step(step.speed->baseline_step);
    key.add(hash_lab_json(other));
    add_file(key, course.solution(other) / baseline.file);
    // In a student kit, in place of solutions.
    add_file(key, baseline.device == Device::gpu
                      ? course.baseline_figures(lab, step)
                      : course.baseline_object(other.name, baseline.number));
  }
  return short_hash(key.text());
}

}  // namespace warplab
