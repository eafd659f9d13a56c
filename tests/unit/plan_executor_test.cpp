// A plan is executed on a GPU that only writes down what it is told: which addresses it sees,
// and that a hostile plan ends in an error of the report.
#include "autograder/gpu/plan_executor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>

namespace warplab::gpu {
namespace {

// Memory at 0x1000, 0x2000, ...; a module's variable at 0x900000.
class FakeGpu : public Gpu {
 public:
  std::string name() const override { return "fake"; }
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name, bool is_result) override {
    if (bytes > 1 << 20) throw GpuError(CudaError::cudaErrorMemoryAllocation, "too much");
    const std::uint64_t address = 0x1000 * (memory.size() + 1);
    memory[address].resize(bytes);
    calls.push_back(fmt::format("allocate {} {}{}", bytes, name, is_result ? " result" : ""));
    return address;
  }
  void free(std::uint64_t address) override { calls.push_back(fmt::format("free {:#x}", address)); }
  void write(std::uint64_t address, std::span<const std::byte> bytes, bool initialised) override {
    calls.push_back(fmt::format("write {:#x} {} {}", address, bytes.size(), initialised));
    if (auto* at = find(address, bytes.size())) std::copy(bytes.begin(), bytes.end(), at);
  }
  void read(std::uint64_t address, std::span<std::byte> bytes) override {
    if (const auto* at = find(address, bytes.size())) std::copy_n(at, bytes.size(), bytes.begin());
  }
  std::span<std::byte> allocate_host(std::uint64_t bytes, bool is_pinned) override {
    if (bytes > 1 << 20) throw GpuError(CudaError::cudaErrorMemoryAllocation, "too much");
    calls.push_back(fmt::format("allocate_host {} {}", bytes, is_pinned ? "pinned" : "pageable"));
    return host_memory.emplace_back(bytes);
  }
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes, const Turn&,
            ExecutionReport& report) override {
    report.copy_seconds += 1;
    calls.push_back(fmt::format("fill {:#x} {} {}", address, value, bytes));
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn&,
            ExecutionReport& report) override {
    report.copy_seconds += 2;
    calls.push_back(fmt::format("copy {:#x} {:#x} {}", to, from, bytes));
  }
  void copy_in(std::uint64_t to, std::span<const std::byte> from, bool is_pinned,
               const Turn& turn) override {
    calls.push_back(fmt::format("copy_in {:#x} {} {} stream {}{}", to, from.size(),
                                is_pinned ? "pinned" : "pageable", turn.stream,
                                turn.host_waits ? " waits" : ""));
    if (auto* at = find(to, from.size())) std::copy(from.begin(), from.end(), at);
  }
  void copy_out(std::span<std::byte> to, std::uint64_t from, bool is_pinned,
                const Turn& turn) override {
    calls.push_back(fmt::format("copy_out {:#x} {} {} stream {}{}", from, to.size(),
                                is_pinned ? "pinned" : "pageable", turn.stream,
                                turn.host_waits ? " waits" : ""));
    if (const auto* at = find(from, to.size())) std::copy_n(at, to.size(), to.begin());
  }
  void host_copies(std::uint64_t bytes) override {
    calls.push_back(fmt::format("host_copies {}", bytes));
  }
  void create_stream(std::uint32_t stream, bool is_non_blocking) override {
    calls.push_back(
        fmt::format("create_stream {}{}", stream, is_non_blocking ? " non-blocking" : ""));
  }
  void destroy_stream(std::uint32_t stream) override {
    calls.push_back(fmt::format("destroy_stream {}", stream));
  }
  void record(std::uint32_t event, std::uint32_t stream) override {
    calls.push_back(fmt::format("record {} in {}", event, stream));
  }
  void wait_event(std::uint32_t event, std::uint32_t stream) override {
    calls.push_back(fmt::format("wait_event {} in {}", event, stream));
  }
  void synchronize_event(std::uint32_t event) override {
    calls.push_back(fmt::format("synchronize_event {}", event));
  }
  void synchronize_stream(std::uint32_t stream) override {
    calls.push_back(fmt::format("synchronize_stream {}", stream));
  }
  void synchronize_device() override {}  // each free() waits, too
  void begin() override {}
  void end(ExecutionReport& report) override { report.elapsed = Elapsed{1.0, 0, 0, 0, 0, {}}; }
  std::size_t load(const std::string& ptx) override {
    if (ptx == "garbage") throw GpuError(CudaError::cudaErrorInvalidPtx, "line 1");
    return 7;
  }
  Span variable(std::size_t, const std::string& name) override {
    if (name != "table")
      throw GpuError(CudaError::cudaErrorInvalidSymbol, "the device code has no " + name);
    return {0x900000, 64};
  }
  std::vector<simt::observe::Touch> launch(std::size_t module, const Launch& launch,
                                           const std::vector<std::vector<std::uint8_t>>& given,
                                           const Turn&, ExecutionReport& report) override {
    calls.push_back(fmt::format("launch {} {}", module, launch.kernel));
    parameters = given;
    report.runs.emplace_back().kernel = launch.kernel;
    if (launch.kernel == "trap") throw GpuError(CudaError::cudaErrorLaunchFailure, "a trap");
    if (launch.kernel == "broken") throw std::logic_error("a bug of the GPU's own");
    return touches;
  }
  void watch(std::uint64_t address) override { watched_address = address; }
  std::optional<simt::observe::StoredByte> watched() override {
    if (stores.empty()) return std::nullopt;
    const std::optional<simt::observe::StoredByte> store = stores.front();
    stores.pop_front();
    return store;
  }
  simt::observe::StoreLines store_lines(std::size_t, const std::string&) override {
    return {"tile.cu", {40, 41}};
  }

