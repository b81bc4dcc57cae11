/* SPDX-License-Identifier: MIT */
#include "bom.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/i18n.h"
#include "../base/mem.h"
#include "../base/num.h"
#include "../base/str.h"
#include "../catalog/db.h"
#include "tco.h"

enum { TEXT_MAX = sizeof(((struct bom_line *)0)->note), LINES_MAX = 4096 };

/* What the making of one bill needs; borrowed but for bom, which is the result. */
struct maker {
	struct engine *e;
	struct catalog *cat;
	struct db *db;
	const struct build *b;
	struct bom bom;
	struct err *err;
	struct part platform;     /* id 0: none chosen */
	struct part gpu;          /* the module or card; id 0: none */
	int64_t gpu_line_part;    /* the part that the GPU line orders: the card, or the board */
	int64_t bill_micros;      /* 1 unit of the bill's currency in millionths of EUR */
	char fx_seen[4][4]; int n_fx_seen;
};

static const struct { const char *name, *label; } kinds[] = {
	[PRICE_LIST] = { "list", N_("list price") },
	[PRICE_INDICATIVE] = { "indicative", N_("indicative price") },
	[PRICE_INCLUDED] = { "included", N_("included") },
	[PRICE_ON_REQUEST] = { "on-request", N_("on request") },
};

const char *price_kind_name(enum price_kind k)
{
	return kinds[k].name;
}

const char *price_kind_label(enum price_kind k)
{
	return _(kinds[k].label);
}

void bom_release(struct bom *bom)
{
	mem_free(bom->line);
	memset(bom, 0, sizeof(*bom));
}

/* --- lines and their texts --- */

static struct bom_line *line_new(struct maker *m, const char *category, int64_t quantity)
{
	struct bom *bom = &m->bom;
	struct bom_line *line;

	if (bom->n == LINES_MAX) {
		err_set(m->err, ERR_RANGE, _("the bill has more than %d lines"), (int)LINES_MAX);
		return NULL;
	}
	if (bom->n == bom->cap) {
		size_t cap = bom->cap ? bom->cap * 2 : 16;

		line = mem_realloc(bom->line, cap, sizeof(*line));
		if (!line) {
			err_nomem(m->err);
			return NULL;
		}
		bom->line = line;
		bom->cap = cap;
	}
	line = &bom->line[bom->n++];
	memset(line, 0, sizeof(*line));
	str_copy(line->category, sizeof(line->category), category);
	line->quantity = quantity;
	line->unit_cents = line->line_cents = -1;
	line->kind = PRICE_ON_REQUEST;
	line->power_w = line->lead_weeks = -1;
	return line;
}

/* Adds text behind what dst holds, after "; ". */
static void join(char *dst, size_t size, const char *text)
{
	size_t len = strlen(dst);

	if (len && len + 2 < size) {
		str_copy(dst + len, size - len, "; ");
		len += 2;
	}
	str_copy_clean(dst + len, size - len, text);
}

/* Formats msgid twice, translated and plain, and joins each behind what the two texts hold. */
__attribute__((format(printf, 3, 4)))
static void say(char *shown, char *plain, const char *msgid, ...)
{
	char text[2 * TEXT_MAX];
	va_list ap;

	va_start(ap, msgid);
	vsnprintf(text, sizeof(text), gettext(msgid), ap);
	va_end(ap);
	join(shown, TEXT_MAX, text);
	va_start(ap, msgid);
	vsnprintf(text, sizeof(text), msgid, ap);
	va_end(ap);
	join(plain, TEXT_MAX, text);
}

#define NOTE(line, ...) say((line)->note, (line)->note_plain, __VA_ARGS__)
#define REASON(line, ...) say((line)->reason, (line)->reason_plain, __VA_ARGS__)

static void reason_of_pick(struct bom_line *line, const struct part_ref *ref)
{
	static const struct { const char *by, *text; } objectives[] = {
		{ "cost", N_("best by cost") },
		{ "tco", N_("best by cost of ownership") },
		{ "power", N_("best by power") },
		{ "lead-time", N_("best by delivery time") },
		{ "fit", N_("best fit to the need") },
	};
	size_t i;

	if (ref->origin == PICK_USER)
		REASON(line, N_("chosen"));
	if (ref->origin != PICK_SOLVER)
		return;
	for (i = 0; i < sizeof(objectives) / sizeof(objectives[0]); i++)
		if (!strcmp(objectives[i].by, ref->reason)) {
			join(line->reason, TEXT_MAX, _(objectives[i].text));
			join(line->reason_plain, TEXT_MAX, objectives[i].text);
			return;
		}
	if (*ref->reason)
		REASON(line, N_("added for the rule %s"), ref->reason);
	else
		REASON(line, N_("picked by the solver"));
}

