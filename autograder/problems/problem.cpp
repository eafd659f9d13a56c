// The families of problems that there are.
#include "autograder/problems/problem.h"

#include "autograder/problems/convolution/convolution.h"

namespace warplab {

const Problem* find_problem(const std::string& name) {
  for (const Problem* problem : {&convolution_problem()}) {
    if (problem->name() == name) return problem;
  }
  return nullptr;
}

}  // namespace warplab
