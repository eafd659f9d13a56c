// Bank conflicts in one source file: which lanes met where.
#pragma once

#include <string>
#include <vector>

#include "simt/observe/bank_conflict.h"
#include "simt/page/listing.h"

namespace simt::page {

// Markup: for the lines of `listing` with most wavefronts a table each, with the 32 banks across, a
// row per wavefront, and in it the lanes that are served. Nothing where no lanes met.
std::string banks_view(const Listing& listing, const std::vector<observe::BankConflict>& conflicts);

}  // namespace simt::page
