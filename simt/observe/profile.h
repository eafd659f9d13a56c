// The counters of a program's launches under the names of Nsight Compute, by launch and source
// line.
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
#include "simt/model/target.h"
#include "simt/model/timing.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/fidelity.h"

namespace simt::observe {

enum class Metric : uint8_t {
#define METRIC(enumerator, name) enumerator,
#include "simt/observe/metrics.def"
#undef METRIC
  count
};

// "smsp__inst_executed.sum"
std::string_view name_of(Metric metric);

// Exact counts.
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
  std::string text;  // of the line; empty if the file cannot be read
  Metrics metrics;
  // The load or store request that took the most wavefronts, if there were bank conflicts.
  std::optional<BankMap> bank_map;
};

struct LaunchProfile {
  std::string name;
  events::Index3 grid, block;
  Metrics metrics;
  // Figures that are not counts, by name: limits of occupancy, averages, modelled time.
  std::vector<std::pair<std::string, double>> derived;
  Fidelity fidelity;
  std::string bound;               // what limits the modelled time; empty without a time
  std::vector<LineProfile> lines;  // by file and line; only code with line information
};

// The profile of one launch. `occupancy` and `time` may be null.
LaunchProfile make_launch_profile(const events::LaunchCounters& counters,
                                  const model::Occupancy* occupancy = nullptr,
                                  const model::KernelTime* time = nullptr);
// The same with the occupancy of so many registers per thread on the target.
LaunchProfile make_launch_profile(const events::LaunchCounters& counters,
                                  const model::Target& target, uint32_t registers,
                                  const model::KernelTime* time);

struct Profile {
  std::vector<LaunchProfile> launches;
};

// {"name","grid","block","metrics","fidelity","lines"}, as below.
nlohmann::ordered_json to_json(const LaunchProfile& profile);
// Throws nlohmann::json::exception if members are missing or have another type.
LaunchProfile launch_profile_from_json(const nlohmann::json& json);

// {"kernels":[{"name","grid","block","metrics":{name: number},"fidelity","lines":[{"file","line","text",
// "metrics","bank_map"}]}]}, with one entry per launch. A line has the metrics that are not 0, and
// a bank_map if it had bank conflicts.
nlohmann::ordered_json to_json(const Profile& profile);

// A table for the terminal, 80 columns wide. Launches of the same kernel and size are added up;
// only the most expensive lines are listed, with an explanation.
std::string format_table(const Profile& profile, size_t shown_lines = 12);

}  // namespace simt::observe
