// Where a profiler begins and ends to look.
#pragma once

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#if defined(__cplusplus)
}
#endif
