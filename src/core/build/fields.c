/* SPDX-License-Identifier: MIT */
/* The table of fields, and what follows from a field's type alone. */
#include "build_priv.h"

#include <string.h>

#include "../base/i18n.h"

static const char *const workloads[] = { "llm-inference", "llm-training", "fine-tuning", "cpu-inference",
	"vision-inference", "vision-training", "hpc", "analytics", "rendering", NULL };
static const char *const priorities[] = { "latency", "throughput", "cost", NULL };
static const char *const redundancies[] = { "none", "N+1", "N+N", NULL };
static const char *const stacks[] = { "intel", "cuda", "rocm", "vmware", "openshift", "rhel", "ubuntu", "windows",
	"kubernetes", NULL };
/* iso27001 is no property of a server: it may be asked, and a rule says why it is refused. */
static const char *const certificates[] = { "tpm2", "fips", "nvidia", "vmware", "redhat", "taa", "iso27001", NULL };

#define FIELD(k, t, member, h) \
	.key = k, .type = t, .offset = offsetof(struct build, member), .size = sizeof(((struct build *)0)->member), \
	.help = h
#define PLAIN(k, t, member, h) { FIELD(k, t, member, h), .part_kind = -1, .unit = "" }
#define WORD(k, t, member, list, h) { FIELD(k, t, member, h), .part_kind = -1, .unit = "", .choices = list }
#define FORM(k, member, example, h) { FIELD(k, FIELD_WORD, member, h), .part_kind = -1, .unit = "", .form = example }
#define NUMBER(k, t, member, lo, hi, u, h) { FIELD(k, t, member, h), .min = lo, .max = hi, .part_kind = -1, .unit = u }
#define PART(k, member, kind, h) { FIELD(k, FIELD_PART, member, h), .part_kind = kind, .unit = "" }
#define ITEMS(k, member, kind, hi, h) { FIELD(k, FIELD_ITEMS, member, h), .max = hi, .part_kind = kind, .unit = "" }

