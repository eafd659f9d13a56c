// Containers of device code: what is chosen from them, and that damaged ones are refused.
#include "simt/runtime/fatbin.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <random>
#include <string>

namespace simt::runtime {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

struct EntrySpec {
  uint16_t kind = 1;
  uint32_t architecture = 80;
  std::string payload;
  uint64_t flags = 0, raw_size = 0;
};

// A container as nvcc writes it.
std::string container_of(const std::vector<EntrySpec>& specs) {
  std::string entries;
  for (const auto& spec : specs) {
    std::string header(64, '\0');
    const auto put = [&header](size_t offset, auto value) {
      std::memcpy(header.data() + offset, &value, sizeof(value));
    };
    const uint64_t padded = (spec.payload.size() + 7) / 8 * 8;
    put(0, spec.kind);
    put(4, uint32_t{64});
    put(8, padded);
    put(16, static_cast<uint32_t>(spec.flags == 0 ? 0 : spec.payload.size()));
    put(28, spec.architecture);
    put(40, spec.flags);
    put(56, spec.raw_size);
    entries += header + spec.payload + std::string(padded - spec.payload.size(), '\0');
  }
  std::string out(16, '\0');
  const uint16_t version = 1, header = 16;
  const uint64_t size = entries.size();
  std::memcpy(out.data(), &fatbin_magic, 4);
  std::memcpy(out.data() + 4, &version, 2);
  std::memcpy(out.data() + 6, &header, 2);
  std::memcpy(out.data() + 8, &size, 8);
  return out + entries;
}

std::string compress_zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string compress_lz4(const std::string& text) {
  std::string out(static_cast<size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  out.resize(static_cast<size_t>(LZ4_compress_default(
      text.data(), out.data(), static_cast<int>(text.size()), static_cast<int>(out.size()))));
  return out;
}

const std::string ptx =
    "//\n.version 8.0\n.target sm_80\n.address_size 64\n" + std::string(500, ' ');

TEST(Fatbin, PlainTextComesBackWithoutItsPadding) {
  EXPECT_EQ(choose_ptx(bytes_of(container_of({{.payload = ptx + '\0'}}))), ptx);
}

// A student kit's baselines are made of such containers.
TEST(Fatbin, WhatIsMadeHereCannotBeReadByEye) {
  for (const std::string& text : {ptx, std::string(), std::string(".version 8.0\n")}) {
    const std::string made = make_fatbin(text, 80);
    EXPECT_EQ(choose_ptx(bytes_of(made)), text);
    EXPECT_EQ(read_fatbin(bytes_of(made)).at(0).architecture, 80u);
  }
  EXPECT_EQ(make_fatbin(ptx + ptx, 80).find(ptx), std::string::npos);
}

TEST(Fatbin, CompressedTextIsDecompressed) {
  EXPECT_EQ(choose_ptx(bytes_of(container_of(
                {{.payload = compress_zstd(ptx), .flags = 0x8000, .raw_size = ptx.size()}}))),
            ptx);
  EXPECT_EQ(choose_ptx(bytes_of(container_of(
                {{.payload = compress_lz4(ptx), .flags = 0x2000, .raw_size = ptx.size()}}))),
            ptx);
}

TEST(Fatbin, ALimitOfRegistersBecomesADirective) {
  const std::string kernels =
      ".version 8.0\n.visible .entry a(\n.param .u64 x\n)\n{\nret;\n}\n"
      ".visible .entry b()\n.maxntid 32, 1, 1\n{\nret;\n}\n.visible .entry c{ret;}\n";
  const std::string limited =
      ".version 8.0\n.visible .entry a(\n.param .u64 x\n)\n.maxnreg 40\n{\nret;\n}\n"
      ".visible .entry b()\n.maxntid 32, 1, 1\n{\nret;\n}\n.visible .entry c.maxnreg 40\n{ret;}\n";
  std::string made = container_of({{.payload = kernels}});
  EXPECT_EQ(choose_ptx(bytes_of(made)), kernels);
  // nvcc's headers are longer then: 16 bytes of the container's, then the entry's.
  std::string option = " -maxrregcount=40 ";
  option.resize(32, '\0');
  made.insert(16 + 64, option);
  made[16 + 4] = 64 + 32;
  uint64_t size = 0;
  std::memcpy(&size, &made[8], sizeof size);
  size += option.size();
  std::memcpy(&made[8], &size, sizeof size);
  EXPECT_EQ(choose_ptx(bytes_of(made)), limited);
}

TEST(Fatbin, TheHighestPtxIsChosenAndMachineCodeNever) {
  const auto container = container_of({{.architecture = 70, .payload = "seventy"},
                                       {.architecture = 90, .payload = "ninety"},
                                       {.architecture = 80, .payload = "eighty"},
                                       {.kind = 2,
                                        .architecture = 100,
                                        .payload = "\x7f"
                                                   "ELF"}});
  EXPECT_EQ(choose_ptx(bytes_of(container)), "ninety");
  EXPECT_EQ(read_fatbin(bytes_of(container)).size(), 4u);
}

TEST(Fatbin, AProgramWithoutPtxIsToldWhatItHas) {
  const auto complaint = [](const std::vector<EntrySpec>& entries) -> std::string {
    try {
      return "PTX: " + choose_ptx(bytes_of(container_of(entries)));
    } catch (const NoPtxError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(
      complaint({{.kind = 2, .payload = "ELF"}, {.kind = 2, .architecture = 90, .payload = "ELF"}}),
      "this program has no PTX, which is what simt runs, but machine code for sm_80, sm_90");
  EXPECT_EQ(complaint({}), "this program has no PTX, which is what simt runs");
}

TEST(Fatbin, BareTextEndsWhereTheNextFilesBegins) {
  EXPECT_EQ(choose_ptx(bytes_of(".version 8.0\n.target sm_80\n" + std::string(1, '\0') + "x")),
            ".version 8.0\n.target sm_80\n");
  EXPECT_EQ(choose_ptx(bytes_of("// a\n.version 8.0\n}\n// b\n.version 8.0\n")),
            "// a\n.version 8.0\n}\n// b");
  EXPECT_EQ(choose_ptx(bytes_of(".version 8.0\n// \033[0m.cu\n}\n\001")),
            ".version 8.0\n// \033[0m.cu\n}\n");
  EXPECT_EQ(choose_ptx(bytes_of(".version 8.0\n// b")), ".version 8.0\n// b");
  EXPECT_EQ(choose_ptx(bytes_of(".version 8.0\n// b" + std::string(1, '\0') + "\n")),
            ".version 8.0\n// b");
  EXPECT_THROW(choose_ptx(bytes_of("no device code")), FatbinError);
  EXPECT_THROW(choose_ptx({}), FatbinError);
}

TEST(Fatbin, SizesThatLieAreRefused) {
  const auto good =
      container_of({{.payload = compress_zstd(ptx), .flags = 0x8000, .raw_size = 600}});
  const auto with = [&good](size_t offset, uint64_t value, size_t size) {
    std::string damaged = good;
    std::memcpy(damaged.data() + offset, &value, size);
    return damaged;
  };
  EXPECT_THROW(choose_ptx(bytes_of(with(8, good.size() - 15, 8))), FatbinError);  // container
  EXPECT_THROW(choose_ptx(bytes_of(with(8, ~uint64_t{0}, 8))), FatbinError);
  EXPECT_THROW(choose_ptx(bytes_of(with(6, 8, 2))), FatbinError);              // its header
  EXPECT_THROW(choose_ptx(bytes_of(with(20, 8, 4))), FatbinError);             // entry's header
  EXPECT_THROW(choose_ptx(bytes_of(with(24, ~uint64_t{0}, 8))), FatbinError);  // payload
  EXPECT_THROW(choose_ptx(bytes_of(with(32, 1 << 20, 4))), FatbinError);       // compressed
  EXPECT_THROW(choose_ptx(bytes_of(with(72, ~uint64_t{0}, 8))), FatbinError);  // raw
  EXPECT_THROW(choose_ptx(bytes_of(with(72, 10, 8))), FatbinError);            // raw, too small
}

TEST(Fatbin, DamageNeverCrashes) {
  const auto good =
      container_of({{.payload = compress_zstd(ptx), .flags = 0x8000, .raw_size = ptx.size()},
                    {.architecture = 90,
                     .payload = compress_lz4(ptx),
                     .flags = 0x2000,
                     .raw_size = ptx.size()}});
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = good.substr(0, i % 3 == 0 ? random() % good.size() : good.size());
    for (unsigned n = random() % 4; n > 0 && !damaged.empty(); --n)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    try {
      choose_ptx(bytes_of(damaged));
    } catch (const FatbinError&) {
    }
  }
}

TEST(Fatbin, TheProgramsOwnImageBoundsWhatIsRead) {
  static const std::string container = make_fatbin(ptx, 80);
  static char in_image[4096] = {1};
  std::memcpy(in_image, container.data(), container.size());
  EXPECT_EQ(fatbin_bytes(in_image).size(), container.size());
  EXPECT_EQ(choose_ptx(fatbin_bytes(in_image)), ptx);
  EXPECT_THROW(fatbin_bytes(reinterpret_cast<const void*>(16)), FatbinError);
}

}  // namespace
}  // namespace simt::runtime
