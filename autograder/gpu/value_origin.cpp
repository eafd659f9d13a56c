#include "autograder/gpu/value_origin.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <variant>

namespace warplab::gpu {
namespace {

using Kind = TracedPlace::Kind;

// What a command writes, and where from.
struct Transfer {
  TracedPlace to, from;
  std::uint64_t bytes = 0;
};

TracedPlace device(std::uint64_t address) { return {Kind::on_device, address, {}}; }
TracedPlace host(const HostPlace& place) { return {Kind::on_host, 0, place}; }

struct AsTransfer {
  Transfer operator()(const Fill& c) const { return {device(c.to), {}, c.bytes}; }
  Transfer operator()(const Upload& c) const { return {device(c.to), {}, c.data.size()}; }
  Transfer operator()(const Copy& c) const { return {device(c.to), device(c.from), c.bytes}; }
  Transfer operator()(const CopyIn& c) const { return {device(c.to), host(c.from), c.bytes}; }
  Transfer operator()(const CopyOut& c) const { return {host(c.to), device(c.from), c.bytes}; }
  Transfer operator()(const HostCopy& c) const { return {host(c.to), host(c.from), c.bytes}; }
  Transfer operator()(const HostFill& c) const { return {host(c.to), {}, c.bytes}; }
  template <typename Other>
  Transfer operator()(const Other&) const {
    return {};
  }
};

std::uint64_t offset_of(const TracedPlace& place) {
  return place.kind == Kind::on_device ? place.address : place.host.offset;
}

bool are_in_one_memory(const TracedPlace& a, const TracedPlace& b) {
  if (a.kind != b.kind || a.kind == Kind::nowhere) return false;
  return a.kind == Kind::on_device || a.host.buffer == b.host.buffer;
}

// How many bytes after `to` the place is, in what is written; nothing where it is elsewhere.
std::optional<std::uint64_t> offset_in(const Transfer& transfer, const TracedPlace& place) {
  if (!are_in_one_memory(transfer.to, place)) return std::nullopt;
  const std::uint64_t offset = offset_of(place) - offset_of(transfer.to);
  return offset < transfer.bytes ? std::optional(offset) : std::nullopt;
}

TracedPlace moved(TracedPlace place, std::uint64_t by) {
  place.address += by;
  place.host.offset += by;
  return place;
}

// The byte written by a transfer that is nearest to one in host memory.
std::optional<TracedPlace> nearest_written(const Plan& plan, const TracedPlace& place) {
  std::optional<TracedPlace> nearest;
  std::uint64_t least = 0;
  for (const Command& command : plan.commands) {
    const Transfer transfer = std::visit(AsTransfer{}, command.what);
    if (!are_in_one_memory(transfer.to, place) || transfer.bytes == 0) continue;
    const std::uint64_t first = offset_of(transfer.to), at = offset_of(place);
    const std::uint64_t closest = std::clamp(at, first, first + transfer.bytes - 1);
    const std::uint64_t distance = closest > at ? closest - at : at - closest;
    if (nearest && distance >= least) continue;
    least = distance;
    nearest = moved(transfer.to, closest - first);
  }
  return nearest;
}

std::uint64_t window_of(std::uint64_t address) { return (address - window_begin) / window_bytes; }

// What a kernel may read and write: of its parameters the addresses, and all variables.
std::set<std::uint64_t> windows_of(const Plan& plan, const Launch& launch) {
  std::set<std::uint64_t> windows;
  for (std::size_t v = 0; v < plan.variables.size(); ++v)
    if (plan.variables[v].module == launch.module) windows.insert(most_buffers + v);
  for (const std::vector<std::uint8_t>& parameter : launch.parameters)
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= parameter.size();
         at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, &parameter[at], sizeof word);
      if (is_symbolic(word)) windows.insert(window_of(word));
    }
  return windows;
}

}  // namespace

std::vector<std::size_t> feeders_of(const Plan& plan, std::size_t launch) {
  std::set<std::uint64_t> needed = windows_of(plan, std::get<Launch>(plan.commands[launch].what));
  std::vector<std::size_t> feeders;
  for (std::size_t c = launch; c-- > 0;) {
    const auto needs = [&](std::uint64_t window) { return needed.contains(window); };
    const Transfer transfer = std::visit(AsTransfer{}, plan.commands[c].what);
    if (transfer.to.kind == Kind::on_device && needs(window_of(transfer.to.address))) {
      feeders.push_back(c);
      if (transfer.from.kind == Kind::on_device) needed.insert(window_of(transfer.from.address));
    }
    const auto* other = std::get_if<Launch>(&plan.commands[c].what);
    if (other == nullptr) continue;
    const std::set<std::uint64_t> windows = windows_of(plan, *other);
    if (std::ranges::none_of(windows, needs)) continue;
    feeders.push_back(c);
    needed.insert(windows.begin(), windows.end());
  }
  return feeders;
}

ByteTrace trace_back(const Plan& plan, const TracedPlace& last) {
  ByteTrace trace;
  TracedPlace place = last;
  if (last.kind == Kind::on_host) {
    const auto written = nearest_written(plan, last);
    trace.is_written = written && offset_of(*written) == offset_of(last);
    place = written.value_or(TracedPlace{});
  }
  trace.before.resize(plan.commands.size());
  for (std::size_t c = plan.commands.size(); c-- > 0;) {
    const Transfer transfer = std::visit(AsTransfer{}, plan.commands[c].what);
    if (const auto offset = offset_in(transfer, place)) {
      if (trace.copy_site == 0) trace.copy_site = plan.commands[c].site;
      place = transfer.from.kind == Kind::nowhere ? TracedPlace{} : moved(transfer.from, *offset);
    }
    trace.before[c] = place;
  }
  return trace;
}

}  // namespace warplab::gpu
