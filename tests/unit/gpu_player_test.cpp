// A plan is carried out on a GPU that only writes down what it is told: which addresses it sees,
// and that a hostile plan ends in an error of the report.
#include "autograder/gpu/player.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>

namespace warplab::gpu {
namespace {

// Memory at 0x1000, 0x2000, ...; a module's variable at 0x900000.
class FakeGpu : public Gpu {
 public:
  std::string name() const override { return "fake"; }
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name) override {
    if (bytes > 1 << 20) throw GpuError("cudaErrorMemoryAllocation", "too much");
    const std::uint64_t address = 0x1000 * (memory.size() + 1);
    memory[address].resize(bytes);
    calls.push_back(fmt::format("allocate {} {}", bytes, name));
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
    if (bytes > 1 << 20) throw GpuError("cudaErrorMemoryAllocation", "too much");
    calls.push_back(fmt::format("allocate_host {} {}", bytes, is_pinned ? "pinned" : "pageable"));
    return host_memory.emplace_back(bytes);
  }
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes, const Turn&,
            PlayReport& report) override {
    report.copy_seconds += 1;
    calls.push_back(fmt::format("fill {:#x} {} {}", address, value, bytes));
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, const Turn&,
            PlayReport& report) override {
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
  void end(PlayReport& report) override { report.elapsed = Elapsed{1.0, 0, 0, 0, 0, {}}; }
  std::size_t load(const std::string& ptx) override {
    if (ptx == "garbage") throw GpuError("cudaErrorInvalidPtx", "line 1");
    return 7;
  }
  Span variable(std::size_t, const std::string& name) override {
    if (name != "table") throw GpuError("cudaErrorInvalidSymbol", "the device code has no " + name);
    return {0x900000, 64};
  }
  std::vector<Touch> launch(std::size_t module, const Launch& launch,
                            const std::vector<std::vector<std::uint8_t>>& given, const Turn&,
                            PlayReport& report) override {
    calls.push_back(fmt::format("launch {} {}", module, launch.kernel));
    parameters = given;
    report.runs.emplace_back().kernel = launch.kernel;
    if (launch.kernel == "trap") throw GpuError("cudaErrorLaunchFailure", "a trap");
    if (launch.kernel == "broken") throw std::logic_error("a bug of the GPU's own");
    return touches;
  }

  std::vector<std::string> calls;
  std::vector<std::vector<std::uint8_t>> parameters;  // of the last launch
  std::vector<Touch> touches;                         // of all launches
  std::deque<std::vector<std::byte>> host_memory;

 private:
  std::byte* find(std::uint64_t address, std::size_t bytes) {
    const auto found = memory.find(address);
    return found != memory.end() && bytes <= found->second.size() ? found->second.data() : nullptr;
  }

  std::map<std::uint64_t, std::vector<std::byte>> memory;
};

constexpr std::size_t input_bytes = 100, output_bytes = 60;

class GpuPlayer : public testing::Test {
 protected:
  using What = decltype(Command::what);
  // In the default stream.
  PlayReport run(const std::vector<What>& all) {
    plan.commands.clear();
    for (const What& what : all) plan.commands.push_back({what, 0, true, 0});
    return run();
  }
  PlayReport run() {
    const std::vector<CaseBuffer> buffers = {{input, false, "imgSrc"}, {output, true, "imgDst"}};
    const PlayReport report = play(plan, buffers, {}, gpu);
    EXPECT_EQ(report.gpu, "fake");
    return report;
  }
  // The error of a plan with one command, behind the setting up of the case's buffers.
  std::string error_of(const What& what) {
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
  FakeGpu gpu;
};

TEST_F(GpuPlayer, PlacesInputsAndPoisonBeforeAnythingElse) {
  const PlayReport report = run({});
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(gpu.calls, (std::vector<std::string>{"allocate 100 imgSrc", "write 0x1000 100 true",
                                                 "allocate 60 imgDst", "write 0x2000 60 false"}));
  EXPECT_EQ(output, std::vector<std::byte>(output_bytes, std::byte{2})) << "poison comes back";
}

TEST_F(GpuPlayer, TranslatesAddressesInParameters) {
  const PlayReport report = run({Allocate{2, 16}, launch_with({address_of(0), 5, address_of(2)})});
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(words(), (std::vector<std::uint64_t>{0x1000, 5, 0x3000}));
  EXPECT_EQ(gpu.calls.back(), "launch 7 k");
  EXPECT_EQ(report.runs.size(), 1u);
}

TEST_F(GpuPlayer, TranslatesAddressesBesideABuffer) {
  run({launch_with({address_of(1) - 8, address_of(1) + 60, address_of(1) + (window_bytes / 2) - 1,
                    address_of(1) - window_bytes / 2})});
  EXPECT_EQ(words(),
            (std::vector<std::uint64_t>{0x2000 - 8, 0x2000 + 60, 0x2000 + window_bytes / 2 - 1,
                                        0x2000 - window_bytes / 2}));
}

TEST_F(GpuPlayer, LeavesOtherWordsAlone) {
  const std::vector<std::uint64_t> others = {
      0, 1, window_begin - 1, address_of(2), address_of(most_buffers), address_of(700), ~0ull};
  run({launch_with(others)});
  EXPECT_EQ(words(), others);
}

TEST_F(GpuPlayer, TranslatesWholeAlignedWordsOnly) {
  Launch launch = launch_with({0, address_of(0)});
  launch.parameters[0].erase(launch.parameters[0].begin());  // 15 bytes: one word and a part
  launch.parameters.push_back({1, 2, 3});
  launch.parameters.push_back({});
  const auto before = launch.parameters;
  EXPECT_EQ(run({launch}).error, "");
  EXPECT_EQ(gpu.parameters, before);
}

TEST_F(GpuPlayer, TranslatesFreedMemoryToWhereItWas) {
  EXPECT_EQ(run({Allocate{2, 16}, Free{2}, launch_with({address_of(2)})}).error, "");
  EXPECT_EQ(words()[0], 0x3000u) << "the GPU finds that it was freed";
}

TEST_F(GpuPlayer, CarriesOutCopiesAndFills) {
  plan.variables = {{0, "table"}};
  const std::uint64_t table = address_of(most_buffers);
  EXPECT_EQ(run({Fill{address_of(1), 9, 60}, Upload{table + 60, {1, 2, 3, 4}},
                 Copy{table, address_of(0) + 36, 64}, Copy{address_of(1) + 60, address_of(0), 0}})
                .error,
            "");
  const std::vector<std::string> last(gpu.calls.end() - 4, gpu.calls.end());
  EXPECT_EQ(last, (std::vector<std::string>{"fill 0x2000 9 60",
                                            "copy_in 0x90003c 4 pageable stream 0 waits",
                                            "copy 0x900000 0x1024 64", "copy 0x203c 0x1000 0"}));
}

TEST_F(GpuPlayer, RefusesCopiesThatLeaveABuffer) {
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
    EXPECT_EQ(error_of(command), "cudaErrorInvalidValue") << command.index();
    EXPECT_EQ(gpu.calls.size(), 4u) << "nothing was done";
  }
}

TEST_F(GpuPlayer, RefusesWrongAllocations) {
  EXPECT_EQ(error_of(Allocate{0, 1}), "cudaErrorInvalidValue") << "the case's own";
  EXPECT_EQ(error_of(Allocate{most_buffers, 1}), "cudaErrorInvalidValue");
  EXPECT_EQ(error_of(Allocate{0xffffffff, 1}), "cudaErrorInvalidValue");
  EXPECT_EQ(error_of(Allocate{2, ~std::uint64_t{0}}), "cudaErrorMemoryAllocation");
  EXPECT_EQ(error_of(Free{1}), "cudaErrorInvalidValue") << "the case's own";
  EXPECT_EQ(error_of(Free{2}), "cudaErrorInvalidValue") << "never allocated";
  EXPECT_EQ(error_of(Free{0xffffffff}), "cudaErrorInvalidValue");
  EXPECT_EQ(run({Allocate{2, 8}, Allocate{2, 8}}).error, "cudaErrorInvalidValue");
  EXPECT_EQ(run({Allocate{2, 8}, Free{2}, Free{2}}).error, "cudaErrorInvalidValue");
  EXPECT_EQ(run({Allocate{2, 8}, Free{2}, Allocate{2, 8}}).error, "cudaErrorInvalidValue");
  EXPECT_EQ(run({Allocate{2, 8}, Free{2}, Fill{address_of(2), 0, 1}}).error,
            "cudaErrorInvalidValue");
}

TEST_F(GpuPlayer, RefusesSharedMemoryThatWouldWrapAround) {
  Launch launch = launch_with({});
  launch.dynamic_shared = (std::uint64_t{1} << 32) + 16;
  launch.most_dynamic_shared = ~std::uint64_t{0};
  EXPECT_EQ(error_of(launch), "cudaErrorInvalidValue");
}

TEST_F(GpuPlayer, FetchesOutputsAfterAnErrorToo) {
  output.assign(output_bytes, std::byte{3});
  Launch trap = launch_with({});
  trap.kernel = "trap";
  const PlayReport report = run({Upload{address_of(1), std::vector<std::uint8_t>(60, 4)}, trap});
  EXPECT_EQ(report.error, "cudaErrorLaunchFailure");
  EXPECT_EQ(report.reason, "a trap");
  EXPECT_EQ(report.runs.size(), 1u);
  EXPECT_EQ(output, std::vector<std::byte>(output_bytes, std::byte{4}));
}

TEST_F(GpuPlayer, ReportsWhatItCannotLoad) {
  plan.modules = {{"garbage"}};
  EXPECT_EQ(run({}).error, "cudaErrorInvalidPtx");
  plan.modules = {{""}};
  plan.variables = {{0, "no such variable"}};
  EXPECT_EQ(run({}).error, "cudaErrorInvalidSymbol");
}

TEST_F(GpuPlayer, ReportsAFailureOfTheGpuItself) {
  Launch broken = launch_with({});
  broken.kernel = "broken";
  const PlayReport report = run({broken});
  EXPECT_EQ(report.error, "cudaErrorUnknown");
  EXPECT_EQ(report.reason, "a bug of the GPU's own");
}

TEST_F(GpuPlayer, NoticesAnInputThatWasChanged) {
  EXPECT_EQ(run({Upload{address_of(0), {1}}}).changed_input, "") << "the same as before";
  gpu = FakeGpu();
  const PlayReport report = run({Upload{address_of(0), {1, 9, 9}}});
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.changed_input, "imgSrc");
  EXPECT_EQ(report.changed_byte, 1u);
  EXPECT_EQ(input, std::vector<std::byte>(input_bytes, std::byte{1})) << "only the device's";
}

