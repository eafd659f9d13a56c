// Time of day in a named time zone, with its summer time, as the C library has it from tzdata.
#pragma once

#include <ctime>
#include <string>

#include "autograder/classroom/moment.h"

namespace warplab {

class Zone {
 public:
  // "Europe/Berlin", or "" for that of this machine. Throws CourseError for a name that tzdata does not have.
  explicit Zone(std::string name);

  const std::string& name() const { return name_; }
  std::tm local(Moment moment) const;
  // The moment of a time of day. One that the clocks skip is what they show an hour later.
  Moment moment(std::tm local) const;
  // How many days after `from` have begun by `to`: a day ends at the same time of day as it began, whether it has 23, 24 or
  // 25 hours. 0 if `to` is not after `from`.
  int days_begun(Moment from, Moment to) const;

 private:
  std::string name_;
};

}  // namespace warplab
