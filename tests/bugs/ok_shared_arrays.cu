// EXPECT: none
// Correct: pointers into several shared arrays, however they are computed.
#include <cuda_runtime.h>

struct Cell {
  float value[3];
  int key;
};
union Word {
  int whole;
  unsigned char bytes[4];
};

__device__ __noinline__ float pick(const float* from, int i) { return from[i]; }
__device__ float last(const float* end) { return end[-1]; }

__global__ void use_all(const float* in, float* out, int rounds, int which) {
  __shared__ float a[64];
  __shared__ float b[64];
  __shared__ float2 pairs[16];
  __shared__ Cell cells[5];
  __shared__ Word word;
  extern __shared__ float split[];
  const int t = threadIdx.x;
  float* const low = split;
  float* const high = split + 64;
  a[t] = in[t];
  b[t] = in[64 + t];
  low[t] = t;
  high[t] = -t;
  if (t < 16) pairs[t] = make_float2(t, -t);
  if (t < 5) cells[t] = {{1, 2, 3}, t};
  if (t == 0) word.whole = 0x01020304;
  __syncthreads();

  float sum = 0;
  const float* const chosen = which ? a : b;  // one of two
  for (int i = 0; i < 64; ++i) sum += chosen[i];
  for (const float* p = a; p != a + 64; ++p) sum += *p;  // up to the end, which nobody reads
  for (const float* p = b + 64; p != b;) sum += *--p;
  const float* const from_one = a - 1;  // counted from 1
  for (int i = 1; i <= 64; ++i) sum += from_one[i];
  sum += a[&b[t] - b];  // a distance within one array is a number
  sum += high[t - 64] + low[t + 64];
  sum += pick(t & 1 ? a : b, t) + pick(a, 63 - t) + last(b + 64);
  sum += reinterpret_cast<const float*>(pairs)[t & 31] + reinterpret_cast<const int*>(cells)[t % 20];
  sum += cells[t % 5].value[t % 3] + word.bytes[t & 3];
  const float4 four = reinterpret_cast<const float4*>(b)[t & 15];
  sum += four.x + four.y + four.z + four.w;

  float *from = a, *to = b;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    to[t] = 0.5f * (from[t] + from[t ^ 1]);
    float* const other = from;
    from = to;
    to = other;
    __syncthreads();
  }
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(from));
  float direct;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(direct) : "r"(address + 4 * t) : "memory");
  out[t] = sum + from[63 - t] + direct + (t > 0 ? a[t - 1] : 0) + (t < 63 ? b[t + 1] : 0);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  for (int rounds = 0; rounds < 5; ++rounds)
    use_all<<<1, 64, 128 * sizeof(float)>>>(in, out, rounds, rounds & 1);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
