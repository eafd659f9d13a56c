#include "autograder/gpu/plan_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "autograder/gpu/plan_check.h"
#include "simt/memory/place.h"
#include "simt/observe/touched_memory.h"
#include "simt/session/stream_order.h"

namespace warplab::gpu {
namespace {

using simt::session::MemoryUse;
using simt::session::StreamOrder;

class PlanExecutor {
 public:
  PlanExecutor(const Plan& plan, const ExecutionRules& rules, Gpu& gpu)
      : plan_(plan), rules_(rules), gpu_(gpu), windows_(most_buffers) {}

  // The case's buffers, in their order.
  void place(std::span<const CaseBuffer> buffers) {
    if (!rules_.buffers_are_on_host) {
      for (const CaseBuffer& buffer : buffers) {
        const std::uint64_t address =
            gpu_.allocate(buffer.bytes.size(), buffer.name, buffer.is_output);
        windows_[placed_++] = {{address, buffer.bytes.size()}, State::of_the_case, buffer.name};
        if (!rules_.without_data) gpu_.write(address, buffer.bytes, !buffer.is_output);
      }
      return;
    }
    if (rules_.without_data) return;
    if (plan_.host_buffers.size() < buffers.size())
      throw GpuError(CudaError::cudaErrorInvalidValue, "a plan without the case's host memory");
    for (std::size_t h = 0; h < plan_.host_buffers.size(); ++h) {
      const HostBuffer& asked = plan_.host_buffers[h];
      if (h < buffers.size() && asked.bytes != buffers[h].bytes.size())
        throw GpuError(CudaError::cudaErrorInvalidValue, "a plan with host memory of another size");
      if (asked.bytes > window_bytes)
        throw GpuError(CudaError::cudaErrorMemoryAllocation,
                       fmt::format("{} bytes of host memory", asked.bytes));
      host_.push_back(gpu_.allocate_host(asked.bytes, asked.is_pinned));
      host_names_.push_back(h < buffers.size() ? buffers[h].name : "host memory");
      if (h < buffers.size() && asked.bytes > 0)
        std::memcpy(host_[h].data(), buffers[h].bytes.data(), asked.bytes);
    }
  }

  void fetch(const CaseBuffer& buffer, std::size_t number) {
    if (rules_.buffers_are_on_host) {
      if (!buffer.bytes.empty())
        std::memcpy(buffer.bytes.data(), host_[number].data(), buffer.bytes.size());
    } else {
      gpu_.read(windows_[number].span.address, buffer.bytes);
    }
  }

  // The first byte of an input that no longer is as it was placed.
  std::optional<std::uint64_t> find_change(const CaseBuffer& buffer, std::size_t number) {
    constexpr std::size_t most_at_a_time = std::size_t{1} << 20;
    const std::span<const std::byte> placed = buffer.bytes;
    std::vector<std::byte> now(std::min(placed.size(), most_at_a_time));
    for (std::size_t at = 0; at < placed.size(); at += now.size()) {
      now.resize(std::min(placed.size() - at, most_at_a_time));
      if (rules_.buffers_are_on_host)
        std::memcpy(now.data(), host_[number].data() + at, now.size());
      else
        gpu_.read(windows_[number].span.address + at, now);
      const auto changed = std::mismatch(now.begin(), now.end(), placed.begin() + at).first;
      if (changed != now.end()) return at + (changed - now.begin());
    }
    return std::nullopt;
  }

  void run(std::span<const CaseBuffer> buffers, ExecutionReport& report) {
    for (const Module& module : plan_.modules) modules_.push_back(gpu_.load(module.ptx));
    for (const Variable& variable : plan_.variables)
      variables_.push_back({gpu_.variable(modules_[variable.module], variable.name),
                            State::of_the_case, variable.name});
    has_streams_ = std::any_of(plan_.commands.begin(), plan_.commands.end(), [](const Command& c) {
      return std::holds_alternative<CreateStream>(c.what);
    });
    begin_trace(buffers, report);
    gpu_.begin();
    execute_commands(report);
    if (rules_.twice) {
      place_again(buffers);
      execute_commands(report);
    }
    gpu_.end(report);
    count_turns(report);
    if (rules_.looks_for_hazards) {
      order_.end();
      for (const auto& conflict : order_.conflicts()) report.hazards.push_back(hazard_of(conflict));
    }
    if (rules_.looks_for_leaks) find_leak(report);
    if (report.origin) note_feeders(*report.origin);
  }

