// EXPECT: WRONG
// LAB: lab1
// Computes each image size once and replays that answer from then on. Every repetition, warm-up
// included, has fresh inputs, so the second answer is already stale. (The key leaves the pointer
// out: fresh pointers alone must not be what saves the judge.)
#include <stdlib.h>
#include <string.h>

static void convolve(int height, int width, int source_width, const float* filter, const float* src,
                     float* dst) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   src[((size_t)(y + fy) * source_width + x + fx) * CHANNELS + c];
        dst[((size_t)y * width + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}

struct Answer {
  int height, width;
  float* pixels;
};

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static struct Answer answers[256];
  static int count;
  size_t bytes = (size_t)imgHeight * imgWidth * CHANNELS * sizeof(float);
  for (int i = 0; i < count; ++i)
    if (answers[i].height == imgHeight && answers[i].width == imgWidth) {
      memcpy(imgFloatDst, answers[i].pixels, bytes);
      return;
    }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
  float* pixels = count < 256 ? malloc(bytes) : NULL;
  if (!pixels) return;
  memcpy(pixels, imgFloatDst, bytes);
  answers[count++] = (struct Answer){imgHeight, imgWidth, pixels};
}
