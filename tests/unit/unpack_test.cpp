// Archives taken apart: what is in them, and what is refused, each with its sentence.
#include "autograder/unpack/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "autograder/platforms/archive.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/sandbox.h"
#include "common/files.h"
#include "tests/own_folder.h"
#include "tests/zip_writer.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class Unpack : public testing::Test {
 protected:
  // What is said of a zip of these files.
  std::string said_of(const std::vector<ZippedFile>& files, ArchiveLimits limits = {10, 64 << 20}) {
    write_zip_file(scratch / "a.zip", files);
    return said(limits);
  }
  std::string said(ArchiveLimits limits = {10, 64 << 20}) {
    fs::remove_all(out);
    fs::create_directories(out);
    return unpack(scratch / "a.zip", out, limits);
  }
  // As it would be called in the sandbox: kinds and names, a line each.
  std::string listed(const fs::path& archive) {
    const Sandbox sandbox(SandboxKind::bubblewrap, Defences{});
    Unpacker unpacker(sandbox);
    std::string text;
    for (const PackedFile& file : unpacker.unpack(archive, "a.zip", student_archive))
      text += fmt::format("{} {}\n",
                          file.kind == PackedKind::file
                              ? read_file(file.bytes)
                              : (file.kind == PackedKind::link ? "(link)" : "(large)"),
                          file.name);
    return text;
  }

  const fs::path scratch = own_folder();
  const fs::path out = scratch / "out";
};

TEST_F(Unpack, FilesGetNumbersForNames) {
  EXPECT_EQ(said_of({{"lab2/", "", 0, 040755}, {"lab2/a.c", "int a;"}, {"b.c", "int b;"}}), "");
  EXPECT_EQ(read_file(out / "0"), "int a;");
  EXPECT_EQ(read_file(out / "1"), "int b;");
  EXPECT_EQ(read_file(out / "list").substr(0, 7), std::string("file\0000\000", 7));
  EXPECT_FALSE(fs::exists(out / "lab2"));
}

TEST_F(Unpack, InTheSandboxNamesAreWhatTheyWere) {
  write_zip_file(scratch / "a.zip", {{"Núñez/µ.c", "1"}, {"lab2\\b.c", "2"}, {"./c.c", "3"}});
  EXPECT_EQ(listed(scratch / "a.zip"), "1 Núñez/µ.c\n2 lab2/b.c\n3 c.c\n");
  write_zip_file(scratch / "old.zip",
                 {{"\x81"
                   "bung/a.c",
                   "1"}},
                 false);
  EXPECT_EQ(listed(scratch / "old.zip"),
            "1 \xef\xbf\xbd"
            "bung/a.c\n");
}

TEST_F(Unpack, TarsAndTheirCompressionsAreRead) {
  fs::create_directories(scratch / "in/lab2");
  write_file(scratch / "in/lab2/a.c", "int a;");
  fs::create_symlink("/etc/passwd", scratch / "in/lab2/link.c");
  fs::create_hard_link(scratch / "in/lab2/a.c", scratch / "in/lab2/second.c");
  for (const char* how : {"-cf", "-czf", "-cJf"}) {
    const fs::path archive = scratch / "a.tar";
    Process tar({"tar", how, archive, "--sort=name", "-C", scratch / "in", "lab2"}, {});
    ASSERT_EQ(tar.wait(60)->code, 0);
    EXPECT_EQ(listed(archive), "int a; lab2/a.c\n(link) lab2/link.c\n(link) lab2/second.c\n");
  }
}

TEST_F(Unpack, NamesThatLeadElsewhereAreRefused) {
  EXPECT_EQ(said_of({{"a.c", "x"}, {"../../evil", "x"}}),
            "has a file in it whose name leads out of the archive, ../../evil");
  EXPECT_EQ(said_of({{"lab2/..", "x"}}),
            "has a file in it whose name leads out of the archive, lab2/..");
  EXPECT_EQ(said_of({{"..\\evil", "x"}}),
            "has a file in it whose name leads out of the archive, ../evil");
  EXPECT_EQ(said_of({{"/etc/cron.d/evil", "x"}}),
            "has a file with an absolute name in it, /etc/cron.d/evil");
  EXPECT_EQ(said_of({{"C:\\evil", "x"}}), "has a file with an absolute name in it, C:/evil");
  EXPECT_EQ(said_of({{"a\nb.c", "x"}}),
            "has a file in it whose name has a control character, a\nb.c");
  EXPECT_EQ(said_of({{std::string(2000, 'a'), "x"}}),
            "has a file in it whose name is longer than 1000 bytes");
  EXPECT_EQ(said_of({{"a..b/c..", "x"}}), "");
}