/* --- money --- */

/* 1 unit of currency in millionths of EUR, by the newest rate. */
static int fx_micros(struct maker *m, const char *currency, int64_t *micros, char date[12])
{
	struct stmt *st;
	int rc = stmt_prepare(&st, m->db,
		"SELECT micros, date FROM fx WHERE currency = ?1 ORDER BY date DESC LIMIT 1", m->err);

	*micros = 1000000;
	*date = '\0';
	if (rc != ERR_OK)
		return rc;
	stmt_bind_text(st, 1, currency);
	switch (stmt_step(st, m->err)) {
	case 1:
		*micros = stmt_i64(st, 0);
		str_copy_clean(date, 12, stmt_text(st, 1));
		break;
	case 0:
		if (strcmp(currency, "EUR"))
			rc = err_set(m->err, ERR_DATA, _("the catalogue has no exchange rate of %s to EUR: "
			                                 "add one to fx.csv, or choose another currency"), currency);
		break;
	default:
		rc = m->err->code;
	}
	stmt_free(st);
	return rc;
}

/* Remembers in the bill that this currency's rate was used. */
static void fx_noted(struct maker *m, const char *currency, int64_t micros, const char *date)
{
	char text[64], rate[32];
	int i;

	if (!strcmp(currency, "EUR") || m->n_fx_seen == (int)(sizeof(m->fx_seen) / sizeof(m->fx_seen[0])))
		return;
	for (i = 0; i < m->n_fx_seen; i++)
		if (!strcmp(m->fx_seen[i], currency))
			return;
	str_copy(m->fx_seen[m->n_fx_seen++], sizeof(m->fx_seen[0]), currency);
	num_write_double(rate, sizeof(rate), (double)micros / 1e6, -1);
	snprintf(text, sizeof(text), "1 %.3s = %s EUR (%s)", currency, rate, date);
	join(m->bom.fx_note, sizeof(m->bom.fx_note), text);
}

/* EUR cents (may be a fraction: cents per kWh) in the bill's currency, as a factor. */
static double eur_factor(const struct maker *m)
{
	return 1e6 / (double)m->bill_micros;
}

/* Cents of a price row in the bill's currency without VAT, rounded once. basis_points: VAT inside the price, 0 none. */
static int convert(struct maker *m, const char *currency, int64_t cents, int64_t basis_points, int64_t *out)
{
	int64_t micros = 1, bill = 1;
	char date[12];
	int rc;

	if (strcmp(currency, m->bom.currency)) {
		rc = fx_micros(m, currency, &micros, date);
		if (rc != ERR_OK)
			return rc;
		fx_noted(m, currency, micros, date);
		bill = m->bill_micros;
		if (strcmp(m->bom.currency, "EUR")) {
			rc = fx_micros(m, m->bom.currency, &bill, date);
			if (rc != ERR_OK)
				return rc;
			fx_noted(m, m->bom.currency, bill, date);
		}
	}
	if (basis_points && (num_mul(micros, 10000, &micros) || num_mul(bill, 10000 + basis_points, &bill)))
		goto range;
	if (!num_muldiv(cents, micros, bill, out))
		return ERR_OK;
range:
	return err_set(m->err, ERR_RANGE, _("a price in %s is too large to convert to %s"), currency, m->bom.currency);
}

/* A price list's date as a full day: "2025", "2025-09" and "2025-Q3" count as their first. */
static void date_first_day(const char *s, char dst[12])
{
	size_t len = strlen(s);

	if (len == 7 && s[5] == 'Q' && s[6] >= '1' && s[6] <= '4')
		snprintf(dst, 12, "%.4s-%02d-01", s, (s[6] - '1') * 3 + 1);
	else
		str_copy(dst, 12, s);
	if (len == 4)
		str_copy(dst + 4, 8, "-01-01");
	else if (strlen(dst) == 7)
		str_copy(dst + 7, 5, "-01");
}

static void price_dates(struct bom *bom, const char *date)
{
	char a[12], b[12];

	date_first_day(date, a);
	date_first_day(bom->price_date_old, b);
	if (!*bom->price_date_old || strcmp(a, b) < 0)
		str_copy(bom->price_date_old, sizeof(bom->price_date_old), date);
	date_first_day(bom->price_date_new, b);
	if (!*bom->price_date_new || strcmp(a, b) > 0)
		str_copy(bom->price_date_new, sizeof(bom->price_date_new), date);
}

static int line_total(struct maker *m, struct bom_line *line)
{
	if (line->unit_cents < 0)
		return ERR_OK;
	if (num_mul(line->unit_cents, line->quantity, &line->line_cents))
		return err_set(m->err, ERR_RANGE, _("the price of %s times its quantity is too large"), line->description);
	return ERR_OK;
}

