// What becomes of calls of the CUDA runtime where a plan is written: its commands, errors,
// refusals.
#include "autograder/gpu/recording.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/runtime/fatbin.h"

// What compiled code calls.
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*);
void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t size, int,
                       int);
cudaError_t cudaLaunchKernel_ptsz(const void* function, dim3 grid, dim3 block, void** arguments,
                                  size_t shared, cudaStream_t stream);
}

namespace warplab::gpu {
namespace {

constexpr const char* ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.global .align 8 .b8 taps[8];
.visible .entry fill(.param .u64 to, .param .u32 value) .maxntid 256, 1, 1
{
  .reg .b64 %rd<2>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [to];
  ret;
}
)";

char fill_stub;
char taps_shadow[8];

// Device code as a compiler would register it before main().
void register_code() {
  static char image[8192];
  static simt::runtime::FatbinWrapper wrapper{simt::runtime::fatbin_wrapper_magic, 1, image,
                                              nullptr};
  const std::string container = simt::runtime::make_fatbin(ptx, 80);
  ASSERT_LE(container.size(), sizeof image);
  std::memcpy(image, container.data(), container.size());
  void** const handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &fill_stub, nullptr, "fill", -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  __cudaRegisterVar(handle, taps_shadow, nullptr, "taps", 0, sizeof taps_shadow, 0, 0);
}

class RecordingTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    static const bool once = (register_code(), true);
    (void)once;
  }
  RecordingTest() { begin(); }
  // All tests share a recording, and run in any order: nothing is left for the next one.
  ~RecordingTest() override {
    begin();
    for (std::size_t window = 0; window < most_buffers; ++window)
      cudaFree(reinterpret_cast<void*>(address_of(window)));
    end();
  }

  void begin(char shape = 0) {
    begin_plan(std::array<std::size_t, 2>{100, 60}, std::as_bytes(std::span(&shape, 1)), {},
               written_);
  }
  Plan end() {
    end_plan();
    return read_plan(written_);
  }
  // The plan's last command, which is a failure.
  Failure last_failure() {
    const Plan plan = end();
    if (plan.commands.empty() || !std::holds_alternative<Failure>(plan.commands.back().what))
      return {CudaError::cudaSuccess, "no failure"};
    return std::get<Failure>(plan.commands.back().what);
  }
  std::string failure() { return last_failure().reason; }
  [[gnu::noinline]] static char* allocated(std::size_t bytes) {  // one call of cudaMalloc()
    void* memory = nullptr;
    EXPECT_EQ(cudaMalloc(&memory, bytes), cudaSuccess);
    return static_cast<char*>(memory);
  }
  static cudaStream_t created() {
    cudaStream_t stream = nullptr;
    EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    return stream;
  }
  static cudaGraphExec_t instantiated(cudaGraph_t graph) {
    cudaGraphExec_t ready = nullptr;
    EXPECT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
    return ready;
  }
  static cudaError_t launch_fill(void* to, cudaStream_t stream = nullptr) {
    unsigned value = 7;
    void* arguments[] = {&to, &value};
    return cudaLaunchKernel(&fill_stub, dim3(2), dim3(32), arguments, 16, stream);
  }
  template <class What>
  static std::vector<std::uint32_t> streams_of(const Plan& plan) {
    std::vector<std::uint32_t> streams;
    for (const Command& command : plan.commands)
      if (std::holds_alternative<What>(command.what)) streams.push_back(command.stream);
    return streams;
  }

  std::vector<std::byte> written_ = std::vector<std::byte>(1 << 16);
  void* const source_ = reinterpret_cast<void*>(address_of(0));
  void* const result_ = reinterpret_cast<void*>(address_of(1));
  std::array<std::byte, 64> host_{};
};

