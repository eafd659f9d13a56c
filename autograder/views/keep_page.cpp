// Each lab's page beside its result: build/grades/<lab>/page.html.
#include <filesystem>

#include "autograder/page/page.h"
#include "autograder/views/view.h"
#include "common/files.h"

namespace warplab {
namespace {

class LabPages : public Observer {
 public:
  explicit LabPages(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // A grader error never replaces a score.
  void lab_done(const Result& so_far, double) override {
    const LabResult& lab = so_far.labs.back();
    if (has_grader_error(lab)) return;
    const std::filesystem::path folder = folder_ / lab.lab;
    std::filesystem::create_directories(folder);
    write_file(folder / page_name, page::lab_page(lab, so_far.machine));
  }

 private:
  const std::filesystem::path folder_;
};

}  // namespace

View keep_page() {
  return {
      "", "", false,
      [](const ViewSetting& setting, const std::filesystem::path&) -> std::shared_ptr<Observer> {
        if (!setting.with_pages) return std::make_shared<Observer>();
        return std::make_shared<LabPages>(setting.results);
      }};
}

}  // namespace warplab
