#include "autograder/problems/explanation.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "autograder/report/numbers.h"

namespace warplab {

std::string describe_offset(int columns, int rows) {
  const std::string vertical = counted(std::size_t(std::abs(rows)), "1 row", "{} rows") +
                               (rows > 0 ? " further down" : " further up");
  const std::string horizontal = counted(std::size_t(std::abs(columns)), "1 column", "{} columns") +
                                 (columns > 0 ? " further right" : " further left");
  return columns == 0 ? vertical : rows == 0 ? horizontal : vertical + " and " + horizontal;
}

Diagnosis make_diagnosis(const Explanation& explanation, std::vector<std::string> facts) {
  return {
      name_of(explanation.cause), std::move(facts), explanation.sentence, {explanation.next_step}};
}

}  // namespace warplab
