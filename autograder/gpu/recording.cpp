// The plan that is being written down, see recording.h: its beginning and end, memory, streams,
// errors. What is copied is in recorded_copies.cpp, what is launched in recorded_launches.cpp.
#include "autograder/gpu/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "simt/frontend/include/cuda_runtime_api.h"

extern "C" const char __executable_start;

namespace warplab::gpu {
namespace {

using simt::memory::Allocation;
using simt::memory::Kind;
using simt::runtime::ApiError;
using simt::runtime::Event;
using simt::runtime::Located;
using simt::runtime::Origin;
using simt::runtime::Stream;
using simt::runtime::this_thread;

// The GPU whose figures the case gives; what it does not give is the default target's.
simt::model::Target target_of(const DeviceFigures& figures) {
  simt::model::Target target = simt::model::targets().front();
  target.full_name = "the GPU of the grader";
  target.major = static_cast<std::uint32_t>(figures.major);
  target.minor = static_cast<std::uint32_t>(figures.minor);
  target.sms = static_cast<std::uint32_t>(figures.multiprocessors);
  target.memory_bytes = figures.total_bytes();
  target.constant_bytes = static_cast<std::uint32_t>(figures.constant_bytes);
  target.l2_bytes = static_cast<std::uint64_t>(figures.l2_bytes);
  target.shared_per_block = static_cast<std::uint32_t>(figures.shared_per_block);
  target.shared_per_block_optin = static_cast<std::uint32_t>(figures.shared_per_block_optin);
  target.shared_per_sm = static_cast<std::uint32_t>(figures.shared_per_multiprocessor);
  target.max_threads_per_block = static_cast<std::uint32_t>(figures.threads_per_block);
  target.max_threads_per_sm = static_cast<std::uint32_t>(figures.threads_per_multiprocessor);
  target.copy_engines = static_cast<std::uint32_t>(figures.copy_engines);
  return target;
}

Allocation window(std::size_t number, std::uint64_t bytes, const char* name) {
  Allocation window;
  window.begin = address_of(number);
  window.size = bytes;
  window.name = name;
  return window;
}

ErrorCause cause_of(simt::events::FindingKind mistake) {
  using enum simt::events::FindingKind;
  if (mistake == bad_copy) return ErrorCause::bad_copy;
  if (mistake == invalid_free) return ErrorCause::wrong_free;
  return ErrorCause::unknown;
}

}  // namespace

std::uint64_t site_of(const void* return_address) {
  return number_of(return_address) - number_of(&__executable_start) - 1;
}

Recording::Recording(simt::runtime::Context& context)
    : context_(context), target_(target_of(figures_)) {}

void Recording::begin(std::span<const std::size_t> buffers, std::span<const std::byte> shape,
                      const DeviceFigures& figures) {
  plan_ = {};
  shape_.assign(shape.begin(), shape.end());
  for (const auto& [host, variable] : context_.modules.variables())
    if (variable.managed_pointer != nullptr)
      plan_.refused = fmt::format(
          "{} is a __managed__ variable, and here only cudaMallocManaged() gives memory that the "
          "host can fill: that, or __device__ and cudaMemcpyToSymbol()",
          variable.name);
  modules_.clear();
  figures_ = figures;
  target_ = target_of(figures);
  context_.forget_work();
  this_thread().last_error = cudaSuccess;
  note_failure({});
  host_function_.reset();
  variables_.clear();
  keep_buffers(buffers.size());
  for (std::size_t b = 0; b < buffers.size(); ++b)
    buffers_[b] = window(b, buffers[b], "a buffer of the case");
  uploaded_ = 0;
  allocated_ = 0;
  stream_numbers_.clear();
  event_numbers_.clear();
  host_.begin(plan_.host_buffers);
  managed_.clear();
}

// What the last call has left: a pointer in a static variable leads there in the next as well.
void Recording::keep_buffers(std::size_t case_buffers) {
  case_buffers_ = case_buffers;
  kept_.insert(kept_.end(), own_.begin(), own_.end());
  own_.clear();
  std::erase_if(kept_, [&](std::uint32_t buffer) {
    if (buffer >= case_buffers) return false;
    context_.allocations.erase(address_of(buffer));
    return true;
  });
  std::vector<Allocation> buffers(std::max(case_buffers, buffers_.size()));
  for (const std::uint32_t buffer : kept_) buffers[buffer] = buffers_[buffer];
  buffers_ = std::move(buffers);
}

// Memory that is named again a static variable may hold, and what is first left here may be; so may
// what another shape needed, for the next call of that.
void Recording::mark_lost() {
  std::set<std::uint64_t> losing;
  for (const std::uint32_t buffer : kept_)
    if (const Made& made = made_.at(buffer); made.shape == shape_) losing.insert(made.site);
  for (Command& command : plan_.commands)
    if (auto* memory = std::get_if<Allocate>(&command.what))
      memory->is_lost = !memory->is_kept && losing.contains(command.site);
}

void Recording::end(std::span<std::byte> bytes) {
  try {
    upload_managed({SynchronizeDevice{}, 0, true, 0});
  } catch (const ApiError&) {  // which the plan says
  }
  mark_lost();
  host_.end();
  managed_.clear();
  note_failure({});  // the launch function passed over it
  if (write_plan(plan_, bytes)) return;
  Plan too_large;
  too_large.refused =
      "the launch function asks for more than can be written down: too much device "
      "code, too many launches, or copies of too many bytes from the host";
  write_plan(too_large, bytes);
}

cudaError_t Recording::fail(cudaError_t error, simt::events::FindingKind kind, std::string what,
                            const Allocation*) {
  if (error == cudaErrorNotSupported) return refuse(what);
  if (!plan_.refused.empty()) return fail_as_refused();  // which comes first, and often is why
  note_failure({static_cast<CudaError>(error), std::move(what), cause_of(kind)});
  add({last_failure_, 0, false, call_in({}).site});
  return error;
}

cudaError_t Recording::refuse(const std::string& why) {
  this_thread().explained = true;
  const std::uint64_t site = call_in({}).site;
  note_failure({CudaError::cudaErrorNotSupported, why}, site);
  if (plan_.refused.empty()) {
    plan_.refused = why;
    plan_.error_site = site;
  }
  return cudaErrorNotSupported;
}

cudaError_t Recording::fail_as_refused() {
  note_failure({CudaError::cudaErrorNotSupported, plan_.refused}, plan_.error_site);
  return cudaErrorNotSupported;
}

void Recording::note_failure(Failure failure, std::uint64_t site) {
  last_failure_ = std::move(failure);
  failure_site_ = site;
}

void Recording::failed(cudaError_t error, const std::string& why) {
  if (why.empty()) return;
  try {
    fail(error, simt::events::FindingKind::unchecked_error, why, nullptr);
  } catch (const ApiError&) {  // no room is left, which the plan says
  }
}

void Recording::say(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

void Recording::give_up(const std::string& why) { throw ApiError{refuse(why)}; }

simt::runtime::MemoryFigures Recording::memory(std::uint32_t) const {
  return {figures_.memory_bytes - allocated_, figures_.total_bytes()};
}

void Recording::reset(std::uint32_t) {
  give_up(
      "cudaDeviceReset(): the buffers of the case are the device's too: cudaFree() frees yours");
}

void* Recording::allocate(std::uint32_t, std::uint64_t bytes, Kind kind) {
  if (kind == Kind::pinned) {
    void* const memory = host_.allocate(bytes);
    if (memory != nullptr) {
      Allocation& pinned = pinned_[memory];
      pinned.begin = number_of(memory);
      pinned.size = bytes;
      pinned.kind = kind;
    }
    return memory;
  }
  if (bytes > memory(0).free || bytes > window_bytes / 2) return nullptr;
  const std::uint32_t buffer = unused_window();
  if (kind == Kind::managed && !managed_.allocate(address_of(buffer), bytes)) return nullptr;
  allocated_ += bytes;
  buffers_[buffer] = window(buffer, bytes, "device memory");
  own_.push_back(buffer);
  const std::uint64_t site = call_in({}).site;
  made_[buffer] = {site, shape_};
  add({Allocate{buffer, bytes}, 0, false, site});
  return reinterpret_cast<void*>(address_of(buffer));
}

std::uint32_t Recording::unused_window() {
  const auto unused = std::find_if(buffers_.begin() + case_buffers_, buffers_.end(),
                                   [](const Allocation& each) { return each.begin == 0; });
  if (unused != buffers_.end()) return unused - buffers_.begin();
  if (buffers_.size() < most_buffers) {
    buffers_.emplace_back();
    return buffers_.size() - 1;
  }
  if (kept_.empty()) give_up("the launch function allocates more than 250 times");
  const std::uint32_t oldest = kept_.front();
  kept_.erase(kept_.begin());
  context_.allocations.erase(address_of(oldest));
  return oldest;
}

void Recording::free(const simt::runtime::AllocationRecord& record, const Stream*) {
  void* const memory = reinterpret_cast<void*>(record.begin);
  if (record.origin == Origin::host || record.origin == Origin::registered) {
    record.origin == Origin::host ? host_.free(memory) : host_.unpin(memory);
    pinned_.erase(memory);
    return;
  }
  const auto buffer = static_cast<std::uint32_t>((record.begin - window_begin) / window_bytes);
  buffers_[buffer].freed = true;
  if (std::erase(kept_, buffer) > 0) return synchronize(0);  // as who frees waits
  managed_.free(record.begin);
  std::erase(own_, buffer);
  allocated_ -= buffers_[buffer].size;
  add({gpu::Free{buffer}, 0, true, call_in({}).site});
}

Located Recording::locate(const void* pointer) {
  const std::uint64_t address = number_of(pointer);
  if (!is_symbolic(address)) {
    const auto* record = context_.allocations.containing(address);
    if (record == nullptr) return {};
    return {cudaMemoryTypeHost, 0, &pinned_.at(reinterpret_cast<void*>(record->begin))};
  }
  std::uint64_t window = (address - window_begin) / window_bytes;
  const bool is_buffer = window < most_buffers;
  const auto& windows = is_buffer ? buffers_ : variables_;
  if (!is_buffer) window -= most_buffers;
  const bool is_inside = window < windows.size() && address >= windows[window].begin &&
                         address <= windows[window].end();
  return {is_managed(pointer) ? cudaMemoryTypeManaged : cudaMemoryTypeDevice, 0,
          is_inside ? &windows[window] : nullptr};
}

bool Recording::is_managed(const void* pointer) const {
  return managed_.contains(number_of(pointer));
}

bool Recording::pin(void* memory, std::uint64_t bytes) {
  if (!host_.pin(memory, bytes)) return false;
  Allocation& pinned = pinned_[memory];
  pinned.begin = number_of(memory);
  pinned.size = bytes;
  pinned.kind = Kind::pinned;
  return true;
}

void Recording::take_image(void* memory, std::size_t bytes) {
  const std::string why_not = host_.take(memory, bytes);
  if (!plan_.refused.empty()) return;
  plan_.refused = why_not;
  plan_.error_site = site_of_device_memory(number_of(memory));
}

std::uint64_t Recording::site_of_device_memory(std::uint64_t address) const {
  if (!is_symbolic(address)) return 0;
  const auto made = made_.find(static_cast<std::uint32_t>((address - window_begin) / window_bytes));
  return made == made_.end() ? 0 : made->second.site;
}

void Recording::store(std::size_t buffer, std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  add({Upload{address_of(buffer), {data, data + bytes.size()}}, 0, true, 0});
}

const Allocation& Recording::find(const simt::runtime::VariableEntry& variable, std::uint32_t) {
  const std::uint32_t module = module_number(*variable.binary);
  for (std::size_t v = 0; v < plan_.variables.size(); ++v)
    if (plan_.variables[v].module == module && plan_.variables[v].name == variable.name)
      return variables_[v];
  if (plan_.variables.size() == most_variables)
    give_up(fmt::format("the launch function names more than {} variables", most_variables));
  plan_.variables.push_back({module, variable.name});
  variables_.push_back(window(most_buffers + variables_.size(), variable.size, "a variable"));
  variables_.back().name = variable.name;
  return variables_.back();
}

void Recording::remove(const Stream& stream) { ask(call_in(stream), DestroyStream{}); }

void Recording::synchronize(const Stream& stream) {
  ask(call_in(stream, true), SynchronizeStream{});
}

void Recording::synchronize(const Event& event) {
  ask(call_in({}, true), SynchronizeEvent{event_number(event.id)});
}

void Recording::synchronize(std::uint32_t) { ask(call_in({}, true), SynchronizeDevice{}); }

bool Recording::is_done(const Stream& stream) {
  synchronize(stream);
  return true;
}

bool Recording::is_done(const Event& event) {
  synchronize(event);
  return true;
}

bool Recording::is_recorded(const Event& event) const { return event_numbers_.contains(event.id); }

std::optional<double> Recording::seconds_between(const Event&, const Event&) {
  [[maybe_unused]] static const int said = std::fputs(
      "cudaEventElapsedTime: the grader measures the time itself, and yours reads 0\n", stderr);
  return 0;
}

void Recording::call_on_host(Stream& stream, const std::function<void()>& function) {
  host_function_ = stream_number(stream.id, stream.non_blocking());
  context_.call_unlocked(function);
  host_function_.reset();
}

void Recording::wait_in_host_function(std::uint64_t site) {
  if (host_function_) add({SynchronizeStream{}, *host_function_, true, site});
}

std::uint32_t Recording::stream_number(std::uint64_t id, bool is_non_blocking) {
  if (id == 0) return 0;
  const auto next = static_cast<std::uint32_t>(stream_numbers_.size() + 1);
  if (const auto known = stream_numbers_.find(id); known != stream_numbers_.end())
    return known->second;
  if (next >= most_streams)
    give_up(fmt::format("the launch function uses more than {} streams", most_streams - 1));
  stream_numbers_[id] = next;
  add({CreateStream{is_non_blocking}, next, false, call_in({}).site});
  return next;
}

std::uint32_t Recording::event_number(std::uint64_t id) {
  const auto next = static_cast<std::uint32_t>(event_numbers_.size());
  if (next == most_events && !event_numbers_.contains(id))
    give_up(fmt::format("the launch function uses more than {} events", most_events));
  return event_numbers_.try_emplace(id, next).first->second;
}

Recording::Call Recording::call_in(const Stream& stream, bool host_waits) {
  const auto& thread = this_thread();
  const void* const caller =
      thread.launch_site != nullptr ? thread.launch_site : thread.site.caller;
  return {stream_number(stream.id, stream.non_blocking()), host_waits, site_of(caller)};
}

void Recording::ask(const Call& call, decltype(Command::what) what) {
  wait_in_host_function(call.site);
  add({std::move(what), call.stream, call.host_waits, call.site, call.is_by_host});
}

// While there is room: a plan is a list, not a program.
void Recording::add(Command command) {
  if (plan_.commands.size() == most_commands)
    give_up(fmt::format("the launch function asks the GPU for more than {} things", most_commands));
  take_kept(command);
  upload_managed(command);
  give_managed(command);
  plan_.commands.push_back(std::move(command));
}

void Recording::take_kept(const Command& command) {
  if (kept_.empty()) return;
  std::visit(
      [&](const auto& what) {
        using What = std::remove_cvref_t<decltype(what)>;
        if constexpr (requires { what.to + 0; }) take_kept(what.to, command.site);
        if constexpr (requires { what.from + 0; }) take_kept(what.from, command.site);
        if constexpr (std::is_same_v<What, Launch>)
          for (const auto& parameter : what.parameters)
            for (std::size_t at = 0; at + sizeof(std::uint64_t) <= parameter.size();
                 at += sizeof(std::uint64_t)) {
              std::uint64_t word = 0;
              std::memcpy(&word, &parameter[at], sizeof word);
              take_kept(word, command.site);
            }
      },
      command.what);
}

void Recording::take_kept(std::uint64_t address, std::uint64_t site) {
  if (!is_symbolic(address)) return;
  const auto kept = std::ranges::find(kept_, (address - window_begin) / window_bytes);
  if (kept == kept_.end()) return;
  const std::uint32_t buffer = *kept;
  const std::uint64_t bytes = buffers_[buffer].size;
  if (bytes > memory(0).free)
    throw ApiError{fail(cudaErrorMemoryAllocation, simt::events::FindingKind::unchecked_error,
                        fmt::format("{} bytes that an earlier call allocated, and {} of device "
                                    "memory are free",
                                    bytes, memory(0).free),
                        nullptr)};
  kept_.erase(kept);
  own_.push_back(buffer);
  allocated_ += bytes;
  add({Allocate{buffer, bytes, true}, 0, false, site});
}

void Recording::upload_managed(const Command& command) {
  for (auto& [page, site] : managed_.take_returns()) {  // before whatever is asked for now
    if (page.data.size() > plan_capacity - uploaded_ || plan_.commands.size() >= most_commands)
      give_up("the host code comes back to managed memory too often");
    uploaded_ += page.data.size();
    plan_.commands.push_back({Expect{page.address, std::move(page.data)}, 0, true, site, true});
  }
  const bool is_work = std::visit(
      [](const auto& what) {
        using What = std::remove_cvref_t<decltype(what)>;
        return std::is_same_v<What, Launch> || std::is_same_v<What, Fill> ||
               std::is_same_v<What, Copy> || std::is_same_v<What, Upload> ||
               std::is_same_v<What, CopyIn> || std::is_same_v<What, CopyOut>;
      },
      command.what);
  if (!is_work) return;
  auto writes = managed_.take_writes();
  std::size_t bytes = 0;
  if (writes)
    for (const auto& write : *writes) bytes += write.data.size();
  if (!writes || bytes > plan_capacity - uploaded_ ||
      plan_.commands.size() + writes->size() >= most_commands)
    give_up(
        "the host code itself writes too much to managed memory: copy images with cudaMemcpy(), "
        "fill with cudaMemset(), and compute in kernels");
  uploaded_ += bytes;
  for (auto& write : *writes)
    plan_.commands.push_back(
        {Upload{write.address, std::move(write.data)}, command.stream, true, command.site, true});
}

void Recording::give_managed(const Command& command) {
  std::visit(
      [&](const auto& what) {
        using What = std::remove_cvref_t<decltype(what)>;
        if constexpr (std::is_same_v<What, Launch>) {
          for (const auto& parameter : what.parameters) managed_.show(parameter);
          managed_.give_shown();
        } else if constexpr (std::is_same_v<What, Upload>) {
          managed_.give(what.to, what.data.size());
        } else if constexpr (std::is_same_v<What, Fill> || std::is_same_v<What, Copy> ||
                             std::is_same_v<What, CopyIn>) {
          managed_.give(what.to, what.bytes);
        }
      },
      command.what);
}

}  // namespace warplab::gpu
