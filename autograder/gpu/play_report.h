// What came of a plan that was carried out: errors, findings, counters and times of its launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/gpu/cuda_error.h"
#include "simt/events/finding.h"
#include "simt/model/facts.h"
#include "simt/model/timeline.h"
#include "simt/observe/profile.h"
#include "simt/session/stream_order.h"

namespace warplab::gpu {

// One kernel launch.
struct KernelRun {
  std::string kernel;  // demangled
  double seconds = 0;  // modelled or measured; 0 where neither was asked for
  std::optional<simt::model::LaunchFacts> facts;        // of simt: what its time is modelled from
  std::optional<simt::observe::LaunchProfile> profile;  // of simt, with counters
};

// What simt's virtual clock has to time, in the plan's order.
struct ClockStep {
  enum class Kind : std::uint8_t {
    kernel,  // `number` is its run
    fill,    // of `number` bytes, as the copies
    copy,
    copy_in,
    copy_out,
    host_copy,
    create_stream,
    create_non_blocking_stream,
    destroy_stream,
    record,  // of the event `number`, as the next two
    wait_event,
    synchronize_event,
    synchronize_stream,
    synchronize_device,
  };
  Kind kind = Kind::kernel;
  std::uint32_t stream = 0;
  std::uint64_t number = 0;
  bool is_pinned = false, host_waits = false;
};

// A plan from its begin to its end, on the GPU's clock or on simt's virtual one.
struct Elapsed {
  double seconds = 0;
  // Of simt: how long copies to the device, kernels, and copies to the host keep their engines
  // busy.
  double in_s = 0, kernels_s = 0, out_s = 0;
  // Made in the judge. Of what could run at the same time, the part that did: 0 none, 1 all but the
  // busiest engine's.
  double overlap = 0;
  std::vector<simt::model::Activity> activities;  // of simt, to be drawn
};

// Memory or the order of streams that is not taken care of: right by luck, if at all.
enum class HazardKind : std::uint8_t {
  missing_sync,  // the function returns before a copy to the host has ended
  host_in_use,   // the host touches memory that an asynchronous copy owns
  stream_race,   // two streams use the same memory, in no order
  leak           // device memory that is never freed
};
std::string name_of(HazardKind kind);  // "missing-sync"

// Sites are offsets in the recorder's program.
struct Hazard {
  HazardKind kind{};
  simt::session::StreamCall call = {};   // that is not waited for; touches memory; allocates
  simt::session::StreamCall other = {};  // that is not ordered with it
  bool is_on_host = false;               // the memory of both
  std::uint64_t bytes = 0;               // of a leak
};
Hazard hazard_of(const simt::session::StreamConflict& conflict);

struct PlayReport {
  bool failed() const { return error != CudaError::cudaSuccess; }

  std::string gpu;  // what carried the plan out: "NVIDIA H200"; of simt: the GPU it stands for
  // What ended the plan early.
  CudaError error = CudaError::cudaSuccess;
  std::string reason;  // a sentence
  ErrorCause cause = ErrorCause::unknown;
  std::uint64_t error_site = 0;  // of the call, an offset in the recorder's program; 0: not known
  std::vector<simt::events::Finding> findings;
  // An input that the plan changed, though inputs are for reading: its name, empty where there is
  // none, and the first byte that differs. Looked for where the plan went through.
  std::string changed_input;
  std::uint64_t changed_byte = 0;
  std::vector<KernelRun> runs;
  std::vector<ClockStep> steps;  // of simt, where times were asked for (virtual_clock.h)
  double copy_seconds = 0;       // of copies and fills on the device, as the runs' own
  std::uint64_t copies = 0;      // and fills, on the device and from or to it
  // Copies between host and device.
  std::uint64_t bytes_in = 0, bytes_out = 0, pageable_bytes = 0;
  std::uint64_t default_stream_calls = 0;  // of work, beside other streams
  std::optional<Elapsed> elapsed;
  std::vector<Hazard> hazards;
  std::string output;                // of printf in kernels
  std::uint64_t dropped_prints = 0;  // calls of it whose output did not fit
};

inline constexpr std::size_t report_capacity = std::size_t{8} << 20;

// Writes the report as JSON behind its length; what does not fit (printf, bank maps, the source
// lines of later launches, then findings) is cut.
void write_report(PlayReport report, std::span<std::byte> bytes);
// Throws std::runtime_error where the bytes hold no report.
PlayReport read_report(std::span<const std::byte> bytes);

}  // namespace warplab::gpu
