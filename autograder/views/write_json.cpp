// The result as one JSON file, docs/result.md.
#include <nlohmann/json.hpp>

#include "autograder/views/view.h"
#include "common/files.h"

namespace warplab {
namespace {

class WrittenJson : public Observer {
 public:
  explicit WrittenJson(std::filesystem::path file) : file_(std::move(file)) {
    check_can_write(file_);
  }

  void run_done(const Result& result) override {
    write_file(file_, to_json(result).dump(2) + "\n");
  }

 private:
  const std::filesystem::path file_;
};

}  // namespace

View write_json() {
  return {"json", "write the result to this file as JSON", true,
          [](const ViewSetting&, const std::filesystem::path& file) {
            return std::make_shared<WrittenJson>(file);
          }};
}

}  // namespace warplab
