// A GPU that executes plans: simt (simt_gpu.cpp) or a real one (cuda_gpu.cpp). A device worker's
// program is linked with one of the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/execution_report.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/value_origin.h"
#include "simt/observe/stored_byte.h"
#include "simt/observe/touched_memory.h"

namespace warplab::gpu {

// What is wanted besides the results.
struct ExecutionOptions {
  std::string target = "H200";  // simt only: the GPU to model
  bool checkers = false;        // simt only: run the checkers; findings do not end a kernel then
  bool counters = false;        // simt only: counters of every launch
  // On a real GPU: measure every launch with a cold cache. On simt: record facts of every launch
  // and the plan's steps, from which the judge computes times (virtual_clock.h).
  bool time = false;
  std::uint64_t sample_seed = 0;  // simt only, with time: where caches are sampled; a secret
  bool elapsed = false;           // time the plan from begin to end, including copies
  bool twice = false;             // execute the plan once more, on fresh buffers of the case
  // simt only: the case is too large to be run. Check what the plan asks for (plan_check.h), and
  // run a few blocks of each launch without any data, to find overflowing indices
  // (index_overflow.h) and results that are lost (lost_results.h).
  bool plan_only = false;
  bool trace = false;                  // real GPU only, with elapsed: when each piece of work ran
  unsigned threads = 0;                // simt only: that run blocks; 0: one per core
  std::uint64_t loop_limit = 1 << 28;  // simt only: backward branches of a warp; more are endless
  std::uint64_t output_bytes = 0;      // simt only: how much of the kernels' output is kept
  std::optional<CaseByte> traced;      // simt only: find out what left it as it is (value_origin.h)
  bool accesses = false;               // simt only: log what kernels access (access_log.h)
};

// The error that CUDA would return for something impossible.
struct GpuError : std::runtime_error {
  GpuError(CudaError the_error, const std::string& what, ErrorCause the_cause = ErrorCause::unknown)
      : std::runtime_error(what), error(the_error), cause(the_cause) {}
  CudaError error;
  ErrorCause cause;
};

// Device memory at device addresses. All functions throw GpuError.
class Gpu {
 public:
  virtual ~Gpu() = default;

  virtual std::string name() const = 0;  // "NVIDIA H200"; for simt, the GPU that it models

  // `name` is for findings. Each element of a result is to be stored once per launch, by any one
  // block.
  virtual std::uint64_t allocate(std::uint64_t bytes, const std::string& name, bool is_result) = 0;
  virtual void free(std::uint64_t address) = 0;
  // `initialised`: kernels may read what is written here; else it counts as never written.
  virtual void write(std::uint64_t address, std::span<const std::byte> bytes, bool initialised) = 0;
  virtual void read(std::uint64_t address, std::span<std::byte> bytes) = 0;
  // Host memory that copies go through.
  virtual std::span<std::byte> allocate_host(std::uint64_t bytes, bool is_pinned) = 0;

  // In a stream. A real GPU adds their time to the report's.
  struct Turn {
    std::uint32_t stream = 0;
    bool host_waits = false;
  };
  virtual void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes,
                    const Turn& turn, ExecutionReport& report) = 0;
  virtual void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn& turn,
                    ExecutionReport& report) = 0;
  virtual void copy_in(std::uint64_t to, std::span<const std::byte> from, bool is_pinned,
                       const Turn& turn) = 0;
  virtual void copy_out(std::span<std::byte> to, std::uint64_t from, bool is_pinned,
                        const Turn& turn) = 0;
  // A copy from the device's memory that is not made, as the plan is executed without data.
  virtual void leave_out_copy(std::uint64_t /*from*/, std::uint64_t /*bytes*/) {}
  // The host itself moves this many bytes.
  virtual void host_copies(std::uint64_t bytes) = 0;

  // Streams are numbered from 1 to most_streams - 1, events from 0 to most_events - 1.
  virtual void create_stream(std::uint32_t stream, bool is_non_blocking) = 0;
  virtual void destroy_stream(std::uint32_t stream) = 0;
  virtual void record(std::uint32_t event, std::uint32_t stream) = 0;
  virtual void wait_event(std::uint32_t event, std::uint32_t stream) = 0;
  virtual void synchronize_event(std::uint32_t event) = 0;
  virtual void synchronize_stream(std::uint32_t stream) = 0;
  virtual void synchronize_device() = 0;
  // The plan begins, and with it the elapsed time. At its end all work is done, and the report gets
  // the time or, from simt, the steps.
  virtual void begin() = 0;
  virtual void end(ExecutionReport& report) = 0;

  struct Span {
    std::uint64_t address = 0, bytes = 0;
  };
  // Loads a module and returns its number.
  virtual std::size_t load(const std::string& ptx) = 0;
  virtual Span variable(std::size_t module, const std::string& name) = 0;
  // Watches stores of launches from now on for one to the byte at an address; 0: no longer.
  virtual void watch(std::uint64_t) {}
  // Of launches since: the store to that byte, or the nearest.
  virtual std::optional<simt::observe::StoredByte> watched() { return std::nullopt; }
  // Of a kernel, whoever launches it: lines with stores to global memory, and those before them.
  virtual simt::observe::StoreLines store_lines(std::size_t /*module*/,
                                                const std::string& /*kernel*/) {
    return {};
  }
  // Parameters hold device addresses. With checkers, returns the global memory that the kernel
  // touched; else nothing.
  virtual std::vector<simt::observe::Touch> launch(
      std::size_t module, const Launch& launch,
      const std::vector<std::vector<std::uint8_t>>& parameters, const Turn& turn,
      ExecutionReport& report) = 0;
};

// Defined by the kind of GPU that the program is linked with.
std::unique_ptr<Gpu> make_gpu(const ExecutionOptions& options);

}  // namespace warplab::gpu
