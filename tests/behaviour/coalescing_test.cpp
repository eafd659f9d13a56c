// Lab 11's table of what loads of a warp touch is what simt counts
// (tests/hardware/coalescing.cu).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

TEST(GpuCoalescing, TableOfTheChapterIsWhatIsCounted) {
  const fs::path root = checkout::root, bin = fs::path(checkout::build) / "bin";
  const fs::path program = own_folder() / "coalescing";
  const CommandRun run =
      run_command(fmt::format("{0}/simtcc -I{1} {1}/tests/hardware/coalescing.cu -o {2} && "
                              "{0}/simt profile --json {2}.json {2}",
                              quoted(bin), quoted(root), quoted(program)));
  ASSERT_EQ(run.code, 0) << run.output;
  const std::string chapter = read_file(root / "labs/lab11-transpose/chapter.md");
  const auto profile = nlohmann::json::parse(read_file(program.string() + ".json"));
  constexpr double warps = 16 * 256 / 32;
  int rows = 0;
  for (const auto& kernel : profile["kernels"]) {
    const std::string name = kernel["name"];
    const std::size_t begin = name.find("load<"), end = name.find('>', begin);
    ASSERT_NE(end, std::string::npos) << name;
    const double requests = kernel["metrics"]["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"];
    const double sectors = kernel["metrics"]["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"];
    const std::string row = fmt::format("| `{}` | {} | {} |", name.substr(begin, end + 1 - begin),
                                        requests / warps, sectors / requests);
    EXPECT_NE(chapter.find(row), std::string::npos) << "the chapter has no " << row;
    ++rows;
  }
  EXPECT_EQ(rows, 10);
}

}  // namespace
}  // namespace warplab
