#include "ltlc/automaton/decision_diagram.hpp"

#include <algorithm>

#include "ltlc/budget/pace.hpp"

namespace ltlc::automaton {

namespace {

std::uint64_t hash(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint64_t h = (std::uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15ULL;
  h = (h ^ (h >> 29) ^ c) * 0xbf58476d1ce4e5b9ULL;
  return h ^ (h >> 32);
}

constexpr std::size_t first_size = 1 << 10;
constexpr std::size_t largest_cache = 1 << 22;

} // namespace

decision_diagrams::decision_diagrams(budget::budget const& limits)
    : limits_(limits), nodes_{{UINT32_MAX, no, no}, {UINT32_MAX, yes, yes}}, unique_(first_size),
      found_(first_size) {}

std::uint64_t decision_diagrams::bytes() const {
  return nodes_.size() * sizeof(node) + unique_.size() * sizeof(ref) +
         found_.size() * sizeof(found) + remembered_.size() * sizeof(remembered);
}

void decision_diagrams::look_at_clock() {
  if (++steps_ % budget::pace::stride != 0) return;
  if (!stopped_ && limits_.out_of_time()) stopped_ = limits_.time_passed();
}

decision_diagrams::ref decision_diagrams::make(std::uint32_t test, ref low, ref high) {
  if (low == high) return low;
  std::size_t const mask = unique_.size() - 1;
  std::size_t at = hash(test, low, high) & mask;
  for (; unique_[at] != no; at = (at + 1) & mask) {
    node const& n = nodes_[unique_[at]];
    if (n.test == test && n.low == low && n.high == high) return unique_[at];
  }
  if (!stopped_ && (bytes() > limits_.max_bytes || nodes_.size() == UINT32_MAX))
    stopped_ = budget::bytes_passed(limits_);
  if (stopped_) return no;
  auto const made = static_cast<ref>(nodes_.size());
  unique_[at] = made;
  nodes_.push_back({test, low, high});
  if (nodes_.size() * 2 > unique_.size()) grow();
  return made;
}

void decision_diagrams::grow() {
  std::size_t const mask = unique_.size() * 2 - 1;
  unique_.assign(unique_.size() * 2, no);
  for (ref f = yes + 1; f < nodes_.size(); ++f) {
    std::size_t at = hash(nodes_[f].test, nodes_[f].low, nodes_[f].high) & mask;
    while (unique_[at] != no)
      at = (at + 1) & mask;
    unique_[at] = f;
  }
  if (found_.size() < std::min(unique_.size(), largest_cache))
    found_.assign(std::min(unique_.size(), largest_cache), {});
}

std::uint32_t decision_diagrams::top(frame const& t) const {
  return std::min({nodes_[t.f].test, nodes_[t.g].test, nodes_[t.h].test});
}

decision_diagrams::frame decision_diagrams::branch(frame const& t, std::uint32_t v,
                                                   bool high) const {
  auto const half = [&](ref f) {
    if (nodes_[f].test != v) return f;
    return high ? nodes_[f].high : nodes_[f].low;
  };
  return {half(t.f), half(t.g), half(t.h), no, 0};
}

// The answer if none has to be computed. Otherwise t in the form in which it is looked up.
std::optional<decision_diagrams::ref> decision_diagrams::known(frame& t) const {
  if (t.f == t.g) t.g = yes;
  if (t.f == t.h) t.h = no;
  if (t.f == yes || t.g == t.h) return t.g;
  if (t.f == no) return t.h;
  if (t.g == yes && t.h == no) return t.f;
  if (t.h == no && t.g < t.f) std::swap(t.f, t.g);
  if (t.g == yes && t.h < t.f) std::swap(t.f, t.h);
  found const& c = found_[hash(t.f, t.g, t.h) & (found_.size() - 1)];
  if (c.f == t.f && c.g == t.g && c.h == t.h) return c.result; // no question has f = 0
  return std::nullopt;
}

decision_diagrams::ref decision_diagrams::choose(ref f, ref g, ref h) {
  frame question{f, g, h, no, 0};
  if (auto const r = known(question)) return *r;
  frames_.assign(1, question);
  ref answer = no; // to the question that was asked last
  while (!frames_.empty()) {
    look_at_clock();
    if (stopped_) return no;
    frame& t = frames_.back();
    std::uint32_t const v = top(t);
    if (t.stage == 2) {
      answer = make(v, t.low, answer);
      found_[hash(t.f, t.g, t.h) & (found_.size() - 1)] = {t.f, t.g, t.h, answer};
      frames_.pop_back();
      continue;
    }
    if (t.stage == 1) t.low = answer;
    frame next = branch(t, v, t.stage++ == 1);
    if (auto const r = known(next))
      answer = *r;
    else
      frames_.push_back(next);
  }
  return stopped_ ? no : answer;
}

std::optional<decision_diagrams::ref> decision_diagrams::image_of(ref f) const {
  if (f <= yes) return f;
  if (remembered_[f].generation != generation_) return std::nullopt;
  return remembered_[f].image;
}

decision_diagrams::ref decision_diagrams::substitute(ref f, std::span<ref const> image) {
  if (remembered_.size() < nodes_.size()) remembered_.resize(nodes_.size());
  if (auto const r = image_of(f)) return *r;
  pending_.assign(1, f);
  while (!pending_.empty()) {
    if (stopped_) return no;
    ref const at = pending_.back();
    node const n = nodes_[at];
    auto const low = image_of(n.low);
    auto const high = image_of(n.high);
    if (!low) pending_.push_back(n.low);
    if (!high) pending_.push_back(n.high);
    if (!low || !high) continue;
    remembered_[at] = {generation_, choose(image[n.test], *high, *low)};
    pending_.pop_back();
  }
  return remembered_[f].image;
}

} // namespace ltlc::automaton
