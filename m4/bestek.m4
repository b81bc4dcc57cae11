# SPDX-License-Identifier: MIT
# BESTEK_FLAG(VARIABLE, FLAG): adds FLAG to VARIABLE when the compiler and the linker take it without a word.
AC_DEFUN([BESTEK_FLAG], [
	AS_VAR_PUSHDEF([cache], [bestek_cv_flag_$2])
	AC_CACHE_CHECK([whether $CC takes $2], [cache], [
		bestek_save_CFLAGS=$CFLAGS
		CFLAGS="$CFLAGS -Werror $2"
		AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdlib.h>]], [[return abs(0);]])],
			[AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
		CFLAGS=$bestek_save_CFLAGS
	])
	AS_VAR_IF([cache], [yes], [$1="$$1 $2"])
	AS_VAR_POPDEF([cache])
])
