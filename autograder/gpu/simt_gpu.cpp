// simt as the GPU of a device worker.
#include <fmt/format.h>

#include <cstring>
#include <deque>
#include <map>
#include <utility>

#include "autograder/gpu/access_logger.h"
#include "autograder/gpu/gpu.h"
#include "autograder/gpu/index_overflow.h"
#include "autograder/gpu/lost_results.h"
#include "simt/device.h"
#include "simt/exec/emitter.h"
#include "simt/observe/touched_memory.h"
#include "simt/ptx/parser.h"
#include "simt/runtime/error_names.h"

namespace warplab::gpu {
namespace {

using simt::memory::Kind;

[[noreturn]] void fail(cudaError_t error, const std::string& why,
                       ErrorCause cause = ErrorCause::unknown) {
  throw GpuError(static_cast<CudaError>(error), why, cause);
}

simt::Options device_options(const ExecutionOptions& options) {
  simt::Options device;
  device.target = options.target;
  device.checkers = options.checkers;
  device.counters = options.counters;
  device.facts = options.time;
  device.sample_seed = options.sample_seed;
  device.workers = options.threads;
  device.loop_limit = options.loop_limit;
  return device;
}

class SimtGpu : public Gpu {
 public:
  explicit SimtGpu(const ExecutionOptions& options)
      : device_(device_options(options)),
        output_room_(options.output_bytes),
        is_timed_(options.time),
        is_sampled_(options.plan_only) {
    if (options.checkers && options.elapsed) {
      touches_ = std::make_unique<simt::observe::TouchObserver>(device_.memory());
      device_.add_observer(*touches_);
    }
    if (options.traced) device_.add_observer(stores_.emplace(device_.memory()));
    if (options.accesses) device_.add_observer(accesses_.emplace(device_.memory()));
    if (is_sampled_) device_.add_observer(results_.emplace(device_.memory()));
  }

  std::string name() const override { return device_.target().name; }

  std::uint64_t allocate(std::uint64_t bytes, const std::string& name, bool is_result) override {
    const auto* allocation =
        device_.memory().allocate(bytes, Kind::device, name, is_sampled_ ? overflow_distance : 0);
    if (allocation == nullptr)
      fail(
          cudaErrorMemoryAllocation,
          fmt::format("{} bytes more than the {} that are used: {} has {}", bytes,
                      device_.memory().used(), device_.target().name, device_.memory().capacity()));
    if (is_result) device_.expect_stores_once(allocation->begin);
    return allocation->begin;
  }
  void free(std::uint64_t address) override { device_.memory().free(address); }

  void write(std::uint64_t address, std::span<const std::byte> bytes, bool initialised) override {
    std::ranges::copy(bytes, host(address, bytes.size()));
    if (initialised) device_.memory().notify_wrote(address, bytes.size());
  }
  void read(std::uint64_t address, std::span<std::byte> bytes) override {
    std::copy_n(host(address, bytes.size()), bytes.size(), bytes.begin());
  }
  std::span<std::byte> allocate_host(std::uint64_t bytes, bool) override {
    return host_memory_.emplace_back(bytes);
  }

  // All is done at once; when a GPU would have done it, the judge makes out from the steps.
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes, const Turn& turn,
            ExecutionReport&) override {
    std::fill_n(host(address, bytes), bytes, std::byte{value});
    device_.memory().notify_wrote(address, bytes);
    note(ClockStep::Kind::fill, turn, bytes);
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn& turn,
            ExecutionReport&) override {
    if (bytes > 0) std::memmove(host(to, bytes), host(from, bytes), bytes);
    device_.note_copy(device_, from, to, bytes);
    note(ClockStep::Kind::copy, turn, bytes);
  }
  void copy_in(std::uint64_t to, std::span<const std::byte> from, bool is_pinned,
               const Turn& turn) override {
    write(to, from, true);
    note(ClockStep::Kind::copy_in, turn, from.size(), is_pinned);
  }
  void copy_out(std::span<std::byte> to, std::uint64_t from, bool is_pinned,
                const Turn& turn) override {
    read(from, to);
    note(ClockStep::Kind::copy_out, turn, to.size(), is_pinned);
  }
  void leave_out_copy(std::uint64_t from, std::uint64_t bytes) override {
    if (results_) results_->note_copy(from, bytes);
  }
  void host_copies(std::uint64_t bytes) override { note(ClockStep::Kind::host_copy, {}, bytes); }

