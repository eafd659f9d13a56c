// What a grading run takes of the machine, a uid and a folder, and how both come back after a run
// that was killed.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "autograder/sandbox/descriptor.h"

namespace warplab {

// Of a tool, and of the most workers that run at once.
inline constexpr int uids_per_slot = 5;

// A uid that one jail has alone, until the last copy of this is gone: then what still runs under it is ended.
using JailUid = std::shared_ptr<const uid_t>;

// A uid of its own for one grading run at a time, so that two graders on one machine cannot signal,
// trace or count each other's processes. Where we are not root there is nothing to choose from, and
// the uid is ours. Where no namespaces keep the jails of one run apart, it has more of them.
class Slot {
 public:
  // Takes the first slot that is free, removes what killed runs have left, and keeps it if nothing
  // runs under its uid (a container's grader has slots of its own); throws GraderError if there is
  // none.
  Slot();
  uid_t uid() const { return uid_; }
  bool is_own_uid() const { return static_cast<bool>(lock_); }
  // For a compiler or another tool: uid(), once the tool before it is done with it.
  JailUid uid_of_tool() const;
  // For a worker, one of the others. Throws GraderError where as many run as there are uids.
  JailUid uid_of_worker() const;
  // Processes under the slot's uids; always 0 where it is our own.
  int processes_left() const;

 private:
  JailUid lend(std::size_t index) const;

  uid_t uid_;
  Descriptor lock_;
  mutable std::array<std::atomic_flag, uids_per_slot> lent_{};
};

// A folder under /tmp for one grading run, traversable by the slot's uid, removed at the end. Its
// name is a lock file's as well, in a folder that nobody else can write to: taken before the folder
// is made and held until it is gone, so that at each moment it tells whose owner has died.
class Staging {
 public:
  explicit Staging(const Slot& slot);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  // Makes a new folder inside; `writable` gives it to the slot's uid.
  std::filesystem::path folder(const std::string& name, bool writable) const;
  // "warplab-staging-x7Gf3b": unique on this machine.
  std::string name() const { return path_.filename().string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path lock_file_;
  uid_t uid_;
  Descriptor lock_;
};

// Whether programs can be run from a folder's disk: not where it is mounted with noexec, as some administrators mount /tmp.
bool lets_programs_run(const std::filesystem::path& folder);

// Ends the processes and removes the folders and control groups of runs that were killed. Of a run
// that still goes on nothing is touched.
void remove_leftovers();

// Which graders do not measure at the same time.
enum class TurnOf {
  machine,    // all of this machine, of whatever user
  container,  // those of this container or network namespace, which cannot see others
  user,       // those of this user: another's process has kept the machine's turn for too long
};
// "machine", "container", "user".
const char* name_of(TurnOf turn);

// A turn to measure: only one grader on the machine has it at a time. Waits for it in the queue of the
// kernel: those of one user whose lock files are in one folder for each other's lock; those that have
// a /tmp of their own, as jobs on a cluster do, and those of other users for names that all processes
// of a network namespace share. Anybody can take a name: whom another user's process keeps waiting
// for `patience_s`, far longer than a grader measures, goes on without the machine's turn.
class TimingTurn {
 public:
  explicit TimingTurn(
      double patience_s = 600);  // throws GraderError where another has the user's name

  TurnOf of() const { return of_; }

 private:
  Descriptor file_;
  Descriptor user_, machine_;  // names
  TurnOf of_;
};

}  // namespace warplab
