// The derivative of a concatenation is carried along as "derive f, then put rest behind": a work
// list of such pairs replaces recursion. A form that needs the form of an expression under & or ~
// waits on a stack until that is known.
#include "ltlc/regex/derivative.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <boost/container_hash/hash.hpp>

#include "ltlc/contract.hpp"

namespace ltlc::regex {

namespace {

void add_class(class_set& set, std::uint32_t c) {
  set[c / 64] |= std::uint64_t{1} << c % 64;
}
bool has_class(class_set const& set, std::uint32_t c) {
  return set[c / 64] >> c % 64 & 1;
}

bool is_boolean(op kind) {
  return kind == op::intersection || kind == op::complement;
}

} // namespace

derivatives::derivatives(expression_pool& pool, text::alphabet const& sigma,
                         letter_classes const& classes, budget::budget const& limits)
    : pool_(pool), sigma_(sigma), classes_(classes), limits_(limits), clock_(limits, "terms"),
      empty_word_(pool.empty_word().id), everything_(pool.complement(pool.nothing()).id) {}

std::uint32_t derivatives::intern(class_set set) {
  auto const [at, fresh] = set_index_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (fresh) sets_.push_back(std::move(set));
  return at->second;
}

std::uint32_t derivatives::classes_of_set(std::uint32_t index) {
  if (auto const at = of_letter_set_.find(index); at != of_letter_set_.end()) return at->second;
  std::size_t const count = classes_.representative.size();
  letter_set const& set = pool_.set(index);
  class_set named((count + 63) / 64, 0);
  for (term::id const symbol : set.symbols)
    if (auto const x = sigma_.find(pool_.symbols().name(symbol)))
      add_class(named, classes_.class_of[*x]);
  if (set.negated) {
    for (std::uint64_t& w : named)
      w = ~w;
    if (count % 64 != 0) named.back() &= (std::uint64_t{1} << count % 64) - 1;
  }
  return of_letter_set_.try_emplace(index, intern(std::move(named))).first->second;
}

std::span<step const> derivatives::form(term::id f) const {
  return {storage_.data() + form_[f].begin, form_[f].size};
}

void derivatives::keep(term::id f, std::vector<step>& form) {
  auto const less = [](step const& x, step const& y) {
    return x.rest != y.rest ? x.rest < y.rest : x.classes < y.classes;
  };
  std::sort(form.begin(), form.end(), less);
  form.erase(std::unique(form.begin(), form.end()), form.end());
  if (form_.size() <= f) form_.resize(pool_.size());
  form_[f] = {storage_.size(), form.size(), true};
  storage_.insert(storage_.end(), form.begin(), form.end());
}

term::id derivatives::join(term::id f, term::id rest) {
  if (rest == empty_word_) return f;
  if (f == empty_word_) return rest;
  return pool_.concatenation({&pool_, f}, {&pool_, rest}).id;
}

std::vector<term::id> derivatives::terms(term::id f) const {
  node const& n = pool_[f];
  if (n.kind == op::nothing) return {};
  if (n.kind == op::alternation) return n.children;
  return {f};
}

void derivatives::emit(std::uint32_t classes, term::id rest, std::vector<step>& form) {
  node const& n = pool_[rest];
  if (n.kind == op::nothing) return;
  if (n.kind == op::alternation) {
    for (term::id const i : n.children)
      form.push_back({classes, i});
  } else {
    form.push_back({classes, rest});
  }
}

bool derivatives::limit_is_near(std::uint64_t weight) {
  // A node of the pool is kept twice, with its children; 200 bytes is a typical sum.
  if (storage_.size() * sizeof(step) > limits_.max_bytes || pool_.size() > limits_.max_bytes / 200)
    limit_ = budget::bytes_passed(limits_);
  else if (clock_.out_of_time(pool_.size(), weight))
    limit_ = limits_.time_passed();
  return limit_.has_value();
}

bool derivatives::derive_plain(term::id f, std::vector<term::id>& missing) {
  std::vector<step> form;
  std::vector<pending> work{{f, empty_word_}};
  while (!work.empty()) {
    auto const [g, rest] = work.back();
    work.pop_back();
    if (limit_is_near(1)) return false;
    node const n = pool_[g]; // a copy: joining terms can move the pool's nodes
    switch (n.kind) {
    case op::nothing:
    case op::empty_word:
      break;
    case op::letters:
      if (auto const c = classes_of_set(n.a); missing.empty()) emit(c, rest, form);
      break;
    case op::concatenation:
      work.push_back({n.a, join(n.b, rest)});
      if (pool_[n.a].nullable) work.push_back({n.b, rest});
      break;
    case op::alternation:
      for (term::id const i : n.children)
        work.push_back({i, rest});
      break;
    case op::repetition: {
      std::uint32_t const least = n.least == 0 ? 0 : n.least - 1;
      std::uint32_t const most = n.most == unbounded ? unbounded : n.most - 1;
      work.push_back({n.a, join(pool_.repetition({&pool_, n.a}, least, most).id, rest)});
      break;
    }
    case op::intersection:
    case op::complement:
      if (!known(g)) {
        missing.push_back(g);
      } else if (missing.empty()) {
        for (std::size_t i = 0; i < form_[g].size; ++i) {
          step const s = storage_[form_[g].begin + i];
          emit(s.classes, join(s.rest, rest), form);
        }
      }
      break;
    }
  }
  if (!missing.empty()) return false;
  keep(f, form);
  return true;
}

// The derivative of f by each class, as one expression each.
std::vector<term::id> derivatives::by_class(term::id f) {
  std::vector<std::vector<term::id>> terms(classes_.representative.size());
  for (step const& s : form(f))
    for (std::uint32_t c = 0; c < terms.size(); ++c)
      if (has_class(sets_[s.classes], c)) terms[c].push_back(s.rest);
  std::vector<term::id> result;
  boost::unordered_flat_map<std::vector<term::id>, term::id, boost::hash<std::vector<term::id>>>
      made;
  for (std::vector<term::id>& of_class : terms) {
    simplify(of_class);
    auto const [at, fresh] = made.try_emplace(of_class, 0);
    if (fresh) {
      std::vector<expression> parts;
      for (term::id const i : of_class)
        parts.push_back({&pool_, i});
      at->second = pool_.alternation(parts).id;
    }
    result.push_back(at->second);
  }
  return result;
}

// & and ~ need one derivative for each class; classes with equal ones share a step.
void derivatives::derive_boolean(term::id f) {
  node const n = pool_[f];
  std::size_t const count = classes_.representative.size();
  std::vector<std::vector<term::id>> children;
  if (n.kind == op::complement) children.push_back(by_class(n.a));
  for (term::id const i : n.children)
    children.push_back(by_class(i));
  boost::unordered_flat_map<std::vector<term::id>, std::uint32_t,
                            boost::hash<std::vector<term::id>>>
      group_of;
  std::vector<std::pair<term::id, class_set>> groups;
  for (std::uint32_t c = 0; c < count; ++c) {
    std::vector<term::id> column;
    for (auto const& child : children)
      column.push_back(child[c]);
    auto const [at, fresh] =
        group_of.try_emplace(column, static_cast<std::uint32_t>(groups.size()));
    if (fresh) {
      std::vector<expression> parts;
      for (term::id const i : column)
        parts.push_back({&pool_, i});
      expression const g =
          n.kind == op::complement ? pool_.complement(parts.front()) : pool_.intersection(parts);
      groups.emplace_back(g.id, class_set((count + 63) / 64, 0));
    }
    add_class(groups[at->second].second, c);
  }
  std::vector<step> form;
  for (auto& [rest, set] : groups) {
    std::uint32_t const classes = intern(std::move(set));
    emit(classes, rest, form);
  }
  keep(f, form);
}

budget::limited<std::span<step const>> derivatives::steps(term::id f) {
  std::vector<term::id> stack;
  if (!known(f)) stack.push_back(f);
  std::vector<term::id> missing;
  while (!stack.empty()) {
    term::id const g = stack.back();
    missing.clear();
    if (known(g)) {
      stack.pop_back();
      continue;
    }
    if (limit_is_near(1)) return tl::unexpected(*limit_);
    if (is_boolean(pool_[g].kind)) {
      node const& n = pool_[g];
      if (n.kind == op::complement && !known(n.a)) missing.push_back(n.a);
      for (term::id const i : n.children)
        if (!known(i)) missing.push_back(i);
      if (missing.empty()) derive_boolean(g);
    } else if (!derive_plain(g, missing) && missing.empty()) {
      return tl::unexpected(*limit_);
    }
    stack.insert(stack.end(), missing.begin(), missing.end());
  }
  return form(f);
}

budget::limited<expression> derivatives::by(expression f, std::uint32_t c) {
  LTLC_EXPECTS(f.pool == &pool_ && c < classes_.representative.size());
  auto const form = steps(f.id);
  if (!form) return tl::unexpected(form.error());
  std::vector<term::id> rests;
  for (step const& s : *form)
    if (has_class(sets_[s.classes], c)) rests.push_back(s.rest);
  simplify(rests);
  std::vector<expression> parts;
  for (term::id const i : rests)
    parts.push_back({&pool_, i});
  return pool_.alternation(parts);
}

void derivatives::simplify(std::vector<term::id>& terms) {
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  if (terms.size() < 2) return;
  drop_tails(terms);
  if (merge_counts(terms)) {
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  }
  if (std::binary_search(terms.begin(), terms.end(), everything_)) terms.assign(1, everything_);
}

// What x z matches with x nullable includes what z matches; so does every tail that nullable heads
// alone precede, and (). Longer chains have larger numbers, so most are dropped before their turn.
// Pre: terms are sorted.
void derivatives::drop_tails(std::vector<term::id>& terms) {
  dropped_.assign(terms.size(), false);
  auto const drop = [&](term::id t) {
    auto const at = std::lower_bound(terms.begin(), terms.end(), t);
    if (at == terms.end() || *at != t) return false;
    dropped_[static_cast<std::size_t>(at - terms.begin())] = true;
    return true;
  };
  bool some = false;
  for (std::size_t i = terms.size(); i-- > 0;) {
    if (dropped_[i]) continue;
    if (pool_[terms[i]].nullable && terms[i] != empty_word_) some |= drop(empty_word_);
    for (term::id t = terms[i]; pool_[t].kind == op::concatenation && pool_[pool_[t].a].nullable;) {
      t = pool_[t].b;
      some |= drop(t);
    }
  }
  if (!some) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (!dropped_[i]) terms[kept++] = terms[i];
  terms.resize(kept);
}

derivatives::counts derivatives::counts_of(term::id f) {
  if (f < counts_.size() && counts_[f].known) return counts_[f];
  counts c;
  c.known = true;
  bool const chain = pool_[f].kind == op::concatenation;
  node const head = pool_[chain ? pool_[f].a : f];
  if (head.kind == op::repetition) {
    term::id const tail = chain ? pool_[f].b : empty_word_;
    auto const [at, fresh] = family_index_.try_emplace(
        std::uint64_t{head.a} << 32 | tail, static_cast<std::uint32_t>(families_.size()));
    c = {true, true, at->second, head.least, head.most};
    if (fresh) families_.push_back({head.a, tail, join(head.a, tail)});
  }
  if (counts_.size() <= f) counts_.resize(pool_.size());
  counts_[f] = c;
  return c;
}

term::id derivatives::with_counts(counts const& c) {
  auto& of_least = made_[std::uint64_t{c.family} << 32 | c.least];
  for (auto const& [most, term] : of_least)
    if (most == c.most) return term;
  family const& of = families_[c.family];
  term::id const term = join(pool_.repetition({&pool_, of.base}, c.least, c.most).id, of.tail);
  of_least.emplace_back(c.most, term);
  return term;
}

// Pre: terms are sorted. True when something changed.
bool derivatives::merge_counts(std::vector<term::id>& terms) {
  parts_.clear();
  for (term::id const t : terms)
    if (counts const c = counts_of(t); c.counted) parts_.emplace_back(c, t);
  if (parts_.empty()) return false;
  auto const has = [&](term::id t) { return std::binary_search(terms.begin(), terms.end(), t); };
  // z and r z count as r{0,0} z and r{1,1} z beside some r{a,b} z.
  for (std::size_t i = 0, n = parts_.size(); i < n; ++i) {
    counts c = parts_[i].first;
    family const& of = families_[c.family];
    c.least = c.most = 0;
    if (has(of.tail)) parts_.emplace_back(c, of.tail);
    c.least = c.most = 1;
    if (has(of.once)) parts_.emplace_back(c, of.once);
  }
  if (parts_.size() < 2) return false;
  std::sort(parts_.begin(), parts_.end());
  bool changed = false;
  for (std::size_t i = 0; i < parts_.size();) {
    counts whole = parts_[i].first;
    std::size_t j = i + 1;
    while (j < parts_.size() && parts_[j].first.family == whole.family &&
           parts_[j].first.least <= std::uint64_t{whole.most} + 1)
      whole.most = std::max(whole.most, parts_[j++].first.most);
    if (j > i + 1 && whole.most > 1) {
      for (std::size_t k = i; k < j; ++k)
        std::erase(terms, parts_[k].second);
      terms.push_back(with_counts(whole));
      changed = true;
    }
    i = j;
  }
  return changed;
}

} // namespace ltlc::regex
