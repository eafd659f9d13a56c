// The commands simt and simtcc as a shell sees them, in a folder of the test suite's own.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/checkout.h"
#include "tests/run_command.h"

namespace simt::tools {

struct Outcome {
  int code = 0;
  std::string out, err;
};

inline std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

inline std::string program(const std::string& name) {
  return "'" + std::string(checkout::build) + "/bin/" + name + "'";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Suites have a program that simtcc makes of one source.
class SimtCommand : public testing::Test {
 protected:
  static void make_folder(const std::string& name, const std::string& source) {
    std::string folder = std::filesystem::temp_directory_path() / "simt-tool-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    std::ofstream(folder_ / (name + ".cu")) << source;
    const Outcome built = shell(program("simtcc") + " " + name + ".cu -o " + name);
    ASSERT_EQ(built.code, 0) << built.err;
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  static Outcome shell(const std::string& command) {
    const std::string line =
        "cd " + folder_.string() + " && { " + command + "; } >out 2>err </dev/null";
    const int code = warplab::run_command(line).code;
    return {code, read(folder_ / "out"), read(folder_ / "err")};
  }
  static Outcome simt(const std::string& arguments) {
    return shell(program("simt") + " " + arguments);
  }

  static nlohmann::json json(const std::string& file) {
    return nlohmann::json::parse(read(folder_ / file), nullptr, /*allow_exceptions=*/false);
  }

  static inline std::filesystem::path folder_;
};

}  // namespace simt::tools
