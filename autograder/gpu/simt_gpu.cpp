// simt as the GPU of a device worker.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

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
using simt::model::Activity;
using simt::model::CopyKind;

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

// What the engines did, and how much of it at the same time.
Elapsed summarise(const simt::model::Timeline& timeline) {
  Elapsed elapsed;
  elapsed.seconds = timeline.now();
  elapsed.activities = timeline.activities();
  // Each engine's work never overlaps itself; that of all engines together does.
  std::vector<std::pair<double, double>> busy;
  for (const Activity& activity : elapsed.activities) {
    if (activity.resource == "host") continue;
    const double seconds = activity.end - activity.begin;
    (activity.resource == "copy engine in"    ? elapsed.in_s
     : activity.resource == "copy engine out" ? elapsed.out_s
                                              : elapsed.kernels_s) += seconds;
    busy.emplace_back(activity.begin, activity.end);
  }
  std::sort(busy.begin(), busy.end());
  double together = 0, end = 0;
  for (const auto& [from, to] : busy) {
    together += std::max(0.0, to - std::max(from, end));
    end = std::max(end, to);
  }
  const double sum = elapsed.in_s + elapsed.kernels_s + elapsed.out_s;
  const double could = sum - std::max({elapsed.in_s, elapsed.kernels_s, elapsed.out_s});
  if (could > 0) elapsed.overlap = (sum - together) / could;
  return elapsed;
}

// Which global memory kernels touch, an interval an allocation: for the order of streams.
class TouchObserver : public simt::observe::LaunchObserver {
 public:
  explicit TouchObserver(const simt::memory::AddressSpace& memory) : memory_(memory) {}

  std::unique_ptr<simt::observe::BlockObserver> block_observer() override {
    return std::make_unique<Blocks>(*this);
  }
  // Of the launches since the last call.
  std::vector<Gpu::Touch> take() {
    const std::scoped_lock lock(mutex_);
    std::vector<Gpu::Touch> touches;
    for (const auto& [key, interval] : std::exchange(intervals_, {}))
      touches.push_back({{interval.first, interval.second - interval.first}, key.second});
    return touches;
  }

 private:
  // By the allocation's number and whether it is written: the first byte and the one behind the
  // last.
  using Intervals =
      std::map<std::pair<std::uint64_t, bool>, std::pair<std::uint64_t, std::uint64_t>>;

  static void add(Intervals& to, const std::pair<std::uint64_t, bool>& key, std::uint64_t begin,
                  std::uint64_t end) {
    const auto [entry, is_new] = to.try_emplace(key, begin, end);
    if (is_new) return;
    entry->second.first = std::min(entry->second.first, begin);
    entry->second.second = std::max(entry->second.second, end);
  }

  class Blocks : public simt::observe::BlockObserver {
   public:
    explicit Blocks(TouchObserver& all) : all_(all) {}
    ~Blocks() override {
      const std::scoped_lock lock(all_.mutex_);
      for (const auto& [key, interval] : intervals_)
        add(all_.intervals_, key, interval.first, interval.second);
    }
    void memory(const simt::exec::Warp&, const simt::observe::MemoryEvent& event) override {
      if (event.space != simt::ptx::Space::global || event.lanes == 0) return;
      std::uint64_t begin = UINT64_MAX, end = 0;
      for (unsigned lane = 0; lane < 32; ++lane)
        if (event.lanes >> lane & 1) {
          begin = std::min(begin, event.addresses[lane]);
          end = std::max(end, event.addresses[lane] + event.bytes);
        }
      if (last_ == nullptr || begin < last_->begin || begin >= last_->end())
        last_ = all_.memory_.find(begin);
      if (last_ == nullptr) return;
      const bool is_written = event.access != simt::observe::MemoryEvent::Access::load;
      add(intervals_, {last_->id, is_written}, begin, end);
    }

   private:
    TouchObserver& all_;
    const simt::memory::Allocation* last_ = nullptr;
    Intervals intervals_;
  };

  const simt::memory::AddressSpace& memory_;
  std::mutex mutex_;
  Intervals intervals_;
};

