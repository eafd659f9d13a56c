// What is said of a machine that lacks something, and what it must not lack.
#include "autograder/report/checkup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autograder/report/machine.h"
#include "common/wrap.h"

namespace warplab {
namespace {

constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;

// Nothing is missing.
CheckupFacts whole() {
  CheckupFacts facts;
  facts.bubblewrap = "0.8.0";
  facts.has_seccomp = facts.has_control_groups = facts.has_race_packages = true;
  facts.cores = 4;
  facts.cores_of_machine = 8;
  facts.clock_source = "tsc";
  facts.clock_ns = 24.6;
  facts.taken = 0.01;
  facts.governor = "performance";
  facts.gcc = "12.2.0";
  facts.clang = "19.1.4";
  facts.nvcc = "12.4";
  facts.gpu = "NVIDIA H200";
  facts.driver = "570.86.15";
  facts.memory = 16 * gibibyte;
  facts.disks = {{"build/", 10 * gibibyte}, {"/tmp", 10 * gibibyte}};
  return facts;
}

// Nothing is there.
CheckupFacts bare() {
  CheckupFacts facts;
  facts.governor = "powersave";
  facts.memory = 1;
  facts.disks = {{"build/", 1}, {"/tmp", std::nullopt}};
  return facts;
}

// A row of a machine that something was taken from.
CheckupRow row(const std::string& name, const std::function<void(CheckupFacts&)>& take) {
  CheckupFacts facts = whole();
  take(facts);
  const std::vector<CheckupRow> rows = check_up(facts);
  const auto found = std::ranges::find(rows, name, &CheckupRow::name);
  EXPECT_NE(found, rows.end()) << name;
  EXPECT_EQ(std::ranges::count_if(
                rows, [](const CheckupRow& each) { return each.state != CheckupState::ok; }),
            found->state != CheckupState::ok)
      << "no other row changes";
  return *found;
}

void expect_missing(const CheckupRow& row, const std::string& mend) {
  EXPECT_EQ(row.state, CheckupState::missing) << row.text;
  EXPECT_EQ(row.mend, mend) << row.text;
}

void expect_limited(const CheckupRow& row, const std::string& words) {
  EXPECT_EQ(row.state, CheckupState::limited) << row.text;
  EXPECT_NE(row.text.find(words), std::string::npos) << row.text;
  EXPECT_NE(row.mend.empty(), row.text.find(" needed: ") == std::string::npos)
      << "what to do about it: " << row.text;
}

TEST(Checkup, SaysWhetherLabsForTheGpuCanBeGraded) {
  CheckupFacts facts = whole();
  facts.clang = facts.nvcc = "";
  EXPECT_EQ(screen_of(check_up(facts)).back(),
            "labs for the CPU can be graded here; those for the GPU need a compiler");
}

TEST(Checkup, AWholeMachineLacksNothing) {
  const std::vector<CheckupRow> rows = check_up(whole());
  EXPECT_EQ(rows.size(), 12u);
  for (const CheckupRow& each : rows) {
    EXPECT_EQ(each.state, CheckupState::ok) << each.name;
    EXPECT_EQ(each.mend, "") << each.name;
  }
  EXPECT_TRUE(can_grade_for_cpu(rows));
  EXPECT_EQ(screen_of(rows).back(), "all labs can be graded here, those for the GPU too");
}

TEST(Checkup, OfTheSandboxSaysWhichSettingIsInTheWay) {
  const auto fails = [](const std::function<void(CheckupFacts&)>& take) {
    return row("sandbox", [&](CheckupFacts& facts) {
      facts.sandbox_failure = "bwrap: setting up uid map: Permission denied";
      take(facts);
    });
  };
  expect_missing(row("sandbox", [](CheckupFacts& facts) { facts.bubblewrap = ""; }),
                 "sudo apt-get install bubblewrap");
  expect_missing(fails([](CheckupFacts& facts) { facts.apparmor = 1; }),
                 "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0");
  expect_missing(fails([](CheckupFacts& facts) { facts.clone = 0; }),
                 "sudo sysctl kernel.unprivileged_userns_clone=1");
  expect_missing(fails([](CheckupFacts& facts) { facts.most_user = 0; }),
                 "sudo sysctl user.max_user_namespaces=10000");
  const CheckupRow unknown = fails([](CheckupFacts& facts) { facts.apparmor = 0; });
  EXPECT_EQ(unknown.text, "bwrap: setting up uid map: Permission denied");
  expect_missing(unknown, "in a container: podman run --privileged, docker run --privileged");
}

// A container sees AppArmor's setting of an Ubuntu that it runs on, and cannot change it.
TEST(Checkup, OfAContainerBlamesTheContainer) {
  const CheckupRow container = row("sandbox", [](CheckupFacts& facts) {
    facts.sandbox_failure = "bwrap: No permissions to create new namespace, likely because";
    facts.may_make_namespaces = false;
    facts.apparmor = 1;
  });
  expect_missing(container, "in a container: podman run --privileged, docker run --privileged");
}

TEST(Checkup, SaysWhetherTheSandboxOfAContainerCanBeUsed) {
  const auto without_bubblewrap = [](const std::string& container_failure) {
    return row("sandbox", [&](CheckupFacts& facts) {
      facts.sandbox_failure = "bwrap: No permissions to create new namespace";
      facts.container_failure = container_failure;
    });
  };
  expect_limited(without_bubblewrap(""), "weaker one of a container");
  EXPECT_EQ(without_bubblewrap("").mend, "warplab grade --sandbox container (docs/security.md)");
  expect_missing(without_bubblewrap("it needs root"),
                 "docker run --privileged; container's sandbox: it needs root");
}

TEST(Checkup, ASettingDoesNotMatterWhereTheSandboxStarts) {
  EXPECT_EQ(row("sandbox", [](CheckupFacts& facts) { facts.apparmor = 1; }).state,
            CheckupState::ok);
}

TEST(Checkup, SaysWhatNothingIsGradedWithout) {
  expect_missing(row("seccomp", [](CheckupFacts& facts) { facts.has_seccomp = false; }),
                 "use a kernel with CONFIG_SECCOMP_FILTER");
  expect_missing(row("gcc", [](CheckupFacts& facts) { facts.gcc = ""; }),
                 "sudo apt-get install g++");
  expect_missing(row("races", [](CheckupFacts& facts) { facts.has_race_packages = false; }),
                 "sudo apt-get install clang-19 libclang-rt-19-dev libomp-19-dev");
  const CheckupRow races =
      row("races", [](CheckupFacts& facts) { facts.race_failure = "Archer does not work"; });
  expect_missing(races, "");
  EXPECT_EQ(races.text, "Archer does not work");
}

TEST(Checkup, SaysHowItGoesWithout) {
  expect_limited(row("cgroups", [](CheckupFacts& facts) { facts.has_control_groups = false; }),
                 "limits hold");
  expect_limited(row("races", [](CheckupFacts& facts) { facts.has_fixed_addresses = false; }),
                 "not looked for in this container");
  expect_limited(row("cores", [](CheckupFacts& facts) { facts.cores = 1; }), "1 of 8");
  expect_limited(row("clock", [](CheckupFacts& facts) { facts.governor = "powersave"; }),
                 "save power");
  EXPECT_EQ(row("clock", [](CheckupFacts& facts) { facts.governor = "powersave"; }).mend,
            "echo performance | sudo tee /sys/bus/cpu/devices/*/*/scaling_governor");
  expect_limited(row("clock", [](CheckupFacts& facts) { facts.clock_ns = 1200; }),
                 "read in 1200 ns, which is slow");
  expect_limited(row("clock", [](CheckupFacts& facts) { facts.taken = 0.42; }),
                 "others took 42 % of the time");
  expect_limited(row("CUDA", [](CheckupFacts& facts) { facts.clang = facts.nvcc = ""; }),
                 "labs for the GPU cannot be graded");
  expect_limited(row("GPU", [](CheckupFacts& facts) { facts.gpu = ""; }), "times are modelled");
}

TEST(Checkup, NamesWhatIsThere) {
  EXPECT_EQ(row("cores", [](CheckupFacts&) {}).text, "4 of 8 for this process");
  EXPECT_EQ(row("CUDA", [](CheckupFacts& facts) { facts.nvcc = ""; }).text,
            "clang 19.1.4 compiles .cu files");
  EXPECT_EQ(row("GPU", [](CheckupFacts&) {}).text, "NVIDIA H200, driver 570.86.15");
  EXPECT_EQ(row("clock", [](CheckupFacts&) {}).text, "tsc, read in 25 ns, performance");
  EXPECT_NE(row("clock", [](CheckupFacts& facts) { facts.is_virtual = true; }).text.find("virtual"),
            std::string::npos);
}

TEST(Checkup, RoomIsNeededInMemoryAndOnDisks) {
  expect_limited(row("memory", [](CheckupFacts& facts) { facts.memory = 2 * gibibyte; }),
                 "2.0 GiB free, and grading may take 3.0 GiB");
  expect_missing(row("memory", [](CheckupFacts& facts) { facts.memory = gibibyte / 2; }),
                 "end other programs, or take a larger machine");
  expect_limited(row("memory", [](CheckupFacts& facts) { facts.memory.reset(); }), "not known");
  const CheckupRow disk =
      row("/tmp", [](CheckupFacts& facts) { facts.disks[1].free = gibibyte / 4; });
  EXPECT_EQ(disk.text, "256 MiB free, and grading may take 512 MiB");
  expect_missing(disk, "remove files from that disk");
  expect_missing(row("build/", [](CheckupFacts& facts) { facts.disks[0].free.reset(); }),
                 "make build");
}

TEST(Checkup, ProgramsHaveToRunFromTmp) {
  expect_missing(row("/tmp", [](CheckupFacts& facts) { facts.disks[1].runs_programs = false; }),
                 "sudo mount -o remount,exec /tmp");
}

TEST(Checkup, FitsOnOneScreenWhateverIsMissing) {
  CheckupFacts failing = bare();
  failing.bubblewrap = "0.8.0";
  failing.sandbox_failure = failing.race_failure = std::string(200, 'x') + "\n" + "y";
  failing.has_race_packages = true;
  for (const CheckupFacts& facts : {whole(), bare(), failing}) {
    const std::vector<std::string> lines = screen_of(check_up(facts));
    EXPECT_LE(lines.size(), 24u);
    for (const std::string& line : lines) {
      EXPECT_LE(width_of(line), 80u) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  }
  EXPECT_FALSE(can_grade_for_cpu(check_up(bare())));
  EXPECT_EQ(screen_of(check_up(bare())).back(), "labs can be graded once nothing is MISSING");
}

// A line that is to be typed is no use without its end.
TEST(Checkup, CutsNoLineThatMends) {
  CheckupFacts apparmor = bare();
  apparmor.bubblewrap = "0.8.0";
  apparmor.sandbox_failure = "no";
  apparmor.apparmor = 1;
  for (const CheckupFacts& facts : {bare(), apparmor}) {
    const std::vector<CheckupRow> rows = check_up(facts);
    const std::vector<std::string> lines = screen_of(rows);
    for (const CheckupRow& each : rows) {
      if (each.mend.empty()) continue;
      EXPECT_NE(std::ranges::find(lines, "    next: " + each.mend), lines.end()) << each.mend;
    }
  }
}

TEST(FirstVersion, IsTheFirstNumberWithAPoint) {
  EXPECT_EQ(first_version("bubblewrap 0.8.0\n"), "0.8.0");
  EXPECT_EQ(first_version("Debian clang version 19.1.4 (1)\nTarget: x86_64-pc-linux-gnu"),
            "19.1.4");
  EXPECT_EQ(
      first_version("Copyright (c) 2005-2024\nBuilt on Thu_28\ntools, release 12.4, V12.4.131"),
      "12.4");
  EXPECT_EQ(first_version("no version 7"), "");
  const std::string many(1 << 20, '7');
  EXPECT_EQ(first_version("tools, release " + many + ".1,"), many + ".1");
}

}  // namespace
}  // namespace warplab
