// The roofline of a GPU (Williams, Waterman and Patterson, "Roofline: an insightful visual performance
// model", 2009), of instructions instead of floating-point operations: integers count too.
#pragma once

#include <cstdint>
#include <optional>

namespace simt::model {

struct LaunchFacts;  // facts.h
struct Target;       // target.h

// What a target does at most, by the figures that its times are modelled from.
struct Roofline {
  double instructions_per_s = 0;  // of lanes: 32 for each that a warp issues
  double l2_bytes_per_s = 0, memory_bytes_per_s = 0;
};

Roofline roofline_of(const Target& target);

// What a launch does; sums of several launches are the sums of these.
struct RooflineCounts {
  double instructions = 0;                // of lanes, whether they take part or not; as estimated
  double l2_bytes = 0, memory_bytes = 0;  // read and written, of global memory
};

RooflineCounts roofline_counts(const Target& target, const LaunchFacts& facts);

enum class MemoryLevel : uint8_t { l2, memory };

// Where a kernel stands below the roof.
struct RooflinePoint {
  MemoryLevel level = MemoryLevel::memory;  // whose bytes take longer to move
  double instructions_per_byte = 0;         // of that level
  double instructions_per_s = 0;
  double roof = 0;  // the most instructions per second, with so many per byte
};

// Nothing where no byte moved, nothing was done, or the figures are not finite.
std::optional<RooflinePoint> roofline_point(const Roofline& roofline, const RooflineCounts& counts,
                                            double seconds);

}  // namespace simt::model
