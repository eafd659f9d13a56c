#include "tests/bench/measure.h"

#include <chrono>
#include <thread>

#include "autograder/judge/timing.h"

namespace warplab::bench {
namespace {

// Threads of the program before stop waiting for more work within this time.
constexpr std::chrono::milliseconds kSettle{20};

}  // namespace

Times interleave(const std::vector<Contestant>& contestants, int rounds) {
  Times times(contestants.size());
  for (int round = -1; round < rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      std::this_thread::sleep_for(kSettle);
      contestants[i].prepare();
      const auto start = std::chrono::steady_clock::now();
      contestants[i].run();
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (round >= 0) times[i].push_back(passed.count());
    }
  }
  return times;
}

double median_ratio(const std::vector<double>& numerator, const std::vector<double>& denominator) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < numerator.size(); ++i) {
    ratios.push_back(numerator[i] / denominator[i]);
  }
  return median(ratios);
}

}  // namespace warplab::bench
