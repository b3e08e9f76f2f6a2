#include "grammar/ebnf.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::ebnf {

namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_name(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}
bool is_lexical(std::string const& rule) {
  return !is_lower(rule[0]);
}

std::optional<example> example_in(std::string const& line, std::size_t number) {
  for (bool const accepted : {true, false}) {
    std::string const head = accepted ? "(* accept: " : "(* reject: ";
    if (line.substr(0, head.size()) != head) continue;
    std::string const body = line.substr(head.size(), line.size() - head.size() - 3);
    std::size_t const arrow = body.rfind("=> ");
    if (arrow == std::string::npos || line.substr(line.size() - 3) != " *)")
      throw std::runtime_error("no example in line " + std::to_string(number));
    return example{accepted, body.substr(0, arrow > 0 ? arrow - 1 : 0), body.substr(arrow + 3),
                   number};
  }
  return std::nullopt;
}

class reader {
public:
  reader(std::string text, grammar& g) : text_(std::move(text)), g_(g) {}

  void rules() {
    for (skip(); at_ < text_.size(); skip()) {
      std::string const name = this->name();
      take('=');
      g_.rules[name] = choice();
      g_.order.push_back(name);
      take(';');
    }
  }

private:
  std::size_t add(kind k, std::string text, std::vector<std::size_t> parts) {
    g_.nodes.push_back({k, std::move(text), std::move(parts), 0});
    return g_.nodes.size() - 1;
  }
  void skip() {
    for (; at_ < text_.size(); ++at_) {
      if (is_blank(text_[at_])) continue;
      if (text_.compare(at_, 2, "(*") != 0) return;
      at_ = text_.find("*)", at_) + 1;
    }
  }
  bool next_is(char c) {
    skip();
    return at_ < text_.size() && text_[at_] == c;
  }
  void take(char c) {
    if (!next_is(c))
      throw std::runtime_error(std::string("expected ") + c + " at \"" + text_.substr(at_, 20));
    ++at_;
  }
  std::string name() {
    skip();
    std::size_t const begin = at_;
    while (at_ < text_.size() && is_name(text_[at_]))
      ++at_;
    if (begin == at_) throw std::runtime_error("expected a name at " + text_.substr(at_, 20));
    return text_.substr(begin, at_ - begin);
  }
  std::string until(char end) {
    std::string found;
    for (++at_; text_[at_] != end; ++at_) {
      if (end == '"' && text_[at_] == '\\') ++at_;
      found += text_[at_];
    }
    ++at_;
    return found;
  }

  std::size_t choice() {
    return row('|', kind::choice, [this] { return sequence(); });
  }
  std::size_t sequence() {
    return row(',', kind::sequence, [this] { return exception(); });
  }
  std::size_t row(char separator, kind k, std::function<std::size_t()> const& part) {
    std::vector<std::size_t> parts{part()};
    while (next_is(separator)) {
      ++at_;
      parts.push_back(part());
    }
    return parts.size() == 1 ? parts[0] : add(k, {}, parts);
  }
  std::size_t exception() {
    std::size_t const whole = primary();
    if (!next_is('-')) return whole;
    ++at_;
    return add(kind::except, {}, {whole, primary()});
  }
  std::size_t bracketed(char close) {
    ++at_;
    std::size_t const inside = choice();
    take(close);
    return inside;
  }
  std::size_t primary() {
    if (next_is('"')) return add(kind::literal, until('"'), {});
    if (next_is('?')) return add(kind::special, until('?'), {});
    if (next_is('(')) return bracketed(')');
    if (next_is('{')) return add(kind::repeat, {}, {bracketed('}')});
    if (next_is('[')) return add(kind::optional, {}, {bracketed(']')});
    return add(kind::reference, name(), {});
  }

  std::string text_;
  grammar& g_;
  std::size_t at_ = 0;
};

constexpr std::size_t endless = 1'000'000;

