// From objects to programs and libraries.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "simt/frontend/command_line.h"
#include "simt/frontend/toolchain.h"

namespace simt::frontend {

struct Link {
  const Request& request;
  std::filesystem::path launcher;          // g++, or what -ccbin names
  const std::filesystem::path& temporary;  // a folder for files that nobody keeps
  Running running;
};

// The host's compiler that links: what -ccbin names, else g++ where there is one, else the one that compiled.
std::filesystem::path link_launcher(const Request& request, const Tool& tool);

// Each makes the request's output of the objects, and gives the exit status of the first tool that failed, 0 where none
// did: a program or a shared library; an object that registers what -rdc=true compiled, for a link by others; a static
// library.
int link(const Link& link, const Command& objects);
int link_device_code(const Link& link, const Command& objects);
int archive(const Link& link, const Command& objects);

// C++ of what CUDA's device linker would write: the functions of these names, through which files that nvcc compiled with
// -rdc=true register themselves, and references to device code in libraries, by names that it has there.
std::string registration_source(const std::set<std::string>& open,
                                const std::set<std::string>& in_archives);

}  // namespace simt::frontend
