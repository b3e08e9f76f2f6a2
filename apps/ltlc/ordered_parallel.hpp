// Items worked on by several threads, results given out in the order of the items. No more than a
// few items a thread are ahead of the slowest, so that endless inputs need bounded memory.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

namespace ltlc::app {

// next() gives items until it gives none; work(item) runs in parallel; emit(result) is called in
// the order of the items, one call at a time. The first exception ends all and is thrown again.
template <class Next, class Work, class Emit>
void in_order(unsigned jobs, Next&& next, Work&& work, Emit&& emit) {
  using item = typename std::invoke_result_t<Next&>::value_type;
  using result = std::invoke_result_t<Work&, item>;
  std::mutex guard;
  std::condition_variable room;
  std::map<std::uint64_t, result> finished;
  std::uint64_t taken = 0;
  std::uint64_t given = 0;
  bool ended = false;
  std::exception_ptr broken;
  std::uint64_t const ahead = std::uint64_t{16} * jobs;

  auto const serve = [&] {
    std::unique_lock lock(guard);
    try {
      while (true) {
        room.wait(lock, [&] { return ended || taken - given < ahead; });
        if (ended) return;
        std::optional<item> taking = next();
        if (!taking) {
          ended = true;
          room.notify_all();
          return;
        }
        std::uint64_t const number = taken++;
        lock.unlock();
        result done = work(std::move(*taking));
        lock.lock();
        finished.emplace(number, std::move(done));
        for (auto at = finished.find(given); at != finished.end(); at = finished.find(given)) {
          emit(std::move(at->second));
          finished.erase(at);
          ++given;
          room.notify_all();
        }
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!broken) broken = std::current_exception();
      ended = true;
      room.notify_all();
    }
  };
  std::vector<std::thread> threads;
  try {
    for (unsigned i = 0; i < jobs; ++i)
      threads.emplace_back(serve);
  } catch (std::system_error const&) {
    // The system has no more threads to give: those that started do all the work.
    if (threads.empty()) throw;
  }
  for (std::thread& t : threads)
    t.join();
  if (broken) std::rethrow_exception(broken);
}

} // namespace ltlc::app
