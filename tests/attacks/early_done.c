// EXPECT: WRONG
// LAB: lab1
// Stops the clock itself: finds the judge's last "go" in the harness's memory, sends "done" with
// its sequence number first and computes afterwards. The judge freezes the worker at "done" and
// compares then: a large image is mostly poison. (Small ones are computed honestly, to get that
// far.)
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "message.inc"

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

#include "find_go.inc"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  if ((long)imgHeight * imgWidth >= 1000000) {
    struct Message done = {.magic = MAGIC, .kind = DONE};
    done.sequence = find_go(__builtin_frame_address(0), environ);
    if (!done.sequence) done.sequence = find_go(&__data_start, &_end);
    sigset_t thaw;
    sigemptyset(&thaw);
    sigaddset(&thaw, SIGCONT);
    sigprocmask(SIG_BLOCK, &thaw, NULL);
    if (write(CONTROL, &done, sizeof done) < 0) return;
    int which;
    sigwait(&thaw, &which);  // the judge has frozen this worker and thaws it again
    sigprocmask(SIG_UNBLOCK, &thaw, NULL);
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
