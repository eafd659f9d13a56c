// Where particles may be: arrangements of `n` of them, with a number of bins and a bin width that
// show something. The latter two depend on `n` alone, the particles on `random`, too.
#pragma once

#include "autograder/problems/random_numbers.h"
#include "autograder/problems/rdf/rdf.h"

namespace warplab {

// Particle i is at i * dr, in a row along x: the bin of a pair is the difference of its indices,
// which tells which pairs were counted. Every operation is exact.
RdfData row_of_particles(int n, RandomNumbers& random);

// Anywhere in a cube, all pairs nearer than the last bin reaches.
RdfData gas(int n, RandomNumbers& random);
// The same, and most pairs are farther.
RdfData wide_gas(int n, RandomNumbers& random);
// The same as a gas, with as many bins as there may be.
RdfData gas_in_many_bins(int n, RandomNumbers& random);
// All in one place, and one bin.
RdfData heap(int n, RandomNumbers& random);
// One bin, with all pairs of the first 32 particles and those whose indices are up to n / 2 larger: these are in one place,
// the others out of range, which takes less time.
RdfData heap_of_half(int n, RandomNumbers& random);
// Two in each place: every second time as far from each other as the last bin reaches, which is in none. And places so far
// apart that 16 bits lose the difference: 65536 * dr, or a multiple. Of up to 32767 particles.
RdfData far_apart(int n, RandomNumbers& random);
// On a cubic lattice whose spacing is dr: pairs along an axis are exactly at an edge, and so are a
// few diagonals. dr is such that multiplying with 1 / dr in place of dividing moves some of them.
RdfData exact_lattice(int n, RandomNumbers& random);
// The same with a spacing of 0.1 that is rounded: these pairs may be in either bin.
RdfData rounded_lattice(int n, RandomNumbers& random);
// Like a liquid: spheres of diameter 1 put anywhere in a cube, one after the other, where they
// overlap none; bins up to the cube's edge.
RdfData spheres(int n, RandomNumbers& random);

// Of them: how many there are a unit of volume.
inline constexpr double sphere_density = 0.6;

}  // namespace warplab
