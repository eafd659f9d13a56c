// EXPECT: trap line 15
// SAYS: a barrier of the grid in a launch that is not cooperative
// SAYS: cudaLaunchCooperativeKernel()
// Blocks wait for each other in an ordinary launch.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void turn(int* x, int n) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = x[i];

  grid.sync();
  x[n - 1 - i] = mine;
}

int main() {
  int* x;
  cudaMalloc(&x, 512);
  cudaMemset(x, 0, 512);
  turn<<<4, 32>>>(x, 128);
  cudaDeviceSynchronize();
  cudaFree(x);
}
