// A plan is carried out on a GPU that only writes down what it is told: which addresses it sees,
// and that a hostile plan ends in an error of the report.
#include "autograder/gpu/player.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
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
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes,
            PlayReport& report) override {
    report.copy_seconds += 1;
    calls.push_back(fmt::format("fill {:#x} {} {}", address, value, bytes));
  }
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
            PlayReport& report) override {
    report.copy_seconds += 2;
    calls.push_back(fmt::format("copy {:#x} {:#x} {}", to, from, bytes));
  }
  std::size_t load(const std::string& ptx) override {
    if (ptx == "garbage") throw GpuError("cudaErrorInvalidPtx", "line 1");
    return 7;
  }
  Span variable(std::size_t, const std::string& name) override {
    if (name != "table") throw GpuError("cudaErrorInvalidSymbol", "the device code has no " + name);
    return {0x900000, 64};
  }
  void launch(std::size_t module, const Launch& launch,
              const std::vector<std::vector<std::uint8_t>>& given, PlayReport& report) override {
    calls.push_back(fmt::format("launch {} {}", module, launch.kernel));
    parameters = given;
    report.runs.emplace_back().kernel = launch.kernel;
    if (launch.kernel == "trap") throw GpuError("cudaErrorLaunchFailure", "a trap");
    if (launch.kernel == "broken") throw std::logic_error("a bug of the GPU's own");
  }

  std::vector<std::string> calls;
  std::vector<std::vector<std::uint8_t>> parameters;  // of the last launch

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
  PlayReport run(std::vector<Command> commands) {
    plan.commands = std::move(commands);
    return run();
  }
  PlayReport run() {
    const std::vector<CaseBuffer> buffers = {{input, false, "imgSrc"}, {output, true, "imgDst"}};
    const PlayReport report = play(plan, buffers, gpu);
    EXPECT_EQ(report.gpu, "fake");
    return report;
  }
  // The error of a plan with one command, behind the setting up of the case's buffers.
  std::string error_of(const Command& command) {
    gpu = FakeGpu();
    return run({command}).error;
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
  Plan plan{{{".version 8.0"}}, {}, {}, {}};
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
  EXPECT_EQ(last, (std::vector<std::string>{"fill 0x2000 9 60", "write 0x90003c 4 true",
                                            "copy 0x900000 0x1024 64", "copy 0x203c 0x1000 0"}));
}

TEST_F(GpuPlayer, RefusesCopiesThatLeaveABuffer) {
  const std::uint64_t most = ~std::uint64_t{0}, in = address_of(0), out = address_of(1);
  for (const Command& command : std::vector<Command>{
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
  const PlayReport report =
      run({Fill{address_of(1), 0, 60}, Copy{address_of(1), address_of(0), 8},
           Copy{address_of(1), address_of(0), 8}});
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.copy_seconds, 5);
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

TEST(GpuReport, IsReadWithoutTrust) {
  std::vector<std::byte> bytes(report_capacity, std::byte{0xff});
  EXPECT_THROW(read_report(bytes), std::exception);
  const std::string text =
      R"({"gpu":"","error":"","reason":"","output":"","copy_seconds":0,"changed_input":"",)"
      R"("changed_byte":0,"findings":[],"runs":[{}]})";
  const std::uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  std::memcpy(bytes.data() + sizeof length, text.data(), text.size());
  EXPECT_THROW(read_report(bytes), std::exception);
}

}  // namespace
}  // namespace warplab::gpu