TEST_F(RecordingTest, CopiesInTheDirectionThatWasSaid) {
  EXPECT_EQ(cudaMemcpy(result_, host_.data(), 8, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(result_, source_, 8, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(result_, source_, 8, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(result_, source_, 0, cudaMemcpyHostToHost), cudaSuccess) << "none";
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<Upload>(plan.commands[0].what));
  EXPECT_TRUE(std::holds_alternative<Copy>(plan.commands[1].what));
  EXPECT_TRUE(plan.commands[1].host_waits);
}

TEST_F(RecordingTest, ACopyInAnotherDirectionEndsThePlan) {
  EXPECT_EQ(cudaMemcpy(result_, host_.data(), 8, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidValue);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 1u);
  EXPECT_NE(plan.commands[0].site, 0u);
  EXPECT_EQ(std::get<Failure>(plan.commands[0].what).reason,
            "cudaMemcpyDeviceToHost, but the destination is memory of the device");
  EXPECT_EQ(std::get<Failure>(plan.commands[0].what).cause, ErrorCause::bad_copy);
}

TEST_F(RecordingTest, SaysWhatACopyLacks) {
  cudaMemcpy(nullptr, source_, 8, cudaMemcpyDefault);
  EXPECT_NE(failure().find("destination is a null pointer"), std::string::npos);
  begin();
  cudaMemcpy(source_, nullptr, 8, cudaMemcpyDefault);
  EXPECT_NE(failure().find("source is a null pointer"), std::string::npos);
}

TEST_F(RecordingTest, AVariablesNameIsNoAddress) {
  std::size_t bytes = 0;
  EXPECT_EQ(cudaGetSymbolSize(&bytes, taps_shadow), cudaSuccess);
  EXPECT_EQ(bytes, 8u);
  EXPECT_EQ(cudaGetSymbolSize(&bytes, &bytes), cudaErrorInvalidSymbol);
  cudaMemcpy(taps_shadow, host_.data(), 8, cudaMemcpyHostToDevice);
  EXPECT_NE(failure().find("cudaMemcpyToSymbol() fills that"), std::string::npos);
  begin();
  cudaMemset(taps_shadow, 0, 8);
  EXPECT_NE(failure().find("cudaGetSymbolAddress()"), std::string::npos);
  begin();
  cudaMemset(host_.data(), 0, 8);
  EXPECT_NE(failure().find("use memset()"), std::string::npos);
  begin();
  cudaMemcpy(host_.data(), taps_shadow, 8, cudaMemcpyDeviceToHost);
  EXPECT_NE(failure().find("cudaMemcpyFromSymbol() copies that"), std::string::npos);
}

TEST_F(RecordingTest, FillsVariables) {
  EXPECT_EQ(cudaMemcpyToSymbol(taps_shadow, host_.data(), 4, 4, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpyToSymbol(taps_shadow, host_.data(), 8, 4, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  const Plan plan = end();
  ASSERT_EQ(plan.variables.size(), 1u);
  EXPECT_EQ(plan.variables[0].name, "taps");
  EXPECT_EQ(std::get<Upload>(plan.commands.at(0).what).to, address_of(most_buffers) + 4);
  EXPECT_NE(std::get<Failure>(plan.commands.at(1).what).reason.find("do not fit"),
            std::string::npos);
}

TEST_F(RecordingTest, SaysWhatCannotBeFreed) {
  char* const own = allocated(32);
  const auto why_not = [&](void* memory) {
    EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
    return recording().last_failure().reason;
  };
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_NE(why_not(source_).find("a buffer of the case"), std::string::npos);
  EXPECT_NE(why_not(own + 16).find("16 bytes into its allocation"), std::string::npos);
  EXPECT_NE(why_not(host_.data()).find("memory of the host"), std::string::npos);
  EXPECT_NE(
      why_not(reinterpret_cast<void*>(address_of(most_buffers - 1))).find("nothing is allocated"),
      std::string::npos);
  EXPECT_EQ(cudaFree(own), cudaSuccess);
  EXPECT_EQ(why_not(own), "cudaFree() got memory that was freed before");
  EXPECT_EQ(recording().last_failure().cause, ErrorCause::wrong_free);
}

// As in one process: a pointer in a static variable leads in the next call where it did before.
TEST_F(RecordingTest, MemoryOfAnEarlierCallIsThere) {
  char* const freed = allocated(24);
  char* const copied = allocated(32);
  char* const read = allocated(40);
  char* const unused = allocated(48);
  begin();
  char* const next = allocated(8);
  for (char* const earlier : {freed, copied, read, unused}) EXPECT_NE(next, earlier);
  EXPECT_EQ(cudaFree(freed), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(result_, copied + 8, 8, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(launch_fill(read + 16), cudaSuccess);
  EXPECT_EQ(cudaFree(read), cudaSuccess);
  EXPECT_EQ(cudaFree(freed), cudaErrorInvalidValue);
  EXPECT_EQ(recording().last_failure().reason, "cudaFree() got memory that was freed before");
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 8u);
  EXPECT_FALSE(std::get<Allocate>(plan.commands[0].what).is_kept);
  EXPECT_TRUE(std::holds_alternative<SynchronizeDevice>(plan.commands[1].what));
  const auto& second = std::get<Allocate>(plan.commands[2].what);
  EXPECT_EQ(std::pair(second.bytes, second.is_kept), std::pair(std::uint64_t{32}, true));
  EXPECT_EQ(address_of(second.buffer), std::get<Copy>(plan.commands[3].what).from - 8);
  const auto& third = std::get<Allocate>(plan.commands[4].what);
  EXPECT_EQ(std::pair(third.bytes, third.is_kept), std::pair(std::uint64_t{40}, true));
  EXPECT_TRUE(std::holds_alternative<Launch>(plan.commands[5].what));
  EXPECT_EQ(std::get<Free>(plan.commands[6].what).buffer, third.buffer);
  begin();
  for (char* const earlier : {next, copied, unused}) EXPECT_EQ(cudaFree(earlier), cudaSuccess);
}

// Nobody can free it any more, while a static variable may hold what a call is the first to leave.
TEST_F(RecordingTest, MemoryIsLostThatNobodyNamesInTheNextCallWhichLeavesMore) {
  const auto lost = [this] {
    std::vector<std::uint64_t> bytes;
    for (const Command& command : end().commands)
      if (const auto* memory = std::get_if<Allocate>(&command.what); memory && memory->is_lost)
        bytes.push_back(memory->bytes);
    begin();
    return bytes;
  };
  char* held = allocated(16);
  EXPECT_EQ(lost(), (std::vector<std::uint64_t>{})) << "the first call";
  EXPECT_EQ(cudaMemset(held, 0, 16), cudaSuccess);
  char* const second = allocated(24);
  EXPECT_EQ(lost(), (std::vector<std::uint64_t>{})) << "the first is still held";
  EXPECT_EQ(cudaFree(held), cudaSuccess);
  EXPECT_EQ(cudaFree(second), cudaSuccess);
  held = allocated(32);
  EXPECT_EQ(lost(), (std::vector<std::uint64_t>{})) << "one that is larger in its place";
  void* other = nullptr;
  EXPECT_EQ(cudaMalloc(&other, 40), cudaSuccess);
  EXPECT_EQ(lost(), (std::vector<std::uint64_t>{})) << "by another cudaMalloc()";
  EXPECT_EQ(cudaMemset(held, 0, 16), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&other, 48), cudaSuccess);
  EXPECT_EQ(lost(), (std::vector<std::uint64_t>{})) << "as well";
  allocated(56);
  EXPECT_EQ(lost(), (std::vector<std::uint64_t>{56}));
}

// A static table of memory by size has some for each shape, and more from the same cudaMalloc() in
// the first call of another.
TEST_F(RecordingTest, MemoryIsNotLostToCallsOfOtherShapes) {
  const auto lost = [this] {
    const auto commands = end().commands;
    return std::ranges::count_if(commands, [](const Command& command) {
      const auto* memory = std::get_if<Allocate>(&command.what);
      return memory != nullptr && memory->is_lost;
    });
  };
  for (const char shape : {1, 2, 3}) {
    begin(shape);
    allocated(16);
    EXPECT_EQ(lost(), 0) << int{shape};
  }
  begin(2);
  allocated(16);
  EXPECT_EQ(lost(), 1) << "nobody names what the first call of this shape left";
  begin();
}

// Who never frees has as many calls as anybody, and all of the device's memory in each.
TEST_F(RecordingTest, WhatEarlierCallsHaveLeftTakesNothing) {
  const std::size_t most = DeviceFigures{}.memory_bytes / 4;
  char* const kept = allocated(16);
  for (int call = 0; call < 100; ++call) {
    begin();
    EXPECT_EQ(cudaMemset(kept, 0, 16), cudaSuccess) << call;
    for (int each = 0; each < 3; ++each) allocated(std::min(most, window_bytes / 2));
  }
  EXPECT_EQ(cudaFree(kept), cudaSuccess);
}

TEST_F(RecordingTest, RowsThatTouchAreOneCommand) {
  EXPECT_EQ(cudaMemcpy2D(result_, 10, source_, 10, 10, 6, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(result_, 10, source_, 20, 8, 3, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemset2D(result_, 20, 7, 5, 2), cudaSuccess);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 6u);
  EXPECT_EQ(std::get<Copy>(plan.commands[0].what).bytes, 60u);
  const auto& last = std::get<Copy>(plan.commands[3].what);
  EXPECT_EQ(last.to, address_of(1) + 20);
  EXPECT_EQ(last.from, address_of(0) + 40);
  EXPECT_EQ(last.bytes, 8u);
  EXPECT_EQ(std::get<Fill>(plan.commands[5].what).to, address_of(1) + 20);
}

TEST_F(RecordingTest, RowsAreNoLongerThanTheirPitch) {
  EXPECT_EQ(cudaMemcpy2D(result_, 10, source_, 4, 8, 3, cudaMemcpyDefault),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemset2D(result_, 4, 0, 8, 3), cudaErrorInvalidPitchValue);
  EXPECT_NE(failure().find("longer than their pitch"), std::string::npos);
}

TEST_F(RecordingTest, VolumesAreRowsOfSlices) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {source_, 10, 10, 5};
  copy.srcPos = {2, 1, 1};
  copy.dstPtr = {result_, 4, 4, 3};
  copy.extent = {4, 3, 2};
  copy.kind = cudaMemcpyDeviceToDevice;
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  EXPECT_EQ(cudaMemset3D(copy.dstPtr, 7, {4, 2, 2}), cudaSuccess);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 8u);
  const auto& last = std::get<Copy>(plan.commands[5].what);
  EXPECT_EQ(last.from, address_of(0) + 2 + 10 * (3 + 5 * 2));
  EXPECT_EQ(last.to, address_of(1) + 4 * 5);
  EXPECT_EQ(last.bytes, 4u);
  EXPECT_EQ(std::get<Fill>(plan.commands[7].what).to, address_of(1) + 12);
  EXPECT_EQ(std::get<Fill>(plan.commands[7].what).bytes, 8u);
}

TEST_F(RecordingTest, SlicesDoNotOverlap) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = copy.dstPtr = {source_, 4, 4, 3};
  copy.extent = {4, 4, 2};
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
  begin();
  EXPECT_EQ(cudaMemset3D(copy.srcPtr, 0, copy.extent), cudaErrorInvalidValue);
  EXPECT_NE(failure().find("higher than the ysize"), std::string::npos);
  begin();
  copy.srcArray = reinterpret_cast<cudaArray_t>(&copy);
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaErrorNotSupported);
}

TEST_F(RecordingTest, AFillOfWordsHasOneByte) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaMemsetParams fill{result_, 0, 0x05050505, 4, 15, 1};
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(instantiated(graph), nullptr), cudaSuccess);
  fill.value = 0x05050506;
  ASSERT_EQ(cudaGraphMemsetNodeSetParams(node, &fill), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(instantiated(graph), nullptr), cudaErrorNotSupported);
  EXPECT_NE(end().refused.find("whose bytes differ"), std::string::npos);
}