/* Prices the line by the part's offer, times pieces (modules on a board); no offer leaves it on request. */
static int price_line(struct maker *m, struct bom_line *line, int64_t part_id, int64_t pieces)
{
	struct stmt *st;
	int64_t cents;
	int rc = stmt_prepare(&st, m->db,
		"SELECT p.currency, p.cents, CASE p.vat WHEN 'incl' THEN v.basis_points ELSE 0 END, p.date, p.kind,"
		" p.valid_to, s.text"
		" FROM offer o JOIN price p ON p.id = o.price_id LEFT JOIN vat v ON v.region = p.region"
		" LEFT JOIN source s ON s.id = p.source_id WHERE o.part_id = ?1", m->err);

	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, part_id);
	switch (stmt_step(st, m->err)) {
	case 0:
		break;
	case 1:
		if (stmt_is_null(st, 2)) /* VAT inside, at a rate we do not know */
			break;
		rc = convert(m, stmt_text(st, 0), stmt_i64(st, 1), stmt_i64(st, 2), &cents);
		if (rc == ERR_OK && num_mul(cents, pieces, &cents))
			rc = err_set(m->err, ERR_RANGE, _("the price of %s times its quantity is too large"), line->description);
		if (rc != ERR_OK)
			break;
		line->unit_cents = cents;
		line->kind = strcmp(stmt_text(st, 4), "list") ? PRICE_INDICATIVE : PRICE_LIST;
		str_copy_clean(line->price_date, sizeof(line->price_date), stmt_text(st, 3));
		str_copy_clean(line->price_source, sizeof(line->price_source), stmt_text(st, 6));
		price_dates(&m->bom, line->price_date);
		if (!stmt_is_null(st, 5) && strcmp(stmt_text(st, 5), m->bom.date) < 0)
			NOTE(line, N_("the price was valid until %s"), stmt_text(st, 5));
		break;
	default:
		rc = m->err->code;
	}
	stmt_free(st);
	return rc == ERR_OK ? line_total(m, line) : rc;
}

/* --- numbers to order by --- */

/* Runs a query of one text column; dst stays when there is no row. */
static int one_text(struct maker *m, struct stmt *st, char *dst, size_t size)
{
	int step = stmt_step(st, m->err);

	if (step == 1)
		str_copy_clean(dst, size, stmt_text(st, 0));
	stmt_free(st);
	return step < 0 ? (m->err->code) : ERR_OK;
}

/*
 * The platform vendor's order number of a part. A number recorded with another platform serves for parts that are
 * the same everywhere; a GPU board is not (air, liquid), so there it must name this platform or none (same = 1).
 */
static int order_number(struct maker *m, struct bom_line *line, const struct part *part, int same)
{
	static const char by_part[] =
		"SELECT order_number FROM order_number WHERE vendor = ?1 AND part_id = ?2"
		" AND (?4 = 0 OR for_platform IS NULL OR instr('; ' || for_platform || ';', '; ' || ?3 || ';') > 0)"
		" ORDER BY coalesce(instr('; ' || for_platform || ';', '; ' || ?3 || ';') > 0, 0) DESC, for_platform IS NOT NULL,"
		" confidence DESC, order_number LIMIT 1";
	/* Modules are listed by what they are: "64 GB DDR5-4800 RDIMM 2Rx4; (16Gb)". */
	static const char by_class[] =
		"SELECT o.order_number FROM order_number o, part p WHERE o.vendor = ?1 AND p.id = ?2 AND o.kind = 'dimm'"
		" AND substr(o.description || ';', 1, length(p.model) + 1) = p.model || ';'"
		" AND (o.maker_part_number IS NULL OR instr(o.maker_part_number, ?4) > 0)"
		" ORDER BY instr('; ' || coalesce(o.for_platform, '') || ';', '; ' || ?3 || ';') > 0 DESC, o.order_number LIMIT 1";
	struct stmt *st;
	int rc = ERR_OK, class_of = 0;

	if (m->platform.id) {
		for (; rc == ERR_OK && !*line->order_number && class_of <= (part->kind == PART_DIMM); class_of++) {
			rc = stmt_prepare(&st, m->db, class_of ? by_class : by_part, m->err);
			if (rc != ERR_OK)
				return rc;
			stmt_bind_text(st, 1, m->platform.vendor);
			stmt_bind_i64(st, 2, part->id);
			stmt_bind_text(st, 3, m->platform.model);
			if (class_of)
				stmt_bind_text(st, 4, part->part_number);
			else
				stmt_bind_i64(st, 4, same);
			rc = one_text(m, st, line->order_number, sizeof(line->order_number));
		}
		/* the vendor's own goods: the maker's number is the order number */
		if (!*line->order_number && !strcmp(part->vendor, m->platform.vendor))
			str_copy(line->order_number, sizeof(line->order_number), part->part_number);
	}
	if (rc == ERR_OK && part->kind == PART_PLATFORM && !*line->order_number)
		/* machines are sold by their model name */
		str_copy(line->order_number, sizeof(line->order_number), part->model);
	return rc;
}

