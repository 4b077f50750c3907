--TEST--
Sessions in the formats of igbinary and msgpack
--INI--
session.use_cookies=0
session.cache_limiter=
session.save_path=/tmp
--FILE--
<?php
class Item
{
    public $next;
    protected $name = 'x';
}
ob_start();
foreach (['igbinary', 'msgpack'] as $handler) {
    echo "== $handler\n";
    ini_set('session.serialize_handler', $handler);
    session_id("loxo-$handler-" . getmypid());
    session_start();
    var_dump(bin2hex(session_encode()));
    $shared = new Item;
    $_SESSION = ['a|1' => $shared, 'list' => [1, 2.5, null, 'list'], 'same' => $shared, 7 => 'seven'];
    $_SESSION['ref'] = &$_SESSION['list'];
    $text = session_encode();
    echo bin2hex($text), "\n";
    session_write_close();
    $_SESSION = [];
    session_start();
    var_dump($_SESSION['a|1'] === $_SESSION['same'], count($_SESSION));
    $_SESSION['ref'][] = 2;
    var_dump(count($_SESSION['list']));
    $_SESSION = ['kept' => 1, 'list' => 0];
    var_dump(session_decode($text), array_keys($_SESSION));
    foreach (['', substr($text, 0, 20), 'nonsense', "\x00\x00\x00\x02\x06\x05", "\x05"] as $bad) {
        var_dump(session_status() === PHP_SESSION_ACTIVE || session_start());
        var_dump(session_decode($bad), session_status() === PHP_SESSION_ACTIVE, isset($_SESSION) ? count($_SESSION) : null);
    }
    session_status() === PHP_SESSION_ACTIVE && session_destroy();
}
?>
--EXPECTF--
== igbinary
string(12) "000000021400"
0000000214051103617c3117044974656d140211046e657874001107002a006e616d6511017811046c6973742514040600060106010c400400000000000006020006030e05110473616d65220106071105736576656e1103726566250102
bool(true)
int(4)
int(5)
bool(true)
array(5) {
  [0]=>
  string(4) "kept"
  [1]=>
  string(4) "list"
  [2]=>
  string(3) "a|1"
  [3]=>
  string(4) "same"
  [4]=>
  string(3) "ref"
}
bool(true)
bool(true)
bool(true)
int(5)
bool(true)

Warning: igbinary_unserialize_object_properties: data size 1 smaller that requested array length 2. in %s on line 29

Warning: session_decode(): Failed to decode session object. Session has been destroyed in %s on line 29
bool(false)
bool(false)
int(0)
bool(true)

Warning: igbinary_unserialize_header: unsupported version: "nons"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02" in %s on line 29

Warning: session_decode(): Failed to decode session object. Session has been destroyed in %s on line 29
bool(false)
bool(false)
int(0)
bool(true)

Warning: session_decode(): Failed to decode session object. Session has been destroyed in %s on line 29
bool(false)
bool(false)
int(0)
bool(true)

Warning: igbinary_unserialize_header: expected at least 5 bytes of data, got 1 byte(s) in %s on line 29

Warning: session_decode(): Failed to decode session object. Session has been destroyed in %s on line 29
bool(false)
bool(false)
int(0)
== msgpack
string(2) "90"
86c001a3617c3183c0a44974656da46e657874c0a7002a006e616d65a178a46c69737485c001000101cb400400000000000002c003a46c697374a473616d6582c004000207a5736576656ea372656682c0020003
bool(true)
int(4)
int(5)
bool(true)
array(5) {
  [0]=>
  string(4) "kept"
  [1]=>
  string(4) "list"
  [2]=>
  string(3) "a|1"
  [3]=>
  string(4) "same"
  [4]=>
  string(3) "ref"
}
bool(true)
bool(true)
bool(true)
int(5)
bool(true)
bool(true)
bool(true)
int(5)
bool(true)
bool(true)
bool(true)
int(5)
bool(true)
bool(true)
bool(true)
int(5)
bool(true)
bool(true)
bool(true)
int(5)
