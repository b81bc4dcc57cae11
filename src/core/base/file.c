/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "i18n.h"
#include "mem.h"
#include "str.h"

/* Reads to the end or to size bytes; -1 with errno. */
static ssize_t read_all(int fd, char *dst, size_t size)
{
	size_t at = 0;

	while (at < size) {
		ssize_t n = read(fd, dst + at, size - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		at += (size_t)n;
	}
	return (ssize_t)at;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

/* UTF-16 by its mark, or by ASCII letters that each have a NUL beside them. */
static int is_utf16(const char *s, size_t n)
{
	if (n >= 2 && (memcmp(s, "\xFF\xFE", 2) == 0 || memcmp(s, "\xFE\xFF", 2) == 0))
		return 1;
	return n >= 4 && ((s[0] && !s[1] && s[2] && !s[3]) || (!s[0] && s[1] && !s[2] && s[3]));
}

int file_read(const char *path, size_t max, char **out, size_t *len, struct err *err)
{
	static const char bom[] = "\xEF\xBB\xBF";
	struct stat st;
	char *text = NULL;
	ssize_t n;
	int rc;
	/* Without waiting: opening a pipe must not hang before fstat has refused it. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return err_errno(err, _("open"), path, errno);
	if (fstat(fd, &st) != 0) {
		rc = err_errno(err, _("read"), path, errno);
		goto out;
	}
	if (!S_ISREG(st.st_mode)) {
		rc = err_set(err, ERR_IO, _("'%s' is not a regular file"), path);
		goto out;
	}
	if (st.st_size > (off_t)max) {
		rc = err_set(err, ERR_IO, _("'%s' is too large: %lld bytes, at most %zu are read"), path,
		             (long long)st.st_size, max);
		goto out;
	}
	/* One byte more than it had: a file that grows meanwhile is noticed. */
	text = mem_alloc((size_t)st.st_size + 2);
	if (!text) {
		rc = err_nomem(err);
		goto out;
	}
	n = read_all(fd, text, (size_t)st.st_size + 1);
	if (n < 0) {
		rc = err_errno(err, _("read"), path, errno);
		goto out;
	}
	if (n > st.st_size) {
		rc = err_set(err, ERR_IO, _("'%s' changed while it was read; try again"), path);
		goto out;
	}
	if (is_utf16(text, (size_t)n)) {
		rc = err_set(err, ERR_SYNTAX, _("'%s' is UTF-16 text; save it as UTF-8"), path);
		goto out;
	}
	if (n >= 3 && memcmp(text, bom, 3) == 0) {
		n -= 3;
		memmove(text, text + 3, (size_t)n);
	}
	text[n] = '\0';
	*out = text;
	*len = (size_t)n;
	text = NULL;
	rc = ERR_OK;
out:
	mem_free(text);
	close(fd);
	return rc;
}

/* dst = the folder of path ("." when it names none); -1 when it does not fit. */
static int folder_of(const char *path, char dst[PATH_MAX])
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return str_copy(dst, PATH_MAX, ".") ? -1 : 0;
	if (slash == path)
		return str_copy(dst, PATH_MAX, "/") ? -1 : 0;
	return snprintf(dst, PATH_MAX, "%.*s", (int)(slash - path), path) < PATH_MAX ? 0 : -1;
}

/* Follows symbolic links to the file they mean, which need not exist; -1 with errno. */
static int follow(const char *path, char dst[PATH_MAX])
{
	int hops;

	if (str_copy(dst, PATH_MAX, path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	for (hops = 0; hops < 40; hops++) {
		char link[PATH_MAX], folder[PATH_MAX];
		ssize_t n = readlink(dst, link, sizeof(link) - 1);

		if (n < 0)
			return errno == EINVAL || errno == ENOENT ? 0 : -1;
		link[n] = '\0';
		if (link[0] == '/') {
			str_copy(dst, PATH_MAX, link);
		} else if (folder_of(dst, folder) != 0 ||
		           snprintf(dst, PATH_MAX, "%s/%s", folder, link) >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return -1;
		}
	}
	errno = ELOOP;
	return -1;
}

/* Makes a new file beside target; its name in temp. -1 with errno. */
static int open_temp(const char *folder, mode_t mode, char temp[PATH_MAX])
{
	int i, fd = -1;

	for (i = 0; i < 100 && fd < 0; i++) {
		if (snprintf(temp, PATH_MAX, "%s/.bestek-%ld-%d.tmp", folder, (long)getpid(), i) >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return -1;
		}
		fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
		if (fd < 0 && errno != EEXIST)
			return -1;
	}
	return fd;
}

/* fsync, where the file system knows it. */
static int sync_fd(int fd)
{
	return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : -1;
}

/* A device or a pipe is written to, not replaced. */
static int write_special(const char *path, const void *data, size_t len)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), rc, e;

	if (fd < 0)
		return -1;
	rc = write_all(fd, data, len);
	e = errno;
	if (close(fd) != 0 && rc == 0)
		return -1;
	errno = e;
	return rc;
}

/* The new file takes the old one's mode, and its owner where that is allowed. */
static int keep_mode(int fd, const struct stat *old)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return -1;
	if ((st.st_uid != old->st_uid || st.st_gid != old->st_gid) && fchown(fd, old->st_uid, old->st_gid) != 0 &&
	    errno != EPERM)
		return -1;
	return fchmod(fd, old->st_mode & 0777);
}

