#include "autograder/watch/watch_loop.h"

#include <utility>

namespace warplab {

WatchLoop::WatchLoop(const Lab& lab) : lab_(lab) {}

std::set<int> WatchLoop::all_steps() const {
  std::set<int> all;
  for (const Step& step : lab_.steps) all.insert(step.number);
  return all;
}

// What the run would have graded is graded by the next one.
void WatchLoop::add_cancel(Actions& actions) {
  if (!running_ || is_cancelled_) return;
  is_cancelled_ = true;
  owed_.insert(running_->begin(), running_->end());
  actions.push_back({WatchDo::cancel});
}

void WatchLoop::add_next(Actions& actions) {
  if (running_) return;
  if (is_quitting_) {
    actions.push_back({WatchDo::quit});
    return;
  }
  if (is_settling_ || owed_.empty()) return;
  running_ = std::exchange(owed_, {});
  is_cancelled_ = false;
  actions.push_back({WatchDo::grade, *running_});
}

WatchLoop::Actions WatchLoop::begin(SavedFiles files) {
  seen_ = std::move(files);
  owed_ = all_steps();
  Actions actions;
  add_next(actions);
  return actions;
}

// A file that changes and changes back counts as well: the run may have read what was in between.
WatchLoop::Actions WatchLoop::look(const SavedFiles& files) {
  const std::set<int> changed = changed_steps(lab_, seen_, files);
  if (changed.empty() || is_quitting_) return {};
  seen_ = files;
  owed_.insert(changed.begin(), changed.end());
  is_settling_ = true;
  Actions actions;
  add_cancel(actions);
  actions.push_back({WatchDo::settle});
  return actions;
}

WatchLoop::Actions WatchLoop::settled(const SavedFiles& files) {
  Actions actions = look(files);
  if (!actions.empty()) return actions;
  is_settling_ = false;
  add_next(actions);
  return actions;
}

WatchLoop::Actions WatchLoop::ended() {
  running_.reset();
  Actions actions;
  add_next(actions);
  return actions;
}

WatchLoop::Actions WatchLoop::key(char key) {
  if (is_quitting_) return {};
  if (key == 'h') return {{WatchDo::hint}};
  if (key == 'o') return {{WatchDo::open}};
  if (key == 'q') return quit();
  Actions actions;
  if (key != 'a' || (running_ == all_steps() && !is_cancelled_)) return actions;
  owed_ = all_steps();
  add_cancel(actions);
  add_next(actions);
  return actions;
}

WatchLoop::Actions WatchLoop::quit() {
  is_quitting_ = true;
  Actions actions;
  add_cancel(actions);
  add_next(actions);
  return actions;
}

}  // namespace warplab