static void number_note(struct bom_line *line, int recalled)
{
	if (!*line->order_number && !*line->part_number)
		NOTE(line, N_("part number to be confirmed before ordering"));
	else if (recalled)
		NOTE(line, N_("figures from memory, to be confirmed"));
}

/* --- one part --- */

/*
 * Watts of the whole line and weeks to deliver, where the catalogue knows them; the same planning watts for
 * adapters and drives without a figure as the rules use.
 */
static int line_figures(struct maker *m, struct bom_line *line, const struct part *part, int64_t pieces)
{
	static const char *const sql[PART_KIND_COUNT] = {
		[PART_PLATFORM] = "SELECT NULL, CASE WHEN ?2 THEN lead_gpu_weeks ELSE lead_weeks END FROM platform WHERE id = ?1",
		[PART_CPU] = "SELECT tdp_w, lead_weeks FROM cpu WHERE id = ?1",
		[PART_GPU] = "SELECT tdp_w, lead_weeks FROM gpu WHERE id = ?1",
		[PART_DIMM] = "SELECT power_w, lead_weeks FROM dimm WHERE id = ?1",
		[PART_NIC] = "SELECT coalesce(tdp_w, (SELECT value FROM constant WHERE name = 'nic_w')),"
			" lead_weeks FROM nic WHERE id = ?1",
		[PART_DRIVE] = ("SELECT coalesce(power_w, (SELECT value FROM constant WHERE name = CASE WHEN form = 'M.2'"
			" THEN 'boot_w'"
			" WHEN pcie_gen >= 5 THEN 'drive_w_gen5' ELSE 'drive_w_gen4' END)), lead_weeks FROM drive WHERE id = ?1"),
	};
	struct stmt *st;
	int rc, step;

	if (!sql[part->kind])
		return ERR_OK;
	rc = stmt_prepare(&st, m->db, sql[part->kind], m->err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, part->id);
	if (part->kind == PART_PLATFORM)
		stmt_bind_i64(st, 2, m->gpu.id && m->b->pick.gpus > 0);
	step = stmt_step(st, m->err);
	if (step == 1 && !stmt_is_null(st, 0))
		line->power_w = (int64_t)llround(stmt_double(st, 0) * (double)line->quantity * (double)pieces);
	if (step == 1 && !stmt_is_null(st, 1))
		line->lead_weeks = stmt_i64(st, 1);
	stmt_free(st);
	return step < 0 ? (m->err->code) : ERR_OK;
}

static void line_names(struct bom_line *line, const struct part *part)
{
	line->part_id = part->id;
	str_copy_clean(line->vendor, sizeof(line->vendor), part->vendor);
	str_copy_clean(line->part_number, sizeof(line->part_number), part->part_number);
	str_copy_clean(line->description, sizeof(line->description), part->label);
}

/* A line for a pick, without its price; *out is the line, NULL when nothing was picked. */
static int bare_line(struct maker *m, const char *category, const struct part_ref *ref, int64_t quantity,
	struct bom_line **out)
{
	struct bom_line *line;
	struct part part;
	int rc;

	*out = NULL;
	if ((!ref->id && !*ref->text) || !quantity)
		return ERR_OK;
	line = line_new(m, category, quantity == BUILD_UNSET ? 1 : quantity);
	if (!line)
		return m->err->code;
	*out = line;
	if (quantity == BUILD_UNSET)
		NOTE(line, N_("quantity to be confirmed"));
	reason_of_pick(line, ref);
	if (!ref->id) {
		str_copy_clean(line->description, sizeof(line->description), ref->text);
		NOTE(line, N_("not a part of the catalogue"));
		number_note(line, 0);
		return ERR_OK;
	}
	rc = catalog_part(m->cat, ref->id, &part, m->err);
	if (rc != ERR_OK)
		return rc;
	line_names(line, &part);
	rc = order_number(m, line, &part, 0);
	if (rc == ERR_OK)
		rc = line_figures(m, line, &part, 1);
	number_note(line, part.recalled);
	return rc;
}

/* The same with its price; out may be NULL. */
static int pick_line(struct maker *m, const char *category, const struct part_ref *ref, int64_t quantity,
	struct bom_line **out)
{
	struct bom_line *line;
	int rc = bare_line(m, category, ref, quantity, &line);

	if (rc == ERR_OK && line && line->part_id)
		rc = price_line(m, line, line->part_id, 1);
	if (out)
		*out = line;
	return rc;
}

