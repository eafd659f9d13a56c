// The CUDA runtime API as a program sees it: errors and their stickiness, handles, memory, streams,
// events, captures and graphs. The device code is PTX that the test registers itself.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include "simt/runtime/fatbin.h"

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*);
void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t size, int,
                       int);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream);
cudaError_t cudaMemcpyAsync_ptsz(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaMallocArray(cudaArray_t*, const cudaChannelFormatDesc*, size_t, size_t, unsigned);
}

namespace {

// add: x[i] += step for i < n. wild: writes far away.
constexpr const char* ptx = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 counter = 5;
.visible .entry add(.param .u64 x, .param .u32 n, .param .u32 step) {
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [n];
  ld.param.u32 %r2, [step];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r6, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r6, %r1;
  @%p1 bra DONE;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.s32 %rd3, %r6, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r7, [%rd4];
  add.s32 %r8, %r7, %r2;
  st.global.u32 [%rd4], %r8;
DONE:
  ret;
}
.visible .entry wild() {
  .reg .b64 %rd<2>;
  .reg .b32 %r<2>;
  mov.u64 %rd1, 64;
  mov.u32 %r1, 1;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

char add_stub, wild_stub, unknown_stub, counter_shadow;
const void* const add = &add_stub;
const void* const wild = &wild_stub;

void register_code() {
  static char image[8192] = {1};  // in the program's image, as a compiler would put it
  static const simt::runtime::FatbinWrapper wrapper{simt::runtime::fatbin_wrapper_magic, 1, image,
                                                    nullptr};
  const std::string container = simt::runtime::make_fatbin(ptx, 80);
  ASSERT_LE(container.size(), sizeof(image));
  std::memcpy(image, container.data(), container.size());
  void** handle = __cudaRegisterFatBinary(const_cast<simt::runtime::FatbinWrapper*>(&wrapper));
  const auto function = [handle](const char* stub, const char* name) {
    __cudaRegisterFunction(handle, stub, nullptr, name, -1, nullptr, nullptr, nullptr, nullptr,
                           nullptr);
  };
  function(&add_stub, "add");
  function(&wild_stub, "wild");
  __cudaRegisterVar(handle, &counter_shadow, nullptr, "counter", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd(handle);
}

class Runtime : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_code(); }
  void SetUp() override { ASSERT_EQ(cudaDeviceReset(), cudaSuccess); }

  static cudaError_t launch_add(int* x, int n, int step, cudaStream_t stream = nullptr,
                                unsigned threads = 32) {
    void* arguments[] = {&x, &n, &step};
    return cudaLaunchKernel(add, dim3((n + 31) / 32), dim3(threads), arguments, 0, stream);
  }
  static int* device_ints(const std::vector<int>& values) {
    int* x = nullptr;
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&x), values.size() * 4), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(x, values.data(), values.size() * 4, cudaMemcpyHostToDevice), cudaSuccess);
    return x;
  }
  static std::vector<int> host_ints(const int* x, size_t n) {
    std::vector<int> values(n);
    EXPECT_EQ(cudaMemcpy(values.data(), x, n * 4, cudaMemcpyDeviceToHost), cudaSuccess);
    return values;
  }
};

TEST_F(Runtime, LayoutsAreThoseOfCuda13) {
  EXPECT_EQ(sizeof(cudaDeviceProp), 1008u);
  EXPECT_EQ(sizeof(cudaFuncAttributes), 144u);
  EXPECT_EQ(sizeof(cudaPointerAttributes), 88u);
  EXPECT_EQ(sizeof(cudaMemcpy3DParms), 160u);
  EXPECT_EQ(sizeof(cudaLaunchConfig_t), 56u);
  EXPECT_EQ(sizeof(cudaLaunchAttribute), 72u);
  EXPECT_EQ(sizeof(cudaGraphNodeParams), 256u);
  EXPECT_EQ(sizeof(cudaMemPoolProps), 88u);
  EXPECT_EQ(alignof(double4), 16u);
  EXPECT_EQ(alignof(float3), 4u);
}

