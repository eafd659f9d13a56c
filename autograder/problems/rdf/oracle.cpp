// The oracle of the radial distribution, see rdf.h.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograder/problems/rdf/rdf.h"
#include "autograder/problems/team.h"

namespace warplab {
namespace {

bool is_float(double value) { return static_cast<double>(static_cast<float>(value)) == value; }

// Whether all operations that lead to a pair's bin have results that a float holds.
bool is_exact(double dx, double dy, double dz, double dr) {
  const double xx = dx * dx, yy = dy * dy, zz = dz * dz, square = (xx + yy) + zz;
  const double distance = std::sqrt(square), quotient = distance / dr;
  for (const double value : {dx, dy, dz, xx, yy, zz, xx + yy, square, distance, quotient})
    if (!is_float(value)) return false;
  return distance * distance == square && quotient * dr == distance;
}

// Adds up what threads count: `count` is given a particle and the thread's bins.
template <typename Count>
void for_each_particle(int particles, std::vector<std::int64_t>& bins, const Count& count) {
  const auto pairs = static_cast<std::size_t>(particles) * static_cast<std::size_t>(particles) / 2;
#pragma omp parallel if (is_worth_a_team(pairs))
  {
    std::vector<std::int64_t> part(bins.size());
#pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < particles; ++i) count(i, part);
#pragma omp critical
    for (std::size_t b = 0; b < bins.size(); ++b) bins[b] += part[b];
  }
}

}  // namespace

std::int64_t PairCounts::all_at_edges() const {
  return std::accumulate(at_edge.begin(), at_edge.end(), std::int64_t{0});
}

PairCounts count_pairs(const RdfData& data, Edges edges) {
  const auto bins = static_cast<std::size_t>(data.bins);
  const double dr = data.dr, end = data.bins;
  // Bins, then edges.
  std::vector<std::int64_t> counted(2 * bins + 1);
  for_each_particle(data.particles(), counted, [&](int i, std::vector<std::int64_t>& part) {
    const double x = data.x[i], y = data.y[i], z = data.z[i];
    for (int j = 0; j < i; ++j) {
      const double dx = x - data.x[j], dy = y - data.y[j], dz = z - data.z[j];
      const double quotient = std::sqrt(dx * dx + dy * dy + dz * dz) / dr;
      const double low = quotient * (1 - rounding), high = quotient * (1 + rounding);
      if (low >= end) continue;
      const auto below = static_cast<std::size_t>(low), above = static_cast<std::size_t>(high);
      if (below != above && (edges == Edges::all || !is_exact(dx, dy, dz, dr)))
        ++part[bins + above];
      else if (quotient < end)
        ++part[static_cast<std::size_t>(quotient)];
    }
  });
  PairCounts counts;
  counts.sure.assign(counted.begin(), counted.begin() + data.bins);
  counts.at_edge.assign(counted.begin() + data.bins, counted.end());
  return counts;
}

std::vector<std::int64_t> count_in_float(const RdfData& data) {
  std::vector<std::int64_t> bins(static_cast<std::size_t>(data.bins));
  for_each_particle(data.particles(), bins, [&](int i, std::vector<std::int64_t>& part) {
    for (int j = 0; j < i; ++j) {
      const float dx = data.x[i] - data.x[j], dy = data.y[i] - data.y[j],
                  dz = data.z[i] - data.z[j];
      const float quotient = std::sqrt((dx * dx + dy * dy) + dz * dz) / data.dr;
      if (quotient < static_cast<float>(data.bins)) ++part[static_cast<std::size_t>(quotient)];
    }
  });
  return bins;
}

std::vector<std::size_t> wrong_bins(const PairCounts& expected,
                                    std::span<const std::uint32_t> histogram) {
  std::vector<std::size_t> wrong;
  std::int64_t above = 0;  // pairs at the edge below that are in this bin
  for (std::size_t b = 0; b < expected.sure.size(); ++b) {
    const std::int64_t below_next = histogram[b] - expected.sure[b] - above;
    const std::int64_t possible = std::clamp<std::int64_t>(below_next, 0, expected.at_edge[b + 1]);
    if (possible != below_next) wrong.push_back(b);
    above = expected.at_edge[b + 1] - possible;
  }
  return wrong;
}

}  // namespace warplab
