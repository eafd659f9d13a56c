// What the program for labs for the CPU has in place of what it leaves out.
#include <memory>

#include "autograder/command_line.h"
#include "autograder/judge/stages.h"
#include "autograder/sandbox/process.h"

namespace warplab {

void add_course_commands(CLI::App&, Choice&) {}

// Nothing gets here: a problem for the GPU is none that this program knows.
std::unique_ptr<StepGrader> gpu_grader(const LabBench&) {
  throw GraderError("this program grades labs for the CPU");
}

}  // namespace warplab
