// A name of the CUDA Toolkit for what cuda_runtime.h has.
#pragma once
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime.h"
