// The spans that an access is told with hold its lanes, and no more.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "simt/device.h"
#include "simt/events/observer.h"
#include "simt/exec/op.h"
#include "simt/memory/address_space.h"
#include "simt/ptx/types.h"

namespace simt::events::spans {
namespace {

class SpanObserver : public LaunchObserver {
 public:
  class Blocks : public BlockObserver {
   public:
    explicit Blocks(SpanObserver& all) : all_(all) {}
    void memory(const exec::Warp&, const MemoryEvent& event) override {
      if (!event.spans) return;
      for (int h = 0; h < 2; ++h) {
        const Span& span = event.spans[h];
        std::set<uint64_t> bytes;
        const auto add = [&](uint32_t lane) {
          for (uint32_t i = 0; i < event.bytes; ++i) bytes.insert(event.addresses[lane] + i);
        };
        exec::for_active(event.lanes & 0xffffu << 16 * h, add);
        // Lanes that are missing stand with the first one.
        if ((event.lanes >> 16 * h & 0xffff) != 0xffff) add(std::countr_zero(event.lanes));
        EXPECT_EQ(span.begin, *bytes.begin());
        EXPECT_EQ(span.end, *bytes.rbegin() + 1);
        const bool is_dense = span.size() == bytes.size();
        if (event.space == ptx::Space::shared)
          EXPECT_LE(span.is_dense, is_dense);
        else
          EXPECT_EQ(span.is_dense, is_dense);
      }
      ++all_.known;
    }

   private:
    SpanObserver& all_;
  };

  std::unique_ptr<BlockObserver> block_observer() override {
    return std::make_unique<Blocks>(*this);
  }
  int known = 0;
};

// What a lane accesses, with its index in %r1 and a buffer of 4096 bytes in %rd1; shared memory has
// as many.
constexpr const char *next_word = "mul.lo.u32 %r2, %r1, 4;\n", *same = "mov.u32 %r2, 64;\n",
                     *backwards = "mul.lo.u32 %r2, %r1, 4;\nsub.u32 %r2, 124, %r2;\n",
                     *pairs = "and.b32 %r2, %r1, 30;\nmul.lo.u32 %r2, %r2, 2;\n",
                     *apart = "mul.lo.u32 %r2, %r1, 12;\n",
                     *rows =
                         "and.b32 %r2, %r1, 15;\nand.b32 %r4, %r1, 16;\n"
                         "mad.lo.u32 %r2, %r4, 60, %r2;\nmul.lo.u32 %r2, %r2, 4;\n",
                     *far = "mul.lo.u32 %r2, %r1, 128;\n";

SpanObserver watch(const std::string& address, const std::string& guard) {
  SpanObserver observer;
  Device device({.workers = 1});
  device.add_observer(observer);
  const Program program = device.load(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .pred %p<2>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n"
      ".shared .align 4 .b8 box[4096];\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
      "setp.lt.u32 %p1, %r1, 5;\n" +
      address +
      "cvt.u64.u32 %rd2, %r2;\nadd.s64 %rd1, %rd1, %rd2;\nmov.u32 %r3, box;\n"
      "add.u32 %r3, %r3, %r2;\n" +
      guard + "ld.global.u32 %r4, [%rd1];\n" + guard + "st.global.u32 [%rd1], %r4;\n" + guard +
      "ld.shared.u32 %r4, [%r3];\n" + guard + "st.shared.u32 [%r3+4], %r4;\nret;\n}\n");
  const Kernel kernel = program.kernel("k").value();
  const memory::Allocation* buffer = device.memory().allocate(4096, memory::Kind::device, "buffer");
  const LaunchResult result =
      device.launch(kernel, {.block = {32, 1, 1}}, std::as_bytes(std::span(&buffer->begin, 1)));
  EXPECT_EQ(result.status, Status::ok) << result.message;
  return observer;
}

TEST(Span, HoldsAllLanes) {
  for (const std::string address : {next_word, same, backwards, pairs, apart, far, rows})
    for (const std::string guard : {"", "@%p1 ", "@!%p1 "}) {
      SCOPED_TRACE(address + guard);
      const SpanObserver observer = watch(address, guard);
      EXPECT_EQ(observer.known, 4);
    }
}

}  // namespace
}  // namespace simt::events::spans
