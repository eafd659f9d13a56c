// EXPECT: host-pointer line 17
// SAYS: a table of virtual functions
// SAYS: make the object in a kernel, with new
// The host makes an object with virtual functions, and copies it.
#include <cuda_runtime.h>

struct Shape {
  float width = 2;
  __host__ __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
  __host__ __device__ float area() const override { return width * width; }
};

__global__ void measure(const Shape* shape, float* areas) {
  // Which area() it is, the object's table of functions says.
  areas[threadIdx.x] = shape->area();
}

int main() {
  Square square;
  Square* copy;
  float* areas;
  cudaMalloc(&copy, sizeof square);
  cudaMalloc(&areas, 32 * sizeof(float));
  cudaMemcpy(copy, &square, sizeof square, cudaMemcpyHostToDevice);
  measure<<<1, 32>>>(copy, areas);
  cudaDeviceSynchronize();
  cudaFree(copy);
  cudaFree(areas);
}
