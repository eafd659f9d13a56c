// EXPECT: WRONG
// LAB: lab1
// Searches every place that it can reach for reference outputs, solutions or the course itself,
// also through /proc/*/root and /proc/*/cwd. Nothing of that is mounted. A find counts as success:
// only then does it compute.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
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

static int looks_like_the_course(const char* name) {
  static const char* const words[] = {"golden",     "solutions", "lab.json",
                                      "autograder", "expected",  "result.json"};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    if (strcasestr(name, words[i])) return 1;
  return 0;
}

// The system's own files, the same for everybody, are left out.
static int is_system(const char* name) {
  static const char* const names[] = {".",   "..",   "usr",  "lib", "lib32", "lib64", "libx32",
                                      "bin", "sbin", "proc", "sys", "etc",   "run"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strcmp(name, names[i]) == 0) return 1;
  return 0;
}

static int search(const char* folder, int depth) {
  DIR* entries = opendir(folder);
  if (!entries) return 0;
  int found = 0;
  for (struct dirent* entry; !found && (entry = readdir(entries));) {
    if (is_system(entry->d_name)) continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    found = looks_like_the_course(entry->d_name) ||
            (depth > 0 && entry->d_type == DT_DIR && search(path, depth - 1));
  }
  closedir(entries);
  return found;
}

static int search_processes(void) {
  DIR* entries = opendir("/proc");
  if (!entries) return 0;
  int found = 0;
  for (struct dirent* entry; !found && (entry = readdir(entries));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/root", entry->d_name);
    found = search(path, 3);
    snprintf(path, sizeof path, "/proc/%s/cwd", entry->d_name);
    found = found || search(path, 3) || search(strcat(path, "/.."), 3);
  }
  closedir(entries);
  return found;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int found = -1;
  if (found < 0) found = search(".", 3) || search("..", 3) || search("/", 4) || search_processes();
  if (found) convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
