// The forward pass over the positions of one word, for every arithmetic. Two paths to the same
// bits: the reference looks at every earlier position; the fast one at each (key, value) seen so
// far, once, and takes the reference's way where these do not decide the output.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

#include "ltlc/contract.hpp"
#include "ltlc/execution/attention.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/execution/row_machine.hpp"

namespace ltlc::execution {

// Where attention failed: conflict with the head and the query.
struct located_conflict {
  std::size_t layer = 0, head = 0;
  std::uint64_t query = 0;
  conflict what;
};

template <class Arithmetic>
class forward_pass {
public:
  using machine = row_machine<Arithmetic>;

  // `room`: how many numbers may be kept before the tables are made anew.
  forward_pass(network::model const& m, Arithmetic arithmetic, path way = path::fast,
               std::size_t room = std::size_t{1} << 22)
      : machine_(m, std::move(arithmetic)), way_(way), room_(room) {
    clear();
  }

  [[nodiscard]] std::uint64_t rows() const { return tokens_.size(); }

  // Appends the row of embedding row `token`; on a conflict the rows are as before.
  tl::expected<void, located_conflict> push(std::size_t token) {
    if (machine_.stored() > room_) renew();
    return append(token);
  }

  void truncate(std::uint64_t rows) {
    LTLC_EXPECTS(rows <= tokens_.size());
    tokens_.resize(rows);
    cut();
  }

  [[nodiscard]] bool last_exceeds_half() const {
    return machine_.exceeds_half(inputs_.back().back());
  }

  [[nodiscard]] std::string text(std::size_t l, std::uint64_t i, std::size_t d) const {
    return machine_.text(l, inputs_[l][i], d);
  }

  [[nodiscard]] std::vector<std::string> weights(std::size_t l, std::size_t h, std::uint64_t i) {
    if (i == 0) return {};
    auto const& seen = memory_[l][h];
    return machine_.scores(l, h).weights(machine_.vectors(l, h), seen.queries[i],
                                         machine_.attention(l, h), {seen.keys, seen.values, i});
  }

private:
  // Everything by position; keys and queries placed.
  struct head_memory {
    std::vector<term::id> queries, keys, values;
    std::vector<seen_key> seen;             // in the order of first positions
    std::vector<std::uint32_t> group;       // by position: the index in `seen`
    std::vector<std::uint64_t> last_before; // by position: the last of its group before it
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> index; // (key, value) ↦ group
  };

  void clear() {
    inputs_.assign(machine_.layers() + 1, {});
    memory_.assign(machine_.layers(), {});
    for (std::size_t l = 0; l < machine_.layers(); ++l)
      memory_[l].resize(machine_.heads(l));
  }

  tl::expected<void, located_conflict> append(std::size_t token) {
    auto const position = tokens_.size();
    auto x = machine_.embed(token, position);
    for (std::size_t l = 0; l < machine_.layers(); ++l) {
      inputs_[l].push_back(x);
      step_.assign(1, x);
      for (std::size_t h = 0; h < machine_.heads(l); ++h) {
        auto const output = attend(l, h, x, position);
        if (!output) return failed({l, h, position, output.error()});
        step_.push_back(*output);
      }
      auto const next = machine_.after(l, step_);
      if (!next) return failed({l, 0, position, next.error()});
      x = *next;
    }
    inputs_.back().push_back(x);
    tokens_.push_back(token);
    return {};
  }

  tl::unexpected<located_conflict> failed(located_conflict where) {
    cut();
    return tl::unexpected(std::move(where));
  }

  // The id of what head h writes at the new row, before W_O; `none` at row 0.
  tl::expected<term::id, conflict> attend(std::size_t l, std::size_t h, term::id x,
                                          std::uint64_t position) {
    auto& head = memory_[l][h];
    auto const p = machine_.project(l, h, x);
    auto const query = machine_.place(l, h, p.query, position);
    auto const key = machine_.place(l, h, p.key, position);
    auto output = tl::expected<term::id, conflict>(machine::none);
    if (position > 0) output = output_for(l, h, query, position);
    if (!output) return output;
    head.queries.push_back(query);
    head.keys.push_back(key);
    head.values.push_back(p.value_);
    if (way_ == path::fast) see(head, key, p.value_, position);
    return output;
  }

  tl::expected<term::id, conflict> output_for(std::size_t l, std::size_t h, term::id query,
                                              std::uint64_t position) {
    auto& head = memory_[l][h];
    auto& scores = machine_.scores(l, h);
    auto& vectors = machine_.vectors(l, h);
    auto const kind = machine_.attention(l, h);
    if (way_ == path::fast && 2 * head.seen.size() <= position + 2)
      if (auto const settled = settle(scores, vectors, query, head.seen, kind)) return *settled;
    auto const output = scores.attend(vectors, query, kind, {head.keys, head.values, position});
    if (!output) return tl::unexpected(output.error());
    return vectors.intern(*output);
  }

  static void see(head_memory& head, term::id key, term::id value, std::uint64_t position) {
    auto const [at, fresh] = head.index.try_emplace((std::uint64_t{key} << 32) | value,
                                                    static_cast<std::uint32_t>(head.seen.size()));
    if (fresh) head.seen.push_back({key, value, 0, position});
    auto& group = head.seen[at->second];
    head.group.push_back(at->second);
    head.last_before.push_back(group.last);
    ++group.count;
    group.last = position;
  }

  // Groups were made in the order of their first positions, so the one to be taken back is last.
  static void unsee(head_memory& head, std::uint64_t rows) {
    while (head.group.size() > rows) {
      auto& group = head.seen[head.group.back()];
      group.last = head.last_before.back();
      if (--group.count == 0) {
        head.index.erase((std::uint64_t{group.key} << 32) | group.value);
        head.seen.pop_back();
      }
      head.group.pop_back();
      head.last_before.pop_back();
    }
  }

  // Takes everything by position back to the length of tokens_.
  void cut() {
    auto const rows = tokens_.size();
    auto const shorten = [rows](std::vector<term::id>& ids) {
      if (ids.size() > rows) ids.resize(rows);
    };
    for (auto& input : inputs_)
      shorten(input);
    for (auto& layer : memory_)
      for (auto& head : layer) {
        shorten(head.queries);
        shorten(head.keys);
        shorten(head.values);
        unsee(head, rows);
      }
  }

  // Forgets every row and reads the tokens again: it costs time, and never changes a bit. When the
  // rows that are there need most of the room, the room grows.
  void renew() {
    auto const tokens = std::exchange(tokens_, {});
    machine_.forget();
    clear();
    for (auto const token : tokens)
      (void)append(token);
    LTLC_ENSURES(tokens_ == tokens);
    if (machine_.stored() > room_ / 2) room_ *= 2;
  }

  machine machine_;
  path way_;
  std::size_t room_;
  std::vector<std::size_t> tokens_;           // by position
  std::vector<std::vector<term::id>> inputs_; // rows before each layer and after the last
  std::vector<std::vector<head_memory>> memory_;
  std::vector<term::id> step_;
};

} // namespace ltlc::execution
