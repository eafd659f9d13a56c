#include "tests/bench/convolution_bench.h"

#include <emmintrin.h>
#include <fmt/core.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <random>
#include <stdexcept>

#include "autograder/judge/timing.h"
#include "common/convolution.h"
#include "tests/bench/measure.h"
#include "tests/bench/threads.h"

// The solutions: each is compiled with conv_filter renamed (see CMakeLists.txt).
#define SOLUTION(name) extern "C" decltype(conv_filter) name
SOLUTION(conv_filter_lab1_1);
SOLUTION(conv_filter_lab2_1);
SOLUTION(conv_filter_lab2_2);
SOLUTION(conv_filter_lab2_3);
SOLUTION(conv_filter_lab3_1);
SOLUTION(conv_filter_lab3_2);
SOLUTION(conv_filter_lab3_3);
#undef SOLUTION

namespace warplab::bench {
namespace {

using Filter = std::array<float, FILTER_SIZE * FILTER_SIZE>;

// Floats in shared memory, in pages of the kind that the grader hands to a submission.
class Buffer {
 public:
  explicit Buffer(std::size_t count)
      : count_(count),
        data_(static_cast<float*>(mmap(nullptr, count * sizeof(float), PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    if (data_ == MAP_FAILED) throw std::bad_alloc();
    std::fill_n(data_, count_, 0.0f);
  }
  ~Buffer() { munmap(data_, count_ * sizeof(float)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  float* data() { return data_; }
  std::size_t size() const { return count_; }

 private:
  std::size_t count_;
  float* data_;
};

// A picture of random values 0..255 in its black border, and room for the result.
struct Picture {
  int width, height;
  Buffer source{std::size_t(width + 2 * FILTER_RADIUS) * (height + 2 * FILTER_RADIUS) * CHANNELS};
  Buffer result{std::size_t(width) * height * CHANNELS};

  Picture(int picture_width, int picture_height) : width(picture_width), height(picture_height) {
    std::mt19937 random(1);
    for (int y = 0; y < height; ++y) {
      float* row =
          source.data() +
          (std::size_t(y + FILTER_RADIUS) * (width + 2 * FILTER_RADIUS) + FILTER_RADIUS) * CHANNELS;
      for (int i = 0; i < width * CHANNELS; ++i) row[i] = random() & 255;
    }
  }

  void apply(decltype(conv_filter)* solution, Filter filter) {
    solution(height, width, height + 2 * FILTER_RADIUS, width + 2 * FILTER_RADIUS, FILTER_RADIUS,
             FILTER_RADIUS, filter.data(), source.data(), result.data());
  }

  void apply_opencv(Filter filter) {
    const cv::Mat extended(height + 2 * FILTER_RADIUS, width + 2 * FILTER_RADIUS, CV_32FC4,
                           source.data());
    cv::Mat filtered(height, width, CV_32FC4, result.data());
    const cv::Mat kernel(FILTER_SIZE, FILTER_SIZE, CV_32F, filter.data());
    cv::filter2D(extended({FILTER_RADIUS, FILTER_RADIUS, width, height}), filtered, -1, kernel);
  }

  // Each thread copies one run of the picture with stores past the cache: the fastest plain copy.
  void copy() {
    const float* from = source.data();
    float* to = result.data();
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < result.size(); i += 16) {
      for (int j = 0; j < 16; j += 4) _mm_stream_ps(to + i + j, _mm_load_ps(from + i + j));
    }
    _mm_sfence();
  }
};

Filter laplace() {
  Filter filter;
  filter.fill(-1);
  filter[FILTER_SIZE * FILTER_SIZE / 2] = 24;
  return filter;
}

Filter random_filter() {
  Filter filter;
  std::mt19937 random(2);
  std::uniform_real_distribution<float> coefficient(-0.1f, 0.2f);
  for (float& f : filter) f = coefficient(random);
  return filter;
}

std::string threads_text(int threads) {
  return threads == 1 ? "1 thread" : fmt::format("{} threads", threads);
}

struct Solution {
  std::string step;
  decltype(conv_filter)* function;
};

const Solution lab1_1 = {"lab1-convolution-c/1", conv_filter_lab1_1};
const Solution lab2_1 = {"lab2-openmp/1", conv_filter_lab2_1};
const Solution lab2_2 = {"lab2-openmp/2", conv_filter_lab2_2};
const Solution lab2_3 = {"lab2-openmp/3", conv_filter_lab2_3};
const Solution lab3_1 = {"lab3-sse/1", conv_filter_lab3_1};
const Solution lab3_2 = {"lab3-sse/2", conv_filter_lab3_2};
const Solution lab3_3 = {"lab3-sse/3", conv_filter_lab3_3};

Contestant contestant(Picture& picture, const Solution& solution, const Filter& filter,
                      int threads) {
  return {solution.step, [=] { bind_openmp_threads(threads); },
          [&picture, solution, filter] { picture.apply(solution.function, filter); }};
}

Contestant opencv(Picture& picture, const Filter& filter, int threads) {
  return {"OpenCV filter2D",
          [=] {
            unbind_calling_thread();
            cv::setNumThreads(threads);
          },
          [&picture, filter] { picture.apply_opencv(filter); }};
}

// Throws unless the picture's result is `expected`, up to rounding.
void check(Picture& picture, const std::vector<float>& expected, const std::string& who) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const float got = std::clamp(picture.result.data()[i], 0.0f, 255.0f);
    if (!(std::abs(got - expected[i]) <= 0.01f)) {
      throw std::runtime_error(
          fmt::format("{}: value {} is {}, lab 1's is {}; a wrong filter is not worth measuring",
                      who, i, picture.result.data()[i], expected[i]));
    }
  }
}

void check_all(Picture& picture, const std::vector<Solution>& solutions, bool with_opencv) {
  for (const Filter& filter : {laplace(), random_filter()}) {
    picture.apply(lab1_1.function, filter);
    const std::vector<float> expected(picture.result.data(),
                                      picture.result.data() + picture.result.size());
    const auto poison = [&] { std::fill_n(picture.result.data(), picture.result.size(), NAN); };
    for (const Solution& solution : solutions) {
      poison();
      picture.apply(solution.function, filter);
      check(picture, expected, solution.step);
    }
    if (!with_opencv) continue;
    poison();
    picture.apply_opencv(filter);
    check(picture, expected, "OpenCV");
  }
}

// The last step against OpenCV and against the copy.
void measure_floors(Picture& picture, int threads, Table& table) {
  const Contestant copy = {"copy", [=] { bind_openmp_threads(threads); }, [&] { picture.copy(); }};
  const Times times = interleave(
      {copy, opencv(picture, laplace(), threads), contestant(picture, lab3_3, laplace(), threads),
       opencv(picture, random_filter(), threads),
       contestant(picture, lab3_3, random_filter(), threads)},
      9);
  const auto& copied = times[0];
  const auto &opencv_laplace = times[1], &ours_laplace = times[2];
  const auto &opencv_random = times[3], &ours_random = times[4];
  const std::string with = ", " + threads_text(threads);
  const auto add_time = [&](const std::string& name, const std::vector<double>& seconds) {
    table.push_back({name + with, median(seconds) * 1e3, "ms", {}});
  };
  add_time("copy of the same bytes, streaming stores", copied);
  add_time("OpenCV filter2D 32FC4, Laplace", opencv_laplace);
  add_time("lab3-sse/3, Laplace", ours_laplace);
  add_time("OpenCV filter2D 32FC4, random filter", opencv_random);
  add_time("lab3-sse/3, random filter", ours_random);
  table.push_back({"lab3-sse/3 / OpenCV, Laplace" + with,
                   median_ratio(ours_laplace, opencv_laplace), "ratio", 0.5});
  table.push_back({"lab3-sse/3 / OpenCV, random filter" + with,
                   median_ratio(ours_random, opencv_random),
                   "ratio",
                   {}});
  // One thread cannot use all of the memory's speed, so only all threads are held to it.
  const bool is_all = threads == core_count();
  table.push_back({"lab3-sse/3 / copy, Laplace" + with, median_ratio(ours_laplace, copied), "ratio",
                   is_all ? std::optional(1.5) : std::nullopt});
}

// Every step's time, its gain over the one that it builds on, and what the choice of loop costs.
void measure_ladder(Picture& picture, Picture& small, int threads, Table& table) {
  const auto on = [&](const Solution& solution, int count) {
    return contestant(picture, solution, laplace(), count);
  };
  const Times times = interleave({on(lab1_1, 1), on(lab2_1, threads), on(lab2_2, threads),
                                  on(lab3_1, 1), on(lab3_2, threads), on(lab3_3, threads)},
                                 3);
  const auto &c = times[0], &rows = times[1], &pixels = times[2];
  const auto &sse = times[3], &sse_openmp = times[4], &memory_speed = times[5];
  const Times small_times = interleave(
      {contestant(small, lab1_1, laplace(), 1), contestant(small, lab2_3, laplace(), threads)}, 5);
  const std::string with = ", " + threads_text(threads);
  const auto add_time = [&](const std::string& name, const std::vector<double>& seconds) {
    table.push_back({name, median(seconds) * 1e3, "ms", {}});
  };
  const auto add_gain = [&](const std::string& name, const std::vector<double>& before,
                            const std::vector<double>& after) {
    table.push_back({name, median_ratio(before, after), "x", {}});
  };
  add_time("lab1-convolution-c/1, 1 thread", c);
  add_time("lab2-openmp/1 (rows)" + with, rows);
  add_time("lab2-openmp/2 (pixels of a row)" + with, pixels);
  add_time("lab3-sse/1, 1 thread", sse);
  add_time("lab3-sse/2" + with, sse_openmp);
  add_time("lab3-sse/3" + with, memory_speed);
  add_gain("speedup lab2-openmp/1 over lab1-convolution-c/1" + with, c, rows);
  add_gain("speedup lab3-sse/1 over lab1-convolution-c/1, 1 thread", c, sse);
  add_gain("speedup lab3-sse/2 over lab3-sse/1" + with, sse, sse_openmp);
  add_gain("speedup lab3-sse/3 over lab3-sse/2" + with, sse_openmp, memory_speed);
  add_gain("speedup lab3-sse/3 over lab1-convolution-c/1" + with, c, memory_speed);
  add_gain("which loop: rows, over one thread" + with, c, rows);
  add_gain("which loop: pixels of a row, over one thread" + with, c, pixels);
  add_gain(
      fmt::format("which loop: window ({}x{}), over one thread{}", small.width, small.height, with),
      small_times[0], small_times[1]);
}

}  // namespace

void measure_convolution(Table& table) {
  const int all = core_count();
  Picture picture(4992, 3744), small(64, 48);
  bind_openmp_threads(all);
  check_all(picture, {lab2_1, lab2_2, lab3_1, lab3_2, lab3_3}, true);
  check_all(small, {lab2_3}, false);
  measure_floors(picture, 1, table);
  if (all > 1) measure_floors(picture, all, table);
  measure_ladder(picture, small, all, table);
}

}  // namespace warplab::bench
