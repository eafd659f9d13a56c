#include "autograder/platforms/lab_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "autograder/classroom/litter.h"
#include "autograder/classroom/near_name.h"
#include "autograder/course/suggest.h"
#include "autograder/report/result.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// A folder named after a lab, "Lab 5" included, or none.
const Lab* lab_named(const Course& course, const std::string& folder) {
  std::string name = folder;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  std::erase(name, ' ');
  if (!name.starts_with("lab")) return nullptr;
  for (const Lab& lab : course.labs)
    if (name == lab.name || name == short_name(lab.name)) return &lab;
  return nullptr;
}

// Where a file lies.
struct PlaceOfFile {
  const Lab* lab = nullptr;  // whose folder it is in; null: in none
  bool is_in_kit = false;    // in labs/, as in a kit
  std::size_t depth = 0;
};

PlaceOfFile place_of_file(const Course& course, const std::string& name) {
  PlaceOfFile place;
  std::string before;
  for (const fs::path& part : fs::path(name).parent_path()) {
    ++place.depth;
    if (const Lab* lab = lab_named(course, part)) {
      place.lab = lab;
      place.is_in_kit = before == "labs";
    }
    before = part;
  }
  return place;
}

class FileSearch {
 public:
  FileSearch(const Course& course, const std::vector<const Lab*>& labs,
             const std::vector<PackedFile>& files)
      : course_(course), labs_(labs), files_(files) {
    for (const PackedFile& file : files) has_kit_ |= place_of_file(course, file.name).is_in_kit;
  }

  LabFiles run() {
    for (const PackedFile& file : files_) look_at(file);
    settle_loose_files();
    for (auto& [wanted, candidates] : candidates_) choose(wanted, candidates);
    if (candidates_.empty() && result_.complaints.empty()) complain_of_nothing();
    return std::move(result_);
  }

 private:
  using Wanted = std::pair<const Lab*, std::string>;
  struct Candidate {
    const PackedFile* packed = nullptr;
    bool is_exact = false;
    std::size_t depth = 0;
  };

  void look_at(const PackedFile& file) {
    const std::string name = fs::path(file.name).filename();
    if (is_litter(name)) return;
    const PlaceOfFile place = place_of_file(course_, file.name);
    if (has_kit_ && !place.is_in_kit) return;
    for (const Lab* lab : labs_) {
      if (place.lab != nullptr && place.lab != lab) continue;
      for (const Step& step : lab->steps) {
        if (!is_nearly(name, step.file)) continue;
        const Candidate candidate{&file, name == step.file, place.depth};
        if (place.lab != nullptr || labs_.size() == 1)
          candidates_[{lab, step.file}].push_back(candidate);
        else
          loose_[lab].push_back({step.file, candidate});
      }
    }
  }

  // Files in no lab's folder belong to the lab that asks for most of them, if that is one.
  void settle_loose_files() {
    std::size_t most = 0;
    std::vector<const Lab*> best;
    for (const auto& [lab, files] : loose_) {
      if (files.size() > most) best.clear();
      most = std::max(most, files.size());
      if (files.size() == most) best.push_back(lab);
    }
    if (best.size() == 1) {
      for (const auto& [file, candidate] : loose_.at(best[0]))
        candidates_[{best[0], file}].push_back(candidate);
    } else if (best.size() > 1) {
      std::vector<std::string> names;
      for (const Lab* lab : best) names.push_back(short_name(lab->name));
      std::ranges::sort(names);
      result_.complaints.push_back(fmt::format("{} may be of {}: say which with --lab",
                                               loose_.at(best[0]).front().second.packed->name,
                                               fmt::join(names, ", ")));
    }
  }

  // The file under its own name before another, then the one in fewer folders.
  void choose(const Wanted& wanted, std::vector<Candidate>& candidates) {
    std::ranges::sort(candidates, {}, [](const Candidate& each) {
      return std::tuple(!each.is_exact, each.depth, each.packed->name);
    });
    const PackedFile& first = *candidates.front().packed;
    if (candidates.size() > 1)
      result_.complaints.push_back(fmt::format("{} and {} are both {} of {}: the first is graded",
                                               first.name, candidates[1].packed->name,
                                               wanted.second, wanted.first->name));
    if (first.kind == PackedKind::link)
      result_.complaints.push_back(
          fmt::format("{} is a link: ask for the file itself", first.name));
    else if (first.kind == PackedKind::large)
      result_.complaints.push_back(fmt::format("{} is too large for a source file", first.name));
    else
      take(wanted, candidates.front());
  }

  void take(const Wanted& wanted, const Candidate& candidate) {
    result_.found.push_back({wanted.first, wanted.second, candidate.packed});
    if (!candidate.is_exact)
      result_.renamed.push_back(fmt::format("{} as {}", candidate.packed->name, wanted.second));
  }

  void complain_of_nothing() {
    constexpr std::size_t shown = 4;
    std::vector<std::string> wanted, names;
    for (const Lab* lab : labs_)
      for (const Step& step : lab->steps) wanted.push_back(step.file);
    std::string guess;
    for (const PackedFile& file : files_) {
      const std::string name = fs::path(file.name).filename();
      if (is_litter(name)) continue;
      if (names.size() < shown) names.push_back(file.name);
      if (guess.empty()) guess = did_you_mean(name, wanted);
    }
    if (names.empty())
      result_.complaints.push_back("there is nothing in it");
    else
      result_.complaints.push_back(fmt::format(
          "none of the files that {} for, only {}{}{}",
          labs_.size() == 1 ? labs_.front()->name + " asks" : "the labs ask",
          fmt::join(names, ", "),
          files_.size() > names.size() ? fmt::format(" and {} more", files_.size() - names.size())
                                       : "",
          guess));
  }

  const Course& course_;
  const std::vector<const Lab*>& labs_;
  const std::vector<PackedFile>& files_;
  bool has_kit_ = false;
  std::map<Wanted, std::vector<Candidate>> candidates_;
  std::map<const Lab*, std::vector<std::pair<std::string, Candidate>>> loose_;
  LabFiles result_;
};

}  // namespace

const Lab* lab_of_path(const Course& course, const std::string& name) {
  return place_of_file(course, name).lab;
}

LabFiles find_lab_files(const Course& course, const std::vector<const Lab*>& labs,
                        const std::vector<PackedFile>& files) {
  return FileSearch(course, labs, files).run();
}

}  // namespace warplab
