#include "autograder/similar/common_runs.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace warplab {
namespace {

// The runs of shortest_run tokens in a text, from its first token on, from its second, and so on. Equal runs have
// equal numbers.
using Runs = std::vector<std::size_t>;

// The number of tokens in runs of which `is_common` holds.
template <class IsCommon>
std::size_t count_tokens(const Runs& runs, IsCommon is_common) {
  std::size_t tokens = 0, end = 0;  // of the last common run
  for (std::size_t begin = 0; begin < runs.size(); ++begin)
    if (is_common(runs[begin])) {
      tokens += begin + shortest_run - std::max(begin, end);
      end = begin + shortest_run;
    }
  return tokens;
}

}  // namespace

CommonShares find_common_runs(const std::vector<std::string>& texts, std::size_t apart) {
  std::unordered_map<std::string_view, std::size_t> numbers;
  std::vector<Runs> all;
  for (const std::string& text : texts) {
    Runs& runs = all.emplace_back();
    for (std::size_t end = shortest_run; end <= text.size(); ++end) {
      const auto run = std::string_view(text).substr(end - shortest_run, shortest_run);
      runs.push_back(numbers.try_emplace(run, numbers.size()).first->second);
    }
  }

  CommonShares shares;
  std::vector<std::size_t> seen_in(numbers.size(),
                                   texts.size());  // by run: the last text that has it
  const std::size_t together = texts.size() - apart;
  for (std::size_t other = 0; other < texts.size(); ++other) {
    for (const std::size_t run : all[other]) seen_in[run] = other;
    for (std::size_t one = 0; one < (other < together ? texts.size() : together); ++one) {
      if (one == other || all[one].empty()) continue;
      const std::size_t common =
          count_tokens(all[one], [&](std::size_t run) { return seen_in[run] == other; });
      const int share = static_cast<int>(100 * common / texts[one].size());
      if (share == 0) continue;
      int& larger = shares[std::minmax(one, other)];
      larger = std::max(larger, share);
    }
  }
  return shares;
}

}  // namespace warplab
