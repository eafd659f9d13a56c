#include "simt/session/stream_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace simt::session {
namespace {

constexpr size_t most_conflicts = 8;
// Uses that are remembered; of a program with more, the oldest are forgotten, and with them what
// they might conflict with.
constexpr size_t most_uses = 2000;

// Where two uses conflict.
std::optional<memory::Address> find_conflict(const MemoryUse& a, const MemoryUse& b) {
  const bool may = a.is_on_host == b.is_on_host && a.buffer == b.buffer &&
                   (a.is_written || b.is_written) && !(a.is_atomic && b.is_atomic);
  return may ? a.bytes.first_common(b.bytes) : std::nullopt;
}

// What a branch of a graph in the stream is called in clocks.
StreamName branch_of(StreamName stream, size_t branch) {
  return {stream.device, uint64_t{1} << 63 | stream.number << 24 | branch};
}

}  // namespace

std::string name_of(StreamName stream) {
  return stream.number == 0 ? "the default stream" : fmt::format("stream {}", stream.number);
}

void StreamOrder::join(Clock& clock, const Clock& other) {
  for (const auto& [stream, number] : other) clock[stream] = std::max(clock[stream], number);
}

// What all work that is asked for in the stream from now on comes behind.
StreamOrder::Clock& StreamOrder::clock_of(StreamName stream) {
  if (Graph::Step* const step = step_of(stream)) {
    join(step->clock, host_);
    return step->clock;
  }
  Clock& clock = streams_[stream];
  join(clock, host_);
  const StreamName by_default{stream.device, 0};
  if (stream == by_default) {
    for (const auto& [other, its_clock] : streams_)
      if (other.device == stream.device && !non_blocking_[other]) join(clock, its_clock);
  } else if (!non_blocking_[stream]) {
    join(clock, streams_[by_default]);
  }
  return clock;
}

void StreamOrder::create_stream(StreamName stream, bool is_non_blocking) {
  streams_[stream] = {};
  non_blocking_[stream] = is_non_blocking;
}
void StreamOrder::record(uint64_t event, StreamName stream) { events_[event] = clock_of(stream); }
void StreamOrder::wait_event(uint64_t event, StreamName stream) {
  Graph::Step* const step = step_of(stream);
  if (const auto found = events_.find(event); found != events_.end())
    join(step ? step->clock : streams_[stream], found->second);
}
void StreamOrder::synchronize_event(uint64_t event) {
  if (const auto found = events_.find(event); found != events_.end()) join(host_, found->second);
  forget_what_is_done();
}
void StreamOrder::synchronize_stream(StreamName stream) {
  join(host_, clock_of(stream));
  forget_what_is_done();
}
void StreamOrder::synchronize_device(uint32_t device) {
  for (const auto& [stream, clock] : streams_)
    if (stream.device == device) join(host_, clock);
  forget_what_is_done();
}

void StreamOrder::begin_graph(StreamName stream) {
  Clock before = clock_of(stream);
  graphs_[stream] = {std::move(before), {}, {}};
}

// Goes on with the branch of a step that nobody has gone on with yet.
void StreamOrder::begin_step(StreamName stream, const std::vector<size_t>& after) {
  const auto found = graphs_.find(stream);
  if (found == graphs_.end()) return;
  Graph& graph = found->second;
  Graph::Step step{graph.before, graph.last.size()};
  for (const size_t before : after) {
    const Graph::Step& other = graph.steps.at(before);
    join(step.clock, other.clock);
    if (step.branch == graph.last.size() && graph.last[other.branch] == before)
      step.branch = other.branch;
  }
  if (step.branch == graph.last.size()) graph.last.push_back(0);
  graph.last[step.branch] = graph.steps.size();
  graph.steps.push_back(std::move(step));
}

void StreamOrder::end_graph(StreamName stream) {
  const auto graph = graphs_.extract(stream);
  if (!graph) return;
  for (const Graph::Step& step : graph.mapped().steps) join(streams_[stream], step.clock);
}

StreamOrder::Graph::Step* StreamOrder::step_of(StreamName stream) {
  const auto graph = graphs_.find(stream);
  return graph == graphs_.end() || graph->second.steps.empty() ? nullptr
                                                               : &graph->second.steps.back();
}

bool StreamOrder::is_before(const Work& work, const Clock& clock) {
  const auto found = clock.find(work.stream);
  return found != clock.end() && found->second >= work.number;
}

void StreamOrder::forget_what_is_done() {
  std::erase_if(uses_, [&](const Use& use) { return is_before(use.work, host_); });
}

void StreamOrder::add(StreamConflict conflict) {
  const bool is_known =
      std::any_of(conflicts_.begin(), conflicts_.end(), [&](const StreamConflict& known) {
        return known.kind == conflict.kind && known.call.site == conflict.call.site &&
               known.other.site == conflict.other.site;
      });
  if (!is_known && conflicts_.size() < most_conflicts) conflicts_.push_back(std::move(conflict));
}

void StreamOrder::look_for_conflicts(StreamConflict::Kind kind, const StreamCall& call,
                                     const std::vector<MemoryUse>& uses, const Clock& clock) {
  for (const Use& before : uses_) {
    if (is_before(before.work, clock)) continue;
    for (const MemoryUse& use : uses) {
      const auto address = find_conflict(before.memory, use);
      if (!address) continue;
      add({kind, call, before.call, use.is_on_host, *address});
      break;
    }
  }
}

StreamOrder::Work StreamOrder::work(const StreamCall& call, bool host_waits,
                                    std::vector<MemoryUse> uses) {
  Clock& clock = clock_of(call.stream);
  look_for_conflicts(StreamConflict::Kind::streams, call, uses, clock);
  StreamName turn = call.stream;
  if (const Graph::Step* const step = step_of(call.stream)) turn = branch_of(turn, step->branch);
  const Work work{turn, ++clock[turn]};
  for (MemoryUse& use : uses) uses_.push_back({std::move(use), work, call});
  if (uses_.size() > most_uses)
    uses_.erase(uses_.begin(), uses_.end() - static_cast<ptrdiff_t>(most_uses));
  if (host_waits) {
    join(host_, clock);
    forget_what_is_done();
  }
  return work;
}

void StreamOrder::host_work(const std::string& what, uint64_t site,
                            const std::vector<MemoryUse>& uses) {
  look_for_conflicts(StreamConflict::Kind::host, {what, site, {}}, uses, host_);
}

void StreamOrder::end() {
  for (const Use& use : uses_)
    if (use.memory.is_on_host && use.memory.is_written && !is_before(use.work, host_))
      add({StreamConflict::Kind::end, {}, use.call, true, 0});
}

}  // namespace simt::session