  std::uint64_t watched_address = 0;
  std::deque<std::optional<simt::observe::StoredByte>> stores;  // of launches, in turn

  std::vector<std::string> calls;
  std::vector<std::vector<std::uint8_t>> parameters;  // of the last launch
  std::vector<simt::observe::Touch> touches;          // of all launches
  std::deque<std::vector<std::byte>> host_memory;

 private:
  std::byte* find(std::uint64_t address, std::size_t bytes) {
    const auto found = memory.find(address);
    return found != memory.end() && bytes <= found->second.size() ? found->second.data() : nullptr;
  }

  std::map<std::uint64_t, std::vector<std::byte>> memory;
};

constexpr std::size_t input_bytes = 100, output_bytes = 60;

class PlanExecutor : public testing::Test {
 protected:
  using What = decltype(Command::what);
  // In the default stream.
  ExecutionReport run(const std::vector<What>& all) {
    plan.commands.clear();
    for (const What& what : all) plan.commands.push_back({what, 0, true, 0});
    return run();
  }
  ExecutionReport run() {
    const std::vector<CaseBuffer> buffers = {{input, false, "imgSrc"}, {output, true, "imgDst"}};
    const ExecutionReport report = execute(plan, buffers, rules, gpu);
    EXPECT_EQ(report.gpu, "fake");
    return report;
  }
  // The error of a plan with one command, behind the setting up of the case's buffers.
  CudaError error_of(const What& what) {
    gpu = FakeGpu();
    return run({what}).error;
  }
  static Launch launch_with(std::vector<std::uint64_t> words) {
    Launch launch;
    launch.kernel = "k";
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
    launch.parameters.emplace_back(bytes, bytes + words.size() * sizeof(std::uint64_t));
    return launch;
  }
  std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> words(gpu.parameters.at(0).size() / sizeof(std::uint64_t));
    std::memcpy(words.data(), gpu.parameters[0].data(), gpu.parameters[0].size());
    return words;
  }

  std::vector<std::byte> input = std::vector<std::byte>(input_bytes, std::byte{1});
  std::vector<std::byte> output = std::vector<std::byte>(output_bytes, std::byte{2});
  Plan plan{{{".version 8.0"}}, {}, {}, {}, {}};
  ExecutionRules rules;
  FakeGpu gpu;
};

TEST_F(PlanExecutor, PlacesInputsAndPoisonBeforeAnythingElse) {
  const ExecutionReport report = run({});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  EXPECT_EQ(gpu.calls,
            (std::vector<std::string>{"allocate 100 imgSrc", "write 0x1000 100 true",
                                      "allocate 60 imgDst result", "write 0x2000 60 false"}));
  EXPECT_EQ(output, std::vector<std::byte>(output_bytes, std::byte{2})) << "poison comes back";
}

TEST_F(PlanExecutor, TranslatesAddressesInParameters) {
  const ExecutionReport report =
      run({Allocate{2, 16}, launch_with({address_of(0), 5, address_of(2)})});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  EXPECT_EQ(words(), (std::vector<std::uint64_t>{0x1000, 5, 0x3000}));
  EXPECT_EQ(gpu.calls.back(), "launch 7 k");
  EXPECT_EQ(report.runs.size(), 1u);
}

TEST_F(PlanExecutor, FindsTheStoreOfATracedByte) {
  const auto store = [](std::uint64_t distance, std::uint32_t line) {
    return simt::observe::StoredByte{
        distance, {"tile.cu", line, {}, {}, ""}, {line - 1}, {line - 9}};
  };
  rules.traced = CaseByte{1, 8};
  plan.commands = {{launch_with({address_of(0), address_of(1)}), 0, true, 11},
                   {launch_with({address_of(1)}), 0, true, 12},
                   {launch_with({address_of(1)}), 0, true, 13}};
  gpu.stores = {store(0, 20), store(0, 30), std::nullopt};
  const ValueOrigin last = *run().origin;
  EXPECT_EQ(gpu.watched_address, 0x2008u);
  EXPECT_TRUE(last.is_written);
  EXPECT_EQ(last.line, 30u);
  EXPECT_EQ(last.computed_in, (std::vector<std::uint32_t>{29}));
  EXPECT_EQ(last.launch_site, 12u);
  EXPECT_EQ(last.feeding_sites, (std::vector<std::uint64_t>{11}));
  EXPECT_EQ(last.feeding_lines, (std::vector<std::uint32_t>{40, 41}));

  gpu = FakeGpu();
  gpu.stores = {store(4, 20), store(16, 30), std::nullopt};
  const ValueOrigin nearest = *run().origin;
  EXPECT_FALSE(nearest.is_written);
  EXPECT_EQ(nearest.line, 20u);
  EXPECT_EQ(nearest.decided_in, (std::vector<std::uint32_t>{11}));
  EXPECT_EQ(nearest.launch_site, 11u);

  gpu = FakeGpu();
  const ValueOrigin none = *run().origin;
  EXPECT_EQ(none.line, 0u);
  EXPECT_EQ(none.launch_site, 13u) << "the last launch";

  gpu = FakeGpu();
  rules.traced = CaseByte{7, 0};
  EXPECT_FALSE(run().origin) << "there is no such buffer";
}

