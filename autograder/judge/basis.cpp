#include "autograder/judge/basis.h"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/build/headers.h"
#include "autograder/course/located_json.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The file's name and content. One that is missing is another ingredient than an empty one.
void add_file(BuildKey& key, const fs::path& file) {
  key.add(file.filename().string());
  key.add(fs::exists(file) ? "there" : "missing");
  if (fs::exists(file)) key.add(read_file(file));
}

// What the grader copies or runs of build/lib. Libraries that programs are made of lie there as well.
std::vector<fs::path> programs_in(const fs::path& worker_objects) {
  std::vector<fs::path> programs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(worker_objects, none))
    if (entry.is_regular_file() && entry.path().extension() != ".a")
      programs.push_back(entry.path());
  std::ranges::sort(programs);
  return programs;
}

}  // namespace

std::string short_hash(std::string_view text) {
  constexpr std::size_t digits = 32;
  return sha256(text).substr(0, digits);
}

std::string hash_lab_json(const Lab& lab) {
  return lab.source ? short_hash(lab.source->value.dump()) : "";
}

std::string hash_grader(const fs::path& course_root, const fs::path& worker_objects) {
  const fs::path installed = worker_objects.parent_path();
  BuildKey key;
  add_file(key, fs::read_symlink("/proc/self/exe"));
  for (const fs::path& program : programs_in(worker_objects)) add_file(key, program);
  add_file(key, installed / "bin/simtcc");
  key.add_files(installed / "include/simt");
  for (const fs::path& header : headers_of(course_root)) add_file(key, header);
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
