// Smart constructors and traversals. Every rewrite holds over every alphabet: a letter set that
// names no symbol is empty, but a negated one is never assumed to be empty or not.
#include "ltlc/regex/expression.hpp"

#include <algorithm>
#include <iterator>

#include <boost/container_hash/hash.hpp>

#include "ltlc/contract.hpp"

namespace ltlc::regex {

namespace {

using ids = std::vector<term::id>;

// The union of the sets; the intersection by De Morgan, with every set complemented.
letter_set merged(std::vector<letter_set> const& sets, bool intersect) {
  ids named;
  ids unnamed;
  bool some_negated = false;
  for (letter_set const& set : sets) {
    if (set.negated == intersect) {
      named.insert(named.end(), set.symbols.begin(), set.symbols.end());
    } else if (!some_negated) {
      some_negated = true;
      unnamed = set.symbols;
    } else {
      ids both;
      std::set_intersection(unnamed.begin(), unnamed.end(), set.symbols.begin(), set.symbols.end(),
                            std::back_inserter(both));
      unnamed = std::move(both);
    }
  }
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  if (!some_negated) return {intersect, std::move(named)};
  ids rest;
  std::set_difference(unnamed.begin(), unnamed.end(), named.begin(), named.end(),
                      std::back_inserter(rest));
  return {!intersect, std::move(rest)};
}

bool is_star(node const& n, term::id everything) {
  return n.kind == op::repetition ? n.least == 0 && n.most == unbounded
                                  : n.kind == op::complement && n.a == everything;
}

template <class Visit>
void for_each_child(node const& n, Visit visit) {
  switch (n.kind) {
  case op::concatenation:
    visit(n.a);
    visit(n.b);
    break;
  case op::complement:
  case op::repetition:
    visit(n.a);
    break;
  case op::alternation:
  case op::intersection:
    for (term::id const i : n.children)
      visit(i);
    break;
  default:
    break;
  }
}

} // namespace

std::size_t letter_set_hash::operator()(letter_set const& set) const noexcept {
  std::size_t seed = set.negated ? 1 : 0;
  boost::hash_range(seed, set.symbols.begin(), set.symbols.end());
  return seed;
}

std::size_t node_hash::operator()(node const& n) const noexcept {
  auto seed = static_cast<std::size_t>(n.kind);
  for (std::uint32_t const field : {n.a, n.b, n.least, n.most})
    boost::hash_combine(seed, field);
  boost::hash_range(seed, n.children.begin(), n.children.end());
  return seed;
}

expression expression_pool::make(node n) {
  auto const nullable = [this](term::id i) { return nodes_[i].nullable; };
  switch (n.kind) {
  case op::nothing:
  case op::letters:
    n.nullable = false;
    break;
  case op::empty_word:
    n.nullable = true;
    break;
  case op::concatenation:
    n.nullable = nullable(n.a) && nullable(n.b);
    break;
  case op::alternation:
    n.nullable = std::any_of(n.children.begin(), n.children.end(), nullable);
    break;
  case op::intersection:
    n.nullable = std::all_of(n.children.begin(), n.children.end(), nullable);
    break;
  case op::complement:
    n.nullable = !nullable(n.a);
    break;
  case op::repetition:
    n.nullable = n.least == 0 || nullable(n.a);
    break;
  }
  return {this, nodes_.intern(n)};
}

expression expression_pool::nothing() {
  return make({.kind = op::nothing});
}
expression expression_pool::empty_word() {
  return make({.kind = op::empty_word});
}
expression expression_pool::everything() {
  return make({.kind = op::complement, .a = nothing().id});
}

expression expression_pool::letter(std::string_view token) {
  return letters(letter_set{false, {symbols_.intern(token)}});
}

expression expression_pool::any() {
  return letters(letter_set{true, {}});
}

expression expression_pool::letters(bool negated, std::vector<std::string> const& tokens) {
  letter_set set{negated, {}};
  for (std::string const& token : tokens)
    set.symbols.push_back(symbols_.intern(token));
  return letters(std::move(set));
}

expression expression_pool::letters(letter_set set) {
  std::sort(set.symbols.begin(), set.symbols.end());
  set.symbols.erase(std::unique(set.symbols.begin(), set.symbols.end()), set.symbols.end());
  if (!set.negated && set.symbols.empty()) return nothing();
  return make({.kind = op::letters, .a = sets_.intern(set)});
}

expression expression_pool::concatenation(expression f, expression g) {
  LTLC_EXPECTS(f.pool == this && g.pool == this);
  term::id const none = nothing().id;
  ids heads;
  term::id last = f.id;
  for (; nodes_[last].kind == op::concatenation; last = nodes_[last].b)
    heads.push_back(nodes_[last].a);
  heads.push_back(last);
  if (last == none || g.id == none) return nothing();

  term::id tail = g.id;
  for (std::size_t i = heads.size(); i-- > 0;) {
    term::id const head = heads[i];
    node const& rest = nodes_[tail];
    term::id const next = rest.kind == op::concatenation ? rest.a : tail;
    if (nodes_[head].kind == op::empty_word) continue;
    if (head == next && is_star(nodes_[head], none)) continue; // r* r* = r*
    tail = rest.kind == op::empty_word ? head
                                       : make({.kind = op::concatenation, .a = head, .b = tail}).id;
  }
  return {this, tail};
}

ids expression_pool::flatten(op kind, std::vector<expression> const& parts) {
  ids children;
  std::vector<letter_set> sets;
  auto const add = [&](term::id i) {
    if (nodes_[i].kind == op::letters) {
      sets.push_back(sets_[nodes_[i].a]);
    } else {
      children.push_back(i);
    }
  };
  for (expression const& part : parts) {
    LTLC_EXPECTS(part.pool == this);
    if (nodes_[part.id].kind == kind) {
      for (term::id const i : nodes_[part.id].children)
        add(i);
    } else {
      add(part.id);
    }
  }
  if (!sets.empty()) children.push_back(letters(merged(sets, kind == op::intersection)).id);
  std::sort(children.begin(), children.end());
  children.erase(std::unique(children.begin(), children.end()), children.end());
  return children;
}

// Both constructors: drop what is neutral, stop at what absorbs (r beside ~r does), and settle what
// () does beside expressions that are nullable or not.
expression expression_pool::alternation(std::vector<expression> const& parts) {
  ids children = flatten(op::alternation, parts);
  term::id const none = nothing().id;
  term::id const all = everything().id;
  auto const has = [&](term::id i) {
    return std::binary_search(children.begin(), children.end(), i);
  };
  bool nullable = false;
  for (term::id const i : children) {
    if (i == all || (nodes_[i].kind == op::complement && has(nodes_[i].a))) return {this, all};
    nullable |= nodes_[i].kind != op::empty_word && nodes_[i].nullable;
  }
  term::id const empty = empty_word().id;
  bool const optional = !nullable && has(empty);
  std::erase_if(children, [&](term::id i) { return i == none || i == empty; });
  if (children.empty()) return {this, optional ? empty : none};
  if (children.size() == 1) {
    node const only = nodes_[children.front()];
    if (optional && only.kind == op::repetition && only.least == 1) // ()|g{1,n} = g{0,n}
      return repetition({this, only.a}, 0, only.most);
    if (!optional) return {this, children.front()};
  }
  if (optional) children.insert(std::lower_bound(children.begin(), children.end(), empty), empty);
  return make({.kind = op::alternation, .children = std::move(children)});
}

expression expression_pool::intersection(std::vector<expression> const& parts) {
  ids children = flatten(op::intersection, parts);
  term::id const none = nothing().id;
  term::id const all = everything().id;
  auto const has = [&](term::id i) {
    return std::binary_search(children.begin(), children.end(), i);
  };
  bool empty_word_only = false;
  bool nullable = true;
  for (term::id const i : children) {
    if (i == none || (nodes_[i].kind == op::complement && has(nodes_[i].a))) return {this, none};
    empty_word_only |= nodes_[i].kind == op::empty_word;
    nullable &= nodes_[i].nullable;
  }
  if (empty_word_only) return nullable ? empty_word() : nothing();
  std::erase_if(children, [&](term::id i) { return i == all; });
  if (children.empty()) return {this, all};
  if (children.size() == 1) return {this, children.front()};
  return make({.kind = op::intersection, .children = std::move(children)});
}

expression expression_pool::complement(expression f) {
  LTLC_EXPECTS(f.pool == this);
  if (nodes_[f.id].kind == op::complement) return {this, nodes_[f.id].a};
  return make({.kind = op::complement, .a = f.id});
}

expression expression_pool::repetition(expression f, std::uint32_t least, std::uint32_t most) {
  LTLC_EXPECTS(f.pool == this && least <= most && least <= max_count);
  LTLC_EXPECTS(most <= max_count || most == unbounded);
  if (most == 0) return empty_word();
  if (least == 1 && most == 1) return f;
  node inner = nodes_[f.id];
  if (inner.kind == op::nothing) return least == 0 ? empty_word() : f;
  if (inner.kind == op::empty_word || is_star(inner, nothing().id)) return f;
  if (inner.nullable) least = 0;

  if (inner.kind == op::alternation && inner.nullable) { // (()|g){0,n} = g{0,n}
    std::vector<expression> parts;
    for (term::id const i : inner.children)
      if (nodes_[i].kind != op::empty_word) parts.push_back({this, i});
    if (parts.size() < inner.children.size()) return repetition(alternation(parts), 0, most);
  }
  // The lengths k of g{a,b}{m,n} are the union of [ka, kb] for m <= k <= n. They are an interval
  // when the first two of them touch, because later ones are wider.
  if (inner.kind == op::repetition) {
    std::uint64_t const a = inner.least;
    std::uint64_t const b = inner.most;
    bool const endless = most == unbounded || inner.most == unbounded;
    bool const touching = least == most || inner.most == unbounded
                              ? least > 0 || a <= 1
                              : (least + std::uint64_t{1}) * a <= least * b + 1;
    std::uint64_t const low = least * a;
    std::uint64_t const high = endless ? unbounded : most * b;
    if (touching && low <= max_count && (endless || high <= max_count))
      return repetition({this, inner.a}, static_cast<std::uint32_t>(low),
                        static_cast<std::uint32_t>(high));
  }
  if (least == 0 && most == 1) return inner.nullable ? f : alternation({empty_word(), f});
  if (least == 0 && most == unbounded && f == any()) return everything();
  return make({.kind = op::repetition, .a = f.id, .least = least, .most = most});
}

std::vector<term::id> subexpressions(expression f) {
  std::vector<bool> reached(f.id + std::size_t{1}, false);
  reached[f.id] = true;
  for (std::size_t i = reached.size(); i-- > 0;) {
    if (!reached[i]) continue;
    for_each_child((*f.pool)[static_cast<term::id>(i)], [&](term::id c) { reached[c] = true; });
  }
  ids found;
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (reached[i]) found.push_back(static_cast<term::id>(i));
  return found;
}

std::vector<std::string> letters(expression f) {
  std::vector<std::string> found;
  for (term::id const i : subexpressions(f)) {
    node const& n = (*f.pool)[i];
    if (n.kind != op::letters) continue;
    for (term::id const symbol : f.pool->set(n.a).symbols)
      found.push_back(f.pool->symbols().name(symbol));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace ltlc::regex