TEST_F(PlanExecutor, CountsWhatEachCallAsksFor) {
  Launch launch = launch_with({address_of(1)});
  launch.grid = {3, 2, 1};
  launch.block = {64, 1, 1};
  plan.commands = {{CreateStream{}, 1, false, 10}, {launch, 1, false, 11},
                   {launch, 0, false, 11},         {Fill{address_of(1), 0, 60}, 0, true, 12},
                   {launch, 1, false, 11},         {SynchronizeDevice{}, 0, false, 13}};
  const ExecutionReport report = run();
  ASSERT_EQ(report.error, CudaError::cudaSuccess) << report.reason;
  EXPECT_EQ(report.calls.at(11).launches, 3);
  EXPECT_EQ(report.calls.at(11).threads, 1152);
  EXPECT_EQ(report.calls.at(11).in_default_stream, 1);
  EXPECT_EQ(report.calls.at(12).copies, 1);
  EXPECT_EQ(report.calls.at(12).in_turn, 1);
  EXPECT_EQ(report.calls.at(13).in_turn, 0) << "no work comes after it";
  EXPECT_EQ(report.calls.at(13).in_default_stream, 0);
}

TEST_F(PlanExecutor, MovesNothingWithoutData) {
  rules.without_data = true;
  const ExecutionReport report =
      run({Allocate{2, 16}, Fill{address_of(2), 0, 16}, Copy{address_of(1), address_of(0), 60},
           Upload{address_of(2), {1, 2, 3}}, launch_with({address_of(2)})});
  EXPECT_EQ(report.error, CudaError::cudaSuccess) << report.reason;
  EXPECT_EQ(words(), (std::vector<std::uint64_t>{0x3000}));
  for (const std::string& call : gpu.calls)
    EXPECT_FALSE(call.starts_with("write") || call.starts_with("fill") ||
                 call.starts_with("copy 0x"))
        << call;
  EXPECT_EQ(std::ranges::count_if(
                gpu.calls, [](const std::string& call) { return call.starts_with("copy_in"); }),
            1)
      << "what the plan brings along";
  EXPECT_EQ(output, std::vector<std::byte>(output_bytes, std::byte{2}));

  gpu = FakeGpu();
  rules.buffers_are_on_host = true;
  plan.host_buffers = {{std::size_t{1} << 40, true}};
  EXPECT_EQ(run({launch_with({})}).error, CudaError::cudaSuccess) << "none of the host's either";
}

TEST_F(PlanExecutor, TranslatesAddressesBesideABuffer) {
  run({launch_with({address_of(1) - 8, address_of(1) + 60, address_of(1) + (window_bytes / 2) - 1,
                    address_of(1) - window_bytes / 2})});
  EXPECT_EQ(words(),
            (std::vector<std::uint64_t>{0x2000 - 8, 0x2000 + 60, 0x2000 + window_bytes / 2 - 1,
                                        0x2000 - window_bytes / 2}));
}

TEST_F(PlanExecutor, LeavesOtherWordsAlone) {
  const std::vector<std::uint64_t> others = {
      0, 1, window_begin - 1, address_of(2), address_of(most_buffers), address_of(700), ~0ull};
  run({launch_with(others)});
  EXPECT_EQ(words(), others);
}

TEST_F(PlanExecutor, TranslatesWholeAlignedWordsOnly) {
  Launch launch = launch_with({0, address_of(0)});
  launch.parameters[0].erase(launch.parameters[0].begin());  // 15 bytes: one word and a part
  launch.parameters.push_back({1, 2, 3});
  launch.parameters.push_back({});
  const auto before = launch.parameters;
  EXPECT_EQ(run({launch}).error, CudaError::cudaSuccess);
  EXPECT_EQ(gpu.parameters, before);
}

TEST_F(PlanExecutor, TranslatesFreedMemoryToWhereItWas) {
  EXPECT_EQ(run({Allocate{2, 16}, Free{2}, launch_with({address_of(2)})}).error,
            CudaError::cudaSuccess);
  EXPECT_EQ(words()[0], 0x3000u) << "the GPU finds that it was freed";
}