  void create_stream(std::uint32_t stream, bool is_non_blocking) override {
    note(is_non_blocking ? ClockStep::Kind::create_non_blocking_stream
                         : ClockStep::Kind::create_stream,
         {stream});
  }
  void destroy_stream(std::uint32_t stream) override {
    note(ClockStep::Kind::destroy_stream, {stream});
  }
  void record(std::uint32_t event, std::uint32_t stream) override {
    note(ClockStep::Kind::record, {stream}, event);
  }
  void wait_event(std::uint32_t event, std::uint32_t stream) override {
    note(ClockStep::Kind::wait_event, {stream}, event);
  }
  void synchronize_event(std::uint32_t event) override {
    note(ClockStep::Kind::synchronize_event, {}, event);
  }
  void synchronize_stream(std::uint32_t stream) override {
    note(ClockStep::Kind::synchronize_stream, {stream});
  }
  void synchronize_device() override { note(ClockStep::Kind::synchronize_device, {}); }

  void begin() override {}
  void end(ExecutionReport& report) override {
    report.steps = std::move(steps_);
    if (accesses_) report.accesses = accesses_->take();
    if (!results_) return;
    if (report.findings.empty()) {
      auto lost = results_->find_unread();
      if (!lost) lost = results_->find_idle();
      if (lost) {
        report.findings.push_back(std::move(lost->finding));
        site_of_finding_ = lost->site;
      }
    }
    report.error_site = site_of_finding_;
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

  void watch(std::uint64_t address) override {
    if (stores_) stores_->watch(address);
  }
  std::optional<simt::observe::StoredByte> watched() override {
    return stores_ ? stores_->take() : std::nullopt;
  }

  simt::observe::StoreLines store_lines(std::size_t module, const std::string& kernel) override {
    const simt::ptx::Function* const function = function_of(module, kernel);
    if (function == nullptr) return {};
    return simt::observe::lines_of_stores(programs_[module].module(), *function);
  }

  std::vector<simt::observe::Touch> launch(std::size_t module, const Launch& plan,
                                           const std::vector<std::vector<std::uint8_t>>& parameters,
                                           const Turn& turn, ExecutionReport& report) override {
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
      launch.limits = plan.limits;
      launch.limits.printf_bytes = output_room_;
      if (is_sampled_)
        return sample(*kernel, function_of(module, plan.kernel), launch, pack(info, parameters),
                      report);
      result = device_.launch(*kernel, launch, pack(info, parameters));
    } catch (const simt::exec::DecodeError& error) {
      fail(cudaErrorNotSupported, fmt::format("PTX line {}", error.what()));
    }
    report.output += result.output;
    report.dropped_prints += result.dropped_prints;
    output_room_ -= result.output.size();
    for (auto& finding : result.findings) report.findings.push_back(std::move(finding));
    KernelRun& run = report.runs.emplace_back();
    run.kernel = plan.kernel;
    run.grid = plan.grid;
    run.block = plan.block;
    run.facts = std::move(result.facts);
    if (result.counters) {
      run.kernel = result.counters->info.name;
      run.profile = simt::observe::make_launch_profile(*result.counters);
      keep_worst(*run.profile);
    }
    note(ClockStep::Kind::kernel, turn, report.runs.size() - 1);
    if (result.status != simt::Status::ok)
      fail(simt::runtime::error_of(result.status), result.message);
    return touches_ ? touches_->take() : std::vector<simt::observe::Touch>{};
  }

