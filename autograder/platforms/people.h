// Who the owners of hand-ins are: a platform's names, its tables and the students that a class has already, put together.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "autograder/classroom/moment.h"
#include "autograder/classroom/roster.h"
#include "autograder/platforms/book.h"
#include "autograder/platforms/names.h"

namespace warplab {

// Whose a hand-in is, and what the platform's table knows of it.
struct KnownOwner {
  Student student;
  std::optional<Moment> handed_in;
};

class People {
 public:
  // `known` are the students of the class so far.
  explicit People(std::vector<Student> known);

  void add(Book book);
  // The students that handed something in together, mostly one. Two owners are two students: where their ids would be the
  // same, the platform's number is put after the second's. What is doubtful becomes a remark.
  std::vector<KnownOwner> students_of(Naming naming, const Owner& owner,
                                      std::vector<Remark>& remarks);
  // Those that were not known at first.
  const std::vector<Student>& new_students() const { return new_; }

 private:
  std::vector<const BookRow*> rows_of(Naming naming, const Owner& owner,
                                      std::vector<Remark>& remarks) const;
  Student student_of(const BookRow& row, std::vector<Remark>& remarks);
  const Student* find(const std::string& id, const std::string& email,
                      const std::string& name) const;

  std::vector<Book> books_;
  std::vector<Student> known_, new_;
  std::map<std::string, std::string> owners_;  // by id: what tells people apart
};

}  // namespace warplab