TEST_F(PlanExecutor, ExecutesCopiesAndFills) {
  plan.variables = {{0, "table"}};
  const std::uint64_t table = address_of(most_buffers);
  EXPECT_EQ(run({Fill{address_of(1), 9, 60}, Upload{table + 60, {1, 2, 3, 4}},
                 Copy{table, address_of(0) + 36, 64}, Copy{address_of(1) + 60, address_of(0), 0}})
                .error,
            CudaError::cudaSuccess);
  const std::vector<std::string> last(gpu.calls.end() - 4, gpu.calls.end());
  EXPECT_EQ(last, (std::vector<std::string>{"fill 0x2000 9 60",
                                            "copy_in 0x90003c 4 pageable stream 0 waits",
                                            "copy 0x900000 0x1024 64", "copy 0x203c 0x1000 0"}));
}

TEST_F(PlanExecutor, RefusesCopiesThatLeaveABuffer) {
  const std::uint64_t most = ~std::uint64_t{0}, in = address_of(0), out = address_of(1);
  for (const What& command : std::vector<What>{
           Fill{out, 0, 61},
           Fill{out + 61, 0, 0},
           Fill{out - 1, 0, 1},
           Fill{out + 1, 0, most},
           Fill{out - 1, 0, most},
           Copy{out, in + 99, 2},
           Copy{out + 59, in, 2},
           Copy{out + 8, in + 8, most - 7},
           Copy{out, 0x1000, 8},
           Copy{0x2000, in, 8},
           Copy{out, window_begin - 1, 1},
           Copy{out, address_of(most_buffers), 1},
           Copy{out, address_of(most_buffers + most_variables), 1},
           Copy{out, most, 1},
           Upload{out + 57, {1, 2, 3, 4}},
           Upload{address_of(3), {1}},
       }) {
    EXPECT_EQ(error_of(command), CudaError::cudaErrorInvalidValue) << command.index();
    EXPECT_EQ(gpu.calls.size(), 4u) << "nothing was done";
  }
}

TEST_F(PlanExecutor, EndsAtACallThatTheRecorderSawFail) {
  const ExecutionReport report = run({Failure{CudaError::cudaErrorInvalidResourceHandle,
                                              "a stream of another", ErrorCause::bad_copy},
                                      Fill{address_of(1), 0, 60}});
  EXPECT_EQ(report.error, CudaError::cudaErrorInvalidResourceHandle);
  EXPECT_EQ(report.reason, "a stream of another");
  EXPECT_EQ(report.cause, ErrorCause::bad_copy);
  EXPECT_TRUE(std::ranges::none_of(
      gpu.calls, [](const std::string& call) { return call.starts_with("fill"); }));
  gpu = FakeGpu();
  EXPECT_EQ(run({Fill{address_of(1), 0, 61}}).cause, ErrorCause::copy_beyond);
}

// With what the first time left in variables, and nothing else of it.
TEST_F(PlanExecutor, ExecutesThePlanTwiceOnFreshBuffers) {
  rules.twice = true;
  plan.commands = {{Allocate{2, 16}, 0, true, 0},
                   {CreateStream{}, 1, false, 0},
                   {Fill{address_of(1), 9, 60}, 1, true, 0}};
  EXPECT_EQ(run().error, CudaError::cudaSuccess) << "nothing is created twice";
  const auto count = [&](const std::string& begin) {
    return std::ranges::count_if(gpu.calls,
                                 [&](const std::string& call) { return call.starts_with(begin); });
  };
  EXPECT_EQ(count("fill "), 2);
  EXPECT_EQ(count("write 0x1000"), 2) << "the input";
  EXPECT_EQ(count("write 0x2000 60 false"), 2) << "the poison";
  EXPECT_EQ(count("free 0x3000"), 1) << "what the first time left";
}

// Whatever memory the recorder, beside hostile code, believes in.
TEST_F(PlanExecutor, KeepsToTheDeviceMemoryThatTheCaseHas) {
  rules.device_bytes = 100;
  EXPECT_EQ(run({Allocate{2, 60}, Allocate{3, 40}}).error, CudaError::cudaSuccess);
  EXPECT_EQ(run({Allocate{2, 60}, Allocate{3, 41}}).error, CudaError::cudaErrorMemoryAllocation);
  EXPECT_EQ(run({Allocate{2, 60}, Free{2}, Allocate{3, 100}}).error, CudaError::cudaSuccess);
  EXPECT_EQ(error_of(Allocate{2, ~std::uint64_t{0}}), CudaError::cudaErrorMemoryAllocation);
}

TEST_F(PlanExecutor, FindsMemoryThatIsLost) {
  plan.commands = {{Allocate{2, 8, false, true}, 0, true, 11},
                   {Allocate{3, 40, false, true}, 0, true, 12},
                   {Free{2}, 0, true, 13}};
  EXPECT_TRUE(run().hazards.empty()) << "not asked for";
  gpu = FakeGpu();
  rules.looks_for_leaks = true;
  const ExecutionReport report = run();
  ASSERT_EQ(report.hazards.size(), 1u);
  EXPECT_EQ(report.hazards[0].kind, HazardKind::leak);
  EXPECT_EQ(report.hazards[0].bytes, 40u);
  EXPECT_EQ(report.hazards[0].call.site, 12u);
  gpu = FakeGpu();
  EXPECT_TRUE(run({Allocate{2, 8, false, true}, Free{2}, Allocate{3, 8}}).hazards.empty())
      << "a static variable may hold the second";
}

