// Keys of a pseudo-terminal, which is as it was afterwards.
#include "autograder/watch/terminal_keys.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "autograder/sandbox/descriptor.h"

namespace warplab {
namespace {

class TerminalKeysTest : public testing::Test {
 protected:
  TerminalKeysTest() {
    EXPECT_EQ(grantpt(person_.get()), 0);
    EXPECT_EQ(unlockpt(person_.get()), 0);
    program_ = Descriptor(open(ptsname(person_.get()), O_RDWR | O_NOCTTY));
    EXPECT_TRUE(program_);
  }
  tcflag_t flags() const {
    termios now{};
    EXPECT_EQ(tcgetattr(program_.get(), &now), 0);
    return now.c_lflag;
  }
  void type(const char* text, std::size_t size) {
    EXPECT_EQ(write(person_.get(), text, size), static_cast<ssize_t>(size));
  }

  Descriptor person_{posix_openpt(O_RDWR | O_NOCTTY)};
  Descriptor program_;
};

TEST_F(TerminalKeysTest, AreReadAsTheyAreTyped) {
  const TerminalKeys keys(program_.get());
  ASSERT_EQ(flags() & (ICANON | ECHO), 0u) << "reading would wait for a line";
  EXPECT_NE(flags() & ISIG, 0u) << "Ctrl-C is still a signal";
  type("ha", 2);
  EXPECT_EQ(keys.read_key(), 'h');
  EXPECT_EQ(keys.read_key(), 'a');
}

TEST_F(TerminalKeysTest, LeaveTheTerminalAsItWas) {
  const tcflag_t before = flags();
  EXPECT_NE(before & ICANON, 0u);
  { const TerminalKeys keys(program_.get()); }
  EXPECT_EQ(flags(), before);
}

TEST_F(TerminalKeysTest, HoldATerminalAnewThatAShellHasSet) {
  TerminalKeys keys(program_.get());
  termios of_shell{};
  ASSERT_EQ(tcgetattr(program_.get(), &of_shell), 0);
  of_shell.c_lflag |= ICANON | ECHO | NOFLSH;
  ASSERT_EQ(tcsetattr(program_.get(), TCSANOW, &of_shell), 0);
  keys.hold();
  EXPECT_EQ(flags() & (ICANON | ECHO), 0u);
  keys.release();
  EXPECT_EQ(keys.descriptor(), -1);
  EXPECT_EQ(flags(), of_shell.c_lflag);
  keys.hold();
  EXPECT_EQ(keys.descriptor(), program_.get());
  EXPECT_EQ(flags() & (ICANON | ECHO), 0u);
}

TEST_F(TerminalKeysTest, EndWithTheTerminal) {
  TerminalKeys keys(program_.get());
  EXPECT_FALSE(keys.is_gone());
  person_.close();
  EXPECT_TRUE(keys.is_gone());
  EXPECT_EQ(keys.read_key(), std::nullopt);
  keys.hold();
  EXPECT_EQ(keys.descriptor(), -1) << "it would be readable for ever";
}

// A child whose terminal this is, but which is not in its foreground: tcsetattr() would stop it.
TEST_F(TerminalKeysTest, LeaveATerminalAloneInTheBackground) {
  const tcflag_t before = flags();
  const std::string name = ptsname(person_.get());
  const pid_t shell = fork();
  if (shell == 0) {
    setsid();
    const int terminal = open(name.c_str(), O_RDWR);  // and so it is its terminal
    const pid_t job = fork();
    if (job == 0) {
      setpgid(0, 0);
      const TerminalKeys keys(terminal);
      _exit(keys.descriptor() == -1 ? 0 : 1);
    }
    int status = 0;
    waitpid(job, &status, WUNTRACED);
    if (WIFSTOPPED(status)) kill(job, SIGKILL);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 2);
  }
  int status = 0;
  ASSERT_EQ(waitpid(shell, &status, 0), shell);
  EXPECT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(flags(), before);
}

TEST(NoTerminal, HasNoKeys) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(TerminalKeys(ends[0]).descriptor(), -1);
  EXPECT_EQ(TerminalKeys(-1).descriptor(), -1);
  EXPECT_FALSE(TerminalKeys(ends[0]).is_gone());
  EXPECT_FALSE(TerminalKeys(-1).is_gone());
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace warplab
