// When a lab that is being edited is graded: single events, few events in every order in which they
// can happen, and many saves at random moments of a simulated machine whose clock is a number.
#include "autograder/watch/watch_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace warplab {
namespace {

using Actions = WatchLoop::Actions;
using Steps = std::set<int>;

Lab lab_of(int steps) {
  Lab lab;
  for (int number = 1; number <= steps; ++number) {
    Step& step = lab.steps.emplace_back();
    step.number = number;
    step.file = std::to_string(number) + ".c";
  }
  return lab;
}

const Actions nothing;
const WatchAction cancel{WatchDo::cancel}, settle{WatchDo::settle}, hint{WatchDo::hint},
    quit{WatchDo::quit};
WatchAction grade(Steps steps) { return {WatchDo::grade, std::move(steps)}; }

class WatchLoopTest : public testing::Test {
 protected:
  // A loop whose first run is over.
  void begin() {
    EXPECT_EQ(loop_.begin(files_), Actions{grade({1, 2, 3})});
    EXPECT_EQ(loop_.ended(), nothing);
  }
  Actions save(int step, const std::string& text) {
    files_[std::to_string(step) + ".c"] = text;
    return loop_.look(files_);
  }

  const Lab lab_ = lab_of(3);
  SavedFiles files_ = {{"1.c", "a"}, {"2.c", "a"}, {"3.c", "a"}};
  WatchLoop loop_{lab_};
};

TEST_F(WatchLoopTest, GradesAllStepsAtFirstAndThenTheOneThatWasSaved) {
  begin();
  EXPECT_EQ(save(2, "b"), Actions{settle});
  EXPECT_EQ(loop_.settled(files_), Actions{grade({2})});
  EXPECT_EQ(loop_.ended(), nothing);
}

TEST_F(WatchLoopTest, EventsWithoutAChangeAreNone) {
  begin();
  EXPECT_EQ(loop_.look(files_), nothing);
  EXPECT_EQ(loop_.settled(files_), nothing);
}

TEST_F(WatchLoopTest, WaitsUntilASaveIsComplete) {
  begin();
  EXPECT_EQ(save(1, ""), Actions{settle});
  files_["1.c"] = "half";
  EXPECT_EQ(loop_.settled(files_), Actions{settle}) << "it still grows";
  EXPECT_EQ(save(1, "whole"), Actions{settle});
  EXPECT_EQ(loop_.look(files_), nothing) << "one save makes several events";
  EXPECT_EQ(loop_.settled(files_), Actions{grade({1})});
}

TEST_F(WatchLoopTest, ASaveEndsTheRunAndTheNextGradesBoth) {
  begin();
  save(1, "b");
  EXPECT_EQ(loop_.settled(files_), Actions{grade({1})});
  EXPECT_EQ(save(3, "b"), (Actions{cancel, settle}));
  EXPECT_EQ(save(3, "c"), Actions{settle}) << "it is ended once";
  EXPECT_EQ(loop_.settled(files_), nothing) << "the run has not ended yet";
  EXPECT_EQ(loop_.ended(), Actions{grade({1, 3})});
}

TEST_F(WatchLoopTest, ARunThatHasEndedWaitsForTheFiles) {
  EXPECT_EQ(loop_.begin(files_), Actions{grade({1, 2, 3})});
  EXPECT_EQ(save(2, "b"), (Actions{cancel, settle}));
  EXPECT_EQ(loop_.ended(), nothing) << "the save is not complete yet";
  EXPECT_EQ(loop_.settled(files_), Actions{grade({1, 2, 3})});
}

// It may have read what was there in between.
TEST_F(WatchLoopTest, AFileThatChangesAndChangesBackDuringARunIsGradedAgain) {
  begin();
  save(1, "b");
  EXPECT_EQ(loop_.settled(files_), Actions{grade({1})});
  EXPECT_EQ(save(1, "c"), (Actions{cancel, settle}));
  EXPECT_EQ(save(1, "b"), Actions{settle});
  EXPECT_EQ(loop_.ended(), nothing);
  EXPECT_EQ(loop_.settled(files_), Actions{grade({1})});
}

TEST_F(WatchLoopTest, KeysAskForAHintAndForAllSteps) {
  begin();
  EXPECT_EQ(loop_.key('h'), Actions{hint});
  EXPECT_EQ(loop_.key('o'), Actions{{WatchDo::open}});
  EXPECT_EQ(loop_.key('x'), nothing);
  EXPECT_EQ(loop_.key('a'), Actions{grade({1, 2, 3})});
  EXPECT_EQ(loop_.key('a'), nothing) << "they are being graded";
  EXPECT_EQ(loop_.ended(), nothing);
  save(2, "b");
  EXPECT_EQ(loop_.settled(files_), Actions{grade({2})});
  EXPECT_EQ(loop_.key('a'), Actions{cancel});
  EXPECT_EQ(loop_.ended(), Actions{grade({1, 2, 3})});
}

TEST_F(WatchLoopTest, QuitsOnceNoRunGoesOn) {
  begin();
  EXPECT_EQ(loop_.key('q'), Actions{quit});
  WatchLoop busy(lab_);
  busy.begin(files_);
  EXPECT_EQ(busy.quit(), Actions{cancel});
  EXPECT_EQ(busy.quit(), nothing) << "asked twice";
  files_["1.c"] = "b";
  EXPECT_EQ(busy.look(files_), nothing) << "nobody is interested any more";
  EXPECT_EQ(busy.key('a'), nothing);
  EXPECT_EQ(busy.ended(), Actions{quit});
}

struct WatchedRun {
  Steps unread;
  SavedFiles read;
  bool is_cancelled = false;
};

// A loop, what it sees, and what may still happen to it.
struct WatchedWorld {
  WatchLoop loop;
  int saves, keys, quits;  // to come
  SavedFiles files = {{"1.c", "0"}, {"2.c", "0"}};
  SavedFiles graded = {};  // by runs that were not ended
  std::optional<WatchedRun> run = {};
  bool is_told = false;  // of a save that nobody has looked at
  bool is_settling = false;
  bool is_over = false;

