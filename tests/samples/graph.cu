// A graph of kernels and copies, made by hand and launched twice.
// AREA: graphs
#include "check.h"

__global__ void add(int* data, int value) { data[threadIdx.x] += value; }
__global__ void multiply(int* data, int value) { data[threadIdx.x] *= value; }

int main() {
  const int n = 32;
  DeviceArray<int> data(n, 0);
  std::vector<int> out(n);
  int* pointer = data;
  int five = 5, three = 3;
  void* add_arguments[] = {&pointer, &five};
  void* multiply_arguments[] = {&pointer, &three};
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams parameters = {};
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(n);
  cudaGraphNode_t first, second, copy;
  parameters.func = reinterpret_cast<void*>(add);
  parameters.kernelParams = add_arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters));
  parameters.func = reinterpret_cast<void*>(multiply);
  parameters.kernelParams = multiply_arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &parameters));
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &second, 1, out.data(), pointer,
                                      n * sizeof(int), cudaMemcpyDeviceToHost));
  cudaGraphExec_t executable;
  CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  size_t nodes = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT(nodes == 3);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaGraphLaunch(executable, stream));
  CUDA_CHECK(cudaGraphLaunch(executable, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaGraphExecDestroy(executable));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return compare(out, std::vector<int>(n, (0 + 5) * 3 * 3 + 5 * 3));
}
