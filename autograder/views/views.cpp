#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/views/view.h"

namespace warplab {

Views::Views(const ViewSetting& setting, const std::map<std::string, std::filesystem::path>& files,
             bool after_death) {
  for (const View& view : all_views()) {
    if (after_death && !view.after_death) continue;
    const auto file = files.find(view.option);
    if (view.option.empty())
      listeners_.push_back(view.make(setting, {}));
    else if (file != files.end())
      listeners_.push_back(view.make(setting, file->second));
  }
}

void Views::each(const std::function<void(Observer&)>& tell) {
  for (const auto& listener : listeners_) try {
      tell(*listener);
    } catch (const std::exception& error) {  // a full disk, say
      print_error("warplab: " + sanitize(error.what()));
      all_kept_ = false;
    }
}

void Views::doing(const std::string& what) {
  each([&](Observer& listener) { listener.doing(what); });
}

void Views::doing_in_step(const std::string& lab, int step, const std::string& what) {
  each([&](Observer& listener) { listener.doing_in_step(lab, step, what); });
}

void Views::stage_done(const std::string& lab, int step, const StageTime& stage,
                       const Verdict& verdict) {
  each([&](Observer& listener) { listener.stage_done(lab, step, stage, verdict); });
}

void Views::lab_done(const Result& so_far, double seconds) {
  each([&](Observer& listener) { listener.lab_done(so_far, seconds); });
}

void Views::run_done(const Result& result) {
  each([&](Observer& listener) { listener.run_done(result); });
}

}  // namespace warplab