static int item_lines(struct maker *m, const char *category, const struct item_list *list)
{
	int i, rc = ERR_OK;

	for (i = 0; rc == ERR_OK && i < list->n; i++)
		rc = pick_line(m, category, &list->item[i].part, list->item[i].count, NULL);
	return rc;
}

/* --- memory --- */

static int channels_of_cpu(struct maker *m, int64_t *channels)
{
	struct stmt *st;
	int rc = stmt_prepare(&st, m->db, "SELECT channels FROM cpu WHERE id = ?1", m->err), step;

	*channels = 0;
	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, m->b->pick.cpu.id);
	step = stmt_step(st, m->err);
	if (step == 1)
		*channels = stmt_i64(st, 0);
	stmt_free(st);
	return step < 0 ? (m->err->code) : ERR_OK;
}

static int dimm_line(struct maker *m, const struct part_ref *ref, int64_t per_socket, int64_t channels)
{
	int64_t sockets = m->b->pick.sockets == BUILD_UNSET ? 1 : m->b->pick.sockets, quantity = BUILD_UNSET;
	struct bom_line *line;
	int rc;

	if (per_socket != BUILD_UNSET && num_mul(per_socket, sockets, &quantity))
		return err_set(m->err, ERR_RANGE, _("the number of memory modules is too large"));
	rc = pick_line(m, "dimm", ref, quantity, &line);
	if (rc != ERR_OK || !line || quantity == BUILD_UNSET)
		return rc;
	if (m->b->pick.more_dimms.n)
		NOTE(line, N_("%ld per socket, mixed with other modules"), (long)per_socket);
	else if (channels && per_socket == channels)
		NOTE(line, N_("%ld per socket, one per channel"), (long)per_socket);
	else if (channels && per_socket == 2 * channels)
		NOTE(line, N_("%ld per socket, two per channel"), (long)per_socket);
	else if (channels && per_socket < channels)
		NOTE(line, N_("%ld per socket, on %ld of %ld channels"), (long)per_socket, (long)per_socket, (long)channels);
	else
		NOTE(line, N_("%ld per socket"), (long)per_socket);
	return ERR_OK;
}

static int memory_lines(struct maker *m)
{
	const struct picks *p = &m->b->pick;
	int64_t channels;
	int i, rc = channels_of_cpu(m, &channels);

	if (rc == ERR_OK)
		rc = dimm_line(m, &p->dimm, p->dimms_per_socket, channels);
	for (i = 0; rc == ERR_OK && i < p->more_dimms.n; i++)
		rc = dimm_line(m, &p->more_dimms.item[i].part, p->more_dimms.item[i].count, channels);
	return rc;
}

/* --- GPUs --- */

/* The board that carries count modules of the GPU, 0 when none is known; *module says whether it is a module at all. */
static int board_of_gpu(struct maker *m, int64_t count, int64_t *board_id, int *module)
{
	struct stmt *st;
	int step, rc = stmt_prepare(&st, m->db,
		"SELECT g.form IN ('sxm4','sxm5','sxm6','oam'), b.baseboard_id FROM gpu g"
		" LEFT JOIN baseboard b ON b.gpu_id = g.id AND b.modules = ?2 WHERE g.id = ?1", m->err);

	*board_id = 0;
	*module = 0;
	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, m->gpu.id);
	stmt_bind_i64(st, 2, count);
	step = stmt_step(st, m->err);
	if (step == 1) {
		*module = stmt_i64(st, 0) != 0;
		*board_id = stmt_is_null(st, 1) ? 0 : stmt_i64(st, 1);
	}
	stmt_free(st);
	return step < 0 ? (m->err->code) : ERR_OK;
}

static int gpu_lines(struct maker *m)
{
	const struct picks *p = &m->b->pick;
	struct bom_line *line;
	struct part board;
	int64_t board_id = 0;
	int module = 0, rc = ERR_OK;

	m->gpu_line_part = p->gpu.id;
	if (p->gpu.id)
		rc = board_of_gpu(m, p->gpus, &board_id, &module);
	if (rc != ERR_OK)
		return rc;
	if (!board_id) {
		rc = pick_line(m, "gpu", &p->gpu, p->gpus, &line);
		if (rc == ERR_OK && line && module)
			NOTE(line, N_("modules come on a board: its number is to be confirmed before ordering"));
		return rc;
	}
	m->gpu_line_part = board_id;
	rc = catalog_part(m->cat, board_id, &board, m->err);
	line = rc == ERR_OK ? line_new(m, "gpu", 1) : NULL;
	if (!line)
		return rc != ERR_OK ? rc : m->err->code;
	line_names(line, &board);
	NOTE(line, N_("one board with %ld x %s"), (long)p->gpus, m->gpu.model);
	reason_of_pick(line, &p->gpu);
	rc = order_number(m, line, &board, 1);
	if (rc == ERR_OK)
		rc = line_figures(m, line, &m->gpu, p->gpus);
	if (rc == ERR_OK)
		rc = price_line(m, line, board_id, 1);
	if (rc == ERR_OK && line->unit_cents < 0) {
		rc = price_line(m, line, m->gpu.id, p->gpus);
		if (rc == ERR_OK && line->unit_cents >= 0)
			NOTE(line, N_("priced as %ld x %s, the board's own price is not known"), (long)p->gpus, m->gpu.model);
	}
	number_note(line, board.recalled);
	return rc;
}

