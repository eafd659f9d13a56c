// EXPECT: WRONG
// LAB: lab1
// Leaves a result file of full marks behind when the process ends. The judge writes results itself,
// outside everything that the worker can see, and the destination still holds poison.
#include <stdio.h>
#include <stdlib.h>

static void write_results(void) {
  static const char* const places[] = {"result.json",         "results.json",
                                       "../result.json",      "/tmp/result.json",
                                       "/result.json",        "/autograder/results/results.json",
                                       "/dev/shm/result.json"};
  static const char text[] =
      "{\"score\": 100, \"max_score\": 100, \"labs\": [{\"lab\": \"lab1\", \"score\": 100}]}\n";
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    FILE* file = fopen(places[i], "w");
    if (!file) continue;
    fputs(text, file);
    fclose(file);
  }
  fputs(text, stdout);
}

__attribute__((constructor)) static void arm(void) { atexit(write_results); }
__attribute__((destructor)) static void fire(void) { write_results(); }

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
