// Runs a model on words and compares it with the definition of the formula's truth.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "lowering/head_depth.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

// Exact arithmetic first.
inline std::vector<execution::regime> all_regimes() {
  std::vector<execution::regime> regimes{std::nullopt};
  for (auto const& f : format::formats())
    regimes.emplace_back(f);
  return regimes;
}

// Exact arithmetic is none.
inline std::vector<std::optional<format::number_format>> all_formats() {
  std::vector<std::optional<format::number_format>> result{std::nullopt};
  for (auto const& f : format::formats())
    result.emplace_back(f);
  return result;
}

inline std::string name_of(execution::regime const& r) {
  return r ? std::string(r->format.name) : "exact";
}

inline std::optional<format::number_format> format_of(execution::regime const& r) {
  return r ? std::optional(r->format) : std::nullopt;
}

// Words in depth-first order share their prefixes' work in one interpreter.
class verdicts {
public:
  verdicts(network::model const& m, execution::regime const& r,
           execution::path way = execution::path::fast)
      : run_(m, r, way) {}

  // The verdict, or what went wrong.
  tl::expected<bool, execution::unsettled_gap> operator()(text::word const& w) {
    std::size_t shared = 0;
    while (shared < w.size() && shared < last_.size() && w[shared] == last_[shared])
      ++shared;
    run_.truncate(shared + 1);
    last_.resize(shared);
    for (std::size_t i = shared; i < w.size(); ++i) {
      if (auto const pushed = run_.push(w[i]); !pushed) return tl::unexpected(pushed.error());
      last_.push_back(w[i]);
    }
    return run_.accepts();
  }

private:
  execution::interpreter run_;
  text::word last_;
};

inline std::string describe(execution::unsettled_gap const& g) {
  return "layer " + std::to_string(g.layer) + " head " + std::to_string(g.head) + " query " +
         std::to_string(g.query) + " key " + std::to_string(g.key) + " gap " + g.gap;
}

// The number of words on which the model's verdict is not the given one; the first is shown.
inline std::size_t disagreements(network::model const& m, execution::regime const& r,
                                 std::vector<text::word> const& words,
                                 std::vector<bool> const& truth) {
  verdicts model(m, r);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto const answer = model(words[i]);
    bool const same = answer && *answer == truth[i];
    if (same) continue;
    if (wrong++ == 0)
      MESSAGE("model of " << m.formula << " for " << m.format << " in " << name_of(r) << ": on \""
                          << m.sigma.print(words[i]) << "\" the formula says " << truth[i]
                          << ", the model "
                          << (answer ? std::to_string(*answer) : describe(answer.error())));
  }
  return wrong;
}

inline std::vector<bool> truth_on(logic::formula f, text::alphabet const& sigma,
                                  std::vector<text::word> const& words) {
  std::vector<bool> truth;
  for (auto const& w : words)
    truth.push_back(logic::accepts(f, sigma, w));
  return truth;
}

} // namespace ltlc::support
