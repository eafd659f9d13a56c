#include "simt/model/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace simt::model {
namespace {

constexpr std::string_view engine_names[] = {"host", "copy engine in", "copy engine", "SMs",
                                             "copy engine out"};

// Something that work occupies: an engine (each piece takes all of it) or the SMs (a share).
class Resource {
 public:
  explicit Resource(Engine engine) : engine_(engine) {}

  Engine engine() const { return engine_; }

  // Takes `share` of it for `seconds`, from `ready` on or as soon as there is room. Returns when
  // that begins. Nothing will ever be ready before `now`: what ended by then is forgotten.
  double take(double now, double ready, double seconds, double share) {
    std::erase_if(taken_, [&](const Use& use) { return use.end <= now; });
    double begin = ready;
    while (const Use* obstacle = find_obstacle(begin, begin + seconds, share))
      begin = obstacle->end;
    add({begin, begin + seconds, share});
    return begin;
  }

 private:
  struct Use {
    double begin, end, share;
  };

  // Work that follows other work without a gap lengthens its entry, so that a long queue is short.
  void add(const Use& use) {
    for (Use& earlier : taken_)
      if (earlier.end == use.begin && earlier.share == use.share) {
        earlier.end = use.end;
        return;
      }
    if (use.end > use.begin) taken_.push_back(use);
  }

  // Of the uses that leave too little room in [begin, end), the one that ends first. Only the
  // moments at which a use begins can be too full, and `begin` itself.
  const Use* find_obstacle(double begin, double end, double share) const {
    const Use* first = nullptr;
    const auto consider = [&](double moment) {
      double sum = share;
      for (const Use& use : taken_)
        if (use.begin <= moment && moment < use.end) sum += use.share;
      if (sum <= 1 + 1e-9) return;
      for (const Use& use : taken_)
        if (use.begin <= moment && moment < use.end && (!first || use.end < first->end))
          first = &use;
    };
    consider(begin);
    for (const Use& use : taken_)
      if (use.begin > begin && use.begin < end) consider(use.begin);
    return first;
  }

  Engine engine_;
  std::vector<Use> taken_;
};

struct Stream {
  bool non_blocking = false;
  double tail = 0;  // when the work issued so far will be done
};

struct Device {
  Target target;
  Resource sms{Engine::sms};
  std::vector<Resource> engines;  // [0] towards the device, the last away from it
  std::map<StreamId, Stream> streams;
  double removed_tail = 0;  // of blocking streams that were destroyed with work left
  double removed_tail_non_blocking = 0;
};

std::string describe_bytes(uint64_t bytes) {
  const double b = static_cast<double>(bytes);
  if (b >= 1e9) return fmt::format("{:.1f} GB", b / 1e9);
  if (b >= 1e6) return fmt::format("{:.1f} MB", b / 1e6);
  if (b >= 1e3) return fmt::format("{:.1f} kB", b / 1e3);
  return fmt::format("{} B", bytes);
}

const char* direction_of(CopyKind kind) {
  switch (kind) {
    case CopyKind::host_to_device:
      return "to device";
    case CopyKind::device_to_host:
      return "to host";
    case CopyKind::device_to_device:
      return "on device";
    case CopyKind::host_to_host:
      return "on host";
  }
  return "";
}

std::string track_of(StreamId stream) {
  return stream == 0 ? "default stream" : fmt::format("stream {}", stream);
}

}  // namespace

struct Timeline::State {
  bool keep_activities = true;
  double now = 0;
  std::map<uint32_t, Device> devices;
  std::map<EventId, double> events;
  std::vector<Activity> activities;

  Device& device(uint32_t id) {
    const auto found = devices.find(id);
    if (found == devices.end())
      throw std::out_of_range(fmt::format("the timeline has no device {}", id));
    return found->second;
  }
  Stream& stream(uint32_t device_id, StreamId id) {
    Device& d = device(device_id);
    const auto found = d.streams.find(id);
    if (found == d.streams.end())
      throw std::out_of_range(fmt::format("device {} has no stream {}", device_id, id));
    return found->second;
  }

