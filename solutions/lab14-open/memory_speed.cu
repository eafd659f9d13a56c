// Lab 14: as fast as you can.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: your kernels. Begin with the fastest of your earlier labs, and find out what
// STUB: // limits it.
// One solution of many.
//
// What limits? 4992x3744 pixels are 56 MB to read and 56 MB to write: 26 us at the 4.3 TB/s that an
// H200 copies with. The filter is 1.4 G multiply-adds: 84 us on the integer units (64 a clock and
// multiprocessor), 34 us with __dp4a (10 a result, not counting what sorts the bytes). The tensor
// cores need 12 us, and then memory is what remains. How each step follows from that:
//
// - Convolution as a matrix product, result[patch][i] = sum over k of pixel[patch][k] * tap[k][i].
//   A patch is one word (4 bytes) of 4 rows: 16 results. Their windows lie in 4 words of 8 rows,
//   and these 128 bytes are k. Bytes stay as they are in memory, RGBRGB: the matrix of taps is a
//   band, the filter's coefficients 3 bytes apart and zeros elsewhere. That is 5 times the
//   multiplications of the filter, but no instruction is spent on sorting bytes.
// - Each row is read once: 4 rows of source (a group) are the lower half of the windows of 4 rows
//   of results, and the upper half of those of the next 4. Both are added to while it is at hand.
// - Memory is kept busy: a warp walks down a strip of the image, and cp.async brings the next three
//   groups to shared memory meanwhile. No warp waits for another. cp.async copies 16 bytes from an
//   aligned address, but rows begin anywhere: begin up to 15 bytes early, and skip these later.
// - Any coefficients: the matrix has signed bytes. A coefficient is split into four signed digits
//   of base 256. If all coefficients have one digit only, the other three products are left out.

#include <cstdint>

namespace {

constexpr int kTaps = 5;      // a side of the filter
static_assert(FILTER_SIZE == kTaps, "windows, tables and groups are those of a 5x5 filter");
constexpr int kChannels = 3;  // bytes from a pixel to the next
constexpr int kDigits = 4;    // of a coefficient

constexpr int kLanes = 32;
constexpr int kWarps = 4;        // of a block
constexpr int kBlocksPerSm = 4;  // that is, 128 registers a thread
constexpr int kTileBytes = 128;  // of a row: 32 patches, what a warp computes at a time
constexpr int kTiles = 2;        // side by side, a strip
constexpr int kStripBytes = kTileBytes * kTiles;
constexpr int kStripRows = 40;  // few enough that the last blocks do not run alone for long
constexpr int kGroupRows = 4;
constexpr int kStages = 4;  // groups in shared memory: one in use, three on their way
constexpr int kChunk = 16;  // bytes of a copy
constexpr int kLanesPerRow = kLanes / kGroupRows;         // in a copy
constexpr int kStageRowBytes = kStripBytes + 2 * kChunk;  // the next row begins 8 banks further
static_assert(kStageRowBytes >= kChunk - 1 + kStripBytes + (kTaps - 1) * kChannels);

struct alignas(kChunk) Stage {
  unsigned char row[kGroupRows][kStageRowBytes];
};

// The band of one digit: [byte of the word of results][row of the filter + 3][word of the window].
// Three rows of zeros are above the filter, and three below.
constexpr int kTableRows = 3 + kTaps + 3;
using Table = uint32_t[4][kTableRows][4];

// What a lane holds of the matrices. mma.m16n8k32 gives lane 4g + t the k's 4t..4t+3 of patches
// (rows) g and g+8, and the results (columns) 2t and 2t+1 of both. Let these patches be 4g+2p and
// 4g+2p+1 of the tile, in product p = 0, 1. Patch i begins at word i, so the lane's words are lane,
// lane+1, lane+2, lane+3 of each row: no bank conflicts. Let the columns be bytes 2h and 2h+1 of a
// patch's row t, in product h = 0, 1. So the lane has 16 neighbouring results of row t.
using Pixels = uint32_t[kGroupRows][4];
using Taps = uint32_t[2][2 * kGroupRows];  // [h][row of the window]
struct Sums {
  int of[2][2][4];  // [p][h]
};

__device__ unsigned int misalignment(const unsigned char* p) {
  return static_cast<unsigned int>(reinterpret_cast<uintptr_t>(p)) % kChunk;
}

// Copies the groups of a strip to a ring of stages, one after the other.
struct Loader {
  const unsigned char* from;  // the lane's first chunk of the next group, not aligned
  const unsigned char* end;   // of the image
  Stage* ring;
  int pitch;         // bytes from a row to the next
  int next, groups;  // the next group's number, and how many there are

