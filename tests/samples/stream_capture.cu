// A graph recorded from two streams.
#include "check.h"

__global__ void set(int* data, int value) {
  data[threadIdx.x] = value + static_cast<int>(threadIdx.x);
}
__global__ void sum(const int* a, const int* b, int* out) {
  out[threadIdx.x] += a[threadIdx.x] + b[threadIdx.x];
}

int main() {
  const int n = 64;
  DeviceArray<int> a(n), b(n), out(n, 0);
  cudaStream_t main_stream, side;
  cudaEvent_t forked, joined;
  CUDA_CHECK(cudaStreamCreate(&main_stream));
  CUDA_CHECK(cudaStreamCreate(&side));
  CUDA_CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));

  CUDA_CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  CUDA_CHECK(cudaEventRecord(forked, main_stream));
  CUDA_CHECK(cudaStreamWaitEvent(side, forked, 0));
  set<<<1, n, 0, main_stream>>>(a, 10);
  set<<<1, n, 0, side>>>(b, 20);
  CUDA_CHECK(cudaEventRecord(joined, side));
  CUDA_CHECK(cudaStreamWaitEvent(main_stream, joined, 0));
  sum<<<1, n, 0, main_stream>>>(a, b, out);
  cudaStreamCaptureStatus status;
  CUDA_CHECK(cudaStreamIsCapturing(main_stream, &status));
  EXPECT(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(main_stream, &graph));

  EXPECT(out.host() == std::vector<int>(n, 0));  // nothing has run yet
  cudaGraphExec_t executable;
  CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CUDA_CHECK(cudaGraphLaunch(executable, main_stream));
  CUDA_CHECK(cudaStreamSynchronize(main_stream));
  CUDA_CHECK(cudaGraphExecDestroy(executable));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaEventDestroy(forked));
  CUDA_CHECK(cudaEventDestroy(joined));
  CUDA_CHECK(cudaStreamDestroy(main_stream));
  CUDA_CHECK(cudaStreamDestroy(side));
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = 3 * (30 + 2 * i);
  return compare(out.host(), expected);
}
