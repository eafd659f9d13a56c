// Questions about a student's own program: what is counted of addresses, what is changed in a source, and the pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "autograder/gpu/access_log.h"
#include "autograder/questions/draw.h"
#include "autograder/questions/question.h"
#include "autograder/questions/question_views.h"
#include "autograder/questions/recount.h"
#include "autograder/questions/source_changes.h"
#include "autograder/questions/wording.h"
#include "simt/exec/banks.h"
#include "simt/exec/sectors.h"
#include "tests/whole_page.h"

namespace warplab {
namespace {

using gpu::LoggedAccess;

// Of all 32 lanes, so many bytes apart.
LoggedAccess strided(std::uint64_t first, std::uint64_t stride, std::uint32_t bytes) {
  LoggedAccess access;
  access.lanes = 0xffffffff;
  access.bytes = bytes;
  for (std::uint64_t lane = 0; lane < 32; ++lane) access.offsets.push_back(first + lane * stride);
  return access;
}

TEST(QuestionRecount, CountsBanksWavefrontsAndSectors) {
  EXPECT_EQ(count_wavefronts(strided(0, 4, 4)), 1u);
  EXPECT_EQ(count_banks_hit(strided(0, 4, 4)), 32u);
  EXPECT_EQ(count_sectors_touched(strided(0, 4, 4)), 4u);
  EXPECT_EQ(count_wavefronts(strided(0, 128, 4)), 32u);
  EXPECT_EQ(count_banks_hit(strided(0, 128, 4)), 1u);
  EXPECT_EQ(count_sectors_touched(strided(0, 128, 4)), 32u);
  EXPECT_EQ(count_wavefronts(strided(64, 0, 4)), 1u) << "one word for all";
  EXPECT_EQ(count_banks_hit(strided(0, 1, 1)), 8u);
  EXPECT_EQ(count_sectors_touched(strided(31, 1, 1)), 2u);
}

TEST(QuestionRecount, AgreesWithSimt) {
  for (const std::uint32_t bytes : {1u, 2u, 4u})
    for (std::uint64_t stride = 0; stride < 40; ++stride) {
      const LoggedAccess access = strided(16 * bytes, stride * bytes, bytes);
      std::vector<std::uint32_t> offsets(access.offsets.begin(), access.offsets.end());
      EXPECT_EQ(count_wavefronts(access),
                simt::exec::count_banks(offsets.data(), access.lanes, bytes, true).wavefronts);
      EXPECT_EQ(count_sectors_touched(access),
                simt::exec::count_sectors(access.offsets.data(), access.lanes, bytes).sectors);
    }
}

// One lane of a warp accesses four bytes of shared memory.
LoggedAccess by_one_lane(std::uint32_t warp, std::uint32_t lane, LoggedAccess::Kind kind,
                         std::uint32_t line, std::uint32_t barriers, std::uint64_t offset) {
  LoggedAccess access;
  access.warp = warp;
  access.lanes = 1u << lane;
  access.kind = kind;
  access.line = line;
  access.bytes = 4;
  access.buffer = LoggedAccess::shared;
  access.barriers = barriers;
  access.offsets = {offset};
  return access;
}

TEST(QuestionRecount, FindsLinesThatNothingOrders) {
  using Kind = LoggedAccess::Kind;
  gpu::AccessLog log;
  log.files = {"tile.cu"};
  log.accesses = {
      by_one_lane(0, 0, Kind::store, 10, 0, 0), by_one_lane(1, 0, Kind::load, 12, 0, 0),
      by_one_lane(0, 3, Kind::load, 13, 0, 0),  by_one_lane(1, 0, Kind::load, 14, 1, 0),
      by_one_lane(1, 0, Kind::store, 15, 0, 4), by_one_lane(1, 0, Kind::load, 16, 0, 4)};
  const UnorderedLines found = find_unordered(log, 0);
  EXPECT_EQ(found.between_warps, (std::set<LinePair>{{10, 12}}))
      << "line 14 is after a barrier, and lines 15 and 16 are of one thread";
  EXPECT_EQ(found.between_lanes, (std::set<LinePair>{{10, 13}}));
}

TEST(QuestionRecount, FindsThreadsByByte) {
  gpu::AccessLog log;
  log.buffers = {"dst"};
  LoggedAccess access = strided(0, 4, 4);
  access.kind = LoggedAccess::Kind::store;
  access.warp = 1;
  access.block = 5;
  log.accesses = {access};
  const auto kind = LoggedAccess::Kind::store;
  EXPECT_EQ(threads_that_access(log, 0, 0, kind, 8, 4), (std::set<LoggedThread>{{5, 34}}));
  EXPECT_EQ(threads_that_access(log, 0, 0, kind, 11, 2),
            (std::set<LoggedThread>{{5, 34}, {5, 35}}));
  EXPECT_TRUE(threads_that_access(log, 0, 0, LoggedAccess::Kind::load, 8, 4).empty());
  EXPECT_TRUE(threads_that_access(log, 1, 0, kind, 8, 4).empty());
}

constexpr const char* a_kernel = R"(enum {
  BLOCK = 16,  // __syncthreads();
  WARP = 32
};
__global__ void turn(int n, float* dst) {
  if (threadIdx.x >= n) return;
  __syncthreads();
  if (n > 3) dst[0] = 1;
  if (n > 4)
    dst[1] = 2;
}
void launch(int n, float* dst) {
  if (n == 0) return;
  const dim3 block(BLOCK, BLOCK);
  turn<<<1, block>>>(n, dst);
}
)";