  __device__ void start_next(int lane) {
    const int first = lane % kLanesPerRow * kChunk, pass = kLanesPerRow * kChunk;
    const unsigned char* aligned = from - misalignment(from);
    unsigned char* to = &ring[next % kStages].row[lane / kLanesPerRow][first];
    if (next >= groups) {
      // Nothing is left to copy.
    } else if (from + kStageRowBytes <= end) {
#pragma unroll
      for (int at = 0; at < kStageRowBytes; at += pass) {
        if (first + at >= kStageRowBytes) continue;
        // L2::128B: the rest of the line is for the warps beside this one, so let L2 fetch it too.
        const auto shared = static_cast<uint32_t>(__cvta_generic_to_shared(to + at));
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared),
                     "l"(aligned + at)
                     : "memory");
      }
    } else {  // not behind the image's last byte
      for (int at = 0; first + at < kStageRowBytes; at += pass)
#pragma unroll 1
        for (int i = at; i < at + kChunk; ++i) to[i] = aligned + i < end ? aligned[i] : 0;
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    from += static_cast<long long>(kGroupRows) * pitch;
    ++next;
  }
};

// `skip`: where the strip begins in each row of the stage. If that is inside a word (not
// `aligned`), a word is shifted out of two.
template <bool aligned>
__device__ void read_pixels(Pixels& pixels, const Stage& stage, const unsigned (&skip)[kGroupRows],
                            int offset) {
#pragma unroll
  for (int row = 0; row < kGroupRows; ++row) {
    const auto* word =
        reinterpret_cast<const uint32_t*>(&stage.row[row][skip[row] / 4 * 4 + offset]);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      pixels[row][i] = aligned ? word[i] : __funnelshift_r(word[i], word[i + 1], skip[row] * 8);
  }
}

__device__ void read_taps(Taps& taps, const Table& table, int lane) {
  const int patch_row = lane / 8, byte = lane / 4 % 2;  // of the column that the lane has
#pragma unroll
  for (int row = 0; row < 2 * kGroupRows; ++row) {
    taps[0][row] = table[byte][row - patch_row + 3][lane % 4];
    taps[1][row] = table[2 + byte][row - patch_row + 3][lane % 4];
  }
}

// Adds what a group contributes to the results whose windows have it at row `top`, 0 or 4.
template <int top>
__device__ void multiply_add(Sums& sums, const Pixels& a, const Taps& b) {
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int row = i / 4 * 2, p = i / 2 % 2, h = i % 2;
    int(&sum)[4] = sums.of[p][h];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[row][2 * p]), "r"(a[row][2 * p + 1]), "r"(a[row + 1][2 * p]),
          "r"(a[row + 1][2 * p + 1]), "r"(b[h][top + row]), "r"(b[h][top + row + 1]));
  }
}

// The same for all digits. What overflows in between does no harm: all is modulo 2^32.
template <int top, bool one_digit>
__device__ void add_group(Sums& sums, const Pixels& pixels, const Taps& taps, const Table* table,
                          int lane) {
  multiply_add<top>(sums, pixels, taps);
#pragma unroll 1
  for (int digit = 1; !one_digit && digit < kDigits; ++digit) {
    Taps digit_taps;
    read_taps(digit_taps, table[digit], lane);
    Sums part = {};
    multiply_add<top>(part, pixels, digit_taps);
#pragma unroll
    for (int i = 0; i < 16; ++i)
      sums.of[i / 8][i / 4 % 2][i % 4] += part.of[i / 8][i / 4 % 2][i % 4] << 8 * digit;
  }
}

__device__ uint32_t clamp_and_pack(int s0, int s1, int s2, int s3) {
  uint32_t upper, word;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, 0;" : "=r"(upper) : "r"(s3), "r"(s2));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(word) : "r"(s1), "r"(s0), "r"(upper));
  return word;
}

__device__ uint4 clamp_and_pack(const Sums& sums) {
  const auto word = [&](int p, int first) {
    const int *left = &sums.of[p][0][first], *right = &sums.of[p][1][first];
    return clamp_and_pack(left[0], left[1], right[0], right[1]);
  };
  return make_uint4(word(0, 0), word(0, 2), word(1, 0), word(1, 2));
}

// Walks down a strip whose first result is *dst; the image ends after `rows` rows, `bytes` bytes.
// `aligned`: the rows of dst begin at multiples of 16 bytes, and those of the source at words.
template <bool aligned, bool one_digit>
__device__ void filter_strip(Loader load, unsigned (&skip)[kGroupRows], const Table* table,
                             unsigned char* dst, int row_bytes, int rows, int bytes, int lane) {
  const int row = lane % 4;
  Stage& results = load.ring[kStages];
  Taps taps;
  read_taps(taps, table[0], lane);
  Sums sums[kTiles] = {};

  for (int group = 0; group < load.groups; ++group) {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncwarp();  // this group is there, and all lanes are done with the one before
    load.start_next(lane);
    const int y = (group - 1) * kGroupRows;  // of the results that this group completes
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
      const int x = tile * kTileBytes + lane / 4 * 16;
      Pixels pixels;
      read_pixels<aligned>(pixels, load.ring[group % kStages], skip, tile * kTileBytes + lane * 4);
      add_group<kGroupRows, one_digit>(sums[tile], pixels, taps, table, lane);
      const uint4 packed = clamp_and_pack(sums[tile]);
      if (!aligned) {
        *reinterpret_cast<uint4*>(&results.row[row][x]) = packed;
      } else if (y >= 0 && y + row < rows && x < bytes) {
        *reinterpret_cast<uint4*>(dst + (y + row) * 1ll * row_bytes + x) = packed;
      }
      sums[tile] = {};
      add_group<0, one_digit>(sums[tile], pixels, taps, table, lane);
    }
    if (!aligned) {
      for (unsigned& s : skip) s = (s + kGroupRows * load.pitch) % kChunk;
      __syncwarp();
      for (int r = 0; y >= 0 && r < min(kGroupRows, rows - y); ++r)
        for (int x = lane; x < min(kStripBytes, bytes); x += kLanes)
          dst[(y + r) * 1ll * row_bytes + x] = results.row[r][x];
    }
  }
}

