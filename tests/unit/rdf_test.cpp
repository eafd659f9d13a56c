// Radial distributions: the oracle and the choice that it leaves at edges, arrangements of
// particles, cases, and how wrong histograms are explained.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "autograder/problems/problem.h"
#include "autograder/problems/rdf/configurations.h"
#include "autograder/problems/rdf/distribution.h"
#include "autograder/problems/rdf/miscounts.h"
#include "autograder/problems/rdf/rdf.h"
#include "tests/own_folder.h"

// Of the leak checker, where tests run with it: text in pictures makes fontconfig load a
// configuration that it keeps until the process ends.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }

namespace warplab {
namespace {

namespace fs = std::filesystem;
using Bins = std::vector<std::uint32_t>;

RdfData on_a_line(std::vector<float> x, float dr, int bins) {
  RdfData data;
  data.y.resize(x.size());
  data.z.resize(x.size());
  data.x = std::move(x);
  data.dr = dr;
  data.bins = bins;
  return data;
}

RdfData arranged(RdfData (*make)(int, RandomNumbers&), int n, std::uint64_t seed = 1) {
  RandomNumbers random(seed);
  return make(n, random);
}

// The labs' formula, with a way to round: what a CPU does, and what a GPU's compiler makes of it.
enum class Rounding { each_operation, contracted };

Bins count(const RdfData& data, Rounding rounding = Rounding::each_operation) {
  Bins bins(static_cast<std::size_t>(data.bins));
  for (int i = 0; i < data.particles(); ++i)
    for (int j = i + 1; j < data.particles(); ++j) {
      const float dx = data.x[i] - data.x[j], dy = data.y[i] - data.y[j],
                  dz = data.z[i] - data.z[j];
      const float square = rounding == Rounding::contracted
                               ? std::fma(dz, dz, std::fma(dx, dx, dy * dy))
                               : (dx * dx + dy * dy) + dz * dz;
      const int bin = static_cast<int>(std::sqrt(square) / data.dr);
      if (bin < data.bins) ++bins[static_cast<std::size_t>(bin)];
    }
  return bins;
}

// --- The oracle ---

TEST(RdfOracle, CountsEachPairOnce) {
  const PairCounts counts = count_pairs(on_a_line({0, 0.5f, 1.75f, 10}, 1, 4));
  EXPECT_EQ(counts.sure, (std::vector<std::int64_t>{1, 2, 0, 0})) << "10 is out of range of all";
  EXPECT_EQ(counts.all_at_edges(), 0);
  EXPECT_EQ(count_pairs(on_a_line({}, 1, 2)).sure, (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(count_pairs(on_a_line({7}, 1, 1)).sure, (std::vector<std::int64_t>{0}));
  EXPECT_EQ(count_pairs(on_a_line({7, 7, 7}, 1, 1)).sure, (std::vector<std::int64_t>{3}));
}

TEST(RdfOracle, UsesAllThreeCoordinates) {
  RdfData data = on_a_line({0, 2}, 1, 9);
  data.y = {0, 3};
  data.z = {0, 6};
  EXPECT_EQ(count_pairs(data).sure[7], 1);
}

TEST(RdfOracle, ExactPairsHaveOneBin) {
  const PairCounts exact = count_pairs(on_a_line({0, 3}, 1, 5));
  EXPECT_EQ(exact.sure[3], 1);
  EXPECT_EQ(exact.all_at_edges(), 0);
  const PairCounts loose = count_pairs(on_a_line({0, 3}, 1, 5), Edges::all);
  EXPECT_EQ(loose.sure[3], 0);
  EXPECT_EQ(loose.at_edge[3], 1);
  // The last edge: in range only if it is below.
  const PairCounts behind = count_pairs(on_a_line({0, 5}, 1, 5));
  EXPECT_EQ(behind.sure, std::vector<std::int64_t>(5));
  EXPECT_EQ(behind.at_edge[5], 0);
}

TEST(RdfOracle, RoundedPairsMayBeOnEitherSideOfAnEdge) {
  const RdfData data = on_a_line({0.1f * 2, 0.1f * 3}, 0.1f, 3);
  const PairCounts counts = count_pairs(data);
  EXPECT_EQ(counts.at_edge, (std::vector<std::int64_t>{0, 1, 0, 0}));
  EXPECT_TRUE(wrong_bins(counts, Bins{1, 0, 0}).empty());
  EXPECT_TRUE(wrong_bins(counts, Bins{0, 1, 0}).empty());
  EXPECT_EQ(wrong_bins(counts, Bins{1, 1, 0}), std::vector<std::size_t>{1}) << "one pair, twice";
  EXPECT_FALSE(wrong_bins(counts, Bins{0, 0, 0}).empty());
  EXPECT_FALSE(wrong_bins(counts, Bins{0, 0, 1}).empty());
}

TEST(RdfOracle, PairsAtTheLastEdgeMayBeOut) {
  const PairCounts counts = count_pairs(on_a_line({0.1f * 2, 0.1f * 3}, 0.1f, 1));
  EXPECT_EQ(counts.at_edge[1], 1);
  EXPECT_TRUE(wrong_bins(counts, Bins{0}).empty());
  EXPECT_TRUE(wrong_bins(counts, Bins{1}).empty());
  EXPECT_FALSE(wrong_bins(counts, Bins{2}).empty());
}

TEST(RdfOracle, TheChoiceAtOneEdgeBindsTheNext) {
  const PairCounts counts = {{5, 5, 5}, {0, 2, 2, 0}};
  EXPECT_TRUE(wrong_bins(counts, Bins{5, 9, 5}).empty()) << "both edges' pairs in the middle";
  EXPECT_TRUE(wrong_bins(counts, Bins{7, 5, 7}).empty());
  EXPECT_TRUE(wrong_bins(counts, Bins{6, 7, 6}).empty());
  EXPECT_EQ(wrong_bins(counts, Bins{7, 9, 5}), std::vector<std::size_t>{1})
      << "each bin could be, not all of them";
  EXPECT_EQ(wrong_bins(counts, Bins{5, 5, 5}), (std::vector<std::size_t>{1, 2}))
      << "pairs are lost";
}

TEST(RdfOracle, AcceptsWhateverRoundingDoesInEveryArrangement) {
  for (auto* make : {row_of_particles, gas, wide_gas, gas_in_many_bins, heap, heap_of_half,
                     far_apart, exact_lattice, rounded_lattice, spheres})
    for (const int n : {0, 1, 2, 3, 33, 64, 500}) {
      const RdfData data = arranged(make, n, 7);
      const PairCounts expected = count_pairs(data);
      EXPECT_TRUE(wrong_bins(expected, count(data)).empty()) << n;
      EXPECT_TRUE(wrong_bins(expected, count(data, Rounding::contracted)).empty()) << n;
      const auto in_float = count_in_float(data);
      EXPECT_TRUE(std::ranges::equal(in_float, count(data))) << n;
    }
}

TEST(RdfOracle, ContractionMovesPairs) {
  const RdfData data = arranged(gas_in_many_bins, 1001);
  EXPECT_NE(count(data), count(data, Rounding::contracted));
}

// --- Arrangements ---

TEST(RdfArrangements, InARowTheBinIsTheDistanceInTheIndex) {
  for (const int n : {0, 1, 2, 7, 1001}) {
    const RdfData data = arranged(row_of_particles, n);
    const PairCounts counts = count_pairs(data);
    EXPECT_EQ(counts.all_at_edges(), 0) << "exact";
    for (int d = 1; d < n; ++d) EXPECT_EQ(counts.sure[static_cast<std::size_t>(d)], n - d);
  }
}

TEST(RdfArrangements, AnExactLatticeIsExactAndTellsAReciprocal) {
  const RdfData data = arranged(exact_lattice, 601);
  EXPECT_EQ(count_pairs(data).all_at_edges(), 0);
  Bins wrong(static_cast<std::size_t>(data.bins));
  for (int i = 0; i < 601; ++i)
    for (int j = 0; j < i; ++j) {
      const float dx = data.x[i] - data.x[j], dy = data.y[i] - data.y[j],
                  dz = data.z[i] - data.z[j];
      const int bin = static_cast<int>(std::sqrt((dx * dx + dy * dy) + dz * dz) * (1 / data.dr));
      if (bin < data.bins) ++wrong[static_cast<std::size_t>(bin)];
    }
  EXPECT_FALSE(wrong_bins(count_pairs(data), wrong).empty());
}

TEST(RdfArrangements, PlacesFarApartAreNearIn16BitsAndSomePairsAtTheEndOfTheLastBin) {
  const RdfData data = arranged(far_apart, 451);
  int in_range = 0, at_the_end = 0, in_16_bits = 0;
  for (int i = 0; i < 451; ++i)
    for (int j = 0; j < i; ++j) {
      const float dx = data.x[i] - data.x[j], dy = data.y[i] - data.y[j],
                  dz = data.z[i] - data.z[j];
      const float quotient = std::sqrt((dx * dx + dy * dy) + dz * dz) / data.dr;
      ASSERT_LT(quotient, 0x1p30f);
      const int bin = static_cast<int>(quotient);
      in_range += bin < data.bins;
      at_the_end += quotient == static_cast<float>(data.bins);
      in_16_bits += static_cast<std::uint16_t>(bin) < data.bins;
    }
  EXPECT_EQ(in_range, 112);
  EXPECT_EQ(at_the_end, 113);
  EXPECT_EQ(in_16_bits, 451 * 450 / 2 - at_the_end);
  EXPECT_EQ(count_pairs(data).all_at_edges(), 0) << "what is at the end is exactly there";
}

TEST(RdfArrangements, ARoundedLatticeHasManyPairsAtEdges) {
  EXPECT_GT(count_pairs(arranged(rounded_lattice, 256)).all_at_edges(), 500);
}

TEST(RdfArrangements, SpheresDoNotOverlap) {
  const RdfData data = arranged(spheres, 600);
  const auto touching = static_cast<std::size_t>(1 / data.dr);
  const PairCounts counts = count_pairs(data);
  for (std::size_t b = 0; b < touching; ++b) EXPECT_EQ(counts.sure[b], 0) << b;
  EXPECT_GT(counts.sure[touching + 1], 0);
}

TEST(RdfArrangements, AWarpHasAllItsPairsInOneBin) {
  constexpr int n = 200;
  const RdfData data = arranged(heap_of_half, n);
  ASSERT_EQ(data.bins, 1);
  int in_bin = 0;
  for (int i = 0; i < 32; ++i)
    for (int d = 1; d <= n / 2; ++d) {
      const float dx = data.x[i] - data.x[i + d];
      in_bin += std::abs(dx) < data.dr;
    }
  EXPECT_EQ(in_bin, 32 * n / 2);
  EXPECT_EQ(count_pairs(data).sure[0], 132 * 131 / 2);
}

TEST(RdfArrangements, BinsDoNotDependOnTheSeed) {
  for (auto* make : {row_of_particles, gas, exact_lattice, heap, spheres}) {
    const RdfData one = arranged(make, 40, 1), other = arranged(make, 40, 2);
    EXPECT_EQ(one.bins, other.bins);
    EXPECT_EQ(one.dr, other.dr);
    EXPECT_NE(std::tie(one.x, one.y, one.z), std::tie(other.x, other.y, other.z));
  }
}

TEST(RdfDistribution, OfParticlesAnywhereIsOne) {
  const RdfData data = arranged(gas, 3000);
  const double edge = 10;
  const std::vector<double> g = radial_distribution(data, count(data), 3000 / (edge * edge * edge));
  for (std::size_t b = 50; b < 170; b += 10) {
    double mean = 0, share = 0;
    for (std::size_t k = b - 5; k < b + 5; ++k) {
      mean += g[k] / 10;
      share += share_inside((static_cast<double>(k) + 0.5) * data.dr, edge) / 10;
    }
    EXPECT_NEAR(mean / share, 1, 0.05) << b;
  }
  EXPECT_EQ(share_inside(0, edge), 1);
  EXPECT_LT(g.back(), 0.01);
}

// --- The cases ---

std::vector<std::unique_ptr<Case>> cases_of(const std::vector<int>& counts,
                                            bool has_positions = false) {
  Lab lab;
  for (const int count : counts) lab.sizes.push_back({count, 0});
  return make_small_histograms(lab, has_positions);
}

std::vector<std::vector<std::byte>> inputs_of(const Case& the_case) {
  std::vector<std::vector<std::byte>> buffers;
  for (const std::size_t bytes : the_case.layout().input_bytes) buffers.emplace_back(bytes);
  const std::vector<std::span<std::byte>> views(buffers.begin(), buffers.end());
  the_case.write_inputs(views);
  return buffers;
}

std::vector<float> floats_of(const std::vector<std::byte>& bytes) {
  std::vector<float> floats(bytes.size() / sizeof(float));
  if (!floats.empty()) std::memcpy(floats.data(), bytes.data(), bytes.size());
  return floats;
}

TEST(RdfCases, RowsOfTheLargestComeFirstAndACrowdLast) {
  std::vector<std::string> names;
  for (const auto& each : cases_of({33, 0, 8, 1})) names.push_back(each->name());
  EXPECT_EQ(
      names,
      (std::vector<std::string>{
          "8 particles in a row", "33 particles in a row", "33 particles anywhere, all in range",
          "0 particles in a row", "0 particles anywhere, 4096 bins", "1 particle in a row",
          "1 particle anywhere, most out of range", "8 particles on a lattice, spacing 0.1",
          "33 particles in one place, one bin", "33 particles two by two, far apart",
          "2000 particles in one place, one bin"}));
  EXPECT_EQ(cases_of({33}, true).back()->name(), "4112 particles half in one place, one bin");
  EXPECT_EQ(cases_of({92681}, true).back()->name(), "92681 particles anywhere, 4096 bins");
}

TEST(RdfCases, SeedsGiveOtherParticlesAndInputsCanBeReadBack) {
  for (const bool has_positions : {false, true})
    for (const auto& each : cases_of({32, 33, 34, 35, 36, 37, 38}, has_positions)) {
      each->generate(1);
      auto first = inputs_of(*each);
      each->generate(2);
      EXPECT_NE(inputs_of(*each), first) << each->name();
      const std::vector<std::span<std::byte>> views(first.begin(), first.end());
      each->read_inputs(views);
      const auto again = inputs_of(*each);
      for (std::size_t b = 0; b < 3; ++b) EXPECT_EQ(again[b], first[b]) << each->name();
    }
}

TEST(RdfCases, PositionsHaveTheArraysNumbers) {
  const auto cases = cases_of({0, 1, 33}, true);
  for (const auto& each : cases) {
    each->generate(3);
    const auto inputs = inputs_of(*each);
    ASSERT_EQ(inputs.size(), 4u);
    const auto positions = floats_of(inputs[3]);
    for (std::size_t a = 0; a < 3; ++a) {
      const auto array = floats_of(inputs[a]);
      ASSERT_EQ(positions.size(), 4 * array.size());
      for (std::size_t i = 0; i < array.size(); ++i) EXPECT_EQ(positions[4 * i + a], array[i]);
    }
  }
}

TEST(RdfCases, AreCheckedBinByBin) {
  const auto the_case = make_large_histogram({300, 0}, false);
  the_case->generate(5);
  const auto inputs = inputs_of(*the_case);
  RdfData data = arranged(spheres, 300, 5);
  EXPECT_EQ(floats_of(inputs[0]), data.x);
  Bins bins = count(data);
  const auto check = [&] {
    std::vector<std::byte> bytes(4 * bins.size());
    std::memcpy(bytes.data(), bins.data(), bytes.size());
    const std::span<const std::byte> outputs[] = {bytes};
    return the_case->check(outputs);
  };
  EXPECT_TRUE(check().ok);
  EXPECT_EQ(check().total, bins.size());
  ++bins[40];
  EXPECT_FALSE(check().ok);
  bins[40] = std::numeric_limits<std::uint32_t>::max();
  EXPECT_FALSE(check().ok);
}

TEST(RdfCases, ShowWhatARightHistogramSays) {
  const auto the_case = make_large_histogram({600, 0}, true);
  the_case->generate(5);
  const Bins bins = count(arranged(spheres, 600, 5));
  const fs::path picture = own_folder() / "rdf" / "curve.png";
  const std::span<const std::byte> outputs[] = {std::as_bytes(std::span(bins))};
  const Showing showing = the_case->show(outputs, picture);
  EXPECT_GT(fs::file_size(picture), 1000u);
  EXPECT_FALSE(showing.picture.empty());
  std::string said;
  for (const std::string& line : showing.lines) {
    EXPECT_LE(line.size(), 74u) << line;
    said += line + " ";
  }
  EXPECT_NE(said.find("pairs in the bin"), std::string::npos) << said;
  EXPECT_NE(said.find("edge"), std::string::npos) << said;
  EXPECT_TRUE(cases_of({8})[0]->show(outputs, picture).lines.empty()) << "no spheres, no curve";
}

TEST(RdfCases, ShowSaysWhichPairsLieAtEdges) {
  const RdfData data = arranged(rounded_lattice, 64);
  const PairCounts expected = count_pairs(data);
  const auto said = [&](const Bins& bins) {
    const fs::path nowhere = "/proc/none/curve.png";
    const Showing showing = show_distribution(data, expected, bins, nowhere);
    EXPECT_TRUE(showing.picture.empty()) << "cannot be written";
    std::string text;
    for (const std::string& line : showing.lines) text += line + " ";
    return text;
  };
  EXPECT_NE(said(count(data)).find("all bins are as they are"), std::string::npos);
  Bins moved = count(data);
  --moved[2];
  ++moved[1];
  EXPECT_NE(said(moved).find("either bin is right"), std::string::npos) << said(moved);
  const RdfData exact = arranged(exact_lattice, 64);
  EXPECT_NE(show_distribution(exact, count_pairs(exact), count(exact), "/proc/none/x.png")
                .lines.back()
                .find("no pair is at an edge"),
            std::string::npos);
}

TEST(RdfProblem, IsThereForBothDevices) {
  for (const Device device : {Device::cpu, Device::gpu}) {
    const Problem* problem = find_problem("rdf", device);
    ASSERT_NE(problem, nullptr);
    EXPECT_EQ(problem->device(), device);
    EXPECT_TRUE(problem->has_rows());
    EXPECT_EQ(problem->unit(), "pair");
  }
}

// --- Diagnosis ---

constexpr std::uint32_t poison = 0x7fc3a1b5;

// What else the grader found out: as good as nothing.
Case::Evidence none() {
  Case::Evidence evidence;
  evidence.poison = poison;
  return evidence;
}

// Counts pairs when a test asks for it: the table below is made before each test of the program.
using Count = std::function<Bins(const RdfData&)>;

struct WrongHistogram {
  std::string name;
  std::string slug;
  std::string says;
  RdfData data;
  Count got;
  Case::Evidence evidence = none();
};

void PrintTo(const WrongHistogram& wrong, std::ostream* out) { *out << wrong.name; }

// What a mistake would count, given how often each pair is.
Bins miscounted(const RdfData& data, const std::function<int(int i, int d)>& times,
                int selves = 0) {
  const int n = data.particles();
  Bins bins(static_cast<std::size_t>(data.bins));
  for (int d = 1; d <= n / 2; ++d)
    for (int i = 0; i < (2 * d == n ? d : n); ++i) {
      const int j = (i + d) % n;
      const float dx = data.x[i] - data.x[j], dy = data.y[i] - data.y[j],
                  dz = data.z[i] - data.z[j];
      const int bin = static_cast<int>(std::sqrt((dx * dx + dy * dy) + dz * dz) / data.dr);
      if (bin < data.bins) bins[static_cast<std::size_t>(bin)] += times(i, d);
    }
  bins[0] += static_cast<std::uint32_t>(selves * n);
  return bins;
}

WrongHistogram counted(const char* name, const char* slug, const char* says, int n,
                       const std::function<int(int i, int d)>& times, int selves = 0) {
  return {name, slug, says, arranged(row_of_particles, n),
          [times, selves](const RdfData& data) { return miscounted(data, times, selves); }};
}

WrongHistogram measured(const char* name, const char* slug, const char* says,
                        const std::function<double(double, double, double, double)>& quotient) {
  return {name, slug, says, arranged(wide_gas, 200), [quotient](const RdfData& data) {
            Bins bins(static_cast<std::size_t>(data.bins));
            for (int i = 0; i < 200; ++i)
              for (int j = 0; j < i; ++j) {
                const double bin = quotient(data.x[i] - data.x[j], data.y[i] - data.y[j],
                                            data.z[i] - data.z[j], data.dr);
                if (bin >= 0 && bin < data.bins) ++bins[static_cast<std::size_t>(bin)];
              }
            return bins;
          }};
}

double length(double dx, double dy, double dz) { return std::sqrt(dx * dx + dy * dy + dz * dz); }

Count filled(std::uint32_t value) {
  return [value](const RdfData& data) { return Bins(std::size_t(data.bins), value); };
}

// The right bins, then a change.
Count changed(const std::function<void(Bins&)>& change) {
  return [change](const RdfData& data) {
    Bins bins = count(data);
    change(bins);
    return bins;
  };
}

void fold(Bins& bins) {
  const Bins right = std::exchange(bins, Bins(bins.size()));
  for (std::size_t b = 0; b < bins.size(); ++b) bins[b % 64] += right[b];
}

Bins count_by_thread(const RdfData& data) {
  Bins bins(std::size_t(data.bins));
  for (int i = 0; i < data.particles(); ++i)
    bins[std::size_t(i) % 128] += std::uint32_t(data.particles() - 1 - i);
  return bins;
}

// Of 600 particles in a row.
Bins count_masked(const RdfData& data) {
  Bins bins(std::size_t(data.bins));
  for (int d = 1; d <= 300; ++d)
    for (int i = 0; i < (d == 300 ? 300 : 600); ++i) {
      const float distance = std::abs(data.x[i] - data.x[(i + d) & 599]);
      if (distance / data.dr < float(data.bins)) ++bins[std::size_t(distance / data.dr)];
    }
  return bins;
}

std::vector<WrongHistogram> wrong_histograms() {
  const RdfData row = arranged(row_of_particles, 600);
  const auto bins = static_cast<std::size_t>(row.bins);
  static const std::vector<std::byte> all_unwritten(4 * bins, std::byte{1});
  static const std::vector<std::byte> rest_unwritten = [&] {
    std::vector<std::byte> unwritten(4 * bins);
    std::fill(unwritten.begin() + 4 * 256, unwritten.end(), std::byte{1});
    return unwritten;
  }();
  Case::Evidence nothing = none(), in_part = none(), stale = none(), changing = none();
  nothing.unwritten = all_unwritten;
  in_part.unwritten = rest_unwritten;
  stale.is_stale = true;
  changing.differs_between_runs = true;
  const auto after = [](std::ptrdiff_t bin, std::uint32_t value) {
    return changed([=](Bins& counts) { std::fill(counts.begin() + bin, counts.end(), value); });
  };
  const Count more = changed([](Bins& counts) { counts[10] += 5; });
  const auto once = [](int, int) { return 1; };
  std::vector<WrongHistogram> all = {
      {"NothingWritten", "nothing-written", "got nothing", row, filled(9), nothing},
      {"NothingWrittenAsPoisonShows", "nothing-written", "got nothing", row, filled(poison)},
      {"BinsUnwritten", "bins-unwritten", "from 256 on", row, more, in_part},
      {"BinsUnwrittenAsPoisonShows", "bins-unwritten", "from 512 on", row, after(512, poison)},
      {"Stale", "stale", "before these", row, more, stale},
      {"NotCleared", "not-cleared", "clear the histogram", row, changed([](Bins& counts) {
         for (std::uint32_t& each : counts) each += poison;
       })},
      {"Changing", "race", "atomicAdd()", row, more, changing},
      {"KeptFromEarlierCalls", "kept-counts", "3 times what it should", row,
       changed([](Bins& counts) {
         for (std::uint32_t& each : counts) each *= 3;
       }),
       changing},
      {"PartnerByAMask", "wrapped-by-mask", "(i + d) & (n - 1), and n is 600", row, count_masked},
      {"Empty", "all-zero", "empty", row, filled(0)},
      {"FirstBinsOnly", "bins-missing", "empty from 256 on", row, after(256, 0)},
      {"EdgeMoved", "edge-moved", "do not multiply by 1 / dr", row,
       changed([](Bins& counts) { --counts[10], ++counts[9]; })},
      {"Less", "pairs-missing", "how many j it meets", row,
       changed([](Bins& counts) { counts[10] -= 5; })},
      {"In16Bits", "counts-wrapped", "a multiple of 65536", arranged(heap, 600),
       changed([](Bins& counts) { counts[0] -= 2 << 16; })},
      {"LessInOneBin", "pairs-missing", "how many j it meets", arranged(heap, 600),
       changed([](Bins& counts) { counts[0] -= (2 << 16) + 5; })},
      {"More", "pairs-extra", "which pair is counted again", row, more},
      {"Folded", "bins-folded", "b + 64", row, changed(fold)},
      {"Reversed", "bins-reversed", "reverse order", row,
       changed([](Bins& counts) { std::ranges::reverse(counts); })},
      {"ByThread", "counted-by-thread", "number of their thread", row, count_by_thread},
      {"Mixed", "wrong-bins", "by hand", row,
       changed([](Bins& counts) { --counts[10], ++counts[20]; })},
      counted("Twice", "pairs-twice", "twice", 600, [](int, int) { return 2; }),
      counted("Selves", "self-pairs", "different particles", 600, once, 1),
      counted(
          "AllOrders", "self-pairs", "j goes from i + 1", 600, [](int, int) { return 2; }, 1),
      counted("NotWrapped", "not-wrapped", "(i + d) % n", 600,
              [](int i, int d) { return i + d < 600 ? 1 : 0; }),
      counted("HalfTwice", "half-twice", "i < n / 2", 600,
              [](int, int d) { return d == 300 ? 2 : 1; }),
      counted("HalfMissing", "last-distance-missing", "300 apart", 600,
              [](int, int d) { return d < 300 ? 1 : 0; }),
      counted("LastMissingOfAnOddNumber", "last-distance-missing", "(n - 1) / 2 = 300", 601,
              [](int, int d) { return d < 300 ? 1 : 0; }),
      counted("FirstMissing", "first-distance-missing", "i + 1", 601,
              [](int, int d) { return d > 1 ? 1 : 0; }),
      counted("LastGroupMissing", "distances-missing", "257 to 300 apart", 601,
              [](int, int d) { return d <= 256 ? 1 : 0; }),
      counted("FirstGroupOnly", "distances-missing", "up to 32 apart", 601,
              [](int, int d) { return d <= 32 ? 1 : 0; }),
      counted("Tail", "tail-missing", "last 89 particles", 601,
              [](int i, int) { return i < 512 ? 1 : 0; }),
      counted("TailOfEachDistance", "tail-missing", "last 88 particles", 600,
              [](int i, int d) { return i < (d == 300 ? 256 : 512) ? 1 : 0; }),
      counted("TailOfBoth", "tail-missing", "n modulo 128", 601,
              [](int i, int d) { return i < 512 && (i + d) % 601 < 512 ? 1 : 0; }),
      counted("FirstParticle", "particle-missing", "the first or the last", 601,
              [](int i, int d) { return i > 0 && (i + d) % 601 > 0 ? 1 : 0; }),
      counted("LastParticle", "particle-missing", "the first or the last", 601,
              [](int i, int d) { return i < 600 && (i + d) % 601 < 600 ? 1 : 0; }),
      counted("LastTurn", "particle-missing", "in which the last particle comes first", 601,
              [](int i, int) { return i < 600 ? 1 : 0; }),
      counted("OneBlock", "one-block", "first 256 particles", 601,
              [](int i, int) { return i < 256 ? 1 : 0; }),
      counted("TileTwice", "tile-twice", "tile of 64", 601,
              [](int i, int d) { return i / 64 == (i + d) % 601 / 64 ? 2 : 1; }),
      counted(
          "TileTwiceAndSelves", "tile-twice", "with itself", 601,
          [](int i, int d) { return i / 64 == (i + d) % 601 / 64 ? 2 : 1; }, 1),
      counted("TileMissing", "tile-missing", "paired with itself", 601,
              [](int i, int d) { return i / 64 == (i + d) % 601 / 64 ? 0 : 1; }),
      measured(
          "NoRoot", "no-root", "square root",
          [](double x, double y, double z, double dr) { return (x * x + y * y + z * z) / dr; }),
      measured("NoX", "coordinate-missing", "without x",
               [](double, double y, double z, double dr) { return length(0, y, z) / dr; }),
      measured("NoY", "coordinate-missing", "without y",
               [](double x, double, double z, double dr) { return length(x, 0, z) / dr; }),
      measured("NoZ", "coordinate-missing", "without z",
               [](double x, double y, double, double dr) { return length(x, y, 0) / dr; }),
      measured("Nearest", "nearest", "cut off",
               [](double x, double y, double z, double dr) { return length(x, y, z) / dr + 0.5; }),
      measured("OneUp", "shifted-up", "bin 0",
               [](double x, double y, double z, double dr) { return length(x, y, z) / dr + 1; }),
      measured("OneDown", "shifted-down", "bin 0",
               [](double x, double y, double z, double dr) { return length(x, y, z) / dr - 1; }),
      measured("TimesDr", "times-dr", "distance / dr",
               [](double x, double y, double z, double dr) { return length(x, y, z) * dr; }),
      measured("BeyondInLast", "beyond-in-last", "if (bin < bins)",
               [](double x, double y, double z, double dr) {
                 return std::min(length(x, y, z) / dr, 32.5);
               }),
  };
  // Too many pairs to try known mistakes on.
  all.push_back({"OfManyParticles", "pairs-missing", "% of the pairs",
                 arranged(row_of_particles, 3000), changed([](Bins& counts) { counts[1] = 0; })});
  return all;
}

class RdfDiagnosis : public testing::TestWithParam<WrongHistogram> {};

TEST_P(RdfDiagnosis, NamesTheCause) {
  const WrongHistogram& wrong = GetParam();
  const Diagnosis diagnosis = explain_wrong_histogram(
      wrong.data, count_pairs(wrong.data), wrong.got(wrong.data), wrong.evidence, "the case");
  std::string said;
  for (const std::string& line : explanation_of(diagnosis))
    said += (said.empty() ? "" : " ") + line;
  EXPECT_EQ(diagnosis.cause, wrong.slug) << said;
  EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.says << ": " << said;
  EXPECT_EQ(said.rfind("the case: ", 0), 0u) << said;
  EXPECT_NE(said.find("expected"), std::string::npos) << said;
  EXPECT_NE(said.find(" next: "), std::string::npos) << said;
  // Where counts are those of nobody, how many there are says nothing.
  const bool counts =
      wrong.slug != std::string("nothing-written") && wrong.slug != std::string("not-cleared");
  EXPECT_EQ(said.find("pairs counted") != std::string::npos, counts) << said;
}

INSTANTIATE_TEST_SUITE_P(All, RdfDiagnosis, testing::ValuesIn(wrong_histograms()),
                         [](const auto& info) { return info.param.name; });

TEST(RdfMiscounts, ChangeTheHistogramOfSomeNumberOfParticles) {
  // A mistake that counts each pair once is none.
  for (const int n : {600, 601})
    for (const Miscount& mistake : known_miscounts(n)) {
      bool differs = mistake.effect.selves != 0;
      for (int d = 1; d <= n / 2; ++d)
        for (int i = 0; i < (2 * d == n ? d : n); ++i) differs |= mistake.effect.times(i, d) != 1;
      EXPECT_TRUE(differs) << n << ": " << mistake.explanation.sentence;
    }
}

}  // namespace
}  // namespace warplab