TEST_F(Runtime, AKernelRunsOnWhatWasCopied) {
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  int* x = device_ints(values);
  ASSERT_EQ(launch_add(x, 100, 7), cudaSuccess);
  for (int& value : values) value += 7;
  EXPECT_EQ(host_ints(x, 100), values);
  EXPECT_EQ(cudaFree(x), cudaSuccess);
}

// What CUDA's device linker leaves: a container of machine code, which is registered for all, and those that it was made
// of, with the PTX.
TEST_F(Runtime, DeviceCodeThatWasLinkedRunsFromItsParts) {
  static const char linked[] =
      "\x50\xed\x55\xba\x01\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00";  // no entries
  static const char callee[] = R"(.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 calls = 5;
.visible .func (.param .b32 result) twice(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  add.s32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";
  static const char caller[] = R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) twice(.param .b32 x);
.visible .entry call_twice(.param .u64 x) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [x];
  ld.global.u32 %r1, [%rd1];
  {
    .param .b32 argument;
    .param .b32 result;
    st.param.b32 [argument], %r1;
    call.uni (result), twice, (argument);
    ld.param.b32 %r2, [result];
  }
  st.global.u32 [%rd1], %r2;
  ret;
}
)";
  static const void* const parts[] = {caller, callee, nullptr};
  static simt::runtime::FatbinWrapper wrapper{simt::runtime::fatbin_wrapper_magic,
                                              simt::runtime::prelinked_version, linked, parts};
  static char call_stub, calls_shadow;
  void** const handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &call_stub, nullptr, "call_twice", -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  __cudaRegisterVar(handle, &calls_shadow, nullptr, "calls", 0, 4, 0, 0);
  int* x = device_ints({21});
  void* arguments[] = {&x};
  ASSERT_EQ(cudaLaunchKernel(&call_stub, dim3(1), dim3(1), arguments, 0, nullptr), cudaSuccess);
  EXPECT_EQ(host_ints(x, 1), std::vector<int>{42});
  int calls = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&calls, &calls_shadow, 4), cudaSuccess);
  EXPECT_EQ(calls, 5);
}

