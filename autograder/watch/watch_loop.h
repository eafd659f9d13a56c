// When a lab that is being edited is graded: a state machine without a clock or a file of its own.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/watch/saved_files.h"

namespace warplab {

// What is to be done next.
enum class WatchDo {
  settle,  // look at the files again after a short time; anew where that had begun
  grade,   // start a run that grades `steps`
  cancel,  // end the run that goes on; its end is told all the same
  hint,    // show the next hint
  open,    // open the page
  quit     // no run goes on: end
};

struct WatchAction {
  WatchDo what = WatchDo::quit;
  std::set<int> steps{};
  bool operator==(const WatchAction&) const = default;
};

// Told of what happens, it answers with what to do, in this order. At most one run goes on at a
// time. What a save is about is graded once the files have been the same for a short time; a save
// during a run ends that run, whose steps are graded again with those that were saved. So the last
// run that is not ended that way has graded each step as it was saved last.
class WatchLoop {
 public:
  using Actions = std::vector<WatchAction>;

  // `lab` has to outlive it.
  explicit WatchLoop(const Lab& lab);

  Actions begin(SavedFiles files);           // all steps are graded
  Actions look(const SavedFiles& files);     // something has happened to the files
  Actions settled(const SavedFiles& files);  // the time to settle is over
  Actions ended();                           // the run has ended, by itself or not
  Actions key(char key);  // h: hint, o: open, a: all steps, q: quit; others: nothing
  Actions quit();         // as soon as no run goes on

 private:
  std::set<int> all_steps() const;
  void add_cancel(Actions& actions);
  void add_next(Actions& actions);

  const Lab& lab_;
  SavedFiles seen_;
  std::set<int> owed_;                    // to be graded
  std::optional<std::set<int>> running_;  // that a run grades
  bool is_cancelled_ = false;             // that run
  bool is_settling_ = false;
  bool is_quitting_ = false;
};

}  // namespace warplab
