#include "simt/frontend/link.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include "simt/frontend/toolchain.h"
#include "simt/frontend/toolkit.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;

// Of the link with libsimt.a: words that CMake passes as one string.
Command libraries() {
  std::istringstream words(SIMT_LINK_LIBRARIES);
  Command all;
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

// Options for the host's compiler that it also wants for the link, as nvcc gives it all of them.
bool concerns_link(std::string_view option) {
  constexpr std::string_view beginnings[] = {
      "-Wl,",    "-fsanitize", "-fopenmp",   "-pthread",  "-fuse-ld", "-flto",   "-fprofile",
      "-static", "-rdynamic",  "--coverage", "-coverage", "-pie",     "-no-pie", "-m"};
  return std::ranges::any_of(beginnings,
                             [&](std::string_view word) { return option.starts_with(word); });
}

// simtcc names the runtime itself.
bool names_runtime(std::string_view option) {
  return option == "-lcudart" || option == "-lcudart_static" || option == "-lcudadevrt";
}

Command link_options(const Request& request) {
  Command options;
  for (const std::string& option : request.host)
    if (concerns_link(option)) options.push_back(option);
  for (const std::string& option : request.link)
    if (!names_runtime(option)) options.push_back(option);
  return options;
}

// Libraries that -l finds in folders of -L, where no shared one comes first.
Command archives_named(const Command& options) {
  Command archives;
  for (const std::string& option : options) {
    if (!option.starts_with("-l")) continue;
    for (const std::string& folder : options) {
      if (!folder.starts_with("-L")) continue;
      const fs::path stem = fs::path(folder.substr(2)) / ("lib" + option.substr(2));
      if (fs::exists(stem.string() + ".so")) break;
      if (!fs::exists(stem.string() + ".a")) continue;
      archives.push_back(stem.string() + ".a");
      break;
    }
  }
  return archives;
}

// Whether nm can read it: a library may be a linker's script, and a dry run makes no objects.
bool holds_code(const std::string& file) {
  std::string magic(8, '\0');
  std::ifstream(file).read(magic.data(), static_cast<std::streamsize>(magic.size()));
  return magic.starts_with(
             "\x7f"
             "ELF") ||
         magic == "!<arch>\n" || magic == "!<thin>\n";
}

bool is_archive(const std::string& file) { return file.ends_with(".a"); }

// The part of CUDA's device linker that is left where simt's runtime links device code.
class DeviceLink {
 public:
  explicit DeviceLink(const Command& files) {
    for (const std::string& file : files) read(file);
    for (const std::string& name : defined_) open_.erase(name);
  }
  bool is_needed() const { return !open_.empty() || !in_archives_.empty(); }
  std::string source() const { return registration_source(open_, in_archives_); }

 private:
  // Lines of nm such as "name T 0 10".
  void read(const std::string& file) {
    if (fs::path(file).filename().string().find(".so") != std::string::npos) return;
    if (!holds_code(file)) return;
    std::istringstream lines(output_of({"nm", "--format=posix", file}));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name, type;
      words >> name >> type;
      if (name.starts_with("__cudaRegisterLinkedBinary_"))
        (type == "U" ? open_ : defined_).insert(name);
      else if (name.starts_with("__fatbinwrap_") && type != "U" && is_archive(file))
        in_archives_.insert(name);
    }
  }

  std::set<std::string> open_, defined_, in_archives_;
};

int compile_registrations(const Link& link, const DeviceLink& device, const fs::path& object) {
  const fs::path source = link.temporary / "registrations.cpp";
  std::ofstream(source) << device.source();
  return run_command({link.launcher, "-x", "c++", "-O1", "-fPIC", "-c", source, "-o", object},
                     link.running);
}

Command with_archives(Command objects, const Request& request) {
  append(objects, archives_named(request.link));
  return objects;
}

// A program of simtcc alone stands for itself. What is made with a toolkit's nvcc, by it or by the host's compiler, and
// every library, share one runtime.
Command runtime_for(const Request& request) {
  if (request.runtime == Runtime::none) return {};
  Command options;
  if (request.runtime == Runtime::static_library && !request.from_toolkit && !request.shared) {
    options.push_back(runtime_library());
    append(options, libraries());
  } else {
    append(options, toolkit_libraries());
    append(options, {"-lcudadevrt",
                     request.runtime == Runtime::static_library ? "-lcudart_static" : "-lcudart",
                     "-lrt", "-lpthread", "-ldl"});
  }
  return options;
}

}  // namespace

std::string registration_source(const std::set<std::string>& open,
                                const std::set<std::string>& in_archives) {
  const std::string parameters =
      "(void (*all)(void**), void* wrapper, void* id, void (*next)(void*))";
  std::string source = "extern \"C\" {\nvoid __simt_register_linked_binary" + parameters + ";\n";
  for (const std::string& name : open)
    source += "void " + name + parameters +
              " { __simt_register_linked_binary(all, wrapper, id, next); }\n";
  for (const std::string& name : in_archives) source += "extern const char " + name + ";\n";
  source += "}\n";
  if (in_archives.empty()) return source;
  source += "__attribute__((used)) static const char* const wanted[] = {";
  for (const std::string& name : in_archives) source += "&" + name + ", ";
  return source + "};\n";
}

fs::path link_launcher(const Request& request, const Tool& tool) {
  // clang's OpenMP calls a library of its own, which it alone finds.
  const bool has_openmp = std::ranges::find(request.host, "-fopenmp") != request.host.end();
  if (has_openmp && tool.compiler == Compiler::clang) return tool.path;
  if (!request.host_compiler.empty()) {
    const fs::path named = request.host_compiler;
    return fs::is_directory(named) ? named / "g++" : named;
  }
  return find_program("g++").value_or(tool.path);
}

int link(const Link& link, const Command& objects) {
  const Request& request = link.request;
  Command command{link.launcher};
  if (request.shared) command.push_back("-shared");
  if (const DeviceLink device(with_archives(objects, request)); device.is_needed()) {
    const fs::path object = link.temporary / "registrations.o";  // libraries come after it
    if (const int status = compile_registrations(link, device, object)) return status;
    command.push_back(object);
  }
  append(command, objects);
  append(command, {"-o", request.output.empty() ? "a.out" : request.output});
  append(command, link_options(request));
  append(command, runtime_for(request));
  return run_command(command, link.running);
}

int link_device_code(const Link& link, const Command& objects) {
  const std::string& output = link.request.output;
  return compile_registrations(link, DeviceLink(with_archives(objects, link.request)),
                               output.empty() ? "a_dlink.o" : output);
}

int archive(const Link& link, const Command& objects) {
  const std::string output = link.request.output.empty() ? "a.a" : link.request.output;
  Command command{"ar", "rcs", output};
  append(command, objects);
  return run_command(command, link.running);
}

}  // namespace simt::frontend
