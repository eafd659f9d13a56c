// EXPECT: out-of-bounds line 12
// The row below the tile's last row lies in the next tile.
#include <cuda_runtime.h>

__global__ void smooth(const float* in, float* out) {
  __shared__ float tile[8][33];
  __shared__ float weights[8][33];
  const int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  tile[y][x] = in[i];
  weights[y][x] = 1.0f / (1 + y);
  __syncthreads();
  out[i] = weights[y][x] * (tile[y][x] + tile[y + 1][x]);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
  smooth<<<1, dim3(32, 8)>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
