// What a file of measurements says besides its figures.
#include <gtest/gtest.h>
#include <sched.h>

#include "autograder/report/machine.h"
#include "tests/bench/parts.h"
#include "tests/checkout.h"

namespace warplab::bench {
namespace {

// As a part leaves it that runs one thread on each core.
void bind_to_one_core(Table& table) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  table.push_back({"time", 1, "ms", {}});
}

TEST(Bench, NamesTheMachineAsItWasBeforeItMeasured) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  const Machine before = read_machine(checkout::root);
  const Part part = {"part", bind_to_one_core};
  const Measured measured = measure({&part, 1});
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(measured.machine.cores, before.cores);
  EXPECT_EQ(measured.table.size(), 1u);
}

}  // namespace
}  // namespace warplab::bench
