#include "autograder/similar/similar.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "autograder/items/items.h"

namespace warplab {
namespace {

// Which files count as one.
class Groups {
 public:
  explicit Groups(std::size_t files) : group_(files) {
    std::iota(group_.begin(), group_.end(), std::size_t{0});
  }

  void join(std::size_t one, std::size_t other) {
    const std::size_t from = group_[other], to = group_[one];
    if (from != to) std::ranges::replace(group_, from, to);
  }
  std::size_t of(std::size_t file) const { return group_[file]; }

 private:
  std::vector<std::size_t> group_;
};

// Two files and their share.
struct Shared {
  std::size_t one, other;
  int share;
};

std::optional<double> usual_share(const std::vector<Shared>& pairs, const Groups& groups) {
  std::map<std::pair<std::size_t, std::size_t>, double> largest;
  for (const Shared& pair : pairs) {
    const auto [one, other] = std::minmax({groups.of(pair.one), groups.of(pair.other)});
    if (one == other) continue;
    double& share = largest[{one, other}];
    share = std::max(share, static_cast<double>(pair.share));
  }
  if (largest.empty()) return std::nullopt;
  std::vector<double> shares;
  for (const auto& [between, share] : largest) shares.push_back(share);
  return quantile(std::move(shares), 0.5);
}

}  // namespace

void compare(Similarities& found, const ComparedStep& step, const std::vector<ComparedFile>& files,
             const std::vector<OtherFile>& others) {
  std::vector<std::string> texts;
  for (const ComparedFile& file : files) texts.push_back(file.tokens);
  for (const OtherFile& file : others) texts.push_back(file.tokens);
  add_pairs(found, step, files, others, find_common_runs(texts, others.size()));
}

void add_pairs(Similarities& found, const ComparedStep& step,
               const std::vector<ComparedFile>& files, const std::vector<OtherFile>& others,
               const CommonShares& common) {
  const auto share_of = [&common](std::size_t one, std::size_t other) {
    const auto at = common.find({one, other});
    return at == common.end() ? 0 : at->second;
  };
  const auto has_too_few = [](const auto& file) { return file.tokens.size() < shortest_run; };
  std::vector<Shared> pairs;
  Groups groups(files.size());
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      if (has_too_few(files[i]) || has_too_few(files[j])) continue;
      const bool are_together = files[i].folder == files[j].folder;
      const int share = share_of(i, j);
      if (are_together || share >= near_share) groups.join(i, j);
      if (!are_together) pairs.push_back({i, j, share});
    }
  found.compared += pairs.size();
  const std::optional<double> usual = usual_share(pairs, groups);
  for (const Shared& pair : pairs)
    if (pair.share >= least_share)
      found.pairs.push_back(
          {step, files[pair.one].student, files[pair.other].student, pair.share, usual});
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (has_too_few(files[i]) || has_too_few(others[j])) continue;
      ++found.compared;
      if (const int share = share_of(i, files.size() + j); share >= least_share)
        found.pairs.push_back({step, files[i].student, others[j].path, share, usual, true});
    }
}

void put_in_order(Similarities& found) {
  std::ranges::stable_sort(found.pairs, {}, [](const SimilarPair& pair) {
    return std::tuple(-pair.share, pair.usual.value_or(100));
  });
}

}  // namespace warplab
