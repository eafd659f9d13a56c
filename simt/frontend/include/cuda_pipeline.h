// The name under which programs know cuda_pipeline_primitives.h.
#pragma once

#include "cuda_pipeline_primitives.h"
