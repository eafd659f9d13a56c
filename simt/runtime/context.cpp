#include "simt/runtime/context.h"

#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include "simt/runtime/call_result.h"

namespace simt::runtime {

namespace {

std::string describe(const memory::Allocation& allocation) {
  return fmt::format("{}, {} bytes at {:#x}{}", allocation.name, allocation.size, allocation.begin,
                     allocation.freed ? " (freed)" : "");
}

SessionRequest receive_request() {
  try {
    return Session::received().value_or(SessionRequest{});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simt: %s\n", error.what());
    std::_Exit(2);
  }
}

bool has_session() { return Session::received().has_value(); }

}  // namespace

ThreadState& this_thread() {
  thread_local ThreadState state;
  return state;
}

Context::Context()
    : request(receive_request()),
      reporter(has_session()),
      guard(reporter),
      timeline(/*keep_activities=*/has_session()) {
  if (reporter.session() != nullptr) reporter.session()->begin();
}

// Never destroyed: the program's own static objects may call the API while they are.
Context& Context::get() {
  static Context* const context = [] {
    auto* made = new Context;
    made->guard.install();
    std::atexit([] { get().finish(); });
    return made;
  }();
  return *context;
}

DeviceState& Context::device(int ordinal) {
  require(ordinal >= 0 && static_cast<unsigned>(ordinal) < device_count(), cudaErrorInvalidDevice);
  const auto found = devices_.find(ordinal);
  if (found != devices_.end()) return found->second;

  Options options;
  options.target = request.target;
  options.counters = request.counters;
  options.time = request.time;
  options.checkers = request.checkers;
  options.workers = request.workers;
  options.loop_limit = request.loop_limit;
  std::unique_ptr<Device> made;
  try {
    made = std::make_unique<Device>(options, static_cast<unsigned>(ordinal));
  } catch (const std::exception& error) {  // the target is unknown, or its figures are damaged
    reporter.say_once(fmt::format("simt: {}", error.what()));
    throw ApiError{cudaErrorNoDevice};
  }
  DeviceState& state = devices_[ordinal];
  state.ordinal = static_cast<uint32_t>(ordinal);
  state.device = std::move(made);
  if (!request.bank_map_file.empty()) {
    state.bank_maps =
        std::make_unique<observe::BankMapRecorder>(request.bank_map_file, request.bank_map_line);
    state.device->add_observer(*state.bank_maps);
  }
  timeline.add_device(state.ordinal, state.target());
  state.legacy = std::make_shared<Stream>();
  state.legacy->device = state.ordinal;
  state.default_pool = state.pool = std::make_shared<Pool>();
  state.pool->device = state.ordinal;
  state.pool->handle = pools.add(state.pool);
  // Host memory that is visible to one device is visible to all.
  for (const auto& [begin, record] : allocations.all())
    if (record.on_host()) state.memory().add_host(reinterpret_cast<void*>(begin), record.size);
  return state;
}

void Context::reset(DeviceState& state) {
  timeline.synchronize_device(state.ordinal);
  synchronized();
  std::vector<AllocationRecord> gone;
  for (const auto& [begin, record] : allocations.all())
    if (record.device == state.ordinal && record.origin != Origin::managed_variable)
      gone.push_back(record);
  for (const auto& record : gone) {
    if (record.on_host())
      for (auto& [ordinal, other] : devices_) other.memory().free(record.begin);
    else
      state.memory().free(record.begin);
    allocations.erase(record.begin);
  }
  state.fault = cudaSuccess;
  state.fault_seen = false;
  state.pool = state.default_pool;
  state.pool->used = 0;
  this_thread().last_error = cudaSuccess;
}

CallSite Context::program_site() {
  CallSite site = this_thread().site;
  if (request.checkers) site.caller = reporter.lines().outside_headers(site.caller);
  return site;
}

Stream& Context::stream(cudaStream_t handle) {
  ThreadState& thread = this_thread();
  const bool own =
      handle == cudaStreamPerThread || (handle == nullptr && thread.per_thread_default);
  if (own) {
    auto& stream = current().per_thread[std::this_thread::get_id()];
    if (!stream) stream = add_stream(current().ordinal, cudaStreamDefault, 0);
    return *stream;
  }
  if (handle == nullptr || handle == cudaStreamLegacy) return *current().legacy;
  const auto found = streams.find(handle);
  require(found != nullptr, cudaErrorInvalidResourceHandle);
  return *found;
}

std::shared_ptr<Stream> Context::add_stream(uint32_t device, unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>();
  stream->id = ++last_id;
  stream->device = device;
  stream->flags = flags;
  stream->priority = priority;
  timeline.add_stream(device, stream->id, stream->non_blocking());
  return stream;
}

Event& Context::event(cudaEvent_t handle) {
  const auto found = events.find(handle);
  require(found != nullptr, cudaErrorInvalidResourceHandle);
  return *found;
}

Located Context::locate(const void* pointer) {
  const auto address = reinterpret_cast<memory::Address>(pointer);
  if (address >= memory::global_begin && address < memory::global_end) {
    const auto ordinal =
        static_cast<uint32_t>((address - memory::global_begin) / memory::device_stride);
    const auto found = devices_.find(static_cast<int>(ordinal));
    return {cudaMemoryTypeDevice, ordinal,
            found == devices_.end() ? nullptr : found->second.memory().find(address)};
  }
  const AllocationRecord* record = allocations.containing(address);
  if (record == nullptr) return {};
  const bool managed =
      record->origin == Origin::managed || record->origin == Origin::managed_variable;
  return {managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, record->device,
          device(static_cast<int>(record->device)).memory().find(address)};
}

cudaError_t Context::fail(cudaError_t code, observe::FindingKind kind, std::string what,
                          const memory::Allocation* allocation) {
  this_thread().explained = true;
  reporter.report(kind, this_thread().site, std::move(what),
                  allocation == nullptr ? std::string() : describe(*allocation));
  return code;
}

cudaError_t Context::sticky_error() {
  const auto found = devices_.find(this_thread().device);
  if (found == devices_.end() || found->second.fault == cudaSuccess) return cudaSuccess;
  found->second.fault_seen = true;
  return found->second.fault;
}

cudaError_t Context::remember(cudaError_t error) {
  if (error != cudaSuccess) this_thread().last_error = error;
  return error;
}

void Context::failed_unread(cudaError_t error, const CallSite& site) {
  const auto id = std::this_thread::get_id();
  if (const auto earlier = unread_.find(id); earlier != unread_.end())
    report_unread(earlier->second);
  unread_[id] = {error, site};
}

void Context::error_was_read() { unread_.erase(std::this_thread::get_id()); }

void Context::report_unread(const std::pair<cudaError_t, CallSite>& unread) {
  if (!request.checkers) return;
  const auto& [error, site] = unread;
  reporter.report(observe::FindingKind::unchecked_error, site,
                  fmt::format("{} failed with {} ({}), and the program never looked", site.function,
                              cudaGetErrorName(error), cudaGetErrorString(error)));
}

void Context::report_leaks() {
  for (auto& [ordinal, state] : devices_) {
    if (state.fault != cudaSuccess) continue;  // nothing can be freed after that
    for (observe::Finding& finding : state.device->leaks()) {
      const AllocationRecord* record = allocations.beginning_at(finding.address);
      // Host memory is visible on all devices, and leaks on one.
      if (record != nullptr && (record->device != state.ordinal || record->origin == Origin::graph))
        continue;
      if (record == nullptr && finding.address < memory::global_begin) continue;
      if (record != nullptr) reporter.locate(finding, record->site);
      reporter.report(finding);
    }
  }
}

void Context::finish() {
  const std::lock_guard lock(mutex);
  if (request.checkers) {
    for (const auto& [thread, unread] : unread_) report_unread(unread);
    unread_.clear();
    report_leaks();
  }
  if (Session* session = reporter.session()) {
    for (const auto& [ordinal, state] : devices_) {
      if (!state.bank_maps) continue;
      for (const auto& map : state.bank_maps->maps()) session->bank_map(map);
    }
    session->end(timeline.activities());
  }
}

cudaError_t run_call(const char* name, const void* caller, On on,
                     cudaError_t (*body)(void*, Context&), void* argument) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  ThreadState& thread = this_thread();
  thread.site.function = name;
  thread.explained = false;
  if (!thread.per_thread_default) thread.site.caller = caller;  // else the variant has set it
  cudaError_t error = on == On::working_device ? context.sticky_error() : cudaSuccess;
  try {
    if (error == cudaSuccess) error = body(argument, context);
  } catch (const ApiError& failure) {
    error = failure.code;
  } catch (const std::bad_alloc&) {
    error = cudaErrorMemoryAllocation;
  } catch (const std::exception& failure) {
    context.reporter.say_once(fmt::format("simt: {}: {}", name, failure.what()));
    error = cudaErrorUnknown;
  }
  // A kernel's fault has been reported; and whoever polls is not told of an error.
  const bool news = error != cudaSuccess && error != cudaErrorNotReady &&
                    error != context.sticky_error() && thread.launch_site == nullptr &&
                    !thread.explained;
  if (news && context.request.checkers) {
    const CallSite site = context.program_site();
    if (ignores_result(thread.site.caller)) context.failed_unread(error, site);
  }
  return context.remember(error);
}

}  // namespace simt::runtime
