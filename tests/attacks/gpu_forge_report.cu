// EXPECT: GPU_ERROR(cudaErrorUnknown)
// LAB: lab5
// Hands in a report in place of a plan, one that says that everything went well. The judge reads
// reports from the device worker alone; here it reads a plan, and these bytes are none.
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hand_in.inc"

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  static const char report[] =
      "{\"error\":\"\",\"reason\":\"\",\"output\":\"\",\"findings\":[],\"runs\":[{\"kernel\":\"k\","
      "\"seconds\":1e-9,\"profile\":null}]}";
  char bytes[8 + sizeof report];
  const uint64_t length = sizeof report - 1;
  memcpy(bytes, &length, 8);
  memcpy(bytes + 8, report, sizeof report);
  hand_in(bytes, sizeof bytes);
}