  void require(bool right, const char* what) const {
    if (!right) throw std::logic_error(what);
  }
  void act(const Actions& actions) {
    for (const WatchAction& action : actions) {
      require(!is_over, "something is to be done after the end");
      if (action.what == WatchDo::settle) is_settling = true;
      if (action.what == WatchDo::grade) start(action.steps);
      if (action.what == WatchDo::cancel) {
        require(run && !run->is_cancelled, "no run to end");
        run->is_cancelled = true;
      }
      if (action.what == WatchDo::quit) {
        require(!run, "the end during a run");
        is_over = true;
      }
    }
  }
  void start(const Steps& steps) {
    require(!run, "two runs at once");
    require(!is_settling, "a run of half a save");
    run = WatchedRun{steps, {}, false};
  }

  void save(int step) {
    files[std::to_string(step) + ".c"] = std::to_string(saves--);
    is_told = true;
  }
  void look() {
    is_told = false;
    act(loop.look(files));
  }
  void settle() {
    is_settling = false;
    act(loop.settled(files));
  }
  void read_next() {
    const std::string file = std::to_string(*run->unread.begin()) + ".c";
    run->unread.erase(run->unread.begin());
    run->read[file] = files[file];
  }
  void end_run() {
    if (!run->is_cancelled)
      for (const auto& [file, text] : run->read) graded[file] = text;
    run.reset();
    act(loop.ended());
  }
};

// Goes on from there in every way until nothing can happen any more. Returns in how many ways it
// ended. Throws std::logic_error where something went wrong.
int go_every_way(const WatchedWorld& now) {
  if (now.is_over) return 1;
  int ends = 0;
  const auto go = [&](auto happen) {
    WatchedWorld next = now;
    happen(next);
    ends += go_every_way(next);
  };
  if (now.saves > 0)
    for (const int step : {1, 2}) go([step](WatchedWorld& world) { world.save(step); });
  if (now.is_told) go([](WatchedWorld& world) { world.look(); });
  if (now.is_settling) go([](WatchedWorld& world) { world.settle(); });
  if (now.run && !now.run->unread.empty()) go([](WatchedWorld& world) { world.read_next(); });
  if (now.run && (now.run->is_cancelled || now.run->unread.empty()))
    go([](WatchedWorld& world) { world.end_run(); });
  if (now.keys > 0)
    go([](WatchedWorld& world) {
      --world.keys;
      world.act(world.loop.key('a'));
    });
  if (now.quits > 0)
    go([](WatchedWorld& world) {
      --world.quits;
      world.act(world.loop.quit());
    });
  if (ends > 0) return ends;
  now.require(now.graded == now.files, "what was saved last is not graded");
  return 1;
}

int ways_to_end(int saves, int keys, int quits) {
  const Lab lab = lab_of(2);
  WatchedWorld world{WatchLoop(lab), saves, keys, quits};
  world.act(world.loop.begin(world.files));
  return go_every_way(world);
}

TEST(EveryOrder, OfTwoSavesEndsWithTheLastOneGraded) { EXPECT_GT(ways_to_end(2, 0, 0), 5000); }

TEST(EveryOrder, OfASaveAndAKeyEndsWithAllGraded) { EXPECT_GT(ways_to_end(1, 1, 0), 500); }

TEST(EveryOrder, OfARequestToQuitEndsWithoutARun) { EXPECT_GT(ways_to_end(1, 1, 1), 5000); }

// A student who saves, an editor that writes in two parts, a run that reads each file some time
// after it was started and takes some time, and a loop that looks some time after each event.
class SimulatedMachine {
 public:
  explicit SimulatedMachine(unsigned seed) : random_(seed) {}

