// The functions that the GPU steps of the heat lab ask for. The grader includes this header before your
// file, so a definition with another signature is an error of the compiler, not a mystery later.
#ifndef WARPLAB_COMMON_HEAT_GPU_H
#define WARPLAB_COMMON_HEAT_GPU_H

#include <cstddef>

#include "common/cuda_check.h"

#ifdef __cplusplus
extern "C" {
#endif

// Lets heat spread over a plate, as common/heat.h has it: the border keeps its bits, and in an iteration
// each other cell becomes the average of its four neighbours as they were before it:
//
//   new(y, x) = 0.25 * (old(y - 1, x) + old(y + 1, x) + old(y, x - 1) + old(y, x + 1))
//
//   width, height  of the plate, in cells, from 1 on, up to 12000x70000; a plate of one or two rows or
//                  columns is all border
//   iterations     how many, from 0 on: after none, the plate is as it was at the start
//   start          height rows of width temperatures, one row behind the other; its first byte is at a
//                  multiple of 256; read-only: writing to it is an error
//   scratch        room for one plate; what it holds at first is not defined, and what you leave in it
//                  does not matter
//   end            the plate after the last iteration: all of it, which you must write. Its border holds
//                  the bits that start's border has.
//
// This is host code: it launches your kernels. The pointers are device memory, which only kernels can read
// and write. Between iterations the host swaps pointers and copies nothing. The function may return before
// its kernels have ended.
//
// Corners are no cell's neighbour: they may hold anything. Each iteration may round as float additions do,
// in any order: after n of them a cell may be off by 3 n 2^-24 times the largest temperature of the plate,
// corners left aside.
void heat(int width, int height, int iterations, const float* start, float* scratch, float* end);

// The same with blocks of block_x * block_y threads, at most 1024, of any shape: 32x8, 16x16, 5x3.
void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                     const float* start, float* scratch, float* end);

#ifdef __cplusplus
}
#endif
#endif
