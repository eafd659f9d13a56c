// EXPECT: WRONG
// LAB: lab1
// WITHOUT: clean-environment OK
// Looks for a secret of the judge, a seed for example, in the environment and on the command line
// of itself and of every process that it can see. The chain down to the worker starts with neither.
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
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

static int file_has_secret(const char* path) {
  FILE* file = fopen(path, "r");
  if (!file) return 0;
  static char text[1 << 16];
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  for (size_t i = 0; i < length; ++i)
    if (!text[i]) text[i] = ' ';
  text[length] = 0;
  return strstr(text, "WARPLAB_TEST_SECRET") != NULL;
}

static int find_secret(void) {
  if (getenv("WARPLAB_TEST_SECRET") || file_has_secret("/proc/self/environ") ||
      file_has_secret("/proc/1/environ"))
    return 1;
  DIR* entries = opendir("/proc");
  if (!entries) return 0;
  int found = 0;
  for (struct dirent* entry; !found && (entry = readdir(entries));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
    found = file_has_secret(path);
    snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
    found = found || file_has_secret(path);
  }
  closedir(entries);
  return found;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int found = -1;
  if (found < 0) found = find_secret();
  if (found) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
