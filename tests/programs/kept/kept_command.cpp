#include "tests/programs/kept/kept_command.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "autograder/sandbox/descriptor.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// What compilers go by besides their command line.
constexpr const char* variables[] = {"CPATH",
                                     "C_INCLUDE_PATH",
                                     "CPLUS_INCLUDE_PATH",
                                     "CCC_OVERRIDE_OPTIONS",
                                     "NVCC_PREPEND_FLAGS",
                                     "NVCC_APPEND_FLAGS",
                                     "SOURCE_DATE_EPOCH"};

std::string without_places(std::string text, const std::vector<std::string>& folders) {
  for (std::size_t number = 0; number < folders.size(); ++number) {
    const std::string& folder = folders[number];
    const std::string name = "<" + std::to_string(number) + ">";
    for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos; at += name.size())
      text.replace(at, folder.size(), name);
  }
  return text;
}

// Empty where nothing may be kept: no store, no account of /usr, or a source that asks for the time.
std::string key_of(const KeptCommand& command, const BuildStore& store) {
  const std::string system = store.is_open() ? system_state() : "";
  if (system.empty()) return {};
  BuildKey key;
  key.add(system);
  for (const char* variable : variables) {
    const char* const value = std::getenv(variable);
    key.add(value == nullptr ? "" : value);
  }
  for (const std::string& word : command.words) key.add(without_places(word, command.folders));
  for (const fs::path& path : command.reads) {
    key.add(without_places(path.string(), command.folders));
    if (fs::is_directory(path)) {
      key.add_files(path);
      continue;
    }
    const std::string content = read_file(path);
    if (asks_for_time(content)) return {};
    key.add(content);
  }
  return key.text();
}

int checked(long result, const char* call) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), call);
  return static_cast<int>(result);
}

// In the same process group, so that what interrupts a build reaches both.
Made run(std::vector<std::string> words) {
  const Descriptor output(checked(memfd_create("output", MFD_CLOEXEC), "memfd_create"));
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = checked(fork(), "fork");
  if (child == 0) {
    if (dup2(output.get(), 1) == 1 && dup2(output.get(), 2) == 2)
      execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) checked(-1, "waitpid");
  Made made;
  made.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  char part[4096];
  for (ssize_t size;
       (size = pread(output.get(), part, sizeof part, static_cast<off_t>(made.said.size()))) > 0;)
    made.said.append(part, static_cast<std::size_t>(size));
  return made;
}

}  // namespace

Made make_or_find(const KeptCommand& command, const BuildStore& store) {
  const std::string key = key_of(command, store);
  if (const auto kept = key.empty() ? std::nullopt : store.find(key)) {
    write_file(command.output, kept->code);
    return {0, kept->messages, true};
  }
  std::error_code none;
  fs::remove(command.output, none);  // what an earlier command made is not what this one makes
  const Made made = run(command.words);
  // Not where something was installed or changed meanwhile.
  if (made.code == 0 && !key.empty() &&
      fs::is_regular_file(fs::symlink_status(command.output, none)) &&
      key_of(command, store) == key)
    store.keep(key, {read_file(command.output), made.said});
  return made;
}

}  // namespace warplab