/* --- supplies --- */

static int supply_line(struct maker *m)
{
	const struct part_ref *ref = &m->b->pick.psu;
	int64_t count = m->b->pick.psu_count, psu_id, n;
	int included, step, known_w, rc;
	struct bom_line *line = NULL;
	struct part_ref found = *ref;
	struct stmt *st;
	long rated_w;

	if (!m->platform.id)
		return pick_line(m, "psu", ref, count, NULL);
	rc = stmt_prepare(&st, m->db,
		"SELECT o.psu_id, o.count, o.rated_w, o.standard AND p.class = 'system'"
		" FROM psu_option o JOIN platform p ON p.id = o.platform_id"
		" WHERE o.platform_id = ?1 AND (?2 = 0 OR o.psu_id = ?2"
		" OR (o.psu_id IS NULL AND o.rated_w = (SELECT rated_w FROM psu WHERE id = ?2)))"
		" AND (?4 IS NULL OR o.rated_w = ?4)"
		" ORDER BY coalesce(o.count = ?3, 0) DESC, o.standard DESC, o.id LIMIT 1", m->err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, m->platform.id);
	stmt_bind_i64(st, 2, ref->id);
	stmt_bind_i64(st, 3, count);
	if (m->b->pick.psu_w == BUILD_UNSET)
		stmt_bind_null(st, 4);
	else
		stmt_bind_i64(st, 4, m->b->pick.psu_w);
	step = stmt_step(st, m->err);
	if (step != 1) {
		stmt_free(st);
		/* a supply that the platform is not sold with: the rules say so, the bill lists it */
		return step < 0 ? (m->err->code) : pick_line(m, "psu", ref, count, NULL);
	}
	psu_id = stmt_is_null(st, 0) ? ref->id : stmt_i64(st, 0);
	n = count != BUILD_UNSET ? count : stmt_is_null(st, 1) ? BUILD_UNSET : stmt_i64(st, 1);
	known_w = !stmt_is_null(st, 2);
	rated_w = known_w ? (long)stmt_i64(st, 2) : 0;
	included = stmt_i64(st, 3) && (stmt_is_null(st, 1) || n == stmt_i64(st, 1));
	stmt_free(st);
	if (!n)
		return ERR_OK;

	if (psu_id) {
		found.id = psu_id;
		rc = bare_line(m, "psu", &found, n, &line);
	} else {
		line = line_new(m, "psu", n == BUILD_UNSET ? 1 : n);
		if (!line)
			return m->err->code;
		str_copy(line->vendor, sizeof(line->vendor), m->platform.vendor);
		str_copy(line->description, sizeof(line->description), N_("Power supply"));
		if (n == BUILD_UNSET)
			NOTE(line, N_("quantity to be confirmed"));
		reason_of_pick(line, ref);
		NOTE(line, N_("supply, number to be confirmed"));
	}
	if (rc != ERR_OK || !line)
		return rc;
	if (known_w)
		NOTE(line, N_("%ld W each"), rated_w);
	if (!*line->reason)
		REASON(line, N_("part of %s"), m->platform.model);
	if (!included)
		return psu_id ? price_line(m, line, psu_id, 1) : ERR_OK;
	line->kind = PRICE_INCLUDED;
	line->unit_cents = line->line_cents = 0;
	return ERR_OK;
}

/* --- kits --- */

static int words_have(const struct word_list *list, const char *word)
{
	int i;

	for (i = 0; i < list->n; i++)
		if (!strcmp(list->word[i], word))
			return 1;
	return 0;
}

/* A kit that names what the bill already has (the platform itself, the board of the GPUs) is not ordered twice. */
static int already_listed(const struct maker *m, const struct kit *k)
{
	size_t i;

	if (k->part_id && (k->part_id == m->platform.id || k->part_id == m->gpu_line_part))
		return 1;
	for (i = 0; *k->part_number && i < m->bom.n; i++)
		if (!strcmp(m->bom.line[i].category, "platform") || !strcmp(m->bom.line[i].category, "gpu"))
			if (!strcmp(m->bom.line[i].order_number, k->part_number))
				return 1;
	return 0;
}

