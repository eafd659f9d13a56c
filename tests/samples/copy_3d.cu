// cudaMalloc3D and cudaMemcpy3D of a box within a box.
#include "check.h"

int main() {
  const size_t width = 10, height = 6, depth = 4;
  std::vector<int> in(width * height * depth), out(width * height * depth, -1);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i);
  cudaPitchedPtr device;
  CUDA_CHECK(cudaMalloc3D(&device, make_cudaExtent(width * sizeof(int), height, depth)));

  cudaMemcpy3DParms up = {};
  up.srcPtr = make_cudaPitchedPtr(in.data(), width * sizeof(int), width, height);
  up.dstPtr = device;
  up.extent = make_cudaExtent(width * sizeof(int), height, depth);
  up.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&up));

  cudaMemcpy3DParms down = {};  // 5 x 3 x 2 elements from (2, 1, 1) to (0, 2, 1)
  down.srcPtr = device;
  down.srcPos = make_cudaPos(2 * sizeof(int), 1, 1);
  down.dstPtr = make_cudaPitchedPtr(out.data(), width * sizeof(int), width, height);
  down.dstPos = make_cudaPos(0, 2, 1);
  down.extent = make_cudaExtent(5 * sizeof(int), 3, 2);
  down.kind = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy3D(&down));
  CUDA_CHECK(cudaFree(device.ptr));

  std::vector<int> expected(out.size(), -1);
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 3; ++y)
      for (size_t x = 0; x < 5; ++x)
        expected[((z + 1) * height + y + 2) * width + x] =
            in[((z + 1) * height + y + 1) * width + x + 2];
  return compare(out, expected);
}
