// EXPECT: GATE requests
// STEP: 4
// Has a float4 in memory, and loads three floats of it.
// REPLACE: bin_of(positions[i], positions[j], dr)
// BY: bin_of(load(positions + i), load(positions + j), dr)
// REPLACE: __global__ void count_pairs
// BY: __device__ float4 load(const float4* position) {\n  const volatile float* p = (const volatile float*)position;\n  return make_float4(p[0], p[1], p[2], 0);\n}\n__global__ void count_pairs
