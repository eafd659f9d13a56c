// generate_images: makes the pictures that the course works on, the same bytes every time: a
// photograph of any size from a small one, and synthetic scenes for tests.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/image.h"

namespace {

using warplab::Image;

constexpr int max_side = 65535;  // what a JPG can hold
constexpr int exit_failure = 2;

struct Size {
  int width = 0;
  int height = 0;
};

// One side of a size, 1 to max_side; 0 where `text` is something else.
int parse_side(std::string_view text) {
  int side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && side >= 1 && side <= max_side ? side : 0;
}

Size parse_size(const std::string& text) {
  const std::size_t cross = text.find('x');
  Size size;
  if (cross != std::string::npos) {
    size = {parse_side(std::string_view(text).substr(0, cross)),
            parse_side(std::string_view(text).substr(cross + 1))};
  }
  if (size.width == 0 || size.height == 0) {
    throw std::invalid_argument(fmt::format(
        "--size {}: expected WIDTHxHEIGHT, two whole numbers from 1 to {}, such as 4992x3744", text,
        max_side));
  }
  return size;
}

// A scene gives every pixel its value: channel 0 red, 1 green, 2 blue.
using Scene = std::uint8_t (*)(const Size&, int x, int y, int channel);

std::uint8_t ramp_value(const Size& size, int x, int y, int channel) {
  const int along_x = 255 * x / std::max(1, size.width - 1);
  const int along_y = 255 * y / std::max(1, size.height - 1);
  if (channel == 0) return static_cast<std::uint8_t>(along_x);
  if (channel == 1) return static_cast<std::uint8_t>(along_y);
  return static_cast<std::uint8_t>((along_x + along_y) / 2);
}

std::uint8_t impulse_value(const Size& size, int x, int y, int) {
  return x == size.width / 2 && y == size.height / 2 ? 255 : 0;
}

std::uint8_t checkerboard_value(const Size&, int x, int y, int) {
  constexpr int square = 8;  // pixels
  return (x / square + y / square) % 2 == 0 ? 255 : 0;
}

const std::map<std::string, Scene> scenes = {{"random", nullptr},  // drawn from a generator
                                             {"ramp", ramp_value},
                                             {"impulse", impulse_value},
                                             {"checkerboard", checkerboard_value}};

Image make_scene(const std::string& kind, const Size& size, std::uint64_t seed) {
  Image image{size.width, size.height, 3, {}};
  image.pixels.resize(std::size_t(size.width) * size.height * 3);
  const Scene value = scenes.at(kind);
  std::mt19937_64 random(seed);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < 3; ++c) {
        image.at(x, y, c) =
            value != nullptr ? value(size, x, y, c) : static_cast<std::uint8_t>(random() >> 56);
      }
    }
  }
  return image;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Makes the pictures that the course works on.", "generate_images");
  app.require_subcommand(1);
  std::string size, output, from, kind;
  std::uint64_t seed = 1;

  CLI::App* photograph = app.add_subcommand("photograph", "a photograph tiled to any size");
  photograph->add_option("--from", from, "JPG or PNG to tile, every second copy mirrored")
      ->required();
  CLI::App* scene = app.add_subcommand("scene", "a synthetic scene");
  scene->add_option("kind", kind, "what to draw")->required()->check(CLI::IsMember(scenes));
  scene->add_option("--seed", seed, "of the random scene")->capture_default_str();
  for (CLI::App* command : {photograph, scene}) {
    command->add_option("--size", size, "WIDTHxHEIGHT in pixels")->required();
    command->add_option("--output", output, "file to write, .jpg or .png")->required();
  }

  try {
    app.parse(argc, argv);
    const Size wanted = parse_size(size);
    const Image image = *photograph ? warplab::mirrored_tiling(warplab::read_image(from, 3),
                                                               wanted.width, wanted.height)
                                    : make_scene(kind, wanted, seed);
    warplab::write_image(output, image);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_failure;
  } catch (const std::exception& error) {
    fmt::print(stderr, "generate_images: {}\n", error.what());
    return exit_failure;
  }
  return 0;
}
