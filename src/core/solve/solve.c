/* SPDX-License-Identifier: MIT */
/* Solves a need: machines whose every rule is proven first; only when there is none, machines that nothing proven forbids. */
#include <string.h>

#include "solve_priv.h"

void solution_release(struct solution *s)
{
	for (int i = 0; i < s->n; i++)
		build_release(&s->build[i]);
	for (int i = 0; i < s->n_relax; i++)
		build_release(&s->relax[i].after);
	s->n = s->n_relax = s->n_conflict = 0;
}

int solve(struct engine *e, const struct build *b, const struct solve_opts *opts, struct solution *out, struct err *err)
{
	const char *by = opts && opts->by ? opts->by : strcmp(b->need.priority, "cost") == 0 ? "cost" : "fit";
	struct search *s = mem_zalloc(sizeof(*s));
	int rc = ERR_OK;

	memset(out, 0, sizeof(*out));
	if (!s)
		return err_nomem(err);
	s->e = e;
	s->objective = objective_find(by);
	s->top = opts && opts->top > 0 ? opts->top : 1;
	if (!s->objective)
		rc = err_set(err, ERR_USAGE, _("'%s' is no objective: use cost, tco, power, lead-time or fit"), by);
	else if (s->top > SOLVE_TOP_MAX)
		rc = err_set(err, ERR_USAGE, _("at most %d machines can be asked for"), (int)SOLVE_TOP_MAX);
	for (s->strict = 1; rc == ERR_OK && s->strict >= 0; s->strict--) {
		rc = search_run(s, b, opts, err);
		out->rows += s->rows;
		if (s->n > 0)
			break;
	}
	for (int i = 0; rc == ERR_OK && i < s->n; i++) {
		rc = search_build(s, b, &s->best[i], &out->build[i], err);
		if (rc == ERR_OK) {
			out->proven[i] = s->strict;
			out->n++;
		}
	}
	if (rc == ERR_OK && out->n == 0)
		rc = conflict_explain(e, b, opts, out, err);
	if (rc != ERR_OK)
		solution_release(out);
	mem_free(s);
	return rc;
}