 private:
  enum class State { unused, of_the_case, allocated, freed };
  struct Window {
    Gpu::Span span;
    State state = State::unused;
    std::string name;
    std::uint64_t site = 0;  // of its allocation
    bool is_lost = false;    // see Allocate
  };

  void execute_commands(ExecutionReport& report) {
    for (std::size_t c = 0; c < plan_.commands.size(); ++c) {
      const Command& command = plan_.commands[c];
      if (rules_.without_data && moves_data(command)) {
        leave_out(command);
        continue;
      }
      report.error_site = command.site;
      if (report.origin && std::holds_alternative<Launch>(command.what)) watch_for(c);
      std::visit([&](const auto& what) { execute(what, command, report); }, command.what);
      if (report.origin && std::holds_alternative<Launch>(command.what))
        note_store(c, *report.origin);
      count_call(command, report);
    }
    report.error_site = 0;
  }

  // The share of a call in counters that lines of kernels have none in.
  void count_call(const Command& command, ExecutionReport& report) {
    if (command.site == 0 || command.is_by_host) return;
    CallCounts& counts = report.calls[command.site];
    const auto* launch = std::get_if<Launch>(&command.what);
    const auto* in = std::get_if<CopyIn>(&command.what);
    const auto* out = std::get_if<CopyOut>(&command.what);
    const bool copies = in != nullptr || out != nullptr ||
                        std::holds_alternative<Copy>(command.what) ||
                        std::holds_alternative<Fill>(command.what);
    const bool is_pinned = (in == nullptr || plan_.host_buffers[in->from.buffer].is_pinned) &&
                           (out == nullptr || plan_.host_buffers[out->to.buffer].is_pinned);
    const bool synchronizes = std::holds_alternative<SynchronizeEvent>(command.what) ||
                              std::holds_alternative<SynchronizeStream>(command.what) ||
                              std::holds_alternative<SynchronizeDevice>(command.what);
    const double bytes = in != nullptr ? in->bytes : out != nullptr ? out->bytes : 0;
    counts.copies += copies;
    counts.transferred += bytes;
    if (!is_pinned) counts.pageable += bytes;
    const bool uploads = std::holds_alternative<Upload>(command.what);
    if (has_streams_ && command.stream == 0)
      counts.in_default_stream += copies || uploads || launch;
    if (copies || launch != nullptr) note_work(command, launch != nullptr);
    if (synchronizes || (copies && turn_of(command, is_pinned).host_waits))
      waits_.push_back(command.site);
    if (launch == nullptr) return;
    counts.launches += 1;
    const auto product = [](const std::array<std::uint32_t, 3>& size) {
      return double(size[0]) * size[1] * size[2];
    };
    counts.threads += product(launch->grid) * product(launch->block);
  }

  void note_work(const Command& command, bool is_launch) {
    for (const std::uint64_t site : std::exchange(waits_, {})) ++in_turn_[site];
    if (command.stream != 0) ++work_of_[command.stream][command.site];
    if (is_launch) launches_in_.insert(command.stream);
  }

  // Where streams are made and one has all launches, that keeps work in turn, and no wait does.
  void count_turns(ExecutionReport& report) const {
    const bool is_one = work_of_.size() == 1 && launches_in_.size() == 1 &&
                        launches_in_.contains(work_of_.begin()->first);
    const std::map<std::uint64_t, double>& sites = is_one ? work_of_.begin()->second : in_turn_;
    for (const auto& [site, times] : sites) report.calls[site].in_turn += times;
    report.one_stream_has_all = is_one;
  }

