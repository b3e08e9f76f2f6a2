// The verdicts of two other tools, and the languages of the literature by name.
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/checking/check.hpp"
#include "ltlc/grammar/regex_grammar.hpp"

using namespace ltlc;
using evidence::class_id;
using evidence::membership;

namespace {

automaton::minimal_dfa of_regex(std::string const& regex, std::string const& letters) {
  regex::expression_pool pool;
  auto const sigma = text::alphabet::from_option(letters).value();
  auto const f = grammar::parse_regex({"", regex}, pool, &sigma);
  return automaton::minimize(automaton::construct(f.value(), pool, sigma, {}).value());
}

struct row {
  std::string id, alphabet, regex;
  std::size_t states = 0;
  std::size_t monoid = 0;
  std::array<bool, evidence::class_count> member{}; // in the order of the class table
};

std::vector<row> read_verdicts() {
  std::ifstream file(LTLC_SOURCE_DIR "/tests/algebra/verdicts.tsv");
  std::vector<row> rows;
  bool named = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (!named) {
      REQUIRE(line ==
              "id\talphabet\tregex\tnQ\tnM\tR\tQR\tDef\tLR\tQLR\tL\tDA\tQDA\tFO2S\tQFO2S\tSF\tQA\tJ"
              "\tSL\tTSL\tSP\tLT\tLTT\tRDef\tLI\tG\tCom\tFin\tNil");
      named = true;
      continue;
    }
    std::istringstream fields(line);
    row r;
    std::getline(fields, r.id, '\t');
    std::getline(fields, r.alphabet, '\t');
    std::getline(fields, r.regex, '\t');
    fields >> r.states >> r.monoid;
    for (auto& answer : r.member)
      fields >> answer;
    REQUIRE(!fields.fail());
    // The last column says "finite or cofinite", and no language is both.
    bool const finite = r.member[static_cast<std::size_t>(class_id::finite)];
    bool& cofinite = r.member[static_cast<std::size_t>(class_id::cofinite)];
    REQUIRE((cofinite || !finite));
    cofinite = cofinite && !finite;
    rows.push_back(r);
  }
  return rows;
}

std::string least_names(algebra::classification const& c) {
  std::string names;
  for (class_id const id : c.least)
    names += (names.empty() ? "" : " ") + std::string(evidence::info(id).name);
  return names;
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("all classes agree with two other tools") {
    std::vector<row> const rows = read_verdicts();
    CHECK(rows.size() == 111);
    for (row const& r : rows) {
      INFO(r.id << " " << r.regex << " over " << r.alphabet);
      auto const a = of_regex(r.regex, r.alphabet);
      CHECK(a->states() == r.states);
      auto const together = algebra::classify(a, {}, {});
      CHECK(together.monoid_size == r.monoid);
      for (evidence::class_info const& c : evidence::class_table()) {
        INFO(c.name);
        auto const at = static_cast<std::size_t>(c.id);
        auto const wanted = r.member[at] ? membership::member : membership::not_member;
        auto const alone = algebra::decide(a, c.id, {});
        auto const only = algebra::classify(a, {c.id}, {}).verdicts;
        REQUIRE(only.size() == 1);
        for (auto const& v : {alone, only[0], together.verdicts[at]}) {
          CHECK(v.answer == wanted);
          CHECK(checking::check(*a, v, {}).reason == "");
        }
      }
    }
  }

  TEST_CASE("the languages of the literature have the classes it says") {
    struct language {
      std::string regex, alphabet;
      std::string least;
      int modulus; // 0: none
    };
    for (language const& l : {
             language{"(ab)*", "ab", "LTL[P,MOD] SL", 2},
             language{"(aa)*", "a", "LTL[P,MOD] GROUP COMMUTATIVE", 2},
             language{"((a|b)(a|b))*", "ab", "LTL[P,MOD] GROUP COMMUTATIVE", 2},
             language{"a.*", "ab", "RDEF", 1},
             language{".*a", "ab", "LTL[Y]", 0},
             language{".*ab.*", "abc", "LT", 0},
             language{".*ab.*", "ab", "J LT", 1},
             language{"(b*ab*a)*b*", "ab", "GROUP COMMUTATIVE", 0},
             language{"(abbab)*", "ab", "LTL[P,MOD] SL", 5},
             language{"(abab)*", "ab", "LTL[P,MOD]", 4},
             language{"a*b*", "ab", "SL SP", 1},
             language{"b*ab*ab*", "abc", "J TSL LTT COMMUTATIVE", 1},
             language{"c*(ac*bc*)*", "abc", "TSL", 0},
             language{"ab|ba", "ab", "COMMUTATIVE FINITE", 1},
             language{"a.*b", "ab", "SL GDEF", 0},
         }) {
      INFO(l.regex << " over " << l.alphabet);
      auto const c = algebra::classify(of_regex(l.regex, l.alphabet), {}, {});
      CHECK(least_names(c) == l.least);
      CHECK(c.least_is_certain);
      REQUIRE(c.modulus.has_value() == (l.modulus != 0));
      if (c.modulus) CHECK(*c.modulus == l.modulus);
    }
  }

  TEST_CASE("the certificate against parity can be checked by hand") {
    auto const a = of_regex("(a*ba*b)*a*", "ab");
    auto const all = algebra::classify(a, {}, {});
    for (auto const& v : all.verdicts) {
      INFO(evidence::info(v.id).name);
      bool const in = v.id == class_id::group || v.id == class_id::commutative;
      CHECK(v.answer == (in ? membership::member : membership::not_member));
      CHECK(checking::check(*a, v, {}).reason == "");
    }
    auto const words = std::get<evidence::cycle_certificate>(
        all.verdicts[static_cast<std::size_t>(class_id::ltl_s_mod)].proof);
    CHECK(a->sigma.print(words.u) == "b");
    CHECK(a->sigma.print(words.e.value()) == "a");
    CHECK(a->sigma.print(words.x) == "");
    CHECK(a->sigma.print(words.z) == "");
    auto const pair = std::get<evidence::state_pair_certificate>(
        all.verdicts[static_cast<std::size_t>(class_id::ltl_p_mod)].proof);
    CHECK(a->sigma.print(pair.u) == "b");
    CHECK(a->sigma.print(pair.v) == "b");
    auto const loop = std::get<evidence::state_pair_certificate>(
        all.verdicts[static_cast<std::size_t>(class_id::ltl_p_y_mod)].proof);
    CHECK(a->sigma.print(loop.e.value()) == "a");
  }

  TEST_CASE("a class is found by its name, and the table is in the order of the identifiers") {
    for (std::size_t i = 0; i < evidence::class_count; ++i) {
      auto const& c = evidence::class_table()[i];
      CHECK(static_cast<std::size_t>(c.id) == i);
      CHECK(evidence::find_class(c.name) == c.id);
    }
    CHECK(evidence::find_class("LTL[Q]") == std::nullopt);
    CHECK(evidence::larger_classes(class_id::ltl_p) ==
          std::vector{class_id::ltl_p_mod, class_id::ltl_p_y, class_id::ltl_p_y_mod,
                      class_id::ltl_p_f, class_id::ltl_p_f_mod, class_id::ltl_p_f_y_x,
                      class_id::ltl_p_f_y_x_mod, class_id::ltl_s, class_id::ltl_s_mod});
    CHECK(evidence::larger_classes(class_id::ltl_s_mod).empty());
  }
}
