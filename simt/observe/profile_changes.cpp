#include "simt/observe/profile_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "common/numbers.h"
#include "simt/observe/launch_groups.h"

namespace simt::observe {
namespace {

using warplab::ratio;

constexpr double least_change = 0.01;  // of the larger figure

// A figure that the terminal's table shows: a count per launch, or per request.
struct Figure {
  std::string_view name;
  Metric count;
  std::optional<Metric> requests = std::nullopt;
};
constexpr Figure figures[] = {
    {"instructions", Metric::instructions},
    {"divergent branches", Metric::divergent_branches},
    {"global loads", Metric::global_load_requests},
    {"sectors per global load", Metric::global_load_sectors, Metric::global_load_requests},
    {"global stores", Metric::global_store_requests},
    {"sectors per global store", Metric::global_store_sectors, Metric::global_store_requests},
    {"sectors of local memory loaded", Metric::local_load_sectors},
    {"sectors of local memory stored", Metric::local_store_sectors},
    {"shared loads", Metric::shared_load_requests},
    {"wavefronts per shared load", Metric::shared_load_wavefronts, Metric::shared_load_requests},
    {"shared stores", Metric::shared_store_requests},
    {"wavefronts per shared store", Metric::shared_store_wavefronts, Metric::shared_store_requests},
};

double value_of(const Figure& figure, const LaunchGroup& group) {
  if (figure.requests) return ratio(group.metrics[figure.count], group.metrics[*figure.requests]);
  return ratio(group.metrics[figure.count], group.launches);
}

bool differs(double before, double after) {
  return std::abs(after - before) > least_change * std::max(before, after);
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// What a line of the later version counts per launch beyond what its like in the earlier one does, for as many requests
// if the figure is per request. A line that has none is compared with all of the earlier version, or with nothing.
double growth(const Figure& figure, const LineProfile& line, uint64_t launches,
              const LaunchGroup& before) {
  const auto is_like = [&](const LineProfile& other) {
    return file_name(other.file) == file_name(line.file) &&
           (line.text.empty() || other.text.empty() ? other.line == line.line
                                                    : other.text == line.text);
  };
  const auto like = std::ranges::find_if(before.lines, is_like);
  const bool has_like = like != before.lines.end();
  const auto count = static_cast<double>(line.metrics[figure.count]);
  double expected = has_like ? ratio(like->metrics[figure.count], before.launches) : 0;
  if (figure.requests)
    expected = ratio(line.metrics[*figure.requests], launches) *
               (has_like ? ratio(like->metrics[figure.count], like->metrics[*figure.requests])
                         : value_of(figure, before));
  return count / static_cast<double>(launches) - expected;
}

CounterChange change_of(const Figure& figure, const LaunchGroup& before, const LaunchGroup& after) {
  CounterChange change{.kernel = after.first->name,
                       .size = size_text(*after.first),
                       .counter = std::string(figure.name),
                       .before = value_of(figure, before),
                       .after = value_of(figure, after),
                       .file = {}};
  const double sign = change.after > change.before ? 1 : -1;
  double most = 0;
  for (const LineProfile& line : after.lines) {
    const double grown = sign * growth(figure, line, after.launches, before);
    if (grown <= most) continue;
    most = grown;
    change.file = line.file;
    change.line = line.line;
  }
  return change;
}

// Of groups that are in both profiles: first those of the same size, then what is left of a kernel, if it is one group
// in each.
class Pairs {
 public:
  Pairs(const std::vector<LaunchGroup>& before, const std::vector<LaunchGroup>& after) {
    for (const LaunchGroup& group : before) before_.push_back(&group);
    for (const LaunchGroup& group : after) after_.push_back(&group);
    match([](const LaunchGroup& a, const LaunchGroup& b) {
      return a.first->grid == b.first->grid && a.first->block == b.first->block;
    });
    match([this](const LaunchGroup& a, const LaunchGroup&) {
      return is_alone(before_, a) && is_alone(after_, a);
    });
    std::ranges::sort(both_, {}, [](const auto& pair) { return pair.second; });
  }

  const std::vector<std::pair<const LaunchGroup*, const LaunchGroup*>>& both() const {
    return both_;
  }
  std::vector<std::string> gone() const { return names_of(before_); }
  std::vector<std::string> added() const { return names_of(after_); }

 private:
  using Groups = std::vector<const LaunchGroup*>;

  static bool is_alone(const Groups& groups, const LaunchGroup& group) {
    return std::ranges::count_if(groups, [&](const LaunchGroup* other) {
             return other->first->name == group.first->name;
           }) == 1;
  }
  static std::vector<std::string> names_of(const Groups& groups) {
    std::vector<std::string> names;
    for (const LaunchGroup* group : groups)
      names.push_back(fmt::format("{}, {}", group->first->name, size_text(*group->first)));
    return names;
  }
  template <class Fits>
  void match(Fits&& fits) {
    for (size_t a = 0; a < after_.size();) {
      const auto b = std::ranges::find_if(before_, [&](const LaunchGroup* group) {
        return group->first->name == after_[a]->first->name && fits(*group, *after_[a]);
      });
      if (b == before_.end()) {
        ++a;
        continue;
      }
      both_.emplace_back(*b, after_[a]);
      before_.erase(b);
      after_.erase(after_.begin() + static_cast<ptrdiff_t>(a));
    }
  }

  Groups before_, after_;  // what has no pair yet
  std::vector<std::pair<const LaunchGroup*, const LaunchGroup*>> both_;
};

}  // namespace

std::string CounterChange::text() const {
  const auto number = [this](double value) {
    return counter.find(" per ") != std::string::npos ? fmt::format("{:.1f}", value)
                                                      : fmt::format("{:.0f}", value);
  };
  return fmt::format("{} of {}, {}: {} -> {}{}", counter, kernel, size, number(before),
                     number(after), line == 0 ? "" : fmt::format(", {}:{}", file, line));
}

ProfileChanges compare(const Profile& before, const Profile& after) {
  const std::vector<LaunchGroup> earlier = group_launches(before), later = group_launches(after);
  const Pairs pairs(earlier, later);
  ProfileChanges result{.changes = {}, .gone = pairs.gone(), .added = pairs.added()};
  for (const auto& [old_group, new_group] : pairs.both())
    for (const Figure& figure : figures)
      if (differs(value_of(figure, *old_group), value_of(figure, *new_group)))
        result.changes.push_back(change_of(figure, *old_group, *new_group));
  return result;
}

}  // namespace simt::observe
