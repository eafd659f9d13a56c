// The problem family `heat`: heat that spreads over a plate, an iteration at a time.
#include "autograder/problems/heat/heat.h"

#include <fmt/format.h>

#include <algorithm>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/heat/causes.h"
#include "autograder/problems/heat/parameters.h"
#include "autograder/problems/heat/plate_picture.h"
#include "autograder/problems/picture.h"
#include "autograder/problems/sweep.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

constexpr Size shown_size = {128, 96};
constexpr int shown_iterations = 300;
constexpr double hottest = 100;

enum class Kind { random, hot_places };

void fill_randomly(HeatData& data, RandomNumbers& random) {
  for (float& value : data.start) value = static_cast<float>(random.real(-hottest, hottest));
  // Bits that arithmetic loses, where they have to stay: in each side of the border.
  data.start[data.place(0, data.width / 2)] = -0.0f;
  data.start[data.place(data.height - 1, data.width / 3)] = 0x1p-149f;
  data.start[data.place(data.height / 2, 0)] = -0.0f;
  data.start[data.place(data.height / 2, data.width - 1)] = -0.0f;
  // Corners are no cell's neighbour: averaging them would show it.
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

class HeatCase : public OracleCase<ExpectedPlate> {
 public:
  HeatCase(const Size& size, int iterations, const ThreadBlock& block, Kind kind)
      : OracleCase(fmt::format(
            "{}, {}{}", size.text(), counted(iterations, "1 iteration", "{} iterations"),
            block.x > 0 ? fmt::format(", blocks of {}x{}", block.x, block.y) : "")),
        kind_(kind),
        block_(block.x > 0 ? block : ThreadBlock{16, 16}),
        data_{size.width, size.height, iterations, {}, block} {}

  // What an iteration moves if it is a sweep over the plate. Several at a time move less.
  double compulsory_bytes() const override { return 2 * sizeof(float) * outputs(); }
  double operations() const override {
    return 4.0 * static_cast<double>(data_.inner_cells()) * data_.iterations;
  }
  // A cell and iteration.
  double outputs() const override {
    return static_cast<double>(data_.cells()) * std::max(1, data_.iterations);
  }
  GpuNeeds gpu_needs() const override { return {.checkers = data_.height <= most_blocks_in_y}; }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_plate(data_, expected(), values_of<float>(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_plate(data_, expected(), values_of<float>(outputs[0]),
                               values_of<float>(outputs[1]), evidence, name());
  }
  Showing show(std::span<const std::span<const std::byte>> outputs,
               const std::filesystem::path& picture) const override {
    return {{fmt::format("a plate of {}: at the start, in the middle and at the end", name())},
            write_picture(picture, encode_png(draw_three(data_, values_of<float>(outputs[0]))))};
  }

 private:
  std::vector<Buffer> buffers() override {
    return {input("start", data_.cells(), data_.start), output<float>("end", data_.cells()),
            output<float>("scratch", data_.cells())};
  }
  std::vector<std::byte> parameters() const override {
    return bytes_of(
        HeatParameters{data_.width, data_.height, data_.iterations, block_.x, block_.y});
  }
  void fill(RandomNumbers& random) override {
    (kind_ == Kind::random ? fill_randomly : fill_with_hot_places)(data_, random);
  }
  ExpectedPlate compute() const override { return expected_plate(data_, data_.iterations); }

  Kind kind_;
  ThreadBlock block_;
  HeatData data_;
};

bool takes_blocks(const Step& step) { return step.entries.front() == "heat_with_block"; }

std::vector<SweepPoint> sweep_sizes_and_blocks(const std::optional<Size>& size) {
  std::vector<Size> sizes;
  if (size)
    sizes = {*size};
  else
    for (int side = 64; side <= 2048; side *= 2) sizes.push_back({side, side});
  std::vector<SweepPoint> points;
  for (const Size& each : sizes)
    for (const ThreadBlock block : {ThreadBlock{8, 8}, {16, 8}, {16, 16}, {32, 8}})
      points.push_back(
          {fmt::format("{} {}x{}", each.text(), block.x, block.y), make_plate(each, 1, block)});
  return points;
}

// For both devices.
Family heat_family() {
  return {
      .name = "heat",
      .unit = "cell",
      .timed_input = "a plate",
      .causes = heat_causes,
      .entries = {{"heat",
                   "void heat(int width, int height, int iterations, const float* start,\n"
                   "          float* scratch, float* end)",
                   {"iterations"}}},
      .small_cases = [](const Lab& lab,
                        const Step& step) { return make_small_plates(lab, takes_blocks(step)); },
      .timed_case =
          [](const Step& step, const Size& size, const auto&) {
            return make_plate(size, step.parameters.at("iterations"), {});
          },
  };
}

}  // namespace

Cases make_small_plates(const Lab& lab, bool gives_blocks) {
  // By size, the largest plate twice, then from the smallest up. Shapes of one row or one column, and of no whole
  // warp, need plates of several blocks and some iterations. Of 1024 threads, 256x4 have a larger halo than 32x32;
  // a block of a single thread loads nine cells.
  constexpr ThreadBlock blocks[] = {{32, 8}, {256, 4}, {16, 16}, {16, 8},  {64, 2}, {1, 32},
                                    {1, 1},  {5, 3},   {1, 24},  {32, 32}, {24, 1}};
  constexpr int iterations[] = {2, 3, 0, 7, 10, 1};
  const std::vector<Size> sizes = largest_first(lab.sizes);
  Cases cases;
  const auto add = [&](const Size& size, int count) {
    const ThreadBlock block =
        gives_blocks ? blocks[cases.size() % std::size(blocks)] : ThreadBlock{};
    cases.push_back(make_plate(size, count, block));
  };
  // First with one iteration, as what is wrong spreads with each.
  add(sizes.front(), 1);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    add(sizes[i], iterations[i % std::size(iterations)]);
  // More rows than 16 bits count.
  cases.push_back(make_plate({3, 65'600}, 1, gives_blocks ? ThreadBlock{8, 8} : ThreadBlock{}));
  return cases;
}

std::unique_ptr<Case> make_plate(const Size& size, int iterations, const ThreadBlock& block) {
  return std::make_unique<HeatCase>(size, iterations, block, Kind::random);
}

std::unique_ptr<Case> make_shown_plate() {
  return std::make_unique<HeatCase>(shown_size, shown_iterations, ThreadBlock{}, Kind::hot_places);
}

Image draw_reference_plate() {
  HeatData data{shown_size.width, shown_size.height, shown_iterations, {}};
  data.start.resize(data.cells());
  RandomNumbers random(10);
  fill_with_hot_places(data, random);
  const ExpectedPlate end = expected_plate(data, data.iterations);
  return draw_three(data, std::vector<float>(end.values.begin(), end.values.end()));
}

const Problem& heat_problem() {
  static const FamilyProblem problem([] {
    Family family = heat_family();
    family.reference_outputs = [](const auto&) -> std::vector<ReferenceOutput> {
      return {{"heat-plate.png",
               "a plate of 128x96 cells with two hot edges: at the start, after 150 and 300 "
               "iterations",
               draw_reference_plate()}};
    };
    return family;
  }());
  return problem;
}

const Problem& heat_gpu_problem() {
  static const FamilyProblem problem([] {
    Family family = heat_family();
    family.device = Device::gpu;
    family.entries.push_back(
        {"heat_with_block",
         "void heat_with_block(int block_x, int block_y, int width, int height,\n"
         "                     int iterations, const float* start, float* scratch,\n"
         "                     float* end)",
         {"iterations"}});
    family.shown_case = [](const Step&, const auto&) { return make_shown_plate(); };
    family.sweep = std::make_shared<const Sweep>(
        Sweep{"plate, block", takes_blocks,
              [](const auto& size, std::uint64_t) { return sweep_sizes_and_blocks(size); }});
    return family;
  }());
  return problem;
}

}  // namespace warplab
