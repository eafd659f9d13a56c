// simtcc: the compiler driver. Takes nvcc's options, makes a program that runs on this CPU. Under the name nvcc it is that
// of a folder that is shaped like a CUDA Toolkit.
#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <string_view>

#include "simt/frontend/build.h"
#include "simt/frontend/command_line.h"

int main(int argc, char** argv) {
  using namespace simt::frontend;
  try {
    Request request = parse_command_line({argv + 1, static_cast<size_t>(argc - 1)});
    request.from_toolkit = std::string_view(program_invocation_short_name) == "nvcc";
    for (const std::string& warning : request.warnings)
      fmt::print(stderr, "simtcc: warning: {}\n", warning);
    if (request.help) {
      fmt::print("{}", help_text());
      return 0;
    }
    if (request.version) return print_version(request.compiler);
    return request.precompile ? precompile() : build(request);
  } catch (const std::exception& error) {
    fmt::print(stderr, "simtcc: {}\n", error.what());
    return 1;
  }
}
