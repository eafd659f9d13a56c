// Cases of a convolution: what both halves of the family have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/problem.h"

namespace warplab {

// What pixels are made of, and where the filter is: in a buffer of its own, as such values, or
// among the parameters, as ints; and whether a grid of blocks computes the result.
struct CpuFormat {
  using Value = float;
  static constexpr int channels = 4;
  static constexpr bool filter_is_parameter = false;
  static constexpr bool has_grid = false;
};
struct GpuFormat {
  using Value = std::uint8_t;
  static constexpr int channels = 3;
  static constexpr bool filter_is_parameter = true;
  static constexpr bool has_grid = true;
};

// A kind of input for the small cases.
struct InputKind {
  const char* name;
  ImageMaker fill_image;
  std::vector<float> (*make_filter)(RandomNumbers& random);
};

// Two cases a size: one of the telling kind, and one of the others in turn.
template <class Format>
std::vector<std::unique_ptr<Case>> make_small_cases(const Lab& lab, const InputKind& telling,
                                                    std::span<const InputKind> others);

// The photograph below `course_root` at `size`, with the Laplace filter or, for GPU labs, a random
// one. Slow: it reads the picture.
template <class Format>
std::unique_ptr<Case> make_photograph_case(const std::filesystem::path& course_root,
                                           const Size& size);

}  // namespace warplab
