// The two tiers of tests that run over many files: `make test` takes one file of each kind, `make test-all` the
// rest as well.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warplab {

template <typename File>
struct Tiers {
  std::vector<File> quick, rest;
};

// The first of each kind is quick, in the order of `files`. `kind_of` gives the kind of one as a string.
template <typename File, typename KindOf>
Tiers<File> one_of_each_kind(const std::vector<File>& files, KindOf kind_of) {
  Tiers<File> tiers;
  std::set<std::string> seen;
  for (const File& file : files)
    (seen.insert(kind_of(file)).second ? tiers.quick : tiers.rest).push_back(file);
  return tiers;
}

}  // namespace warplab
