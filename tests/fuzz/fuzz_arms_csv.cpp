#include <cmath>

#include "fuzz/target.hpp"
#include "ltlc/interchange/arms_csv.hpp"
#include "ltlc/statistics/comparison.hpp"

namespace {

template <class... Numbers>
void check_finite(Numbers... numbers) {
  ltlc::fuzz::require((std::isfinite(numbers) && ...), "a figure is a number");
}
void check_probability(double p) {
  ltlc::fuzz::require(p >= 0 && p <= 1, "a p lies between 0 and 1");
}
void check_test(ltlc::statistics::defined<ltlc::statistics::t_test> const& t) {
  if (!t) return;
  check_finite(t->t, t->df);
  check_probability(t->p);
}
void check_test(ltlc::statistics::defined<ltlc::statistics::spread_test> const& s) {
  if (!s) return;
  check_finite(s->statistic);
  check_probability(s->p);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  auto const input = fuzz::source_of(data, size);
  auto const arms = interchange::arms_from_csv(input);
  if (!arms) {
    fuzz::check_refusal(input, arms.error());
    return 0;
  }
  auto const &x = arms->front().values, &y = arms->back().values;
  auto const s = statistics::summarize(x);
  fuzz::require(s.has_value(), "an arm has two values");
  check_finite(s->mean, s->sd, s->least, s->greatest);
  check_test(statistics::welch(x, y));
  if (x.size() == y.size()) check_test(statistics::paired(x, y));
  check_finite(statistics::cohens_d(x, y).value_or(0));
  if (auto const f = statistics::f_test(x, y)) {
    check_finite(f->f);
    check_probability(f->p);
    check_probability(f->p_greater);
  }
  check_test(statistics::levene(x, y, statistics::centre::mean));
  check_test(statistics::levene(x, y, statistics::centre::median));
  check_test(statistics::fligner_killeen(x, y));
  return 0;
}
