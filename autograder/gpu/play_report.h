// What came of a plan that was carried out: errors, findings, counters and times of its launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simt/observe/finding.h"
#include "simt/observe/profile.h"

namespace warplab::gpu {

// One kernel launch.
struct KernelRun {
  std::string kernel;  // demangled
  double seconds = 0;  // modelled or measured; 0 where neither was asked for
  std::optional<simt::observe::LaunchProfile> profile;  // of simt, with counters
};

struct PlayReport {
  std::string gpu;  // what carried the plan out: "NVIDIA H200"; of simt: the GPU it stands for
  // What ended the plan early; empty where it went through.
  std::string error;   // CUDA's name of it: "cudaErrorIllegalAddress"
  std::string reason;  // a sentence
  std::vector<simt::observe::Finding> findings;
  // An input that the plan changed, though inputs are for reading: its name, empty where there is
  // none, and the first byte that differs. Looked for where the plan went through.
  std::string changed_input;
  std::uint64_t changed_byte = 0;
  std::vector<KernelRun> runs;
  double copy_seconds = 0;  // of copies and fills on the device, as the runs' own
  std::string output;  // of printf in kernels
};

inline constexpr std::size_t report_capacity = std::size_t{2} << 20;

// Writes the report as JSON behind its length; what does not fit (printf, then findings) is cut.
void write_report(PlayReport report, std::span<std::byte> bytes);
// Throws std::runtime_error where the bytes hold no report.
PlayReport read_report(std::span<const std::byte> bytes);

}  // namespace warplab::gpu
