// Where a byte of a case's buffers got its value: the store of a kernel, and the copies behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/gpu/plan.h"

namespace warplab::gpu {

// A byte of a buffer of the case; those are numbered from the inputs on.
struct CaseByte {
  std::uint32_t buffer = 0;
  std::uint64_t byte = 0;
};

struct ValueOrigin {
  // Otherwise nothing wrote the byte, and the rest is of what was written next to it.
  bool is_written = false;
  // Of the store; line 0 if no kernel stored it.
  std::string file;
  std::uint32_t line = 0;
  std::vector<std::uint32_t> computed_in;  // lines of that file
  // Where nothing wrote the byte: lines of that file that decide which threads come to the store.
  std::vector<std::uint32_t> decided_in;
  // Calls in the host code, as offsets in the recorder's program: the kernel's launch (if no kernel
  // stored it, the last launch), and the copy that left the value where it is. 0: there is none.
  std::uint64_t launch_site = 0, copy_site = 0;
  // What leaves in memory what that kernel may read: calls, the last first, and lines of kernels.
  std::vector<std::uint64_t> feeding_sites;
  std::vector<std::uint32_t> feeding_lines;
};

// A byte while a plan is executed.
struct TracedPlace {
  enum class Kind : std::uint8_t { nowhere, on_device, on_host };
  Kind kind = Kind::nowhere;
  std::uint64_t address = 0;  // on the device: symbolic
  HostPlace host;
};

// Where the byte that ends at `last` is before each command of a plan.
struct ByteTrace {
  std::vector<TracedPlace> before;  // one for each command
  std::uint64_t copy_site = 0;      // the last copy or fill on its way
  bool is_written = true;           // false: no copy has written it, and its neighbour is traced
};
ByteTrace trace_back(const Plan& plan, const TracedPlace& last);

// The commands that write to memory which the launch that is command `launch` may read, directly or
// through other launches and copies; the last first.
std::vector<std::size_t> feeders_of(const Plan& plan, std::size_t launch);

}  // namespace warplab::gpu