  void begin_trace(std::span<const CaseBuffer> buffers, ExecutionReport& report) {
    if (!rules_.traced || rules_.traced->buffer >= buffers.size()) return;
    const auto& [buffer, byte] = *rules_.traced;
    trace_ = trace_back(
        plan_, rules_.buffers_are_on_host
                   ? TracedPlace{TracedPlace::Kind::on_host, 0, {buffer, byte}}
                   : TracedPlace{TracedPlace::Kind::on_device, address_of(buffer) + byte, {}});
    report.origin.emplace().copy_site = trace_.copy_site;
  }

  // The launch that is command `number`.
  void watch_for(std::size_t number) {
    const TracedPlace& place = trace_.before[number];
    const bool is_on_device = place.kind == TracedPlace::Kind::on_device;
    gpu_.watch(is_on_device ? translate(place.address).value_or(0) : 0);
  }

  // What was stored last counts, and a store next to the byte only where none was to it.
  void note_store(std::size_t launch, ValueOrigin& origin) {
    const auto stored = gpu_.watched();
    if (!stored || (origin.line != 0 && stored->distance > 0 && stored->distance >= distance_))
      return;
    distance_ = stored->distance;
    origin.is_written = trace_.is_written && stored->distance == 0;
    origin.file = stored->where.file;
    origin.line = stored->where.line;
    origin.computed_in = stored->computed_in;
    origin.decided_in = stored->decided_in;
    origin.launch_site = plan_.commands[launch].site;
    stored_by_ = launch;
  }

  // What the kernel that stored may have read.
  void note_feeders(ValueOrigin& origin) {
    constexpr std::size_t most_sites = 16;
    if (origin.line == 0) {
      for (const Command& command : plan_.commands)
        if (std::holds_alternative<Launch>(command.what)) origin.launch_site = command.site;
      return;
    }
    std::set<std::uint64_t> sites;
    std::set<std::uint32_t> lines;
    for (const std::size_t feeder : feeders_of(plan_, stored_by_)) {
      const Command& command = plan_.commands[feeder];
      if (sites.size() == most_sites) break;
      if (!sites.insert(command.site).second) continue;
      origin.feeding_sites.push_back(command.site);
      const auto* launch = std::get_if<Launch>(&command.what);
      if (launch == nullptr) continue;
      const simt::observe::StoreLines stores =
          gpu_.store_lines(modules_[launch->module], launch->kernel);
      if (stores.file == origin.file) lines.insert(stores.lines.begin(), stores.lines.end());
    }
    origin.feeding_lines.assign(lines.begin(), lines.end());
  }

  // Between memories; what a plan brings along itself is little.
  static bool moves_data(const Command& command) {
    return std::visit(
        [](const auto& what) {
          using What = std::remove_cvref_t<decltype(what)>;
          return std::is_same_v<What, Fill> || std::is_same_v<What, Copy> ||
                 std::is_same_v<What, CopyIn> || std::is_same_v<What, CopyOut> ||
                 std::is_same_v<What, HostCopy> || std::is_same_v<What, HostFill> ||
                 std::is_same_v<What, Expect>;
        },
        command.what);
  }

  void leave_out(const Command& command) {
    const auto* copy = std::get_if<Copy>(&command.what);
    const auto* out = std::get_if<CopyOut>(&command.what);
    if (copy == nullptr && out == nullptr) return;
    if (const auto from = translate(copy != nullptr ? copy->from : out->from))
      gpu_.leave_out_copy(*from, copy != nullptr ? copy->bytes : out->bytes);
  }

