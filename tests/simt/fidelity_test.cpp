// Which instructions of a launch are exact, and where the results of others go.
#include "simt/observe/fidelity.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "simt/device.h"

namespace simt::observe {
namespace {

using Names = std::set<std::string>;
using Places = std::set<Fidelity::Place>;

// Of one warp that runs the body, whose line n is line n of x.cu. %rd1 is the address of 512 bytes.
Fidelity run(const std::string& body) {
  std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"/home/x.cu\"\n"
      ".extern .func (.param .b32 r) __nv_sinf(.param .b32 x);\n"
      ".extern .func (.param .b32 r) __nv_fmodf(.param .b32 x, .param .b32 y);\n"
      ".visible .entry k(.param .u64 out)\n{\n"
      ".reg .pred %p<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n"
      "ld.param.u64 %rd1, [out];\nmov.f32 %f1, 0f3F000000;\n";
  uint32_t line = 0;
  std::string rest = body;
  for (size_t end; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1))
    text += ".loc 1 " + std::to_string(++line) + " 0\n" + rest.substr(0, end + 1);
  Options options;
  options.counters = true;
  options.workers = 1;
  Device device(options);
  const Program program = device.load(text + "ret;\n}\n");
  const auto* out = device.memory().allocate(512, memory::Kind::device);
  std::byte parameters[8];
  std::memcpy(parameters, &out->begin, sizeof parameters);
  const LaunchResult result =
      device.launch(*program.kernel("k"), {.grid = {1, 1, 1}, .block = {32, 1, 1}}, parameters);
  EXPECT_EQ(result.status, Status::ok) << result.message;
  return fidelity_of(result.counters.value());
}

TEST(Fidelity, InstructionsAreExactOrEstimated) {
  const Fidelity fidelity =
      run("ex2.approx.ftz.f32 %f2, %f1;\nrsqrt.approx.f32 %f3, %f1;\ndiv.full.f32 %f4, %f2, %f3;\n"
          "div.rn.f32 %f5, %f4, %f1;\nst.global.f32 [%rd1], %f5;\n");
  EXPECT_EQ(fidelity.estimated, 3u);
  EXPECT_EQ(fidelity.exact, 5u) << "a load, a move, a division, a store, a return";
  EXPECT_EQ(fidelity.operations, (Names{"div.full", "ex2.approx", "rsqrt.approx"}));
  EXPECT_TRUE(fidelity.branches.empty());
  EXPECT_TRUE(fidelity.addresses.empty());
}

TEST(Fidelity, ResultsAreFollowedToBranchesAndAddresses) {
  const Fidelity branch =
      run("ex2.approx.ftz.f32 %f2, %f1;\nadd.f32 %f3, %f2, %f1;\nsetp.gt.f32 %p1, %f3, %f1;\n"
          "@%p1 bra END;\nst.global.f32 [%rd1], %f1;\nEND:\n");
  EXPECT_EQ(branch.branches, (Places{{"/home/x.cu", 4}}));
  EXPECT_TRUE(branch.addresses.empty());
  const Fidelity address =
      run("ex2.approx.ftz.f32 %f2, %f1;\ncvt.rzi.u32.f32 %r1, %f2;\nmul.wide.u32 %rd2, %r1, 4;\n"
          "add.u64 %rd3, %rd1, %rd2;\nst.global.f32 [%rd3], %f1;\n");
  EXPECT_TRUE(address.branches.empty());
  EXPECT_EQ(address.addresses, (Places{{"/home/x.cu", 5}}));
}

TEST(Fidelity, FunctionsThatSimtAnswersAreEstimatedUnlessTheyAreExact) {
  const std::string call_of_one =
      "{ .param .b32 x; .param .b32 r; st.param.f32 [x], %f1; call (r), __nv_sinf, (x); "
      "ld.param.f32 %f2, [r]; }\n";
  const Fidelity sine =
      run(call_of_one + "setp.gt.f32 %p1, %f2, %f1;\nselp.f32 %f3, %f1, %f2, %p1;\n");
  EXPECT_EQ(sine.operations, (Names{"sinf"}));
  EXPECT_EQ(sine.branches, (Places{{"/home/x.cu", 3}}));
  const Fidelity remainder =
      run("{ .param .b32 x; .param .b32 y; .param .b32 r; st.param.f32 [x], %f1; st.param.f32 [y], "
          "%f1; "
          "call (r), __nv_fmodf, (x, y); ld.param.f32 %f2, [r]; }\n");
  EXPECT_EQ(remainder.estimated, 0u);
}

TEST(Fidelity, Text) {
  Fidelity fidelity;
  fidelity.exact = 1204;
  EXPECT_EQ(fidelity_text(fidelity, 0),
            "instructions of warps: 1,204 exact, 0 estimated; nothing was unsupported");
  fidelity.estimated = 3;
  fidelity.operations = {"ex2.approx", "rsqrt.approx"};
  EXPECT_EQ(
      fidelity_text(fidelity, 1),
      "instructions of warps: 1,204 exact, 3 estimated (ex2.approx, rsqrt.approx: results may "
      "differ from a GPU's in the last bits); 1 call or kernel was unsupported; an estimated "
      "result reached no branch and no address");
  fidelity.branches = {{"/home/x.cu", 3}, {"/home/x.cu", 4}, {"/home/x.cu", 5}, {"/home/x.cu", 6}};
  fidelity.addresses = {{"", 0}};
  EXPECT_TRUE(fidelity_text(fidelity, 0)
                  .ends_with("; an estimated result reached a branch (x.cu:3, x.cu:4, x.cu:5 and 1 "
                             "more) and an address "
                             "(no line known)"));
}

TEST(Fidelity, Json) {
  const Fidelity fidelity =
      run("ex2.approx.ftz.f32 %f2, %f1;\nsetp.gt.f32 %p1, %f2, %f1;\n@%p1 st.global.f32 [%rd1], "
          "%f1;\n");
  const auto json = nlohmann::json::parse(to_json(fidelity).dump());
  EXPECT_EQ(json["operations"], nlohmann::json({"ex2.approx"}));
  EXPECT_EQ(json["branches"][0]["line"], 3);
  EXPECT_EQ(nlohmann::json::parse(to_json(fidelity_from_json(json)).dump()), json);
}

}  // namespace
}  // namespace simt::observe
