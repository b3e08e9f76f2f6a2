#include "ltlc/lowering/ways.hpp"

#include <algorithm>
#include <set>

#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/lowering/wording.hpp"

namespace ltlc::lowering {

namespace {

constexpr std::uint64_t default_length = 512;
// Steps of a chain that is taken without being asked for, and of any chain.
constexpr std::uint32_t most_free_steps = 256;
constexpr std::uint32_t most_steps = 4'096;

std::string as_asked(bool asked) {
  return asked ? ", as asked" : "";
}

class chooser {
public:
  chooser(logic::formula f, text::alphabet const& sigma, options const& how,
          budget::budget const& limits)
      : formula_(f), sigma_(sigma), how_(how), limits_(limits),
        arithmetic_(arithmetic_for(how.format, how.sums)) {}

  tl::expected<numbered_plan, compile_error> run() {
    if (auto wrong = take_what_is_asked()) return tl::unexpected(std::move(*wrong));
    for (;;) {
      auto made = make_plan(formula_, sigma_, how_, ways_, limits_);
      if (!made) return tl::unexpected(made.error());
      result_ = {std::move(*made), {arithmetic_, {}, {}, {}, {}, {}}, std::nullopt};
      again_ = false;
      if (auto wrong = number_residues()) return tl::unexpected(std::move(*wrong));
      if (!again_)
        if (auto wrong = number_offsets()) return tl::unexpected(std::move(*wrong));
      if (!again_) return std::move(result_);
    }
  }

private:
  // --- what is known before any number -------------------------------------------------------

  std::optional<compile_error> take_what_is_asked() {
    logic::formula_pool const& pool = *formula_.pool;
    bool const rightmost = steps_by_rightmost(how_) && !how_.max_length;
    bool const chain = how_.offset == offset_choice::chain;
    for (term::id const id : logic::subformulas(formula_)) {
      logic::node const n = pool[id];
      if (n.kind == logic::op::mod && how_.modular == modular_choice::prime_powers &&
          prime_powers(n.b).size() > 1)
        ways_.split.emplace(n.b, as_asked(true));
      if (n.kind != logic::op::yesterday || n.b == 1) continue;
      if (how_.max_length && n.b > *how_.max_length) continue; // false, and no head
      if (chain && n.b > most_steps)
        return no_lowering{short_text(pool, id), "a chain of more than " +
                                                     std::to_string(most_steps) +
                                                     " heads is not written; a single head can be "
                                                     "asked for instead"};
      if (chain) ways_.chained.emplace(n.b, as_asked(true));
      if (!chain && rightmost && n.b <= most_free_steps)
        ways_.chained.emplace(n.b, ", which holds at every length");
    }
    return std::nullopt;
  }

  // --- MOD -----------------------------------------------------------------------------------

  std::optional<compile_error> number_residues() {
    plan const& p = result_.what;
    for (variable v = 0; v < p.variables.size() && !again_; ++v) {
      planned const& at = p.variables[v];
      if (!at.used) continue;
      auto wrong = at.kind == content::modular    ? number_head(v, at)
                   : at.kind == content::sinusoid ? number_sinusoid(v, at)
                                                  : std::nullopt;
      if (wrong) return wrong;
    }
    return std::nullopt;
  }

  std::optional<compile_error> number_head(variable v, planned const& at) {
    bool const asked = how_.modular && *how_.modular != modular_choice::prime_powers;
    auto const found = head_for(at.residue, at.modulus);
    if (!found) return try_prime_powers(at, found.error());
    auto const pairs = found->harmonics.size();
    std::string text = pairs == 1 ? "single pair" : "comb of " + std::to_string(pairs) + " pairs";
    text += as_asked(asked);
    if (pairs > 1 && !asked)
      if (auto const single = modular_head_numbers(
              {at.residue, at.modulus, inverted(at), modular_lowering::single_pair}, arithmetic_);
          !single)
        text += ": one pair does not hold, " + single.error();
    result_.numbers.modular.emplace(v, *found);
    result_.numbers.modular_choice_text.emplace(v, std::move(text));
    return std::nullopt;
  }

  tl::expected<modular_numbers, std::string> const& head_for(std::uint64_t r, std::uint64_t m) {
    auto const at = heads_.find({r, m});
    if (at != heads_.end()) return at->second;
    modular_request wanted{r, m, inverted(r, m), std::nullopt};
    if (how_.modular == modular_choice::single_pair)
      wanted.lowering = modular_lowering::single_pair;
    if (how_.modular == modular_choice::comb) wanted.lowering = modular_lowering::comb;
    return heads_.emplace(std::pair{r, m}, modular_head_numbers(wanted, arithmetic_)).first->second;
  }

  std::optional<compile_error> number_sinusoid(variable v, planned const& at) {
    if (how_.norm)
      return no_lowering{at.text, "with norms every coordinate is 0 or 1, and a sinusoid is not; "
                                  "leave out one of --positions sipe and --norm"};
    if (how_.modular && *how_.modular != modular_choice::prime_powers)
      return no_lowering{at.text, "sinusoids in the embedding leave no rotary pairs to choose"};
    auto found = sinusoid_residue(at.residue, at.modulus, arithmetic_);
    if (!found) return try_prime_powers(at, found.error());
    result_.numbers.sinusoid.emplace(v, std::move(*found));
    return std::nullopt;
  }

