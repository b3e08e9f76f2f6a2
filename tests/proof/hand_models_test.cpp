// Models that no compiler made.
#include <fstream>
#include <iterator>

#include "execution/hand_models.hpp"
#include "ltlc/interchange/any_model.hpp"
#include "proof/proof_cases.hpp"

using namespace ltlc;

namespace {

network::model example(std::string const& name) {
  std::ifstream file(LTLC_SOURCE_DIR "/examples/models/" + name);
  REQUIRE(file.good());
  text::source const source{name, {std::istreambuf_iterator<char>(file), {}}};
  auto m = interchange::any_model(source);
  REQUIRE(m.has_value());
  return std::move(*m);
}

// Some a, over {a, b}.
automaton::dfa some_a() {
  return {support::alphabet_of("ab"), 0, {false, true}, {1, 0, 1, 1}};
}

// One soft head in fp8_e4m3. Scores: <bos> 0, a 256, b −256; 256 − (−256) overflows, to NaN.
char const* const far_apart =
    R"({"format":"ltlc-weights","version":1,"dtype":"fp8_e4m3","tokens":["<bos>","<eos>","a)"
    R"(","b"],"d_model":3,"embedding":[[0,0,1],[0,1,0],[256,0,0],[-256,0,0]],"layers":[{"he)"
    R"(ads":[{"d_head":1,"W_Q":[[0,0,0]],"b_Q":[1],"W_K":[[1,0,0]],"b_K":[0],"W_V":[[0,0,1])"
    R"(],"b_V":[0],"W_O":[[0],[-1],[0]],"rotary":[]}],"mlp":{"W_1":[],"b_1":[],"W_2":[[],[])"
    R"(,[]],"b_2":[0,0,0]},"norm":null}],"readout":{"dim":1,"threshold":0.5}})";

// Found by mutation: scores in fp8_e4m3 that lie further apart than the format goes.
char const* const overflowing_sums =
    R"({"format":"ltlc-weights","version":1,"dtype":"exact","formula":"","tokens":["<bos>",)"
    R"("<eos>","a","b"],"d_model":4,"embedding":[[1,0,0,0],[0,0,0,1],[0,1,0,1],[0,0,1,1]],")"
    R"(layers":[{"heads":[{"d_head":1,"W_Q":[[0,0,0,0]],"b_Q":[1],"W_K":[[128,0,256,0]],"b_)"
    R"(K":[0],"W_V":[[1,0,0,0]],"b_V":[0],"W_O":[[0],[0],[0],[-1]],"rotary":[]}],"mlp":{"W_)"
    R"(1":[[-1,0,-1,0]],"b_1":[1],"W_2":[[0],[0],[1],[0]],"b_2":[0,0,0,0]},"norm":null},{"h)"
    R"(eads":[{"d_head":1,"W_Q":[[0,0,0,0]],"b_Q":[1],"W_K":[[128,256,0,-256]],"b_K":[0],"W)"
    R"(_V":[[1,0,0,0]],"b_V":[0],"W_O":[[0],[0],[-1],[0]],"rotary":[]}],"mlp":{"W_1":[[0,0,)"
    R"(0,0]],"b_1":[0],"W_2":[[0],[0],[0],[0]],"b_2":[0,0,0,0]},"norm":null}],"readout":{"d)"
    R"(im":2,"threshold":0.5}})";

// In fp32, b's score is far below that of <bos>, and its value overflows: 0·∞ is NaN.
char const* const infinite_value =
    R"({"format":"ltlc-weights","version":1,"dtype":"fp32","tokens":["<bos>","<eos>","a","b)"
    R"("],"d_model":3,"embedding":[[0,0,1],[0,1,0],[256,0,0],[-256,0,1.2676506002282294e+30)"
    R"(]],"layers":[{"heads":[{"d_head":1,"W_Q":[[0,0,0]],"b_Q":[1],"W_K":[[1,0,0]],"b_K":[)"
    R"(0],"W_V":[[0,0,1.2676506002282294e+30]],"b_V":[0],"W_O":[[0],[-1],[0]],"rotary":[]}])"
    R"(,"mlp":{"W_1":[],"b_1":[],"W_2":[[],[],[]],"b_2":[0,0,0]},"norm":null}],"readout":{")"
    R"(dim":1,"threshold":0.5}})";

// In fp8_e4m3, found against the reference: b before the first a scores −256 and a 256. Beside
// <bos>, 0, such a b has the weight 0, and beside the a that comes later NaN.
char const* const overflowing_later =
    R"({"format":"ltlc-weights","version":1,"dtype":"fp8_e4m3","tokens":["<bos>","<eos>","a)"
    R"(","b"],"d_model":7,"embedding":[[0,0,1,0,0,0,0],[0,1,0,0,0,0,0],[0,0,0,0,1,0,0],[0,0)"
    R"(,0,0,0,1,0]],"layers":[{"heads":[{"d_head":1,"W_Q":[[0,0,0,0,0,0,0]],"b_Q":[1],"W_K")"
    R"(:[[0,0,32,0,64,0,0]],"b_K":[0],"W_V":[[0,0,1,0,0,0,0]],"b_V":[0],"W_O":[[0],[0],[0],)"
    R"([1],[0],[0],[0]],"rotary":[]}],"mlp":{"W_1":[[0,0,0,1,0,1,0]],"b_1":[-1],"W_2":[[0],)"
    R"([0],[0],[0],[0],[0],[1]],"b_2":[0,0,0,0,0,0,0]},"norm":null},{"heads":[{"d_head":1,")"
    R"(W_Q":[[0,0,0,0,0,0,0]],"b_Q":[1],"W_K":[[0,0,0,0,256,0,-256]],"b_K":[0],"W_V":[[0,0,)"
    R"(1,0,0,0,0]],"b_V":[0],"W_O":[[0],[-1],[0],[0],[0],[0],[0]],"rotary":[]}],"mlp":{"W_1)"
    R"(":[],"b_1":[],"W_2":[[],[],[],[],[],[],[]],"b_2":[0,0,0,0,0,0,0]},"norm":null}],"rea)"
    R"(dout":{"dim":1,"threshold":0.5}})";