static int kit_line(void *data, const struct kit *k)
{
	struct maker *m = data;
	struct bom_line *line;
	struct part part;
	int rc = ERR_OK;

	if (k->left_out || k->quantity <= 0 || already_listed(m, k))
		return ERR_OK;
	line = line_new(m, k->category, k->quantity);
	if (!line)
		return m->err->code;
	if (k->part_id) {
		rc = catalog_part(m->cat, k->part_id, &part, m->err);
		if (rc != ERR_OK)
			return rc;
		line_names(line, &part);
		rc = order_number(m, line, &part, 0);
		if (rc == ERR_OK)
			rc = line_figures(m, line, &part, 1);
		if (rc == ERR_OK)
			rc = price_line(m, line, part.id, 1);
	} else {
		/* kits are written with the vendor's order numbers */
		str_copy_clean(line->order_number, sizeof(line->order_number), k->part_number);
		str_copy(line->vendor, sizeof(line->vendor), m->platform.vendor);
	}
	if (*k->description)
		str_copy_clean(line->description, sizeof(line->description), k->description);
	number_note(line, k->recalled);
	if (words_have(&m->b->pick.options, k->word))
		REASON(line, N_("asked for"));
	else if (!k->required)
		REASON(line, N_("recommended, not required"));
	else if (m->platform.id && m->gpu.id && m->b->pick.gpus > 0)
		REASON(line, N_("required by %s for %s"), m->platform.model, m->gpu.model);
	else if (m->platform.id)
		REASON(line, N_("required by %s"), m->platform.model);
	else
		REASON(line, N_("required"));
	return rc;
}

/* --- totals --- */

/* What is left of the machine's watts after the parts is the board and the fans: the platform's line. */
static void platform_power(struct bom *bom)
{
	int64_t left = bom->figures.power_w;
	struct bom_line *platform = NULL;
	size_t i;

	if (left == BUILD_UNSET)
		return;
	for (i = 0; i < bom->n; i++) {
		struct bom_line *line = &bom->line[i];
		int draws = 0;
		size_t j;
		static const char *const powered[] = { "cpu", "dimm", "gpu", "nic", "drive", "boot" };

		for (j = 0; j < sizeof(powered) / sizeof(powered[0]); j++)
			draws |= !strcmp(line->category, powered[j]);
		if (!strcmp(line->category, "platform"))
			platform = line;
		else if (line->power_w >= 0)
			left -= line->power_w;
		else if (draws)
			return;
	}
	if (platform && left >= 0)
		platform->power_w = left;
}

/* part of amount, in percent, rounded half up (amounts are not negative). */
static int percent_of(int64_t amount, double percent, int64_t *out)
{
	if (!isfinite(percent) || fabs(percent) > 1e6)
		return -1;
	return num_muldiv(amount, llround(percent * 10000), 1000000, out);
}

static int add_up(struct maker *m)
{
	struct bom *bom = &m->bom;
	size_t i;

	for (i = 0; i < bom->n; i++)
		if (bom->line[i].line_cents < 0)
			bom->unknown_lines++;
		else if (num_add(bom->list_cents, bom->line[i].line_cents, &bom->list_cents))
			goto range;
	if (percent_of(bom->list_cents, bom->discount_percent, &bom->discount_cents) ||
	    num_add(bom->list_cents, -bom->discount_cents, &bom->net_cents) ||
	    percent_of(bom->net_cents, bom->vat_percent, &bom->vat_cents) ||
	    num_add(bom->net_cents, bom->vat_cents, &bom->total_cents))
		goto range;
	return ERR_OK;
range:
	return err_set(m->err, ERR_RANGE, _("the total of the bill is too large"));
}

/* A planning value of the catalogue; *out stays when it has none of that name. */
/* Prices of memory and SSDs move fastest: a bill that is mostly those is valid for a shorter time. */
static int validity(struct maker *m)
{
	double volatile_cents = 0, days, days_memory, share;
	struct bom *bom = &m->bom;
	size_t i;
	int rc = catalog_constant(m->cat, "quote_days", &days, m->err);

	if (rc == ERR_OK)
		rc = catalog_constant(m->cat, "quote_days_memory", &days_memory, m->err);
	if (rc == ERR_OK)
		rc = catalog_constant(m->cat, "quote_memory_share", &share, m->err);
	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < bom->n; i++)
		if (bom->line[i].line_cents > 0 && (!strcmp(bom->line[i].category, "dimm") ||
		    !strcmp(bom->line[i].category, "drive") || !strcmp(bom->line[i].category, "boot")))
			volatile_cents += (double)bom->line[i].line_cents;
	if (volatile_cents > share * (double)bom->list_cents)
		days = days_memory;
	if (!(days >= 0 && days <= 3650) || date_add_days(bom->date, (int)days, bom->valid_until))
		return err_set(m->err, ERR_DATA, _("the day until which the bill is valid cannot be told: "
		                                   "correct quote_days in constant.csv (days from %s)"), bom->date);
	return ERR_OK;
}

