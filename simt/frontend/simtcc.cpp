// simtcc: the compiler driver. Takes nvcc's options, makes a program that runs on this CPU.
#include <fmt/core.h>

#include <cstdio>
#include <exception>

#include "simt/frontend/build.h"
#include "simt/frontend/command_line.h"

int main(int argc, char** argv) {
  using namespace simt::frontend;
  try {
    const Request request = parse_command_line({argv + 1, static_cast<size_t>(argc - 1)});
    if (request.help) {
      fmt::print("{}", help_text());
      return 0;
    }
    return request.precompile ? precompile() : build(request);
  } catch (const std::exception& error) {
    fmt::print(stderr, "simtcc: {}\n", error.what());
    return 1;
  }
}