TEST_F(Runtime, ALaunchThatIsRefusedLeavesAnErrorThatOneReadClears) {
  int* x = device_ints({1});
  EXPECT_EQ(launch_add(x, 1, 1, nullptr, 1025), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(host_ints(x, 1)[0], 1);
  EXPECT_EQ(cudaLaunchKernel(&unknown_stub, dim3(1), dim3(1), nullptr, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(wild, dim3(1), dim3(1), nullptr, 100 << 10, nullptr),
            cudaErrorInvalidValue);
}

TEST_F(Runtime, AFaultSticksUntilTheDeviceIsReset) {
  int* x = device_ints({1});
  EXPECT_EQ(cudaLaunchKernel(wild, dim3(1), dim3(1), nullptr, 0, nullptr), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaFree(x), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaFree(x), cudaErrorInvalidValue);  // the reset freed it
  x = device_ints({1});
  EXPECT_EQ(launch_add(x, 1, 1), cudaSuccess);
  EXPECT_EQ(host_ints(x, 1)[0], 2);
}

TEST_F(Runtime, TheLastErrorBelongsToItsThread) {
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  std::thread([] { EXPECT_EQ(cudaGetLastError(), cudaSuccess); }).join();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST_F(Runtime, ErrorsHaveNamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST_F(Runtime, CopiesAreCheckedAtBothEnds) {
  int* x = device_ints({1, 2, 3, 4});
  int host[5] = {};
  EXPECT_EQ(cudaMemcpy(host, x, 20, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(x + 1, host, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, x, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, x, 16, static_cast<cudaMemcpyKind>(7)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, x, std::numeric_limits<size_t>::max(), cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, x, 16, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(host[3], 4);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaMemset(host, 0, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(x, 0, 17), cudaErrorInvalidValue);
}

TEST_F(Runtime, FreeTakesOnlyWhatWasAllocatedAndOnce) {
  int* x = device_ints({1, 2});
  int host = 0;
  void* pinned = nullptr;
  ASSERT_EQ(cudaMallocHost(&pinned, 100), cudaSuccess);
  EXPECT_EQ(cudaFree(x + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(&host), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(x), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFree(x), cudaSuccess);
  EXPECT_EQ(cudaFree(x), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(Runtime, MemoryHasLimitsAndKnowsWhereItIs) {
  size_t before = 0, after = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  void* x = nullptr;
  EXPECT_EQ(cudaMalloc(&x, total + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(x, nullptr);
  ASSERT_EQ(cudaMalloc(&x, 1 << 20), cudaSuccess);
  ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
  EXPECT_EQ(before - after, size_t{1} << 20);
  cudaPointerAttributes attributes;
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, static_cast<char*>(x) + 5), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  EXPECT_EQ(attributes.hostPointer, nullptr);
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, &before), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

TEST_F(Runtime, SymbolsAreFoundByTheirShadow) {
  int value = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&value, &counter_shadow, 4), cudaSuccess);
  EXPECT_EQ(value, 5);
  value = 11;
  ASSERT_EQ(cudaMemcpyToSymbol(&counter_shadow, &value, 4), cudaSuccess);
  void* address = nullptr;
  size_t size = 0;
  ASSERT_EQ(cudaGetSymbolAddress(&address, &counter_shadow), cudaSuccess);
  ASSERT_EQ(cudaGetSymbolSize(&size, &counter_shadow), cudaSuccess);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(host_ints(static_cast<int*>(address), 1)[0], 11);
  EXPECT_EQ(cudaMemcpyToSymbol(&counter_shadow, &value, 4, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(&value, &value, 4), cudaErrorInvalidSymbol);
}

TEST_F(Runtime, DestroyedHandlesAreRefused) {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(&stream)),
            cudaErrorInvalidResourceHandle);
}

TEST_F(Runtime, EventsTellVirtualTime) {
  constexpr size_t bytes = 64 << 20;
  void *device = nullptr, *pinned = nullptr;
  cudaEvent_t start = nullptr, end = nullptr, silent = nullptr;
  cudaStream_t stream = nullptr;
  float milliseconds = 0;
  ASSERT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, bytes), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&silent, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorInvalidResourceHandle);
  cudaEventRecord(start, stream);
  cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(end, stream);
  cudaEventRecord(silent, stream);
  EXPECT_EQ(cudaEventQuery(end), cudaErrorNotReady);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorNotReady);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
  EXPECT_EQ(cudaEventSynchronize(end), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(end), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
  EXPECT_GT(milliseconds, 0.9);  // 64 MiB at about 55 GB/s
  EXPECT_LT(milliseconds, 2.0);
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, silent), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
}

TEST_F(Runtime, APollingLoopEnds) {
  void* x = nullptr;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaMalloc(&x, 256 << 20), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  cudaMemsetAsync(x, 0, 256 << 20, stream);
  int polls = 0;
  while (cudaStreamQuery(stream) == cudaErrorNotReady && polls < 1'000'000) ++polls;
  EXPECT_GT(polls, 0);
  EXPECT_LT(polls, 1'000'000);
}

TEST_F(Runtime, ACaptureRunsNothingUntilItsGraphIsLaunched) {
  int* x = device_ints({1, 2, 3});
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaStreamCreate(&stream), cudaStreamCreate(&other);
  cudaEventCreate(&fork), cudaEventCreate(&join);
  int result[3] = {};
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(launch_add(x, 3, 10, stream), cudaSuccess);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  ASSERT_EQ(launch_add(x, 3, 100, other), cudaSuccess);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  cudaMemcpyAsync(result, x, 12, cudaMemcpyDeviceToHost, stream);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(result[0], 0);
  size_t nodes = 0, edges = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  EXPECT_EQ(nodes, 3u);
  EXPECT_EQ(edges, 3u);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  cudaGraphLaunch(executable, stream), cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(result[2], 3 + 220);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaErrorInvalidValue);
}

TEST_F(Runtime, ACaptureIsBrokenByWaitingAndByWorkThatIsNotJoined) {
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t event = nullptr;
  cudaGraph_t graph = nullptr;
  int* x = device_ints({1});
  cudaStreamCreate(&stream), cudaStreamCreate(&other), cudaEventCreate(&event);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event, 0);
  launch_add(x, 1, 1, other);
  EXPECT_EQ(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
            cudaErrorStreamCaptureUnsupported);
}

TEST_F(Runtime, GraphsRefuseCirclesAndTakeNewParameters) {
  int* x = device_ints({0});
  int n = 1, step = 1;
  void* arguments[] = {&x, &n, &step};
  cudaKernelNodeParams parameters{};
  parameters.func = const_cast<void*>(add);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t first = nullptr, second = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&second, graph, &first, 1), cudaSuccess);
  EXPECT_EQ(cudaGraphAddDependencies(graph, &second, &first, nullptr, 1), cudaErrorInvalidValue);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  cudaGraphLaunch(executable, nullptr);
  step = 20;
  EXPECT_EQ(cudaGraphExecKernelNodeSetParams(executable, first, &parameters), cudaSuccess);
  EXPECT_EQ(cudaGraphExecKernelNodeSetParams(executable, second, &parameters),
            cudaErrorInvalidValue);
  cudaGraphLaunch(executable, nullptr);
  EXPECT_EQ(host_ints(x, 1)[0], 21);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphAddEmptyNode(&second, graph, nullptr, 0), cudaErrorInvalidValue);
}

