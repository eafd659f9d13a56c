#include "autograder/problems/place_set.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplab {
namespace {

constexpr double least_share = 0.5;    // of a set that is marked
constexpr double most_of_image = 0.9;  // that a set may be
constexpr std::size_t longest_period = 256;
constexpr std::size_t most_runs = 3;     // in a period: more are no pattern
constexpr double share_of_a_line = 0.8;  // marked: such a row belongs to the set as a whole
constexpr double nearly_all = 0.8;       // of the lines: the others may be right by chance

// Some of the rows, or some of the columns.
struct Lines {
  std::vector<bool> has;
  std::string text;  // "the last 2 rows"; empty where it is all of them
  std::size_t count = 0;
  bool repeats = false;  // as those of blocks of threads do
};

// The lines from `first` to before `end`.
struct Stretch {
  std::size_t first = 0, end = 0;
};

std::vector<Stretch> runs_of(const std::vector<bool>& has) {
  std::vector<Stretch> runs;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (!has[i]) continue;
    if (i == 0 || !has[i - 1]) runs.push_back({i, i});
    runs.back().end = i + 1;
  }
  return runs;
}

// "0 and 15", "0 to 1, 7 and 14 to 15".
std::string name_runs(const std::vector<Stretch>& runs) {
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) text += i + 1 == runs.size() ? " and " : ", ";
    const auto [first, end] = runs[i];
    text += end - first == 1 ? fmt::format("{}", first) : fmt::format("{} to {}", first, end - 1);
  }
  return text;
}

Lines of_run(std::size_t lines, const Stretch& run, const char* noun) {
  Lines result = {std::vector<bool>(lines), "", run.end - run.first, false};
  std::fill(result.has.begin() + std::ptrdiff_t(run.first),
            result.has.begin() + std::ptrdiff_t(run.end), true);
  if (result.count == lines) return result;
  const bool is_one = result.count == 1;
  if (run.end == lines || run.first == 0)
    result.text =
        fmt::format("the {} {}{}{}", run.first == 0 ? "first" : "last",
                    is_one ? "" : fmt::format("{} ", result.count), noun, is_one ? "" : "s");
  else
    result.text = is_one ? fmt::format("{} {}", noun, run.first)
                         : fmt::format("{}s {} to {}", noun, run.first, run.end - 1);
  return result;
}

// The lines that are marked, and all others at the same place in a period.
std::optional<Lines> of_period(const std::vector<bool>& has, std::size_t period, const char* noun) {
  std::vector<bool> residues(period);
  for (std::size_t i = 0; i < has.size(); ++i)
    if (has[i]) residues[i % period] = true;
  const std::vector<Stretch> runs = runs_of(residues);
  const bool has_all = runs.size() == 1 && runs[0].end - runs[0].first == period;
  if (has_all || runs.size() > most_runs) return std::nullopt;
  Lines lines = {std::vector<bool>(has.size()), "", 0, true};
  for (std::size_t i = 0; i < has.size(); ++i) {
    lines.has[i] = residues[i % period];
    lines.count += lines.has[i];
  }
  const bool is_one = runs.size() == 1 && runs[0].end - runs[0].first == 1;
  lines.text = fmt::format("{}{} {} of every {}", noun, is_one ? "" : "s", name_runs(runs), period);
  return lines;
}

// The fewest lines in words that hold all marked ones, of which there is one.
Lines name_lines(const std::vector<bool>& has, const char* noun) {
  const std::vector<Stretch> runs = runs_of(has);
  Stretch all = {runs.front().first, runs.back().end};
  if (static_cast<double>(all.end - all.first) >= nearly_all * static_cast<double>(has.size()))
    all = {0, has.size()};
  Lines best = of_run(has.size(), all, noun);
  if (runs.size() == 1) return best;
  for (std::size_t period = 2; 2 * period < has.size() && period <= longest_period; ++period)
    if (const auto lines = of_period(has, period, noun); lines && lines->count < best.count)
      best = *lines;
  return best;
}