  // Saves so many times, and goes on until nothing happens any more.
  void live(int saves) {
    int time = 0;
    for (int save = 1; save <= saves; ++save) {
      time += within(0, 60);
      at(time, [this, save] { begin_save(1 + within(0, 2), save); });
    }
    act(loop_.begin(files_));
    while (!events_.empty()) {
      const auto event = events_.begin();
      now_ = event->first;
      const std::function<void()> happen = event->second;
      events_.erase(event);
      happen();
    }
  }

  const SavedFiles& files() const { return files_; }
  const SavedFiles& graded() const { return graded_; }  // by runs that were not ended
  int cancelled() const { return cancelled_; }
  int most_at_once() const { return most_at_once_; }

 private:
  struct Run {
    Steps steps;
    SavedFiles read;
    bool is_cancelled = false;
  };

  int within(int least, int most) {
    return least + static_cast<int>(random_() % static_cast<unsigned>(most - least + 1));
  }
  void at(int time, std::function<void()> what) { events_.emplace(time, std::move(what)); }
  static std::string file_of(int step) { return std::to_string(step) + ".c"; }

  void begin_save(int step, int number) {
    write(step, "half " + std::to_string(number));
    at(now_ + within(0, 4), [=, this] { write(step, "whole " + std::to_string(number)); });
  }

  void write(int step, const std::string& text) {
    files_[file_of(step)] = text;
    at(now_ + within(0, 3), [this] { act(loop_.look(files_)); });
  }

  void act(const Actions& actions) {
    for (const WatchAction& action : actions) {
      if (action.what == WatchDo::settle) begin_to_settle();
      if (action.what == WatchDo::grade) start(action.steps);
      if (action.what == WatchDo::cancel) cancel_run();
    }
  }

  void begin_to_settle() {
    const int turn = ++settling_;
    at(now_ + 5, [this, turn] {
      if (turn == settling_) act(loop_.settled(files_));
    });
  }

  void start(const Steps& steps) {
    most_at_once_ = std::max(most_at_once_, ++at_once_);
    const auto run = std::make_shared<Run>(Run{steps, {}, false});
    run_ = run;
    int time = now_;
    for (const int step : steps) {
      time += within(1, 20);
      at(time, [=, this] { run->read[file_of(step)] = files_[file_of(step)]; });
    }
    at(time + within(1, 40), [=, this] {
      if (!run->is_cancelled) end(*run);
    });
  }

  void cancel_run() {
    ++cancelled_;
    const auto run = run_;
    run->is_cancelled = true;
    at(now_ + within(0, 10), [=, this] { end(*run); });
  }

  void end(const Run& run) {
    --at_once_;
    if (!run.is_cancelled)
      for (const auto& [file, text] : run.read) graded_[file] = text;
    act(loop_.ended());
  }

  std::mt19937 random_;
  const Lab lab_ = lab_of(3);
  WatchLoop loop_{lab_};
  std::multimap<int, std::function<void()>> events_;
  SavedFiles files_ = {{"1.c", "a"}, {"2.c", "a"}, {"3.c", "a"}}, graded_;
  std::shared_ptr<Run> run_;
  int now_ = 0, settling_ = 0, cancelled_ = 0, at_once_ = 0, most_at_once_ = 0;
};

TEST(WatchedMachine, FiftySavesAtRandomMomentsEndWithTheLastStateGraded) {
  int cancelled = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SimulatedMachine machine(seed);
    machine.live(50);
    EXPECT_EQ(machine.graded(), machine.files()) << "seed " << seed;
    EXPECT_EQ(machine.most_at_once(), 1) << "seed " << seed;
    cancelled += machine.cancelled();
  }
  EXPECT_GT(cancelled, 200) << "saves during runs are what this is about";
}

}  // namespace
}  // namespace warplab
