/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/file.h"
#include "core/base/mem.h"

/* Each test works in an empty folder of its own. */
static int enter(void **state)
{
	const char *tmp = getenv("TMPDIR");
	char name[PATH_MAX];

	snprintf(name, sizeof(name), "%s/bestek-file-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(name) || chdir(name) != 0)
		return -1;
	*state = mem_strdup(name);
	return *state ? 0 : -1;
}

static int leave(void **state)
{
	char command[PATH_MAX + 16];

	if (chdir("/") != 0)
		return -1;
	snprintf(command, sizeof(command), "rm -rf '%s'", (char *)*state);
	mem_free(*state);
	return system(command);
}

static void put(const char *name, const char *text, size_t n)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void expect_text(const char *name, const char *want)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t len = 0;

	assert_int_equal(file_read(name, 1000, &text, &len, &err), ERR_OK);
	assert_string_equal(text, want);
	assert_int_equal(len, strlen(want));
	mem_free(text);
}

static void expect_refused(const char *name, size_t max, int code, const char *message)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t len = 7;

	assert_int_equal(file_read(name, max, &text, &len, &err), code);
	assert_string_equal(err.msg, message);
	assert_null(text);
	assert_int_equal(len, 7);
}

static int entries(void)
{
	DIR *d = opendir(".");
	int n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static int mode_of(const char *name)
{
	struct stat st;

	assert_int_equal(lstat(name, &st), 0);
	return (int)(st.st_mode & 07777);
}

/* B067 */
static void reads_what_editors_write(void **state)
{
	(void)state;
	put("plain", "a = 1;\r\n", 8);
	expect_text("plain", "a = 1;\r\n");
	put("bom", "\xEF\xBB\xBF" "a", 4);
	expect_text("bom", "a");
	put("only-bom", "\xEF\xBB\xBF", 3);
	expect_text("only-bom", "");
	put("empty", "", 0);
	expect_text("empty", "");
	put("utf16le", "\xFF\xFE" "a\0", 4);
	expect_refused("utf16le", 100, ERR_SYNTAX, "'utf16le' is UTF-16 text; save it as UTF-8");
	put("utf16be", "\0a\0=\0 ", 6);
	expect_refused("utf16be", 100, ERR_SYNTAX, "'utf16be' is UTF-16 text; save it as UTF-8");
}

static void reads_bounded_and_regular_files_only(void **state)
{
	(void)state;
	put("ten", "0123456789", 10);
	expect_text("ten", "0123456789");
	expect_refused("ten", 9, ERR_IO, "'ten' is too large: 10 bytes, at most 9 are read");
	assert_int_equal(mkdir("folder", 0700), 0);
	expect_refused("folder", 9, ERR_IO, "'folder' is not a regular file");
	assert_int_equal(mkfifo("pipe", 0600), 0);
	expect_refused("pipe", 9, ERR_IO, "'pipe' is not a regular file");
	expect_refused("none", 9, ERR_IO, "cannot open 'none': No such file or directory");
	mem_fail_at(1, 0);
	expect_refused("ten", 10, ERR_NOMEM, "out of memory");
	mem_fail_at(0, 0);
}

/* B065 */
static void replaces_and_keeps_mode(void **state)
{
	struct err err = { 0 };
	mode_t old = umask(027);

	(void)state;
	assert_int_equal(file_replace("new", "one", 3, &err), ERR_OK);
	assert_int_equal(mode_of("new"), 0640);
	umask(old);
	expect_text("new", "one");
	assert_int_equal(chmod("new", 0604), 0);
	assert_int_equal(file_replace("new", "two!", 4, &err), ERR_OK);
	assert_int_equal(mode_of("new"), 0604);
	expect_text("new", "two!");
	assert_int_equal(file_replace("new", "", 0, &err), ERR_OK);
	expect_text("new", "");
	assert_int_equal(entries(), 1);
}

static void a_link_stays_a_link(void **state)
{
	struct err err = { 0 };
	struct stat st;

	(void)state;
	assert_int_equal(mkdir("dotfiles", 0700), 0);
	put("dotfiles/real", "old", 3);
	assert_int_equal(symlink("real", "dotfiles/middle"), 0);
	assert_int_equal(symlink("dotfiles/middle", "link"), 0);
	assert_int_equal(file_replace("link", "new", 3, &err), ERR_OK);
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(lstat("dotfiles/middle", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	expect_text("dotfiles/real", "new");
	/* A link to a file that is not there yet makes that file. */
	assert_int_equal(symlink("dotfiles/later", "dangling"), 0);
	assert_int_equal(file_replace("dangling", "x", 1, &err), ERR_OK);
	expect_text("dotfiles/later", "x");
	assert_int_equal(symlink("loop", "loop"), 0);
	assert_int_equal(file_replace("loop", "x", 1, &err), ERR_IO);
	assert_string_equal(err.msg, "cannot write 'loop': Too many levels of symbolic links");
}

/* A full disk, played by the limit on a file's size: in a child, because the limit stays. */
static void failure_leaves_the_old_file(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	put("kept", "old", 3);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct rlimit limit = { 1000, 1000 };
		static char big[5000];
		struct err err = { 0 };
		int ok;

		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		ok = file_replace("kept", big, sizeof(big), &err) == ERR_IO &&
		     strcmp(err.msg, "cannot write 'kept': File too large") == 0;
		_exit(ok ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	expect_text("kept", "old");
	assert_int_equal(entries(), 1);
}

static void refuses_what_is_no_file(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(mkdir("folder", 0700), 0);
	assert_int_equal(file_replace("folder", "x", 1, &err), ERR_IO);
	assert_string_equal(err.msg, "cannot write 'folder': Is a directory");
	err_clear(&err);
	assert_int_equal(file_replace("none/x", "x", 1, &err), ERR_IO);
	assert_string_equal(err.msg, "cannot write 'none/x': No such file or directory");
	/* A device is written to, and a full one says so. */
	err_clear(&err);
	assert_int_equal(file_replace("/dev/null", "x", 1, &err), ERR_OK);
	if (file_exists("/dev/full")) {
		assert_int_equal(file_replace("/dev/full", "x", 1, &err), ERR_IO);
		assert_string_equal(err.msg, "cannot write '/dev/full': No space left on device");
	}
	err_clear(&err);
	if (geteuid() != 0) {
		put("locked", "old", 3);
		assert_int_equal(chmod("locked", 0444), 0);
		assert_int_equal(file_replace("locked", "x", 1, &err), ERR_IO);
		expect_text("locked", "old");
	}
}

static void makes_folders(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(file_mkdirs("a/b//c", &err), ERR_OK);
	assert_int_equal(mode_of("a"), 0700);
	assert_int_equal(mode_of("a/b/c"), 0700);
	assert_int_equal(file_mkdirs("a/b/c/", &err), ERR_OK);
	assert_int_equal(file_mkdirs("/", &err), ERR_OK);
	put("a/file", "", 0);
	assert_int_equal(file_mkdirs("a/file", &err), ERR_IO);
	assert_string_equal(err.msg, "cannot make the folder 'a/file': Not a directory");
	err_clear(&err);
	assert_int_equal(file_mkdirs("a/file/x", &err), ERR_IO);
}

/* B071 */
static void folders_of_the_user(void **state)
{
	char d[64];

	(void)state;
	setenv("HOME", "/home/someone", 1);
	unsetenv("XDG_STATE_HOME");
	unsetenv("XDG_CONFIG_HOME");
	assert_int_equal(file_state_dir(d, sizeof(d)), 0);
	assert_string_equal(d, "/home/someone/.local/state/bestek");
	setenv("XDG_CONFIG_HOME", "relative/one", 1);
	assert_int_equal(file_config_dir(d, sizeof(d)), 0);
	assert_string_equal(d, "/home/someone/.config/bestek");
	setenv("XDG_CONFIG_HOME", "/etc/xdg", 1);
	assert_int_equal(file_config_dir(d, sizeof(d)), 0);
	assert_string_equal(d, "/etc/xdg/bestek");
	unsetenv("HOME");
	assert_int_equal(file_state_dir(d, sizeof(d)), -1);
	setenv("HOME", "not-absolute", 1);
	assert_int_equal(file_state_dir(d, sizeof(d)), -1);
	setenv("XDG_STATE_HOME", "/s", 1);
	assert_int_equal(file_state_dir(d, sizeof(d)), 0);
	assert_string_equal(d, "/s/bestek");
	assert_int_equal(file_state_dir(d, 5), -1);
}

static void folders_of_the_program(void **state)
{
	char d[PATH_MAX];

	(void)state;
	setenv("BESTEK_DATA", "/srv/catalogue", 1);
	assert_int_equal(file_data_dir(d, sizeof(d)), 0);
	assert_string_equal(d, "/srv/catalogue");
	unsetenv("BESTEK_DATA");
	/* This test does not lie in the build folder's top: it counts as installed. */
	assert_int_equal(file_data_dir(d, sizeof(d)), 0);
	assert_string_equal(d, PKGDATADIR);
	assert_int_equal(file_data_dir(d, 3), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reads_what_editors_write, enter, leave),
		cmocka_unit_test_setup_teardown(reads_bounded_and_regular_files_only, enter, leave),
		cmocka_unit_test_setup_teardown(replaces_and_keeps_mode, enter, leave),
		cmocka_unit_test_setup_teardown(a_link_stays_a_link, enter, leave),
		cmocka_unit_test_setup_teardown(failure_leaves_the_old_file, enter, leave),
		cmocka_unit_test_setup_teardown(refuses_what_is_no_file, enter, leave),
		cmocka_unit_test_setup_teardown(makes_folders, enter, leave),
		cmocka_unit_test_setup_teardown(folders_of_the_user, enter, leave),
		cmocka_unit_test_setup_teardown(folders_of_the_program, enter, leave),
	};

	return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
