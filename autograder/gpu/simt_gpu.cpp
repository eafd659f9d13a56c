// simt as the GPU of a device worker.
#include <fmt/format.h>

#include <cstring>

#include "autograder/gpu/gpu.h"
#include "simt/device.h"
#include "simt/exec/emitter.h"
#include "simt/model/occupancy.h"
#include "simt/model/timeline.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/error_names.h"

namespace warplab::gpu {
namespace {

using simt::memory::Kind;

[[noreturn]] void fail(cudaError_t error, const std::string& why) {
  throw GpuError(cudaGetErrorName(error), why);
}

simt::Options device_options(const PlayOptions& options) {
  simt::Options device;
  device.target = options.target;
  device.checkers = options.checkers;
  device.counters = device.time = options.counters;
  device.workers = options.workers;
  device.loop_limit = options.loop_limit;
  return device;
}

class SimtGpu : public Gpu {
 public:
  explicit SimtGpu(const PlayOptions& options) : device_(device_options(options)) {}

  std::string name() const override { return device_.target().name; }

  std::uint64_t allocate(std::uint64_t bytes, const std::string& name) override {
    const auto* allocation = device_.memory().allocate(bytes, Kind::device, name);
    if (allocation == nullptr)
      fail(
          cudaErrorMemoryAllocation,
          fmt::format("{} bytes more than the {} that are used: {} has {}", bytes,
                      device_.memory().used(), device_.target().name, device_.memory().capacity()));
    return allocation->begin;
  }
  void free(std::uint64_t address) override { device_.memory().free(address); }

  void write(std::uint64_t address, std::span<const std::byte> bytes, bool initialised) override {
    std::memcpy(host(address, bytes.size()), bytes.data(), bytes.size());
    if (initialised) device_.memory().notify_wrote(address, bytes.size());
  }
  void read(std::uint64_t address, std::span<std::byte> bytes) override {
    std::memcpy(bytes.data(), host(address, bytes.size()), bytes.size());
  }
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes,
            PlayReport& report) override {
    std::memset(host(address, bytes), value, bytes);
    device_.memory().notify_wrote(address, bytes);
    report.copy_seconds += simt::model::device_fill_seconds(device_.target(), bytes);
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
            PlayReport& report) override {
    std::memmove(host(to, bytes), host(from, bytes), bytes);
    device_.memory().notify_wrote(to, bytes);
    report.copy_seconds += simt::model::device_copy_seconds(device_.target(), bytes);
  }

  std::size_t load(const std::string& ptx) override {
    try {
      programs_.push_back(device_.load(ptx));
    } catch (const simt::ptx::ParseError& error) {
      fail(cudaErrorInvalidPtx, fmt::format("PTX line {}", error.what()));
    } catch (const std::runtime_error& error) {
      fail(cudaErrorInvalidSource, error.what());
    }
    return programs_.size() - 1;
  }

  Span variable(std::size_t module, const std::string& name) override {
    const auto* allocation = programs_[module].variable(name);
    if (allocation == nullptr) fail(cudaErrorInvalidSymbol, "the device code has no " + name);
    return {allocation->begin, allocation->size};
  }

  void launch(std::size_t module, const Launch& plan,
              const std::vector<std::vector<std::uint8_t>>& parameters,
              PlayReport& report) override {
    const auto kernel = programs_[module].kernel(plan.kernel);
    if (!kernel) fail(cudaErrorInvalidDeviceFunction, "the device code has no " + plan.kernel);
    simt::LaunchResult result;
    try {
      const simt::KernelInfo& info = kernel->info();
      check_shared(info, plan);
      simt::Launch launch;
      launch.grid = {plan.grid[0], plan.grid[1], plan.grid[2]};
      launch.block = {plan.block[0], plan.block[1], plan.block[2]};
      launch.dynamic_shared = static_cast<std::uint32_t>(plan.dynamic_shared);
      launch.cooperative = plan.cooperative;
      result = device_.launch(*kernel, launch, pack(info, parameters));
    } catch (const simt::exec::DecodeError& error) {
      fail(cudaErrorNotSupported, fmt::format("PTX line {}", error.what()));
    }
    report.output += result.output;
    for (auto& finding : result.findings) report.findings.push_back(std::move(finding));
    KernelRun& run = report.runs.emplace_back();
    run.kernel = plan.kernel;
    if (result.time) run.seconds = result.time->seconds;
    if (result.counters) {
      const auto& counters = *result.counters;
      run.kernel = counters.info.name;
      const auto occupancy = simt::model::occupancy(device_.target(), counters.info.threads(),
                                                    counters.registers, counters.info.shared_bytes);
      run.profile = simt::observe::make_launch_profile(counters, &occupancy,
                                                       result.time ? &*result.time : nullptr);
    }
    if (result.status != simt::Status::ok)
      fail(simt::runtime::error_of(result.status), result.message);
  }

 private:
  std::byte* host(std::uint64_t address, std::uint64_t bytes) const {
    std::byte* const host = device_.memory().host(address, bytes);
    if (host == nullptr && bytes > 0) fail(cudaErrorInvalidValue, "memory that is not allocated");
    return host;
  }

  void check_shared(const simt::KernelInfo& info, const Launch& plan) const {
    const simt::model::Target& target = device_.target();
    const std::uint64_t most =
        plan.most_dynamic_shared > 0
            ? plan.most_dynamic_shared
            : target.shared_per_block - std::min(target.shared_per_block, info.static_shared);
    if (plan.dynamic_shared > most)
      fail(cudaErrorInvalidValue,
           fmt::format("{} bytes of dynamic shared memory a block, and {} are allowed until "
                       "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                       "bytes) allows more",
                       plan.dynamic_shared, most));
  }

  static std::vector<std::byte> pack(const simt::KernelInfo& info,
                                     const std::vector<std::vector<std::uint8_t>>& parameters) {
    if (parameters.size() != info.parameters.size())
      fail(cudaErrorInvalidValue, "a launch with another number of parameters than the kernel's");
    std::vector<std::byte> packed(info.parameter_bytes);
    for (std::size_t p = 0; p < parameters.size(); ++p)
      std::memcpy(packed.data() + info.parameters[p].offset, parameters[p].data(),
                  std::min<std::size_t>(parameters[p].size(), info.parameters[p].size));
    return packed;
  }

  mutable simt::Device device_;
  std::vector<simt::Program> programs_;
};

}  // namespace

std::unique_ptr<Gpu> make_gpu(const PlayOptions& options) {
  return std::make_unique<SimtGpu>(options);
}

}  // namespace warplab::gpu
