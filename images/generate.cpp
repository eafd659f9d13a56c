// generate_images: makes the pictures that the course works on, the same bytes every time: a
// photograph of any size from a small one, and synthetic scenes for tests.
#include <fmt/format.h>
#include <getopt.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <stdexcept>
#include <string>

#include "common/image.h"
#include "common/numbers.h"

namespace {

using warplab::Image;

constexpr int max_side = 65535;  // what a JPG can hold
constexpr int exit_failure = 2;

struct Size {
  int width = 0;
  int height = 0;
};

Size parse_size(const std::string& text) {
  const auto sides = warplab::parse_sides(text, max_side);
  if (!sides) {
    throw std::invalid_argument(fmt::format(
        "--size {}: expected WIDTHxHEIGHT, two whole numbers from 1 to {}, such as 4992x3744", text,
        max_side));
  }
  return {sides->first, sides->second};
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

constexpr const char* usage =
    "generate_images photograph --from FILE --size WIDTHxHEIGHT --output FILE\n"
    "    a photograph, JPG or PNG, tiled to any size, every second copy mirrored\n"
    "generate_images scene KIND [--seed NUMBER] --size WIDTHxHEIGHT --output FILE\n"
    "    a synthetic scene: random, ramp, impulse or checkerboard\n";

struct Request {
  std::string command;
  std::string kind = {}, from = {}, size = {}, output = {};
  std::uint64_t seed = 1;
};

// The words of the command line. Everybody who builds waits for this program, so it does without
// the library that takes them apart elsewhere, which takes longest to compile.
Request parse(int argc, char** argv) {
  constexpr option options[] = {
      {"from", required_argument, nullptr, 'f'},   {"size", required_argument, nullptr, 's'},
      {"output", required_argument, nullptr, 'o'}, {"seed", required_argument, nullptr, 'r'},
      {"help", no_argument, nullptr, 'h'},         {}};
  Request request;
  for (int key; (key = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
    if (key == 'f') request.from = optarg;
    if (key == 's') request.size = optarg;
    if (key == 'o') request.output = optarg;
    if (key == 'r') request.seed = std::stoull(optarg);
    if (key == 'h') return {"help"};
    if (key == '?') throw std::invalid_argument("--help lists the options");
  }
  if (optind < argc) request.command = argv[optind++];
  if (optind < argc) request.kind = argv[optind++];
  const bool is_scene = request.command == "scene" && scenes.contains(request.kind);
  const bool is_photograph = request.command == "photograph" && !request.from.empty();
  if (optind < argc || is_scene == is_photograph || request.output.empty())
    throw std::invalid_argument(fmt::format("expected\n{}", usage));
  return request;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Request request = parse(argc, argv);
    if (request.command == "help") {
      fmt::print("{}", usage);
      return 0;
    }
    const Size size = parse_size(request.size);
    const Image image = request.command == "photograph"
                            ? warplab::mirrored_tiling(warplab::read_image(request.from, 3),
                                                       size.width, size.height)
                            : make_scene(request.kind, size, request.seed);
    warplab::write_image(request.output, image);
  } catch (const std::exception& error) {
    fmt::print(stderr, "generate_images: {}\n", error.what());
    return exit_failure;
  }
  return 0;
}
