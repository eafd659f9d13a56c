// What the sandbox lets a program use.
#pragma once

#include <cstdint>

namespace warplab {

// What one run may use. docs/verdicts.md lists the verdict of each.
struct Limits {
  double cpu_s = 10;           // of one call, all threads together
  double wall_s = 10;          // of one call
  double session_cpu_s = 120;  // of all calls of a worker
  double session_wall_s = 120;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  int tasks = 128;
  std::uint64_t output_bytes = 64 << 10;   // of stdout and stderr together
  std::uint64_t file_bytes = 64 << 20;     // of one file
  std::uint64_t scratch_bytes = 16 << 20;  // of /tmp of a compiler, or of a GPU's driver
  std::uint64_t untouched_bytes = 0;       // that a worker may map as well, as long as it is empty
};

// The most that a lab may ask for: what the course's own code has for a call, and what nvcc may take.
inline constexpr int most_call_s = 60;
inline constexpr std::uint64_t most_memory_bytes = std::uint64_t{4} << 30;

// For a compiler: 30 s wall, 20 s CPU, 2 GiB.
Limits compile_limits();
// For a worker with that many hardware threads: `call_s` seconds for a call, and as much CPU per thread; 12 times that for
// all calls together.
Limits run_limits(int threads, int call_s = 10);

}  // namespace warplab
