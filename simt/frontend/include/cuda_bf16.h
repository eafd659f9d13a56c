// __nv_bfloat16 and __nv_bfloat162. (CUDA Math API, "Bfloat16 Precision Intrinsics".)
#pragma once
#define __CUDA_BF16_H__

#include "cuda_runtime.h"

#if defined(__CUDA__)
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "crt/bfloat16_functions.h"
#pragma clang attribute pop
#endif