TEST_F(RecordingTest, LaunchesAKernel) {
  EXPECT_EQ(cudaFuncSetAttribute(&fill_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 100'000),
            cudaSuccess);
  EXPECT_EQ(launch_fill(result_), cudaSuccess);
  const Plan plan = end();
  ASSERT_EQ(plan.modules.size(), 1u);
  const auto& launch = std::get<Launch>(plan.commands.at(0).what);
  EXPECT_EQ(launch.kernel, "fill");
  EXPECT_EQ(launch.grid[0], 2u);
  EXPECT_EQ(launch.dynamic_shared, 16u);
  EXPECT_EQ(launch.most_dynamic_shared, 100'000u);
  ASSERT_EQ(launch.parameters.size(), 2u);
  EXPECT_EQ(launch.parameters[0].size(), 8u);
  EXPECT_EQ(launch.parameters[1], (std::vector<std::uint8_t>{7, 0, 0, 0}));
}

TEST_F(RecordingTest, KnowsAKernelWithoutCompilingIt) {
  cudaFuncAttributes attributes{};
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, &fill_stub), cudaSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, 4096u);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 256);
  int blocks = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &fill_stub, 256, 0),
            cudaSuccess);
  EXPECT_EQ(blocks, 8);
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, host_.data()), cudaErrorInvalidDeviceFunction);
}

