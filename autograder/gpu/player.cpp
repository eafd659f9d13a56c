#include "autograder/gpu/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace warplab::gpu {
namespace {

class Player {
 public:
  Player(const Plan& plan, Gpu& gpu) : plan_(plan), gpu_(gpu), windows_(most_buffers) {}

  // The device's buffer gets the next window.
  void place(const CaseBuffer& buffer, std::size_t window) {
    const std::uint64_t address = gpu_.allocate(buffer.bytes.size(), buffer.name);
    windows_[window] = {{address, buffer.bytes.size()}, State::of_the_case};
    gpu_.write(address, buffer.bytes, !buffer.is_output);
  }

  void fetch(const CaseBuffer& buffer, std::size_t window) {
    gpu_.read(windows_[window].span.address, buffer.bytes);
  }

  // The first byte of an input that no longer is as it was placed.
  std::optional<std::uint64_t> find_change(const CaseBuffer& buffer, std::size_t window) {
    constexpr std::size_t most_at_a_time = std::size_t{1} << 20;
    const std::span<const std::byte> placed = buffer.bytes;
    std::vector<std::byte> now(std::min(placed.size(), most_at_a_time));
    for (std::size_t at = 0; at < placed.size(); at += now.size()) {
      now.resize(std::min(placed.size() - at, most_at_a_time));
      gpu_.read(windows_[window].span.address + at, now);
      const auto changed = std::mismatch(now.begin(), now.end(), placed.begin() + at).first;
      if (changed != now.end()) return at + (changed - now.begin());
    }
    return std::nullopt;
  }

  void run(PlayReport& report) {
    for (const Module& module : plan_.modules) modules_.push_back(gpu_.load(module.ptx));
    for (const Variable& variable : plan_.variables)
      variables_.push_back(
          {gpu_.variable(modules_[variable.module], variable.name), State::of_the_case});
    for (const Command& command : plan_.commands)
      std::visit([&](const auto& c) { execute(c, report); }, command);
  }

 private:
  enum class State { unused, of_the_case, allocated, freed };
  struct Window {
    Gpu::Span span;
    State state = State::unused;
  };

  void execute(const Allocate& c, PlayReport&) {
    if (c.buffer >= windows_.size() || windows_[c.buffer].state != State::unused)
      throw GpuError("cudaErrorInvalidValue", "an allocation that was made twice");
    const std::string name = fmt::format("cudaMalloc of {} bytes in the launch function", c.bytes);
    windows_[c.buffer] = {{gpu_.allocate(c.bytes, name), c.bytes}, State::allocated};
  }
  void execute(const Free& c, PlayReport&) {
    if (c.buffer >= windows_.size() || windows_[c.buffer].state != State::allocated)
      throw GpuError("cudaErrorInvalidValue", "cudaFree of what was not allocated");
    gpu_.free(windows_[c.buffer].span.address);
    windows_[c.buffer].state = State::freed;
  }
  void execute(const Fill& c, PlayReport& report) {
    gpu_.fill(inside(c.to, c.bytes), c.value, c.bytes, report);
  }
  void execute(const Copy& c, PlayReport& report) {
    gpu_.copy(inside(c.to, c.bytes), inside(c.from, c.bytes), c.bytes, report);
  }
  void execute(const Upload& c, PlayReport&) {
    gpu_.write(inside(c.to, c.data.size()), std::as_bytes(std::span(c.data)), true);
  }
  void execute(const Launch& c, PlayReport& report) {
    if (c.dynamic_shared > UINT32_MAX)
      throw GpuError("cudaErrorInvalidValue",
                     fmt::format("{} bytes of dynamic shared memory a block", c.dynamic_shared));
    auto parameters = c.parameters;
    for (auto& parameter : parameters)
      for (std::size_t at = 0; at + sizeof(std::uint64_t) <= parameter.size();
           at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, &parameter[at], sizeof word);
        if (const auto address = translate(word))
          std::memcpy(&parameter[at], &*address, sizeof word);
      }
    gpu_.launch(modules_[c.module], c, parameters, report);
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
      throw GpuError("cudaErrorInvalidValue", "a copy to or from memory that is not allocated");
    const Gpu::Span& span = window->span;
    const std::uint64_t offset = offset_of(symbolic);
    if (offset > span.bytes || bytes > span.bytes - offset)
      throw GpuError("cudaErrorInvalidValue",
                     fmt::format("a copy of {} bytes at byte {} of a buffer of {} bytes", bytes,
                                 static_cast<std::int64_t>(offset), span.bytes));
    return span.address + offset;
  }

  const Plan& plan_;
  Gpu& gpu_;
  std::vector<Window> windows_, variables_;
  std::vector<std::size_t> modules_;
};

}  // namespace

PlayReport play(const Plan& plan, std::span<const CaseBuffer> buffers, Gpu& gpu) {
  PlayReport report;
  report.gpu = gpu.name();
  if (!plan.refused.empty()) {
    report.error = "cudaErrorNotSupported";
    report.reason = plan.refused;
    return report;
  }
  try {
    Player player(plan, gpu);
    for (std::size_t b = 0; b < buffers.size(); ++b) player.place(buffers[b], b);
    try {
      player.run(report);
    } catch (const GpuError& error) {
      report.error = error.name;
      report.reason = error.what();
    }
    for (std::size_t b = 0; b < buffers.size(); ++b) {
      if (buffers[b].is_output) {
        player.fetch(buffers[b], b);
      } else if (report.error.empty() && report.changed_input.empty()) {
        const auto change = player.find_change(buffers[b], b);
        if (!change) continue;
        report.changed_input = buffers[b].name;
        report.changed_byte = *change;
      }
    }
  } catch (const std::exception& error) {
    report.error = "cudaErrorUnknown";
    report.reason = error.what();
  }
  return report;
}

}  // namespace warplab::gpu
