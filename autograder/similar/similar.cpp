#include "autograder/similar/similar.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "autograder/items/items.h"

namespace warplab {

void add_pairs(Similarities& found, const ComparedStep& step,
               const std::vector<ComparedFile>& files, const CommonShares& common) {
  std::vector<SimilarPair> pairs;
  std::vector<double> shares;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = i + 1; j < files.size(); ++j)
      if (std::min(files[i].tokens.size(), files[j].tokens.size()) >= shortest_run &&
          files[i].folder != files[j].folder) {
        const auto at = common.find({i, j});
        const int share = at == common.end() ? 0 : at->second;
        shares.push_back(share);
        if (share >= least_share)
          pairs.push_back({step, files[i].student, files[j].student, share, 0});
      }
  found.compared += shares.size();
  if (pairs.empty()) return;
  const double usual = quantile(std::move(shares), 0.5);
  for (SimilarPair& pair : pairs) {
    pair.usual = usual;
    found.pairs.push_back(std::move(pair));
  }
}

void put_in_order(Similarities& found) {
  std::ranges::stable_sort(
      found.pairs, {}, [](const SimilarPair& pair) { return std::tuple(-pair.share, pair.usual); });
}

}  // namespace warplab
