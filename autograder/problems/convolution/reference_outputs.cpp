// Reference pictures, see reference_outputs.h.
#include "autograder/problems/convolution/reference_outputs.h"

#include <fmt/format.h>

#include <cmath>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/oracle.h"
#include "common/image.h"

namespace warplab {
namespace {

ConvolutionData extend_photograph(const Image& photograph) {
  ConvolutionData data;
  data.width = photograph.width;
  data.height = photograph.height;
  data.channels = photograph.channels;
  data.source.resize(data.source_values());
  copy_photograph(photograph, data);
  return data;
}

Image draw_expected(const ConvolutionData& data) {
  constexpr int shown_channels = 3;
  Image picture{data.width, data.height, shown_channels, {}};
  picture.pixels.resize(std::size_t(data.width) * data.height * shown_channels);
  ExpectedRow row;
  for (int y = 0; y < data.height; ++y) {
    compute_expected_row(data, y, row);
    for (int x = 0; x < data.width; ++x) {
      for (int c = 0; c < shown_channels; ++c) {
        picture.at(x, y, c) = static_cast<std::uint8_t>(
            std::nearbyint(row.value[std::size_t(x) * data.channels + c]));
      }
    }
  }
  return picture;
}

}  // namespace

std::vector<ReferenceOutput> convolution_reference_outputs(const std::filesystem::path& images) {
  constexpr int rgba = 4;
  std::vector<ReferenceOutput> outputs;
  for (const std::filesystem::path photograph : {"coffee.png", "rocket.jpg"}) {
    ConvolutionData data = extend_photograph(read_image(images / photograph, rgba));
    data.filter = laplace_filter();
    outputs.push_back({fmt::format("convolution-laplace-{}.png", photograph.stem().string()),
                       fmt::format("{} through the 5x5 Laplace filter, black border, clamped to "
                                   "0..255",
                                   photograph.string()),
                       draw_expected(data)});
  }
  return outputs;
}

}  // namespace warplab