  // When all work before the end of `id` will be done: of the default stream, that of all blocking
  // streams too, and of those, that of the default stream.
  double done(uint32_t device_id, StreamId id) {
    Device& d = device(device_id);
    const Stream& own = stream(device_id, id);
    if (own.non_blocking) return own.tail;
    if (id != 0) return std::max(own.tail, d.streams[0].tail);
    double last = d.removed_tail;
    for (const auto& [other, s] : d.streams)
      if (!s.non_blocking) last = std::max(last, s.tail);
    return last;
  }
  // Work that the host issues now can begin then at the earliest.
  double ready(uint32_t device_id, StreamId id) { return std::max(now, done(device_id, id)); }

  void keep(Activity activity) {
    if (keep_activities && activity.end > activity.begin) activities.push_back(std::move(activity));
  }
  void keep_host(Activity::Kind kind, std::string name, double begin, double end) {
    keep({kind, std::move(name), "host", Engine::host, 0, begin, end, 0});
  }
  void wait_until(double time, const std::string& for_what) {
    if (time <= now) return;
    keep_host(Activity::Kind::wait, "wait for " + for_what, now, time);
    now = time;
  }
  void be_busy(double seconds, const std::string& with) {
    keep_host(Activity::Kind::host, with, now, now + seconds);
    now += seconds;
  }

  // Runs one piece of work in a stream on a resource; returns its end.
  double run(uint32_t device_id, StreamId id, Resource& resource, double seconds, double share,
             Activity::Kind kind, std::string name, uint64_t bytes) {
    const double begin = resource.take(now, ready(device_id, id), seconds, share);
    const double end = begin + seconds;
    stream(device_id, id).tail = end;
    keep({kind, std::move(name), track_of(id), resource.engine(), device_id, begin, end, bytes});
    return end;
  }
};

std::string_view name_of(Engine engine) { return engine_names[static_cast<size_t>(engine)]; }

Engine engine_named(std::string_view name) {
  const auto found = std::find(std::begin(engine_names), std::end(engine_names), name);
  if (found == std::end(engine_names))
    throw std::invalid_argument(fmt::format("there is no engine named '{}'", name));
  return static_cast<Engine>(found - std::begin(engine_names));
}

double device_copy_seconds(const Target& target, uint64_t bytes) {
  return target.kernel_latency_s + 2 * static_cast<double>(bytes) / target.memory_bytes_per_s;
}

double device_fill_seconds(const Target& target, uint64_t bytes) {
  return target.kernel_latency_s + static_cast<double>(bytes) / target.memory_bytes_per_s;
}

Timeline::Timeline(bool keep_activities) : state_(std::make_unique<State>()) {
  state_->keep_activities = keep_activities;
}
Timeline::~Timeline() = default;
Timeline::Timeline(Timeline&&) noexcept = default;
Timeline& Timeline::operator=(Timeline&&) noexcept = default;

void Timeline::add_device(uint32_t device, const Target& target) {
  Device d;
  d.target = target;
  if (target.copy_engines >= 2) {
    d.engines.emplace_back(Engine::copy_in);
    d.engines.emplace_back(Engine::copy_out);
  } else {
    d.engines.emplace_back(Engine::copy);
  }
  d.streams[0] = {};
  state_->devices.insert_or_assign(device, std::move(d));
}

void Timeline::add_stream(uint32_t device, StreamId stream, bool non_blocking) {
  state_->device(device).streams[stream] = {non_blocking, 0};
}

void Timeline::remove_stream(uint32_t device, StreamId stream) {
  Device& d = state_->device(device);
  const Stream& s = state_->stream(device, stream);
  double& tail = s.non_blocking ? d.removed_tail_non_blocking : d.removed_tail;
  tail = std::max(tail, s.tail);
  d.streams.erase(stream);
}

double Timeline::kernel(uint32_t device, StreamId stream, const std::string& name, double seconds,
                        double share) {
  Device& d = state_->device(device);
  state_->stream(device, stream);
  state_->be_busy(d.target.launch_overhead_s, "launch " + name);
  return state_->run(device, stream, d.sms, seconds, std::clamp(share, 0.0, 1.0),
                     Activity::Kind::kernel, name, 0);
}

