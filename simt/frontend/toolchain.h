// The programs that simtcc runs, and the files that it brings itself.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "simt/frontend/command_line.h"

namespace simt::frontend {

using Command = std::vector<std::string>;

// Adds words at the end of a command.
void append(Command& command, const Command& words);

// A tool is missing, or failed without saying why; the sentence says what to do.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where a program lies on the PATH. simtcc under another name is not it: as bin/nvcc of a toolkit it does not find
// itself.
std::optional<std::filesystem::path> find_program(std::string_view name);

// clang with CUDA and an NVPTX back end: clang++-19 or any newer one.
std::optional<std::filesystem::path> find_clang();

// What makes the PTX.
struct Tool {
  Compiler compiler = Compiler::clang;
  std::filesystem::path path;
};

// The compiler that was asked for, or nvcc where there is one, else clang. Throws ToolError.
Tool choose_tool(Compiler asked);

// What a command prints; empty where it fails.
std::string output_of(const Command& command);

// A word as somebody would type it in a shell.
std::string shell_word(const std::string& word);

// Whether commands are shown, on stderr, as nvcc shows its own: "#$ " in front. And whether they are run.
struct Running {
  bool show = false, run = true;
};

// Runs a command and waits; gives its exit status, 128 + n after signal n. Throws ToolError where
// it cannot be started.
int run_command(const Command& command, Running running);

// The same, but what a command says that fails is not shown. Whether it succeeded.
bool try_command(const Command& command, Running running);

// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// lib/libsimt.a beside the folder that this program lies in.
std::filesystem::path runtime_library();

// include/simt, the CUDA headers for clang, beside that folder too.
std::filesystem::path include_folder();

// cuda, the folder that is shaped like a CUDA Toolkit, beside that folder too.
std::filesystem::path toolkit_folder();

}  // namespace simt::frontend
