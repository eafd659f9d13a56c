// The student's file on a page.
#pragma once

#include <string>

#include "autograder/report/result.h"
#include "simt/page/listing.h"

namespace warplab::page {

// The step's file alone. A place in a file of the same name elsewhere is taken for one in it: the
// file that is compiled is a copy.
simt::page::Listings listings_of(const StepResult& step);

// Markup: its lines with the counts of gates and with the findings, as simt/page/source.h has them; at first
// the counts of the gate that has the next point.
std::string source_view(const StepResult& step, const simt::page::Listings& listings);

}  // namespace warplab::page
