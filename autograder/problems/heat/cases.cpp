// Cases of the heat lab, see cases.h.
#include "autograder/problems/heat/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "autograder/problems/heat/diagnosis.h"
#include "autograder/problems/heat/heat_data.h"
#include "autograder/problems/heat/parameters.h"
#include "autograder/problems/heat/plate_picture.h"
#include "autograder/problems/random_numbers.h"

namespace warplab {
namespace {

constexpr Size shown_size = {128, 96};
constexpr int shown_iterations = 300;
constexpr double hottest = 100;

enum class Kind { random, hot_places };

std::span<const float> values_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

void fill_randomly(HeatData& data, RandomNumbers& random) {
  for (float& value : data.start) value = static_cast<float>(random.real(-hottest, hottest));
  // Bits that arithmetic loses, where they have to stay.
  data.start[data.place(0, data.width / 2)] = -0.0f;
  data.start[data.place(data.height - 1, data.width / 3)] = 0x1p-149f;
  // Corners are no cell's neighbour: who averages them, shows it.
  for (const int y : {0, data.height - 1})
    for (const int x : {0, data.width - 1}) data.start[data.place(y, x)] = 1e30f;
}

void fill_with_hot_places(HeatData& data, RandomNumbers& random) {
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x)
      data.start[data.place(y, x)] =
          x == 0 || (y == 0 && x < data.width / 2) ? float{hottest} : 0.0f;
  for (int i = 0; i < 12; ++i) {
    const int side = 6 + random.below(10);
    const int x0 = 1 + random.below(data.width - side - 2);
    const int y0 = 1 + random.below(data.height - side - 2);
    const auto temperature = static_cast<float>(random.real(0.5 * hottest, hottest));
    for (int y = y0; y < y0 + side; ++y)
      for (int x = x0; x < x0 + side; ++x) data.start[data.place(y, x)] = temperature;
  }
}

// The plate at the start, in the middle and at the end, side by side.
Image draw_three(const HeatData& data, std::span<const float> end) {
  const ExpectedPlate middle = expected_plate(data, data.iterations / 2);
  const std::vector<float> middle_values(middle.values.begin(), middle.values.end());
  return draw_plates({data.start, middle_values, end}, data.width, data.height, 0, hottest);
}

class HeatCase : public Case {
 public:
  HeatCase(const Size& size, int iterations, const BlockShape& block, Kind kind)
      : kind_(kind), block_(block) {
    data_.width = size.width;
    data_.height = size.height;
    data_.iterations = iterations;
    name_ = fmt::format("{}x{}, {} iteration{}", size.width, size.height, iterations,
                        iterations == 1 ? "" : "s");
    if (block.x > 0) name_ += fmt::format(", blocks of {}x{}", block.x, block.y);
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    const BlockShape block = block_.x > 0 ? block_ : BlockShape{16, 16};
    const HeatParameters parameters = {data_.width, data_.height, data_.iterations, block.x,
                                       block.y};
    CaseLayout layout;
    const std::size_t bytes = sizeof(float) * data_.cells();
    layout.input_bytes = {bytes};
    layout.output_bytes = {bytes, bytes};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    return layout;
  }

  // What an iteration moves if it is a sweep over the plate. Several at a time move less.
  double compulsory_bytes() const override { return 2 * sizeof(float) * outputs(); }
  double operations() const override {
    return 4.0 * static_cast<double>(data_.inner_cells()) * data_.iterations;
  }
  // A cell and iteration.
  double outputs() const override {
    return static_cast<double>(data_.cells()) * std::max(1, data_.iterations);
  }

  void generate(std::uint64_t seed) override {
    RandomNumbers random(seed);
    data_.start.resize(data_.cells());
    if (kind_ == Kind::random)
      fill_randomly(data_, random);
    else
      fill_with_hot_places(data_, random);
    expected_ = {};
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    std::memcpy(inputs[0].data(), data_.start.data(), inputs[0].size());
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    std::memcpy(data_.start.data(), inputs[0].data(), inputs[0].size());
    expected_ = {};
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_plate(data_, expected(), values_of(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_plate(data_, expected(), values_of(outputs[0]), values_of(outputs[1]),
                               evidence, name_);
  }
  Showing show(std::span<const std::span<const std::byte>> outputs,
               const std::filesystem::path& picture) const override {
    write_image(picture, draw_three(data_, values_of(outputs[0])));
    return {{fmt::format("a plate of {}: at the start, in the middle and at the end", name_)},
            picture};
  }

 private:
  // Computed when it is first asked for: while the worker stands still.
  const ExpectedPlate& expected() const {
    if (expected_.values.empty()) expected_ = expected_plate(data_, data_.iterations);
    return expected_;
  }

  Kind kind_;
  BlockShape block_;
  std::string name_;
  HeatData data_;
  mutable ExpectedPlate expected_;
};

}  // namespace

std::vector<std::unique_ptr<Case>> make_small_plates(const Lab& lab, bool gives_shapes) {
  constexpr BlockShape shapes[] = {{16, 16}, {8, 8}, {32, 8}, {16, 8}, {5, 3}, {1, 32}, {64, 2}};
  constexpr int iterations[] = {2, 3, 0, 7, 10, 1};
  std::vector<Size> sizes = lab.sizes;
  // The first case that fails is explained: the largest goes first, with one iteration, as what is
  // wrong spreads with each.
  std::sort(sizes.begin(), sizes.end(), [](const Size& a, const Size& b) {
    return std::int64_t{a.width} * a.height < std::int64_t{b.width} * b.height;
  });
  std::rotate(sizes.begin(), sizes.end() - 1, sizes.end());
  std::vector<std::unique_ptr<Case>> cases;
  const auto add = [&](const Size& size, int count) {
    const BlockShape shape = gives_shapes ? shapes[cases.size() % std::size(shapes)] : BlockShape{};
    cases.push_back(make_plate(size, count, shape));
  };
  add(sizes.front(), 1);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    add(sizes[i], iterations[i % std::size(iterations)]);
  return cases;
}

std::unique_ptr<Case> make_plate(const Size& size, int iterations, const BlockShape& block) {
  return std::make_unique<HeatCase>(size, iterations, block, Kind::random);
}

std::unique_ptr<Case> make_shown_plate() {
  return std::make_unique<HeatCase>(shown_size, shown_iterations, BlockShape{}, Kind::hot_places);
}

Image draw_reference_plate() {
  HeatData data;
  data.width = shown_size.width;
  data.height = shown_size.height;
  data.iterations = shown_iterations;
  data.start.resize(data.cells());
  RandomNumbers random(10);
  fill_with_hot_places(data, random);
  const ExpectedPlate end = expected_plate(data, data.iterations);
  return draw_three(data, std::vector<float>(end.values.begin(), end.values.end()));
}

}  // namespace warplab