TEST_F(RecordingTest, AThreadsDefaultStreamIsItsOwn) {
  unsigned value = 7;
  void* to = result_;
  void* arguments[] = {&to, &value};
  EXPECT_EQ(cudaLaunchKernel_ptsz(&fill_stub, dim3(1), dim3(32), arguments, 0, nullptr),
            cudaSuccess);
  EXPECT_EQ(streams_of<Launch>(end()), (std::vector<std::uint32_t>{1}));
}

TEST_F(RecordingTest, AGraphIsLaunchedInAnotherStream) {
  const cudaStream_t captured = created(), other = created(), launched = created();
  cudaStreamCaptureStatus status{};
  ASSERT_EQ(cudaStreamBeginCapture(captured, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaStreamIsCapturing(captured, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  cudaMemsetAsync(result_, 1, 8, captured);
  cudaMemsetAsync(result_, 2, 8, other);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(captured, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(instantiated(graph), launched), cudaSuccess);
  EXPECT_EQ(streams_of<Fill>(end()), (std::vector<std::uint32_t>{1, 2}))
      << "at once what is not captured, then the graph, once: it is no command itself";
}

// Or a race between the branches of a graph would be hidden.
TEST_F(RecordingTest, BranchesOfAGraphHaveStreamsOfTheirOwn) {
  const cudaStream_t first = created(), second = created();
  cudaEvent_t fork = nullptr, join = nullptr;
  ASSERT_EQ(cudaEventCreate(&fork), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&join), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal), cudaSuccess);
  launch_fill(source_, first);
  cudaEventRecord(fork, first);
  cudaStreamWaitEvent(second, fork, 0);
  launch_fill(result_, second);
  launch_fill(result_, first);
  cudaEventRecord(join, second);
  cudaStreamWaitEvent(first, join, 0);
  launch_fill(source_, first);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(first, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(instantiated(graph), nullptr), cudaSuccess);
  const Plan plan = end();
  EXPECT_EQ(streams_of<Launch>(plan), (std::vector<std::uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(streams_of<Record>(plan), (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(streams_of<WaitEvent>(plan), (std::vector<std::uint32_t>{1, 1, 0}));
}

TEST_F(RecordingTest, ACaptureWaitsForNothing) {
  const cudaStream_t stream = created();
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_NE(failure().find("while a stream is captured"), std::string::npos);
}

TEST_F(RecordingTest, GraphsOfNobodyAreRefused) {
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
            cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(created(), &graph), cudaErrorIllegalState);
  for (const std::uintptr_t handle : {0, 1, 99})
    EXPECT_EQ(cudaGraphLaunch(reinterpret_cast<cudaGraphExec_t>(handle), nullptr),
              cudaErrorInvalidValue);
  EXPECT_NE(failure().find("a graph that is not there"), std::string::npos);
}

TEST_F(RecordingTest, AGraphOfAnEarlierPlanIsForgotten) {
  const cudaStream_t stream = created();
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  const cudaGraphExec_t ready = instantiated(graph);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  end();
  begin();
  EXPECT_EQ(cudaGraphLaunch(ready, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess) << "nor does a capture go on";
}

// As a submission may register them itself.
TEST_F(RecordingTest, KernelsOfNoBinaryAreUnknown) {
  static char stub;
  for (const std::uintptr_t handle : {0ul, 1ul, 0x123456789ul})
    __cudaRegisterFunction(reinterpret_cast<void**>(handle), &stub, nullptr, "fill", -1, nullptr,
                           nullptr, nullptr, nullptr, nullptr);
  void* source = source_;
  void* arguments[] = {&source};
  EXPECT_EQ(cudaLaunchKernel(&stub, 1, 1, arguments, 0, nullptr), cudaErrorInvalidDeviceFunction);
}

TEST_F(RecordingTest, StreamsOfNobodyAreRefused) {
  const cudaStream_t destroyed = created();
  EXPECT_EQ(cudaStreamDestroy(destroyed), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(destroyed), cudaErrorInvalidResourceHandle);
  for (const std::uintptr_t handle : {3, 15, 16, 4711})
    EXPECT_EQ(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(handle)),
              cudaErrorInvalidResourceHandle);
  EXPECT_NE(failure().find("a call in a stream that"), std::string::npos);
  begin();
  EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(cudaStreamLegacy), cudaSuccess);
}

TEST_F(RecordingTest, WhoAsksWhetherWorkIsDoneWaits) {
  const cudaStream_t stream = created();
  cudaEvent_t first = nullptr, last = nullptr;
  ASSERT_EQ(cudaEventCreate(&first), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&last), cudaSuccess);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, last), cudaErrorInvalidResourceHandle)
      << "they are not recorded";
  EXPECT_EQ(cudaEventRecord(first, stream), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(last, stream), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(last), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, last), cudaSuccess);
  EXPECT_EQ(milliseconds, 0);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 5u);
  EXPECT_EQ(std::get<SynchronizeEvent>(plan.commands[3].what).event, 1u);
  EXPECT_EQ(streams_of<SynchronizeStream>(plan), (std::vector<std::uint32_t>{1}));
}

