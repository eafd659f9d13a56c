// A real GPU, through the CUDA driver.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <map>

#include "autograder/gpu/cuda_driver.h"
#include "autograder/gpu/gpu.h"
#include "autograder/gpu/libdevice.h"
#include "simt/limits.h"
#include "simt/runtime/error_names.h"

namespace warplab::gpu {
namespace {

using Driver = CudaDriver;

// Less free memory than this is another program's doing: pictures need a tenth of it.
constexpr std::size_t least_free_bytes = std::size_t{1} << 30;
// The longest list of parameters that a kernel can have, in bytes (PTX ISA, 8.1).
constexpr std::size_t most_parameter_bytes = 32764;

// Reads memory, so that whatever the cache held before is gone and nothing in it waits to be
// written: a store follows only where memory is not 0.
constexpr const char* reader_ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry read_all(.param .u64 address, .param .u32 count)
{
  .reg .pred %done, %zero;
  .reg .b32 %i, %n, %step, %t, %a, %b, %c, %d;
  .reg .b64 %base, %at;
  ld.param.u64 %base, [address];
  ld.param.u32 %n, [count];
  mov.u32 %i, %ctaid.x;
  mov.u32 %t, %ntid.x;
  mov.u32 %step, %nctaid.x;
  mul.lo.u32 %step, %step, %t;
  mov.u32 %a, %tid.x;
  mad.lo.u32 %i, %i, %t, %a;
  mov.u32 %t, 0;
loop:
  setp.ge.u32 %done, %i, %n;
  @%done bra end;
  mul.wide.u32 %at, %i, 16;
  add.s64 %at, %base, %at;
  ld.global.v4.u32 {%a, %b, %c, %d}, [%at];
  or.b32 %t, %t, %a;
  or.b32 %t, %t, %b;
  or.b32 %t, %t, %c;
  or.b32 %t, %t, %d;
  add.u32 %i, %i, %step;
  bra loop;
end:
  setp.eq.u32 %zero, %t, 0;
  @%zero ret;
  st.global.u32 [%base], %t;
  ret;
}
)";

// The context of this process. An error that a kernel caused breaks it, and the next execution gets a
// new one.
class Context {
 public:
  static Context& get() {
    static Context context;
    return context;
  }

  void make_current() {
    if (context_ != nullptr) return;
    check(driver.device(&device_, 0));
    check(driver.retain_primary_context(&context_, device_));
    check(driver.set_current(context_));
    char text[128] = {};
    check(driver.device_name(text, sizeof text - 1, device_));
    name_ = text;
  }

  // Throws GpuError for a result that is not 0.
  void check(Driver::Result result, const std::string& what = {},
             ErrorCause cause = ErrorCause::unknown) {
    if (result == 0) return;
    const auto error = static_cast<cudaError_t>(result);
    // From 700 on, but for a few that concern no kernel, no call succeeds any more.
    if (result >= cudaErrorIllegalAddress && context_ != nullptr) {
      driver.reset_primary_context(device_);
      context_ = nullptr;
      limits_ = {};
    }
    throw GpuError(static_cast<CudaError>(error),
                   fmt::format("{}: {}{}{}", name_.empty() ? "the GPU" : name_,
                               cudaGetErrorString(error), what.empty() ? "" : ": ", what),
                   cause);
  }

  // Until others are set. A GPU allows no other heap once a kernel has allocated from it.
  void set_limits(const simt::Limits& limits) {
    if (limits.stack_bytes != limits_.stack_bytes)
      check(driver.set_limit(Driver::stack_bytes, limits.stack_bytes), "cudaLimitStackSize");
    limits_.stack_bytes = limits.stack_bytes;
    if (limits.heap_bytes != limits_.heap_bytes)
      check(driver.set_limit(Driver::heap_bytes, limits.heap_bytes), "cudaLimitMallocHeapSize");
    limits_.heap_bytes = limits.heap_bytes;
  }

  int attribute(int number) {
    int value = 0;
    check(driver.device_attribute(&value, number, device_));
    return value;
  }

