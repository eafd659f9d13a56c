// A graded lab as one file of HTML that needs nothing else: no network, and no script but for sliders.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "autograder/report/history.h"
#include "autograder/report/result.h"

namespace warplab {

inline constexpr const char* page_name = "page.html";  // beside result.json

namespace page {

// By step, the oldest first.
using PastTimes = std::map<int, std::vector<PastTime>>;

// `machine` is the run's, with its sandbox where that is not the usual one; `before` what the steps
// were in the run before, if there was one, and `times` those of runs before. At most a megabyte: what
// does not fit is left out, and the page says so. Pictures are read from the files that the result
// names; one that is not there is left out.
std::string lab_page(const LabResult& lab, const std::string& machine,
                     const std::optional<LabResult>& before = {}, const PastTimes& times = {});

}  // namespace page
}  // namespace warplab
