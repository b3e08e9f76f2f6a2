// Random weights that no compiler would make: what the exploration decides of them is compared with
// the interpreter's reference path on every short word.
#include "execution/hand_models.hpp"
#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

constexpr std::uint64_t random_models_seed = 20261207;

int drawn(support::random& source, std::vector<int> const& from) {
  return from[support::below(source, from.size())];
}

// Weights are 0 twice as often as not.
int sparse(support::random& source, std::vector<int> const& from) {
  return support::below(source, 3) == 0 ? drawn(source, from) : 0;
}

network::head random_head(support::random& source, std::size_t width) {
  auto const dimensions = 1 + support::below(source, 2);
  auto h = support::blank_head(width, dimensions);
  std::vector<int> const small{1, -1, 2};
  std::vector<int> const large{16, -16, 64, -64, 128, 256, -256, 1024};
  for (std::size_t d = 0; d < dimensions; ++d) {
    h.b_Q[d] = drawn(source, {0, 1, 1, -1});
    h.b_K[d] = sparse(source, large);
    h.b_V[d] = support::below(source, 6) == 0 ? 1 : 0;
    for (std::size_t c = 0; c < width; ++c) {
      h.W_Q.at(d, c) = support::below(source, 4) == 0 ? drawn(source, small) : 0;
      h.W_K.at(d, c) = support::below(source, 2) == 0 ? drawn(source, large) : 0;
      h.W_V.at(d, c) = sparse(source, small);
      h.W_O.at(c, d) = sparse(source, small);
    }
  }
  if (dimensions == 2 && support::below(source, 2) == 0)
    h.rotary = {
        {0, 1, {exact::rational(1, 1 + static_cast<int>(support::below(source, 6))), 0, 0}}};
  using network::attention_kind;
  h.attention =
      support::one_of(source, std::vector{attention_kind::soft, attention_kind::soft,
                                          attention_kind::soft, attention_kind::leftmost,
                                          attention_kind::rightmost, attention_kind::average});
  return h;
}

network::model random_model(support::random& source) {
  auto const width = 3 + support::below(source, 3);
  auto m = support::empty_model("ab", width);
  m.scale = 16;
  for (std::size_t token = 0; token < 4; ++token) {
    m.embedding.at(token, token % width) = 1;
    m.embedding.at(token, support::below(source, width)) = drawn(source, {1, -1, 2});
  }
  auto const layers = 1 + support::below(source, 2);
  for (std::size_t l = 0; l < layers; ++l) {
    network::layer layer;
    auto const heads = 1 + support::below(source, 2);
    for (std::size_t h = 0; h < heads; ++h)
      layer.heads.push_back(random_head(source, width));
    auto const hidden = support::below(source, 3);
    layer.mlp = support::blank_mlp(width, hidden);
    for (std::size_t u = 0; u < hidden; ++u) {
      layer.mlp.b_1[u] = sparse(source, {1, -1});
      for (std::size_t c = 0; c < width; ++c) {
        layer.mlp.W_1.at(u, c) = sparse(source, {1, -1, 2});
        layer.mlp.W_2.at(c, u) = sparse(source, {1, -1, 1, 512});
      }
    }
    m.layers.push_back(std::move(layer));
  }
  m.readout = static_cast<std::uint32_t>(support::below(source, width));
  return m;
}

// Sums in the format, in fp32, or exact where the format allows it.
execution::regime with_sums(support::random& source, format::number_format const& f) {
  using format::accumulation;
  format::arithmetic const numbers(
      f, support::one_of(source, std::vector{accumulation::in_format, accumulation::in_format,
                                             accumulation::fp32, accumulation::exact}));
  return format::valid(numbers).empty() ? execution::regime(numbers) : execution::regime(f);
}

execution::regime random_regime(support::random& source) {
  auto const which = support::below(source, 8);
  if (which == 0) return std::nullopt;
  if (which <= 2) return with_sums(source, format::fp8_e4m3);
  if (which == 3) return with_sums(source, support::one_of(source, format::formats()));
  std::string name = "fp(" + std::to_string(2 + support::below(source, 8)) + ",-" +
                     std::to_string(1 + support::below(source, 9)) + "," +
                     std::to_string(2 + support::below(source, 9)) + ")";
  if (support::below(source, 3) == 0) name += "+ftz";
  if (support::below(source, 3) == 0) name += "+saturate";
  auto const f = format::find_format(name);
  return with_sums(source, f.value_or(format::fp8_e5m2));
}

struct counts {
  std::size_t settled = 0, in_part = 0, words = 0, wrong = 0, several = 0;
};

void compare(network::model const& m, execution::regime const& regime,
             std::optional<std::uint64_t> bound, std::vector<text::word> const& words,
             counts& seen) {
  budget::budget limits;
  limits.max_states = 3'000;
  auto const e = proof::extract(m, regime, bound, limits);
  if (!e) return;
  bool const all = !e->length && !e->unsettled;
  if (!all && !e->length) return;
  ++(all ? seen.settled : seen.in_part);
  bool yes = false;
  bool no = false;
  support::verdicts reference(m, regime, execution::path::reference);
  for (auto const& w : words) {
    if (e->length && w.size() > *e->length) continue;
    bool const decided = support::decided(*e, w);
    auto const verdict = reference(w);
    ++seen.words;
    (decided ? yes : no) = true;
    if (verdict && *verdict == decided) continue;
    ++seen.wrong;
    CAPTURE(m.sigma.print(w));
    CAPTURE(support::name_of(regime));
    CHECK_MESSAGE(false, "decided as ", decided, ", the reference path says ",
                  verdict ? std::to_string(*verdict) : support::describe(verdict.error()));
    return;
  }
  if (yes && no) ++seen.several;
}

} // namespace

TEST_SUITE("proof") {

  TEST_CASE("what is decided of random weights is what the reference path says of short words") {
    support::random source(random_models_seed);
    MESSAGE("seed " << random_models_seed);
    auto const words = support::all_words(2, 7);
    counts seen;
    for (int round = 0; round < 1500; ++round) {
      CAPTURE(round);
      auto const m = random_model(source);
      REQUIRE(network::malformed(m) == "");
      auto const regime = random_regime(source);
      compare(m, regime, std::nullopt, words, seen);
      compare(m, regime, 7, words, seen);
    }
    MESSAGE(seen.settled << " decided for all words, " << seen.in_part << " in part, "
                         << seen.several << " of them neither empty nor full; " << seen.words
                         << " words");
    CHECK(seen.wrong == 0);
    CHECK(seen.settled > 100);
    CHECK(seen.several > 50);
  }
}