TEST_F(RecordingTest, AHostFunctionIsCalledAtOnce) {
  std::array<std::byte, 64> image{};
  take_host_buffer(image.data(), image.size());
  const cudaStream_t stream = created();
  struct Given {
    std::byte *to, *from;
    int calls;
  } given{host_.data(), image.data(), 0};
  const auto count = [](void* data) { ++static_cast<Given*>(data)->calls; };
  const auto copy = [](void* data) {
    const auto& its = *static_cast<Given*>(data);
    recording().copy_on_host(its.to, its.from, 8, nullptr);
  };
  EXPECT_EQ(cudaLaunchHostFunc(stream, count, &given), cudaSuccess);
  EXPECT_EQ(given.calls, 1);
  EXPECT_EQ(cudaLaunchHostFunc(stream, copy, &given), cudaSuccess);
  cudaMemsetAsync(result_, 0, 8, nullptr);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 4u) << "the first did nothing that a plan has";
  EXPECT_TRUE(std::holds_alternative<SynchronizeStream>(plan.commands[1].what));
  EXPECT_EQ(plan.commands[1].stream, 1u);
  EXPECT_TRUE(std::holds_alternative<HostCopy>(plan.commands[2].what));
  EXPECT_TRUE(std::holds_alternative<Fill>(plan.commands[3].what)) << "which waits for nothing";
}

