// How full the kernels of a step make the GPU, on its page.
#pragma once

#include <cstddef>
#include <string>

#include "autograder/report/result.h"

namespace warplab::page {

// How many kernels of a step its tables have: those that take longest.
inline constexpr std::size_t most_kernels = 8;

// Markup: the head of a kernel's row, a short form of its name, and its block.
std::string kernel_head(const KernelOnGpu& kernel);

// Text: what less of a kernel's registers and shared memory would do. "1 register fewer: no change;
// 32 registers: 8 blocks". Empty where there is nothing to give up.
std::string occupancy_advice(const KernelOnGpu& kernel);

// Markup: for each kernel how many blocks and warps a multiprocessor holds, what limits that, and
// what less of it would do. Nothing where simt ran none.
std::string occupancy_view(const StepResult& step);

}  // namespace warplab::page
