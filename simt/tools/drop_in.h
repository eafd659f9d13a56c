// Programs that nvcc has linked: how they come to simt's runtime, and why some do not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simt::tools {

// What of a program's file says where its CUDA runtime is. Nothing, for a file that is not ELF.
struct LinkedRuntime {
  std::string cudart;  // "libcudart.so.12": the library of its own that it needs; empty for none
  bool has_device_code = false;  // a section of nvcc's
  bool has_rpath = false;        // a run path that LD_LIBRARY_PATH does not precede
};
LinkedRuntime linked_runtime(const std::filesystem::path& file);

// Entries of the environment, "NAME=value", with which programs find simt's runtime in place of NVIDIA's: the folder
// cuda/drop-in beside this program's own in LD_LIBRARY_PATH and, for a program with an RPATH, which precedes that, what
// redirects it in LD_AUDIT. Programs with ThreadSanitizer do not start under LD_AUDIT, so it is for those that need it
// alone. Nothing, if there is no such folder.
std::vector<std::string> drop_in_environment(const std::filesystem::path& program);

// Why simt did not see what a program of this file does, and what to do: for one that has asked for the driver.
std::string why_unseen(const std::filesystem::path& file);

}  // namespace simt::tools
