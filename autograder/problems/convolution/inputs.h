// Fresh inputs for convolution cases: images and filters, all numbers of which depend on a seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/random_numbers.h"
#include "common/convolution.h"
#include "common/image.h"

namespace warplab {

// Filters of `size` rows of as many coefficients.
std::vector<float> laplace_filter(int size = FILTER_SIZE);   // -1, the centre size^2 - 1: edges
std::vector<float> identity_filter(int size = FILTER_SIZE);  // 0, the centre 1
// The Laplace filter, but for one coefficient beside the centre that is one more and another that
// is one less: its centre, its sum and nearly all of its coefficients are the Laplace filter's.
std::vector<float> nearly_laplace_filter(RandomNumbers& random, int size = FILTER_SIZE);
// The Laplace filter, but for one coefficient beside the centre that is 2^-11 more: less than what is compared with a
// tolerance of a thousandth tells, and more than rounding explains.
std::vector<float> almost_laplace_filter(RandomNumbers& random, int size = FILTER_SIZE);
// The Laplace filter, but for one coefficient beside the centre that does not fit a signed byte,
// -1000 to -130. It is even, so that its lowest byte is not the others'.
std::vector<float> filter_far_below_zero(RandomNumbers& random, int size = FILTER_SIZE);
// Reals of both signs that add up to 1, wide enough that some results leave 0..255 on either side.
// Every row and every column adds up to 1 / size, and the first and last coefficients are positive:
// so the result is not all black or white when only a part of the filter is used, and mistakes
// show.
std::vector<float> random_filter(RandomNumbers& random, int size = FILTER_SIZE);
// Reals above the main diagonal and 0 elsewhere: no symmetry at all.
std::vector<float> asymmetric_filter(RandomNumbers& random, int size = FILTER_SIZE);

// The same in whole numbers, for the GPU half. Coefficients lie within -most..most; every row and
// every column adds up to 1. Cut to signed bytes they still give pixels of different values.
std::vector<float> random_whole_filter(RandomNumbers& random, int most, int size = FILTER_SIZE);
std::vector<float> asymmetric_whole_filter(RandomNumbers& random, int size = FILTER_SIZE);
// All positive, as small as they may be for the sum of a white window to be beyond 16 bits.
std::vector<float> positive_whole_filter(RandomNumbers& random, int size = FILTER_SIZE);

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
// From grey on the left to white on the right, with a little noise.
void fill_bright(RandomNumbers& random, ConvolutionData& data);

// Makes the photograph at build/images/ below `course_root` fit `size`: crop or mirrored tiling, of
// 3 or 4 channels. Throws std::runtime_error that says how to make the file again where it is
// missing or broken.
Image read_photograph(const std::filesystem::path& course_root, const Size& size, int channels);

// Fills the original inside `data.source` with `photograph` (of the same size and channels), as it
// is.
void copy_photograph(const Image& photograph, ConvolutionData& data);

// Fills the original inside `data.source` with `photograph` (of the same size and channels):
// shifted cyclically, its channels permuted, perhaps inverted, and with a little noise, all by
// `seed`: no answer to it is made of pieces of an earlier one. About as fast as memory.
void fill_photograph(std::uint64_t seed, const Image& photograph, ConvolutionData& data);

}  // namespace warplab