  // Machine code of `ptx`, which is compiled once: every execution loads it anew, with variables as they
  // are at first, and compiling takes longer than all the rest of an execution.
  const std::vector<char>& machine_code(const std::string& ptx) {
    std::vector<char>& code = machine_code_[ptx];
    if (!code.empty()) return code;
    if (const auto missing = missing_from_libdevice(ptx); !missing.empty())
      throw GpuError(
          CudaError::cudaErrorNoKernelImageForDevice,
          fmt::format("{}: the kernels call {}, which clang leaves out; with nvcc on the "
                      "PATH they run here",
                      name_, missing));
    std::array<char, 1024> log{};
    int names[] = {Driver::jit_error_log, Driver::jit_error_log_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
    Driver::Linker linker = nullptr;
    check(driver.create_linker(2, names, values, &linker));
    void* image = nullptr;
    std::size_t bytes = 0;
    auto result =
        driver.add_to_linker(linker, Driver::jit_input_ptx, const_cast<char*>(ptx.c_str()),
                             ptx.size() + 1, "kernels", 0, nullptr, nullptr);
    if (result == 0) result = driver.finish_linker(linker, &image, &bytes);
    if (result == 0) code.assign(static_cast<char*>(image), static_cast<char*>(image) + bytes);
    driver.destroy_linker(linker);
    check(result, log.data());
    return code;
  }

  bool is_whole() const { return context_ != nullptr; }
  const std::string& name() const { return name_; }

  const Driver& driver = cuda_driver();

 private:
  Driver::Device device_ = 0;
  Driver::Context context_ = nullptr;
  std::string name_;
  simt::Limits limits_;  // that it has: a new one has the same as a new device of simt
  std::map<std::string, std::vector<char>> machine_code_;  // by PTX
};

// Times launches, each with a cold cache.
class Stopwatch {
 public:
  explicit Stopwatch(Context& context) : context_(context), driver_(context.driver) {
    context_.check(driver_.load(&module_, context_.machine_code(reader_ptx).data()));
    context_.check(driver_.function(&reader_, module_, "read_all"));
    bytes_ = 2 * static_cast<std::size_t>(context_.attribute(Driver::l2_cache_bytes));
    context_.check(driver_.allocate(&scratch_, bytes_));
    context_.check(driver_.fill(scratch_, 0, bytes_));
    for (Driver::Event* event : {&begin_, &end_}) context_.check(driver_.create_event(event, 0));
  }

  // The launch that follows is queued behind what clears the cache: its own start is not waited
  // for.
  void start() {
    auto count = static_cast<std::uint32_t>(bytes_ / 16);
    void* parameters[] = {&scratch_, &count};
    context_.check(driver_.launch(reader_, 1024, 1, 1, 256, 1, 1, 0, nullptr, parameters, nullptr));
    context_.check(driver_.record(begin_, nullptr));
  }
  void stop() { context_.check(driver_.record(end_, nullptr)); }
  // Behind a synchronize().
  double seconds() {
    float ms = 0;
    context_.check(driver_.elapsed_ms(&ms, begin_, end_));
    return ms * 1e-3;
  }

