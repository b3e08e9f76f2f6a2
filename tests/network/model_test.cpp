#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "execution/hand_models.hpp"
#include "ltlc/network/model.hpp"

using namespace ltlc;
using support::rational;

TEST_SUITE("network") {

  TEST_CASE("every kind of head has a name that finds it") {
    for (auto const kind :
         {network::head_kind::past, network::head_kind::first_position, network::head_kind::modular,
          network::head_kind::offset, network::head_kind::since, network::head_kind::given}) {
      CHECK(!network::name(kind).empty());
      CHECK(network::find_head_kind(network::name(kind)) == kind);
    }
    CHECK(network::name(network::head_kind::first_position) == "first-position");
    CHECK(network::find_head_kind("until") == std::nullopt);
  }

  TEST_CASE("well-shaped models are accepted, without or with meanings and layers") {
    CHECK(network::malformed(support::past_model()) == "");
    CHECK(network::malformed(support::alternating_model()) == "");
    auto bare = support::empty_model("ab", 1);
    CHECK(network::malformed(bare) == "");
    bare.meaning = {{"nothing"}};
    CHECK(network::malformed(bare) == "");
  }

  TEST_CASE("each shape that does not fit is named") {
    using change = std::function<void(network::model&)>;
    std::vector<std::pair<std::string, change>> const changes{
        {"the alphabet is empty", [](auto& m) { m.sigma = {}; }},
        {"the width is 0", [](auto& m) { m.width = 0; }},
        {"readout", [](auto& m) { m.readout = 9; }},
        {"scale", [](auto& m) { m.scale = 0; }},
        {"unknown format", [](auto& m) { m.format = "fp31"; }},
        {"embedding", [](auto& m) { m.embedding.rows = 3; }},
        {"embedding", [](auto& m) { m.embedding.entries.pop_back(); }},
        {"meaning", [](auto& m) { m.meaning = {{}}; }},
        {"meaning", [](auto& m) { m.meaning.assign(3, {"short"}); }},
        {"layer 2: head 1: W_Q", [](auto& m) { m.layers[1].heads[0].W_Q.cols = 8; }},
        {"layer 1: head 1: W_K", [](auto& m) { m.layers[0].heads[0].W_K = {}; }},
        {"layer 2: head 2: W_V", [](auto& m) { m.layers[1].heads[1].W_V.entries.clear(); }},
        {"layer 1: head 1: W_O", [](auto& m) { m.layers[0].heads[0].W_O.rows = 1; }},
        {"layer 1: head 1: d_head is 0", [](auto& m) { m.layers[0].heads[0].b_Q.clear(); }},
        {"layer 1: head 1: b_K", [](auto& m) { m.layers[0].heads[0].b_K.pop_back(); }},
        {"layer 1: head 1: b_V", [](auto& m) { m.layers[0].heads[0].b_V.emplace_back(); }},
        {"past the last", [](auto& m) { m.layers[0].heads[0].rotary[0].second = 3; }},
        {"two rotary pairs", [](auto& m) { m.layers[0].heads[0].rotary[0].second = 0; }},
        {"two rotary pairs",
         [](auto& m) {
           m.layers[0].heads[0].rotary.push_back({1, 2, exact::angle{}});
         }},
        {"layer 1: W_1", [](auto& m) { m.layers[0].mlp.b_1.pop_back(); }},
        {"layer 2: W_2", [](auto& m) { m.layers[1].mlp.W_2.cols = 2; }},
        {"layer 2: b_2", [](auto& m) { m.layers[1].mlp.b_2.pop_back(); }},
        {"the norm's gain", [](auto& m) { m.layers[1].norm.emplace(); }},
        {"eps is negative",
         [](auto& m) {
           auto& n = m.layers[1].norm.emplace();
           n.eps = -1;
           n.gain.resize(m.width);
           n.bias.resize(m.width);
         }},
        {"two positional pairs",
         [](auto& m) {
           m.positions.push_back({0, 1, exact::angle{}});
           m.positions.push_back({1, 2, exact::angle{}});
         }},
        {"golden angle and angles in radians",
         [](auto& m) {
           m.embedding.at(0, 0) = exact::cosine({0, 1, 0});
           m.layers[0].heads[0].rotary[0].step = {0, 0, 1};
         }},
    };
    for (auto const& row : changes) {
      auto const& expected = row.first;
      auto m = support::alternating_model();
      row.second(m);
      auto const complaint = network::malformed(m);
      INFO("expected: " << expected << ", found: " << complaint);
      CHECK(complaint.find(expected) != std::string::npos);
    }
  }

  TEST_CASE("the size counts heads and hidden units of all layers, and weights that are not 0") {
    auto const size = network::size_of(support::alternating_model());
    CHECK(size.layers == 2);
    CHECK(size.heads == 3);
    CHECK(size.width == 9);
    CHECK(size.hidden == 3);
    // Embedding 3; past heads 5 each (query, two keys, value, output); the modular head has query
    // −1 and 1 (sin π is 0), key 1, value and output, and a baseline of 0; the MLPs have 5 + 5 + …
    // below.
    std::size_t const mlps = (2 + 1) + (2 + 1 + 1) + (3 + 1 + 1);
    std::size_t const modular = 2 + 1 + 1 + 1;
    CHECK(size.nonzeros == 3 + 2 * 5 + modular + mlps);
  }

} // TEST_SUITE
