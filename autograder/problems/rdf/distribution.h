// What a histogram of pair distances shows: the radial distribution.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "autograder/problems/rdf/rdf.h"
#include "autograder/report/result.h"

namespace warplab {

// g((b + 1/2) dr) of each bin b: 2 / n * histogram[b] / (volume of the shell from b * dr to
// (b + 1) * dr), over `density`, particles a unit of volume. It is 1 where particles are as they
// would be anywhere; and it falls with the distance, as the cube that they are in ends
// (share_inside()).
std::vector<double> radial_distribution(const RdfData& data,
                                        std::span<const std::uint32_t> histogram, double density);

// Of the shell of points at `distance` from a particle, the part that lies in the cube as well, on
// average over particles anywhere in it: what a gas has for g. For distances up to the cube's edge.
// (Philip, The probability distribution of the distance between two random points in a box, 2007.)
double share_inside(double distance, double edge);

// A table of a right histogram of `spheres` (configurations.h), what became of pairs at edges, and
// the curve as a PNG in `picture`, if it can be written.
Showing show_distribution(const RdfData& data, const PairCounts& expected,
                          std::span<const std::uint32_t> histogram,
                          const std::filesystem::path& picture);

}  // namespace warplab
