// EXPECT: host-pointer line 12 alone
// Bug: the table of rows is the host's; a function is called with what could not be read, calls
// another with it, and that returns what its caller follows.
#include <cuda_runtime.h>

struct Node {
  Node* next;
  float value;
};
__noinline__ __device__ Node* second(Node* node) { return node->next; }
__noinline__ __device__ float sum(Node* node) { return node->value + second(node)->value; }
__global__ void add(Node** lists, float* sums) { sums[threadIdx.x] = sum(lists[threadIdx.x % 4]); }

int main() {
  Node* lists[4];
  Node* nodes;
  float* sums;
  cudaMalloc(&nodes, 4 * sizeof(Node));
  cudaMemset(nodes, 0, 4 * sizeof(Node));
  for (int i = 0; i < 4; ++i) lists[i] = nodes + i;
  cudaMalloc(&sums, 64 * sizeof(float));
  add<<<1, 64>>>(lists, sums);
  cudaDeviceSynchronize();
  cudaFree(nodes);
  cudaFree(sums);
}
