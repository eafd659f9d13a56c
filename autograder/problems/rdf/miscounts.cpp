// Known mistakes in counting pairs, see miscounts.h.
#include "autograder/problems/rdf/miscounts.h"
#include "autograder/problems/rdf/causes.h"
#include "common/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warplab {
namespace {

// Blocks and tiles that somebody may choose.
constexpr int group_sizes[] = {32, 64, 128, 256, 512, 1024};

double square(double dx, double dy, double dz) { return dx * dx + dy * dy + dz * dz; }

void add_lost_distances(int n, std::vector<Miscount>& all) {
  const int last = n / 2;
  const auto up_to = [](int most) { return [most](int, int d) { return d <= most ? 1 : 0; }; };
  if (last > 1)
    all.push_back(
        {{cause::last_distance_missing,
          fmt::format("pairs whose indices are {} apart, the last distance, are missing", last),
          n % 2 == 0 ? fmt::format("d goes to n / 2 = {}, and half of the turns there are "
                                   "pairs of their own: i < n / 2",
                                   last)
                     : fmt::format("d goes to (n - 1) / 2 = {}, and includes it", last)},
         up_to(last - 1)});
  const auto without_first = [](std::function<int(int, int)> times) {
    return Miscount{{cause::first_distance_missing, "pairs of neighbours in the index are missing",
                     "does j begin at i + 1, and d at 1?"},
                    std::move(times)};
  };
  all.push_back(without_first([](int, int d) { return d > 1 ? 1 : 0; }));
  // In a triangle the first and the last particle are no neighbours.
  all.push_back(without_first([n](int i, int d) { return d > 1 || i + d >= n ? 1 : 0; }));
  for (int group = 1; group <= 1024; group *= 2) {
    const int most = last / group * group;
    if (group > 1 && most > 0 && most < last - 1)
      all.push_back(
          {{cause::distances_missing,
            fmt::format("pairs whose indices are {} to {} apart are missing", most + 1, last),
            fmt::format("{} distances are shared out in groups of {}, and the last group is not "
                        "full: round the number of groups up",
                        last, group)},
           up_to(most)});
    if (group < last)
      all.push_back({{cause::distances_missing,
                      fmt::format("only pairs whose indices are up to {} apart are counted", group),
                      "is there a launch, a block or an iteration of the loop for all the others?"},
                     up_to(group)});
  }
}

// A launch or a block goes through a group of distances.
void add_groups_of_distances(int n, std::vector<Miscount>& all) {
  const int last = n / 2;
  for (int group = 1; group <= 1024 && group < last; group *= 2) {
    const int first = (last - 1) / group * group + 1;
    all.push_back(
        {{cause::cleared_again,
          group == 1
              ? fmt::format("only pairs of the last distance, {}, are counted", last)
              : fmt::format("only pairs of the last distances, {} to {}, are counted", first, last),
          "is the histogram cleared again before each launch? Clear it once, before the loop"},
         [first](int, int d) { return d >= first ? 1 : 0; }});
    if (group > 1)
      all.push_back({{cause::groups_overlap,
                      fmt::format("pairs whose indices are {} apart are counted twice, and so on "
                                  "every {}",
                                  group + 1, group),
                      "the last distance of a group is the one before the next group's first: "
                      "first + DISTANCES - 1"},
                     [group](int, int d) { return d > 1 && d % group == 1 ? 2 : 1; }});
  }
}

void add_lost_particles(int n, std::vector<Miscount>& all) {
  for (const int group : group_sizes) {
    const int full = n / group * group;
    if (full == n) continue;
    const std::string sentence = fmt::format(
        "pairs of {}, n modulo {}, are missing",
        counted(static_cast<std::size_t>(n - full), "the last particle", "the last {} particles"),
        group);
    const std::string next =
        "the number of blocks has to be rounded up: (n + BLOCK - 1) / BLOCK; threads beyond the "
        "end have nothing to do";
    all.push_back(
        {{cause::tail_missing, sentence, next}, [full](int i, int) { return i < full ? 1 : 0; }});
    const auto all_of = [sentence, next](std::function<int(int, int)> times) {
      return Miscount{{cause::tail_missing, sentence, next}, std::move(times)};
    };
    all.push_back(all_of([full](int i, int) { return i < full ? 1 : 0; }));
    all.push_back(all_of([n, group](int i, int d) {  // blocks for the pairs that a distance has
      return i < (2 * d == n ? d : n) / group * group ? 1 : 0;
    }));
    all.push_back(
        all_of([full, n](int i, int d) { return i < full && (i + d) % n < full ? 1 : 0; }));
    if (full > group)
      all.push_back(
          {{cause::one_block,
            fmt::format("only pairs that begin with the first {} particles are counted", group),
            "each block has particles of its own: blockIdx.x * blockDim.x + threadIdx.x"},
           [group](int i, int) { return i < group ? 1 : 0; }});
  }
}

// A loop over particles that leaves out the first one or the last: of particles in a row, either
// leads to the same histogram.
void add_loop_bounds(int n, std::vector<Miscount>& all) {
  const std::string next =
      "particles have the numbers 0 to n - 1: does a loop begin at 1, or end at i < n - 1?";
  for (const int out : {0, n - 1})
    all.push_back({{cause::particle_missing,
                    "pairs of one particle are missing, the first or the last", next},
                   [n, out](int i, int d) { return i != out && (i + d) % n != out ? 1 : 0; }});
  all.push_back(
      {{cause::particle_missing, "pairs in which the last particle comes first are missing", next},
       [n](int i, int) { return i < n - 1 ? 1 : 0; }});
}

void add_tiles(int n, std::vector<Miscount>& all) {
  for (const int tile : group_sizes) {
    if (tile >= n) continue;
    const auto within = [tile, n](int times) {
      return [tile, n, times](int i, int d) { return i / tile == (i + d) % n / tile ? times : 1; };
    };
    all.push_back(
        {{cause::tile_twice, fmt::format("pairs within a tile of {} are counted twice", tile),
          "where a tile is paired with itself, i and j meet twice: take j < i only"},
         within(2)});
    all.push_back({{cause::tile_twice,
                    fmt::format("pairs within a tile of {} are counted twice, and each particle "
                                "with itself",
                                tile),
                    "where a tile is paired with itself, i and j meet twice: take j < i only"},
                   {within(2), 1}});
    all.push_back({{cause::tile_missing, fmt::format("pairs within a tile of {} are missing", tile),
                    "a tile has to be paired with itself as well, where j < i"},
                   within(0)});
  }
}

}  // namespace

