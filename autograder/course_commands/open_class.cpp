#include "autograder/course_commands/open_class.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "autograder/build/builder.h"
#include "autograder/judge/basis.h"
#include "autograder/report/terminal.h"
#include "common/files.h"

namespace warplab {

OpenClass::OpenClass(const Context& context, const std::filesystem::path& folder)
    : here(read_machine(context.course.root)),
      machine(machine_kind(here, cuda_compiler_here(context.frontend))),
      settings(read_settings(context.course, folder)),
      handed_in(
          find_hand_ins(context.course, settings, machine, hash_grader(context.course.root))) {}

bool tell_remarks(const std::vector<Remark>& remarks) {
  for (const Remark& remark : remarks) print_error(remark.text);
  return std::ranges::any_of(remarks, &Remark::hinders);
}

void write_json(const std::optional<std::filesystem::path>& file, const nlohmann::json& content) {
  if (file)
    write_file(*file, content.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace warplab
