// Loads that compilers run ahead of their condition are no accesses of the program: hundreds of small
// kernels that read a variable under conditions, in all kinds of words, so that which threads read is
// known. A thread that reads what another one writes is found; one that does not is never accused.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/checkout.h"

namespace simt::loads_ahead {
namespace {

namespace fs = std::filesystem;

constexpr int threads = 64, blocks = 2;

struct Condition {
  const char* text;  // of t, the thread; n is 5, though no compiler knows
  std::function<bool(int)> holds;
};

const Condition conditions[] = {
    {"t == 0", [](int t) { return t == 0; }},
    {"t == 33", [](int t) { return t == 33; }},
    {"t < 2", [](int t) { return t < 2; }},
    {"t == n", [](int t) { return t == 5; }},
    {"(t & 31) == 0", [](int t) { return t % 32 == 0; }},
    {"t == 0 || t == n", [](int t) { return t == 0 || t == 5; }},
    {"t > 1000", [](int) { return false; }},
};

// How x, of the variable's type, comes of reading BOX under the condition C.
const char* const forms[] = {
    "if (C) x += BOX;",
    "x = C ? BOX : T(7);",
    "x = C ? (n > 3 ? BOX : T(2)) : T(1);",
    "x = n > 3 ? (C ? T(BOX + T(1)) : T(4)) : T(3);",
    "if (C && BOX > T(3)) x = T(1); else x = T(2);",
    "if (!(C) || BOX > T(3)) x = T(1); else x = T(2);",
    "const bool both = C && BOX > T(2) && BOX < T(90); x = both ? T(1) : T(2);",
    "for (int i = 0; i < n; ++i) if (C) x += BOX;",
    "for (int i = 0; i < n; ++i) x += C ? T(BOX * T(i)) : T(1);",
    "for (int i = 0; i < 4; ++i) { if (C) x += BOX; else x += T(i); }",
    "if (C) x = x > BOX ? x : BOX;",
    "int i = 0; while (C && T(i) < BOX && i < n) ++i; x += T(i);",
    "T v = T(0); if (C) v = BOX; x = v;",
    "T v; if (C) v = BOX; __syncthreads(); if (C) x = v;",
    "T v = C ? BOX : T(1); __syncthreads(); if (t < n + 40) x = v;",
    "if (C) { x = BOX; } else if (n > 3) { x = T(9); }",
    "switch (C ? 1 : 0) { case 1: x = BOX; break; default: x = T(8); }",
    "T all[2] = {T(1), T(2)}; if (C) all[1] += BOX; x = all[0] + all[1];",
    "for (int i = 0; i < n; ++i) { out[t * 8 + i % 8] = x; if (C && i > 1) x += BOX; }",
    "T v = BOX_BEFORE; if (C) v = BOX; if (C) x = v;",
};

// The same by way of the first of a warp's lanes for which C holds. It alone uses what it reads.
const char* const shuffles[] = {
    "if (__any_sync(~0u, C)) { T v; if (C) v = BOX; x = FIRST; }",
    "if (__any_sync(~0u, C)) { T v; if (C) v = T(BOX + T(1)); x = T(x + FIRST); }",
    "T v; if (C) v = BOX; if (__any_sync(~0u, C)) { T first = FIRST; if (t < n + 40) x = first; }",
    "for (int i = 0; i < n; ++i) if (__any_sync(~0u, C)) { T v; if (C) v = BOX; x += FIRST; }",
};
constexpr const char* first = "__shfl_sync(~0u, v, __ffs(__ballot_sync(~0u, C)) - 1)";

const char* const types[] = {"int", "float", "double", "char", "unsigned short", "long long"};

// Where BOX is, and how it is declared: ahead of the kernel, in it.
struct Place {
  bool shared;
  const char *global, *local, *name;
};
const Place places[] = {
    {true, "", "__shared__ T box;", "box"},
    {true, "", "__shared__ T box[4];", "box[2]"},
    {true, "", "__shared__ struct { T a, b; } box;", "box.b"},
    {false, "__device__ T boxK = T(4);", "", "boxK"},
    {false, "__device__ T boxK[4];", "", "boxK[1]"},
};

struct Case {
  int writer = -1;  // the thread (of the grid, where BOX is global) that writes BOX; -1: none
  bool is_shared = true;
  std::set<int> readers;
  std::string text;
};

std::string replace_all(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// The first of each warp.
std::set<int> leaders_of(const std::set<int>& readers) {
  std::set<int> leaders, warps;
  for (const int t : readers)
    if (warps.insert(t / 32).second) leaders.insert(t);
  return leaders;
}

Case make_case(int number, bool shuffled, std::mt19937& random) {
  const auto pick = [&](const auto& list) -> const auto& {
    return list[random() % std::size(list)];
  };
  const Condition& condition = pick(conditions);
  const Place& place = pick(places);
  const std::string form = shuffled ? pick(shuffles) : pick(forms), type = pick(types);
  constexpr int writers[] = {-1, 0, 0, 33};
  Case made;
  made.is_shared = place.shared;
  made.writer = pick(writers);
  const int all = place.shared ? threads : threads * blocks;
  for (int t = 0; t < all; ++t)
    if (condition.holds(t)) made.readers.insert(t);
  if (shuffled) made.readers = leaders_of(made.readers);
  std::string text = place.global;
  text += fmt::format(
      "\nextern \"C\" __global__ void kernelK(T* out, int n) {{\n  {}\n  const int t = {};\n",
      place.local, place.shared ? "threadIdx.x" : "threadIdx.x + blockIdx.x * blockDim.x");
  if (made.writer >= 0) text += fmt::format("  if (t == {}) BOX = T(n);\n", made.writer);
  text += fmt::format("  T x = T(1);\n  {}\n", form);
  // What nobody writes at all has no address, and is not loaded.
  if (made.writer < 0) text += "  if (n < 0) BOX = x;\n";
  text += "  out[(blockIdx.x * blockDim.x + threadIdx.x) * 8] = x;\n}\n";
  text = replace_all(text, "FIRST", first);
  text = replace_all(text, "BOX_BEFORE", "T(n)");
  text = replace_all(text, "BOX", place.name);
  text = replace_all(text, "out[t * 8", "out[(blockIdx.x * blockDim.x + threadIdx.x) * 8");
  made.text = fmt::format("namespace n{} {{ using T = {};\n", number, type) +
              replace_all(replace_all(text, "boxK", fmt::format("box{}", number)), "kernelK",
                          fmt::format("kernel{}", number));
  // C as a word of its own, but for extern "C".
  for (size_t at = 0; (at = made.text.find('C', at)) != std::string::npos;) {
    const bool word = (at == 0 || !isalnum(made.text[at - 1])) && !isalnum(made.text[at + 1]);
    if (!word || made.text[at + 1] == '"') {
      ++at;
      continue;
    }
    const std::string by = fmt::format("({})", condition.text);
    made.text.replace(at, 1, by);
    at += by.size();
  }
  made.text += "}\n";
  return made;
}

struct Compiler {
  std::string frontend;
  int level = 0;  // of optimisation, of device code
};

void PrintTo(const Compiler& compiler, std::ostream* out) {
  *out << compiler.frontend << " -O" << compiler.level;
}

class LoadsAhead : public testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    std::string folder = fs::temp_directory_path() / "loads-ahead-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    if (is_nvcc() && shell("command -v nvcc >/dev/null") != 0) GTEST_SKIP() << "nvcc is not here";
  }
  void TearDown() override { fs::remove_all(folder_); }

