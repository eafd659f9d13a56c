// Pictures: what is written is read again, and broken files are refused with a reason.
#include "common/image.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// A folder for one test, removed with all that is in it.
class ImageTest : public testing::Test {
 protected:
  fs::path file(const std::string& name) const { return folder_ / name; }

  static std::string read_bytes(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static void write_bytes(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  const fs::path folder_ = own_folder();
};

Image striped_image(int width, int height, int channels) {
  Image image{width, height, channels, {}};
  for (int i = 0; i < width * height * channels; ++i) image.pixels.push_back(37 * i % 251);
  return image;
}

// What the ImageError of `call` says.
template <typename Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const ImageError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(ImageTest, PngComesBackUnchanged) {
  for (const int channels : {3, 4}) {
    const Image image = striped_image(7, 5, channels);
    write_image(file("a.png"), image);
    const Image again = read_image(file("a.png"), channels);
    EXPECT_EQ(again.width, 7);
    EXPECT_EQ(again.height, 5);
    EXPECT_EQ(again.channels, channels);
    EXPECT_EQ(again.pixels, image.pixels);
  }
}

TEST_F(ImageTest, JpgComesBackNearlyUnchanged) {
  Image image{64, 48, 3, {}};
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      for (int c = 0; c < 3; ++c) image.pixels.push_back(x + 2 * y + 30 * c);
    }
  }
  write_image(file("a.jpg"), image);
  const Image again = read_image(file("a.jpg"), 3);
  ASSERT_EQ(again.pixels.size(), image.pixels.size());
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    ASSERT_NEAR(again.pixels[i], image.pixels[i], 8) << "at " << i;
  }
}

TEST_F(ImageTest, MissingAlphaBecomesOpaque) {
  write_image(file("a.png"), striped_image(3, 2, 3));
  const Image image = read_image(file("a.png"), 4);
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 3; ++x) EXPECT_EQ(image.at(x, y, 3), 255);
  }
}

TEST_F(ImageTest, TheCoursesPhotographsCanBeRead) {
  for (const char* name : {"coffee.png", "rocket.jpg"}) {
    const Image image = read_image(fs::path(checkout::root) / "images" / name, 3);
    EXPECT_GE(image.width, 400) << name;
    EXPECT_GE(image.height, 400) << name;
  }
}

TEST_F(ImageTest, MissingFileIsNamed) {
  const std::string message = message_of([&] { read_image(file("none.png"), 3); });
  EXPECT_NE(message.find("none.png"), std::string::npos) << message;
  EXPECT_NE(message.find("no such file"), std::string::npos) << message;
}

TEST_F(ImageTest, FolderIsNoPicture) { EXPECT_THROW(read_image(folder_, 3), ImageError); }

TEST_F(ImageTest, EmptyFileIsRefused) {
  write_bytes(file("a.png"), "");
  EXPECT_NE(message_of([&] { read_image(file("a.png"), 3); }).find("empty"), std::string::npos);
}

TEST_F(ImageTest, TextIsRefused) {
  write_bytes(file("a.jpg"), "this is no picture at all");
  EXPECT_THROW(read_image(file("a.jpg"), 3), ImageError);
}

TEST_F(ImageTest, JpgCutAnywhereIsRefused) {
  write_image(file("whole.jpg"), striped_image(40, 30, 3));
  const std::string bytes = read_bytes(file("whole.jpg"));
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    write_bytes(file("cut.jpg"), bytes.substr(0, size));
    EXPECT_THROW(read_image(file("cut.jpg"), 3), ImageError) << size << " of " << bytes.size();
  }
  write_bytes(file("cut.jpg"), bytes.substr(0, bytes.size() - 1));
  EXPECT_NE(message_of([&] { read_image(file("cut.jpg"), 3); }).find("truncated"),
            std::string::npos);
}

TEST_F(ImageTest, PngCutInItsDataIsRefused) {
  write_image(file("whole.png"), striped_image(40, 30, 3));
  const std::string bytes = read_bytes(file("whole.png"));
  for (std::size_t size = 1; size < bytes.size() - 12; size += 7) {
    write_bytes(file("cut.png"), bytes.substr(0, size));
    EXPECT_THROW(read_image(file("cut.png"), 3), ImageError) << size << " of " << bytes.size();
  }
}

TEST_F(ImageTest, BytesBehindTheEndOfAJpgDoNotMatter) {
  write_image(file("a.jpg"), striped_image(16, 16, 3));
  write_bytes(file("b.jpg"), read_bytes(file("a.jpg")) + "appended by a camera");
  EXPECT_EQ(read_image(file("b.jpg"), 3).pixels, read_image(file("a.jpg"), 3).pixels);
}

TEST_F(ImageTest, NothingIsWrittenForAZeroSize) {
  EXPECT_THROW(write_image(file("a.png"), Image{0, 5, 3, {}}), ImageError);
  EXPECT_THROW(write_image(file("a.png"), Image{5, 0, 3, {}}), ImageError);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ImageTest, UnknownExtensionIsRefused) {
  const Image image = striped_image(2, 2, 3);
  const std::string message = message_of([&] { write_image(file("a.gif"), image); });
  EXPECT_NE(message.find(".gif"), std::string::npos) << message;
}

TEST_F(ImageTest, FailedWriteLeavesNothingBehind) {
  EXPECT_THROW(write_image(file("no-such-folder/a.png"), striped_image(2, 2, 3)), FileError);
  fs::create_directories(file("a.png/in-the-way"));
  EXPECT_THROW(write_image(file("a.png"), striped_image(2, 2, 3)), FileError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST(MirroredTilingTest, EverySecondCopyIsMirrored) {
  const Image image{3, 2, 1, {1, 2, 3, 4, 5, 6}};
  const Image tiled = mirrored_tiling(image, 7, 5);
  const std::vector<std::uint8_t> expected = {1, 2, 3, 3, 2, 1, 1,  //
                                              4, 5, 6, 6, 5, 4, 4,  //
                                              4, 5, 6, 6, 5, 4, 4,  //
                                              1, 2, 3, 3, 2, 1, 1,  //
                                              1, 2, 3, 3, 2, 1, 1};
  EXPECT_EQ(tiled.pixels, expected);
}

TEST(MirroredTilingTest, SmallerSizeIsACrop) {
  const Image image{3, 2, 1, {1, 2, 3, 4, 5, 6}};
  EXPECT_EQ(mirrored_tiling(image, 2, 1).pixels, (std::vector<std::uint8_t>{1, 2}));
}

// A Huffman table of more codes than there are bytes, which stb_image would write beyond its end.
TEST_F(ImageTest, RefusesAJpgWithTooLongATable) {
  std::string jpg = {'\xff', '\xd8', '\xff', '\xc4', 0, 19, 0, '\xff', '\xff'};
  jpg += std::string(14, '\0') + "\xff\xd9";
  write_bytes(file("table.jpg"), jpg);
  EXPECT_NE(message_of([&] { read_image(file("table.jpg"), 3); }).find("damaged"),
            std::string::npos);
}

TEST_F(ImageTest, RefusesMorePixelsThanItReads) {
  const std::string header(
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x3e\x80\0\0\x3e\x80\x08\x02\0\0\0\0\0\0\0", 33);
  const std::string begin_of_data("\0\0\0\1IDATx", 9);
  write_bytes(file("large.png"), header + begin_of_data);
  const std::string message = message_of([&] { read_image(file("large.png"), 3); });
  EXPECT_NE(message.find("16000x16000"), std::string::npos) << message;
}

}  // namespace
}  // namespace warplab
