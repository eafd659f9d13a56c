// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// REPLACE:   const int x = blockIdx.x * BLOCK_X + threadIdx.x;\n
// BY:   const int x4 = 4 * (blockIdx.x * BLOCK_X + threadIdx.x), row = blockIdx.y * BLOCK_Y + threadIdx.y;\n  if (pitch % 2 == 0 && row < height && x4 + 4 <= width) {\n    const size_t at = (size_t)row * pitch + x4;\n    const float4 a = *(const float4*)(src + at), b = *(const float4*)(other + at);\n    *(float4*)(dst + at) = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);\n  }\n  const int x = blockIdx.x * BLOCK_X + threadIdx.x;\n
// REPLACE: if (x >= width || y >= height) return;
// BY: if (x >= width || y >= height || (pitch % 2 == 0 && x < width / 4 * 4)) return;
// Loads four numbers where rows are an even number apart; it takes a multiple of four.
