// What a run has changed since the one before, on a lab's page.
#pragma once

#include <string>

#include "autograder/report/result.h"

namespace warplab::page {

// Markup: gates whose points went up or down, and by how much; lines that add more to a counter, or
// less.
std::string changes_view(const LabResult& before, const LabResult& lab);

}  // namespace warplab::page