  // Plans the modulus by its prime powers when they all fit; else the refusal.
  std::optional<compile_error> try_prime_powers(planned const& at, std::string reason) {
    auto const factors = prime_powers(at.modulus);
    bool const free = !how_.modular && factors.size() > 1;
    if (free) {
      auto const bad = std::find_if(factors.begin(), factors.end(), [&](std::uint64_t q) {
        return how_.sipe ? !sinusoid_residue(at.residue % q, q, arithmetic_)
                         : !head_for(at.residue % q, q);
      });
      if (bad == factors.end()) {
        ways_.split.emplace(at.modulus, ": by itself it does not hold, " + reason);
        again_ = true;
        return std::nullopt;
      }
      reason +=
          "; its prime power " + residue_text(at.residue % *bad, *bad) + " does not hold either";
    }
    return format_too_small{at.text, std::move(reason), std::nullopt};
  }

  // --- Y^k -----------------------------------------------------------------------------------

  std::set<std::uint32_t> offsets() const {
    std::set<std::uint32_t> found;
    for (planned const& head : result_.what.variables)
      if (head.used && head.kind == content::offset) found.insert(head.offset);
    return found;
  }

  offset_request request(std::uint32_t k, std::uint64_t length) const {
    offset_request wanted{k, length, how_.angle, how_.scale, std::nullopt};
    if (how_.offset == offset_choice::single_pair) wanted.lowering = offset_lowering::single_pair;
    if (how_.offset == offset_choice::multi_pair) wanted.lowering = offset_lowering::multi_pair;
    return wanted;
  }

  // All offset heads for one length: the one asked for, or the longest that every head reaches.
  std::optional<compile_error> number_offsets() {
    auto const ks = offsets();
    if (ks.empty()) return std::nullopt;
    std::uint64_t const largest = *ks.rbegin();
    std::uint64_t length =
        how_.max_length ? *how_.max_length : std::max<std::uint64_t>(default_length, 2 * largest);
    auto& have = result_.numbers.offset;
    for (bool shorter = true; shorter;) {
      shorter = false;
      for (std::uint32_t const k : ks) {
        if (auto const at = have.find(k); at != have.end() && at->second.length == length) continue;
        auto found =
            length < k ? std::nullopt : offset_head_numbers(request(k, length), arithmetic_);
        std::uint64_t const reached = found ? found->length : k - 1;
        std::uint64_t const needed = how_.max_length ? *how_.max_length : largest;
        if (reached < length && (how_.max_length || reached < largest))
          return try_chain(k, needed, reached);
        shorter = shorter || reached < length;
        length = std::min(length, reached);
        have.insert_or_assign(k, std::move(*found));
      }
    }
    for (std::uint32_t const k : ks)
      result_.numbers.offset_choice_text.emplace(k, offset_text(k, have.at(k)));
    result_.length = length;
    return std::nullopt;
  }

  std::string offset_text(std::uint32_t k, offset_numbers const& n) const {
    bool const asked = how_.offset && *how_.offset != offset_choice::chain;
    if (n.steps.size() == 1) return "single pair" + as_asked(asked);
    std::string text = std::to_string(n.steps.size()) + " pairs" + as_asked(asked);
    if (asked) return text;
    auto wanted = request(k, n.length);
    wanted.lowering = offset_lowering::single_pair;
    auto const single = offset_head_numbers(wanted, arithmetic_);
    if (!single) return text + ": one pair holds at no length";
    if (single->length < n.length)
      text += ": one pair holds up to length " + std::to_string(single->length);
    return text;
  }

  // Plans Y^k in steps when a step holds for the length; else the refusal.
  std::optional<compile_error> try_chain(std::uint32_t k, std::uint64_t needed,
                                         std::uint64_t reached) {
    auto refused = too_short(k, needed, reached);
    if (how_.offset || k == 1 || k > most_free_steps) return refused;
    if (!steps_by_rightmost(how_)) {
      auto const step = offset_head_numbers(request(1, needed), arithmetic_);
      if (!step || step->length < needed) return refused;
    }
    ways_.chained.emplace(k, ": by itself it does not hold, " + refused.reason);
    again_ = true;
    return std::nullopt;
  }

  std::string text_of_offset(std::uint32_t k) const {
    for (planned const& head : result_.what.variables)
      if (head.used && head.kind == content::offset && head.offset == k) return head.text;
    return {};
  }

  format_too_small too_short(std::uint32_t k, std::uint64_t wanted, std::uint64_t found) const {
    std::string const format = how_.format ? std::string(how_.format->name) : "exact arithmetic";
    std::string reason = "the head at offset " + std::to_string(k) +
                         " must hold for words up to length " + std::to_string(wanted) +
                         ", and in " + format + " it ";
    reason += found >= k ? "keeps its score gap up to length " + std::to_string(found)
                         : "keeps its score gap at no length";
    auto const period = how_.angle ? denominator(how_.angle->turns) : exact::integer(1);
    auto const slowest =
        std::max<exact::integer>(exact::integer(wanted) + 2 - k, 2 * (exact::integer(k) - 1));
    if (auto const long_period = too_long_a_period(how_.angle ? period : slowest);
        !long_period.empty())
      return {text_of_offset(k),
              "the head at offset " + std::to_string(k) + " must hold for words up to length " +
                  std::to_string(wanted) + "; " + long_period,
              found};
    if (how_.angle || how_.scale) reason += " with the angle or scale that is given";
    return {text_of_offset(k), std::move(reason), found};
  }

  logic::formula formula_;
  text::alphabet const& sigma_;
  options const& how_;
  budget::budget const& limits_;
  arithmetic arithmetic_;
  ways ways_;
  numbered_plan result_;
  bool again_ = false; // a way was added: plan once more
  std::map<std::pair<std::uint64_t, std::uint64_t>, tl::expected<modular_numbers, std::string>>
      heads_; // by residue and modulus
};

} // namespace

tl::expected<numbered_plan, compile_error> choose_ways(logic::formula f,
                                                       text::alphabet const& sigma,
                                                       options const& how,
                                                       budget::budget const& limits) {
  return chooser(f, sigma, how, limits).run();
}

} // namespace ltlc::lowering