TEST_F(GpuPlayer, DoesNothingForAPlanThatIsRefused) {
  plan.refused = "the launch function copies from the device to the host";
  const PlayReport report = run({Allocate{2, 8}});
  EXPECT_EQ(report.error, "cudaErrorNotSupported");
  EXPECT_EQ(report.reason, plan.refused);
  EXPECT_TRUE(gpu.calls.empty());
}

TEST_F(GpuPlayer, AddsUpTheTimeOfCopiesAndFills) {
  const PlayReport report = run({Fill{address_of(1), 0, 60}, Copy{address_of(1), address_of(0), 8},
                                 Copy{address_of(1), address_of(0), 8}});
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.copy_seconds, 5);
}

// --- Host memory and streams ---

class GpuPlayerOfImages : public testing::Test {
 protected:
  PlayReport run(std::vector<Command> commands, bool looks_for_hazards = false) {
    plan.commands = std::move(commands);
    const std::vector<CaseBuffer> buffers = {{input, false, "src"}, {output, true, "dst"}};
    return play(plan, buffers, {true, looks_for_hazards}, gpu);
  }
  std::string error_of(const Command& command) {
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

TEST_F(GpuPlayerOfImages, PlacesThemOnTheHostAndFetchesThemFromThere) {
  const PlayReport report = run({{Allocate{0, 60}, 0, false, 0},
                                 {CopyIn{address_of(0), {0, 40}, 60}, 0, true, 0},
                                 {CopyOut{{1, 0}, address_of(0), 60}, 0, true, 0}});
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(gpu.calls,
            (std::vector<std::string>{"allocate_host 100 pinned", "allocate_host 60 pinned",
                                      "allocate 60 cudaMalloc of 60 bytes in the launch function",
                                      "copy_in 0x1000 60 pinned stream 0 waits",
                                      "copy_out 0x1000 60 pinned stream 0 waits"}));
  EXPECT_EQ(output, std::vector<std::byte>(60, std::byte{1}));
  EXPECT_EQ(report.bytes_in, 60u);
  EXPECT_EQ(report.bytes_out, 60u);
  EXPECT_EQ(report.pageable_bytes, 0u);
  EXPECT_EQ(report.changed_input, "");
  EXPECT_TRUE(report.elapsed);
}

TEST_F(GpuPlayerOfImages, KeepsWhatNobodyWroteOfTheResult) {
  EXPECT_EQ(run({}).error, "");
  EXPECT_EQ(output, std::vector<std::byte>(60, std::byte{2})) << "poison comes back";
}

TEST_F(GpuPlayerOfImages, WaitsForPageableMemoryWhateverWasAskedFor) {
  plan.host_buffers[0].is_pinned = false;
  const PlayReport report =
      run({{Allocate{0, 60}, 0, false, 0}, {CopyIn{address_of(0), {0, 0}, 60}, 0, false, 0}});
  EXPECT_EQ(last_call(), "copy_in 0x1000 60 pageable stream 0 waits");
  EXPECT_EQ(report.pageable_bytes, 60u);
}

TEST_F(GpuPlayerOfImages, CopiesOnTheHostItself) {
  plan.host_buffers.push_back({16, true});  // a buffer that parts of the image go through
  const PlayReport report = run({{HostCopy{{2, 0}, {0, 84}, 16}, 0, true, 0},
                                 {HostFill{{2, 4}, 9, 4}, 0, true, 0},
                                 {HostCopy{{1, 44}, {2, 0}, 16}, 0, true, 0}});
  EXPECT_EQ(report.error, "");
  std::vector<std::byte> expected(60, std::byte{2});
  std::fill(expected.begin() + 44, expected.end(), std::byte{1});
  std::fill(expected.begin() + 48, expected.begin() + 52, std::byte{9});
  EXPECT_EQ(output, expected);
  EXPECT_EQ(last_call(), "host_copies 32") << "read and written";
}

TEST_F(GpuPlayerOfImages, RefusesCopiesThatLeaveHostMemory) {
  const std::uint64_t most = ~std::uint64_t{0}, device = address_of(0);
  const std::vector<Command> commands = {
      {CopyIn{device, {0, 1}, 100}, 0, true, 0},   {CopyIn{device, {0, 101}, 0}, 0, true, 0},
      {CopyIn{device, {0, most}, 1}, 0, true, 0},  {CopyIn{device, {0, 8}, most}, 0, true, 0},
      {CopyIn{device, {7, 0}, 1}, 0, true, 0},     {CopyOut{{1, 1}, device, 60}, 0, true, 0},
      {CopyOut{{1, 61}, device, 1}, 0, true, 0},   {CopyOut{{2, 0}, device, 1}, 0, true, 0},
      {HostCopy{{1, 0}, {0, 50}, 60}, 0, true, 0}, {HostCopy{{1, 59}, {0, 0}, 2}, 0, true, 0},
      {HostFill{{1, 0}, 0, 61}, 0, true, 0},       {HostFill{{1, most}, 0, 2}, 0, true, 0}};
  for (std::size_t c = 0; c < commands.size(); ++c) {
    EXPECT_EQ(error_of(commands[c]), "cudaErrorInvalidValue") << c;
    EXPECT_EQ(output, std::vector<std::byte>(60, std::byte{2})) << c;
  }
}

TEST_F(GpuPlayerOfImages, SaysWhichCopyLeavesWhichBuffer) {
  const PlayReport report =
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

TEST_F(GpuPlayerOfImages, RefusesPlansWithOtherHostMemory) {
  plan.host_buffers[1].bytes = 61;
  EXPECT_NE(run({}).error, "");
  plan.host_buffers.pop_back();
  EXPECT_NE(run({}).error, "");
  plan.host_buffers = {{100, true}, {60, true}, {~std::uint64_t{0}, false}};
  EXPECT_NE(run({}).error, "") << "more than there is";
}

TEST_F(GpuPlayerOfImages, RefusesStreamsThatAreNotThere) {
  const std::string error = "cudaErrorInvalidResourceHandle";
  EXPECT_EQ(error_of({Fill{address_of(0), 0, 1}, 1, false, 0}), "") << "that one is";
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

TEST_F(GpuPlayerOfImages, EventsThatWereNotRecordedAreNothingToWaitFor) {
  const PlayReport report = run({{CreateStream{true}, 1, false, 0},
                                 {WaitEvent{3}, 1, false, 0},
                                 {SynchronizeEvent{3}, 0, true, 0},
                                 {Record{3}, 1, false, 0},
                                 {WaitEvent{3}, 1, false, 0},
                                 {SynchronizeEvent{3}, 0, true, 0}});
  EXPECT_EQ(report.error, "");
  const std::vector<std::string> last(gpu.calls.end() - 4, gpu.calls.end());
  EXPECT_EQ(last, (std::vector<std::string>{"create_stream 1 non-blocking", "record 3 in 1",
                                            "wait_event 3 in 1", "synchronize_event 3"}));
}

TEST_F(GpuPlayerOfImages, CountsCallsInTheDefaultStreamBesideOthers) {
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

TEST_F(GpuPlayerOfImages, HazardsAreReportedWhereTheyAreAskedFor) {
  // A copy out in a stream that nobody waits for, and a kernel in another that writes what it
  // reads.
  gpu.touches = {{{0x1000, 60}, true}};
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
  const PlayReport report = run(commands, true);
  EXPECT_EQ(report.error, "");
  ASSERT_EQ(report.hazards.size(), 2u);
  EXPECT_EQ(report.hazards[0].kind, "stream-race");
  EXPECT_EQ(report.hazards[0].site, 22u);
  EXPECT_EQ(report.hazards[0].other_site, 21u);
  EXPECT_EQ(report.hazards[1].kind, "missing-sync");
}

// cudaFree() waits for all that may still use the memory.
TEST_F(GpuPlayerOfImages, FreeingWaits) {
  const PlayReport report = run({{Allocate{0, 60}, 0, false, 0},
                                 {CreateStream{}, 1, false, 0},
                                 {CopyOut{{1, 0}, address_of(0), 60}, 1, false, 22},
                                 {Free{0}, 0, true, 0}},
                                true);
  EXPECT_TRUE(report.hazards.empty());
}

// What comes of it in the report, which has a size whatever the device code is called.
TEST(GpuReport, ComesBackAsItWasWritten) {
  PlayReport report;
  report.gpu = "NVIDIA H200";
  report.copy_seconds = 1.5;
  report.error = "cudaErrorAssert";
  report.reason = "an assertion";
  report.output = "printed\n";
  report.changed_input = "imgSrc";
  report.changed_byte = 7;
  report.findings.emplace_back().what = "a race";
  report.runs.push_back({"convolve", 1e-3, std::nullopt});
  report.error_site = 0x1234;
  report.bytes_in = 1;
  report.bytes_out = 2;
  report.pageable_bytes = 3;
  report.default_stream_calls = 4;
  report.elapsed = Elapsed{5e-3, 1e-3, 2e-3, 3e-3, 0.5, {}};
  simt::model::Activity activity{
      simt::model::Activity::Kind::copy, "a copy", "stream 1", "copy engine in", 0, 1e-3, 2e-3, 77};
  report.elapsed->activities = {activity};
  report.hazards.push_back({"stream-race", "this {1} and that {2}", 11, 12});
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const PlayReport read = read_report(bytes);
  EXPECT_EQ(read.gpu, report.gpu);
  EXPECT_EQ(read.copy_seconds, report.copy_seconds);
  EXPECT_EQ(read.error, report.error);
  EXPECT_EQ(read.reason, report.reason);
  EXPECT_EQ(read.output, report.output);
  EXPECT_EQ(read.changed_input, report.changed_input);
  EXPECT_EQ(read.changed_byte, report.changed_byte);
  ASSERT_EQ(read.findings.size(), 1u);
  EXPECT_EQ(read.findings[0].what, "a race");
  ASSERT_EQ(read.runs.size(), 1u);
  EXPECT_EQ(read.runs[0].kernel, "convolve");
  EXPECT_EQ(read.runs[0].seconds, 1e-3);
  EXPECT_EQ(read.error_site, 0x1234u);
  EXPECT_EQ(read.bytes_in, 1u);
  EXPECT_EQ(read.bytes_out, 2u);
  EXPECT_EQ(read.pageable_bytes, 3u);
  EXPECT_EQ(read.default_stream_calls, 4u);
  ASSERT_TRUE(read.elapsed);
  EXPECT_EQ(read.elapsed->seconds, 5e-3);
  EXPECT_EQ(read.elapsed->in_s, 1e-3);
  EXPECT_EQ(read.elapsed->kernels_s, 2e-3);
  EXPECT_EQ(read.elapsed->out_s, 3e-3);
  EXPECT_EQ(read.elapsed->overlap, 0.5);
  ASSERT_EQ(read.elapsed->activities.size(), 1u);
  EXPECT_EQ(read.elapsed->activities[0].kind, activity.kind);
  EXPECT_EQ(read.elapsed->activities[0].name, "a copy");
  EXPECT_EQ(read.elapsed->activities[0].track, "stream 1");
  EXPECT_EQ(read.elapsed->activities[0].resource, "copy engine in");
  EXPECT_EQ(read.elapsed->activities[0].begin, 1e-3);
  EXPECT_EQ(read.elapsed->activities[0].end, 2e-3);
  EXPECT_EQ(read.elapsed->activities[0].bytes, 77u);
  ASSERT_EQ(read.hazards.size(), 1u);
  EXPECT_EQ(read.hazards[0].kind, "stream-race");
  EXPECT_EQ(read.hazards[0].what, "this {1} and that {2}");
  EXPECT_EQ(read.hazards[0].site, 11u);
  EXPECT_EQ(read.hazards[0].other_site, 12u);
}

TEST(GpuReport, FitsWhateverIsInIt) {
  const std::string huge(16 << 10, '\x01');  // six characters each in JSON
  PlayReport report;
  report.error = "cudaErrorAssert";
  report.reason = report.output = std::string(report_capacity, '\x02');
  simt::observe::Finding finding;
  finding.kernel = finding.where.file = finding.where.access = finding.what = huge;
  finding.space = finding.allocation = huge;
  finding.other = finding.where;
  report.findings.assign(250, finding);
  report.runs.push_back({report.output, 1, std::nullopt});
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const PlayReport read = read_report(bytes);
  EXPECT_EQ(read.error, "cudaErrorLaunchFailure") << "a kernel whose name fills it";
  EXPECT_FALSE(read.findings.empty());
  EXPECT_LE(read.output.size(), 64u << 10);

  report.runs.clear();
  report.runs.resize(40'000);
  write_report(report, bytes);
  EXPECT_EQ(read_report(bytes).error, "cudaErrorLaunchFailure");
}

// A strip is two launches, and a large image has hundreds.
TEST(GpuReport, KeepsTheCountersOfManyLaunches) {
  PlayReport report;
  report.runs.resize(1500);
  for (KernelRun& run : report.runs) {
    run.profile.emplace().metrics[simt::observe::Metric::global_load_bytes] = 3;
    run.profile->lines.resize(120);
  }
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  const PlayReport read = read_report(bytes);
  EXPECT_EQ(read.error, "");
  ASSERT_EQ(read.runs.size(), report.runs.size());
  EXPECT_EQ(read.runs.front().profile->lines.size(), 120u);
  EXPECT_TRUE(read.runs.back().profile->lines.empty());
  EXPECT_EQ(read.runs.back().profile->metrics[simt::observe::Metric::global_load_bytes], 3u);
}

TEST(GpuReport, IsReadWithoutTrust) {
  std::vector<std::byte> bytes(report_capacity, std::byte{0xff});
  EXPECT_THROW(read_report(bytes), std::exception);
  const std::string text =
      R"({"gpu":"","error":"","reason":"","output":"","copy_seconds":0,"copies":0,"changed_input":"",)"
      R"("changed_byte":0,"findings":[],"runs":[{}]})";
  const std::uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  std::memcpy(bytes.data() + sizeof length, text.data(), text.size());
  EXPECT_THROW(read_report(bytes), std::exception);
}

}  // namespace
}  // namespace warplab::gpu