TEST(QuestionChanges, LeaveOutBarriersAndConditionsOfKernels) {
  const auto barriers = without_barriers(a_kernel);
  ASSERT_EQ(barriers.size(), 1u) << "none in a comment";
  EXPECT_EQ(barriers[0].line, 7u);
  EXPECT_EQ(barriers[0].told, "`__syncthreads();` in line 7 is deleted");
  EXPECT_NE(barriers[0].source.find("return;\n                 ;\n"), std::string::npos)
      << barriers[0].source;
  const auto conditions = without_conditions(a_kernel);
  ASSERT_EQ(conditions.size(), 3u) << "none in host code";
  EXPECT_EQ(conditions[0].told, "`if (threadIdx.x >= n) return;` in line 6 is deleted");
  EXPECT_EQ(conditions[1].line, 8u);
  EXPECT_NE(conditions[1].source.find("             dst[0] = 1;"), std::string::npos);
  EXPECT_NE(conditions[2].source.find("    dst[1] = 2;"), std::string::npos);
  for (const auto& all : {barriers, conditions})
    for (const SourceChange& each : all)
      EXPECT_EQ(std::ranges::count(each.source, '\n'),
                std::ranges::count(std::string(a_kernel), '\n'));
}

TEST(QuestionChanges, GiveBlocksOtherSides) {
  const auto changes = with_other_blocks(a_kernel, {16, 16});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].block, (BlockSides{8, 8}));
  EXPECT_EQ(changes[0].change.told, "BLOCK in line 2 is 8 in place of 16");
  EXPECT_NE(changes[0].change.source.find("BLOCK = 8 ,"), std::string::npos);
  EXPECT_TRUE(with_other_blocks(a_kernel, {32, 32}).empty()) << "BLOCK is not 32";

  const auto numbers = with_other_blocks("dim3 block(16, 16);\n", {16, 16});
  ASSERT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers[0].change.source, "dim3 block(32, 8 );\n");
  const auto constants =
      with_other_blocks("enum { X = 32, Y = 8 };\nconst dim3 block(X, Y);\n", {32, 8});
  ASSERT_EQ(constants.size(), 3u);
  EXPECT_EQ(constants[0].change.source, "enum { X = 16, Y = 16 };\nconst dim3 block(X, Y);\n");
  const auto row = with_other_blocks("#define SIDE 256\nadd<<<blocks, SIDE>>>(a);\n", {256, 1});
  ASSERT_EQ(row.size(), 2u);
  EXPECT_EQ(row[0].block, (BlockSides{128, 1}));
}

Draw a_draw(const std::string& student) {
  return Draw(Seeds(seed_of_sheet(student, "lab5", "text"), "test"));
}

TEST(QuestionOptions, DifferAndHaveTheRightOneAmongThem) {
  for (const std::size_t right : {1u, 2u, 3u, 31u, 32u}) {
    Draw draw = a_draw("ada");
    Question question;
    set_numbers(question, right, 32, draw);
    EXPECT_EQ(question.options.size(), 4u);
    EXPECT_EQ(question.right_option(), std::to_string(right));
    EXPECT_EQ(std::set(question.options.begin(), question.options.end()).size(), 4u);
    for (const std::string& option : question.options) EXPECT_LE(std::stoi(option), 32) << option;
  }
  Draw draw = a_draw("ada");
  Question question;
  EXPECT_FALSE(set_options(question, "a", {"b", "b", "c", "a"}, draw)) << "two wrong ones only";
  EXPECT_TRUE(set_options(question, "a", {"b", "c", "d", "e"}, draw));
  EXPECT_EQ(question.right_option(), "a");
  EXPECT_EQ(question.options.size(), 4u);
}

