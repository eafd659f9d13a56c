#include "autograder/judge/shared_buffers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace warplab {
namespace {

const CaseLayout layout{{100, 5000}, {48}, std::vector<std::byte>(24)};

TEST(Place, PutsEveryBufferInPagesOfItsOwn) {
  const PlacedCase placed = place(layout, true);
  ASSERT_EQ(placed.places.size(), 3u);
  EXPECT_EQ(placed.places[0].offset, 0u);
  EXPECT_EQ(placed.places[1].offset, 4096u);
  EXPECT_EQ(placed.places[1].pages_bytes, 8192u);
  EXPECT_EQ(placed.places[2].offset, 0u) << "outputs lie in a memory of their own";
  EXPECT_EQ(input_pages_bytes(layout), 3 * 4096u);
}

TEST(SharedBuffers, FlushEndMeansThatTheLastByteIsTheLastOfItsPage) {
  const SharedBuffers buffers({layout}, true);
  const auto views = buffers.inputs(place(layout, true));
  EXPECT_EQ((views[0].data() + views[0].size() - buffers.input_memory().bytes().data()) % 4096, 0);
}

TEST(SharedBuffers, PoisonFillsAndSlackIsWatched) {
  for (const bool flush_end : {false, true}) {
    SharedBuffers buffers({layout}, true);
    const PlacedCase placed = place(layout, flush_end);
    buffers.poison(placed, 0x7fc01235);
    const auto output = buffers.outputs(placed)[0];
    for (std::size_t i = 0; i < output.size(); i += 4)
      EXPECT_EQ(*reinterpret_cast<const std::uint32_t*>(output.data() + i), 0x7fc01235u);
    for (std::byte& byte : output) byte = std::byte{0};
    EXPECT_TRUE(buffers.slack_is_untouched(placed, 0x7fc01235));
    (flush_end ? output.data()[-1] : output.data()[output.size()]) = std::byte{0};
    EXPECT_FALSE(buffers.slack_is_untouched(placed, 0x7fc01235));
  }
}

// Finding 6 of the architecture: a read-only descriptor can be opened again read-write through
// /proc; the seal has to hold all the same.
TEST(SharedMemory, SealedInputsCannotBeWrittenThroughAnyOtherDescriptor) {
  const SharedMemory memory("test", 4096, true);
  const std::string path = fmt::format("/proc/self/fd/{}", memory.descriptor());
  const Descriptor again(open(path.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_TRUE(again);
  EXPECT_EQ(pwrite(again.get(), "x", 1, 0), -1);
  EXPECT_EQ(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again.get(), 0), MAP_FAILED);
  EXPECT_EQ(ftruncate(again.get(), 1), -1);
  memory.bytes()[0] = std::byte{1};  // the owner's own mapping still writes
  EXPECT_EQ(memory.bytes()[0], std::byte{1});
}

}  // namespace
}  // namespace warplab