  // The case's buffers as they were, and nothing left of what the plan created.
  void place_again(std::span<const CaseBuffer> buffers) {
    gpu_.synchronize_device();
    order_.synchronize_device(0);
    for (Window& window : windows_)
      if (window.state == State::allocated) gpu_.free(window.span.address);
    for (std::size_t w = placed_; w < windows_.size(); ++w) windows_[w] = {};
    allocated_ = 0;
    for (std::uint32_t stream = 0; stream < streams_.size(); ++stream)
      if (streams_[stream]) gpu_.destroy_stream(stream);
    streams_.assign(streams_.size(), false);
    recorded_.assign(recorded_.size(), false);
    for (std::size_t b = 0; b < buffers.size(); ++b) {
      const auto& [bytes, is_output, name] = buffers[b];
      if (!rules_.buffers_are_on_host)
        gpu_.write(windows_[b].span.address, bytes, !is_output);
      else if (!bytes.empty())
        std::memcpy(host_[b].data(), bytes.data(), bytes.size());
    }
  }

  void find_leak(ExecutionReport& report) const {
    const auto leaked = std::ranges::find_if(windows_, [](const Window& each) {
      return each.state == State::allocated && each.is_lost;
    });
    if (leaked == windows_.end()) return;
    report.hazards.push_back(
        {HazardKind::leak, {"cudaMalloc()", leaked->site, {}}, {}, false, leaked->span.bytes});
  }

