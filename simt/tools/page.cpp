// A section for the findings, one per source file, one for the kernels.
#include "simt/tools/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/numbers.h"
#include "common/version.h"
#include "common/wrap.h"
#include "simt/model/modelled_kernels.h"
#include "simt/model/occupancy.h"
#include "simt/model/target.h"
#include "simt/observe/bank_conflict.h"
#include "simt/observe/line_counts.h"
#include "simt/observe/source_text.h"
#include "simt/page/banks.h"
#include "simt/page/findings.h"
#include "simt/page/html.h"
#include "simt/page/listing.h"
#include "simt/page/occupancy.h"
#include "simt/page/roofline.h"
#include "simt/page/source.h"
#include "simt/tools/report.h"

namespace simt::tools {
namespace {

using events::Finding;
using observe::BankConflict;
using observe::CountedLines;
using observe::LaunchProfile;
using observe::LineProfile;
using observe::Metric;
using observe::Profile;
using page::Listing;
using page::Listings;
using warplab::counted;

// A page is smaller than these together. Findings may name files and kernels of 4 KiB each.
constexpr std::size_t most_findings_bytes = 200 << 10, most_source_bytes = 600 << 10;
constexpr std::size_t most_files = 20;
constexpr std::size_t longest_path = 200, longest_command = 500;  // characters

struct SourceFile {
  std::vector<CountedLines> counters;
  std::vector<BankConflict> conflicts;
  std::string instead;  // of what the page would show of it: why it does not
};

// What is new, and the profile, with the files of this folder by their paths from here.
std::vector<Finding> findings_to_show(const std::vector<JoinedFinding>& joined) {
  std::vector<Finding> findings;
  for (const JoinedFinding& each : joined)
    if (each.standing == Standing::fresh) findings.push_back(tools::with_short_paths(each.finding));
  return findings;
}

Profile profile_to_show(Profile profile) {
  for (LaunchProfile& launch : profile.launches)
    for (LineProfile& line : launch.lines) line.file = short_path(line.file);
  return profile;
}

// Those with findings first.
std::vector<std::string> files_of(const std::vector<Finding>& findings, const Profile& profile) {
  std::vector<std::string> files;
  const auto add = [&files](const std::string& file) {
    if (!file.empty() && std::ranges::find(files, file) == files.end()) files.push_back(file);
  };
  for (const Finding& finding : findings) {
    add(finding.where.file);
    if (finding.other) add(finding.other->file);
  }
  for (const LaunchProfile& launch : profile.launches)
    for (const LineProfile& line : launch.lines) add(line.file);
  return files;
}

// Of each line the request that took most wavefronts, in all launches.
std::vector<BankConflict> conflicts_in(const std::string& file, const Profile& profile) {
  std::map<uint32_t, BankConflict> by_line;
  for (const LaunchProfile& launch : profile.launches)
    for (const LineProfile& line : launch.lines) {
      if (line.file != file || !line.bank_map) continue;
      BankConflict conflict = observe::conflict_of(*line.bank_map);
      BankConflict& worst = by_line[line.line];
      if (conflict.wavefronts.size() > worst.wavefronts.size()) worst = std::move(conflict);
    }
  std::vector<BankConflict> conflicts;
  for (auto& [line, conflict] : by_line) conflicts.push_back(std::move(conflict));
  return conflicts;
}

double derived(const LaunchProfile& launch, std::string_view name) {
  const auto found =
      std::ranges::find(launch.derived, name, &std::pair<std::string, double>::first);
  return found == launch.derived.end() ? 0 : found->second;
}

model::ModelledLaunch modelled(const LaunchProfile& launch) {
  const auto whole = [&launch](std::string_view name) {
    return static_cast<uint32_t>(derived(launch, name));
  };
  const auto slots = static_cast<double>(launch.metrics[Metric::issue_slots]);
  return {launch.name,
          {whole("launch__block_size"), whole("launch__registers_per_thread"),
           whole("launch__shared_mem_per_block_static") +
               whole("launch__shared_mem_per_block_dynamic")},
          derived(launch, "gpu__time_duration.sum") * 1e-9,
          {model::lanes_of_warp * slots, derived(launch, "lts__t_bytes.sum"),
           derived(launch, "dram__bytes.sum")},
          launch.bound};
}

// Markup; nothing where no kernel ran.
std::string kernel_views(const Profile& profile, const model::Target& target) {
  std::vector<model::ModelledLaunch> launches;
  for (const LaunchProfile& launch : profile.launches) launches.push_back(modelled(launch));
  const model::ModelledKernels kernels = model::modelled_kernels(launches, target);
  return page::occupancy_view(kernels, "the program") + page::roofline_view(kernels, "the program");
}

class Page {
 public:
  Page(const Command& command, const ProgramEnd& end, const Profile& profile)
      : command_(command),
        end_(end),
        target_(*model::find_target(command.request.target)),
        findings_(findings_to_show(end.findings)),
        profile_(profile_to_show(profile)),
        kernels_(kernel_views(profile, target_)) {
    std::vector<std::string> files = files_of(findings_, profile_);
    more_files_ = files.size() - std::min(files.size(), most_files);
    files.resize(files.size() - more_files_);
    listings_.are_same = [](const std::string& file, const std::string& listed) {
      return file == listed;
    };
    for (const std::string& file : files) {
      files_.push_back({observe::counted_lines(profile_, file), conflicts_in(file, profile_), {}});
      listings_.all.push_back(page::make_listing(fmt::format("file{}", files_.size()),
                                                 warplab::cut(file, longest_path), file,
                                                 observe::read_source(file)));
    }
    leave_out_what_is_too_large();
  }

