#include "batch.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <thread>

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/batch_item.hpp"

#include "../classification_report.hpp"
#include "../files.hpp"
#include "../language.hpp"
#include "../ordered_parallel.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 28;

struct line_item {
  std::uint64_t number = 0; // from 1
  std::string text;
  bool too_long = false;
};

// One line without its end, at most so many bytes of it in memory.
std::optional<line_item> next_line(std::istream& in, std::uint64_t number) {
  line_item item{number, {}, false};
  bool any = false;
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    any = true;
    if (c == '\n') return item;
    if (item.text.size() < longest_line)
      item.text.push_back(static_cast<char>(c));
    else
      item.too_long = true;
  }
  if (!any) return std::nullopt;
  return item;
}

struct answered {
  std::string line; // of the output
  exit_status status = exit_status::done;
};

// A message for stderr as one for a JSON string: without the program's name and the last newline.
std::string plain(std::string message) {
  for (std::string_view const head : {"ltlc: error: ", "ltlc: "})
    if (message.starts_with(head)) message.erase(0, head.size());
  while (message.ends_with('\n'))
    message.pop_back();
  return message;
}

// {"line":7,"id":…, and the rest of the document. The id is JSON already, as the line had it.
std::string with_line_and_id(line_item const& item, std::string const& id, json const& rest) {
  std::string const text = rest.dump(-1, ' ', false, json::error_handler_t::replace);
  return "{\"line\":" + std::to_string(item.number) + (id.empty() ? "" : ",\"id\":" + id) + "," +
         text.substr(1);
}

answered refused(line_item const& item, std::string const& id, failure const& why) {
  json const rest = {{"error", plain(why.message)}, {"status", static_cast<int>(why.status)}};
  return {with_line_and_id(item, id, rest), why.status};
}

// The language of a line. What is wrong with its text is told with the key it stands under.
outcome<language> language_of(interchange::batch_item& item, budget::budget const& limits,
                              streams const& io) {
  if (item.table) {
    language l;
    l.name = "dfa";
    l.sigma = item.table->sigma;
    l.term = std::move(*item.table);
    return l;
  }
  input_options input;
  auto& texts = item.kind == "regex" ? input.regex
                : item.kind == "ltl" ? input.ltl
                : item.kind == "fo"  ? input.fo
                                     : input.dfa;
  texts.push_back(item.text);
  auto l = read_language(input, limits, io, item.sigma ? &*item.sigma : nullptr);
  if (l) return l;
  failure why = std::move(l.error());
  std::string const option = "--" + item.kind + ":";
  if (why.message.starts_with(option))
    why.message.replace(0, option.size(), "key /" + item.kind + ", ");
  return tl::unexpected(std::move(why));
}

answered answer(line_item const& item, classify_options const& o, asked_classes const& asked) {
  std::istringstream nothing;
  std::ostringstream unused;
  streams const io{nothing, unused, unused, false};
  auto limits = budget_of(o.common);
  limits.progress = nullptr;
  if (item.too_long)
    return refused(item, {}, wrong_input("the line is longer than 268,435,456 bytes"));
  text::source const source{"line " + std::to_string(item.number), item.text};
  auto read = interchange::batch_line_from_json(source, limits);
  if (!read.item) {
    auto const& error = read.item.error();
    auto const column = text::locate(source.content, error.where.begin).column;
    return refused(item, read.id,
                   wrong_input("column " + std::to_string(column) + ": " + error.message));
  }
  auto const l = language_of(*read.item, limits, io);
  if (!l) return refused(item, read.id, l.error());
  auto const a = minimal_automaton(*l, limits);
  if (!a) return refused(item, read.id, a.error());
  auto const found = algebra::classify(*a, asked.all, limits);
  json const rest =
      o.certificates ? json::parse(classification_json(*a, found, {})) : verdicts_only(*a, found);
  return {with_line_and_id(item, read.id, rest), status_of(found, asked)};
}

// The severest of two: a bad line, an open class, an assertion that fails.
exit_status worse(exit_status one, exit_status other) {
  auto const rank = [](exit_status s) {
    return s == exit_status::done            ? 0
           : s == exit_status::does_not_hold ? 1
           : s == exit_status::limit         ? 2
                                             : 3;
  };
  return rank(one) < rank(other) ? other : one;
}

} // namespace

outcome<exit_status> classify_batch(classify_options const& o, asked_classes const& asked,
                                    streams const& io) {
  if (o.input.count() > 0 || o.input.alphabet)
    return tl::unexpected(
        wrong_input("a batch takes its inputs and their alphabets from its lines only"));
  std::ifstream file;
  if (*o.batch != "-") {
    file.open(*o.batch, std::ios::binary);
    if (!file) return tl::unexpected(wrong_input("cannot read " + *o.batch));
  }
  std::istream& in = *o.batch == "-" ? io.in : file;
  bool const progress = !o.common.quiet && isatty(STDERR_FILENO) == 1;
  std::uint64_t number = 0;
  std::uint64_t answers = 0;
  auto status = exit_status::done;
  in_order(
      o.jobs != 0 ? o.jobs : std::max(1U, std::thread::hardware_concurrency()),
      [&]() -> std::optional<line_item> {
        while (auto item = next_line(in, number + 1)) {
          ++number;
          bool const blank = item->text.find_first_not_of(" \t\r") == std::string::npos;
          if (!blank && o.shard.has(number - 1)) return item;
        }
        return std::nullopt;
      },
      [&](line_item const& item) -> answered {
        try {
          return answer(item, o, asked);
        } catch (std::bad_alloc const&) {
          return refused(item, {}, {exit_status::limit, "undecided: memory ran out"});
        }
      },
      [&](answered const& done) {
        io.out << done.line << "\n";
        if (o.batch == "-") io.out.flush();
        status = worse(status, done.status);
        ++answers;
        if (progress)
          std::fprintf(stderr, "\r%s answered\033[K\r", budget::grouped(answers).c_str());
      });
  if (reading_failed(in))
    return tl::unexpected(wrong_input("cannot read " + *o.batch + " further"));
  return status;
}

} // namespace ltlc::app