TEST_F(RecordingTest, AHostFunctionMakesNoCalls) {
  char* const own = allocated(8);
  const auto error_of = [&](std::function<cudaError_t()> call) {
    struct Given {
      std::function<cudaError_t()> call;
      cudaError_t error;
    } given{std::move(call), cudaSuccess};
    const auto run = [](void* data) {
      auto& its = *static_cast<Given*>(data);
      its.error = its.call();
    };
    EXPECT_EQ(cudaLaunchHostFunc(nullptr, run, &given), cudaSuccess);
    EXPECT_NE(recording().last_failure().reason.find("in a host function"), std::string::npos);
    return given.error;
  };
  void* memory = nullptr;
  EXPECT_EQ(error_of([&] { return cudaMemset(result_, 0, 8); }), cudaErrorNotPermitted);
  EXPECT_EQ(error_of([&] { return cudaMalloc(&memory, 8); }), cudaErrorNotPermitted);
  EXPECT_EQ(error_of([&] { return cudaFree(own); }), cudaErrorNotPermitted);
  EXPECT_NE(failure().find("in a host function"), std::string::npos);
}

TEST_F(RecordingTest, AGraphCallsItsHostFunctionWhenItIsLaunched) {
  const cudaStream_t stream = created();
  int calls = 0;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  const auto count = [](void* data) { ++*static_cast<int*>(data); };
  EXPECT_EQ(cudaLaunchHostFunc(stream, count, &calls), cudaSuccess);
  EXPECT_EQ(calls, 0);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(instantiated(graph), stream), cudaSuccess);
  EXPECT_EQ(calls, 1);
}

TEST_F(RecordingTest, PinsMemoryOfTheHost) {
  cudaPointerAttributes attributes{};
  EXPECT_EQ(cudaHostRegister(host_.data(), 64, 0), cudaSuccess);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, host_.data() + 1), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(cudaHostRegister(host_.data(), 64, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostUnregister(host_.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(host_.data()), cudaErrorHostMemoryNotRegistered);
  EXPECT_EQ(cudaHostRegister(result_, 8, 0), cudaErrorInvalidValue) << "not of the host";
  EXPECT_EQ(cudaHostRegister(host_.data(), 0, 0), cudaErrorInvalidValue);
}

TEST_F(RecordingTest, PinnedMemoryOutlivesAPlan) {
  void* pinned = nullptr;
  unsigned flags = 0;
  ASSERT_EQ(cudaHostAlloc(&pinned, 100, cudaHostAllocPortable), cudaSuccess);
  begin();
  EXPECT_EQ(cudaHostGetFlags(&flags, pinned), cudaSuccess);
  EXPECT_EQ(flags, unsigned{cudaHostAllocPortable} | cudaHostAllocMapped);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaErrorInvalidValue);
}

