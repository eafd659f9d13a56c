// The launches of a profile that are alike: of one kernel with one size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simt/observe/profile.h"

namespace simt::observe {

struct LaunchGroup {
  const LaunchProfile* first;  // of the profile, which outlives the group
  uint64_t launches = 0;
  double seconds = 0;  // modelled; 0 without times
  Metrics metrics = {};
  std::vector<LineProfile> lines = {};
};

// In the order of their first launches, with the sums of their counters.
std::vector<LaunchGroup> group_launches(const Profile& profile);

// A figure of a launch that is no count, or `otherwise` where it has none of this name.
double derived(const LaunchProfile& profile, std::string_view name, double otherwise);

// "64 blocks of 16x16"
std::string size_text(const LaunchProfile& profile);

}  // namespace simt::observe
