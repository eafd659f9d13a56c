// The function that the CPU steps of the heat lab ask for. The grader includes this header before your
// file, so a definition with another signature is an error of the compiler, not a mystery later.
#ifndef WARPLAB_COMMON_HEAT_H
#define WARPLAB_COMMON_HEAT_H

#ifdef __cplusplus
extern "C" {
#endif

// Lets heat spread over a plate. The border, that is the first and the last row and column, is held at its
// temperature and never changes. In an iteration, each other cell becomes the average of its four
// neighbours, all as they were before it (Jacobi's method for the equation of heat at rest):
//
//   new(y, x) = 0.25 * (old(y - 1, x) + old(y + 1, x) + old(y, x - 1) + old(y, x + 1))
//
//   width, height  of the plate, in cells, from 1 on; a plate of one or two rows or columns is all border
//   iterations     how many, from 0 on: after none, the plate is as it was at the start
//   start          height rows of width temperatures, one row behind the other; read-only: writing to it
//                  is an error
//   scratch        room for one plate; what it holds at first is not defined, and what you leave in it
//                  does not matter
//   end            the plate after the last iteration: all of it, which you must write. Its border holds
//                  the bits that start's border has.
//
// Corners are no cell's neighbour: they may hold anything. Each iteration may round as float additions do,
// in any order: after n of them a cell may be off by 3 n 2^-24 times the largest temperature of the plate,
// corners left aside.
void heat(int width, int height, int iterations, const float* start, float* scratch, float* end);

#ifdef __cplusplus
}
#endif
#endif