TEST_F(RecordingTest, TellsTheMemoryThatIsLeft) {
  std::size_t before = 0, after = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  EXPECT_EQ(total, DeviceFigures{}.total_bytes());
  void* pooled = nullptr;
  ASSERT_EQ(cudaMallocAsync(&pooled, 1000, nullptr), cudaSuccess);
  allocated(24);
  ASSERT_EQ(cudaMemGetInfo(&after, nullptr), cudaSuccess);
  EXPECT_EQ(before - after, 1024u);
  EXPECT_EQ(cudaFreeAsync(pooled, nullptr), cudaSuccess);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, total), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_TRUE(std::holds_alternative<gpu::Free>(end().commands.back().what)) << "no failure";
}

// A managed allocation of two pages, with something in the first.
class RecordingManagedTest : public RecordingTest {
 protected:
  RecordingManagedTest() {
    void* memory = nullptr;
    EXPECT_EQ(cudaMallocManaged(&memory, 8192, cudaMemAttachGlobal), cudaSuccess);
    managed_ = static_cast<char*>(memory);
    managed_[5] = 7;
  }
  static bool is_managed(const void* pointer) {
    cudaPointerAttributes attributes{};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
    return attributes.type == cudaMemoryTypeManaged;
  }
  // Whether the plan's command is an upload by the host of so many bytes to the managed memory.
  bool is_upload(const Command& command, std::size_t bytes) const {
    const auto* upload = std::get_if<Upload>(&command.what);
    return upload != nullptr && upload->to == reinterpret_cast<std::uint64_t>(managed_) &&
           upload->data.size() == bytes && upload->data[5] == 7 && command.is_by_host;
  }

  char* managed_ = nullptr;
  std::array<std::byte, 4096> image_{};
};

TEST_F(RecordingManagedTest, WhatTheHostWroteGoesAheadOfWork) {
  EXPECT_TRUE(is_managed(managed_ + 8191));
  EXPECT_FALSE(is_managed(source_));
  const cudaStream_t stream = created();
  cudaStreamSynchronize(stream);
  cudaMemsetAsync(result_, 0, 60, stream);
  cudaMemset(result_, 0, 60);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 6u);
  EXPECT_TRUE(is_upload(plan.commands[3], 4096));
  EXPECT_EQ(plan.commands[3].stream, 1u);
  EXPECT_EQ(plan.commands[3].site, plan.commands[4].site);
}

