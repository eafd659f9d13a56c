// EXPECT: GPU_ERROR(cudaErrorNotSupported)
// LAB: lab5
// Registers device code that is none: a container that says that it is longer than memory, and a
// kernel in it. Containers are taken apart by the recorder, in the submission's own process; the
// device worker gets text.
#include <stdint.h>

extern "C" void** __cudaRegisterFatBinary(void*);
extern "C" void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*,
                                       dim3*, dim3*, int*);

static const uint64_t container[] = {0x00100001ba55ed50u, ~(uint64_t)0 >> 1, 0x0000004000000001u,
                                     ~(uint64_t)0 >> 2,   ~(uint64_t)0,      ~(uint64_t)0,
                                     ~(uint64_t)0,        ~(uint64_t)0,      ~(uint64_t)0};
static struct {
  unsigned magic, version;
  const void *data, *name;
} wrapper = {0x466243b1, 1, container, nullptr};
static char stub;

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  void** const handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, &stub, &stub, "kernel", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterFunction((void**)0x123456789, &stub + 1, &stub, "kernel", -1, nullptr, nullptr,
                         nullptr, nullptr, nullptr);
  void* arguments[] = {&imgDst};
  cudaLaunchKernel(&stub + 1, 1, 1, arguments, 0, nullptr);
  cudaLaunchKernel(&stub, 1, 1, arguments, 0, nullptr);
}
