// simt against an H200: the same PTX, the same launches (tests/hardware). Counters are equal, but
// for the differences that tests/hardware/differences.json explains; modelled times are close.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "simt/observe/profile.h"
#include "tests/checkout.h"
#include "tests/hardware/simulate.h"

namespace simt::test {
namespace {

using observe::Metric;

const std::string& folder() {
  static const std::string path = std::string(checkout::root) + "/tests/hardware";
  return path;
}

const nlohmann::json& recording() {
  static const nlohmann::json json = hardware::read_recording(folder());
  return json;
}

// {kernel: {metric: {"simt": count, "cause": sentence}}}
const nlohmann::json& differences() {
  static const nlohmann::json json =
      nlohmann::json::parse(hardware::read_text(folder() + "/differences.json"));
  return json;
}

// Depend on the addresses alone, so PTX tells them.
constexpr Metric exact[] = {
    Metric::divergent_branches,    Metric::global_load_requests,
    Metric::global_load_sectors,   Metric::global_store_requests,
    Metric::global_store_sectors,  Metric::global_red_requests,
    Metric::global_red_sectors,    Metric::global_atom_requests,
    Metric::global_atom_sectors,   Metric::l2_sectors,
    Metric::l2_sectors_ideal,      Metric::local_load_requests,
    Metric::local_load_sectors,    Metric::local_store_requests,
    Metric::local_store_sectors,   Metric::l1_wavefronts,
    Metric::l1_wavefronts_ideal,   Metric::shared_atom_wavefronts,
    Metric::shared_atom_conflicts,
};

// The hardware adds what the arbiter makes them wait for: up to 4 % more wavefronts.
constexpr Metric noisy[] = {Metric::shared_load_wavefronts, Metric::shared_store_wavefronts};
constexpr double noise = 0.04;

// Their conflicts are those wavefronts that are more than one a group of lanes.
constexpr std::pair<Metric, Metric> conflicts[] = {
    {Metric::shared_load_conflicts, Metric::shared_load_wavefronts},
    {Metric::shared_store_conflicts, Metric::shared_store_wavefronts},
};

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const auto& spec : hardware::make_launches(false)) names.push_back(spec.kernel);
  return names;
}

class Hardware : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    hardware::Simulator simulator(folder());
    for (const auto& spec : hardware::make_launches(false))
      if (spec.kernel == GetParam()) simulated_ = simulator.run(spec);
    ASSERT_EQ(simulated_.result.status, Status::ok) << simulated_.result.message;
    metrics_ = observe::make_launch_profile(*simulated_.result.counters).metrics;
  }

  const nlohmann::json& recorded() const { return recording()["small"][GetParam()]; }
  uint64_t recorded(Metric metric) const {
    return recorded().value(std::string(observe::name_of(metric)), uint64_t{0});
  }
  const nlohmann::json* difference(Metric metric) const {
    const auto kernel = differences().find(GetParam());
    if (kernel == differences().end()) return nullptr;
    const auto found = kernel->find(std::string(observe::name_of(metric)));
    return found == kernel->end() ? nullptr : &*found;
  }

  hardware::Simulated simulated_;
  observe::Metrics metrics_;
};

TEST_P(Hardware, OutputsAreTheSameBits) {
  EXPECT_EQ(simulated_.outputs, recorded()["outputs"].get<std::string>());
}

TEST_P(Hardware, CountersAreEqual) {
  for (const Metric metric : exact) {
    if (const auto* explained = difference(metric)) {
      // Still as explained; if the two agree now, the explanation has to go.
      EXPECT_EQ(metrics_[metric], (*explained)["simt"].get<uint64_t>()) << name_of(metric);
      EXPECT_NE(metrics_[metric], recorded(metric)) << name_of(metric);
    } else {
      EXPECT_EQ(metrics_[metric], recorded(metric)) << name_of(metric);
    }
  }
}

TEST_P(Hardware, NoisyCountersAreNear) {
  for (const Metric metric : noisy) {
    if (difference(metric)) continue;
    const double counted = static_cast<double>(metrics_[metric]);
    EXPECT_NEAR(static_cast<double>(recorded(metric)), counted, noise * counted) << name_of(metric);
  }
  for (const auto& [conflict, wavefronts] : conflicts) {
    if (difference(wavefronts)) continue;
    EXPECT_NEAR(static_cast<double>(recorded(conflict)), static_cast<double>(metrics_[conflict]),
                noise * static_cast<double>(metrics_[wavefronts]))
        << name_of(conflict);
  }
}

INSTANTIATE_TEST_SUITE_P(H200, Hardware, testing::ValuesIn(kernel_names()),
                         [](const auto& info) { return info.param; });

// --- Time ----------------------------------------------------------------------------------------

// Microseconds by kernel: modelled, measured.
std::map<std::string, std::pair<double, double>> times() {
  std::map<std::string, std::pair<double, double>> result;
  hardware::Simulator simulator(folder());
  for (const auto& spec : hardware::make_launches(false)) {
    const hardware::Simulated simulated = simulator.run(spec);
    result[spec.kernel] = {simulated.result.time->seconds * 1e6,
                           recording()["small"][spec.kernel]["time_us"].get<double>()};
  }
  return result;
}

// Steps of a course, which improve from kernel to kernel: where the hardware's times differ by 15 %
// or more, the modelled ones order them alike.
const std::vector<std::vector<std::string>> ladders = {
    {"convolution_border", "convolution_global_16x16", "convolution_global_32x8",
     "convolution_byte_tile", "convolution_byte_tile_float", "convolution_float_tile",
     "convolution_float_tile_padded", "convolution_float_tile_32x8"},
    {"reduce_1_interleaved", "reduce_2_strided", "reduce_3_sequential", "reduce_4_first_add",
     "reduce_5_last_warp", "reduce_6_unrolled", "reduce_7_grid_stride"},
    {"transpose_naive", "transpose_tile_conflicts", "transpose_tile_padded"},
    {"histogram_global", "histogram_1024", "histogram_65536"},
    {"atomic_same_address", "atomic_uniform", "atomic_of_blocks"},
    {"local_array_double", "local_array", "local_array_short"},
};

TEST(HardwareTime, MedianErrorIsAtMost30Percent) {
  std::vector<double> errors;
  for (const auto& [kernel, time] : times()) {
    const auto [modelled, measured] = time;
    errors.push_back(std::abs(modelled / measured - 1));
    EXPECT_LE(std::max(modelled / measured, measured / modelled), 3) << kernel;
  }
  std::nth_element(errors.begin(), errors.begin() + errors.size() / 2, errors.end());
  EXPECT_LE(errors[errors.size() / 2], 0.3);
}

TEST(HardwareTime, LaddersAreInOrder) {
  const auto of = times();
  for (const auto& ladder : ladders)
    for (const std::string& a : ladder)
      for (const std::string& b : ladder)
        if (of.at(a).second > 1.15 * of.at(b).second) {
          EXPECT_GT(of.at(a).first, of.at(b).first) << a << " takes longer than " << b;
        }
}

}  // namespace
}  // namespace simt::test