TEST(QuestionOptions, FollowFromStudentAndFile) {
  const auto drawn = [](Draw draw) {
    std::vector<std::size_t> numbers;
    for (int i = 0; i < 8; ++i) numbers.push_back(draw.below(1000));
    return numbers;
  };
  EXPECT_EQ(drawn(a_draw("ada")), drawn(a_draw("ada")));
  EXPECT_NE(drawn(a_draw("ada")), drawn(a_draw("bob")));
  EXPECT_NE(seed_of_sheet("ada", "lab5", "a").text(), seed_of_sheet("ada", "lab5", "b").text());
  EXPECT_NE(seed_of_sheet("a", "blab5", "").text(), seed_of_sheet("ab", "lab5", "").text());
}

TEST(QuestionWording, NamesKernelsBlocksAndThreads) {
  gpu::KernelRun run;
  run.kernel = "void (anonymous namespace)::add<256>(int, float*)";
  run.grid = {3, 2, 1};
  run.block = {16, 16, 1};
  EXPECT_EQ(kernel_name(run), "add");
  EXPECT_EQ(shape_text(run), "3x2 blocks of 16x16 threads");
  EXPECT_EQ(thread_text(run, {4, 35}), "thread (3, 2) of block (1, 1)");
  run.grid = {1, 1, 1};
  run.block = {256, 1, 1};
  EXPECT_EQ(setting_text("600 numbers", {run}, 0),
            "In the case 600 numbers, `add` runs as 1 block of 256 threads.");
  EXPECT_EQ(setting_text("600 numbers", {run, run}, 1),
            "In the case 600 numbers, launch 2 of 2: `add` runs as 1 block of 256 threads.");
}

std::vector<QuestionSheet> two_sheets() {
  Question question;
  question.kind = "writer";
  question.step = 1;
  question.file = "tile.cu";
  question.line = 2;
  question.text = "`a < b` is deleted. Which?";
  question.options = {"one", "two & more", "three", "four"};
  question.answer = 1;
  question.because = "Counted in `tile`.";
  QuestionSheet ada{"ada",
                    "lab5-shared-int",
                    "A tile",
                    {question},
                    {{1, "tile.cu", "a < b;\nc\n"}},
                    {"tile.cu: it gives 1 question with an answer that is certain"}};
  QuestionSheet bob{"bob<", "lab5-shared-int", "A tile", {}, {}, {"tile.cu is empty"}};
  return {ada, bob};
}

TEST(QuestionPages, ShowAnswersToTheTeacherAlone) {
  const std::string questions = page::questions_page(two_sheets());
  const std::string answers = page::answers_page(two_sheets());
  for (const std::string& page : {questions, answers}) {
    expect_whole_page(page);
    EXPECT_NE(page.find("<code>a &lt; b</code> is deleted. Which?"), std::string::npos);
    EXPECT_NE(page.find("<li>one</li>"), std::string::npos);
  }
  EXPECT_NE(questions.find("<li>two &amp; more</li>"), std::string::npos);
  EXPECT_EQ(questions.find("Counted in"), std::string::npos);
  EXPECT_EQ(questions.find("bob"), std::string::npos) << "nothing to answer, nothing to print";
  EXPECT_NE(questions.find("sheet1-step1-line2"), std::string::npos) << "the file is below";
  EXPECT_NE(answers.find("two &amp; more – right"), std::string::npos);
  EXPECT_NE(answers.find("Counted in <code>tile</code>."), std::string::npos);
  EXPECT_NE(answers.find("bob&lt;"), std::string::npos);
  EXPECT_NE(answers.find("tile.cu is empty"), std::string::npos);
}

TEST(QuestionPages, AreDataForPrograms) {
  const nlohmann::json all = to_json(two_sheets());
  const nlohmann::json& first = all["sheets"][0]["questions"][0];
  EXPECT_EQ(all["sheets"][0]["student"], "ada");
  EXPECT_EQ(first["answer"], 1);
  EXPECT_EQ(first["options"].size(), 4u);
  EXPECT_EQ(first["line"], 2);
  EXPECT_EQ(all["sheets"][1]["missing"][0], "tile.cu is empty");
}

}  // namespace
}  // namespace warplab
