// threadIdx and its relatives: cuda_runtime.h has them.
#pragma once
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "cuda_runtime.h"
