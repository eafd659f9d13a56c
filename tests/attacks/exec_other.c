// EXPECT: NO_RESULT(exit 0)
// LAB: lab1
// Becomes another program, one that always succeeds. Its exit status means nothing to the judge: no
// "done", no result. The filter on system calls stays with it.
#include <unistd.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  execl("/usr/bin/true", "true", (char*)0);
  execl("/bin/true", "true", (char*)0);
}
