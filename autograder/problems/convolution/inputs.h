// Fresh inputs for convolution cases: images and filters, all numbers of which depend on a seed.
#pragma once

#include <cstdint>
#include <filesystem>

#include "autograder/course/lab.h"
#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/random_numbers.h"
#include "common/image.h"

namespace warplab {

// Filters, 25 coefficients each.
std::vector<float> laplace_filter();   // all -1, the centre 24: the lab's edge filter
std::vector<float> identity_filter();  // 0, the centre 1
// Reals of both signs that add up to 1, wide enough that some results leave 0..255 on either side.
// Every row and every column adds up to 1/5, and the first and last coefficients are positive: so
// the result is not all black or white when only a part of the filter is used, and mistakes show.
std::vector<float> random_filter(RandomNumbers& random);
// Reals above the main diagonal and 0 elsewhere: no symmetry at all.
std::vector<float> asymmetric_filter(RandomNumbers& random);

// The same in whole numbers, for the GPU half. Coefficients lie within -most..most; every row and
// every column adds up to 1.
std::vector<float> random_whole_filter(RandomNumbers& random, int most);
std::vector<float> asymmetric_whole_filter(RandomNumbers& random);

// Images: fill the original inside `data.source`, whose border is black already; with whole numbers
// where `data.integers` asks for them.
using ImageMaker = void (*)(RandomNumbers& random, ConvolutionData& data);
void fill_random(RandomNumbers& random, ConvolutionData& data);         // anything in 0..255
void fill_ramp_x(RandomNumbers& random, ConvolutionData& data);         // grows with x only
void fill_ramp_y(RandomNumbers& random, ConvolutionData& data);         // grows with y only
void fill_ramp_channels(RandomNumbers& random, ConvolutionData& data);  // one value a channel
void fill_impulse(RandomNumbers& random, ConvolutionData& data);        // black but for one pixel
void fill_waves(RandomNumbers& random, ConvolutionData& data);          // smooth, like a photograph
// Dark, with bright specks here and there: about half of the results of random_whole_filter(12) lie
// inside 0..255, the others on either side, and yet there is every brightness.
void fill_specks(RandomNumbers& random, ConvolutionData& data);

// Makes the photograph at build/images/ below `course_root` fit `size`: crop or mirrored tiling, of
// 3 or 4 channels. Throws std::runtime_error that says how to make the file again where it is
// missing or broken.
Image read_photograph(const std::filesystem::path& course_root, const Size& size, int channels);

// Fills the original inside `data.source` with `photograph` (of the same size and channels):
// shifted cyclically, its channels permuted, perhaps inverted, and with a little noise, all by
// `seed`: no answer to it is made of pieces of an earlier one. About as fast as memory.
void fill_photograph(std::uint64_t seed, const Image& photograph, ConvolutionData& data);

}  // namespace warplab
