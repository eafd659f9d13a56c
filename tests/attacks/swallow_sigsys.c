// EXPECT: WRONG
// LAB: lab1
// Takes over SIGSYS, the signal of a refused system call, and carries on as if nothing had
// happened. The call is refused all the same: no child, no socket. Either counts as success: only
// then does it compute.
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

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

static void carry_on(int signal, siginfo_t* info, void* context) {
  (void)signal, (void)info, (void)context;
}

// A refused call leaves its own number, or whatever the filter chose, in place of a result: only
// what can be seen to work counts.
static int works(void) {
  int socket_fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (socket_fd >= 0 && listen(socket_fd, 1) == 0) return 1;
  long child = syscall(SYS_fork);
  if (child == 0) _exit(0);
  return child > 0 && kill((pid_t)child, 0) == 0 && child != getpid() && child != SYS_fork;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int won = -1;
  if (won < 0) {
    struct sigaction action = {.sa_sigaction = carry_on, .sa_flags = SA_SIGINFO};
    sigaction(SIGSYS, &action, NULL);
    won = works();
  }
  if (won) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
