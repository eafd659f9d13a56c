#include "simt/observe/line_counts.h"

#include <cstdint>
#include <map>

#include "simt/observe/profile.h"

namespace simt::observe {
namespace {

struct Counter {
  const char* name;
  uint64_t (*count)(const Metrics& line);
  uint64_t (*ideal)(const Metrics& line);  // null where none is known
};

constexpr Counter counters[] = {
    {"global sectors", [](const Metrics& m) { return m[Metric::l2_sectors]; },
     [](const Metrics& m) { return m[Metric::l2_sectors_ideal]; }},
    {"shared wavefronts", [](const Metrics& m) { return m[Metric::l1_wavefronts]; },
     [](const Metrics& m) { return m[Metric::l1_wavefronts_ideal]; }},
    {"bank conflicts", [](const Metrics& m) { return m[Metric::shared_conflicts]; }, nullptr},
    {"local sectors",
     [](const Metrics& m) {
       return m[Metric::local_load_sectors] + m[Metric::local_store_sectors];
     },
     nullptr},
    {"branches", [](const Metrics& m) { return m[Metric::branches]; }, nullptr},
    {"divergent branches", [](const Metrics& m) { return m[Metric::divergent_branches]; }, nullptr},
    {"barriers", [](const Metrics& m) { return m[Metric::barriers]; }, nullptr},
    {"conversions", [](const Metrics& m) { return m[Metric::conversions]; }, nullptr},
    {"instructions", [](const Metrics& m) { return m[Metric::instructions]; }, nullptr},
};

}  // namespace

std::vector<CountedLines> counted_lines(const Profile& profile, const std::string& file) {
  std::map<uint32_t, Metrics> sums;  // by line
  for (const LaunchProfile& launch : profile.launches)
    for (const LineProfile& line : launch.lines)
      if (line.file == file) sums[line.line].add(line.metrics);
  std::vector<CountedLines> all;
  for (const Counter& counter : counters) {
    CountedLines& counted = all.emplace_back(CountedLines{counter.name, {}});
    for (const auto& [line, metrics] : sums) {
      const uint64_t count = counter.count(metrics);
      if (count == 0) continue;
      LineCount& of_line = counted.lines.emplace_back();
      of_line.line = line;
      of_line.count = static_cast<double>(count);
      if (counter.ideal != nullptr) of_line.ideal = static_cast<double>(counter.ideal(metrics));
    }
  }
  return all;
}

}  // namespace simt::observe
