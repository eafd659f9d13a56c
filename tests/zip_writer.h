// Writes zips as platforms and people do, and as nobody should.
#pragma once

#include <minizip/zip.h>
#include <zconf.h>
#include <zlib.h>

#include <ctime>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplab {

struct ZippedFile {
  std::string name;  // whatever it is
  std::string text;
  std::time_t modified = 1760000000;  // 2025-10-09T08:53:20Z
  unsigned mode = 0100644;            // 0120777: a symbolic link to `text`
  bool is_marked_encrypted = false;
};

// Names are marked as UTF-8, if they are not to be what old programs of Windows write.
inline void write_zip_file(const std::filesystem::path& path, const std::vector<ZippedFile>& files,
                           bool is_utf8 = true) {
  std::filesystem::create_directories(path.parent_path());
  void* const zip = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  if (zip == nullptr) throw std::runtime_error("cannot write " + path.string());
  for (const ZippedFile& file : files) {
    zip_fileinfo about{};
    std::tm parts{};
    localtime_r(&file.modified, &parts);
    about.tmz_date.tm_sec = parts.tm_sec;
    about.tmz_date.tm_min = parts.tm_min;
    about.tmz_date.tm_hour = parts.tm_hour;
    about.tmz_date.tm_mday = parts.tm_mday;
    about.tmz_date.tm_mon = parts.tm_mon;
    about.tmz_date.tm_year = parts.tm_year + 1900;
    about.external_fa = uLong{file.mode} << 16;
    const uLong flags = (is_utf8 ? 1u << 11 : 0u) | (file.is_marked_encrypted ? 1u : 0u);
    zipOpenNewFileInZip4(zip, file.name.c_str(), &about, nullptr, 0, nullptr, 0, nullptr,
                         Z_DEFLATED, 1, 0, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr,
                         0, 3 << 8, flags);
    zipWriteInFileInZip(zip, file.text.data(), static_cast<unsigned>(file.text.size()));
    zipCloseFileInZip(zip);
  }
  zipClose(zip, nullptr);
}

}  // namespace warplab
