<?php

/** Registers a constant. */
function define(string $constant_name, mixed $value, bool $case_insensitive = false): bool {}

/** Whether a constant, or a class constant `A::B`, is defined. */
function defined(string $constant_name): bool {}

/** All constants by name, or by extension and name. */
function get_defined_constants(bool $categorize = false): array {}

const E_ERROR = 1;
const E_WARNING = 2;
const E_PARSE = 4;
const E_NOTICE = 8;
const E_CORE_ERROR = 16;
const E_CORE_WARNING = 32;
const E_COMPILE_ERROR = 64;
const E_COMPILE_WARNING = 128;
const E_USER_ERROR = 256;
const E_USER_WARNING = 512;
const E_USER_NOTICE = 1024;
/** @deprecated */
const E_STRICT = 2048;
const E_RECOVERABLE_ERROR = 4096;
const E_DEPRECATED = 8192;
const E_USER_DEPRECATED = 16384;
const E_ALL = 30719;

const DEBUG_BACKTRACE_PROVIDE_OBJECT = 1;
const DEBUG_BACKTRACE_IGNORE_ARGS = 2;

const ZEND_THREAD_SAFE = false;
const ZEND_DEBUG_BUILD = false;

const PHP_VERSION = '8.4.24';
const PHP_MAJOR_VERSION = 8;
const PHP_MINOR_VERSION = 4;
const PHP_RELEASE_VERSION = 24;
const PHP_EXTRA_VERSION = '';
const PHP_VERSION_ID = 80424;
const PHP_ZTS = false;
const PHP_DEBUG = false;
const PHP_OS = 'Linux';
const PHP_OS_FAMILY = 'Linux';

const DEFAULT_INCLUDE_PATH = '.:/usr/share/php';

const PEAR_INSTALL_DIR = '/usr/share/php';
const PEAR_EXTENSION_DIR = '/usr/lib/php/20240924';

const PHP_EXTENSION_DIR = '/usr/lib/php/20240924';
const PHP_PREFIX = '/usr';
const PHP_BINDIR = '/usr/bin';
const PHP_SBINDIR = '/usr/sbin';
const PHP_MANDIR = '/usr/share/man';
const PHP_LIBDIR = '/usr/lib/php';
const PHP_DATADIR = '/usr/share/php/8.4';
const PHP_SYSCONFDIR = '/etc';
const PHP_LOCALSTATEDIR = '/var';
const PHP_CONFIG_FILE_PATH = '/etc/loxo';
const PHP_CONFIG_FILE_SCAN_DIR = '/etc/loxo/conf.d';
const PHP_SHLIB_SUFFIX = 'so';
const PHP_EOL = "\n";
const PHP_MAXPATHLEN = 4096;
const PHP_INT_MAX = 9223372036854775807;
const PHP_INT_MIN = -9223372036854775807 - 1;
const PHP_INT_SIZE = 8;
const PHP_FD_SETSIZE = 1024;
const PHP_FLOAT_DIG = 15;
const PHP_FLOAT_EPSILON = 2.220446049250313E-16;
const PHP_FLOAT_MAX = 1.7976931348623157E+308;
const PHP_FLOAT_MIN = 2.2250738585072014E-308;

const PHP_OUTPUT_HANDLER_START = 1;
const PHP_OUTPUT_HANDLER_WRITE = 0;
const PHP_OUTPUT_HANDLER_FLUSH = 4;
const PHP_OUTPUT_HANDLER_CLEAN = 2;
const PHP_OUTPUT_HANDLER_FINAL = 8;
const PHP_OUTPUT_HANDLER_CONT = 0;
const PHP_OUTPUT_HANDLER_END = 8;
const PHP_OUTPUT_HANDLER_CLEANABLE = 16;
const PHP_OUTPUT_HANDLER_FLUSHABLE = 32;
const PHP_OUTPUT_HANDLER_REMOVABLE = 64;
const PHP_OUTPUT_HANDLER_STDFLAGS = 112;
const PHP_OUTPUT_HANDLER_STARTED = 4096;
const PHP_OUTPUT_HANDLER_DISABLED = 8192;
const PHP_OUTPUT_HANDLER_PROCESSED = 16384;

const UPLOAD_ERR_OK = 0;

const UPLOAD_ERR_INI_SIZE = 1;

const UPLOAD_ERR_FORM_SIZE = 2;

const UPLOAD_ERR_PARTIAL = 3;

const UPLOAD_ERR_NO_FILE = 4;

const UPLOAD_ERR_NO_TMP_DIR = 6;

const UPLOAD_ERR_CANT_WRITE = 7;

const UPLOAD_ERR_EXTENSION = 8;

const PHP_CLI_PROCESS_TITLE = false;
