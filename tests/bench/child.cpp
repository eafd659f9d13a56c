#include "tests/bench/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "autograder/sandbox/process.h"

extern char** environ;

namespace warplab::bench {

ChildRun run_child(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe is left");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);

  ChildRun run;
  const double begin = now_s();
  pid_t process = 0;
  const int error = posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char part[4096];
  for (ssize_t n; !error && (n = read(ends[0], part, sizeof(part))) > 0;)
    run.output.append(part, n);
  close(ends[0]);
  int status = 0;
  if (!error) waitpid(process, &status, 0);
  run.seconds = now_s() - begin;
  if (error || status != 0)
    throw std::runtime_error(fmt::format("'{}' failed", fmt::join(command, " ")));
  return run;
}

}  // namespace warplab::bench
