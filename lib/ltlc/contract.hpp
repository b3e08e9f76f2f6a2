// What a programmer promises, checked in the debug and asan presets. Users' mistakes are diagnostics,
// never contracts.
#pragma once

#ifdef LTLC_CONTRACTS
#include <cstdio>
#include <cstdlib>
#define LTLC_CONTRACT(kind, condition)                                                             \
  ((condition) ? void()                                                                            \
               : (std::fprintf(stderr, "%s:%d: %s broken: %s\n", __FILE__, __LINE__, kind,         \
                               #condition),                                                        \
                  std::abort()))
#else
#define LTLC_CONTRACT(kind, condition) (void(sizeof(!(condition))))
#endif

#define LTLC_EXPECTS(condition) LTLC_CONTRACT("precondition", condition)
#define LTLC_ENSURES(condition) LTLC_CONTRACT("postcondition", condition)
