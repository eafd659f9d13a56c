// One file through a compiler. nvcc makes an object with PTX in it at once; clang compiles to PTX first, and then the
// host's side with that PTX inside.
#pragma once

#include <filesystem>
#include <string>

#include "simt/frontend/command_line.h"
#include "simt/frontend/toolchain.h"

namespace simt::frontend {

struct Compilation {
  const Request& request;
  const std::filesystem::path& tool;       // nvcc or clang++
  const std::filesystem::path& temporary;  // a folder for files that nobody keeps
  Running running;
};

// What the request makes of single files, an object where it links them, with nvcc or clang. `output` is empty where the
// compiler is to choose, or to print. Gives the exit status of the first tool that failed, 0 where none did.
int compile_with_nvcc(const Compilation& compilation, const Input& input,
                      const std::filesystem::path& output);
int compile_with_clang(const Compilation& compilation, const Input& input,
                       const std::filesystem::path& output);

// Makes the headers that precompiled.h names; gives clang's exit status.
int precompile_with_clang(const Compilation& compilation);

// Where -keep leaves files: beside the output, or in the folder of -keep-dir.
std::string folder_to_keep(const Request& request);

}  // namespace simt::frontend
