#include "simt/session/execution.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>
#include <variant>
#include <vector>

#include "simt/exec/emitter.h"
#include "simt/memory/layout.h"
#include "simt/memory/place.h"
#include "simt/ptx/demangle.h"
#include "simt/session/call_result.h"

namespace simt::session {

namespace {

using events::FindingKind;
using memory::Address;
using memory::Kind;
using runtime::Origin;
using runtime::this_thread;

// Asking takes a little of the host's time: a loop that polls comes to an end.
constexpr double poll_seconds = 1e-6;

std::unique_ptr<Session> receive_session() {
  try {
    return Session::received();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simt: %s\n", error.what());
    std::_Exit(2);
  }
}

// That runs in this process.
Execution* running = nullptr;

StreamName name_of(const Stream& stream) { return {stream.device, stream.id}; }

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};

}  // namespace

Execution::Execution(Context& its_context)
    : context(its_context),
      session(receive_session()),
      request(session ? session->request() : SessionRequest{}),
      reporter(session.get()),
      guard(*this),
      timeline(/*keep_activities=*/session != nullptr) {
  if (session) session->begin();
  guard.install();
  running = this;
  std::atexit([] { running->finish(); });
}

void Execution::open(uint32_t ordinal) {
  Options options;
  options.target = request.target;
  options.counters = request.counters;
  options.coverage = request.coverage;
  options.time = request.time;
  options.checkers = request.checkers;
  options.strict = request.strict;
  options.workers = request.workers;
  options.loop_limit = request.loop_limit;
  OnDevice made;
  try {
    made.device = std::make_unique<Device>(options, ordinal);
  } catch (const std::exception& error) {  // the target is unknown, or its figures are damaged
    reporter.say_once(fmt::format("simt: {}", error.what()));
    throw ApiError{cudaErrorNoDevice};
  }
  if (!request.bank_map_file.empty()) {
    made.bank_maps =
        std::make_unique<observe::BankMapRecorder>(request.bank_map_file, request.bank_map_line);
    made.device->add_observer(*made.bank_maps);
  }
  if (request.checkers) {
    made.touches = std::make_unique<observe::TouchObserver>(made.device->memory());
    made.device->add_observer(*made.touches);
  }
  timeline.add_device(ordinal, made.device->target());
  // Host memory that is visible to one device is visible to all.
  for (const auto& [begin, record] : context.allocations.all())
    if (record.on_host())
      made.device->memory().add_host(reinterpret_cast<void*>(begin), record.size);
  devices_[ordinal] = std::move(made);
}

const model::Target& Execution::target(uint32_t ordinal) const {
  return devices_.at(ordinal).device->target();
}

runtime::MemoryFigures Execution::memory(uint32_t ordinal) const {
  const auto& memory = devices_.at(ordinal).device->memory();
  return {memory.capacity() - memory.used(), memory.capacity()};
}

void Execution::tell_code() {
  const observe::Coverage code = loader_.take_code();
  if (!code.files.empty()) session->coverage(code);
}

void Execution::reset(uint32_t ordinal) {
  timeline.synchronize_device(ordinal);
  order.synchronize_device(ordinal);
  synchronized();
  std::vector<AllocationRecord> gone;
  for (const auto& [begin, record] : context.allocations.all())
    if (record.device == ordinal && record.origin != Origin::managed_variable)
      gone.push_back(record);
  for (const auto& record : gone) {
    if (record.on_host())
      for (auto& [number, other] : devices_) other.device->memory().free(record.begin);
    else
      device(ordinal).memory().free(record.begin);
    context.allocations.erase(record.begin);
  }
  device(ordinal).reset_variables();
}

void* Execution::allocate(uint32_t ordinal, uint64_t bytes, Kind kind) {
  const auto* allocation = device(ordinal).memory().allocate(bytes, kind);
  if (allocation == nullptr) return nullptr;
  if (kind == Kind::device) return reinterpret_cast<void*>(allocation->begin);
  // The host and all devices see it at the same address.
  for (auto& [number, other] : devices_)
    if (number != ordinal) other.device->memory().add_host(allocation->host, bytes);
  return allocation->host;
}

void Execution::allocated(const AllocationRecord& record, const Stream& stream) {
  note_work(stream, "cudaMallocAsync", false, {all_of(record)});
}

bool Execution::pin(void* memory, uint64_t bytes) {
  for (auto& [ordinal, each] : devices_) {
    if (each.device->memory().add_host(memory, bytes) == nullptr) return false;
    // The host may have written it: nothing is known to be uninitialised.
    each.device->memory().notify_wrote(reinterpret_cast<Address>(memory), bytes);
  }
  return true;
}

