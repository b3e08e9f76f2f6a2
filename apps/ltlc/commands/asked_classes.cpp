#include "asked_classes.hpp"

namespace ltlc::app {

namespace {

outcome<std::vector<evidence::class_id>> classes_called(std::vector<std::string> const& names) {
  std::vector<evidence::class_id> ids;
  for (auto const& name : names) {
    auto const id = evidence::find_class(name);
    if (!id) {
      std::string known;
      for (auto const& row : evidence::class_table())
        known += (known.empty() ? "" : ", ") + std::string(row.name);
      return tl::unexpected(
          wrong_input("no class is called '" + name + "'; the classes are " + known));
    }
    if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
  }
  return ids;
}

} // namespace

outcome<asked_classes> read_asked(classify_options const& o) {
  auto all = classes_called(o.classes);
  if (!all) return tl::unexpected(all.error());
  auto asserted = classes_called(o.asserted);
  if (!asserted) return tl::unexpected(asserted.error());
  for (auto const id : *asserted)
    if (std::find(all->begin(), all->end(), id) == all->end()) all->push_back(id);
  return asked_classes{std::move(*all), std::move(*asserted)};
}

exit_status status_of(algebra::classification const& found, asked_classes const& asked) {
  auto status = exit_status::done;
  for (auto const& v : found.verdicts) {
    if (v.answer == evidence::membership::undecided) status = exit_status::limit;
    if (v.answer == evidence::membership::not_member && asked.asserts(v.id))
      return exit_status::does_not_hold;
  }
  return status;
}

} // namespace ltlc::app
