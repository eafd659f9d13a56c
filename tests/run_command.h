// Runs the real command and returns what a shell would see of it.
#pragma once

#include <stdio.h>
#include <sys/wait.h>

#include <cstddef>
#include <string>

namespace warplab {

struct CommandRun {
  int code = 0;
  std::string output;  // stdout and stderr
};

// `text` as one word of a shell.
inline std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// Runs a line of shell, as the tests' user, in the folder where ctest runs.
inline CommandRun run_command(const std::string& line) {
  CommandRun run;
  FILE* pipe = popen(("exec 2>&1; " + line).c_str(), "r");
  if (pipe == nullptr) return {127, "popen failed"};
  char buffer[4096];
  for (std::size_t size; (size = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    run.output.append(buffer, size);
  const int status = pclose(pipe);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

}  // namespace warplab
