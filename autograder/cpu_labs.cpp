// What the program for labs for the CPU has in place of what it leaves out.
#include <memory>
#include <vector>

#include "autograder/commands/subcommand.h"
#include "autograder/judge/stages.h"
#include "autograder/sandbox/process.h"

namespace warplab {

std::vector<Subcommand> course_subcommands() { return {}; }

// Nothing gets here: a problem for the GPU is none that this program knows.
std::unique_ptr<StepGrader> gpu_grader(const LabBench&) {
  throw GraderError("this program grades labs for the CPU");
}

}  // namespace warplab
