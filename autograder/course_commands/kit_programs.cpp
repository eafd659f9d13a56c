#include "autograder/course_commands/kit_programs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/report/sanitize.h"
#include "autograder/sandbox/answer.h"
#include "autograder/sandbox/process.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr double tool_patience_s = 120;

// What whoever has a compiler has: the C library's and gcc's.
bool is_of_the_machine(std::string_view library) {
  constexpr std::string_view known[] = {"libc.so",       "libm.so",     "libdl.so",
                                        "libpthread.so", "librt.so",    "libresolv.so",
                                        "libstdc++.so",  "libgcc_s.so", "libgomp.so"};
  return std::ranges::any_of(known,
                             [&](std::string_view name) { return library.starts_with(name); });
}

std::string answer_of(const std::vector<std::string>& words) {
  const Answer answer = ask(words, tool_patience_s);
  if (answer.code != 0)
    throw GraderError(fmt::format("{}: {}", fmt::join(words, " "), sanitize_line(answer.errors)));
  return answer.output;
}

// Libraries that a program is loaded with, their paths by name: of lines such as "libz.so.1 => /lib/libz.so.1 (0x7f00)".
std::map<std::string, fs::path> libraries_of(const fs::path& program) {
  std::map<std::string, fs::path> found;
  std::istringstream lines(answer_of({"ldd", program.string()}));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, arrow, path;
    if (!(words >> name >> arrow >> path) || arrow != "=>") continue;
    if (path == "not")
      throw GraderError(fmt::format("{} is not there for {}", name, program.string()));
    if (!is_of_the_machine(name)) found[name] = path;
  }
  return found;
}

// The Debian package of a file, which may be listed below /lib or /usr/lib, whichever of them is a link.
std::string package_of(const fs::path& library) {
  const std::string path = fs::canonical(library);
  Answer answer = ask({"dpkg-query", "--search", path}, tool_patience_s);
  if (answer.code != 0 && path.starts_with("/usr/"))
    answer = ask({"dpkg-query", "--search", path.substr(4)}, tool_patience_s);
  if (answer.code != 0)
    throw GraderError(fmt::format(
        "dpkg does not know which package {} belongs to, so its licence is unknown", path));
  return answer.output.substr(0, answer.output.find_first_of(":,"));
}

void pack_libraries(const std::map<std::string, fs::path>& libraries, const fs::path& folder) {
  fs::create_directories(folder / "copyright");
  for (const auto& [name, path] : libraries) {
    fs::copy_file(path, folder / name);
    const std::string package = package_of(path);
    fs::copy_file(fs::path("/usr/share/doc") / package / "copyright",
                  folder / "copyright" / package, fs::copy_options::overwrite_existing);
  }
}

// libcudart.so.13 of the folder that is shaped like a CUDA Toolkit; empty where it was not built.
fs::path runtime_of(const fs::path& toolkit) {
  if (!fs::exists(toolkit / "lib64")) return {};
  for (const auto& entry : fs::directory_iterator(toolkit / "lib64"))
    if (entry.path().filename().string().starts_with("libcudart.so.")) return entry.path();
  return {};
}

void strip(const char* how, const fs::path& from, const fs::path& to) {
  answer_of({"strip", how, "-o", to.string(), from.string()});
}

}  // namespace

void pack_programs(const fs::path& build, const fs::path& images, const fs::path& programs) {
  for (const char* part : {"bin", "lib", "include", "images"})
    fs::create_directories(programs / part);
  std::map<std::string, fs::path> libraries;
  for (const char* program : {"warplab", "confine", "simt", "simtcc"}) {
    if (!fs::exists(build / "bin" / program) && program == std::string_view("simt")) continue;
    strip("--strip-all", build / "bin" / program, programs / "bin" / program);
    libraries.merge(libraries_of(build / "bin" / program));
  }
  // Where simt was built: links into the folders beside it, and the runtime that programs are linked with.
  if (const fs::path runtime = runtime_of(build / "cuda"); !runtime.empty()) {
    fs::copy(build / "cuda", programs / "cuda",
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    libraries.merge(libraries_of(runtime));
  }
  // Which labs for the CPU are graded by: the other can do what it does.
  fs::create_symlink("warplab", programs / "bin/warplab-cpu");
  pack_libraries(libraries, programs / "libraries");

  for (const auto& entry : fs::directory_iterator(build / "lib")) {
    const fs::path& file = entry.path();
    if (const fs::path to = programs / "lib" / file.filename(); file.extension() == ".cpp")
      fs::copy_file(file, to);
    else
      strip("--strip-debug", file, to);
  }
  fs::copy(fs::canonical(build / "include/simt"), programs / "include/simt",
           fs::copy_options::recursive);
  for (const auto& entry : fs::directory_iterator(images))
    if (entry.path().extension() == ".jpg")
      fs::copy_file(entry.path(), programs / "images" / entry.path().filename());

  utsname machine;
  uname(&machine);
  write_file(programs / "machine", fmt::format("{}\n", machine.machine));
}

}  // namespace warplab
