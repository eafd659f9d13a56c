// Gradings drawn from noise: how often a machine takes points from honest code, and gives some to
// code that is too slow. docs/security.md has a table of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "autograder/judge/timing.h"

namespace warplab {
namespace {

// Random numbers, and what a noise remembers from call to call.
class Draw {
 public:
  bool happens(double probability) { return uniform() < probability; }
  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  double exponential() { return -std::log(1 - uniform()); }
  // A factor that scatters around 1 by `sigma`.
  double around_one(double sigma) { return std::exp(sigma * normal_(random_)); }
  // At least `least`; twice as much is a quarter as likely.
  double heavy_tail(double least) { return least / std::sqrt(1 - uniform()); }

  bool in_burst = false;
  double drift = 1;
  int calls = 0;

 private:
  std::mt19937 random_{1};
  std::normal_distribution<double> normal_;
};

enum class Who { baseline, submission };

// By what factor a call is slower than alone on the machine.
using Noise = double (*)(Draw&, Who);

double quiet(Draw& draw, Who) { return draw.around_one(0.007); }

double heavy_tails(Draw& draw, Who) {
  return draw.around_one(0.04) * (draw.happens(0.2) ? 0.95 + draw.heavy_tail(0.1) : 1);
}

// Somebody compiles: for four calls on average, all is slower by 40 %.
double bursts(Draw& draw, Who) {
  draw.in_burst = draw.happens(draw.in_burst ? 0.75 : 0.1);
  return draw.in_burst ? 1.4 * draw.around_one(0.08) : draw.around_one(0.01);
}

// The clock of the cores follows their temperature.
double drift(Draw& draw, Who) {
  draw.drift = std::pow(draw.drift, 0.95) * draw.around_one(0.03);
  return draw.drift * std::exp(0.1 * std::sin(draw.calls++ / 9.0)) * draw.around_one(0.02);
}

// Another virtual machine takes the core, at most as long as the call would take.
double stolen_core(Draw& draw, Who) {
  return draw.around_one(0.02) * (draw.happens(0.35) ? 1 + draw.uniform() : 1);
}

// As recorded beside other programs: the baseline computes, the submission is as fast as memory.
double shared_memory(Draw& draw, Who who) {
  const bool is_hit = who == Who::submission && draw.happens(0.4);
  return draw.around_one(0.008) * (is_hit ? 1 + 0.35 * draw.exponential() : 1);
}

// The submission has threads, and one of them has to wait.
double late_thread(Draw& draw, Who who) {
  const bool is_late = who == Who::submission && draw.happens(0.3);
  return draw.around_one(0.015) * (is_late ? 1 + draw.uniform() : 1);
}

// Submissions that make their own times scatter.
template <Noise machine>
double with_random_work(Draw& draw, Who who) {
  return machine(draw, who) * (who == Who::submission ? draw.around_one(0.3) : 1);
}
template <Noise machine>
double with_random_sleep(Draw& draw, Who who) {
  const bool sleeps = who == Who::submission && draw.happens(0.45);
  return machine(draw, who) * (sleeps ? 1 + draw.uniform() : 1);
}

constexpr TimingPlan plan = {.budget_s = 2, .zero_at = 0.5, .full_at = 1};

struct Graded {
  Ratio ratio;
  double noise = 0;
  double seconds = 0;
  int pairs = 0;

  bool by_median() const { return ratio.median >= plan.full_at; }
  bool by(SpeedRule rule) const {
    return by_median() || is_undecided(ratio, plan.full_at, noise, rule);
  }
};

// As run_timed() adds pairs, after a warm-up of the submission.
Graded grade(Noise noise, double true_ratio, double seconds_of_pair, Draw& draw) {
  double spent_s = 0;
  const auto call = [&](Who who) {
    const double time_s =
        seconds_of_pair / 2 * noise(draw, who) / (who == Who::submission ? true_ratio : 1);
    spent_s += time_s;
    return time_s;
  };
  call(Who::submission);
  std::vector<Pair> pairs;
  do {
    Pair pair;
    const bool baseline_first = pairs.size() % 2 == 0;
    if (baseline_first) pair.baseline_s = call(Who::baseline);
    pair.submission_s = call(Who::submission);
    if (!baseline_first) pair.baseline_s = call(Who::baseline);
    pairs.push_back(pair);
  } while (!is_enough(pairs, plan, spent_s, true));
  return {ratio_of(pairs), noise_of(pairs), spent_s, static_cast<int>(pairs.size())};
}

// Pairs of lab 3 on many cores, of labs 2 and 3 on two, and of lab 1.
constexpr double quick_s = 0.02, short_s = 0.3, long_s = 1;
constexpr double above = 1.12, below = 0.9;  // of the threshold for all points

// Gradings in which something was so, of a thousand.
class PerThousand {
 public:
  PerThousand(Noise noise, double true_ratio, double seconds_of_pair, int gradings = 10000) {
    Draw draw;
    for (int i = 0; i < gradings; ++i)
      graded_.push_back(grade(noise, true_ratio, seconds_of_pair, draw));
  }
  double points(SpeedRule rule) const {
    return share([&](const Graded& graded) { return graded.by(rule); });
  }
  double points_by_median() const {
    return share([](const Graded& graded) { return graded.by_median(); });
  }
  double hold(double ratio) const {
    return share([&](const Graded& graded) {
      return graded.ratio.low <= ratio && ratio <= graded.ratio.high;
    });
  }
  const std::vector<Graded>& all() const { return graded_; }

