// The roofline of the GPU that simt models, with kernels below it.
#pragma once

#include <string>

#include "simt/model/modelled_kernels.h"

namespace simt::page {

// Markup: a figure, and what is in it as a table. Nothing where no kernel has a point. `whose`
// is text: "step 1".
std::string roofline_view(const model::ModelledKernels& all, const std::string& whose);

}  // namespace simt::page
