// __nv_bfloat16 and __nv_bfloat162. (CUDA Math API, "Bfloat16 Precision Intrinsics".)
#pragma once

#include "cuda_runtime.h"

#if defined(__CUDA__)
#include "crt/bfloat16_functions.h"
#endif