std::vector<Miscount> known_miscounts(int n) {
  const auto once = [](int, int) { return 1; };
  const auto twice = [](int, int) { return 2; };
  std::vector<Miscount> all = {
      {{cause::pairs_twice, "each pair is counted twice",
        "particles i and j are the same pair as j and i: take j > i only, or d up to n / 2"},
       twice},
      {{cause::self_pairs, "each particle is counted with itself as well, at distance 0",
        "a pair is two different particles: j begins at i + 1, d begins at 1"},
       {once, 1}},
      {{cause::self_pairs, "each pair is counted twice, and each particle with itself",
        "j goes from i + 1, not from 0"},
       {twice, 1}},
      {{cause::not_wrapped, "pairs are missing where i + d goes beyond the last particle",
        "after the last particle comes the first: j = (i + d) % n"},
       [n](int i, int d) { return i + d < n ? 1 : 0; }},
  };
  if (n % 2 == 0 && n > 2)
    all.push_back(
        {{cause::half_twice,
          fmt::format("pairs whose indices are n / 2 = {} apart are counted twice", n / 2),
          "half the circle away, i meets j and j meets i: for d = n / 2 take i < n / 2 "
          "only"},
         [n](int, int d) { return 2 * d == n ? 2 : 1; }});
  add_lost_distances(n, all);
  add_groups_of_distances(n, all);
  add_lost_particles(n, all);
  add_tiles(n, all);
  add_loop_bounds(n, all);
  return all;
}

std::vector<Mismeasure> known_mismeasures() {
  return {
      {{cause::no_root, "bins are those of the distance's square", "take the square root"},
       [](double dx, double dy, double dz, double dr, int) { return square(dx, dy, dz) / dr; }},
      {{cause::coordinate_missing, "bins are those of distances without x",
        "square all three: x, y, z"},
       [](double, double dy, double dz, double dr, int) {
         return std::sqrt(square(0, dy, dz)) / dr;
       }},
      {{cause::coordinate_missing, "bins are those of distances without y",
        "square all three: x, y, z"},
       [](double dx, double, double dz, double dr, int) {
         return std::sqrt(square(dx, 0, dz)) / dr;
       }},
      {{cause::coordinate_missing, "bins are those of distances without z",
        "square all three: x, y, z"},
       [](double dx, double dy, double, double dr, int) {
         return std::sqrt(square(dx, dy, 0)) / dr;
       }},
      {{cause::nearest, "distances are rounded to the nearest bin",
        "bin b begins at b * dr: cut off what is after the point, as (int) does"},
       [](double dx, double dy, double dz, double dr, int) {
         return std::sqrt(square(dx, dy, dz)) / dr + 0.5;
       }},
      {{cause::shifted_up, "each pair is one bin too high", "bin 0 is from distance 0 to dr"},
       [](double dx, double dy, double dz, double dr, int) {
         return std::sqrt(square(dx, dy, dz)) / dr + 1;
       }},
      {{cause::shifted_down, "each pair is one bin too low", "bin 0 is from distance 0 to dr"},
       [](double dx, double dy, double dz, double dr, int) {
         return std::sqrt(square(dx, dy, dz)) / dr - 1;
       }},
      {{cause::times_dr, "distances are multiplied by dr", "the bin is distance / dr, cut off"},
       [](double dx, double dy, double dz, double dr, int) {
         return std::sqrt(square(dx, dy, dz)) * dr;
       }},
      {{cause::beyond_in_last, "pairs that are farther than the last bin reaches are counted in it",
        "such pairs are not counted: if (bin < bins)"},
       [](double dx, double dy, double dz, double dr, int bins) {
         return std::min(std::sqrt(square(dx, dy, dz)) / dr, bins - 0.5);
       }},
  };
}

}  // namespace warplab
