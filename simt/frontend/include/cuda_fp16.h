// __half and __half2. (CUDA Math API, "Half Precision Intrinsics".)
//
// The arithmetic is that of clang's _Float16, which is add.f16, fma.rn.f16, ... on the device.
#pragma once
#define __CUDA_FP16_H__

#include "cuda_runtime.h"

#if defined(__CUDA__)
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "crt/half_types.h"
// After the types:
#include "crt/half_functions.h"
#pragma clang attribute pop
#endif