TEST_F(Unpack, LinksAreNotMade) {
  EXPECT_EQ(said_of({{"a", "/etc", 0, 0120777}, {"a/passwd", "mine"}}), "");
  EXPECT_EQ(read_file(out / "0"), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 2);
}

TEST_F(Unpack, WhatIsTooMuchIsRefused) {
  EXPECT_EQ(said_of({{"a", "1"}, {"b", "2"}, {"c", "3"}}, {2, 100}), "has more than 2 files in it");
  const std::string megabyte(1 << 20, 'x');
  EXPECT_EQ(said_of({{"a", megabyte}, {"b", megabyte}}, {10, (1 << 20) + 1}),
            "has more than 1 MiB in it");
  EXPECT_EQ(said_of({{"a", std::string(30 << 20, '\0')}}),
            "unpacks to more than 200 times its size");
}

TEST_F(Unpack, AFileThatIsTooLargeIsNamedAlone) {
  EXPECT_EQ(said_of({{"a", "12345"}, {"b", "1"}}, {10, 100, 4}), "");
  EXPECT_EQ(read_file(out / "0"), "1");
  EXPECT_TRUE(read_file(out / "list").starts_with("large"));
}

// Written by what does not know the end from the beginning, as servers that make a zip while they send it.
TEST_F(Unpack, ZipsThatWereStreamedAreRead) {
  archive* const zip = archive_write_new();
  archive_write_set_format_zip(zip);
  ASSERT_EQ(archive_write_open_filename(zip, (scratch / "a.zip").c_str()), ARCHIVE_OK);
  archive_entry* const entry = archive_entry_new();
  for (const auto& [name, text] : {std::pair{"lab2/a.c", "int a;"}, {"lab2/b.c", "int bb;"}}) {
    archive_entry_clear(entry);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(zip, entry);
    archive_write_data(zip, text, std::char_traits<char>::length(text));
  }
  archive_entry_free(entry);
  archive_write_free(zip);
  EXPECT_EQ(listed(scratch / "a.zip"), "int a; lab2/a.c\nint bb; lab2/b.c\n");
}

// The size of a file stands before it and at the end, and neither needs to be true.
TEST_F(Unpack, ASizeThatIsALieLetsNoMoreIn) {
  const std::string text(100'000, 'x');
  write_zip_file(scratch / "a.zip", {{"a", text}});
  std::string bytes = read_file(scratch / "a.zip");
  const auto number = [](std::size_t size) {
    std::string four;
    for (int shift = 0; shift < 32; shift += 8) four += static_cast<char>(size >> shift & 255);
    return four;
  };
  int changed = 0;
  for (std::size_t at = 0; (at = bytes.find(number(text.size()), at)) != std::string::npos; ++at)
    bytes.replace(at, 4, number(3)), ++changed;
  ASSERT_EQ(changed, 2);
  write_file(scratch / "a.zip", bytes);
  const std::string complaint = said({10, 64 << 20, 50'000});
  EXPECT_TRUE(complaint.empty() || complaint.starts_with("is damaged, or no archive: "))
      << complaint;
  for (const auto& entry : fs::directory_iterator(out))
    EXPECT_LE(fs::file_size(entry), 50'000u) << entry.path();
}

TEST_F(Unpack, PipesAndDevicesAreNotMade) {
  fs::create_directories(scratch / "in");
  ASSERT_EQ(mkfifo((scratch / "in/pipe.c").c_str(), 0644), 0);
  Process tar({"tar", "-cf", scratch / "a.tar", "-C", scratch / "in", "pipe.c"}, {});
  ASSERT_EQ(tar.wait(60)->code, 0);
  EXPECT_EQ(listed(scratch / "a.tar"), "(link) pipe.c\n");
}

TEST_F(Unpack, WhatIsNoArchiveOrEncryptedIsRefused) {
  EXPECT_EQ(said_of({{"a.c", "x", 0, 0100644, true}}),
            "is encrypted: ask for one without a password");
  write_file(scratch / "a.zip", "this is no archive");
  EXPECT_TRUE(said().starts_with("is damaged, or no archive: ")) << said();
  write_zip_file(scratch / "a.zip", {{"a.c", std::string(1000, 'x') + "y"}});
  const std::string whole = read_file(scratch / "a.zip");
  write_file(scratch / "a.zip", whole.substr(0, 20));
  EXPECT_TRUE(said().starts_with("is damaged, or no archive: ")) << said();
}

}  // namespace
}  // namespace warplab
