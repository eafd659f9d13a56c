// A GPU that plans are carried out on: simt (simt_gpu.cpp) or a real one (cuda_gpu.cpp). Each
// program of a device worker is linked with one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/play_report.h"
#include "simt/observe/touched_memory.h"

namespace warplab::gpu {

// What is wanted besides the results.
struct PlayOptions {
  std::string target = "H200";  // of simt: the GPU to stand for
  bool checkers = false;        // of simt: run the checkers; findings do not end a kernel then
  bool counters = false;        // of simt: counters of every launch
  // Of a real one: measure every launch, with a cold cache. Of simt: facts of every launch, and the
  // plan's steps, of which the judge makes times (virtual_clock.h).
  bool time = false;
  std::uint64_t sample_seed = 0;  // of simt, with time: where caches are sampled; a secret
  bool elapsed = false;           // time the plan from its begin to its end, copies and all
  bool twice = false;             // carry the plan out once more, on fresh buffers of the case
  // Of simt: the case is too large to be run. Look at what is asked for (plan_check.h), and run a
  // few blocks of each launch without any data, for findings of indices alone (index_overflow.h).
  bool plan_only = false;
  bool trace = false;                  // of a real one, with elapsed: when each piece of work ran
  unsigned workers = 0;                // of simt: host threads; 0 = one a core
  std::uint64_t loop_limit = 1 << 28;  // of simt: backward branches of a warp; more are endless
  std::uint64_t output_bytes = 0;      // of simt: as much of what kernels print is kept
};

// What CUDA would answer to something that cannot be done.
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

  virtual std::string name() const = 0;  // "NVIDIA H200"; of simt: the GPU it stands for

  // `name` is what findings call it; what a result holds is stored once a launch, by whichever
  // block.
  virtual std::uint64_t allocate(std::uint64_t bytes, const std::string& name, bool is_result) = 0;
  virtual void free(std::uint64_t address) = 0;
  // `initialised`: a kernel may read what was written; else it is what memory happens to hold.
  virtual void write(std::uint64_t address, std::span<const std::byte> bytes, bool initialised) = 0;
  virtual void read(std::uint64_t address, std::span<std::byte> bytes) = 0;
  // Host memory that copies go through.
  virtual std::span<std::byte> allocate_host(std::uint64_t bytes, bool is_pinned) = 0;

  // In a stream. On a real one they add their time to the report's.
  struct Turn {
    std::uint32_t stream = 0;
    bool host_waits = false;
  };
  virtual void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes,
                    const Turn& turn, PlayReport& report) = 0;
  virtual void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn& turn,
                    PlayReport& report) = 0;
  virtual void copy_in(std::uint64_t to, std::span<const std::byte> from, bool is_pinned,
                       const Turn& turn) = 0;
  virtual void copy_out(std::span<std::byte> to, std::uint64_t from, bool is_pinned,
                        const Turn& turn) = 0;
  // The host moves so many bytes itself.
  virtual void host_copies(std::uint64_t bytes) = 0;

  // Streams have numbers from 1 to most_streams - 1, events from 0 to most_events - 1.
  virtual void create_stream(std::uint32_t stream, bool is_non_blocking) = 0;
  virtual void destroy_stream(std::uint32_t stream) = 0;
  virtual void record(std::uint32_t event, std::uint32_t stream) = 0;
  virtual void wait_event(std::uint32_t event, std::uint32_t stream) = 0;
  virtual void synchronize_event(std::uint32_t event) = 0;
  virtual void synchronize_stream(std::uint32_t stream) = 0;
  virtual void synchronize_device() = 0;
  // The plan begins: the clock of its elapsed time starts. At its end all is done, and the report
  // gets the time or, of simt, the steps.
  virtual void begin() = 0;
  virtual void end(PlayReport& report) = 0;

  struct Span {
    std::uint64_t address = 0, bytes = 0;
  };
  // A module's number.
  virtual std::size_t load(const std::string& ptx) = 0;
  virtual Span variable(std::size_t module, const std::string& name) = 0;
  // Parameters hold device addresses. Returns what global memory the kernel touched where checkers
  // run; else nothing.
  virtual std::vector<simt::observe::Touch> launch(
      std::size_t module, const Launch& launch,
      const std::vector<std::vector<std::uint8_t>>& parameters, const Turn& turn,
      PlayReport& report) = 0;
};

// Defined by the one that a program is linked with.
std::unique_ptr<Gpu> make_gpu(const PlayOptions& options);

}  // namespace warplab::gpu
