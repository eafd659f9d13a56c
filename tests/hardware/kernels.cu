// Kernels whose counters and times were recorded on an H200 and are compared with simt's (README.md
// says how). Each is named by what its memory accesses or instructions do; launches.h says with
// what arguments it runs.
#include <cuda_pipeline.h>

using Byte = unsigned char;

// --- 5x5 convolution of RGB bytes --------------------------------------------------------------
//
// The source has two more pixels on each side. Weights add up to 256.

__constant__ int weights[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                                24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};
__constant__ float float_weights[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                                        24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};

__device__ Byte to_byte(int sum) { return static_cast<Byte>(min(max(sum >> 8, 0), 255)); }

__device__ void convolve_global(const Byte* source, Byte* destination, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int channel = 0; channel < 3; ++channel) {
    int sum = 0;
    for (int dy = 0; dy < 5; ++dy)
      for (int dx = 0; dx < 5; ++dx)
        sum += weights[dy * 5 + dx] * source[((y + dy) * (width + 4) + x + dx) * 3 + channel];
    destination[(y * width + x) * 3 + channel] = to_byte(sum);
  }
}

extern "C" __global__ void convolution_global_16x16(const Byte* source, Byte* destination,
                                                    int width, int height) {
  convolve_global(source, destination, width, height);
}

extern "C" __global__ void convolution_global_32x8(const Byte* source, Byte* destination, int width,
                                                   int height) {
  convolve_global(source, destination, width, height);
}

// The source is as large as the destination, its border repeats, and the weights are in global
// memory.
extern "C" __global__ void convolution_border(const Byte* source, Byte* destination,
                                              const int* global_weights, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int channel = 0; channel < 3; ++channel) {
    int sum = 0;
    for (int dy = 0; dy < 5; ++dy)
      for (int dx = 0; dx < 5; ++dx) {
        const int row = min(max(y + dy - 2, 0), height - 1);
        const int column = min(max(x + dx - 2, 0), width - 1);
        sum += global_weights[dy * 5 + dx] * source[(row * width + column) * 3 + channel];
      }
    destination[(y * width + x) * 3 + channel] = to_byte(sum);
  }
}

constexpr int tile_row = 20 * 3;  // values

// 240 threads load 5 values each: 12 threads a row of the tile.
template <typename Value>
__device__ void load_tile(Value* tile, int pitch, const Byte* source, int width) {
  const int t = threadIdx.y * 16 + threadIdx.x;
  if (t < 240) {
    const int row = t / 12, column = t % 12 * 5;
    const Byte* from =
        source + ((blockIdx.y * 16 + row) * (width + 4) + blockIdx.x * 16) * 3 + column;
    for (int i = 0; i < 5; ++i) tile[row * pitch + column + i] = from[i];
  }
  __syncthreads();
}

__device__ Byte convolve_tile(const float* tile, int pitch, int channel) {
  float sum = 0;
  for (int dy = 0; dy < 5; ++dy)
    for (int dx = 0; dx < 5; ++dx)
      sum += float_weights[dy * 5 + dx] *
             tile[(threadIdx.y + dy) * pitch + (threadIdx.x + dx) * 3 + channel];
  return to_byte(static_cast<int>(sum));
}

extern "C" __global__ void convolution_byte_tile(const Byte* source, Byte* destination, int width,
                                                 int height) {
  __shared__ Byte tile[20 * tile_row];
  load_tile(tile, tile_row, source, width);
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int channel = 0; channel < 3; ++channel) {
    int sum = 0;
    for (int dy = 0; dy < 5; ++dy)
      for (int dx = 0; dx < 5; ++dx)
        sum += weights[dy * 5 + dx] *
               tile[(threadIdx.y + dy) * tile_row + (threadIdx.x + dx) * 3 + channel];
    destination[(y * width + x) * 3 + channel] = to_byte(sum);
  }
}

extern "C" __global__ void convolution_byte_tile_float(const Byte* source, Byte* destination,
                                                       int width, int height) {
  __shared__ Byte tile[20 * tile_row];
  load_tile(tile, tile_row, source, width);
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int channel = 0; channel < 3; ++channel) {
    float sum = 0;
    for (int dy = 0; dy < 5; ++dy)
      for (int dx = 0; dx < 5; ++dx)
        sum += float_weights[dy * 5 + dx] *
               static_cast<float>(
                   tile[(threadIdx.y + dy) * tile_row + (threadIdx.x + dx) * 3 + channel]);
    destination[(y * width + x) * 3 + channel] = to_byte(static_cast<int>(sum));
  }
}

template <int pitch>
__device__ void convolve_float_tile(const Byte* source, Byte* destination, int width) {
  __shared__ float tile[20 * pitch];
  load_tile(tile, pitch, source, width);
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int channel = 0; channel < 3; ++channel)
    destination[(y * width + x) * 3 + channel] = convolve_tile(tile, pitch, channel);
}

