#include "ltlc/lowering/arguments.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/usage.hpp"

namespace ltlc::lowering {

namespace {

form of_variable(variable v) {
  return {.constant = 0, .terms = {{v, 1}}};
}
form none_of(variable v) {
  return {.constant = 1, .terms = {{v, -1}}};
}

} // namespace

variable arguments::add(planned p) {
  variables_.push_back(std::move(p));
  return static_cast<variable>(variables_.size() - 1);
}

readable arguments::read(form f) const {
  std::size_t const layer = attention_reads(f, variables_);
  return {std::move(f), layer};
}

variable arguments::add_sum(unit_sum sum, std::string what, bool counts) {
  planned p{.kind = content::sum};
  p.layer = mlp_reads(sum, variables_);
  p.text = std::move(what);
  p.sum = std::move(sum);
  p.counts = counts;
  return add(std::move(p));
}

variable arguments::exact_variable(boolean_function const& f, std::string const& what) {
  auto const at = exact_.find(f);
  if (at != exact_.end()) return at->second;
  if (auto const& sum = exact_cover(f)) return exact_[f] = add_sum(*sum, what, false);
  // A count first, and then min(count, 1) = 1 − relu(1 − count) one layer later.
  auto const [count, complement] = count_variable(f, what);
  unit_sum clamp{.constant = complement ? 0 : 1, .units = {{complement ? 1 : -1, none_of(count)}}};
  return exact_[f] = add_sum(std::move(clamp), what, false);
}

arguments::counted arguments::count_variable(boolean_function const& f, std::string const& what) {
  auto const at = counts_.find(f);
  if (at != counts_.end()) return at->second;
  auto const& cover = counted_cover(f);
  LTLC_ENSURES(cover.has_value());
  bool const complement = cover->complement;
  variable const v = add_sum(cover->count, (complement ? "0 iff " : "positive iff ") + what, true);
  return counts_[f] = {v, complement};
}

std::optional<unit_sum> const& arguments::exact_cover(boolean_function const& f) {
  auto const [at, fresh] = exact_covers_.try_emplace(f);
  if (fresh) at->second = exact_sum(diagrams_, f, most_);
  return at->second;
}

std::optional<counting_cover> const& arguments::counted_cover(boolean_function const& f) {
  auto const [at, fresh] = counted_covers_.try_emplace(f);
  if (fresh) at->second = counting_sum(diagrams_, f, most_);
  return at->second;
}

std::optional<variable> arguments::complement_of(boolean_function f) {
  for (diagram_pool::ref& part : f)
    part = diagrams_.negate(part);
  auto const at = exact_.find(f);
  if (at == exact_.end()) return std::nullopt;
  return at->second;
}

// An exact sum with no more units than a count says the truth itself, so it is preferred.
bool arguments::exact_is_small(boolean_function const& f) {
  if (only_exact_) return true;
  auto const& exact = exact_cover(f);
  if (!exact) return false;
  auto const& count = counted_cover(f);
  return !count || exact->units.size() <= count->count.units.size();
}

readable arguments::key(boolean_function const& f, std::string const& what) {
  if (auto t = threshold_form(diagrams_, f, most_)) return read(std::move(*t));
  if (auto const other = complement_of(f)) return read(none_of(*other));
  if (exact_.contains(f) || exact_is_small(f)) return read(of_variable(exact_variable(f, what)));
  auto const [count, complement] = count_variable(f, what);
  return read(complement ? none_of(count) : of_variable(count));
}

readable arguments::value(boolean_function const& f, std::string const& what) {
  if (auto exact = exact_form(diagrams_, f, most_)) return read(std::move(*exact));
  if (auto const other = complement_of(f)) return read(none_of(*other));
  return read(of_variable(exact_variable(f, what)));
}

namespace {

// The largest value of a form over all truth values and letters.
std::int64_t largest(form const& f) {
  std::int64_t sum = f.constant;
  for (auto const& [v, weight] : f.terms)
    sum += std::max<std::int64_t>(weight, 0);
  std::int64_t letter = 0;
  for (auto const weight : f.letters)
    letter = std::max<std::int64_t>(letter, weight);
  return sum + letter;
}

} // namespace

// One unit, relu(t), is enough for a threshold.
variable arguments::readout(boolean_function const& f, std::string const& what) {
  if (auto const at = exact_.find(f); at != exact_.end()) return at->second;
  if (auto t = threshold_form(diagrams_, f, most_)) {
    bool const exact = largest(*t) <= 1;
    if (exact || !only_exact_)
      return add_sum({.constant = 0, .units = {{1, std::move(*t)}}},
                     exact ? what : "positive iff " + what, !exact);
  }
  if (exact_is_small(f)) return exact_variable(f, what);
  counting_cover cover = counted_cover(f).value();
  if (cover.complement) {
    cover.count.constant = 1;
    for (auto& [weight, unit] : cover.count.units)
      weight = -weight;
  }
  return add_sum(std::move(cover.count), "positive iff " + what, true);
}

} // namespace ltlc::lowering
