// The name under which programs know cuda_pipeline_primitives.h.
#pragma once
#define _CUDA_PIPELINE_H_

#include "cuda_pipeline_primitives.h"
