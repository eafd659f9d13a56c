// warplab new: a student's own folder of labs, where the rest of a student kit is shared by a room.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/report/sanitize.h"
#include "common/copy_folder.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Makes `folder`: the labs of the kit whose programs this one is of, copied, and beside them links to all else that the kit
// has. Nothing is ever written to the kit. Throws CourseError where this program is not a kit's, and where something is
// in `folder` already.
int new_labs_command(const Context& context, const fs::path& folder) {
  const fs::path programs = context.worker_objects.parent_path(), kit = programs.parent_path();
  if (!fs::exists(programs / "machine"))
    throw CourseError(
        "`warplab new` shares the programs of a student kit, and this program is not one of them");
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder)))
    throw CourseError(fmt::format("{} already exists, and stays as it is: give another name",
                                  sanitize_line(folder.string())));
  fs::create_directories(folder / "build");
  copy_folder(kit / "labs", folder / "labs");
  for (const auto& entry : fs::directory_iterator(kit))
    if (const fs::path name = entry.path().filename(); name != "labs" && name != "build")
      fs::create_symlink(entry.path(), folder / name);
  for (const char* part : {"bin", "lib", "include", "images"})
    fs::create_directory_symlink(programs / part, folder / "build" / part);
  fmt::print("{} has labs of your own. Go there, and start with: make grade-lab1\n",
             sanitize_line(folder.string()));
  return 0;
}

}  // namespace

Subcommand command_new() {
  const auto folder = std::make_shared<fs::path>();
  return {.name = "new",
          .help = "make a folder with labs of your own, if several people share a student kit",
          .place = 50,
          .arguments = {{.name = "folder",
                         .into = folder.get(),
                         .help = "the folder to make",
                         .type = "FOLDER",
                         .is_required = true}},
          .run = [folder](const Context& context) { return new_labs_command(context, *folder); }};
}

}  // namespace warplab