void measure_heights(grammar& g) {
  for (node& n : g.nodes)
    n.height = endless;
  for (bool changed = true; changed;) {
    changed = false;
    for (node& n : g.nodes) {
      std::size_t height = n.kind == kind::choice ? endless : 0;
      for (std::size_t const part : n.parts)
        height = n.kind == kind::choice ? std::min(height, g.nodes[part].height)
                                        : std::max(height, g.nodes[part].height);
      if (n.kind == kind::repeat || n.kind == kind::optional) height = 0;
      if (n.kind == kind::reference) height = g.nodes[g.rules.at(n.text)].height + 1;
      if (height < n.height) {
        n.height = height;
        changed = true;
      }
    }
  }
}

// The items of a special sequence: "a..z", single characters, and whether "not" stands before them.
struct character_set {
  bool negated = false;
  std::vector<std::pair<char, char>> ranges;

  explicit character_set(std::string const& text) {
    std::istringstream items(text);
    for (std::string item; items >> item;) {
      if (item == "not") {
        negated = true;
      } else {
        ranges.emplace_back(item.front(), item.back());
      }
    }
  }
  [[nodiscard]] bool has(std::string_view point) const {
    if (negated && text::drawable(point) == " ") return false;
    bool const listed =
        point.size() == 1 && std::any_of(ranges.begin(), ranges.end(), [&](auto const& r) {
          return r.first <= point[0] && point[0] <= r.second;
        });
    return listed != negated;
  }
};

using ends = std::vector<std::size_t>; // sorted, distinct

class recognizer {
public:
  recognizer(grammar const& g, std::string_view text) : g_(g), text_(text) {}

  bool run() {
    for (std::size_t const end : of(g_.rules.at(g_.order[0]), 0, false))
      if (skipped(end) == text_.size()) return true;
    return false;
  }

private:
  std::size_t skipped(std::size_t at) {
    while (at < text_.size() && is_blank(text_[at]))
      ++at;
    return at;
  }

  ends const& of(std::size_t i, std::size_t at, bool lexical) {
    auto const key = (i * (text_.size() + 1) + at) * 2 + (lexical ? 1 : 0);
    auto const known = memo_.find(key);
    if (known != memo_.end()) return known->second;
    ends found = compute(g_.nodes[i], at, lexical);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return memo_[key] = std::move(found);
  }

  ends compute(node const& n, std::size_t at, bool lexical) {
    switch (n.kind) {
    case kind::literal:
      return literal(n, lexical ? at : skipped(at), lexical);
    case kind::special: {
      if (at >= text_.size()) return {};
      std::size_t const length = text::code_point_length(text_, at);
      return character_set(n.text).has(text_.substr(at, length)) ? ends{at + length} : ends{};
    }
    case kind::reference: {
      if (lexical || !is_lexical(n.text)) return of(g_.rules.at(n.text), at, lexical);
      ends const& found = of(g_.rules.at(n.text), skipped(at), true);
      return found.empty() ? ends{} : ends{found.back()};
    }
    case kind::except: {
      ends const& whole = of(n.parts[0], at, lexical);
      if (whole.empty()) return {};
      ends const& barred = of(n.parts[1], at, lexical);
      bool const bars = std::binary_search(barred.begin(), barred.end(), whole.back());
      return bars ? ends{} : ends{whole.back()};
    }
    default:
      return composed(n, at, lexical);
    }
  }

  ends literal(node const& n, std::size_t at, bool lexical) {
    if (text_.substr(at, n.text.size()) != n.text) return {};
    std::size_t const end = at + n.text.size();
    bool const in_word = end < text_.size() && (is_lower(text_[end]) || text_[end] == '_' ||
                                                (text_[end] >= '0' && text_[end] <= '9'));
    if (!lexical && is_lower(n.text.back()) && in_word) return {};
    return {end};
  }

