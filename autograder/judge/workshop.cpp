#include "autograder/judge/workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/cores.h"

namespace warplab {

Workshop::Workshop(const Course& the_course, GraderOptions the_options)
    : course(the_course),
      options(std::move(the_options)),
      sandbox(options.sandbox, options.defences),
      builder(sandbox, course.root, options.worker_objects, options.build_limits, options.frontend,
              options.build_store) {
  sandbox.probe();
}

std::filesystem::path Workshop::picture(const Lab& lab, const Step& step,
                                        const std::string& what) const {
  return options.grades / lab.name / fmt::format("step{}-{}", step.number, what);
}

int threads_of(const Lab& lab) {
  return lab.threads > 0 ? lab.threads : std::max(2, usable_cores());
}

Limits limits_of(const Lab& lab, int threads) {
  Limits limits = lab.call_s ? run_limits(threads, *lab.call_s) : run_limits(threads);
  limits.memory_bytes = lab.memory_bytes.value_or(limits.memory_bytes);
  return limits;
}

}  // namespace warplab
