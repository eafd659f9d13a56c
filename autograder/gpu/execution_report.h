// The results of a plan that was executed: errors, findings, counters and times of its launches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "autograder/gpu/access_log.h"
#include "autograder/gpu/call_counts.h"
#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/value_origin.h"
#include "simt/events/finding.h"
#include "simt/model/facts.h"
#include "simt/model/timeline.h"
#include "simt/observe/profile.h"
#include "simt/session/stream_order.h"

namespace warplab::gpu {

// One kernel launch.
struct KernelRun {
  std::string kernel;                            // demangled
  std::array<std::uint32_t, 3> grid{}, block{};  // sizes, in blocks and in threads
  double seconds = 0;                            // modelled or measured; 0 if neither was asked for
  std::optional<simt::model::LaunchFacts> facts;        // simt only: what the time is modelled from
  std::optional<simt::observe::LaunchProfile> profile;  // simt only, with counters
};

// The work that simt's virtual clock times, in the plan's order.
struct ClockStep {
  enum class Kind : std::uint8_t {
    kernel,  // `number` is the index of its run
    fill,    // `number` bytes, as for the copies
    copy,
    copy_in,
    copy_out,
    host_copy,
    create_stream,
    create_non_blocking_stream,
    destroy_stream,
    record,  // event `number`, as for the next two
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

// The time of a whole plan, by the GPU's clock or simt's virtual one.
struct Elapsed {
  double seconds = 0;
  // simt only: how long copies to the device, kernels, and copies to the host keep their engines
  // busy.
  double in_s = 0, kernels_s = 0, out_s = 0;
  // Computed in the judge. The share of the work that could have run at the same time and did: 0
  // none, 1 all but the busiest engine's.
  double overlap = 0;
  std::vector<simt::model::Activity> activities;  // simt only, for pictures
};

// Carelessness with memory or with the order of streams: the result is right by luck, if at all.
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
  // The call that nobody waits for, that touches memory, or allocates; one that has no order with it.
  simt::session::StreamCall call = {}, other = {};
  bool is_on_host = false;  // the memory that both use
  std::uint64_t bytes = 0;  // the size of a leak
};
Hazard hazard_of(const simt::session::StreamConflict& conflict);

struct ExecutionReport {
  bool failed() const { return error != CudaError::cudaSuccess; }

  std::string gpu;  // what executed the plan: "NVIDIA H200"; for simt, the GPU that it models
  // What ended the plan early.
  CudaError error = CudaError::cudaSuccess;
  std::string reason;  // a sentence
  ErrorCause cause = ErrorCause::unknown;
  std::uint64_t error_site = 0;  // the call, as an offset in the recorder's program; 0: unknown
  std::vector<simt::events::Finding> findings;
  // Where memory begins that an earlier call allocated (Allocate::is_kept).
  std::set<std::uint64_t> kept;
  // The name of an input that the plan changed, although inputs are read-only, and the first byte
  // that differs. Empty if there is none. Checked if the plan had no error.
  std::string changed_input;
  std::uint64_t changed_byte = 0;
  std::vector<KernelRun> runs;
  std::vector<ClockStep> steps;  // simt only, if times were asked for (virtual_clock.h)
  double copy_seconds = 0;   // the time of copies and fills on the device, like the runs' seconds
  std::uint64_t copies = 0;  // how many, with fills, on the device or from and to it
  // Copies between host and device.
  std::uint64_t bytes_in = 0, bytes_out = 0, pageable_bytes = 0;
  std::uint64_t default_stream_calls = 0;  // calls for work in it, if there are other streams
  // One stream has all launches, and all copies that are not in the default stream.
  bool one_stream_has_all = false;
  std::optional<Elapsed> elapsed;
  std::vector<Hazard> hazards;
  // By call in the host code: its offset in the recorder's program.
  std::map<std::uint64_t, CallCounts> calls;
  std::optional<ValueOrigin> origin;  // simt only, if it was asked for
  std::optional<AccessLog> accesses;  // the same
  std::string output;                 // what kernels printed
  std::uint64_t dropped_prints = 0;   // calls of printf whose output did not fit
};

inline constexpr std::size_t report_capacity = std::size_t{8} << 20;

// Writes the length of the report, then the report as JSON. What does not fit is cut: printf, logged
// accesses, bank maps, the source lines of later launches, then findings.
void write_report(ExecutionReport report, std::span<std::byte> bytes);
// Throws std::runtime_error if the bytes hold no report.
ExecutionReport read_report(std::span<const std::byte> bytes);

}  // namespace warplab::gpu
