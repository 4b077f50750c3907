--TEST--
A session is kept in a file, and read again
--INI--
session.use_cookies=0
session.cache_limiter=
session.save_path=/tmp
--FILE--
<?php
$id = 'loxo-' . getmypid();
session_id($id);
var_dump(session_start(), session_status() === PHP_SESSION_ACTIVE);
$shared = new stdClass;
$_SESSION = ['a:1' => $shared, 'b' => [1, 2.5, null], 'c' => &$_SESSION['b'], 'same' => $shared];
unset($_SESSION['c']);
$_SESSION['list'] = [1];
$_SESSION['ref'] = &$_SESSION['list'];
echo session_encode(), "\n";
session_write_close();
echo file_get_contents("/tmp/sess_$id") === '' ? 'empty' : 'kept', "\n";
$_SESSION = [];
session_start(['read_and_close' => true]);
var_dump($_SESSION['a:1'] === $_SESSION['same']);
$_SESSION['ref'][] = 2;
var_dump(count($_SESSION['list']), session_status() === PHP_SESSION_NONE);
session_id($id);
session_start();
var_dump(session_destroy(), file_exists("/tmp/sess_$id"), session_id());
?>
--EXPECT--
bool(true)
bool(true)
a:1|O:8:"stdClass":0:{}b|a:3:{i:0;i:1;i:1;d:2.5;i:2;N;}same|r:1;list|a:1:{i:0;i:1;}ref|R:7;
kept
bool(true)
int(2)
bool(true)
bool(true)
bool(false)
string(0) ""