double Timeline::copy(uint32_t device, StreamId stream, CopyKind kind, uint64_t bytes, bool pinned,
                      bool blocking) {
  Device& d = state_->device(device);
  const Target& t = d.target;
  const double b = static_cast<double>(bytes);
  const bool on_host = kind == CopyKind::host_to_host,
             on_device = kind == CopyKind::device_to_device;
  const std::string name = fmt::format("copy {} {}{}", describe_bytes(bytes), direction_of(kind),
                                       on_host || on_device ? ""
                                       : pinned             ? " (pinned)"
                                                            : " (pageable)");
  if (on_host) {  // the calling thread does it, once the stream has come so far
    state_->wait_until(state_->ready(device, stream), track_of(stream));
    state_->be_busy(b / t.pageable_out_bytes_per_s, name);
    return state_->stream(device, stream).tail = state_->now;
  }
  state_->be_busy(t.launch_overhead_s, "issue " + name);
  double end;
  if (on_device) {
    end = state_->run(device, stream, d.sms, device_copy_seconds(t, bytes), 1, Activity::Kind::copy,
                      name, bytes);
  } else {
    const bool in = kind == CopyKind::host_to_device;
    const double rate = in ? (pinned ? t.pinned_in_bytes_per_s : t.pageable_in_bytes_per_s)
                           : (pinned ? t.pinned_out_bytes_per_s : t.pageable_out_bytes_per_s);
    end = state_->run(device, stream, in ? d.engines.front() : d.engines.back(),
                      t.copy_latency_s + b / rate, 1, Activity::Kind::copy, name, bytes);
    // The driver moves pageable memory through a pinned buffer of its own, on the calling thread.
    blocking |= !pinned;
  }
  if (blocking) state_->wait_until(end, name);
  return end;
}

double Timeline::fill(uint32_t device, StreamId stream, uint64_t bytes, bool blocking) {
  Device& d = state_->device(device);
  const std::string name = "fill " + describe_bytes(bytes);
  state_->be_busy(d.target.launch_overhead_s, "issue " + name);
  const double seconds = device_fill_seconds(d.target, bytes);
  const double end =
      state_->run(device, stream, d.sms, seconds, 1, Activity::Kind::fill, name, bytes);
  if (blocking) state_->wait_until(end, name);
  return end;
}

double Timeline::host_function(uint32_t device, StreamId stream, double seconds) {
  const double begin = state_->ready(device, stream), end = begin + seconds;
  state_->stream(device, stream).tail = end;
  state_->keep({Activity::Kind::host, "host function", track_of(stream), Engine::host, device,
                begin, end, 0});
  return end;
}

void Timeline::record(uint32_t device, StreamId stream, EventId event) {
  const double time = state_->ready(device, stream);
  state_->stream(device, stream).tail = time;
  state_->events[event] = time;
}

void Timeline::wait(uint32_t device, StreamId stream, EventId event) {
  Stream& s = state_->stream(device, stream);
  const auto found = state_->events.find(event);
  if (found != state_->events.end()) s.tail = std::max(s.tail, found->second);
}

bool Timeline::recorded(EventId event) const { return state_->events.contains(event); }
double Timeline::time_of(EventId event) const { return state_->events.at(event); }
bool Timeline::reached(EventId event) const { return state_->events.at(event) <= state_->now; }
bool Timeline::idle(uint32_t device, StreamId stream) const {
  return state_->done(device, stream) <= state_->now;
}

void Timeline::synchronize(EventId event) { state_->wait_until(state_->events.at(event), "event"); }
void Timeline::synchronize(uint32_t device, StreamId stream) {
  state_->wait_until(state_->done(device, stream), track_of(stream));
}
void Timeline::synchronize_device(uint32_t device) {
  const Device& d = state_->device(device);
  double last = std::max(d.removed_tail, d.removed_tail_non_blocking);
  for (const auto& [id, s] : d.streams) last = std::max(last, s.tail);
  state_->wait_until(last, fmt::format("device {}", device));
}

void Timeline::host(double seconds) { state_->be_busy(seconds, "host"); }
double Timeline::now() const { return state_->now; }
const std::vector<Activity>& Timeline::activities() const { return state_->activities; }

}  // namespace simt::model
