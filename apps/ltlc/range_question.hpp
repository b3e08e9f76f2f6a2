// What `range` is asked, made from its options: one question, or one for each point of a sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ltlc/range/ideal_range.hpp"
#include "ltlc/range/realization.hpp"
#include "ltlc/range/realized_range.hpp"

#include "options.hpp"
#include "outcome.hpp"
#include "sweep.hpp"

namespace ltlc::app {

struct range_question {
  std::string angle; // as it was asked: a frequency, or "best"
  std::string scale; // as it was asked
  range::offset_pair head;
  std::string format;
  std::optional<range::realization> realization; // none = exact arithmetic
  exact::rational gap;                           // f
  std::uint64_t cap = 0;
};

struct range_questions {
  std::vector<swept> axes;            // of the sweep; empty for one question
  std::vector<range_question> points; // the last axis runs fastest
};

// Errors name the option: a wrong angle, scale, offset or format; options that contradict each
// other; an option that cannot be swept, or twice; more than 10,000 points.
[[nodiscard]] outcome<range_questions> questions_of(range_options const& o);

struct exact_range {
  tl::expected<std::optional<range::ideal_answer>, range::not_decided> answer;
};
using range_answer = std::variant<exact_range, range::realized_answer>;

[[nodiscard]] range_answer answer(range_question const& q);

} // namespace ltlc::app
