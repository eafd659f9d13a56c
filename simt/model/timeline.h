// The virtual clock of one process: what streams, copy engines and the host do when.
//
// The program runs its work at once and in order; the timeline says when a real device would have
// done it. Work in a stream runs in order; kernels of different streams share the device one after
// the other unless both leave room (see kernel()); copies run on an engine each direction, or on
// one for both where the target has no second. What is ready first goes first: an engine or the SMs
// may do later-issued work while earlier-issued work still waits for its stream. The default stream
// waits for all blocking streams, and they for it (the legacy semantics of the CUDA runtime).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simt/model/target.h"

namespace simt::model {

enum class CopyKind : uint8_t { host_to_device, device_to_host, device_to_device, host_to_host };

// What work keeps busy, in the order in which data flows. A device with one copy engine has `copy`.
enum class Engine : uint8_t { host, copy_in, copy, sms, copy_out };
std::string_view name_of(Engine engine);  // "copy engine in"
// The reverse. Throws std::invalid_argument for anything else.
Engine engine_named(std::string_view name);

// One bar in the picture. Times in seconds of the virtual clock, which begins at 0.
struct Activity {
  enum class Kind : uint8_t { kernel, copy, fill, host, wait } kind{};
  std::string name;   // "conv(float*, ...)", "copy 4.0 MB to device (pinned)"
  std::string track;  // "stream 0", "host"
  Engine engine{};
  uint32_t device = 0;
  double begin = 0, end = 0;
  uint64_t bytes = 0;
};

using StreamId = uint64_t;  // 0 = the legacy default stream
using EventId = uint64_t;

// Seconds of a copy or a fill within a device: its latency, and the bytes that it reads and writes.
double device_copy_seconds(const Target& target, uint64_t bytes);
double device_fill_seconds(const Target& target, uint64_t bytes);

class Timeline {
 public:
  // keep_activities false: activities() stays empty, for programs of millions of launches that
  // nobody draws.
  explicit Timeline(bool keep_activities = true);
  ~Timeline();
  Timeline(Timeline&&) noexcept;
  Timeline& operator=(Timeline&&) noexcept;

  void add_device(uint32_t device, const Target& target);
  // non_blocking: cudaStreamNonBlocking, which does not wait for stream 0. Priorities are not
  // modelled.
  void add_stream(uint32_t device, StreamId stream, bool non_blocking);
  void remove_stream(uint32_t device, StreamId stream);

  // Each returns the activity's end. `share` is the part of the device that the kernel's blocks
  // fill (0..1): kernels of several streams overlap while their shares add up to at most 1.
  double kernel(uint32_t device, StreamId stream, const std::string& name, double seconds,
                double share);
  // blocking: the host waits until it is done (cudaMemcpy). Pageable copies are staged: the host is
  // busy.
  double copy(uint32_t device, StreamId stream, CopyKind kind, uint64_t bytes, bool pinned,
              bool blocking);
  double fill(uint32_t device, StreamId stream, uint64_t bytes, bool blocking);  // cudaMemset
  double host_function(uint32_t device, StreamId stream, double seconds);

  void record(uint32_t device, StreamId stream, EventId event);
  void wait(uint32_t device, StreamId stream, EventId event);  // cudaStreamWaitEvent
  bool recorded(EventId event) const;
  double time_of(EventId event) const;                // seconds; the event must have been recorded
  bool reached(EventId event) const;                  // at the host's present time
  bool idle(uint32_t device, StreamId stream) const;  // nothing left at the host's present time

  // The host waits: its clock moves on.
  void synchronize(EventId event);
  void synchronize(uint32_t device, StreamId stream);
  void synchronize_device(uint32_t device);
  // The host is busy with something else, a call of the runtime for example.
  void host(double seconds);
  double now() const;  // of the host

  const std::vector<Activity>& activities() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Chrome / Perfetto trace events (JSON): a process a device, and one for the host; a thread a
// resource and track.
std::string trace_json(const std::vector<Activity>& activities);
// (timeline_picture.cpp, which needs cairo.) A picture, one row a track and resource: the bytes of
// its file. Throws std::runtime_error where cairo cannot draw.
enum class PictureFormat { svg, png };
std::string draw_timeline(const std::vector<Activity>& activities, PictureFormat format);

}  // namespace simt::model
