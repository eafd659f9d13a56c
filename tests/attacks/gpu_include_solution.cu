// EXPECT: BUILD_ERROR(missing function)
// CONTAINER: BUILD_ERROR(compile)
// LAB: lab5
// Includes the solution, by every path from which the compiler might reach it. The compile jail
// mounts nothing of the course but the headers and the compiler's tools. A container has folders on
// the way that may not be entered, which are an error.
#if __has_include("solutions/lab5-shared-int/convolution.cu")
#include "solutions/lab5-shared-int/convolution.cu"
#elif __has_include("../solutions/lab5-shared-int/convolution.cu")
#include "../solutions/lab5-shared-int/convolution.cu"
#elif __has_include("../../solutions/lab5-shared-int/convolution.cu")
#include "../../solutions/lab5-shared-int/convolution.cu"
#elif __has_include("../../../solutions/lab5-shared-int/convolution.cu")
#include "../../../solutions/lab5-shared-int/convolution.cu"
#elif __has_include("/solutions/lab5-shared-int/convolution.cu")
#include "/solutions/lab5-shared-int/convolution.cu"
#elif __has_include("/proc/self/cwd/solutions/lab5-shared-int/convolution.cu")
#include "/proc/self/cwd/solutions/lab5-shared-int/convolution.cu"
#elif __has_include("/proc/1/root/solutions/lab5-shared-int/convolution.cu")
#include "/proc/1/root/solutions/lab5-shared-int/convolution.cu"
#else
int nothing_found;
#endif