  void execute(const Allocate& c, const Command& command, ExecutionReport& report) {
    if (c.buffer >= windows_.size() || windows_[c.buffer].state != State::unused)
      throw GpuError(CudaError::cudaErrorInvalidValue, "an allocation that was made twice");
    const std::uint64_t left = rules_.device_bytes - std::min(rules_.device_bytes, allocated_);
    if (rules_.device_bytes > 0 && c.bytes > left)
      throw GpuError(CudaError::cudaErrorMemoryAllocation,
                     fmt::format("{} bytes of device memory, and {} of {} are free", c.bytes, left,
                                 rules_.device_bytes));
    allocated_ += c.bytes;
    const std::string name =
        fmt::format("cudaMalloc of {} in {}the launch function", simt::memory::count_bytes(c.bytes),
                    c.is_kept ? "an earlier call of " : "");
    windows_[c.buffer] = {{gpu_.allocate(c.bytes, name, is_copied_out(c.buffer)), c.bytes},
                          State::allocated,
                          "device memory",
                          command.site,
                          c.is_lost};
    if (c.is_kept) report.kept.insert(windows_[c.buffer].span.address);
  }
  // It waits for all that still uses the memory.
  void execute(const Free& c, const Command&, ExecutionReport&) {
    if (c.buffer >= windows_.size() || windows_[c.buffer].state != State::allocated)
      throw GpuError(CudaError::cudaErrorInvalidValue, "cudaFree of what was not allocated");
    gpu_.synchronize_device();
    order_.synchronize_device(0);
    gpu_.free(windows_[c.buffer].span.address);
    allocated_ -= windows_[c.buffer].span.bytes;
    windows_[c.buffer].state = State::freed;
  }
  void execute(const Fill& c, const Command& command, ExecutionReport& report) {
    const std::uint64_t to = inside(c.to, c.bytes);
    check_stream(command);
    ++report.copies;
    gpu_.fill(to, c.value, c.bytes, turn_of(command), report);
    note(command, "the fill", {device_use(to, c.bytes, true)}, report);
  }
  void execute(const Copy& c, const Command& command, ExecutionReport& report) {
    const std::uint64_t to = inside(c.to, c.bytes), from = inside(c.from, c.bytes);
    check_stream(command);
    ++report.copies;
    gpu_.copy(to, from, c.bytes, turn_of(command), report);
    note(command, "the copy on the device",
         {device_use(to, c.bytes, true), device_use(from, c.bytes, false)}, report);
  }
  void execute(const Upload& c, const Command& command, ExecutionReport& report) {
    const std::uint64_t to = inside(c.to, c.data.size());
    check_stream(command);
    Gpu::Turn turn = turn_of(command);
    turn.host_waits = true;  // the bytes are in the plan, and not pinned
    gpu_.copy_in(to, std::as_bytes(std::span(c.data)), false, turn);
    note(command, "the copy to the device", {device_use(to, c.data.size(), true)}, report);
  }
  void execute(const Expect& c, const Command& command, ExecutionReport&) {
    const std::uint64_t address = inside(c.at, c.data.size());
    order_.host_work("the host", command.site, {device_use(address, c.data.size(), false)});
    gpu_.synchronize_device();
    std::vector<std::byte> now(c.data.size());
    gpu_.read(address, now);
    if (!std::ranges::equal(now, std::as_bytes(std::span(c.data))))
      throw GpuError(CudaError::cudaErrorNotSupported,
                     "host code looks at managed memory that a kernel has changed");
  }
  void execute(const CopyIn& c, const Command& command, ExecutionReport& report) {
    const std::uint64_t to = inside(c.to, c.bytes);
    const auto from = inside(c.from, c.bytes);
    check_stream(command);
    const bool is_pinned = plan_.host_buffers[c.from.buffer].is_pinned;
    gpu_.copy_in(to, from, is_pinned, turn_of(command, is_pinned));
    ++report.copies;
    report.bytes_in += c.bytes;
    if (!is_pinned) report.pageable_bytes += c.bytes;
    note(command, "the copy to the device",
         {device_use(to, c.bytes, true), host_use(c.from, c.bytes, false)}, report, is_pinned);
  }
  void execute(const CopyOut& c, const Command& command, ExecutionReport& report) {
    const std::uint64_t from = inside(c.from, c.bytes);
    const auto to = inside(c.to, c.bytes);
    check_stream(command);
    const bool is_pinned = plan_.host_buffers[c.to.buffer].is_pinned;
    gpu_.copy_out(to, from, is_pinned, turn_of(command, is_pinned));
    ++report.copies;
    report.bytes_out += c.bytes;
    if (!is_pinned) report.pageable_bytes += c.bytes;
    note(command, "the copy to the host",
         {device_use(from, c.bytes, false), host_use(c.to, c.bytes, true)}, report, is_pinned);
  }
  void execute(const HostCopy& c, const Command& command, ExecutionReport&) {
    const auto to = inside(c.to, c.bytes), from = inside(c.from, c.bytes);
    std::memmove(to.data(), from.data(), c.bytes);
    gpu_.host_copies(2 * c.bytes);
    order_.host_work("memcpy", command.site,
                     {host_use(c.to, c.bytes, true), host_use(c.from, c.bytes, false)});
  }
  void execute(const HostFill& c, const Command& command, ExecutionReport&) {
    const auto to = inside(c.to, c.bytes);
    std::memset(to.data(), c.value, c.bytes);
    gpu_.host_copies(c.bytes);
    order_.host_work("memset", command.site, {host_use(c.to, c.bytes, true)});
  }
  void execute(const Launch& c, const Command& command, ExecutionReport& report) {
    if (c.dynamic_shared > UINT32_MAX)
      throw GpuError(CudaError::cudaErrorInvalidValue,
                     fmt::format("{} bytes of dynamic shared memory per block", c.dynamic_shared),
                     ErrorCause::shared_memory);
    check_stream(command);
    auto parameters = c.parameters;
    for (auto& parameter : parameters)
      for (std::size_t at = 0; at + sizeof(std::uint64_t) <= parameter.size();
           at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, &parameter[at], sizeof word);
        if (const auto address = translate(word))
          std::memcpy(&parameter[at], &*address, sizeof word);
      }
    std::vector<MemoryUse> uses;
    for (simt::observe::Touch& touch :
         gpu_.launch(modules_[c.module], c, parameters, turn_of(command), report))
      uses.push_back({false, 0, std::move(touch.bytes), touch.is_written, touch.is_atomic});
    note(command, "the kernel", uses, report);
  }
  void execute(const CreateStream& c, const Command& command, ExecutionReport&) {
    if (command.stream == 0 || streams_[command.stream])
      throw GpuError(CudaError::cudaErrorInvalidResourceHandle, "a stream that was created twice");
    streams_[command.stream] = true;
    gpu_.create_stream(command.stream, c.is_non_blocking);
    order_.create_stream(in(command), c.is_non_blocking);
  }
  void execute(const DestroyStream&, const Command& command, ExecutionReport&) {
    check_stream(command);
    if (command.stream == 0)
      throw GpuError(CudaError::cudaErrorInvalidResourceHandle,
                     "the default stream cannot be destroyed");
    streams_[command.stream] = false;
    gpu_.destroy_stream(command.stream);
  }
  void execute(const Record& c, const Command& command, ExecutionReport&) {
    check_stream(command);
    recorded_[c.event] = true;
    gpu_.record(c.event, command.stream);
    order_.record(c.event, in(command));
  }
  // An event that was not recorded yet is nothing to wait for.
  void execute(const WaitEvent& c, const Command& command, ExecutionReport&) {
    check_stream(command);
    if (!recorded_[c.event]) return;
    gpu_.wait_event(c.event, command.stream);
    order_.wait_event(c.event, in(command));
  }
  void execute(const SynchronizeEvent& c, const Command&, ExecutionReport&) {
    if (!recorded_[c.event]) return;
    gpu_.synchronize_event(c.event);
    order_.synchronize_event(c.event);
  }
  void execute(const SynchronizeStream&, const Command& command, ExecutionReport&) {
    check_stream(command);
    gpu_.synchronize_stream(command.stream);
    order_.synchronize_stream(in(command));
  }
  void execute(const SynchronizeDevice&, const Command&, ExecutionReport&) {
    gpu_.synchronize_device();
    order_.synchronize_device(0);
  }
  void execute(const Failure& c, const Command&, ExecutionReport&) {
    throw GpuError(c.error, c.reason, c.cause);
  }