  ~Stopwatch() {
    driver_.free(scratch_);
    driver_.unload(module_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  Context& context_;
  const Driver& driver_;
  Driver::Module module_ = nullptr;
  Driver::Function reader_ = nullptr;
  Driver::Event begin_ = nullptr, end_ = nullptr;
  Driver::Address scratch_ = 0;
  std::size_t bytes_ = 0;
};

class CudaGpu : public Gpu {
 public:
  explicit CudaGpu(const ExecutionOptions& options)
      : is_timed_(options.time && !options.elapsed),
        is_elapsed_(options.elapsed),
        is_traced_(options.trace) {
    context_.make_current();
    std::size_t free_bytes = 0, total_bytes = 0;
    context_.check(driver_.memory_info(&free_bytes, &total_bytes));
    if (free_bytes < least_free_bytes)
      throw GpuError(
          CudaError::cudaErrorMemoryAllocation,
          fmt::format("{} of {} MiB of the {}'s memory are in use by other programs",
                      (total_bytes - free_bytes) >> 20, total_bytes >> 20, context_.name()));
  }

  // What a broken context held is gone already.
  ~CudaGpu() override {
    if (!context_.is_whole()) return;
    driver_.synchronize();
    for (const auto& [number, stream] : streams_) driver_.destroy_stream(stream);
    for (const auto& [number, event] : events_) driver_.destroy_event(event);
    for (void* const memory : pinned_) driver_.free_host(memory);
    for (const Driver::Address address : allocated_) driver_.free(address);
    for (const Driver::Module module : modules_) driver_.unload(module);
  }

  std::string name() const override { return context_.name(); }

  std::uint64_t allocate(std::uint64_t bytes, const std::string& name, bool) override {
    const Pause pause(*this);
    Driver::Address address = 0;
    // Every buffer has an address of its own, empty ones too.
    context_.check(driver_.allocate(&address, std::max<std::uint64_t>(bytes, 1)), name);
    allocated_.push_back(address);
    return address;
  }
  void free(std::uint64_t address) override {
    const Pause pause(*this);
    context_.check(driver_.free(address));
    std::erase(allocated_, address);
  }

  void write(std::uint64_t address, std::span<const std::byte> bytes, bool) override {
    context_.check(driver_.to_device(address, bytes.data(), bytes.size()));
  }
  void read(std::uint64_t address, std::span<std::byte> bytes) override {
    if (context_.is_whole()) context_.check(driver_.to_host(bytes.data(), address, bytes.size()));
  }
  std::span<std::byte> allocate_host(std::uint64_t bytes, bool is_pinned) override {
    if (!is_pinned) return pageable_.emplace_back(bytes);
    void* memory = nullptr;
    context_.check(driver_.allocate_host(&memory, std::max<std::uint64_t>(bytes, 1)),
                   "pinned memory of the host");
    pinned_.push_back(memory);
    return {static_cast<std::byte*>(memory), bytes};
  }

  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes, const Turn& turn,
            ExecutionReport& report) override {
    if (bytes == 0) return;
    report.copy_seconds += timed(turn, [&](Driver::Stream stream) {
      return driver_.fill_in(address, value, bytes, stream);
    });
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn& turn,
            ExecutionReport& report) override {
    if (bytes == 0) return;
    report.copy_seconds += timed(
        turn, [&](Driver::Stream stream) { return driver_.copy_in(to, from, bytes, stream); });
  }
  void copy_in(std::uint64_t to, std::span<const std::byte> from, bool, const Turn& turn) override {
    if (from.empty()) return;
    traced(turn, &Elapsed::in_s, [&](Driver::Stream stream) {
      return driver_.to_device_in(to, from.data(), from.size(), stream);
    });
    if (turn.host_waits) context_.check(driver_.synchronize_stream(stream_of(turn)));
  }
  void copy_out(std::span<std::byte> to, std::uint64_t from, bool, const Turn& turn) override {
    if (to.empty()) return;
    traced(turn, &Elapsed::out_s, [&](Driver::Stream stream) {
      return driver_.to_host_in(to.data(), from, to.size(), stream);
    });
    if (turn.host_waits) context_.check(driver_.synchronize_stream(stream_of(turn)));
  }
  void host_copies(std::uint64_t) override {}  // they took their time

  void create_stream(std::uint32_t number, bool is_non_blocking) override {
    const Pause pause(*this);
    context_.check(driver_.create_stream(&streams_[number],
                                         is_non_blocking ? Driver::non_blocking_stream : 0));
  }
  // What is left to do in it will be done.
  void destroy_stream(std::uint32_t number) override {
    const Pause pause(*this);
    context_.check(driver_.destroy_stream(streams_.at(number)));
    streams_.erase(number);
  }
  void record(std::uint32_t event, std::uint32_t stream) override {
    Driver::Event& handle = events_[event];
    if (handle == nullptr)
      context_.check(driver_.create_event(&handle, Driver::event_without_time));
    context_.check(driver_.record(handle, stream_of({stream})));
  }
  void wait_event(std::uint32_t event, std::uint32_t stream) override {
    context_.check(driver_.wait_event(stream_of({stream}), events_.at(event), 0));
  }
  void synchronize_event(std::uint32_t event) override {
    context_.check(driver_.synchronize_event(events_.at(event)));
  }
  void synchronize_stream(std::uint32_t stream) override {
    context_.check(driver_.synchronize_stream(stream_of({stream})));
  }
  void synchronize_device() override { context_.check(driver_.synchronize()); }

  void begin() override {
    context_.check(driver_.synchronize());
    begin_ = Clock::now();
  }
  void end(ExecutionReport& report) override {
    context_.check(driver_.synchronize());
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    if (!is_elapsed_) return;
    report.elapsed.emplace().seconds = elapsed.count();
    for (const Piece& piece : pieces_) {
      float ms = 0;
      context_.check(driver_.elapsed_ms(&ms, piece.begin, piece.end));
      (*report.elapsed).*piece.sum += ms * 1e-3;
      driver_.destroy_event(piece.begin);
      driver_.destroy_event(piece.end);
    }
    pieces_.clear();
  }

  std::size_t load(const std::string& ptx) override {
    Driver::Module module = nullptr;
    context_.check(driver_.load(&module, context_.machine_code(ptx).data()));
    modules_.push_back(module);
    return modules_.size() - 1;
  }

  Span variable(std::size_t module, const std::string& name) override {
    Driver::Address address = 0;
    std::size_t bytes = 0;
    context_.check(driver_.variable(&address, &bytes, modules_[module], name.c_str()), name);
    return {address, bytes};
  }

  std::vector<simt::observe::Touch> launch(std::size_t module, const Launch& plan,
                                           const std::vector<std::vector<std::uint8_t>>& parameters,
                                           const Turn& turn, ExecutionReport& report) override {
    Driver::Function kernel = nullptr;
    context_.check(driver_.function(&kernel, modules_[module], plan.kernel.c_str()), plan.kernel);
    check_shape(plan);
    context_.set_limits(plan.limits);
    if (plan.most_dynamic_shared > 0)
      context_.check(driver_.set_function_attribute(kernel, Driver::max_dynamic_shared_bytes,
                                                    static_cast<int>(plan.most_dynamic_shared)),
                     "more dynamic shared memory than the GPU has", ErrorCause::shared_memory);
    // The driver reads as many parameters as the kernel has, each as long as the kernel says: a
    // plan with fewer or shorter ones still names memory that is there.
    std::vector<std::uint8_t> bytes;
    std::vector<std::size_t> begins;
    for (const auto& parameter : parameters) {
      begins.push_back(bytes.size());
      bytes.insert(bytes.end(), parameter.begin(), parameter.end());
      bytes.resize((bytes.size() + 15) / 16 * 16);
    }
    const std::size_t rest = bytes.size();
    bytes.resize(rest + most_parameter_bytes);
    std::vector<void*> places(std::max(most_parameter_bytes, begins.size()), &bytes[rest]);
    for (std::size_t p = 0; p < begins.size(); ++p) places[p] = &bytes[begins[p]];

    const auto& [gx, gy, gz] = plan.grid;
    const auto& [bx, by, bz] = plan.block;
    const auto shared = static_cast<unsigned>(plan.dynamic_shared);
    const double seconds = timed(turn, [&](Driver::Stream stream) {
      return plan.cooperative ? driver_.launch_cooperative(kernel, gx, gy, gz, bx, by, bz, shared,
                                                           stream, places.data())
                              : driver_.launch(kernel, gx, gy, gz, bx, by, bz, shared, stream,
                                               places.data(), nullptr);
    });
    KernelRun& run = report.runs.emplace_back();
    run.kernel = plan.kernel;
    run.grid = plan.grid;
    run.block = plan.block;
    run.seconds = seconds;
    return {};
  }

 private:
  using Clock = std::chrono::steady_clock;

  // The plan's clock stands still: what allocates and creates takes milliseconds, once a program,
  // and would hide what copies and kernels take. Whatever is under way ends first, on the clock.
  class Pause {
   public:
    explicit Pause(CudaGpu& gpu) : gpu_(gpu) {
      gpu.context_.check(gpu.driver_.synchronize());
      paused_ = Clock::now();
    }
    ~Pause() { gpu_.begin_ += Clock::now() - paused_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    CudaGpu& gpu_;
    Clock::time_point paused_;
  };

  // Work in a stream, between two events where a trace is asked for.
  template <typename Start>
  void traced(const Turn& turn, double Elapsed::*sum, Start start) {
    const Driver::Stream stream = stream_of(turn);
    Piece piece{nullptr, nullptr, sum};
    if (is_traced_) {
      context_.check(driver_.create_event(&piece.begin, 0));
      context_.check(driver_.create_event(&piece.end, 0));
      context_.check(driver_.record(piece.begin, stream));
    }
    context_.check(start(stream));
    if (!is_traced_) return;
    context_.check(driver_.record(piece.end, stream));
    pieces_.push_back(piece);
  }

  Driver::Stream stream_of(const Turn& turn) const {
    return turn.stream == 0 ? nullptr : streams_.at(turn.stream);
  }

  // Waits until the GPU has done what `start` tells it to, but where the plan's own order is what
  // counts. Its seconds; 0 where they are not asked for.
  template <typename Start>
  double timed(const Turn& turn, Start start) {
    if (is_elapsed_) {
      traced(turn, &Elapsed::kernels_s, start);
      if (turn.host_waits) context_.check(driver_.synchronize_stream(stream_of(turn)));
      return 0;
    }
    if (is_timed_ && !stopwatch_) stopwatch_ = std::make_unique<Stopwatch>(context_);
    if (stopwatch_) stopwatch_->start();
    context_.check(start(nullptr));
    if (stopwatch_) stopwatch_->stop();
    context_.check(driver_.synchronize());
    return stopwatch_ ? stopwatch_->seconds() : 0;
  }

  // The runtime has an error of its own for this, which the driver has not.
  void check_shape(const Launch& plan) {
    std::uint64_t threads = 1;
    bool fits = true;
    for (int d = 0; d < 3; ++d) {
      threads *= plan.block[d];
      fits &=
          plan.block[d] > 0 && plan.grid[d] > 0 &&
          plan.block[d] <= static_cast<unsigned>(context_.attribute(Driver::max_block_dim_x + d)) &&
          plan.grid[d] <= static_cast<unsigned>(context_.attribute(Driver::max_grid_dim_x + d));
    }
    if (!fits || threads > static_cast<unsigned>(context_.attribute(Driver::max_threads_per_block)))
      throw GpuError(CudaError::cudaErrorInvalidConfiguration,
                     fmt::format("{} blocks of {} threads", fmt::join(plan.grid, " x "),
                                 fmt::join(plan.block, " x ")));
  }

  Context& context_ = Context::get();
  const Driver& driver_ = context_.driver;
  // Of work that is traced: which sum it adds to.
  struct Piece {
    Driver::Event begin, end;
    double Elapsed::*sum;
  };

  bool is_timed_, is_elapsed_, is_traced_;
  std::vector<Piece> pieces_;
  std::unique_ptr<Stopwatch> stopwatch_;
  std::vector<Driver::Address> allocated_;
  std::vector<Driver::Module> modules_;
  std::map<std::uint32_t, Driver::Stream> streams_;
  std::map<std::uint32_t, Driver::Event> events_;
  std::vector<void*> pinned_;
  std::deque<std::vector<std::byte>> pageable_;
  Clock::time_point begin_;
};

}  // namespace

std::unique_ptr<Gpu> make_gpu(const ExecutionOptions& options) {
  return std::make_unique<CudaGpu>(options);
}

}  // namespace warplab::gpu
