// Explanations by blocks of threads: by which blocks are missing, and by where in its block a wrong
// pixel lies. For the GPU half.
#pragma once

#include <optional>
#include <span>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/survey.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/problem.h"

namespace warplab {

struct BlockShape {
  int width = 0;   // threads, one a pixel
  int height = 0;  // threads
};

// Most usual first: where two explain the same, the first is named.
inline constexpr BlockShape block_shapes[] = {
    {16, 16}, {32, 8}, {8, 8},  {32, 32}, {32, 16}, {8, 32}, {16, 8}, {8, 16},  {16, 32},
    {32, 4},  {64, 4}, {64, 8}, {128, 1}, {256, 1}, {32, 1}, {64, 1}, {512, 1}, {4, 1}};

// Threads outside the image that store too: they hit the beginnings of rows.
std::optional<Explanation> explain_stray_threads(const ConvolutionData& data, const Survey& survey);

// `launches` are those that computed the image; none where nobody knows them.
std::optional<Explanation> explain_by_block(const ConvolutionData& data, const Survey& survey,
                                            std::span<const LaunchShape> launches);

}  // namespace warplab
