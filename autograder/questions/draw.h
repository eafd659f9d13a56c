// What differs between the sheets of two students: places, numbers, wrong options and their order.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "autograder/judge/seeds.h"

namespace warplab {

class Draw {
 public:
  explicit Draw(Seeds seeds) : seeds_(std::move(seeds)) {}

  // A number below `count`, which is not 0.
  std::size_t below(std::size_t count) { return seeds_.next() % count; }
  template <typename Value>
  const Value& pick(const std::vector<Value>& values) {
    return values[below(values.size())];
  }
  template <typename Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t left = values.size(); left > 1; --left)
      std::swap(values[left - 1], values[below(left)]);
  }

 private:
  Seeds seeds_;
};

// Always the same for a student and a file.
Seed seed_of_sheet(const std::string& student, const std::string& lab, const std::string& source);

}  // namespace warplab
