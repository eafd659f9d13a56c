// EXPECT: WRONG | TIME_LIMIT(wall) | TIME_LIMIT(cpu)
// LAB: lab5
// A kernel of a thousand branches in a row: analyses that look at each pair of them would
// take for ever.
#define STEP(i)                 \
  a = a * 2654435761u + (i);    \
  if (a & (1u << ((i) % 31))) { \
    b ^= a;                     \
    dst[a % 256] = b;           \
  } else {                      \
    b += (i);                   \
  }
#define TEN(i) \
  STEP(i)      \
  STEP(i + 1)  \
  STEP(i + 2) STEP(i + 3) STEP(i + 4) STEP(i + 5) STEP(i + 6) STEP(i + 7) STEP(i + 8) STEP(i + 9)
#define HUNDRED(i) \
  TEN(i)           \
  TEN(i + 10)      \
  TEN(i + 20) TEN(i + 30) TEN(i + 40) TEN(i + 50) TEN(i + 60) TEN(i + 70) TEN(i + 80) TEN(i + 90)
#define THOUSAND(i)                                                                    \
  HUNDRED(i)                                                                           \
  HUNDRED(i + 100)                                                                     \
  HUNDRED(i + 200) HUNDRED(i + 300) HUNDRED(i + 400) HUNDRED(i + 500) HUNDRED(i + 600) \
      HUNDRED(i + 700) HUNDRED(i + 800) HUNDRED(i + 900)

__global__ void huge(unsigned a, unsigned b, volatile unsigned char* dst) { THOUSAND(0) }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  huge<<<64, 256>>>(1, 2, imgDst);
}