/* In the order of the file; the keys of a group stand together. */
static const struct field fields[] = {
	PLAIN("customer", FIELD_TEXT, customer, N_("Name of the customer")),
	FORM("currency", currency, "EUR", N_("Currency of the quote, three capital letters")),
	FORM("language", language, "en", N_("Language of the documents, two small letters")),
	NUMBER("discount_percent", FIELD_REAL, discount_percent, 0, 100, "%", N_("Discount off the list total")),
	NUMBER("vat_percent", FIELD_REAL, vat_percent, 0, 100, "%", N_("Value added tax")),

	WORD("need.workload", FIELD_WORD, need.workload, workloads, N_("What the server is for")),
	PLAIN("need.model", FIELD_TEXT, need.model, N_("Language model to run or train")),
	PLAIN("need.precision", FIELD_WORD, need.precision, N_("Number format of the model, such as fp8")),
	WORD("need.priority", FIELD_WORD, need.priority, priorities, N_("What matters most")),
	NUMBER("need.context", FIELD_INT, need.context, 0, 1e8, N_("tokens"), N_("Length of the context")),
	NUMBER("need.users", FIELD_INT, need.users, 0, 1e9, "", N_("People who use it at the same time")),
	NUMBER("need.memory_per_socket_gb", FIELD_INT, need.memory_per_socket_gb, 0, 65536, "GB",
	       N_("Least memory for each CPU socket")),
	PART("need.gpu.model", need.gpu, PART_GPU, N_("GPU that the customer wants")),
	NUMBER("need.gpu.count", FIELD_INT, need.gpus, 0, 64, "", N_("Number of GPUs")),
	NUMBER("need.growth.gpus", FIELD_INT, need.growth_gpus, 0, 100000, "", N_("GPUs when grown")),
	NUMBER("need.growth.months", FIELD_INT, need.growth_months, 0, 120, N_("months"), N_("Time until then")),
	NUMBER("need.growth.memory_per_socket_gb", FIELD_INT, need.growth_memory_per_socket_gb, 0, 65536, "GB",
	       N_("Memory for each CPU socket when grown")),
	NUMBER("need.growth.nodes", FIELD_INT, need.growth_nodes, 0, 10000, "", N_("Servers when grown")),
	NUMBER("need.network_gbps", FIELD_INT, need.network_gbps, 0, 100000, "Gb/s", N_("Least network bandwidth")),
	NUMBER("need.storage_tb", FIELD_REAL, need.storage_tb, 0, 1e6, "TB", N_("Least usable storage")),
	WORD("need.redundancy", FIELD_WORD, need.redundancy, redundancies, N_("Spare power supplies")),
	NUMBER("need.rack_units", FIELD_INT, need.rack_units, 0, 100, "U", N_("Rack units that are free")),
	NUMBER("need.feed_w", FIELD_INT, need.feed_w, 0, 1e7, "W", N_("Power that one feed of the site gives")),
	NUMBER("need.site_voltage", FIELD_INT, need.site_voltage, 12, 1000, "V", N_("Voltage of the site")),
	NUMBER("need.cores", FIELD_INT, need.cores, 0, 100000, "", N_("Least number of CPU cores")),
	NUMBER("need.deliver_weeks", FIELD_INT, need.deliver_weeks, 0, 520, N_("weeks"), N_("Longest delivery time")),
	NUMBER("need.ambient_c", FIELD_REAL, need.ambient_c, -50, 100, "°C", N_("Warmest air at the inlet")),
	NUMBER("need.per_core_licence", FIELD_BOOL, need.per_core_licence, 0, 1, "", N_("Software is paid by core")),
	NUMBER("need.budget_eur", FIELD_REAL, need.budget_eur, 0, 1e12, "EUR", N_("Most that it may cost")),
	WORD("need.stack", FIELD_WORDS, need.stack, stacks, N_("Software that must run")),
	WORD("need.certified", FIELD_WORDS, need.certified, certificates, N_("Certificates that are demanded")),

	PART("build.platform", pick.platform, PART_PLATFORM, N_("Server or board")),
	PART("build.cpu", pick.cpu, PART_CPU, N_("CPU")),
	NUMBER("build.sockets", FIELD_INT, pick.sockets, 1, 8, "", N_("Sockets that hold a CPU")),
	PART("build.dimm", pick.dimm, PART_DIMM, N_("Memory module")),
	NUMBER("build.dimms_per_socket", FIELD_INT, pick.dimms_per_socket, 0, 64, "",
	       N_("Memory modules for each CPU socket")),
	ITEMS("build.more_dimms", pick.more_dimms, PART_DIMM, 64, N_("Other memory modules for each CPU socket")),
	PART("build.gpu", pick.gpu, PART_GPU, N_("GPU")),
	NUMBER("build.gpus", FIELD_INT, pick.gpus, 0, 64, "", N_("Number of GPUs")),
	ITEMS("build.nics", pick.nics, PART_NIC, 64, N_("Network adapters")),
	ITEMS("build.drives", pick.drives, PART_DRIVE, 256, N_("Drives for data")),
	ITEMS("build.boot", pick.boot, PART_DRIVE, 16, N_("Boot drives")),
	PART("build.psu", pick.psu, PART_PSU, N_("Power supply")),
	NUMBER("build.psu_count", FIELD_INT, pick.psu_count, 0, 64, "", N_("Number of power supplies")),
	NUMBER("build.psu_w", FIELD_INT, pick.psu_w, 100, 20000, "W", N_("Rating of a power supply without a part number")),
	PLAIN("build.options", FIELD_WORDS, pick.options,
	      N_("Options: a word adds one, a word after a minus leaves one out")),
};

/* Read by other tools; bestek carries them along. */
static const char *const kept[] = { "need.phases" };
static const char *const item_keys[] = { "part", "count" };

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

const struct field *build_fields(size_t *n)
{
	*n = COUNT(fields);
	return fields;
}

const struct field *build_field(const char *key)
{
	for (size_t i = 0; i < COUNT(fields); i++) {
		if (strcmp(fields[i].key, key) == 0)
			return &fields[i];
	}
	return NULL;
}

void *field_at(struct build *b, const struct field *f)
{
	return (char *)b + f->offset;
}

const void *field_in(const struct build *b, const struct field *f)
{
	return (const char *)b + f->offset;
}

void field_unset(struct build *b, const struct field *f)
{
	void *at = field_at(b, f);

	memset(at, 0, f->size);
	switch (f->type) {
	case FIELD_INT:
	case FIELD_BOOL:
		*(int64_t *)at = BUILD_UNSET;
		break;
	case FIELD_REAL:
		*(double *)at = BUILD_UNSET_F;
		break;
	case FIELD_TEXT:
	case FIELD_WORD:
	case FIELD_PART:
	case FIELD_ITEMS:
	case FIELD_WORDS:
		break;
	}
}

int field_is_set(const struct build *b, const struct field *f)
{
	const void *at = field_in(b, f);

	switch (f->type) {
	case FIELD_TEXT:
	case FIELD_WORD:
		return *(const char *)at != '\0';
	case FIELD_INT:
	case FIELD_BOOL:
		return *(const int64_t *)at != BUILD_UNSET;
	case FIELD_REAL:
		return *(const double *)at > BUILD_UNSET_F;
	case FIELD_PART:
		return ((const struct part_ref *)at)->text[0] != '\0';
	case FIELD_ITEMS:
		return ((const struct item_list *)at)->n > 0;
	case FIELD_WORDS:
		return ((const struct word_list *)at)->n > 0;
	}
	return 0;
}