 private:
  const simt::ptx::Function* function_of(std::size_t module, const std::string& kernel) const {
    const std::vector<simt::ptx::Function>& functions = programs_[module].module().functions;
    const auto function = std::ranges::find(functions, kernel, &simt::ptx::Function::name);
    return function == functions.end() ? nullptr : &*function;
  }

  // Runs some of its blocks, without data: what they do wrong otherwise is not theirs. Blocks of a
  // cooperative launch wait for all others.
  std::vector<simt::observe::Touch> sample(const simt::Kernel& kernel,
                                           const simt::ptx::Function* function, simt::Launch launch,
                                           std::span<const std::byte> parameters,
                                           ExecutionReport& report) {
    constexpr std::size_t most_launches = 16;  // of the others, many are like these
    if (launch.cooperative || !report.findings.empty() || samples_++ >= most_launches) {
      results_->give_up();
      return {};
    }
    const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
    launch.only_blocks = sampled_blocks(blocks);
    simt::LaunchResult result = device_.launch(kernel, launch, parameters);
    if (result.status != simt::Status::ok)
      results_->give_up();
    else
      results_->note_launch(report.error_site, launch.only_blocks->size() == blocks);
    for (auto& finding : result.findings) {
      if (auto overflow = find_index_overflow(finding, device_.memory()))
        report.findings.push_back(std::move(*overflow));
      else if (function != nullptr && misses_for_certain(finding, *function))
        report.findings.push_back(std::move(finding));
    }
    if (!report.findings.empty()) site_of_finding_ = report.error_site;
    return {};
  }

  // A plan may launch thousands of kernels: of a line's bank maps those are enough that are worse
  // than the launches' before.
  void keep_worst(simt::observe::LaunchProfile& profile) {
    for (simt::observe::LineProfile& line : profile.lines) {
      if (!line.bank_map) continue;
      const std::size_t passes = line.bank_map->wavefronts().size();
      std::size_t& most = most_passes_[{line.file, line.line}];
      if (passes <= most)
        line.bank_map.reset();
      else
        most = passes;
    }
  }

  void note(ClockStep::Kind kind, const Turn& turn, std::uint64_t number = 0,
            bool is_pinned = true) {
    if (is_timed_) steps_.push_back({kind, turn.stream, number, is_pinned, turn.host_waits});
  }

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
           fmt::format("{} bytes of dynamic shared memory per block, and {} are allowed until "
                       "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                       "bytes) allows more",
                       plan.dynamic_shared, most),
           ErrorCause::shared_memory);
  }

  static std::vector<std::byte> pack(const simt::KernelInfo& info,
                                     const std::vector<std::vector<std::uint8_t>>& parameters) {
    if (parameters.size() != info.parameters.size())
      fail(cudaErrorInvalidValue, "a launch with another number of parameters than the kernel's");
    std::vector<std::byte> packed(info.parameter_bytes);
    for (std::size_t p = 0; p < parameters.size(); ++p)
      std::copy_n(std::as_bytes(std::span(parameters[p])).begin(),
                  std::min<std::size_t>(parameters[p].size(), info.parameters[p].size),
                  packed.begin() + info.parameters[p].offset);
    return packed;
  }

  mutable simt::Device device_;
  std::vector<simt::Program> programs_;
  std::deque<std::vector<std::byte>> host_memory_;
  std::uint64_t output_room_;
  bool is_timed_, is_sampled_;
  std::size_t samples_ = 0;  // launches of which blocks have run
  std::vector<ClockStep> steps_;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> most_passes_;  // by file and line
  std::unique_ptr<simt::observe::TouchObserver> touches_;
  std::optional<simt::observe::StoreWatch> stores_;
  std::optional<AccessLogger> accesses_;
  std::optional<LostResults> results_;  // where launches are sampled
  std::uint64_t site_of_finding_ = 0;   // there: of the launch that the findings are about
};

}  // namespace

std::unique_ptr<Gpu> make_gpu(const ExecutionOptions& options) {
  return std::make_unique<SimtGpu>(options);
}

}  // namespace warplab::gpu