  bool is_copied_out(std::uint32_t buffer) const {
    return std::ranges::any_of(plan_.commands, [&](const Command& command) {
      const auto* copy = std::get_if<CopyOut>(&command.what);
      return copy != nullptr && is_symbolic(copy->from) && window_number(copy->from) == buffer;
    });
  }

  void check_stream(const Command& command) const {
    if (command.stream != 0 && !streams_[command.stream])
      throw GpuError(
          CudaError::cudaErrorInvalidResourceHandle,
          fmt::format("a call in stream {}, which is not there, or not any more", command.stream));
  }

  // The host waits for copies of pageable memory, whatever it asked for.
  static Gpu::Turn turn_of(const Command& command, bool is_pinned = true) {
    return {command.stream, command.host_waits || !is_pinned};
  }
  static simt::session::StreamName in(const Command& command) { return {0, command.stream}; }
  static MemoryUse device_use(std::uint64_t address, std::uint64_t bytes, bool is_written) {
    return {false, 0, {address, address + bytes}, is_written};
  }
  static MemoryUse host_use(const HostPlace& place, std::uint64_t bytes, bool is_written) {
    return {true, place.buffer, {place.offset, place.offset + bytes}, is_written};
  }

  void note(const Command& command, const char* what, const std::vector<MemoryUse>& uses,
            ExecutionReport& report, bool is_pinned = true) {
    if (command.is_by_host) {
      order_.host_work("the host", command.site, uses);
      return;
    }
    if (has_streams_ && command.stream == 0) ++report.default_stream_calls;
    if (rules_.looks_for_hazards)
      order_.work({what, command.site, in(command)}, turn_of(command, is_pinned).host_waits, uses);
  }

  static std::uint64_t window_number(std::uint64_t symbolic) {
    return (symbolic - window_begin) / window_bytes;
  }
  // From the beginning of its buffer; negative ones wrap.
  static std::uint64_t offset_of(std::uint64_t symbolic) {
    return symbolic - address_of(window_number(symbolic));
  }

  // What a symbolic address names, freed or not; null where nothing ever was.
  const Window* window_of(std::uint64_t symbolic) const {
    if (!is_symbolic(symbolic)) return nullptr;
    const std::uint64_t number = window_number(symbolic);
    const auto& windows = number < most_buffers ? windows_ : variables_;
    const std::uint64_t index = number < most_buffers ? number : number - most_buffers;
    if (index >= windows.size() || windows[index].state == State::unused) return nullptr;
    return &windows[index];
  }

