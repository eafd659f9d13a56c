#include "autograder/similar/similar.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "autograder/items/items.h"

namespace warplab {

void add_pairs(Similarities& found, const ComparedStep& step,
               const std::vector<ComparedFile>& files, const SimReport& report) {
  const auto percent = [&](std::size_t one, std::size_t other) {
    const auto at = report.percent.find({one, other});
    return at == report.percent.end() ? 0 : at->second;
  };
  std::vector<SimilarPair> pairs;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = i + 1; j < files.size(); ++j)
      if (std::min(report.tokens[i], report.tokens[j]) >= shortest_run &&
          files[i].folder != files[j].folder)
        pairs.push_back(
            {step, files[i].student, files[j].student, percent(i, j), percent(j, i), 0});
  if (pairs.empty()) return;
  found.compared += pairs.size();
  std::vector<double> shares;
  for (const SimilarPair& pair : pairs) shares.push_back(pair.share());
  const double usual = quantile(std::move(shares), 0.5);
  std::erase_if(pairs, [](const SimilarPair& pair) { return pair.share() < least_share; });
  for (SimilarPair& pair : pairs) pair.usual = usual;
  std::ranges::move(pairs, std::back_inserter(found.pairs));
}

void put_in_order(Similarities& found) {
  std::ranges::stable_sort(found.pairs, {}, [](const SimilarPair& pair) {
    return std::tuple(-pair.share(), pair.usual);
  });
}

}  // namespace warplab