  bool is_nvcc() const { return GetParam().frontend == "nvcc"; }

  // Of shared memory that nothing was stored in so far: 32 of the 400 read no other.
  bool leaves_out_loads() const { return is_nvcc() && GetParam().level > 0; }

  // Else a shuffle is a function, which is called with the values of all lanes.
  bool inlines_shuffles() const { return GetParam().level > (is_nvcc() ? 1 : 0); }

  // simtcc optimises device code as nvcc does unless it is told. These are variables of the compilers
  // themselves, which change their commands.
  std::string at_level() const {
    const std::string level = std::to_string(GetParam().level);
    return is_nvcc() ? "NVCC_APPEND_FLAGS='-Xcicc -O" + level + "'"
                     : "CCC_OVERRIDE_OPTIONS='# O" + level + "'";
  }

  int shell(const std::string& command) const {
    const int status = std::system(fmt::format("cd {} && {}", folder_.string(), command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // The findings of a run, by the number of the kernel.
  std::map<int, std::vector<nlohmann::json>> run(const std::vector<Case>& cases) const {
    std::ofstream source(folder_ / "kernels.cu");
    source << "#include <cuda_runtime.h>\n";
    for (const Case& made : cases) source << made.text;
    source << "int main() {\n  void* out;\n  cudaMalloc(&out, 65536);\n";
    for (size_t k = 0; k < cases.size(); ++k)
      source << fmt::format("  n{0}::kernel{0}<<<{1}, {2}>>>((n{0}::T*)out, 5);\n", k, blocks,
                            threads);
    source << "  cudaDeviceSynchronize();\n  cudaFree(out);\n}\n";
    source.close();
    const std::string bin = "'" + std::string(checkout::build) + "'/bin/";
    EXPECT_EQ(shell(fmt::format("{} {}simtcc --frontend {} kernels.cu -o kernels 2>errors",
                                at_level(), bin, GetParam().frontend)),
              0);
    shell(bin + "simt check --json found.json ./kernels >/dev/null 2>&1");
    const auto report = nlohmann::json::parse(std::ifstream(folder_ / "found.json"));
    std::map<int, std::vector<nlohmann::json>> found;
    for (const auto& finding : report["findings"])
      found[std::stoi(finding["kernel"].get<std::string>().substr(6))].push_back(finding);
    return found;
  }

  fs::path folder_;
};

TEST_P(LoadsAhead, CountWhereTheirConditionHolds) {
  std::mt19937 random(1);
  std::vector<Case> cases;
  for (int number = 0; number < 400; ++number) cases.push_back(make_case(number, false, random));
  for (int number = 400; number < 480 && inlines_shuffles(); ++number)
    cases.push_back(make_case(number, true, random));
  const auto found = run(cases);
  for (size_t k = 0; k < cases.size(); ++k) {
    const Case& made = cases[k];
    std::set<int> others = made.readers;
    others.erase(made.writer);
    const bool has_value = made.writer < 0 && !made.is_shared;
    const bool expected = !others.empty() && !has_value;
    const bool is_found = found.contains(static_cast<int>(k));
    if (!is_found && expected && leaves_out_loads() && made.writer < 0) continue;
    EXPECT_EQ(is_found, expected) << made.text << (is_found ? found.at(k)[0].dump(1) : "");
    if (!is_found) continue;
    for (const auto& finding : found.at(static_cast<int>(k))) {
      const int thread = finding["where"]["thread"][0].get<int>() +
                         (made.is_shared ? 0 : finding["where"]["block"][0].get<int>() * threads);
      EXPECT_TRUE(thread == made.writer || made.readers.contains(thread))
          << made.text << finding.dump(1);
    }
  }
}

std::string name_of(const testing::TestParamInfo<Compiler>& info) {
  return fmt::format("{}_O{}", info.param.frontend, info.param.level);
}

std::vector<Compiler> other_compilers() {
  std::vector<Compiler> all;
  for (const char* frontend : {"clang", "nvcc"})
    for (int level = 0; level <= 3; ++level) all.push_back({frontend, level});
  std::erase_if(all,
                [](const Compiler& each) { return each.frontend == "clang" && each.level == 3; });
  return all;
}

INSTANTIATE_TEST_SUITE_P(Quick, LoadsAhead, testing::Values(Compiler{"clang", 3}), name_of);
INSTANTIATE_TEST_SUITE_P(Rest, LoadsAhead, testing::ValuesIn(other_compilers()), name_of);

}  // namespace
}  // namespace simt::loads_ahead
