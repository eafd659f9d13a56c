#include "autograder/course_commands/class_arguments.h"

namespace warplab {

Argument class_argument(std::filesystem::path& folder) {
  return {.name = "folder",
          .into = &folder,
          .help = "of the class: its class.json and results",
          .type = "FOLDER",
          .is_required = true};
}

Argument class_labs_argument(std::vector<std::string>& labs) {
  return {.name = "--lab",
          .into = &labs,
          .help = "only this lab; may be given again; none: all that count"};
}

Argument pseudonyms_argument(bool& uses_pseudonyms) {
  return {.name = pseudonyms_option,
          .into = &uses_pseudonyms,
          .help =
              "for graders: pseudonyms instead of ids and names; pseudonyms.csv in the folder of "
              "the class says who is who"};
}

}  // namespace warplab
