// Keys of a terminal, one at a time.
#pragma once

#include <termios.h>

#include <optional>

namespace warplab {

// As long as it holds the terminal, that hands over each key as it is typed and does not show it.
// Ctrl-C and Ctrl-Z stay what they are. The terminal is as it was when it is released, at the
// latest when this ends.
class TerminalKeys {
 public:
  // Of the terminal with this descriptor; one that is no terminal has no keys. Holds it.
  explicit TerminalKeys(int input);
  ~TerminalKeys();
  TerminalKeys(const TerminalKeys&) = delete;
  TerminalKeys& operator=(const TerminalKeys&) = delete;

  // Holds the terminal, anew where it was released or a shell has set it otherwise since. Not in
  // the background, where it is a shell's. Call it each time before keys are waited for.
  void hold();
  void release();
  // Readable once a key was typed; -1 while the terminal is not held.
  int descriptor() const { return is_held_ ? input_ : -1; }
  // Whether there was a terminal whose other end is closed. hold() does not hold it any more, so
  // nothing becomes readable.
  bool is_gone() const;
  // Waits for a key; nothing where the terminal is gone.
  std::optional<char> read_key() const;

 private:
  // Whether this process is what the terminal is for at present. One that is not ours to share with
  // a shell always is.
  bool is_in_foreground() const;

  const int input_;
  bool is_held_ = false;
  std::optional<termios> before_;
};

}  // namespace warplab
