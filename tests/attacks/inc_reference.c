// EXPECT: WRONG
// CONTAINER: BUILD_ERROR(compile)
// LAB: lab1
// Includes the solution, by every path from which the compiler might reach it. The compile jail
// mounts nothing of the course but the header, so what is left is an empty function.
// A container has folders on the way that may not be entered, which are an error.
#if __has_include("../../solutions/lab1-convolution-c/convolution.c")
#include "../../solutions/lab1-convolution-c/convolution.c"
#elif __has_include("../solutions/lab1-convolution-c/convolution.c")
#include "../solutions/lab1-convolution-c/convolution.c"
#elif __has_include("solutions/lab1-convolution-c/convolution.c")
#include "solutions/lab1-convolution-c/convolution.c"
#elif __has_include("../../../solutions/lab1-convolution-c/convolution.c")
#include "../../../solutions/lab1-convolution-c/convolution.c"
#elif __has_include("/solutions/lab1-convolution-c/convolution.c")
#include "/solutions/lab1-convolution-c/convolution.c"
#elif __has_include("/proc/self/cwd/solutions/lab1-convolution-c/convolution.c")
#include "/proc/self/cwd/solutions/lab1-convolution-c/convolution.c"
#elif __has_include("/proc/1/cwd/solutions/lab1-convolution-c/convolution.c")
#include "/proc/1/cwd/solutions/lab1-convolution-c/convolution.c"
#elif __has_include("/proc/1/root/solutions/lab1-convolution-c/convolution.c")
#include "/proc/1/root/solutions/lab1-convolution-c/convolution.c"
#else
void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
#endif