int file_replace(const char *path, const void *data, size_t len, struct err *err)
{
	char target[PATH_MAX], folder[PATH_MAX], temp[PATH_MAX];
	struct stat old;
	int fd, dir, e = 0, exists;

	if (follow(path, target) != 0)
		return err_errno(err, _("write"), path, errno);
	exists = stat(target, &old) == 0;
	if (!exists && errno != ENOENT)
		return err_errno(err, _("write"), path, errno);
	if (exists && S_ISDIR(old.st_mode))
		return err_errno(err, _("write"), path, EISDIR);
	if (exists && !S_ISREG(old.st_mode))
		return write_special(target, data, len) == 0 ? ERR_OK : err_errno(err, _("write"), path, errno);
	/* rename would replace a file that its owner made read-only. */
	if (exists && access(target, W_OK) != 0)
		return err_errno(err, _("write"), path, errno);
	if (folder_of(target, folder) != 0)
		return err_errno(err, _("write"), path, ENAMETOOLONG);
	fd = open_temp(folder, exists ? 0600 : 0666, temp);
	if (fd < 0)
		return err_errno(err, _("write"), path, errno);
	if (write_all(fd, data, len) != 0 || (exists && keep_mode(fd, &old) != 0) || sync_fd(fd) != 0)
		e = errno;
	if (close(fd) != 0 && e == 0)
		e = errno;
	if (e == 0 && rename(temp, target) != 0)
		e = errno;
	if (e != 0) {
		unlink(temp);
		return err_errno(err, _("write"), path, e);
	}
	/* The new name must last too; the file itself is whole already, so a refusal here is no failure. */
	dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir >= 0) {
		(void)sync_fd(dir);
		close(dir);
	}
	return ERR_OK;
}

int file_mkdirs(const char *path, struct err *err)
{
	char part[PATH_MAX];
	struct stat st;
	char *at;

	if (str_copy(part, sizeof(part), path))
		return err_errno(err, _("make the folder"), path, ENAMETOOLONG);
	for (at = part + (part[0] == '/'); *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		/* A parent that cannot be made shows as the error of the last one. */
		(void)mkdir(part, 0700);
		*at = '/';
	}
	if (mkdir(part, 0700) != 0) {
		int e = errno;

		if (stat(part, &st) != 0)
			return err_errno(err, _("make the folder"), path, e);
		if (!S_ISDIR(st.st_mode))
			return err_errno(err, _("make the folder"), path, ENOTDIR);
	}
	return ERR_OK;
}

int file_exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

/* dst = a/b; -1 when it does not fit. */
static int join(char *dst, size_t size, const char *a, const char *b)
{
	int n = snprintf(dst, size, "%s/%s", a, b);

	return n >= 0 && (size_t)n < size ? 0 : -1;
}

static int xdg_dir(char *dst, size_t size, const char *variable, const char *below_home)
{
	const char *xdg = getenv(variable), *home = getenv("HOME");

	/* The XDG rule: a relative value is no value. */
	if (xdg && xdg[0] == '/')
		return join(dst, size, xdg, PACKAGE);
	if (home && home[0] == '/')
		return join(dst, size, home, below_home);
	return -1;
}

int file_state_dir(char *dst, size_t size)
{
	return xdg_dir(dst, size, "XDG_STATE_HOME", ".local/state/" PACKAGE);
}

int file_config_dir(char *dst, size_t size)
{
	return xdg_dir(dst, size, "XDG_CONFIG_HOME", ".config/" PACKAGE);
}

/*
 * variable when it is set; else name beside the running binary, when that is a build folder (configure's own file
 * stands there): an installed binary never takes data from the folder it lies in; else the installed folder.
 */
static int beside_binary(char *dst, size_t size, const char *variable, const char *name, const char *installed)
{
	const char *set = getenv(variable);
	char exe[PATH_MAX], folder[PATH_MAX], mark[PATH_MAX];
	ssize_t n;

	if (set && *set)
		return str_copy(dst, size, set) ? -1 : 0;
	n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	if (n > 0) {
		exe[n] = '\0';
		if (folder_of(exe, folder) == 0 && join(mark, sizeof(mark), folder, "config.status") == 0 &&
		    file_exists(mark))
			return join(dst, size, folder, name);
	}
	return str_copy(dst, size, installed) ? -1 : 0;
}

int file_data_dir(char *dst, size_t size)
{
	return beside_binary(dst, size, "BESTEK_DATA", "data", PKGDATADIR);
}

int file_locale_dir(char *dst, size_t size)
{
	return beside_binary(dst, size, "BESTEK_LOCALEDIR", "locale", LOCALEDIR);
}