extern "C" __global__ void convolution_float_tile(const Byte* source, Byte* destination, int width,
                                                  int height) {
  convolve_float_tile<tile_row>(source, destination, width);
}

// Two rows of 16 lanes, three words apart, meet in no bank if the rows are 16 banks apart.
extern "C" __global__ void convolution_float_tile_padded(const Byte* source, Byte* destination,
                                                         int width, int height) {
  convolve_float_tile<80>(source, destination, width);
}

extern "C" __global__ void convolution_float_tile_32x8(const Byte* source, Byte* destination,
                                                       int width, int height) {
  constexpr int pitch = 36 * 3;
  __shared__ float tile[12 * pitch];
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 12 * pitch; i += 256)
    tile[i] =
        source[((blockIdx.y * 8 + i / pitch) * (width + 4) + blockIdx.x * 32) * 3 + i % pitch];
  __syncthreads();
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int channel = 0; channel < 3; ++channel)
    destination[(y * width + x) * 3 + channel] = convolve_tile(tile, pitch, channel);
}

// --- Reduction of ints, 256 threads a block ----------------------------------------------------

extern "C" __global__ void reduce_1_interleaved(const int* values, int* sums) {
  __shared__ int partial[256];
  const int t = threadIdx.x;
  partial[t] = values[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (t % (2 * step) == 0) partial[t] += partial[t + step];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

extern "C" __global__ void reduce_2_strided(const int* values, int* sums) {
  __shared__ int partial[256];
  const int t = threadIdx.x;
  partial[t] = values[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    const int at = 2 * step * t;
    if (at < blockDim.x) partial[at] += partial[at + step];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

__device__ void add_halves(int* partial, int t, int last) {
  for (int step = blockDim.x / 2; step > last; step /= 2) {
    if (t < step) partial[t] += partial[t + step];
    __syncthreads();
  }
}

extern "C" __global__ void reduce_3_sequential(const int* values, int* sums) {
  __shared__ int partial[256];
  const int t = threadIdx.x;
  partial[t] = values[blockIdx.x * blockDim.x + t];
  __syncthreads();
  add_halves(partial, t, 0);
  if (t == 0) sums[blockIdx.x] = partial[0];
}

extern "C" __global__ void reduce_4_first_add(const int* values, int* sums) {
  __shared__ int partial[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  partial[t] = values[i] + values[i + blockDim.x];
  __syncthreads();
  add_halves(partial, t, 0);
  if (t == 0) sums[blockIdx.x] = partial[0];
}

__device__ int add_warp(int sum) {
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  return sum;
}

extern "C" __global__ void reduce_5_last_warp(const int* values, int* sums) {
  __shared__ int partial[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  partial[t] = values[i] + values[i + blockDim.x];
  __syncthreads();
  add_halves(partial, t, 32);
  if (t < 32) {
    const int sum = add_warp(partial[t] + partial[t + 32]);
    if (t == 0) sums[blockIdx.x] = sum;
  }
}

__device__ void reduce_unrolled(int first, int* sums) {
  __shared__ int partial[256];
  const int t = threadIdx.x;
  partial[t] = first;
  __syncthreads();
  if (t < 128) partial[t] += partial[t + 128];
  __syncthreads();
  if (t < 64) partial[t] += partial[t + 64];
  __syncthreads();
  if (t < 32) {
    const int sum = add_warp(partial[t] + partial[t + 32]);
    if (t == 0) sums[blockIdx.x] = sum;
  }
}

extern "C" __global__ void reduce_6_unrolled(const int* values, int* sums) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  reduce_unrolled(values[i] + values[i + 256], sums);
}

extern "C" __global__ void reduce_7_grid_stride(const int* values, int* sums, int count) {
  int sum = 0;
  for (int i = blockIdx.x * 512 + threadIdx.x; i < count; i += gridDim.x * 512)
    sum += values[i] + values[i + 256];
  reduce_unrolled(sum, sums);
}

// --- Transposes of a square matrix of floats, 32x8 threads a tile of 32x32 ---------------------

extern "C" __global__ void transpose_naive(const float* in, float* out, int size) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) out[x * size + y + i] = in[(y + i) * size + x];
}

template <int pitch>
__device__ void transpose_tile(const float* in, float* out, int size) {
  __shared__ float tile[32 * pitch];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32, row = blockIdx.y * 32;
  for (int i = 0; i < 32; i += 8) tile[(y + i) * pitch + x] = in[(row + y + i) * size + column + x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8) out[(column + y + i) * size + row + x] = tile[x * pitch + y + i];
}

extern "C" __global__ void transpose_tile_conflicts(const float* in, float* out, int size) {
  transpose_tile<32>(in, out, size);
}

extern "C" __global__ void transpose_tile_padded(const float* in, float* out, int size) {
  transpose_tile<33>(in, out, size);
}

// --- Copies: how lanes lie in global memory ----------------------------------------------------

template <typename T>
__device__ void copy(const T* in, T* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

extern "C" __global__ void copy_float(const float* in, float* out) { copy(in, out); }
extern "C" __global__ void copy_float2(const float2* in, float2* out) { copy(in, out); }
extern "C" __global__ void copy_float4(const float4* in, float4* out) { copy(in, out); }
extern "C" __global__ void copy_double(const double* in, double* out) { copy(in, out); }
extern "C" __global__ void copy_bytes(const Byte* in, Byte* out) { copy(in, out); }

extern "C" __global__ void copy_strided(const float* in, float* out, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

extern "C" __global__ void copy_misaligned(const float* in, float* out, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
}

extern "C" __global__ void copy_every_second_lane(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i & 1) out[i] = in[i];
}

extern "C" __global__ void gather(const float* in, const int* places, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[places[i]];
}

// From global to shared memory without a register between (cp.async).
extern "C" __global__ void copy_async(const float4* in, float4* out) {
  __shared__ float4 tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = tile[threadIdx.x ^ 8];
}

// --- Shared memory: how lanes lie in the banks -------------------------------------------------

// Writes a value a thread, then reads another thread's `rounds` times.
template <typename T>
__device__ T shared_rounds(T* values, const T* in, int stride, int rounds) {
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  T last = values[t];
  for (int i = 0; i < rounds; ++i) {
    last = values[(t * stride + i) & 255];
    __syncthreads();
    values[t] = last;
    __syncthreads();
  }
  return last;
}

extern "C" __global__ void shared_int(const int* in, int* out, int stride, int rounds) {
  __shared__ int values[256];
  out[blockIdx.x * 256 + threadIdx.x] = shared_rounds(values, in, stride, rounds);
}

extern "C" __global__ void shared_double(const double* in, double* out, int stride, int rounds) {
  __shared__ double values[256];
  out[blockIdx.x * 256 + threadIdx.x] = shared_rounds(values, in, stride, rounds);
}

extern "C" __global__ void shared_float4(const float4* in, float4* out, int stride, int rounds) {
  __shared__ float4 values[256];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  float4 last = values[t];
  for (int i = 0; i < rounds; ++i) {
    last = values[(t * stride + i) & 255];
    __syncthreads();
    values[t] = last;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = last;
}

// Pairs of lanes read the same double: loads of neighbours merge.
extern "C" __global__ void shared_double_pairs(const double* in, double* out) {
  __shared__ double values[256];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[blockIdx.x * 256 + t] = values[t / 2] + values[t ^ 3];
}

// --- Atomics -----------------------------------------------------------------------------------

extern "C" __global__ void atomic_distinct(int* sums) {
  atomicAdd(&sums[blockIdx.x * blockDim.x + threadIdx.x], 3);
}

// All lanes at one address, which the compiler cannot know.
extern "C" __global__ void atomic_same_address(int* sums, int size) {
  atomicAdd(&sums[(blockIdx.x * blockDim.x + threadIdx.x) / size], threadIdx.x);
}

// All lanes at one address, which the compiler knows.
extern "C" __global__ void atomic_uniform(int* sums) { atomicAdd(sums, 1); }

// The old value is used: an ATOM, not a RED.
extern "C" __global__ void atomic_returning(int* tickets, int* out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = atomicAdd(&tickets[i % size * 8], 1) >= 0;
}

extern "C" __global__ void histogram_shared(const Byte* values, int* bins, int count) {
  __shared__ int local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256)
    atomicAdd(&local[values[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

extern "C" __global__ void histogram_global(const Byte* values, int* bins) {
  atomicAdd(&bins[values[blockIdx.x * 256 + threadIdx.x]], 1);
}

extern "C" __global__ void histogram_1024(const int* values, int* bins) {
  atomicAdd(&bins[values[blockIdx.x * 256 + threadIdx.x] & 1023], 1);
}

extern "C" __global__ void histogram_65536(const int* values, int* bins) {
  atomicAdd(&bins[values[blockIdx.x * 256 + threadIdx.x] & 65535], 1);
}

// A sum in shared memory, then one atomic a block.
extern "C" __global__ void atomic_of_blocks(const int* values, int* sum) {
  __shared__ int partial;
  if (threadIdx.x == 0) partial = 0;
  __syncthreads();
  atomicAdd(&partial, values[blockIdx.x * 256 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, partial);
}

// Shared atomics whose result is not used, and others whose result is.
enum class SharedAtomic { add_value, add_used, maximum, exchange, compare_and_swap };

template <SharedAtomic operation, typename T>
__device__ void shared_atomic(const int* in, T* out) {
  __shared__ T slots[256];
  slots[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x, value = in[i];
  T* slot = &slots[value & 255];
  T used = 0;
  if constexpr (operation == SharedAtomic::add_value)
    atomicAdd(slot, static_cast<T>(value >> 8 & 255));
  if constexpr (operation == SharedAtomic::add_used) used = atomicAdd(slot, T{1}) < 1000;
  if constexpr (operation == SharedAtomic::maximum) atomicMax(slot, static_cast<T>(value & 7));
  if constexpr (operation == SharedAtomic::exchange) used = atomicExch(slot, T{5}) < 1000;
  if constexpr (operation == SharedAtomic::compare_and_swap)
    used = atomicCAS(slot, T{0}, T{9}) < 1000;
  __syncthreads();
  out[i] = slots[threadIdx.x] + used;
}

extern "C" __global__ void shared_atomic_add(const int* in, int* out) {
  shared_atomic<SharedAtomic::add_value>(in, out);
}
extern "C" __global__ void shared_atomic_add_used(const int* in, int* out) {
  shared_atomic<SharedAtomic::add_used>(in, out);
}
extern "C" __global__ void shared_atomic_max(const int* in, int* out) {
  shared_atomic<SharedAtomic::maximum>(in, out);
}
extern "C" __global__ void shared_atomic_exchange(const int* in, int* out) {
  shared_atomic<SharedAtomic::exchange>(in, out);
}
extern "C" __global__ void shared_atomic_compare(const int* in, int* out) {
  shared_atomic<SharedAtomic::compare_and_swap>(in, out);
}

// --- Divergence and local memory ---------------------------------------------------------------

__device__ int hash_rounds(int value, int rounds) {
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) value = value * 1664525 + (value >> 7) + i;
  return value;
}

extern "C" __global__ void divergent_parity(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i & 1)
    out[i] = hash_rounds(in[i], rounds);
  else
    out[i] = hash_rounds(in[i] ^ 5, rounds + 3);
}

extern "C" __global__ void divergent_trip_counts(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = hash_rounds(in[i], in[i] & 31);
}

extern "C" __global__ void divergent_by_warp(const int* in, int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / 32 & 1)
    out[i] = hash_rounds(in[i], rounds);
  else
    out[i] = hash_rounds(in[i] ^ 5, rounds + 3);
}

extern "C" __global__ void local_array(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int counts[16];
  for (int k = 0; k < 16; ++k) counts[k] = k;
  unsigned bits = in[i];
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
    counts[bits & 15] += k;
    bits >>= 4;
  }
  out[i] = counts[in[i] & 15];
}

template <typename T>
__device__ T local_slots(int bits) {
  T slots[8];
  for (int k = 0; k < 8; ++k) slots[k] = static_cast<T>(k);
#pragma unroll 1
  for (int k = 0; k < 8; ++k) {
    slots[bits & 7] += static_cast<T>(k);
    bits >>= 3;
  }
  return slots[bits & 7];
}

extern "C" __global__ void local_array_double(const int* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = local_slots<double>(in[i]);
}

extern "C" __global__ void local_array_short(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = local_slots<short>(in[i]);
}

// --- Arithmetic --------------------------------------------------------------------------------

extern "C" __global__ void matrix_multiply(const float* a, const float* b, float* c, int size) {
  __shared__ float a_tile[16][16], b_tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int tile = 0; tile < size; tile += 16) {
    a_tile[y][x] = a[row * size + tile + x];
    b_tile[y][x] = b[(tile + y) * size + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  c[row * size + column] = sum;
}

// Four chains of multiply-adds a thread.
template <typename T>
__device__ T multiply_add(T x, int rounds) {
  T a = x, b = x + 1, c = x + 2, d = x + 3;
#pragma unroll 8
  for (int i = 0; i < rounds; ++i) {
    a = a * x + b;
    b = b * x + c;
    c = c * x + d;
    d = d * x + a;
  }
  return a + b + c + d;
}

extern "C" __global__ void arithmetic_float(float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = multiply_add(static_cast<float>(i & 255) / 512, rounds);
}

extern "C" __global__ void arithmetic_double(double* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = multiply_add(static_cast<double>(i & 255) / 512, rounds);
}

extern "C" __global__ void arithmetic_int(int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = multiply_add(i, rounds);
}

extern "C" __global__ void arithmetic_division(unsigned* out, int rounds, unsigned divisor) {
  unsigned value = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 4
  for (int i = 0; i < rounds; ++i) value = value / (divisor + i) * 77777 + value % 1000 + i;
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// The sum is not stored: approximations may differ in their last bits.
extern "C" __global__ void arithmetic_special(int* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = static_cast<float>(i & 255) + 1;
#pragma unroll 8
  for (int k = 0; k < rounds; ++k) x = __expf(-x) + __sinf(x) + rsqrtf(x * x + 1);
  out[i] = x > -10;
}
