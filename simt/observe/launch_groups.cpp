#include "simt/observe/launch_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "simt/events/finding.h"

namespace simt::observe {
namespace {

std::string extent(const events::Index3& i) {
  if (i.z > 1) return fmt::format("{}x{}x{}", i.x, i.y, i.z);
  if (i.y > 1) return fmt::format("{}x{}", i.x, i.y);
  return std::to_string(i.x);
}

}  // namespace

std::vector<LaunchGroup> group_launches(const Profile& profile) {
  std::vector<LaunchGroup> groups;
  for (const LaunchProfile& p : profile.launches) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const LaunchGroup& g) {
      return g.first->name == p.name && g.first->grid == p.grid && g.first->block == p.block;
    });
    if (group == groups.end()) {
      groups.push_back({.first = &p});
      group = std::prev(groups.end());
    }
    ++group->launches;
    group->seconds += derived(p, "gpu__time_duration.sum", 0) * 1e-9;
    group->metrics.add(p.metrics);
    for (const LineProfile& line : p.lines) {
      const auto known = std::find_if(
          group->lines.begin(), group->lines.end(),
          [&](const LineProfile& l) { return l.line == line.line && l.file == line.file; });
      if (known == group->lines.end())
        group->lines.push_back(line);
      else
        known->metrics.add(line.metrics);
    }
  }
  return groups;
}

double derived(const LaunchProfile& profile, std::string_view name, double otherwise) {
  for (const auto& [key, value] : profile.derived)
    if (key == name) return value;
  return otherwise;
}

std::string size_text(const LaunchProfile& profile) {
  return fmt::format("{} blocks of {}", extent(profile.grid), extent(profile.block));
}

}  // namespace simt::observe
