// The block of parameters that the grader sends along with a case, and that the driver passes on.
#pragma once

#include <cstdint>

namespace warplab {

// What is to be done, by which function.
enum class TransposeTask : std::int32_t {
  matrices,  // add_matrices()
  points,    // add_points()
  vectors,   // add_vectors()
  transpose  // transpose()
};

struct TransposeParameters {
  TransposeTask task;
  // Of a matrix; width * height is how many points or numbers of a row there are.
  std::int32_t width, height;
  std::int32_t pitch;  // of matrices that are added, elements; else width
};

}  // namespace warplab
