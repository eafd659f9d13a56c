// Cores that a process may use, which can be fewer than the machine has.
#include "common/cores.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <thread>

#include "autograder/judge/workshop.h"
#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

// Runs on a thread of its own: its affinity is gone with it.
template <typename Function>
void on_one_core(Function&& function) {
  std::thread([&] {
    cpu_set_t all, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int core = 0; CPU_COUNT(&one) == 0; ++core)
      if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    function();
  }).join();
}

TEST(Cores, AreThoseOfTheAffinity) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(cores_of_affinity(), CPU_COUNT(&all));
  EXPECT_LE(usable_cores(), CPU_COUNT(&all));  // a quota may leave less
  on_one_core([] { EXPECT_EQ(usable_cores(), 1); });
}

TEST(Cores, AreThoseThatAQuotaLeaves) {
  const auto of = [](const std::string& quota) {
    std::istringstream text(quota);
    return cores_of_quota(text, 8);
  };
  EXPECT_EQ(of("200000 100000\n"), 2);
  EXPECT_EQ(of("150000 100000\n"), 1);
  EXPECT_EQ(of("50000 100000\n"), 1);
  EXPECT_EQ(of("6400000 100000\n"), 8) << "no more than there are";
  for (const char* none : {"max 100000\n", "", "0 0", "-1 100000", "200000", "1e300 1e-300"})
    EXPECT_EQ(of(none), 8) << none;
}

TEST(Cores, AreThoseOfTheTightestGroup) {
  const std::filesystem::path hierarchy = own_folder();
  std::filesystem::create_directories(hierarchy / "class/ann/lab");
  EXPECT_EQ(cores_of_group(hierarchy, "/class/ann/lab", 8), 8);
  write_file(hierarchy / "class/cpu.max", "300000 100000\n");
  EXPECT_EQ(cores_of_group(hierarchy, "/class/ann/lab", 8), 3);
  write_file(hierarchy / "class/ann/lab/cpu.max", "max 100000\n");
  EXPECT_EQ(cores_of_group(hierarchy, "/class/ann/lab", 8), 3);
  EXPECT_EQ(cores_of_group(hierarchy, "/class/ann/lab", 2), 2);
  EXPECT_EQ(cores_of_group(hierarchy, "/other", 8), 8);
  write_file(hierarchy / "cpu.max", "100000 100000\n");  // as a container sees its own
  EXPECT_EQ(cores_of_group(hierarchy, "/", 8), 1);
}

// Threads beyond the cores would wait for each other, which counts as waiting for other programs.
TEST(Cores, LabsHaveAThreadEach) {
  Lab lab;
  lab.threads = 0;
  EXPECT_EQ(threads_of(lab), std::max(2, usable_cores()));
  on_one_core([&] { EXPECT_EQ(threads_of(lab), 2); });
  lab.threads = 3;
  on_one_core([&] { EXPECT_EQ(threads_of(lab), 3); });
}

}  // namespace
}  // namespace warplab
