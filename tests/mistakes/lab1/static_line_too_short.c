// EXPECT: NO_RESULT(SIGSEGV) static-overflow
// SAYS: convolution.c:15
// STEP: 1
// Adds up a row in an array with room for 512 pixels, and clears more of it than there is: it is memset() that
// runs past the end.
#include <string.h>

static float line[512 * CHANNELS];

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int values = imgWidth * CHANNELS;
  for (int y = 0; y < imgHeight; ++y) {
    memset(line, 0, (size_t)values * 1024 * sizeof(float));
    for (int k = 0; k < FILTER_SIZE * FILTER_SIZE; ++k) {
      const float* src =
          imgFloatSrc + ((long)(y + k / FILTER_SIZE) * imgWidthF + k % FILTER_SIZE) * CHANNELS;
      for (int i = 0; i < values; ++i) line[i] += filter[k] * src[i];
    }
    for (int i = 0; i < values; ++i) {
      const float sum = line[i];
      imgFloatDst[(long)y * values + i] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
  }
}
