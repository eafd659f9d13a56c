// Finds and runs programs, never through a shell.
#include "simt/frontend/toolchain.h"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

extern char** environ;

namespace simt::frontend {
namespace {

constexpr int oldest_clang = 19;
constexpr int newest_clang = 40;  // names beyond are not looked for

std::vector<char*> pointers_to(const Command& command) {
  std::vector<char*> pointers;
  for (const std::string& word : command) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

pid_t spawn(const Command& command, posix_spawn_file_actions_t* actions) {
  pid_t process = 0;
  const int error = posix_spawnp(&process, command[0].c_str(), actions, nullptr,
                                 pointers_to(command).data(), environ);
  if (error) throw ToolError(fmt::format("cannot run {}: {}", command[0], std::strerror(error)));
  return process;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) throw ToolError("lost a child process");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void print(const Command& command) {
  std::string line = "#$";
  for (const std::string& word : command) line += " " + shell_word(word);
  fmt::print(stderr, "{}\n", line);
}

// What a command writes to the descriptor; nothing where it fails.
std::optional<std::string> output_on(int descriptor, const Command& command) {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  const pid_t process = spawn(command, &actions);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t n; (n = read(ends[0], part.data(), part.size())) > 0;) text.append(part.data(), n);
  close(ends[0]);
  if (wait_for(process) != 0) return std::nullopt;
  return text;
}

// This program, or a copy of it elsewhere, whatever it is called there.
bool is_simtcc(const std::filesystem::path& program) {
  std::error_code error;
  return std::filesystem::equivalent(program, "/proc/self/exe", error) ||
         std::filesystem::canonical(program, error).filename() == "simtcc";
}

}  // namespace

void append(Command& command, const Command& words) {
  command.insert(command.end(), words.begin(), words.end());
}

std::optional<std::filesystem::path> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path ? path : "";
  while (!folders.empty()) {
    const size_t end = std::min(folders.find(':'), folders.size());
    const std::filesystem::path candidate = std::filesystem::path(folders.substr(0, end)) / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(candidate, error) &&
        access(candidate.c_str(), X_OK) == 0 && !is_simtcc(candidate))
      return candidate;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return std::nullopt;
}

std::optional<std::filesystem::path> find_clang() {
  for (int version = oldest_clang; version <= newest_clang; ++version)
    if (const auto clang = find_program(fmt::format("clang++-{}", version))) return clang;
  const auto clang = find_program("clang++");
  if (!clang) return std::nullopt;
  const std::string version = output_of({clang->string(), "-dumpversion"});
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  return major >= oldest_clang ? clang : std::nullopt;
}

Tool choose_tool(Compiler asked) {
  if (asked != Compiler::clang)
    if (const auto nvcc = find_program("nvcc")) return {Compiler::nvcc, *nvcc};
  if (asked == Compiler::nvcc)
    throw ToolError(
        "nvcc is not on the PATH: add the CUDA Toolkit's bin folder to it, or leave "
        "--frontend nvcc out to compile with clang");
  const auto clang = find_clang();
  if (!clang)
    throw ToolError(
        "neither nvcc nor clang++ 19 (or newer) is on the PATH: install Debian's "
        "package clang-19 (sudo apt install clang-19), or the CUDA Toolkit");
  return {Compiler::clang, *clang};
}

std::string output_of(const Command& command) {
  return output_on(STDOUT_FILENO, command).value_or("");
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_of(" \t\"'\\$`;&|<>()*?#") == word.npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

int run_command(const Command& command, Running running) {
  if (running.show) print(command);
  return running.run ? wait_for(spawn(command, nullptr)) : 0;
}

bool try_command(const Command& command, Running running) {
  if (running.show) print(command);
  if (!running.run) return true;
  const auto messages = output_on(STDERR_FILENO, command);
  if (messages) fmt::print(stderr, "{}", *messages);
  return messages.has_value();
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = std::filesystem::temp_directory_path() / "simtcc-XXXXXX";
  if (!mkdtemp(pattern.data()))
    throw ToolError(fmt::format("cannot make a folder like {}: {}", pattern, std::strerror(errno)));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

namespace {

// Something that was built along with this program.
std::filesystem::path beside_program(const std::filesystem::path& what) {
  std::error_code no_proc;  // in a sandbox: then it was called by its path
  auto program = std::filesystem::read_symlink("/proc/self/exe", no_proc);
  if (no_proc) program = std::filesystem::absolute(program_invocation_name);
  const auto path = program.parent_path().parent_path() / what;
  if (!std::filesystem::exists(path))
    throw ToolError(fmt::format(
        "{} is missing: build it with `make simt`, or keep simtcc in its folder", path.string()));
  return path;
}

}  // namespace

std::filesystem::path runtime_library() { return beside_program("lib/libsimt.a"); }

std::filesystem::path include_folder() { return beside_program("include/simt"); }

std::filesystem::path toolkit_folder() { return beside_program("cuda"); }

}  // namespace simt::frontend