TEST_F(RecordingManagedTest, IsOnBothSidesOfACopy) {
  EXPECT_EQ(cudaMemcpy(result_, managed_, 8, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(managed_, source_, 8, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(result_, managed_, 8, cudaMemcpyDeviceToDevice), cudaSuccess);
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 5u);
  EXPECT_TRUE(is_upload(plan.commands[1], 4096));
  EXPECT_EQ(std::get<Copy>(plan.commands[3].what).to, reinterpret_cast<std::uint64_t>(managed_));
  EXPECT_FALSE(plan.commands[3].is_by_host);
}

TEST_F(RecordingManagedTest, TheHostReadsItsOwnValuesOnly) {
  EXPECT_EQ(cudaMemcpy(host_.data(), managed_, 8, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(host_[5], std::byte{7});
  EXPECT_FALSE(recording().copy_on_host(host_.data(), managed_, 8, nullptr)) << "memcpy does it";
  cudaMemset(managed_, 0, 8);
  EXPECT_DEATH(managed_[5] = 1, "");
  EXPECT_TRUE(recording().copy_on_host(host_.data(), managed_, 8, nullptr));
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
  EXPECT_NE(end().refused.find("from the device to the host"), std::string::npos);
}

TEST_F(RecordingManagedTest, ImagesAreCopiedByThePlan) {
  take_host_buffer(image_.data(), image_.size());
  EXPECT_TRUE(recording().copy_on_host(managed_ + 4096, image_.data(), 4096, nullptr));
  EXPECT_TRUE(recording().copy_on_host(image_.data(), managed_, 4096, nullptr));
  EXPECT_TRUE(recording().copy_on_host(managed_ + 4096, managed_, 8, nullptr));
  const Plan plan = end();
  ASSERT_EQ(plan.commands.size(), 5u);
  EXPECT_TRUE(is_upload(plan.commands[1], 4096)) << "before the first copy";
  const auto& in = std::get<CopyIn>(plan.commands[2].what);
  EXPECT_EQ(in.to, reinterpret_cast<std::uint64_t>(managed_) + 4096);
  EXPECT_EQ(std::get<CopyOut>(plan.commands[3].what).bytes, 4096u);
  EXPECT_EQ(std::get<Copy>(plan.commands[4].what).bytes, 8u);
  for (const std::size_t command : {2, 3, 4})
    EXPECT_TRUE(plan.commands[command].is_by_host && plan.commands[command].host_waits) << command;
}

TEST_F(RecordingManagedTest, AFillOfMuchIsThePlans) {
  EXPECT_FALSE(recording().fill_on_host(managed_, 1, 8192, nullptr));
  void* large = nullptr;
  ASSERT_EQ(cudaMallocManaged(&large, 1 << 20, cudaMemAttachHost), cudaSuccess);
  EXPECT_TRUE(recording().fill_on_host(large, 1, 1 << 20, nullptr));
  const Plan plan = end();
  EXPECT_EQ(std::get<Fill>(plan.commands.back().what).bytes, 1u << 20);
  EXPECT_TRUE(plan.commands.back().is_by_host);
}

TEST_F(RecordingManagedTest, TooManyBytesOfTheHostAreRefused) {
  void* large = nullptr;
  ASSERT_EQ(cudaMallocManaged(&large, plan_capacity, cudaMemAttachGlobal), cudaSuccess);
  for (std::size_t at = 0; at < plan_capacity; at += 4096) static_cast<char*>(large)[at] = 1;
  EXPECT_EQ(cudaMemset(result_, 0, 8), cudaErrorNotSupported);
  EXPECT_NE(end().refused.find("too much to managed memory"), std::string::npos);
}

TEST_F(RecordingManagedTest, IsFreedAsOtherMemoryIs) {
  EXPECT_EQ(cudaMemAdvise(managed_, 8192, cudaMemAdviseSetReadMostly, {}), cudaSuccess);
  EXPECT_EQ(cudaFree(managed_), cudaSuccess);
  EXPECT_FALSE(is_managed(managed_));
  void* memory = nullptr;
  EXPECT_EQ(cudaMallocManaged(&memory, 0, cudaMemAttachGlobal), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&memory, 8, 0), cudaErrorInvalidValue);
  ASSERT_EQ(cudaMallocManaged(&memory, 8, cudaMemAttachGlobal), cudaSuccess);
  begin();
  EXPECT_FALSE(is_managed(memory)) << "what an earlier plan left";
}

TEST_F(RecordingTest, ARefusalKeepsItsFirstReason) {
  EXPECT_EQ(cudaDeviceReset(), cudaErrorNotSupported);
  void* mapped = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, host_.data(), 0), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_NE(end().refused.find("cudaDeviceReset(): the buffers of the case"), std::string::npos);
  begin();
  EXPECT_EQ(end().refused, "") << "of that plan alone";
}

TEST_F(RecordingTest, WhatFailsBehindARefusalIsExplainedByThat) {
  cudaDeviceReset();
  EXPECT_EQ(cudaMemcpy(nullptr, source_, 8, cudaMemcpyDefault), cudaErrorNotSupported);
  EXPECT_NE(recording().last_failure().reason.find("cudaDeviceReset()"), std::string::npos);
}

TEST_F(RecordingTest, ARefusalNamesTheCallThatItIsAbout) {
  cudaDeviceReset();
  const std::uint64_t reset = end().error_site;
  EXPECT_NE(reset, 0u);
  begin();
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  take_host_buffer(memory, 64);
  EXPECT_EQ(cudaMemcpy(nullptr, source_, 8, cudaMemcpyDefault), cudaErrorNotSupported);
  EXPECT_NE(recording().last_failure().reason.find("device memory"), std::string::npos);
  const std::uint64_t error_site = recording().error_site();
  const Plan plan = end();
  EXPECT_EQ(plan.error_site, plan.commands.at(0).site) << "of cudaMalloc()";
  EXPECT_EQ(error_site, plan.error_site);
  begin();
  take_host_buffer(nullptr, 64);
  EXPECT_EQ(end().error_site, 0u);
}

}  // namespace
}  // namespace warplab::gpu
