// EXPECT: none
// Correct: the address of a function is taken on the device, and each device works on its own memory.
#include <cuda_runtime.h>

typedef float (*Operation)(float, float);
__host__ __device__ float add(float a, float b) { return a + b; }
__device__ Operation chosen = add;
__global__ void apply(Operation f, float* x) { x[threadIdx.x] = f(x[threadIdx.x], 1); }

int main() {
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    Operation f;
    cudaMemcpyFromSymbol(&f, chosen, sizeof f);
    float* x;
    cudaMalloc(&x, 32 * sizeof(float));
    cudaMemset(x, 0, 32 * sizeof(float));
    apply<<<1, 32>>>(f, x);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaMalloc(&x, 32 * sizeof(float));  // perhaps where the other was
    cudaMemset(x, 0, 32 * sizeof(float));
    apply<<<1, 32>>>(f, x);
    cudaDeviceSynchronize();
    cudaFree(x);
  }
}
