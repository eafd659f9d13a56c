// Views of a result: what shows it, keeps it, or writes it to a file. Each is one file here:
//   show_*.cpp, keep_*.cpp   made of every run
//   write_<name>.cpp         made where `--<name> FILE` asks for it (`make`: <NAME>=file)
// and defines `View <stem>()`. CMake lists them (all_views()): nothing else knows of a view.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "autograder/report/machine.h"
#include "autograder/report/observer.h"
#include "autograder/report/result.h"

namespace warplab {

// What a view may want to know of the run besides its result.
struct ViewSetting {
  std::filesystem::path history;  // build/grades/history.sqlite; empty: no run is kept there
  std::filesystem::path results;  // where results and pictures of this request go
  std::string submission;     // "labs", "solutions", a path: best scores are compared within one
  bool is_solutions = false;  // the course's own
  bool is_gradable = true;    // graded in a sandbox
  Machine machine;
  bool with_pages = true;         // a page beside each lab's result
  bool print_when_right = false;  // for whoever sees no line of progress
};

struct View {
  std::string option;  // of one that writes a file: "json" for --json FILE; else empty
  std::string help;    // what that file is
  // Whether it is also made of what is left of a run that a signal ended.
  bool after_death = false;
  // Makes the listener. `file` is the one to write. Throws where what it writes could not be kept, so
  // that nothing is graded in vain.
  std::function<std::shared_ptr<Observer>(const ViewSetting& setting,
                                          const std::filesystem::path& file)>
      make;
};

// All views there are (made by CMake).
std::vector<View> all_views();

// Who listens to one run: its views, and what else is added. What one of them throws is told, and
// costs the others nothing.
class Views : public Observer {
 public:
  // `files` are those that were asked for, by option.
  Views(const ViewSetting& setting, const std::map<std::string, std::filesystem::path>& files,
        bool after_death = false);

  void add(std::shared_ptr<Observer> listener) { listeners_.push_back(std::move(listener)); }
  // Whether all that was to be kept is kept.
  bool all_kept() const { return all_kept_; }

  void doing(const std::string& what) override;
  void doing_in_step(const std::string& lab, int step, const std::string& what) override;
  void stage_done(const std::string& lab, int step, const StageTime& stage,
                  const Verdict& verdict) override;
  void lab_done(const Result& so_far, double seconds) override;
  void run_done(const Result& result) override;

 private:
  void each(const std::function<void(Observer&)>& tell);

  std::vector<std::shared_ptr<Observer>> listeners_;
  bool all_kept_ = true;
};

}  // namespace warplab
