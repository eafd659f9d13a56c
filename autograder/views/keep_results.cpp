// Each lab's result beside its difference images: build/grades/<lab>/result.json.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "autograder/views/view.h"
#include "common/files.h"

namespace warplab {
namespace {

class ResultFiles : public Observer {
 public:
  explicit ResultFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // A grader error never replaces a score.
  void lab_done(const Result& so_far, double) override {
    Result one = so_far;
    one.labs = {so_far.labs.back()};
    one.device = devices_of(one.labs);
    add_up(one);
    const std::filesystem::path folder = folder_ / one.labs[0].lab;
    std::filesystem::create_directories(folder);
    write_file(folder / (has_grader_error(one.labs[0]) ? "grader-error.json" : "result.json"),
               to_json(one).dump(2) + "\n");
  }

 private:
  const std::filesystem::path folder_;
};

}  // namespace

View keep_results() {
  return {"", "", true, [](const ViewSetting& setting, const std::filesystem::path&) {
            return std::make_shared<ResultFiles>(setting.results);
          }};
}

}  // namespace warplab