// The signed digits, base 256, of each coefficient, as the bytes of a word.
struct Digits {
  uint32_t of[kTaps * kTaps];
};

__host__ Digits split_into_digits(const Filter& filter) {
  Digits digits;
  for (int i = 0; i < kTaps * kTaps; ++i)
    digits.of[i] =
        (static_cast<uint32_t>(filter.tap[i / kTaps][i % kTaps]) + 0x80808080u) ^ 0x80808080u;
  return digits;
}

__host__ bool have_one_digit(const Digits& digits) {
  uint32_t others = 0;
  for (const uint32_t word : digits.of) others |= word >> 8;
  return others == 0;
}

// Four taps: table[byte][row][word] of a digit.
__device__ uint32_t make_taps(const uint32_t* digits, int digit, int byte, int row, int word) {
  uint32_t taps = 0;
  for (int i = 0; i < 4; ++i) {
    const int fy = row - 3, distance = word * 4 + i - byte, fx = distance / kChannels;
    if (fy >= 0 && fy < kTaps && distance >= 0 && distance % kChannels == 0 && fx < kTaps)
      taps |= (digits[fy * kTaps + fx] >> 8 * digit & 255) << 8 * i;
  }
  return taps;
}

template <bool aligned, bool one_digit>
__global__ void __launch_bounds__(kWarps* kLanes, kBlocksPerSm)
    filter_kernel(const unsigned char* src, const unsigned char* src_end, int pitch,
                  unsigned char* dst, int height, int row_bytes, Digits given) {
  __shared__ Stage rings[kWarps][kStages + 1];  // the last one: results, if not aligned
  __shared__ Table table[kDigits];
  __shared__ uint32_t digits[kTaps * kTaps];

  const int thread = threadIdx.x, lane = thread % kLanes;
  const int strip = blockIdx.x * kWarps + thread / kLanes;
  const int strips_per_row = (row_bytes + kStripBytes - 1) / kStripBytes;
  const int x = strip % strips_per_row * kStripBytes, y = strip / strips_per_row * kStripRows;
  const int rows = min(kStripRows, height - y);  // not positive: a warp without work
  const int groups = rows > 0 ? (rows + kGroupRows - 1) / kGroupRows + 1 : 0;

  // The copies begin before the table is made, which takes about as long.
  src += static_cast<long long>(y) * pitch + x;
  const int first = lane % kLanesPerRow * kChunk;
  Loader load{src + lane / kLanesPerRow * static_cast<long long>(pitch) + first,
              src_end,
              rings[thread / kLanes],
              pitch,
              0,
              groups};
#pragma unroll 1
  for (int i = 0; i < kStages - 1; ++i) load.start_next(lane);

  if (thread < kTaps * kTaps) digits[thread] = given.of[thread];
  __syncthreads();
  for (int i = thread; i < (one_digit ? 1 : kDigits) * 4 * kTableRows * 4; i += kWarps * kLanes) {
    const int word = i % 4, byte = i / 4 % 4, row = i / 16 % kTableRows,
              digit = i / 16 / kTableRows;
    table[digit][byte][row][word] = make_taps(digits, digit, byte, row, word);
  }
  __syncthreads();

  unsigned skip[kGroupRows];
  for (int i = 0; i < kGroupRows; ++i) skip[i] = misalignment(src + i * 1ll * pitch);
  dst += static_cast<long long>(y) * row_bytes + x;
  filter_strip<aligned, one_digit>(load, skip, table, dst, row_bytes, rows, row_bytes - x, lane);
}

}  // namespace
// END SOLUTION

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch them. Any technique is allowed that gives the exact result.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
  (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (x, y) begins at (x, y)
  const int row_bytes = imgWidth * kChannels, pitch = imgWidthF * kChannels;
  const int strips =
      (row_bytes + kStripBytes - 1) / kStripBytes * ((imgHeight + kStripRows - 1) / kStripRows);
  const bool aligned = row_bytes % 16 == 0 && pitch % 4 == 0;
  const Digits digits = split_into_digits(filter);
  const bool one_digit = have_one_digit(digits);
  const auto kernel = aligned ? one_digit ? filter_kernel<true, true> : filter_kernel<true, false>
                      : one_digit ? filter_kernel<false, true>
                                  : filter_kernel<false, false>;
  kernel<<<(strips + kWarps - 1) / kWarps, kWarps * kLanes>>>(
      imgSrc, imgSrc + static_cast<long long>(imgHeightF) * pitch, pitch, imgDst, imgHeight,
      row_bytes, digits);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