  ends composed(node const& n, std::size_t at, bool lexical) {
    ends found;
    if (n.kind == kind::choice) {
      for (std::size_t const part : n.parts)
        for (std::size_t const end : of(part, at, lexical))
          found.push_back(end);
      return found;
    }
    found = {at};
    if (n.kind == kind::sequence) {
      for (std::size_t const part : n.parts)
        found = after(found, part, lexical);
      return found;
    }
    for (std::size_t from = 0; from < found.size(); ++from) { // grows while it is walked
      if (n.kind == kind::optional && from > 0) break;
      for (std::size_t const end : ends(of(n.parts[0], found[from], lexical)))
        if (std::find(found.begin(), found.end(), end) == found.end()) found.push_back(end);
    }
    return found;
  }

  ends after(ends const& starts, std::size_t part, bool lexical) {
    ends found;
    for (std::size_t const at : starts)
      for (std::size_t const end : of(part, at, lexical))
        found.push_back(end);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  grammar const& g_;
  std::string_view text_;
  std::map<std::size_t, ends> memo_;
};

class generator {
public:
  generator(grammar const& g, std::mt19937_64& random) : g_(g), random_(random) {}

  std::string make(std::size_t depth) {
    derive(g_.rules.at(g_.order[0]), depth, false);
    return out_;
  }

private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  void blank(bool lexical) {
    if (!lexical) out_ += below(8) == 0 ? "\n\t " : " ";
  }

  void derive(std::size_t i, std::size_t depth, bool lexical) {
    node const& n = g_.nodes[i];
    std::size_t const less = depth == 0 ? 0 : depth - 1;
    switch (n.kind) {
    case kind::literal:
      blank(lexical);
      out_ += n.text;
      break;
    case kind::special:
      out_ += character(character_set(n.text));
      break;
    case kind::reference:
      if (is_lexical(n.text)) blank(lexical);
      derive(g_.rules.at(n.text), less, lexical || is_lexical(n.text));
      break;
    case kind::sequence:
      for (std::size_t const part : n.parts)
        derive(part, less, lexical);
      break;
    case kind::choice:
      derive(chosen(n, depth), less, lexical);
      break;
    case kind::repeat:
    case kind::optional:
      while (depth > 0 && below(2) == 0) {
        derive(n.parts[0], less, lexical);
        if (n.kind == kind::optional) break;
      }
      break;
    case kind::except:
      except(n, less, lexical);
      break;
    }
  }

  std::size_t chosen(node const& n, std::size_t depth) {
    if (depth > 0) return n.parts[below(n.parts.size())];
    return *std::min_element(n.parts.begin(), n.parts.end(), [this](std::size_t a, std::size_t b) {
      return g_.nodes[a].height < g_.nodes[b].height;
    });
  }

  void except(node const& n, std::size_t depth, bool lexical) {
    for (std::size_t const start = out_.size();; out_.resize(start)) {
      derive(n.parts[0], depth, lexical);
      std::string const made = out_.substr(start);
      grammar only = g_;
      only.order[0] = "Excluded";
      only.rules["Excluded"] = n.parts[1];
      if (!recognizes(only, made)) return;
    }
  }

  std::string character(character_set const& set) {
    static std::vector<std::string> const others{"é", "∧", "Q", "(", "a", "7", "|", "🙂"};
    if (set.negated) return others[below(others.size())];
    auto const& [first, last] = set.ranges[below(set.ranges.size())];
    return {static_cast<char>(
        first + static_cast<char>(below(static_cast<std::size_t>(last - first) + 1)))};
  }

  grammar const& g_;
  std::mt19937_64& random_;
  std::string out_;
};

} // namespace

grammar read(std::string const& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  grammar g;
  std::string rest;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (auto const found = example_in(line, number)) {
      g.examples.push_back(*found);
    } else {
      rest += line + "\n";
    }
  }
  reader(rest, g).rules();
  measure_heights(g);
  return g;
}

bool recognizes(grammar const& g, std::string_view text) {
  return recognizer(g, text).run();
}

std::string random_sentence(grammar const& g, std::mt19937_64& random, std::size_t depth) {
  return generator(g, random).make(depth);
}

} // namespace ltlc::ebnf