  std::string html() const {
    std::string title = fmt::format("simt {}:", command_.request.mode);
    for (const std::string& word : command_.program) title += " " + word;
    title = warplab::cut(title, longest_command);
    std::string body = fmt::format("<header><h1>{}</h1>\n<p>{}</p></header>\n{}<main>\n",
                                   page::escape(title), summary(), contents());
    body += findings_section();
    for (std::size_t f = 0; f < files_.size(); ++f)
      body += section(listings_.all[f].id, page::escape(listings_.all[f].label), file_views(f));
    if (more_files_ > 0)
      body += fmt::format("<p>{} left out.</p>\n", counted(more_files_, "1 more source file is",
                                                           "{} more source files are"));
    if (!kernels_.empty()) body += section("kernels", "Kernels", kernels_);
    body += fmt::format("</main>\n<footer class=\"small\"><p>simt {}</p></footer>\n",
                        page::escape(warplab::version().number));
    return page::document(title, body);
  }

 private:
  static std::string section(const std::string& id, const std::string& title,
                             const std::string& views) {
    return fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}"
        "</section>\n",
        id, title, views);
  }

  std::string summary() const {
    std::string text = "Target: " + target_.full_name + ".";
    if (!findings_.empty())
      text += " " + counted(findings_.size(), "1 finding.", "{} findings.");
    else if (command_.request.mode == "check")
      text += " No findings.";
    else if (profile_.launches.empty())
      text += " No kernel ran.";
    const std::string reason = end_.cut_short();
    if (!reason.empty()) text += " The program is not complete: " + reason + ".";
    return page::escape(text);
  }

  std::string contents() const {
    std::string items;
    const auto add = [&items](const std::string& id, const std::string& text) {
      items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, text);
    };
    if (!findings_.empty()) add("findings", "Findings");
    for (const Listing& listing : listings_.all) add(listing.id, page::escape(listing.label));
    if (!kernels_.empty()) add("kernels", "Kernels");
    if (items.empty()) return {};
    return fmt::format("<nav aria-label=\"Contents\"><ul>\n{}</ul></nav>\n", items);
  }

  std::string findings_section() const {
    if (findings_.empty()) return {};
    std::string views = page::findings_view(listings_, findings_, "shown on the terminal");
    if (views.size() > most_findings_bytes)
      views =
          "<p>They are left out: the page would be too large with them. They are shown on the "
          "terminal.</p>\n";
    return section("findings", "Findings", views);
  }

  std::string file_views(std::size_t f) const {
    const Listing& listing = listings_.all[f];
    const SourceFile& file = files_[f];
    if (!file.instead.empty()) return file.instead;
    if (!listing.text.empty())
      return page::source_view(listings_, listing, file.counters, findings_) +
             page::banks_view(listing, file.conflicts);
    return "<p>This file cannot be shown: it is not there, or no plain file of at most 8 MB. Paths "
           "count from the folder that simt runs in.</p>\n" +
           page::banks_view(listing, file.conflicts);
  }

  // Of files, from the first on, so that nothing is linked with lines that are not there.
  void leave_out_what_is_too_large() {
    std::size_t bytes = 0;
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const std::size_t more = file_views(f).size();
      if (bytes + more <= most_source_bytes) {
        bytes += more;
        continue;
      }
      Listing& listing = listings_.all[f];
      listing.text.clear();
      listing.shown = 0;
      files_[f].instead = "<p>It is left out: the page would be too large with it.</p>\n";
    }
  }

  const Command& command_;
  const ProgramEnd& end_;
  const model::Target& target_;
  std::vector<Finding> findings_;
  Profile profile_;
  std::string kernels_;  // markup of their views
  Listings listings_;
  std::vector<SourceFile> files_;  // of listings_
  std::size_t more_files_ = 0;
};

}  // namespace

std::string page_of(const Command& command, const ProgramEnd& end, const Profile& profile) {
  return Page(command, end, profile).html();
}

void write_page(const Command& command, const ProgramEnd& end, const Profile& profile) {
  write_text(*command.html, page_of(command, end, profile));
  fmt::print(stderr, "simt {}: page: {}\n", command.request.mode, command.html->string());
}

}  // namespace simt::tools
