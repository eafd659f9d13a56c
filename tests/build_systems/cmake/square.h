#pragma once
#define ADDED 0
__device__ int square(int x);
