// The machine that grades: timings mean nothing without it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warplab {

// What is known of a machine and of the course on it; a text is empty where it is unknown. There is
// no host name in it on purpose: results are shared.
struct Machine {
  std::string cpu;           // "AMD EPYC 7B13 64-Core Processor"
  int cores = 0;             // hardware threads that this process may use
  std::uint64_t memory = 0;  // bytes
  std::string kernel;        // "Linux 6.1.0"
  std::string compiler;      // "gcc 12.2.0"
  std::string gpu;           // "NVIDIA H200"; empty without one
  std::string driver;        // of the GPU: "570.86.15"
  std::string commit;        // of the course: 40 or 64 hexadecimal digits
};

// Reads all of it: /proc, uname, `gcc -dumpfullversion`, and the .git folder at or above
// `course_root`. Never fails.
Machine read_machine(const std::filesystem::path& course_root);

// Bytes that programs can have without swapping (MemAvailable of /proc/meminfo); nothing where that
// is not known.
std::optional<std::uint64_t> available_memory();

// Why nothing can be graded where the kernel's pages have so many bytes, which those of Arm processors may have; empty
// where it can.
std::string why_pages_do_not_fit(long page_bytes);

// The version that a line of shell prints, `gcc --version` say; empty where it prints none.
std::string tool_version(const std::string& line);
// The first number with a point in a text: "12.4" of "tools, release 12.4, V12.4.131". Empty for
// none.
std::string first_version(const std::string& text);

// A short name of the machine that is the same from run to run, and fit for a file name: CPU,
// cores, GPU and compiler, "amd-epyc-7b13-2-cores-gcc-12.2.0".
std::string fingerprint(const Machine& machine);

// What kind of machine grades: its fingerprint and what compiles .cu files, "nvcc" or "clang", such as
// "intel-xeon-2-cores-gcc-12.2.0-clang".
std::string machine_kind(const Machine& machine, const std::string& cuda_compiler);

// One line for a person: "AMD EPYC 7B13, 2 cores, 7.8 GiB, Linux 6.1.0, gcc 12.2.0".
std::string describe(const Machine& machine);

}  // namespace warplab