TEST_F(PlanExecutor, RefusesWrongAllocations) {
  EXPECT_EQ(error_of(Allocate{0, 1}), CudaError::cudaErrorInvalidValue) << "the case's own";
  EXPECT_EQ(error_of(Allocate{most_buffers, 1}), CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(error_of(Allocate{0xffffffff, 1}), CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(error_of(Allocate{2, ~std::uint64_t{0}}), CudaError::cudaErrorMemoryAllocation);
  EXPECT_EQ(error_of(Free{1}), CudaError::cudaErrorInvalidValue) << "the case's own";
  EXPECT_EQ(error_of(Free{2}), CudaError::cudaErrorInvalidValue) << "never allocated";
  EXPECT_EQ(error_of(Free{0xffffffff}), CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(run({Allocate{2, 8}, Allocate{2, 8}}).error, CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(run({Allocate{2, 8}, Free{2}, Free{2}}).error, CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(run({Allocate{2, 8}, Free{2}, Allocate{2, 8}}).error, CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(run({Allocate{2, 8}, Free{2}, Fill{address_of(2), 0, 1}}).error,
            CudaError::cudaErrorInvalidValue);
}

TEST_F(PlanExecutor, RefusesSharedMemoryThatWouldWrapAround) {
  Launch launch = launch_with({});
  launch.dynamic_shared = (std::uint64_t{1} << 32) + 16;
  launch.most_dynamic_shared = ~std::uint64_t{0};
  EXPECT_EQ(error_of(launch), CudaError::cudaErrorInvalidValue);
}

TEST_F(PlanExecutor, FetchesOutputsAfterAnErrorToo) {
  output.assign(output_bytes, std::byte{3});
  Launch trap = launch_with({});
  trap.kernel = "trap";
  const ExecutionReport report =
      run({Upload{address_of(1), std::vector<std::uint8_t>(60, 4)}, trap});
  EXPECT_EQ(report.error, CudaError::cudaErrorLaunchFailure);
  EXPECT_EQ(report.reason, "a trap");
  EXPECT_EQ(report.runs.size(), 1u);
  EXPECT_EQ(output, std::vector<std::byte>(output_bytes, std::byte{4}));
}

TEST_F(PlanExecutor, ReportsWhatItCannotLoad) {
  plan.modules = {{"garbage"}};
  EXPECT_EQ(run({}).error, CudaError::cudaErrorInvalidPtx);
  plan.modules = {{""}};
  plan.variables = {{0, "no such variable"}};
  EXPECT_EQ(run({}).error, CudaError::cudaErrorInvalidSymbol);
}

TEST_F(PlanExecutor, ReportsAFailureOfTheGpuItself) {
  Launch broken = launch_with({});
  broken.kernel = "broken";
  const ExecutionReport report = run({broken});
  EXPECT_EQ(report.error, CudaError::cudaErrorUnknown);
  EXPECT_EQ(report.reason, "a bug of the GPU's own");
}

TEST_F(PlanExecutor, NoticesAnInputThatWasChanged) {
  EXPECT_EQ(run({Upload{address_of(0), {1}}}).changed_input, "") << "the same as before";
  gpu = FakeGpu();
  const ExecutionReport report = run({Upload{address_of(0), {1, 9, 9}}});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  EXPECT_EQ(report.changed_input, "imgSrc");
  EXPECT_EQ(report.changed_byte, 1u);
  EXPECT_EQ(input, std::vector<std::byte>(input_bytes, std::byte{1})) << "only the device's";
}

TEST_F(PlanExecutor, DoesNothingForAPlanThatIsRefused) {
  plan.refused = "the launch function copies from the device to the host";
  const ExecutionReport report = run({Allocate{2, 8}});
  EXPECT_EQ(report.error, CudaError::cudaErrorNotSupported);
  EXPECT_EQ(report.reason, plan.refused);
  EXPECT_TRUE(gpu.calls.empty());
}

TEST_F(PlanExecutor, AddsUpTheTimeOfCopiesAndFills) {
  const ExecutionReport report =
      run({Fill{address_of(1), 0, 60}, Copy{address_of(1), address_of(0), 8},
           Copy{address_of(1), address_of(0), 8}});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  EXPECT_EQ(report.copy_seconds, 5);
}

// --- Host memory and streams ---

class PlanExecutorOfImages : public testing::Test {
 protected:
  ExecutionReport run(std::vector<Command> commands, bool looks_for_hazards = false) {
    plan.commands = std::move(commands);
    const std::vector<CaseBuffer> buffers = {{input, false, "src"}, {output, true, "dst"}};
    return execute(plan, buffers, {true, looks_for_hazards}, gpu);
  }
  CudaError error_of(const Command& command) {
    gpu = FakeGpu();
    return run({{Allocate{0, 100}, 0, false, 0}, {CreateStream{}, 1, false, 0}, command}).error;
  }
  std::string last_call() const { return gpu.calls.back(); }

  std::vector<std::byte> input = std::vector<std::byte>(100, std::byte{1});
  std::vector<std::byte> output = std::vector<std::byte>(60, std::byte{2});
  Plan plan{{}, {}, {{100, true}, {60, true}}, {}, {}};
  FakeGpu gpu;
  Launch kernel;
};

TEST_F(PlanExecutorOfImages, PlacesThemOnTheHostAndFetchesThemFromThere) {
  const ExecutionReport report = run({{Allocate{0, 60}, 0, false, 0},
                                      {CopyIn{address_of(0), {0, 40}, 60}, 0, true, 0},
                                      {CopyOut{{1, 0}, address_of(0), 60}, 0, true, 0}});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  EXPECT_EQ(gpu.calls, (std::vector<std::string>{
                           "allocate_host 100 pinned", "allocate_host 60 pinned",
                           "allocate 60 cudaMalloc of 60 bytes in the launch function result",
                           "copy_in 0x1000 60 pinned stream 0 waits",
                           "copy_out 0x1000 60 pinned stream 0 waits"}));
  EXPECT_EQ(output, std::vector<std::byte>(60, std::byte{1}));
  EXPECT_EQ(report.bytes_in, 60u);
  EXPECT_EQ(report.bytes_out, 60u);
  EXPECT_EQ(report.pageable_bytes, 0u);
  EXPECT_EQ(report.changed_input, "");
  EXPECT_TRUE(report.elapsed);
}

TEST_F(PlanExecutorOfImages, KeepsWhatNobodyWroteOfTheResult) {
  EXPECT_EQ(run({}).error, CudaError::cudaSuccess);
  EXPECT_EQ(output, std::vector<std::byte>(60, std::byte{2})) << "poison comes back";
}

TEST_F(PlanExecutorOfImages, WaitsForPageableMemoryWhateverWasAskedFor) {
  plan.host_buffers[0].is_pinned = false;
  const ExecutionReport report =
      run({{Allocate{0, 60}, 0, false, 0}, {CopyIn{address_of(0), {0, 0}, 60}, 0, false, 0}});
  EXPECT_EQ(last_call(), "copy_in 0x1000 60 pageable stream 0 waits");
  EXPECT_EQ(report.pageable_bytes, 60u);
}

TEST_F(PlanExecutorOfImages, CopiesOnTheHostItself) {
  plan.host_buffers.push_back({16, true});  // a buffer that parts of the image go through
  const ExecutionReport report = run({{HostCopy{{2, 0}, {0, 84}, 16}, 0, true, 0},
                                      {HostFill{{2, 4}, 9, 4}, 0, true, 0},
                                      {HostCopy{{1, 44}, {2, 0}, 16}, 0, true, 0}});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  std::vector<std::byte> expected(60, std::byte{2});
  std::fill(expected.begin() + 44, expected.end(), std::byte{1});
  std::fill(expected.begin() + 48, expected.begin() + 52, std::byte{9});
  EXPECT_EQ(output, expected);
  EXPECT_EQ(last_call(), "host_copies 32") << "read and written";
}

TEST_F(PlanExecutorOfImages, RefusesCopiesThatLeaveHostMemory) {
  const std::uint64_t most = ~std::uint64_t{0}, device = address_of(0);
  const std::vector<Command> commands = {
      {CopyIn{device, {0, 1}, 100}, 0, true, 0},   {CopyIn{device, {0, 101}, 0}, 0, true, 0},
      {CopyIn{device, {0, most}, 1}, 0, true, 0},  {CopyIn{device, {0, 8}, most}, 0, true, 0},
      {CopyIn{device, {7, 0}, 1}, 0, true, 0},     {CopyOut{{1, 1}, device, 60}, 0, true, 0},
      {CopyOut{{1, 61}, device, 1}, 0, true, 0},   {CopyOut{{2, 0}, device, 1}, 0, true, 0},
      {HostCopy{{1, 0}, {0, 50}, 60}, 0, true, 0}, {HostCopy{{1, 59}, {0, 0}, 2}, 0, true, 0},
      {HostFill{{1, 0}, 0, 61}, 0, true, 0},       {HostFill{{1, most}, 0, 2}, 0, true, 0}};
  for (std::size_t c = 0; c < commands.size(); ++c) {
    EXPECT_EQ(error_of(commands[c]), CudaError::cudaErrorInvalidValue) << c;
    EXPECT_EQ(output, std::vector<std::byte>(60, std::byte{2})) << c;
  }
}

TEST_F(PlanExecutorOfImages, SaysWhichCopyLeavesWhichBuffer) {
  const ExecutionReport report =
      run({{Allocate{0, 100}, 0, false, 7}, {CopyIn{address_of(0), {0, 90}, 20}, 0, true, 8}});
  EXPECT_EQ(report.reason, "a copy of 20 bytes at byte 90 of src, which has 100 bytes");
  EXPECT_EQ(report.error_site, 8u);
  gpu = FakeGpu();
  EXPECT_EQ(
      run({{Allocate{0, 10}, 0, false, 7}, {CopyIn{address_of(0), {0, 0}, 20}, 0, true, 8}}).reason,
      "a copy of 20 bytes at byte 0 of device memory, which has 10 bytes");
  gpu = FakeGpu();
  EXPECT_EQ(run({{Allocate{0, 10}, 0, false, 7}}).error_site, 0u) << "nothing went wrong";
}

TEST_F(PlanExecutorOfImages, TellsWhereMemoryOfAnEarlierCallIs) {
  EXPECT_EQ(run({{Allocate{0, 10}, 0, false, 7}}).kept.size(), 0u);
  gpu = FakeGpu();
  EXPECT_EQ(run({{Allocate{0, 10, true}, 0, false, 7}, {Allocate{1, 10}, 0, false, 8}}).kept.size(),
            1u);
}

TEST_F(PlanExecutorOfImages, RefusesPlansWithOtherHostMemory) {
  plan.host_buffers[1].bytes = 61;
  EXPECT_NE(run({}).error, CudaError::cudaSuccess);
  plan.host_buffers.pop_back();
  EXPECT_NE(run({}).error, CudaError::cudaSuccess);
  plan.host_buffers = {{100, true}, {60, true}, {~std::uint64_t{0}, false}};
  EXPECT_NE(run({}).error, CudaError::cudaSuccess) << "more than there is";
}

TEST_F(PlanExecutorOfImages, RefusesStreamsThatAreNotThere) {
  const CudaError error = CudaError::cudaErrorInvalidResourceHandle;
  EXPECT_EQ(error_of({Fill{address_of(0), 0, 1}, 1, false, 0}), CudaError::cudaSuccess)
      << "that one is";
  using What = decltype(Command::what);
  const What anything[] = {Fill{address_of(0), 0, 1},
                           CopyIn{address_of(0), {0, 0}, 1},
                           CopyOut{{1, 0}, address_of(0), 1},
                           kernel,
                           Record{0},
                           WaitEvent{0},
                           SynchronizeStream{},
                           DestroyStream{}};
  for (const What& what : anything) EXPECT_EQ(error_of({what, 2, false, 0}), error) << what.index();
  EXPECT_EQ(error_of({CreateStream{}, 1, false, 0}), error) << "created twice";
  EXPECT_EQ(error_of({CreateStream{}, 0, false, 0}), error) << "the default stream";
  EXPECT_EQ(error_of({DestroyStream{}, 0, false, 0}), error) << "the default stream";
  gpu = FakeGpu();
  EXPECT_EQ(run({{CreateStream{}, 1, false, 0},
                 {DestroyStream{}, 1, false, 0},
                 {SynchronizeStream{}, 1, true, 0}})
                .error,
            error);
}

TEST_F(PlanExecutorOfImages, EventsThatWereNotRecordedAreNothingToWaitFor) {
  const ExecutionReport report = run({{CreateStream{true}, 1, false, 0},
                                      {WaitEvent{3}, 1, false, 0},
                                      {SynchronizeEvent{3}, 0, true, 0},
                                      {Record{3}, 1, false, 0},
                                      {WaitEvent{3}, 1, false, 0},
                                      {SynchronizeEvent{3}, 0, true, 0}});
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  const std::vector<std::string> last(gpu.calls.end() - 4, gpu.calls.end());
  EXPECT_EQ(last, (std::vector<std::string>{"create_stream 1 non-blocking", "record 3 in 1",
                                            "wait_event 3 in 1", "synchronize_event 3"}));
}

TEST_F(PlanExecutorOfImages, CountsCallsInTheDefaultStreamBesideOthers) {
  const std::vector<Command> commands = {{Allocate{0, 60}, 0, false, 0},
                                         {CopyIn{address_of(0), {0, 0}, 60}, 0, true, 0},
                                         {Fill{address_of(0), 0, 8}, 0, false, 0}};
  EXPECT_EQ(run(commands).default_stream_calls, 0u) << "there is no other";
  gpu = FakeGpu();
  std::vector<Command> with_stream = commands;
  with_stream.insert(with_stream.begin(), {CreateStream{}, 1, false, 0});
  with_stream.push_back({Fill{address_of(0), 0, 8}, 1, false, 0});
  EXPECT_EQ(run(with_stream).default_stream_calls, 2u);
}

// Of several strips, each copied in, filtered and waited for, or not.
TEST_F(PlanExecutorOfImages, CountsWhatKeepsWorkInTurn) {
  plan.modules = {{".version 8.0"}};
  const auto strips = [&](std::uint32_t second_stream, bool waits_for_each) {
    std::vector<Command> commands = {{Allocate{0, 60}, 0, false, 0},
                                     {CreateStream{}, 1, false, 0},
                                     {CreateStream{}, 2, false, 0}};
    for (const std::uint32_t stream : {1u, second_stream}) {
      commands.push_back({Fill{address_of(0), 0, 8}, stream, false, 20});
      commands.push_back({kernel, stream, false, 21});
      if (waits_for_each) commands.push_back({SynchronizeStream{}, stream, true, 22});
    }
    commands.push_back({SynchronizeDevice{}, 0, true, 23});
    gpu = FakeGpu();
    return run(commands);
  };
  const ExecutionReport one = strips(1, false);
  EXPECT_TRUE(one.one_stream_has_all);
  EXPECT_EQ(one.calls.at(20).in_turn, 2) << "the last wait is not what keeps it in turn";
  EXPECT_EQ(one.calls.at(23).in_turn, 0);
  const ExecutionReport waiting = strips(2, true);
  EXPECT_FALSE(waiting.one_stream_has_all);
  EXPECT_EQ(waiting.calls.at(22).in_turn, 1) << "after the last there is nothing to do";
  const ExecutionReport two = strips(2, false);
  for (const auto& [site, counts] : two.calls) EXPECT_EQ(counts.in_turn, 0) << site;
}

TEST_F(PlanExecutorOfImages, HazardsAreReportedWhereTheyAreAskedFor) {
  // A copy out in a stream that nobody waits for, and a kernel in another that writes what it
  // reads.
  gpu.touches = {{.bytes = {0x1000, 0x1000 + 60}, .is_written = true}};
  plan.modules = {{".version 8.0"}};
  const std::vector<Command> commands = {{Allocate{0, 60}, 0, false, 0},
                                         {CreateStream{}, 1, false, 0},
                                         {CreateStream{}, 2, false, 0},
                                         {kernel, 1, false, 21},
                                         {CopyOut{{1, 0}, address_of(0), 60}, 2, false, 22}};
  EXPECT_TRUE(run(commands).hazards.empty()) << "not asked for";
  FakeGpu again;
  again.touches = gpu.touches;
  gpu = again;
  const ExecutionReport report = run(commands, true);
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  ASSERT_EQ(report.hazards.size(), 2u);
  EXPECT_EQ(report.hazards[0].kind, HazardKind::stream_race);
  EXPECT_EQ(report.hazards[0].call.site, 22u);
  EXPECT_EQ(report.hazards[0].other.site, 21u);
  EXPECT_EQ(report.hazards[1].kind, HazardKind::missing_sync);
}

// What the host itself does with managed memory is in no stream, and has to wait for those that use
// it.
TEST_F(PlanExecutorOfImages, TheHostsOwnCopiesAreInNoStream) {
  gpu.touches = {{.bytes = {0x1000, 0x1000 + 60}, .is_written = true}};
  plan.modules = {{".version 8.0"}};
  const std::vector<Command> commands = {{Allocate{0, 60}, 0, false, 0},
                                         {CreateStream{}, 1, false, 0},
                                         {Upload{address_of(0), {1, 2}}, 0, true, 20, true},
                                         {kernel, 1, false, 21},
                                         {CopyOut{{1, 0}, address_of(0), 60}, 0, true, 22, true}};
  const ExecutionReport report = run(commands, true);
  EXPECT_EQ(report.error, CudaError::cudaSuccess);
  EXPECT_EQ(report.default_stream_calls, 0u);
  ASSERT_EQ(report.hazards.size(), 1u);
  EXPECT_EQ(report.hazards[0].kind, HazardKind::host_in_use);
  EXPECT_EQ(report.hazards[0].call.site, 22u);
  EXPECT_EQ(report.hazards[0].other.site, 21u);
}

TEST_F(PlanExecutorOfImages, GoesOnWhereManagedMemoryIsAsTheHostExpects) {
  const auto report_of = [&](std::vector<std::uint8_t> expected, std::uint64_t at) {
    gpu = FakeGpu();
    return run({{Allocate{0, 60}, 0, false, 0},
                {Upload{address_of(0), {1, 2}}, 0, true, 20, true},
                {Expect{at, std::move(expected)}, 0, true, 21, true}});
  };
  EXPECT_EQ(report_of({1, 2}, address_of(0)).error, CudaError::cudaSuccess);
  const ExecutionReport changed = report_of({1, 3}, address_of(0));
  EXPECT_EQ(changed.error, CudaError::cudaErrorNotSupported);
  EXPECT_EQ(changed.error_site, 21u);
  EXPECT_NE(changed.reason.find("that a kernel has changed"), std::string::npos);
  EXPECT_EQ(report_of({1, 2}, address_of(0) + 59).error, CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(report_of({1, 2}, 77).error, CudaError::cudaErrorInvalidValue);
}

// cudaFree() waits for all that may still use the memory.
TEST_F(PlanExecutorOfImages, FreeingWaits) {
  const ExecutionReport report = run({{Allocate{0, 60}, 0, false, 0},
                                      {CreateStream{}, 1, false, 0},
                                      {CopyOut{{1, 0}, address_of(0), 60}, 1, false, 22},
                                      {Free{0}, 0, true, 0}},
                                     true);
  EXPECT_TRUE(report.hazards.empty());
}

}  // namespace
}  // namespace warplab::gpu
