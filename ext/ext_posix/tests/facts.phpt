--TEST--
Users, groups, files, limits, errors
--FILE--
<?php
$me = posix_getpwuid(posix_getuid());
var_dump($me === posix_getpwnam($me['name']), array_keys($me) === ['name', 'passwd', 'uid', 'gid', 'gecos', 'dir', 'shell']);
var_dump(posix_getgrgid(0)['name'], posix_getgrnam('no such group'), posix_getpid() === getmypid());
var_dump(posix_kill(getmypid(), 0), posix_kill(getmypid(), 99), posix_strerror(posix_errno()));
$fifo = sys_get_temp_dir() . '/loxo-fifo-' . getmypid();
var_dump(posix_mkfifo($fifo, 0600), filetype($fifo), posix_access($fifo, POSIX_R_OK), posix_mkfifo($fifo, 0600), posix_errno());
unlink($fifo);
var_dump(posix_isatty(fopen('php://memory', 'r')), posix_ttyname(99), posix_isatty('x'));
var_dump(count(posix_getrlimit(POSIX_RLIMIT_NOFILE)), posix_getrlimit(99), posix_sysconf(POSIX_SC_PAGESIZE), posix_pathconf('/', POSIX_PC_NAME_MAX));
chdir('/');
var_dump(posix_getcwd(), array_keys(posix_times()), posix_uname()['sysname']);
?>
--EXPECTF--
bool(true)
bool(true)
string(4) "root"
bool(false)
bool(true)
bool(true)
bool(false)
string(16) "Invalid argument"
bool(true)
string(4) "fifo"
bool(true)
bool(false)
int(17)

Warning: posix_isatty(): Could not use stream of type 'MEMORY' in %s on line %d

Warning: posix_isatty(): Argument #1 ($file_descriptor) must be of type int|resource, string given in %s on line %d
bool(false)
bool(false)
bool(false)
int(2)
bool(false)
int(4096)
int(255)
string(1) "/"
array(5) {
  [0]=>
  string(5) "ticks"
  [1]=>
  string(5) "utime"
  [2]=>
  string(5) "stime"
  [3]=>
  string(6) "cutime"
  [4]=>
  string(6) "cstime"
}
string(5) "Linux"