class SimtGpu : public Gpu {
 public:
  explicit SimtGpu(const PlayOptions& options)
      : device_(device_options(options)), is_elapsed_(options.elapsed) {
    timeline_.add_device(0, device_.target());
    if (options.checkers && options.elapsed) {
      touches_ = std::make_unique<TouchObserver>(device_.memory());
      device_.add_observer(*touches_);
    }
  }

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
  std::span<std::byte> allocate_host(std::uint64_t bytes, bool) override {
    return host_memory_.emplace_back(bytes);
  }

  // All is done at once; the timeline says when a GPU would have done it.
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes, const Turn& turn,
            PlayReport& report) override {
    std::memset(host(address, bytes), value, bytes);
    device_.memory().notify_wrote(address, bytes);
    report.copy_seconds += simt::model::device_fill_seconds(device_.target(), bytes);
    timeline_.fill(0, turn.stream, bytes, turn.host_waits);
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn& turn,
            PlayReport& report) override {
    std::memmove(host(to, bytes), host(from, bytes), bytes);
    device_.memory().notify_wrote(to, bytes);
    report.copy_seconds += simt::model::device_copy_seconds(device_.target(), bytes);
    timeline_.copy(0, turn.stream, CopyKind::device_to_device, bytes, true, turn.host_waits);
  }
  void copy_in(std::uint64_t to, std::span<const std::byte> from, bool is_pinned,
               const Turn& turn) override {
    write(to, from, true);
    timeline_.copy(0, turn.stream, CopyKind::host_to_device, from.size(), is_pinned,
                   turn.host_waits);
  }
  void copy_out(std::span<std::byte> to, std::uint64_t from, bool is_pinned,
                const Turn& turn) override {
    read(from, to);
    timeline_.copy(0, turn.stream, CopyKind::device_to_host, to.size(), is_pinned, turn.host_waits);
  }
  void host_copies(std::uint64_t bytes) override {
    timeline_.host(static_cast<double>(bytes) / host_bytes_per_s);
  }

  void create_stream(std::uint32_t stream, bool is_non_blocking) override {
    timeline_.add_stream(0, stream, is_non_blocking);
  }
  void destroy_stream(std::uint32_t stream) override { timeline_.remove_stream(0, stream); }
  void record(std::uint32_t event, std::uint32_t stream) override {
    timeline_.record(0, stream, event);
  }
  void wait_event(std::uint32_t event, std::uint32_t stream) override {
    timeline_.wait(0, stream, event);
  }
  void synchronize_event(std::uint32_t event) override { timeline_.synchronize(event); }
  void synchronize_stream(std::uint32_t stream) override { timeline_.synchronize(0, stream); }
  void synchronize_device() override { timeline_.synchronize_device(0); }

  void begin() override {}
  void end(PlayReport& report) override {
    if (!is_elapsed_) return;
    timeline_.synchronize_device(0);
    report.elapsed = summarise(timeline_);
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

  std::vector<Touch> launch(std::size_t module, const Launch& plan,
                            const std::vector<std::vector<std::uint8_t>>& parameters,
                            const Turn& turn, PlayReport& report) override {
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
    double share = 1;
    if (result.counters) {
      const auto& counters = *result.counters;
      run.kernel = counters.info.name;
      const auto occupancy = simt::model::occupancy(device_.target(), counters.info.threads(),
                                                    counters.registers, counters.info.shared_bytes);
      const double resident = static_cast<double>(occupancy.blocks_per_sm) * device_.target().sms;
      if (resident > 0)
        share = std::min(1.0, static_cast<double>(counters.info.blocks()) / resident);
      run.profile = simt::observe::make_launch_profile(counters, &occupancy,
                                                       result.time ? &*result.time : nullptr);
    }
    timeline_.kernel(0, turn.stream, run.kernel, run.seconds, share);
    if (result.status != simt::Status::ok)
      fail(simt::runtime::error_of(result.status), result.message);
    return touches_ ? touches_->take() : std::vector<Touch>{};
  }

 private:
  // Of a core that reads and writes memory.
  static constexpr double host_bytes_per_s = 20e9;

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
  std::deque<std::vector<std::byte>> host_memory_;
  simt::model::Timeline timeline_;
  bool is_elapsed_;
  std::unique_ptr<TouchObserver> touches_;
};

}  // namespace

std::unique_ptr<Gpu> make_gpu(const PlayOptions& options) {
  return std::make_unique<SimtGpu>(options);
}

}  // namespace warplab::gpu
