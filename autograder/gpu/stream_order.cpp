#include "autograder/gpu/stream_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplab::gpu {
namespace {

constexpr std::size_t most_hazards = 8;
// Uses that are remembered; of a plan with more, the oldest are forgotten, and with them what they
// might conflict with.
constexpr std::size_t most_uses = 2000;

bool overlap(const MemoryUse& a, const MemoryUse& b) {
  return a.is_on_host == b.is_on_host && a.buffer == b.buffer && a.begin < b.end &&
         b.begin < a.end && (a.is_written || b.is_written);
}

std::string name_of(std::uint32_t stream) {
  return stream == 0 ? "the default stream" : fmt::format("stream {}", stream);
}

}  // namespace

void StreamOrder::join(Clock& clock, const Clock& other) {
  for (const auto& [stream, number] : other) clock[stream] = std::max(clock[stream], number);
}

// What all work that is asked for in the stream from now on comes behind.
StreamOrder::Clock& StreamOrder::clock_of(std::uint32_t stream) {
  Clock& clock = streams_[stream];
  join(clock, host_);
  if (stream == 0) {
    for (const auto& [other, its_clock] : streams_)
      if (!non_blocking_[other]) join(clock, its_clock);
  } else if (!non_blocking_[stream]) {
    join(clock, streams_[0]);
  }
  return clock;
}

void StreamOrder::create_stream(std::uint32_t stream, bool is_non_blocking) {
  streams_[stream] = {};
  non_blocking_[stream] = is_non_blocking;
}
void StreamOrder::record(std::uint32_t event, std::uint32_t stream) {
  events_[event] = clock_of(stream);
}
void StreamOrder::wait_event(std::uint32_t event, std::uint32_t stream) {
  if (const auto found = events_.find(event); found != events_.end())
    join(streams_[stream], found->second);
}
void StreamOrder::synchronize_event(std::uint32_t event) {
  if (const auto found = events_.find(event); found != events_.end()) join(host_, found->second);
  forget_what_is_done();
}
void StreamOrder::synchronize_stream(std::uint32_t stream) {
  join(host_, clock_of(stream));
  forget_what_is_done();
}
void StreamOrder::synchronize_device() {
  for (const auto& [stream, clock] : streams_) join(host_, clock);
  forget_what_is_done();
}

bool StreamOrder::is_before(const Use& use, const Clock& clock) const {
  const auto found = clock.find(use.stream);
  return found != clock.end() && found->second >= use.number;
}

void StreamOrder::forget_what_is_done() {
  std::erase_if(uses_, [&](const Use& use) { return is_before(use, host_); });
}

void StreamOrder::add(Hazard hazard) {
  const bool is_known = std::any_of(hazards_.begin(), hazards_.end(), [&](const Hazard& other) {
    return other.kind == hazard.kind && other.site == hazard.site &&
           other.other_site == hazard.other_site;
  });
  if (!is_known && hazards_.size() < most_hazards) hazards_.push_back(std::move(hazard));
}

void StreamOrder::look_for_conflicts(const std::vector<MemoryUse>& uses, const Clock& clock,
                                     std::uint32_t stream, bool is_host, const std::string& what,
                                     std::uint64_t site) {
  for (const Use& before : uses_) {
    if (is_before(before, clock)) continue;
    for (const MemoryUse& use : uses) {
      if (!overlap(before.memory, use)) continue;
      if (is_host)
        add({HazardKind::host_in_use,
             fmt::format("{}{{1}} touches {} memory that {}{{2}} in {} may still be using", what,
                         use.is_on_host ? "host" : "managed", before.what, name_of(before.stream)),
             site, before.site});
      else
        add({HazardKind::stream_race,
             fmt::format("{}{{1}} in {} and {}{{2}} in {} use the same {} memory, and nothing says "
                         "which comes first",
                         what, name_of(stream), before.what, name_of(before.stream),
                         use.is_on_host ? "host" : "device"),
             site, before.site});
      break;
    }
  }
}

void StreamOrder::work(std::uint32_t stream, bool host_waits, const std::string& what,
                       std::uint64_t site, const std::vector<MemoryUse>& uses) {
  Clock& clock = clock_of(stream);
  look_for_conflicts(uses, clock, stream, false, what, site);
  const std::uint64_t number = ++clock[stream];
  for (const MemoryUse& use : uses) uses_.push_back({use, stream, number, what, site});
  if (uses_.size() > most_uses)
    uses_.erase(uses_.begin(), uses_.end() - static_cast<std::ptrdiff_t>(most_uses));
  if (!host_waits) return;
  join(host_, clock);
  forget_what_is_done();
}

void StreamOrder::host_work(const std::string& what, std::uint64_t site,
                            const std::vector<MemoryUse>& uses) {
  look_for_conflicts(uses, host_, 0, true, what, site);
}

void StreamOrder::end() {
  for (const Use& use : uses_)
    if (use.memory.is_on_host && use.memory.is_written && !is_before(use, host_))
      add({HazardKind::missing_sync,
           fmt::format("the function returns while {}{{1}} in {} may still be on its way", use.what,
                       name_of(use.stream)),
           use.site, 0});
}

}  // namespace warplab::gpu
