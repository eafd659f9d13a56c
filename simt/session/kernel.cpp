// Kernel launches: how they are done.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "simt/model/occupancy.h"
#include "simt/ptx/demangle.h"
#include "simt/runtime/calls.h"
#include "simt/runtime/error_names.h"
#include "simt/session/execution.h"

namespace simt::session {

namespace {

// Refused before it ran: says why, and remembers that nobody has asked yet.
cudaError_t refuse_launch(Execution& execution, const KernelEntry& kernel, cudaError_t error,
                          const std::string& why) {
  const CallSite site = Execution::launch_site();
  execution.work_is_missing();
  execution.reporter.report(
      events::FindingKind::launch_error, site,
      fmt::format("the launch of {} failed: {}", ptx::demangle(kernel.name), why));
  if (runtime::this_thread().launch_site != nullptr) execution.failed_unread(error, site, {});
  return error;
}

// The part of the device that the blocks fill.
double share_of(const model::Target& target, const KernelInfo& info, const Launch& launch) {
  const uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  const auto occupancy =
      model::occupancy(target, threads, info.registers, info.static_shared + launch.dynamic_shared);
  const double resident = static_cast<double>(occupancy.blocks_per_sm) * target.sms;
  const double blocks = static_cast<double>(launch.grid.x) * launch.grid.y * launch.grid.z;
  return resident == 0 ? 1 : std::min(1.0, blocks / resident);
}

// Gives the launch its time on the stream, and the session what it counted.
void note_launch(Execution& execution, const Stream& stream, const KernelEntry& entry,
                 const Launch& launch, const KernelInfo& info, const LaunchResult& result) {
  const model::Target& target = execution.target(stream.device);
  const double seconds = result.time ? result.time->seconds : target.kernel_latency_s;
  LaunchRecord record{.kernel = ptx::demangle(entry.name),
                      .grid = launch.grid,
                      .block = launch.block,
                      .device = stream.device,
                      .begin = 0,
                      .end = 0,
                      .profile = std::nullopt};
  record.end = execution.timeline.kernel(stream.device, stream.id, record.kernel, seconds,
                                         share_of(target, info, launch));
  record.begin = record.end - seconds;
  if (execution.session) {
    if (execution.request.coverage && result.counters) {
      execution.tell_code();
      execution.session->coverage(execution.coverage.count(*result.counters));
    }
    if (execution.request.counters && result.counters)
      record.profile = observe::make_launch_profile(*result.counters, target, info.registers,
                                                    result.time ? &*result.time : nullptr);
    execution.session->launch(record);
  }
}

// simt's number of registers is an estimate, up to twice the compiler's: no reason to refuse.
void warn_of_registers(Execution& execution, const model::Target& target, const KernelEntry& entry,
                       const KernelInfo& info, uint32_t threads) {
  if (info.limits_registers || threads <= model::most_threads(target, info.registers)) return;
  execution.reporter.say_once(
      fmt::format("simt: {} with {} threads per block may not fit a GPU: by simt's estimate a "
                  "thread needs {} registers, and {} has {} for a block. nvcc -Xptxas -v tells the "
                  "number; __launch_bounds__({}) makes the compiler do with fewer",
                  ptx::demangle(entry.name), threads, info.registers, target.name,
                  target.registers_per_block, threads));
}

}  // namespace

cudaError_t Execution::execute_kernel(Stream& stream, const KernelOperation& operation) {
  const KernelEntry& entry = *operation.kernel;
  const model::Target& target = this->target(stream.device);
  const KernelInfo& info = this->info(entry, stream.device);
  const Kernel& kernel = loader_.load(entry, stream.device);
  const uint64_t most_dynamic = max_dynamic_shared(context, entry, stream.device);
  if (operation.dynamic_shared > most_dynamic)
    return refuse_launch(
        *this, entry, cudaErrorInvalidValue,
        fmt::format("{} bytes of dynamic shared memory per block; {} are allowed until "
                    "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                    "bytes) allows more (at most {})",
                    operation.dynamic_shared, most_dynamic,
                    target.shared_per_block_optin - info.static_shared));

  Launch launch;
  launch.grid = operation.grid;
  launch.block = operation.block;
  launch.dynamic_shared = static_cast<uint32_t>(operation.dynamic_shared);
  launch.cooperative = operation.cooperative;
  launch.limits = context.device(static_cast<int>(stream.device)).kernel_limits;
  LaunchResult result;
  {
    const GuardPause pause(guard);
    result = device(stream.device).launch(kernel, launch, operation.parameters);
  }
  std::fwrite(result.output.data(), 1, result.output.size(), stdout);
  dropped_prints_ += result.dropped_prints;
  for (const auto& finding : result.findings) report_of_kernel(stream.device, finding);

  const cudaError_t error = runtime::error_of(result.status);
  if (result.status == Status::invalid_configuration ||
      result.status == Status::too_many_resources || result.status == Status::cooperative_too_large)
    return refuse_launch(*this, entry, error, result.message);
  warn_of_registers(*this, target, entry, info, launch.block.x * launch.block.y * launch.block.z);
  note_launch(*this, stream, entry, launch, info, result);
  std::vector<MemoryUse> uses;
  if (auto& touches = devices_.at(stream.device).touches)
    for (observe::Touch& touch : touches->take())
      uses.push_back(use_of(touch.kind, touch.allocation, std::move(touch.bytes), touch.is_written,
                            touch.is_atomic));
  note_work(stream, "the kernel " + ptx::demangle(entry.name), false, std::move(uses));
  // As on a device, the launch itself succeeds: the calls that follow return the error.
  if (error != cudaSuccess) context.device(static_cast<int>(stream.device)).fault = error;
  return cudaSuccess;
}

}  // namespace simt::session