void Execution::free(const AllocationRecord& record, const Stream* stream) {
  freed_[record.begin] = context.program_site();
  // The memory may be somebody else's from then on, who writes it.
  if (stream != nullptr) {
    note_work(*stream, "cudaFreeAsync", false, {all_of(record)});
  } else if (record.origin == Origin::pool) {
    note_host_work("cudaFree", {all_of(record)});
  } else {
    for (const auto& [ordinal, each] : devices_) {
      timeline.synchronize_device(ordinal);
      order.synchronize_device(ordinal);
    }
    synchronized();
  }
  if (!record.on_host()) {
    device(record.device).memory().free(record.begin);
    return;
  }
  guard.forget(record.begin, record.begin + record.size);
  for (auto& [ordinal, each] : devices_) each.device->memory().free(record.begin);
}

Located Execution::locate(const void* pointer) {
  const auto address = reinterpret_cast<Address>(pointer);
  if (address >= memory::global_begin && address < memory::global_end) {
    const auto ordinal =
        static_cast<uint32_t>((address - memory::global_begin) / memory::device_stride);
    const auto found = devices_.find(ordinal);
    return {cudaMemoryTypeDevice, ordinal,
            found == devices_.end() ? nullptr : found->second.device->memory().find(address)};
  }
  const AllocationRecord* record = context.allocations.containing(address);
  if (record == nullptr) return {};
  const bool managed =
      record->origin == Origin::managed || record->origin == Origin::managed_variable;
  return {managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, record->device,
          device(record->device).memory().find(address)};
}

const KernelInfo& Execution::info(const KernelEntry& kernel, uint32_t ordinal) {
  try {
    return loader_.load(kernel, ordinal).info();
  } catch (const exec::DecodeError& error) {
    work_is_missing();
    reporter.report(FindingKind::unsupported, launch_site(),
                    fmt::format("{}: PTX line {}", ptx::demangle(kernel.name), error.what()));
    throw ApiError{cudaErrorNotSupported};
  }
}

void Execution::machine_code_alone(std::string what) {
  work_is_missing();
  this_thread().explained = true;
  events::Finding finding;
  finding.kind = FindingKind::unsupported;
  finding.space = "machine code";
  finding.what = std::move(what);
  reporter.locate(finding, launch_site());
  reporter.report(finding);
}

cudaError_t Execution::execute(Stream& stream, const Operation& operation, bool blocking) {
  return std::visit(
      Overload{[&](const KernelOperation& kernel) { return execute_kernel(stream, kernel); },
               [&](const CopyOperation& copy) { return execute_copy(stream, copy, blocking); },
               [&](const FillOperation& fill) { return execute_fill(stream, fill); },
               [&](const runtime::HostOperation& host) {
                 call_on_host(stream, [&host] { host.function(host.data); });
                 return cudaSuccess;
               },
               [&](const runtime::RecordOperation& record) {
                 const Event& event = context.event(record.event);
                 timeline.record(stream.device, stream.id, event.id);
                 order.record(event.id, name_of(stream));
                 return cudaSuccess;
               },
               [&](const runtime::WaitOperation& wait) {
                 const Event& other = context.event(wait.event);
                 if (timeline.recorded(other.id)) timeline.wait(stream.device, stream.id, other.id);
                 order.wait_event(other.id, name_of(stream));
                 return cudaSuccess;
               },
               [&](const runtime::GraphOperation& graph) {
                 for (const runtime::GraphNode* node : graph.graph->in_order())
                   if (const auto error = context.execute(stream, node->operation);
                       error != cudaSuccess)
                     return error;
                 return cudaSuccess;
               },
               [](const auto&) { return cudaSuccess; }},
      operation);
}

