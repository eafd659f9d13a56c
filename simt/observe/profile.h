// What the launches of a program did, in the words of Nsight Compute: by launch and by source line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/events/counters.h"
#include "simt/events/finding.h"
#include "simt/model/occupancy.h"
#include "simt/model/timing.h"
#include "simt/observe/bank_map.h"

namespace simt::observe {

enum class Metric : uint8_t {
#define METRIC(enumerator, name) enumerator,
#include "simt/observe/metrics.def"
#undef METRIC
  count
};

// "smsp__inst_executed.sum"
std::string_view name_of(Metric metric);

// Counts, all exact.
class Metrics {
 public:
  uint64_t& operator[](Metric m) { return values_[static_cast<size_t>(m)]; }
  uint64_t operator[](Metric m) const { return values_[static_cast<size_t>(m)]; }
  void add(const Metrics& other);

 private:
  std::array<uint64_t, static_cast<size_t>(Metric::count)> values_{};
};

struct LineProfile {
  std::string file;
  uint32_t line = 0;
  std::string text;  // of the line; empty where the file cannot be read
  Metrics metrics;
  // Of loads and stores with bank conflicts, the request that took most wavefronts.
  std::optional<BankMap> bank_map;
};

struct LaunchProfile {
  std::string name;
  events::Index3 grid, block;
  Metrics metrics;
  // What is no count: limits of occupancy, averages, modelled time; by name.
  std::vector<std::pair<std::string, double>> derived;
  std::string bound;               // what limits the modelled time; empty without it
  std::vector<LineProfile> lines;  // in order of file and line; those with line information
};

// Of one launch. `occupancy` and `time` may be null.
LaunchProfile make_launch_profile(const events::LaunchCounters& counters,
                                  const model::Occupancy* occupancy = nullptr,
                                  const model::KernelTime* time = nullptr);

struct Profile {
  std::vector<LaunchProfile> launches;
};

// {"name","grid","block","metrics","lines"}, as below.
nlohmann::ordered_json to_json(const LaunchProfile& profile);
// Throws nlohmann::json::exception where members are missing or have another type.
LaunchProfile launch_profile_from_json(const nlohmann::json& json);

// {"kernels":[{"name","grid","block","metrics":{name: number},"lines":[{"file","line","text",
// "metrics","bank_map"}]}]}, one entry a launch. A line has the metrics that are not 0, and a bank_map
// where lanes met in banks.
nlohmann::ordered_json to_json(const Profile& profile);

// For the terminal, 80 columns: launches of one kernel of one size are added up, and of the lines
// only those that cost most are there, with what that means.
std::string format_table(const Profile& profile, size_t shown_lines = 12);

}  // namespace simt::observe