static int ownership(struct maker *m)
{
	static const struct { const char *residual; int years; } terms[] = { { "residual_3y", 3 }, { "residual_5y", 5 } };
	struct bom *bom = &m->bom;
	int64_t *out[] = { &bom->tco_3y_cents, &bom->tco_5y_cents };
	double utilisation, pue, eur_per_kwh;
	struct tco_input in;
	size_t i;
	int rc;

	*out[0] = *out[1] = -1;
	if (bom->figures.power_ac_w == BUILD_UNSET || !bom->list_cents)
		return ERR_OK;
	rc = catalog_constant(m->cat, "utilisation", &utilisation, m->err);
	if (rc == ERR_OK)
		rc = catalog_constant(m->cat, "pue", &pue, m->err);
	if (rc == ERR_OK)
		rc = catalog_constant(m->cat, "eur_per_kwh", &eur_per_kwh, m->err);
	memset(&in, 0, sizeof(in));
	in.capex_cents = bom->net_cents;
	for (i = 0; rc == ERR_OK && i < 2; i++) {
		in.kwh_year = energy_kwh_year((double)bom->figures.power_ac_w, utilisation, pue);
		in.cents_per_kwh = eur_per_kwh * 100 * eur_factor(m);
		in.years = terms[i].years;
		rc = catalog_constant(m->cat, terms[i].residual, &in.residual, m->err);
		if (rc == ERR_OK && tco_cents(&in, out[i]))
			rc = err_set(m->err, ERR_RANGE, _("the cost of ownership is too large"));
	}
	return rc;
}

/* --- the whole --- */

static int begin(struct maker *m)
{
	const struct build *b = m->b;
	char date[12];
	int rc;

	str_copy(m->bom.currency, sizeof(m->bom.currency), *b->currency ? b->currency : "EUR");
	m->bom.discount_percent = b->discount_percent > BUILD_UNSET_F / 2 ? b->discount_percent : 0;
	m->bom.vat_percent = b->vat_percent;
	date_today(m->bom.date);
	rc = fx_micros(m, m->bom.currency, &m->bill_micros, date);
	if (rc == ERR_OK && !(b->vat_percent > BUILD_UNSET_F / 2))
		rc = catalog_constant(m->cat, "vat_percent", &m->bom.vat_percent, m->err);
	if (rc == ERR_OK && b->pick.platform.id)
		rc = catalog_part(m->cat, b->pick.platform.id, &m->platform, m->err);
	if (rc == ERR_OK && b->pick.gpu.id)
		rc = catalog_part(m->cat, b->pick.gpu.id, &m->gpu, m->err);
	return rc;
}

static int all_lines(struct maker *m)
{
	const struct picks *p = &m->b->pick;
	int rc = pick_line(m, "platform", &p->platform, 1, NULL);

	if (rc == ERR_OK)
		rc = pick_line(m, "cpu", &p->cpu, p->sockets, NULL);
	if (rc == ERR_OK)
		rc = memory_lines(m);
	if (rc == ERR_OK)
		rc = gpu_lines(m);
	if (rc == ERR_OK)
		rc = item_lines(m, "nic", &p->nics);
	if (rc == ERR_OK)
		rc = item_lines(m, "drive", &p->drives);
	if (rc == ERR_OK)
		rc = item_lines(m, "boot", &p->boot);
	if (rc == ERR_OK)
		rc = supply_line(m);
	if (rc == ERR_OK)
		rc = engine_kits(m->e, m->b, kit_line, m, m->err);
	return rc;
}

int bom_make(struct engine *e, const struct build *b, struct bom *out, struct err *err)
{
	struct err own = { ERR_OK, "" };
	struct maker m;
	int rc;

	memset(&m, 0, sizeof(m));
	m.e = e;
	m.cat = engine_catalog(e);
	m.db = catalog_db(m.cat);
	m.b = b;
	m.err = err ? err : &own;
	rc = begin(&m);
	if (rc == ERR_OK)
		rc = engine_figures(e, b, &m.bom.figures, m.err);
	if (rc == ERR_OK)
		rc = all_lines(&m);
	if (rc == ERR_OK)
		rc = add_up(&m);
	if (rc == ERR_OK)
		rc = validity(&m);
	if (rc == ERR_OK)
		rc = ownership(&m);
	if (rc == ERR_OK) {
		platform_power(&m.bom);
		*out = m.bom;
		memset(&m.bom, 0, sizeof(m.bom));
	}
	bom_release(&m.bom);
	return rc;
}