// One after the other, in an order that their edges allow.
cudaError_t Execution::launch(Stream& stream, const GraphExec& graph) {
  const StreamOrder::InGraph in_graph(order, name_of(stream));
  for (const auto& step : graph.steps) {
    order.begin_step(name_of(stream), step.after);
    if (!step.enabled) continue;
    const auto error = context.execute(stream, step.operation);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

void Execution::call_on_host(Stream& stream, const std::function<void()>& function) {
  // What has been copied by now is the function's, and through it the program's.
  timeline.host_function(stream.device, stream.id, 0);
  order.synchronize_stream(name_of(stream));
  guard.release();
  context.call_unlocked(function);
}

void Execution::add(const Stream& stream) {
  timeline.add_stream(stream.device, stream.id, stream.non_blocking());
  order.create_stream(name_of(stream), stream.non_blocking());
}

void Execution::remove(const Stream& stream) { timeline.remove_stream(stream.device, stream.id); }

void Execution::synchronize(const Stream& stream) {
  timeline.synchronize(stream.device, stream.id);
  order.synchronize_stream(name_of(stream));
  synchronized();
}

void Execution::synchronize(const Event& event) {
  if (timeline.recorded(event.id)) timeline.synchronize(event.id);
  order.synchronize_event(event.id);
  synchronized();
}

void Execution::synchronize(uint32_t ordinal) {
  timeline.synchronize_device(ordinal);
  order.synchronize_device(ordinal);
  synchronized();
}

bool Execution::is_done(const Stream& stream) {
  timeline.host(poll_seconds);
  if (!timeline.idle(stream.device, stream.id)) return false;
  order.synchronize_stream(name_of(stream));
  synchronized();
  return true;
}

bool Execution::is_done(const Event& event) {
  timeline.host(poll_seconds);
  if (timeline.recorded(event.id) && !timeline.reached(event.id)) return false;
  order.synchronize_event(event.id);
  synchronized();
  return true;
}

std::optional<double> Execution::seconds_between(const Event& first, const Event& last) {
  if (!timeline.reached(first.id) || !timeline.reached(last.id)) return std::nullopt;
  for (const Event* event : {&first, &last}) order.synchronize_event(event->id);
  synchronized();
  return timeline.time_of(last.id) - timeline.time_of(first.id);
}

MemoryUse Execution::use_of(Kind kind, uint64_t id, memory::ByteRanges bytes, bool is_written,
                            bool is_atomic) {
  const bool is_on_host = kind == Kind::managed || kind == Kind::pinned;
  // The host's memory is one, whichever device speaks of it; a device's may be given out again.
  return {is_on_host, is_on_host ? 0 : id, std::move(bytes), is_written, is_atomic};
}

MemoryUse Execution::all_of(const AllocationRecord& record) {
  const memory::Allocation& allocation = *device(record.device).memory().find(record.begin);
  return use_of(allocation.kind, allocation.id, {allocation.begin, allocation.end()}, true);
}

void Execution::report_since(size_t known) {
  for (size_t c = known; c < order.conflicts().size(); ++c) report(order.conflicts()[c]);
}

void Execution::note_host_work(const std::string& what, const std::vector<MemoryUse>& uses) {
  if (!request.checkers) return;
  const size_t known = order.conflicts().size();
  order.host_work(what, reinterpret_cast<uint64_t>(launch_site().caller), uses);
  report_since(known);
}

void Execution::note_work(const Stream& stream, const std::string& what, bool host_waits,
                          std::vector<MemoryUse> uses) {
  if (!request.checkers) return;
  const CallSite site = launch_site();
  const auto caller = reinterpret_cast<uint64_t>(site.caller);
  const size_t known = order.conflicts().size();
  const StreamOrder::Work work = order.work({what, caller, name_of(stream)}, host_waits, uses);
  report_since(known);
  if (host_waits) return;
  for (MemoryUse& use : uses) {
    if (!use.is_on_host || use.is_atomic || use.bytes.pieces().empty()) continue;
    const AllocationRecord* record =
        context.allocations.containing(use.bytes.pieces().front().begin);
    if (record == nullptr) continue;
    const auto access = use.is_written ? HostGuard::Access::none : HostGuard::Access::read_only;
    guard.protect({work, what, site, std::move(use.bytes), record->begin,
                   record->begin + record->size, access});
  }
}

std::string Execution::describe(const memory::Allocation& allocation) {
  return fmt::format("{}, {} at {:#x}{}", allocation.name, memory::count_bytes(allocation.size),
                     allocation.begin, allocation.freed ? " (freed)" : "");
}

void Execution::report_of_kernel(uint32_t ordinal, events::Finding finding) {
  const bool is_wild =
      finding.kind == FindingKind::out_of_bounds || finding.kind == FindingKind::use_after_free;
  const bool is_global = finding.space == "global" || finding.space == "generic";
  if (is_wild && is_global && finding.has_address) {
    const Located found = locate(reinterpret_cast<const void*>(finding.address));
    if (found.type == cudaMemoryTypeDevice && found.device != ordinal &&
        found.allocation != nullptr) {
      finding.kind = FindingKind::other_device;
      finding.allocation = describe(*found.allocation);
      finding.what = fmt::format(
          "{} of global memory: in {} of device {}, and the kernel runs on "
          "device {}",
          finding.where.access, found.allocation->name, found.device, ordinal);
    } else if (const auto* allocation = device(ordinal).memory().find(finding.address);
               finding.kind == FindingKind::use_after_free && allocation != nullptr) {
      finding.allocation = describe(*allocation);
      const auto freed = freed_.find(allocation->begin);
      if (!finding.other && freed != freed_.end()) finding.other = reporter.site_of(freed->second);
    }
  }
  reporter.report(finding);
}

void Execution::report(const StreamConflict& conflict) {
  const auto site_of = [](const StreamCall& call) {
    return CallSite{call.what, reinterpret_cast<const void*>(call.site)};
  };
  events::Finding finding;
  finding.kind = FindingKind::stream_race;
  finding.address = conflict.address;
  finding.has_address = true;
  const char* const side = conflict.is_on_host ? "host" : "device";
  const std::string stream = name_of(conflict.call.stream);
  if (conflict.kind == StreamConflict::Kind::host)
    finding.what = fmt::format(
        "{} and {} in {} use the same {} memory, and the host has not waited: of memory of a pool "
        "it has to",
        conflict.call.what, conflict.other.what, name_of(conflict.other.stream), side);
  else if (conflict.call.stream == conflict.other.stream)
    finding.what = fmt::format(
        "{} and {}, in two branches of a graph that {} runs, use the same {} memory, and nothing "
        "says which comes first",
        conflict.call.what, conflict.other.what, stream, side);
  else
    finding.what = fmt::format(
        "{} in {} and {} in {} use the same {} memory, and nothing says which comes first",
        conflict.call.what, stream, conflict.other.what, name_of(conflict.other.stream), side);
  if (const auto* allocation = locate(reinterpret_cast<void*>(conflict.address)).allocation)
    finding.allocation = describe(*allocation);
  reporter.locate(finding, site_of(conflict.call));
  finding.other = reporter.site_of(site_of(conflict.other));
  reporter.report(finding);
}

CallSite Execution::program_site(const CallSite& given) {
  CallSite site = given;
  if (request.checkers) site.caller = reporter.lines().outside_headers(site.caller);
  return site;
}

CallSite Execution::launch_site() {
  const runtime::ThreadState& thread = this_thread();
  if (thread.launch_site == nullptr) return thread.site;
  return {"the launch", thread.launch_site};
}

cudaError_t Execution::fail(cudaError_t code, FindingKind kind, std::string what,
                            const memory::Allocation* allocation) {
  reporter.report(kind, this_thread().site, std::move(what),
                  allocation == nullptr ? std::string() : describe(*allocation));
  return code;
}

cudaError_t Execution::refuse(const std::string& why) {
  reporter.say_once("simt: " + why);
  return cudaErrorNotSupported;
}

void Execution::failed(cudaError_t error, const std::string& why) {
  const runtime::ThreadState& thread = this_thread();
  if (!request.checkers) return;
  if (thread.launch_site != nullptr) {
    if (!why.empty()) failed_unread(error, launch_site(), why);
    return;
  }
  if (ignores_result(thread.site.caller)) failed_unread(error, context.program_site(), why);
}

void Execution::failed_unread(cudaError_t error, const CallSite& site, const std::string& why) {
  const auto id = std::this_thread::get_id();
  if (const auto earlier = unread_.find(id); earlier != unread_.end()) report(earlier->second);
  unread_[id] = {error, site, why};
}

void Execution::report(const Unread& unread) {
  if (!request.checkers) return;
  reporter.report(
      FindingKind::unchecked_error, unread.site,
      fmt::format("{} failed with {} ({}), and the program never looked{}{}", unread.site.function,
                  cudaGetErrorName(unread.error), cudaGetErrorString(unread.error),
                  unread.why.empty() ? "" : ": ", unread.why));
}

void Execution::report_leaks() {
  for (auto& [ordinal, each] : devices_) {
    if (context.device(static_cast<int>(ordinal)).fault != cudaSuccess)
      continue;  // nothing can be freed after that
    for (events::Finding& finding : each.device->leaks()) {
      const AllocationRecord* record = context.allocations.beginning_at(finding.address);
      // Host memory is visible on all devices, and leaks on one. Variables and graphs' memory need no call.
      if (record != nullptr && (record->device != ordinal || record->origin == Origin::graph ||
                                record->origin == Origin::managed_variable))
        continue;
      if (record == nullptr && finding.address < memory::global_begin) continue;
      if (record != nullptr) reporter.locate(finding, record->site);
      reporter.report(finding);
    }
  }
}

void Execution::report_dropped_prints() {
  if (dropped_prints_ == 0) return;
  reporter.say_once(fmt::format(
      "simt: kernels printed more than printf()'s buffer holds: what {} {} printed was dropped, "
      "the "
      "oldest of each launch. cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) makes the buffer "
      "larger, before the first launch",
      dropped_prints_, dropped_prints_ == 1 ? "call" : "calls"));
}

void Execution::finish() {
  const std::lock_guard lock(context.mutex);
  report_dropped_prints();
  if (session && session->is_forked()) return session->end({});
  if (request.coverage) tell_code();
  if (request.checkers) {
    for (const auto& [thread, unread] : unread_) report(unread);
    unread_.clear();
    report_leaks();
  }
  if (session) {
    for (const auto& [ordinal, each] : devices_) {
      if (!each.bank_maps) continue;
      for (const auto& map : each.bank_maps->maps()) session->bank_map(map);
    }
    session->end(timeline.activities());
  }
}

}  // namespace simt::session
