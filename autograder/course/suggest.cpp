// Edit distance with swaps (optimal string alignment): three rows of the usual table.
#include "autograder/course/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace warplab {
namespace {

// What is compared: without spaces, in small letters.
std::string lower(const std::string& text) {
  std::string result = text;
  std::erase(result, ' ');
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest(const std::string& word,
                                   const std::vector<std::string>& candidates) {
  const std::string wanted = lower(word);
  const std::size_t most = std::max<std::size_t>(1, wanted.size() / 3);

  std::vector<std::string> best;
  std::size_t best_distance = most;
  for (const std::string& candidate : candidates) {
    const auto [shorter, longer] = std::minmax({wanted.size(), candidate.size()});
    if (longer - shorter > best_distance) continue;
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    if (distance > best_distance) continue;
    if (distance < best_distance) best.clear();
    best.push_back(candidate);
    best_distance = distance;
  }
  if (!best.empty()) {
    const bool is_one = std::ranges::count(best, best.front()) == std::ssize(best);
    return is_one ? std::optional(best.front()) : std::nullopt;
  }

  for (const std::string& candidate : candidates) {
    const std::size_t common = std::min(wanted.size(), candidate.size());
    const bool same_start = lower(candidate.substr(0, common)) == wanted.substr(0, common);
    if (common >= 3 && same_start) return candidate;
  }
  return std::nullopt;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const auto near = nearest(word, candidates);
  return near ? fmt::format("; did you mean {}?", *near) : "";
}

}  // namespace warplab
