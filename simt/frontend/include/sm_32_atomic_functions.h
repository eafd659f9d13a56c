// A name of the CUDA Toolkit for what cuda_runtime.h has.
#pragma once

#include "cuda_runtime.h"
