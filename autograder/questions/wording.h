// Words and options that kinds of questions share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/gpu/execution_report.h"
#include "autograder/questions/draw.h"
#include "autograder/questions/question.h"
#include "autograder/questions/recount.h"

namespace warplab {

// "convolve", without parameters.
std::string kernel_name(const gpu::KernelRun& run);
// "3x2 blocks of 16x16 threads"
std::string shape_text(const gpu::KernelRun& run);
// "(1, 0)", or "1" where the grid has one row.
std::string block_text(const gpu::KernelRun& run, std::uint64_t block);
// "thread (4, 2) of block (1, 0)"
std::string thread_text(const gpu::KernelRun& run, const LoggedThread& thread);
std::uint32_t threads_of_block(const gpu::KernelRun& run);
std::uint64_t blocks_of_grid(const gpu::KernelRun& run);

// "In the case 40x24, random image, `convolve` runs as 3x2 blocks of 16x16 threads." With several launches, which of them.
std::string setting_text(const std::string& case_name, const std::vector<gpu::KernelRun>& runs,
                         std::size_t launch);

// The right option and three of the wrong ones in a drawn order. False if there are not so many that differ.
bool set_options(Question& question, std::string right, std::vector<std::string> wrong, Draw& draw);
// The same for a count that is from 1 to `most`, which is at least 32, in the order of the numbers.
void set_numbers(Question& question, std::size_t right, std::size_t most, Draw& draw);

}  // namespace warplab
