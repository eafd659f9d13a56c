// The requests of a launch function to a GPU, as data: device code, allocations, copies, launches,
// streams and events, in order.
//
// A student's host code runs in a worker without GPU and without input, where the CUDA runtime only
// writes a plan (recorder.h). Another process, in which no code of the student runs, executes the
// plan (plan_executor.h) on simt or on a real GPU. So host code can neither compute the answer itself
// nor fake a counter, a finding or a clock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "autograder/gpu/cuda_error.h"
#include "simt/limits.h"

namespace warplab::gpu {

// Buffers have symbolic addresses. Buffer n begins in the middle of window n, so a pointer that is
// slightly outside still identifies it. The case's inputs and outputs come first, then the launch
// function's allocations. The windows lie between the addresses where Linux may put libraries and
// those of a program, so nothing of the host is in them.
inline constexpr std::uint64_t window_begin = 0x3000'0000'0000;
inline constexpr std::uint64_t window_bytes = 0x10'0000'0000;  // 64 GiB
inline constexpr std::size_t most_buffers = 256;
// Variables of device code have windows too, after those of the buffers.
inline constexpr std::size_t most_variables = 256;
inline constexpr std::uint32_t most_streams = 64, most_events = 4096;

inline constexpr std::uint64_t address_of(std::size_t window) {
  return window_begin + window * window_bytes + window_bytes / 2;
}

// The PTX of one translation unit.
struct Module {
  std::string ptx;
};

inline constexpr bool is_symbolic(std::uint64_t address) {
  return address >= window_begin &&
         address < window_begin + (most_buffers + most_variables) * window_bytes;
}

// A __device__ or __constant__ variable that the host uses. Variable n of a plan has window
// most_buffers + n.
struct Variable {
  std::uint32_t module = 0;
  std::string name;
};

struct Allocate {
  std::uint32_t buffer = 0;
  std::uint64_t bytes = 0;
  bool is_kept = false;  // allocated by an earlier call of the launch function
  // The same cudaMalloc() of an earlier call of this shape has left memory that nobody names in this
  // one, and this is left as well.
  bool is_lost = false;
};
struct Free {
  std::uint32_t buffer = 0;
};
struct Fill {
  std::uint64_t to = 0;  // symbolic
  std::uint8_t value = 0;
  std::uint64_t bytes = 0;
};
// Within the device.
struct Copy {
  std::uint64_t to = 0, from = 0;  // symbolic
  std::uint64_t bytes = 0;
};
// From the host; the bytes are in the plan.
struct Upload {
  std::uint64_t to = 0;  // symbolic
  std::vector<std::uint8_t> data;
};
// Host memory whose content the host code never sees: an image of the case, or a buffer for parts
// of one.
struct HostBuffer {
  std::uint64_t bytes = 0;
  bool is_pinned = false;
};
// A byte of a host buffer; `buffer` is its number in the plan.
struct HostPlace {
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0;
};
struct CopyIn {
  std::uint64_t to = 0;  // symbolic
  HostPlace from;
  std::uint64_t bytes = 0;
};
struct CopyOut {
  HostPlace to;
  std::uint64_t from = 0;  // symbolic
  std::uint64_t bytes = 0;
};
// By the host itself: memcpy, memset.
struct HostCopy {
  HostPlace to, from;
  std::uint64_t bytes = 0;
};
struct HostFill {
  HostPlace to;
  std::uint8_t value = 0;
  std::uint64_t bytes = 0;
};
// What the host code saw when it touched managed memory again that a kernel may have changed: the
// plan holds only for this content.
struct Expect {
  std::uint64_t at = 0;  // symbolic
  std::vector<std::uint8_t> data;
};
struct Launch {
  std::uint32_t module = 0;
  std::string kernel;  // mangled
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint64_t dynamic_shared = 0;
  std::uint64_t most_dynamic_shared = 0;  // allowed by cudaFuncSetAttribute(); 0: not called
  bool cooperative = false;
  simt::Limits
      limits{};  // the one for printf does not count: whoever executes the plan has its own
  // One per parameter of the kernel. Words of 8 bytes that lie in a window are addresses.
  std::vector<std::vector<std::uint8_t>> parameters;
};
struct CreateStream {
  bool is_non_blocking = false;  // cudaStreamNonBlocking
};
struct DestroyStream {};
struct Record {
  std::uint32_t event = 0;
};
// The stream waits for the event, not the host.
struct WaitEvent {
  std::uint32_t event = 0;
};
// The host waits for an event, the command's stream, or all streams.
struct SynchronizeEvent {
  std::uint32_t event = 0;
};
struct SynchronizeStream {};
struct SynchronizeDevice {};

// A mistaken call that a GPU refuses, such as a copy in the wrong direction.
struct Failure {
  CudaError error = CudaError::cudaErrorUnknown;
  std::string reason;  // a sentence
  ErrorCause cause = ErrorCause::unknown;
};

struct Command {
  std::variant<Allocate, Free, Fill, Copy, Upload, CopyIn, CopyOut, HostCopy, HostFill, Launch,
               CreateStream, DestroyStream, Record, WaitEvent, SynchronizeEvent, SynchronizeStream,
               SynchronizeDevice, Failure, Expect>
      what;
  std::uint32_t stream = 0;  // 0: the default stream
  bool host_waits = false;   // the host waits until it is done: cudaMemcpy, not cudaMemcpyAsync
  std::uint64_t site = 0;    // the call: an instruction's offset in the recorder's program
  bool is_by_host = false;   // a fill or a copy by the host itself, in managed memory
};

struct Plan {
  std::vector<Module> modules;
  std::vector<Variable> variables;
  std::vector<HostBuffer> host_buffers;  // first the case's, if those are on the host
  std::vector<Command> commands;
  // Why the plan cannot be executed, a sentence; empty if it can.
  std::string refused;
  std::uint64_t error_site = 0;  // the call that it is about; 0: unknown
};

// Thrown for a damaged plan.
struct PlanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr std::size_t plan_capacity = std::size_t{8} << 20;
inline constexpr std::size_t most_commands = 100'000;

// Writes the length of the plan, then the plan. False if it does not fit `bytes` or has too many
// commands.
bool write_plan(const Plan& plan, std::span<std::byte> bytes);
// Reads it back. The bytes may be hostile: throws PlanError.
Plan read_plan(std::span<const std::byte> bytes);

}  // namespace warplab::gpu