std::string in(const Lines& lines) { return lines.text.empty() ? "" : "in " + lines.text; }

class Finder {
 public:
  Finder(const std::vector<bool>& is_marked, std::size_t width)
      : is_marked_(is_marked), width_(width), height_(is_marked.size() / width) {
    marked_ = std::size_t(std::count(is_marked.begin(), is_marked.end(), true));
  }

  std::optional<PlaceSet> find() {
    if (marked_ == 0) return std::nullopt;
    try_product();
    try_lines_of_both();
    try_memory();
    return best_;
  }

 private:
  bool is(std::size_t y, std::size_t x) const { return is_marked_[y * width_ + x]; }

  void consider(std::string text, std::size_t places, bool repeats = false) {
    const auto marked = static_cast<double>(marked_), all = static_cast<double>(places);
    if (text.empty() || marked < least_share * all) return;
    if (all > most_of_image * static_cast<double>(is_marked_.size())) return;
    if (best_ && places >= best_->places) return;
    best_ = {std::move(text), places, marked_ == places, repeats};
  }

  // Some rows, and there some columns.
  void try_product() {
    std::vector<bool> rows(height_), columns(width_);
    for (std::size_t y = 0; y < height_; ++y)
      for (std::size_t x = 0; x < width_; ++x)
        if (is(y, x)) rows[y] = columns[x] = true;
    const Lines r = name_lines(rows, "row"), c = name_lines(columns, "column");
    const bool both = !r.text.empty() && !c.text.empty();
    consider(both ? fmt::format("{}, there in {}", in(r), c.text) : in(r) + in(c),
             r.count * c.count, r.repeats || c.repeats);
  }

  // Some whole rows, and some columns of all other rows.
  void try_lines_of_both() {
    std::vector<bool> rows(height_), columns(width_);
    for (std::size_t y = 0; y < height_; ++y) {
      std::size_t marked = 0;
      for (std::size_t x = 0; x < width_; ++x) marked += is(y, x);
      rows[y] = static_cast<double>(marked) >= share_of_a_line * static_cast<double>(width_);
    }
    if (std::ranges::count(rows, true) == 0) return;
    const Lines r = name_lines(rows, "row");
    bool has_more = false;
    for (std::size_t y = 0; y < height_; ++y)
      for (std::size_t x = 0; x < width_; ++x)
        if (is(y, x) && !r.has[y]) has_more = columns[x] = true;
    if (!has_more) return;
    const Lines c = name_lines(columns, "column");
    if (r.text.empty() || c.text.empty()) return;
    consider(fmt::format("{} and in {}", in(r), c.text),
             r.count * width_ + (height_ - r.count) * c.count, r.repeats || c.repeats);
  }

  // All between two places in memory, where that is no number of whole rows.
  void try_memory() {
    const auto first = std::size_t(std::ranges::find(is_marked_, true) - is_marked_.begin());
    std::size_t end = is_marked_.size();
    while (!is_marked_[end - 1]) --end;
    const auto place = [&](std::size_t i) {
      return fmt::format("row {}, column {}", i / width_, i % width_);
    };
    if (marked_ < width_) return;
    if (end == is_marked_.size())
      consider(fmt::format("from {} on, as memory has it", place(first)), end - first);
    else if (first == 0)
      consider(fmt::format("up to {}, as memory has it", place(end - 1)), end);
    else
      consider(fmt::format("from {} to {}, as memory has it", place(first), place(end - 1)),
               end - first);
  }

  const std::vector<bool>& is_marked_;
  std::size_t width_, height_, marked_ = 0;
  std::optional<PlaceSet> best_;
};

}  // namespace

std::string PlaceSet::say(const std::string& what) const {
  return fmt::format("{} {} {}", what, is_exact ? "exactly" : "only", text);
}

std::optional<PlaceSet> find_place_set(const std::vector<bool>& is_marked, std::size_t width) {
  return Finder(is_marked, width).find();
}

}  // namespace warplab
