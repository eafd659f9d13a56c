// The search for what no known mistake explains: the plain algorithm with one of its own indices
// changed a little, or two, or one and the clamp.
#pragma once

#include <optional>
#include <string>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/survey.h"

namespace warplab {

struct SmallEdit {
  std::string sentence;   // "your output is what comes out if ..."
  std::string next_step;  // what to compare
  bool is_everywhere;     // it makes the right values as well; else only the wrong ones
};

// The one edit, or else the one pair of edits, that gives each value of the samples. Nothing where
// there is none, where several differ in what they say only, or where too few values tell them
// apart.
std::optional<SmallEdit> find_small_edit(const ConvolutionData& data, const Survey& survey,
                                         double tolerance);

}  // namespace warplab
