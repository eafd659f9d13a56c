// What simtcc was asked to do.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace simt::frontend {

// Which compiler turns CUDA into PTX.
enum class Compiler { automatic, nvcc, clang };

enum class Language { cuda, cxx, c, object, unknown };

// What is made of the inputs.
enum class Goal {
  program,       // or a shared library
  objects,       // -c, -dc
  ptx,           // -ptx
  preprocessed,  // -E
  dependencies,  // -M, -MM
  device_link,   // -dlink
  archive,       // -lib
};

// The CUDA runtime that a program is linked with: -cudart.
enum class Runtime { static_library, shared_library, none };

struct Input {
  std::filesystem::path path;
  Language language = Language::object;
};

struct Request {
  bool help = false;
  bool version = false;
  bool precompile = false;
  bool from_toolkit =
      false;               // it was called as bin/nvcc of the folder that is shaped like a toolkit
  bool verbose = false;    // commands are shown
  bool dry_run = false;    // and not run
  bool keep = false;       // intermediate files stay, in keep_folder or beside the output
  bool shared = false;     // a shared library instead of a program
  bool run = false;        // what was made is run
  bool separate = false;   // -rdc=true, -dc: device code refers to other files
  bool fast_math = false;  // -use_fast_math
  bool fused_multiply_add = true;  // -fmad
  bool flush_denormals = false;    // -ftz
  bool per_thread_stream = false;  // -default-stream=per-thread
  bool unknown_for_host = false;   // -forward-unknown-to-host-compiler: without a warning
  Goal goal = Goal::program;
  Runtime runtime = Runtime::static_library;
  Compiler compiler = Compiler::automatic;
  std::string output;
  std::string output_folder;         // -odir, of objects
  std::string keep_folder;           // -keep-dir
  std::string host_compiler;         // -ccbin: a program, or the folder that it is in
  std::string most_registers;        // of a thread: -maxrregcount
  std::string optimisation = "-O2";  // of host code
  std::vector<Input> inputs;
  std::vector<std::string>
      common;  // -I -D -U -include -isystem -std, -M...: both compilers know them
  std::vector<std::string> nvcc_only;  // options of nvcc that clang needs no counterpart of
  std::vector<std::string> clang_only;
  std::vector<std::string> host;      // for the host's compiler: -Xcompiler, -f..., -W...
  std::vector<std::string> link;      // -l, -L, -Xlinker
  std::vector<std::string> warnings;  // a sentence each: what was not understood
};

// What was wrong with the command line, a sentence with what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the arguments behind the program's name. Throws UsageError.
Request parse_command_line(std::span<char* const> arguments);

// Says what no goal can be made of: files of no known kind, no files at all. Throws UsageError.
void check_inputs(const Request& request);

// The text of --help.
std::string help_text();

}  // namespace simt::frontend
