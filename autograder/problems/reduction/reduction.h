// One sum to be computed: its numbers, what the sum has to be, why another is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/family.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

struct ReductionData {
  bool is_float = false;
  std::vector<std::int32_t> ints;  // one of the two is empty
  std::vector<float> floats;
  std::int32_t all_equal = 0;  // what each int is, if they are equal; else 0
  std::size_t count = 0;
};

// The sum, and how far a right answer may be from it.
struct ExpectedSum {
  double value = 0;      // of ints: as it is after wrapping around
  double tolerance = 0;  // of ints: 0
  double additions = 0;  // of floats: that a number may go through
};

// The oracle: ints modulo 2^32, floats in double precision. A sum in which no number goes through
// more than h additions is off by at most h * 2^-24 * (sum of |values|) (Higham, Accuracy and
// Stability of Numerical Algorithms, 2002, section 4.2); h is 2 log2(count) + count / 4096 here.
ExpectedSum expected_sum(const ReductionData& data);

// Which sum, expected and got, the likely cause, the next step. Where the numbers are all equal the
// cause is read off how many of them were added.
Diagnosis explain_wrong_sum(const ReductionData& data, double got, const Case::Evidence& evidence,
                            const std::string& case_name);

// Each length with ints that are all equal, whose wrong sum tells how many were added, and with
// random ints or floats in turn; the longest with equal ones alone.
Cases make_small_sums(const Lab& lab);

}  // namespace warplab
