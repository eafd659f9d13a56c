// Arrangements of particles, see configurations.h.
#include "autograder/problems/rdf/configurations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace warplab {
namespace {

constexpr int many_bins = 4096;  // MOST_BINS of the functions' headers

RdfData room_for(int n, float dr, int bins) {
  const auto count = static_cast<std::size_t>(n);
  RdfData data{std::vector<float>(count), std::vector<float>(count), std::vector<float>(count), dr,
               bins};
  return data;
}

// Anywhere in a cube around 0; bins to `reach` times its edge.
RdfData fill_cube(int n, double reach, int bins, RandomNumbers& random) {
  constexpr double edge = 10;
  RdfData data = room_for(n, static_cast<float>(reach * edge / bins), bins);
  for (auto* axis : {&data.x, &data.y, &data.z})
    for (float& value : *axis) value = static_cast<float>(random.real(-edge / 2, edge / 2));
  return data;
}

constexpr double all_of_it = 1.75;  // a cube's longest diagonal is 1.732 edges

// The sites of a cubic lattice, as many as there are particles, in any order: `place` says where
// along its axis a site is.
template <typename Place>
void fill_lattice(RdfData& data, const Place& place, RandomNumbers& random) {
  const int n = data.particles();
  int side = 1;
  while (side * side * side < n) ++side;
  std::vector<int> sites(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) sites[i] = i;
  for (int i = n - 1; i > 0; --i) std::swap(sites[i], sites[random.below(i + 1)]);
  for (int i = 0; i < n; ++i) {
    data.x[i] = place(sites[i] % side);
    data.y[i] = place(sites[i] / side % side);
    data.z[i] = place(sites[i] / side / side);
  }
}

// Spheres that have been put somewhere, by the cell of the cube that their centre is in. A cell is
// as wide as a sphere, so only neighbours can overlap. Behind a face comes the opposite one: else
// there would be more spheres at faces, where fewer others are in the way.
class Cells {
 public:
  explicit Cells(double edge)
      : side_(std::max(1, static_cast<int>(edge))),
        edge_(edge),
        spheres_(static_cast<std::size_t>(side_) * side_ * side_) {}

  // Puts a sphere there unless it overlaps another.
  bool add(const std::array<float, 3>& centre) {
    const std::array<int, 3> at = {cell(centre[0]), cell(centre[1]), cell(centre[2])};
    for (int z = at[2] - 1; z <= at[2] + 1; ++z)
      for (int y = at[1] - 1; y <= at[1] + 1; ++y)
        for (int x = at[0] - 1; x <= at[0] + 1; ++x)
          for (const auto& other : spheres_[index(x, y, z)])
            if (overlap(centre, other)) return false;
    spheres_[index(at[0], at[1], at[2])].push_back(centre);
    return true;
  }
  void clear() {
    for (auto& cell : spheres_) cell.clear();
  }

 private:
  int cell(float coordinate) const {
    return std::min(side_ - 1, static_cast<int>(coordinate / edge_ * side_));
  }
  std::size_t index(int x, int y, int z) const {
    const auto around = [&](int at) { return static_cast<std::size_t>((at + side_) % side_); };
    const auto side = static_cast<std::size_t>(side_);
    return (around(z) * side + around(y)) * side + around(x);
  }
  bool overlap(const std::array<float, 3>& a, const std::array<float, 3>& b) const {
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double apart = std::abs(double{a[axis]} - b[axis]);
      const double nearest = std::min(apart, edge_ - apart);
      square += nearest * nearest;
    }
    return square < 1;
  }

  int side_;
  double edge_;
  std::vector<std::vector<std::array<float, 3>>> spheres_;
};

}  // namespace

RdfData row_of_particles(int n, RandomNumbers& random) {
  // Few enough bits that the square of the longest distance fits a float.
  constexpr float spacing = 0.75f;
  RdfData data = room_for(n, spacing, n + 1);
  const int first = random.below(4096);
  const auto y = static_cast<float>(random.real(-1, 1)), z = static_cast<float>(random.real(-1, 1));
  for (int i = 0; i < n; ++i) {
    data.x[i] = static_cast<float>(first + i) * spacing;
    data.y[i] = y;
    data.z[i] = z;
  }
  return data;
}

RdfData gas(int n, RandomNumbers& random) { return fill_cube(n, all_of_it, 300, random); }
RdfData wide_gas(int n, RandomNumbers& random) { return fill_cube(n, 0.5, 33, random); }
RdfData gas_in_many_bins(int n, RandomNumbers& random) {
  return fill_cube(n, all_of_it, many_bins, random);
}

RdfData heap(int n, RandomNumbers& random) {
  RdfData data = room_for(n, 0.5f, 1);
  for (auto* axis : {&data.x, &data.y, &data.z})
    std::fill(axis->begin(), axis->end(), static_cast<float>(random.real(-1, 1)));
  return data;
}

RdfData heap_of_half(int n, RandomNumbers& random) {
  RdfData data = heap(n, random);
  for (int i = n / 2 + 32; i < n; ++i) data.x[i] += static_cast<float>(i);
  return data;
}

RdfData far_apart(int n, RandomNumbers& random) {
  constexpr float dr = 0.25f, reach = 33 * dr;
  RdfData data = room_for(n, dr, 33);
  for (int i = 0; i < n; ++i) {
    const int place = i / 2;
    data.x[i] = dr * static_cast<float>(place << 16);
    data.y[i] = static_cast<float>(random.real(0, reach / 2));
    data.z[i] = static_cast<float>(random.real(0, reach / 2));
    if (place % 2 == 1) continue;
    data.y[i] = i % 2 == 0 ? dr * static_cast<float>(random.below(64)) : data.y[i - 1] + reach;
    data.z[i] = i % 2 == 0 ? data.z[i] : data.z[i - 1];
  }
  return data;
}

RdfData exact_lattice(int n, RandomNumbers& random) {
  // 61 / 61 is 1, and 61 times the float next to 1 / 61 is a little less.
  constexpr float unit = 1.0f / 64, spacing = 61 * unit;
  RdfData data = room_for(n, spacing, 20);
  const int first = random.below(4096);
  fill_lattice(
      data, [&](int i) { return unit * static_cast<float>(first + 61 * i); }, random);
  return data;
}

RdfData rounded_lattice(int n, RandomNumbers& random) {
  RdfData data = room_for(n, 0.1f, 20);
  fill_lattice(
      data, [](int i) { return 0.1f * static_cast<float>(i); }, random);
  return data;
}

RdfData spheres(int n, RandomNumbers& random) {
  const double edge = std::cbrt(n / sphere_density);
  constexpr int bins = 256;
  RdfData data = room_for(n, static_cast<float>(edge / bins), bins);
  Cells cells(edge);
  int tries = 0;
  for (int i = 0; i < n; ++i) {
    std::array<float, 3> centre;
    do {
      if (++tries > 1000 * n) {  // a few spheres can be such that there is no room for the last
        cells.clear();
        tries = i = 0;
      }
      for (float& coordinate : centre) coordinate = static_cast<float>(random.real(0, edge));
    } while (!cells.add(centre));
    data.x[i] = centre[0];
    data.y[i] = centre[1];
    data.z[i] = centre[2];
  }
  return data;
}

}  // namespace warplab
