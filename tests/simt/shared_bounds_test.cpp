// Which shared array an address is computed from, and what is said of accesses that miss it.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "simt/device.h"

namespace simt {
namespace {

// What is found when 8 threads run it: %r1 is the thread's index, %r2 four times that, a and b are
// arrays of 8 words, one after the other, `more` is the dynamic part, of 16 bytes.
std::vector<events::Finding> findings_of(const std::string& body) {
  Device device({.checkers = true, .workers = 1});
  const std::string ptx = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 more[];
.func (.param .b32 value) load(.param .b64 from) {
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [from];
  ld.u32 %r1, [%rd1+32];
  st.param.b32 [value], %r1;
  ret;
}
.visible .entry k(.param .u64 p, .param .u32 which) {
  .reg .pred %p<4>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<16>;
  .shared .align 4 .b8 _ZZ1kPiE1a[32];
  .shared .align 4 .b8 _ZZ1kPiE1b[32];
  ld.param.u32 %r3, [which];
  setp.ne.u32 %p1, %r3, 0;
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  cvt.u64.u32 %rd1, %r2;
  st.shared.u32 [_ZZ1kPiE1a+28], %r1;
  mov.u32 %r4, _ZZ1kPiE1a;
  mov.u32 %r5, _ZZ1kPiE1b;
  mov.u64 %rd4, _ZZ1kPiE1a;
  mov.u64 %rd5, _ZZ1kPiE1b;
)" + body + "\nret;\n}\n";
  const uint64_t parameters[] = {0, 1};
  const Program program = device.load(ptx);
  std::vector<events::Finding> found;
  for (events::Finding& finding :
       device
           .launch(*program.kernel("k"), {.block = {8, 1, 1}, .dynamic_shared = 16},
                   std::as_bytes(std::span(parameters)))
           .findings)
    if (finding.kind == events::FindingKind::out_of_bounds) found.push_back(std::move(finding));
  return found;
}

struct BoundsCase {
  const char* body;
  const char* what;
};

TEST(SharedBounds, AnAccessThatMissesItsArrayIsFound) {
  const BoundsCase cases[] = {
      {"st.shared.u32 [_ZZ1kPiE1a+32], %r1;",
       "4-byte write of shared memory: just past the end of a (32 bytes), in b (32 bytes)"},
      {"ld.shared.u32 %r6, [_ZZ1kPiE1b+-4];",
       "4-byte read of shared memory: 4 bytes before the beginning of b (32 bytes), in a (32 "
       "bytes)"},
      {"add.s32 %r6, %r4, %r2; ld.shared.u32 %r7, [%r6+4];",
       "4-byte read of shared memory: just past the end of a (32 bytes), in b (32 bytes)"},
      {"mad.lo.s32 %r6, %r1, 8, %r4; red.shared.add.u32 [%r6], 1;",
       "4-byte atomic of shared memory: just past the end of a (32 bytes), in b (32 bytes)"},
      {"add.s64 %rd6, %rd4, %rd1; cvta.shared.u64 %rd7, %rd6; ld.u32 %r7, [%rd7+8];",
       "4-byte read of shared memory: just past the end of a (32 bytes), in b (32 bytes)"},
      {"cvt.u32.u64 %r6, %rd5; sub.s32 %r6, %r6, %r2; st.shared.u32 [%r6], %r1;",
       "4-byte write of shared memory: 4 bytes before the beginning of b (32 bytes), in a (32 "
       "bytes)"},
      {"ld.shared.u64 %rd6, [_ZZ1kPiE1a+32];",
       "8-byte read of shared memory: just past the end of a (32 bytes), in b (32 bytes)"},
      {"st.shared.u32 [_ZZ1kPiE1b+36], %r1;",
       "4-byte write of shared memory: 4 bytes past the end of b (32 bytes), in the dynamic part "
       "(16 bytes)"},
      {"mov.u32 %r6, more; st.shared.u32 [%r6+-8], %r1;",
       "4-byte write of shared memory: 8 bytes before the beginning of more (16 bytes), in b (32 "
       "bytes)"},
      // A loop over a, up to and with the element after its last.
      {"mov.u32 %r6, %r4; AGAIN: ld.shared.u32 %r7, [%r6]; add.s32 %r6, %r6, 4;"
       "add.s32 %r8, %r4, 32; setp.le.u32 %p2, %r6, %r8; @%p2 bra AGAIN;",
       "4-byte read of shared memory: just past the end of a (32 bytes), in b (32 bytes)"},
  };
  for (const BoundsCase& c : cases) {
    const std::vector<events::Finding> found = findings_of(c.body);
    ASSERT_EQ(found.size(), 1u) << c.body;
    EXPECT_EQ(found[0].what, c.what);
  }
}

TEST(SharedBounds, NobodyIsAccusedWhereTheCodeDoesNotTellTheArray) {
  for (const char* body : {
           "selp.b32 %r6, %r5, %r4, %p1; ld.shared.u32 %r7, [%r6+-4];",
           "mov.u32 %r6, %r4; @%p1 mov.u32 %r6, %r5; ld.shared.u32 %r7, [%r6+-4];",
           // b - a + a
           "sub.s32 %r6, %r5, %r4; add.s32 %r7, %r4, %r6; ld.shared.u32 %r8, [%r7];",
           // b - a, in a
           "add.s32 %r6, %r5, 4; sub.s32 %r6, %r6, %r5; add.s32 %r7, %r4, %r6; ld.shared.u32 %r8, "
           "[%r7];",
           // out and back again
           "add.s32 %r6, %r4, 4096; sub.s32 %r6, %r6, 4096; ld.shared.u32 %r8, [%r6];",
           "xor.b32 %r6, %r4, %r5; xor.b32 %r6, %r6, %r4; ld.shared.u32 %r8, [%r6];",
           "ld.shared.u32 %r6, [_ZZ1kPiE1a+28];",
           "mov.u32 %r6, more; ld.shared.u32 %r7, [%r6+12];",
           // a function's parameter
           "{ .param .b64 from; .param .b32 value; cvta.shared.u64 %rd6, %rd4; st.param.b64 "
           "[from], %rd6;"
           "call (value), load, (from); }",
       })
    for (const events::Finding& finding : findings_of(body))
      ADD_FAILURE() << body << "\n" << finding.text();
}

}  // namespace
}  // namespace simt
