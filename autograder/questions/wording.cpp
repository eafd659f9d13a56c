#include "autograder/questions/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace warplab {
namespace {

constexpr std::size_t wrong_options = 3;

using Sides = std::array<std::uint32_t, 3>;

// "3x2", "256", "4x4x2"
std::string sides_text(const Sides& sides) {
  std::string text = std::to_string(sides[0]);
  if (sides[1] > 1 || sides[2] > 1) text += fmt::format("x{}", sides[1]);
  if (sides[2] > 1) text += fmt::format("x{}", sides[2]);
  return text;
}

// "(1, 0)", or "1" in a row.
std::string place_text(const Sides& sides, std::uint64_t number) {
  const std::uint64_t x = number % sides[0], y = number / sides[0] % sides[1];
  if (sides[1] == 1 && sides[2] == 1) return std::to_string(number);
  if (sides[2] == 1) return fmt::format("({}, {})", x, y);
  return fmt::format("({}, {}, {})", x, y, number / sides[0] / sides[1]);
}

}  // namespace

std::string kernel_name(const gpu::KernelRun& run) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  std::string name = run.kernel;
  if (const std::size_t at = name.find(unnamed); at != std::string::npos)
    name.erase(at, unnamed.size());
  name.resize(std::min(name.size(), name.find_first_of("(<")));
  return name.substr(name.find_last_of(' ') + 1);
}

std::uint32_t threads_of_block(const gpu::KernelRun& run) {
  return run.block[0] * run.block[1] * run.block[2];
}

std::uint64_t blocks_of_grid(const gpu::KernelRun& run) {
  return std::uint64_t{run.grid[0]} * run.grid[1] * run.grid[2];
}

std::string shape_text(const gpu::KernelRun& run) {
  return fmt::format("{} {} of {} threads", sides_text(run.grid),
                     blocks_of_grid(run) == 1 ? "block" : "blocks", sides_text(run.block));
}

std::string block_text(const gpu::KernelRun& run, std::uint64_t block) {
  return place_text(run.grid, block);
}

std::string thread_text(const gpu::KernelRun& run, const LoggedThread& thread) {
  return fmt::format("thread {} of block {}", place_text(run.block, thread.thread),
                     block_text(run, thread.block));
}

std::string setting_text(const std::string& case_name, const std::vector<gpu::KernelRun>& runs,
                         std::size_t launch) {
  const gpu::KernelRun& run = runs[launch];
  return fmt::format(
      "In the case {}, {}`{}` runs as {}.", case_name,
      runs.size() == 1 ? "" : fmt::format("launch {} of {}: ", launch + 1, runs.size()),
      kernel_name(run), shape_text(run));
}

bool set_options(Question& question, std::string right, std::vector<std::string> wrong,
                 Draw& draw) {
  std::erase(wrong, right);
  std::ranges::sort(wrong);
  wrong.erase(std::ranges::unique(wrong).begin(), wrong.end());
  if (wrong.size() < wrong_options) return false;
  draw.shuffle(wrong);
  wrong.resize(wrong_options);
  wrong.push_back(right);
  draw.shuffle(wrong);
  question.answer = static_cast<std::size_t>(std::ranges::find(wrong, right) - wrong.begin());
  question.options = std::move(wrong);
  return true;
}

void set_numbers(Question& question, std::size_t right, std::size_t most, Draw& draw) {
  std::set<std::size_t> plausible = {1, 2, 4, 8, 16, 32, right + 1, 2 * right, right / 2};
  plausible.insert(right - 1);
  plausible.erase(right);
  plausible.erase(0);
  plausible.erase(plausible.upper_bound(most), plausible.end());
  std::vector<std::size_t> numbers(plausible.begin(), plausible.end());
  draw.shuffle(numbers);
  numbers.resize(wrong_options);
  numbers.push_back(right);
  std::ranges::sort(numbers);
  for (const std::size_t number : numbers) question.options.push_back(std::to_string(number));
  question.answer = static_cast<std::size_t>(std::ranges::find(numbers, right) - numbers.begin());
}

}  // namespace warplab