 private:
  template <typename Condition>
  double share(Condition condition) const {
    return 1000.0 * static_cast<double>(std::ranges::count_if(graded_, condition)) /
           static_cast<double>(graded_.size());
  }
  std::vector<Graded> graded_;
};

struct Surroundings {
  const char* name;
  Noise noise;
  double seconds_of_pair;
  // Gradings of a thousand: a submission or a reference solution 12 % above the threshold loses
  // points; a submission 10 % below it has all of them.
  double most_lost;
  double most_lost_by_reference;
  double most_gained;
};
void PrintTo(const Surroundings& here, std::ostream* out) { *out << here.name; }

class Simulated : public testing::TestWithParam<Surroundings> {};

TEST_P(Simulated, TakesFewPointsFromHonestCode) {
  const Surroundings& here = GetParam();
  const PerThousand honest(here.noise, above, here.seconds_of_pair);
  EXPECT_LE(1000 - honest.points(SpeedRule::unless_noisy), here.most_lost);
  EXPECT_LE(1000 - honest.points(SpeedRule::unless_refuted), here.most_lost_by_reference);
}

TEST_P(Simulated, GivesFewPointsToSlowCode) {
  const Surroundings& here = GetParam();
  const PerThousand slow(here.noise, below, here.seconds_of_pair, 2000);
  EXPECT_LE(slow.points(SpeedRule::unless_noisy), here.most_gained);
}

std::string name_of(const testing::TestParamInfo<Surroundings>& here) { return here.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Machines, Simulated,
    testing::Values(Surroundings{"quiet", quiet, short_s, 1, 1, 10},
                    Surroundings{"heavy_tails", heavy_tails, short_s, 1, 1, 10},
                    Surroundings{"bursts", bursts, short_s, 1, 1, 10},
                    Surroundings{"drift", drift, short_s, 1, 1, 10},
                    Surroundings{"stolen_core", stolen_core, short_s, 1, 1, 10},
                    Surroundings{"shared_memory", shared_memory, short_s, 1, 1, 10},
                    Surroundings{"late_thread", late_thread, short_s, 1, 1, 10}),
    name_of);

// Of pairs that take a second there are a dozen in the longest time. Where every third call is
// hit, those are too few for what is wanted, 1, 1 and 10; these are the figures that hold.
INSTANTIATE_TEST_SUITE_P(
    LongPairs, Simulated,
    testing::Values(Surroundings{"quiet", quiet, long_s, 1, 1, 10},
                    Surroundings{"heavy_tails", heavy_tails, long_s, 1, 1, 10},
                    Surroundings{"bursts", bursts, long_s, 2, 1, 10},
                    Surroundings{"drift", drift, long_s, 1, 1, 10},
                    Surroundings{"stolen_core", stolen_core, long_s, 20, 1, 60},
                    Surroundings{"shared_memory", shared_memory, long_s, 35, 3, 10},
                    Surroundings{"late_thread", late_thread, long_s, 30, 2, 10}),
    name_of);

TEST(QuietMachine, MeasuresThreePairsOrTwiceTheBudget) {
  for (const double ratio : {0.9, 0.97, 1.0, 1.03, 1.12}) {
    const PerThousand gradings(quiet, ratio, short_s, 1000);
    for (const Graded& graded : gradings.all()) {
      EXPECT_LE(graded.seconds, 2 * plan.budget_s + 1.2 * short_s) << ratio;
      if (ratio == 1.12) {
        EXPECT_EQ(graded.pairs, 3);
      }
    }
  }
}

// A ratio that is 3 % below the threshold is in doubt at first. Quick pairs are more of them, and settle it.
TEST(QuickPairs, TellARatioThatIsALittleTooSlow) {
  for (const Noise noise : {quiet, bursts, drift}) {
    const PerThousand gradings(noise, 0.97, quick_s, 1000);
    EXPECT_LE(gradings.points(SpeedRule::unless_noisy), 60);
    for (const Graded& graded : gradings.all()) EXPECT_LE(graded.pairs, 8 * plan.most_pairs);
  }
}

TEST(OwnScatter, GivesNoMorePointsThanTheMedian) {
  for (const Noise gamer : {with_random_work<quiet>, with_random_work<heavy_tails>,
                            with_random_sleep<quiet>, with_random_sleep<heavy_tails>}) {
    const PerThousand gradings(gamer, below, short_s, 700);
    EXPECT_LE(gradings.points(SpeedRule::unless_noisy), gradings.points_by_median() + 5);
  }
  const PerThousand hidden(with_random_work<stolen_core>, below, short_s, 700);
  EXPECT_LE(hidden.points(SpeedRule::unless_noisy), hidden.points_by_median() + 20);
}

TEST(OwnScatter, IsNoReasonToBelieveMoreThanFivePercent) {
  for (const double ratio : {0.9, 0.95, 0.97, 1.0}) {
    const PerThousand gradings(with_random_work<stolen_core>, ratio, short_s, 300);
    for (const Graded& graded : gradings.all())
      EXPECT_TRUE(!graded.by(SpeedRule::unless_noisy) ||
                  1.05 * graded.ratio.median >= plan.full_at);
  }
}

// Measuring ends as soon as the interval lies above the threshold: with 95 % for each number of
// pairs, that is less for the number at which it ended.
TEST(IsEnough, LeavesAnIntervalThatHoldsTheRatioInThreeOfFourRuns) {
  for (const Noise noise : {quiet, heavy_tails, bursts, drift, stolen_core})
    for (const double ratio : {0.9, 0.97, 1.0, 1.03, 1.12}) {
      const double holds = PerThousand(noise, ratio, short_s, 400).hold(ratio);
      EXPECT_GE(holds, 740) << ratio;
      EXPECT_LE(holds, 995) << ratio;
    }
}

}  // namespace
}  // namespace warplab
