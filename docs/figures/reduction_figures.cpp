// Chapter 8: what each thread of a block adds in each round of the tree, and the bank conflicts of
// a warp's lanes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "docs/figures/canvas.h"
#include "docs/figures/figures.h"

namespace warplab::figures {

namespace {

constexpr int banks = 32;
constexpr int lanes = 32;

// A thread that adds position `from` to position `to`.
struct Addition {
  int thread, to, from;
};

enum class Addressing { interleaved, strided, sequential };

// The additions of each round of a block of `threads` threads.
std::vector<std::vector<Addition>> rounds_of(Addressing addressing, int threads) {
  std::vector<std::vector<Addition>> rounds;
  for (int step = 1; step < threads; step *= 2) {
    std::vector<Addition>& round = rounds.emplace_back();
    const int distance = addressing == Addressing::sequential ? threads / (2 * step) : step;
    for (int thread = 0; thread < threads; ++thread) {
      const int to = addressing == Addressing::strided ? 2 * distance * thread : thread;
      const bool adds = addressing == Addressing::interleaved ? thread % (2 * distance) == 0
                        : addressing == Addressing::strided   ? to < threads
                                                              : thread < distance;
      if (adds) round.push_back({thread, to, to + distance});
    }
  }
  return rounds;
}

// Positions across, rounds down; the number in a position is the thread that adds there.
void draw_tree(Canvas& canvas, double top, Addressing addressing, const std::string& title,
               const std::string& code) {
  const int threads = 16;
  const double left = 84, size = 24, height = 22, gap = 6;
  canvas.text(20, top, title, {.size = 14, .bold = true});
  canvas.text(left + threads * size, top, code, {.size = 12, .align = Align::right, .mono = true});
  const auto rounds = rounds_of(addressing, threads);
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    const double y = top + 12 + static_cast<double>(r) * (height + gap);
    std::vector<Colour> fills(threads, white);
    for (const Addition& addition : rounds[r]) {
      fills[static_cast<std::size_t>(addition.to)] = orange_light;
      fills[static_cast<std::size_t>(addition.from)] = image_light;
    }
    for (int position = 0; position < threads; ++position)
      canvas.cell(left + position * size, y, size, height,
                  fills[static_cast<std::size_t>(position)]);
    for (const Addition& addition : rounds[r])
      canvas.text(left + (addition.to + 0.5) * size, y + 16, fmt::format("{}", addition.thread),
                  {.size = 12, .colour = orange, .align = Align::centre, .bold = true});
    canvas.text(20, y + 16, fmt::format("round {}", r + 1), {.size = 12, .colour = muted});
    const Addition& last = rounds[r].back();
    const std::string who = rounds[r].size() == 1   ? "thread 0"
                            : rounds[r].size() == 2 ? fmt::format("threads 0 and {}", last.thread)
                                                    : fmt::format("threads 0, {}, ..., {}",
                                                                  rounds[r][1].thread, last.thread);
    canvas.text(left + threads * size + 16, y + 16, who, {.size = 12, .colour = muted});
  }
}

}  // namespace

void draw_reduction_trees(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "reduction-trees.svg", figure_width, 494);
  draw_tree(canvas, 28, Addressing::interleaved, "step 1", "t % (2 * distance) == 0");
  draw_tree(canvas, 178, Addressing::strided, "step 2", "position 2 * distance * t");
  draw_tree(canvas, 328, Addressing::sequential, "step 3", "t < distance");
  canvas.cell(84, 464, 18, 18, orange_light);
  canvas.text(110, 478, "added to, by the thread whose number it has", {.size = 13});
  canvas.cell(412, 464, 18, 18, image_light);
  canvas.text(438, 478, "what it adds", {.size = 13});
  canvas.finish();
}

void draw_reduction_banks(const Folder& folder) {
  Canvas canvas = Canvas::svg(folder, "reduction-banks.svg", figure_width, 366);
  const int threads = 256;
  const double left = 78, size = 16, height = 22, gap = 5;
  double y = 52;
  for (int bank = 0; bank < banks; bank += 4)
    canvas.text(left + (bank + 0.5) * size, y - 8, fmt::format("{}", bank),
                {.size = 12, .colour = muted, .align = Align::centre, .mono = true});
  canvas.text(20, y - 8, "bank", {.size = 12, .colour = muted});
  const auto panel = [&](Addressing addressing) {
    const auto rounds = rounds_of(addressing, threads);
    for (std::size_t r = 0; r < 5; ++r, y += height + gap) {
      std::array<int, banks> wanted{};
      int wavefronts = 0;
      for (const Addition& addition : rounds[r])
        if (addition.thread < lanes)
          wavefronts =
              std::max(wavefronts, ++wanted[static_cast<std::size_t>(addition.to % banks)]);
      for (int bank = 0; bank < banks; ++bank) {
        const int words = wanted[static_cast<std::size_t>(bank)];
        canvas.cell(left + bank * size, y, size, height,
                    words == 0   ? white
                    : words == 1 ? image_light
                                 : orange_light);
        if (words > 0)
          canvas.text(left + (bank + 0.5) * size, y + 16, fmt::format("{}", words),
                      {.size = 12,
                       .colour = words == 1 ? blue : orange,
                       .align = Align::centre,
                       .bold = words > 1});
      }
      canvas.text(20, y + 16, fmt::format("round {}", r + 1), {.size = 12, .colour = muted});
      canvas.text(left + banks * size + 10, y + 16,
                  fmt::format("{} wavefront{}", wavefronts, wavefronts == 1 ? "" : "s"),
                  {.size = 12, .colour = wavefronts == 1 ? muted : orange});
    }
  };
  canvas.text(20, 24, "step 2: how many lanes of warp 0 want a word of the bank",
              {.size = 14, .bold = true});
  panel(Addressing::strided);
  y += 34;
  canvas.text(20, y - 12, "step 3", {.size = 14, .bold = true});
  panel(Addressing::sequential);
  canvas.finish();
}

}  // namespace warplab::figures
