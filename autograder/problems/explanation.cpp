#include "autograder/problems/explanation.h"

#include <fmt/format.h>

#include <cstdlib>

#include "autograder/report/numbers.h"
#include "common/wrap.h"

namespace warplab {

std::string describe_offset(int columns, int rows) {
  const std::string vertical = counted(std::size_t(std::abs(rows)), "1 row", "{} rows") +
                               (rows > 0 ? " further down" : " further up");
  const std::string horizontal = counted(std::size_t(std::abs(columns)), "1 column", "{} columns") +
                                 (columns > 0 ? " further right" : " further left");
  return columns == 0 ? vertical : rows == 0 ? horizontal : vertical + " and " + horizontal;
}

Diagnosis make_diagnosis(const Explanation& explanation, std::vector<std::string> facts) {
  constexpr std::size_t columns = 74;  // the terminal report indents by 6 of its 80
  facts.push_back(explanation.sentence);
  facts.push_back("next: " + explanation.next_step);
  Diagnosis diagnosis{explanation.slug, {}, {}};
  for (const std::string& fact : facts)
    for (const std::string& line : wrap(fact, columns)) diagnosis.lines.push_back(line);
  return diagnosis;
}

}  // namespace warplab
