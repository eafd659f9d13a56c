#include "autograder/gpu/plan_check.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <variant>

#include "autograder/gpu/cuda_error.h"
#include "simt/memory/place.h"
#include "simt/model/launch_shape.h"

namespace warplab::gpu {
namespace {

constexpr std::uint32_t most_threads_per_block = 1024;  // of every GPU since 2010

class PlanCheck {
 public:
  PlanCheck(const Plan& plan, std::span<const PlannedBuffer> buffers, bool buffers_are_on_host)
      : plan_(plan), buffers_(buffers), buffers_are_on_host_(buffers_are_on_host) {
    for (std::size_t b = 0; b < buffers.size() && !buffers_are_on_host; ++b)
      on_device_[b] = buffers[b];
  }

  void run(ExecutionReport& report) {
    for (const Command& command : plan_.commands) {
      report.error_site = command.site;
      std::visit([&](const auto& what) { look_at(what, report); }, command.what);
      if (report.failed()) return;
    }
    report.error_site = 0;
  }

 private:
  void look_at(const Allocate& c, ExecutionReport&) {
    on_device_[c.buffer] = {c.bytes, "device memory"};
  }
  void look_at(const Free& c, ExecutionReport&) { on_device_.erase(c.buffer); }
  void look_at(const Fill& c, ExecutionReport& report) { expect_inside(c.to, c.bytes, report); }
  void look_at(const Copy& c, ExecutionReport& report) {
    expect_inside(c.to, c.bytes, report);
    expect_inside(c.from, c.bytes, report);
  }
  void look_at(const Upload& c, ExecutionReport& report) {
    expect_inside(c.to, c.data.size(), report);
  }
  void look_at(const Expect& c, ExecutionReport& report) {
    expect_inside(c.at, c.data.size(), report);
  }
  void look_at(const CopyIn& c, ExecutionReport& report) {
    expect_inside(c.to, c.bytes, report);
    expect_inside(c.from, c.bytes, report);
  }
  void look_at(const CopyOut& c, ExecutionReport& report) {
    expect_inside(c.to, c.bytes, report);
    expect_inside(c.from, c.bytes, report);
  }
  void look_at(const HostCopy& c, ExecutionReport& report) {
    expect_inside(c.to, c.bytes, report);
    expect_inside(c.from, c.bytes, report);
  }
  void look_at(const HostFill& c, ExecutionReport& report) { expect_inside(c.to, c.bytes, report); }
  void look_at(const Launch& c, ExecutionReport& report) {
    const std::string complaint = simt::model::complain_about_shape(
        {c.grid[0], c.grid[1], c.grid[2]}, {c.block[0], c.block[1], c.block[2]},
        most_threads_per_block, "a GPU");
    if (!complaint.empty()) fail(report, CudaError::cudaErrorInvalidConfiguration, complaint);
    // A report has no room for each of as many as a plan has.
    if (report.runs.empty() || report.runs.back().kernel != c.kernel)
      report.runs.emplace_back().kernel = c.kernel;
  }
  void look_at(const Failure& c, ExecutionReport& report) {
    fail(report, c.error, c.reason, c.cause);
  }
  // Streams and events are the same whatever the size.
  template <typename Other>
  void look_at(const Other&, ExecutionReport&) {}

  // Variables of device code have sizes that only a module knows.
  void expect_inside(std::uint64_t symbolic, std::uint64_t bytes, ExecutionReport& report) const {
    if (!is_symbolic(symbolic)) return;
    const std::uint64_t number = (symbolic - window_begin) / window_bytes;
    const auto buffer = on_device_.find(number);
    if (number >= most_buffers) return;
    if (buffer == on_device_.end())
      fail(report, CudaError::cudaErrorInvalidValue,
           "a copy to or from memory that is not allocated");
    else
      expect(bytes, symbolic - address_of(number), buffer->second, report);
  }
  void expect_inside(const HostPlace& place, std::uint64_t bytes, ExecutionReport& report) const {
    if (place.buffer >= plan_.host_buffers.size()) return;
    const bool is_of_case = buffers_are_on_host_ && place.buffer < buffers_.size();
    expect(bytes, place.offset,
           {plan_.host_buffers[place.buffer].bytes,
            is_of_case ? buffers_[place.buffer].name : "host memory"},
           report);
  }
  static void expect(std::uint64_t bytes, std::uint64_t offset, const PlannedBuffer& buffer,
                     ExecutionReport& report) {
    const std::string complaint = complain_about_copy(bytes, offset, buffer.name, buffer.bytes);
    if (!complaint.empty())
      fail(report, CudaError::cudaErrorInvalidValue, complaint, ErrorCause::copy_beyond);
  }
  static void fail(ExecutionReport& report, CudaError error, const std::string& reason,
                   ErrorCause cause = ErrorCause::unknown) {
    if (report.failed()) return;
    report.error = error;
    report.reason = reason;
    report.cause = cause;
  }

  const Plan& plan_;
  const std::span<const PlannedBuffer> buffers_;
  const bool buffers_are_on_host_;
  std::map<std::uint64_t, PlannedBuffer> on_device_;  // by number of the window
};

}  // namespace

ExecutionReport check_plan(const Plan& plan, std::span<const PlannedBuffer> buffers,
                           bool buffers_are_on_host) {
  ExecutionReport report;
  if (plan.refused.empty()) {
    PlanCheck(plan, buffers, buffers_are_on_host).run(report);
  } else {
    report.error = CudaError::cudaErrorNotSupported;
    report.reason = plan.refused;
    report.error_site = plan.error_site;
  }
  return report;
}

std::string complain_about_copy(std::uint64_t bytes, std::uint64_t offset, const std::string& name,
                                std::uint64_t size) {
  if (offset <= size && bytes <= size - offset) return {};
  return fmt::format("a copy of {} at byte {} of {}, which has {}",
                     simt::memory::count_bytes(bytes), static_cast<std::int64_t>(offset), name,
                     simt::memory::count_bytes(size));
}

}  // namespace warplab::gpu
