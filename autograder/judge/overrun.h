// Where a program for the CPU leaves an array or an allocation of its own. That shows elsewhere: in a pointer that lay
// beside it, in values that nothing explains, in threads that meet there.
//
// The step is built once more, with a trap at each index of an array whose size the compiler knows and with
// AddressSanitizer (Serebryany, Bruening, Potapenko, Vyukov, USENIX ATC 2012), and small cases run until one of them stops it.
#pragma once

#include <optional>
#include <string>

#include "autograder/judge/stages.h"
#include "autograder/judge/trial.h"
#include "autograder/report/place.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"
#include "autograder/worker/protocol.h"

namespace warplab {

struct Overrun {
  std::optional<MemoryError> memory;  // nothing for an index that was trapped
  bool is_write = false;
  SourcePlace place;
  bool counts_threads_outside =
      false;  // the source asks omp_get_num_threads(), which is 1 outside of a region
};

// Nothing where no case stops, or the program cannot be built or started this way. An empty `failed_case` stands for all
// small cases.
std::optional<Overrun> find_overrun(const BuiltStep& built, const std::string& failed_case,
                                    const Limits& limits, const ProgressLine& progress);

// Whether a source has memory on the heap.
bool allocates(const std::string& source);

// Makes it the cause of what was seen: array-overrun, heap-overrun or use-after-free. The fact comes after the first one, the
// place before all others.
void explain_by_overrun(const Overrun& overrun, Diagnosis& diagnosis);

}  // namespace warplab
