// threadIdx and its relatives: cuda_runtime.h has them.
#pragma once

#include "cuda_runtime.h"
