// Runs a program over a range of a parameter: the time for kernels and for transfers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/workshop.h"

namespace warplab {

struct SweepRequest {
  std::optional<Size> size;        // absent: what the family chooses
  std::uint64_t device_bytes = 0;  // of device memory that the program may use; 0: all
  int runs = 12;                   // of which the fastest and the slowest do not count
};

// Times in seconds, means of the runs that count.
struct SweepRow {
  std::string value;                      // of the parameter
  double kernels_s = 0, transfers_s = 0;  // how long the SMs and the copy engines were busy
  double total_s = 0, deviation_s = 0;    // from call to return, and its standard deviation
  double largest_error = 0;               // against the oracle
};

// Runs a step's program over its parameter, and says on what: "simt, modelled as H200". Throws
// CourseError if it does not build or run, or if an image takes more memory than there is.
std::vector<SweepRow> sweep(const Workshop& workshop, const Lab& lab, const Submission& submission,
                            const SweepRequest& request, std::string& gpu);

// The mean, without the smallest and the largest value if there are at least three.
double trimmed_mean(std::vector<double> values);
// The standard deviation of the same values (of a sample: n - 1).
double trimmed_deviation(std::vector<double> values);

}  // namespace warplab
