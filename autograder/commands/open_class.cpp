#include "autograder/commands/open_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "autograder/build/builder.h"

namespace warplab {

OpenClass::OpenClass(const Context& context, const std::filesystem::path& folder)
    : here(read_machine(context.course.root)),
      machine(fingerprint(here) + "-" + cuda_compiler_here(context.frontend)),
      settings(read_settings(context.course, folder)),
      handed_in(find_hand_ins(context.course, settings, machine)) {}

bool tell_remarks(const std::vector<Remark>& remarks) {
  for (const Remark& remark : remarks) fmt::print(stderr, "{}\n", remark.text);
  return std::ranges::any_of(remarks, &Remark::hinders);
}

}  // namespace warplab