TEST_F(Runtime, RowsAreCopiedByTheirPitch) {
  void* x = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&x, &pitch, 12, 3), cudaSuccess);
  EXPECT_EQ(pitch % 256, 0u);
  const std::vector<int> rows{1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<int> back(9);
  EXPECT_EQ(cudaMemcpy2D(x, pitch, rows.data(), 12, 12, 3, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(back.data(), 12, x, pitch, 12, 3, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back, rows);
  EXPECT_EQ(cudaMemcpy2D(back.data(), 8, x, pitch, 12, 3, cudaMemcpyDeviceToHost),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemset2D(x, pitch, 0, 4, 3), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(back.data(), 12, x, pitch, 12, 3, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back, (std::vector<int>{0, 2, 3, 0, 5, 6, 0, 8, 9}));
}

// As on an H200.
TEST_F(Runtime, HostFunctionsMayNotCallTheApi) {
  struct Errors {
    cudaError_t allocation, last, wait;
  } errors{};
  const auto call = [](void* data) {
    auto& its = *static_cast<Errors*>(data);
    void* memory = nullptr;
    its.allocation = cudaMalloc(&memory, 4);
    its.last = cudaGetLastError();
    its.wait = cudaStreamSynchronize(nullptr);
  };
  EXPECT_EQ(cudaLaunchHostFunc(nullptr, call, &errors), cudaSuccess);
  EXPECT_EQ(errors.allocation, cudaErrorNotPermitted);
  EXPECT_EQ(errors.last, cudaErrorNotPermitted);
  EXPECT_EQ(errors.wait, cudaErrorNotPermitted);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

// As on an H200.
TEST_F(Runtime, CapturesForbidWhatTheirModeSays) {
  cudaStream_t stream = nullptr, beside = nullptr;
  cudaEvent_t event = nullptr;
  int* x = device_ints({1});
  cudaStreamCreate(&stream), cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking);
  cudaEventCreate(&event), cudaEventRecord(event, nullptr);
  const auto end = [&] {
    cudaGraph_t graph = nullptr;
    const cudaError_t error = cudaStreamEndCapture(stream, &graph);
    if (graph) cudaGraphDestroy(graph);
    return error;
  };
  const auto in_capture = [&](cudaStreamCaptureMode mode, auto&& call) {
    EXPECT_EQ(cudaStreamBeginCapture(stream, mode), cudaSuccess);
    const cudaError_t error = call();
    EXPECT_EQ(end(), error == cudaSuccess ? cudaSuccess : cudaErrorStreamCaptureInvalidated);
    return error;
  };
  void* memory = nullptr;
  const auto allocate = [&] { return cudaMalloc(&memory, 4); };
  const auto free = [] { return cudaFree(nullptr); };
  const auto query = [&] { return cudaEventQuery(event); };
  const auto wait = [&] { return cudaStreamSynchronize(beside); };
  const auto launch = [&] { return launch_add(x, 1, 1, nullptr); };
  const auto create = [] {
    cudaEvent_t other = nullptr;
    return cudaEventCreate(&other);
  };
  for (const auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal}) {
    EXPECT_EQ(in_capture(mode, allocate), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(in_capture(mode, free), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(in_capture(mode, query), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(in_capture(mode, wait), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(in_capture(mode, launch), cudaErrorStreamCaptureImplicit);
    EXPECT_EQ(in_capture(mode, create), cudaSuccess);
  }
  EXPECT_EQ(in_capture(cudaStreamCaptureModeRelaxed, allocate), cudaSuccess);
  EXPECT_EQ(in_capture(cudaStreamCaptureModeRelaxed, query), cudaSuccess);
  EXPECT_EQ(in_capture(cudaStreamCaptureModeRelaxed, wait), cudaSuccess);
  EXPECT_EQ(in_capture(cudaStreamCaptureModeRelaxed, launch), cudaErrorStreamCaptureImplicit);

  // Of another thread's capture only a global one counts, and only for who has not asked for less.
  const auto elsewhere = [&] {
    cudaError_t error = cudaSuccess;
    std::thread([&] { error = allocate(); }).join();
    return error;
  };
  const auto elsewhere_relaxed = [&] {
    cudaError_t error = cudaSuccess;
    std::thread([&] {
      cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
      cudaThreadExchangeStreamCaptureMode(&mode);
      error = allocate();
    }).join();
    return error;
  };
  EXPECT_EQ(in_capture(cudaStreamCaptureModeGlobal, elsewhere), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(in_capture(cudaStreamCaptureModeThreadLocal, elsewhere), cudaSuccess);
  EXPECT_EQ(in_capture(cudaStreamCaptureModeGlobal, elsewhere_relaxed), cudaSuccess);
  EXPECT_EQ(cudaStreamBeginCapture(beside, cudaStreamCaptureModeRelaxed), cudaSuccess);
  EXPECT_EQ(launch(), cudaSuccess) << "which nobody waits for";
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(beside, &graph), cudaSuccess);
  cudaGetLastError();
}

TEST_F(Runtime, TheDefaultStreamMayBelongToTheThread) {
  int* x = device_ints({4});
  int value = 0;
  EXPECT_EQ(cudaMemcpyAsync_ptsz(&value, x, 4, cudaMemcpyDeviceToHost, nullptr), cudaSuccess);
  EXPECT_EQ(value, 4);
  EXPECT_EQ(launch_add(x, 1, 1, cudaStreamPerThread), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
}

TEST_F(Runtime, PoolsCountWhatTheyGive) {
  cudaMemPool_t pool = nullptr;
  void* x = nullptr;
  uint64_t used = 0;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&x, 1000, nullptr), cudaSuccess);
  ASSERT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_EQ(used, 1000u);
  EXPECT_EQ(cudaFreeAsync(x, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(x, nullptr), cudaErrorInvalidValue);
  ASSERT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_EQ(used, 0u);
}

TEST_F(Runtime, KernelsTellTheirAttributes) {
  cudaFuncAttributes attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, add), cudaSuccess);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
  EXPECT_EQ(attributes.sharedSizeBytes, 0u);
  EXPECT_EQ(attributes.ptxVersion, 80);  // whatever the device
  EXPECT_EQ(attributes.binaryVersion, 90);
  size_t offset = 0, size = 0;
  EXPECT_EQ(cudaFuncGetParamInfo(add, 2, &offset, &size), cudaSuccess);
  EXPECT_EQ(offset, 12u);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(cudaFuncGetParamInfo(add, 3, &offset, &size), cudaErrorInvalidValue);
  int blocks = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0), cudaSuccess);
  EXPECT_EQ(blocks, 8);
  EXPECT_EQ(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10),
            cudaSuccess);
  EXPECT_EQ(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
            cudaErrorInvalidValue);
}

TEST_F(Runtime, WhatIsNotSimulatedSaysSo) {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  EXPECT_EQ(cudaMallocArray(&array, &format, 8, 8, 0), cudaErrorNotSupported);
}

}  // namespace
