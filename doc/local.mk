# SPDX-License-Identifier: MIT
dist_man1_MANS = $(sort $(wildcard $(srcdir)/doc/*.1))
dist_man5_MANS = $(sort $(wildcard $(srcdir)/doc/*.5))