static int items_equal(const struct item_list *a, const struct item_list *b)
{
	if (a->n != b->n)
		return 0;
	for (int i = 0; i < a->n; i++) {
		if (a->item[i].count != b->item[i].count || strcmp(a->item[i].part.text, b->item[i].part.text) != 0)
			return 0;
	}
	return 1;
}

static int words_equal(const struct word_list *a, const struct word_list *b)
{
	if (a->n != b->n)
		return 0;
	for (int i = 0; i < a->n; i++) {
		if (strcmp(a->word[i], b->word[i]) != 0)
			return 0;
	}
	return 1;
}

int field_equal(const struct build *a, const struct build *b, const struct field *f)
{
	const void *x = field_in(a, f), *y = field_in(b, f);

	switch (f->type) {
	case FIELD_TEXT:
	case FIELD_WORD:
		return strcmp(x, y) == 0;
	case FIELD_INT:
	case FIELD_BOOL:
		return *(const int64_t *)x == *(const int64_t *)y;
	case FIELD_REAL:
		return *(const double *)x == *(const double *)y;
	case FIELD_PART:
		return strcmp(((const struct part_ref *)x)->text, ((const struct part_ref *)y)->text) == 0;
	case FIELD_ITEMS:
		return items_equal(x, y);
	case FIELD_WORDS:
		return words_equal(x, y);
	}
	return 0;
}

int field_is_group(const char *path)
{
	size_t len = strlen(path);

	for (size_t i = 0; i < COUNT(fields); i++) {
		if (strncmp(fields[i].key, path, len) == 0 && fields[i].key[len] == '.')
			return 1;
	}
	return 0;
}

int field_is_kept(const char *path)
{
	for (size_t i = 0; i < COUNT(kept); i++) {
		if (strcmp(kept[i], path) == 0)
			return 1;
	}
	return 0;
}

enum { NAME_MAX_COMPARED = 40 };

/* Letters to add, drop, change or swap; b that only lacks a's end ("budget") counts as one. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t row[3][NAME_MAX_COMPARED + 1];

	if (na > NAME_MAX_COMPARED || nb > NAME_MAX_COMPARED)
		return NAME_MAX_COMPARED;
	if (nb >= 4 && nb < na && strncmp(a, b, nb) == 0)
		return 1;
	for (size_t j = 0; j <= nb; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t *now = row[i % 3];
		const size_t *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			size_t best = up[j - 1] + (a[i - 1] != b[j - 1]);

			if (up[j] + 1 < best)
				best = up[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && up2[j - 2] + 1 < best)
				best = up2[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[na % 3][nb];
}

/* The list of parts that is the group, NULL when the group is none. */
static const struct field *items_of(const char *group)
{
	for (size_t i = 0; i < COUNT(fields); i++) {
		const char *key = fields[i].key;
		size_t len = strlen(key);

		if (fields[i].type == FIELD_ITEMS && strncmp(key, group, len) == 0 && strcmp(group + len, ".") == 0)
			return &fields[i];
	}
	return NULL;
}

void field_nearest(char *dst, size_t size, const char *parent, const char *name)
{
	size_t len = strlen(name), in = strlen(parent);
	size_t limit = len < 4 ? 1 : len < 9 ? 2 : 3;
	size_t best = 2 * limit + 2; /* twice the distance, and one more in another group */

	dst[0] = '\0';
	if (items_of(parent)) {
		for (size_t k = 0; k < COUNT(item_keys); k++) {
			if (distance(item_keys[k], strlen(item_keys[k]), name, len) <= limit)
				str_copy(dst, size, item_keys[k]);
		}
		return;
	}
	/* Every word of every key is a candidate, so that a misspelt group is found too. */
	for (size_t i = 0; i < COUNT(fields); i++) {
		const char *key = fields[i].key, *leaf = key, *end;

		do {
			size_t before = (size_t)(leaf - key), whole, d;

			end = leaf + strcspn(leaf, ".");
			whole = (size_t)(end - key);
			d = distance(leaf, (size_t)(end - leaf), name, len);
			if (d <= limit && whole < size) {
				size_t cost = 2 * d + !(before == in && strncmp(key, parent, in) == 0);

				if (cost < best) {
					best = cost;
					memcpy(dst, key, whole);
					dst[whole] = '\0';
				}
			}
			leaf = end + 1;
		} while (*end);
	}
}
