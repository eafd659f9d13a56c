// How full kernels make the GPU.
#pragma once

#include <cstddef>
#include <string>

#include "simt/model/modelled_kernels.h"

namespace simt::page {

// How many kernels a table has: those that take longest.
inline constexpr std::size_t most_kernels = 8;

// Markup: the head of a kernel's row, a short form of its name, and its block.
std::string kernel_head(const model::KernelOnGpu& kernel);

// Text: what less of a kernel's registers and shared memory would do. "1 register fewer: no change;
// 32 registers: 8 blocks". Empty where there is nothing to give up.
std::string occupancy_advice(const model::KernelOnGpu& kernel);

// Markup: for each kernel how many blocks and warps a multiprocessor holds, what limits that, and
// what less of it would do. Nothing where there are none. `whose` is text: "step 1".
std::string occupancy_view(const model::ModelledKernels& all, const std::string& whose);

}  // namespace simt::page
