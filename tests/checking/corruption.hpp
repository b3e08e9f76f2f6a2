// Certificates with one thing changed: every word shortened, lengthened or with a letter exchanged,
// every state and number replaced, words swapped, the class and the answer changed.
#pragma once

#include <functional>
#include <random>

#include "ltlc/evidence/certificate.hpp"

namespace corruption {

using namespace ltlc;
using namespace ltlc::evidence;

// Calls visit for every field of a certificate.
template <class Visit>
struct fields {
  Visit visit;

  template <class... Fields>
  void all(Fields&... each) const {
    (visit(each), ...);
  }
  void of_optional(auto& field) const {
    visit(field);
    if (field) visit(*field);
  }
  void of_order(automaton::component_order& o) const {
    for (auto& q : o.component_of)
      visit(q);
    for (auto& q : o.phase)
      visit(q);
    for (auto& component : o.components)
      all(component.period, component.states);
  }
  void operator()(std::monostate&) const {}
  void operator()(state_pair_certificate& s) const {
    all(s.p, s.q, s.x, s.u, s.v, s.z, s.modulus);
    of_optional(s.e);
  }
  void operator()(definite_certificate& s) const { all(s.p, s.q, s.x, s.y, s.e, s.z); }
  void operator()(substitution_certificate& s) const { all(s.p, s.q, s.x, s.y, s.e, s.z, s.f); }
  void operator()(cycle_certificate& s) const {
    all(s.u, s.cycle, s.x, s.z, s.modulus);
    of_optional(s.e);
  }
  void operator()(content_certificate& s) const { all(s.q, s.x, s.a, s.b, s.e, s.z); }
  void operator()(regular_certificate& s) const {
    all(s.q, s.a, s.b, s.x, s.z);
    of_optional(s.e);
    visit(s.pad);
    if (s.pad) all(s.pad->at, s.pad->loop);
  }
  void operator()(equation_certificate& s) const {
    for (text::word& w : s.words)
      visit(w);
    all(s.broken, s.words, s.q, s.x, s.z);
  }
  void operator()(escape_certificate& s) const { all(s.p, s.x, s.e, s.u, s.z); }
  void operator()(merging_certificate& s) const { all(s.p, s.q, s.x, s.y, s.u, s.z); }
  void operator()(exchange_certificate& s) const { all(s.x, s.u, s.v, s.z); }
  void operator()(deletion_certificate& s) const { all(s.x, s.u, s.z); }
  void operator()(order_certificate& s) const { of_order(s.order); }
  void operator()(synchronizing_certificate& s) const { visit(s.length); }
  void operator()(strictly_local_certificate& s) const { all(s.k, s.tier); }
  void operator()(acyclic_pairs_certificate& s) const {
    all(s.pairs, s.window);
    of_order(s.order);
  }
  void operator()(pairs_certificate& s) const { visit(s.pairs); }
  void operator()(table_certificate&) const {}
  void operator()(enumeration_certificate& s) const { all(s.elements, s.stability_index); }
  void operator()(implied_certificate& s) const { visit(s.by); }
};

template <class Visit>
void each_field(certificate& c, Visit visit) {
  std::visit(fields<Visit>{visit}, c);
}

// Every verdict with one change. `judge` sees each; the changed field is put back afterwards.
class changes {
public:
  changes(verdict const& v, std::size_t states, std::size_t letters, std::mt19937_64& random,
          std::function<void(verdict const&)> judge)
      : v_(v), states_(states), letters_(letters), random_(random), judge_(std::move(judge)) {}

  void all() {
    verdict const original = v_;
    each_field(v_.proof, [this](auto& field) {
      auto const kept = field;
      change(field);
      field = kept;
    });
    v_ = original;
    swap_words();
    v_ = original;
    for (class_info const& c : class_table()) {
      v_.id = c.id;
      judge_(v_);
    }
    v_ = original;
    v_.answer = v_.answer == membership::member ? membership::not_member : membership::member;
    judge_(v_);
  }

private:
  void set(auto& field, auto value) {
    field = value;
    judge_(v_);
  }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  // A state, period or phase.
  void change(std::uint32_t& q) {
    std::uint32_t const was = q;
    set(q, was + 1);
    if (was > 0) set(q, was - 1);
    set(q, static_cast<std::uint32_t>(below(states_ + 1)));
    set(q, UINT32_MAX);
  }
  void change(std::uint64_t& n) {
    std::uint64_t const was = n;
    set(n, was + 1);
    if (was > 0) set(n, was - 1);
    set(n, std::uint64_t{0});
    set(n, was * 2);
    set(n, UINT64_MAX);
  }
  // A word, a list of states, a tier.
  void change(std::vector<std::uint32_t>& w) {
    auto const was = w;
    for (std::size_t i = 0; i < was.size() && i < 12; ++i) {
      w = was;
      w.erase(w.begin() + static_cast<std::ptrdiff_t>(i));
      judge_(v_);
      w = was;
      w[i] = static_cast<std::uint32_t>(below(letters_));
      judge_(v_);
    }
    set(w, std::vector<std::uint32_t>{});
    w = was;
    w.push_back(static_cast<std::uint32_t>(below(letters_)));
    judge_(v_);
    w = was;
    w.insert(w.begin(), static_cast<std::uint32_t>(below(std::max(states_, letters_))));
    judge_(v_);
    w = was;
    w.push_back(static_cast<std::uint32_t>(letters_ + states_));
    judge_(v_);
    w = was;
    w.insert(w.end(), was.begin(), was.end());
    judge_(v_);
  }
  template <class T>
  void change(std::optional<T>& field) {
    auto const was = field;
    field = was ? std::optional<T>{} : std::optional<T>{T{}};
    judge_(v_);
  }
  void change(std::vector<text::word>& words) {
    auto const was = words;
    words.pop_back();
    judge_(v_);
    words = was;
    words.push_back({0});
    judge_(v_);
    for (std::size_t i = 1; i < was.size(); ++i) {
      words = was;
      std::swap(words[i - 1], words[i]);
      judge_(v_);
    }
  }
  void change(equation& broken) {
    for (int i = 0; i < 3; ++i)
      set(broken, static_cast<equation>(i));
  }
  void change(std::vector<std::shared_ptr<verdict const>>& by) {
    auto const was = by;
    set(by, std::vector<std::shared_ptr<verdict const>>{});
    by = was;
    by.push_back(was.front());
    judge_(v_);
    changes inside(*was.front(), states_, letters_, random_, [&](verdict const& changed) {
      by = was;
      by.front() = std::make_shared<verdict const>(changed);
      judge_(v_);
    });
    inside.all();
  }
  // Each word takes the place of each other.
  void swap_words() {
    std::vector<text::word*> words;
    each_field(v_.proof, [&](auto& field) {
      if constexpr (std::is_same_v<std::decay_t<decltype(field)>, text::word>)
        words.push_back(&field);
    });
    if (words.size() > 12) return;
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        std::swap(*words[i], *words[j]);
        judge_(v_);
        std::swap(*words[i], *words[j]);
      }
  }

  verdict v_;
  std::size_t states_, letters_;
  std::mt19937_64& random_;
  std::function<void(verdict const&)> judge_;
};

} // namespace corruption
