#include "autograder/problems/explanation.h"

#include "autograder/report/wrap.h"

namespace warplab {

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