  // A symbolic address on the device, however far beside its buffer; nothing for other words. One
  // of freed memory too: using it is for the GPU to find.
  std::optional<std::uint64_t> translate(std::uint64_t word) const {
    const Window* window = window_of(word);
    if (window == nullptr) return std::nullopt;
    return window->span.address + offset_of(word);
  }

  // For copies: the address of `bytes` bytes that are there.
  std::uint64_t inside(std::uint64_t symbolic, std::uint64_t bytes) const {
    const Window* window = window_of(symbolic);
    if (window == nullptr || window->state == State::freed)
      throw GpuError(CudaError::cudaErrorInvalidValue,
                     "a copy to or from memory that is not allocated");
    const Gpu::Span& span = window->span;
    const std::uint64_t offset = offset_of(symbolic);
    expect_room(complain_about_copy(bytes, offset, window->name, span.bytes));
    return span.address + offset;
  }

  // Of a host buffer of the plan.
  std::span<std::byte> inside(const HostPlace& place, std::uint64_t bytes) const {
    if (place.buffer >= host_.size())
      throw GpuError(CudaError::cudaErrorInvalidValue,
                     "a copy to or from host memory that is not there");
    const std::span<std::byte> buffer = host_[place.buffer];
    expect_room(complain_about_copy(bytes, place.offset, host_names_[place.buffer], buffer.size()));
    return buffer.subspan(place.offset, bytes);
  }

  static void expect_room(const std::string& complaint) {
    if (!complaint.empty())
      throw GpuError(CudaError::cudaErrorInvalidValue, complaint, ErrorCause::copy_beyond);
  }

  const Plan& plan_;
  const ExecutionRules& rules_;
  Gpu& gpu_;
  std::size_t placed_ = 0;
  std::uint64_t allocated_ = 0;  // bytes, by the plan
  std::vector<Window> windows_, variables_;
  std::vector<std::span<std::byte>> host_;  // by number of the host buffer
  std::vector<std::string> host_names_;
  std::vector<std::size_t> modules_;
  std::vector<bool> streams_ = std::vector<bool>(most_streams);  // which there are
  std::vector<bool> recorded_ = std::vector<bool>(most_events);
  bool has_streams_ = false;
  std::vector<std::uint64_t> waits_;  // calls that the host has waited in since there was work
  std::map<std::uint64_t, double> in_turn_;  // of those, how often work came after; by site
  std::map<std::uint32_t, std::map<std::uint64_t, double>>
      work_of_;                          // by stream, but the default one, and site
  std::set<std::uint32_t> launches_in_;  // streams
  ByteTrace trace_;
  std::size_t stored_by_ = 0;   // the command
  std::uint64_t distance_ = 0;  // of the store in the report from the byte that is traced
  StreamOrder order_;
};

}  // namespace

ExecutionReport execute(const Plan& plan, std::span<const CaseBuffer> buffers,
                        const ExecutionRules& rules, Gpu& gpu) {
  ExecutionReport report;
  report.gpu = gpu.name();
  if (!plan.refused.empty()) {
    report.error = CudaError::cudaErrorNotSupported;
    report.reason = plan.refused;
    report.error_site = plan.error_site;
    return report;
  }
  try {
    PlanExecutor executor(plan, rules, gpu);
    executor.place(buffers);
    try {
      executor.run(buffers, report);
    } catch (const GpuError& error) {
      report.error = error.error;
      report.reason = error.what();
      report.cause = error.cause;
    }
    for (std::size_t b = 0; b < buffers.size() && !rules.without_data; ++b) {
      if (buffers[b].is_output) {
        executor.fetch(buffers[b], b);
      } else if (!report.failed() && report.changed_input.empty()) {
        const auto change = executor.find_change(buffers[b], b);
        if (!change) continue;
        report.changed_input = buffers[b].name;
        report.changed_byte = *change;
      }
    }
  } catch (const std::exception& error) {
    report.error = CudaError::cudaErrorUnknown;
    report.reason = error.what();
  }
  return report;
}

}  // namespace warplab::gpu
