// What differs between the profiles of two versions of a program: which counters, by how much, and in which line.
#include "simt/observe/profile_changes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace simt::observe {
namespace {

struct Line {
  uint32_t number;
  std::string text;
  uint64_t requests, sectors;
};

// A launch whose lines load from global memory.
LaunchProfile launch_of(const std::string& name, uint32_t blocks, const std::vector<Line>& lines) {
  LaunchProfile launch;
  launch.name = name;
  launch.grid = {blocks, 1, 1};
  launch.block = {256, 1, 1};
  for (const Line& line : lines) {
    LineProfile profile;
    profile.file = "/somewhere/x.cu";
    profile.line = line.number;
    profile.text = line.text;
    profile.metrics[Metric::global_load_requests] = line.requests;
    profile.metrics[Metric::global_load_sectors] = line.sectors;
    launch.metrics.add(profile.metrics);
    launch.lines.push_back(profile);
  }
  return launch;
}

std::vector<std::string> texts(const ProfileChanges& changes) {
  std::vector<std::string> all;
  for (const CounterChange& change : changes.changes) all.push_back(change.text());
  return all;
}

using Texts = std::vector<std::string>;

TEST(ProfileChanges, NameTheLineThatHasGrown) {
  const LaunchProfile before =
      launch_of("k(int*)", 64, {{30, "a = x[i];", 100, 400}, {31, "b = y[i];", 100, 400}});
  const LaunchProfile after =
      launch_of("k(int*)", 64, {{31, "a = x[i];", 100, 400}, {32, "b = y[2 * i];", 100, 1200}});
  EXPECT_EQ(texts(compare({{before}}, {{after}})),
            (Texts{"sectors per global load of k(int*), 64 blocks of 256: 4.0 -> 8.0, "
                   "/somewhere/x.cu:32"}));
  EXPECT_EQ(texts(compare({{after}}, {{before}})),
            (Texts{"sectors per global load of k(int*), 64 blocks of 256: 8.0 -> 4.0, "
                   "/somewhere/x.cu:31"}));
}

TEST(ProfileChanges, CountsAreComparedByTheTextOfLines) {
  const LaunchProfile before = launch_of("k", 1, {{3, "a = x[i];", 100, 400}});
  const LaunchProfile after =
      launch_of("k", 1, {{3, "b = y[i];", 30, 120}, {9, "a = x[i];", 100, 400}});
  EXPECT_EQ(texts(compare({{before}}, {{after}})),
            (Texts{"global loads of k, 1 blocks of 256: 100 -> 130, /somewhere/x.cu:3"}));
}

TEST(ProfileChanges, NothingDiffersIfLinesOnlyMove) {
  const LaunchProfile before = launch_of("k", 8, {{3, "a = x[i];", 1000, 4000}});
  const LaunchProfile after = launch_of("k", 8, {{7, "a = x[i];", 1005, 4010}});
  const ProfileChanges changes = compare({{before, before}}, {{after}});
  EXPECT_EQ(texts(changes), Texts{}) << "launched twice, and less than one in a hundred";
  EXPECT_EQ(changes.gone, Texts{});
  EXPECT_EQ(changes.added, Texts{});
}

TEST(ProfileChanges, KernelsArePairedBySizeAndThenByName) {
  const std::vector<Line> four{{3, "", 100, 400}}, eight{{3, "", 100, 800}};
  const Profile before{
      {launch_of("k", 1, four), launch_of("k", 2, eight), launch_of("old", 1, four)}};
  const Profile after{
      {launch_of("new", 1, four), launch_of("k", 2, eight), launch_of("k", 4, eight)}};
  const ProfileChanges changes = compare(before, after);
  EXPECT_EQ(
      texts(changes),
      (Texts{"sectors per global load of k, 4 blocks of 256: 4.0 -> 8.0, /somewhere/x.cu:3"}));
  EXPECT_EQ(changes.gone, (Texts{"old, 1 blocks of 256"}));
  EXPECT_EQ(changes.added, (Texts{"new, 1 blocks of 256"}));
}

}  // namespace
}  // namespace simt::observe