// Both paths and what the proof decides, on every word up to a length; how many it decided.
std::size_t words_decided(char const* text, format::number_format const& f, std::size_t longest) {
  auto const m = interchange::any_model({"model", text});
  REQUIRE(m.has_value());
  auto const e = proof::extract(*m, f, std::nullopt, {});
  REQUIRE(e.has_value());
  auto const found = proof::language_of(*e);
  std::size_t decided = 0;
  execution::interpreter reference(*m, f, execution::path::reference);
  execution::interpreter fast(*m, f);
  for (auto const& word : support::all_words(m->sigma.size(), longest)) {
    CAPTURE(m->sigma.print(word));
    for (auto* path : {&reference, &fast}) {
      path->truncate(1);
      for (auto const a : word)
        REQUIRE(path->push(a).has_value());
    }
    bool const accepted = reference.accepts().value();
    CHECK(fast.accepts().value() == accepted);
    if (!found || (found->length && word.size() > *found->length)) continue;
    ++decided;
    CHECK(automaton::accepts(found->language, word) == accepted);
  }
  return decided;
}

} // namespace

TEST_SUITE("proof") {

  TEST_CASE("a model written by hand is proved in every arithmetic") {
    auto const m = support::alternating_model();
    automaton::dfa const wanted{
        support::alphabet_of("ab"), 0, {true, false, false}, {1, 2, 2, 0, 2, 2}};
    for (auto const& regime : support::all_regimes()) {
      auto const r = support::proved(m, regime, wanted);
      CHECK(r.verdict == proof::verdict::proved);
      CHECK(!r.length);
    }
  }

  TEST_CASE("the examples: one is proved, and one that averages is never called proved") {
    auto const right = example("some_a.json");
    CHECK(support::proved(right, format::fp32, some_a()).verdict == proof::verdict::proved);
    auto const e = proof::extract(right, format::fp32, std::nullopt, {});
    REQUIRE(e.has_value());
    auto const found = proof::language_of(*e);
    REQUIRE(found.has_value());
    CHECK(*automaton::minimize(found->language) == automaton::canonical(some_a()));

    auto const r = support::proved(example("more_a_than_b.json"), format::fp32, some_a());
    REQUIRE(r.verdict == proof::verdict::refuted);
    CHECK(r.difference->word == text::word{0, 1});
    CHECK(r.difference->found_by == proof::search::short_words);
    CHECK(r.difference->shortest);
    CHECK(r.length == 0);
    auto const averaged = proof::extract(example("more_a_than_b.json"), format::fp32, {}, {});
    REQUIRE(averaged.has_value());
    REQUIRE(averaged->unsettled.has_value());
    CHECK(averaged->unsettled->gap == "0");
  }

  // Every key has the value 1 and the same score: the average is 1, but Σ fl(1/n) need not be.
  TEST_CASE("equal values that are not 0 settle an exact average, and no rounded one") {
    auto m = support::empty_model("a", 1);
    network::layer layer;
    layer.heads.push_back(support::blank_head(1, 1));
    layer.heads[0].b_V[0] = 1;
    layer.heads[0].W_O.at(0, 0) = 1;
    layer.mlp = support::blank_mlp(1, 1);
    m.layers.push_back(layer);
    REQUIRE(network::malformed(m) == "");
    automaton::dfa const all{support::alphabet_of("a"), 0, {true}, {0}};
    CHECK(support::proved(m, std::nullopt, all).verdict == proof::verdict::proved);
    for (auto const& f : format::formats()) {
      auto const r = support::proved(m, format::arithmetic(f), all);
      CHECK(r.verdict == proof::verdict::unsettled);
      CHECK(r.length == 0); // the empty word has one key, a has two
    }
    // One winner at a time: leftmost and rightmost copy its value.
    for (auto const kind :
         {network::attention_kind::leftmost, network::attention_kind::rightmost}) {
      m.layers[0].heads[0].attention = kind;
      for (auto const& regime : support::all_regimes())
        CHECK(support::proved(m, regime, all).verdict == proof::verdict::proved);
    }
  }

  TEST_CASE("a bounded model is read as a language that agrees up to its length") {
    auto const [m, specification] = support::yesterday_within(40);
    auto const e = proof::extract(m, format::fp32, 40, {});
    REQUIRE(e.has_value());
    CHECK(e->length == 40);
    auto const found = proof::language_of(*e);
    REQUIRE(found.has_value());
    CHECK(*automaton::minimize(found->language) == specification);
  }

  TEST_CASE("scores further apart than the format goes, and infinite values, are not forgotten") {
    CHECK(words_decided(far_apart, format::fp8_e4m3, 7) < 255);
    CHECK(words_decided(overflowing_sums, format::fp8_e4m3, 7) < 255);
    CHECK(words_decided(infinite_value, format::fp32, 7) < 255);
    CHECK(words_decided(overflowing_later, format::fp8_e4m3, 7) < 255);
  }
}
